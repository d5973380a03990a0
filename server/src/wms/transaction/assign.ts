// Assigns boxes to the lines of an approved document: destinations or sources of goods.
import { compare, sum } from '@kuwei/contract/decimal';
import { AppError } from '@kuwei/contract/error';
import type { BodyOf } from '@kuwei/contract/route';
import type { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { pipelined } from '../../db/pipeline.ts';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import { insertOf } from '../../db/rows.ts';
import { findRefusal, lockPlaces, type Incoming } from '../place/fit.ts';
import { checkBaseAmounts } from '../product/units.ts';
import { post, type Entry } from '../stock/posting.ts';
import { performAction } from './act.ts';
import { goodsOrgOf, type Locked } from './document.ts';
import { subtractDone } from './execute.ts';
import { clearBoxes, isPositive, negative, openOf, postedBy, type Line } from './lines.ts';
import { incomingByOthers } from './planned.ts';

type Assignment = BodyOf<(typeof transactionRoutes)['assignBoxes']>['lines'];
type Target = Assignment[number]['boxes'][number];

/** Replaces the pending assignments of the given lines; other lines keep theirs. */
export async function assignBoxes(
  context: WriteContext<Caller>,
  id: string,
  { rev, lines: wanted }: { rev: number; lines: Assignment },
): Promise<void> {
  const { trx, caller, origin } = context;
  await performAction(context, id, 'assign', rev, async (document) => {
    const chosen = wanted.map((each, at) => ({ line: checkLine(document, each, at), boxes: each.boxes }));
    await checkBaseAmounts(trx, partsOf(chosen), origin.locale);
    // Lock before reading, so that nothing moves; and before any stock, per the global lock order.
    await lockPlaces(trx, [...pendingArrivals(document, chosen), ...pendingArrivals(document, [])]);
    const owners = await checkPlaces(trx, document, wanted);
    await moveReservations(trx, document, chosen, caller);
    const incoming = pendingArrivals(document, chosen, owners);
    const boxIds = incoming.map(({ boxId }) => boxId);
    const coming = incomingByOthers(document.id, sql`x.box_id = any(${boxIds}::uuid[])`);
    const refused = await findRefusal(trx, incoming, origin.locale, { coming });
    if (refused) throw refused;
    if (document.type !== 'OUTBOUND' && incoming.length === 0) throw new AppError('LINES_NEEDED', { field: 'lines' });
    return {
      to: document.state === 'PARTIAL' ? 'PARTIAL' : 'EXECUTING',
      diff: chosen.map(({ line, boxes }) => ({ lineNo: line.lineNo, boxes: boxes.length })),
    };
  });
}

interface ChosenBoxes {
  line: Line;
  boxes: readonly Target[];
}

const partsOf = (chosen: readonly ChosenBoxes[]) =>
  chosen.flatMap(({ line, boxes }, at) =>
    boxes.map(({ qty }, n) => ({ qty, unit: line.productUnit, of: openOf(line), path: `lines.${at}.boxes.${n}.qty` })),
  );

/**
 * Goods still to arrive in boxes by this document.
 * @param chosen lines with new boxes
 * @param owners by chosen stock row
 */
function pendingArrivals(
  document: Locked,
  chosen: readonly ChosenBoxes[],
  owners: ReadonlyMap<string, string> = new Map(),
): Incoming[] {
  const newBoxes = new Map(chosen.map(({ line, boxes }) => [line.id, boxes]));
  return document.lines.flatMap((line) => {
    const boxes =
      newBoxes.get(line.id)?.map((box) => ({ ...box, ownerOrgId: owners.get(box.productBoxId ?? '') })) ??
      line.boxes.map((box) => ({ ...box, qty: subtractDone(box) })).filter(({ qty }) => isPositive(qty));
    return boxes.flatMap(({ boxId, ownerOrgId, qty }) =>
      boxId === null ? [] : [{ productId: line.productId, ownerOrgId: ownerOrgId ?? goodsOrgOf(document), boxId, qty }],
    );
  });
}

function checkLine(document: Locked, each: Assignment[number], at: number): Line {
  const path = `lines.${at}`;
  const line = document.lines.find((other) => other.id === each.lineId);
  if (!line) throw new AppError('NOT_FOUND', { field: `${path}.lineId` });
  for (const [n, box] of each.boxes.entries()) {
    const whole =
      (document.type === 'OUTBOUND' || box.boxId !== null) && (document.type === 'INBOUND' || box.productBoxId !== null);
    if (!whole)
      throw new AppError('INVALID', {
        faults: [{ path: `${path}.boxes.${n}.${document.type === 'OUTBOUND' ? 'productBoxId' : 'boxId'}`, key: 'rule.required' }],
      });
  }
  const keys = new Set(each.boxes.map((box) => `${box.productBoxId} ${box.boxId}`));
  if (keys.size !== each.boxes.length)
    throw new AppError('INVALID', { faults: [{ path: `${path}.boxes`, key: 'rule.repeated' }] });
  const open = openOf(line);
  const assigned = sum(each.boxes.map((box) => box.qty));
  // Leaving or moving goods are already reserved: the reservation must be reassigned in full, never dropped.
  const difference = compare(assigned, open);
  if (difference > 0 || (difference < 0 && document.type !== 'INBOUND')) {
    throw new AppError('QTY_ASSIGNED', { params: { sum: assigned, open }, field: `${path}.boxes` });
  }
  return line;
}

/**
 * Checks that boxes are in the receiving warehouse, and that stock is in the giving one and has the line's product and owner.
 * Goods cannot move into their own box.
 * @returns owners of the stock
 */
async function checkPlaces(trx: Trx, document: Locked, wanted: Assignment): Promise<Map<string, string>> {
  const targets = wanted.flatMap((each, at) =>
    each.boxes.map((box, n) => ({ ...box, lineId: each.lineId, path: `lines.${at}.boxes.${n}` })),
  );
  if (targets.length === 0) return new Map();
  const { rows } = await sql<{
    path: string;
    box: boolean;
    stock: boolean;
    same: string | null;
    stockId: string | null;
    owner: string | null;
  }>`
    select t.path, t.stock as "stockId", (select s.owner_org_id from wms_product_box s where s.id = t.stock) as owner,
           t.box is null or exists (select from wms_warehouse_box b where b.id = t.box
             and b.warehouse_id = ${document.target_warehouse_id ?? document.warehouse_id}) as box,
           t.stock is null or exists (
             select from wms_product_box s join wms_warehouse_box b on b.id = s.box_id
              join wms_transaction_line l on l.id = t.line
              where s.id = t.stock and s.product_id = l.product_id and b.warehouse_id = ${document.warehouse_id}
                and (${document.type} = 'MOVE' or s.owner_org_id = ${goodsOrgOf(document)})) as stock,
           (select b.code from wms_product_box s join wms_warehouse_box b on b.id = s.box_id
             where s.id = t.stock and s.box_id = t.box) as same
      from jsonb_to_recordset(${JSON.stringify(targets.map((t) => ({ path: t.path, box: t.boxId, stock: t.productBoxId, line: t.lineId })))}::jsonb)
           t(path text, box uuid, stock uuid, line uuid)`.execute(trx);
  const wrong = rows.find((row) => !row.box || !row.stock);
  if (wrong) throw new AppError('NOT_FOUND', { field: `${wrong.path}.${wrong.box ? 'productBoxId' : 'boxId'}` });
  const same = document.type === 'MOVE' && rows.find((row) => row.same !== null);
  if (same) throw new AppError('BOX_SAME', { params: { code: same.same! }, field: `${same.path}.boxId` });
  return new Map(rows.flatMap(({ stockId, owner }) => (stockId === null ? [] : [[stockId, owner!] as const])));
}

/** Moves reservations from old to new stock rows in one posting, then rewrites the assignments. */
async function moveReservations(trx: Trx, document: Locked, chosen: readonly ChosenBoxes[], caller: Caller): Promise<void> {
  const entries: Entry[] = [];
  for (const { line, boxes } of chosen) {
    const reserve = (productBoxId: string, qty: string): Entry => ({
      productBoxId,
      kind: 'OUT',
      qty: '0',
      reserved: qty,
      lineId: line.id,
    });
    entries.push(
      ...line.boxes.filter((box) => isPositive(box.reserved)).map((box) => reserve(box.productBoxId!, negative(box.reserved))),
    );
    if (document.type !== 'INBOUND') entries.push(...boxes.map((box) => reserve(box.productBoxId!, box.qty)));
  }
  await post(trx, postedBy(document, caller), entries);
  const lineIds = chosen.map(({ line }) => line.id);
  if (lineIds.length === 0) return;
  await clearBoxes(trx, lineIds);
  const rows = chosen.flatMap(({ line, boxes }) =>
    boxes.map((box) => ({
      id: newId(),
      line_id: line.id,
      product_box_id: box.productBoxId,
      box_id: box.boxId,
      qty: box.qty,
      reserved: document.type === 'INBOUND' ? '0' : box.qty,
    })),
  );
  if (rows.length === 0) return;
  await sql`${pipelined} ${insertOf('wms_transaction_line_box', rows)} on conflict (line_id, product_box_id, box_id) do update
    set qty = wms_transaction_line_box.qty + excluded.qty, reserved = wms_transaction_line_box.reserved + excluded.reserved`.execute(
    trx,
  );
}
