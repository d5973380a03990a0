import { Readable } from 'node:stream';
import { AppError } from '@kuwei/contract/error';
import type { ownReportRoutes, Report, ReportCell, reportRoutes, ReportValues, ShownColumn } from '@kuwei/contract/sys/report';
import { TRY_ROWS } from '@kuwei/contract/sys/report';
import { EXPORT_ROWS_MAX } from '@kuwei/contract/workbook/workbook';
import { sql } from 'kysely';
import type { Caller, ReadContext } from '../../context.ts';
import { listPage } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import { restrictFunctions, createReportLogin, REPORTER } from '../../db/report-login.ts';
import { todayOf } from '../../db/today.ts';
import type { Handlers } from '../../http/register.ts';
import type { Download } from '../../http/transfer.ts';
import { say } from '../../phrase.ts';
import { dicOptions, dictionariesOf } from '../../platform/dic/names.ts';
import { readHandlers } from '../../platform/record.ts';
import { dated, sheetOf, yesNo, type Cells } from '../../platform/workbook/workbook.ts';
import { userOf } from '../../services/report/database.ts';
import { VIEWS } from '../views/schema.ts';
import { createCellWriters } from './columns.ts';
import { csvOf } from './csv.ts';
import { toRunnable, ownList, ownReport, reportById, reportList, getRunnableReport, type ReportQuery } from './queries.ts';
import { begin, check, parseStatement, bindValues } from './run.ts';
import { reportWrites, restoreReport } from './save.ts';
import { assertReadable, logRun, openReportRun, runAndShow } from './run-shown.ts';

type Context = ReadContext<Caller>;

const reads = readHandlers<Report, ReportQuery>({
  find: (db, id) => reportById(db, id),
  list: (query, { origin }) => reportList(query, origin.locale),
  sheet: [
    'reports',
    ({ origin: { locale } }) => ({
      code: { phrase: 'report.code' },
      name: { phrase: 'report.name', width: 30 },
      nameEn: { phrase: 'report.nameEn', width: 30 },
      description: { phrase: 'report.description', width: 60 },
      category: { phrase: 'report.category' },
      state: { phrase: 'report.state', cell: ({ state }) => say(locale, `report.state.${state}`) },
      roles: { phrase: 'report.roles', width: 40, cell: ({ roles }) => roles.join(', ') },
      sql: { phrase: 'report.sql', width: 80 },
    }),
  ],
});

/** Dictionaries that columns of views use. */
const DICS = [...new Set(VIEWS.flatMap(({ columns }) => columns.flatMap(({ dic }) => dic ?? [])))];

/** Roles that users can hold. */
const rolesOf = async (db: Context['db'], locale: Context['origin']['locale']): Promise<{ code: string; name: string }[]> =>
  (
    await sql<{ code: string; name: string }>`
      select r.code, ${named(locale, 'r')} as name from sys_role r where r.valid and r.code not in ('ROLE_SYSTEM', 'ROLE_LOGIN', 'ROLE_OPEN') order by r.sort, r.code`.execute(
      db,
    )
  ).rows;

/** All rows, streamed; ends when its reader does. */
async function fileOf(report: Report, values: ReportValues, format: 'xlsx' | 'csv', context: Context): Promise<Download> {
  const begun = Date.now();
  const { locale } = context.origin;
  const ready = assertReadable(report, context);
  const bound = bindValues(ready.names, report.params, values, await todayOf(context.db));
  const run = await openReportRun(context, { kind: 'file', seconds: FILE_SECONDS }, 'EXPORT');
  let rows = 0;
  const end = async (error?: unknown): Promise<void> => {
    await run.end();
    logRun(context, report, { kind: 'FILE', values, rows, begun, ...(error === undefined ? {} : { error }) });
  };
  try {
    const { columns, pieces } = await begin(run, ready, bound, report.columns, locale, 1_000);
    const seen = columns.flatMap((column, at) => (column.hidden ? [] : [{ column, at }]));
    const writers = await createCellWriters(context.db, columns, locale);
    async function* all(): AsyncGenerator<ReportCell[][]> {
      let fault: unknown = new Error('the reader is gone');
      try {
        for await (const piece of pieces) {
          rows += piece.length;
          if (format === 'xlsx' && rows > EXPORT_ROWS_MAX) throw new AppError('EXPORT_TOO_MANY');
          yield piece.map((row) => seen.map(({ at }) => writers[at]!(row[at]!)));
        }
        fault = undefined;
      } catch (error) {
        fault = error;
        throw error;
      } finally {
        await end(fault);
      }
    }
    const name = dated(report.code.toLowerCase());
    const headings = seen.map(({ column }) => column.label);
    if (format === 'csv')
      return {
        name: `${name}.csv`,
        type: 'text/csv; charset=utf-8',
        content: Readable.from(csvOf(headings, all()), { objectMode: false }),
      };
    const sheet = seen.map(({ column: { kind, width } }, at) => ({
      heading: headings[at]!,
      key: String(at),
      width: width ?? 16,
      ...(kind === 'day' ? { as: 'day' as const } : kind === 'moment' ? { as: 'moment' as const } : {}),
    }));
    async function* cells(): AsyncGenerator<Cells> {
      for await (const piece of all())
        for (const row of piece)
          yield Object.fromEntries(row.map((value, at) => [String(at), sheetCell(value, seen[at]!.column, locale)]));
    }
    return sheetOf(name, sheet, cells(), locale);
  } catch (error) {
    const refusal = run.refusalOf(error);
    await end(refusal);
    throw refusal;
  }
}
const FILE_SECONDS = 600;

const NUMBERS = new Set(['count', 'quantity', 'money']);
function sheetCell(
  value: ReportCell,
  { kind }: ShownColumn,
  locale: Context['origin']['locale'],
): string | number | boolean | null {
  if (typeof value === 'boolean') return yesNo(value, locale);
  if (typeof value === 'string' && NUMBERS.has(kind) && String(Number(value)) === value) return Number(value);
  return Array.isArray(value) ? value.join(', ') : value;
}

const parseValues = (text: string): ReportValues => {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return Object.fromEntries(
        Object.entries(value).filter((pair): pair is [string, string | null] => pair[1] === null || typeof pair[1] === 'string'),
      );
  } catch {
    // Like any other invalid text.
  }
  throw new AppError('VALIDATION');
};

export const reportHandlers: Handlers<typeof reportRoutes> = {
  getReportViews: async (_, { services, db, origin: { locale } }) => {
    const { unfit, open: functions } = await services.reports.fitness();
    const [{ owner, database }] = (
      await sql<{ owner: string; database: string }>`select current_user as owner, current_database() as database`.execute(db)
    ).rows as [{ owner: string; database: string }];
    const role = userOf(services.reports.url) ?? REPORTER;
    const needed = unfit.length > 0 || functions.length > 0;
    return {
      views: VIEWS.map((view) => ({
        name: view.name,
        label: view[locale],
        row: locale === 'zh' ? view.rowZh : view.rowEn,
        columns: view.columns.map(({ name, kind, zh, en, dic, unit }) => ({
          name,
          label: locale === 'zh' ? zh : en,
          zh,
          en,
          kind,
          dic: dic ?? null,
          unit: unit ?? null,
        })),
      })),
      unfit: unfit.map(({ why, what }) => say(locale, `report.unfit.${why}`, { what: what.join(', '), role })),
      remedy: needed ? `-- ${database}\n${createReportLogin('…')};\n${restrictFunctions(owner)};` : null,
      open: functions,
      roles: await rolesOf(db, locale),
      dics: Object.fromEntries(await Promise.all(DICS.map(async (dic) => [dic, await dicOptions(db, dic, locale)] as const))),
      dictionaries: await dictionariesOf(db, locale),
    };
  },
  checkReport: async ({ body: { columns: arranged, ...statement } }, context) => {
    const { ready, faults } = parseStatement(statement, context.origin.locale);
    if (ready === null) return { faults, columns: [] };
    const run = await openReportRun(context, { kind: 'screen', seconds: 10 }, 'SEE');
    try {
      const { faults: found, columns } = await check(run, ready, context.origin.locale, arranged);
      return { faults: found, columns };
    } finally {
      await run.end();
    }
  },
  tryReport: ({ body: { values, columns, ...statement } }, context) =>
    runAndShow({ ...TRIED, ...statement, columns }, values, { kind: 'TRY', limit: TRY_ROWS }, context),
  exportReports: reads.export,
  listReports: reads.list,
  createReport: reportWrites.create,
  getReport: reads.get,
  updateReport: reportWrites.update,
  restoreReport: ({ params, body }, context) => restoreReport(context, params.id, body.rev),
  deleteReport: reportWrites.remove,
};

/** An unsaved statement. */
const TRIED = { id: null, code: '', seconds: 30 } as unknown as Omit<Report, 'id'> & { id: null };

export const ownReportHandlers: Handlers<typeof ownReportRoutes> = {
  listOwnReports: async ({ query }, { db, caller, origin: { locale } }) => {
    const { list, ...page } = await listPage(db, query, ownList(caller, query, locale));
    return { ...page, list: list.map((row) => toRunnable(row, locale)) };
  },
  getOwnReport: ({ params }, { db, caller, origin }) => ownReport(db, caller, params.id, origin.locale),
  runReport: async ({ params, body }, context) => {
    const report = await getRunnableReport(context.db, context.caller, params.id, 'SEE');
    return runAndShow(report, body.values, { kind: 'SCREEN', limit: report.rowLimit }, context);
  },
  exportReport: async ({ params, query }, context) =>
    fileOf(
      await getRunnableReport(context.db, context.caller, params.id, 'EXPORT'),
      parseValues(query.values),
      query.format,
      context,
    ),
};
