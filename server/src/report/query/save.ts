import { AppError, type Fault } from '@kuwei/contract/error';
import type { Report, ReportForm } from '@kuwei/contract/sys/report';
import type { Caller, WriteContext } from '../../context.ts';
import { writeHandlers } from '../../platform/record.ts';
import { shippedForm } from '../shipped/seed.ts';
import { dictionariesOf } from '../../platform/dic/names.ts';
import { reportById } from './queries.ts';
import { parseStatement } from './run.ts';
import { valuesOfForm } from './values.ts';

/** Fields that name a dictionary or another column. */
async function assertNames({ trx, origin: { locale } }: WriteContext<Caller>, form: ReportForm): Promise<void> {
  const dictionaries = new Set((await dictionariesOf(trx, locale)).map(({ value }) => value));
  const names = new Set(form.columns.map(({ name }) => name));
  const unknown = (path: string, name: string | null, known: ReadonlySet<string>): Fault[] =>
    name === null || known.has(name) ? [] : [{ path, key: 'rule.notOffered' }];
  const faults: Fault[] = [
    ...form.params.flatMap(({ dic }, at) => unknown(`params.${at}.dic`, dic, dictionaries)),
    ...form.columns.flatMap(({ dic, unit, link, linkBy }, at): Fault[] => [
      ...unknown(`columns.${at}.dic`, dic, dictionaries),
      ...unknown(`columns.${at}.unit`, unit, names),
      ...unknown(`columns.${at}.linkBy`, linkBy, names),
      ...(link !== 'NONE' && linkBy === null ? [{ path: `columns.${at}.linkBy`, key: 'rule.required' } as const] : []),
    ]),
  ];
  if (faults.length > 0) throw new AppError('INVALID', { faults });
}

/** Checks that need no run; the others follow when it is checked, tried and run. */
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
  check: async (context, form) => {
    assertStatement(context, form);
    await assertNames(context, form);
  },
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
