/** Why somebody does not see an entry of the menu. */
export const MENU_WHY_NOT = ['HIDDEN', 'ROLE', 'PAGE_ROLE', 'SCREEN', 'NOWHERE', 'EMPTY', 'ABOVE'] as const;
