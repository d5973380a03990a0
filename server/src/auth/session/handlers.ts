import type { sessionRoutes, SessionInfo } from '@kuwei/contract/auth/session';
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import { sql, type Kysely } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import type { DB } from '../../db/types.ts';
import type { Handlers } from '../../http/register.ts';
import { assertNotActing } from '../../session/acting.ts';
import { endSessions, lockAccount } from '../account/actions.ts';
import { endOtherSessions, endSession } from './end.ts';
import { readUserAgent } from './user-agent.ts';

export const sessionHandlers: Handlers<typeof sessionRoutes> = {
  listMySessions: (_, { db, caller }) => sessionsOf(db, caller.userId, { current: caller.sessionId, withTokens: true }),

  endMySession: async ({ params }, context) => {
    assertNotActing(context.caller);
    await end(context, params.id, context.caller.userId);
    return null;
  },

  endMyOtherSessions: async (_, context) => {
    const { caller, trx } = context;
    assertNotActing(caller);
    const ended = await endOtherSessions(trx, caller.userId, caller.sessionId, 'FORCED');
    context.emit({ to: [caller.userId], ...EVENTS.rights, d: {} });
    context.logChange({ entity: 'session', id: caller.sessionId, change: { endedOthers: ended } });
    return { ended };
  },

  listUserSessions: ({ query }, { db, caller }) => sessionsOf(db, query.userId, { current: caller.sessionId, withTokens: false }),

  endUserSessions: async ({ body: { userId } }, context) => {
    return { ended: await endSessions(context, userId) };
  },

  endSession: async ({ params }, context) => {
    await end(context, params.id, null);
    return null;
  },
};

/** @param userId the expected owner; null for any whose account the caller may manage */
async function end(context: WriteContext<Caller>, id: string, userId: string | null): Promise<void> {
  const session = await context.trx
    .selectFrom('sys_session')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .$if(userId !== null, (query) => query.where('user_id', '=', userId))
    .select('user_id')
    .executeTakeFirst();
  if (!session) throw new AppError('NOT_FOUND');
  if (userId === null) await lockAccount(context, session.user_id);
  await endSession(context.trx, id, 'FORCED');
  context.emit({ to: [session.user_id], ...EVENTS.rights, d: {} });
  context.logChange({ entity: 'session', id, change: { ended: session.user_id } });
}

/** @param withTokens API tokens too, which the details of an account list by themselves */
async function sessionsOf(
  db: Kysely<DB>,
  userId: string,
  { current, withTokens }: { current: string; withTokens: boolean },
): Promise<SessionInfo[]> {
  const rows = await db
    .selectFrom('sys_session as s')
    .leftJoin('sys_user as actor', 'actor.id', 's.proxy_user_id')
    .where('s.user_id', '=', userId)
    .$if(!withTokens, (query) => query.where('s.api_name', 'is', null))
    .where('s.ended_at', 'is', null)
    .where('s.ends_at', '>', sql<string>`now()`)
    // A session without a valid refresh token is over.
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('sys_token as t')
          .whereRef('t.session_id', '=', 's.id')
          .where('t.rexpires_at', '>', sql<string>`now()`)
          .select('t.session_id'),
      ),
    )
    .select(['s.id', 's.ip', 's.user_agent', 's.created_at', 's.last_seen_at', 's.api_name', 'actor.name as actor'])
    .orderBy('s.last_seen_at', 'desc')
    .orderBy('s.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    ...readUserAgent(row.user_agent ?? ''),
    ip: row.ip,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    current: row.id === current,
    actedBy: row.actor,
    apiToken: row.api_name,
  }));
}
