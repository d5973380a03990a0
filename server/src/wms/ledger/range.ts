// Splits the proof by id ranges, so that parts fit into memory and can run in parallel.
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../db/open.ts';

/** Condition of a part on a column with stock row or document ids. */
export type RangeCondition = (column: RawBuilder<unknown>) => RawBuilder<unknown>;

/** Ranges that together cover every possible id, with about equal numbers of rows. */
export async function rangesOf(trx: Trx, table: string, parts: number): Promise<RangeCondition[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct on (tile) id from (select id, ntile(${parts}) over (order by id) as tile from ${sql.table(table)}) t
     order by tile, id`.execute(trx);
  const cuts = rows.slice(1).map(({ id }) => id);
  return [null, ...cuts].map((from, at) => between(from, cuts[at] ?? null));
}

const between =
  (from: string | null, to: string | null): RangeCondition =>
  (column) => {
    const bounds = [
      ...(from === null ? [] : [sql`${column} >= ${from}::uuid`]),
      ...(to === null ? [] : [sql`${column} < ${to}::uuid`]),
    ];
    return bounds.length === 0 ? sql`true` : sql.join(bounds, sql` and `);
  };
