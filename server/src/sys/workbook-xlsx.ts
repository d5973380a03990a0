// Workbooks of Excel since 2007: rows are streamed out of their XML.
import { inflateRawSync } from 'node:zlib';
import { streamXlsxRows } from 'hucre/xlsx';
import { cellOf, NO_VALUE, Unreadable } from './workbook-cell.ts';
import { zipEntries } from './zip.ts';

/** Bytes that no part of a workbook unpacks beyond, whatever its archive says. */
const PART_MAX_BYTES = 60 * 1024 * 1024;

/** Names of the sheets in their order. */
export function xlsxSheets(content: Buffer): Promise<string[]> {
  return Promise.resolve(
    [...part(content, 'xl/workbook.xml').matchAll(/<(?:\w+:)?sheet\s[^>]*?r:id="([^"]+)"/g)].map(([, id]) => id!),
  );
}

/**
 * Rows of a sheet, those that the file leaves out as empty ones.
 * @param limit rows after which it is read no further
 * @param rowsMax refuses before reading where the sheet has many more
 */
export async function readXlsxSheet(content: Buffer, sheet: number, limit: number, rowsMax = Infinity): Promise<string[][]> {
  const xml = rowsMax === Infinity ? null : await sheetXml(content, sheet);
  if (xml !== null && rowsIn(xml, limit) >= limit) throw new Unreadable('workbook.tooManyRows');
  const empty = xml === null ? new Map<number, Set<number>>() : withoutValue(xml);
  const rows: string[][] = [];
  for await (const row of streamXlsxRows(content, { sheet, maxRows: limit })) {
    if (row.index > limit) {
      if (rowsMax === Infinity) break;
      throw new Unreadable('workbook.tooManyRows');
    }
    while (rows.length < row.index) rows.push([]);
    rows.push((row.values as unknown[]).map(cellOf));
  }
  for (const [row, columns] of empty) for (const column of columns) (rows[row] ??= [])[column] = NO_VALUE;
  return rows;
}

async function sheetXml(content: Buffer, sheet: number): Promise<string> {
  const id = (await xlsxSheets(content))[sheet];
  const target = [...part(content, 'xl/_rels/workbook.xml.rels').matchAll(/<Relationship\s[^>]*>/g)]
    .map(([tag]) => tag)
    .find((tag) => tag.includes(`Id="${id}"`));
  const path = /Target="\/?(?:xl\/)?([^"]+)"/.exec(target ?? '')?.[1];
  return path === undefined ? '' : part(content, `xl/${path}`);
}

function rowsIn(xml: string, most: number): number {
  let rows = 0;
  for (let at = xml.indexOf('<row '); at >= 0 && rows < most; at = xml.indexOf('<row ', at + 5)) rows++;
  return rows;
}

/** Cells whose formula nobody has worked out, by row and column from 0. */
function withoutValue(xml: string): Map<number, Set<number>> {
  const found = new Map<number, Set<number>>();
  const cells = /<c r="([A-Z]{1,3})(\d{1,7})"[^>]*><f(?:\s[^>]*)?(?:\/>|>[^<]*<\/f>)(?:<v\s*\/>|<v><\/v>)?<\/c>/g;
  for (const [, letters, number] of xml.matchAll(cells)) {
    const row = Number(number) - 1;
    const column = [...letters!].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    found.set(row, (found.get(row) ?? new Set()).add(column));
  }
  return found;
}

/** A part of the archive as text; empty where there is none. */
function part(content: Buffer, name: string): string {
  const entry = zipEntries(content)?.find((each) => each.name === name);
  if (!entry) return '';
  const start = entry.offset + 30 + content.readUInt16LE(entry.offset + 26) + content.readUInt16LE(entry.offset + 28);
  const packed = content.subarray(start, start + entry.packed);
  return (entry.stored ? packed : inflateRawSync(packed, { maxOutputLength: PART_MAX_BYTES })).toString('utf8');
}
