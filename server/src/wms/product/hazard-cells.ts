// Normalizes hazard cells that catalogues write in their own ways, for all imports.
import { normalizeText } from '@kuwei/contract/normalize-text';
import { readNumber } from '@kuwei/contract/read-value';
import type { Sheet } from '../../platform/workbook/workbook.ts';
import { formatExactly } from '../../platform/workbook/digits.ts';

/** No known chemical has a lower explosion limit of 35 % by volume or more. */
const LOWER_MAX = 0.35;
const LIMITS = ['lowerExplosionPercent', 'upperExplosionPercent'] as const;

type Cells = Pick<Sheet, 'headings' | 'rows'>;

/**
 * Whether a sheet gives explosion limits as fractions: none is above 1, no lower one is implausibly high, and no heading says per
 * cent.
 */
function areLimitsFractions({ headings, rows }: Cells, keys: readonly (string | null)[]): boolean {
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
 * Rows with explosion limits converted to per cent, where the sheet gives fractions.
 * @param keys for each column its field; null for one that is left out
 */
export function withPercentLimits(sheet: Cells, keys: readonly (string | null)[]): string[][] {
  const places = LIMITS.map((column) => keys.indexOf(column)).filter((at) => at >= 0);
  if (places.length === 0 || !areLimitsFractions(sheet, keys)) return sheet.rows;
  return sheet.rows.map((cells) =>
    cells.map((cell, at) => {
      const number = places.includes(at) ? readNumber(cell) : null;
      return number ? `${formatExactly(Number(number.value) * 100)} %` : cell;
    }),
  );
}

/** IARC groups as numbered by some catalogues. */
const IARC_NUMBERS: Readonly<Record<string, string>> = { '11': '2A', '12': '2B' };

/** An IARC group in its usual form; anything else in capitals. */
export function iarcIn(cell: string): string {
  const written = normalizeText(cell).toUpperCase();
  return IARC_NUMBERS[written] ?? written;
}
