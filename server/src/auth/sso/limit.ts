// Rate limits for starting and finishing sign-ons: each try calls the university's server before anyone is authenticated.
import { createHash } from 'node:crypto';
import { AppError } from '@kuwei/contract/error';
import { createPacedLimiter } from '../../limiter.ts';
import type { Origin, OwnContext } from '../../context.ts';
import { createWindowCounter } from '../../window-counter.ts';
import type { Db } from '../../db/open.ts';
import { addressKey } from '../../http/address.ts';
import { knownDevice } from '../../session/known-device.ts';
import {
  countFailure,
  runInAttemptQueue,
  createAttemptQueue,
  LONGEST_WAIT_MS,
  SIGN_ON,
  type SignInAttempt,
} from '../sign-in/delay.ts';

/** A lecture hall may sign on behind one address; beyond this many tries, they are slowed down. */
const TRIES = 300;
const WINDOW_MS = 300_000;
const ADDRESSES_MAX = 20_000;
/** Waits mostly for the university's server and costs us little. */
const finishQueue = createAttemptQueue(100, 300);
const slowLimiter = createPacedLimiter(1, 100, LONGEST_WAIT_MS);
const PAUSE_MS = 250;

const windows = createWindowCounter(WINDOW_MS, ADDRESSES_MAX);

/** @returns tries of the address within five minutes */
export const countTries = (what: 'begin' | 'finish', ip: string, now?: number): number =>
  windows.count(`${what} ${addressKey(ip)}`, now);

/** Runs a try at once, or queues it if its address has had many. */
function runPaced<T>(what: 'begin' | 'finish', ip: string, isKnown: boolean, work: () => Promise<T>): Promise<T> {
  if (isKnown || countTries(what, ip) <= TRIES) return work();
  return slowLimiter(`${what} ${addressKey(ip)}`, (hold) => {
    hold(PAUSE_MS);
    return work();
  });
}

/** Runs the start of a sign-on. @throws AppError TOO_MANY if the queue of the address is full */
export async function runBeginPaced<T>(db: Db, origin: Origin, work: () => Promise<T>): Promise<T> {
  return runPaced('begin', origin.ip, (await knownDevice(db, origin)) !== null, work);
}

/** How many addresses are tracked. */
export const countTrackedAddresses = (): number => windows.size();

/**
 * Runs the end of a sign-on. An unconfirmed one counts for its ticket, so that people behind one address do not delay each other,
 * and for the address, separately from wrong passwords. An unavailable provider does not count.
 * @throws AppError TOO_MANY, and anything `work` throws
 */
export async function runFinishPaced<T>(
  { db, origin, services, write }: OwnContext<null>,
  ticket: string,
  work: () => Promise<T>,
): Promise<T> {
  const device = await knownDevice(db, origin);
  const username = `${SIGN_ON}${createHash('sha256').update(ticket).digest('base64url')}`;
  const trier: SignInAttempt = { settings: services.settings, username, ip: origin.ip, device };
  const finish = async (): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError && error.code === 'SSO_FAIL') {
        await write(async (context) => {
          await countFailure(context.trx, trier);
          context.logChange({ entity: 'sign-in', id: '', change: { result: 'FAIL', way: 'sso' } });
        });
      }
      throw error;
    }
  };
  return runPaced('finish', origin.ip, device !== null, () => runInAttemptQueue(db, trier, finish, finishQueue));
}
