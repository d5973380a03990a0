// Impersonation: acting as another user in this browser, and ending it.
import type { TokenPair } from '@kuwei/contract/auth/token';
import { saveTokens } from '../api/tokens.ts';
import { KEYS, session as windowStore } from '../browser/storage.ts';
import { clearUser } from './sign.ts';

/** Starts over as the user of these tokens, reloading everything from the first page. */
export function restartSession(pair: TokenPair): void {
  clearUser();
  saveTokens(pair);
  windowStore.set(KEYS.switched, true);
  location.assign('/');
}
