// Restores: requested by an administrator, run by a job in read-only mode, and reported afterwards.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@kuwei/contract/error';
import { BACKUP_CHECK_FRESH_MINUTES, type BackupReport } from '@kuwei/contract/sys/maintain';
import { sql } from 'kysely';
import { RESTORED } from '../../bus.ts';
import type { Caller, Services, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import { runAsSystem } from '../../platform/clock.ts';
import { Fault } from '../archive/fault.ts';
import { addRow, fileOf, keysOf, makeFile, recordReady, notifyBackupResult } from '../backup/backups.ts';
import { pathIn } from '../backup/files.ts';
import { findBackup, reportOf } from '../backup/queries.ts';
import { inspectBackup, reportText } from '../load/inspections.ts';
import { beginMode, endMode } from '../mode/mode.ts';
import { inThread } from '../work/thread.ts';
import { ACTION, requestWork, notifyAdminPages, wakeWorker, type WorkRunner, type Work } from '../work/work.ts';

interface RestoreRequest {
  id: string;
  /** The name of the site, typed as confirmation. */
  site: string;
  reason: string;
}

/** @throws AppError INVALID for a wrong site name, BACKUP_NOT_READY, BACKUP_NOT_LOOKED_INTO, MAINTAIN_BUSY */
export async function requestRestore(context: WriteContext<Caller>, { id, site, reason }: RestoreRequest): Promise<void> {
  const { trx, caller, services, logChange, afterCommit } = context;
  const names = (['SYS_ADMIN_TITLE', 'SYS_ADMIN_TITLE_EN'] as const).map((code) => services.settings.get(code).trim());
  if (!names.includes(site.trim()))
    throw new AppError('INVALID', { faults: [{ path: 'site', key: 'rule.siteName', params: {} }] });
  const { state } = await findBackup(trx, id);
  if (state !== 'READY' && state !== 'VERIFIED') throw new AppError('BACKUP_NOT_READY');
  if (!isRestorable(await reportOf(trx, id))) throw new AppError('BACKUP_NOT_LOOKED_INTO');
  await requestWork(context, 'RESTORE', id, caller, reason);
  await beginMode(context, { kind: 'RESTORE', reason, minutes: null }, caller);
  logChange({ entity: 'sys_backup', id, change: { action: 'restore', reason } });
  await notifyAdminPages(context);
  afterCommit(() => wakeWorker(services));
}

const isRestorable = (report: BackupReport | null): boolean =>
  report !== null &&
  report.fault === null &&
  report.checks.every(({ check, result }) => result !== 'BAD' && (check !== 'ROOM' || result === 'OK')) &&
  Date.now() - Date.parse(report.at) < BACKUP_CHECK_FRESH_MINUTES * 60_000;

/** Cancels the running restore; the process that runs it notices. @throws AppError NOT_FOUND */
export async function cancelRestore(context: WriteContext<Caller>): Promise<void> {
  const { trx, logChange } = context;
  const row = await trx
    .updateTable('sys_maintain_work')
    .set({ cancelled_at: sql<string>`now()` })
    .where('kind', '=', 'RESTORE')
    .where('ended_at', 'is', null)
    .returning('backup_id')
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  logChange({ entity: 'sys_backup', id: row.backup_id!, change: { action: 'cancelRestore' } });
}

export const restoreRunner: WorkRunner = {
  run: async (services, work, control) => {
    const { config } = services;
    const { id, path } = await fileOf(services, work);
    const inspection = await inspectBackup(services, work, control);
    if (inspection.checks.some(({ check, result }) => check === 'ROOM' && result !== 'OK')) throw new Fault('NO_ROOM');
    await awaitQuietDatabase(services, control.signal);
    const before = await backUpCurrentData(services, work, control);
    await inThread(
      {
        what: 'restore',
        url: services.url,
        path,
        keys: keysOf(config),
        dataDir: config.dataDir,
        ledgerKey: config.ledgerKey,
        workId: work.id,
        backupId: id,
        before,
      },
      control.progress,
      control.signal,
    );
    services.log.warn({ backup: id, before }, 'a backup was put back');
    // Every process reloads before writes are allowed.
    services.bus.publishLocally({ to: 'all', ...RESTORED, d: {} });
    await services.bus.awaitDelivery();
    await runAsSystem(services, ACTION, (context) => endMode(context, 'RESTORE'));
  },
  failed: async (context, { backupId }, fault) => {
    const { trx, logChange } = context;
    await trx
      .updateTable('sys_backup')
      .set({ report: reportText([], fault) })
      .where('id', '=', backupId)
      .execute();
    await trx
      .updateTable('sys_backup')
      .set({ state: 'FAILED', fault: JSON.stringify(fault) })
      .where('kind', '=', 'PRE_RESTORE')
      .where('state', '=', 'RUNNING')
      .execute();
    await endMode(context, 'RESTORE');
    logChange({ entity: 'sys_backup', id: backupId!, change: { action: 'restored', result: 'FAIL', cause: fault.code } });
    if (fault.code !== 'CANCELLED') await notifyBackupResult(context, backupId!, fault, 'msg.backupNotRestored');
  },
};

const LOOK_MS = 250;
/** Time for running writes to finish. */
const PATIENCE_MS = 120_000;

/**
 * Waits for writes and jobs that began before read-only mode, so that the backup of current data includes them.
 * @throws Fault BUSY
 */
async function awaitQuietDatabase({ db }: Services, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<{ jobs: boolean }>`select to_regclass('graphile_worker.jobs') is not null as jobs`.execute(db);
  const jobs = rows[0]!.jobs
    ? sql`(select count(*) from graphile_worker.jobs where locked_at is not null and task_identifier <> 'maintain')`
    : sql`0`;
  for (const until = Date.now() + PATIENCE_MS; ; await sleep(LOOK_MS, undefined, { signal })) {
    const { rows: found } = await sql<{ n: number }>`
      select ((select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
                  and application_name like 'kuwei:%' and backend_xid is not null) + ${jobs})::int as n`.execute(db);
    if (found[0]!.n === 0) return;
    if (Date.now() >= until) throw new Fault('BUSY');
  }
}

/** Backs up the current data, to undo the restore. Kept until it is deleted by hand. @returns its file name */
async function backUpCurrentData(services: Services, work: Work, control: Parameters<WorkRunner['run']>[2]): Promise<string> {
  const id = newId();
  const { name, createdAt } = await runAsSystem(services, ACTION, async (context) => {
    const { trx } = context;
    const asked = await trx
      .selectFrom('sys_maintain_work')
      .where('id', '=', work.id)
      .select(['by_id', 'by_name'])
      .executeTakeFirstOrThrow();
    const by = asked.by_id === null ? null : { userId: asked.by_id, name: asked.by_name ?? '' };
    const file = await addRow(context, id, 'PRE_RESTORE', by);
    context.logChange({ entity: 'sys_backup', id, change: { action: 'begun', kind: 'PRE_RESTORE' } });
    await notifyAdminPages(context);
    const row = await trx.selectFrom('sys_backup').where('id', '=', id).select('created_at').executeTakeFirstOrThrow();
    return { name: file, createdAt: row.created_at };
  });
  const path = pathIn(services.config, name);
  const made = await makeFile(services, { id, kind: 'PRE_RESTORE', createdAt, path, share: 1 }, control);
  const fault = await runAsSystem(services, ACTION, (context) => recordReady(context, id, made));
  // These faults existed before; they are logged for the administrator.
  if (fault) services.log.warn({ backup: id, fault }, 'the backup before a restore lacks files');
  return name;
}
