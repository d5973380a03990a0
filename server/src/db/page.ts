// Pages of lists that a query of Kysely says whole: narrow rows of one or two tables. A list whose rows gather from many
// tables, or that is exported, is a `List` (list.ts): its keys are found first.
import { AppError } from '@kuwei/contract/error';
import { COUNT_CAP, OFFSET_MAX, type Page } from '@kuwei/contract/page';
import { sql, type Expression, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { sortName, type PageQuery, type SortName } from './list.ts';
import type { DB } from './types.ts';

/** An expression for every sort that the declaration of a list offers. */
type Sorts<S extends string> = Record<SortName<S>, Expression<unknown>>;

/**
 * One page of a query.
 * @param first sort when none is asked for; `-` before it turns it round
 * @param tie last criterion, so that the order of rows is always the same
 */
export async function pageOf<T, D extends DB, Tables extends keyof D, S extends string>(
  db: Kysely<DB>,
  query: PageQuery<S>,
  rows: SelectQueryBuilder<D, Tables, T>,
  sorts: Sorts<NoInfer<S>>,
  first: NoInfer<S>,
  tie: RawBuilder<unknown> = sql`id`,
): Promise<Page<T>> {
  const { page, size } = query;
  const offset = (page - 1) * size;
  if (offset > OFFSET_MAX) throw new AppError('PAGE_TOO_DEEP');
  const order = orderBy(query.sort ?? first, sorts, tie);
  const [list, counted] = await Promise.all([rows.orderBy(order).limit(size).offset(offset).execute(), count(db, rows)]);
  return { list, ...counted, page, size };
}

/** How many rows a query has, counted up to COUNT_CAP. */
export async function count<T, D extends DB, Tables extends keyof D>(
  db: Kysely<DB>,
  rows: SelectQueryBuilder<D, Tables, T>,
): Promise<{ total: number; exact: boolean }> {
  const bare = rows
    .clearSelect()
    .select(sql<number>`1`.as('one'))
    .limit(COUNT_CAP + 1);
  const result = await db
    .selectFrom(bare.as('capped'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { total: result.total, exact: result.total <= COUNT_CAP };
}

export function orderBy<S extends string>(sort: S, sorts: Sorts<NoInfer<S>>, tie: RawBuilder<unknown>): RawBuilder<unknown> {
  const descending = sort.startsWith('-');
  const expression = sorts[sortName(sort)];
  return descending ? sql`${expression} desc nulls last, ${tie} desc` : sql`${expression} asc nulls last, ${tie}`;
}
