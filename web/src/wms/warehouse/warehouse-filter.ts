import type { PlainKey } from '@kuwei/contract/phrase';
import { choice } from '../../table/filter/choice.tsx';
import type { Filter } from '../../table/list-types.ts';
import { useWarehouseOptions } from './options.ts';

/** What lies in one warehouse, or belongs to it. */
export const warehouseOf = (label: PlainKey = 'wms.warehouse'): Filter<'warehouseId'> =>
  choice({ name: 'warehouseId', label, useOptions: useWarehouseOptions, single: true });
