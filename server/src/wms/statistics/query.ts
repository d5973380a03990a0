// Parameters of statistics: period, previous period, and visible goods.
import { AppError } from '@kuwei/contract/error';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DB } from '../../db/types.ts';
import { categoryTree } from '../product/queries.ts';
import type { ReadScope } from '../scope.ts';
import { isEntryVisible, isFilteredByOwner, narrowScope } from '../read-conditions.ts';

export interface Period {
  from: string;
  to: string;
}

export interface GoodsQuery {
  warehouseId?: string | undefined;
  ownerOrgId?: string | undefined;
  categoryId?: string | undefined;
  productId?: string | undefined;
  control?: string | undefined;
  controlSet?: string | undefined;
}

const DAY_MS = 86_400_000;
export const dayAfter = (day: string, days = 1): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const lengthOf = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** The period of the same length that ends the day before. */
export const periodBefore = (period: Period): Period => ({
  from: dayAfter(period.from, -lengthOf(period)),
  to: dayAfter(period.from, -1),
});
export const daysOf = (period: Period): number => lengthOf(period);

export interface Snapshot {
  asOfSeq: number;
  at: string;
  today: string;
}

/** Keeps sums of a year over some ten thousand keys in memory. */
const WORK_MEM = '16MB';

/** Reads all parts of a reply from one snapshot, so that its figures agree. */
export const inSnapshot = <T>(db: Kysely<DB>, work: (trx: Kysely<DB>, now: Snapshot) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const { rows } = await sql<Snapshot>`
        select set_config('work_mem', ${WORK_MEM}, true), coalesce((select max(seq) from wms_ledger), 0) as "asOfSeq", now() as at, current_date::text as today`.execute(
        trx,
      );
      return work(trx, rows[0]!);
    });

/** Lower bound of dates, early enough for the period before the first one. */
const FIRST = '1950-01-01';

interface Asked extends Partial<Record<'from' | 'to', string | undefined>> {
  days?: number | undefined;
}

/** The requested period; defaults to this month up to today. @throws AppError STAT_PERIOD */
export function periodOf({ from, to, days }: Asked, { today }: Snapshot): Period {
  if (days !== undefined) {
    if (from !== undefined || to !== undefined) throw new AppError('STAT_PERIOD', { field: 'days' });
    return { from: dayAfter(today, 1 - days), to: today };
  }
  const last = to ?? (from !== undefined && from > today ? from : today);
  const period = { from: from ?? `${last.slice(0, 7)}-01`, to: last };
  if (period.to < period.from) throw new AppError('STAT_PERIOD', { field: 'to' });
  if (period.from < FIRST) throw new AppError('STAT_PERIOD', { field: 'from' });
  return period;
}

/** Control classes of a product `p` in a fixed order: `DRUG_PRECURSOR+TOXIC`. */
export const controlClasses = sql<string>`coalesce((select string_agg(c, '+' order by c) from unnest(p.control_flags) c), 'NONE')`;

export interface EntryFilter {
  /** Conditions over `l` on warehouse and owner, including the reader's scope. */
  parties: RawBuilder<unknown>[];
  /** Whether a condition refers to owners. */
  ofOwners: boolean;
  /** Conditions over `l.product_id`, by the product's current properties, not those at the time of the entry. */
  products: RawBuilder<unknown>[];
}

export function buildEntryFilter(readScope: ReadScope, query: GoodsQuery): EntryFilter {
  const { warehouseId, ownerOrgId, ...goods } = query;
  const seen = narrowScope(readScope, { warehouseId, ownerOrgId });
  return {
    ofOwners: ownerOrgId !== undefined || isFilteredByOwner(seen),
    parties: [
      isEntryVisible(seen),
      ...(warehouseId === undefined ? [] : [sql`l.warehouse_id = ${warehouseId}`]),
      ...(ownerOrgId === undefined ? [] : [sql`l.owner_org_id = ${ownerOrgId}`]),
    ],
    products: productConditions(goods),
  };
}

function productConditions({
  categoryId,
  productId,
  control,
  controlSet,
}: Omit<GoodsQuery, 'warehouseId' | 'ownerOrgId'>): RawBuilder<unknown>[] {
  const products = (condition: RawBuilder<unknown>) => sql`l.product_id in (select p.id from wms_product p where ${condition})`;
  return [
    ...(productId === undefined ? [] : [sql`l.product_id = ${productId}`]),
    ...(categoryId === undefined ? [] : [products(sql`p.category_id in ${categoryTree(categoryId)}`)]),
    ...(control === undefined
      ? []
      : [products(control === 'NONE' ? sql`p.control_flags = '{}'` : sql`${control} = any(p.control_flags)`)]),
    ...(controlSet === undefined ? [] : [products(sql`${controlClasses} = ${controlSet}`)]),
  ];
}
