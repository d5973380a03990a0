// Guessing passwords and codes takes longer with every failure.
import { AppError } from '@kuwei/contract/error';
import { sql, type Kysely } from 'kysely';
import { boundedEach } from '../bounded.ts';
import type { DB } from '../db/types.ts';
import type { Trx } from '../db/open.ts';
import { addressKey, neighbourhoodKey } from '../http/address.ts';

/** How long a failure counts for its account. */
const WINDOW_S = 3_600;
const FREE_FAILURES = 5;
const FIRST_DELAY_S = 30;
const LONGEST_DELAY_S = 900;
/** One address trying many accounts: failures of all of them together. */
const ADDRESS_FAILURES = 30;
const ADDRESS_WINDOW_S = 300;
/** Begins the name that an unconfirmed sign-on counts for; no password is asked for such a name. */
export const SIGN_ON = 'sso ';
/** Many addresses trying one account. */
const ACCOUNT_FAILURES = 50;
const ACCOUNT_DELAY_S = 10;

/** Who tries, from where. */
export interface Trier {
  /** Username, whether there is such a user or not, or `SIGN_ON` and what was tried. */
  username: string;
  ip: string;
  /** For codes: failures count for the account alone. Who tries them knows the password already. */
  anywhere?: true;
}

/** Two passwords are judged at once and 64 wait: no address, and none with its neighbours, keeps all others out. */
const [eachAddress, eachNeighbourhood] = [boundedEach(6), boundedEach(16)];
const withPasswords = <T>(ip: string, work: () => Promise<T>): Promise<T> =>
  eachNeighbourhood(neighbourhoodKey(ip), () => eachAddress(addressKey(ip), work));

const turns = new Map<string, Promise<unknown>>();

/**
 * Runs tries for one account one after the other: sent all at once, each would be judged before the failures of the others
 * are counted.
 * @param bounded lets only so many of an address be under way
 * @throws AppError TOO_MANY when it has too many, or while a delay runs; and whatever `work` throws
 */
export function inTurn<T>(db: Kysely<DB>, trier: Trier, work: () => Promise<T>, bounded = withPasswords): Promise<T> {
  return bounded(trier.ip, async () => {
    const tryNow = async (): Promise<T> => {
      await refuseWhileDelayed(db, trier);
      return work();
    };
    const key = `${trier.anywhere ? 'code' : 'password'} ${trier.username.toLowerCase()}`;
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

const countedFor = ({ username, ip, anywhere }: Trier) => ({
  username: username.toLowerCase(),
  ip: anywhere ? null : addressKey(ip),
});

interface Failures {
  count: number;
  /** Seconds since the first and the last of them; null when there is none. */
  first: number | null;
  last: number | null;
}

/**
 * None for the first five failures within the hour, then 30 s, doubling up to 15 minutes. It counts for one account from
 * one address, so that nobody can lock another person out.
 */
function ownDelay({ count, last }: Failures): number {
  if (count < FREE_FAILURES) return 0;
  return Math.min(FIRST_DELAY_S * 2 ** (count - FREE_FAILURES), LONGEST_DELAY_S) - last!;
}

async function refuseWhileDelayed(db: Kysely<DB>, trier: Trier): Promise<void> {
  const { username, ip } = countedFor(trier);
  const failures = (which: ReturnType<typeof sql>) => sql`json_build_object('count', count(*) filter (where ${which}),
    'first', extract(epoch from now() - min(at) filter (where ${which})),
    'last', extract(epoch from now() - max(at) filter (where ${which})))`;
  // Unconfirmed sign-ons from an address refuse nobody there their password, nor the other way round.
  const sameKind = sql`starts_with(username, ${SIGN_ON}) = ${username.startsWith(SIGN_ON)}`;
  const { rows } = await sql<Record<'own' | 'ofAddress' | 'ofAccount', Failures>>`
    select ${failures(sql`username = ${username} and ip is not distinct from ${ip}`)} as own,
           ${failures(sql`ip = ${ip} and ${sameKind} and at > now() - make_interval(secs => ${ADDRESS_WINDOW_S})`)} as "ofAddress",
           ${failures(sql`username = ${username} and ip is not null`)} as "ofAccount"
      from sys_sign_in_failure
     where (username = ${username} or ip = ${ip}) and at > now() - make_interval(secs => ${WINDOW_S})`.execute(db);
  const { own, ofAddress, ofAccount } = rows[0]!;
  let seconds = ownDelay(own);
  if (ofAddress.count >= ADDRESS_FAILURES) seconds = Math.max(seconds, ADDRESS_WINDOW_S - ofAddress.first!);
  if (
    ip !== null &&
    ofAccount.count >= ACCOUNT_FAILURES &&
    ofAccount.last! < ACCOUNT_DELAY_S &&
    !(await signedInFrom(db, username, ip))
  )
    seconds = Math.max(seconds, ACCOUNT_DELAY_S - ofAccount.last!);
  if (seconds > 0) throw new AppError('TOO_MANY', { params: { seconds: Math.ceil(seconds) } });
}

/** Whether the account has been signed in from the address before: those who guess do not hold up its owner there. */
async function signedInFrom(db: Kysely<DB>, username: string, address: string): Promise<boolean> {
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

export async function countFailure(trx: Trx, trier: Trier): Promise<void> {
  await trx.insertInto('sys_sign_in_failure').values(countedFor(trier)).execute();
}

export async function forgetFailures(trx: Trx, trier: Trier): Promise<void> {
  const { username, ip } = countedFor(trier);
  await trx.deleteFrom('sys_sign_in_failure').where('username', '=', username).where('ip', 'is not distinct from', ip).execute();
}
