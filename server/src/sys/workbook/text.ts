// Tables as plain text, as spreadsheets save them: commas, semicolons or tabs; UTF-8, UTF-16 or, from a Chinese Windows, GBK.
import { detectDelimiter, parseCsv } from 'hucre/csv';
import { cellOf, Unreadable } from './cell.ts';

/** @param limit rows after which it is read no further */
export function readText(content: Buffer, limit: number): string[][] {
  const text = decoded(content);
  // Counted before it is taken apart: text between quotes may hold line ends, so some more are let through.
  if (linesIn(text, limit * 4) >= limit * 4) throw new Unreadable('workbook.tooManyRows');
  return parseCsv(text, { delimiter: detectDelimiter(text.slice(0, 100_000)) }).map((row) => row.map(cellOf));
}

function linesIn(text: string, most: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0 && lines < most; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

function decoded(content: Buffer): string {
  const [first, second] = content;
  const names =
    first === 0xff && second === 0xfe ? ['utf-16le'] : first === 0xfe && second === 0xff ? ['utf-16be'] : ['utf-8', 'gb18030'];
  for (const name of names) {
    try {
      return new TextDecoder(name, { fatal: true }).decode(content);
    } catch {
      // The next one may read it.
    }
  }
  throw new Unreadable('workbook.unreadable');
}
