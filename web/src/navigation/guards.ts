// Guards between an address and its page. Screens name their guards; they are looked up here.
import { ORG_TYPE_LAB } from '@kuwei/contract/constants';
import { isItemOpen, type MenuNode } from '@kuwei/contract/menu';
import { isReviewed, matchScreen, mayOpen } from '@kuwei/contract/screens';
import { orgRoutes } from '@kuwei/contract/wms/org';
import { call } from '../api/call.ts';
import { chosenOrg, saveOrg } from '../api/org.ts';
import { pageRole } from '../api/page-role.ts';
import { clearExpiredTokens, isSignedIn } from '../api/tokens.ts';
import { fullPath, type Place } from '../browser/history.ts';
import { loadCode } from '../browser/lazy-part.ts';
import { t } from '../phrase/phrases.ts';
import { getMenuAccess, getRoles } from '../session/user.ts';
import { configOr, useVersion } from '../session/version.ts';
import { LOGIN, SWITCH_ORG } from './addresses.ts';
import { withReturnUrl } from './return-url.ts';

export type Verdict =
  | { kind: 'pass' }
  | { kind: 'redirect'; to: string }
  /** Leaves the console for another site's sign-in page. */
  | { kind: 'leave'; to: string }
  | { kind: 'error'; status: number; message: string };

/** @param owner chain of menu items that the address belongs to, top first */
export type Guard = (place: Place, owner: readonly MenuNode[]) => Verdict | Promise<Verdict>;

const PASS: Verdict = { kind: 'pass' };

export const NOT_FOUND_MESSAGE = 'This page could not be found';

/** Every page requires a sign-in, except those below `common`. Applies to unknown addresses too. */
export const tokenGuard: Guard = (place) => {
  if (place.pathname.split('/')[2] === 'common' || isSignedIn()) return PASS;
  clearExpiredTokens();
  const login = configOr('YCT_SYSTEM_LOGIN_URL', LOGIN);
  if (/^https?:\/\//.test(login)) return { kind: 'leave', to: withReturnUrl(login, fullPath(place)) };
  const own = /^\/(?![/\\])/.test(login) ? login : LOGIN;
  return { kind: 'redirect', to: withReturnUrl(own, fullPath(place)) };
};

/**
 * A screen requires the right to its call under the page role, whatever the prefix of its address; a screen with a menu item requires
 * that item too, except the documents of reviewers. The server enforces rights itself.
 */
const accessGuard: Guard = (place, owner) => {
  const screen = matchScreen(place.pathname)?.screen;
  const opens = screen === undefined || mayOpen(screen, getRoles(), pageRole());
  const isDocument = screen !== undefined && isReviewed(screen) && new URLSearchParams(place.search).has('id');
  return opens && (isDocument || isItemOpen(owner, getMenuAccess(useVersion.getState().menu)))
    ? PASS
    : { kind: 'error', status: 403, message: t('error.page.forbidden') };
};

/**
 * The lab section works for one research group: the one this session has chosen, else the user's only group, else the user chooses.
 * @throws ApiError if the groups cannot be loaded
 */
const groupGuard: Guard = async (place) => {
  if (!place.pathname.startsWith('/teacher/wms/') || chosenOrg()?.type === ORG_TYPE_LAB || !isSignedIn()) return PASS;
  const labs = (await call(orgRoutes.listMyOrgs)).filter((org) => org.type === ORG_TYPE_LAB);
  const chosen = labs.find((org) => org.selected);
  const only = labs.length === 1 ? labs[0] : undefined;
  if (chosen) saveOrg(chosen);
  else if (only) saveOrg(await call(orgRoutes.switchOrg, { body: { orgId: only.id } }, { org: false }));
  else return { kind: 'redirect', to: withReturnUrl(SWITCH_ORG, fullPath(place)) };
  return PASS;
};

/** A sign-in method that is disabled has no page. @throws ApiError */
const createSignInMethodGuard =
  (way: 'demo' | 'sso' | 'forgotten'): Guard =>
  async () => {
    const { listSignInMethods } = await loadCode(() => import('../session/sign-in-methods.ts'));
    if ((await listSignInMethods())[way]) return PASS;
    return { kind: 'error', status: 404, message: way === 'sso' ? t('error.page.noSso') : NOT_FOUND_MESSAGE };
  };

const registry = {
  access: accessGuard,
  group: groupGuard,
  demo: createSignInMethodGuard('demo'),
  sso: createSignInMethodGuard('sso'),
  forgotten: createSignInMethodGuard('forgotten'),
} satisfies Record<string, Guard>;
export type GuardName = keyof typeof registry;
export const DEFAULT_GUARDS = ['access', 'group'] as const satisfies GuardName[];

/** The first verdict other than pass. An unregistered guard name is a page error. */
export async function passGuards(names: readonly string[], place: Place, owner: readonly MenuNode[]): Promise<Verdict> {
  for (const name of names) {
    const guard = Object.hasOwn(registry, name) ? registry[name as GuardName] : undefined;
    if (!guard) return { kind: 'error', status: 500, message: `Unknown middleware ${name}` };
    const verdict = await guard(place, owner);
    if (verdict.kind !== 'pass') return verdict;
  }
  return PASS;
}
