/** Why a user does not see a menu entry. */
export const MENU_WHY_NOT = ['HIDDEN', 'ROLE', 'PAGE_ROLE', 'SCREEN', 'NOWHERE', 'EMPTY', 'ABOVE'] as const;
