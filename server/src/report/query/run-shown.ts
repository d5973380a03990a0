// Shows a report on screen: its first rows formatted, as its reader sees them, and logs the run.
import type { RuleAction } from '@kuwei/contract/auth/rule';
import { AppError } from '@kuwei/contract/error';
import type { Report, ReportCell, ReportResult, ReportValues, ShownColumn } from '@kuwei/contract/sys/report';
import { sql } from 'kysely';
import { actorOf, type Caller, type ReadContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import { todayOf } from '../../db/today.ts';
import type { SysReportRun } from '../../db/types.ts';
import type { Bounds, Run } from '../../services/report/database.ts';
import { readerOf } from '../reader.ts';
import { createCellWriters } from './columns.ts';
import { begin, firstRows, parseStatement, bindValues, type Statement } from './run.ts';

type Context = ReadContext<Caller>;
export type RunKind = SysReportRun['kind'];

/** Logs who ran what and for how long, failures too. Not awaited. */
export function logRun(
  { services, caller }: Context,
  report: Pick<Report, 'code'> & { id: string | null },
  of: { kind: RunKind; values: ReportValues; rows: number; begun: number; error?: unknown },
): void {
  const fault = of.error === undefined ? null : of.error instanceof AppError ? of.error.code : 'CANCELED';
  void sql`
    insert into sys_report_run (id, report_id, code, user_id, proxy_user_id, kind, state, params, row_count, ms, fault)
    values (${newId()}, ${report.id}, ${report.code}, ${caller.userId}, ${caller.proxyUserId}, ${of.kind},
            ${fault === null ? 'DONE' : fault === 'CANCELED' ? 'CANCELED' : 'FAILED'}, ${JSON.stringify(of.values)}::jsonb, ${of.rows},
            ${Date.now() - of.begun}, ${fault})`
    .execute(services.db)
    .catch((error: unknown) => services.log.warn({ err: error }, 'a report run was not logged'));
}

/** @throws AppError REPORT_SQL */
export function assertReadable(statement: Statement, { origin: { locale } }: Context) {
  const { ready, faults } = parseStatement(statement, locale);
  if (ready === null) throw new AppError('REPORT_SQL', { params: { reason: faults[0]!.text }, data: { faults } });
  return ready;
}

/** @param action what is done with the rows */
export const openReportRun = ({ services, caller, origin, aborted }: Context, bounds: Bounds, action: RuleAction): Promise<Run> =>
  services.reports.open(actorOf(caller), readerOf(caller, origin.locale, action), bounds, aborted());

/** The first rows, and whether there are more. @param limit rows that are shown */
export async function runAndShow(
  report: Omit<Report, 'id'> & { id: string | null },
  values: ReportValues,
  { kind, limit }: { kind: Exclude<RunKind, 'FILE'>; limit: number },
  context: Context,
): Promise<ReportResult> {
  const begun = Date.now();
  try {
    const { locale } = context.origin;
    const ready = assertReadable(report, context);
    const bound = bindValues(ready.names, report.params, values, await todayOf(context.db));
    // Scheduled runs share the places of exports, so that interactive ones do not wait for them.
    const run = await openReportRun(context, { kind: kind === 'SCHEDULE' ? 'file' : 'screen', seconds: report.seconds }, 'SEE');
    try {
      const reading = await begin(run, ready, bound, report.columns, locale, Math.min(limit + 1, 500));
      const { rows, more } = await firstRows(reading, limit);
      const ms = Date.now() - begun;
      logRun(context, report, { kind, values, rows: rows.length, begun });
      return { columns: reading.columns, rows: await writeResult(context, reading.columns, rows), more, ms };
    } catch (error) {
      throw run.refusalOf(error);
    } finally {
      await run.end();
    }
  } catch (error) {
    logRun(context, report, { kind, values, rows: 0, begun, error });
    throw error;
  }
}

async function writeResult(
  { db, origin }: Context,
  columns: readonly ShownColumn[],
  rows: readonly ReportCell[][],
): Promise<ReportCell[][]> {
  const writers = await createCellWriters(db, columns, origin.locale);
  return rows.map((row) => row.map((value, at) => writers[at]!(value)));
}
