// Starts sessions after authentication, common to all sign-in methods.
import type { TokenPair } from '@kuwei/contract/auth/token';
import { AppError } from '@kuwei/contract/error';
import { sql, type Kysely } from 'kysely';
import type { Origin, Services, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import type { DB } from '../../db/types.ts';
import { seal, unseal } from '../../seal.ts';
import { accountClosedError } from './account-closed.ts';
import { renewDevice } from '../../session/known-device.ts';
import { maySignIn } from '../../session/may-sign-in.ts';
import { openSession } from './pairs.ts';
import { hasSecondFactor } from '../second-factor/totp-store.ts';

export interface SignInUser {
  id: string;
  username: string;
  /** As `standing` returned it. */
  standing: string;
}

/**
 * Of `u`, a row of sys_user: changes when the password changes or all sessions are ended, so that a sign-in begun before cannot
 * complete afterwards.
 */
export const signInStamp = sql<string>`encode(sha256(convert_to(concat_ws(' ', u.password_hash, u.sessions_ended_at at time zone 'UTC'), 'UTF8')), 'base64')`;

interface TicketUser extends SignInUser {
  deviceId: string;
  /** Id of the ticket, which starts only one session. */
  ticketId: string;
}

const TICKET_SECONDS = 300;
const PURPOSE = 'second factor';

/**
 * Asks for the second factor if the account has one.
 * @throws AppError SECOND_FACTOR with the ticket under which the code is sent
 */
export async function askSecondFactor(db: Kysely<DB>, user: SignInUser, services: Services, origin: Origin): Promise<void> {
  if (!(await hasSecondFactor(db, user.id))) return;
  const { id, username } = user;
  const payload: TicketUser = { id, username, standing: user.standing, deviceId: origin.deviceId, ticketId: newId() };
  throw new AppError('SECOND_FACTOR', { data: { ticket: seal(services.secret, PURPOSE, payload, TICKET_SECONDS) } });
}

/**
 * The user of a second-factor ticket of this device; null if it is invalid, expired, used or revoked.
 * @throws AppError ACCOUNT_DISABLED, ACCOUNT_ENDED if the account was closed meanwhile
 */
export async function findTicketUser(
  db: Kysely<DB>,
  services: Services,
  origin: Origin,
  ticket: string,
): Promise<TicketUser | null> {
  const asked = unseal(services.secret, PURPOSE, ticket) as TicketUser | null;
  if (asked === null || asked.deviceId !== origin.deviceId) return null;
  const still = await db
    .selectFrom('sys_user as u')
    .where('u.id', '=', asked.id)
    .where(signInStamp, '=', asked.standing)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('sys_idempotency').where('user_id', '=', asked.id).where('key', '=', usedTicketKey(asked)).select('key'),
        ),
      ),
    )
    .select('u.id')
    .executeTakeFirst();
  if (still) return asked;
  const closed = await accountClosedError(db, asked.id);
  if (closed) throw closed;
  return null;
}

const usedTicketKey = ({ ticketId }: TicketUser): string => `second step ${ticketId}`;

/** Uses up the ticket in the same commit as the session. @throws AppError SIGN_FAIL if another call has used it */
export async function consumeTicket(trx: Trx, asked: TicketUser): Promise<void> {
  // Kept as long as idempotency keys, which outlast the ticket.
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('sys_idempotency')
    .values({ user_id: asked.id, key: usedTicketKey(asked), request_hash: Buffer.alloc(32) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) throw new AppError('SIGN_FAIL');
}

/** @param way sign-in method, for the log */
export async function beginSession(context: WriteContext<null>, user: SignInUser, way: string): Promise<TokenPair> {
  const { trx, origin, logChange } = context;
  const { numUpdatedRows } = await trx
    .updateTable('sys_user as u')
    .set({ last_sign_in_at: sql<string>`now()` })
    .where('u.id', '=', user.id)
    .where(maySignIn)
    .where(signInStamp, '=', user.standing)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw (await accountClosedError(trx, user.id)) ?? new AppError('SIGN_FAIL');
  logChange({ entity: 'sign-in', id: user.username.toLowerCase(), change: { result: 'OK', userId: user.id, way } });
  await renewDevice(trx, user.id, origin);
  return openSession(trx, context.services.settings, { userId: user.id, ...origin });
}
