// Numbered SQL files, applied once each and in order; several processes may start at the same time.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { VERSION } from '../config.ts';
import { StartProblem } from '../problem.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
/** Any number: all processes of this product agree on it. */
const LOCK = 7_318_001;

/**
 * A released file is never edited; these were, because they could not run everywhere. Databases that applied the old text
 * keep what it made, and a later file brings it to what the new text makes.
 */
const SUPERSEDED: Record<string, readonly string[]> = {
  // A setting in the head of wms_post(), which wants a superuser: 0036-posting.sql has the function.
  '0005-stock.sql': ['72b0a782aed44fd8b7b541a6a07908865a95b3f0aa41a0d3b98733528d3c1a39'],
};
/** PostgreSQL's code for what the role may not do. */
const NOT_ALLOWED = '42501';

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** Makes the table in which it is noted what was applied. */
export const NOTES = `create table if not exists sys_migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now());
  do $$ begin
    -- Looked at first: to alter a table waits for whoever reads it.
    if not exists (select from pg_attribute where attrelid = 'sys_migration'::regclass and attname = 'version') then
      alter table sys_migration add column ms integer, add column version text;
    end if;
  end $$`;

/** What this program ships, in order. */
export function migrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((name) => /^\d{4}-[\w-]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(FOLDER, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/** Called before files are applied to a database that holds something. @param applied names, in order, as `missing` */
export type BeforeUpgrade = (applied: readonly string[], missing: readonly string[]) => Promise<void>;

/**
 * Brings the database up to this program's version, each file in a transaction of its own.
 * @returns names of the files applied now
 * @throws StartProblem when the database is newer than the program, a file that was applied has been edited, or the role
 *   that signs in does not own the database
 */
export async function migrate(client: pg.ClientBase, before?: BeforeUpgrade): Promise<string[]> {
  await client.query('select pg_advisory_lock($1)', [LOCK]);
  try {
    return await applyMissing(client, migrations(), before);
  } catch (error) {
    throw (await notAllowed(client, error)) ?? error;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]);
  }
}

/** @throws StartProblem where somebody else's tables stand in our place */
async function refuseForeign(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ ours: boolean; tables: string[] }>(
    `select coalesce(bool_or(c.relname = 'sys_migration'), false) as ours,
            coalesce(array_agg(c.relname::text order by c.relname), '{}') as tables
       from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`,
  );
  const { ours, tables } = rows[0]!;
  if (!ours) await refuseElsewhere(client);
  if (ours || tables.length === 0) return;
  const some = tables.slice(0, 3).join(', ') + (tables.length > 3 ? ' …' : '');
  throw new StartProblem(`The database holds tables of another program (${some}): set DATABASE_URL to a database of its own.`);
}

/** @throws StartProblem where our own tables are in another schema than the one that is looked at: nobody begins beside them */
async function refuseElsewhere(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ schema: string; here: string }>(
    `select n.nspname as schema, current_schema() as here from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relname = 'sys_migration' and c.relkind = 'r' limit 1`,
  );
  const found = rows[0];
  if (!found) return;
  throw new StartProblem(
    `The tables of this program are in the schema "${found.schema}", they belong in "${found.here}": drop that schema where it is empty, ` +
      `then alter schema "${found.schema}" rename to "${found.here}".`,
  );
}

async function applyMissing(
  client: pg.ClientBase,
  wanted: readonly Migration[],
  before: BeforeUpgrade | undefined,
): Promise<string[]> {
  await refuseForeign(client);
  await client.query(NOTES);
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from sys_migration');
  const known = new Map(wanted.map((migration) => [migration.name, migration]));
  for (const row of rows) {
    const file = known.get(row.name);
    if (!file) {
      throw new StartProblem(`The database is newer than this program: it has ${row.name}. Start the newer version.`);
    }
    if (!isAsApplied(file, row.checksum)) {
      throw new StartProblem(
        `Migration ${row.name} was edited after it had been applied to this database. Restore the file, or start on a new data folder.`,
      );
    }
  }
  const applied = new Set(rows.map((row) => row.name));
  const missing = wanted.filter((migration) => !applied.has(migration.name));
  if (rows.length > 0 && missing.length > 0) {
    const names = (some: readonly { name: string }[]): string[] => some.map(({ name }) => name).toSorted();
    await before?.(names(rows), names(missing));
  }
  // Views that the program makes of code would hold tables as they were; it makes them again when it has started.
  if (missing.length > 0) await client.query('drop schema if exists report cascade');
  for (const migration of missing) {
    await client.query('begin');
    try {
      await applyInside(client, [migration]);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  }
  return missing.map((migration) => migration.name);
}

/** Whether a file is the one that was applied under its name. @param applied checksum of that one */
export const isAsApplied = ({ name, checksum }: Migration, applied: string): boolean =>
  checksum === applied || (SUPERSEDED[name]?.includes(applied) ?? false);

/** Applies files, in their order, within the transaction that is open; the table of notes is there. */
export async function applyInside(client: pg.ClientBase, some: readonly Migration[]): Promise<void> {
  for (const { name, sql, checksum } of some) {
    const begun = performance.now();
    try {
      await client.query(sql);
      await client.query('insert into sys_migration (name, checksum, ms, version) values ($1, $2, $3, $4)', [
        name,
        checksum,
        Math.round(performance.now() - begun),
        VERSION,
      ]);
    } catch (error) {
      throw new Error(`migration ${name} failed`, { cause: error });
    }
  }
}

/** A sentence for who may not do what the migrations need; null for any other failure. */
async function notAllowed(client: pg.ClientBase, error: unknown): Promise<StartProblem | null> {
  const causes = [error, (error as Error).cause] as { code?: string; message: string }[];
  const refusal = causes.find((each) => each?.code === NOT_ALLOWED);
  if (!refusal) return null;
  const { rows } = await client.query<{ role: string; name: string }>('select current_user as role, current_database() as name');
  const { role, name } = rows[0]!;
  return new StartProblem(
    `The database user "${role}" must own the database "${name}" and everything in it (${refusal.message}): ` +
      `alter database "${name}" owner to "${role}"; or sign in as its owner.`,
  );
}
