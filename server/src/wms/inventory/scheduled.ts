// Reminds counters before the deadline, and the opener of the count daily after it. Never ends a count.
import { sql } from 'kysely';
import type { Services } from '../../context.ts';
import { runAsSystem } from '../../platform/clock.ts';
import { notifyCounters, notifyOpener } from './messages.ts';

/** Per run; the rest follow a minute later. */
const MOST = 100;

/** @returns number of counts with notifications */
export async function remindCounts(services: Services): Promise<number> {
  const due = sql`state = 'COUNTING' and deadline is not null and (
    deadline <= now() and (told_late_at is null or told_late_at < now() - interval '1 day')
    or deadline > now() and deadline < now() + interval '2 hours' and reminded_at is null)`;
  const any = await sql`select from wms_inventory where ${due} limit 1`.execute(services.db);
  if (any.rows.length === 0) return 0;
  return runAsSystem(services, 'counts reminded of', async (context) => {
    const { rows } = await sql<{ id: string; created_by: string; assignees: string[]; late: boolean }>`
      with due as (select id, deadline <= now() as late from wms_inventory where ${due} order by id limit ${MOST} for update skip locked)
      update wms_inventory c set reminded_at = now(), told_late_at = case when due.late then now() else c.told_late_at end
        from due where due.id = c.id returning c.id, c.created_by, c.assignees, due.late`.execute(context.trx);
    for (const each of rows) {
      if (each.late) await notifyOpener(context, each, 'msg.countLate');
      else await notifyCounters(context, each, 'msg.countSoon', each.assignees);
      context.logChange({ entity: 'wms_inventory', id: each.id, change: { action: each.late ? 'late' : 'remind' } });
    }
    return rows.length;
  });
}
