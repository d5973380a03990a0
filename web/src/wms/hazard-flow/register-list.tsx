import { nameIn } from '@kuwei/contract/name';
import { flowRoutes } from '@kuwei/contract/wms/hazard-flow';
import { productRoutes } from '@kuwei/contract/wms/product';
import { SHOWN_FLOWS } from '@kuwei/contract/wms/statistics';
import { locale } from '../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { record } from '../../table/filter/record.tsx';
import { listOf } from '../../table/list-types.ts';
import { columns as c } from './flow-cells.tsx';
import { EntryLink } from './EntryLink.tsx';

export const goodsFilters = [
  record({
    name: 'productId',
    label: 'wms.product',
    find: productRoutes.selectProducts,
    optionOf: ({ id, code, name }) => ({ value: id, label: `${code} ${name}` }),
    one: productRoutes.getProduct,
    nameOf: (one) => `${one.code} ${nameIn(locale(), one)}`,
  }),
  choice({ name: 'flow', label: 'wms.flow.flow', useOptions: phraseOptions('stat.flow', SHOWN_FLOWS) }),
] as const;

export const registerList = listOf(flowRoutes.listFlow, {
  name: 'wms.hazard-flow',
  sort: 'product',
  search: 'hazardFlow.search',
  keyOf: ({ seq }) => String(seq),
  nameOf: ({ seq, productName }) => `${seq} ${productName}`,
  columns: [
    {
      key: 'product',
      title: 'stock.product',
      width: 'grow',
      sort: 'product',
      card: 'title',
      cell: ({ productName, productCode }) => <span title={productCode}>{productName}</span>,
    },
    c.at,
    c.flow,
    c.batch,
    c.amount('in'),
    c.amount('out'),
    c.amount('balance'),
    c.party,
    c.keepers,
    c.document,
    ...c.texts,
    {
      key: 'seq',
      title: 'wms.ledger.seq',
      card: 'code',
      cell: (row) => <EntryLink entry={row} />,
    },
  ],
  filters: [...goodsFilters],
  filtersElsewhere: ['warehouseId', 'controlClass', 'month'],
});
