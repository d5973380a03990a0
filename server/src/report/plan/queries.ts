import { isAllowed, POWERS } from '@kuwei/contract/access';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import type { QueryOf } from '@kuwei/contract/route';
import type { ReportResult, ReportValues } from '@kuwei/contract/sys/report';
import type { ReportPlan, reportPlanRoutes, ReportSent, reportSentRoutes } from '@kuwei/contract/sys/report-plan';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Caller } from '../../context.ts';
import { conditionsOf, rowsOf, type Joined, type Narrowed } from '../../db/columns.ts';
import { all, oneRow, orderOf, type List, type SortsOf } from '../../db/list.ts';
import { byName, named } from '../../db/named.ts';
import { like } from '../../db/search.ts';
import type { DB, SysReport, SysReportPlan, SysReportSending, SysUser, WmsOrg } from '../../db/types.ts';
import { say } from '../../phrase.ts';

export type PlanQuery = QueryOf<(typeof reportPlanRoutes)['listPlans']>;
export type SentQuery = QueryOf<(typeof reportSentRoutes)['listSent']>;

/** Plans `p` that the caller may see and change: their own, and for report managers those of roles. */
const isPlanAccessible = ({ userId, effective }: Caller): RawBuilder<boolean> =>
  isAllowed([POWERS.report], effective)
    ? sql<boolean>`(p.user_id = ${userId} or p.role_code is not null)`
    : sql<boolean>`p.user_id = ${userId}`;

/** The phrase of a stored error code. */
const faultText = (locale: Locale, code: string | null): string | null =>
  code === null ? null : say(locale, `result.fault.${code}`);

interface PlanTables {
  p: Narrowed<SysReportPlan, { params: ReportValues }>;
  r: SysReport;
  x: Joined<SysUser>;
  l: Joined<Pick<SysReportSending, 'id' | 'due_at' | 'state'>>;
}

const planRows = ({ userId }: Caller, locale: Locale): RawBuilder<ReportPlan> =>
  rowsOf<ReportPlan, PlanTables>(
    {
      id: 'p.id',
      reportId: 'p.report_id',
      roleCode: 'p.role_code',
      values: 'p.params',
      rhythm: 'p.rhythm',
      day: 'p.day',
      hour: 'p.hour',
      onlyRows: 'p.only_rows',
      active: 'p.active',
      reportName: named(locale, 'r'),
      forName: sql<string | null>`coalesce(
        (select ${named(locale, 'h')} from sys_role h where h.code = p.role_code), (select ${named(locale, 'o')} from wms_org o where o.id = p.org_id))`,
      pageRole: 'p.page_role',
      nextAt: 'p.next_at',
      fault: 'p.fault',
      lastId: 'l.id',
      lastAt: 'l.due_at',
      lastState: 'l.state',
      rev: 'p.rev',
      createdAt: 'p.created_at',
      updatedAt: 'p.updated_at',
      updatedBy: 'x.name',
    },
    sql`page join sys_report_plan p on p.id = page.id join sys_report r on r.id = p.report_id left join sys_user x on x.id = p.updated_by
      left join lateral (select s.id, s.due_at, s.state from sys_report_sending s where s.plan_id = p.id and s.user_id = ${userId}
                          order by s.due_at desc limit 1) l on true`,
  );

/** Replaces the error code by its phrase. */
export const withFaultText = <R extends { fault: string | null }>(locale: Locale, row: R): R => ({
  ...row,
  fault: faultText(locale, row.fault),
});

export function planList(caller: Caller, query: Omit<PlanQuery, 'page' | 'size'>, locale: Locale): List<ReportPlan> {
  const sorts: SortsOf<PlanQuery> = {
    nextAt: { by: sql`p.next_at` },
    name: { by: byName(locale, 'r') },
  };
  const conditions = conditionsOf(query, {
    reportId: (id) => sql`p.report_id = ${id}`,
    q: (q) => sql`concat_ws(' ', lower(r.code), lower(r.name), lower(r.name_en)) like ${like(q)}`,
  });
  return {
    id: sql`p.id`,
    from: sql`sys_report_plan p join sys_report r on r.id = p.report_id where ${all([isPlanAccessible(caller), ...conditions])}`,
    order: orderOf(query.sort ?? 'nextAt', sorts, sql`p.id`),
    rows: planRows(caller, locale),
  };
}

/** @throws AppError NOT_FOUND, also for one that is not theirs */
export const planById = async (db: Kysely<DB>, caller: Caller, id: string, locale: Locale): Promise<ReportPlan> =>
  withFaultText(
    locale,
    await oneRow(
      db,
      sql`select p.id from sys_report_plan p where p.id = ${id} and ${isPlanAccessible(caller)}`,
      planRows(caller, locale),
    ),
  );

interface SentTables {
  s: Narrowed<SysReportSending, { result: ReportResult | null; params: ReportValues }>;
  r: Joined<SysReport>;
  o: Joined<WmsOrg>;
}

const sentColumns = (locale: Locale) =>
  ({
    id: 's.id',
    planId: 's.plan_id',
    reportId: 's.report_id',
    reportName: sql<string>`coalesce(${named(locale, 'r')}, '')`,
    orgName: sql<string | null>`${named(locale, 'o')}`,
    dueAt: 's.due_at',
    doneAt: 's.done_at',
    state: 's.state',
    rowCount: 's.row_count',
    fault: 's.fault',
  }) as const;
const sentFrom = sql`page join sys_report_sending s on s.id = page.id left join sys_report r on r.id = s.report_id
  left join wms_org o on o.id = s.org_id`;

export function sentList({ userId }: Caller, query: Omit<SentQuery, 'page' | 'size'>, locale: Locale): List<ReportSent> {
  const sorts: SortsOf<SentQuery> = { dueAt: { by: sql`s.due_at` } };
  const conditions = conditionsOf(query, {
    planId: (id) => sql`s.plan_id = ${id}`,
    q: (q) =>
      sql`exists (select from sys_report r where r.id = s.report_id and concat_ws(' ', lower(r.code), lower(r.name), lower(r.name_en)) like ${like(q)})`,
  });
  return {
    id: sql`s.id`,
    from: sql`sys_report_sending s where ${all([sql`s.user_id = ${userId}`, ...conditions])}`,
    order: orderOf(query.sort ?? '-dueAt', sorts, sql`s.id`),
    rows: rowsOf<ReportSent, SentTables>(sentColumns(locale), sentFrom),
  };
}

type Whole = ReportSent & { values: ReportValues; result: ReportResult | null; orgId: string | null; pageRole: string | null };

/** A report sent to the caller, as long as they have the rights it was run with. @throws AppError NOT_FOUND */
export async function sentById(db: Kysely<DB>, caller: Caller, id: string, locale: Locale) {
  const { orgId, pageRole, ...sent } = await oneRow<Whole>(
    db,
    sql`select s.id from sys_report_sending s where s.id = ${id} and s.user_id = ${caller.userId}`,
    rowsOf<Whole, SentTables>(
      { ...sentColumns(locale), values: 's.params', result: 's.result', orgId: 's.org_id', pageRole: 's.page_role' },
      sentFrom,
    ),
  );
  const isStill =
    (orgId === null || caller.orgs.some((org) => org.id === orgId)) &&
    (pageRole === null || caller.roles.some(({ code }) => code === pageRole));
  if (!isStill) throw new AppError('NOT_FOUND');
  return withFaultText(locale, sent);
}
