// Columns and filters of stock, for owners and the warehouse, now and in the past.
import { CONTROL_FLAGS } from '@kuwei/contract/wms/hazard';
import { AGES, EXPIRIES, productBoxRoutes, type ProductBox } from '@kuwei/contract/wms/product-box';
import { langOf, say } from '../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { flag } from '../../table/filter/flag.tsx';
import { listOf, type Column, type Filter, type FilterName, type SortOf } from '../../table/list-types.ts';
import { None } from '../../ui/None.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { When } from '../../ui/When.tsx';
import { useCategoryOptions } from '../category/options.ts';
import { BatchNo } from '../goods/BatchNo.tsx';
import { CountLink } from '../goods/CountHold.tsx';
import { CaseLink } from '../goods/CaseLink.tsx';
import { DaysLeft, Until } from '../goods/DaysLeft.tsx';
import { createBatchFilter, createBoxFilter, containerFilter, createProductFilter } from '../goods/find-filters.tsx';
import { ownersOf } from '../goods/owner-filter.ts';
import { OwnerCell } from '../goods/OwnerCell.tsx';
import { hasOwnerColumn, type Side } from '../goods/side.ts';
import { warehouseOf } from '../warehouse/warehouse-filter.ts';
import { expiryFilter } from './expiry-filter.tsx';
import { Hazards, isHazardous } from './Hazards.tsx';
import { ownerText } from './owner-text.ts';
import { BatchState, StockState } from './StockState.tsx';
import { useDay } from './use-day.ts';

const route = productBoxRoutes.listStock;
type StockColumn = Column<ProductBox, SortOf<typeof route>>;
type StockFilter = Filter<FilterName<typeof route>>;

const product: StockColumn = {
  key: 'product',
  title: 'stock.product',
  sort: 'product',
  width: 'grow',
  card: 'title',
  cell: ({ productName, spec }) => (
    <span className="stock-product">
      <span title={productName}>{productName}</span>
      {spec !== null && (
        <span className="stock-spec" lang={langOf(spec)}>
          {spec}
        </span>
      )}
    </span>
  ),
};
const lot: StockColumn[] = [
  {
    key: 'code',
    title: 'wms.product.code',
    card: 'code',
    hidden: true,
    cell: ({ productCode }) => <span className="kw-code">{productCode}</span>,
    copy: ({ productCode }) => productCode,
  },
  {
    key: 'cas',
    title: 'wms.product.cas',
    cell: ({ cas }) => (cas === null ? <None /> : <span className="kw-code">{cas}</span>),
    copy: ({ cas }) => cas,
  },
  {
    key: 'hazard',
    title: 'stock.hazard',
    width: 'whole',
    card: 'fact',
    cell: (row) => (isHazardous(row) ? <Hazards stock={row} size={18} /> : <None />),
  },
  {
    key: 'batch',
    title: 'wms.stock.batchNo',
    card: 'fact',
    cell: ({ batchNo, batchStatus }) => (
      <span className="stock-batch">
        <BatchNo no={batchNo} />
        <BatchState status={batchStatus} />
      </span>
    ),
  },
  {
    key: 'expiresOn',
    title: 'wms.stock.expiresOn',
    width: 'whole',
    sort: 'expiresOn',
    card: 'fact',
    cell: ({ expiresOn }) => <Expiry day={expiresOn} />,
  },
];
const owner: StockColumn = {
  key: 'owner',
  title: 'wms.stock.owner',
  sort: 'owner',
  card: 'fact',
  cell: (row) => <OwnerCell id={row.ownerOrgId} name={ownerText(row)} />,
};
const place: StockColumn = {
  key: 'box',
  title: 'stock.place',
  sort: 'box',
  card: 'fact',
  cell: ({ boxCode, warehouseName }) => (
    <span className="kw-code" title={warehouseName}>
      {boxCode}
    </span>
  ),
  copy: ({ boxCode }) => boxCode,
};
const warehouse: StockColumn = {
  key: 'warehouse',
  title: 'wms.stock.warehouse',
  hidden: true,
  cell: ({ warehouseName }) => warehouseName,
};
const qty: StockColumn = {
  key: 'qty',
  title: 'wms.stock.qty',
  width: 'whole',
  sort: 'qty',
  descFirst: true,
  align: 'right',
  card: 'fact',
  cell: ({ qty: amount, baseUnit }) => <Quantity qty={amount} unit={baseUnit} />,
};
/** Unknown for the past. */
const promised: StockColumn[] = [
  {
    key: 'reserved',
    title: 'wms.stock.reserved',
    width: 'whole',
    align: 'right',
    cell: ({ reserved, baseUnit }) =>
      reserved === null || reserved === '0' ? <None /> : <Quantity qty={reserved} unit={baseUnit} />,
  },
  {
    key: 'available',
    title: 'wms.stock.available',
    width: 'whole',
    align: 'right',
    card: 'fact',
    cell: ({ available, baseUnit }) => (available === null ? <None /> : <Quantity qty={available} unit={baseUnit} />),
  },
  {
    key: 'cases',
    title: 'wms.stock.cases',
    hidden: true,
    cell: ({ cases }) => (cases.length === 0 ? <None /> : cases.map((each) => <CaseLink key={each.id} {...each} />)),
    copy: ({ cases }) => cases.map(({ no }) => no).join(' '),
  },
  {
    key: 'count',
    title: 'wms.hold',
    hidden: true,
    cell: ({ count }) => (count === null ? <None /> : <CountLink {...count} />),
    copy: ({ count }) => count?.no ?? null,
  },
  { key: 'state', title: 'stock.state', card: 'state', cell: (row) => <StockState stock={row} /> },
];
/** With an owner column English has no room for the reserved quantity; the available one suffices. */
const promisedTo = (side: Side): StockColumn[] =>
  promised.map((column) => (hasOwnerColumn(side) && column.key === 'reserved' ? { ...column, hidden: 'en' } : column));
const times: StockColumn[] = [
  {
    key: 'deposit',
    title: 'wms.stock.depositUntil',
    hidden: true,
    cell: ({ depositUntil }) => <Deposit day={depositUntil} />,
  },
  {
    key: 'firstInAt',
    title: 'wms.stock.firstInAt',
    sort: 'firstInAt',
    descFirst: true,
    hidden: true,
    cell: ({ firstInAt }) => <When at={firstInAt} />,
  },
  {
    key: 'lastMoveAt',
    title: 'wms.stock.lastMoveAt',
    sort: 'lastMoveAt',
    descFirst: true,
    hidden: true,
    cell: ({ lastMoveAt }) => <When at={lastMoveAt} />,
  },
  {
    key: 'note',
    title: 'wms.stock.note',
    hidden: true,
    cell: ({ note }) => (note === null ? <None /> : <span title={note}>{note}</span>),
  },
];

/** The past keeps no record of these. */
const presentFilters: StockFilter[] = [
  flag({ name: 'available', label: 'stock.filter.available' }),
  flag({ name: 'frozen', label: 'stock.filter.frozen' }),
  choice({ name: 'age', label: 'stock.filter.age', useOptions: phraseOptions('stock.age', AGES), single: true }),
  choice({ name: 'expiry', label: 'stock.filter.left', useOptions: phraseOptions('stock.left', EXPIRIES), single: true }),
];
const filtersOf = (side: Side, isPast: boolean): StockFilter[] => [
  createProductFilter(route),
  ...(hasOwnerColumn(side) ? ownersOf(route, side) : [expiryFilter]),
  warehouseOf('wms.stock.warehouse'),
  ...(hasOwnerColumn(side) ? [expiryFilter] : []),
  ...(isPast ? [] : presentFilters),
  flag({ name: 'depositOverdue', label: 'stock.filter.overdue' }),
  choice({ name: 'categoryId', label: 'stock.filter.category', useOptions: useCategoryOptions, single: true }),
  choice({
    name: 'controlFlag',
    label: 'stock.filter.control',
    useOptions: () => [
      ...phraseOptions('wms.control', CONTROL_FLAGS)(),
      { value: 'NONE', label: say('stock.filter.uncontrolled') },
    ],
    single: true,
  }),
  containerFilter,
  createBoxFilter(route, side === 'warehouse'),
  createBatchFilter(route),
  flag({ name: 'withEmpty', label: 'stock.filter.withEmpty' }),
];

const stockOf = (side: Side, isPast: boolean) =>
  listOf(route, {
    name: 'wms.product-box',
    sort: isPast ? 'product' : '-lastMoveAt',
    search: 'stock.search',
    nameOf: ({ productName, batchNo, boxCode }) => `${productName} ${batchNo} ${boxCode}`,
    columns: [
      product,
      ...lot.map((column) => (hasOwnerColumn(side) && column.key === 'cas' ? { ...column, hidden: true as const } : column)),
      ...(hasOwnerColumn(side) ? [owner] : []),
      place,
      warehouse,
      qty,
      ...(isPast ? [] : promisedTo(side)),
      ...times,
    ],
    filters: filtersOf(side, isPast),
  });

export const stockLists = {
  owner: { now: stockOf('owner', false), past: stockOf('owner', true) },
  shared: { now: stockOf('shared', false), past: stockOf('shared', true) },
  warehouse: { now: stockOf('warehouse', false), past: stockOf('warehouse', true) },
};

const Expiry = ({ day }: { day: string | null }) => <DaysLeft day={day} from={useDay()} />;
const Deposit = ({ day }: { day: string | null }) => <Until day={day} from={useDay()} />;
