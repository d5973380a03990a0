// Posts rows of opening stock, as a finished document for each owner and warehouse, through the one posting function.
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import { expiryOf } from '@kuwei/contract/wms/batch-days';
import type { OpeningForm } from '@kuwei/contract/wms/opening';
import { sql } from 'kysely';
import { recheckAuthorization } from '../../session/recheck.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import { insertRows } from '../../db/rows.ts';
import { withUniqueRefusal } from '../../db/refuse-conflict.ts';
import type { Proposal, Written } from '../../platform/import/kind.ts';
import { foldedBatchNo } from '../batch/by-number.ts';
import { lockPlaces } from '../place/lock.ts';
import { post, type Entry } from '../stock/posting.ts';
import { record } from '../transaction/act.ts';
import { nextNo } from '../transaction/draft.ts';
import { findOrCreateBatches } from '../transaction/execute.ts';
import { postedBy } from '../transaction/lines.ts';
import { loadPeople } from '../transaction/messages.ts';
import { createValidator, type OpeningValidator } from './validate.ts';

export const OPENING = 'wms_opening_row';

/** Rows per document and commit. */
export const BATCH_ROWS = 100;

/**
 * Posts one document, all or nothing: rows of one owner in one warehouse.
 * @param orgId organisation of the warehouse
 * @throws AppError STALE where one of them was posted meanwhile, NOT_FOUND, or the first validation error
 */
export async function postOpening(
  context: WriteContext<Caller>,
  orgId: string,
  file: string,
  proposals: readonly Proposal<OpeningForm>[],
): Promise<Written[]> {
  const { trx, caller, origin } = context;
  const forms = proposals.map(({ form }) => form);
  const { warehouseId, ownerOrgId } = forms[0]!;
  await assertOpen(trx, { orgId, warehouseId, ownerOrgId, productIds: forms.map(({ productId }) => productId) });
  const about = { boxIds: forms.map(({ boxId }) => boxId), productIds: forms.map(({ productId }) => productId) };
  await lockBatches(trx, forms);
  await lockPlaces(trx, forms);
  await recheckAuthorization(trx, caller);
  const judge = await createValidator(trx, about, origin.locale);
  const [fault] = (await judge.faults(forms)).flat();
  if (fault) throw fault;

  const id = newId();
  const lines = forms.map((form) => lineOf(form, judge));
  await insertDocument(context, id, {
    warehouseId,
    ownerOrgId,
    file,
    controlled: forms.some((form) => judge.productOf(form).controlled),
  });
  await insertLines(trx, id, orgId, lines);
  const batches = await findOrCreateBatches(trx, { supplier_org_id: null }, lines);
  await post(
    trx,
    postedBy({ id }, caller),
    lines.map(({ form, qtyReq, basePrice, ...line }): Entry => ({
      productId: form.productId,
      batchId: batches.get(line.id)!.id,
      ownerOrgId,
      boxId: form.boxId,
      kind: 'OPENING',
      qty: qtyReq,
      lineId: line.id,
      unitPrice: basePrice,
    })),
  );
  await record(context, { id, round: 0 }, { action: 'opening', from: null, to: 'DONE', comment: file });
  const { owners, warehouse } = await loadPeople(trx, { id });
  context.emit({ to: [...new Set([...owners, ...warehouse])], ...EVENTS.transaction, d: { id, type: 'OPENING', state: 'DONE' } });
  return lines.map((line) => ({ id: line.id, rev: 1, isNew: true, change: {} }));
}

interface PostingTarget {
  orgId: string;
  warehouseId: string;
  ownerOrgId: string;
  productIds: readonly string[];
}

/** Locks owner, warehouse and products for key share: concurrent changes to them either wait for the commit or are seen here. */
async function assertOpen(trx: Trx, { orgId, warehouseId, ownerOrgId, productIds }: PostingTarget): Promise<void> {
  const { rows } = await sql<{ owner: number; warehouse: number }>`
    select (select count(*)::int from (select from wms_org where id = ${ownerOrgId} and valid and type <> 'WAREHOUSE' for key share) o) as owner,
           (select count(*)::int from (select from wms_warehouse where id = ${warehouseId} and org_id = ${orgId} and state = 'ACTIVE'
              and deleted_at is null for key share) w) as warehouse,
           (select count(*)::int from (select from wms_product where id = any(${[...productIds]}::uuid[]) order by id for key share) p) as products`.execute(
    trx,
  );
  if (rows[0]!.owner === 0 || rows[0]!.warehouse === 0) throw new AppError('STALE');
}

interface Line {
  form: OpeningForm;
  id: string;
  productId: string;
  trackBatch: boolean;
  batchNo: string | null;
  madeOn: string | null;
  expiresOn: string | null;
  factor: string;
  qtyReq: string;
  basePrice: string | null;
}

function lineOf(form: OpeningForm, { productOf, prepared }: OpeningValidator): Line {
  const product = productOf(form);
  const { factor, qtyReq, basePrice } = prepared(form);
  const { productId, batchNo, madeOn } = form;
  const { trackBatch } = product;
  return {
    form,
    id: newId(),
    productId,
    trackBatch,
    batchNo,
    madeOn,
    expiresOn: expiryOf(form, product),
    factor,
    qtyReq,
    basePrice,
  };
}

/** Existing batches are locked before places, in the lock order of all steps. */
const lockBatches = (trx: Trx, forms: readonly OpeningForm[]): Promise<unknown> =>
  sql`select from wms_batch b
       where (b.product_id, b.folded) in (
         select w.product, ${foldedBatchNo(sql`w.no`)} from unnest(${forms.map(({ productId }) => productId)}::uuid[], ${forms.map(({ batchNo }) => batchNo ?? '-')}::text[]) w(product, no))
       order by b.product_id, b.folded, b.twin for key share`.execute(trx);

async function insertDocument(
  { trx, caller }: WriteContext<Caller>,
  id: string,
  about: { warehouseId: string; ownerOrgId: string; file: string; controlled: boolean },
): Promise<void> {
  const now = new Date();
  await trx
    .insertInto('wms_transaction')
    .values({
      id,
      no: await nextNo(trx, 'OPENING'),
      type: 'OPENING',
      source: 'ADMIN',
      owner_org_id: about.ownerOrgId,
      applicant_id: caller.userId,
      warehouse_id: about.warehouseId,
      remark: about.file,
      state: 'DONE',
      controlled: about.controlled,
      submitted_at: now,
      approved_at: now,
      finished_at: now,
      created_by: caller.userId,
    })
    .execute();
}

async function insertLines(trx: Trx, transactionId: string, orgId: string, lines: readonly Line[]): Promise<void> {
  await insertRows(
    trx,
    'wms_transaction_line',
    lines.map(({ form, id, factor, qtyReq, basePrice, expiresOn }, at) => ({
      id,
      transaction_id: transactionId,
      line_no: at + 1,
      product_id: form.productId,
      batch_no: form.batchNo,
      made_on: form.madeOn,
      expires_on: expiresOn,
      unit: form.unit,
      unit_factor: factor,
      qty: form.qty,
      qty_req: qtyReq,
      qty_appr: qtyReq,
      qty_done: qtyReq,
      unit_price: basePrice,
      remark: form.remark,
    })),
  );
  await insertRows(
    trx,
    'wms_transaction_line_box',
    lines.map(({ form, id, qtyReq }) => ({
      id: newId(),
      line_id: id,
      box_id: form.boxId,
      qty: qtyReq,
      qty_done: qtyReq,
      reserved: '0',
    })),
  );
  const rows = lines.map(({ form, id }) => ({ org_id: orgId, ref: form.ref, line_id: id, said: form }));
  try {
    await withUniqueRefusal('wms_opening_row_pkey', '', () => insertRows(trx, OPENING, rows));
  } catch (error) {
    throw error instanceof AppError && error.code === 'CODE_TAKEN' ? new AppError('STALE') : error;
  }
}
