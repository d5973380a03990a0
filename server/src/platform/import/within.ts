// Codes that are told apart only within something else that their row names: a box within its warehouse, an entry within its
// dictionary. Both cells are read together, as one key.
import { unreadIn } from '../workbook/cell.ts';
import type { ImportTable } from './kind.ts';

/** Between the two; no cell holds it. */
const WITHIN = '\u0001';

export const keyWithin = (outer: string, code: string): string => `${outer}${WITHIN}${code}`;
export const codeOf = (key: string): string => key.split(WITHIN)[1] ?? '';
/** A cell as it stands in its sheet. */
export const asWritten = (cell: string): string => (cell.includes(WITHIN) ? codeOf(cell) : cell);
export const outerOf = (key: string): string => key.split(WITHIN)[0]!;

/**
 * A table some of whose cells are codes within what another cell of their row names.
 * @param outer key of that column
 * @param columns keys of those with such codes
 */
export const tableWithin = <F>(table: ImportTable<F>, outer: string, columns: readonly string[]): ImportTable<F> => ({
  ...table,
  read: (sheet, keys, asked) => table.read({ ...sheet, rows: rowsWithin(sheet.rows, keys, outer, columns) }, keys, asked),
});

/** The rows of a sheet with keys in the place of such codes. */
export function rowsWithin(
  rows: readonly string[][],
  keys: readonly (string | null)[],
  outer: string,
  columns: readonly string[],
): string[][] {
  const outerAt = keys.indexOf(outer);
  const places = columns.map((column) => keys.indexOf(column)).filter((at) => at >= 0);
  return rows.map((cells) => {
    const named = [...cells];
    for (const at of places) {
      const cell = cells[at] ?? '';
      const within = cells[outerAt] ?? '';
      if (cell !== '' && !unreadIn(cell)) named[at] = keyWithin(unreadIn(within) ? '' : within, cell);
    }
    return named;
  });
}
