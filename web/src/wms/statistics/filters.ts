// Filters that all figures share.
import { productRoutes } from '@kuwei/contract/wms/product';
import { CONTROL_CLASSES } from '@kuwei/contract/wms/statistics';
import { say } from '../../phrase/phrases.ts';
import { choice } from '../../table/filter/choice.tsx';
import { days } from '../../table/filter/days.tsx';
import { flag } from '../../table/filter/flag.tsx';
import { orgFilter } from '../../table/filter/org.ts';
import { record } from '../../table/filter/record.tsx';
import type { Filter } from '../../table/list-types.ts';
import { useCategoryOptions } from '../category/options.ts';
import { warehouseOf } from '../warehouse/warehouse-filter.ts';

export const periodFilter = days({ from: 'from', to: 'to', label: 'stat.period' });
export const compareFilter = flag({ name: 'compare', label: 'stat.compare' });
export const goodsFilters = [
  warehouseOf('stat.by.warehouse'),
  orgFilter('ownerOrgId', 'stat.by.org'),
  choice({ name: 'categoryId', label: 'stat.by.category', useOptions: useCategoryOptions, single: true }),
  record({
    name: 'productId',
    label: 'stat.by.product',
    find: productRoutes.selectProducts,
    optionOf: ({ id, name, code }) => ({ value: id, label: name, hint: code }),
    one: productRoutes.getProduct,
    nameOf: ({ name }) => name,
  }),
  choice({
    name: 'control',
    label: 'stat.by.control',
    useOptions: () =>
      CONTROL_CLASSES.map((value) => ({ value, label: say(value === 'NONE' ? 'stat.control.NONE' : `wms.control.${value}`) })),
    single: true,
  }),
] as const satisfies readonly Filter[];
