// The window for choosing a box: each row says how much of the goods would fit, or why none.
import { decimalOf, micros } from '@kuwei/contract/decimal';
import { AppError } from '@kuwei/contract/error';
import { COUNT_CAP } from '@kuwei/contract/page';
import type { QueryOf } from '@kuwei/contract/route';
import type { Locale } from '@kuwei/contract/constants';
import type { BoxOption, BoxOptions, boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { all, countRows, offsetOf } from '../../db/list.ts';
import { like } from '../../db/search.ts';
import type { DB } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import { boxOf, loadBoxes, productsIn } from '../place/boxes.ts';
import { loadGrounds, type Grounds } from '../place/grounds.ts';
import { rankAll, spread } from '../place/rank.ts';
import { reasonsOf } from '../place/reasons.ts';
import { conditionNames, refusalOf } from '../place/refusal.ts';
import {
  isSpared,
  least,
  natureFault,
  roomFault,
  roomFor,
  roomText,
  stateFault,
  type Box,
  type Fault,
  type Goods,
} from '../place/rules.ts';
import { above, below } from '../place/tree-sql.ts';
import { getWarehouse } from '../warehouse/queries.ts';

type Query = QueryOf<(typeof boxRoutes)['selectBoxes']>;

/** @throws AppError NOT_FOUND for a warehouse of another organisation or a product that does not exist */
export async function selectBoxes(db: Kysely<DB>, orgId: string, query: Query, locale: Locale): Promise<BoxOptions> {
  await getWarehouse(db, orgId, query.warehouseId);
  const { page, size } = query;
  const offset = offsetOf(query);
  const conditions = [sql`b.warehouse_id = ${query.warehouseId}`];
  if (query.containerId !== undefined) conditions.push(sql`b.container_id in ${below(query.containerId)}`);
  if (query.q !== undefined) conditions.push(sql`lower(b.code) like ${like(query.q)}`);
  const where = all(conditions);
  const order = query.sort === '-code' ? sql`b.code collate wms_natural desc` : sql`b.code collate wms_natural`;

  if (query.fitting !== true) {
    const ids = sql`b.id in (select b.id from wms_warehouse_box b where ${where} order by ${order} limit ${size} offset ${offset})`;
    const { boxes, judge } = await judged(db, ids, query);
    const counted = await countRows(db, sql`wms_warehouse_box b where ${where}`);
    return { list: await options(db, boxes, judge, order, locale), ...counted, page, size, refused: [], together: null };
  }
  const { boxes, judge, goods, grounds } = await judged(db, where, query);
  const faults = boxes.map((box) => judge(box).fault);
  const fitting = inOrder(
    boxes.filter((_, at) => faults[at] === null),
    goods,
    grounds,
    query.sort !== undefined,
  ).map((box) => box.id);
  const ranked = query.sort === undefined && goods !== null ? sql`array_position(${fitting}::uuid[], b.id)` : order;
  const { rows } = await sql<{ id: string }>`
    select b.id from wms_warehouse_box b where b.id = any(${fitting}::uuid[]) order by ${ranked} limit ${size} offset ${offset}`.execute(
    db,
  );
  const shown = new Set(rows.map((row) => row.id));
  const list = await options(
    db,
    boxes.filter((box) => shown.has(box.id)),
    judge,
    ranked,
    locale,
  );
  const counted = { total: Math.min(fitting.length, COUNT_CAP + 1), exact: fitting.length <= COUNT_CAP };
  return { list, ...counted, page, size, refused: reasonsOf(faults), together: together(boxes, fitting, goods, grounds) };
}

/** As suggestions rank them, unless an order is asked for: places kept for other goods come last. */
function inOrder(boxes: readonly Box[], goods: Goods | null, { compatible }: Grounds, isAsked: boolean): readonly Box[] {
  if (goods === null || goods.qty === 0n || isAsked) return boxes;
  const ranked = rankAll(boxes, goods, compatible).map(({ box }) => box);
  const isLast = (box: Box): boolean => isSpared(box.around, goods.product);
  return [...ranked.filter((box) => !isLast(box)), ...ranked.filter(isLast)];
}

/** How many boxes take goods together that none of them takes alone; null where one does, or all of them do not. */
function together(
  boxes: readonly Box[],
  fitting: readonly string[],
  goods: Goods | null,
  { compatible }: Grounds,
): number | null {
  if (goods === null || goods.qty === 0n || fitting.length > 0) return null;
  const offers = spread(
    boxes.filter((box) => !isSpared(box.around, goods.product)),
    goods,
    compatible,
  );
  return offers.reduce((left, { qty }) => left - qty, goods.qty) === 0n ? offers.length : null;
}

interface Verdict {
  fault: Fault | null;
  /** Most that fits, in the base unit; null without limits. */
  fits: string | null;
}

/** Boxes with what the rules say of the goods asked about; without a product only whether a box is open. */
async function judged(
  db: Kysely<DB>,
  which: RawBuilder<unknown>,
  query: Query,
): Promise<{ boxes: Box[]; judge: (box: Box) => Verdict; goods: Goods | null; grounds: Grounds }> {
  const rows = await loadBoxes(db, which);
  const grounds = await loadGrounds(db, {
    warehouseIds: [query.warehouseId],
    containerIds: [...new Set(rows.map((row) => row.containerId))],
    asked: query.productId === undefined ? [] : [query.productId],
    known: productsIn(rows),
  });
  const goods = goodsOf(grounds, query);
  return { boxes: rows.map((row) => boxOf(row, grounds)), judge: (box) => verdict(box, goods, grounds), goods, grounds };
}

function goodsOf(grounds: Grounds, { productId, ownerOrgId, qty }: Query): Goods | null {
  if (productId === undefined) return null;
  const product = grounds.product(productId);
  if (!product) throw new AppError('NOT_FOUND', { field: 'productId' });
  return { product, ownerOrgId: ownerOrgId ?? '', qty: micros(qty ?? '0') };
}

function verdict(box: Box, goods: Goods | null, { compatible }: Grounds): Verdict {
  if (!goods) return { fault: stateFault(box), fits: null };
  const fault = natureFault(box, goods, compatible);
  if (fault) return { fault, fits: '0' };
  const room = roomFor(box, goods);
  return { fault: roomFault(box, goods), fits: room === null ? null : decimalOf(room) };
}

async function options(
  db: Kysely<DB>,
  boxes: readonly Box[],
  judge: (box: Box) => Verdict,
  order: RawBuilder<unknown>,
  locale: Locale,
): Promise<BoxOption[]> {
  const ids = boxes.map((box) => box.id);
  const { rows } = await sql<Pick<BoxOption, 'id' | 'path' | 'containerName'>>`
    select b.id, a.path, c.name as "containerName"
      from wms_warehouse_box b join wms_container c on c.id = b.container_id cross join lateral ${above(sql`c.id`)} a
     where b.id = any(${ids}::uuid[]) order by ${order}`.execute(db);
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const conditions = await conditionNames(db, locale);
  return rows.map((row) => {
    const box = byId.get(row.id)!;
    const { fault, fits } = judge(box);
    const refused = fault && refusalOf(fault, box, conditions, locale);
    const refusal = refused && { code: refused.code, message: say(locale, `error.${refused.code}`, refused.params) };
    return { ...row, ...shown(box), fits, refusal };
  });
}

function shown(box: Box) {
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
