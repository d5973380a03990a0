// Everything that belongs to an organisation and its people: all rows that refer to them, transitively by foreign keys. New
// tables are included automatically.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../src/db/open.ts';

interface Edge {
  child: string;
  column: string;
  parent: string;
  /** Whether rows of the child table have an id that others refer to. */
  named: boolean;
}

/** Rows that every call creates and removes. */
const OF_THE_CALL = new Set(['sys_session', 'sys_token', 'sys_idempotency']);

export interface Holdings {
  /** Ids by table. */
  ids: ReadonlyMap<string, readonly string[]>;
  /** One row of each table in each of its states. */
  samples: readonly { table: string; id: string }[];
  /** Of these rows, and of rows that refer to them without an id of their own. */
  digest: string;
}

async function edgesOf(db: Db): Promise<Edge[]> {
  const { rows } = await sql<Edge>`
    select c.conrelid::regclass::text as child, a.attname as column, c.confrelid::regclass::text as parent,
           exists (select from pg_attribute i where i.attrelid = c.conrelid and i.attname = 'id' and i.atttypid = 'uuid'::regtype) as named
      from pg_constraint c cross join unnest(c.conkey, c.confkey) as key (own, theirs)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = key.own
      join pg_attribute f on f.attrelid = c.confrelid and f.attnum = key.theirs
     where c.contype = 'f' and a.atttypid = 'uuid'::regtype and f.attname = 'id'
     order by 1, 2, 3`.execute(db);
  return rows.filter(({ child }) => !OF_THE_CALL.has(child));
}

/**
 * @param roots starting ids by table, not part of the result
 * @param common shared tables whose rows are excluded
 */
export async function holdingsOf(
  db: Db,
  roots: Readonly<Record<string, readonly string[]>>,
  common: ReadonlySet<string>,
): Promise<Holdings> {
  const edges = (await edgesOf(db)).filter(({ child }) => !common.has(child) && !(child in roots));
  const ids = new Map<string, Set<string>>();
  const texts = new Set<string>();
  const samples = new Map<string, { table: string; id: string }>();
  const ahead = Object.entries(roots).map(([table, own]) => ({ table, own }));
  for (let next = ahead.shift(); next; next = ahead.shift()) {
    for (const { child, column, named } of edges.filter(({ parent }) => parent === next.table)) {
      const { rows } = await sql<{ id: string | null; state: string; text: string }>`
        select ${named ? sql`t.id::text` : sql`null`} as id, coalesce(to_jsonb(t) ->> 'state', '') as state, t::text as text
          from ${sql.table(child)} t where ${sql.ref(`t.${column}`)} = any(${next.own}::uuid[])`.execute(db);
      const known = ids.get(child) ?? new Set();
      const fresh = rows.flatMap(({ id }) => (id !== null && !known.has(id) ? [id] : []));
      for (const { id, state, text } of rows) {
        texts.add(`${child} ${text}`);
        if (id !== null) samples.set(`${child} ${state}`, { table: `${child} ${state}`.trim(), id });
      }
      if (fresh.length === 0) continue;
      ids.set(child, new Set([...known, ...fresh]));
      ahead.push({ table: child, own: fresh });
    }
  }
  return {
    ids: new Map([...ids].map(([table, own]) => [table, [...own]])),
    samples: [...samples.values()],
    digest: createHash('sha256')
      .update([...texts].toSorted().join('\n'))
      .digest('hex'),
  };
}
