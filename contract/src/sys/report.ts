// Reports: SQL over documented views, with parameters, column labels and permitted roles (decisions 165 and 166).
import { POWERS } from '../kit/access.ts';
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { listQuery, pageOf, stamps } from '../kit/page.ts';
import { readRoutes, writeRoutes } from '../kit/record.ts';
import { routes, TEXT_MAX_BYTES } from '../kit/route.ts';
import { must, required } from '../kit/rule.ts';
import { BUILT_OPS, TOTALS } from './report-build.ts';
import { PARAM_TYPES } from './report-param.ts';

export const REPORT_STATES = ['DRAFT', 'PUBLISHED'] as const;
/** Type of a reporting view's column. */
const COLUMN_KINDS = ['text', 'code', 'count', 'quantity', 'money', 'day', 'moment', 'flag', 'list', 'id'] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];
/** Display format; AUTO: by type. */
export const COLUMN_FORMATS = [
  'AUTO',
  'TEXT',
  'NUMBER',
  'QUANTITY',
  'MONEY',
  'PERCENT',
  'DAY',
  'MOMENT',
  'YES_NO',
  'CODE',
] as const;
export const LINKS = ['NONE', 'PRODUCT', 'DOCUMENT', 'CASE'] as const;
const CHARTS = ['NONE', 'BAR'] as const;
/** Row limit on screen, and time limit of a run in seconds. */
const REPORT_ROWS_MAX = 10_000;
const REPORT_SECONDS_MAX = 300;
const REPORT_COLUMNS_MAX = 60;
const REPORT_PARAMS_MAX = 20;
export const TRY_ROWS = 20;
const SQL_MAX = 20_000;

const name = z.string().check(z.trim(), z.regex(/^[a-z][a-z0-9_]{0,39}$/));

const param = z.strictObject({
  /** The name after the colon in the statement. */
  name,
  type: z.enum(PARAM_TYPES),
  zh: f.requiredText(60),
  en: f.maybeText(60),
  required: z.boolean(),
  /** Default; dates may be relative: `{today-30}`. */
  preset: f.maybeText(100),
  /** Dictionary of its values. */
  dic: f.maybeText(64),
});
export type ReportParam = z.infer<typeof param>;

const columnName = f.name(63);
/** Widths of columns, in characters. */
export const WIDTH_MIN = 4;
export const WIDTH_MAX = 80;
const column = z.strictObject({
  /** The statement's column name. */
  name: columnName,
  zh: f.maybeText(60),
  en: f.maybeText(60),
  /** In characters; null: by type. */
  width: f.maybe(z.int().check(z.gte(WIDTH_MIN), z.lte(WIDTH_MAX))),
  format: z.enum(COLUMN_FORMATS),
  /** Column with the unit of a quantity. */
  unit: f.maybe(columnName),
  dic: f.maybeText(64),
  link: z.enum(LINKS),
  /** Column with the id of the linked record. */
  linkBy: f.maybe(columnName),
  total: z.enum(TOTALS),
  /** Group rows by this column, under a heading. */
  group: z.boolean(),
  /** Show only the first character, in files, too. */
  mask: z.boolean(),
  hidden: z.boolean(),
});
export type ReportColumn = z.infer<typeof column>;

const chart = z.strictObject({ type: z.enum(CHARTS), x: f.maybe(columnName), y: z._default(f.list(columnName, 4), []) });
export type ReportChart = z.infer<typeof chart>;

/** State of the report builder, so that it can be edited further. */
const built = z.strictObject({
  view: columnName,
  columns: f.list(z.strictObject({ name: columnName, sum: z.enum(TOTALS) }), 30),
  conditions: f.list(
    z.strictObject({
      column: columnName,
      op: z.enum(BUILT_OPS),
      value: f.text(200),
      /** Asked for at each run; the value is the default. */
      asked: z.boolean(),
    }),
    15,
  ),
  order: f.list(z.strictObject({ column: columnName, down: z.boolean() }), 5),
});
export type Built = z.infer<typeof built>;

const reportForm = z.strictObject({
  code: f.code,
  name: f.name(80),
  nameEn: f.maybeName(120),
  description: f.maybeText(500),
  descriptionEn: f.maybeText(500),
  category: f.maybeText(64),
  sql: z.string().check(z.trim(), must(required()), z.maxLength(SQL_MAX)),
  built: f.maybe(built),
  params: z._default(f.list(param, REPORT_PARAMS_MAX), []),
  columns: z._default(f.list(column, REPORT_COLUMNS_MAX), []),
  chart: z._default(chart, { type: 'NONE', x: null, y: [] }),
  rowLimit: z._default(z.int().check(z.gte(1), z.lte(REPORT_ROWS_MAX)), 1_000),
  seconds: z._default(z.int().check(z.gte(1), z.lte(REPORT_SECONDS_MAX)), 30),
  /** Roles that may run it. */
  roles: z._default(f.list(f.requiredText(64), 50), []),
  state: z._default(z.enum(REPORT_STATES), 'DRAFT'),
});

const report = z.object({
  id: z.string(),
  ...reportForm.shape,
  /** Built in. */
  shipped: z.boolean(),
  /** Built in, and overridden by the site. */
  changed: z.boolean(),
  ...stamps,
});
export type Report = z.infer<typeof report>;
export type ReportForm = z.infer<typeof reportForm>;

/** Parameters of a run, as typed. */
export const reportValues = z.record(name, z.nullable(z.string().check(z.maxLength(2_000))));
export type ReportValues = z.infer<typeof reportValues>;

/** Error of a statement, and its position in characters. */
const fault = z.object({ text: z.string(), at: f.maybe(z.int()), length: z.int() });
export type SqlFault = z.infer<typeof fault>;

/** A displayed column: labelled in the language of the call, with its type. */
const shownColumn = z.object({ ...column.shape, label: z.string(), kind: z.enum(COLUMN_KINDS), words: f.maybe(z.string()) });
export type ShownColumn = z.infer<typeof shownColumn>;

/** Numbers may be decimal texts; null if empty. */
const cell = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);
export type ReportCell = z.infer<typeof cell>;

export const reportResult = z.object({
  columns: z.array(shownColumn),
  rows: z.array(z.array(cell)),
  /** Truncated. */
  more: z.boolean(),
  ms: z.int(),
});
export type ReportResult = z.infer<typeof reportResult>;

const statement = z.strictObject({
  sql: z.string().check(z.maxLength(SQL_MAX)),
  params: f.list(param, REPORT_PARAMS_MAX),
});

/** An entry of a dictionary. */
const option = z.object({ value: z.string(), label: z.string() });

const view = z.object({
  name: z.string(),
  label: z.string(),
  /** What a row of it represents. */
  row: z.string(),
  columns: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      zh: z.string(),
      en: z.string(),
      kind: z.enum(COLUMN_KINDS),
      dic: f.maybe(z.string()),
      unit: f.maybe(z.string()),
    }),
  ),
});

const needs = [POWERS.report] as const;
const path = '/sys/report/query';
const params = z.strictObject({ id: f.id });

const reportQuery = listQuery(['code', 'name', 'updatedAt'], {
  state: z.optional(f.choices(REPORT_STATES)),
  category: z.optional(f.texts(64, 20)),
});

const read = readRoutes({
  path,
  called: ['a report', 'Reports, as they are written'],
  needs,
  query: reportQuery,
  record: report,
});
const write = writeRoutes({ path, called: 'a report', needs, form: reportForm, record: report, bodyMax: TEXT_MAX_BYTES });
const FAULTS = ['REPORT_SQL', 'INVALID'] as const;
const RUN_ERRORS = [...FAULTS, 'REPORT_UNFIT', 'REPORT_TOO_SLOW', 'REPORT_TOO_LARGE', 'ORG_NEEDED', 'NOT_FOUND'] as const;

export const reportRoutes = routes({
  getReportViews: {
    method: 'GET',
    path: '/sys/report/view',
    summary: 'Views that reports read, and whether the database is set up for reports',
    needs,
    reply: z.object({
      views: z.array(view),
      /** Why reports cannot run. */
      unfit: z.array(z.string()),
      /** SQL for the database administrator that fixes it. */
      remedy: f.maybe(z.string()),
      /** Functions that the login can execute but does not need. */
      open: z.array(z.string()),
      roles: z.array(z.object({ code: z.string(), name: z.string() })),
      /** Dictionary entries used by columns, by code. */
      dics: z.record(z.string(), z.array(option)),
      /** All dictionaries. */
      dictionaries: z.array(option),
    }),
  },
  checkReport: {
    method: 'POST',
    path: `${path}/check`,
    asks: true,
    summary: 'Validate a statement: its errors with positions, or its columns',
    needs,
    bodyMax: TEXT_MAX_BYTES,
    body: z.extend(statement, { columns: z._default(f.list(column, REPORT_COLUMNS_MAX), []) }),
    reply: z.object({ faults: z.array(fault), columns: z.array(shownColumn) }),
    errors: ['REPORT_UNFIT'],
  },
  tryReport: {
    method: 'POST',
    path: `${path}/try`,
    asks: true,
    summary: 'The first rows of a statement, as the caller sees them',
    needs,
    bodyMax: TEXT_MAX_BYTES,
    body: z.extend(statement, { values: reportValues, columns: f.list(column, REPORT_COLUMNS_MAX) }),
    reply: reportResult,
    errors: RUN_ERRORS,
  },
  exportReports: read.export,
  listReports: read.list,
  createReport: { ...write.create, errors: [...write.create.errors, ...FAULTS] },
  getReport: read.get,
  updateReport: { ...write.update, errors: [...write.update.errors, ...FAULTS] },
  restoreReport: {
    method: 'PUT',
    path: `${path}/{id}/restore`,
    summary: 'Reset a report to the built-in one',
    needs,
    params,
    body: z.strictObject({ rev: f.rev }),
    reply: report,
    errors: ['STALE', 'CONFLICT'],
  },
  deleteReport: { ...write.remove, errors: [...write.remove.errors, 'REPORT_SHIPPED'] },
});

/** A report as its users see it. */
const runnable = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  description: f.maybe(z.string()),
  category: f.maybe(z.string()),
  params: z.array(z.object({ ...param.shape, label: z.string(), options: f.maybe(z.array(option)) })),
  chart,
  rowLimit: z.int(),
  /** Whether the caller may export it. */
  exports: z.boolean(),
});
export type RunnableReport = z.infer<typeof runnable>;

const own = '/sys/report/own';
export const ownReportRoutes = routes({
  listOwnReports: {
    method: 'GET',
    path: own,
    summary: 'Reports that the caller may run',
    needs: 'signed-in',
    query: listQuery(['name', 'code'], { category: z.optional(f.texts(64, 20)) }),
    reply: pageOf(runnable),
  },
  getOwnReport: {
    method: 'GET',
    path: `${own}/{id}`,
    summary: 'A report that the caller may run',
    needs: 'signed-in',
    params,
    reply: runnable,
  },
  runReport: {
    method: 'POST',
    path: `${own}/{id}/run`,
    asks: true,
    summary: 'Run a report: as many rows as a screen shows',
    needs: 'signed-in',
    params,
    body: z.strictObject({ values: reportValues }),
    reply: reportResult,
    errors: RUN_ERRORS,
  },
  exportReport: {
    method: 'GET',
    path: `${own}/{id}/export`,
    summary: 'All rows of a report as a file, streamed. Values by their names as JSON',
    needs: 'signed-in',
    params,
    query: z.strictObject({
      format: z._default(z.enum(['xlsx', 'csv']), 'xlsx'),
      values: z._default(z.string().check(z.maxLength(8_000)), '{}'),
    }),
    reply: 'file',
    errors: RUN_ERRORS,
  },
});
