// Goods that a link asks a new document to take: in the address, and taken from rows of stock.
import { compare, subtract } from '@kuwei/contract/decimal';
import type { ProductBox } from '@kuwei/contract/wms/product-box';
import type { RequestType } from '@kuwei/contract/wms/transaction-type';

/** Takes everything available. */
export const ALL = 'all';
/** Most goods in an address. */
export const WANTED_MAX = 50;

export interface WantedGoods {
  /** null: whatever is in the box. */
  productId: string | null;
  batchId?: string | null;
  boxId?: string | null;
  /** Only what is stored beyond its last day. */
  isOverdue?: boolean;
  /** Base unit, or `ALL`; absent: to be typed. */
  qty?: string;
}

interface WantedFrom {
  warehouseId: string;
  /** For the warehouse, which sees all owners. */
  ownerOrgId?: string | null;
  goods: readonly WantedGoods[];
}

/** A new document with these goods. @param prefix first segment of the address, as on the linking page */
export function wantedAddress(prefix: string, type: RequestType, { warehouseId, ownerOrgId, goods }: WantedFrom): string {
  const list = (of: (each: WantedGoods) => string | null | undefined): string => goods.map((each) => of(each) ?? '').join(',');
  const query = {
    [type === 'INBOUND' ? 'product' : 'goods']: list(({ productId }) => productId),
    batch: list(({ batchId }) => batchId),
    box: list(({ boxId }) => boxId),
    overdue: list(({ isOverdue }) => (isOverdue ? 'true' : null)),
    qty: list(({ qty }) => qty),
    warehouse: warehouseId,
    owner: ownerOrgId ?? '',
  };
  const given = Object.entries(query).filter(([, value]) => value.replaceAll(',', '') !== '');
  const parts = given.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`);
  return `/${prefix}/wms/transaction/${type.toLowerCase()}/edit?${parts.join('&')}`;
}

/** Reads the lists that `wantedAddress` writes side by side; `null` where the address asks for no goods. */
export function wantedIn(query: URLSearchParams): WantedGoods[] | null {
  const list = (name: string): string[] => query.get(name)?.split(',') ?? [];
  const [goods, batches, boxes, overdue, amounts] = [list('goods'), list('batch'), list('box'), list('overdue'), list('qty')];
  const count = Math.min(Math.max(goods.length, boxes.length), WANTED_MAX);
  if (count === 0) return null;
  return Array.from({ length: count }, (_, at) => ({
    productId: goods[at] || null,
    batchId: batches[at] || null,
    boxId: boxes[at] || null,
    ...(overdue[at] && { isOverdue: true }),
    ...(amounts[at] && { qty: amounts[at] }),
  }));
}

/**
 * Rows of stock to take a quantity from, in their order, with what each gives; rows without available stock give nothing.
 * @returns all rows without quantities where none is wanted, or none is available
 */
export function takeFrom(rows: readonly ProductBox[], qty: string | undefined): [row: ProductBox, qty: string][] {
  const available = rows.filter((row) => compare(row.available ?? '0', '0') > 0);
  if (qty === undefined || available.length === 0) return rows.map((row) => [row, '']);
  const taken: [ProductBox, string][] = [];
  let missing = qty;
  for (const row of available) {
    const free = row.available!;
    if (qty !== ALL && compare(missing, '0') <= 0) break;
    const part = qty === ALL || compare(free, missing) < 0 ? free : missing;
    taken.push([row, part]);
    if (qty !== ALL) missing = subtract(missing, part);
  }
  return taken;
}
