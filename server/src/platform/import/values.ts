// One value for every row of a column that the sheet lacks.
import type { ImportedSheet, ImportTable } from './kind.ts';

/** @param text as in `importQuery` @returns the value by key of our columns, without empty ones */
export const valuesIn = (text: string | undefined): Map<string, string> =>
  new Map([...new URLSearchParams(text ?? '')].filter(([, value]) => value.trim() !== ''));

/** A number in place of `#` of a pattern, at its end if it has none: `C-###` is `C-007` for 7. */
export function numberedBy(pattern: string, number: number): string {
  const marks = /#+/.exec(pattern)?.[0] ?? '';
  return marks === '' ? `${pattern}${number}` : pattern.replace(marks, String(number).padStart(marks.length, '0'));
}

/**
 * A sheet with a column for each value after its own. Empty rows stay empty.
 * @param keys for each column of the sheet our key
 */
export function addValues(
  sheet: ImportedSheet,
  keys: readonly (string | null)[],
  values: ReadonlyMap<string, string>,
  { columns, key: identifying, mayNumber = false }: Pick<ImportTable<unknown>, 'columns' | 'key' | 'mayNumber'>,
): { sheet: ImportedSheet; keys: readonly (string | null)[] } {
  const absent = columns.flatMap(({ key }) => (keys.includes(key) || (key === identifying && !mayNumber) ? [] : [key]));
  const added = [...values].filter(([key]) => absent.includes(key));
  if (added.length === 0) return { sheet, keys };
  const width = keys.length;
  const rows = sheet.rows.map((cells, at) => {
    if (cells.every((cell) => cell === '')) return cells;
    const own = Array.from({ length: width }, (_, column) => cells[column] ?? '');
    // Below the headings, since titles above them may come and go.
    return [...own, ...added.map(([key, value]) => (key === identifying ? numberedBy(value, at + 1) : value))];
  });
  return { sheet: { ...sheet, rows, width }, keys: [...keys, ...added.map(([key]) => key)] };
}
