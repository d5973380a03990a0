// Logs acting sessions that ended other than by switching back: one row each, with the cause.
import { EVENTS } from '@kuwei/contract/event';
import { sql } from 'kysely';
import type { Services } from '../../context.ts';
import { runAsSystem } from '../../platform/clock.ts';
import type { EndReason } from '../session/end.ts';

/** Limit for one run; the rest follows a minute later. */
const BATCH_MAX = 500;

const due = sql`sys_acting a left join sys_session s on s.id = a.session_id left join sys_session o on o.id = s.origin_id
  where a.ended_at is null
    and (a.ends_at <= now() or s.ended_at is not null or o.ended_at is not null or s.ends_at <= now() or o.ends_at <= now())`;

interface Ended {
  actorId: string;
  subjectId: string;
  cause: EndReason | 'EXPIRED';
}

/** @returns how many have ended */
export async function logEndedActing(services: Services): Promise<number> {
  if ((await sql`select from ${due} limit 1`.execute(services.db)).rows.length === 0) return 0;
  return runAsSystem(services, 'acting that ended', async (context) => {
    const { rows } = await sql<Ended>`
      with ended as (
           select a.id, coalesce(s.ended_at, o.ended_at, least(a.ends_at, s.ends_at, o.ends_at)) as at,
                  coalesce(s.end_reason, o.end_reason, 'EXPIRED') as cause
             from ${due} order by a.id limit ${BATCH_MAX} for no key update of a skip locked)
      update sys_acting a set ended_at = ended.at from ended where a.id = ended.id
      returning a.actor_id as "actorId", a.subject_id as "subjectId", ended.cause`.execute(context.trx);
    for (const { actorId, subjectId, cause } of rows) {
      const by = { userId: subjectId, proxyUserId: actorId };
      context.logChange({ entity: 'acting', id: subjectId, change: { result: 'END', cause }, by });
      context.emit({ to: [actorId], ...EVENTS.rights, d: {} });
    }
    return rows.length;
  });
}
