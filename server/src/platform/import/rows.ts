// Turns rows of a sheet into records: what each would change, and all its errors.
import type { PhraseKey } from '@kuwei/contract/phrase';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { AppError, Fault } from '@kuwei/contract/error';
import { LOCALES, type Locale } from '@kuwei/contract/constants';
import { isSumRow, isTextRow, repeatsHeadings } from '@kuwei/contract/workbook/headings';
import type { PhraseParams, PhraseValue } from '@kuwei/contract/phrase-params';
import { readingsOf } from '@kuwei/contract/workbook/read-comma';
import { isCellError, isNoDayText, isNone } from '@kuwei/contract/read-value';
import { faultsOf } from '@kuwei/contract/rule';
import type { RowChange } from '@kuwei/contract/workbook/workbook';
import * as z from 'zod/mini';
import { say } from '../../phrase.ts';
import { ambiguousNumberIn, applyCommaAnswers } from './commas.ts';
import type { ImportedSheet, Importer, ImportTable, ReadRows, Remarks, RowError, RowNote, Stored } from './kind.ts';
import { cellText, REV } from '../workbook/workbook.ts';
import { unreadableReason } from '../workbook/cell.ts';
import { isShortened } from '../workbook/digits.ts';
import { piecesOf } from '../workbook/pieces.ts';
import { ReleasedValues, DuplicateRows, refuseDependentRows } from './unique-values.ts';
import { formatKeyCell } from './combined-key.ts';

/** Rows processed before yielding. */
const CHUNK = 200;
/** Characters of a cell quoted in a reply. */
const SHOWN_TEXT_MAX = 120;

/** Truncates user text; a cell may hold megabytes. */
export const truncateText = (text: string): string => (text.length > SHOWN_TEXT_MAX ? `${text.slice(0, SHOWN_TEXT_MAX)}…` : text);
const truncateParam = (value: PhraseValue): PhraseValue =>
  typeof value === 'object' ? value.map(truncateText) : typeof value === 'string' ? truncateText(value) : value;
const truncateParams = (params: PhraseParams = {}): PhraseParams =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, truncateParam(value)]));

/** A kind of record as an import table: each row means the record with its key. */
export const tableOf = <F extends object, S extends Stored<F>>(importer: Importer<F, S>, locale: Locale): ImportTable<F> => ({
  entity: importer.entity,
  columns: [...importer.fields, ...importer.infos.map((info) => ({ ...info, isReadOnly: true as const }))],
  key: keyOf(importer),
  mayNumber: importer.numbers !== undefined,
  read: (sheet, keys, asked) =>
    readRows(sheet, { keys, width: sheet.width ?? Infinity, isOpen: asked.size > 0 }, importer, locale),
  write: importer.write,
});

/** Key of the identifying column. */
const keyOf = <F extends object, S extends Stored<F>>({ fields, key }: Importer<F, S>): string =>
  fields.find(({ field }) => field === key)!.key;

/** The columns of a sheet. */
interface Layout {
  /** Our key for each column; null for one that is left out. */
  keys: readonly (string | null)[];
  /** Number of the sheet's own columns; the others hold values given for every row. */
  width: number;
  /** Some columns are still in question, so nothing counts as missing. */
  isOpen: boolean;
}

/** Reads every row of a sheet against stored records. */
async function readRows<F extends object, S extends Stored<F>>(
  sheet: ImportedSheet,
  layout: Layout,
  importer: Importer<F, S>,
  locale: Locale,
): Promise<ReadRows<F>> {
  const numbers = new Set<string | null>(importer.fields.filter(({ isNumber }) => isNumber).map(({ key }) => key));
  const { rows: settled, commas } = applyCommaAnswers(sheet, (at) => numbers.has(layout.keys[at] ?? null));
  const result: ReadRows<F> = { rows: [], errors: [], notes: [], commas };
  const seen = new Map<string, number>();
  const keyAt = layout.keys.indexOf(keyOf(importer));
  // Rows cannot be matched to records yet.
  if (keyAt < 0) return result;
  const isNumbered = keyAt >= layout.width;
  const left = { sums: 0, texts: 0, repeats: 0 };
  const whole = new Set<string>();
  const isName = (at: number): boolean => at === keyAt;
  const known = layout.keys.slice(0, layout.width).filter((key) => key !== null).length;
  /** Why a row is skipped; null for a data row. */
  const leftOut = (row: readonly string[]): keyof typeof left | null => {
    const cells = row.slice(0, layout.width);
    if (isSumRow(cells, isName)) return 'sums';
    if (repeatsHeadings(cells.map(formatKeyCell), sheet.headings) || (known > 2 && isTextRow(cells, isName))) return 'texts';
    if (isNumbered ? importer.numbers === 'EACH' : (cells[keyAt] ?? '') === '') return null;
    // Ignored columns do not make a row distinct.
    const text = layout.keys.map((key, at) => (key === null ? '' : (cells[at] ?? ''))).join('\u0001');
    if (whole.has(text)) return 'repeats';
    whole.add(text);
    return null;
  };
  const wanted: WantedRow<F, S>[] = [];
  const numbered = settled.map((cells, at) => ({ cells, row: sheet.firstRow + at }));
  for (const part of piecesOf(numbered, CHUNK, ({ cells }) => cells)) {
    const filled = part.filter(({ cells }) => cells.some((cell) => cell !== ''));
    const records = filled.filter(({ cells }) => {
      const why = leftOut(cells);
      if (why !== null) left[why]++;
      return why === null;
    });
    wanted.push(...(await proposeRows(records, layout, importer, locale, seen)));
    await setImmediate();
  }
  await checkRows(wanted, importer);
  for (const one of wanted) {
    const { row, before, form, errors, changed } = one;
    result.errors.push(...errors);
    if (errors.length > 0) continue;
    if (changed) result.notes.push(...one.notes);
    result.rows.push({
      row,
      proposal: { id: before?.id ?? null, rev: before?.rev ?? null, form },
      title: importer.titleOf(form, locale),
      fields: cellChanges(importer, before?.form ?? null, form, locale),
    });
    if (result.rows.length % CHUNK === 0) await setImmediate();
  }
  result.missing = await importer.missing([...seen.keys()]);
  result.summary = (['sums', 'texts', 'repeats'] as const).flatMap((why) =>
    left[why] > 0 ? [say(locale, `workbook.${why}`, { count: left[why] })] : [],
  );
  return result;
}

interface SheetRow {
  cells: readonly string[];
  row: number;
}

/** A row with its stored record and the desired one. */
interface WantedRow<F, S> extends ReadCells {
  before: S | null;
  form: F;
  /** The first row for its record. */
  isFirst: boolean;
  changed: boolean;
}

async function proposeRows<F extends object, S extends Stored<F>>(
  part: readonly SheetRow[],
  layout: Layout,
  importer: Importer<F, S>,
  locale: Locale,
  seen: Map<string, number>,
): Promise<WantedRow<F, S>[]> {
  const read = part.map((row) => readCells(row, layout, importer, locale));
  const stored = await importer.find(read.flatMap(({ patch }) => keyIn(patch, importer)));
  const isNumbered = layout.keys.indexOf(keyOf(importer)) >= layout.width;
  return read.map((one) => {
    const key = keyIn(one.patch, importer)[0];
    const before = key === undefined ? null : (stored.get(key) ?? null);
    const folded = key === undefined ? undefined : (importer.keyFolded?.(key) ?? key);
    const first = folded === undefined ? undefined : seen.get(folded);
    if (first !== undefined) one.say(importer.key, 'workbook.duplicate', { row: first });
    else if (folded !== undefined) seen.set(folded, one.row);
    for (const { field, adjust: settle } of importer.fields)
      if (settle && Array.isArray(one.patch[field])) one.patch[field] = settle(one.patch[field], before?.form ?? null);
    const form = buildForm(one, before, importer);
    const changed = before === null || importer.fields.some(({ field }) => !isDeepStrictEqual(before.form[field], form[field]));
    // Numbered rows only add: the file identifies no existing record by them.
    if (isNumbered && before && changed)
      one.say(importer.key, 'workbook.numberTaken', { code: key!, title: importer.titleOf(before.form, locale) });
    checkInfos(one, before, form, changed, importer, locale);
    return { ...one, before, form, isFirst: first === undefined, changed };
  });
}

/** Reports errors of each row, including those that depend on a refused one: what is left can be written. */
async function checkRows<F extends object, S extends Stored<F>>(
  wanted: readonly WantedRow<F, S>[],
  importer: Importer<F, S>,
): Promise<void> {
  const { uniqueValues: ties = () => [] } = importer;
  const good = (): WantedRow<F, S>[] => wanted.filter(({ errors }) => errors.length === 0);
  const released = ReleasedValues.of(good(), ties);
  const duplicates = new DuplicateRows(wanted, ties);
  const textsOf = ({ form }: WantedRow<F, S>): string[] => Object.values(form).filter((value) => typeof value === 'string');
  for (const part of piecesOf(wanted, CHUNK, textsOf)) {
    // A repeating row has only that error, and does not count towards its record.
    const firsts = part.filter(({ isFirst }) => isFirst);
    const proposals = firsts.map(({ before, form, errors, row }) => ({ before, form, isRefused: errors.length > 0, row }));
    const faults = await importer.validate(proposals, released);
    const doubts = await importer.warnings?.(proposals);
    for (const [at, one] of firsts.entries()) {
      for (const fault of faults[at]!) {
        const row = duplicates.before(one, fault);
        if (row === null) reportFault(fault, one.say);
        else one.say(fault.field!, 'workbook.duplicate', { row });
      }
      for (const { field, key, params } of doubts?.[at] ?? []) one.note(field, key, params);
    }
    await setImmediate();
  }
  const rows = wanted
    .filter(({ isFirst }) => isFirst)
    .map((one) => ({
      before: one.before,
      form: one.form,
      isRefused: () => one.errors.length > 0,
      refuse: (fault: AppError) => reportFault(fault, one.say),
    }));
  refuseDependentRows(rows, ties);
  for (let dependent = 1; dependent > 0 && importer.validateAll;) {
    const left = good();
    const whole = await importer.validateAll(left);
    if (whole.size === 0) return;
    for (const [at, fault] of whole) reportFault(fault, left[at]!.say);
    refuseDependentRows(rows, ties);
    // Without these, the result for the rest may differ.
    dependent = left.length - whole.size - good().length;
  }
}

/** Cells that differ between two forms of a record, as shown in the workbook. */
export const cellChanges = <F extends object>(
  { fields }: Pick<Importer<F>, 'fields'>,
  before: F | null,
  after: F,
  locale: Locale,
): RowChange['fields'] =>
  fields
    .filter(({ field }) => !isDeepStrictEqual(before?.[field], after[field]))
    .map((field) => ({
      column: say(locale, field.phrase),
      before: before ? truncateText(cellText(field.write(before))) : '',
      after: truncateText(cellText(field.write(after))),
    }))
    .filter((cells) => cells.before !== cells.after);

const keyIn = <F extends object>(patch: Record<string, unknown>, { key }: Pick<Importer<F>, 'key'>): string[] => {
  const value = patch[key];
  return typeof value === 'string' && value !== '' ? [value] : [];
};

interface ReadCells {
  row: number;
  /** Fields whose columns are present. */
  patch: Record<string, unknown>;
  infos: ReadonlyMap<string, string>;
  errors: RowError[];
  notes: RowNote[];
  /** Fields of unreadable cells. */
  refused: Set<string>;
  /** Adds an error at a field; only the first at each is kept. */
  say: SayAt;
  /** Adds a note at a field. */
  note: SayAt;
}
type SayAt = (field: string, key: PhraseKey | Fault['key'], params?: PhraseParams) => void;

function readCells<F extends object, S extends Stored<F>>(
  { row, cells }: SheetRow,
  { keys, width, isOpen }: Layout,
  importer: Importer<F, S>,
  locale: Locale,
): ReadCells {
  const errors: RowError[] = [];
  const notes: RowNote[] = [];
  const refused = new Set<string>();
  const errorAt: (...[field, key, params]: Parameters<SayAt>) => RowError = (field, key, params) => {
    const column = importer.fields.find((each) => each.field === field) ?? importer.infos.find((each) => each.key === field);
    const at = column === undefined ? -1 : keys.indexOf(column.key);
    return {
      row,
      at: at < 0 || at >= width ? null : at,
      column: column ? say(locale, column.phrase) : '',
      message: say(locale, key, truncateParams(params)),
    };
  };
  const isGiven = (field: string): boolean =>
    keys.slice(width).some((key) => importer.fields.some((each) => each.key === key && each.field === field));
  const refuse: SayAt = (field, ...what) => {
    if (refused.has(field)) return;
    refused.add(field);
    const error = errorAt(field, ...what);
    if (error.at !== null || !isOpen || field === '' || isGiven(field)) errors.push(error);
  };
  const note: SayAt = (field, ...what) => void notes.push(errorAt(field, ...what));
  const patch: Record<string, unknown> = {};
  const infos = new Map<string, string>();
  for (const [at, key] of keys.entries()) {
    if (key === null) continue;
    const text = cells[at] ?? '';
    const field = importer.fields.find((each) => each.key === key);
    const unread = unreadableReason(text);
    const either = ambiguousNumberIn(text);
    if (!field) infos.set(key, unread ? '' : text);
    else if (isCellError(text)) refuse(field.field, 'workbook.errorCell', { value: text });
    else if (unread) refuse(field.field, unread);
    else if (either !== null) refuse(field.field, 'workbook.comma', readingsOf(either));
    else if (!field.isNumber && isShortened(text)) refuse(field.field, 'workbook.shortened', { value: text });
    // For numbers and dates only; in text it may be meant literally.
    else if ('empty' in field && (field.isNumber ? isNone(text) : field.as === 'day' && isNoDayText(text)))
      patch[field.field] = field.empty;
    else if (text !== '') patch[field.field] = field.read(text, remarksAt(field.field, refuse, note, refused));
    else if ('empty' in field) patch[field.field] = field.empty;
  }
  return { row, patch, infos, errors, notes, refused, say: refuse, note };
}

const remarksAt = (field: string, refuse: SayAt, note: SayAt, refused: Set<string>): Remarks => ({
  refuse: (...what) => refuse(field, ...what),
  note: (...what) => note(field, ...what),
  pass: () => void refused.add(field),
});

/** The form from a row over its record; refused cells keep the stored value, so that other errors show as well. */
function buildForm<F extends object>(
  { patch, refused, say: refuse }: ReadCells,
  before: Stored<F> | null,
  { schema, blank }: Pick<Importer<F>, 'schema' | 'blank'>,
): F {
  const base: Record<string, unknown> = before ? { ...before.form } : {};
  const fallback = { ...blank, ...before?.form } as Record<string, unknown>;
  const fields: Record<string, unknown> = { ...base, ...patch };
  for (const field of refused) fields[field] = fallback[field];
  const parsed = z.safeParse(schema, fields, { reportInput: true });
  if (parsed.success) return parsed.data;
  for (const { path, key, params } of faultsOf(parsed.error)) {
    const field = path.split('.')[0]!;
    refuse(field, key, params);
    fields[field] = fallback[field];
  }
  return z.parse(schema, fields);
}

function reportFault(fault: AppError, refuse: ReadCells['say']): void {
  for (const { path, key, params } of fault.faults) refuse(path.split('.')[0]!, key, params);
  if (fault.faults.length === 0) refuse((fault.field ?? '').split('.')[0]!, `error.${fault.code}`, fault.params);
}

/** Read-only columns must match, and rows changed since the export are not overwritten. */
function checkInfos<F extends object, S extends Stored<F>>(
  { infos, say: refuse, note, refused }: ReadCells,
  before: S | null,
  form: F,
  changed: boolean,
  importer: Importer<F, S>,
  locale: Locale,
): void {
  const rev = infos.get(REV) ?? '';
  // An older export has older values; where its row changes nothing, they are not meant as changes.
  const isOlder = before !== null && rev !== '' && rev !== String(before.rev);
  const record = before ?? importer.asNew(form);
  for (const info of importer.infos) {
    const text = infos.get(info.key) ?? '';
    if (text === '' || (!changed && (info.key === REV || isOlder))) continue;
    if (info.key === REV) {
      if (before !== null && text !== String(before.rev)) refuse(REV, 'workbook.changedSince');
      else if (before === null) refuse(REV, 'workbook.gone');
    } else if (!LOCALES.some((each) => cellText(info.write(record, each)) === text)) {
      if (info.differs) info.differs(text, record, before === null, remarksAt(info.key, refuse, note, refused));
      else refuse(info.key, 'workbook.readOnly', { value: cellText(info.write(record, locale)) });
    }
  }
}
