// Returns a loan: a prefilled deposit by the borrower, posted for the owner.
import { compare, subtract } from '@kuwei/contract/decimal';
import { AppError } from '@kuwei/contract/error';
import { nameIn } from '@kuwei/contract/name';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import { insertRows } from '../../db/rows.ts';
import { foldedBatchNo } from '../batch/by-number.ts';
import { record as recordStep } from '../transaction/act.ts';
import { nextNo } from '../transaction/draft.ts';
import { least } from '../transaction/lines.ts';
import { headOf } from './collection.ts';
import { IS_EFFECTIVE } from './loan.ts';
import { lockRow, notifyChanged } from './lock.ts';
import { getShare } from './queries.ts';

/** @throws AppError NOT_FOUND, SHARE_NOTHING_OUT, PRODUCT_NOT_ACTIVE, ORG_NEEDED */
export async function createReturn(context: WriteContext<Caller>, id: string): Promise<{ id: string; no: string }> {
  const { trx, caller, origin } = context;
  const share = await lockRow(context, id);
  if (!(await getShare(trx, id, caller, origin.locale)).mayGiveBack) throw new AppError('SHARE_NOTHING_OUT');
  const product = await trx
    .selectFrom('wms_product')
    .where('id', '=', share.product_id)
    .select(['name', 'name_en as nameEn', 'base_unit', 'state'])
    .forKeyShare()
    .executeTakeFirstOrThrow();
  if (product.state !== 'ACTIVE') throw new AppError('PRODUCT_NOT_ACTIVE', { params: { name: nameIn(origin.locale, product) } });
  const documentId = newId();
  const no = await nextNo(trx, 'INBOUND');
  await trx
    .insertInto('wms_transaction')
    .values({
      ...(await headOf(trx, share)),
      id: documentId,
      no,
      type: 'INBOUND',
      applicant_id: caller.userId,
      created_by: caller.userId,
    })
    .execute();
  const lines = await openBatches(trx, id);
  await insertRows(
    trx,
    'wms_transaction_line',
    lines.map(({ batchNo, madeOn, expiresOn, qty }, at) => ({
      id: newId(),
      transaction_id: documentId,
      line_no: at + 1,
      product_id: share.product_id,
      batch_no: batchNo,
      made_on: madeOn,
      expires_on: expiresOn,
      unit: product.base_unit,
      unit_factor: '1',
      qty,
      qty_req: qty,
    })),
  );
  await recordStep(context, { id: documentId, round: 0 }, { action: 'create', from: null, to: 'DRAFT', comment: share.no });
  await notifyChanged(context, share);
  return { id: documentId, no };
}

interface Batch {
  batchNo: string | null;
  madeOn: string | null;
  expiresOn: string | null;
  qty: string;
}

/**
 * Per batch, what was taken and is neither back nor on its way. Returns under another batch number are deducted from the first.
 */
async function openBatches(trx: Trx, id: string): Promise<Batch[]> {
  const { rows } = await sql<Batch & { back: string; others: string }>`
    with brought as (
      select ${foldedBatchNo(sql`coalesce(l.batch_no, '-')`)} as folded, sum(case when t.state in ('DONE', 'REJECTED', 'CANCELED') then l.qty_done else coalesce(l.qty_appr, l.qty_req) end) as qty
        from wms_share_request r join wms_transaction t on ${IS_EFFECTIVE} and t.type = 'INBOUND' join wms_transaction_line l on l.transaction_id = t.id
       where r.id = ${id} group by 1),
    taken as (
      select b.batch_no, b.folded, b.made_on, b.expires_on, - sum(e.qty_delta) as qty
        from wms_share_request r join wms_transaction t on ${IS_EFFECTIVE} and t.type = 'OUTBOUND' join wms_ledger e on e.transaction_id = t.id
        join wms_batch b on b.id = e.batch_id where r.id = ${id} group by 1, 2, 3, 4)
    select nullif(k.batch_no, '-') as "batchNo", k.made_on as "madeOn", k.expires_on as "expiresOn", k.qty, coalesce(o.qty, 0) as back,
           (select coalesce(sum(x.qty), 0) from brought x where not exists (select from taken y where y.folded = x.folded)) as others
      from taken k left join brought o on o.folded = k.folded order by k.expires_on nulls last, k.batch_no`.execute(trx);
  let others = rows[0]?.others ?? '0';
  return rows.flatMap(({ back, qty, batchNo, madeOn, expiresOn }) => {
    const open = subtract(qty, least(qty, back));
    const off = least(open, others);
    others = subtract(others, off);
    const left = subtract(open, off);
    return compare(left, '0') > 0 ? [{ batchNo, madeOn, expiresOn, qty: left }] : [];
  });
}
