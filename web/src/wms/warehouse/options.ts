import { warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import { usePageQuery } from '../../page/query.ts';
import type { Option } from '../../ui/options.ts';

/** Warehouses to choose from; undefined while they are on their way. */
export function useWarehouseOptions(): readonly Option[] | undefined {
  const { data } = usePageQuery(warehouseRoutes.selectWarehouses, undefined);
  return data?.map(({ id, name, campus }) => ({ value: id, label: name, ...(campus !== null && { hint: campus }) }));
}
