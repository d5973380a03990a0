// Scheduled jobs: their times, their last results, and manual runs.
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import type { ReplyOf } from '@kuwei/contract/route';
import { CLOCK_JOBS, type ClockJob, type ClockJobStatus, type maintainUtilsRoutes } from '@kuwei/contract/sys/maintain-utils';
import { parseCronItems } from 'graphile-worker';
import { sql } from 'kysely';
import type { Services, WriteContext } from '../../context.ts';
import { findHolders } from '../../platform/people.ts';

/** Schedule of each job (crontab). */
export const TIMES: Readonly<Record<ClockJob, string>> = {
  seal: '* * * * *',
  send: '* * * * *',
  rights: '* * * * *',
  acting: '* * * * *',
  limits: '* * * * *',
  stuck: '* * * * *',
  prove: '41 * * * *',
  balance: '11 * * * *',
  fold: '* * * * *',
  settle: '23 * * * *',
  warnings: '* * * * *',
  shelf: '* * * * *',
  afterSales: '* * * * *',
  counts: '* * * * *',
  shares: '17 * * * *',
  imports: '* * * * *',
  nightly: '* * * * *',
  mail: '* * * * *',
  reports: '* * * * *',
  maintain: '* * * * *',
  tidy: '7 * * * *',
};
/** Failed runs are retried after some seconds. */
export const ATTEMPTS = 3;
/** Jobs that run in read-only mode: all others write data and wait until it ends. */
const ALWAYS: ReadonlySet<ClockJob> = new Set(['maintain']);
/** Of error messages. */
const ERROR_LENGTH = 300;
const MINUTE_MS = 60_000;
/** Every job runs at least once in this time. */
const AHEAD_MINUTES = 366 * 24 * 60;

const items = parseCronItems(CLOCK_JOBS.map((task) => ({ task, match: TIMES[task], identifier: task })));

/** Evaluated as the queue does, in UTC. */
export function nextRun(name: ClockJob, now: number): string {
  const { match } = items.find(({ task }) => task === name)!;
  const begin = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  for (let n = 1; n <= AHEAD_MINUTES; n++) {
    const at = new Date(begin + n * MINUTE_MS);
    const [min, hour, date] = [at.getUTCMinutes(), at.getUTCHours(), at.getUTCDate()];
    if (match({ min, hour, date, month: at.getUTCMonth() + 1, dow: at.getUTCDay() })) return at.toISOString();
  }
  throw new Error(`${name} never runs`);
}

export const isJobPaused = async ({ mode }: Pick<Services, 'mode'>, name: ClockJob): Promise<boolean> =>
  !ALWAYS.has(name) && (await mode.now()) !== null;

interface Outcome {
  ms: number;
  /** Null on success. */
  error: unknown;
  /** Whether a user requested the run. */
  asked: boolean;
}

/** Stores the result of a run. A success removes earlier runs that have failed for good, as it does their work. */
export async function recordRun({ db, bus, log }: Services, name: string, { ms, error, asked }: Outcome): Promise<void> {
  try {
    const text = error === null ? null : firstLine(error);
    const { rows } = await sql<{ before: string | null }>`
      with before as (select error from sys_job_run where name = ${name})
      insert into sys_job_run (name, at, ms, error) values (${name}, now(), ${Math.round(ms)}, ${text})
      on conflict (name) do update set at = excluded.at, ms = excluded.ms, error = excluded.error
      returning (select error from before) as before`.execute(db);
    const hasRecovered = text === null && rows[0]!.before !== null;
    if (hasRecovered) await dropJobs(db, name, sql`attempts >= max_attempts`);
    if (text !== null || hasRecovered || asked)
      bus.publish([{ to: await findHolders(db, 'ROLE_ADMIN', null), ...EVENTS.maintain, d: {} }]);
  } catch (failure) {
    log.warn({ err: failure, job: name }, 'the result of a job could not be stored');
  }
}

const firstLine = (error: unknown): string =>
  String((error as Error).message || error)
    .split('\n')[0]!
    .slice(0, ERROR_LENGTH);

const dropJobs = async (db: Services['db'], name: string, which: ReturnType<typeof sql>): Promise<void> =>
  void (await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs where task_identifier = ${name} and locked_at is null and ${which}))`.execute(db));

/** The queue creates its tables step by step at the first start, and registers its crontabs after all steps. */
async function hasQueue(db: Services['db']): Promise<boolean> {
  const { rows: tables } = await sql`
    select where to_regclass('graphile_worker._private_known_crontabs') is not null`.execute(db);
  if (tables.length === 0) return false;
  const { rows } = await sql`select from graphile_worker._private_known_crontabs limit 1`.execute(db);
  return rows.length > 0;
}

interface Queued {
  name: string;
  running: boolean;
  waiting: boolean;
  /** Of the newest failed run; it is retried while below the maximum. */
  attempts: number | null;
  attemptsMax: number | null;
}

export async function listJobs(services: Services): Promise<ReplyOf<(typeof maintainUtilsRoutes)['getJobs']>> {
  const { db, mode } = services;
  const runs = await db.selectFrom('sys_job_run').selectAll().execute();
  const queued = (await hasQueue(db)) ? await listQueued(db) : [];
  const now = Date.now();
  const jobs = CLOCK_JOBS.map((name): ClockJobStatus => {
    const run = runs.find((each) => each.name === name);
    const found = queued.find((each) => each.name === name);
    const [attempts, attemptsMax] = [found?.attempts ?? 0, found?.attemptsMax ?? 0];
    const error = run?.error ?? null;
    const hasFailed = error !== null;
    return {
      name,
      schedule: TIMES[name],
      state: found?.running
        ? 'RUNNING'
        : found?.waiting
          ? 'WAITING'
          : hasFailed
            ? attempts < attemptsMax
              ? 'RETRY'
              : 'FAILED'
            : run
              ? 'OK'
              : 'NEVER',
      lastAt: run?.at ?? null,
      lastMs: run?.ms ?? null,
      nextAt: nextRun(name, now),
      attempts: hasFailed ? attempts : 0,
      attemptsMax: hasFailed ? attemptsMax : 0,
      error,
    };
  });
  return { paused: (await mode.now()) !== null, jobs };
}

/** A run remains in the queue for a moment after it has ended. */
async function listQueued(db: Services['db']): Promise<Queued[]> {
  const newest = (value: ReturnType<typeof sql>) =>
    sql`(array_agg(${value} order by j.id desc) filter (where ended and j.attempts > 0))[1]`;
  const { rows } = await sql<Queued>`
    select j.task_identifier as name, bool_or(not ended) as running,
           bool_or(j.locked_at is null and j.attempts = 0 and j.run_at <= now()) as waiting,
           ${newest(sql`j.attempts::int`)} as attempts, ${newest(sql`j.max_attempts::int`)} as "attemptsMax"
      from graphile_worker.jobs j left join sys_job_run r on r.name = j.task_identifier
     cross join lateral (select j.locked_at is null or coalesce(j.locked_at <= r.at, false) as ended) e
     group by j.task_identifier`.execute(db);
  return rows;
}

/** Queues an immediate run in place of failed ones that would be retried. @throws AppError JOBS_PAUSED, UNAVAILABLE */
export async function runJob({ trx, services, logChange, emit }: WriteContext, name: ClockJob): Promise<void> {
  if (await isJobPaused(services, name)) throw new AppError('JOBS_PAUSED');
  if (!(await hasQueue(trx))) throw new AppError('UNAVAILABLE');
  await dropJobs(trx, name, sql`attempts > 0`);
  await sql`select graphile_worker.add_job(${name}, '{"asked": true}', job_key => ${`${name}-asked`}, max_attempts => ${ATTEMPTS})`.execute(
    trx,
  );
  logChange({ entity: 'job', id: name, change: { action: 'now' } });
  emit({ to: await findHolders(trx, 'ROLE_ADMIN', null), ...EVENTS.maintain, d: {} });
}
