// The proof is cut into parts by id, so that each works on rows that fit into memory, and several run beside each other.
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../db/open.ts';

/** Which rows a part looks at, by a column that names a stock row or a document. */
export type Which = (column: RawBuilder<unknown>) => RawBuilder<unknown>;

/** Ranges that together hold every id there may be, each with about as many rows of the table. */
export async function rangesOf(trx: Trx, table: string, parts: number): Promise<Which[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct on (tile) id from (select id, ntile(${parts}) over (order by id) as tile from ${sql.table(table)}) t
     order by tile, id`.execute(trx);
  const cuts = rows.slice(1).map(({ id }) => id);
  return [null, ...cuts].map((from, at) => between(from, cuts[at] ?? null));
}

const between =
  (from: string | null, to: string | null): Which =>
  (column) => {
    const bounds = [
      ...(from === null ? [] : [sql`${column} >= ${from}::uuid`]),
      ...(to === null ? [] : [sql`${column} < ${to}::uuid`]),
    ];
    return bounds.length === 0 ? sql`true` : sql.join(bounds, sql` and `);
  };
