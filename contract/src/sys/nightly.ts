// Imports that the program takes by itself, at night: what became of each, and a run that somebody asks for.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { listQuery, pageOf } from '../kit/page.ts';
import { routes } from '../kit/route.ts';
import { importReply } from '../workbook/workbook.ts';

/** Kinds of files. */
export const NIGHTLY_KINDS = ['GROUPS', 'PEOPLE', 'MEMBERS'] as const;
export type NightlyKind = (typeof NIGHTLY_KINDS)[number];
/**
 * In this order files are read. People name their organisations, and organisations may name their members: what a file of
 * organisations says of members is a pass of its own.
 */
export const NIGHTLY_PASSES = ['GROUPS', 'PEOPLE', 'GROUP_MEMBERS', 'MEMBERS'] as const;
export type NightlyPass = (typeof NIGHTLY_PASSES)[number];
/** CUT: the process ended meanwhile. FAILED: a file could not be taken, or there was none. */
export const NIGHTLY_STATES = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CUT'] as const;
/** LOOKED: nothing was written. SAME: what was taken last. */
const FILE_STATES = ['TAKEN', 'LOOKED', 'SAME', 'FAILED'] as const;

const run = z.object({
  id: z.string(),
  /** Day on which the clock began it; null where somebody asked for it. */
  night: f.maybe(z.string()),
  dry: z.boolean(),
  state: z.enum(NIGHTLY_STATES),
  askedBy: f.maybe(z.string()),
  created: z.int(),
  updated: z.int(),
  refused: z.int(),
  /** Files that were taken, looked at, or are as they were. */
  taken: z.int(),
  /** Files that could not be taken. */
  failed: z.int(),
  createdAt: z.string(),
  endedAt: f.maybe(z.string()),
});
export type NightlyRun = z.infer<typeof run>;

const file = z.object({
  kind: z.enum(NIGHTLY_PASSES),
  state: z.enum(FILE_STATES),
  /** Its name, or its address without what follows a question mark. */
  file: z.string(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /** Records that are there and not in the file: they stay as they are. */
  missing: f.maybe(z.int()),
  refused: z.int(),
  /** Why it was not taken. */
  fault: f.maybe(z.string()),
  errors: importReply.shape.errors,
  notes: importReply.shape.notes,
  summary: importReply.shape.summary,
  changes: importReply.shape.changes,
  /** The first of those that are missing. */
  missingNames: z.array(z.string()),
});
export type NightlyFile = z.infer<typeof file>;

const ADMIN = ['ROLE_ADMIN'] as const;

export const nightlyRoutes = routes({
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
      /** Whoever runs the machine has set a folder. */
      folder: z.boolean(),
      /** `address`: without what is secret; null where the file comes from the folder, or from nowhere. */
      sources: z.array(z.object({ kind: z.enum(NIGHTLY_KINDS), address: f.maybe(z.string()) })),
      /** One waits or is under way. */
      busy: z.boolean(),
    }),
  },
  getNight: {
    method: 'GET',
    path: '/sys/nightly/{id}',
    summary: 'A nightly import with what became of each file',
    needs: ADMIN,
    params: z.strictObject({ id: f.id }),
    reply: z.extend(run, { files: z.array(file), others: z.array(z.string()) }),
  },
  runNightly: {
    method: 'POST',
    path: '/sys/nightly',
    summary: 'Take the files of the nightly import now, or only look at them',
    needs: ADMIN,
    body: z.strictObject({ dryRun: z.boolean() }),
    reply: run,
    errors: ['NIGHTLY_BUSY'],
  },
});
