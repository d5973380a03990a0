// Ending sessions: signing out, being signed out, and what ends with it. Whoever ends one tells the bus afterwards that
// the rights of its user changed, so that caches and sockets follow.
import { sql } from 'kysely';
import type { Trx } from '../../db/open.ts';
import { hashToken } from '../token/secret.ts';

export type EndReason = 'LOGOUT' | 'REUSE' | 'FORCED' | 'DISABLED' | 'PASSWORD' | 'PROXY';

/**
 * The session that a token or a refresh token belongs to, whatever its state. While acting as another person it is the
 * own one, with which acting ends: whoever signs out, signs out altogether.
 */
export async function sessionOf(
  trx: Trx,
  tokens: { token: string | null; rtoken: string | null },
): Promise<{ sessionId: string; userId: string } | undefined> {
  return trx
    .selectFrom('sys_token as t')
    .innerJoin('sys_session as s', 's.id', 't.session_id')
    .where((eb) =>
      eb.or([eb('t.token_hash', '=', hashToken(tokens.token ?? '')), eb('t.rtoken_hash', '=', hashToken(tokens.rtoken ?? ''))]),
    )
    .select((eb) => [
      eb.fn.coalesce('s.origin_id', 's.id').as('sessionId'),
      eb.fn.coalesce('s.proxy_user_id', 's.user_id').as('userId'),
    ])
    .executeTakeFirst();
}

export async function endSession(trx: Trx, sessionId: string, reason: EndReason): Promise<void> {
  await trx
    .updateTable('sys_session')
    .set({ ended_at: sql<string>`now()`, end_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
  await endActing(trx, sessionId);
}

/**
 * Ends every session of a user but one, also those in which the user acts as somebody else, or somebody as them, and
 * every sign-in of theirs that has begun.
 * @returns how many have ended
 */
export async function endOtherSessions(trx: Trx, userId: string, keptId: string, reason: EndReason): Promise<number> {
  // First, as signing in does: a session that begins at the same moment is refused, or seen below.
  await trx
    .updateTable('sys_user')
    .set({ sessions_ended_at: sql<string>`now()` })
    .where('id', '=', userId)
    .execute();
  const ended = await trx
    .updateTable('sys_session')
    .set({ ended_at: sql<string>`now()`, end_reason: reason })
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('proxy_user_id', '=', userId)]))
    .where('id', '<>', keptId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  await endActing(trx, ...ended.map(({ id }) => id));
  return ended.length;
}

/** What was begun from these sessions, or is one of them, has ended. */
export const endActing = (trx: Trx, ...sessionIds: string[]): Promise<unknown> =>
  sql`update sys_acting a set ended_at = now() from sys_session s
       where s.id = a.session_id and (s.id = any(${sessionIds}::uuid[]) or s.origin_id = any(${sessionIds}::uuid[])) and a.ended_at is null`.execute(
    trx,
  );

const NONE = '00000000-0000-0000-0000-000000000000';

/** The same for every session of a user. */
export const endAllSessions = (trx: Trx, userId: string, reason: EndReason): Promise<number> =>
  endOtherSessions(trx, userId, NONE, reason);
