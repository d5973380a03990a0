// Replaces the current data with a backup. The backup is restored and verified in a scratch database first, then its rows replace
// the current ones in one transaction: a failure at any moment leaves either all old or all new data.
import { setTimeout as sleep } from 'node:timers/promises';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { CHANNEL, modeNote, restoredNote } from '../../bus.ts';
import { SYSTEM_ID } from '../../session/system-user.ts';
import type { FileStore } from '../../services/file/store.ts';
import type { NotedBlock } from '../../services/sealer.ts';
import { Fault } from '../archive/fault.ts';
import type { Manifest } from '../archive/manifest.ts';
import {
  copyOut,
  INSTALLATION_TABLES,
  LOG,
  TRANSIENT_TABLES,
  quoted,
  SECRET_TABLES,
  UNRESTORED_TABLES,
  tablesOf,
  type Table,
} from '../backup/tables.ts';
import { connected } from '../backup/write.ts';
import { createFileRestorer } from './keep-file.ts';
import { withRowFault, copyIn, restoreConstraints, dropConstraints } from './load.ts';
import { restoreAside, type VerifyOptions } from './verify.ts';

export interface RestoreOptions extends VerifyOptions {
  store: FileStore;
  /** This work; it ends in the same commit, unless it was cancelled. */
  workId: string;
  backupId: string;
  /** File of the backup of the current data. */
  before: string;
}

/** @throws Fault; then nothing has changed except for unreferenced files */
export async function restoreBackup(options: RestoreOptions): Promise<null> {
  const { store } = options;
  const missing = new Set<string>();
  await store.prepare();
  await restoreAside(options, {
    read: ({ files }) => files.missing.forEach((id) => missing.add(id)),
    keepFile: createFileRestorer(store, missing),
    proved: (url, manifest) => switchToRestored(url, manifest, options),
  });
  return null;
}

async function switchToRestored(from: string, manifest: Manifest, options: RestoreOptions): Promise<void> {
  const { url, signal, sealer } = options;
  const scratch = await connected(from, signal);
  const live = await connected(url, signal);
  try {
    await scratch.query('begin isolation level repeatable read read only');
    const tables = await assertSameSchema(scratch, live, manifest.secrets);
    // Reject new requests, so that they do not queue for locks.
    await live.query('update sys_mode set closed = true');
    await notify(live, modeNote());
    await live.query('begin');
    const noted = sealer.head();
    let isCommitting = false;
    try {
      await addLog(scratch, live, manifest);
      await replace(scratch, live, tables, manifest, options);
      const newest = await findNewestBlock(live);
      if (noted !== null) sealer.setHead({ ...noted, or: newest });
      await endWorkInside(live, options);
      await notify(live, restoredNote());
      isCommitting = true;
      await live.query('commit');
      if (noted !== null) sealer.setHead(newest && { ...newest, signedFrom: noted.signedFrom });
    } catch (error) {
      await live.query('rollback').catch(() => {});
      // If the connection broke during commit the outcome is unknown: the noted head then accepts both.
      if (noted !== null && !isCommitting) sealer.setHead(noted);
      throw error;
    }
  } finally {
    await Promise.allSettled([scratch.end(), live.end()]);
  }
}

const notify = (client: Client, note: string): Promise<unknown> => client.query('select pg_notify($1, $2)', [CHANNEL, note]);

/** Both were migrated to the same version. @throws Fault TABLES if the live schema was changed by hand */
async function assertSameSchema(scratch: Client, live: Client, secrets: boolean): Promise<Table[]> {
  const [theirs, ours] = [await tablesOf(scratch, secrets), await tablesOf(live, secrets)];
  const columnNames = (all: readonly Table[]): Set<string> =>
    new Set(all.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`)));
  const differing = [...columnNames(theirs).symmetricDifference(columnNames(ours))];
  if (differing.length > 0) throw new Fault('TABLES', { names: differing.slice(0, 10) });
  return theirs;
}

/** The log is never rolled back: only missing rows are added. */
async function addLog(scratch: Client, live: Client, { months }: Manifest): Promise<void> {
  const log = (await tablesOf(scratch, false)).find(({ name }) => name === LOG)!;
  for (const month of months) await live.query('select sys_log_make_month($1::date::timestamptz)', [month]);
  const columns = log.columns.map(quoted).join(', ');
  await live.query(`create temp table restored_log on commit drop as select ${columns} from public.${LOG} limit 0`);
  const into = live.query(copyFrom(`copy restored_log (${columns}) from stdin`));
  await withRowFault(LOG, () => pipeline(scratch.query(copyTo(copyOut(log))), into));
  await live.query(
    `insert into public.${LOG} (${columns}) select ${columns} from restored_log r
      where not exists (select from public.${LOG} l where l.id = r.id and l.kind = r.kind)`,
  );
}

async function replace(
  scratch: Client,
  live: Client,
  tables: readonly Table[],
  { tables: notes, secrets }: Manifest,
  { report }: RestoreOptions,
): Promise<void> {
  const replaced = tables.filter(({ name }) => name !== LOG);
  const emptied = [...TRANSIENT_TABLES].filter((name) => !UNRESTORED_TABLES.has(name));
  await lockAll(live);
  report('SWITCHING', 0, 0);
  const droppedConstraints = await dropConstraints(live, [...replaced, ...emptied.map((name) => ({ name, partitioned: false }))]);
  const sizes = new Map(notes.map(({ name, bytes }) => [name, bytes]));
  const total = notes.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  for (const table of replaced) {
    report('SWITCHING', done, total);
    const out = scratch.query(copyTo(copyOut(table)));
    const into = live.query(copyFrom(copyIn(table, table.columns)));
    await withRowFault(table.name, () => pipeline(out, into));
    if (into.rowCount !== out.rowCount) throw new Fault('ROWS', { table: table.name });
    done += sizes.get(table.name) ?? 0;
  }
  // A backup without credentials keeps those of users that still exist.
  if (!secrets)
    for (const table of SECRET_TABLES.filter((name) => name !== 'sys_secret'))
      await live.query(`delete from public.${table} s where not exists (select from public.sys_user u where u.id = s.user_id)`);
  await setCounters(scratch, live);
  report('INDEXING', 0, 0);
  await restoreConstraints(live, droppedConstraints);
}

const LOCK_PATIENCE = '3s';
const TRIES = 40;
/** From this attempt on, sessions that hold locks are terminated. */
const TERMINATE_FROM_TRY = 3;
/** PostgreSQL's codes for a lock timeout and a deadlock. */
const LOCK_FAILED_CODES = new Set(['55P03', '40P01']);

/**
 * Locks all tables. Retries with a short timeout, so that others do not queue behind this request for long. @throws Fault BUSY
 */
async function lockAll(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_catalog.pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all($1)
      order by c.relname`,
    [[...INSTALLATION_TABLES, LOG, ...UNRESTORED_TABLES]],
  );
  const names = rows.map(({ name }) => name);
  const statement = `lock table ${names.map((name) => `only public.${quoted(name)}`).join(', ')} in access exclusive mode`;
  for (let attempt = 1; ; attempt++) {
    await client.query(`savepoint locked; set local lock_timeout = '${LOCK_PATIENCE}'`);
    try {
      await client.query(`${statement}; set local lock_timeout = 0; release savepoint locked`);
      return;
    } catch (error) {
      if (!LOCK_FAILED_CODES.has((error as { code?: string }).code ?? '')) throw error;
      if (attempt >= TRIES) throw new Fault('BUSY', {}, error);
      await client.query('rollback to savepoint locked');
      if (attempt >= TERMINATE_FROM_TRY) await terminateLockHolders(client, names);
      await sleep(100);
    }
  }
}

/** Only sessions of the program: reports use another login and have their own timeout. */
const terminateLockHolders = (client: Client, names: readonly string[]): Promise<unknown> =>
  client.query(
    `select pg_terminate_backend(a.pid) from pg_catalog.pg_stat_activity a
      where a.datname = current_database() and a.usename = current_user and a.pid <> pg_backend_pid() and a.state <> 'idle'
        and a.pid in (select l.pid from pg_catalog.pg_locks l join pg_catalog.pg_class c on c.oid = l.relation
                       where l.granted and c.relnamespace = 'public'::regnamespace and c.relname = any($1))`,
    [names],
  );

/** Restarts sequences before setting them: `setval` alone is not transactional, `restart` is. */
async function setCounters(scratch: Client, live: Client): Promise<void> {
  const { rows } = await scratch.query<{ name: string }>(
    `select c.relname::text as name from pg_catalog.pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' and c.relname <> '${LOG}_number'`,
  );
  for (const { name } of rows) {
    const { rows: found } = await scratch.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from public.${quoted(name)}`,
    );
    const { last, called } = found[0]!;
    await live.query(`alter sequence public.${quoted(name)} restart`);
    await live.query('select setval($1::regclass, $2::bigint, $3)', [`public.${quoted(name)}`, last, called]);
  }
}

async function findNewestBlock(client: Client): Promise<NotedBlock | null> {
  const { rows } = await client.query<NotedBlock>(
    `select no::float8 as no, last_seq::float8 as "lastSeq", encode(hash, 'hex') as hash from wms_ledger_block order by no desc limit 1`,
  );
  return rows[0] ?? null;
}

/** Logs who restored it and why. @throws Fault CANCELLED if it was cancelled or declared interrupted */
async function endWorkInside(client: Client, { workId, backupId, before }: RestoreOptions): Promise<void> {
  const { rows } = await client.query<{ by_id: string | null; by_name: string | null; reason: string | null }>(
    `update sys_maintain_work set ended_at = now() where id = $1 and ended_at is null and cancelled_at is null
     returning by_id, by_name, reason`,
    [workId],
  );
  const [work] = rows;
  if (!work) throw new Fault('CANCELLED');
  await client.query('update sys_mode set closed = false');
  // The user need not exist in the backup.
  const change = { action: 'restored', operator: work.by_name, reason: work.reason, backupBefore: before };
  await client.query(
    `insert into sys_log (kind, action, user_id, entity, entity_id, change) values ('DATA', 'maintenance', $1, 'sys_backup', $2, $3)`,
    [work.by_id ?? SYSTEM_ID, backupId, JSON.stringify(change)],
  );
}
