// Whether goods may be put into a box, and where they fit.
import { AppError } from '@kuwei/contract/error';
import { decimalOf, micros } from '@kuwei/contract/decimal';
import type { Locale } from '@kuwei/contract/constants';
import type { BoxRefusals } from '@kuwei/contract/wms/box-reason';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { createYielder } from '../../limiter.ts';
import type { DB } from '../../db/types.ts';
import { t } from '../../phrase.ts';
import { boxesById, boxOf, productsIn, type IncomingByDocument, type Incoming } from './boxes.ts';
import { loadPlacement, type Placement } from './placement.ts';
import { Pool } from './pool.ts';
import { conditionNames, refusalOf } from './refusal.ts';
import { faultOf, addGoods, type Goods } from './rules.ts';

export type { IncomingByDocument, Incoming } from './boxes.ts';
export { lockPlaces } from './lock.ts';

/** Numbers of the documents that bring goods into each box. */
export const documentNosByBox = (coming: readonly IncomingByDocument[]): Map<string, string[]> =>
  new Map([...Map.groupBy(coming, ({ boxId }) => boxId)].map(([boxId, each]) => [boxId, [...new Set(each.map(({ no }) => no))]]));

/** Alternative boxes named by a refusal. */
const ALTERNATIVES = 5;

/**
 * The first rule broken by putting goods into boxes, in addition to their contents; null if none. Sums over all `incoming` are
 * checked together. Its data holds the offending pair and up to five legal alternatives.
 * @param warehouseId warehouse that the target boxes must still be in, where it matters
 * @param coming query for what other documents bring into these boxes, counted as contents
 * @throws AppError NOT_FOUND for a box or product that does not exist
 */
export async function findRefusal(
  db: Kysely<DB>,
  incoming: readonly Incoming[],
  locale: Locale,
  { warehouseId, coming: byOthers }: { warehouseId?: string; coming?: RawBuilder<IncomingByDocument> } = {},
): Promise<AppError | null> {
  const all = merge(incoming);
  if (all.length === 0) return null;
  const boxIds = [...new Set(all.map((each) => each.boxId))];
  const asked = all.map((each) => each.productId);
  const { rows, layout, coming } = await boxesById(db, boxIds, asked, byOthers);
  if (rows.length < boxIds.length) throw new AppError('NOT_FOUND');
  const into = new Set(all.filter(({ qty }) => qty > 0n).map(({ boxId }) => boxId));
  const gone = rows.find((row) => warehouseId !== undefined && row.warehouseId !== warehouseId && into.has(row.id));
  if (gone) return new AppError('BOX_ELSEWHERE', { params: { code: gone.code } });
  const placement = await loadPlacement(
    db,
    {
      warehouseIds: [...new Set(rows.map((row) => row.warehouseId))],
      containerIds: [...new Set(rows.map((row) => row.containerId))],
      asked,
      known: [...productsIn(rows), ...coming.map((each) => each.productId)],
    },
    layout,
  );
  const boxes = new Map(rows.map((row) => [row.id, boxOf(row, placement)]));
  for (const each of coming) addGoods(boxes.get(each.boxId)!, toIncomingGoods(placement, each));
  const numbers = documentNosByBox(coming);
  for (const each of sortLeavingFirst(all)) {
    const box = boxes.get(each.boxId)!;
    const goods = goodsOf(placement, each);
    const fault = goods.qty > 0n ? faultOf(box, goods, placement.compatible) : null;
    if (fault) {
      const products = [...asked, ...coming.map((other) => other.productId)];
      const pool = await Pool.open(db, box.warehouseId, products, { where: sql`b.type <> 'QUARANTINE'` });
      pool.take(coming.map((other) => ({ boxId: other.boxId, ...toIncomingGoods(placement, other) })));
      pool.take(all.filter((other) => other !== each).map((other) => ({ boxId: other.boxId, ...goodsOf(placement, other) })));
      const others = pool.instead(goods, box.id, ALTERNATIVES);
      const alternatives = others.map(({ id, code }) => ({ boxId: id, boxCode: code }));
      return refusalOf(fault, box, await conditionNames(db, locale), locale, {
        goods,
        alternatives,
        documentNos: numbers.get(box.id) ?? [],
      });
    }
    addGoods(box, goods);
  }
  return null;
}

/** Boxes to fill one item after the other. */
export interface BoxFiller {
  has: (boxId: string) => boolean;
  /** Puts goods into their box, or returns the rule they would break. */
  put: (incoming: Incoming) => AppError | null;
  /** Checks without putting: returns the rule that goods would break. */
  look: (incoming: Incoming) => AppError | null;
}

/** @param productIds of everything that will be put there */
export async function openPlaces(
  db: Kysely<DB>,
  boxIds: readonly string[],
  productIds: readonly string[],
  locale: Locale,
): Promise<BoxFiller> {
  const { rows, layout } = await boxesById(db, boxIds, productIds);
  const placement = await loadPlacement(
    db,
    {
      warehouseIds: [...new Set(rows.map((row) => row.warehouseId))],
      containerIds: [...new Set(rows.map((row) => row.containerId))],
      asked: productIds,
      known: productsIn(rows),
    },
    layout,
  );
  const conditions = await conditionNames(db, locale);
  const boxes = new Map(rows.map((row) => [row.id, boxOf(row, placement)]));
  const look = ({ boxId, ...coming }: Incoming): AppError | null => {
    const box = boxes.get(boxId)!;
    const goods = toIncomingGoods(placement, coming);
    const fault = faultOf(box, goods, placement.compatible);
    return fault && refusalOf(fault, box, conditions, locale, { goods });
  };
  return {
    has: (boxId) => boxes.has(boxId),
    look,
    put: (incoming) => {
      const refused = look(incoming);
      if (!refused) addGoods(boxes.get(incoming.boxId)!, toIncomingGoods(placement, incoming));
      return refused;
    },
  };
}

/**
 * The boxes of a warehouse, with incoming goods counted in.
 * @param where condition over `wms_warehouse_box b` for boxes to offer; incoming goods are put into the others as well
 */
export async function openPool(
  db: Kysely<DB>,
  warehouseId: string,
  productIds: readonly string[],
  planned: readonly Incoming[],
  { where = sql`true`, pause = createYielder() }: { where?: RawBuilder<unknown>; pause?: () => Promise<void> } = {},
): Promise<Pool> {
  const all = [...new Set([...productIds, ...planned.map((each) => each.productId)])];
  const pool = await Pool.open(db, warehouseId, all, { where, beside: planned.map((each) => each.boxId), pause });
  pool.take(planned.map((each) => ({ boxId: each.boxId, ...toIncomingGoods(pool.placement, each) })));
  return pool;
}

interface SuggestionRequest {
  productId: string;
  ownerOrgId: string;
  qty: string;
  /** null where it is new or unknown. */
  batchId?: string | null;
  /** A box to exclude. */
  without?: string;
}

interface SuggestionResult {
  boxes: { boxId: string; boxCode: string; qty: string; reason: string }[];
  short: string;
}

export interface Suggestions {
  /**
   * Boxes for a quantity of a product and owner, best first, split over several where one is too small. Earlier suggestions count
   * as contents.
   */
  boxesFor: (wanted: SuggestionRequest) => Promise<SuggestionResult>;
  /** For goods without a place, how many boxes refuse them by reason, most frequent first. */
  refused: (left: SuggestionRequest) => BoxRefusals;
}

/**
 * Suggests boxes for goods one after the other.
 * @param productIds of everything that will be asked about
 * @param planned goods counted as contents
 * @param where as in `openPool`
 * @param pause yields to other work; what it throws aborts
 */
export async function openSuggestions(
  db: Kysely<DB>,
  warehouseId: string,
  productIds: readonly string[],
  planned: readonly Incoming[],
  locale: Locale,
  { where = sql`true`, pause = createYielder() }: { where?: RawBuilder<unknown>; pause?: () => Promise<void> } = {},
): Promise<Suggestions> {
  const pool = await openPool(db, warehouseId, productIds, planned, { where, pause });
  const goodsOfRequest = (wanted: SuggestionRequest): Goods => toIncomingGoods(pool.placement, wanted);
  return {
    boxesFor: async ({ without, ...wanted }) => {
      const goods = goodsOfRequest(wanted);
      const found = await pool.spread(goods, without === undefined ? { pause } : { without, pause });
      const placed = found.reduce((sum, offer) => sum + offer.qty, 0n);
      return {
        boxes: found.map(({ box, qty, why }) => ({
          boxId: box.id,
          boxCode: box.code,
          qty: decimalOf(qty),
          reason: t(locale, `wms.place.reason.${why}`),
        })),
        short: decimalOf(goods.qty - placed),
      };
    },
    refused: (left) => pool.refusals(goodsOfRequest(left)),
  };
}

type Merged = Omit<Incoming, 'qty'> & { qty: bigint };

/** One entry for each box, product, owner and batch. */
function merge(incoming: readonly Incoming[]): Merged[] {
  const merged = new Map<string, Merged>();
  for (const each of incoming) {
    const key = `${each.boxId} ${each.productId} ${each.ownerOrgId} ${each.batchId ?? ''}`;
    merged.set(key, { ...each, qty: (merged.get(key)?.qty ?? 0n) + micros(each.qty) });
  }
  return [...merged.values()].filter((each) => each.qty !== 0n);
}

/** Leaving goods first, since they make room. */
const sortLeavingFirst = (all: readonly Merged[]): Merged[] => [
  ...all.filter((each) => each.qty < 0n),
  ...all.filter((each) => each.qty > 0n),
];

/** @throws AppError NOT_FOUND for a product that does not exist */
export const toIncomingGoods = (placement: Placement, coming: Omit<Incoming, 'boxId'>): Goods =>
  goodsOf(placement, { ...coming, qty: micros(coming.qty) });

function goodsOf(placement: Placement, { productId, ownerOrgId, qty, batchId = null }: Omit<Merged, 'boxId'>): Goods {
  const product = placement.product(productId);
  if (!product) throw new AppError('NOT_FOUND');
  return { product, ownerOrgId, qty, batchId };
}
