// The report job: records due reports once for each person, then runs them one by one as that person and notifies them.
import { PAGE_ROLES, WMS_ROLES } from '@kuwei/contract/access';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { ORG_TYPE_OF } from '@kuwei/contract/org';
import type { ReportResult, ReportValues } from '@kuwei/contract/sys/report';
import { SENT_ROWS_MAX } from '@kuwei/contract/sys/report-plan';
import { sql } from 'kysely';
import { buildActingCaller } from '../../auth/session/acting-caller.ts';
import { maySignIn } from '../../session/may-sign-in.ts';
import type { Caller, ReadContext, Services } from '../../context.ts';
import { bothNames, type BothNames } from '../../db/named.ts';
import type { Trx } from '../../db/open.ts';
import { runAsSystem, readFor } from '../../platform/clock.ts';
import { notify } from '../../platform/msg-inbox/notify.ts';
import { say } from '../../phrase.ts';
import { getRunnableReport } from '../query/queries.ts';
import { runAndShow } from '../query/run-shown.ts';

const ACTION = 'reports by the clock';
/** After this time a running delivery counts as interrupted: no report may run longer. */
const INTERRUPTED_AFTER = sql`interval '15 minutes'`;
const TRIES = 3;
/** Limit for a stored result: more than a screen can show. */
const KEPT_BYTES = 2_000_000;
/** Time slice of this job; the rest follows a minute later. */
const SLICE_MS = 40_000;

/** The job of every minute. */
export async function sendReports(services: Services, signal: AbortSignal): Promise<void> {
  await recordDue(services);
  const until = Date.now() + SLICE_MS;
  while (!signal.aborted && Date.now() < until) {
    const sending = await claimSending(services);
    if (sending === null) return;
    await send(services, sending, signal);
  }
}

/** Runs the job at once. If it cannot be queued, the next minute runs it. */
export function wakeReports({ db, log }: Pick<Services, 'db' | 'log'>): void {
  sql`select graphile_worker.add_job('reports', job_key => 'reports-now')`
    .execute(db)
    .catch((error: unknown) => log.debug({ err: error }, 'report job not queued, the next minute runs it'));
}

/** Records due plans once for each person and sets their next time; missed times are skipped except the last. */
async function recordDue({ db }: Services): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; roleCode: string | null }>`
      select id, role_code as "roleCode" from sys_report_plan where active and next_at <= now() order by next_at limit 200
      for no key update skip locked`.execute(trx);
    for (const { id, roleCode } of rows) await (roleCode === null ? recordOwn(trx, id) : recordRole(trx, id, roleCode));
    if (rows.length > 0)
      await sql`update sys_report_plan set next_at = sys_report_next(rhythm, day, hour, now()) where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(
        trx,
      );
  });
}

const into = sql`insert into sys_report_sending (id, plan_id, report_id, user_id, page_role, org_id, params, only_rows, due_at)`;

const recordOwn = (trx: Trx, id: string) =>
  sql`${into} select gen_random_uuid(), p.id, p.report_id, p.user_id, p.page_role, p.org_id, p.params, p.only_rows, p.next_at
        from sys_report_plan p where p.id = ${id} on conflict do nothing`.execute(trx);

/** Records a delivery for every holder of the role, under the page role it needs, for each organisation they work for in it. */
function recordRole(trx: Trx, id: string, role: string) {
  const pageRole = pageRoleOf(role);
  const type = pageRole === null ? null : (ORG_TYPE_OF[pageRole] ?? null);
  return sql`${into} select gen_random_uuid(), p.id, p.report_id, u.id, ${pageRole}, o.id, p.params, p.only_rows, p.next_at
      from sys_report_plan p join sys_user_role h on h.role_code = p.role_code join sys_user u on u.id = h.user_id and ${maySignIn}
      left join (wms_org_user m join wms_org o on o.id = m.org_id and o.valid and o.type = ${type}) on m.user_id = u.id
     where p.id = ${id} and (${type}::text is null or o.id is not null)
       and (${pageRole}::text is null or exists (select from sys_user_role w where w.user_id = u.id and w.role_code = ${pageRole}))
    on conflict do nothing`.execute(trx);
}

/** The page role that a role needs; null: any. */
function pageRoleOf(role: string): string | null {
  if ((PAGE_ROLES as readonly string[]).includes(role)) return role;
  return (Object.values(WMS_ROLES) as string[]).includes(role) ? 'ROLE_WAREHOUSE_ADMIN' : null;
}

interface Sending {
  id: string;
  planId: string | null;
  reportId: string | null;
  userId: string;
  pageRole: string | null;
  orgId: string | null;
  params: ReportValues;
  onlyRows: boolean;
  tries: number;
}

/** Claims the next delivery, exclusively across processes. */
async function claimSending({ db }: Services): Promise<Sending | null> {
  const { rows } = await sql<Sending>`
    update sys_report_sending s set state = 'RUNNING', begun_at = now(), tries = s.tries + 1
     where s.id = (select id from sys_report_sending
                    where (state = 'WAITING' or (state = 'RUNNING' and begun_at < now() - ${INTERRUPTED_AFTER}))
                      and not exists (select from sys_report_sending b where b.state = 'RUNNING' and b.begun_at >= now() - ${INTERRUPTED_AFTER})
                    order by due_at, id limit 1 for update skip locked)
    returning s.id, s.plan_id as "planId", s.report_id as "reportId", s.user_id as "userId", s.page_role as "pageRole",
              s.org_id as "orgId", s.params, s.only_rows as "onlyRows", s.tries`.execute(db);
  return rows[0] ?? null;
}

type Outcome = { result: ReportResult } | { fault: string; isOver: boolean };

async function send(services: Services, sending: Sending, signal: AbortSignal): Promise<void> {
  const person = await buildActingCaller(services.db, sending);
  const outcome = person === null ? GONE : await run(services, sending, readFor(services, person, signal));
  // The process is shutting down: another one will take it.
  if (signal.aborted) return releaseSending(services, sending);
  if ('fault' in outcome && outcome.fault === 'TOO_MANY_AT_ONCE' && sending.tries < TRIES)
    return releaseSending(services, sending);
  await storeOutcome(services, sending, outcome);
}

/** The person cannot sign in any more, or has lost the role or organisation of the subscription. */
const GONE: Outcome = { fault: 'GONE', isOver: true };

async function run(services: Services, { reportId, params, tries }: Sending, context: ReadContext<Caller>): Promise<Outcome> {
  // It crashed the process each time.
  if (tries > TRIES) return { fault: 'SERVER', isOver: false };
  try {
    if (reportId === null) throw new AppError('NOT_FOUND');
    const report = await getRunnableReport(services.db, context.caller, reportId, 'SEE');
    const limit = Math.min(report.rowLimit, SENT_ROWS_MAX);
    return { result: truncate(await runAndShow(report, params, { kind: 'SCHEDULE', limit }, context)) };
  } catch (error) {
    if (!(error instanceof AppError)) {
      if (!context.aborted().aborted) services.log.error({ err: error, report: reportId }, 'a report could not be sent');
      return { fault: 'SERVER', isOver: false };
    }
    return { fault: error.code, isOver: error.code === 'NOT_FOUND' };
  }
}

/** Halves the rows until they fit. */
function truncate(result: ReportResult): ReportResult {
  if (JSON.stringify(result.rows).length <= KEPT_BYTES) return result;
  return truncate({ ...result, rows: result.rows.slice(0, Math.floor(result.rows.length / 2)), more: true });
}

const inBoth = (text: (locale: Locale) => string): BothNames => ({ zh: text('zh'), en: text('en') });

const releaseSending = async ({ db }: Services, { id }: Sending): Promise<void> => {
  await sql`update sys_report_sending set state = 'WAITING', tries = tries - 1 where id = ${id} and state = 'RUNNING'`.execute(
    db,
  );
};

/** Stores the outcome with its message in one commit. */
async function storeOutcome(
  services: Services,
  { id, planId, userId, orgId, onlyRows }: Sending,
  outcome: Outcome,
): Promise<void> {
  const isEmpty = 'result' in outcome && onlyRows && outcome.result.rows.length === 0;
  const state = 'fault' in outcome ? 'FAILED' : isEmpty ? 'EMPTY' : 'DONE';
  const [rows, result] = 'result' in outcome ? [outcome.result.rows.length, outcome.result] : [null, null];
  const fault = 'fault' in outcome ? outcome.fault : null;
  await runAsSystem(services, ACTION, async (context) => {
    const { trx, logChange } = context;
    const { rows: concluded } = await sql<{ report: BothNames | null }>`
      update sys_report_sending s set state = ${state}, done_at = now(), row_count = ${rows}, fault = ${fault},
             result = ${isEmpty || result === null ? null : JSON.stringify(result)}::jsonb
       where s.id = ${id} and s.state = 'RUNNING'
      returning (select ${bothNames('r')} from sys_report r where r.id = s.report_id) as report`.execute(trx);
    const [row] = concluded;
    await stopPlan(trx, planId, outcome);
    // Another process took over and has already notified.
    if (!row || isEmpty || fault === 'GONE') return;
    // One message for each organisation.
    const about = { bc: 'sys', fc: 'report', objectId: [planId ?? id, orgId].filter((part) => part !== null).join(' ') };
    const name = row.report ?? '';
    const link = `/def/base/report/sent?id=${id}`;
    if (fault === null) {
      const params = { name, rows: `${rows ?? 0}${result?.more === true ? '+' : ''}` };
      await notify(context, { to: [userId], template: 'msg.report', params, about, link });
      return;
    }
    const reason = inBoth((locale) => say(locale, `result.fault.${fault}`));
    const template = 'fault' in outcome && outcome.isOver ? 'msg.reportOver' : 'msg.reportFailed';
    await notify(context, { to: [userId], template, params: { name, reason }, about, link });
    logChange({ entity: 'sys_report_plan', id: planId ?? id, change: { fault } });
  });
}

/** Stops a personal plan that can no longer succeed. */
async function stopPlan(trx: Trx, planId: string | null, outcome: Outcome): Promise<void> {
  if (planId === null || !('fault' in outcome) || !outcome.isOver) return;
  await sql`update sys_report_plan set active = false, fault = ${outcome.fault}, rev = rev + 1, updated_at = now()
             where id = ${planId} and user_id is not null`.execute(trx);
}
