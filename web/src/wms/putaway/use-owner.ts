// The owner of a line's goods; in a move it is that of the stock.
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { usePageQuery } from '../../page/query.ts';
import type { Part } from './plan.ts';

/** Undefined while unknown. */
export function useOwner({ type, ownerOrgId, goodsOrgId }: Transaction, parts: readonly Part[]): string | undefined {
  const stockId = type === 'MOVE' ? (parts[0]?.productBoxId ?? null) : null;
  const { data } = usePageQuery(productBoxRoutes.getStock, { params: { id: stockId ?? '' } }, { enabled: stockId !== null });
  return type === 'MOVE' ? data?.ownerOrgId : (goodsOrgId ?? ownerOrgId);
}
