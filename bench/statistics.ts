// Statistics of a year compared with plain sums over the ledger: the best statements we know without stored aggregates.
import type { Goods } from './goods.ts';
import type { Reads } from './bare-statements.ts';

/** Required speed-up of ours. */
const GOAL = 5;
/**
 * Lower goals: for a single product, an index finds the few entries for both; stock values need a price per product and
 * organisation.
 */
const LESS: Record<string, number> = { 'of a product': 1, stock: 2 };

const day = (moment: Date): string => moment.toISOString().slice(0, 10);

/** Twelve months including the current one. */
function yearOf(now = new Date()): { from: string; to: string } {
  return { from: day(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11, 1))), to: day(now) };
}

const { from, to } = yearOf();
const span = `from=${from}&to=${to}`;

const STATISTICS = {
  'by month': `/wms/statistics/flow?by=month&${span}`,
  'by day': `/wms/statistics/flow?by=day&${span}`,
  'by warehouse': `/wms/statistics/flow?by=warehouse&${span}`,
  'by organisation': `/wms/statistics/flow?by=org&${span}`,
  'by category': `/wms/statistics/flow?by=category&${span}`,
  'by product': `/wms/statistics/flow?by=product&${span}`,
  'by control class': `/wms/statistics/flow?by=control&${span}`,
  'of a product': (goods: Goods) => `/wms/statistics/flow?by=month&${span}&productId=${goods.rareProductId}`,
  'of a warehouse': (goods: Goods) => `/wms/statistics/flow?by=org&${span}&warehouseId=${goods.bigWarehouseId}`,
  stock: `/wms/statistics/stock?by=org&${span}`,
} as const;

const SUMS = `l.kind, count(*)::int as entries, sum(qty_delta) as qty, sum(round(qty_delta * unit_price, 2)) as value,
  count(*) - count(unit_price) as unpriced`;
const OF = `at >= date '${from}' and at < date '${to}' + 1`;
const by = (key: string, tables = 'wms_ledger l', and = ''): string =>
  `select ${key} as key, ${SUMS} from ${tables} where ${OF}${and} group by 1, 2`;
const PRODUCT = 'wms_ledger l join wms_product p on p.id = l.product_id';

export const statisticsReads = ({ rareProductId, bigWarehouseId }: Goods): Reads => ({
  'by month': by(`to_char(at, 'YYYY-MM')`),
  'by day': by('at::date'),
  'by warehouse': by('warehouse_id'),
  'by organisation': by('owner_org_id'),
  'by category': by('p.category_id', PRODUCT),
  'by product': by('product_id'),
  'by control class': by('p.control_flags', PRODUCT),
  'of a product': by(`to_char(at, 'YYYY-MM')`, 'wms_ledger l', ` and product_id = '${rareProductId}'`),
  'of a warehouse': by('owner_org_id', 'wms_ledger l', ` and warehouse_id = '${bigWarehouseId}'`),
  stock: `select owner_org_id, count(*), sum(qty) as qty, sum(qty * price) as value from (
    select warehouse_id, owner_org_id, product_id, sum(qty_delta) as qty,
           sum(qty_delta * unit_price) filter (where kind = 'IN') / sum(qty_delta) filter (where kind = 'IN' and unit_price is not null) as price
      from wms_ledger where at < date '${to}' + 1 group by 1, 2, 3) l group by 1`,
});

export const statisticsCases = (goods: Goods): { name: string; ours: string; bare: string; goal: number }[] =>
  Object.entries(STATISTICS).map(([name, path]) => ({
    name: `Statistics ${name}`,
    ours: `/api${typeof path === 'string' ? path : path(goods)}`,
    bare: `/${encodeURIComponent(name)}`,
    goal: LESS[name] ?? GOAL,
  }));
