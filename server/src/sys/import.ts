// Imports of workbooks: every row becomes a form, every form passes the rules of the form on the screen, and what is
// refused comes back in the same workbook with a column that says why.
import { createHash } from 'node:crypto';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { faultsOf } from '@kuwei/contract/rule';
import type { PhraseKey } from '@kuwei/contract/phrase';
import type { ImportReply } from '@kuwei/contract/workbook';
import type { Insertable } from 'kysely';
import * as z from 'zod/mini';
import { actorOf, type Caller, type OwnContext, type WriteContext } from '../context.ts';
import { newId } from '../db/id.ts';
import { storedName } from './file-store.ts';
import { addFile } from './files.ts';
import type { SysFile } from '../db/types.ts';
import { asAppError } from '../error.ts';
import type { Upload } from '../http/transfer.ts';
import { say } from '../phrase.ts';
import { bytesOf, readSheet, sheetOf, type Cells, type Column, type Sheet } from './workbook.ts';

/** Errors that the reply lists; the workbook has them all. */
const SHOWN = 200;

export interface ImportRow<F> {
  /** As the spreadsheet numbers it: the headings are row 1. */
  row: number;
  form: F;
}

export interface RowError {
  row: number;
  /** Key of the column, or empty for the whole row. */
  column: string;
  message: string;
}

type Refuse = (column: string, key: PhraseKey, params: Record<string, string>) => void;

export interface Importer<F> {
  columns: readonly Column[];
  schema: z.core.$ZodType<F>;
  /** Columns of form fields that go by another name there: `categoryId` stands in the column `category`. */
  columnOf?: Readonly<Record<string, string>>;
  /**
   * A row's cells by column key, as the form's fields; texts that mean nothing stay texts and fail the schema.
   * @param refuse what a cell names is not there: said in the schema's place
   */
  toForm: (cells: Record<string, string>, refuse: Refuse) => Record<string, unknown>;
  /** What is wrong with a form beyond its schema. */
  faultOf: (form: F) => AppError | null;
  /** Two rows with the same key are refused. */
  keyOf: (form: F) => string;
  /** Refusals that need the database; run before anything is written. */
  check: (rows: readonly ImportRow<F>[], locale: Locale) => Promise<RowError[]>;
  /** Writes rows that passed everything. */
  save: (context: WriteContext<Caller>, rows: readonly ImportRow<F>[]) => Promise<{ created: number; updated: number }>;
}

export async function runImport<F>(
  context: OwnContext<Caller>,
  upload: Upload,
  { dryRun, partial }: { dryRun: boolean; partial: boolean },
  importer: Importer<F>,
): Promise<ImportReply> {
  const { locale } = context.origin;
  let workbook: KeptWorkbook | null = null;
  let kept = false;
  try {
    const sheet = await readSheet(upload.path, locale, actorOf(context.caller));
    const read = readRows(sheet, importer, locale);
    const errors = [...read.errors, ...(await importer.check(read.rows, locale))];
    const bad = new Set(errors.map((error) => error.row));
    const good = read.rows.filter((row) => !bad.has(row.row));
    const write = !dryRun && good.length > 0 && (partial || bad.size === 0);
    workbook = errors.length > 0 ? await writeWorkbook(context, upload.name, sheet, errors) : null;
    const label = new Map(importer.columns.map((column) => [column.key, say(locale, column.phrase)]));
    const found = {
      rows: sheet.rows.length,
      refused: bad.size,
      errors: errors.slice(0, SHOWN).map((error) => ({ ...error, column: label.get(error.column) ?? error.column })),
      workbook: workbook?.id ?? null,
      written: write,
    };
    const reply = await context.once(async (inside) => {
      const written = write ? await importer.save(inside, good) : { created: 0, updated: 0 };
      if (workbook) await addFile(inside.trx, context.services.config, workbook);
      return { ...found, ...written };
    });
    kept = reply.workbook === workbook?.id;
    return reply;
  } finally {
    if (workbook && !kept) await context.services.files.remove(workbook.id);
    await upload.discard();
  }
}

function readRows<F>(sheet: Sheet, importer: Importer<F>, locale: Locale): { rows: ImportRow<F>[]; errors: RowError[] } {
  const keys = columnKeys(sheet.headings, importer.columns, locale);
  const rows: ImportRow<F>[] = [];
  const errors: RowError[] = [];
  const seen = new Map<string, number>();
  const columnOf = (path = ''): string => {
    const field = path.split('.')[0]!;
    return importer.columnOf?.[field] ?? field;
  };
  for (const [at, values] of sheet.rows.entries()) {
    const row = at + 2;
    if (values.every((value) => value === '')) continue;
    const cells = Object.fromEntries(keys.flatMap((key, column) => (key === null ? [] : [[key, values[column] ?? '']])));
    const refused: RowError[] = [];
    const fields = importer.toForm(cells, (column, key, params) =>
      refused.push({ row, column, message: say(locale, key, params) }),
    );
    const parsed = z.safeParse(importer.schema, fields, { reportInput: true });
    const faults = parsed.success ? [] : faultsOf(parsed.error);
    errors.push(
      ...refused,
      ...faults
        .map((fault) => ({ row, column: columnOf(fault.path), message: say(locale, fault.key, fault.params) }))
        .filter(({ column }) => !refused.some((each) => each.column === column)),
    );
    if (!parsed.success || refused.length > 0) continue;
    const form = parsed.data;
    const fault = importer.faultOf(form);
    const first = seen.get(importer.keyOf(form));
    if (fault) errors.push({ row, column: columnOf(fault.field), message: say(locale, `error.${fault.code}`, fault.params) });
    else if (first !== undefined)
      errors.push({ row, column: 'code', message: say(locale, 'workbook.duplicate', { row: first }) });
    else {
      seen.set(importer.keyOf(form), row);
      rows.push({ row, form });
    }
  }
  return { rows, errors };
}

/** Key of each column of the sheet by its heading, in either language or as the key itself; null for an unknown one. */
export function columnKeys(headings: readonly string[], columns: readonly Column[], locale: Locale): (string | null)[] {
  const known = new Map(
    columns.flatMap(({ key, phrase }) => [key, say('zh', phrase), say('en', phrase)].map((name) => [name.toLowerCase(), key])),
  );
  const keys = headings.map((heading) => known.get(heading.replace(/\s*\*$/, '').toLowerCase()) ?? null);
  if (keys.every((key) => key === null))
    throw new AppError('WORKBOOK', { params: { reason: say(locale, 'workbook.noColumns') } });
  return keys;
}

type KeptWorkbook = Insertable<SysFile> & { id: string };

/** The workbook as it came, with one more column. @returns its row among the files, for the one who sent it */
async function writeWorkbook(
  context: OwnContext<Caller>,
  name: string,
  sheet: Sheet,
  errors: readonly RowError[],
): Promise<KeptWorkbook> {
  const { caller, origin, services } = context;
  const byRow = Map.groupBy(errors, (error) => error.row);
  const keys = sheet.headings.map((_, at) => `c${at}`);
  const columns = [
    ...keys.map((key, at) => ({ key, heading: sheet.headings[at]! })),
    { key: 'errors', phrase: 'workbook.errors', width: 60 },
  ];
  const rows = sheet.rows.map((values, at): Cells => {
    const said =
      byRow
        .get(at + 2)
        ?.map((error) => error.message)
        .join('; ') ?? '';
    return { ...Object.fromEntries(keys.map((key, column) => [key, values[column] ?? ''])), errors: said };
  });
  const content = await bytesOf(sheetOf(name, columns, rows, origin.locale));
  const id = newId();
  await services.files.write(id, content);
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return {
    id,
    name: storedName(`errors-${name}`, type),
    type,
    size: content.length,
    visibility: 'PRIVATE',
    created_by: caller.userId,
    sha256: createHash('sha256').update(content).digest(),
  };
}

export const UNCHANGED = Symbol('unchanged');

/**
 * Does the same to many records, each in a transaction of its own, and tells which were refused and why. Sent again with the
 * same idempotency key, what was done is not done again; what was refused is tried again.
 * @param work answers UNCHANGED for a record that is already what it is to become: it counts neither as done nor as refused
 */
export async function forEach<T extends { id: string; label: string }>(
  context: OwnContext<Caller>,
  records: readonly T[],
  work: (context: WriteContext<Caller>, record: T) => Promise<unknown>,
): Promise<{ done: number; refused: { id: string; label: string; message: string }[] }> {
  const refused: { id: string; label: string; message: string }[] = [];
  let done = 0;
  for (const record of records) {
    try {
      if (await context.part(record.id, async (inside) => (await work(inside, record)) !== UNCHANGED)) done++;
    } catch (thrown) {
      const error = asAppError(thrown);
      if (error.status >= 500) throw thrown;
      refused.push({
        id: record.id,
        label: record.label,
        message: say(context.origin.locale, `error.${error.code}`, error.params),
      });
    }
  }
  return { done, refused };
}
