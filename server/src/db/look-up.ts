// Conditions over ids from other tables: if they are few, they are looked up first and inlined.
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DB } from './types.ts';

/** Maximum of inlined ids; the planner then knows how few rows match. */
const NAMED = 300;

/** One of several alternative conditions. */
export interface Alternative {
  column: RawBuilder<unknown>;
  ids: RawBuilder<unknown>;
  /** For many ids: the same condition per row, and from how many ids on it is used. */
  each?: { which: RawBuilder<unknown>; beyond: number };
}

/** Rows of which any of these columns matches its id list. Few ids are looked up first and inlined. */
export const anyAlternative = async (db: Kysely<DB>, parts: readonly Alternative[]): Promise<RawBuilder<unknown>> =>
  (await anyAlternativeIfFew(db, parts)).which;

/** The same, with whether all lists were short. */
export async function anyAlternativeIfFew(
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

/** Ids of all selections; null for one that finds more than allowed. */
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
