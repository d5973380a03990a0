import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import type { Trx } from '../../db/open.ts';
import { t } from '../../phrase.ts';
import { assertNotInCount } from '../place/open-count.ts';
import { lockBoxes } from '../place/lock.ts';
import { containerSubtree } from '../place/tree-sql.ts';
import { inUseError } from '../place/in-use.ts';

/**
 * Prepares a container with everything in it for another warehouse: it must be empty, and code prefixes of the old warehouse
 * become those of the new one.
 * @throws AppError BOX_NOT_EMPTY, IN_USE_BY while open documents have assigned boxes in it
 */
export async function changeWarehouse(
  { trx, origin }: WriteContext<Caller>,
  id: string,
  from: string,
  to: string,
): Promise<void> {
  const { rows: boxes } = await sql<{ id: string }>`
    select id from wms_warehouse_box where container_id in ${containerSubtree(id)}`.execute(trx);
  const ids = boxes.map((box) => box.id);
  await lockBoxes(trx, ids);
  const { rows: occupied } = await sql<{ boxId: string; boxCode: string }>`
    select b.id as "boxId", b.code as "boxCode" from wms_warehouse_box b
     where b.id = any(${ids}::uuid[]) and exists (select from wms_product_box s where s.box_id = b.id and s.qty > 0)
     order by b.code collate wms_natural limit 20`.execute(trx);
  if (occupied[0]) throw new AppError('BOX_NOT_EMPTY', { params: { code: occupied[0].boxCode }, data: { boxes: occupied } });
  await assertBoxesUnassigned(trx, ids, origin.locale);
  await assertNotInCount(trx, ids, origin.locale);
  await sql`
    update wms_warehouse_box b
       set code = new.code || substr(b.code, length(old.code) + 1), updated_at = now()
      from wms_warehouse old, wms_warehouse new
     where old.id = ${from} and new.id = ${to} and b.id = any(${ids}::uuid[]) and starts_with(b.code, old.code || '-')`.execute(
    trx,
  );
}

/**
 * Refuses boxes assigned in open documents.
 * @param ids under lock
 * @throws AppError IN_USE_BY
 */
export async function assertBoxesUnassigned(trx: Trx, ids: readonly string[], locale: Locale): Promise<void> {
  const { rows: open } = await sql<{ documents: number }>`
    select count(distinct t.id)::int as documents
      from wms_transaction_line_box x
      join wms_transaction_line l on l.id = x.line_id
      join wms_transaction t on t.id = l.transaction_id
     where x.box_id = any(${[...ids]}::uuid[]) and x.qty_done < x.qty and t.state in ('APPROVED', 'EXECUTING', 'PARTIAL')`.execute(
    trx,
  );
  const { documents } = open[0]!;
  if (documents > 0) throw inUseError(t(locale, 'wms.used.openDocuments', { n: documents }));
}
