// Whose goods a line is about: of a move it is the stock that says so.
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { usePageQuery } from '../../page/query.ts';
import type { Part } from './plan.ts';

/** Owner of the goods; undefined while it is not known. */
export function useOwner({ type, ownerOrgId, goodsOrgId }: Transaction, parts: readonly Part[]): string | undefined {
  const stockId = type === 'MOVE' ? (parts[0]?.productBoxId ?? null) : null;
  const { data } = usePageQuery(productBoxRoutes.getStock, { params: { id: stockId ?? '' } }, { enabled: stockId !== null });
  return type === 'MOVE' ? data?.ownerOrgId : (goodsOrgId ?? ownerOrgId);
}
