// Workbooks of Excel 2007 and later: rows are streamed from their XML.
import { streamXlsxRows } from 'hucre/xlsx';
import { NO_VALUE, Unreadable, type Merge, type TakeRow } from './cell.ts';
import { isNonDefault, formatDisplayed } from './format.ts';
import { zipText } from './zip.ts';

/** A visible sheet with data. */
export interface SheetName {
  /** Index in the workbook. */
  at: number;
  name: string;
  /** Non-empty rows, including headings. */
  rows: number;
}

/** The sheets in order, without hidden ones unless all are. */
export function xlsxSheets(content: Buffer): SheetName[] {
  // Checks the shared strings, which the library reads by itself, before it does.
  zipText(content, 'xl/sharedStrings.xml');
  const all = sheetTags(content).map(({ name, state }, at) => ({ at, name, state }));
  const seen = all.filter(({ state }) => state !== 'hidden' && state !== 'veryHidden');
  return (seen.length > 0 ? seen : all).map(({ at, name }) => ({ at, name, rows: rowsWithData(sheetXml(content, at)) }));
}

function sheetTags(content: Buffer): { id: string; name: string; state: string }[] {
  return [...zipText(content, 'xl/workbook.xml').matchAll(/<(?:\w+:)?sheet\s([^>]*)>/g)].map(([, attributes]) => ({
    id: attribute(attributes!, 'r:id'),
    name: unescaped(attribute(attributes!, 'name')),
    state: attribute(attributes!, 'state'),
  }));
}

function rowsWithData(xml: string): number {
  let rows = 0;
  for (let at = xml.indexOf('<row '); at >= 0;) {
    const next = xml.indexOf('<row ', at + 5);
    const row = xml.slice(at, next < 0 ? undefined : next);
    if (/<v>[^<]|<is>/.test(row)) rows++;
    at = next;
  }
  return rows;
}

/** Rows of a sheet hidden by a filter or manually, from 0. */
export const hiddenRows = (content: Buffer, sheet: number): Set<number> =>
  new Set(
    [...sheetXml(content, sheet).matchAll(/<row\s[^>]*\bhidden="(?:1|true)"[^>]*>/g)].map(
      ([tag]) => Number(attribute(tag, 'r')) - 1,
    ),
  );

/** Merged cells of a sheet. */
export const mergedCells = (content: Buffer, sheet: number): Merge[] =>
  [...sheetXml(content, sheet).matchAll(/<(?:\w+:)?mergeCell\s[^>]*\bref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g)].map(
    ([, left, top, right, bottom]) => ({
      startRow: Number(top) - 1,
      startCol: columnOf(left!),
      endRow: Number(bottom) - 1,
      endCol: columnOf(right!),
    }),
  );

/**
 * Rows of a sheet, with rows missing from the file as empty ones.
 * @param limit rows after which reading stops
 * @param take converts the cells of a row to texts
 * @param rowsMax refuses before reading if the sheet has many more
 * @param cellsMax refuses if it has more cells, including empty ones in between
 */
export async function readXlsxSheet(
  content: Buffer,
  sheet: number,
  limit: number,
  take: TakeRow,
  rowsMax = Infinity,
  cellsMax = Infinity,
): Promise<string[][]> {
  const xml = rowsMax === Infinity ? null : sheetXml(content, sheet);
  if (xml !== null && rowsIn(xml, limit) >= limit) throw new Unreadable('workbook.tooManyRows');
  const empty = xml === null ? new Map<number, Set<number>>() : findUncachedFormulas(xml);
  const rows: string[][] = [];
  let cells = 0;
  for await (const row of streamXlsxRows(content, { sheet, maxRows: limit })) {
    if (row.index > limit) {
      if (rowsMax === Infinity) break;
      throw new Unreadable('workbook.tooManyRows');
    }
    cells += row.values.length;
    if (cells > cellsMax) throw new Unreadable('workbook.tooManyCells');
    while (rows.length < row.index) rows.push([]);
    rows.push(take(row.values, row.index + 1));
  }
  for (const [row, columns] of empty) for (const column of columns) (rows[row] ??= [])[column] = NO_VALUE;
  if (xml !== null) for (const { row, column, text } of formatted(xml, content)) if (rows[row]) rows[row][column] = text;
  return rows;
}

/** Built-in formats that display more than the value, by id (ECMA-376 part 1, 18.8.30). */
const BUILT_IN = new Map([
  [2, '0.00'],
  [9, '0%'],
  [10, '0.00%'],
]);

/** Formats that display more than the value, by style index. */
function nonDefaultStyles(styles: string): Map<number, string> {
  const own = [...styles.matchAll(/<(?:\w+:)?numFmt\s([^>]*)>/g)].map(
    ([, attributes]) => [Number(attribute(attributes!, 'numFmtId')), unescaped(attribute(attributes!, 'formatCode'))] as const,
  );
  const formats = new Map([...BUILT_IN, ...own]);
  const cells = /<(?:\w+:)?cellXfs[\s>][^]*?<\/(?:\w+:)?cellXfs>/.exec(styles)?.[0] ?? '';
  const used = [...cells.matchAll(/<(?:\w+:)?xf\s([^>]*)>/g)].map(([, each]) =>
    formats.get(Number(attribute(each!, 'numFmtId'))),
  );
  return new Map(used.flatMap((format, at) => (format !== undefined && isNonDefault(format) ? [[at, format] as const] : [])));
}

const attribute = (tag: string, name: string): string => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
const ENTITIES: Record<string, string> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' };
const unescaped = (text: string): string => text.replace(/&(quot|apos|lt|gt|amp);/g, (_, name: string) => ENTITIES[name]!);

/** Cells whose format displays more than plain digits. */
function* formatted(xml: string, content: Buffer): Generator<{ row: number; column: number; text: string }> {
  const styles = nonDefaultStyles(zipText(content, 'xl/styles.xml'));
  if (styles.size === 0) return;
  const formula = '(?:<f(?:\\s[^>]*)?(?:/>|>[^<]*</f>))?';
  const cells = new RegExp(
    `<c r="([A-Z]{1,3})(\\d{1,7})"(?: t="n")? s="(${[...styles.keys()].join('|')})"(?: t="n")?>${formula}<v>([^<]+)</v>`,
    'g',
  );
  for (const [, letters, number, style, value] of xml.matchAll(cells)) {
    const text = formatDisplayed(Number(value), styles.get(Number(style))!);
    if (text !== null) yield { row: Number(number) - 1, column: columnOf(letters!), text };
  }
}

/** Index of a column. */
const columnOf = (letters: string): number => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

function sheetXml(content: Buffer, sheet: number): string {
  const id = sheetTags(content)[sheet]?.id;
  const target = [...zipText(content, 'xl/_rels/workbook.xml.rels').matchAll(/<Relationship\s[^>]*>/g)]
    .map(([tag]) => tag)
    .find((tag) => tag.includes(`Id="${id}"`));
  const path = /Target="\/?(?:xl\/)?([^"]+)"/.exec(target ?? '')?.[1];
  return path === undefined ? '' : zipText(content, `xl/${path}`);
}

function rowsIn(xml: string, most: number): number {
  let rows = 0;
  for (let at = xml.indexOf('<row '); at >= 0 && rows < most; at = xml.indexOf('<row ', at + 5)) rows++;
  return rows;
}

/** Cells with a formula without a cached value, by row and column from 0. */
function findUncachedFormulas(xml: string): Map<number, Set<number>> {
  const found = new Map<number, Set<number>>();
  const cells = /<c r="([A-Z]{1,3})(\d{1,7})"[^>]*><f(?:\s[^>]*)?(?:\/>|>[^<]*<\/f>)(?:<v\s*\/>|<v><\/v>)?<\/c>/g;
  for (const [, letters, number] of xml.matchAll(cells)) {
    const row = Number(number) - 1;
    found.set(row, (found.get(row) ?? new Set()).add(columnOf(letters!)));
  }
  return found;
}
