// Guessing passwords and codes takes longer with every failure.
import { AppError } from '@kuwei/contract/error';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../db/types.ts';
import type { Trx } from '../db/open.ts';

const FREE_FAILURES = 5;
const FIRST_DELAY_S = 30;
const LONGEST_DELAY_S = 900;
/** One address trying many accounts: failures of all of them together within the window. */
const ADDRESS_FAILURES = 30;
const ADDRESS_WINDOW_S = 300;
/** Two passwords are judged at once; an address may have four more in line, so that it cannot keep all others out. */
const ADDRESS_AT_ONCE = 6;

/**
 * Seconds until the next try is heard: none for the first five failures, then 30 s, doubling up to 15 minutes. It counts
 * for one account from one address, so that nobody can lock another person out.
 * @param age seconds since the last failure
 */
export function delaySeconds(failures: number, age: number): number {
  if (failures < FREE_FAILURES) return 0;
  const delay = Math.min(FIRST_DELAY_S * 2 ** (failures - FREE_FAILURES), LONGEST_DELAY_S);
  return Math.max(0, Math.ceil(delay - age));
}

/** Who tries, from where. */
export interface Trier {
  /** Username, whether there is such a user or not. */
  username: string;
  ip: string;
}

const turns = new Map<string, Promise<unknown>>();
const underWay = new Map<string, number>();

/**
 * Runs tries of one account from one address one after the other: sent all at once, each would be judged before the
 * failures of the others are counted.
 * @throws AppError TOO_MANY when the address has too many under way
 */
export async function inTurn<T>({ username, ip }: Trier, work: () => Promise<T>): Promise<T> {
  const others = underWay.get(ip) ?? 0;
  if (others >= ADDRESS_AT_ONCE) throw new AppError('TOO_MANY', { params: { seconds: 5 } });
  underWay.set(ip, others + 1);
  const key = `${username.toLowerCase()} ${ip}`;
  const before = turns.get(key);
  const mine = before ? before.then(work, work) : work();
  turns.set(key, mine);
  try {
    return await mine;
  } finally {
    if (turns.get(key) === mine) turns.delete(key);
    const left = underWay.get(ip)! - 1;
    if (left > 0) underWay.set(ip, left);
    else underWay.delete(ip);
  }
}

/** @throws AppError TOO_MANY while the delay of the account or that of the address runs */
export async function refuseWhileDelayed(db: Kysely<DB>, { username, ip }: Trier): Promise<void> {
  const failure = await db
    .selectFrom('sys_sign_in_failure')
    .where('username', '=', username.toLowerCase())
    .where('ip', '=', ip)
    .select(['failures', sql<number>`extract(epoch from now() - last_at)::float8`.as('age')])
    .executeTakeFirst();
  const fromHere = await db
    .selectFrom('sys_sign_in_failure')
    .where('ip', '=', ip)
    .where('last_at', '>', sql<string>`now() - make_interval(secs => ${ADDRESS_WINDOW_S})`)
    .select([
      sql<number>`coalesce(sum(failures), 0)::int`.as('failures'),
      sql<number>`coalesce(extract(epoch from now() - min(last_at)), 0)::float8`.as('age'),
    ])
    .executeTakeFirstOrThrow();
  const seconds = Math.max(
    failure ? delaySeconds(failure.failures, failure.age) : 0,
    fromHere.failures >= ADDRESS_FAILURES ? Math.ceil(ADDRESS_WINDOW_S - fromHere.age) : 0,
  );
  if (seconds > 0) throw new AppError('TOO_MANY', { params: { seconds } });
}

export async function countFailure(trx: Trx, { username, ip }: Trier): Promise<void> {
  await trx
    .insertInto('sys_sign_in_failure')
    .values({ username: username.toLowerCase(), ip, failures: 1 })
    .onConflict((conflict) =>
      conflict.columns(['username', 'ip']).doUpdateSet({
        failures: sql<number>`case when sys_sign_in_failure.last_at < now() - interval '1 hour' then 1 else sys_sign_in_failure.failures + 1 end`,
        last_at: sql<string>`now()`,
      }),
    )
    .execute();
}

export async function forgetFailures(trx: Trx, { username, ip }: Trier): Promise<void> {
  await trx.deleteFrom('sys_sign_in_failure').where('username', '=', username.toLowerCase()).where('ip', '=', ip).execute();
}
