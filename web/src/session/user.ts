// Who is signed in, and what they hold.
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
  /** The power list: roles in the server's order, each with its powers. */
  roles: readonly RoleHeld[];
  /** What rules open of the menu. */
  opened: MenuGrants;
  /** Rules open goods or places of others. */
  seesOthers: boolean;
}
const SIGNED_OUT: UserState = { user: null, roles: [], opened: NO_MENU_GRANTS, seesOthers: false };

export const useUser = create<UserState>(() => SIGNED_OUT);
export const getRoles = (): readonly RoleHeld[] => useUser.getState().roles;

/** As whom the menu goes by them. */
export function getMenuAccess(
  menu: readonly MenuNode[],
  { roles, opened }: Pick<UserState, 'roles' | 'opened'> = useUser.getState(),
): MenuAccess {
  return { roles, opened: listGrantedItems(menu, opened) };
}

/** Asks the server for the user and the power list. @throws ApiError */
export async function loadUser(): Promise<void> {
  const asked = locale();
  const [user, { roles, menu: opened, seesOthers }] = await Promise.all([call(userRoutes.getMe), call(userRoutes.getPower)]);
  // Another language was chosen meanwhile: names came in the former one.
  if (locale() !== asked) return loadUser();
  useUser.setState({ user, roles, opened, seesOthers });
  windowStore.remove(KEYS.ended);
  if (user.authProxyUser) windowStore.set(KEYS.acting, 'now');
  else windowStore.remove(KEYS.acting);
}

/** False while nobody is signed in, and while somebody acts as the person: what they like is theirs. */
export const isOwnAccount = (): boolean => isSignedIn() && !useUser.getState().user?.authProxyUser;

/** The password or the second step comes first: until then the server refuses everything else. */
const isStepPending = ({ user }: UserState): boolean => user?.mustRenew === true || user?.mustSetUpSecondFactor === true;
export const useHasPendingStep = (): boolean => useUser(isStepPending);
export const hasPendingStep = (): boolean => isStepPending(useUser.getState());

export const forgetUser = (): void => useUser.setState(SIGNED_OUT);

/** What the keys begin with under which this window keeps what a person has typed and not saved. */
export const draftsOf = (user: Pick<UserInfo, 'id'> | null): string => `${DRAFTS}${user?.id ?? ''} `;
export const DRAFTS = 'draft ';

/** What the header calls a user: the name, else the username. */
export const displayName = (user: Pick<UserInfo, 'name' | 'username'>): string => user.name.trim() || user.username;

/** First character of what is shown, as a person counts characters. */
export const initialOf = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? '';
