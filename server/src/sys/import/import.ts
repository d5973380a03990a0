// Imports of workbooks: every row becomes a form over what is stored, every form passes the gates of every write, and what is
// refused comes back in a workbook that says why.
import { AppError } from '@kuwei/contract/error';
import { IMPORT_ROWS_MAX, IMPORT_SHOWN, type ImportQuery, type ImportReply, type SheetsRead } from '@kuwei/contract/workbook';
import { actorOf, type Caller, type OwnContext, type WriteContext } from '../../context.ts';
import { addFile } from '../fs/files.ts';
import type { Upload } from '../../http/transfer.ts';
import { say } from '../../phrase.ts';
import { columnsIn, namesOf } from './columns.ts';
import { keepImport } from './history.ts';
import type { ImportTable, ReadRow, RowError } from './kind.ts';
import { keepMarked, type MarkedFile } from './marked.ts';
import { short } from './rows.ts';
import { readSheet, type Sheet } from '../workbook/workbook.ts';

/**
 * The one way of every import. Looks at a workbook and, where it is to, writes what it holds. Columns that are not there stay as they are.
 * @throws AppError WORKBOOK also where it is to be written and a column was not understood; STALE where what was looked at has
 *   been changed before it could be written
 */
export async function runImport<F>(
  context: OwnContext<Caller>,
  upload: Upload,
  { dryRun, partial, columns: answers, sheet: which }: ImportQuery,
  table: ImportTable<F>,
): Promise<ImportReply> {
  const { locale } = context.origin;
  let workbook: MarkedFile | null = null;
  let kept = false;
  try {
    const sheet = await readSheet(upload.path, locale, actorOf(context.caller), IMPORT_ROWS_MAX, namesOf(table), which);
    const columns = columnsIn(sheet, table, answers, locale);
    const unknown = columns.asked.filter(({ key }) => key === null);
    if (!dryRun && unknown.length > 0) {
      const headings = unknown.map(({ heading }) => heading);
      throw new AppError('WORKBOOK', { params: { reason: say(locale, 'workbook.unknownColumns', { headings }) } });
    }
    const { rows, errors, notes, summary = [] } = await table.read(sheet, columns.keys, new Set(unknown.map(({ at }) => at)));
    const refused = new Set(errors.map(({ row }) => row)).size;
    const changed = rows.filter(({ proposal, fields }) => proposal.id === null || fields.length > 0);
    const write = !dryRun && changed.length > 0 && (partial || refused === 0);
    const marks = [...errors, ...notes.filter(({ isLeftOut }) => isLeftOut)];
    workbook = marks.length > 0 ? await keepMarked(context, upload, sheet, marks) : null;
    const found = {
      ...sheetsOf(sheet),
      rows: rows.length + refused,
      created: rows.filter(({ proposal }) => proposal.id === null).length,
      updated: rows.filter(({ proposal, fields }) => proposal.id !== null && fields.length > 0).length,
      unchanged: rows.length - changed.length,
      refused,
      errors: errors.slice(0, IMPORT_SHOWN).map(saidOf),
      noted: notes.length,
      notes: notes.slice(0, IMPORT_SHOWN).map(saidOf),
      summary,
      changes: changed.slice(0, IMPORT_SHOWN).map(changeOf),
      columns: columns.asked,
      choices: columns.choices,
      workbook: workbook?.id ?? null,
      written: write,
    };
    const reply = await context.once(async (inside) => {
      const importId = write ? await writeRows(inside, changed, table, upload.name) : null;
      if (workbook) await addFile(inside.trx, context.services.config, workbook);
      return { ...found, importId };
    });
    kept = reply.workbook === workbook?.id;
    return reply;
  } finally {
    if (workbook && !kept) await context.services.files.remove(workbook.id);
    await upload.discard();
  }
}

/** Which sheet was read, and what there is besides. */
export const sheetsOf = ({ sheet, sheets, hiddenRows }: Sheet): SheetsRead => ({
  sheet,
  sheets: sheets.map((each) => ({ ...each, name: short(each.name) })),
  hiddenRows,
});

const saidOf = ({ row, column, message }: RowError) => ({ row, column, message });

const changeOf = <F>({ row, title, proposal, fields }: ReadRow<F>) => ({ row, title, isNew: proposal.id === null, fields });

async function writeRows<F>(
  context: WriteContext<Caller>,
  rows: readonly ReadRow<F>[],
  table: ImportTable<F>,
  file: string,
): Promise<string> {
  const written = await table.write(
    context,
    rows.map(({ proposal }) => proposal),
  );
  const imported = written.map((record, at) => ({ ...record, title: rows[at]!.title }));
  return keepImport(context, table.entity, file, imported);
}
