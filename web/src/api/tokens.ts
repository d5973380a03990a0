// The tokens of this browser, shared by all its windows. Read from storage each time, so that no window works with a pair
// that another one has already exchanged.
import type { TokenPair } from '@kuwei/contract/auth/token';
import { REFRESH_MARKER_MS, TOKEN_FRESH_PART } from '@kuwei/contract/constants';
import { KEYS, local } from '../base/storage.ts';
import { uuid } from '../base/uuid.ts';

export interface KeptTokens {
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

/** @param elsewhere another window did it */
type Listener = (kept: KeptTokens | null, elsewhere: boolean) => void;
const listeners = new Set<Listener>();

/** What is kept, without what has ended; null when signed out. */
export function keptTokens(): KeptTokens | null {
  const kept = local.get(KEYS.session) as KeptTokens | null;
  const now = Date.now();
  if (!kept || kept.refreshEndsAt <= now) return null;
  return kept.endsAt > now ? kept : { ...kept, token: null };
}

export const isSignedIn = (): boolean => keptTokens() !== null;

/**
 * Signs in, or takes over the next pair of the same session.
 * @param session of the pair that is exchanged; a new one when left out
 */
export function keepTokens(pair: TokenPair, session: string = uuid()): KeptTokens {
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
  tell();
  return kept;
}

/** A refresh begins: no second one for a while, in any window. */
export function markRefreshing(kept: KeptTokens): void {
  local.set(KEYS.session, { ...kept, freshUntil: Date.now() + REFRESH_MARKER_MS });
}

export function dropTokens(): void {
  if (local.get(KEYS.session) === null) return;
  local.remove(KEYS.session);
  tell();
}

/** Calls back when tokens are set, exchanged or dropped, in this window or another. @returns ends it */
export function onTokens(listener: Listener): () => void {
  const fromOther = ({ key }: StorageEvent): void => {
    if (key === KEYS.session || key === null) listener(keptTokens(), true);
  };
  listeners.add(listener);
  window.addEventListener('storage', fromOther);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', fromOther);
  };
}

function tell(): void {
  const kept = keptTokens();
  for (const listener of listeners) listener(kept, false);
}
