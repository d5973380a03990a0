import type { PlainKey } from '@kuwei/contract/phrase';
import { choice } from '../../table/filter/choice.tsx';
import type { Filter } from '../../table/list-types.ts';
import { useWarehouseOptions } from './options.ts';

/** Filters by the warehouse that a row is in or belongs to. */
export const warehouseOf = (label: PlainKey = 'wms.warehouse'): Filter<'warehouseId'> =>
  choice({ name: 'warehouseId', label, useOptions: useWarehouseOptions, single: true });
