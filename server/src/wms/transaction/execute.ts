// Execution: posts what was done, and closes or voids the rest.
import { compare, sum } from '@kuwei/contract/decimal';
import { AppError } from '@kuwei/contract/error';
import type { BodyOf } from '@kuwei/contract/route';
import type { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import { findRefusal, lockPlaces } from '../place/fit.ts';
import { checkBaseAmounts } from '../product/units.ts';
import { assertPermitted } from '../permit/requirement.ts';
import { batchByNo, foldedBatchNo } from '../batch/by-number.ts';
import { post, type Entry } from '../stock/posting.ts';
import { performAction, type Step } from './act.ts';
import { goodsOrgOf, type Locked } from './document.ts';
import { releaseDocument, isPositive, negative, openOf, postedBy, type Line, type LineBox } from './lines.ts';
import { checkPickupCode } from './pickup.ts';
import { batchConflict } from './submit.ts';

type Finish = BodyOf<(typeof transactionRoutes)['finishTransaction']>;

interface DonePart {
  line: Line;
  box: LineBox;
  qty: string;
}

/** Posts what was done: ledger, stock, lines and state in one commit. */
export async function finishDocument(
  context: WriteContext<Caller>,
  id: string,
  { rev, pickupCode, boxes, comment }: Finish,
): Promise<void> {
  const { trx, caller, origin, services } = context;
  await performAction(context, id, 'finish', rev, async (document) => {
    if (document.type === 'OUTBOUND') checkPickupCode(document, pickupCode, services);
    const { lines } = document;
    const done = resolveDone(document, lines, boxes);
    await checkBaseAmounts(trx, enteredAmounts(lines, boxes), origin.locale);
    if (!comment && (await isOtherBatch(trx, document, done))) throw new AppError('COMMENT_NEEDED', { field: 'comment' });
    const by = postedBy(document, caller, document.facts.twoToFinish ? document.facts.cosignedBy : null);
    if (document.type === 'INBOUND') await receive(context, document, lines, done, by);
    else if (document.type === 'OUTBOUND')
      await post(
        trx,
        by,
        done.map((each) => outgoingEntry(each, document.after_sales_as === 'DISPOSE' ? 'DISPOSE' : 'OUT')),
      );
    else await move(context, document, done, by);

    const left = lines.some((line) => isPositive(openAfter(line, done)));
    return {
      to: left ? 'PARTIAL' : 'DONE',
      comment,
      diff: done.map(({ line, qty }) => ({ lineNo: line.lineNo, qty })),
      ...(left ? {} : { set: { finished_at: new Date() } }),
      also: doneParts(document, done),
    };
  });
}

/** Whether the batch that leaves or moves differs from the one requested and reviewed. */
async function isOtherBatch(trx: Trx, { type }: Locked, done: readonly DonePart[]): Promise<boolean> {
  if (type === 'INBOUND') return false;
  const { rows } = await sql`
    select from wms_transaction_line_box x
      join wms_transaction_line l on l.id = x.line_id
      join wms_product_box s on s.id = x.product_box_id
      join wms_batch b on b.id = s.batch_id
      left join wms_product_box n on n.id = l.product_box_id
     where x.id = any(${done.map(({ box }) => box.id)}::uuid[])
       and case when n.id is not null then n.batch_id <> b.id else l.batch_no is not null and ${foldedBatchNo(sql`l.batch_no`)} <> b.folded end
     limit 1`.execute(trx);
  return rows.length > 0;
}

/** Entered quantities, as parts of what was planned for their boxes. */
const enteredAmounts = (lines: readonly Line[], wanted: Finish['boxes'] = []) =>
  wanted.flatMap(({ id, qty }, at) =>
    lines.flatMap(({ productUnit: unit, boxes }) =>
      boxes.filter((box) => box.id === id).map((box) => ({ qty, unit, of: subtractDone(box), path: `boxes.${at}.qty` })),
    ),
  );

/** The assigned boxes that were done, and their quantities. */
function resolveDone(document: Locked, lines: readonly Line[], wanted: Finish['boxes']): DonePart[] {
  const open = lines.flatMap((line) =>
    line.boxes
      .filter((box) => compare(box.qty, box.qtyDone) > 0)
      .filter(
        (box) =>
          (document.type === 'OUTBOUND' || box.boxId !== null) && (document.type === 'INBOUND' || box.productBoxId !== null),
      )
      .map((box) => ({ line, box, qty: subtractDone(box) })),
  );
  const done =
    wanted === undefined
      ? open
      : wanted.map((each, at) => {
          const found = open.find(({ box }) => box.id === each.id);
          if (!found) throw new AppError('NOT_FOUND', { field: `boxes.${at}.id` });
          if (compare(each.qty, found.qty) > 0) {
            throw new AppError('QTY_ASSIGNED', { params: { sum: each.qty, open: found.qty }, field: `boxes.${at}.qty` });
          }
          return { ...found, qty: each.qty };
        });
  const positive = done.filter(({ qty }) => isPositive(qty));
  if (positive.length === 0) throw new AppError('LINES_NEEDED', { field: 'boxes' });
  if (new Set(positive.map(({ box }) => box.id)).size !== positive.length)
    throw new AppError('INVALID', { faults: [{ path: 'boxes', key: 'rule.repeated' }] });
  return positive;
}

export const subtractDone = (box: LineBox): string => sum([box.qty, negative(box.qtyDone)]);
const openAfter = (line: Line, done: readonly DonePart[]): string =>
  sum([openOf(line), ...done.filter((each) => each.line === line).map((each) => negative(each.qty))]);

const outgoingEntry = ({ line, box, qty }: DonePart, kind: 'OUT' | 'MOVE_OUT' | 'DISPOSE'): Entry => ({
  productBoxId: box.productBoxId!,
  kind,
  qty: negative(qty),
  reserved: negative(qty),
  lineId: line.id,
  unitPrice: line.unitPrice,
});

type By = ReturnType<typeof postedBy>;

async function receive(
  { trx, origin, services }: WriteContext<Caller>,
  document: Locked,
  lines: readonly Line[],
  done: readonly DonePart[],
  by: By,
): Promise<void> {
  const brought = [...new Set(done.map(({ line }) => line))];
  await assertPermitted(trx, services, document, brought, origin.locale, () => 'boxes');
  const batches = await findOrCreateBatches(trx, document, brought);
  assertSameExpiry(lines, batches);
  const incoming = done.map(({ line, box, qty }) => ({
    productId: line.productId,
    ownerOrgId: goodsOrgOf(document),
    boxId: box.boxId!,
    qty,
  }));
  await lockPlaces(trx, incoming);
  const refused = await findRefusal(trx, incoming, origin.locale, { warehouseId: document.warehouse_id });
  if (refused) throw refused;
  await post(
    trx,
    by,
    done.map(({ line, box, qty }): Entry => ({
      productId: line.productId,
      batchId: batches.get(line.id)!.id,
      ownerOrgId: goodsOrgOf(document),
      boxId: box.boxId!,
      kind: 'IN',
      qty,
      lineId: line.id,
      unitPrice: line.unitPrice,
      depositUntil: document.deposit_until,
    })),
  );
}

interface Batch {
  id: string;
  expiresOn: string | null;
}

/**
 * Batch of each line, found case-insensitively or created; `-` if the product is not tracked by batch. A batch without new data
 * is not updated: that would lock its row until the commit and block every other arrival of it.
 */
export async function findOrCreateBatches(
  trx: Trx,
  document: Pick<Locked, 'supplier_org_id'>,
  lines: readonly Pick<Line, 'id' | 'productId' | 'trackBatch' | 'batchNo' | 'madeOn' | 'expiresOn'>[],
): Promise<Map<string, Batch>> {
  const wanted = lines.map((line) => ({
    id: newId(),
    line: line.id,
    product: line.productId,
    no: (line.trackBatch && line.batchNo) || '-',
    made: line.trackBatch ? line.madeOn : null,
    expires: line.trackBatch ? line.expiresOn : null,
  }));
  const { rows } = await sql<Batch & { line: string }>`
    with wanted as (
      select * from unnest(${wanted.map(({ id }) => id)}::uuid[], ${wanted.map(({ line }) => line)}::uuid[],
        ${wanted.map(({ product }) => product)}::uuid[], ${wanted.map(({ no }) => no)}::text[],
        ${wanted.map(({ made }) => made)}::date[], ${wanted.map(({ expires }) => expires)}::date[]
      ) with ordinality w(id, line, product, no, made, expires, at)
    ), known as (
      select w.line, b.id as batch, b.twin, b.expires_on, (w.made is not null and b.made_on is null) or (w.expires is not null and b.expires_on is null) as learns
        from wanted w left join lateral ${batchByNo(sql`w.product`, sql`w.no`)} b on true
    ), made as (
      insert into wms_batch (id, product_id, batch_no, twin, made_on, expires_on, supplier_org_id)
        select distinct on (product, ${foldedBatchNo(sql`no`)}, coalesce(twin, 0)) id, product, no, coalesce(twin, 0), made, expires, ${document.supplier_org_id}::uuid
          from wanted w join known k on k.line = w.line and (k.batch is null or k.learns)
         order by product, ${foldedBatchNo(sql`no`)}, coalesce(twin, 0), w.at
        on conflict (product_id, folded, twin) do update
          set made_on = coalesce(wms_batch.made_on, excluded.made_on), expires_on = coalesce(wms_batch.expires_on, excluded.expires_on)
      returning id, product_id, folded, twin, expires_on
    ), linked as (
      update wms_transaction_line l set batch_id = coalesce(m.id, k.batch)
        from wanted w join known k on k.line = w.line left join made m on m.product_id = w.product and m.folded = ${foldedBatchNo(sql`w.no`)} and m.twin = coalesce(k.twin, 0)
       where l.id = w.line
      returning l.id as line, l.batch_id as id, coalesce(m.expires_on, k.expires_on) as "expiresOn"
    ) select line, id, "expiresOn" from linked`.execute(trx);
  return new Map(rows.map(({ line, ...batch }) => [line, batch]));
}

/** Checks that the posted dates match those of the batches. @throws AppError BATCH_CONFLICT */
function assertSameExpiry(lines: readonly Line[], batches: ReadonlyMap<string, Batch>): void {
  for (const [at, { id, batchNo, expiresOn }] of lines.entries()) {
    const known = batches.get(id)?.expiresOn ?? null;
    if (batchNo !== null && expiresOn !== null && known !== null && known !== expiresOn) throw batchConflict(at, batchNo, known);
  }
}

/** Posts outgoing and incoming goods together: goods that stay in the same cabinet don't need its room twice. */
async function move({ trx, origin }: WriteContext<Caller>, document: Locked, done: readonly DonePart[], by: By): Promise<void> {
  // Product, batch and owner of a stock row are immutable: safe to read before locking.
  const { rows } = await sql<{ id: string; batchId: string; ownerOrgId: string; fromBoxId: string }>`
    select id, batch_id as "batchId", owner_org_id as "ownerOrgId", box_id as "fromBoxId" from wms_product_box
     where id = any(${done.map(({ box }) => box.productBoxId!)}::uuid[])`.execute(trx);
  const stock = new Map(rows.map((row) => [row.id, row]));
  const moving = done.map(({ line, box, qty }) => ({
    productId: line.productId,
    boxId: box.boxId!,
    qty,
    line,
    ...stock.get(box.productBoxId!)!,
  }));
  await lockPlaces(trx, moving);
  const leave = moving.map((each) => ({ ...each, boxId: each.fromBoxId, qty: negative(each.qty) }));
  const warehouseId = document.target_warehouse_id ?? document.warehouse_id;
  const refused = await findRefusal(trx, [...leave, ...moving], origin.locale, { warehouseId });
  if (refused) throw refused;
  await post(trx, by, [
    ...done.map((each) => outgoingEntry(each, 'MOVE_OUT')),
    ...moving.map(({ productId, batchId, ownerOrgId, boxId, qty, line }): Entry => ({
      productId,
      batchId,
      ownerOrgId,
      boxId,
      kind: 'MOVE_IN',
      qty,
      lineId: line.id,
      unitPrice: line.unitPrice,
    })),
  ]);
}

/** Updates done quantities of boxes and lines. */
function doneParts({ type }: Locked, done: readonly DonePart[]): NonNullable<Step['also']> {
  const ids = done.map(({ box }) => box.id);
  const amounts = done.map(({ qty }) => qty);
  return {
    parts: sql`select * from unnest(${ids}::uuid[], ${amounts}::numeric[]) p(id, qty)`,
    boxes: sql`
      update wms_transaction_line_box x
         set qty_done = x.qty_done + p.qty, reserved = case when ${type} = 'INBOUND' then 0 else x.reserved - p.qty end
        from parts p where x.id = p.id
      returning x.line_id, p.qty`,
    lines: sql`
      update wms_transaction_line l set qty_done = l.qty_done + d.qty
        from (select line_id, sum(qty) as qty from boxes group by line_id) d
       where l.id = d.line_id`,
  };
}

/** Closes a partly finished document and gives up the rest. */
export async function closeShort(
  context: WriteContext<Caller>,
  id: string,
  { rev, comment }: { rev: number; comment: string },
): Promise<void> {
  await performAction(context, id, 'closeShort', rev, async (document) => {
    await releaseDocument(context.trx, document, context.caller);
    return { to: 'DONE', comment, set: { finished_at: new Date() } };
  });
}

/** Voids an approved document before anything was posted. */
export async function voidDocument(
  context: WriteContext<Caller>,
  id: string,
  { rev, comment }: { rev: number; comment: string },
): Promise<void> {
  await performAction(context, id, 'void', rev, async (document) => {
    await releaseDocument(context.trx, document, context.caller);
    return { to: 'CANCELED', comment };
  });
}
