// The box picker: how much of the goods fits into each box, or why none.
import { decimalOf, micros } from '@kuwei/contract/decimal';
import { AppError } from '@kuwei/contract/error';
import { COUNT_CAP } from '@kuwei/contract/page';
import type { BodyOf, QueryOf } from '@kuwei/contract/route';
import type { Locale } from '@kuwei/contract/constants';
import type { BoxOption, BoxOptions, boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { all, countRows, offsetOf } from '../../db/list.ts';
import { like } from '../../db/search.ts';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import { batchByNo } from '../batch/by-number.ts';
import { loadOtherBoxes, boxOf, loadBoxes, productsIn } from '../place/boxes.ts';
import { toIncomingGoods, documentNosByBox, openPool, type Incoming } from '../place/fit.ts';
import { loadPlacement, type Placement } from '../place/placement.ts';
import type { Pool } from '../place/pool.ts';
import { countReasons, reasonOf } from '../place/reasons.ts';
import { conditionNames, refusalOf } from '../place/refusal.ts';
import {
  least,
  acceptanceFault,
  addGoods,
  roomFault,
  roomFor,
  roomText,
  stateFault,
  type Box,
  type Fault,
  type Goods,
} from '../place/rules.ts';
import { containerAncestry, containerSubtree } from '../place/tree-sql.ts';
import { loadIncomingByOthers, plannedGoods } from '../transaction/planned.ts';
import { assertOwnWarehouse } from '../warehouse/queries.ts';

type Query = QueryOf<(typeof boxRoutes)['selectBoxes']>;
type PlannedGoods = BodyOf<(typeof boxRoutes)['selectBoxes']>;

/**
 * @throws AppError NOT_FOUND for a warehouse of another organisation, a line of another document or a product that does not exist
 */
export async function selectBoxes(
  db: Kysely<DB>,
  orgId: string,
  query: Query,
  { transactionId, planned }: PlannedGoods,
  locale: Locale,
): Promise<BoxOptions> {
  await assertOwnWarehouse(db, orgId, query.warehouseId);
  const [own, others] = await Promise.all([
    transactionId === null ? [] : plannedGoods(db, transactionId, query.warehouseId, planned),
    loadIncomingByOthers(db, transactionId, query.warehouseId),
  ]);
  const beside = { goods: [...own, ...others], numbers: documentNosByBox(others) };
  const { page, size } = query;
  const offset = offsetOf(query);
  const conditions = [sql`b.warehouse_id = ${query.warehouseId}`];
  if (query.containerId !== undefined) conditions.push(sql`b.container_id in ${containerSubtree(query.containerId)}`);
  // Quarantine boxes are only for goods of a case and for moves by storekeepers.
  if (transactionId !== null)
    conditions.push(sql`(b.type <> 'QUARANTINE' or not exists (
      select from wms_transaction t where t.id = ${transactionId} and t.type = 'INBOUND' and t.after_sales_id is null))`);
  if (query.q !== undefined) conditions.push(sql`lower(b.code) like ${like(query.q)}`);
  const where = all(conditions);
  const order = query.sort === '-code' ? sql`b.code collate wms_natural desc` : sql`b.code collate wms_natural`;

  if (query.fitting !== true) {
    const ids = sql`b.id in (select b.id from wms_warehouse_box b where ${where} order by ${order} limit ${size} offset ${offset})`;
    const { boxes, judge, unmeasured } = await judgeBoxes(db, ids, query, beside.goods);
    const counted = await countRows(db, sql`wms_warehouse_box b where ${where}`);
    const list = await options(db, await inOrder(db, boxes, order), judge, beside.numbers, locale);
    return { list, ...counted, page, size, refused: [], together: null, unmeasured };
  }
  return fittingBoxes(db, query, beside, where, order, locale);
}

/** Boxes that take all of the goods, ranked like suggestions unless sorted otherwise. */
async function fittingBoxes(
  db: Kysely<DB>,
  query: Query,
  beside: { goods: readonly Incoming[]; numbers: ReadonlyMap<string, readonly string[]> },
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  locale: Locale,
): Promise<BoxOptions> {
  const { page, size } = query;
  const pool = await openPool(db, query.warehouseId, query.productId === undefined ? [] : [query.productId], beside.goods, {
    where,
  });
  const goods = await goodsOf(db, pool.placement, query);
  const isAmount = goods !== null && goods.qty > 0n;
  const fitting = isAmount ? pool.ranked(goods) : pool.boxes.filter((box) => judgeBox(box, goods, pool.placement).fault === null);
  const refused = isAmount
    ? pool.refusals(goods)
    : countReasons(
        pool.boxes.values().map((box) => {
          const { fault } = judgeBox(box, goods, pool.placement);
          return fault && reasonOf(fault);
        }),
      );
  const sorted = isAmount && query.sort === undefined ? fitting : await inOrder(db, fitting, order);
  const shown = sorted.slice(offsetOf(query), offsetOf(query) + size);
  const list = await options(db, shown, (box) => judgeBox(box, goods, pool.placement), beside.numbers, locale);
  const counted = { total: Math.min(fitting.length, COUNT_CAP + 1), exact: fitting.length <= COUNT_CAP };
  const together = isAmount && fitting.length === 0 ? await combinedCapacity(pool, goods) : null;
  return { list, ...counted, page, size, refused, together, unmeasured: unmeasuredOf(goods) };
}

async function inOrder(db: Kysely<DB>, boxes: readonly Box[], order: RawBuilder<unknown>): Promise<Box[]> {
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const { rows } = await sql<{ id: string }>`
    select b.id from wms_warehouse_box b where b.id = any(${[...byId.keys()]}::uuid[]) order by ${order}`.execute(db);
  return rows.map(({ id }) => byId.get(id)!);
}

/** How many boxes take the goods together where none takes all; null where all together do not. */
async function combinedCapacity(pool: Pool, goods: Goods): Promise<number | null> {
  const offers = await pool.spread(goods);
  return offers.reduce((left, { qty }) => left - qty, goods.qty) === 0n ? offers.length : null;
}

interface Verdict {
  fault: Fault | null;
  /** Most that fits, in the base unit; null without limits. */
  fits: string | null;
}

/** Boxes with the verdict of the rules on the goods; without a product only whether a box is open. */
async function judgeBoxes(
  db: Kysely<DB>,
  which: RawBuilder<unknown>,
  query: Query,
  planned: readonly Incoming[],
): Promise<{ boxes: Box[]; judge: (box: Box) => Verdict; unmeasured: BoxOptions['unmeasured'] }> {
  const rows = await loadBoxes(db, which);
  const others = await loadOtherBoxes(
    db,
    query.warehouseId,
    rows,
    planned.map((each) => each.boxId),
  );
  const all = [...rows, ...others];
  const placement = await loadPlacement(db, {
    warehouseIds: [query.warehouseId],
    containerIds: [...new Set(all.map((row) => row.containerId))],
    asked: [...(query.productId === undefined ? [] : [query.productId]), ...planned.map((each) => each.productId)],
    known: productsIn(all),
  });
  const boxes = new Map(all.map((row) => [row.id, boxOf(row, placement)]));
  for (const each of planned) {
    const box = boxes.get(each.boxId);
    if (box) addGoods(box, toIncomingGoods(placement, each));
  }
  const goods = await goodsOf(db, placement, query);
  return {
    boxes: rows.map((row) => boxes.get(row.id)!),
    judge: (box) => judgeBox(box, goods, placement),
    unmeasured: unmeasuredOf(goods),
  };
}

const unmeasuredOf = (goods: Goods | null): BoxOptions['unmeasured'] => [...(goods?.product.unmeasured ?? [])];

async function goodsOf(db: Kysely<DB>, placement: Placement, query: Query): Promise<Goods | null> {
  const { productId, ownerOrgId = '', batchNo, qty = '0' } = query;
  if (productId === undefined) return null;
  const product = placement.product(productId);
  if (!product) throw new AppError('NOT_FOUND', { field: 'productId' });
  const batch =
    batchNo === undefined
      ? undefined
      : (await sql<{ id: string }>`select b.id from ${batchByNo(sql`${productId}::uuid`, sql`${batchNo}`)} b`.execute(db))
          .rows[0];
  return { product, ownerOrgId, batchId: batch?.id ?? null, qty: micros(qty) };
}

function judgeBox(box: Box, goods: Goods | null, { compatible }: Placement): Verdict {
  if (!goods) return { fault: stateFault(box), fits: null };
  const fault = acceptanceFault(box, goods, compatible);
  if (fault) return { fault, fits: '0' };
  const room = roomFor(box, goods);
  return { fault: roomFault(box, goods), fits: room === null ? null : decimalOf(room) };
}

async function options(
  db: Kysely<DB>,
  boxes: readonly Box[],
  judge: (box: Box) => Verdict,
  /** Documents that bring goods into a box. */
  numbers: ReadonlyMap<string, readonly string[]>,
  locale: Locale,
): Promise<BoxOption[]> {
  const ids = boxes.map((box) => box.id);
  const { rows } = await sql<Pick<BoxOption, 'id' | 'path' | 'containerName'>>`
    select b.id, a.path, ${named(locale, 'c')} as "containerName"
      from wms_warehouse_box b join wms_container c on c.id = b.container_id cross join lateral ${containerAncestry(sql`c.id`)} a
     where b.id = any(${ids}::uuid[])`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const conditions = await conditionNames(db, locale);
  return boxes.map((box) => {
    const row = byId.get(box.id)!;
    const { fault, fits } = judge(box);
    const refused = fault && refusalOf(fault, box, conditions, locale);
    const message = refused && say(locale, `error.${refused.code}`, refused.params);
    const refusal = refused && {
      code: refused.code,
      message: message!,
      count: refused.code === 'BOX_IN_COUNT' ? box.count : null,
    };
    return { ...row, ...toBoxFields(box), coming: [...(numbers.get(box.id) ?? [])], fits, refusal };
  });
}

function toBoxFields(box: Box) {
  const rooms = [box, ...box.around.chain];
  const freeVolume = least(...rooms.map((room) => room.maxVolume && room.maxVolume - room.usedVolume));
  const freeMass = least(...rooms.map((room) => room.maxMass && room.maxMass - room.usedMass));
  const groups = box.content.values().flatMap(({ product }) => (product.storageGroup === null ? [] : [product.storageGroup]));
  return {
    code: box.code,
    freeVolumeL: freeVolume === null ? null : roomText(freeVolume),
    freeMassKg: freeMass === null ? null : roomText(freeMass),
    lines: box.content.size,
    groups: [...new Set(groups)].toSorted(),
    conditionsOffered: [...box.around.offered].toSorted(),
  };
}
