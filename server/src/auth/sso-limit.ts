// How often an address may begin or try to finish a sign-on: each try asks the university's server something, and nobody
// has said yet who they are.
import { createHash } from 'node:crypto';
import { AppError } from '@kuwei/contract/error';
import { boundedEach } from '../bounded.ts';
import type { OwnContext } from '../context.ts';
import { addressKey } from '../http/address.ts';
import { countFailure, inTurn, SIGN_ON, type Trier } from './sign-in-delay.ts';

/** A whole lecture hall behind one address begins or comes back at once; a program that does so for ever does not get far. */
const TRIES = 300;
const WINDOW_MS = 300_000;
const ADDRESSES_MAX = 20_000;
/** Each takes as long as the university's server does, and hardly anything of ours. */
const FINISHES_AT_ONCE = 100;

const eachAddress = boundedEach(FINISHES_AT_ONCE);
const withFinishes = <T>(ip: string, work: () => Promise<T>): Promise<T> => eachAddress(addressKey(ip), work);

const windows = new Map<string, { count: number; endsAt: number }>();

/** @throws AppError TOO_MANY when this address has begun too often within five minutes */
export const countBegin = (ip: string, now = Date.now()): void => count('begin', ip, now);

function count(what: 'begin' | 'finish', ip: string, now: number): void {
  const key = `${what} ${addressKey(ip)}`;
  const window = windows.get(key);
  if (!window || window.endsAt <= now) {
    windows.delete(key);
    forgetOver(now);
    windows.set(key, { count: 1, endsAt: now + WINDOW_MS });
  } else if (window.count < TRIES) window.count++;
  else throw new AppError('TOO_MANY', { params: { seconds: Math.ceil((window.endsAt - now) / 1_000) } });
}

/** Windows stand in the order they end in: those that are over, and the oldest ones beyond what is kept. */
function forgetOver(now: number): void {
  for (const [key, { endsAt }] of windows) {
    if (endsAt > now && windows.size < ADDRESSES_MAX) return;
    windows.delete(key);
  }
}

/** Addresses that are remembered. */
export const remembered = (): number => windows.size;

/**
 * Runs the end of a sign-on. What is not confirmed counts for its ticket, so that many people behind one address do not
 * delay each other, and for the address, apart from wrong passwords; that the provider is away is nobody's failure.
 * @throws AppError TOO_MANY, and whatever `work` throws
 */
export async function tryFinish<T>({ db, origin, write }: OwnContext<null>, ticket: string, work: () => Promise<T>): Promise<T> {
  const trier: Trier = { username: `${SIGN_ON}${createHash('sha256').update(ticket).digest('base64url')}`, ip: origin.ip };
  count('finish', origin.ip, Date.now());
  const judge = async (): Promise<T> => {
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
  return inTurn(db, trier, judge, withFinishes);
}
