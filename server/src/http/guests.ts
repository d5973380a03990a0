// Concurrency limits for calls without a session. A whole campus may share one address.
import { createKeyedLimiter } from '../limiter.ts';
import type { Origin } from '../context.ts';
import { addressKey } from './address.ts';

/** More than the queues of sign-in, sign-on and forgotten passwords together hold, so that those do not block other calls. */
export const GUEST_CALLS_PER_ADDRESS = 1_000;
const atAddress = createKeyedLimiter(GUEST_CALLS_PER_ADDRESS);
/** For a known browser, once its address is at the limit. */
const ofBrowser = createKeyedLimiter(20);
/** Each is a database query. */
const guestLookUps = createKeyedLimiter(2, 20, 5_000);

/**
 * Runs a call within the limit of its address; beyond it, a known browser has its own.
 * @param known hash of the browser; null if unknown
 * @param work receives the key that it counts for
 * @throws AppError TOO_MANY_AT_ONCE
 */
export async function runWithGuestLimit<T>(
  { ip, browser: { shown } }: Pick<Origin, 'ip' | 'browser'>,
  known: () => Promise<Buffer | null>,
  work: (key: string) => Promise<T>,
): Promise<T> {
  const address = addressKey(ip);
  let isBegun = false;
  try {
    return await atAddress(address, () => {
      isBegun = true;
      return work(address);
    });
  } catch (error) {
    if (isBegun || shown === null) throw error;
    const device = await guestLookUps(address, known);
    if (device === null) throw error;
    const browser = `browser ${device.toString('hex')}`;
    return ofBrowser(browser, () => work(browser));
  }
}
