// Resolves an address to what is shown there.
import { itemsRevealedBy, firstUrl, visibleMenu, pageRoleFor, type MenuNode, type MenuViewer } from '@kuwei/contract/menu';
import { isScreen, matchScreen, mayOpen, opensScreen, type Screen, type ScreenMatch } from '@kuwei/contract/screens';
import { defaultPageRole, PAGE_ROLES, permittedPageRole } from '@kuwei/contract/access';
import { pageRole, getLastRole, saveLastRole, switchPageRole } from '../api/page-role.ts';
import { isSignedIn } from '../api/tokens.ts';
import { fullPath, type Place } from '../browser/history.ts';
import { pinnedSection } from '../session/pins.ts';
import { isSessionLoaded, restoreSession } from '../session/sign.ts';
import { getMenuAccess, getRoles, useUser } from '../session/user.ts';
import { useVersion } from '../session/version.ts';
import { CHANGE_PASSWORD, FIRST_STEPS, SECOND_FACTOR } from './addresses.ts';
import { DEFAULT_GUARDS, NOT_FOUND_MESSAGE, passGuards, tokenGuard } from './guards.ts';
import { ownerChain } from './owner.ts';
import { pageKey } from './page-key.ts';
import { withReturnUrl } from './return-url.ts';
import { entryOf, type ScreenEntry } from './screens.ts';

/** A page that may be shown. */
export interface OpenPage {
  kind: 'page';
  /** Equal for all addresses of the same page. */
  key: string;
  place: Place;
  match: ScreenMatch;
  entry: ScreenEntry;
  /** The menu item whose tab it belongs to. */
  item: MenuNode | null;
  /** Role active for this page's calls. */
  pageRole: string | null;
}

export type Resolution =
  | OpenPage
  | { kind: 'redirect'; to: string }
  | { kind: 'leave'; to: string }
  | { kind: 'error'; place: Place; status: number; message: string }
  /** The user has no menu items. */
  | { kind: 'nothing'; place: Place };

const root = /^\/([^/]+)?\/?$/;

/**
 * @param current code of the open page's menu item
 * @throws ApiError if the user, or data that a guard needs, cannot be loaded
 */
export async function resolve(place: Place, current: string | null): Promise<Resolution> {
  const signedIn = await tokenGuard(place, []);
  if (signedIn.kind !== 'pass') return toResolution(signedIn, place);
  if (isSignedIn() && !isSessionLoaded()) await restoreSession();

  const { user } = useUser.getState();
  const due = user?.mustRenew ? CHANGE_PASSWORD : user?.mustSetUpSecondFactor && SECOND_FACTOR;
  const isAtDue = due && matchScreen(place.pathname)?.screen === matchScreen(due)!.screen;
  if (due && !isAtDue) return { kind: 'redirect', to: withReturnUrl(due, fullPath(place)) };

  if (root.test(place.pathname) && isScreen(place.pathname)) return start(place);
  const match = matchScreen(place.pathname);
  if (!match) return { kind: 'error', place, status: 404, message: NOT_FOUND_MESSAGE };

  const entry = entryOf(match.screen);
  const owner = ownerChain(useVersion.getState().menu, place.pathname + place.search, current);
  activateRole(owner, place.pathname, match.screen);
  const verdict = await passGuards(entry.guards ?? DEFAULT_GUARDS, place, owner);
  if (verdict.kind !== 'pass') return toResolution(verdict, place);
  const item = owner.at(-1) ?? null;
  return {
    kind: 'page',
    key: pageKey(place.pathname, place.search, item ?? undefined),
    place,
    match,
    entry,
    item,
    pageRole: pageRole(),
  };
}

const toResolution = (verdict: Exclude<Awaited<ReturnType<typeof passGuards>>, { kind: 'pass' }>, place: Place): Resolution =>
  verdict.kind === 'error' ? { ...verdict, place } : verdict;

/**
 * `/` and `/{role}`: redirects to the pinned page, to the setup guide of a new installation while it is open, else to the first menu
 * item, below the prefix if there is one.
 */
async function start(place: Place): Promise<Resolution> {
  const prefix = root.exec(place.pathname)?.[1];
  const pinned = pinnedSection(prefix);
  if (pinned !== undefined) return { kind: 'redirect', to: `/${pinned}/base/report/start` };
  if (prefix === undefined && (await isGuideActive())) return { kind: 'redirect', to: FIRST_STEPS };
  const to = firstAddress(viewer(), prefix) ?? firstAddress(viewer());
  return to === null || to === fullPath(place) ? { kind: 'nothing', place } : { kind: 'redirect', to };
}

/** Administrators only, without impersonation; for other users nothing is loaded or requested. */
async function isGuideActive(): Promise<boolean> {
  const { user, roles } = useUser.getState();
  if (!user || user.authProxyUser || !roles.some(({ code }) => code === 'ROLE_ADMIN')) return false;
  return import('../session/first-steps.ts').then(
    ({ isGuideOpen }) => isGuideOpen(),
    // A new version was deployed meanwhile: the first page opened will report it.
    () => false,
  );
}

export const viewer = (): MenuViewer => ({
  ...getMenuAccess(useVersion.getState().menu),
  pageRole: pageRole(),
  opens: opensScreen,
});

/** The first address the user can open: in the visible menu, else in the first branch available under another page role. */
function firstAddress(of: MenuViewer, prefix?: string): string | null {
  const below = (nodes: readonly MenuNode[]): MenuNode[] =>
    prefix === undefined
      ? [...nodes]
      : nodes.map((node) => ({ ...node, url: node.url?.startsWith(`/${prefix}/`) ? node.url : null, subs: below(node.subs) }));
  const { menu } = useVersion.getState();
  const visible = visibleMenu(menu, of);
  return firstUrl(below(visible)) ?? firstUrl(below(visible.flatMap((head) => itemsRevealedBy(menu, head, of))));
}

/**
 * Activates the role of the page's menu branch; outside every branch the role last used at the address, or one that may open the screen.
 */
export function activateRole(owner: readonly MenuNode[], path: string, screen?: Screen): void {
  const held = getRoles();
  if (held.length === 0) return;
  const branchRole = pageRoleFor(owner, held);
  if (branchRole !== null) switchPageRole(branchRole, held);
  else {
    const own = permittedPageRole(getLastRole(path), held) ?? pageRole() ?? defaultPageRole(held);
    const others = PAGE_ROLES.filter((role) => held.some(({ code }) => code === role));
    const opens = [own, ...others].find((role) => screen === undefined || mayOpen(screen, held, role));
    const wanted = opens ?? own;
    if (wanted !== null) switchPageRole(wanted, held);
  }
  saveLastRole(path, pageRole());
}
