// Filters that all figures share.
import { productRoutes } from '@kuwei/contract/wms/product';
import { CONTROL_CLASSES } from '@kuwei/contract/wms/statistics';
import { say, useT } from '../../phrase/phrases.ts';
import { choice } from '../../table/filter/choice.tsx';
import { days } from '../../table/filter/days.tsx';
import { given } from '../../table/filter/given.tsx';
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

/** Filters of a row or a figure, set by the links that lead from it. */
export const linkFilters = [
  given({
    name: 'controlSet',
    label: 'stat.by.control',
    useText: (key) =>
      key
        .split('+')
        .map((flag) => say(flag === 'NONE' ? 'stat.control.NONE' : (`wms.control.${flag}` as 'wms.control.TOXIC')))
        .join(' + '),
  }),
  given({
    name: 'ownCategoryId',
    label: 'stat.by.category',
    useText: (id) => {
      const t = useT();
      const name = useCategoryOptions()?.find(({ value }) => value === id)?.label;
      return t('stat.filter.ownCategory', { name: name ?? '…' });
    },
  }),
  given({ name: 'asOfSeq', label: 'stat.filter.asOf', useText: (seq) => useT()('stat.filter.entry', { seq }) }),
] as const satisfies readonly Filter[];
