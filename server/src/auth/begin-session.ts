// How a session begins once it is clear who somebody is, whichever way they came.
import type { TokenPair } from '@kuwei/contract/auth/token';
import { AppError } from '@kuwei/contract/error';
import { sql, type Kysely } from 'kysely';
import type { Origin, Services, WriteContext } from '../context.ts';
import type { DB } from '../db/types.ts';
import { seal, unseal } from './seal.ts';
import { hasSecondFactor } from './totp-store.ts';

export interface Known {
  id: string;
  username: string;
}

const TICKET_SECONDS = 300;
const PURPOSE = 'second factor';

/**
 * Asks for the second factor where the account has one.
 * @throws AppError SECOND_FACTOR with the ticket under which the code is sent
 */
export async function askSecondFactor(db: Kysely<DB>, user: Known, services: Services, origin: Origin): Promise<void> {
  if (!(await hasSecondFactor(db, user.id))) return;
  const payload = { id: user.id, username: user.username, deviceId: origin.deviceId };
  throw new AppError('SECOND_FACTOR', { data: { ticket: seal(services.secret, PURPOSE, payload, TICKET_SECONDS) } });
}

/** Who was asked for the second factor on this device; null when the ticket is not ours or too old. */
export function askedFor(services: Services, origin: Origin, ticket: string): Known | null {
  const payload = unseal(services.secret, PURPOSE, ticket) as (Known & { deviceId: string }) | null;
  return payload !== null && payload.deviceId === origin.deviceId ? payload : null;
}

/** @param way how they signed in, for the log */
export async function beginSession(context: WriteContext<null>, user: Known, way: string): Promise<TokenPair> {
  const { trx, origin, services, logChange } = context;
  const { numUpdatedRows } = await trx
    .updateTable('sys_user')
    .set({ last_sign_in_at: sql<string>`now()` })
    .where('id', '=', user.id)
    .where('state', '=', 'ACTIVE')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('SIGN_FAIL');
  logChange({ entity: 'sign-in', id: user.username.toLowerCase(), change: { result: 'OK', userId: user.id, way } });
  return services.sessions.open(trx, { userId: user.id, ...origin });
}
