// Cells of hazard facts that catalogues write in ways of their own, for every way in.
import { plain } from '@kuwei/contract/plain';
import { readNumber } from '@kuwei/contract/read-value';
import type { Sheet } from '../../platform/workbook/workbook.ts';
import { exactly } from '../../platform/workbook/digits.ts';

/** No chemical known has a lower limit of 35 % by volume or more. */
const LOWER_MAX = 0.35;
const LIMITS = ['lowerExplosionPercent', 'upperExplosionPercent'] as const;

type Cells = Pick<Sheet, 'headings' | 'rows'>;

/**
 * Whether a sheet gives its explosion limits as parts of one: none of them is above 1, no lower one beyond what there is, and
 * nothing says that they are per cent.
 */
function limitsAreParts({ headings, rows }: Cells, keys: readonly (string | null)[]): boolean {
  return LIMITS.every((column) => {
    const at = keys.indexOf(column);
    if (at < 0) return true;
    if (/%|percent|vol/i.test(headings[at] ?? '')) return false;
    const most = column === 'lowerExplosionPercent' ? LOWER_MAX : 1;
    return rows.every((row) => {
      const number = readNumber(row[at] ?? '');
      return number === null || (number.unit === '' && Number(number.value) <= most);
    });
  });
}

/**
 * The rows of a sheet with its explosion limits in per cent, where it gives them as parts of one.
 * @param keys for each column the field that it holds; null for one that is left out
 */
export function withPercentLimits(sheet: Cells, keys: readonly (string | null)[]): string[][] {
  const places = LIMITS.map((column) => keys.indexOf(column)).filter((at) => at >= 0);
  if (places.length === 0 || !limitsAreParts(sheet, keys)) return sheet.rows;
  return sheet.rows.map((cells) =>
    cells.map((cell, at) => {
      const number = places.includes(at) ? readNumber(cell) : null;
      return number ? `${exactly(Number(number.value) * 100)} %` : cell;
    }),
  );
}

/** The groups of the IARC as some catalogues number them. */
const IARC_NUMBERS: Readonly<Record<string, string>> = { '11': '2A', '12': '2B' };

/** A group of the IARC as it is called; anything else as it was written, in capitals. */
export function iarcIn(cell: string): string {
  const written = plain(cell).toUpperCase();
  return IARC_NUMBERS[written] ?? written;
}
