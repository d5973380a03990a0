// Whether goods may lie in a box, and where they could lie.
import { AppError } from '@kuwei/contract/error';
import { decimalOf, micros } from '@kuwei/contract/decimal';
import type { Locale } from '@kuwei/contract/constants';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { t } from '../../phrase.ts';
import { loadPlaces, type Places } from './facts.ts';
import { rankAll, spread } from './rank.ts';
import { conditionNames, refusalOf } from './refusal.ts';
import { faultOf, lineKey, put, type Box, type Goods } from './rules.ts';

export { lockPlaces } from './lock.ts';

/** Goods that are to lie in a box. Quantities in the base unit; below zero for what leaves a box in the same step. */
export interface Incoming {
  productId: string;
  ownerOrgId: string;
  boxId: string;
  qty: string;
}

/** Boxes that a refusal names instead. */
const ALTERNATIVES = 5;

/**
 * The first rule that goods lying in these boxes break, on top of what lies there already (the sums over all `incoming` are
 * taken together); null when all is well. Its data holds the offending pair and up to five legal alternatives.
 * @throws AppError NOT_FOUND for a box or product that does not exist
 */
export async function findRefusal(db: Kysely<DB>, incoming: readonly Incoming[], locale: Locale): Promise<AppError | null> {
  const wanted = merge(incoming);
  if (wanted.length === 0) return null;
  const boxIds = [...new Set(wanted.map((each) => each.boxId))];
  const places = await loadPlaces(db, sql`b.id = any(${boxIds}::uuid[])`, productsOf(wanted));
  for (const { boxId, ...goods } of arriving(places, wanted)) {
    const box = boxIn(places, boxId);
    const fault = goods.qty > 0n ? faultOf(box, goods, places.compatible) : null;
    if (fault) {
      const others = wanted.filter((each) => each.boxId !== boxId || lineKey(goodsOf(places, each)) !== lineKey(goods));
      const alternatives = await findAlternatives(db, box, goods, others);
      return refusalOf(fault, { box, goods, alternatives }, await conditionNames(db, locale), locale);
    }
    put(box, goods);
  }
  return null;
}

/**
 * Boxes of a warehouse that could take a quantity of a product for an owner, best first, split over several where one is
 * too small.
 * @param wanted `taken` is what earlier lines of the same document will already have put there
 */
export async function suggestBoxes(
  db: Kysely<DB>,
  wanted: { warehouseId: string; productId: string; ownerOrgId: string; qty: string; taken?: readonly Incoming[] },
  locale: Locale,
): Promise<{ boxes: { boxId: string; boxCode: string; qty: string; reason: string }[]; short: string }> {
  const taken = merge(wanted.taken ?? []);
  const places = await loadWarehouse(db, wanted.warehouseId, [wanted.productId, ...productsOf(taken)]);
  putAll(places, taken);
  const goods = goodsOf(places, { ...wanted, boxId: '', qty: micros(wanted.qty) });
  let rest = goods.qty;
  const boxes = [];
  for (const { box, qty, why } of spread(places, goods)) {
    boxes.push({ boxId: box.id, boxCode: box.code, qty: decimalOf(qty), reason: t(locale, `wms.place.reason.${why}`) });
    rest -= qty;
  }
  return { boxes, short: decimalOf(rest) };
}

/** Other boxes that could take all of the goods; where there is none, those that could take most of them. */
async function findAlternatives(
  db: Kysely<DB>,
  refused: Box & { warehouseId: string },
  goods: Goods,
  others: readonly Merged[],
): Promise<{ boxId: string; boxCode: string }[]> {
  const places = await loadWarehouse(db, refused.warehouseId, [goods.product.id, ...productsOf(others)]);
  putAll(places, others);
  const offers = rankAll(places, goods).filter(({ box }) => box.id !== refused.id);
  const whole = offers.filter((offer) => offer.left === null || offer.left >= 0n);
  return (whole.length > 0 ? whole : offers).slice(0, ALTERNATIVES).map(({ box }) => ({ boxId: box.id, boxCode: box.code }));
}

const loadWarehouse = (db: Kysely<DB>, warehouseId: string, productIds: readonly string[]): Promise<Places> =>
  loadPlaces(db, sql`b.warehouse_id = ${warehouseId}::uuid`, productIds);

// ---------------------------------------------------------------- incoming

type Merged = Omit<Incoming, 'qty'> & { qty: bigint };

/** One entry for each box, product and owner. */
function merge(incoming: readonly Incoming[]): Merged[] {
  const merged = new Map<string, Merged>();
  for (const each of incoming) {
    const key = `${each.boxId} ${each.productId} ${each.ownerOrgId}`;
    merged.set(key, { ...each, qty: (merged.get(key)?.qty ?? 0n) + micros(each.qty) });
  }
  return [...merged.values()];
}

const productsOf = (incoming: readonly Merged[]): string[] => incoming.map((each) => each.productId);

/** What leaves makes room for what comes. */
const arriving = (places: Places, incoming: readonly Merged[]): (Goods & { boxId: string })[] =>
  [...incoming.filter((each) => each.qty < 0n), ...incoming.filter((each) => each.qty > 0n)].map((each) => ({
    ...goodsOf(places, each),
    boxId: each.boxId,
  }));

function goodsOf(places: Places, { productId, ownerOrgId, qty }: Merged): Goods {
  const product = places.products.get(productId);
  if (!product) throw new AppError('NOT_FOUND');
  return { product, ownerOrgId, qty };
}

function boxIn(places: Places, id: string): Box & { warehouseId: string } {
  const box = places.boxes.get(id);
  if (!box) throw new AppError('NOT_FOUND');
  return box;
}

/** Goods in other warehouses take nothing here. */
function putAll(places: Places, incoming: readonly Merged[]): void {
  for (const each of incoming) {
    const box = places.boxes.get(each.boxId);
    if (box) put(box, goodsOf(places, each));
  }
}
