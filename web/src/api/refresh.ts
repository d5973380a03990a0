// Refreshes the access token; one refresh at a time across all windows of the browser.
import { tokenRoutes, type TokenPair } from '@kuwei/contract/auth/token';
import { API_BASE, DEVICE_HEADER } from '@kuwei/contract/constants';
import { deviceId } from '../browser/device.ts';
import { locale, t } from '../phrase/phrases.ts';
import { ApiError } from './error.ts';
import { send } from './send.ts';
import { clearExpiredTokens, dropTokens, saveTokens, getStoredTokens, markRefreshing, type StoredTokens } from './tokens.ts';

/** Error codes of a token pair that is no longer valid. */
const SESSION_END_CODES: ReadonlySet<string> = new Set(['SIGN_FAIL', 'ACCOUNT_DISABLED', 'ACCOUNT_ENDED']);
const LOCK = 'kuwei-refresh';
let running: Promise<string> | null = null;

/**
 * The access token to send. Refreshes in the background when it is due, and waits only if there is no valid token.
 * @throws ApiError UNAUTHORIZED when signed out, or the error of the refresh
 */
export async function accessToken(): Promise<string> {
  const kept = getStoredTokens();
  if (!kept) {
    clearExpiredTokens();
    throw signedOut();
  }
  if (kept.token === null) return refresh();
  if (Date.now() >= kept.freshUntil) refresh().catch(() => {});
  return kept.token;
}

/**
 * Exchanges the refresh token; concurrent calls share the result.
 * @param refused the access token that the server rejected; if a different one is stored by now, that one is returned
 * @returns the new access token
 */
export function refresh(refused?: string): Promise<string> {
  const before = getStoredTokens();
  if (!before) return Promise.reject(signedOut());
  if (refused !== undefined && before.token !== null && before.token !== refused) return Promise.resolve(before.token);
  running ??= withRefreshLock(() => exchange(before)).finally(() => {
    running = null;
  });
  return running;
}

async function exchange(before: StoredTokens): Promise<string> {
  const kept = getStoredTokens();
  if (!kept) throw signedOut();
  if (kept.rtoken !== before.rtoken && kept.token !== null) return kept.token;
  markRefreshing(kept);
  try {
    const { data } = await send({
      method: tokenRoutes.refresh.method,
      address: API_BASE + tokenRoutes.refresh.path,
      headers: { 'Content-Type': 'application/json', 'Accept-Language': locale(), [DEVICE_HEADER]: deviceId() },
      body: JSON.stringify({ rtoken: kept.rtoken }),
    });
    const pair = data as TokenPair;
    if (getStoredTokens()?.session === kept.session) saveTokens(pair, kept.session);
    return pair.token;
  } catch (error) {
    const refused = error instanceof ApiError && error.code !== undefined && SESSION_END_CODES.has(error.code);
    if (refused && getStoredTokens()?.rtoken === kept.rtoken) dropTokens('server');
    throw error;
  }
}

/** Web Locks exist on https and loopback only; elsewhere two windows may refresh at once, and receive the same pair. */
async function withRefreshLock(work: () => Promise<string>): Promise<string> {
  return 'locks' in navigator ? navigator.locks.request(LOCK, work) : work();
}

const signedOut = (): ApiError => new ApiError('unauthorized', 401, 'UNAUTHORIZED', t('api.signedOut'));
