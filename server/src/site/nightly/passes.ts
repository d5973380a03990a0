// Processes the files of a run in passes: organisations, then people, who reference them, then memberships. A dry run treats the
// files as one set, like the real run.
import { LOCALES, type Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { NIGHTLY_PASSES, type NightlyKind, type NightlyPass } from '@kuwei/contract/sys/nightly';
import { IMPORT_SHOWN, type ImportQuery, type ImportReply } from '@kuwei/contract/workbook/workbook';
import { sql } from 'kysely';
import type { Caller, OwnContext, Services, WriteContext } from '../../context.ts';
import type { Db, Trx } from '../../db/open.ts';
import type { SysNightlyFile } from '../../db/types.ts';
import { causeOf } from '../../error.ts';
import type { Upload } from '../../http/transfer.ts';
import { say } from '../../phrase.ts';
import { runAsSystem, systemOwnContext } from '../../platform/clock.ts';
import { faultIn, NightFault, type Localized } from './fault.ts';
import type { Source } from './sources.ts';

/** Action name of its log rows. */
export const NIGHTLY_ACTION = 'nightly import';

/** How a pass reads and writes its file. */
export interface NightTable {
  /** The import of its screen. */
  take: (context: OwnContext<Caller>, upload: Upload, query: Pick<ImportQuery, 'dryRun' | 'partial'>) => Promise<ImportReply>;
  /** First of the records missing from the file, after reading it. */
  missing: () => readonly string[];
  /** Notifies of changed records. */
  notify: (context: WriteContext<Caller>) => Promise<void>;
  /** Whether the file, once read, has columns for this pass; absent if always. */
  concerns?: () => boolean;
  /** In a dry run, adds new records that later passes reference; rolled back afterwards. */
  standIn?: (trx: Trx) => Promise<void>;
}
export type NightTables = Readonly<Record<NightlyPass, (db: Db | Trx, locale: Locale) => Promise<NightTable>>>;

export interface Run {
  id: string;
  night: string | null;
  dry: boolean;
}

/** Outcome of a file in a pass. */
export type Outcome = Pick<SysNightlyFile, 'kind' | 'state' | 'file'> & {
  counts: Pick<ImportReply, 'created' | 'updated' | 'unchanged' | 'missing' | 'refused'>;
  fault: Localized<string> | null;
};

/** Parts of a report in one language. */
export type Report = Pick<ImportReply, 'errors' | 'notes' | 'summary' | 'changes'> & { missing: readonly string[] };

export interface NightImport {
  services: Services;
  tables: NightTables;
  run: Run;
  /** Stops after the current pass. */
  signal: AbortSignal | undefined;
  /** Called after every pass. */
  afterPass: () => Promise<void>;
}

const FILE_OF: Readonly<Record<NightlyPass, NightlyKind>> = {
  GROUPS: 'GROUPS',
  PEOPLE: 'PEOPLE',
  GROUP_MEMBERS: 'GROUPS',
  MEMBERS: 'MEMBERS',
};
const NOTHING = { created: 0, updated: 0, unchanged: 0, missing: null, refused: 0 };
/** A dry run keeps its transaction open between passes. */
const LOOK_IDLE = sql`set local idle_in_transaction_session_timeout = '10min'`;

/** Imports the files in dependency order, or dry-runs them in that order. */
export async function takeFiles(taking: NightImport, found: readonly Source[]): Promise<Outcome[]> {
  const uploads = new Map(found.map((source) => [source, once(source.take)]));
  const passes = NIGHTLY_PASSES.flatMap((pass) =>
    found.filter(({ kind }) => kind === FILE_OF[pass]).map((source) => ({ pass, source, take: uploads.get(source)! })),
  );
  try {
    if (!taking.run.dry) return await runPasses(taking, passes, taking.services.db);
    await Promise.allSettled([...uploads.values()].map((take) => take()));
    const look = await taking.services.db.startTransaction().execute();
    try {
      await LOOK_IDLE.execute(look);
      return await runPasses(taking, passes, look);
    } finally {
      await look.rollback().execute();
    }
  } finally {
    for (const take of uploads.values()) await take.discard();
  }
}

/** A file is copied or fetched once for all passes. */
function once(take: Source['take']): (() => Promise<Upload>) & { discard: () => Promise<void> } {
  let taken: Promise<Upload> | undefined;
  const discard = async (): Promise<void> => {
    const upload = await taken?.catch(() => undefined);
    await upload?.discard();
  };
  return Object.assign(() => (taken ??= take()), { discard });
}

interface Pass {
  pass: NightlyPass;
  source: Source;
  take: () => Promise<Upload>;
}

async function runPasses(taking: NightImport, passes: readonly Pass[], db: Db | Trx): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const each of passes) {
    if (taking.signal?.aborted) break;
    // The fault of a file is reported once.
    if (each.pass === 'GROUP_MEMBERS' && outcomes.some(({ kind, state }) => kind === 'GROUPS' && state === 'FAILED')) continue;
    const outcome = await runPass(taking, each, db);
    if (outcome) outcomes.push(outcome);
    await taking.afterPass();
  }
  return outcomes;
}

async function runPass(taking: NightImport, { pass, source, take }: Pass, db: Db | Trx): Promise<Outcome | null> {
  const { services, run } = taking;
  const { file } = source;
  const translations = new Map<Locale, AppError>();
  try {
    const upload = await take();
    if (run.night !== null && (await isUnchangedFile(services.db, pass, upload.sha256)))
      return await recordOutcome(services, run, { kind: pass, state: 'SAME', file, counts: NOTHING, fault: null });
    return await importFile(taking, { pass, file, upload, translations }, db);
  } catch (error) {
    const why = error instanceof NightFault ? error.why : undefined;
    const cause = causeOf(error instanceof NightFault ? error.cause : error);
    if (!(error instanceof AppError)) services.log.warn({ why, cause, kind: pass }, 'a file of the nightly import was not taken');
    return recordOutcome(services, run, {
      kind: pass,
      state: 'FAILED',
      file,
      counts: NOTHING,
      fault: faultIn(error, translations),
    });
  }
}

/** Skips a file that is unchanged since the last run, unless rows were refused: those may be valid by now. */
async function isUnchangedFile(db: Db, pass: NightlyPass, sha256: Buffer): Promise<boolean> {
  const last = await db
    .selectFrom('sys_nightly_file')
    .where('kind', '=', pass)
    .where('state', '=', 'TAKEN')
    .orderBy('at', 'desc')
    .select(['sha256', 'refused'])
    .executeTakeFirst();
  return last?.sha256 != null && last.refused === 0 && sha256.equals(last.sha256);
}

interface Incoming {
  pass: NightlyPass;
  file: string;
  upload: Upload;
  /** Its refusal in each language. */
  translations: Map<Locale, AppError>;
}

/**
 * Dry-runs in every language but the last and imports in the last, so that the report is in the reader's language. Data and
 * report are written in one commit.
 * @returns null if the file has no column for the pass
 */
async function importFile(
  { services, tables, run }: NightImport,
  { pass, file, upload, translations }: Incoming,
  db: Db | Trx,
): Promise<Outcome | null> {
  const reports: Partial<Localized<Report>> = {};
  const kept: Upload = { ...upload, discard: async () => {} };
  for (const [at, locale] of LOCALES.entries()) {
    const isLast = at === LOCALES.length - 1;
    const dryRun = run.dry || !isLast;
    const table = await tables[pass](db, locale);
    const reportOf = ({ errors, notes, summary, changes }: ImportReply): Report => ({
      errors,
      notes,
      summary,
      changes,
      missing: table.missing().slice(0, IMPORT_SHOWN),
    });
    const own = systemOwnContext(services, NIGHTLY_ACTION, locale);
    const outcome = ({ created, updated, unchanged, missing: absent, refused }: ImportReply): Outcome => ({
      kind: pass,
      state: run.dry ? 'LOOKED' : 'TAKEN',
      file,
      counts: { created, updated, unchanged, missing: absent, refused },
      fault: null,
    });
    const context: OwnContext<Caller> = !isLast
      ? own
      : {
          ...own,
          once: (work) =>
            own.once(async (inside) => {
              const reply = await work(inside);
              const answer = reply as ImportReply;
              reports[locale] = reportOf(answer);
              if (answer.written) await table.notify(inside);
              await writeOutcome(inside, run, outcome(answer), {
                sha256: upload.sha256,
                report: JSON.stringify(reports),
                import_id: answer.importId,
              });
              return reply;
            }),
        };
    try {
      const reply = await table.take(context, kept, { dryRun, partial: true });
      if (table.concerns?.() === false) return null;
      reports[locale] ??= reportOf(reply);
      // There is no user to map unknown columns.
      assertColumnsKnown(reply, locale);
      if (!isLast) continue;
      if (db.isTransaction) await table.standIn?.(db as Trx);
      return outcome(reply);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      translations.set(locale, error);
      if (isLast) throw error;
    }
  }
  throw new Error('there is no language');
}

function assertColumnsKnown({ columns }: ImportReply, locale: Locale): void {
  const headings = columns.filter(({ key }) => key === null).map(({ heading }) => heading);
  if (headings.length > 0)
    throw new AppError('WORKBOOK', { params: { reason: say(locale, 'workbook.unknownColumns', { headings }) } });
}

async function recordOutcome(services: Services, run: Run, outcome: Outcome): Promise<Outcome> {
  await runAsSystem(services, NIGHTLY_ACTION, (context) => writeOutcome(context, run, outcome, {}));
  return outcome;
}

/** @throws Error if the run was already marked as interrupted: then nothing is written */
async function writeOutcome(
  { trx }: WriteContext<Caller>,
  run: Run,
  { kind, state, file, counts, fault }: Outcome,
  more: { sha256?: Buffer; report?: string; import_id?: string | null },
): Promise<void> {
  const { rows } = await sql`
    update sys_nightly_run set seen_at = now() where id = ${run.id} and state = 'RUNNING' returning id`.execute(trx);
  if (rows.length === 0) throw new Error('this run was taken for cut off');
  await trx.deleteFrom('sys_nightly_file').where('run_id', '=', run.id).where('kind', '=', kind).execute();
  await trx
    .insertInto('sys_nightly_file')
    .values({ run_id: run.id, kind, state, file, ...counts, fault: fault && JSON.stringify(fault), ...more })
    .execute();
}
