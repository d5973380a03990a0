// Lists: the keys of the requested rows are found first, everything else is joined to them (decision 072).
import { AppError } from '@kuwei/contract/error';
import { COUNT_CAP, OFFSET_MAX, type Page } from '@kuwei/contract/page';
import { EXPORT_ROWS_MAX } from '@kuwei/contract/workbook/workbook';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { preparedStatement, preparedPage, WORD } from './prepared.ts';
import type { DB } from './types.ts';

export interface PageQuery<S extends string = string> {
  page: number;
  size: number;
  sort?: S | undefined;
}

/** Sort names without `-` for descending order. */
export type SortName<S extends string> = S extends `-${string}` ? never : S;
export const sortName = <S extends string>(sort: S): SortName<S> => sort.replace(/^-/, '') as SortName<S>;

/** A sort criterion. Null order is specified only for nullable ones: otherwise an index serves both directions. */
export interface Criterion {
  by: RawBuilder<unknown>;
  isDown?: boolean;
  nullable?: boolean;
}

export interface List<T> {
  /** A CTE shared by page and count, if finding the rows twice is too expensive: `found as materialized (select …)`. */
  once?: RawBuilder<unknown>;
  /** Tables, joins needed by filters and order, and conditions: `wms_container c where …`. */
  from: RawBuilder<unknown>;
  /** The same rows for counting, if there is a cheaper query. */
  counted?: RawBuilder<unknown>;
  /** Cap of the count below COUNT_CAP, if rows are expensive to find. */
  countedTo?: number;
  /** Finds the rows up to the cap once, in order, for page and count: if no index can find them. */
  together?: boolean;
  /** Key of a row: `c.id`. */
  id: RawBuilder<unknown>;
  /** Type of the key, unless UUID. */
  keyType?: 'bigint';
  /** Ends with the key, to be deterministic. */
  order: readonly Criterion[];
  /** Whole rows for the keys in `page`: `select … from page join wms_container c on c.id = page.id …`. */
  rows: RawBuilder<T>;
}

export type RowOf<L> = L extends List<infer T> ? T : never;

type Sorts<S extends string> = Record<SortName<S>, { by: RawBuilder<unknown>; nullable?: true; join?: RawBuilder<unknown> }>;
/** Sort criteria for all sorts of a query, with a `join` needed by that order only. */
export type SortsOf<Q extends { sort?: string | undefined }> = Sorts<NonNullable<Q['sort']>>;

/** @param sort name in `sorts`; descending with the prefix `-` */
export function orderOf<S extends string>(sort: S, sorts: Sorts<NoInfer<S>>, key: RawBuilder<unknown>): Criterion[] {
  const isDown = sort.startsWith('-');
  return [
    { ...sorts[sortName(sort)], isDown },
    { by: key, isDown },
  ];
}

/**
 * Materializes keys and sort column once, for rows that no index returns in the requested order.
 * @param rows `sys_user u where …`
 * @param isOfAll false: reads in index order as usual
 */
export function materializeKeys(
  rows: RawBuilder<unknown>,
  order: readonly Criterion[],
  isOfAll = true,
): Pick<List<unknown>, 'once' | 'id' | 'from' | 'order'> {
  const [first, key] = order as [Criterion, Criterion];
  if (!isOfAll) return { id: key.by, from: rows, order };
  return {
    once: sql`found as materialized (select ${key.by} as id, ${first.by} as by from ${rows})`,
    id: sql`f.id`,
    from: sql`found f`,
    order: [
      { ...first, by: sql`f.by` },
      { ...key, by: sql`f.id` },
    ],
  };
}

/** Rows per read of an export. */
const CHUNK = 1_000;

/** Conjunction of conditions. */
export const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

/**
 * One page of a list. The keys are found by a statement planned for its filters, over as few tables as possible; the rows are
 * then read by key with a prepared statement. A frequent page without a text filter is one prepared statement.
 * @throws AppError PAGE_TOO_DEEP
 */
export async function listPage<T extends object>(db: Kysely<DB>, query: PageQuery, list: List<T>): Promise<Page<T>> {
  const { page, size } = query;
  const offset = offsetOf(query);
  const { countedTo = COUNT_CAP } = list;
  const isTogether = list.together === true && offset + size <= countedTo;
  const found = isTogether
    ? selectKeysWithTotal(list, { size, offset, countedTo })
    : selectKeysAndTotal(list, { size, offset, countedTo });
  const prepared = isPreparable(query) ? preparedPage(selectWholePage(found, list).compile(db), inlinedIds(query)) : null;
  const { rows, total } = prepared
    ? splitTotal((await db.executeQuery<Row<T>>(prepared)).rows)
    : await loadPageInTwo(db, found, list);
  return { list: rows, total, exact: total <= countedTo, page, size };
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const PAGING: ReadonlySet<string> = new Set(['page', 'size', 'sort']);

/** The search text becomes a pattern: in capitals it would be mistaken for an enum value. */
const SEARCH = 'q';

/**
 * Whether a generic plan that knows enum values and warehouses suits all other values. Texts and dates match nearly all rows or
 * hardly any: a generic plan would scan all rows for a rare one.
 */
const isPreparable = (query: object): boolean =>
  Object.entries(query).every(
    ([name, value]) => PAGING.has(name) || value === undefined || (name !== SEARCH && [value].flat().every(isKnown)),
  );
const isKnown = (value: unknown): boolean =>
  typeof value === 'boolean' || (typeof value === 'string' && (ID.test(value) || WORD.test(value)));

/** Inlined, because warehouses differ widely in size. */
const inlinedIds = (query: PageQuery & { warehouseId?: string | undefined }): ReadonlySet<string> =>
  new Set(query.warehouseId !== undefined && ID.test(query.warehouseId) ? [query.warehouseId] : []);

interface Span {
  size: number;
  offset: number;
  countedTo: number;
}

const selectKeysAndTotal = <T>(list: List<T>, { size, offset, countedTo }: Span): RawBuilder<Found> => sql`
    ${withClause(list)} select array(select ${list.id} from ${list.from} order by ${orderBy(list.order)} limit ${size} offset ${offset}) as ids,
           (select count(*)::int from (select from ${list.counted ?? list.from} limit ${countedTo + 1}) x) as total`;

const selectKeysWithTotal = <T>(list: List<T>, { size, offset, countedTo }: Span): RawBuilder<Found> => sql`
    ${list.once ? sql`${withClause(list)},` : sql`with`} first as materialized (
      select array(select ${list.id} from ${list.from} order by ${orderBy(list.order)} limit ${countedTo + 1}) as ids)
    select ids[${offset + 1}:${offset + size}] as ids, cardinality(ids) as total from first`;

/** The `with` clause of the list. */
const withClause = ({ once }: Pick<List<unknown>, 'once'>): RawBuilder<unknown> => (once ? sql`with ${once}` : sql``);

interface Found {
  ids: string[];
  total: number;
}
/** A row with the total; an empty page has a single row with nothing else. */
type Row<T> = T & { found_total: number; found_any: boolean };

/** Joins the whole rows to the keys in `page`, as `List.rows` expects. */
const selectWholePage = <T>(found: RawBuilder<Found>, { rows }: List<T>): RawBuilder<Row<T>> => sql`
  with found as materialized (${found}),
  page as materialized (select x.id, x.place from found, unnest(found.ids) with ordinality x(id, place)),
  records as materialized (${rows} order by page.place)
  select f.total as found_total, f.ids <> '{}' as found_any, records.* from found f left join records on true`;

function splitTotal<T extends object>(all: readonly Row<T>[]): { rows: T[]; total: number } {
  const rows = all.map((each) => {
    const { found_total: _, found_any: __, ...row } = each;
    return row as unknown as T;
  });
  return { rows: all[0]!.found_any ? rows : [], total: all[0]!.found_total };
}

async function loadPageInTwo<T>(db: Kysely<DB>, found: RawBuilder<Found>, list: List<T>): Promise<{ rows: T[]; total: number }> {
  const { ids, total } = (await found.execute(db)).rows[0]!;
  return { rows: ids.length === 0 ? [] : await rowsByKey(db, list, ids), total };
}

/** @throws AppError PAGE_TOO_DEEP */
export function offsetOf({ page, size }: PageQuery): number {
  const offset = (page - 1) * size;
  if (offset > OFFSET_MAX) throw new AppError('PAGE_TOO_DEEP');
  return offset;
}

/** Number of rows, capped at COUNT_CAP + 1. */
export async function countRows(db: Kysely<DB>, from: RawBuilder<unknown>): Promise<{ total: number; exact: boolean }> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select from ${from} limit ${COUNT_CAP + 1}) x`.execute(db);
  const { total } = rows[0]!;
  return { total, exact: total <= COUNT_CAP };
}

/**
 * All rows of a list as of now, in order: the keys are read at once, the rows in chunks later. No row is repeated, and only rows
 * deleted meanwhile are missing.
 * @throws AppError EXPORT_TOO_MANY before any row is read
 */
export async function everyRow<T>(db: Kysely<DB>, list: List<T>): Promise<AsyncGenerator<T>> {
  const ids = await loadKeys(db, list, EXPORT_ROWS_MAX + 1);
  assertFitsSheet(ids.length);
  return withRowCount(rowsIn(db, list, ids), ids.length);
}

const rowCounts = new WeakMap<object, number>();

/** Attaches the known number of rows to a stream of them. */
export function withRowCount<T extends object>(rows: T, number: number | undefined): T {
  if (number !== undefined) rowCounts.set(rows, number);
  return rows;
}

export const rowCountOf = (rows: object): number | undefined => (Array.isArray(rows) ? rows.length : rowCounts.get(rows));

/** Maps rows one by one. */
export function mapRows<T, R>(rows: AsyncIterable<T>, to: (row: T) => R): AsyncGenerator<R> {
  async function* each(): AsyncGenerator<R> {
    for await (const row of rows) yield to(row);
  }
  return withRowCount(each(), rowCountOf(rows));
}

/** The first rows of a list. */
export const firstRows = async <T>(db: Kysely<DB>, list: List<T>, most: number): Promise<T[]> =>
  Array.fromAsync(rowsIn(db, list, await loadKeys(db, list, most)));

/** @throws AppError EXPORT_TOO_MANY */
export function assertFitsSheet(rows: number): void {
  if (rows > EXPORT_ROWS_MAX) throw new AppError('EXPORT_TOO_MANY', { params: { max: EXPORT_ROWS_MAX.toLocaleString('en') } });
}

async function loadKeys<T>(db: Kysely<DB>, list: List<T>, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${withClause(list)} select ${list.id} as id from ${list.from} order by ${orderBy(list.order)} limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

async function* rowsIn<T>(db: Kysely<DB>, list: List<T>, keys: readonly string[]): AsyncGenerator<T> {
  for (let at = 0; at < keys.length; at += CHUNK) {
    yield* await rowsByKey(db, list, keys.slice(at, at + CHUNK));
  }
}

/** Rows by key, in the order of the keys. */
export async function rowsByKey<T>(
  db: Kysely<DB>,
  { rows, keyType = 'uuid' }: Pick<List<T>, 'rows'> & { keyType?: 'uuid' | 'bigint' },
  keys: readonly string[],
): Promise<T[]> {
  const page = sql`select * from unnest(${keys}::${sql.raw(keyType)}[]) with ordinality x(id, place)`;
  return (await sql<T>`${preparedStatement} with page as materialized (${page}) ${rows} order by page.place`.execute(db)).rows;
}

/** One row by key. @param ids a query for the key as `id` @throws AppError NOT_FOUND */
export async function oneRow<T>(db: Kysely<DB>, ids: RawBuilder<unknown>, rows: List<T>['rows']): Promise<T> {
  const found = await sql<T>`${preparedStatement} with page as materialized (${ids}) ${rows}`.execute(db);
  const [row] = found.rows;
  if (row === undefined) throw new AppError('NOT_FOUND');
  return row;
}

/** Arguments of `order by`. */
export const orderBy = (order: readonly Criterion[]): RawBuilder<unknown> =>
  sql.join(
    order.map(({ by, isDown, nullable }) => sql`${by}${isDown ? sql` desc` : sql``}${nullable ? sql` nulls last` : sql``}`),
  );
