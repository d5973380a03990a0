import { AppError } from '@kuwei/contract/error';
import type { Report, ReportForm } from '@kuwei/contract/sys/report';
import type { Caller, WriteContext } from '../../context.ts';
import { writeHandlers } from '../../platform/record.ts';
import { shippedForm } from '../shipped/seed.ts';
import { reportById } from './queries.ts';
import { parseStatement } from './run.ts';
import { valuesOfForm } from './values.ts';

/** Checks that need no database; the others follow when it is checked, tried and run. */
function assertStatement(context: WriteContext<Caller>, form: ReportForm): void {
  const { faults } = parseStatement({ sql: form.sql, params: form.params }, context.origin.locale);
  if (faults.length > 0) throw new AppError('REPORT_SQL', { params: { reason: faults[0]!.text }, data: { faults } });
}

export const reportWrites = writeHandlers<'sys_report', ReportForm, Report>({
  table: 'sys_report',
  codeIndex: 'sys_report_code_key',
  find: (db, id) => reportById(db, id),
  valuesOf: valuesOfForm,
  insertDefaults: ({ caller }) => ({ created_by: caller.userId }),
  check: (context, form) => assertStatement(context, form),
  checkUnused: (_, { shipped }) => {
    if (shipped) return Promise.reject(new AppError('REPORT_SHIPPED'));
    return Promise.resolve();
  },
});

/** Restores the shipped version of a report. @throws AppError NOT_FOUND, STALE, CONFLICT for a custom one */
export async function restoreReport(context: WriteContext<Caller>, id: string, rev: number): Promise<Report> {
  const { code, shipped } = await reportById(context.trx, id);
  const form = shipped ? shippedForm(code) : null;
  if (form === null) throw new AppError('CONFLICT');
  await reportWrites.update({ params: { id }, body: { ...form, rev } }, context);
  // As shipped: no editor.
  await context.trx.updateTable('sys_report').set({ updated_by: null }).where('id', '=', id).execute();
  return reportById(context.trx, id);
}
