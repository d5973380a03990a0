// Becoming another person in this browser, and oneself again.
import type { TokenPair } from '@kuwei/contract/auth/token';
import { saveTokens } from '../api/tokens.ts';
import { KEYS, session as windowStore } from '../browser/storage.ts';
import { clearUser } from './sign.ts';

/** Starts over as the person these tokens stand for: everything is reloaded, from the first page on. */
export function restartSession(pair: TokenPair): void {
  clearUser();
  saveTokens(pair);
  windowStore.set(KEYS.switched, true);
  location.assign('/');
}
