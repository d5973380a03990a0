// The current user and their rights.
import type { RoleHeld } from '@kuwei/contract/access';
import { userRoutes, type UserInfo } from '@kuwei/contract/auth/user';
import { NO_MENU_GRANTS, listGrantedItems, type MenuAccess, type MenuNode, type MenuGrants } from '@kuwei/contract/menu';
import { create } from 'zustand';
import { call } from '../api/call.ts';
import { isSignedIn } from '../api/tokens.ts';
import { KEYS, session as windowStore } from '../browser/storage.ts';
import { locale } from '../phrase/phrases.ts';

interface UserState {
  user: UserInfo | null;
  /** Roles in the server's order, each with its powers. */
  roles: readonly RoleHeld[];
  /** Menu items granted by rules. */
  opened: MenuGrants;
  /** Whether rules grant goods or places of others. */
  seesOthers: boolean;
}
const SIGNED_OUT: UserState = { user: null, roles: [], opened: NO_MENU_GRANTS, seesOthers: false };

export const useUser = create<UserState>(() => SIGNED_OUT);
export const getRoles = (): readonly RoleHeld[] => useUser.getState().roles;

/** The viewer by which the menu is filtered. */
export function getMenuAccess(
  menu: readonly MenuNode[],
  { roles, opened }: Pick<UserState, 'roles' | 'opened'> = useUser.getState(),
): MenuAccess {
  return { roles, opened: listGrantedItems(menu, opened) };
}

/** Loads the user and the power list. @throws ApiError */
export async function loadUser(): Promise<void> {
  const asked = locale();
  const [user, { roles, menu: opened, seesOthers }] = await Promise.all([call(userRoutes.getMe), call(userRoutes.getPower)]);
  // The language changed meanwhile: the names are in the previous one.
  if (locale() !== asked) return loadUser();
  useUser.setState({ user, roles, opened, seesOthers });
  windowStore.remove(KEYS.ended);
  if (user.authProxyUser) windowStore.set(KEYS.acting, 'now');
  else windowStore.remove(KEYS.acting);
}

/** False when signed out, and while impersonating: preferences belong to the user. */
export const isOwnAccount = (): boolean => isSignedIn() && !useUser.getState().user?.authProxyUser;

/** A pending password change or second-factor setup: until then the server rejects everything else. */
const isStepPending = ({ user }: UserState): boolean => user?.mustRenew === true || user?.mustSetUpSecondFactor === true;
export const useHasPendingStep = (): boolean => useUser(isStepPending);
export const hasPendingStep = (): boolean => isStepPending(useUser.getState());

export const forgetUser = (): void => useUser.setState(SIGNED_OUT);

/** Prefix of a user's draft keys in this window. */
export const draftsOf = (user: Pick<UserInfo, 'id'> | null): string => `${DRAFTS}${user?.id ?? ''} `;
export const DRAFTS = 'draft ';

/** A user's display name: the name, else the username. */
export const displayName = (user: Pick<UserInfo, 'name' | 'username'>): string => user.name.trim() || user.username;

/** First character of the display name, as a user perceives characters. */
export const initialOf = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? '';
