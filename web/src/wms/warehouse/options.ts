import { warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import { usePageQuery } from '../../page/query.ts';
import type { Option } from '../../ui/options.ts';

/** Warehouse options; undefined while loading. */
export function useWarehouseOptions(): readonly Option[] | undefined {
  const { data } = usePageQuery(warehouseRoutes.selectWarehouses, undefined);
  return data?.map(({ id, name, campus }) => ({ value: id, label: name, ...(campus !== null && { hint: campus }) }));
}
