// Background jobs by schedule. If several processes serve one database, each run is done by one of them.
import { setTimeout as sleep } from 'node:timers/promises';
import { CLOCK_JOBS, type ClockJob } from '@kuwei/contract/sys/maintain-utils';
import { Logger, parseCronItems, run, type LogFunctionFactory, type Runner, type TaskList } from 'graphile-worker';
import { Pool } from 'pg';
import type { Services } from './context.ts';
import { applyDueGrants } from './auth/account/due-grants.ts';
import { sendQueuedMails } from './auth/link/password-request.ts';
import { logEndedActing } from './auth/proxy/log-ended.ts';
import { kinds } from './wms/kinds.ts';
import { applyDueLimits } from './bpm/limits.ts';
import { findStuck } from './bpm/stuck.ts';
import { runNightlyJob } from './site/nightly/run.ts';
import { SOURCE_TIMEOUTS } from './site/nightly/sources.ts';
import { notifyInterrupted } from './platform/import/runs.ts';
import { sendDue } from './site/msg-sender/send.ts';
import { logJobFailure, logDeletedRows } from './site/log/jobs.ts';
import { cleanUp } from './site/tidy.ts';
import { writeBalances } from './wms/ledger/balances.ts';
import { runScheduledProofs } from './wms/ledger/proofs.ts';
import { sealAndAnchor } from './wms/ledger/seal.ts';
import { evaluateWarnings } from './wms/ews-product/scheduled.ts';
import { remindCases } from './wms/after-sales/scheduled.ts';
import { remindCounts } from './wms/inventory/scheduled.ts';
import { takeDownExpired } from './wms/org-product/scheduled.ts';
import { nightTables } from './site/org/nightly.ts';
import { remindLoans } from './wms/share/scheduled.ts';
import { foldLedger } from './wms/statistics/fold.ts';
import { endAllPastMessages } from './wms/transaction/end-messages.ts';
import { sendReports } from './report/plan/due.ts';
import { recoverMaintenance, runMaintenance } from './maintain/clock.ts';
import { ATTEMPTS, recordRun, isJobPaused, TIMES } from './maintain/utils/jobs.ts';
import { awaitWorkDone } from './maintain/work/work.ts';

/** What each job does; long ones stop on the abort signal. */
const tasks: Readonly<Record<ClockJob, (services: Services, signal: AbortSignal) => Promise<unknown>>> = {
  seal: sealAndAnchor,
  send: sendDue,
  rights: applyDueGrants,
  acting: logEndedActing,
  limits: (services) => applyDueLimits(services, kinds),
  stuck: (services) => findStuck(services, kinds),
  prove: runScheduledProofs,
  balance: writeBalances,
  fold: (services) => foldLedger(services),
  settle: endAllPastMessages,
  warnings: evaluateWarnings,
  shelf: takeDownExpired,
  afterSales: remindCases,
  counts: remindCounts,
  shares: remindLoans,
  imports: notifyInterrupted,
  nightly: (services, signal) => runNightlyJob(services, nightTables, { ...SOURCE_TIMEOUTS, signal }),
  mail: sendQueuedMails,
  reports: sendReports,
  // Not awaited, so that other jobs run meanwhile.
  maintain: runMaintenance,
  tidy: async (services) => logDeletedRows(services, await cleanUp(services)),
};

const CONNECTIONS = 3;
const CONCURRENCY = 2;
/** Jobs arrive by NOTIFY; polling is the fallback. */
const POLL_MS = 30_000;
const AGAIN_MS = 5_000;
/**
 * Job completions are written in batches, of one if need be. Outside of batches the library (0.18) drops the promise of that write: a
 * database that goes away while a job runs would end the process with an unhandled rejection. In a batch the failure ends the runner.
 */
const ENDS_NOTED = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

export interface Jobs {
  /** Resolves when running jobs have ended. */
  stop: () => Promise<void>;
}

/** Starts in the background, and waits for a database that is away. @param url for its own connections */
export function startJobs(services: Services, url: string): Jobs {
  const { log } = services;
  const ending = new AbortController();
  const { signal } = ending;
  // The worker expects the driver's own type parsers, not ours.
  const pool = new Pool({ connectionString: url, max: CONNECTIONS, application_name: `kuwei-jobs:${process.pid}` });
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection of the jobs lost'));
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ err: error }, 'database connection of the jobs lost')));

  const running = new Set<Promise<void>>();
  const taskList: TaskList = Object.fromEntries(
    CLOCK_JOBS.map((name) => [
      name,
      async (payload) => {
        const run = runBeforeDeadline(services, name, isAsked(payload), () => tasks[name](services, signal));
        running.add(run);
        await run.finally(() => running.delete(run));
      },
    ]),
  );
  const parsedCronItems = parseCronItems(
    CLOCK_JOBS.map((task) => ({
      task,
      match: TIMES[task],
      identifier: task,
      options: { backfillPeriod: 0, maxAttempts: ATTEMPTS },
    })),
  );
  const begin = (): Promise<Runner> =>
    run({
      pgPool: pool,
      concurrency: CONCURRENCY,
      noHandleSignals: true,
      pollInterval: POLL_MS,
      taskList,
      parsedCronItems,
      logger: logTo(log),
      preset: { worker: ENDS_NOTED },
    });
  /** Replaces a runner that cannot record completions: it would take no more jobs. */
  const broken = async ({ events }: Runner): Promise<void> => {
    await new Promise<unknown>((resolve) => events.once('pool:fatalError', resolve));
    while (running.size > 0) await Promise.allSettled(running);
    await sleep(AGAIN_MS, undefined, { ref: false });
  };

  const serve = async (): Promise<void> => {
    await recoverMaintenance(services).catch((error: unknown) =>
      log.warn({ err: error }, 'interrupted maintenance work is ended within a minute'),
    );
    // Entries left unsealed by the previous process are old by now: the first proof or backup would report them as a fault.
    await runBeforeDeadline(services, 'seal', false, () => sealAndAnchor(services)).catch(() => {});
    while (!signal.aborted) {
      try {
        const runner = await begin();
        const stop = (): void => void runner.stop().catch(() => {});
        if (signal.aborted) stop();
        signal.addEventListener('abort', stop);
        await Promise.race([runner.promise, broken(runner)]);
        signal.removeEventListener('abort', stop);
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, 'the jobs stand still and are started again');
      }
      await sleep(AGAIN_MS, undefined, { signal, ref: false }).catch(() => {});
    }
    await Promise.allSettled(running);
    await pool.end();
  };
  const served = serve();
  return {
    stop: async () => {
      ending.abort();
      await served;
      await awaitWorkDone();
    },
  };
}

/** Whether a person started it rather than the schedule. */
const isAsked = (payload: unknown): boolean => (payload as { asked?: boolean } | null)?.asked === true;

async function runBeforeDeadline(
  services: Services,
  name: ClockJob,
  asked: boolean,
  work: () => Promise<unknown>,
): Promise<void> {
  if (!(await isJobPaused(services, name))) await runRecorded(services, name, asked, work);
}

/** Runs a job and records its outcome; a failure is also logged. */
async function runRecorded(services: Services, name: ClockJob, asked: boolean, work: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  const note = (error: unknown) => recordRun(services, name, { ms: performance.now() - begun, error, asked });
  try {
    await work();
  } catch (error) {
    await logJobFailure(services, name, error);
    await note(error);
    throw error;
  }
  await note(null);
}

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

function logTo(log: Services['log']): Logger {
  const factory: LogFunctionFactory = (scope) => (level, message, meta) =>
    log[LEVELS[level]]({ job: scope.taskIdentifier, ...(meta?.['error'] ? { err: meta['error'] } : {}) }, message);
  return new Logger(factory);
}
