// Conditions over ids that other tables know: few are looked up first and named one by one.
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DB } from './types.ts';

/** Ids that are named one by one; the planner then knows how few rows they lead to. */
const NAMED = 300;

/** One way in which a row may be meant. */
export interface Alternative {
  column: RawBuilder<unknown>;
  ids: RawBuilder<unknown>;
  /** For where ids are many: the same asked of each row by itself, and how many are not many yet. */
  each?: { which: RawBuilder<unknown>; beyond: number };
}

/** Rows one of whose columns holds one of the ids that go with it. Few ids are looked up first and named one by one. */
export const oneOf = async (db: Kysely<DB>, parts: readonly Alternative[]): Promise<RawBuilder<unknown>> =>
  (await someOf(db, parts)).which;

/** The same, and whether all of them were few. */
export async function someOf(
  db: Kysely<DB>,
  parts: readonly Alternative[],
): Promise<{ which: RawBuilder<unknown>; isNarrow: boolean }> {
  const found = await lookUp(
    db,
    parts.map(({ ids, each }) => ({ ids, most: each?.beyond ?? NAMED })),
  );
  const alternatives = parts.flatMap(({ column, ids, each }, at) => {
    const few = found[at]!;
    if (few === null) return [each?.which ?? sql`${column} in (${ids})`];
    return few.length === 0 ? [] : [sql`${column} = any(${few}::uuid[])`];
  });
  return {
    which: alternatives.length === 0 ? sql`false` : sql`(${sql.join(alternatives, sql` or `)})`,
    isNarrow: !found.includes(null),
  };
}

/** All that selections of ids find; null for one that finds more than it may. */
export async function lookUp(
  db: Kysely<DB>,
  selections: readonly { ids: RawBuilder<unknown>; most?: number }[],
): Promise<(string[] | null)[]> {
  const lookUps = selections.map(({ ids, most = NAMED }) => sql`select array(${ids} limit ${most + 1}) as found`);
  const { rows } = await sql<{ found: string[] }>`${sql.join(lookUps, sql` union all `)}`.execute(db);
  return selections.map(({ most = NAMED }, at) => {
    const { found } = rows[at]!;
    return found.length > most ? null : [...new Set(found)];
  });
}
