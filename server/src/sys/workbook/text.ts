// Tables as plain text, as spreadsheets save them: commas, semicolons or tabs; UTF-8, UTF-16 or, from a Chinese Windows, GBK.
import { detectDelimiter, parseCsv } from 'hucre/csv';
import { cellOf, Unreadable } from './cell.ts';

/**
 * @param limit rows after which it is read no further
 * @param cells that it may have
 */
export function readText(content: Buffer, limit: number, cells: number): string[][] {
  const text = decoded(content);
  // Counted before it is taken apart: text between quotes may hold line ends, so some more are let through.
  if (timesIn(text, '\n', limit * 4) >= limit * 4) throw new Unreadable('workbook.tooManyRows');
  const delimiter = detectDelimiter(text.slice(0, 100_000));
  if (timesIn(text, delimiter, cells) >= cells) throw new Unreadable('workbook.tooManyCells');
  const open = openQuote(text, delimiter);
  if (open !== null) throw new Unreadable('workbook.openQuote', { line: open });
  return parseCsv(text, { delimiter }).map((row) => row.map(cellOf));
}

/** Line of the quote that is never closed, from 1, by the rules of the library: all below it would be one cell. */
function openQuote(text: string, delimiter: string): number | null {
  let opened = -1;
  let isFirst = true;
  for (let at = text.startsWith('\ufeff') ? 1 : 0; at < text.length; at++) {
    if (opened >= 0) {
      at = text.indexOf('"', at);
      if (at < 0) return timesIn(text.slice(0, opened), '\n', Infinity) + 1;
      if (text[at + 1] === '"') at++;
      else opened = -1;
    } else if (isFirst && text[at] === '"') opened = at;
    else isFirst = text[at] === delimiter || text[at] === '\n' || text[at] === '\r';
  }
  return opened < 0 ? null : timesIn(text.slice(0, opened), '\n', Infinity) + 1;
}

function timesIn(text: string, mark: string, most: number): number {
  let times = 0;
  for (let at = text.indexOf(mark); at >= 0 && times < most; at = text.indexOf(mark, at + 1)) times++;
  return times;
}

/**
 * Letters with accents, as a Windows of western Europe writes them, are Chinese characters to GB18030: `Müller` would become `M黮ler`.
 * Most have a plain letter behind them; what Chinese people write is for the most part of the common characters of GB 2312.
 */
function isWestern(content: Buffer): boolean {
  let [western, common] = [0, 0];
  for (let at = 0; at < content.length; at++) {
    const first = content[at]!;
    if (first < 0x80) continue;
    const second = content[++at]!;
    if (second >= 0x30 && second <= 0x39 && content[at + 1]! >= 0x80) at += 2;
    else if (second < 0x80) western++;
    else if (first >= 0xa1 && first <= 0xd7 && second >= 0xa1) common++;
  }
  return western > common;
}

function decoded(content: Buffer): string {
  const [first, second] = content;
  const names =
    first === 0xff && second === 0xfe ? ['utf-16le'] : first === 0xfe && second === 0xff ? ['utf-16be'] : ['utf-8', 'gb18030'];
  for (const name of names) {
    if (name === 'gb18030' && isWestern(content)) throw new Unreadable('workbook.encoding');
    try {
      return new TextDecoder(name, { fatal: true }).decode(content);
    } catch {
      // The next one may read it.
    }
  }
  throw new Unreadable('workbook.unreadable');
}
