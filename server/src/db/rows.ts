// Statements about many rows whose text is the same for any number of them: each text that differs would be planned and kept
// by itself (kept.ts).
import { sql, type Insertable, type Kysely, type RawBuilder, type Updateable } from 'kysely';
import type { Trx } from './open.ts';
import type { DB } from './types.ts';

/** Right side of `=` for a key that is one of these. */
export const anyOf = (ids: readonly string[]): RawBuilder<string> => sql<string>`any(${ids}::uuid[])`;

/** Stands behind a text that is to be none of these, of which there may be thousands: JSON is written in a tenth of the time of an array. */
export const notAmong = (texts: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`not in (select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))`;

/** Number of rows that a statement finds. */
export async function countOf(db: Kysely<DB>, found: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${found}) x`.execute(db);
  return rows[0]!.n;
}

/** A JSON column takes what it is to hold, not its text. */
type Row<T> = { [K in keyof T]: T[K] | object };

/**
 * Insertion of rows that all have the columns of the first, of which there is one.
 * @param rows values as JSON has them: dates and decimals as texts, JSON columns as objects
 */
export function insertOf<T extends keyof DB>(table: T, rows: readonly Row<Insertable<DB[T]>>[]): RawBuilder<unknown> {
  const columns = sql.join(Object.keys(rows[0]!).map((column) => sql.ref(column)));
  return sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`;
}

/**
 * Inserts rows, as `insertOf` has them.
 * @param onConflict stands last: `on conflict …`
 */
export async function insertRows<T extends keyof DB>(
  trx: Trx,
  table: T,
  rows: readonly Row<Insertable<DB[T]>>[],
  onConflict: RawBuilder<unknown> = sql``,
): Promise<void> {
  if (rows.length > 0) await sql`${insertOf(table, rows)} ${onConflict}`.execute(trx);
}

/** Tables whose rows have a version, and say who changed them when. */
export type Stamped = {
  [T in keyof DB]: DB[T] extends Record<'id' | 'rev' | 'updated_at' | 'updated_by', unknown> ? T : never;
}[keyof DB];
export type Values<T> = { [C in keyof Updateable<T>]: Updateable<T>[C] | RawBuilder<string> };

/** Changes a row: it has a version more. @param before the row as it was read under its lock */
export async function updateRow<T extends Stamped>(
  { trx, caller }: { trx: Trx; caller: { userId: string } },
  table: T,
  before: { id: string; rev: number },
  values: Values<DB[T]>,
): Promise<void> {
  const columns = Object.entries({ ...values, rev: before.rev + 1, updated_by: caller.userId });
  await sql`update ${sql.table(table)} set ${sql.join(columns.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))},
    updated_at = now() where id = ${before.id}`.execute(trx);
}

/** The same for many rows, in one statement: whoever wants one of them waits for all. @param rows values as JSON has them, of the same columns */
export async function updateRows<T extends Stamped>(
  { trx, caller }: { trx: Trx; caller: { userId: string } },
  table: T,
  rows: readonly { before: { id: string; rev: number }; values: Row<Updateable<DB[T]>> }[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const set = [...Object.keys(first.values), 'rev'].map((column) => sql`${sql.ref(column)} = x.${sql.ref(column)}`);
  const given = rows.map(({ before, values }) => ({ ...values, id: before.id, rev: before.rev + 1 }));
  await sql`update ${sql.table(table)} t set ${sql.join(set)}, updated_by = ${caller.userId}, updated_at = now()
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(given)}::jsonb) x where t.id = x.id`.execute(trx);
}

/** Rows that have a version more because what belongs to them has changed in another table. */
export async function touch(
  { trx, caller }: { trx: Trx; caller: { userId: string } },
  table: Stamped,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0)
    await sql`with locked as (select id from ${sql.table(table)} where id = ${anyOf(ids)} order by id for no key update)
      update ${sql.table(table)} x set rev = x.rev + 1, updated_at = now(), updated_by = ${caller.userId} from locked where x.id = locked.id`.execute(
      trx,
    );
}
