// Imports of workbooks: every row becomes a form over what is stored, every form passes the gates of every write, and what is
// refused comes back in a workbook that says why.
import { AppError } from '@kuwei/contract/error';
import { IMPORT_ROWS_MAX, type ImportQuery, type ImportReply } from '@kuwei/contract/workbook';
import { actorOf, type Caller, type OwnContext, type WriteContext } from '../context.ts';
import { addFile } from './files.ts';
import type { Upload } from '../http/transfer.ts';
import { say } from '../phrase.ts';
import { columnsIn, namesOf } from './import-columns.ts';
import { keepImport } from './import-history.ts';
import type { Importer, Stored } from './import-kind.ts';
import { keepMarked, type MarkedFile } from './import-marked.ts';
import { readRows, type ReadRow } from './import-rows.ts';
import { readSheet } from './workbook.ts';

/** Errors and changes that the reply lists; the workbook has all errors. */
const SHOWN = 200;

/**
 * Looks at a workbook and, where it is to, writes what it holds. Columns that are not there stay as they are.
 * @throws AppError WORKBOOK also where it is to be written and a column was not understood; STALE where what was looked at has
 *   been changed before it could be written
 */
export async function runImport<F extends object, S extends Stored<F>>(
  context: OwnContext<Caller>,
  upload: Upload,
  { dryRun, partial, columns: answers }: ImportQuery,
  importer: Importer<F, S>,
): Promise<ImportReply> {
  const { locale } = context.origin;
  let workbook: MarkedFile | null = null;
  let kept = false;
  try {
    const sheet = await readSheet(upload.path, locale, actorOf(context.caller), IMPORT_ROWS_MAX, namesOf(importer));
    const columns = columnsIn(sheet, importer, answers, locale);
    const unknown = columns.asked.filter(({ key }) => key === null);
    if (!dryRun && unknown.length > 0) {
      const headings = unknown.map(({ heading }) => heading).join(', ');
      throw new AppError('WORKBOOK', { params: { reason: say(locale, 'workbook.unknownColumns', { headings }) } });
    }
    const { rows, errors } = await readRows(sheet, columns.keys, importer, locale);
    const refused = new Set(errors.map(({ row }) => row)).size;
    const changed = rows.filter(({ proposal, fields }) => proposal.id === null || fields.length > 0);
    const write = !dryRun && changed.length > 0 && (partial || refused === 0);
    workbook = errors.length > 0 ? await keepMarked(context, upload, sheet, errors) : null;
    const found = {
      rows: rows.length + refused,
      created: rows.filter(({ proposal }) => proposal.id === null).length,
      updated: rows.filter(({ proposal, fields }) => proposal.id !== null && fields.length > 0).length,
      unchanged: rows.length - changed.length,
      refused,
      errors: errors.slice(0, SHOWN).map(({ row, column, message }) => ({ row, column, message })),
      changes: changed.slice(0, SHOWN).map(changeOf),
      columns: columns.asked,
      choices: columns.choices,
      workbook: workbook?.id ?? null,
      written: write,
    };
    const reply = await context.once(async (inside) => {
      const importId = write ? await writeRows(inside, changed, importer, upload.name) : null;
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

const changeOf = <F>({ row, title, proposal, fields }: ReadRow<F>) => ({ row, title, isNew: proposal.id === null, fields });

async function writeRows<F extends object, S extends Stored<F>>(
  context: WriteContext<Caller>,
  rows: readonly ReadRow<F>[],
  importer: Importer<F, S>,
  file: string,
): Promise<string> {
  const written = await importer.write(
    context,
    rows.map(({ proposal }) => proposal),
  );
  const imported = written.map((record, at) => ({ ...record, title: rows[at]!.title }));
  return keepImport(context, importer.entity, file, imported);
}
