import { AppError } from '@kuwei/contract/error';
import { sql } from 'kysely';
import type { Trx } from '../../db/open.ts';

/**
 * Goods that a case has returned, or may still return, are not reversed as well: they would come back twice.
 * Locks the lines as submitting a case does, so the two are serialized.
 * @throws AppError CASE_STANDS
 */
export async function assertNoCase(trx: Trx, documentId: string): Promise<void> {
  await sql`select from wms_transaction_line where transaction_id = ${documentId} order by id for no key update`.execute(trx);
  const { rows } = await sql<{ no: string }>`
    select c.no from wms_after_sales c join wms_transaction_line l on l.id = c.transaction_line_id
     where l.transaction_id = ${documentId}
       and (c.state in ('SUBMITTED', 'PROCESSING')
         or c.state = 'DONE' and exists (select from wms_transaction t where t.after_sales_id = c.id and t.deleted_at is null
              and t.state not in ('CANCELED', 'REJECTED')))
     order by c.no limit 1`.execute(trx);
  const [found] = rows;
  if (found) throw new AppError('CASE_STANDS', { params: { no: found.no } });
}
