// Tables as plain text, as saved by spreadsheets: commas, semicolons or tabs; UTF-8, UTF-16, or a Windows code page.
import type { Encoding } from '@kuwei/contract/workbook/workbook';
import { detectDelimiter, parseCsv } from 'hucre/csv';
import { CELL_MAX, cellTooLong, Unreadable, type TakeRow } from './cell.ts';

/**
 * @param limit rows after which reading stops
 * @param cells maximum number of cells
 * @param take converts the cells of a row to texts
 * @param chosen encoding chosen by the user
 */
export function readText(content: Buffer, limit: number, cells: number, take: TakeRow, chosen?: Encoding): TextRead {
  const { text: whole, guess } = decodeText(content, chosen);
  const line = SEPARATOR_LINE.exec(whole);
  const text = line ? whole.slice(line[0].length) : whole;
  // Checked before parsing; quoted text may contain line ends, so the limit is looser.
  if (countOccurrences(text, '\n', limit * 4) >= limit * 4) throw new Unreadable('workbook.tooManyRows');
  const delimiter = line?.[1] ?? detectDelimiter(text.slice(0, 100_000));
  if (countOccurrences(text, delimiter, cells) >= cells) throw new Unreadable('workbook.tooManyCells');
  checkCells(text, delimiter, line ? 1 : 0);
  // Our own exports mark texts that a spreadsheet would take for a formula.
  const rows = parseCsv(text, { delimiter, unescapeFormulae: true }).map((row, at) => take(row, at + (line ? 2 : 1)));
  // Rows keep their numbers in the file.
  if (line) rows.unshift([]);
  return { rows, separator: delimiter, encoding: guess && { ...guess, samples: samplesIn(rows) } };
}

/** Maximum written length of a cell: each character may be a doubled quote. */
const WRITTEN_MAX = 2 * CELL_MAX + 2;

/**
 * Checks cells by the parser's rules before parsing.
 * @param above lines of the file before the text
 * @throws Unreadable for an unclosed quote, which would turn everything below into one cell, and for a cell that is too long
 */
function checkCells(text: string, delimiter: string, above: number): void {
  let start = text.startsWith('\ufeff') ? 1 : 0;
  let opened = -1;
  let long = -1;
  for (let at = start; at < text.length; at++) {
    if (opened >= 0) {
      at = text.indexOf('"', at);
      if (at < 0) break;
      if (text[at + 1] === '"') at++;
      else opened = -1;
    } else if (at === start && text[at] === '"') opened = at;
    else if (text[at] === delimiter || text[at] === '\n' || text[at] === '\r') start = at + 1;
    if (long < 0 && at - start > WRITTEN_MAX) long = start;
  }
  const lineOf = (at: number): number => above + countOccurrences(text.slice(0, at), '\n', Infinity) + 1;
  if (opened >= 0) throw new Unreadable('workbook.openQuote', { line: lineOf(opened) });
  if (long >= 0) throw cellTooLong(lineOf(long));
}

function countOccurrences(text: string, mark: string, most: number): number {
  let times = 0;
  for (let at = text.indexOf(mark); at >= 0 && times < most; at = text.indexOf(mark, at + 1)) times++;
  return times;
}

/** How a text file was read. */
export interface TextRead {
  rows: string[][];
  separator: string;
  /** Null if the bytes determine it: a BOM, or valid UTF-8. */
  encoding: Guess | null;
}

interface Guess {
  taken: Encoding;
  /** Nothing contradicts it, or the user chose it. */
  isSure: boolean;
  /** The first texts that another encoding would read differently. */
  samples: string[];
}

/** Excel's separator declaration, on a first line of its own. */
const SEPARATOR_LINE = /^\ufeff?sep=(.)\r?(?:\n|$)/i;
const SAMPLES = 3;

function samplesIn(rows: readonly (readonly string[])[]): string[] {
  const samples = new Set<string>();
  for (const cells of rows) {
    for (const cell of cells) if (/[^\0-\x7f]/.test(cell)) samples.add(cell.slice(0, 40));
    if (samples.size >= SAMPLES) break;
  }
  return [...samples].slice(0, SAMPLES);
}

/**
 * Any two bytes above ASCII are valid GB18030: `Müller` would read as `M黮ler`. Chinese text mostly uses the common characters of
 * GB 2312, while accented letters in western code pages are mostly followed by a plain letter.
 */
function guessEncoding(content: Buffer): Pick<Guess, 'taken' | 'isSure'> {
  let [western, common, rare] = [0, 0, 0];
  for (let at = 0; at < content.length; at++) {
    const first = content[at]!;
    if (first < 0x80) continue;
    const second = content[++at]!;
    if (second >= 0x30 && second <= 0x39 && content[at + 1]! >= 0x80) at += 2;
    else if (second < 0x80) western++;
    else if (first >= 0xa1 && first <= 0xd7 && second >= 0xa1) common++;
    else rare++;
  }
  // Characters of GBK beyond GB 2312 are rare in Chinese text.
  const isChinese = common > western && textIn(content, 'gb18030') !== null;
  return isChinese ? { taken: 'gb18030', isSure: (western + rare) * 4 <= common } : { taken: 'windows-1252', isSure: false };
}

const textIn = (content: Buffer, encoding: Encoding | 'utf-16le' | 'utf-16be'): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content);
  } catch {
    return null;
  }
};

interface Decoded {
  text: string;
  guess: Pick<Guess, 'taken' | 'isSure'> | null;
}

function decodeText(content: Buffer, chosen: Encoding | undefined): Decoded {
  const [first, second] = content;
  const marked = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null;
  const plain = textIn(content, marked ?? 'utf-8');
  if (plain !== null && (chosen === undefined || chosen === 'utf-8' || marked)) return { text: plain, guess: null };
  const guess = chosen === undefined ? guessEncoding(content) : { taken: chosen, isSure: true };
  const text = marked ? null : textIn(content, guess.taken);
  if (text === null) throw new Unreadable('workbook.encoding', { encoding: marked ?? guess.taken });
  return { text, guess };
}
