// Scheduled reports, as seen by their recipients.
import { isAllowed, POWERS } from '@kuwei/contract/access';
import { AppError, type Fault } from '@kuwei/contract/error';
import { PLANS_MAX, type PlanForm, type reportPlanRoutes, type reportSentRoutes } from '@kuwei/contract/sys/report-plan';
import { sql } from 'kysely';
import { recheckAfterWait } from '../../session/recheck.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { changesOf } from '../../db/columns.ts';
import { newId } from '../../db/id.ts';
import { listPage } from '../../db/list.ts';
import { updateRow } from '../../db/rows.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import { todayOf } from '../../db/today.ts';
import type { Handlers } from '../../http/register.ts';
import { say } from '../../phrase.ts';
import { scopeOf } from '../../wms/scope.ts';
import { getRunnableReport } from '../query/queries.ts';
import { bindValues } from '../query/run.ts';
import { wakeReports } from './due.ts';
import { withFaultText, planById, planList, sentById, sentList } from './queries.ts';

type Context = WriteContext<Caller>;
const PLANS = 'sys_report_plan';

/** The current page role and organisation, in which the report will run. */
function currentRole(caller: Caller): { page_role: string | null; org_id: string | null } {
  try {
    return { page_role: caller.pageRole, org_id: scopeOf(caller).orgId };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'PAGE_ROLE') throw error;
    return { page_role: caller.pageRole, org_id: null };
  }
}

const next = ({ rhythm, day, hour }: PlanForm) => sql<string>`sys_report_next(${rhythm}, ${day}::integer, ${hour}, now())`;

/** @throws AppError NOT_FOUND for a report that the caller may not run, FORBIDDEN, INVALID at the field */
async function assertComplete({ trx, caller }: Context, form: PlanForm): Promise<void> {
  const report = await getRunnableReport(trx, caller, form.reportId, 'SEE');
  const faults: Fault[] = [];
  const { rhythm, day, roleCode } = form;
  if ((rhythm === 'DAILY') !== (day === null)) faults.push({ path: 'day', key: day === null ? 'rule.required' : 'rule.empty' });
  if (rhythm === 'WEEKLY' && day !== null && day > 7) faults.push({ path: 'day', key: 'rule.tooLarge' });
  if (roleCode !== null) {
    if (!isAllowed([POWERS.report], caller.effective)) throw new AppError('FORBIDDEN');
    if (!report.roles.includes(roleCode)) faults.push({ path: 'roleCode', key: 'rule.notOfReport' });
  }
  if (faults.length > 0) throw new AppError('INVALID', { faults });
  // Check parameters as if it ran now.
  const unknown = Object.keys(form.values).filter((name) => report.params.every((param) => param.name !== name));
  if (unknown.length > 0) throw new AppError('VALIDATION');
  bindValues([], report.params, form.values, await todayOf(trx));
}

/** @throws AppError GIVEN_MAX */
async function assertWithinMaximum({ trx, caller, origin: { locale } }: Context): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from sys_report_plan where user_id = ${caller.userId}`.execute(trx);
  if (rows[0]!.n < PLANS_MAX) return;
  throw new AppError('GIVEN_MAX', {
    params: { name: caller.name, max: PLANS_MAX, what: say(locale, 'result.plans').toLowerCase() },
  });
}

async function locked(context: Context, id: string) {
  const waited = recheckAfterWait(context);
  await sql`select from sys_report_plan where id = ${id} for no key update`.execute(context.trx);
  await waited();
  return planById(context.trx, context.caller, id, context.origin.locale);
}

export const reportPlanHandlers: Handlers<typeof reportPlanRoutes> = {
  listPlans: async ({ query }, { db, caller, origin: { locale } }) => {
    const { list, ...page } = await listPage(db, query, planList(caller, query, locale));
    return { ...page, list: list.map((row) => withFaultText(locale, row)) };
  },
  createPlan: async ({ body: form }, context) => {
    const { trx, caller, origin, logChange } = context;
    const waited = recheckAfterWait(context);
    await sql`select from sys_user where id = ${caller.userId} for no key update`.execute(trx);
    await waited();
    await assertComplete(context, form);
    if (form.roleCode === null) await assertWithinMaximum(context);
    const id = newId();
    const whose =
      form.roleCode === null
        ? { user_id: caller.userId, ...currentRole(caller) }
        : { role_code: form.roleCode, page_role: null, org_id: null };
    await trx
      .insertInto(PLANS)
      .values({
        id,
        report_id: form.reportId,
        ...whose,
        params: JSON.stringify(form.values),
        rhythm: form.rhythm,
        day: form.day,
        hour: form.hour,
        only_rows: form.onlyRows,
        active: form.active,
        next_at: next(form),
        created_by: caller.userId,
        updated_by: caller.userId,
      })
      .execute();
    logChange({ entity: PLANS, id, change: form });
    return planById(trx, caller, id, origin.locale);
  },
  updatePlan: async ({ params: { id }, body: { rev, ...form } }, context) => {
    const before = await locked(context, id);
    assertRevision(before.rev, rev);
    const fixed = (['reportId', 'roleCode'] as const).filter((path) => before[path] !== form[path]);
    if (fixed.length > 0) throw new AppError('INVALID', { faults: fixed.map((path) => ({ path, key: 'rule.fixed' })) });
    await assertComplete(context, form);
    await updateRow(context, PLANS, before, {
      params: JSON.stringify(form.values),
      rhythm: form.rhythm,
      day: form.day,
      hour: form.hour,
      only_rows: form.onlyRows,
      active: form.active,
      next_at: next(form),
      fault: null,
    });
    context.logChange({ entity: PLANS, id, change: changesOf(before, form) });
    return planById(context.trx, context.caller, id, context.origin.locale);
  },
  sendPlan: async ({ params: { id } }, context) => {
    const { trx, caller, services } = context;
    await locked(context, id);
    const { pageRole, orgId } = await sql<{ pageRole: string | null; orgId: string | null }>`
      select page_role as "pageRole", org_id as "orgId" from sys_report_plan where id = ${id} and user_id is not null`
      .execute(trx)
      .then(({ rows }) => rows[0] ?? { pageRole: currentRole(caller).page_role, orgId: currentRole(caller).org_id });
    await sql`
      insert into sys_report_sending (id, plan_id, report_id, user_id, page_role, org_id, params, only_rows, due_at)
      select ${newId()}, p.id, p.report_id, ${caller.userId}, ${pageRole}, ${orgId}, p.params, false, date_trunc('second', now())
        from sys_report_plan p where p.id = ${id}
      on conflict do nothing`.execute(trx);
    context.afterCommit(() => wakeReports(services));
    return null;
  },
  deletePlan: async ({ params: { id } }, context) => {
    const before = await locked(context, id);
    await sql`delete from sys_report_plan where id = ${id}`.execute(context.trx);
    context.logChange({ entity: PLANS, id, change: { deleted: before.reportName } });
    return null;
  },
};

export const reportSentHandlers: Handlers<typeof reportSentRoutes> = {
  listSent: async ({ query }, { db, caller, origin: { locale } }) => {
    const { list, ...page } = await listPage(db, query, sentList(caller, query, locale));
    return { ...page, list: list.map((row) => withFaultText(locale, row)) };
  },
  getSent: ({ params }, { db, caller, origin }) => sentById(db, caller, params.id, origin.locale),
};
