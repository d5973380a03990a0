// Scheduled reports to the inbox: recipients, schedule and results (decision 167).
import { POWERS } from '../kit/access.ts';
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { listQuery, pageOf, stamps } from '../kit/page.ts';
import { routes } from '../kit/route.ts';
import { reportResult, reportValues } from './report.ts';

export const RHYTHMS = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;
export type Rhythm = (typeof RHYTHMS)[number];
const SENDING_STATES = ['WAITING', 'RUNNING', 'DONE', 'EMPTY', 'FAILED'] as const;
/** Per user. */
export const PLANS_MAX = 50;
/** Rows stored per sent report. */
export const SENT_ROWS_MAX = 1_000;
/** Retention of sent reports. */
export const SENT_DAYS = 90;

const planForm = z.strictObject({
  reportId: f.id,
  /** All holders, each with what they may see; null: only the creator, acting for their current organisation. */
  roleCode: f.maybeText(64),
  /** Fixed parameters; the others use the report's defaults at each run. */
  values: z._default(reportValues, {}),
  rhythm: z.enum(RHYTHMS),
  /** Day of the week, from Monday; or of the month, capped at its last day. */
  day: f.maybe(z.int().check(z.gte(1), z.lte(31))),
  /** Hour in the time zone of the site. */
  hour: z.int().check(z.gte(0), z.lte(23)),
  /** Don't send without rows. */
  onlyRows: z._default(z.boolean(), false),
  active: z._default(z.boolean(), true),
});
export type PlanForm = z.infer<typeof planForm>;

const plan = z.object({
  id: z.string(),
  ...planForm.shape,
  reportName: z.string(),
  /** The role it is for, or the organisation its creator acts for. */
  forName: f.maybe(z.string()),
  pageRole: f.maybe(z.string()),
  nextAt: z.string(),
  /** Why it was stopped automatically. */
  fault: f.maybe(z.string()),
  /** The caller's last result. */
  lastId: f.maybe(z.string()),
  lastAt: f.maybe(z.string()),
  lastState: f.maybe(z.enum(SENDING_STATES)),
  ...stamps,
});
export type ReportPlan = z.infer<typeof plan>;

const sent = z.object({
  id: z.string(),
  planId: f.maybe(z.string()),
  reportId: f.maybe(z.string()),
  reportName: z.string(),
  /** Organisation that the user acted for. */
  orgName: f.maybe(z.string()),
  dueAt: z.string(),
  doneAt: f.maybe(z.string()),
  state: z.enum(SENDING_STATES),
  rowCount: f.maybe(z.int()),
  fault: f.maybe(z.string()),
});
export type ReportSent = z.infer<typeof sent>;

const path = '/sys/report/plan';
const params = z.strictObject({ id: f.id });
const FAULTS = ['INVALID', 'NOT_FOUND', 'FORBIDDEN', 'ORG_NEEDED', 'GIVEN_MAX'] as const;

export const reportPlanRoutes = routes({
  listPlans: {
    method: 'GET',
    path,
    summary: 'Scheduled reports of the caller; for report managers also those for roles',
    needs: 'signed-in',
    query: listQuery(['nextAt', 'name'], { reportId: z.optional(f.id) }),
    reply: pageOf(plan),
  },
  createPlan: {
    method: 'POST',
    path,
    summary: `Have a report sent by the clock. For a role it takes ${POWERS.report}`,
    needs: 'signed-in',
    body: planForm,
    reply: plan,
    errors: FAULTS,
  },
  updatePlan: {
    method: 'PUT',
    path: `${path}/{id}`,
    summary: 'Change when a report is sent; which, and for whom, stays',
    needs: 'signed-in',
    params,
    body: f.updateOf(planForm),
    reply: plan,
    errors: ['STALE', ...FAULTS],
  },
  sendPlan: {
    method: 'PUT',
    path: `${path}/{id}/send`,
    summary: 'Send it now, in addition to the schedule',
    needs: 'signed-in',
    params,
    reply: z.null(),
    errors: ['NOT_FOUND'],
  },
  deletePlan: {
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Cancel a scheduled report; results are kept',
    needs: 'signed-in',
    params,
    reply: z.null(),
    errors: ['NOT_FOUND'],
  },
});

const sentPath = '/sys/report/sent';
export const reportSentRoutes = routes({
  listSent: {
    method: 'GET',
    path: sentPath,
    summary: "Results of the caller's scheduled reports",
    needs: 'signed-in',
    query: listQuery(['dueAt'], { planId: z.optional(f.id) }),
    reply: pageOf(sent),
  },
  getSent: {
    method: 'GET',
    path: `${sentPath}/{id}`,
    summary: 'One of them, with its rows as they were then',
    needs: 'signed-in',
    params,
    reply: z.extend(sent, { values: reportValues, result: f.maybe(reportResult) }),
  },
});
