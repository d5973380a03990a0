// Signing in and out, and what has to come and go with it.
import { tokenRoutes, type TokenPair } from '@kuwei/contract/auth/token';
import { call } from '../api/call.ts';
import { saveOrg } from '../api/org.ts';
import { forgetPageRoles, restorePageRole } from '../api/page-role.ts';
import { announceSignOut, dropTokens, isSignedIn, saveTokens, getStoredTokens, onTokens, type EndedBy } from '../api/tokens.ts';
import { hasDatabase } from '../browser/databases.ts';
import { KEYS, session as windowStore } from '../browser/storage.ts';
import { COUNT_DATABASES } from './count-places.ts';
import { clearOpenTabs, saveOpenTabs, restoreOpenTabs } from './open-tabs.ts';
import { loadPreferences } from './preference.ts';
import { forgetUnread } from './unread.ts';
import { DRAFTS, draftsOf, forgetUser, loadUser, getRoles, useUser } from './user.ts';
import { saveReturnPoint, getReturnPoint, captureReturnPoint, restoreReturnPoint } from './return-point.ts';

/**
 * Becomes the person these tokens stand for.
 * @returns the address where their last session ended in this window without them; null where there is none
 * @throws ApiError when the server then does not say who that is
 */
export async function signIn(pair: TokenPair): Promise<string | null> {
  const way = getReturnPoint();
  clearUser();
  saveTokens(pair);
  await loadSession();
  const address = await restoreReturnPoint(way);
  openAgain();
  return address;
}

let prefetchedSession: Promise<void> | null = null;

/** Begins to load the person whose tokens are kept; `restoreSession` waits for it. */
export function prefetchSession(): void {
  if (!isSignedIn()) return;
  prefetchedSession = loadSession();
  prefetchedSession.catch(() => {});
}

/** Loads the person whose tokens are kept. @throws ApiError */
export async function restoreSession(): Promise<void> {
  const loaded = prefetchedSession ?? loadSession();
  prefetchedSession = null;
  await loaded;
  openAgain();
}

async function loadSession(): Promise<void> {
  await loadPreferences(loadUser());
  dropForeignDrafts();
  hideForeignCounts().catch(() => {});
  restorePageRole(getRoles());
}

/** What another person left unsaved in this window is nobody else's to read; who acts for somebody comes back to their own. */
function dropForeignDrafts(): void {
  const { user } = useUser.getState();
  if (!user) return;
  const acting = user.authProxyUser;
  windowStore.removeAll(DRAFTS, [draftsOf(user), ...(acting ? [draftsOf({ id: acting })] : [])]);
}

/** Lists of counts that another person has opened in this browser are nobody else's to read, either. */
async function hideForeignCounts(): Promise<void> {
  const { user } = useUser.getState();
  if (!user || !(await hasDatabase(COUNT_DATABASES))) return;
  const { hideCounts, getCounterId } = await import('./device-counts.ts');
  await hideCounts((person) => person !== getCounterId(user));
}

async function forgetOwnCounts(): Promise<void> {
  const { user } = useUser.getState();
  if (!user || !(await hasDatabase(COUNT_DATABASES))) return;
  const { forgetCounts, getCounterId } = await import('./device-counts.ts');
  await forgetCounts(getCounterId(user));
}

/** Ends the session on the server and here; what is unsaved was given up. A server that does not answer does not keep anybody signed in here. */
export async function signOut(): Promise<void> {
  const kept = getStoredTokens();
  if (kept) {
    announceSignOut();
    const body = { token: kept.token, rtoken: kept.rtoken };
    await call(tokenRoutes.revoke, { body }, { token: false }).catch(() => {});
  }
  const drafts = draftsOf(useUser.getState().user);
  await forgetOwnCounts().catch(() => {});
  clearUser();
  windowStore.removeAll(drafts);
  clearOpenTabs();
  dropTokens('hand');
}

/** Called when the person changes, so that nothing of one is shown to the next. */
const clearListeners = new Set<() => void>();
export function onUserCleared(forget: () => void): () => void {
  clearListeners.add(forget);
  return () => clearListeners.delete(forget);
}

function openAgain(): void {
  if (restoreOpenTabs()) for (const open of returnListeners) open();
}

/** Called when somebody is back whose session had ended here without them: what they had open is kept again. */
const returnListeners = new Set<() => void>();
export function onUserReturned(open: () => void): () => void {
  returnListeners.add(open);
  return () => returnListeners.delete(open);
}

export function clearUser(): void {
  saveOpenTabs();
  forgetUser();
  forgetPageRoles();
  forgetUnread();
  saveOrg(null);
  windowStore.remove(KEYS.tabs);
  windowStore.remove(KEYS.acting);
  windowStore.remove(KEYS.ended);
  saveReturnPoint(null);
  for (const forget of clearListeners) forget();
}

/** Why somebody who did nothing here has to sign in again. */
export type SessionEnd = EndedBy | 'acting';

/** Known to this window until somebody signs in. */
export const getSessionEnd = (): SessionEnd | null => windowStore.get(KEYS.ended) as SessionEnd | null;

interface SessionWatcher {
  /**
   * Nobody is signed in any more, and this window has forgotten who was.
   * @param stays whoever signs in again goes on where this window stands
   */
  onSignedOut: (stays: boolean) => void;
  /** Another window signed in somebody: this one starts over as them. */
  onSignedInElsewhere: () => void;
}

/** Follows the session to its end, and into what other windows of this browser do with it. */
export function watchSession({ onSignedOut, onSignedInElsewhere }: SessionWatcher): () => void {
  let session = getStoredTokens()?.session ?? null;
  return onTokens((change) => {
    const before = session;
    session = change.kept?.session ?? null;
    if (session === before) return;
    if (change.kept !== null) {
      if (change.elsewhere) onSignedInElsewhere();
      return;
    }
    const { ended, elsewhere } = change;
    const byItself = ended !== 'hand';
    const isActing = windowStore.get(KEYS.acting) !== null;
    const actingOver = byItself && isActing;
    const way = isActing ? null : captureReturnPoint();
    if (useUser.getState().user) clearUser();
    // Where the time is over it may be the clock that is wrong, in a place without a connection.
    if (ended === 'server') void import('./device-counts.ts').then(({ hideCounts }) => hideCounts(() => true)).catch(() => {});
    if (elsewhere || byItself) {
      windowStore.set(KEYS.ended, actingOver ? 'acting' : ended);
      saveReturnPoint(way);
    }
    // What one acted as is no place for oneself. Whose session was refused here starts over.
    onSignedOut(!actingOver && (elsewhere || ended === 'time'));
  });
}
