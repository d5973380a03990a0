// Reads hazard facts from a catalogue: identifies columns and parses cells, with remarks on unreadable ones.
import type { PhraseKey } from '@kuwei/contract/phrase';
import type { Locale } from '@kuwei/contract/constants';
import { toColumnUnit } from '@kuwei/contract/workbook/heading-unit';
import { HEADING_WORDS } from '@kuwei/contract/workbook/headings';
import { isCellError, readNumber, roundedTo } from '@kuwei/contract/read-value';
import { DEGREE_PLACES, degrees, PERCENT_PLACES, percent, type Rule } from '@kuwei/contract/rule';
import { hazardStatement, IARC_GROUPS, isCas, isUnNumber, STORAGE_GROUPS } from '@kuwei/contract/wms/hazard';
import type { ProductForm } from '@kuwei/contract/wms/product';
import { isBareCas, readCas, readHazards, readUnNumber } from '@kuwei/contract/wms/read-hazard';
import { say } from '../../phrase.ts';
import type { ImportColumn, RowError, RowNote } from '../../platform/import/kind.ts';
import { truncateText } from '../../platform/import/rows.ts';
import type { Sheet } from '../../platform/workbook/workbook.ts';
import { unreadableReason } from '../../platform/workbook/cell.ts';
import { iarcIn, withPercentLimits } from './hazard-cells.ts';

export type Facts = Partial<ProductForm>;

/** Facts about one chemical. */
export interface CatalogueRow {
  row: number;
  cas: string;
  facts: Facts;
}

export interface Catalogue {
  rows: CatalogueRow[];
  /** Invalid CAS numbers. */
  errors: RowError[];
  /** Skipped cells and rounded numbers. */
  notes: RowNote[];
}

/** Column headings used by catalogues, in addition to our own titles; for the CAS number those are in HEADING_WORDS. */
const COLUMNS = {
  cas: ['wms.product.cas', 'cas_rn', 'CAS登记号'],
  formula: ['wms.product.formula', 'molecular formula', '分子式', '化学式'],
  flashPointC: ['wms.product.flashPoint', 'flash_point_c', 'flash point', '闪点'],
  boilingPointC: ['wms.product.boilingPoint', 'boiling_point_c', 'boiling point', '沸点'],
  lowerExplosionPercent: ['wms.product.lowerExplosion', 'lfl', 'lel', 'lower explosion limit', '爆炸下限'],
  upperExplosionPercent: ['wms.product.upperExplosion', 'ufl', 'uel', 'upper explosion limit', '爆炸上限'],
  iarcGroup: ['wms.product.iarcGroup', 'iarc_group', 'iarc', 'IARC分类'],
  exposureLimit: ['wms.product.exposureLimit', 'oel', '职业接触限值'],
  twa: ['wms.product.twa', 'oel_twa', 'twa'],
  stel: ['wms.product.stel', 'oel_stel', 'stel'],
  unNo: ['wms.product.unNo', 'un_number', 'un', 'un no', 'UN号', 'UN编号', '联合国编号'],
  unClass: ['wms.product.unClass', 'un_class', 'hazard class', '危险类别', '危险货物类别'],
  hCodes: ['wms.product.hCodes', 'h_codes', 'h-codes', 'hazard codes', 'hazard statements', 'H码', '危险性说明'],
  storageGroup: ['wms.product.storageGroup', 'storage_group', '储存组', '存储组'],
} as const;
type Column = keyof typeof COLUMNS;

const KEYS = Object.keys(COLUMNS) as Column[];
/** Columns of a catalogue. */
export const CATALOGUE_COLUMNS: readonly ImportColumn[] = KEYS.map((key) => {
  const [phrase, ...names] = COLUMNS[key];
  return { key, phrase, names, ...(key === 'cas' && { fits: (cell: string) => isCas(readCas(cell)) }) };
});
/** Further catalogue columns that no product field takes. */
export const IGNORED_COLUMNS: readonly string[] = [
  ...['name', 'no', 'remark', 'brand', 'spec'].flatMap((name) => [name, ...HEADING_WORDS[name]!]),
  '英文名',
  '英文名称',
  '别名',
  '分子量',
  '自燃温度',
  '引燃温度',
  'english name',
  'synonym',
  'synonyms',
  'iupac name',
  'mol weight',
  'molecular weight',
  'mw',
  'autoignition c',
  'autoignition',
  'ntp listing',
  'smiles',
  'inchi',
  'inchikey',
];

/**
 * Facts about each chemical.
 * @param keys for each column of the sheet our column; null for one that is left out
 */
export function readCatalogue(sheet: Sheet, keys: readonly (string | null)[], locale: Locale): Catalogue {
  const { headings, rows, firstRow } = sheet;
  const cellOf = (cells: readonly string[], column: Column): string => cells[keys.indexOf(column)] ?? '';
  const read = withPercentLimits(sheet, keys);
  const found: Catalogue = { rows: [], errors: [], notes: [] };
  for (const [at, cells] of rows.entries()) {
    const row = firstRow + at;
    const remark = (column: Column, key: PhraseKey, params: Record<string, string> = {}): RowError => ({
      row,
      at: keys.indexOf(column),
      column: headings[keys.indexOf(column)] ?? '',
      message: say(locale, unreadableReason(cellOf(cells, column)) ?? key, {
        value: truncateText(cellOf(cells, column)),
        ...params,
      }),
    });
    const remarks: CellRemarks = {
      leaveOut: (column) => void found.notes.push({ ...remark(column, 'workbook.notUnderstood'), isLeftOut: true }),
      round: (column, value, kept) => void found.notes.push(remark(column, 'workbook.rounded', { value, kept })),
    };
    const cas = readCas(cellOf(cells, 'cas'));
    if (cas === '') continue;
    if (isBareCas(cellOf(cells, 'cas'))) found.notes.push(remark('cas', 'workbook.readAsCas', { cas }));
    if (isCas(cas)) found.rows.push({ row, cas, facts: factsOf((column) => cellOf(read[at]!, column), remarks) });
    else found.errors.push(remark('cas', 'workbook.wrongCas'));
  }
  return found;
}

/** How a cell that is not taken as is gets reported. */
interface CellRemarks {
  leaveOut: (column: Column) => void;
  round: (column: Column, value: string, kept: string) => void;
}

/** Facts of a row, without skipped cells. */
function factsOf(cellOf: (column: Column) => string, { leaveOut, round }: CellRemarks): Facts {
  const facts: Facts = {};
  const take = <C extends Column & keyof ProductForm>(column: C, read: (cell: string) => ProductForm[C] | null): void => {
    const cell = cellOf(column);
    if (cell === '') return;
    const value = isCellError(cell) || unreadableReason(cell) ? null : read(cell);
    if (value === null) leaveOut(column);
    else facts[column] = value;
  };
  const choice = <const V extends string>(values: readonly V[], text: string): V | null =>
    values.find((each) => each === text) ?? null;
  const number =
    (column: Column, places: number, rule: Rule) =>
    (cell: string): string | null => {
      const written = readNumber(cell);
      const value = written && toColumnUnit(written, column);
      return value === null ? null : roundedIn(value, places, rule, (...numbers) => round(column, ...numbers));
    };
  const degree = (column: Column) => number(column, DEGREE_PLACES, degrees);
  const limit = (column: Column) => number(column, PERCENT_PLACES, percent);
  take('formula', (cell) => textIn(cell, 100));
  take('flashPointC', degree('flashPointC'));
  take('boilingPointC', degree('boilingPointC'));
  take('lowerExplosionPercent', limit('lowerExplosionPercent'));
  take('upperExplosionPercent', limit('upperExplosionPercent'));
  take('iarcGroup', (cell) => choice(IARC_GROUPS, iarcIn(cell)));
  take('exposureLimit', (cell) => textIn(cell, 60));
  const limits = (['twa', 'stel'] as const).filter(
    (column) => cellOf(column) !== '' && unreadableReason(cellOf(column)) === null,
  );
  const text = textIn(limits.map((column) => `${cellOf(column)} (${column.toUpperCase()})`).join(', '), 60);
  if (text === null) leaveOut(limits[0]!);
  else if (text !== '') facts.exposureLimit ??= text;
  take('unNo', unNoIn);
  take('unClass', (cell) => textIn(cell, 20));
  take('storageGroup', (cell) => choice(STORAGE_GROUPS, cell.toUpperCase()));
  take('hCodes', (cell) => {
    const codes = readHazards(cell);
    return codes.every((code) => hazardStatement(code)) ? codes : null;
  });
  // A transport class belongs to a UN number.
  if (facts.unNo === undefined) delete facts.unClass;
  return facts;
}

const textIn = (cell: string, max: number): string | null => (cell.length <= max ? cell : null);

const unNoIn = (cell: string): string | null => {
  const number = readUnNumber(cell);
  return /^\d{1,4}$/.test(number) && isUnNumber(number.padStart(4, '0')) ? number.padStart(4, '0') : null;
};

type Rounded = (value: string, kept: string) => void;

function roundedIn(value: string, places: number, rule: Rule, report: Rounded): string | null {
  const kept = roundedTo(value, places);
  if (rule(kept) !== undefined) return null;
  if (kept !== value) report(value, kept);
  return kept;
}
