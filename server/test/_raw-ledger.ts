// Figures computed independently from the raw ledger: entry by entry, in integers.
import { micros } from '@kuwei/contract/decimal';
import type { QueryOf } from '@kuwei/contract/route';
import type { FLOW_BY, FlowBy, FlowFigure, STOCK_BY, StockFigure, statisticsRoutes } from '@kuwei/contract/wms/statistics';
import { sql } from 'kysely';
import type { Db } from '../src/db/open.ts';

export interface Raw {
  seq: number;
  day: string;
  kind: string;
  document: string;
  product: string;
  owner: string;
  warehouse: string;
  /** Organisation of the warehouse. */
  org: string;
  qty: bigint;
  /** As stored in the entry. */
  paid: bigint | null;
  reverses: number | null;
  unit: string;
  category: string;
  classes: string[];
  /** Computed below: flow, unit value (millionths) and total value (cents). */
  flow: string;
  price: bigint | null;
  value: bigint | null;
}

export async function rawLedger(db: Db): Promise<Raw[]> {
  const { rows } = await sql<Omit<Raw, 'qty' | 'paid'> & { qty: string; paid: string | null }>`
    select l.seq, to_char(l.at, 'YYYY-MM-DD') as day, l.kind, l.transaction_id as document, l.product_id as product, l.owner_org_id as owner,
           l.warehouse_id as warehouse, w.org_id as org, l.qty_delta::text as qty, l.unit_price::text as paid, l.reverses_seq as reverses,
           p.base_unit as unit, p.category_id as category, p.control_flags as classes
      from wms_ledger l join wms_product p on p.id = l.product_id join wms_warehouse w on w.id = l.warehouse_id order by l.at::date, l.seq`.execute(
    db,
  );
  const raw = rows.map((row): Raw => ({
    ...row,
    qty: micros(row.qty),
    paid: row.paid === null ? null : micros(row.paid),
    flow: '',
    price: null,
    value: null,
  }));
  const bySeq = new Map(raw.map((row) => [row.seq, row]));
  const warehousesOf = new Map<string, Set<string>>();
  for (const { document, warehouse } of raw) warehousesOf.set(document, (warehousesOf.get(document) ?? new Set()).add(warehouse));
  const pools = new Map<string, Pool>();
  for (const row of raw) {
    const original = row.kind === 'REVERSAL' ? bySeq.get(row.reverses!)! : row;
    const isInside = original.kind.startsWith('MOVE') && warehousesOf.get(row.document)!.size === 1;
    row.flow = isInside ? 'INSIDE' : original.kind;
    const key = `${row.owner} ${row.product}`;
    const pool = pools.get(key) ?? { qty: 0n, price: null };
    pools.set(key, pool);
    const paid = ['IN', 'OPENING'].includes(original.kind) ? original.paid : null;
    if (paid !== null) pool.price = averagePrice(pool, row.qty, paid);
    pool.qty += row.qty;
    row.price = paid ?? (original === row ? pool.price : original.price);
    row.value = row.price === null ? null : rounded(row.qty * row.price, MICRO * 10_000n);
  }
  return raw;
}

interface Pool {
  qty: bigint;
  /** Average unit cost. */
  price: bigint | null;
}
const MICRO = 1_000_000n;

function averagePrice({ qty, price }: Pool, more: bigint, paid: bigint): bigint | null {
  if (price === null || qty <= 0n) return more > 0n ? paid : price;
  const worth = qty * price + more * paid;
  return qty + more > 0n && worth >= 0n ? rounded(worth, qty + more) : price;
}

/** Rounds half away from zero. */
export const rounded = (of: bigint, by: bigint): bigint => (of < 0n ? -rounded(-of, by) : (of * 2n + by) / (by * 2n));

export const ofCents = (text: string): bigint => micros(text) / 10_000n;

export const OUTWARD = ['OUT', 'MOVE_OUT', 'DISPOSE'];
const key: Record<FlowBy, (row: Raw) => string> = {
  day: ({ day }) => day,
  month: ({ day }) => day.slice(0, 7),
  warehouse: ({ warehouse }) => warehouse,
  org: ({ owner }) => owner,
  category: ({ category }) => category,
  product: ({ product }) => product,
  control: ({ classes }) => (classes.length === 0 ? 'NONE' : classes.toSorted().join('+')),
};

export type Question = Partial<QueryOf<typeof statisticsRoutes.getFlow>> & { from: string; to: string };

function matchesQuestion(row: Raw, query: Omit<Question, 'from' | 'to'>): boolean {
  return (
    (query.warehouseId === undefined || row.warehouse === query.warehouseId) &&
    (query.ownerOrgId === undefined || row.owner === query.ownerOrgId) &&
    (query.productId === undefined || row.product === query.productId) &&
    (query.categoryId === undefined || row.category === query.categoryId) &&
    (query.control === undefined || (query.control === 'NONE' ? row.classes.length === 0 : row.classes.includes(query.control)))
  );
}

/** Key, flow, entries, entries without a value, cents, and quantities by unit. */
export type FlowRow = [key: string, flow: string, entries: number, unpriced: number, value: string, amounts: string];

export function flowsOf(raw: readonly Raw[], org: string, query: Question): FlowRow[] {
  const by = query.by ?? 'day';
  const mine = raw.filter(
    (row) =>
      row.org === org && row.flow !== 'INSIDE' && row.day >= query.from && row.day <= query.to && matchesQuestion(row, query),
  );
  const groups = Map.groupBy(mine, (row) => `${key[by](row)} ${row.flow}`);
  return [...groups.values()]
    .map((rows): FlowRow => {
      const { flow } = rows[0]!;
      const sign = OUTWARD.includes(flow) ? -1n : 1n;
      const amounts = [...Map.groupBy(rows, ({ unit }) => unit)].toSorted(([a], [b]) => (a < b ? -1 : 1));
      return [
        key[by](rows[0]!),
        flow,
        rows.length,
        rows.filter(({ value }) => value === null).length,
        String(sign * total(rows.map(({ value }) => value ?? 0n))),
        amounts.map(([unit, of]) => `${sign * total(of.map(({ qty }) => qty))} ${unit}`).join(', '),
      ];
    })
    .toSorted(inOrder);
}

/** The whole period in one row. */
export const wholeOf = (raw: readonly Raw[], org: string, query: Question): FlowRow[] =>
  flowsOf(
    raw.map((row) => ({ ...row, day: row.day >= query.from && row.day <= query.to ? query.from : '' })),
    org,
    { ...query, by: 'day' },
  );

export const inOrder = (a: FlowRow, b: FlowRow): number => (a.slice(0, 2).join(' ') < b.slice(0, 2).join(' ') ? -1 : 1);
export const toFlowRow = (at: string, { flow, entries, unpriced, value, amounts }: FlowFigure): FlowRow => [
  at,
  flow,
  entries,
  unpriced,
  String(ofCents(value)),
  amounts.map(({ unit, qty }) => `${micros(qty)} ${unit}`).join(', '),
];

const total = (of: readonly bigint[]): bigint => of.reduce((sum, each) => sum + each, 0n);

export interface Stock {
  holdings: number;
  unpriced: number;
  /** Cents. */
  value: bigint;
  valueStart: bigint;
  valueOut: bigint;
  outUnpriced: number;
  amounts: [unit: string, qty: bigint][];
}

type StockQuestion = Omit<Question, 'by'> & { by: (typeof STOCK_BY)[number] };

/** By row key; without rows that are and were empty. */
export function stockOf(raw: readonly Raw[], org: string, query: StockQuestion): Map<string, Stock> {
  const priceBefore = (row: Raw, day: string): bigint | null => averageBefore(raw, row, day);
  const mine = raw.filter(
    (row) => row.org === org && row.day <= query.to && matchesQuestion(row, query as Omit<Question, 'from' | 'to'>),
  );
  const stock = new Map<string, Stock>();
  for (const [at, rows] of Map.groupBy(mine, key[query.by as (typeof FLOW_BY)[number]])) {
    const one: Stock = { holdings: 0, unpriced: 0, value: 0n, valueStart: 0n, valueOut: 0n, outUnpriced: 0, amounts: [] };
    for (const held of Map.groupBy(rows, (row) => `${row.warehouse} ${row.owner} ${row.product}`).values()) {
      const [qty, start] = [held, held.filter(({ day }) => day < query.from)].map((of) => total(of.map((row) => row.qty)));
      const [price, before] = [priceBefore(held[0]!, after(query.to)), priceBefore(held[0]!, query.from)];
      if (qty !== 0n) one.holdings += 1;
      if (qty !== 0n && price === null) one.unpriced += 1;
      one.value += rounded(qty! * (price ?? 0n), MICRO * 10_000n);
      one.valueStart += rounded(start! * (before ?? 0n), MICRO * 10_000n);
      const left = held.filter(({ day, flow }) => day >= query.from && ['OUT', 'DISPOSE'].includes(flow));
      one.valueOut -= total(left.map(({ value }) => value ?? 0n));
      one.outUnpriced += left.filter(({ value }) => value === null).length;
    }
    one.amounts = [...Map.groupBy(rows, ({ unit }) => unit)]
      .map(([unit, of]): [string, bigint] => [unit, total(of.map(({ qty }) => qty))])
      .filter(([, qty]) => qty !== 0n)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    if (one.holdings > 0 || one.valueStart !== 0n || one.valueOut !== 0n || one.outUnpriced > 0) stock.set(at, one);
  }
  return stock;
}

/** A sort key between a day and the next one. */
const after = (day: string): string => `${day}~`;

/** Average price of an entry's goods at the beginning of a day. */
export function averageBefore(raw: readonly Raw[], { owner, product }: Raw, day: string): bigint | null {
  const pool: Pool = { qty: 0n, price: null };
  const bySeq = new Map(raw.filter((row) => row.owner === owner && row.product === product).map((row) => [row.seq, row]));
  for (const row of bySeq.values()) {
    if (row.day >= day) break;
    const original = row.kind === 'REVERSAL' ? bySeq.get(row.reverses!)! : row;
    const paid = ['IN', 'OPENING'].includes(original.kind) ? original.paid : null;
    if (paid !== null) pool.price = averagePrice(pool, row.qty, paid);
    pool.qty += row.qty;
  }
  return pool.price;
}

export const toStock = (figure: StockFigure): Stock => ({
  holdings: figure.holdings,
  unpriced: figure.unpriced,
  value: ofCents(figure.value),
  valueStart: ofCents(figure.valueStart),
  valueOut: ofCents(figure.valueOut),
  outUnpriced: figure.outUnpriced,
  amounts: figure.amounts.map(({ unit, qty }) => [unit, micros(qty)]),
});
