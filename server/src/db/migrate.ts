// Applies numbered SQL files, each once and in order; safe under concurrent starts.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { VERSION } from '../config.ts';
import { StartProblem } from '../problem.ts';
import { BRIDGING_VERSION, readNotes, type Note, type NotesFault } from './migration-notes.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
/** Arbitrary advisory-lock id. */
const LOCK = 7_318_001;

/** PostgreSQL's code for a missing privilege. */
const NOT_ALLOWED = '42501';

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** Creates the table of applied migrations. */
const NOTES = `create table if not exists sys_migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now(), ms integer, version text,
    replaces jsonb)`;

/** All migrations of this program, in order. */
export function migrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((name) => /^\d{4}-[\w-]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(FOLDER, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/** Called before migrating a database that is not empty. @param applied names, in order, as `missing` */
export type BeforeUpgrade = (applied: readonly string[], missing: readonly string[]) => Promise<void>;

/**
 * Migrates to this program's version: an empty database in one transaction, others with one transaction per file.
 * @returns names of the files applied
 * @throws StartProblem if the database is newer or too old, an applied file was edited, or the role does not own the database
 */
export async function migrate(
  client: pg.ClientBase,
  before?: BeforeUpgrade,
  files: readonly Migration[] = migrations(),
): Promise<string[]> {
  await client.query('select pg_advisory_lock($1)', [LOCK]);
  try {
    return await applyMissing(client, files, before);
  } catch (error) {
    throw (await permissionProblem(client, error)) ?? error;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]);
  }
}

/** @returns whether our tables exist. @throws StartProblem if there are tables of another program */
async function isBegun(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ ours: boolean; tables: string[] }>(
    `select coalesce(bool_or(c.relname = 'sys_migration'), false) as ours,
            coalesce(array_agg(c.relname::text order by c.relname), '{}') as tables
       from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`,
  );
  const { ours, tables } = rows[0]!;
  if (!ours) await assertSchemaNotElsewhere(client);
  if (ours || tables.length === 0) return ours;
  const some = tables.slice(0, 3).join(', ') + (tables.length > 3 ? ' …' : '');
  throw new StartProblem(`The database holds tables of another program (${some}): set DATABASE_URL to a database of its own.`);
}

/** @throws StartProblem if our tables are in another schema, instead of creating a second set */
async function assertSchemaNotElsewhere(client: pg.ClientBase): Promise<void> {
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
  const noted = (await isBegun(client)) ? await loadNotes(client) : [];
  const read = readNotes(noted, wanted);
  if ('fault' in read) throw new StartProblem(FAULTS[read.fault.code](read.fault.name));
  const applied = new Set(read.notes.map(({ name }) => name));
  const missing = wanted.filter(({ name }) => !applied.has(name));
  if (missing.length === 0 && !read.isReplaced) return [];
  const isNew = noted.length === 0;
  if (!isNew) {
    const names = (some: readonly { name: string }[]): string[] => some.map(({ name }) => name).toSorted();
    await before?.(names(noted), names(read.isReplaced ? wanted : missing));
  }
  if (read.isReplaced) await inMigrationTransaction(client, () => replaceNotes(client, read.notes));
  // Generated views would block changes of their tables; they are created again after the start.
  if (missing.length > 0) await client.query('drop schema if exists report cascade');
  for (const some of isNew ? [missing] : missing.map((each) => [each]))
    await inMigrationTransaction(client, () => applyMigrations(client, some));
  return missing.map(({ name }) => name);
}

const FAULTS: Record<NotesFault['code'], (name: string) => string> = {
  NEWER: (name) => `The database is newer than this program: it has ${name}. Start the newer version.`,
  EDITED: (name) =>
    `Migration ${name} was edited after it had been applied to this database. Restore the file, or start on a new data folder.`,
  OLDER: (name) =>
    `The database is too old for this version: it lacks ${name}. Start the last version ${BRIDGING_VERSION} on it once, then this one.`,
};

async function inMigrationTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Applied migrations by name. Older databases lack the newer columns. */
async function loadNotes(client: pg.ClientBase): Promise<Note[]> {
  const { rows } = await client.query<Note>(
    `select name, checksum, to_jsonb(applied_at) #>> '{}' as "appliedAt", (to_jsonb(m) ->> 'ms')::int as ms,
            to_jsonb(m) ->> 'version' as version
       from sys_migration m order by name collate "C"`,
  );
  return rows;
}

/** Replaces the list of applied migrations, in the open transaction: for files applied elsewhere or under other names. */
export async function replaceNotes(client: pg.ClientBase, notes: readonly Note[]): Promise<void> {
  await client.query(`${NOTES}; alter table sys_migration add column if not exists replaces jsonb; delete from sys_migration`);
  await client.query(
    `insert into sys_migration (name, checksum, applied_at, ms, version, replaces)
       select name, checksum, "appliedAt"::timestamptz, ms, version, replaces
         from jsonb_to_recordset($1) n (name text, checksum text, "appliedAt" text, ms int, version text, replaces jsonb)`,
    [JSON.stringify(notes)],
  );
}

/** Applies files in order, in the open transaction. */
export async function applyMigrations(client: pg.ClientBase, some: readonly Migration[]): Promise<void> {
  await client.query(NOTES);
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

/** A message for a missing privilege; null for other errors. */
async function permissionProblem(client: pg.ClientBase, error: unknown): Promise<StartProblem | null> {
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
