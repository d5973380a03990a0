import { nameIn } from '@kuwei/contract/name';
import { limitRoutes, type Limit } from '@kuwei/contract/wms/ews-product';
import { productRoutes } from '@kuwei/contract/wms/product';
import { locale } from '../../phrase/phrases.ts';
import { record } from '../../table/filter/record.tsx';
import { lastChanged } from '../../table/last-changed.tsx';
import { listOf } from '../../table/list-types.ts';
import { grouped } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { warehouseOf } from '../warehouse/warehouse-filter.ts';

const amount = (qty: string | null, { baseUnit }: Limit) =>
  qty === null ? <None /> : baseUnit === null ? grouped(qty) : <Quantity qty={qty} unit={baseUnit} />;

export const goodsOf = ({ productName, categoryName }: Limit): string => productName ?? categoryName ?? '';

export const limitList = listOf(limitRoutes.listLimits, {
  name: 'wms.ews-limit',
  sort: 'product',
  search: 'warning.limitSearch',
  nameOf: (limit) => `${goodsOf(limit)} · ${limit.orgName}`,
  columns: [
    {
      key: 'product',
      title: 'warning.limitGoods',
      sort: 'product',
      width: 'grow',
      card: 'title',
      cell: (limit) => (
        <>
          {goodsOf(limit)} {limit.productCode !== null && <span className="kw-code">{limit.productCode}</span>}
        </>
      ),
      copy: ({ productCode }) => productCode ?? '',
    },
    { key: 'org', title: 'wms.limit.org', sort: 'org', card: 'fact', cell: ({ orgName }) => orgName },
    {
      key: 'warehouse',
      title: 'wms.limit.warehouse',
      sort: 'warehouse',
      card: 'fact',
      cell: ({ warehouseName }) => warehouseName,
    },
    {
      key: 'minQty',
      title: 'wms.limit.minQty',
      align: 'right',
      card: 'fact',
      cell: (limit) => amount(limit.minQty, limit),
    },
    {
      key: 'maxQty',
      title: 'wms.limit.maxQty',
      align: 'right',
      card: 'fact',
      cell: (limit) => amount(limit.maxQty, limit),
    },
    {
      key: 'qty',
      title: 'wms.warning.usable',
      align: 'right',
      cell: (limit) => amount(limit.qty, limit),
    },
    {
      key: 'expiryDays',
      title: 'wms.limit.expiryDays',
      align: 'right',
      cell: ({ expiryDays }) => expiryDays ?? <None />,
    },
    { ...lastChanged, hidden: true },
  ],
  filters: [
    record({
      name: 'orgId',
      label: 'wms.limit.org',
      find: limitRoutes.selectLimitOrgs,
      optionOf: ({ id, code, name }) => ({ value: id, label: name, hint: code }),
      one: limitRoutes.getLimitOrg,
      nameOf: ({ name }) => name,
    }),
    warehouseOf('wms.limit.warehouse'),
    record({
      name: 'productId',
      label: 'wms.product',
      find: productRoutes.selectProducts,
      optionOf: ({ id, code, name }) => ({ value: id, label: `${code} ${name}` }),
      one: productRoutes.getProduct,
      nameOf: (one) => `${one.code} ${nameIn(locale(), one)}`,
    }),
  ],
});
