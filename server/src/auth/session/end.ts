// Ending sessions, and what ends with them. Callers then publish that the user's rights changed, so that caches and sockets
// follow.
import { sql } from 'kysely';
import type { Trx } from '../../db/open.ts';
import { anyOf } from '../../db/rows.ts';
import { hashToken } from '../../session/secret.ts';
import { NIL_ID } from '../../db/id.ts';

export type EndReason = 'LOGOUT' | 'REUSE' | 'FORCED' | 'DISABLED' | 'PASSWORD' | 'PROXY';

/**
 * The session of an access or refresh token, whatever its state. While acting as another person, it is the caller's own session,
 * and acting ends with it: signing out ends both.
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

/** A user who acted as another. */
interface Acting {
  actorId: string;
  subjectId: string;
}

export async function endSession(trx: Trx, sessionId: string, reason: EndReason): Promise<void> {
  await trx
    .updateTable('sys_session')
    .set({ ended_at: sql<string>`now()`, end_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * Ends every session of a user but one, including acting sessions by and as the user, and sign-ins in progress.
 * @returns how many have ended
 */
export const endOtherSessions = (trx: Trx, userId: string, keptId: string, reason: EndReason): Promise<number> =>
  endSessionsOf(trx, [userId], reason, keptId);

/** Ends every session of many users. */
export async function endSessionsOf(
  trx: Trx,
  userIds: readonly string[],
  reason: EndReason,
  keptId: string = NIL_ID,
): Promise<number> {
  // First, as signing in does: a session begun concurrently is either refused, or seen below.
  await sql`update sys_user set sessions_ended_at = now() where id = ${anyOf(userIds)}`.execute(trx);
  const { numAffectedRows } = await sql`
    update sys_session set ended_at = now(), end_reason = ${reason}
     where (user_id = ${anyOf(userIds)} or proxy_user_id = ${anyOf(userIds)}) and id <> ${keptId} and ended_at is null`.execute(
    trx,
  );
  return Number(numAffectedRows);
}

/** Ends the acting that this session began or is. Only these ends are logged by the caller; all others are logged by a job. */
export async function endActing(trx: Trx, sessionId: string): Promise<Acting[]> {
  const { rows } = await sql<Acting>`update sys_acting a set ended_at = now() from sys_session s
       where s.id = a.session_id and ${sessionId} in (s.id, s.origin_id) and a.ended_at is null
    returning a.actor_id as "actorId", a.subject_id as "subjectId"`.execute(trx);
  return rows;
}

/** Ends every session of a user. */
export const endAllSessions = (trx: Trx, userId: string, reason: EndReason): Promise<number> =>
  endOtherSessions(trx, userId, NIL_ID, reason);
