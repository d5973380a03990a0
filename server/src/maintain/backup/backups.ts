// Life cycle of backups: create, verify, report, and remove beyond the retention.
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '@kuwei/contract/error';
import type { BackupFault, BackupKind } from '@kuwei/contract/sys/maintain';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Caller, Services, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import { runAsSystem } from '../../platform/clock.ts';
import { notify } from '../../platform/msg-inbox/notify.ts';
import { findHolders } from '../../platform/people.ts';
import { Fault } from '../archive/fault.ts';
import { syncFolder } from '../archive/pack.ts';
import { ACTION, requestWork, endWork, notifyAdminPages, wakeWorker, type WorkRunner, type Work } from '../work/work.ts';
import { inThread } from '../work/thread.ts';
import type { Written } from './write.ts';
import { faultTexts } from '../fault-text.ts';
import { IS_AVAILABLE } from './missing.ts';
import { nameFor, partOf, pathIn, prepareFolder, removeParts, uploadOf } from './files.ts';

const PAGE = '/def/sysbase/maintain/upgrade/bak';
/** Duty cycle of a backup, so that it does not slow down other work. */
const SHARE = 0.5;

export const keysOf = ({ backupKey, backupKeysBefore }: Config): string[] => [
  ...(backupKey === null ? [] : [backupKey]),
  ...backupKeysBefore,
];

/** Requests a backup. @param by null: the program. @throws AppError MAINTAIN_BUSY */
export async function requestBackup(
  { trx, services }: { trx: Trx; services: Services },
  kind: BackupKind,
  by: Pick<Caller, 'userId' | 'name'> | null,
): Promise<string> {
  const id = newId();
  await requestWork({ trx }, 'BACKUP', id, by);
  await addRow({ trx, services }, id, kind, by);
  return id;
}

/** Inserts the row of a backup before its file is written. @returns the file name */
export async function addRow(
  { trx, services: { config } }: { trx: Trx; services: Services },
  id: string,
  kind: BackupKind,
  by: Pick<Caller, 'userId' | 'name'> | null,
): Promise<string> {
  const encrypted = config.backupKey !== null;
  const name = nameFor(id, new Date(), encrypted);
  await trx
    .insertInto('sys_backup')
    .values({ id, kind, name, encrypted, version: config.version, by_id: by?.userId ?? null, by_name: by?.name ?? null })
    .execute();
  return name;
}

export async function fileOf({ db, config }: Services, { backupId }: Work) {
  const row = await db.selectFrom('sys_backup').where('id', '=', backupId).selectAll().executeTakeFirst();
  if (!row) throw new Fault('MISSING');
  return { ...row, path: pathIn(config, row.name) };
}

interface Making {
  id: string;
  kind: BackupKind;
  createdAt: string;
  path: string;
  /** Duty cycle, 0 to 1. */
  share: number;
}

/** Writes the file of a backup whose row exists. */
export async function makeFile(
  { config, settings, url }: Services,
  { id, kind, createdAt, path, share }: Making,
  { progress, signal }: Parameters<WorkRunner['run']>[2],
): Promise<Written> {
  await prepareFolder(config);
  await removeParts(config);
  const part = partOf(path);
  try {
    const made = await inThread(
      {
        what: 'backup',
        url,
        path: part,
        head: { id, kind, createdAt, version: config.version },
        key: config.backupKey,
        keepFree: settings.get('SYS_MIN_FREE_MB') * 1_000_000,
        share,
        dataDir: config.dataDir,
        ledgerKey: config.ledgerKey,
      },
      progress,
      signal,
    );
    await rename(part, path);
    await syncFolder(dirname(path));
    return made;
  } finally {
    await rm(part, { force: true });
  }
}

/** Marks it as complete and stores its contents. */
export async function recordReady(
  context: WriteContext<Caller>,
  id: string,
  { manifest, size, sha256 }: Written,
): Promise<BackupFault | null> {
  const { missing } = manifest.files;
  const fault: BackupFault | null =
    missing.length > 0 ? { code: 'FILES', params: { count: missing.length, first: missing[0]! } } : null;
  await context.trx
    .updateTable('sys_backup')
    .set({
      state: 'READY',
      size,
      sha256: Buffer.from(sha256, 'hex'),
      tables: manifest.tables.length,
      row_count: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      files: manifest.files.count,
      migration: manifest.migrations.at(-1)!.name,
      ready_at: sql<string>`now()`,
      fault: fault && JSON.stringify(fault),
    })
    .where('id', '=', id)
    .execute();
  context.logChange({ entity: 'sys_backup', id, change: { action: 'ready', size } });
  return fault;
}

export const backupRunner: WorkRunner = {
  run: async (services, work, control) => {
    const { id, kind, created_at, path } = await fileOf(services, work);
    const made = await makeFile(services, { id, kind, createdAt: created_at, path, share: SHARE }, control);
    const done = await runAsSystem(services, ACTION, async (context) => {
      if (!(await endWork(context, work))) return false;
      const fault = await recordReady(context, id, made);
      if (fault) await notifyBackupResult(context, id, fault, 'msg.backupFaulty');
      if (kind === 'AUTO' && services.settings.get('SYS_BACKUP_VERIFY')) {
        await requestWork(context, 'VERIFY', id, null);
        context.afterCommit(() => wakeWorker(services));
      }
      await notifyAdminPages(context);
      return true;
    });
    // Declared interrupted meanwhile: remove the file, which no row refers to.
    if (!done) await rm(path, { force: true });
    else if (kind === 'AUTO') await removeOld(services);
  },
  failed: async (context, { backupId }, fault) => {
    const { trx } = context;
    await trx
      .updateTable('sys_backup')
      .set({ state: 'FAILED', fault: JSON.stringify(fault) })
      .where('id', '=', backupId)
      .where('state', '=', 'RUNNING')
      .execute();
    context.logChange({ entity: 'sys_backup', id: backupId!, change: { result: 'FAIL', cause: fault.code } });
    await notifyBackupResult(context, backupId!, fault, 'msg.backupFailed');
  },
};

/** Verifies that a backup can be restored, by restoring it into a scratch database. */
export const verificationRunner: WorkRunner = {
  run: async (services, work, { progress, signal }) => {
    const { config } = services;
    const { id, kind, path, sha256 } = await fileOf(services, work);
    const checked = await inThread(
      { what: 'verify', url: services.url, path, keys: keysOf(config), dataDir: config.dataDir, ledgerKey: config.ledgerKey },
      progress,
      signal,
    );
    if (sha256 !== null && sha256.toString('hex') !== checked.sha256) throw new Fault('BROKEN');
    await runAsSystem(services, ACTION, async (context) => {
      if (!(await endWork(context, work))) return;
      await context.trx
        .updateTable('sys_backup')
        .set({ state: 'VERIFIED', verified_at: sql<string>`now()`, fault: null })
        .where('id', '=', id)
        .where('state', 'in', ['READY', 'VERIFIED'])
        .execute();
      context.logChange({ entity: 'sys_backup', id, change: { action: 'verified' } });
      await notifyAdminPages(context);
    });
    // Until now the previous one was the newest verified backup.
    if (kind === 'AUTO') await removeOld(services);
  },
  failed: async (context, { backupId }, fault) => {
    // An inconclusive check does not make the backup worse.
    const isWorse = fault.code !== 'CUT' && fault.code !== 'NO_SCRATCH' && fault.code !== 'NO_ROOM';
    await context.trx
      .updateTable('sys_backup')
      .set({ fault: JSON.stringify(fault), ...(isWorse && { state: 'READY' as const, verified_at: null }) })
      .where('id', '=', backupId)
      .where('state', 'in', ['READY', 'VERIFIED'])
      .execute();
    context.logChange({ entity: 'sys_backup', id: backupId!, change: { action: 'verified', result: 'FAIL', cause: fault.code } });
    await notifyBackupResult(context, backupId!, fault, 'msg.backupFaulty');
  },
};

export async function notifyBackupResult(
  context: WriteContext<Caller>,
  id: string,
  fault: BackupFault,
  template: 'msg.backupFailed' | 'msg.backupFaulty' | 'msg.backupNotRestored',
): Promise<void> {
  const to = await findHolders(context.trx, 'ROLE_ADMIN', null);
  await notify(context, { to, template, params: { fault: faultTexts(fault) }, link: `${PAGE}?show=${id}` });
}

/** Removes a backup with its file. @throws AppError NOT_FOUND, MAINTAIN_BUSY */
export async function removeBackup(context: WriteContext<Caller | null>, id: string): Promise<void> {
  const { trx, services } = context;
  const { rows } = await sql`select from sys_maintain_work where ended_at is null and backup_id = ${id}`.execute(trx);
  if (rows.length > 0) throw new AppError('MAINTAIN_BUSY');
  const gone = await trx.deleteFrom('sys_backup').where('id', '=', id).returning(['name', 'kind']).executeTakeFirst();
  if (!gone) throw new AppError('NOT_FOUND');
  context.logChange({ entity: 'sys_backup', id, change: { action: 'removed', name: gone.name } });
  const path = pathIn(services.config, gone.name);
  context.afterCommit(() => Promise.all([path, uploadOf(path)].map((each) => rm(each, { force: true }))));
  await notifyAdminPages(context);
}

/** Applies the retention to scheduled backups; always keeps the newest verified one. */
async function removeOld(services: Services): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    with whole as (
      select id, created_at, row_number() over (order by created_at desc) as n from sys_backup
       where kind = 'AUTO' and ${sql.raw(IS_AVAILABLE)}
    ), last as (select min(created_at) as at from whole where n <= ${services.settings.get('SYS_BACKUP_KEEP')})
    select b.id from sys_backup b, last
     where b.kind = 'AUTO' and b.created_at < last.at and b.state <> 'RUNNING'
       and b.id is distinct from (select id from sys_backup
                                where state = 'VERIFIED' and ${sql.raw(IS_AVAILABLE)} order by created_at desc limit 1)
       and not exists (select from sys_maintain_work w where w.ended_at is null and w.backup_id = b.id)`.execute(services.db);
  for (const { id } of rows) await runAsSystem(services, ACTION, (context) => removeBackup(context, id));
}
