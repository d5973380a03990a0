// Rate limits against guessing passwords and codes.
import { AppError } from '@kuwei/contract/error';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { createKeyedLimiter, createPacedLimiter, type HoldPermit } from '../../limiter.ts';
import type { Origin, Services } from '../../context.ts';
import type { DB } from '../../db/types.ts';
import type { Trx } from '../../db/open.ts';
import { addressKey, neighbourhoodKey } from '../../http/address.ts';
import type { Settings } from '../../services/settings.ts';
import { knownDevice } from '../../session/known-device.ts';

/** How long a failure counts for its account. */
const WINDOW_S = 3_600;
/** One address trying many accounts: beyond this many failures in total, its tries are slowed down. */
const ADDRESS_FAILURES = 30;
const ADDRESS_WINDOW_S = 300;
/** The pause between two tries from such an address, growing with its failures. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 1_000;
/** Prefix of the names that count unconfirmed sign-ons; no password is asked for such a name. */
export const SIGN_ON = 'sso ';
/** Many addresses trying one account. */
const ACCOUNT_FAILURES = 50;
const ACCOUNT_DELAY_S = 10;
/** The longest that a client waits for a response. */
export const LONGEST_WAIT_MS = 30_000;

/** Identifies one series of tries. */
export interface SignInAttempt {
  /** Configures the delays. */
  settings: Settings;
  /** The username, whether or not it exists; or `SIGN_ON` and what was tried. */
  username: string;
  ip: string;
  /** A browser that the account has signed in from. Its failures are counted separately from all others. */
  device: Buffer | null;
  /** For codes: failures count for the account as a whole, as the password is already known. */
  anywhere?: true;
}

/**
 * Identifies the tries of an account. While a known browser's own delay runs, it counts as unknown: otherwise anyone with its
 * cookie could lock out the owner, who may still try from the address.
 */
export async function createSignInAttempt({ db, origin, services }: Context, username: string): Promise<SignInAttempt> {
  const trier = { settings: services.settings, username, ip: origin.ip, device: await knownDevice(db, origin, username) };
  if (trier.device === null || ownDelay(trier.settings, (await failuresFor(db, trier)).own) <= 0) return trier;
  return { ...trier, device: null };
}

interface Context {
  db: Kysely<DB>;
  origin: Pick<Origin, 'ip' | 'browser'>;
  services: Pick<Services, 'settings'>;
}

/** A queue of tries. */
export interface AttemptQueue {
  /** How many tries of an address run at once. */
  atOnce: number;
  run: <T>(trier: SignInAttempt, work: (hold: HoldPermit) => Promise<T>) => Promise<T>;
}

/** @param waitingMax how many tries of an address may wait */
export function createAttemptQueue(
  atOnce: number,
  waitingMax: number,
  neighbours?: ReturnType<typeof createKeyedLimiter>,
): AttemptQueue {
  const eachAddress = createPacedLimiter(atOnce, waitingMax, LONGEST_WAIT_MS);
  const eachDevice = createPacedLimiter(1, 20, LONGEST_WAIT_MS);
  return {
    atOnce,
    run: ({ ip, device }, work) => {
      if (device) return eachDevice(device.toString('base64'), work);
      return eachAddress(addressKey(ip), (hold) =>
        neighbours ? neighbours(neighbourhoodKey(ip), () => work(hold)) : work(hold),
      );
    },
  };
}

/**
 * Two passwords are verified at once. Limits for each address and its neighbourhood keep places free for others; a campus signing
 * in behind one address queues.
 */
const passwords = createAttemptQueue(2, 300, createKeyedLimiter(4, 600, LONGEST_WAIT_MS));

const turns = new Map<string, Promise<unknown>>();

/**
 * Serializes the tries for one account: sent in parallel, each would be verified before the failures of the others are counted.
 * Known devices do not wait for others.
 * @param line limits how many tries of an address run at once
 * @throws AppError TOO_MANY if the queue is full, or while a delay runs; and anything `work` throws
 */
export function runInAttemptQueue<T>(db: Kysely<DB>, trier: SignInAttempt, work: () => Promise<T>, line = passwords): Promise<T> {
  return line.run(trier, async (hold) => {
    const tryNow = async (): Promise<T> => {
      const pause = await assertNotDelayed(db, trier);
      try {
        return await work();
      } catch (error) {
        if (isFailure(error)) hold(pause * line.atOnce);
        throw error;
      }
    };
    const { anywhere, username, device } = trier;
    const key = `${anywhere ? 'code' : 'password'} ${device?.toString('base64') ?? ''} ${username.toLowerCase()}`;
    const before = turns.get(key);
    const mine = before ? before.then(tryNow, tryNow) : tryNow();
    turns.set(key, mine);
    try {
      return await mine;
    } finally {
      if (turns.get(key) === mine) turns.delete(key);
    }
  });
}

/** A correct password may also lead to a second-factor request or to an unavailable server. */
const isFailure = (error: unknown): boolean =>
  error instanceof AppError && error.code !== 'SECOND_FACTOR' && error.code !== 'UNAVAILABLE';

const failureKeyOf = ({ username, ip, device, anywhere }: SignInAttempt) => ({
  username: username.toLowerCase(),
  ip: anywhere || device ? null : addressKey(ip),
  device_hash: device,
});

interface Failures {
  count: number;
  /** Seconds since the last of them; null if there are none. */
  last: number | null;
}

/**
 * No delay for the first failures within the hour, then the first delay, doubling up to the longest. Counted for one account from
 * one address or one known device, so that others cannot lock the owner out.
 */
function ownDelay(settings: Settings, { count, last }: Failures): number {
  const free = settings.get('SYS_SIGN_IN_FREE_FAILURES');
  if (count < free) return 0;
  const doubled = settings.get('SYS_SIGN_IN_FIRST_DELAY') * 2 ** (count - free);
  return Math.min(doubled, settings.get('SYS_SIGN_IN_LONGEST_DELAY')) - last!;
}

/** Failures of the last hour, and those of an address of the last minutes. */
async function failuresFor(db: Kysely<DB>, trier: SignInAttempt): Promise<Record<'own' | 'ofAddress' | 'ofAccount', Failures>> {
  const { username, ip, device_hash: device } = failureKeyOf(trier);
  const failures = (which: ReturnType<typeof sql>) => sql`json_build_object('count', count(*) filter (where ${which}),
    'last', extract(epoch from now() - max(at) filter (where ${which})))`;
  // Unconfirmed sign-ons and wrong passwords from an address are limited separately.
  const sameKind = sql`starts_with(username, ${SIGN_ON}) = ${username.startsWith(SIGN_ON)}`;
  const { rows } = await sql<Record<'own' | 'ofAddress' | 'ofAccount', Failures>>`
    select ${failures(sql`username = ${username} and ip is not distinct from ${ip} and device_hash is not distinct from ${device}`)} as own,
           ${failures(sql`ip = ${ip} and ${sameKind} and at > now() - make_interval(secs => ${ADDRESS_WINDOW_S})`)} as "ofAddress",
           ${failures(sql`username = ${username} and ip is not null`)} as "ofAccount"
      from sys_sign_in_failure
     where (username = ${username} or ip = ${ip}) and at > now() - make_interval(secs => ${WINDOW_S})`.execute(db);
  return rows[0]!;
}

/** @returns milliseconds to hold back other tries from the address after a failure of this one @throws AppError TOO_MANY */
export async function assertNotDelayed(db: Kysely<DB>, trier: SignInAttempt): Promise<number> {
  const { username, ip } = failureKeyOf(trier);
  const { own, ofAddress, ofAccount } = await failuresFor(db, trier);
  let seconds = ownDelay(trier.settings, own);
  if (
    ip !== null &&
    ofAccount.count >= ACCOUNT_FAILURES &&
    ofAccount.last! < ACCOUNT_DELAY_S &&
    !(await hasSignedInFrom(db, username, ip))
  )
    seconds = Math.max(seconds, ACCOUNT_DELAY_S - ofAccount.last!);
  if (seconds > 0) throw new AppError('TOO_MANY', { params: { seconds: Math.ceil(seconds) } });
  const tooMany = Math.floor(ofAddress.count / ADDRESS_FAILURES);
  return Math.min(tooMany * FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
}

/** Whether the account has signed in from the address before: guessing from elsewhere must not delay its owner there. */
async function hasSignedInFrom(db: Kysely<DB>, username: string, address: string): Promise<boolean> {
  const rows = await db
    .selectFrom('sys_session as s')
    .innerJoin('sys_user as u', 'u.id', 's.user_id')
    .where(sql`lower(u.username)`, '=', username)
    .where('s.proxy_user_id', 'is', null)
    .select('s.ip')
    .distinct()
    .execute();
  return rows.some(({ ip }) => ip !== null && addressKey(ip) === address);
}

/** Lower-case usernames whose sign-ins are delayed from at least one address or browser. */
export const selectDelayedUsernames = (settings: Settings): RawBuilder<unknown> => sql`
  select f.username from sys_sign_in_failure f where f.at > now() - make_interval(secs => ${WINDOW_S})
   group by f.username, f.ip, f.device_hash having count(*) >= ${settings.get('SYS_SIGN_IN_FREE_FAILURES')}`;

/** Deletes every failure of an account, from any address. @param username in any case */
export const forgetAllFailures = (trx: Trx, username: string): Promise<unknown> =>
  trx.deleteFrom('sys_sign_in_failure').where('username', '=', username.toLowerCase()).execute();

export async function countFailure(trx: Trx, trier: SignInAttempt): Promise<void> {
  await trx.insertInto('sys_sign_in_failure').values(failureKeyOf(trier)).execute();
}

export async function forgetFailures(trx: Trx, trier: SignInAttempt): Promise<void> {
  const { username, ip, device_hash } = failureKeyOf(trier);
  await trx
    .deleteFrom('sys_sign_in_failure')
    .where('username', '=', username)
    .where('ip', 'is not distinct from', ip)
    .where('device_hash', 'is not distinct from', device_hash)
    .execute();
}
