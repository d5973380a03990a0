// Turns an approved case into documents, which storekeepers execute like any other, so stock has one posting path. Stock held for
// the case is reserved for the document that issues it, in the same commit.
import { documentsOf, type CaseDocument, type CasePlace, type Solution } from '@kuwei/contract/wms/after-sales-state';
import { EVENTS } from '@kuwei/contract/event';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { Caller, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import type { BothNames } from '../../db/named.ts';
import { post, type Entry } from '../stock/posting.ts';
import { lock } from '../transaction/document.ts';
import { nextNo } from '../transaction/draft.ts';
import { isPositive, negative, postedBy } from '../transaction/lines.ts';
import { notifyStep } from '../transaction/messages.ts';
import { PRICE } from './kind.ts';
import { updateState, record, type LockedCase } from './lock.ts';
import { notifyParties } from './messages.ts';
import { goodsPlace } from './queries.ts';

type Context = WriteContext<Caller>;

interface Goods {
  place: CasePlace;
  source: 'LAB' | 'SUPPLIER' | 'PURCHASE';
  /** Warehouse of the goods in stock. */
  stockWarehouseId: string | null;
  batchNo: string | null;
  expiresOn: string | null;
  unit: string;
  price: string | null;
  controlled: boolean;
  toxic: boolean;
}

export interface LastDecision {
  action: string;
  level: number | null;
  step: BothNames | null;
  otherId: string | null;
  comment: string | null;
  solution: Solution;
}

/** @param decided the last decision in the timeline; null where no review was needed */
export async function executeSolution(
  context: Context,
  row: LockedCase,
  solution: Solution,
  decided: LastDecision | null,
): Promise<void> {
  const { trx, caller } = context;
  const goods = await goodsOf(context, row.id);
  const { qty } = row;
  const documents = qty === null ? [] : documentsOf(solution, goods.place);
  const made = [];
  for (const as of documents) made.push(await makeDocument(context, row, as, goods));
  const to = made.length > 0 ? 'PROCESSING' : 'DONE';
  const now = new Date();
  await updateState(context, row, {
    state: to,
    levels: row.levels,
    held: '0',
    decided_at: now,
    ended_at: to === 'DONE' ? now : null,
  });
  await record(context, row, decided ? { ...decided, to } : { action: 'decide', to, solution });
  const comment = decided?.comment ?? '';
  await notifyParties(context, row.id, 'msg.afsDecided', comment);
  for (const { id } of made) await notifyKeepers(context, id);
  const entries: Entry[] = isPositive(row.held)
    ? [{ productBoxId: row.product_box_id!, kind: 'OUT', qty: '0', reserved: negative(row.held), lineId: null }]
    : [];
  const leaving = made.find(({ takes }) => takes);
  if (leaving) entries.push({ productBoxId: row.product_box_id!, kind: 'OUT', qty: '0', reserved: qty!, lineId: leaving.lineId });
  await post(trx, postedBy({ id: row.id }, caller), entries);
}

async function goodsOf({ trx }: Context, id: string): Promise<Goods> {
  const { rows } = await sql<Goods>`
    select ${goodsPlace} as place, case o.type when 'SUPPLIER' then 'SUPPLIER' when 'PURCHASE' then 'PURCHASE' else 'LAB' end as source,
           g.warehouse_id as "stockWarehouseId", nullif(b.batch_no, '-') as "batchNo", b.expires_on as "expiresOn", p.base_unit as unit,
           ${PRICE} as price, cardinality(p.control_flags) > 0 or p.hazard = 'UNKNOWN' as controlled, 'TOXIC' = any(p.control_flags) as toxic
      from wms_after_sales c join wms_product p on p.id = c.product_id join wms_org o on o.id = c.owner_org_id
      left join wms_batch b on b.id = c.batch_id left join wms_product_box g on g.id = c.product_box_id
      left join wms_transaction_line l on l.id = c.transaction_line_id left join wms_transaction t on t.id = l.transaction_id
     where c.id = ${id}`.execute(trx);
  return rows[0]!;
}

/** Creates an approved document that names the case; the case's reviewers cannot execute it. */
async function makeDocument(
  { trx, caller, origin }: Context,
  row: LockedCase,
  as: CaseDocument,
  goods: Goods,
): Promise<{ id: string; lineId: string; takes: boolean }> {
  const [id, lineId] = [newId(), newId()];
  const takes = as === 'LEAVE' || as === 'DISPOSE';
  const type = takes ? 'OUTBOUND' : 'INBOUND';
  const now = new Date();
  await trx
    .insertInto('wms_transaction')
    .values({
      id,
      no: await nextNo(trx, type),
      type,
      source: goods.source,
      owner_org_id: row.owner_org_id,
      applicant_id: row.applicant_id,
      warehouse_id: takes ? goods.stockWarehouseId! : row.warehouse_id,
      supplier_org_id: takes ? null : row.supplier_org_id,
      purpose: row.no,
      plan_date: sql<string>`current_date`,
      remark: row.no,
      state: 'APPROVED',
      // Its approvals are those of this round of the case.
      round: row.round,
      controlled: goods.controlled,
      toxic: goods.toxic,
      submitted_at: now,
      approved_at: now,
      pickup_salt: takes ? randomBytes(16) : null,
      after_sales_id: row.id,
      after_sales_as: as,
      created_by: caller.userId,
    })
    .execute();
  await trx
    .insertInto('wms_transaction_line')
    .values({
      id: lineId,
      transaction_id: id,
      line_no: 1,
      product_id: row.product_id,
      product_box_id: takes ? row.product_box_id : null,
      // The batch of replacement goods is known only on arrival.
      batch_no: goods.batchNo,
      expires_on: as === 'REPLACEMENT' ? null : goods.expiresOn,
      unit: goods.unit,
      unit_factor: '1',
      qty: row.qty!,
      qty_req: row.qty!,
      qty_appr: row.qty,
      unit_price: goods.price,
    })
    .execute();
  if (takes)
    await trx
      .insertInto('wms_transaction_line_box')
      .values({ id: newId(), line_id: lineId, product_box_id: row.product_box_id, qty: row.qty!, reserved: row.qty! })
      .execute();
  await trx
    .insertInto('wms_transaction_record')
    .values({
      transaction_id: id,
      round: row.round,
      actor_id: caller.userId,
      proxy_user_id: caller.proxyUserId,
      page_role: caller.pageRole,
      action: 'afterSales',
      from_state: null,
      to_state: 'APPROVED',
      comment: row.no,
      ip: origin.ip,
    })
    .execute();
  return { id, lineId, takes };
}

/** Notifies storekeepers as for any approved document. */
async function notifyKeepers(context: Context, id: string): Promise<void> {
  const document = await lock(context.trx, id, null);
  const to = await notifyStep(context, document, 'submit', 'APPROVED', null);
  context.emit({ to, ...EVENTS.transaction, d: { id, type: document.type, state: document.state } });
}
