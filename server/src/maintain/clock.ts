// The job that runs every minute: starts due backups and pending work.
import { AppError } from '@kuwei/contract/error';
import { sql } from 'kysely';
import type { Services } from '../context.ts';
import { runAsSystem } from '../platform/clock.ts';
import { takeWorkLock } from '../services/work-lock.ts';
import { isTime } from '../site/nightly/time.ts';
import { requestBackup, backupRunner, verificationRunner } from './backup/backups.ts';
import { requestInspectionOfUploads, inspectionRunner } from './load/inspections.ts';
import { markMissingBackups } from './backup/missing.ts';
import { restoreRunner } from './restore/restores.ts';
import { dropLeftoverScratch } from './restore/scratch.ts';
import { deleteAbandonedUploads } from './load/upload.ts';
import { endExpiredMode } from './mode/mode.ts';
import { ACTION, endInterruptedWork, takeWork, notifyAdminPages, type WorkRunners, type TakenWork } from './work/work.ts';

const workRunners: WorkRunners = {
  BACKUP: backupRunner,
  VERIFY: verificationRunner,
  CHECK: inspectionRunner,
  RESTORE: restoreRunner,
};

/** Arbitrary advisory-lock id. */
const LOCK = 7_318_490;
/** Maximum attempts of an interrupted backup. */
const TRIES = 3;

/** @returns the work started, if any */
export async function runMaintenance(services: Services, signal: AbortSignal): Promise<TakenWork | null> {
  await endExpiredMode(services);
  if (services.settings.get('SYS_BACKUP_ON')) await startDueBackup(services);
  await markMissingBackups(services);
  await deleteAbandonedUploads(services);
  await requestInspectionOfUploads(services);
  return takeWork(services, workRunners, signal);
}

/**
 * Ends what the previous process left when it was killed, before anything else runs: interrupted work, its read-only mode, and its
 * scratch database.
 */
export async function recoverMaintenance(services: Services): Promise<void> {
  await endInterruptedWork(services, workRunners);
  await endExpiredMode(services);
  // The folder of backups may be another one than before.
  await markMissingBackups(services);
  const lock = await takeWorkLock(services.url, 0);
  // Another process is at work.
  if (lock === null) return;
  await dropLeftoverScratch({ url: services.url, dataDir: services.config.dataDir })
    .catch((error: unknown) => services.log.warn({ err: error }, 'a scratch database could not be dropped'))
    .finally(lock.release);
}

/** Starts one backup per scheduled time, late if the program was not running then. Times before the installation do not count. */
async function startDueBackup(services: Services): Promise<void> {
  const time = services.settings.get('SYS_BACKUP_TIME').trim();
  if (!isTime(time)) return;
  try {
    await runAsSystem(services, ACTION, async (context) => {
      const { trx } = context;
      const { rows } = await sql<{ due: boolean }>`
        with due as (
          select max(d::date + ${time}::time) as at from unnest(array[current_date, current_date - 1]) d
           where localtimestamp >= d::date + ${time}::time
        )
        select pg_try_advisory_xact_lock(${LOCK}::bigint)
           and (select min(applied_at) from sys_migration)::timestamp < due.at
           and not exists (select from sys_maintain_work where ended_at is null)
           and (select count(*) filter (where b.state <> 'FAILED' or b.fault ->> 'code' <> 'CUT') = 0 and count(*) < ${TRIES}
                  from sys_backup b where b.kind = 'AUTO' and b.created_at::timestamp >= due.at) as due
          from due`.execute(trx);
      if (!rows[0]!.due) return;
      const id = await requestBackup({ trx, services }, 'AUTO', null);
      context.logChange({ entity: 'sys_backup', id, change: { action: 'begun', kind: 'AUTO' } });
      await notifyAdminPages(context);
    });
  } catch (error) {
    // Other work is running: retried in a minute.
    if (!(error instanceof AppError && error.code === 'MAINTAIN_BUSY')) throw error;
  }
}
