// Work that nobody waits for, by the clock. Several processes may serve one database: each run is done by one of them.
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, parseCronItems, run, type LogFunctionFactory, type Runner, type TaskList } from 'graphile-worker';
import { Pool } from 'pg';
import type { Services } from './context.ts';
import { beginAndEnd } from './auth/account/ends.ts';
import { mailAll } from './auth/link/forgotten.ts';
import { kinds } from './kinds.ts';
import { runLimits } from './bpm/limits.ts';
import { findStuck } from './bpm/stuck.ts';
import { nightly } from './sys/nightly/run.ts';
import { PATIENCE } from './sys/nightly/sources.ts';
import { tellOfCutOff } from './sys/import/runs.ts';
import { sendDue } from './sys/msg-sender/send.ts';
import { noteFailure, noteTidied } from './sys/log/jobs.ts';
import { tidy } from './sys/tidy.ts';
import { noteBalances } from './wms/ledger/balances.ts';
import { proveByTheClock } from './wms/ledger/proofs.ts';
import { sealAndNote } from './wms/ledger/seal.ts';
import { nightTables } from './wms/org/nightly.ts';
import { settleAll } from './wms/transaction/settle.ts';

/** When each runs (crontab), and what it does; what takes long ends with the signal. */
const tasks: Record<string, { at: string; work: (services: Services, signal: AbortSignal) => Promise<unknown> }> = {
  seal: { at: '* * * * *', work: sealAndNote },
  send: { at: '* * * * *', work: sendDue },
  rights: { at: '* * * * *', work: beginAndEnd },
  limits: { at: '* * * * *', work: (services) => runLimits(services, kinds) },
  stuck: { at: '* * * * *', work: (services) => findStuck(services, kinds) },
  prove: { at: '41 * * * *', work: proveByTheClock },
  balance: { at: '11 * * * *', work: noteBalances },
  settle: { at: '23 * * * *', work: settleAll },
  imports: { at: '* * * * *', work: tellOfCutOff },
  nightly: { at: '* * * * *', work: (services, signal) => nightly(services, nightTables, { ...PATIENCE, signal }) },
  mail: { at: '* * * * *', work: mailAll },
  tidy: { at: '7 * * * *', work: async (services) => noteTidied(services, await tidy(services)) },
};

const CONNECTIONS = 3;
const CONCURRENCY = 2;
/** Jobs are announced as they are made; looking for them by oneself is for those whose announcement got lost. */
const POLL_MS = 30_000;
const AGAIN_MS = 5_000;

export interface Jobs {
  /** Resolves when what was running has ended. */
  stop: () => Promise<void>;
}

/** Starts in the background; a database that goes away is waited for. @param url of the database, for connections of its own */
export function startJobs(services: Services, url: string): Jobs {
  const { log } = services;
  const ending = new AbortController();
  const { signal } = ending;
  // The worker reads its own tables: it needs the driver's own types, not ours.
  const pool = new Pool({ connectionString: url, max: CONNECTIONS, application_name: `kuwei-jobs:${process.pid}` });
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection of the jobs lost'));
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ err: error }, 'database connection of the jobs lost')));

  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, { work }]) => [name, () => told(services, name, () => work(services, signal))]),
  );
  const parsedCronItems = parseCronItems(
    Object.entries(tasks).map(([task, { at }]) => ({
      task,
      match: at,
      identifier: task,
      options: { backfillPeriod: 0, maxAttempts: 3 },
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
    });

  const serve = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        const runner = await begin();
        const stop = (): void => void runner.stop().catch(() => {});
        if (signal.aborted) stop();
        signal.addEventListener('abort', stop);
        await runner.promise;
        signal.removeEventListener('abort', stop);
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, 'the jobs stand still and are started again');
      }
      await sleep(AGAIN_MS, undefined, { signal, ref: false }).catch(() => {});
    }
    await pool.end();
  };
  const served = serve();
  return {
    stop: async () => {
      ending.abort();
      await served;
    },
  };
}

/** Runs a job; one that fails is a row of the log. */
async function told(services: Services, name: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await noteFailure(services, name, error);
    throw error;
  }
}

const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

function logTo(log: Services['log']): Logger {
  const factory: LogFunctionFactory = (scope) => (level, message, meta) =>
    log[LEVELS[level]]({ job: scope.taskIdentifier, ...(meta?.['error'] ? { err: meta['error'] } : {}) }, message);
  return new Logger(factory);
}
