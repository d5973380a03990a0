// Available quantities of the owner's stock by stock row, product and batch.
import { sum } from '@kuwei/contract/decimal';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { useMemo } from 'react';
import { usePageQuery } from '../../page/query.ts';
import { batchName } from './line.ts';

/** Rows fetched; beyond them availability is unknown here, and the server checks on submit. */
const ROWS = 200;
const NONE: ReadonlyMap<string, string> = new Map();

/** @param warehouseId null while none is chosen, which yields an empty map */
export function useAvailable(warehouseId: string | null, enabled: boolean): ReadonlyMap<string, string> {
  const { data } = usePageQuery(
    productBoxRoutes.selectStock,
    { query: { size: ROWS, ...(warehouseId !== null && { warehouseId }) } },
    { enabled: enabled && warehouseId !== null },
  );
  return useMemo(() => {
    if (!data || !enabled || data.total > ROWS) return NONE;
    const byName = new Map<string, string>();
    for (const { id, productId, batchNo, available } of data.list) {
      if (available === null) continue;
      byName.set(id, available);
      const names = batchNo === null ? [productId] : [productId, batchName(productId, batchNo)];
      for (const name of names) byName.set(name, sum([byName.get(name) ?? '0', available]));
    }
    return byName;
  }, [data, enabled]);
}
