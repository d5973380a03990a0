// Which document fixes the cause of a warning, with its goods and quantity.
import { subtract } from '@kuwei/contract/decimal';
import type { PlainKey } from '@kuwei/contract/phrase';
import type { Warning } from '@kuwei/contract/wms/ews-product';
import type { RequestType } from '@kuwei/contract/wms/transaction-type';
import { ALL, wantedAddress, WANTED_MAX, type WantedGoods } from '../wanted-goods.ts';

interface Remedy {
  type: RequestType;
  goods: WantedGoods;
}

/** Names of the action per document type. */
export const REMEDY_LABELS = {
  INBOUND: 'warning.deposit',
  OUTBOUND: 'warning.collect',
  MOVE: 'warning.move',
} as const satisfies Record<RequestType, PlainKey>;

/** Owners deposit and collect, the warehouse moves. @param prefix first segment of the address; null: no document fixes it */
export function remedyOf({ kind, state, value, threshold, productId, batchId, boxId }: Warning, prefix: string): Remedy | null {
  const isOwner = prefix !== 'admin';
  const away = isOwner ? 'OUTBOUND' : 'MOVE';
  if (state === 'RESOLVED') return null;
  switch (kind) {
    case 'LOW_STOCK':
    case 'OUT':
      return isOwner ? { type: 'INBOUND', goods: { productId, qty: subtract(threshold ?? '0', value ?? '0') } } : null;
    case 'OVER_STOCK':
      return { type: away, goods: { productId, qty: subtract(value ?? '0', threshold ?? '0') } };
    case 'EXPIRY':
    case 'EXPIRED':
      return { type: away, goods: { productId, batchId, qty: ALL } };
    case 'DEPOSIT_OVERDUE':
      return { type: away, goods: { productId, isOverdue: true, qty: ALL } };
    case 'NO_MOVE':
      return { type: away, goods: { productId, qty: ALL } };
    case 'INCOMPATIBLE':
      return { type: away, goods: { productId, boxId, qty: ALL } };
    case 'BOX_FULL':
      // How much of which goods is for people to say.
      return isOwner ? null : { type: 'MOVE', goods: { productId: null, boxId } };
    default:
      return null;
  }
}

const partyOf = ({ warehouseId, orgId }: Warning): string => `${warehouseId} ${orgId}`;

/**
 * The new document that fixes warnings, a line each; why there is none, as a text: they belong to several warehouses or owners, or
 * one of them needs something else.
 */
export function remedyAddress(
  warnings: readonly Warning[],
  type: RequestType,
  prefix: string,
): { to: string } | { refused: 'warning.mixed' | 'warning.tooMany' } | { refused: 'warning.unfit'; unfit: Warning } {
  const [first] = warnings;
  const goods: WantedGoods[] = [];
  for (const warning of warnings) {
    const remedy = remedyOf(warning, prefix);
    if (remedy?.type !== type) return { refused: 'warning.unfit', unfit: warning };
    goods.push(remedy.goods);
  }
  if (first === undefined || warnings.some((each) => partyOf(each) !== partyOf(first))) return { refused: 'warning.mixed' };
  if (warnings.length > WANTED_MAX) return { refused: 'warning.tooMany' };
  const { warehouseId, orgId } = first;
  return { to: wantedAddress(prefix, type, { warehouseId, ownerOrgId: prefix === 'admin' ? orgId : null, goods }) };
}
