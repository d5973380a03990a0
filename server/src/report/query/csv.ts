// CSV for spreadsheets: with a UTF-8 BOM, and without formulas.
import type { ReportCell } from '@kuwei/contract/sys/report';

const MARK = '\ufeff';
/** Prefixes that a spreadsheet takes for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function field(value: ReportCell): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const isNumber = /^-?\d+(\.\d+)?$/.test(value);
  const text = FORMULA.test(value) && !isNumber ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const line = (cells: readonly ReportCell[]): string => `${cells.map(field).join(',')}\r\n`;

export async function* csvOf(headings: readonly string[], pieces: AsyncIterable<ReportCell[][]>): AsyncGenerator<Buffer> {
  yield Buffer.from(MARK + line(headings));
  for await (const piece of pieces) yield Buffer.from(piece.map(line).join(''));
}
