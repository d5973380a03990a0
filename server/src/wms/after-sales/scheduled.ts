// Reminds reviewers of a case the day before it is due, and the parties daily once it is late.
import { sql } from 'kysely';
import type { Services } from '../../context.ts';
import { runAsSystem } from '../../platform/clock.ts';
import { CASE_KIND } from './kind.ts';
import { notifyParties } from './messages.ts';

/** Per run; the rest follow a minute later. */
const MOST = 100;

/** @returns number of cases with notifications */
export async function remindCases(services: Services): Promise<number> {
  const due = sql`state = 'SUBMITTED' and (
    due_at <= now() and (told_late_at is null or told_late_at < now() - interval '1 day')
    or due_at > now() and due_at < now() + interval '1 day' and reminded_at is null)`;
  const any = await sql`select from wms_after_sales where ${due} limit 1`.execute(services.db);
  if (any.rows.length === 0) return 0;
  return runAsSystem(services, 'after-sales cases reminded of', async (context) => {
    const { rows } = await sql<{ id: string; late: boolean }>`
      with due as (select id, due_at <= now() as late from wms_after_sales where ${due} order by id limit ${MOST} for update skip locked)
      update wms_after_sales c set reminded_at = now(), told_late_at = case when due.late then now() else c.told_late_at end
        from due where due.id = c.id returning c.id, due.late`.execute(context.trx);
    for (const { id, late } of rows) {
      if (late) await notifyParties(context, id, 'msg.afsLate');
      else await CASE_KIND.notifyCandidates(context, id, 'SOON');
      context.logChange({ entity: 'wms_after_sales', id, change: { action: late ? 'late' : 'remind' } });
    }
    return rows.length;
  });
}
