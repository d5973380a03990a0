/** Why a user does not see a menu entry. */
export const MENU_HIDDEN_REASONS = ['HIDDEN', 'ROLE', 'PAGE_ROLE', 'SCREEN', 'NOWHERE', 'EMPTY', 'ABOVE'] as const;
