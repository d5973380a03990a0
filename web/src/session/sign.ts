// Signing in and out, with everything to load and clear.
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
import { isRestoreRecent } from './version.ts';
import { DRAFTS, draftsOf, forgetUser, loadUser, getRoles, useUser } from './user.ts';
import { saveReturnPoint, getReturnPoint, captureReturnPoint, restoreReturnPoint } from './return-point.ts';

/**
 * Signs in as the user of these tokens.
 * @returns the address where their last session in this window was ended for them; null if there is none
 * @throws ApiError if the user cannot be loaded
 */
export async function signIn(pair: TokenPair): Promise<string | null> {
  const point = getReturnPoint();
  clearUser();
  saveTokens(pair);
  await loadSession();
  const address = await restoreReturnPoint(point);
  reopen();
  return address;
}

let prefetchedSession: Promise<void> | null = null;

/**
 * Starts loading the user of the stored tokens; `restoreSession` waits for it.
 * @param texts being loaded in the language of this browser: that of the account is switched to once they are here
 */
export function prefetchSession(texts: Promise<unknown>): void {
  if (!isSignedIn()) return;
  prefetchedSession = loadSession(texts);
  prefetchedSession.catch(() => {});
}

/** The user is loaded, and with them the settings and the page role, which come later. */
export const isSessionLoaded = (): boolean => useUser.getState().user !== null && prefetchedSession === null;

/** Loads the session of the stored tokens, or waits for the one that is being loaded. @throws ApiError */
export async function restoreSession(): Promise<void> {
  const prefetched = prefetchedSession;
  try {
    await (prefetched ?? loadSession());
  } finally {
    if (prefetchedSession === prefetched) prefetchedSession = null;
  }
  reopen();
}

async function loadSession(texts?: Promise<unknown>): Promise<void> {
  await loadPreferences(Promise.all([loadUser(), texts]));
  dropForeignDrafts();
  hideForeignCounts().catch(() => {});
  restorePageRole(getRoles());
}

/** Drafts of another user in this window are deleted; an impersonator returns to their own. */
function dropForeignDrafts(): void {
  const { user } = useUser.getState();
  if (!user) return;
  const acting = user.authProxyUser;
  windowStore.removeAll(DRAFTS, [draftsOf(user), ...(acting ? [draftsOf({ id: acting })] : [])]);
}

/** Count lists that another user opened in this browser are deleted too. */
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

/** Ends the session on the server and here; unsaved changes were discarded. Signs out here even if the server does not respond. */
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

/** Called when the user changes, so that nothing of one user is shown to the next. */
const clearListeners = new Set<() => void>();
export function onUserCleared(forget: () => void): () => void {
  clearListeners.add(forget);
  return () => clearListeners.delete(forget);
}

function reopen(): void {
  if (restoreOpenTabs()) for (const open of returnListeners) open();
}

/** Called when a user is back whose session had been ended for them: their tabs are restored. */
const returnListeners = new Set<() => void>();
export function onUserReturned(open: () => void): () => void {
  returnListeners.add(open);
  return () => returnListeners.delete(open);
}

export function clearUser(): void {
  prefetchedSession = null;
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

/** Why a user has to sign in again. */
export type SessionEnd = EndedBy | 'acting' | 'restore';

/** Stored in this window until the next sign-in. */
export const getSessionEnd = (): SessionEnd | null => windowStore.get(KEYS.ended) as SessionEnd | null;

interface SessionWatcher {
  /**
   * Called when signed out and after the user was cleared.
   * @param stays after signing in again the user continues on this page
   */
  onSignedOut: (stays: boolean) => void;
  /** Another window signed in a different user: this one starts over as that user. */
  onSignedInElsewhere: () => void;
}

/** Watches for the end of the session, also by other windows of this browser. */
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
    const point = isActing ? null : captureReturnPoint();
    const isLoading = useUser.getState().user === null;
    if (!isLoading) clearUser();
    // On expiry keep them: the clock may be wrong while offline.
    if (ended === 'server') void import('./device-counts.ts').then(({ hideCounts }) => hideCounts(() => true)).catch(() => {});
    if (elsewhere || byItself) {
      // A restore that fails leaves the sessions as they are.
      const end: SessionEnd = ended === 'server' && isRestoreRecent() ? 'restore' : actingOver ? 'acting' : ended;
      windowStore.set(KEYS.ended, end);
      saveReturnPoint(point);
    }
    // A page opened while impersonating is no place to return to. A session that the server rejected starts over, unless nothing was
    // shown yet.
    onSignedOut(!actingOver && (elsewhere || ended === 'time' || (ended === 'server' && isLoading)));
  });
}
