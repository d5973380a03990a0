// The tokens of this browser, shared by all its windows. Read from storage each time, so that no window uses a pair that another
// one has already exchanged.
import type { TokenPair } from '@kuwei/contract/auth/token';
import { REFRESH_MARKER_MS, TOKEN_FRESH_PART } from '@kuwei/contract/constants';
import { KEYS, local } from '../browser/storage.ts';
import { uuid } from '../browser/uuid.ts';

export interface StoredTokens {
  /** Created at sign-in and kept through refreshes: distinguishes a new sign-in from a refreshed pair. */
  session: string;
  /** Null once expired; the refresh token is exchanged first then. */
  token: string | null;
  /** When a refresh is due, ms since 1970. */
  freshUntil: number;
  /** ms since 1970 */
  endsAt: number;
  rtoken: string;
  /** ms since 1970 */
  refreshEndsAt: number;
}

/** How a session ended: by signing out, by rejection from the server, or by expiry. */
export type EndedBy = 'hand' | 'server' | 'time';

/** The tokens stored now, or how the session ended; `elsewhere`: done by another window. */
type TokensChange = { kept: StoredTokens; elsewhere: boolean } | { kept: null; ended: EndedBy; elsewhere: boolean };
type Listener = (change: TokensChange) => void;

/** Set while the user signs out in this window: until then neither rejected calls nor other windows may end the session first. */
let signingOut = false;
/** How another window is ending the session; it announces this first. */
let endedByOtherWindow: EndedBy | null = null;
const listeners = new Set<Listener>();

/** Anything else was not written here, or by another version. */
function isStoredTokens(kept: unknown): kept is StoredTokens {
  const { session, rtoken, refreshEndsAt } = (kept ?? {}) as Partial<Record<keyof StoredTokens, unknown>>;
  return typeof session === 'string' && typeof rtoken === 'string' && typeof refreshEndsAt === 'number';
}

/** The stored tokens, without expired ones; null when signed out. */
export function getStoredTokens(): StoredTokens | null {
  const kept = local.get(KEYS.session);
  const now = Date.now();
  if (!isStoredTokens(kept) || kept.refreshEndsAt <= now) return null;
  return kept.endsAt > now ? kept : { ...kept, token: null };
}

export const isSignedIn = (): boolean => getStoredTokens() !== null;

/**
 * Stores the tokens of a sign-in, or the refreshed pair of the same session.
 * @param session of the pair that was exchanged; defaults to a new one
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
  notifyListeners({ kept, elsewhere: false });
  return kept;
}

/** Marks a refresh as started: no window starts a second one for a while. */
export function markRefreshing(kept: StoredTokens): void {
  local.set(KEYS.session, { ...kept, freshUntil: Date.now() + REFRESH_MARKER_MS });
}

export function dropTokens(endedBy: EndedBy): void {
  const isOwnEnd = signingOut && endedBy === 'hand';
  if (isOwnEnd) signingOut = false;
  // Another window may have removed them first.
  if (signingOut || (local.get(KEYS.session) === null && !isOwnEnd)) return;
  // The server rejects the session because another window has just signed out.
  const elsewhere = endedBy === 'server' && endedByOtherWindow === 'hand';
  if (!elsewhere) announce(endedBy);
  local.remove(KEYS.session);
  notifyListeners({ kept: null, ended: elsewhere ? 'hand' : endedBy, elsewhere });
}

/** Lets other windows know the reason before the server rejects their session. */
export function announceSignOut(): void {
  signingOut = true;
  announce('hand');
}

function announce(endedBy: EndedBy): void {
  local.set(KEYS.sessionEnd, endedBy);
  local.remove(KEYS.sessionEnd);
}

/** Removes expired tokens and notifies listeners. */
export function clearExpiredTokens(): void {
  if (!isSignedIn()) dropTokens('time');
}

/** Subscribes to tokens being set, refreshed or removed, in this window or another. @returns unsubscribes */
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

function notifyListeners(change: TokensChange): void {
  for (const listener of listeners) listener(change);
}
