// Online backup: one snapshot of the database, every table by COPY, then the files that it refers to.
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkPhase } from '@kuwei/contract/sys/maintain';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Sealer } from '../../services/sealer.ts';
import { Fault } from '../archive/fault.ts';
import {
  FORMAT,
  HEAD_ENTRY,
  MANIFEST_ENTRY,
  signManifest,
  type Head,
  type Manifest,
  type TableNote,
} from '../archive/manifest.ts';
import { packTo, type Packer } from '../archive/pack.ts';
import { freeIn } from './room.ts';
import { copyOut, SESSION, tablesOf, type Table } from './tables.ts';
import { NIL_ID } from '../../db/id.ts';

/** Size of a table's part: tar needs the size of an entry in advance. */
const PART_BYTES = 4 * 1024 * 1024;
const READ_BYTES = 256 * 1024;
const FILES_AT_ONCE = 1_000;

export interface WriteOptions {
  url: string;
  /** Must not exist yet. */
  path: string;
  head: Omit<Head, 'format' | 'site'>;
  key: string | null;
  /** Bytes that must stay free on the disk. */
  keepFree: number;
  sealer: Sealer;
  /** Path of a stored file. */
  pathOf: (id: string) => string;
  report: (phase: WorkPhase, done: number, total: number) => void;
  /** Duty cycle, 0 to 1, so that other work is not slowed down. */
  share: number;
  signal: AbortSignal;
}

export interface Written {
  size: number;
  sha256: string;
  manifest: Manifest;
}

/** @throws Error, or Fault NO_ROOM; the caller removes the partial file */
export async function writeBackup(options: WriteOptions): Promise<Written> {
  const client = await connected(options.url, options.signal);
  try {
    const packer = await packTo(options.path, options);
    try {
      const manifest = await writeContents(client, packer, options);
      const { size, sha256: hash } = await packer.finish();
      return { size, sha256: hash.toString('hex'), manifest };
    } catch (error) {
      await packer.abort(error as Error);
      throw error;
    }
  } finally {
    await client.end().catch(() => {});
  }
}

/** A connection for long-running work, closed when the signal aborts. */
export async function connected(url: string, signal: AbortSignal): Promise<Client> {
  signal.throwIfAborted();
  const client = new Client({ connectionString: url, application_name: `kuwei-maintain:${process.pid}`, keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  signal.addEventListener('abort', () => client.connection.stream.destroy(), { once: true });
  await client.query(SESSION);
  return client;
}

async function writeContents(client: Client, packer: Packer, options: WriteOptions): Promise<Manifest> {
  const { head: given, sealer, key, report, signal } = options;
  const head: Head = { format: FORMAT, site: sealer.keyId, ...given };
  await addText(packer, HEAD_ENTRY, Buffer.from(JSON.stringify(head)));
  await client.query('begin isolation level repeatable read read only');
  const secrets = key !== null;
  const tables = await tablesOf(client, secrets);
  const { sizes, fileBytes } = await measureSizes(client);
  const total = tables.reduce((sum, { name }) => sum + (sizes.get(name) ?? 0), 0) + fileBytes;
  // Known in advance, rather than after copying until the disk is full.
  if ((await freeIn(dirname(options.path))) < options.keepFree + fileBytes) throw new Fault('NO_ROOM');
  const rest = createThrottle(options.share, signal);
  const notes: TableNote[] = [];
  let done = 0;
  for (const table of tables) {
    report('TABLES', done, total);
    const size = sizes.get(table.name) ?? 0;
    notes.push(await addTable(client, packer, table, rest, (bytes) => report('TABLES', done + Math.min(bytes, size), total)));
    done += size;
  }
  const files = await addFiles(client, packer, options, rest, (bytes) => report('FILES', done + bytes, total));
  const manifest: Manifest = {
    ...head,
    ...(await loadFacts(client)),
    tables: notes,
    files,
    secrets,
  };
  // Sequences are not transactional: read last, they are beyond all copied rows.
  await client.query('commit');
  await addText(packer, MANIFEST_ENTRY, signManifest({ ...manifest, sequences: await loadSequences(client) }, sealer));
  return manifest;
}

const addText = (packer: Packer, name: string, content: Buffer): Promise<void> => packer.add(name, content.length, [content]);

/** Pauses after each step in proportion to its duration, to keep to the duty cycle. */
function createThrottle(share: number, signal: AbortSignal): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    const worked = performance.now() - begun;
    if (share < 1) await sleep(worked * (1 / share - 1), undefined, { signal });
    signal.throwIfAborted();
    begun = performance.now();
  };
}

async function addTable(
  client: Client,
  packer: Packer,
  table: Table,
  rest: () => Promise<void>,
  progress: (bytes: number) => void,
): Promise<TableNote> {
  const hash = createHash('sha256');
  const stream = client.query(copyTo(copyOut(table)));
  let bytes = 0;
  let part: Buffer[] = [];
  let inPart = 0;
  let parts = 0;
  const flush = async (): Promise<void> => {
    if (inPart === 0) return;
    await packer.add(`tables/${table.name}/${String(parts++).padStart(6, '0')}`, inPart, part);
    bytes += inPart;
    part = [];
    inPart = 0;
    progress(bytes);
    await rest();
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    part.push(chunk);
    inPart += chunk.length;
    if (inPart >= PART_BYTES) await flush();
  }
  await flush();
  return { name: table.name, columns: table.columns, rows: stream.rowCount, bytes, sha256: hash.digest('hex') };
}

/** Sizes of tables including partitions, and of all files. */
async function measureSizes(client: Client): Promise<{ sizes: Map<string, number>; fileBytes: number }> {
  const { rows } = await client.query<{ name: string; size: string }>(
    `select c.relname::text as name, (select coalesce(sum(pg_catalog.pg_relation_size(t.relid)), 0) from pg_catalog.pg_partition_tree(c.oid) t) as size
       from pg_catalog.pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  const files = await client.query<{ size: string }>('select coalesce(sum(size), 0) as size from sys_file');
  return {
    sizes: new Map(rows.map(({ name, size }) => [name, Number(size)])),
    fileBytes: Number(files.rows[0]!.size),
  };
}

async function addFiles(
  client: Client,
  packer: Packer,
  { pathOf }: WriteOptions,
  rest: () => Promise<void>,
  progress: (bytes: number) => void,
): Promise<Manifest['files']> {
  const lines = createHash('sha256');
  const missing: string[] = [];
  let count = 0;
  let bytes = 0;
  for (let after = NIL_ID; ;) {
    const { rows } = await client.query<{ id: string; size: number; wanted: string | null }>(
      `select id::text, size::float8 as size, encode(stored_sha256, 'hex') as wanted from sys_file where id > $1 order by id limit ${FILES_AT_ONCE}`,
      [after],
    );
    for (const { id, size, wanted } of rows) {
      const found = await addFile(packer, id, pathOf(id), size);
      if (found !== null) {
        lines.update(`${id} ${size} ${found}\n`);
        count++;
        bytes += size;
      }
      if (found === null || (wanted !== null && found !== wanted)) missing.push(id);
      progress(bytes);
      await rest();
    }
    if (rows.length < FILES_AT_ONCE) return { count, bytes, sha256: lines.digest('hex'), missing };
    after = rows.at(-1)!.id;
  }
}

/** @returns SHA-256 in hex; null if the file is missing or has another size */
async function addFile(packer: Packer, id: string, path: string, size: number): Promise<string | null> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return null;
  try {
    if ((await file.stat()).size !== size) return null;
    const hash = createHash('sha256');
    const content = async function* (): AsyncGenerator<Buffer> {
      let left = size;
      while (left > 0) {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(READ_BYTES, left)));
        // The file was truncated by something else.
        if (bytesRead === 0) throw new Fault('FILES', { count: 1, first: id });
        left -= bytesRead;
        const chunk = buffer.subarray(0, bytesRead);
        hash.update(chunk);
        yield chunk;
      }
    };
    await packer.add(`files/${id}`, size, content());
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}

async function loadFacts(client: Client): Promise<Pick<Manifest, 'database' | 'migrations' | 'months' | 'ledger' | 'sequences'>> {
  const version = await client.query<{ server_version: string }>('show server_version');
  // Databases of earlier versions lack the last two columns.
  const migrations = await client.query<Manifest['migrations'][number]>(
    `select name, checksum, to_jsonb(applied_at) #>> '{}' as "appliedAt", (to_jsonb(m) ->> 'ms')::int as ms, to_jsonb(m) ->> 'version' as version
       from sys_migration m order by name`,
  );
  const months = await client.query<{ month: string }>(
    `select to_char(to_date(substr(c.relname, 9), 'YYYYMM'), 'YYYY-MM-DD') as month
       from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'public.sys_log'::regclass order by 1`,
  );
  const ledger = await client.query<{ no: number; lastSeq: number; hash: string }>(
    `select no::float8 as no, last_seq::float8 as "lastSeq", encode(hash, 'hex') as hash from wms_ledger_block order by no desc limit 1`,
  );
  return {
    database: version.rows[0]!.server_version,
    migrations: migrations.rows,
    months: months.rows.map(({ month }) => month),
    ledger: ledger.rows[0] ?? null,
    sequences: [],
  };
}

async function loadSequences(client: Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_catalog.pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' order by c.relname`,
  );
  const sequences: Manifest['sequences'] = [];
  for (const { name } of rows) {
    const { rows: found } = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from public."${name}"`,
    );
    sequences.push({ name, ...found[0]! });
  }
  return sequences;
}
