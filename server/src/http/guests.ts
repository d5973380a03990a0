// Calls of those who are not signed in, which are under way at once. A whole campus may stand behind one address.
import { boundedEach } from '../bounded.ts';
import type { Origin } from '../context.ts';
import { addressKey } from './address.ts';

/** More than stand in the lines of sign-in, sign-on and forgotten passwords together, so that those shut nobody out of the rest. */
export const GUEST_CALLS_PER_ADDRESS = 1_000;
const atAddress = boundedEach(GUEST_CALLS_PER_ADDRESS);
/** Of a browser that an account has been signed in from, where its address has too many. */
const ofBrowser = boundedEach(20);
/** Each is a question to the database. */
const lookUps = boundedEach(2, 20, 5_000);

/**
 * Runs a call among those of its address; where these are too many, a browser that is known has places of its own.
 * @param known hash of the browser; null where it is not known
 * @param work is given whom it counts for
 * @throws AppError TOO_MANY_AT_ONCE
 */
export async function amongGuests<T>(
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
    const device = await lookUps(address, known);
    if (device === null) throw error;
    const browser = `browser ${device.toString('hex')}`;
    return ofBrowser(browser, () => work(browser));
  }
}
