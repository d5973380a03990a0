// Interprets a scan for the current document: goods of a line, and their target or source box.
import { compare, sum } from '@kuwei/contract/decimal';
import { normalizeText } from '@kuwei/contract/normalize-text';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import type { Scanned, ScannedGoods } from '@kuwei/contract/wms/scan';
import type { BoxSuggestion, Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { requestOf } from '@kuwei/contract/wms/transaction-type';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import type { usePageCall } from '../../../page/query.ts';
import { t } from '../../../phrase/phrases.ts';
import { earlierThan } from '../fefo.ts';
import { NO_PLACE, openOf, listPlanned, type Part, type Place } from '../plan.ts';
import { restOf, take, takenAt, getWaitingAt, getWaitingFrom, type Taken } from './taken.ts';

/** Scanned goods that wait for their box. */
export interface PendingGoods {
  lineId: string;
  /** The stock that a transfer moves. */
  productBoxId: string | null;
  /** From the label. */
  batchNo: string | null;
}

export type ScannedBox = NonNullable<Scanned['box']>;

/** A rejected scan, with a message for the keeper and optionally what to do. */
export class Refused extends Error {
  readonly more: string | null;
  constructor(text: string, more: string | null = null) {
    super(text);
    this.more = more;
  }
}

/** The document with everything planned and scanned so far. */
export interface Scene {
  transaction: Transaction;
  partsOf: (line: TransactionLine) => readonly Part[];
  taken: Taken;
  amountOf: (qty: string, unit: string) => string;
}

const isSame = (one: string, other: string): boolean => normalizeText(one).toUpperCase() === normalizeText(other).toUpperCase();
/** `-` is the batch of products without batch tracking. */
const batchOf = ({ batchNo }: { batchNo: string | null }): string | null => (batchNo === '-' ? null : batchNo);
export const isOfBatch = (batchNo: string | null, of: { batchNo: string | null }): boolean => {
  const own = batchOf(of);
  return batchNo === null || own === null || isSame(batchNo, own);
};

export const openLinesOf = ({ lines }: Transaction): TransactionLine[] => lines.filter((line) => compare(openOf(line), '0') > 0);

/**
 * Finds the line of scanned goods.
 * @param from the previously scanned box, which selects the goods of a transfer
 * @throws Refused
 */
export function matchScannedGoods(scene: Scene, scanned: Scanned, goods: ScannedGoods, from: ScannedBox | null): PendingGoods {
  const { transaction, partsOf, taken } = scene;
  const { type, lines } = transaction;
  const product = goods.productName;
  const ofProduct = openLinesOf(transaction).filter((line) => line.product.id === goods.productId);
  if (ofProduct.length === 0) {
    const isDone = lines.some((line) => line.product.id === goods.productId);
    throw new Refused(t(isDone ? 'work.by.bad.done' : 'work.by.bad.product', { product }));
  }
  const owner = type === 'MOVE' ? null : (transaction.goodsOrgId ?? transaction.ownerOrgId);
  if (owner !== null && goods.ownerOrgId !== null && goods.ownerOrgId !== owner) {
    const wanted = transaction.goodsOrgName ?? transaction.ownerOrgName;
    throw new Refused(t('work.by.bad.owner', { owner: goods.ownerOrgName ?? '', wanted }));
  }
  const batchNo = batchOf(goods);
  if (type === 'MOVE') {
    const scannedStock = scanned.whole ? new Set(scanned.stock.map(({ id }) => id)) : null;
    const candidates = ofProduct.flatMap((line) =>
      partsOf(line).flatMap((part) => {
        const isCandidate =
          part.productBoxId !== null &&
          isOfBatch(batchNo, part) &&
          (scannedStock === null || scannedStock.has(part.productBoxId));
        return isCandidate ? [{ line, part }] : [];
      }),
    );
    if (candidates.length === 0) throw new Refused(t('work.by.bad.stock', { product }));
    const waiting = candidates.filter(
      ({ line, part }) => compare(getWaitingFrom(line, partsOf(line), taken, part.productBoxId!), '0') > 0,
    );
    const found = waiting.find(({ part }) => part.sourceBoxId === from?.id) ?? waiting[0];
    if (!found) throw new Refused(t('work.by.bad.done', { product }));
    return { lineId: found.line.id, productBoxId: found.part.productBoxId, batchNo };
  }
  const fitting = type === 'OUTBOUND' ? ofProduct : ofProduct.filter((line) => isOfBatch(batchNo, line));
  if (fitting.length === 0) {
    const wanted = [...new Set(ofProduct.map((line) => line.batchNo))].filter((each) => each !== null).join(', ');
    throw new Refused(t('work.by.bad.batch', { product, batchNo: batchNo ?? '', wanted }));
  }
  const waiting = fitting.filter((line) => compare(restOf(line, taken), '0') > 0);
  const isPlanned = (line: TransactionLine): boolean =>
    partsOf(line).some((part) => isOfBatch(batchNo, part) && compare(getWaitingAt(line, partsOf(line), taken, part), '0') > 0);
  const line = (type === 'OUTBOUND' ? waiting.find(isPlanned) : undefined) ?? waiting[0];
  if (!line) throw new Refused(t('work.by.bad.done', { product }));
  return { lineId: line.id, productBoxId: null, batchNo };
}

/** Stock of a transfer in a box that is still to be moved. */
export const listMovableParts = (
  { transaction, partsOf, taken }: Scene,
  boxId: string,
): { line: TransactionLine; part: Part }[] =>
  transaction.type === 'MOVE'
    ? openLinesOf(transaction).flatMap((line) =>
        partsOf(line).flatMap((part) => {
          const isWaiting =
            part.sourceBoxId === boxId &&
            part.productBoxId !== null &&
            compare(getWaitingFrom(line, partsOf(line), taken, part.productBoxId), '0') > 0;
          return isWaiting ? [{ line, part }] : [];
        }),
      )
    : [];

export interface Placed {
  line: TransactionLine;
  parts: Part[];
  taken: Taken;
  text: string;
  /** Why not all of it was taken. */
  more: string | null;
}

type Call = ReturnType<typeof usePageCall>;

interface Placement extends Scene {
  call: Call;
  hand: PendingGoods;
  box: ScannedBox;
  /** The entered quantity. */
  amount: string | null;
  suggestions: readonly BoxSuggestion[];
}

const least = (a: string, b: string): string => (compare(a, b) < 0 ? a : b);

/** Assigns goods to a box. @throws Refused, ApiError */
export async function placeScannedGoods(placement: Placement): Promise<Placed> {
  const { transaction, box } = placement;
  const { type, warehouseId, targetWarehouseId } = transaction;
  const expectedWarehouseId = type === 'OUTBOUND' ? warehouseId : (targetWarehouseId ?? warehouseId);
  if (box.warehouseId !== expectedWarehouseId)
    throw new Refused(t('work.by.bad.warehouse', { code: box.code, warehouse: box.warehouseName }));
  return type === 'OUTBOUND' ? pickFromBox(placement) : putIntoBox(placement);
}

const lineOf = ({ transaction, hand }: Placement): TransactionLine => transaction.lines.find((line) => line.id === hand.lineId)!;

/** @param most free space, or available stock */
function takeAtPlace(placement: Placement, place: Place, wanted: string, most: string | null, why: string | null): Placed {
  const { transaction, partsOf, taken, amount, amountOf, box } = placement;
  const line = lineOf(placement);
  const amountIn = (qty: string): string => amountOf(qty, line.product.baseUnit);
  const asked = amount ?? wanted;
  const limit = most === null ? asked : least(asked, most);
  if (compare(limit, '0') <= 0 || (amount !== null && compare(amount, limit) > 0))
    throw new Refused(why ?? t('work.by.bad.most', { code: box.code, amount: amountIn(most ?? '0') }));
  const result = take({ type: transaction.type, line, parts: partsOf(line), taken, place, qty: limit });
  if (result === null)
    throw new Refused(t('work.by.bad.left', { product: line.product.name, amount: amountIn(restOf(line, taken)) }));
  const values = { product: line.product.name, amount: amountIn(limit), code: box.code };
  const isPart = amount === null && compare(limit, wanted) < 0;
  return {
    line,
    ...result,
    text: t(`work.by.did.${requestOf(transaction.type)}`, values),
    more: isPart ? why : null,
  };
}

async function putIntoBox(placement: Placement): Promise<Placed> {
  const { transaction, partsOf, taken, call, hand, box } = placement;
  const line = lineOf(placement);
  const parts = partsOf(line);
  const source = parts.find((part) => part.productBoxId === hand.productBoxId);
  if (source?.sourceBoxId === box.id) throw new Refused(t('work.by.bad.source', { code: box.code }));
  const place: Place =
    hand.productBoxId === null
      ? { ...NO_PLACE, boxId: box.id, boxCode: box.code }
      : { ...source!, boxId: box.id, boxCode: box.code };
  const planned = getWaitingAt(line, parts, taken, place);
  const rest = hand.productBoxId === null ? restOf(line, taken) : getWaitingFrom(line, parts, taken, hand.productBoxId);
  const wanted = placement.amount ?? (compare(planned, '0') > 0 ? planned : rest);
  const ownerOrgId =
    hand.productBoxId === null
      ? (transaction.goodsOrgId ?? transaction.ownerOrgId)
      : (await call(productBoxRoutes.getStock, { params: { id: hand.productBoxId } })).ownerOrgId;
  // Of this line count the scanned parts, of other lines the planned ones.
  const scannedParts = parts
    .map((part) => ({ ...part, qty: takenAt(taken, line, part) }))
    .filter(
      (part, at, all) => all.findIndex((each) => each.productBoxId === part.productBoxId && each.boxId === part.boxId) === at,
    );
  const others = openLinesOf(transaction).map((each) => ({ line: each, parts: each === line ? scannedParts : partsOf(each) }));
  const { list } = await call(boxRoutes.selectBoxes, {
    query: {
      warehouseId: box.warehouseId,
      productId: line.product.id,
      ...(line.batchNo === null ? {} : { batchNo: line.batchNo }),
      qty: wanted,
      ownerOrgId,
      q: box.code,
      page: 1,
      size: 50,
    },
    body: { transactionId: transaction.id, planned: listPlanned(transaction.type, others) },
  });
  const found = list.find(({ id }) => id === box.id);
  if (!found) throw new Refused(t('work.scan.noBox', { code: box.code }));
  const { refusal, fits } = found;
  if (refusal !== null && (refusal.code !== 'BOX_CAPACITY' || fits === null || compare(fits, '0') <= 0))
    throw new Refused(refusal.message);
  return takeAtPlace(placement, place, wanted, fits, refusal?.message ?? null);
}

async function pickFromBox(placement: Placement): Promise<Placed> {
  const { transaction, partsOf, taken, call, hand, box, suggestions } = placement;
  const line = lineOf(placement);
  const parts = partsOf(line);
  const { code } = box;
  const here = parts.filter(
    (part) =>
      part.sourceBoxId === box.id && isOfBatch(hand.batchNo, part) && compare(getWaitingAt(line, parts, taken, part), '0') > 0,
  );
  const ownerOrgId = transaction.goodsOrgId ?? transaction.ownerOrgId;
  const query = { warehouseId: box.warehouseId, ownerOrgId, productId: line.product.id, page: 1, size: 200 };
  const { list } = await call(productBoxRoutes.selectStock, { query });
  const stockHere = list.filter((row) => row.boxId === box.id && isOfBatch(hand.batchNo, row));
  const ids = here.length > 0 ? here.map((part) => part.productBoxId) : stockHere.map(({ id }) => id);
  if (ids.length === 0) throw new Refused(t('work.scan.noStock', { code }));
  if (new Set(ids).size > 1) throw new Refused(t('work.by.bad.several', { code }));
  const known = here[0];
  if (known?.blocked)
    throw new Refused(t('work.by.bad.blocked', { product: line.product.name, why: t(`work.risk.${known.blocked}`) }));
  const stock = stockHere.find(({ id }) => id === ids[0]);
  const place: Place = known
    ? known
    : {
        ...NO_PLACE,
        productBoxId: ids[0]!,
        sourceBoxId: box.id,
        sourceCode: code,
        batchNo: stock!.batchNo,
        expiresOn: stock!.expiresOn,
      };
  const promised = getWaitingAt(line, parts, taken, place);
  const most = sum([promised, stock?.available ?? '0']);
  if (compare(most, '0') <= 0) throw new Refused(t('work.scan.noStock', { code }));
  const rest = restOf(line, taken);
  const result = takeAtPlace(placement, place, known ? least(promised, rest) : rest, most, null);
  const suggestion = suggestions.find((each) => each.lineId === line.id) ?? null;
  const earlier = earlierThan(
    result.parts.find((part) => part.productBoxId === place.productBoxId)!,
    suggestion,
    result.parts,
  );
  if (earlier !== null) throw new Refused(t('work.by.bad.earlier', { code: earlier.boxCode, date: earlier.expiresOn }));
  return result;
}
