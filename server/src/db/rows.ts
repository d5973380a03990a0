// Multi-row statements whose text does not depend on the number of rows, so that each is planned and prepared once (prepared.ts).
import { sql, type Insertable, type Kysely, type RawBuilder, type Updateable } from 'kysely';
import type { Trx } from './open.ts';
import type { DB } from './types.ts';

/** Right side of `=`: any of these keys. */
export const anyOf = (ids: readonly string[]): RawBuilder<string> => sql<string>`any(${ids}::uuid[])`;

/** Condition after a text column: none of these, possibly thousands. JSON is serialised in a tenth of the time of an array. */
export const notAmong = (texts: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`not in (select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))`;

/** Number of rows that a query finds. */
export async function countOf(db: Kysely<DB>, found: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${found}) x`.execute(db);
  return rows[0]!.n;
}

/** A JSON column takes the value itself, not its text. */
type Row<T> = { [K in keyof T]: T[K] | object };

/**
 * Insert statement for rows that all have the columns of the first; at least one.
 * @param rows values as in JSON: dates and decimals as strings, JSON columns as objects
 */
export function insertOf<T extends keyof DB>(table: T, rows: readonly Row<Insertable<DB[T]>>[]): RawBuilder<unknown> {
  const columns = sql.join(Object.keys(rows[0]!).map((column) => sql.ref(column)));
  return sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`;
}

/**
 * Inserts rows (see `insertOf`).
 * @param onConflict appended: `on conflict …`
 */
export async function insertRows<T extends keyof DB>(
  trx: Trx,
  table: T,
  rows: readonly Row<Insertable<DB[T]>>[],
  onConflict: RawBuilder<unknown> = sql``,
): Promise<void> {
  if (rows.length > 0) await sql`${insertOf(table, rows)} ${onConflict}`.execute(trx);
}

/** Tables with a row version and audit columns. */
export type Stamped = {
  [T in keyof DB]: DB[T] extends Record<'id' | 'rev' | 'updated_at' | 'updated_by', unknown> ? T : never;
}[keyof DB];
export type Values<T> = { [C in keyof Updateable<T>]: Updateable<T>[C] | RawBuilder<string> };

/** Updates a row and increments its version. @param before the row as read under its lock */
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

/** Updates many rows in one statement. @param rows values as in JSON, all with the same columns */
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

/** Increments the version of rows whose dependent rows in another table have changed. */
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
