// Numbers with an ambiguous comma: decided by their column, or by the sender.
import { detectCommas, resolveComma, type Comma, type NumberSource } from '@kuwei/contract/workbook/read-comma';
import type { ImportReply } from '@kuwei/contract/workbook/workbook';
import type { ImportedSheet } from './kind.ts';

/** Prefix of an ambiguous number; users' text cannot begin so. */
const AMBIGUOUS = '\u0000,';

/** The ambiguous number in a cell; null for any other cell. */
export const ambiguousNumberIn = (cell: string): string | null =>
  cell.startsWith(AMBIGUOUS) ? cell.slice(AMBIGUOUS.length) : null;

const SAMPLES = 3;

/**
 * The rows of a sheet with the numbers of number columns normalized, or marked as ambiguous.
 * @param isNumber whether a column, from 0, holds numbers
 */
export function applyCommaAnswers(
  sheet: ImportedSheet,
  isNumber: (at: number) => boolean,
): { rows: string[][]; commas: ImportReply['commas'] } {
  const source: NumberSource = { isText: sheet.kind === 'csv', separator: sheet.text?.separator ?? null };
  const places = sheet.headings.flatMap((_, at) => (isNumber(at) ? [at] : []));
  const columns = places.map((at) => sheet.rows.map((cells) => cells[at] ?? ''));
  const detected = detectCommas(columns, source, sheet.comma);
  const open = openCommas();
  const rows = sheet.rows.map((cells) => {
    let read = cells;
    for (const [each, at] of places.entries()) {
      const cell = cells[at] ?? '';
      const comma = detected[each] ?? null;
      const settled = resolveComma(cell, comma, source, sheet.comma === comma);
      if (settled === cell) continue;
      open.add(cell, settled, comma);
      if (read === cells) read = [...cells];
      read[at] = settled ?? AMBIGUOUS + cell;
    }
    return read;
  });
  return { rows, commas: open.said() };
}

/** Collects ambiguous numbers, and how they were read. */
export function openCommas() {
  const samples = new Set<string>();
  const taken = new Set<Comma | null>();
  return {
    /** @param settled how the cell was read; null if it was not */
    add: (cell: string, settled: string | null, comma: Comma | null): void => {
      if (settled === cell) return;
      if (samples.size < SAMPLES) samples.add(cell.slice(0, 40));
      taken.add(settled === null ? null : comma);
    },
    /** Null if there were none. */
    said: (): ImportReply['commas'] =>
      samples.size === 0 ? null : { samples: [...samples], taken: taken.size === 1 ? [...taken][0]! : null },
  };
}
