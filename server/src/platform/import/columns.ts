// Maps columns of a sheet to ours, by their usual headings or by the user's answers.
import type { PhraseKey } from '@kuwei/contract/phrase';
import { LOCALES, type Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { columnsOf, HEADING_WORDS, headingText } from '@kuwei/contract/workbook/headings';
import { normalizeText } from '@kuwei/contract/normalize-text';
import { otherUnit, withHeadingUnit } from '@kuwei/contract/workbook/heading-unit';
import type { ImportReply } from '@kuwei/contract/workbook/workbook';
import { say } from '../../phrase.ts';
import type { ImportColumn, ImportTable, RowError } from './kind.ts';
import { truncateText } from './rows.ts';
import type { Sheet } from '../workbook/workbook.ts';
import { unreadableReason } from '../workbook/cell.ts';

/** Headings added to a workbook with marked errors. */
const MARKED_HEADINGS = new Set(LOCALES.flatMap((locale) => [say(locale, 'workbook.flag'), say(locale, 'workbook.errors')]));

interface SheetColumns {
  /** Our key for each column of the sheet; null for one that is left out or unknown. */
  keys: (string | null)[];
  /** Columns to ask about, or already answered. */
  asked: ImportReply['columns'];
  recognized: ImportReply['recognized'];
}

type Columns = Pick<ImportTable<unknown>, 'columns' | 'key' | 'mayNumber' | 'unneeded'>;

/** All names of the columns of an import. */
export const namesOf = ({ columns }: Columns): string[] =>
  columns.flatMap((column) => [column.key, ...titlesOf(column), ...(HEADING_WORDS[column.words ?? column.key] ?? [])]);

const titlesOf = ({ phrase, names = [] }: ImportColumn): string[] => [say('zh', phrase), say('en', phrase), ...names];

/** @param answers the user's mapping of columns, as in `importQuery` */
export function matchColumns(
  sheet: Pick<Sheet, 'headings' | 'rows'>,
  { columns: ours, unneeded = [] }: Columns,
  answers: string | undefined,
): SheetColumns {
  const known = columnsOf(
    sheet.headings,
    ours.map((column) => ({
      key: column.key,
      names: titlesOf(column),
      ...(column.words !== undefined && { words: column.words }),
    })),
  );
  const ignored = new Set(unneeded.map(headingText));
  const answered = new Map(
    (answers ?? '')
      .split(',')
      .filter((answer) => answer !== '')
      .map((answer) => [Number(answer.split('.')[0]), answer.split('.')[1] ?? ''] as const),
  );
  const taken = new Set(answered.values());
  const means = (at: number): string | null => {
    // Columns that we added to a marked file are ignored on re-import.
    if (MARKED_HEADINGS.has(sheet.headings[at] ?? '')) return '';
    const answer = answered.get(at);
    if (answer !== undefined) return ours.some(({ key }) => key === answer) ? answer : '';
    const key = known[at] ?? null;
    if (
      key !== null &&
      isWrongColumn(
        sheet,
        at,
        ours.find((each) => each.key === key)!,
      )
    )
      return null;
    const heading = headingText(sheet.headings[at] ?? '');
    if (key === null && (ignored.has(heading) || (LINE_NUMBERS.has(heading) && isRunning(sheet, at)))) return '';
    return key !== null && taken.has(key) ? null : key;
  };
  const width = sheet.rows.reduce((most, row) => Math.max(most, row.length), sheet.headings.length);
  const columns = Array.from({ length: width }, (_, at) => {
    const sample = sheet.rows.find((row) => (row[at] ?? '') !== '')?.[at] ?? '';
    return {
      at,
      heading: truncateText(sheet.headings[at] ?? ''),
      sample: unreadableReason(sample) ? '' : truncateText(sample),
      key: means(at),
    };
  });
  // Columns without data are not asked about.
  const shown = columns.filter(({ at }) => answered.has(at) || hasData(sheet, at));
  const isAsked = ({ at, key }: (typeof columns)[number]): boolean => answered.has(at) || key === null;
  return {
    keys: columns.map(({ key }) => key || null),
    asked: shown.filter(isAsked),
    recognized: shown.filter((column) => !isAsked(column)),
  };
}

/** @throws AppError WORKBOOK if a sheet of an unattended import lacks the identifying column, or has no known column */
export function requireKey({ columns: ours, key: needed }: Columns, keys: readonly (string | null)[], locale: Locale): void {
  if (keys.includes(needed)) return;
  if (keys.every((key) => key === null)) throw refusal(locale, 'workbook.noColumns');
  const { phrase } = ours.find(({ key }) => key === needed)!;
  throw refusal(locale, 'workbook.noKey', { name: say(locale, phrase) });
}

/**
 * The columns a sheet may have, with those it lacks.
 * @param keys of the sheet's columns and of given values
 */
export function choicesOf(
  { columns: ours, key: needed, mayNumber = false }: Columns,
  keys: readonly (string | null)[],
  values: ReadonlyMap<string, string>,
  errors: readonly RowError[],
  locale: Locale,
): ImportReply['choices'] {
  const pattern = mayNumber ? 'PATTERN' : null;
  const refused = new Set(errors.flatMap(({ at, column }) => (at === null ? [column] : [])));
  return ours.map((column) => {
    const label = say(locale, column.phrase);
    const isAbsent = !keys.includes(column.key);
    return {
      key: column.key,
      label,
      takesValue: column.key === needed ? pattern : column.isReadOnly ? null : 'TEXT',
      isLacking: isAbsent && (column.key === needed || refused.has(label)),
      value: values.get(column.key) ?? null,
      options: isAbsent || values.has(column.key) ? [...(column.options?.() ?? [])] : [],
    };
  });
}

/** The rows of a sheet with units from its headings. @param keys for each column our key */
export function addUnits({ headings, rows }: Pick<Sheet, 'headings' | 'rows'>, keys: readonly (string | null)[]): string[][] {
  const places = keys.flatMap((key, at) => (key !== null && otherUnit(headings[at] ?? '', key) !== null ? [at] : []));
  if (places.length === 0) return rows;
  return rows.map((cells) =>
    cells.map((cell, at) => (places.includes(at) ? withHeadingUnit(cell, headings[at]!, keys[at]!) : cell)),
  );
}

const LINE_NUMBERS = new Set(HEADING_WORDS['no']!.map(headingText));

/** Whether a column only numbers its rows in ascending order. */
const isRunning = ({ headings, rows }: Pick<Sheet, 'headings' | 'rows'>, at: number): boolean => {
  const filled = rows.flatMap((row) => ((row[at] ?? '') === '' || row[at] === headings[at] ? [] : [normalizeText(row[at]!)]));
  return filled.every((cell, n) => /^\d{1,6}$/.test(cell) && (n === 0 || Number(cell) > Number(filled[n - 1])));
};

/** Minimum of misfitting cells to doubt the column instead of each cell. */
const MISFITS_MIN = 4;

/** Whether most cells of a column cannot be what its heading says. */
function isWrongColumn({ rows }: Pick<Sheet, 'rows'>, at: number, { fits }: ImportColumn): boolean {
  if (!fits) return false;
  const filled = rows.flatMap((row) => ((row[at] ?? '') === '' || unreadableReason(row[at]!) ? [] : [row[at]!]));
  const misfits = filled.filter((cell) => !fits(cell)).length;
  return misfits >= MISFITS_MIN && misfits * 2 > filled.length;
}

const hasData = ({ rows }: Pick<Sheet, 'rows'>, at: number): boolean => rows.some((row) => (row[at] ?? '') !== '');

const refusal = (locale: Locale, key: PhraseKey, params?: Record<string, string>): AppError =>
  new AppError('WORKBOOK', { params: { reason: say(locale, key, params) } });
