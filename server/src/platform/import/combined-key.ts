// Codes unique only within a parent named in the same row: a box in its warehouse, an entry in its dictionary. Both cells are
// combined into one key.
import { unreadableReason } from '../workbook/cell.ts';
import type { ImportTable } from './kind.ts';

/** Separator; no cell contains it. */
const WITHIN = '\u0001';

export const combineKey = (outer: string, code: string): string => `${outer}${WITHIN}${code}`;
export const codeOf = (key: string): string => key.split(WITHIN)[1] ?? '';
/** A cell as in its sheet. */
export const formatKeyCell = (cell: string): string => (cell.includes(WITHIN) ? codeOf(cell) : cell);
export const parentOfKey = (key: string): string => key.split(WITHIN)[0]!;

/**
 * A table with columns whose codes are unique within the parent in another column.
 * @param outer key of the parent column
 * @param columns keys of the columns with such codes
 */
export const withCombinedKeys = <F>(table: ImportTable<F>, outer: string, columns: readonly string[]): ImportTable<F> => ({
  ...table,
  read: (sheet, keys, asked) => table.read({ ...sheet, rows: combineRowKeys(sheet.rows, keys, outer, columns) }, keys, asked),
});

/** The rows of a sheet with combined keys for such codes. */
export function combineRowKeys(
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
      if (cell !== '' && !unreadableReason(cell)) named[at] = combineKey(unreadableReason(within) ? '' : within, cell);
    }
    return named;
  });
}
