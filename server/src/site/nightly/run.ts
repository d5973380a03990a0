// The nightly import: once per night in whichever process comes first, each file through the import of its screen, with one
// message for all.
import type { Locale } from '@kuwei/contract/constants';
import { EVENTS } from '@kuwei/contract/event';
import { sql } from 'kysely';
import type { Caller, Services, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import { say } from '../../phrase.ts';
import { runAsSystem } from '../../platform/clock.ts';
import { notify } from '../../platform/msg-inbox/notify.ts';
import { findHolders } from '../../platform/people.ts';
import { localize } from './fault.ts';
import { NIGHTLY_ACTION, takeFiles, type NightTables, type Outcome, type Run } from './passes.ts';
import { findSources, SOURCE_TIMEOUTS, type SourceTimeouts } from './sources.ts';
import { isTime } from './time.ts';

const PAGE = '/def/sysbase/nightly';
/** A run without a heartbeat for this long counts as interrupted. */
const HEARTBEAT_TIMEOUT = sql`interval '60 seconds'`;
const ALIVE_MS = 10_000;
/** How late a missed run may start. */
const LATE = sql`interval '3 hours'`;

/** The job of every minute. */
export async function runNightlyJob(services: Services, tables: NightTables, patience = SOURCE_TIMEOUTS): Promise<void> {
  await notifyInterruptedRun(services);
  if (services.settings.get('SYS_NIGHTLY_ON')) await createDueRun(services);
  const run = await claimRun(services);
  if (run) await executeRun(services, tables, run, patience);
}

/** Wakes the job for a requested run. Without a running worker, the minute job picks it up. */
export function wakeNightly({ db, log }: Pick<Services, 'db' | 'log'>): void {
  sql`select graphile_worker.add_job('nightly', job_key => 'nightly-now')`
    .execute(db)
    .catch((error: unknown) => log.debug({ err: error }, 'the nightly import waits for the minute'));
}

/** Begins a due run, also late and for the previous day. A waiting or running one has to end first. */
async function createDueRun({ db, settings }: Services): Promise<void> {
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

async function claimRun({ db }: Services): Promise<Run | null> {
  const { rows } = await sql<Run>`
    update sys_nightly_run set state = 'RUNNING', seen_at = now()
     where id = (select id from sys_nightly_run where state = 'QUEUED' limit 1 for update skip locked)
    returning id, night, dry`.execute(db);
  return rows[0] ?? null;
}

async function executeRun(services: Services, tables: NightTables, run: Run, patience: SourceTimeouts): Promise<void> {
  const alive = setInterval(() => {
    sql`update sys_nightly_run set seen_at = now() where id = ${run.id} and state = 'RUNNING'`
      .execute(services.db)
      .catch(() => {});
  }, ALIVE_MS);
  try {
    await notifyPages(services);
    const { found, others } = await findSources(services, patience);
    const outcomes = await takeFiles(
      { services, tables, run, signal: patience.signal, afterPass: () => notifyPages(services) },
      found,
    );
    // On shutdown, the next process marks the run as interrupted.
    if (!patience.signal?.aborted) await endRun(services, run, outcomes, others);
  } finally {
    clearInterval(alive);
  }
}

const notifyPages = (services: Services): Promise<void> =>
  runAsSystem(services, NIGHTLY_ACTION, async (context) => emitChanged(context));

async function emitChanged(context: WriteContext<Caller>): Promise<void> {
  const to = await findHolders(context.trx, 'ROLE_ADMIN', null);
  context.emit({ to, ...EVENTS.nightly, d: {} });
}

async function endRun(services: Services, run: Run, outcomes: readonly Outcome[], others: readonly string[]): Promise<void> {
  const failed = outcomes.filter(({ state }) => state === 'FAILED').length;
  const isFailed = failed > 0 || outcomes.length === 0;
  const sum = (of: 'created' | 'updated' | 'refused'): number => outcomes.reduce((all, { counts }) => all + counts[of], 0);
  const counts = { created: sum('created'), updated: sum('updated'), refused: sum('refused') };
  await runAsSystem(services, NIGHTLY_ACTION, async (context) => {
    const { numUpdatedRows } = await context.trx
      .updateTable('sys_nightly_run')
      .set({ state: isFailed ? 'FAILED' : 'DONE', ended_at: sql`now()`, others: [...others] })
      .where('id', '=', run.id)
      .where('state', '=', 'RUNNING')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await emitChanged(context);
    const result = isFailed ? { result: 'FAIL' } : {};
    const files = outcomes.map(({ file }) => file);
    context.logChange({
      entity: 'job',
      id: 'nightly',
      change: { ...result, ...counts, ...(files.length > 0 && { file: files }) },
    });
    // Dry runs are visible on the page, and nights without changes need no message.
    if (run.dry || (!isFailed && outcomes.every(({ state }) => state === 'SAME'))) return;
    const lines = localize((locale) => describeOutcomes(outcomes, locale));
    const to = await findHolders(context.trx, 'ROLE_ADMIN', null);
    const link = `${PAGE}?show=${run.id}`;
    if (isFailed)
      await notify(context, { to, template: 'msg.nightlyFailed', params: { failed: Math.max(failed, 1), files: lines }, link });
    else await notify(context, { to, template: 'msg.nightly', params: { ...counts, files: lines }, link });
  });
}

function describeOutcomes(outcomes: readonly Outcome[], locale: Locale): string {
  if (outcomes.length === 0) return say(locale, 'nightly.line.nothing');
  return outcomes
    .map(({ kind, state, file, counts, fault }) => {
      const { missing, ...rest } = counts;
      const line = state === 'FAILED' || state === 'SAME' ? state : missing !== null ? 'missing' : 'TAKEN';
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

/** A run whose process ended: what it wrote stays, and administrators are notified. */
async function notifyInterruptedRun(services: Services): Promise<void> {
  const silent = sql<boolean>`state = 'RUNNING' and seen_at < now() - ${HEARTBEAT_TIMEOUT}`;
  const some = await services.db.selectFrom('sys_nightly_run').where(silent).select('id').limit(1).execute();
  if (some.length === 0) return;
  await runAsSystem(services, NIGHTLY_ACTION, async (context) => {
    const cut = await context.trx
      .updateTable('sys_nightly_run')
      .set({ state: 'CUT', ended_at: sql`now()` })
      .where(silent)
      .returning(['id', 'dry'])
      .execute();
    await emitChanged(context);
    const to = await findHolders(context.trx, 'ROLE_ADMIN', null);
    for (const { id, dry } of cut) {
      context.logChange({ entity: 'job', id: 'nightly', change: { result: 'FAIL', cause: 'CUT' } });
      if (!dry) await notify(context, { to, template: 'msg.nightlyCut', link: `${PAGE}?show=${id}` });
    }
  });
}
