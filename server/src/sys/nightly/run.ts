// The import of a night: once for each night whichever process comes first, every file through the import of the screen, one
// message about all of it.
import { LOCALES, type Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import { NIGHTLY_KINDS, type NightlyKind } from '@kuwei/contract/sys/nightly';
import { IMPORT_SHOWN, type ImportQuery, type ImportReply } from '@kuwei/contract/workbook';
import { sql } from 'kysely';
import type { Caller, OwnContext, Services, WriteContext } from '../../context.ts';
import type { Db } from '../../db/open.ts';
import { newId } from '../../db/id.ts';
import type { SysNightlyFile } from '../../db/types.ts';
import { causeOf } from '../../error.ts';
import type { Upload } from '../../http/transfer.ts';
import { say } from '../../phrase.ts';
import { byTheClock, ownByTheClock } from '../clock.ts';
import { notify } from '../msg-inbox/notify.ts';
import { holdersOf } from '../people.ts';
import { faultIn, inEach, NightFault, type InEach } from './fault.ts';
import { findSources, PATIENCE, type Patience, type Source } from './sources.ts';
import { isTime } from './time.ts';

const ACTION = 'nightly import';
const PAGE = '/def/sysbase/nightly';
/** After so long without a word a run is taken for cut off. */
const SILENT = sql`interval '60 seconds'`;
const ALIVE_MS = 10_000;
/** How late one may begin whose time has passed. */
const LATE = sql`interval '3 hours'`;

/** What a file of a kind is read and written by. */
export interface NightTable {
  /** The import of its screen. */
  take: (context: OwnContext<Caller>, upload: Upload, query: Pick<ImportQuery, 'dryRun' | 'partial'>) => Promise<ImportReply>;
  /** The first of what is there and not in the file, once it was read. */
  missing: () => readonly string[];
  /** Tells people that records have changed. */
  told: (context: WriteContext<Caller>) => Promise<void>;
}
export type NightTables = Readonly<Record<NightlyKind, (db: Db, locale: Locale) => Promise<NightTable>>>;

/** The job of every minute. */
export async function nightly(services: Services, tables: NightTables, patience = PATIENCE): Promise<void> {
  await tellOfCut(services);
  if (services.settings.get('SYS_NIGHTLY_ON')) await beginNight(services);
  const run = await takeRun(services);
  if (run) await carryOut(services, tables, run, patience);
}

/** Lets the job look at once for what was asked for. Where nobody runs it yet, the minute does. */
export function wakeNightly({ db, log }: Pick<Services, 'db' | 'log'>): void {
  sql`select graphile_worker.add_job('nightly', job_key => 'nightly-now')`
    .execute(db)
    .catch((error: unknown) => log.debug({ err: error }, 'the nightly import waits for the minute'));
}

/** One that is due, also late and of the day before. Another that waits or runs has to end first. */
async function beginNight({ db, settings }: Services): Promise<void> {
  const time = settings.get('SYS_NIGHTLY_TIME').trim();
  if (!isTime(time)) return;
  await sql`
    insert into sys_nightly_run (id, night)
    select ${newId()}::uuid, d::date from unnest(array[current_date, current_date - 1]) d
     where localtimestamp >= d + ${time}::time and localtimestamp < d + ${time}::time + ${LATE}
       and not exists (select from sys_nightly_run r where r.night = d)
     order by d desc limit 1
    on conflict do nothing`.execute(db);
}

interface Run {
  id: string;
  night: string | null;
  dry: boolean;
}

async function takeRun({ db }: Services): Promise<Run | null> {
  const { rows } = await sql<Run>`
    update sys_nightly_run set state = 'RUNNING', seen_at = now()
     where id = (select id from sys_nightly_run where state = 'QUEUED' limit 1 for update skip locked)
    returning id, night, dry`.execute(db);
  return rows[0] ?? null;
}

/** What became of a file. */
type Outcome = Pick<SysNightlyFile, 'kind' | 'state' | 'file'> & {
  counts: Pick<ImportReply, 'created' | 'updated' | 'unchanged' | 'missing' | 'refused'>;
  fault: InEach<string> | null;
};

const NOTHING = { created: 0, updated: 0, unchanged: 0, missing: null, refused: 0 };

async function carryOut(services: Services, tables: NightTables, run: Run, patience: Patience): Promise<void> {
  const alive = setInterval(() => {
    sql`update sys_nightly_run set seen_at = now() where id = ${run.id} and state = 'RUNNING'`
      .execute(services.db)
      .catch(() => {});
  }, ALIVE_MS);
  try {
    await tellPages(services);
    const { found, others } = await findSources(services, patience);
    const outcomes: Outcome[] = [];
    for (const source of found) {
      // The process is to end: the next one says that the run was cut off.
      if (patience.signal?.aborted) return;
      outcomes.push(await outcomeOf(services, tables, run, source));
      await tellPages(services);
    }
    if (!patience.signal?.aborted) await endRun(services, run, outcomes, others);
  } finally {
    clearInterval(alive);
  }
}

const tellPages = (services: Services): Promise<void> => byTheClock(services, ACTION, async (context) => tell(context));

async function tell(context: WriteContext<Caller>): Promise<void> {
  const to = await holdersOf(context.trx, 'ROLE_ADMIN', null);
  context.emit({ to, ...EVENTS.nightly, d: {} });
}

async function outcomeOf(services: Services, tables: NightTables, run: Run, source: Source): Promise<Outcome> {
  const { kind, file } = source;
  const said = new Map<Locale, AppError>();
  try {
    const upload = await source.take();
    try {
      if (run.night !== null && (await isAsBefore(services.db, kind, upload.sha256)))
        return await noted(services, run, { kind, state: 'SAME', file, counts: NOTHING, fault: null });
      return await imported(services, tables, run, source, upload, said);
    } finally {
      await upload.discard();
    }
  } catch (error) {
    const why = error instanceof NightFault ? error.why : undefined;
    const cause = causeOf(error instanceof NightFault ? error.cause : error);
    if (!(error instanceof AppError)) services.log.warn({ why, cause, kind }, 'a file of the nightly import was not taken');
    return noted(services, run, { kind, state: 'FAILED', file, counts: NOTHING, fault: faultIn(error, said) });
  }
}

/** What was taken last is not taken again, unless some of it was refused: that may be right by now. */
async function isAsBefore(db: Db, kind: NightlyKind, sha256: Buffer): Promise<boolean> {
  const last = await db
    .selectFrom('sys_nightly_file')
    .where('kind', '=', kind)
    .where('state', '=', 'TAKEN')
    .orderBy('at', 'desc')
    .select(['sha256', 'refused'])
    .executeTakeFirst();
  return last?.sha256 != null && last.refused === 0 && sha256.equals(last.sha256);
}

/** What a report says in one language. */
export type Report = Pick<ImportReply, 'errors' | 'notes' | 'summary' | 'changes'> & { missing: readonly string[] };

/**
 * Looks in every language but the last, and takes in the last one, so that a report speaks the language of whoever reads it.
 * What is written and what is noted of it are one commit.
 */
async function imported(
  services: Services,
  tables: NightTables,
  run: Run,
  { kind, file }: Source,
  upload: Upload,
  said: Map<Locale, AppError>,
): Promise<Outcome> {
  const reports: Partial<InEach<Report>> = {};
  const kept: Upload = { ...upload, discard: async () => {} };
  for (const [at, locale] of LOCALES.entries()) {
    const isLast = at === LOCALES.length - 1;
    const dryRun = run.dry || !isLast;
    const { take, missing, told } = await tables[kind](services.db, locale);
    const reportOf = ({ errors, notes, summary, changes }: ImportReply): Report => ({
      errors,
      notes,
      summary,
      changes,
      missing: missing().slice(0, IMPORT_SHOWN),
    });
    const own = ownByTheClock(services, ACTION, locale);
    const outcome = ({ created, updated, unchanged, missing: absent, refused }: ImportReply): Outcome => ({
      kind,
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
              if (answer.written) await told(inside);
              await note(inside, run, outcome(answer), {
                sha256: upload.sha256,
                report: JSON.stringify(reports),
                import_id: answer.importId,
              });
              return reply;
            }),
        };
    try {
      const reply = await take(context, kept, { dryRun, partial: true });
      reports[locale] ??= reportOf(reply);
      // Nobody is there to say what a column is.
      mustBeUnderstood(reply, locale);
      if (isLast) return outcome(reply);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      said.set(locale, error);
      if (isLast) throw error;
    }
  }
  throw new Error('there is no language');
}

function mustBeUnderstood({ columns }: ImportReply, locale: Locale): void {
  const headings = columns.filter(({ key }) => key === null).map(({ heading }) => heading);
  if (headings.length > 0)
    throw new AppError('WORKBOOK', { params: { reason: say(locale, 'workbook.unknownColumns', { headings }) } });
}

async function noted(services: Services, run: Run, outcome: Outcome): Promise<Outcome> {
  await byTheClock(services, ACTION, (context) => note(context, run, outcome, {}));
  return outcome;
}

/** @throws Error where the run was taken for cut off: it writes nothing any more */
async function note(
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

async function endRun(services: Services, run: Run, outcomes: readonly Outcome[], others: readonly string[]): Promise<void> {
  const failed = outcomes.filter(({ state }) => state === 'FAILED').length;
  const isFailed = failed > 0 || outcomes.length === 0;
  const sum = (of: 'created' | 'updated' | 'refused'): number => outcomes.reduce((all, { counts }) => all + counts[of], 0);
  const counts = { created: sum('created'), updated: sum('updated'), refused: sum('refused') };
  await byTheClock(services, ACTION, async (context) => {
    const { numUpdatedRows } = await context.trx
      .updateTable('sys_nightly_run')
      .set({ state: isFailed ? 'FAILED' : 'DONE', ended_at: sql`now()`, others: [...others] })
      .where('id', '=', run.id)
      .where('state', '=', 'RUNNING')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await tell(context);
    const result = isFailed ? { result: 'FAIL' } : {};
    const files = outcomes.map(({ file }) => file);
    context.logChange({
      entity: 'job',
      id: 'nightly',
      change: { ...result, ...counts, ...(files.length > 0 && { file: files }) },
    });
    // Who only looks sees it on the page, and of nights on which nothing came nobody needs to hear.
    if (run.dry || (!isFailed && outcomes.every(({ state }) => state === 'SAME'))) return;
    const lines = inEach((locale) => saidOf(outcomes, locale));
    const to = await holdersOf(context.trx, 'ROLE_ADMIN', null);
    const link = `${PAGE}?show=${run.id}`;
    if (isFailed)
      await notify(context, { to, template: 'msg.nightlyFailed', params: { failed: Math.max(failed, 1), files: lines }, link });
    else await notify(context, { to, template: 'msg.nightly', params: { ...counts, files: lines }, link });
  });
}

function saidOf(outcomes: readonly Outcome[], locale: Locale): string {
  if (outcomes.length === 0) return say(locale, 'nightly.line.nothing');
  const order = (kind: string): number => (NIGHTLY_KINDS as readonly string[]).indexOf(kind);
  return outcomes
    .toSorted((one, other) => order(one.kind) - order(other.kind))
    .map(({ kind, state, file, counts, fault }) => {
      const { missing, ...rest } = counts;
      const line = state === 'TAKEN' && missing !== null ? 'missing' : state;
      const params = {
        kind: say(locale, `nightly.kind.${kind}`),
        file,
        ...rest,
        missing: missing ?? 0,
        fault: fault?.[locale] ?? '',
      };
      return say(locale, `nightly.line.${line}`, params);
    })
    .join('\n');
}

/** The process that had one ended meanwhile: what it has written stands, and whoever looks after it is told. */
async function tellOfCut(services: Services): Promise<void> {
  const silent = sql<boolean>`state = 'RUNNING' and seen_at < now() - ${SILENT}`;
  const some = await services.db.selectFrom('sys_nightly_run').where(silent).select('id').limit(1).execute();
  if (some.length === 0) return;
  await byTheClock(services, ACTION, async (context) => {
    const cut = await context.trx
      .updateTable('sys_nightly_run')
      .set({ state: 'CUT', ended_at: sql`now()` })
      .where(silent)
      .returning(['id', 'dry'])
      .execute();
    await tell(context);
    const to = await holdersOf(context.trx, 'ROLE_ADMIN', null);
    for (const { id, dry } of cut) {
      context.logChange({ entity: 'job', id: 'nightly', change: { result: 'FAIL', cause: 'CUT' } });
      if (!dry) await notify(context, { to, template: 'msg.nightlyCut', link: `${PAGE}?show=${id}` });
    }
  });
}
