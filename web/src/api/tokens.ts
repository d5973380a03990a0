// The tokens of this browser, shared by all its windows. Read from storage each time, so that no window works with a pair
// that another one has already exchanged.
import type { TokenPair } from '@kuwei/contract/auth/token';
import { REFRESH_MARKER_MS, TOKEN_FRESH_PART } from '@kuwei/contract/constants';
import { KEYS, local } from '../browser/storage.ts';
import { uuid } from '../browser/uuid.ts';

export interface StoredTokens {
  /** Made at sign-in and kept through refreshes: tells a new person from a new pair. */
  session: string;
  /** Null once it has ended; the refresh token is exchanged first then. */
  token: string | null;
  /** ms since 1970: from here on a refresh is due. */
  freshUntil: number;
  /** ms since 1970 */
  endsAt: number;
  rtoken: string;
  /** ms since 1970 */
  refreshEndsAt: number;
}

/** What ends a session: signing out, the server that takes it no more, or its time. */
export type EndedBy = 'hand' | 'server' | 'time';

/** What is kept from now on, or how the session ended; `elsewhere`: another window did it. */
type TokensChange = { kept: StoredTokens; elsewhere: boolean } | { kept: null; ended: EndedBy; elsewhere: boolean };
type Listener = (change: TokensChange) => void;

/** Somebody signs out in this window: neither calls that the server refuses from then on, nor other windows that hear of it first, end anything before. */
let signingOut = false;
/** How another window ends the session; it says so before it does. */
let endedByOtherWindow: EndedBy | null = null;
const listeners = new Set<Listener>();

/** What is kept, without what has ended; null when signed out. */
export function getStoredTokens(): StoredTokens | null {
  const kept = local.get(KEYS.session) as StoredTokens | null;
  const now = Date.now();
  if (!kept || kept.refreshEndsAt <= now) return null;
  return kept.endsAt > now ? kept : { ...kept, token: null };
}

export const isSignedIn = (): boolean => getStoredTokens() !== null;

/**
 * Signs in, or takes over the next pair of the same session.
 * @param session of the pair that is exchanged; a new one when left out
 */
export function saveTokens(pair: TokenPair, session: string = uuid()): StoredTokens {
  const now = Date.now();
  const kept = {
    session,
    token: pair.token,
    freshUntil: now + pair.expries * 1_000 * TOKEN_FRESH_PART,
    endsAt: now + pair.expries * 1_000,
    rtoken: pair.rtoken,
    refreshEndsAt: now + pair.rexpries * 1_000,
  };
  local.set(KEYS.session, kept);
  endedByOtherWindow = null;
  tell({ kept, elsewhere: false });
  return kept;
}

/** A refresh begins: no second one for a while, in any window. */
export function markRefreshing(kept: StoredTokens): void {
  local.set(KEYS.session, { ...kept, freshUntil: Date.now() + REFRESH_MARKER_MS });
}

export function dropTokens(endedBy: EndedBy): void {
  const isOwnEnd = signingOut && endedBy === 'hand';
  if (isOwnEnd) signingOut = false;
  // Another window may have dropped them first.
  if (signingOut || (local.get(KEYS.session) === null && !isOwnEnd)) return;
  // The server takes the session no more because another window has just signed out.
  const elsewhere = endedBy === 'server' && endedByOtherWindow === 'hand';
  if (!elsewhere) announce(endedBy);
  local.remove(KEYS.session);
  tell({ kept: null, ended: elsewhere ? 'hand' : endedBy, elsewhere });
}

/** Other windows may hear from the server first that the session is over; they know why then. */
export function announceSignOut(): void {
  signingOut = true;
  announce('hand');
}

function announce(endedBy: EndedBy): void {
  local.set(KEYS.sessionEnd, endedBy);
  local.remove(KEYS.sessionEnd);
}

/** Drops tokens whose time is over; whoever watches hears of it. */
export function clearExpiredTokens(): void {
  if (!isSignedIn()) dropTokens('time');
}

/** Calls back when tokens are set, exchanged or dropped, in this window or another. @returns ends it */
export function onTokens(listener: Listener): () => void {
  const fromOther = ({ key, newValue }: StorageEvent): void => {
    if (key === KEYS.sessionEnd && newValue !== null) endedByOtherWindow = JSON.parse(newValue) as EndedBy;
    if (key !== KEYS.session && key !== null) return;
    const kept = getStoredTokens();
    if (kept === null && signingOut) return;
    if (kept) endedByOtherWindow = null;
    listener(kept ? { kept, elsewhere: true } : { kept, ended: endedByOtherWindow ?? 'hand', elsewhere: true });
  };
  listeners.add(listener);
  window.addEventListener('storage', fromOther);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', fromOther);
  };
}

function tell(change: TokensChange): void {
  for (const listener of listeners) listener(change);
}
