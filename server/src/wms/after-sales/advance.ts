// Ends a case with the last of its documents.
import { FINAL_STATES } from '@kuwei/contract/wms/transaction-state';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { lockRow, updateState, record } from './lock.ts';
import { notifyParties } from './messages.ts';

/**
 * Runs in the step that ends a document, after its state is written.
 * If nothing was posted at all, the case goes back to its applicant, since the decision could not be executed.
 */
export async function advanceCase(context: WriteContext<Caller>, id: string, comment: string | null): Promise<void> {
  const row = await lockRow(context, id);
  if (row.state !== 'PROCESSING') return;
  const { rows } = await sql<{ open: boolean; posted: boolean }>`
    select bool_or(t.state <> all(${[...FINAL_STATES]}::text[])) as open,
           exists (select from wms_transaction x join wms_transaction_line l on l.transaction_id = x.id
                    where x.after_sales_id = ${id} and x.round = ${row.round} and l.qty_done > 0) as posted
      from wms_transaction t where t.after_sales_id = ${id} and t.round = ${row.round}`.execute(context.trx);
  const { open, posted } = rows[0]!;
  if (open) return;
  const to = posted ? 'DONE' : 'RETURNED';
  await updateState(context, row, { state: to, ended_at: posted ? new Date() : null });
  await record(context, row, { action: posted ? 'done' : 'undone', to, comment });
  await notifyParties(context, id, posted ? 'msg.afsDone' : 'msg.afsReturned', comment ?? '');
}
