// Hazard facts as a catalogue gives them: which column is which, and what each cell says. What is not understood is named.
import type { Locale } from '@kuwei/contract/constants';
import { columnsOf } from '@kuwei/contract/headings';
import { isCellError, readNumber, type ReadNumber } from '@kuwei/contract/read-value';
import { degrees, percent } from '@kuwei/contract/rule';
import { hazardStatement, IARC_GROUPS, isCas, isUnNumber, STORAGE_GROUPS } from '@kuwei/contract/wms/hazard';
import type { ProductForm } from '@kuwei/contract/wms/product';
import { readCas, readHazards, readUnNumber } from '@kuwei/contract/wms/read-hazard';
import { say } from '../../phrase.ts';
import { short } from '../../sys/import-rows.ts';
import type { Sheet } from '../../sys/workbook.ts';
import { NO_VALUE } from '../../sys/workbook-cell.ts';

export type Facts = Partial<ProductForm>;

export interface CellError {
  row: number;
  column: string;
  message: string;
}

/** What a catalogue says of one chemical. */
export interface CatalogueRow {
  row: number;
  cas: string;
  facts: Facts;
}

export interface Catalogue {
  rows: CatalogueRow[];
  /** Rows that have a CAS number, right or wrong. */
  count: number;
  wrong: number;
  /** Headings of columns with data that are not understood. */
  unread: string[];
  errors: CellError[];
}

/** Columns by what catalogues call them besides our own titles, which HEADING_WORDS has for the CAS number. */
const COLUMNS = {
  cas: ['wms.product.cas', 'cas_rn', 'CAS登记号'],
  formula: ['wms.product.formula', 'molecular formula', '分子式', '化学式'],
  flashPointC: ['wms.product.flashPoint', 'flash_point_c', 'flash point', '闪点'],
  boilingPointC: ['wms.product.boilingPoint', 'boiling_point_c', 'boiling point', '沸点'],
  lowerExplosionPercent: ['wms.product.lowerExplosion', 'lfl', 'lel', 'lower explosion limit', '爆炸下限'],
  upperExplosionPercent: ['wms.product.upperExplosion', 'ufl', 'uel', 'upper explosion limit', '爆炸上限'],
  iarcGroup: ['wms.product.iarcGroup', 'iarc_group', 'iarc', 'IARC分类'],
  exposureLimit: ['wms.product.exposureLimit', 'oel', '职业接触限值'],
  twa: ['oel_twa', 'twa', 'pc-twa'],
  stel: ['oel_stel', 'stel', 'pc-stel'],
  unNo: ['wms.product.unNo', 'un_number', 'un', 'un no', 'UN号', 'UN编号', '联合国编号'],
  unClass: ['wms.product.unClass', 'un_class', 'hazard class', '危险类别', '危险货物类别'],
  hCodes: ['wms.product.hCodes', 'h_codes', 'h-codes', 'hazard codes', 'hazard statements', 'H码', '危险性说明'],
  storageGroup: ['wms.product.storageGroup', 'storage_group', '储存组', '存储组'],
} as const;
type Column = keyof typeof COLUMNS;

const namesOf = (column: Column): string[] =>
  COLUMNS[column].flatMap((name) => (name.startsWith('wms.') ? [say('zh', name), say('en', name)] : [name]));
const KEYS = Object.keys(COLUMNS) as Column[];
/** Everything that columns of a catalogue are called. */
export const CATALOGUE_NAMES: readonly string[] = KEYS.flatMap(namesOf);

/** @returns null where no column holds CAS numbers */
export function readCatalogue({ headings, rows, firstRow }: Sheet, locale: Locale): Catalogue | null {
  const keys = columnsOf(
    headings,
    KEYS.map((key) => ({ key, names: namesOf(key) })),
  ) as (Column | null)[];
  if (!keys.includes('cas')) return null;
  const cellOf = (cells: readonly string[], column: Column): string => cells[keys.indexOf(column)] ?? '';
  const parts = limitsAreParts(rows, keys, headings);
  const found: Catalogue = { rows: [], count: 0, wrong: 0, unread: [], errors: [] };
  found.unread = headings.filter((heading, at) => keys[at] === null && heading !== '' && rows.some((row) => row[at]));
  for (const [at, cells] of rows.entries()) {
    const row = firstRow + at;
    const refuse = (column: Column, key: string): void =>
      void found.errors.push({
        row,
        column: headings[keys.indexOf(column)]!,
        message:
          cellOf(cells, column) === NO_VALUE
            ? say(locale, 'workbook.noValue')
            : say(locale, key, { value: short(cellOf(cells, column)) }),
      });
    const cas = readCas(cellOf(cells, 'cas'));
    if (cas === '') continue;
    found.count += 1;
    if (isCas(cas)) found.rows.push({ row, cas, facts: factsOf((column) => cellOf(cells, column), parts, refuse) });
    else {
      found.wrong += 1;
      refuse('cas', 'workbook.wrongCas');
    }
  }
  return found;
}

/** No chemical known has a lower limit of 35 % by volume or more. */
const LOWER_MAX = 0.35;

/**
 * Whether a catalogue gives its explosion limits as parts of one: none of them is above 1, no lower one beyond what there is, and
 * nothing says that they are per cent.
 */
function limitsAreParts(
  rows: readonly (readonly string[])[],
  keys: readonly (Column | null)[],
  headings: readonly string[],
): boolean {
  return (['lowerExplosionPercent', 'upperExplosionPercent'] as const).every((column) => {
    const at = keys.indexOf(column);
    if (at < 0) return true;
    if (/%|percent|vol/i.test(headings[at]!)) return false;
    const most = column === 'lowerExplosionPercent' ? LOWER_MAX : 1;
    return rows.every((row) => {
      const number = readNumber(row[at] ?? '');
      return number === null || (number.unit === '' && Number(number.value) <= most);
    });
  });
}

/** The groups of the IARC as some catalogues number them. */
const IARC: Record<string, string> = { '11': '2A', '12': '2B' };

/** What a row says, without the cells that are refused. */
function factsOf(
  cellOf: (column: Column) => string,
  limitsAreOfOne: boolean,
  refuse: (column: Column, key: string) => void,
): Facts {
  const facts: Facts = {};
  const take = <C extends Column & keyof ProductForm>(column: C, read: (cell: string) => ProductForm[C] | null): void => {
    const cell = cellOf(column);
    if (cell === '') return;
    const value = isCellError(cell) || cell === NO_VALUE ? null : read(cell);
    if (value === null) refuse(column, 'workbook.notUnderstood');
    else facts[column] = value;
  };
  const choice = <const V extends string>(values: readonly V[], text: string): V | null =>
    values.find((each) => each === text) ?? null;
  const limit = (cell: string): string | null => percentIn(readNumber(cell), limitsAreOfOne);
  take('formula', (cell) => textIn(cell, 100));
  take('flashPointC', (cell) => degreesIn(readNumber(cell)));
  take('boilingPointC', (cell) => degreesIn(readNumber(cell)));
  take('lowerExplosionPercent', limit);
  take('upperExplosionPercent', limit);
  take('iarcGroup', (cell) => choice(IARC_GROUPS, IARC[cell] ?? cell.toUpperCase()));
  take('exposureLimit', (cell) => textIn(cell, 60));
  const limits = (['twa', 'stel'] as const).filter((column) => cellOf(column) !== '' && cellOf(column) !== NO_VALUE);
  const said = textIn(limits.map((column) => `${cellOf(column)} (${column.toUpperCase()})`).join(', '), 60);
  if (said === null) refuse(limits[0]!, 'workbook.notUnderstood');
  else if (said !== '') facts.exposureLimit ??= said;
  take('unNo', unNoIn);
  take('unClass', (cell) => textIn(cell, 20));
  take('storageGroup', (cell) => choice(STORAGE_GROUPS, cell.toUpperCase()));
  take('hCodes', (cell) => {
    const codes = readHazards(cell);
    return codes.every((code) => hazardStatement(code)) ? codes : null;
  });
  // A class says what its number is carried as.
  if (facts.unNo === undefined) delete facts.unClass;
  return facts;
}

const textIn = (cell: string, max: number): string | null => (cell.length <= max ? cell : null);

const unNoIn = (cell: string): string | null => {
  const number = readUnNumber(cell);
  return /^\d{1,4}$/.test(number) && isUnNumber(number.padStart(4, '0')) ? number.padStart(4, '0') : null;
};

function degreesIn(number: ReadNumber | null): string | null {
  if (!number || !['', '°c', 'c'].includes(number.unit.toLowerCase())) return null;
  const value = String(Math.round(Number(number.value) * 100) / 100);
  return degrees(value) === undefined ? value : null;
}

function percentIn(number: ReadNumber | null, isOfOne: boolean): string | null {
  if (!number || !['', '%', '%vol', '% vol', 'vol%', 'vol %'].includes(number.unit.toLowerCase())) return null;
  const value = String(Math.round(Number(number.value) * (isOfOne ? 100 : 1) * 10_000) / 10_000);
  return percent(value) === undefined ? value : null;
}
