// Loads a backup into a database with an empty schema `public`, in the open transaction: migrations up to its version, rows by
// COPY, then the newer migrations.
import type { WorkPhase } from '@kuwei/contract/sys/maintain';
import type { Client } from 'pg';
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams';
import { applyMigrations, replaceNotes } from '../../db/migrate.ts';
import { readArchive, type Course, type Source } from '../archive/check.ts';
import { Fault } from '../archive/fault.ts';
import type { Manifest, TableNote } from '../archive/manifest.ts';
import { quoted, tablesOf, type Table } from '../backup/tables.ts';

export interface LoadOptions {
  source: Source;
  manifest: Manifest;
  course: Course;
  /** Stores a file. @returns its SHA-256 in hex */
  keepFile: (id: string, size: number, body: AsyncIterable<Uint8Array>) => Promise<string>;
  report: (phase: WorkPhase, done: number, total: number) => void;
  /** Called when all rows are loaded, before the newer migrations. */
  loaded?: (tables: readonly Table[]) => Promise<void>;
}

/** @throws Fault TABLES, ROWS, REFUSED, FILES, BROKEN */
export async function load(client: Client, options: LoadOptions): Promise<void> {
  const { manifest, course, report } = options;
  report('LOADING', 0, 0);
  await applyMigrations(client, course.before);
  await replaceNotes(client, course.notes);
  for (const month of manifest.months) await client.query('select sys_log_make_month($1::date::timestamptz)', [month]);
  const tables = await matchTables(client, manifest);
  const droppedConstraints = await dropConstraints(client, tables);
  await fill(client, tables, options);
  report('INDEXING', 0, 0);
  await setCounters(client, manifest);
  await restoreConstraints(client, droppedConstraints);
  await options.loaded?.(tables);
  await applyMigrations(client, course.after);
}

/** The tables at the backup's version, checked to have the same columns. */
async function matchTables(client: Client, { tables, secrets }: Manifest): Promise<Table[]> {
  const found = await tablesOf(client, secrets);
  const columnNames = (all: readonly Pick<TableNote, 'name' | 'columns'>[]): Set<string> =>
    new Set(all.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`)));
  const [theirs, ours] = [columnNames(tables), columnNames(found)];
  const unlike = [...theirs.symmetricDifference(ours)];
  if (unlike.length > 0) throw new Fault('TABLES', { names: unlike.slice(0, 10) });
  return found;
}

interface RemovedConstraints {
  /** Statements that restore them. */
  statements: string[];
}

/**
 * Drops what would reject or slow down rows in arbitrary order: triggers, foreign keys, and indexes without a constraint.
 * Truncates the tables.
 */
export async function dropConstraints(
  client: Client,
  tables: readonly Pick<Table, 'name' | 'partitioned'>[],
): Promise<RemovedConstraints> {
  const names = tables.filter(({ partitioned }) => !partitioned).map(({ name }) => name);
  const { rows: triggers } = await client.query<{ off: string; on: string }>(
    `select format('alter table public.%I disable trigger %I', c.relname, t.tgname) as off,
            format('alter table public.%I enable %s trigger %I', c.relname, case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, t.tgname) as on
       from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and t.tgenabled <> 'D' and c.relnamespace = 'public'::regnamespace and c.relname = any($1)`,
    [names],
  );
  const { rows: keys } = await client.query<{ off: string; on: string }>(
    `select format('alter table public.%I drop constraint %I', c.relname, k.conname) as off,
            format('alter table public.%I add constraint %I %s', c.relname, k.conname, pg_catalog.pg_get_constraintdef(k.oid)) as on
       from pg_catalog.pg_constraint k join pg_catalog.pg_class c on c.oid = k.conrelid
      where k.contype = 'f' and k.conparentid = 0 and c.relnamespace = 'public'::regnamespace
      order by c.relname, k.conname`,
  );
  const { rows: indexes } = await client.query<{ off: string; on: string }>(
    `select format('drop index public.%I', x.relname) as off, pg_catalog.pg_get_indexdef(i.indexrelid) as on
       from pg_catalog.pg_index i join pg_catalog.pg_class x on x.oid = i.indexrelid join pg_catalog.pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace and c.relname = any($1)
        and not exists (select from pg_catalog.pg_constraint k where k.conindid = i.indexrelid)
      order by c.relname, x.relname`,
    [names],
  );
  for (const { off } of [...triggers, ...keys, ...indexes]) await client.query(off);
  await client.query(`truncate ${names.map((name) => `public.${quoted(name)}`).join(', ')}`);
  return { statements: [...indexes, ...keys, ...triggers].map(({ on }) => on) };
}

export async function restoreConstraints(client: Client, { statements }: RemovedConstraints): Promise<void> {
  await client.query(`set local maintenance_work_mem = '128MB'`);
  for (const statement of statements) await withRowFault('', () => client.query(statement));
}

async function fill(client: Client, tables: readonly Table[], options: LoadOptions): Promise<void> {
  const { source, manifest, report, keepFile } = options;
  const byName = new Map(tables.map((table) => [table.name, table]));
  const notes = new Map(manifest.tables.map((note) => [note.name, note]));
  await client.query('create temp table backup_file (id uuid, size bigint, sha256 bytea) on commit drop');
  const total = manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0) + manifest.files.bytes;
  let into: { name: string; stream: CopyStreamQuery } | null = null;
  let files: [string, number, string][] = [];
  const noteFiles = async (): Promise<void> => {
    await client.query(
      `insert into backup_file select id, size, decode(sha256, 'hex') from unnest($1::uuid[], $2::bigint[], $3::text[]) f (id, size, sha256)`,
      [files.map(([id]) => id), files.map(([, size]) => size), files.map(([, , sha256]) => sha256)],
    );
    files = [];
  };
  try {
    await readArchive(
      source,
      {
        table: async (name, part, body) => {
          if (part === 0) {
            const table = byName.get(name);
            if (!table) throw new Fault('EXTRA', { name: `tables/${name}` });
            into = { name, stream: client.query(copyFrom(copyIn(table, notes.get(name)!.columns))) };
            // Errors surface when the stream is used; an abandoned stream must not crash the process.
            into.stream.on('error', () => {});
          }
          const { stream } = into!;
          await withRowFault(name, async () => {
            for await (const chunk of body) await writeTo(stream, chunk);
          });
        },
        tableEnded: async (name) => {
          const { stream } = into!;
          into = null;
          await withRowFault(name, () => ended(stream));
          if (stream.rowCount !== notes.get(name)!.rows) throw new Fault('ROWS', { table: name });
        },
        file: async (id, size, body) => {
          files.push([id, size, await keepFile(id, size, body)]);
          if (files.length >= 1_000) await noteFiles();
        },
      },
      (bytes) => report('LOADING', bytes, total),
    );
  } finally {
    (into as { stream: CopyStreamQuery } | null)?.stream.destroy();
  }
  if (files.length > 0) await noteFiles();
  const empty = manifest.tables.find(({ rows, bytes }) => bytes === 0 && rows !== 0);
  if (empty) throw new Fault('ROWS', { table: empty.name });
  await compareFiles(client, manifest);
}

export const copyIn = ({ name }: Table, columns: readonly string[]): string =>
  `copy public.${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`;

export async function writeTo(stream: CopyStreamQuery, chunk: Uint8Array): Promise<void> {
  if (stream.errored) throw stream.errored;
  await new Promise<void>((resolve, reject) => {
    stream.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}

export const ended = (stream: CopyStreamQuery): Promise<void> =>
  new Promise((resolve, reject) => {
    if (stream.errored) reject(stream.errored);
    stream.once('error', reject).once('finish', resolve);
    stream.end();
  });

/** Turns errors of the database, such as invalid values or duplicate keys, into faults of the backup. */
export async function withRowFault<T>(table: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code = '', message, table: at } = error as { code?: string; message: string; table?: string };
    if (/^(22|23|42)/.test(code)) throw new Fault('REFUSED', { table: at ?? table, detail: message }, error);
    throw error;
  }
}

/** Checks that the backup holds exactly the files in the rows, apart from those listed as missing. */
async function compareFiles(client: Client, { files: { missing } }: Manifest): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select coalesce(f.id, b.id)::text as id from sys_file f full join backup_file b on b.id = f.id
      where coalesce(f.id, b.id) <> all($1::uuid[])
        and (f.id is null or b.id is null or b.size <> f.size or b.sha256 is distinct from coalesce(f.stored_sha256, b.sha256))
      limit 20`,
    [missing],
  );
  if (rows.length > 0) throw new Fault('FILES', { count: rows.length, first: rows[0]!.id });
}

async function setCounters(client: Client, { sequences }: Manifest): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_catalog.pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'`,
  );
  const [theirs, ours] = [new Set(sequences.map(({ name }) => name)), new Set(rows.map(({ name }) => name))];
  const unlike = [...theirs.symmetricDifference(ours)];
  if (unlike.length > 0) throw new Fault('TABLES', { names: unlike.slice(0, 10) });
  for (const { name, last, called } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [`public.${quoted(name)}`, last, called]);
}
