// Nightly imports: results, and runs on demand.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { listQuery, pageOf } from '../kit/page.ts';
import { routesOn } from '../kit/route.ts';
import { importReply } from '../workbook/workbook.ts';

/** File types. */
export const NIGHTLY_KINDS = ['GROUPS', 'PEOPLE', 'MEMBERS'] as const;
export type NightlyKind = (typeof NIGHTLY_KINDS)[number];
/** Order of processing. People refer to organisations, and organisation files may list members: those are a separate pass. */
export const NIGHTLY_PASSES = ['GROUPS', 'PEOPLE', 'GROUP_MEMBERS', 'MEMBERS'] as const;
export type NightlyPass = (typeof NIGHTLY_PASSES)[number];
/** CUT: the process ended before it finished. FAILED: a file could not be imported, or there was none. */
export const NIGHTLY_STATES = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CUT'] as const;
/** LOOKED: dry run. SAME: unchanged since the last import. */
const FILE_STATES = ['TAKEN', 'LOOKED', 'SAME', 'FAILED'] as const;

const run = z.object({
  id: z.string(),
  /** Day of the scheduled run; null if started by hand. */
  night: f.maybe(z.string()),
  dry: z.boolean(),
  state: z.enum(NIGHTLY_STATES),
  askedBy: f.maybe(z.string()),
  created: z.int(),
  updated: z.int(),
  refused: z.int(),
  /** Files that were imported, previewed, or unchanged. */
  taken: z.int(),
  /** Files that could not be imported. */
  failed: z.int(),
  createdAt: z.string(),
  endedAt: f.maybe(z.string()),
});
export type NightlyRun = z.infer<typeof run>;

const file = z.object({
  kind: z.enum(NIGHTLY_PASSES),
  state: z.enum(FILE_STATES),
  /** File name, or URL without query. */
  file: z.string(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /** Existing records missing from the file; they are not changed. */
  missing: f.maybe(z.int()),
  refused: z.int(),
  /** Why it was not imported. */
  fault: f.maybe(z.string()),
  errors: importReply.shape.errors,
  notes: importReply.shape.notes,
  summary: importReply.shape.summary,
  changes: importReply.shape.changes,
  /** The first of the missing records. */
  missingNames: z.array(z.string()),
});
export type NightlyFile = z.infer<typeof file>;

const ADMIN = ['ROLE_ADMIN'] as const;

export const nightlyRoutes = routesOn('SYS_NIGHTLY', {
  listNights: {
    method: 'GET',
    path: '/sys/nightly',
    summary: 'Nightly imports, newest first',
    needs: ADMIN,
    query: listQuery(['createdAt'], { state: z.optional(f.choices(NIGHTLY_STATES)) }),
    reply: pageOf(run),
  },
  getNightlyState: {
    method: 'GET',
    path: '/sys/nightly/state',
    summary: 'Whether nightly imports are on, and where their files come from',
    needs: ADMIN,
    reply: z.object({
      on: z.boolean(),
      time: z.string(),
      /** A folder is configured in the environment. */
      folder: z.boolean(),
      /** `address`: without secrets; null if the file comes from the folder, or is not configured. */
      sources: z.array(z.object({ kind: z.enum(NIGHTLY_KINDS), address: f.maybe(z.string()) })),
      /** A run is queued or in progress. */
      busy: z.boolean(),
    }),
  },
  getNight: {
    method: 'GET',
    path: '/sys/nightly/{id}',
    summary: 'A nightly import with the result of each file',
    needs: ADMIN,
    params: z.strictObject({ id: f.id }),
    reply: z.extend(run, { files: z.array(file), others: z.array(z.string()) }),
  },
  runNightly: {
    method: 'POST',
    power: null,
    path: '/sys/nightly',
    summary: 'Take the files of the nightly import now, or only look at them',
    needs: ADMIN,
    body: z.strictObject({ dryRun: z.boolean() }),
    reply: run,
    errors: ['NIGHTLY_BUSY'],
  },
});
