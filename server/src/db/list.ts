// Lists with SQL of their own: the rows asked for are found first, everything else is joined to them alone.
import { AppError } from '@kuwei/contract/error';
import { COUNT_CAP, OFFSET_MAX, type Page } from '@kuwei/contract/page';
import { EXPORT_ROWS_MAX } from '@kuwei/contract/workbook';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { PageQuery } from './page.ts';
import type { DB } from './types.ts';

export interface List<T> {
  /** Tables, joins that filters and the order need, and the conditions: `wms_container c where …`. */
  from: RawBuilder<unknown>;
  /** Key of a row there: `c.id`. */
  id: RawBuilder<unknown>;
  /** Over names that `from` and `rows` both know. */
  order: RawBuilder<unknown>;
  /** Whole rows of a query that selects keys as `id`, without an order of their own. */
  rows: (ids: RawBuilder<unknown>) => RawBuilder<T>;
}

/** What a list may be sorted by. Only where a column can be empty does the order say so: else an index serves both directions. */
export type Sorts = Record<string, { by: RawBuilder<unknown>; nullable?: true }>;

/** @param tie last criterion, so that the order of rows is always the same */
export function orderOf(sort: string, sorts: Sorts, tie: RawBuilder<unknown>): RawBuilder<unknown> {
  const isDown = sort.startsWith('-');
  const { by, nullable } = sorts[isDown ? sort.slice(1) : sort]!;
  const direction = isDown ? sql`desc` : sql`asc`;
  return sql`${by} ${direction}${nullable ? sql` nulls last` : sql``}, ${tie} ${direction}`;
}

/** Rows of an export read at once. */
const CHUNK = 1_000;

/** Conditions that all hold. */
export const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

/** @throws AppError PAGE_TOO_DEEP */
export async function listPage<T>(db: Kysely<DB>, { page, size }: PageQuery, list: List<T>): Promise<Page<T>> {
  const offset = (page - 1) * size;
  if (offset > OFFSET_MAX) throw new AppError('PAGE_TOO_DEEP');
  const ids = sql`select ${list.id} as id from ${list.from} order by ${list.order} limit ${size} offset ${offset}`;
  const [found, counted] = await Promise.all([inOrder(list, ids).execute(db), countRows(db, list.from)]);
  return { list: found.rows, ...counted, page, size };
}

export async function countRows(db: Kysely<DB>, from: RawBuilder<unknown>): Promise<{ total: number; exact: boolean }> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select from ${from} limit ${COUNT_CAP + 1}) x`.execute(db);
  const { total } = rows[0]!;
  return { total, exact: total <= COUNT_CAP };
}

/** Every row of a list, as it stands when the reading begins: none comes twice, whatever changes meanwhile. */
export async function* everyRow<T>(db: Kysely<DB>, list: List<T>, max: number = EXPORT_ROWS_MAX): AsyncGenerator<T> {
  const { rows } = await sql<{ id: string }>`
    select ${list.id} as id from ${list.from} order by ${list.order} limit ${max}`.execute(db);
  for (let at = 0; at < rows.length; at += CHUNK) {
    const ids = rows.slice(at, at + CHUNK).map((row) => row.id);
    yield* (await inOrder(list, sql`select unnest(${ids}::uuid[]) as id`).execute(db)).rows;
  }
}

const inOrder = <T>(list: List<T>, ids: RawBuilder<unknown>): RawBuilder<T> => sql<T>`${list.rows(ids)} order by ${list.order}`;
