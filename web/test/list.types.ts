// Type tests of lists, checked by `tsc -p web`: a missing error is an error.
import { warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import { choice } from '../src/table/filter/choice.tsx';
import { listOf, type ListSpec } from '../src/table/list-types.ts';

type List = ListSpec<typeof warehouseRoutes.listWarehouses>;

const state = choice({ name: 'state', label: 'wms.warehouse.state', useOptions: () => [] });
const without = choice({ name: 'without', label: 'wms.warehouse.without', useOptions: () => [], single: true });
const code = { key: 'code', title: 'wms.warehouse.code', sort: 'code', cell: () => null } as const;
const name = { key: 'name', title: 'wms.warehouse.name', sort: 'name', cell: () => null } as const;
const campus = { key: 'campus', title: 'wms.warehouse.campus', sort: 'campus', cell: () => null } as const;
const changed = { key: 'changed', title: 'wms.warehouse.remark', sort: 'updatedAt', cell: () => null } as const;
const common = { name: 'x', sort: 'code', nameOf: () => '' } as const;

export const whole: List = listOf(warehouseRoutes.listWarehouses, {
  ...common,
  columns: [code, name, campus, changed],
  filters: [state, without],
});

export const named: List = listOf(warehouseRoutes.listWarehouses, {
  ...common,
  columns: [code, name, changed],
  filtersElsewhere: ['state', 'without'],
  sortsElsewhere: ['campus'],
});

// @ts-expect-error no filter for state
export const noFilter: List = listOf(warehouseRoutes.listWarehouses, {
  ...common,
  columns: [code, name, campus, changed],
  filters: [without],
});

// @ts-expect-error no column sorts by campus
export const noSort: List = listOf(warehouseRoutes.listWarehouses, {
  ...common,
  columns: [code, name, changed],
  filters: [state, without],
});
