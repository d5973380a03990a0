// Workbook imports: each row becomes a form over the stored record and passes the validation of every write; refusals come back
// marked in the workbook.
import { createHash } from 'node:crypto';
import { AppError } from '@kuwei/contract/error';
import { IMPORT_SHOWN, VALUE_MAX, type ImportQuery, type ImportReply, type SheetsRead } from '@kuwei/contract/workbook/workbook';
import { actorOf, type Caller, type OwnContext, type WriteContext } from '../../context.ts';
import { EVENTS } from '@kuwei/contract/event';
import { toAppError } from '../../error.ts';
import { addFile } from '../../services/file/files.ts';
import type { Upload } from '../../http/transfer.ts';
import { say } from '../../phrase.ts';
import { addUnits, choicesOf, matchColumns, namesOf, requireKey } from './columns.ts';
import { saveImport } from './history.ts';
import type { ImportTable, ReadRow, RowError } from './kind.ts';
import { saveMarkedFile, type MarkedFile } from './marked-file.ts';
import { truncateText } from './rows.ts';
import { assertRecipe, findRecipe, headingsIn, recipesFor, recipesOfAdministrators, saveRecipe, type Recipe } from './recipes.ts';
import { beginRun, closeInterruptionMessages, type Run } from './runs.ts';
import { addValues, valuesIn } from './values.ts';
import { readSheet, type Sheet } from '../workbook/workbook.ts';

/**
 * The one path of all imports: reads a workbook and, unless a dry run, writes it. Missing columns leave fields unchanged.
 * @param isWatched off for imports without a user: none is asked or gets a marked workbook, and recipes of administrators apply
 * @throws AppError WORKBOOK also if a column is unknown in a real run; STALE if data has changed since the
 * preview
 */
export async function runImport<F>(
  context: OwnContext<Caller>,
  upload: Upload,
  query: ImportQuery,
  table: ImportTable<F>,
  isWatched = true,
): Promise<ImportReply> {
  const { locale } = context.origin;
  try {
    const known = namesOf(table);
    const read = (names: readonly string[]): Promise<Sheet> =>
      readSheet(
        upload.path,
        locale,
        actorOf(context.caller),
        context.services.settings.get('SYS_IMPORT_ROWS_MAX'),
        [...known, ...names],
        { sheet: query.sheet, encoding: query.encoding, mayGuess: query.dryRun },
      );
    let sheet = await read([]);
    const asksRecipes = !isWatched || (query.dryRun && query.useRecipe);
    const recipes = asksRecipes || query.recipe !== undefined ? await openRecipes(context, table, query, isWatched) : [];
    // Recipes of others don't move the headings of a list that is known without them.
    if (recipes.length > 0 && matchColumns(sheet, table, undefined).keys.every((key) => key === null))
      sheet = await read(headingsIn(recipes));
    const found = asksRecipes ? findRecipe(recipes, sheet) : null;
    return await importFrom(
      context,
      {
        file: upload.name,
        sheet,
        recipe: found && { id: found.recipe.id, name: found.recipe.name, by: found.recipe.by },
        mark: isWatched ? (errors) => saveMarkedFile(context, upload, sheet, errors) : null,
      },
      found ? { ...query, ...found.answers } : query,
      table,
    );
  } finally {
    await upload.discard();
  }
}

/** The recipes that a run may start from; later runs find the headings by the one that an earlier one used. */
async function openRecipes<F>(
  { db, caller }: OwnContext<Caller>,
  table: ImportTable<F>,
  { recipe }: ImportQuery,
  isWatched: boolean,
): Promise<Recipe[]> {
  const recipes = await (isWatched ? recipesFor(db, table, caller) : recipesOfAdministrators(db, table));
  return recipe === undefined ? recipes : recipes.filter(({ id }) => id === recipe);
}

/** A table whose import notifies in its own commit: a separate one could fail, and the answer with it. */
export const notifyAfterWrite = <F>(
  table: ImportTable<F>,
  notify: (context: WriteContext<Caller>) => Promise<void> | void,
): ImportTable<F> => ({
  ...table,
  write: async (context, proposals) => {
    const written = await table.write(context, proposals);
    await notify(context);
    return written;
  },
});

/** The same for rows without a workbook. @param rows the keys of our columns first */
export function importSheet<F>(
  context: OwnContext<Caller>,
  [headings = [], ...rows]: readonly (readonly string[])[],
  query: Pick<ImportQuery, 'dryRun' | 'partial' | 'rights'>,
  table: ImportTable<F>,
): Promise<ImportReply> {
  const cells = rows.map((row) => [...row]);
  const sheet: Sheet = { kind: 'csv', sheet: 0, sheets: [], headings: [...headings], firstRow: 1, hiddenRows: 0, rows: cells };
  return importFrom(context, { file: 'API', sheet, recipe: null, mark: null }, query, table);
}

interface Source {
  file: string;
  sheet: Sheet;
  /** Where the answers are from. */
  recipe: ImportReply['recipe'];
  /** Stores the workbook with marked errors; null if there is none. */
  mark: ((marks: readonly RowError[]) => Promise<MarkedFile>) | null;
}

async function importFrom<F>(
  context: OwnContext<Caller>,
  { file, sheet, recipe, mark }: Source,
  query: Pick<ImportQuery, 'dryRun' | 'partial' | 'rights' | 'columns' | 'values' | 'comma' | 'remember'>,
  table: ImportTable<F>,
): Promise<ImportReply> {
  const { locale } = context.origin;
  const { dryRun, partial, rights = false } = query;
  let workbook: MarkedFile | null = null;
  let kept = false;
  try {
    const columns = matchColumns(sheet, table, query.columns);
    const unknown = columns.asked.filter(({ key }) => key === null);
    const values = valuesIn(query.values);
    // Each is read again for every row.
    if ([...values.values()].some((value) => value.length > VALUE_MAX)) throw new AppError('VALIDATION');
    const given = addValues({ ...sheet, ...(query.comma && { comma: query.comma }) }, columns.keys, values, table);
    if (!dryRun || mark === null) requireKey(table, given.keys, locale);
    if (!dryRun && query.remember !== undefined) assertRecipe(sheet, context.caller, locale);
    if (!dryRun && unknown.length > 0) {
      const headings = unknown.map(({ heading }) => heading);
      throw new AppError('WORKBOOK', { params: { reason: say(locale, 'workbook.unknownColumns', { headings }) } });
    }
    const rowsRead = { ...given.sheet, rows: addUnits(given.sheet, columns.keys) };
    const read = await table.read(rowsRead, given.keys, new Set(unknown.map(({ at }) => at)));
    const { notes, summary = [] } = read;
    const changing = read.rows.filter(({ proposal, fields }) => proposal.id === null || fields.length > 0);
    const giving = (await table.rightsGiven?.(changing)) ?? new Map<number, readonly string[]>();
    const isLeftOut = ({ row }: ReadRow<F>): boolean => !rights && giving.has(row);
    const asked = changing.filter((each) => !isLeftOut(each));
    const isWhole = read.errors.length === 0 && asked.length === changing.length;
    const write = !dryRun && asked.length > 0 && (partial || isWhole);
    const run = write && table.parts ? await beginRun(context, file, asked.length) : null;
    const late = run ? await writeParts(context, table, table.parts!(asked), run, file) : [];
    const lateRows = new Set(late.map(({ row }) => row));
    const rows = read.rows.filter((each) => !lateRows.has(each.row) && !isLeftOut(each));
    const changed = asked.filter(({ row }) => !lateRows.has(row));
    const errors = [...read.errors, ...late];
    const refused = new Set(errors.map(({ row }) => row)).size;
    const marks = [...errors, ...notes.filter(({ isLeftOut }) => isLeftOut)];
    workbook = mark && marks.length > 0 ? await mark(marks) : null;
    const found = {
      ...sheetsOf(sheet),
      rows: rows.length + refused + changing.length - asked.length,
      created: rows.filter(({ proposal }) => proposal.id === null).length,
      updated: rows.filter(({ proposal, fields }) => proposal.id !== null && fields.length > 0).length,
      unchanged: rows.length - changed.length,
      missing: read.missing ?? null,
      refused,
      errors: errors.slice(0, IMPORT_SHOWN).map(asReplyError),
      noted: notes.length,
      notes: notes.slice(0, IMPORT_SHOWN).map(asReplyError),
      summary: [...(recipe && mark === null ? [say(locale, 'import.recipeUsed', recipe)] : []), ...summary],
      changes: changed.slice(0, IMPORT_SHOWN).map(changeOf),
      columns: columns.asked,
      recognized: columns.recognized,
      recipe,
      choices: choicesOf(table, given.keys, values, errors, locale),
      encoding: encodingOf(sheet),
      commas: read.commas ?? null,
      rights: recheckImportRights(changing, giving, rights),
      workbook: workbook?.id ?? null,
      written: write,
    };
    const reply = await context.once(async (inside) => {
      const importId =
        write && !table.parts ? await withRowNamed(mark ? changed : [], () => writeRows(inside, changed, table, file)) : null;
      if (workbook) await addFile(inside.trx, context.services.settings, workbook);
      if (run) await closeInterruptionMessages(inside, file);
      const { remember: name } = query;
      if (write && name !== undefined) await saveRecipe(inside, table, sheet, { name, file, columns: columns.asked, query });
      return { ...found, importId };
    });
    kept = reply.workbook === workbook?.id;
    await run?.end();
    return reply;
  } finally {
    if (workbook && !kept) await context.services.files.remove(workbook.id);
  }
}

/**
 * Commits each part separately: written parts stay if the next is refused or the process dies, and importing the file again
 * resumes from there.
 * @returns refusals at write time
 * @throws AppError IMPORT_CUT if the session was revoked after part of it was written
 */
async function writeParts<F>(
  context: OwnContext<Caller>,
  table: ImportTable<F>,
  parts: readonly ReadRow<F>[][],
  run: Run,
  file: string,
): Promise<RowError[]> {
  const { caller, origin } = context;
  const total = parts.reduce((sum, part) => sum + part.length, 0);
  const refused: RowError[] = [];
  let done = 0;
  let written = 0;
  for (const part of parts) {
    done += part.length;
    const progress = { to: [caller.userId], ...EVENTS.importing, d: { file, done, total } };
    const proposals = part.map(({ proposal }) => proposal);
    try {
      await context.part(nameOf(proposals), async (inside) => {
        await table.write(inside, proposals);
        await run.wrote(inside, part.length);
        inside.emit(progress);
        return part.length;
      });
      written += part.length;
    } catch (thrown) {
      const error = toAppError(thrown, origin.locale);
      // Changed by someone else in between: there is no form to reload.
      const key = error.code === 'STALE' ? ('workbook.sendAgain' as const) : (`error.${error.code}` as const);
      const message = say(origin.locale, key, error.params);
      if (error.status === 401 || error.status === 403) {
        await (written === 0 ? run.end() : run.cut());
        if (written === 0) throw thrown;
        throw new AppError('IMPORT_CUT', { params: { done: written, total, reason: message } });
      }
      if (error.status >= 500) throw thrown;
      refused.push(...part.map(({ row }) => ({ row, at: null, column: '', message })));
      await run.goesOn();
    }
  }
  return refused;
}

/** Names a part by content: repeated after an interruption, the call has fewer parts at other positions. */
const nameOf = (proposals: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(proposals)).digest('base64url');

/** Which sheet was read, and which others there are. */
export const sheetsOf = ({ sheet, sheets, hiddenRows }: Sheet): SheetsRead => ({
  sheet,
  sheets: sheets.map((each) => ({ ...each, name: truncateText(each.name) })),
  hiddenRows,
});

/** The text encoding used; null if the bytes determine it. */
export function encodingOf({ text }: Sheet): ImportReply['encoding'] {
  const guess = text?.encoding ?? null;
  return guess && { taken: guess.taken, samples: guess.samples.map(truncateText) };
}

function recheckImportRights<F>(
  rows: readonly ReadRow<F>[],
  giving: ReadonlyMap<number, readonly string[]>,
  taken: boolean,
): ImportReply['rights'] {
  if (giving.size === 0) return null;
  const first = rows.flatMap(({ row, title }) => (giving.has(row) ? [{ row, title, gives: [...giving.get(row)!] }] : []));
  return { rows: giving.size, taken, first: first.slice(0, IMPORT_SHOWN) };
}

const asReplyError = ({ row, column, message }: RowError) => ({ row, column, message });

const changeOf = <F>({ row, title, proposal, fields }: ReadRow<F>) => ({ row, title, isNew: proposal.id === null, fields });

/** Values free in the preview may be taken by now: names the row. */
async function withRowNamed<F, T>(rows: readonly ReadRow<F>[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'CODE_TAKEN' || error.field === undefined) throw error;
    const { field } = error;
    const code = String(error.params['code']);
    const wants = (form: F): boolean => String((form as Record<string, unknown>)[field]).toLowerCase() === code.toLowerCase();
    const found = rows.find(({ proposal }) => wants(proposal.form));
    throw found ? new AppError('ROW_TAKEN', { params: { row: found.row, code } }) : error;
  }
}

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
  return saveImport(context, table.entity, file, imported);
}
