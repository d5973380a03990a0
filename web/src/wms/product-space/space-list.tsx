// Columns and filters of used space, by product and place, for owners and the warehouse.
import { productBoxRoutes, type ProductSpace } from '@kuwei/contract/wms/product-box';
import { useT } from '../../phrase/phrases.ts';
import { listOf, type Column, type Filter, type FilterName, type SortOf } from '../../table/list-types.ts';
import { grouped, today } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { When } from '../../ui/When.tsx';
import { DaysLeft } from '../goods/DaysLeft.tsx';
import { createProductFilter } from '../goods/find-filters.tsx';
import { ownersOf } from '../goods/owner-filter.ts';
import { OwnerCell } from '../goods/OwnerCell.tsx';
import { hasOwnerColumn, type Side } from '../goods/side.ts';
import { warehouseOf } from '../warehouse/warehouse-filter.ts';
import { QuotaBar, UseBar } from './UseBar.tsx';

export type SpaceGrouping = 'product' | 'place';

const route = productBoxRoutes.listSpace;
type SpaceColumn = Column<ProductSpace, SortOf<typeof route>>;

const product: SpaceColumn = {
  key: 'product',
  title: 'stock.product',
  sort: 'product',
  width: 'grow',
  card: 'title',
  cell: ({ productName, productCode }) => (
    <span className="space-name">
      <span title={productName ?? undefined}>{productName}</span>
      <span className="kw-code space-code">{productCode}</span>
    </span>
  ),
};
const place: SpaceColumn = {
  key: 'place',
  title: 'space.place',
  sort: 'product',
  width: 'grow',
  card: 'title',
  cell: ({ containerName, containerCode }) => (
    <span className="space-name">
      <span title={containerName ?? undefined}>{containerName}</span>
      <span className="kw-code space-code">{containerCode}</span>
    </span>
  ),
};
const warehouse: SpaceColumn = {
  key: 'warehouse',
  title: 'wms.stock.warehouse',
  card: 'fact',
  cell: ({ warehouseName }) => warehouseName,
};
const owner: SpaceColumn = {
  key: 'owner',
  title: 'wms.stock.owner',
  card: 'fact',
  cell: ({ ownerOrgId, ownerOrgName }) => <OwnerCell id={ownerOrgId} name={ownerOrgName} />,
};
const amount = (key: 'qty' | 'reserved' | 'available', more: Partial<SpaceColumn> = {}): SpaceColumn => ({
  key,
  title: `wms.stock.${key}`,
  width: 'whole',
  align: 'right',
  card: 'fact',
  cell: (row) => {
    const value = row[key];
    return value === null || row.baseUnit === null || (key === 'reserved' && value === '0') ? (
      <None />
    ) : (
      <Quantity qty={value} unit={row.baseUnit} />
    );
  },
  ...more,
});
const boxes: SpaceColumn = {
  key: 'boxes',
  title: 'space.boxes',
  align: 'right',
  card: 'fact',
  cell: (row) => grouped(String(row.boxes)),
};
const lines: SpaceColumn = {
  key: 'lines',
  title: 'wms.space.lines',
  align: 'right',
  hidden: true,
  cell: (row) => grouped(String(row.lines)),
};
const volume: SpaceColumn = {
  key: 'volume',
  title: 'space.volume',
  width: 'whole',
  sort: 'volumeL',
  descFirst: true,
  align: 'right',
  card: 'fact',
  cell: ({ volumeL }) => <Measure amount={volumeL} unit="L" />,
};
const mass: SpaceColumn = {
  key: 'mass',
  title: 'space.mass',
  width: 'whole',
  align: 'right',
  hidden: 'en',
  cell: ({ massKg }) => <Measure amount={massKg} unit="kg" />,
};
const use: SpaceColumn = { key: 'use', title: 'space.use', width: 'whole', card: 'fact', cell: (row) => <UseBar space={row} /> };
const free: SpaceColumn = {
  key: 'free',
  title: 'space.free',
  align: 'right',
  cell: ({ freeL }) => (freeL === null ? <None /> : <Measure amount={freeL} unit="L" />),
};
const times: SpaceColumn[] = [
  {
    key: 'quota',
    title: 'space.quota',
    width: 'whole',
    cell: ({ quotaPercent }) => <QuotaBar percent={quotaPercent} />,
  },
  {
    key: 'oldestIn',
    title: 'wms.space.oldestIn',
    cell: ({ oldestIn }) => (oldestIn === null ? <None /> : <When at={oldestIn} />),
  },
  {
    key: 'nextExpiry',
    title: 'wms.space.nextExpiry',
    width: 'whole',
    sort: 'nextExpiry',
    card: 'fact',
    cell: ({ nextExpiry }) => <DaysLeft day={nextExpiry} from={today()} />,
  },
  {
    key: 'overdue',
    title: 'space.overdue',
    align: 'right',
    cell: ({ overdue }) => <Overdue count={overdue} />,
  },
];

const spaceOf = (side: Side, by: SpaceGrouping) =>
  listOf(route, {
    name: `wms.product-space.${by}`,
    sort: 'product',
    search: by === 'product' ? 'space.searchProduct' : 'space.searchPlace',
    keyOf: ({ key }) => key,
    nameOf: ({ productName, containerName }) => productName ?? containerName ?? '',
    columns: [
      by === 'product' ? product : place,
      ...(hasOwnerColumn(side) ? [owner] : []),
      warehouse,
      ...(by === 'product' ? [amount('qty', { sort: 'qty', descFirst: true }), amount('reserved'), amount('available')] : []),
      boxes,
      lines,
      volume,
      ...(by === 'place' ? [use, free] : []),
      mass,
      ...(hasOwnerColumn(side)
        ? times.map((column) => (column.key === 'oldestIn' ? { ...column, hidden: 'en' as const } : column))
        : times),
    ],
    filters: filtersOf(side),
  });

const filtersOf = (side: Side): Filter<FilterName<typeof route>>[] => [
  warehouseOf('wms.stock.warehouse'),
  createProductFilter(productBoxRoutes.listStock),
  ...ownersOf(productBoxRoutes.listStock, side),
];

export const spaceLists = {
  owner: { product: spaceOf('owner', 'product'), place: spaceOf('owner', 'place') },
  shared: { product: spaceOf('shared', 'product'), place: spaceOf('shared', 'place') },
  warehouse: { product: spaceOf('warehouse', 'product'), place: spaceOf('warehouse', 'place') },
};

export const Measure = ({ amount: value, unit }: { amount: string; unit: 'L' | 'kg' }) => (
  <span className="quantity">
    {grouped(value)} <span className="quantity-unit">{unit}</span>
  </span>
);

function Overdue({ count }: { count: number }) {
  const t = useT();
  return count === 0 ? <None /> : <span className="space-overdue">{t('space.overdueRows', { count })}</span>;
}
