// Lines of a document as its steps use them, and their reservations.
import { compare, decimalOf, micros, subtract } from '@kuwei/contract/decimal';
import { sql } from 'kysely';
import type { Caller } from '../../context.ts';
import { asText, jsonOf, type Columns } from '../../db/columns.ts';
import { pipelined } from '../../db/pipeline.ts';
import { compileConstant } from '../../db/constant-sql.ts';
import type { Trx } from '../../db/open.ts';
import { anyOf } from '../../db/rows.ts';
import type { WmsProduct, WmsTransactionLine, WmsTransactionLineBox } from '../../db/types.ts';
import { post, type Entry, type PostedBy } from '../stock/posting.ts';

export interface LineBox {
  id: string;
  productBoxId: string | null;
  boxId: string | null;
  /** Owner of the referenced stock. */
  ownerOrgId: string | null;
  qty: string;
  qtyDone: string;
  reserved: string;
}

export interface Line {
  id: string;
  lineNo: number;
  productId: string;
  productCode: string;
  productName: string;
  productNameEn: string | null;
  productState: string;
  /** Base unit code. */
  productUnit: string;
  trackBatch: boolean;
  trackExpiry: boolean;
  shelfLifeDays: number | null;
  controlFlags: string[];
  /** False: hazards not assessed. */
  assessed: boolean;
  /** Segregation group. */
  storageGroup: string | null;
  productBoxId: string | null;
  batchNo: string | null;
  madeOn: string | null;
  expiresOn: string | null;
  batchId: string | null;
  /** Whether the batch has expired. */
  expired: boolean;
  qtyReq: string;
  qtyAppr: string | null;
  qtyDone: string;
  /** Per base unit. */
  unitPrice: string | null;
  boxes: LineBox[];
}

const BOX: Columns<LineBox, { x: WmsTransactionLineBox }> = {
  id: 'x.id',
  productBoxId: 'x.product_box_id',
  boxId: 'x.box_id',
  ownerOrgId: sql<string | null>`(select s.owner_org_id from wms_product_box s where s.id = x.product_box_id)`,
  qty: asText('x.qty'),
  qtyDone: asText('x.qty_done'),
  reserved: asText('x.reserved'),
};

export const LINE = jsonOf<Line, { l: WmsTransactionLine; p: WmsProduct }>({
  id: 'l.id',
  lineNo: 'l.line_no',
  productId: 'l.product_id',
  productCode: 'p.code',
  productName: 'p.name',
  productNameEn: 'p.name_en',
  productState: 'p.state',
  productUnit: 'p.base_unit',
  trackBatch: 'p.track_batch',
  trackExpiry: 'p.track_expiry',
  shelfLifeDays: 'p.default_shelf_life_days',
  controlFlags: 'p.control_flags',
  assessed: sql<boolean>`p.hazard <> 'UNKNOWN'`,
  storageGroup: 'p.separation_group',
  productBoxId: 'l.product_box_id',
  batchNo: 'l.batch_no',
  madeOn: 'l.made_on',
  expiresOn: 'l.expires_on',
  batchId: 'l.batch_id',
  expired: sql<boolean>`coalesce(coalesce(l.expires_on, b.expires_on) < current_date, false)`,
  qtyReq: asText('l.qty_req'),
  qtyAppr: asText('l.qty_appr'),
  qtyDone: asText('l.qty_done'),
  unitPrice: asText('l.unit_price'),
  boxes: sql<LineBox[]>`coalesce((
        select json_agg(${jsonOf<LineBox, { x: WmsTransactionLineBox }>(BOX)} order by x.id)
          from wms_transaction_line_box x where x.line_id = l.id), '[]')`,
});

/** Source tables of the lines. */
export const LINES = sql`wms_transaction_line l
    join wms_product p on p.id = l.product_id
    left join wms_product_box s on s.id = l.product_box_id
    left join wms_batch b on b.id = coalesce(l.batch_id, s.batch_id)`;

const WRITTEN = compileConstant(LINE);
/** Reads the current lines; a step that has not changed any uses those of the locked document. */
async function loadLines(trx: Trx, transactionId: string): Promise<Line[]> {
  const { rows } = await sql<{ line: Line }>`
    select ${WRITTEN} as line from ${LINES} where l.transaction_id = ${transactionId} order by l.line_no`.execute(trx);
  return rows.map(({ line }) => line);
}

/** Quantity approved but not yet done. */
export const openOf = (line: Pick<Line, 'qtyReq' | 'qtyAppr' | 'qtyDone'>): string =>
  subtract(line.qtyAppr ?? line.qtyReq, line.qtyDone);

export const isPositive = (qty: string): boolean => micros(qty) > 0n;
export const least = (a: string, b: string): string => (compare(a, b) <= 0 ? a : b);
export const negative = (qty: string): string => decimalOf(-micros(qty));

/** On whose behalf stock is posted. @param secondId second storekeeper, if needed */
export const postedBy = (document: { id: string }, caller: Caller, secondId: string | null = null): PostedBy => ({
  transactionId: document.id,
  actorId: caller.userId,
  secondId,
  proxyUserId: caller.proxyUserId,
});

/** Releases all reservations and approvals of a document, and clears its box assignments. */
export async function releaseDocument(trx: Trx, document: { id: string }, caller: Caller): Promise<void> {
  await post(trx, postedBy(document, caller), await releaseLines(trx, document));
}

/** The same for steps that post more. @returns entries that release the lines' reservations, to be posted with the others */
export async function releaseLines(trx: Trx, document: { id: string }): Promise<Entry[]> {
  const lines = await loadLines(trx, document.id);
  const held = lines.flatMap((line) => line.boxes.filter((box) => isPositive(box.reserved)).map((box) => ({ line, box })));
  await clearBoxes(
    trx,
    lines.map((line) => line.id),
  );
  await sql`${pipelined}
    update wms_transaction_line set qty_appr = null where transaction_id = ${document.id} and qty_done = 0`.execute(trx);
  return held.map(({ line, box }) => releaseOf(line, box, box.reserved));
}

/** Removes pending assignments of lines; done parts stay. */
export async function clearBoxes(trx: Trx, lineIds: readonly string[]): Promise<void> {
  await sql`${pipelined}
    with gone as (delete from wms_transaction_line_box where line_id = ${anyOf(lineIds)} and qty_done = 0)
    update wms_transaction_line_box set qty = qty_done, reserved = 0 where line_id = ${anyOf(lineIds)} and qty_done <> 0`.execute(
    trx,
  );
}

export const releaseOf = (line: { id: string }, box: { productBoxId: string | null }, qty: string): Entry => ({
  productBoxId: box.productBoxId!,
  kind: 'OUT',
  qty: '0',
  reserved: negative(qty),
  lineId: line.id,
});
