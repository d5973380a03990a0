// Maintenance tools for administrators: disk usage, orphaned files, statements, indexes, log level, scheduled jobs.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { routes } from '../kit/route.ts';

const ADMIN = ['ROLE_ADMIN'] as const;

/** Scheduled jobs. */
export const CLOCK_JOBS = [
  'seal',
  'send',
  'rights',
  'acting',
  'limits',
  'stuck',
  'prove',
  'balance',
  'fold',
  'settle',
  'warnings',
  'shelf',
  'afterSales',
  'counts',
  'shares',
  'imports',
  'nightly',
  'mail',
  'reports',
  'maintain',
  'tidy',
] as const;
export type ClockJob = (typeof CLOCK_JOBS)[number];

/** OK: last run succeeded. NEVER: not run yet. RETRY: failed, will be retried. FAILED: given up. */
const JOB_STATES = ['OK', 'NEVER', 'WAITING', 'RUNNING', 'RETRY', 'FAILED'] as const;

const clockJob = z.object({
  name: z.enum(CLOCK_JOBS),
  /** Crontab syntax. */
  schedule: z.string(),
  state: z.enum(JOB_STATES),
  /** Last run, scheduled or manual, and its duration. */
  lastAt: f.maybe(z.string()),
  lastMs: f.maybe(z.int()),
  nextAt: z.string(),
  /** Of the failed run. */
  attempts: z.int(),
  attemptsMax: z.int(),
  error: f.maybe(z.string()),
});
export type ClockJobStatus = z.infer<typeof clockJob>;

const table = z.object({
  name: z.string(),
  /** PostgreSQL's estimate; null without statistics. */
  rows: f.maybe(z.number()),
  /** Bytes, including indexes. */
  bytes: z.number(),
  indexBytes: z.number(),
});

/** Minimum age, so that files just being stored don't count. */
export const ORPHAN_HOURS = 24;
/** Files listed per kind. */
export const NAMED_FILES = 50;

/** Temporary log levels, more detailed than usual. */
export const TEMPORARY_LOG_LEVELS = ['debug', 'trace'] as const;
export type TemporaryLogLevel = (typeof TEMPORARY_LOG_LEVELS)[number];
export const LOG_LEVEL_MINUTES = 60;

/** IDLE: idle in transaction, still holding locks. ABORTED: likewise, after an error. */
const STATEMENT_STATES = ['ACTIVE', 'IDLE', 'ABORTED'] as const;

const statement = z.object({
  /** Backend process of the database. */
  pid: z.int(),
  begunAt: z.string(),
  /** Elapsed time by the database's clock. */
  ms: z.number(),
  state: z.enum(STATEMENT_STATES),
  /** Blocked by a lock of another transaction. */
  waitsForLock: z.boolean(),
  user: z.string(),
  /** application_name of its connection: `kuwei:` and the process id for those of the product. */
  application: z.string(),
  /** Truncated, values replaced by question marks; null if hidden from the product's login. */
  text: f.maybe(z.string()),
  mayCancel: z.boolean(),
});
export type Statement = z.infer<typeof statement>;
const slowStatement = z.object({
  /** As above. */
  text: f.maybe(z.string()),
  calls: z.number(),
  /** Milliseconds. */
  meanMs: z.number(),
  maxMs: z.number(),
  totalMs: z.number(),
});

/** CUT: the process ended before it finished. */
const REINDEX_STATES = ['RUNNING', 'DONE', 'FAILED', 'CUT'] as const;

export const maintainUtilsRoutes = routes({
  getSizes: {
    method: 'GET',
    path: '/sys/maintain/upgrade/utils',
    summary: 'Disk usage: the database, its largest tables, stored files; and free space',
    needs: ADMIN,
    reply: z.object({
      database: z.object({ kind: z.enum(['BUNDLED', 'SERVER']), version: z.string(), bytes: z.number() }),
      /** Total number; the largest are listed. */
      tableCount: z.int(),
      tables: z.array(table),
      files: z.object({ folder: z.string(), count: z.number(), bytes: z.number() }),
      /** Disk of the data folder; null if unknown. */
      disk: f.maybe(z.object({ free: z.number(), total: z.number() })),
    }),
  },
  getJobs: {
    method: 'GET',
    path: '/sys/maintain/upgrade/utils/job',
    summary: 'Scheduled jobs: last and next run, and failures',
    needs: ADMIN,
    reply: z.object({
      /** In read-only mode all jobs except maintenance are paused. */
      paused: z.boolean(),
      jobs: z.array(clockJob),
    }),
  },
  runJob: {
    method: 'POST',
    path: '/sys/maintain/upgrade/utils/job/run',
    summary: 'Run a scheduled job now, or retry a failed one',
    needs: ADMIN,
    body: z.strictObject({ name: z.enum(CLOCK_JOBS) }),
    reply: z.null(),
    errors: ['JOBS_PAUSED'],
  },
  getOrphans: {
    method: 'GET',
    path: '/sys/maintain/upgrade/utils/orphan',
    summary: 'Stored files older than a day that no row knows, and rows whose file is missing',
    needs: ADMIN,
    reply: z.object({
      orphans: z.object({
        count: z.int(),
        bytes: z.number(),
        /** The largest, by path in the file storage. */
        first: f.list(z.object({ name: z.string(), bytes: z.number(), at: z.string() }), NAMED_FILES),
      }),
      missing: z.object({
        count: z.int(),
        /** According to their rows. */
        bytes: z.number(),
        /** The newest. */
        first: f.list(z.object({ id: z.string(), name: z.string(), bytes: z.number(), at: z.string() }), NAMED_FILES),
      }),
    }),
  },
  deleteOrphans: {
    method: 'DELETE',
    path: '/sys/maintain/upgrade/utils/orphan',
    summary: 'Delete the stored files that no row knows, for good',
    needs: ADMIN,
    reply: z.object({ count: z.int(), bytes: z.number() }),
    errors: ['MAINTAIN_BUSY'],
  },
  getStatements: {
    method: 'GET',
    path: '/sys/maintain/upgrade/utils/statement',
    summary: 'Statements that have run for longer than a second, and the slowest so far',
    needs: ADMIN,
    reply: z.object({
      running: z.array(statement),
      /** Highest mean first; null without the extension pg_stat_statements. */
      slowest: f.maybe(z.array(slowStatement)),
    }),
  },
  cancelStatement: {
    method: 'POST',
    path: '/sys/maintain/upgrade/utils/statement/cancel',
    summary: 'Cancel a statement of this database that is still the one that was seen',
    needs: ADMIN,
    body: z.strictObject({ pid: z.int().check(z.gte(1), z.lte(2_147_483_647)), begunAt: f.moment }),
    reply: z.null(),
  },
  getReindex: {
    method: 'GET',
    path: '/sys/maintain/upgrade/utils/reindex',
    summary: 'The current or last reindex',
    needs: ADMIN,
    reply: f.maybe(
      z.object({
        table: z.string(),
        state: z.enum(REINDEX_STATES),
        /** Start while running or if interrupted, else end. */
        at: z.string(),
        /** Duration; null if not finished. */
        ms: f.maybe(z.number()),
        error: f.maybe(z.string()),
      }),
    ),
  },
  reindex: {
    method: 'POST',
    path: '/sys/maintain/upgrade/utils/reindex/run',
    summary: 'Reindex a table concurrently',
    needs: ADMIN,
    body: z.strictObject({ name: f.name(200) }),
    reply: z.null(),
    errors: ['MAINTAIN_BUSY', 'REINDEX_BUSY'],
  },
  getLogLevel: {
    method: 'GET',
    path: '/sys/maintain/upgrade/utils/log-level',
    summary: 'The level of the log: as it is set for good, and for now',
    needs: ADMIN,
    reply: z.object({
      /** Of the process that answers (LOG_LEVEL). */
      usual: z.string(),
      now: f.maybe(
        z.object({ level: z.enum(TEMPORARY_LOG_LEVELS), until: z.string(), since: z.string(), by: f.maybe(z.string()) }),
      ),
    }),
  },
  setLogLevel: {
    method: 'PUT',
    path: '/sys/maintain/upgrade/utils/log-level',
    summary: 'Let every process log in more detail for an hour',
    needs: ADMIN,
    body: z.strictObject({ level: z.enum(TEMPORARY_LOG_LEVELS) }),
    reply: z.null(),
  },
  resetLogLevel: {
    method: 'DELETE',
    path: '/sys/maintain/upgrade/utils/log-level',
    summary: 'Let every process log as usual again, before the hour is over',
    needs: ADMIN,
    reply: z.null(),
  },
});
