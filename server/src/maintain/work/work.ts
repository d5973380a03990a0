// Maintenance work on all data, one at a time across processes: requested as a row, run by a job, with progress, and reported as
// interrupted if its process ends.
import type { BackupFault, WorkKind, WorkPhase } from '@kuwei/contract/sys/maintain';
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import { sql } from 'kysely';
import type { Caller, Services, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import { runAsSystem } from '../../platform/clock.ts';
import { findHolders } from '../../platform/people.ts';
import { isWorkLockHeld, takeWorkLock, type WorkLock } from '../../services/work-lock.ts';
import { Fault, faultOf } from '../archive/fault.ts';

export const ACTION = 'maintenance';
const HEARTBEAT_MS = 1_000;
/** Without a heartbeat for this long, work counts as interrupted even if its process holds the lock. */
const HEARTBEAT_TIMEOUT = sql`interval '60 seconds'`;

export interface Work {
  id: string;
  kind: WorkKind;
  backupId: string | null;
}

/** Runs one kind of work. */
export interface WorkRunner {
  /** @throws anything: `failed` is called */
  run: (services: Services, work: Work, control: WorkControl) => Promise<void>;
  failed: (context: WriteContext<Caller>, work: Work, fault: BackupFault) => Promise<void>;
}
export type WorkRunners = Readonly<Record<WorkKind, WorkRunner>>;

interface WorkControl {
  progress: (phase: WorkPhase, done: number, total: number) => void;
  signal: AbortSignal;
}

/**
 * Requests work, which a job starts at once.
 * @param by null: the program itself
 * @throws AppError MAINTAIN_BUSY
 */
export async function requestWork(
  { trx }: { trx: Trx },
  kind: WorkKind,
  backupId: string | null,
  by: Pick<Caller, 'userId' | 'name'> | null,
  reason: string | null = null,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('sys_maintain_work')
    .values({ id: newId(), kind, backup_id: backupId, by_id: by?.userId ?? null, by_name: by?.name ?? null, reason })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) throw new AppError('MAINTAIN_BUSY');
}

/** Wakes the job. Before the queue exists, the run of the next minute finds the work. */
export function wakeWorker({ db, log }: Pick<Services, 'db' | 'log'>): void {
  sql`select graphile_worker.add_job('maintain', job_key => 'maintain-now')`
    .execute(db)
    .catch((error: unknown) => log.debug({ err: error }, 'work waits for the minute'));
}

/** Makes the pages of administrators reload. */
export async function notifyAdminPages(context: WriteContext<Caller | null>): Promise<void> {
  context.emit({ to: await findHolders(context.trx, 'ROLE_ADMIN', null), ...EVENTS.maintain, d: {} });
}

/** An object, because an async function would await a returned promise. */
export interface TakenWork {
  done: Promise<void>;
}

const underWay = new Set<Promise<unknown>>();
/** Blocks new work until this transaction ends. @throws AppError MAINTAIN_BUSY if some is pending or running */
export async function assertIdle(trx: Trx): Promise<void> {
  await sql`lock table sys_maintain_work in share row exclusive mode`.execute(trx);
  const work = await trx.selectFrom('sys_maintain_work').where('ended_at', 'is', null).select('id').executeTakeFirst();
  if (work) throw new AppError('MAINTAIN_BUSY');
}

/** Resolves when no work runs in this process. */
export const awaitWorkDone = async (): Promise<void> => void (await Promise.allSettled(underWay));

/**
 * Starts pending work without waiting for it, so that other jobs are not held up.
 * @returns a promise of its end; null if there was nothing to do
 */
export async function takeWork(services: Services, runners: WorkRunners, signal: AbortSignal): Promise<TakenWork | null> {
  await endInterruptedWork(services, runners);
  if (signal.aborted || !(await hasPendingWork(services))) return null;
  const lock = await takeWorkLock(services.url);
  if (lock === null) return null;
  const work = await beginWork(services).catch(async (error: unknown) => {
    await lock.release();
    throw error;
  });
  if (work === null) {
    await lock.release();
    return null;
  }
  const done = executeWork(services, runners, work, lock, signal).finally(lock.release);
  underWay.add(done);
  void done.finally(() => underWay.delete(done));
  return { done };
}

async function hasPendingWork({ db }: Services): Promise<boolean> {
  const { rows } = await sql`select from sys_maintain_work where ended_at is null and begun_at is null`.execute(db);
  return rows.length > 0;
}

async function beginWork({ db }: Services): Promise<Work | null> {
  const { rows } = await sql<Work>`
    update sys_maintain_work set begun_at = now(), seen_at = now()
     where id = (select id from sys_maintain_work where ended_at is null and begun_at is null limit 1 for update skip locked)
    returning id, kind, backup_id as "backupId"`.execute(db);
  return rows[0] ?? null;
}

async function executeWork(
  services: Services,
  runners: WorkRunners,
  work: Work,
  lock: WorkLock,
  signal: AbortSignal,
): Promise<void> {
  const { db, log, bus } = services;
  const admins = await findHolders(db, 'ROLE_ADMIN', null);
  let at: { phase: WorkPhase; done: number; total: number } = { phase: 'WAITING', done: 0, total: 0 };
  const cancelled = new AbortController();
  // Other processes take it for interrupted.
  lock.lost.addEventListener('abort', () => cancelled.abort(new Fault('CUT')), { once: true });
  const tick = async (): Promise<void> => {
    const row = await db
      .updateTable('sys_maintain_work')
      .set({ ...at, seen_at: sql<string>`now()` })
      .where('id', '=', work.id)
      .where('ended_at', 'is', null)
      .returning('cancelled_at')
      .executeTakeFirst();
    if (row?.cancelled_at != null) cancelled.abort(new Fault('CANCELLED'));
    bus.publish([{ to: admins, ...EVENTS.maintain, d: {} }]);
  };
  let ticking: Promise<void> | null = null;
  // Failures are ignored: the next tick tries again.
  const beat = setInterval(() => {
    ticking ??= tick()
      .catch(() => {})
      .finally(() => (ticking = null));
  }, HEARTBEAT_MS);
  try {
    const progress = (phase: WorkPhase, done: number, total: number): void => {
      at = { phase, done: Math.round(done), total: Math.round(total) };
    };
    await runners[work.kind].run(services, work, { progress, signal: AbortSignal.any([signal, cancelled.signal]) });
  } catch (error) {
    const fault: BackupFault = signal.aborted ? { code: 'CUT', params: {} } : faultOf(error);
    log.error({ err: error, kind: work.kind, fault: fault.code }, 'maintenance work failed');
    await recordFailure(services, runners, work, fault).catch((failure: unknown) =>
      log.warn({ err: failure }, 'maintenance work failed, and its failure could not be recorded'),
    );
  } finally {
    clearInterval(beat);
  }
}

/**
 * Ends work in the transaction of its result. @returns false if it was declared interrupted meanwhile; the caller then writes
 * nothing
 */
export async function endWork({ trx }: { trx: Trx }, work: Pick<Work, 'id'>, fault: BackupFault | null = null): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('sys_maintain_work')
    .set({ ended_at: sql<string>`now()`, fault: fault && JSON.stringify(fault) })
    .where('id', '=', work.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const recordFailure = (services: Services, runners: WorkRunners, work: Work, fault: BackupFault): Promise<void> =>
  runAsSystem(services, ACTION, async (context) => {
    if (!(await endWork(context, work, fault))) return;
    await runners[work.kind].failed(context, work, fault);
    await notifyAdminPages(context);
  });

/** Fails work whose process has ended. */
export async function endInterruptedWork(services: Services, runners: WorkRunners): Promise<void> {
  const { rows } = await sql<Work>`
    select id, kind, backup_id as "backupId" from sys_maintain_work
     where ended_at is null and begun_at is not null
       and (seen_at < now() - ${HEARTBEAT_TIMEOUT} or not ${isWorkLockHeld})`.execute(services.db);
  for (const work of rows) {
    services.log.error({ kind: work.kind, backup: work.backupId }, 'maintenance work was interrupted: its process has ended');
    await recordFailure(services, runners, work, { code: 'CUT', params: {} });
  }
}
