// Signing in and out, and what has to come and go with it.
import { tokenRoutes, type TokenPair } from '@kuwei/contract/auth/token';
import { call } from '../api/call.ts';
import { keepOrg } from '../api/org.ts';
import { forgetPageRoles, settlePageRole } from '../api/page-role.ts';
import { announceSignOut, dropTokens, isSignedIn, keepTokens, keptTokens, onTokens, type EndedBy } from '../api/tokens.ts';
import { hasDatabase } from '../browser/databases.ts';
import { KEYS, session as windowStore } from '../browser/storage.ts';
import { COUNT_DATABASES } from './count-places.ts';
import { dropOpenOnes, keepOpenOnes, takeOpenOnes } from './left-open.ts';
import { loadPreferences } from './preference.ts';
import { forgetUnread } from './unread.ts';
import { DRAFTS, draftsOf, forgetUser, loadUser, rolesHeld, useUser } from './user.ts';
import { keepWay, keptWay, wayHere, wayTaken } from './way-back.ts';

/**
 * Becomes the person these tokens stand for.
 * @returns the address where their last session ended in this window without them; null where there is none
 * @throws ApiError when the server then does not say who that is
 */
export async function signIn(pair: TokenPair): Promise<string | null> {
  const way = keptWay();
  forgetPerson();
  keepTokens(pair);
  await becomeLoaded();
  const address = await wayTaken(way);
  openAgain();
  return address;
}

let askedAhead: Promise<void> | null = null;

/** Begins to load the person whose tokens are kept; `becomeKept` waits for it. */
export function askAhead(): void {
  if (!isSignedIn()) return;
  askedAhead = becomeLoaded();
  askedAhead.catch(() => {});
}

/** Loads the person whose tokens are kept. @throws ApiError */
export async function becomeKept(): Promise<void> {
  const loaded = askedAhead ?? becomeLoaded();
  askedAhead = null;
  await loaded;
  openAgain();
}

async function becomeLoaded(): Promise<void> {
  await loadPreferences(loadUser());
  dropForeignDrafts();
  hideForeignCounts().catch(() => {});
  settlePageRole(rolesHeld());
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
  const { hideCounts, personOf } = await import('./device-counts.ts');
  await hideCounts((person) => person !== personOf(user));
}

async function forgetOwnCounts(): Promise<void> {
  const { user } = useUser.getState();
  if (!user || !(await hasDatabase(COUNT_DATABASES))) return;
  const { forgetCounts, personOf } = await import('./device-counts.ts');
  await forgetCounts(personOf(user));
}

/** Ends the session on the server and here; what is unsaved was given up. A server that does not answer does not keep anybody signed in here. */
export async function signOut(): Promise<void> {
  const kept = keptTokens();
  if (kept) {
    announceSignOut();
    const body = { token: kept.token, rtoken: kept.rtoken };
    await call(tokenRoutes.revoke, { body }, { token: false }).catch(() => {});
  }
  const drafts = draftsOf(useUser.getState().user);
  await forgetOwnCounts().catch(() => {});
  forgetPerson();
  windowStore.removeAll(drafts);
  dropOpenOnes();
  dropTokens('hand');
}

/** Called when the person changes, so that nothing of one is shown to the next. */
const forgetters = new Set<() => void>();
export function onPersonGone(forget: () => void): () => void {
  forgetters.add(forget);
  return () => forgetters.delete(forget);
}

function openAgain(): void {
  if (takeOpenOnes()) for (const open of openers) open();
}

/** Called when somebody is back whose session had ended here without them: what they had open is kept again. */
const openers = new Set<() => void>();
export function onPersonBack(open: () => void): () => void {
  openers.add(open);
  return () => openers.delete(open);
}

export function forgetPerson(): void {
  keepOpenOnes();
  forgetUser();
  forgetPageRoles();
  forgetUnread();
  keepOrg(null);
  windowStore.remove(KEYS.tabs);
  windowStore.remove(KEYS.acting);
  windowStore.remove(KEYS.ended);
  keepWay(null);
  for (const forget of forgetters) forget();
}

/** Why somebody who did nothing here has to sign in again. */
export type Ended = EndedBy | 'acting';

/** Known to this window until somebody signs in. */
export const endedHere = (): Ended | null => windowStore.get(KEYS.ended) as Ended | null;

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
  let session = keptTokens()?.session ?? null;
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
    const way = isActing ? null : wayHere();
    if (useUser.getState().user) forgetPerson();
    // Where the time is over it may be the clock that is wrong, in a place without a connection.
    if (ended === 'server') void import('./device-counts.ts').then(({ hideCounts }) => hideCounts(() => true)).catch(() => {});
    if (elsewhere || byItself) {
      windowStore.set(KEYS.ended, actingOver ? 'acting' : ended);
      keepWay(way);
    }
    // What one acted as is no place for oneself. Whose session was refused here starts over.
    onSignedOut(!actingOver && (elsewhere || ended === 'time'));
  });
}
