// Reminds borrowers before the due date, and both sides weekly after it.
import { sql } from 'kysely';
import type { Services } from '../../context.ts';
import { runAsSystem } from '../../platform/clock.ts';
import { QTY_RETURNED, QTY_TAKEN } from './loan.ts';
import { notifyLoan } from './messages.ts';

/** Per run; the rest follow an hour later. */
const MOST = 200;

/** @returns number of loans with notifications */
export async function remindLoans(services: Services): Promise<number> {
  const due = sql`r.state = 'APPROVED' and r.mode = 'LEND' and r.give_back_by <= current_date + 3
    and case when r.give_back_by < current_date then r.told_late_at is null or r.told_late_at < now() - interval '7 days' else r.reminded_at is null end
    and ${QTY_TAKEN} > ${QTY_RETURNED}`;
  const any = await sql`select from wms_share_request r where ${due} limit 1`.execute(services.db);
  if (any.rows.length === 0) return 0;
  return runAsSystem(services, 'loans reminded of', async (context) => {
    const { rows } = await sql<{ id: string; late: boolean }>`
      with due as (select r.id, r.give_back_by < current_date as late from wms_share_request r where ${due} order by r.id limit ${MOST} for no key update skip locked)
      update wms_share_request r set reminded_at = now(), told_late_at = case when due.late then now() else r.told_late_at end
        from due where due.id = r.id returning r.id, due.late`.execute(context.trx);
    for (const { id, late } of rows) {
      await notifyLoan(context, id, late);
      context.logChange({ entity: 'wms_share_request', id, change: { action: late ? 'late' : 'remind' } });
    }
    return rows.length;
  });
}
