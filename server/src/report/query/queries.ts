import { isAllowed, POWERS } from '@kuwei/contract/access';
import type { RuleAction } from '@kuwei/contract/auth/rule';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import type { QueryOf } from '@kuwei/contract/route';
import type {
  Built,
  ownReportRoutes,
  Report,
  ReportChart,
  ReportColumn,
  ReportParam,
  reportRoutes,
  RunnableReport,
} from '@kuwei/contract/sys/report';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Caller } from '../../context.ts';
import { conditionsOf, rowsOf, type Joined, type Narrowed } from '../../db/columns.ts';
import { all, oneRow, orderOf, type List, type SortsOf } from '../../db/list.ts';
import { byName, named } from '../../db/named.ts';
import { anyOf } from '../../db/rows.ts';
import { like } from '../../db/search.ts';
import { dicOptions } from '../../platform/dic/names.ts';
import type { DB, SysReport, SysUser } from '../../db/types.ts';
import { listOpenedReports } from '../reader.ts';

export type ReportQuery = QueryOf<(typeof reportRoutes)['listReports']>;
export type OwnQuery = QueryOf<(typeof ownReportRoutes)['listOwnReports']>;

type Row = Narrowed<SysReport, { params: ReportParam[]; columns: ReportColumn[]; chart: ReportChart; built: Built | null }>;

const REPORT = {
  id: 'r.id',
  code: 'r.code',
  name: 'r.name',
  nameEn: 'r.name_en',
  description: 'r.description',
  descriptionEn: 'r.description_en',
  category: 'r.category',
  sql: 'r.sql',
  built: 'r.built',
  params: 'r.params',
  columns: 'r.columns',
  chart: 'r.chart',
  rowLimit: 'r.row_limit',
  seconds: 'r.seconds',
  roles: 'r.roles',
  state: 'r.state',
  shipped: sql<boolean>`r.shipped is not null`,
  changed: sql<boolean>`r.shipped is not null and r.updated_by is not null`,
  rev: 'r.rev',
  createdAt: 'r.created_at',
  updatedAt: 'r.updated_at',
  updatedBy: 'x.name',
} as const;

const rows = rowsOf<Report, { r: Row; x: Joined<SysUser> }>(
  REPORT,
  sql`page join sys_report r on r.id = page.id left join sys_user x on x.id = r.updated_by`,
);

const matchesReport = (q: string): RawBuilder<unknown> =>
  sql`concat_ws(' ', lower(r.code), lower(r.name), lower(r.name_en), lower(r.description)) like ${like(q)}`;

export function reportList(query: Omit<ReportQuery, 'page' | 'size'>, locale: Locale): List<Report> {
  const sorts: SortsOf<ReportQuery> = {
    code: { by: sql`r.code collate wms_natural` },
    name: { by: byName(locale, 'r') },
    updatedAt: { by: sql`r.updated_at` },
  };
  const conditions = conditionsOf(query, {
    state: (states) => sql`r.state = any(${states}::text[])`,
    category: (codes) => sql`r.category = any(${codes}::text[])`,
    q: matchesReport,
  });
  return {
    id: sql`r.id`,
    from: sql`sys_report r where ${all(conditions)}`,
    order: orderOf(query.sort ?? 'code', sorts, sql`r.id`),
    rows,
  };
}

/** @throws AppError NOT_FOUND */
export const reportById = (db: Kysely<DB>, id: string): Promise<Report> =>
  oneRow(db, sql`select id from sys_report where id = ${id}`, rows);

/** Whether the caller may run `r`: by a role in effect or a rule; report managers may run all. */
function isOpenToCaller(caller: Caller, action: RuleAction): RawBuilder<boolean> {
  const opened = listOpenedReports(caller, action);
  if (opened === 'all' || isAllowed([POWERS.report], caller.effective)) return sql<boolean>`true`;
  const byRole = sql<boolean>`r.roles && ${caller.effective.map(({ code }) => code)}::text[]`;
  return opened.length === 0 ? byRole : sql<boolean>`(${byRole} or r.id = ${anyOf(opened)})`;
}

/** Published reports `r` that the caller may run, or export. */
const canRun = (caller: Caller, action: RuleAction = 'SEE'): RawBuilder<boolean> =>
  sql<boolean>`(r.state = 'PUBLISHED' and ${isOpenToCaller(caller, action)})`;

const own = (caller: Caller, locale: Locale) => ({
  id: sql<string>`r.id`,
  code: sql<string>`r.code`,
  name: named(locale, 'r'),
  description:
    locale === 'zh' ? sql<string | null>`r.description` : sql<string | null>`coalesce(r.description_en, r.description)`,
  category: sql<string | null>`r.category`,
  params: sql<ReportParam[]>`r.params`,
  chart: sql<ReportChart>`r.chart`,
  rowLimit: sql<number>`r.row_limit`,
  exports: canRun(caller, 'EXPORT'),
});

type OwnRow = Omit<RunnableReport, 'params'> & { params: ReportParam[] };
const withLabels = (row: OwnRow, locale: Locale): RunnableReport => ({
  ...row,
  params: row.params.map((param) => ({ ...param, label: locale === 'zh' ? param.zh : (param.en ?? param.zh), options: null })),
});

const ownRows = (caller: Caller, locale: Locale): RawBuilder<OwnRow> =>
  rowsOf<OwnRow, Record<never, never>>(own(caller, locale), sql`page join sys_report r on r.id = page.id`);

export function ownList(caller: Caller, query: Omit<OwnQuery, 'page' | 'size'>, locale: Locale): List<OwnRow> {
  const sorts: SortsOf<OwnQuery> = { name: { by: byName(locale, 'r') }, code: { by: sql`r.code collate wms_natural` } };
  const conditions = [
    canRun(caller),
    ...conditionsOf(query, { category: (codes) => sql`r.category = any(${codes}::text[])`, q: matchesReport }),
  ];
  return {
    id: sql`r.id`,
    from: sql`sys_report r where ${all(conditions)}`,
    order: orderOf(query.sort ?? 'name', sorts, sql`r.id`),
    rows: ownRows(caller, locale),
  };
}

export const toRunnable = withLabels;

/** @throws AppError NOT_FOUND, also for one that the caller may not run */
export async function ownReport(db: Kysely<DB>, caller: Caller, id: string, locale: Locale): Promise<RunnableReport> {
  const ids = sql`select r.id from sys_report r where r.id = ${id} and ${canRun(caller)}`;
  const report = withLabels(await oneRow(db, ids, ownRows(caller, locale)), locale);
  const params = report.params.map(async (each) => ({
    ...each,
    options: each.dic === null ? null : await dicOptions(db, each.dic, locale),
  }));
  return { ...report, params: await Promise.all(params) };
}

/** A full report that the caller may run or export. @throws AppError NOT_FOUND */
export async function getRunnableReport(db: Kysely<DB>, caller: Caller, id: string, action: RuleAction): Promise<Report> {
  const ids = sql<{ id: string }>`select r.id from sys_report r where r.id = ${id} and ${canRun(caller, action)}`;
  const [row] = (await ids.execute(db)).rows;
  if (row === undefined) throw new AppError('NOT_FOUND');
  return reportById(db, row.id);
}
