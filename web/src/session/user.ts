// Who is signed in, and what they hold.
import type { RoleHeld } from '@kuwei/contract/access';
import { userRoutes, type UserInfo } from '@kuwei/contract/auth/user';
import { NOTHING_OPENED, openedItems, type MenuHolder, type MenuNode, type OpenedMenu } from '@kuwei/contract/menu';
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
  opened: OpenedMenu;
  /** Rules open goods or places of others. */
  seesOthers: boolean;
}
const NOBODY: UserState = { user: null, roles: [], opened: NOTHING_OPENED, seesOthers: false };

export const useUser = create<UserState>(() => NOBODY);
export const rolesHeld = (): readonly RoleHeld[] => useUser.getState().roles;

/** As whom the menu goes by them. */
export function holderOf(
  menu: readonly MenuNode[],
  { roles, opened }: Pick<UserState, 'roles' | 'opened'> = useUser.getState(),
): MenuHolder {
  return { roles, opened: openedItems(menu, opened) };
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
const due = ({ user }: UserState): boolean => user?.mustRenew === true || user?.mustSetUpSecondFactor === true;
export const useIsDue = (): boolean => useUser(due);
export const isDue = (): boolean => due(useUser.getState());

export const forgetUser = (): void => useUser.setState(NOBODY);

/** What the keys begin with under which this window keeps what a person has typed and not saved. */
export const draftsOf = (user: Pick<UserInfo, 'id'> | null): string => `${DRAFTS}${user?.id ?? ''} `;
export const DRAFTS = 'draft ';

/** What the header calls a user: the name, else the username. */
export const displayName = (user: Pick<UserInfo, 'name' | 'username'>): string => user.name.trim() || user.username;

/** First character of what is shown, as a person counts characters. */
export const initialOf = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? '';
