// Inspections of backups, requested by a user, or by the job after an upload.
import { rm } from 'node:fs/promises';
import { AppError } from '@kuwei/contract/error';
import type { BackupFault, BackupReport } from '@kuwei/contract/sys/maintain';
import { sql } from 'kysely';
import type { Caller, Services, WriteContext } from '../../context.ts';
import { runAsSystem } from '../../platform/clock.ts';
import { Fault } from '../archive/fault.ts';
import { fileOf, keysOf } from '../backup/backups.ts';
import { pathIn } from '../backup/files.ts';
import type { Inspection } from '../restore/inspect.ts';
import { inThread } from '../work/thread.ts';
import { ACTION, requestWork, endWork, notifyAdminPages, type WorkRunner, type Work } from '../work/work.ts';

/** The file is unusable for good. */
const UNUSABLE_FAULTS: ReadonlySet<BackupFault['code']> = new Set(['NOT_A_BACKUP', 'BROKEN', 'EXTRA', 'FORGED', 'TABLES']);
/** The inspection failed, which says nothing about the file. */
const TRANSIENT_FAULTS: ReadonlySet<BackupFault['code']> = new Set(['CUT', 'NO_ROOM', 'FAILED']);
/** Found only by a restore into a scratch database; an inspection does not clear them. */
const RESTORE_ONLY_FAULTS: readonly BackupFault['code'][] = ['TABLES', 'ROWS', 'REFUSED', 'LEDGER'];

/** Requests inspections of new uploads. */
export async function requestInspectionOfUploads(services: Services): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from sys_backup where kind = 'UPLOAD' and state = 'READY' and report is null
       and not exists (select from sys_maintain_work where ended_at is null)
     order by created_at limit 1`.execute(services.db);
  const [found] = rows;
  if (!found) return;
  try {
    await runAsSystem(services, ACTION, async (context) => {
      await requestWork(context, 'CHECK', found.id, null);
      await notifyAdminPages(context);
    });
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'MAINTAIN_BUSY')) throw error;
  }
}

/** Inspects the backup that the work is about. @throws Fault */
export async function inspectBackup(
  services: Services,
  work: Work,
  { progress, signal }: Parameters<WorkRunner['run']>[2],
): Promise<Inspection> {
  const { config, settings } = services;
  const { path, sha256, state } = await fileOf(services, work);
  const inspection = await inThread(
    {
      what: 'look',
      url: services.url,
      path,
      keys: keysOf(config),
      isBundled: config.databaseUrl === undefined,
      keepFree: settings.get('SYS_MIN_FREE_MB') * 1_000_000,
      isVerified: state === 'VERIFIED',
      dataDir: config.dataDir,
      backupDir: config.backupDir,
      ledgerKey: config.ledgerKey,
    },
    progress,
    signal,
  );
  if (sha256 !== null && sha256.toString('hex') !== inspection.sha256) throw new Fault('BROKEN');
  return inspection;
}

export const inspectionRunner: WorkRunner = {
  run: async (services, work, control) => {
    const id = work.backupId!;
    const inspection = await inspectBackup(services, work, control);
    await runAsSystem(services, ACTION, async (context) => {
      if (!(await endWork(context, work))) return;
      await recordInspection(context, id, inspection);
      context.logChange({ entity: 'sys_backup', id, change: { action: 'looked' } });
      await notifyAdminPages(context);
    });
  },
  failed: async (context, work, fault) => {
    const { trx, services } = context;
    const id = work.backupId!;
    const row = await trx.selectFrom('sys_backup').where('id', '=', id).select(['kind', 'name']).forUpdate().executeTakeFirst();
    if (!row) return;
    const isOver = row.kind === 'UPLOAD' && UNUSABLE_FAULTS.has(fault.code);
    const faultText = JSON.stringify(fault);
    await trx
      .updateTable('sys_backup')
      .set({
        report: reportText([], fault),
        ...(row.kind === 'UPLOAD' && !TRANSIENT_FAULTS.has(fault.code) && { fault: faultText }),
        ...(isOver && { state: 'FAILED' as const }),
      })
      .where('id', '=', id)
      .execute();
    context.logChange({ entity: 'sys_backup', id, change: { action: 'looked', result: 'FAIL', cause: fault.code } });
    if (isOver) context.afterCommit(() => rm(pathIn(services.config, row.name), { force: true }));
  },
};

export const reportText = (checks: BackupReport['checks'], fault: BackupFault | null): string =>
  JSON.stringify({ at: new Date().toISOString(), fault, checks } satisfies BackupReport);

/** Stores the result, and for an upload its contents. */
async function recordInspection({ trx }: WriteContext<Caller>, id: string, inspection: Inspection): Promise<void> {
  const { manifest, encrypted, sha256, checks } = inspection;
  const { missing } = manifest.files;
  const fault: BackupFault | null =
    missing.length > 0 ? { code: 'FILES', params: { count: missing.length, first: missing[0]! } } : null;
  await trx
    .updateTable('sys_backup')
    .set({ report: reportText(checks, null) })
    .where('id', '=', id)
    .execute();
  await trx
    .updateTable('sys_backup')
    .set({
      encrypted,
      sha256: Buffer.from(sha256, 'hex'),
      tables: manifest.tables.length,
      row_count: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      files: manifest.files.count,
      version: manifest.version,
      migration: manifest.migrations.at(-1)!.name,
      made_at: manifest.createdAt,
      fault: sql`case when fault ->> 'code' = any(${RESTORE_ONLY_FAULTS}::text[]) then fault else ${fault && JSON.stringify(fault)}::jsonb end`,
    })
    .where('id', '=', id)
    .where('kind', '=', 'UPLOAD')
    .where('state', '=', 'READY')
    .execute();
}

/** Requests an inspection. @throws AppError MAINTAIN_BUSY */
export async function requestInspection(context: WriteContext<Caller>, work: Pick<Work, 'id'>): Promise<void> {
  await requestWork(context, 'CHECK', work.id, context.caller);
  context.logChange({ entity: 'sys_backup', id: work.id, change: { action: 'look' } });
  await notifyAdminPages(context);
}
