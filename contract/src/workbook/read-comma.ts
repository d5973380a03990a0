// Interprets commas in numbers. `1,500` alone is ambiguous: the rest of its column decides, else the separator of the file, else
// the user; never another column.
import { normalizeText } from '../kit/normalize-text.ts';

export const COMMAS = ['thousands', 'decimal'] as const;
export type Comma = (typeof COMMAS)[number];

/** The origin of numbers. */
export interface NumberSource {
  /** All cells are text as typed; otherwise they may be spreadsheet numbers with a decimal point. */
  isText: boolean;
  /** Cell separator of a text file: `;` is used where commas are decimal. */
  separator?: string | null;
}

/** Longer texts are no numbers. */
const LONGEST = 60;
const DIGITS = /\d(?:[\d.,' ]*\d)?/;

const EITHER_COMMA = /^[1-9]\d{0,2},\d{3}$/;
/** With decimal commas, a point before three digits either groups thousands or is a mistyped decimal point. */
const EITHER_POINT = /^[1-9]\d{0,2}\.\d{3}$/;
const THOUSANDS = /^\d{1,3}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/;
const DECIMAL = /^(?:0,\d+|\d+,(?:\d{1,2}|\d{4,})|\d{1,3}(?:\.\d{3})+,\d+)$/;
const POINT = /^\d*\.\d+$/;

/** Splits a text at its first number. */
function partsOf(text: string): { before: string; digits: string; behind: string } | null {
  if (text.length > LONGEST || !/[.,，。．]/.test(text)) return null;
  const written = normalizeText(text).replaceAll('。', '.');
  const found = DIGITS.exec(written);
  if (!found) return null;
  const [digits] = found;
  return { before: written.slice(0, found.index), digits, behind: written.slice(found.index + digits.length) };
}

function inferComma(text: string, { isText }: NumberSource): Comma | null {
  const digits = partsOf(text)?.digits ?? '';
  if (DECIMAL.test(digits)) return 'decimal';
  if (THOUSANDS.test(digits)) return 'thousands';
  return isText && POINT.test(digits) && !EITHER_POINT.test(digits) ? 'thousands' : null;
}

const getUnanimousComma = (said: ReadonlySet<Comma>): Comma | null => (said.size === 1 ? [...said][0]! : null);

/**
 * Meaning of commas per numeric column. Other columns are no evidence: people write quantities and prices differently.
 * @param chosen the user's choice for ambiguous columns
 * @returns null if undecided or contradictory
 */
export function detectCommas(
  columns: readonly (readonly string[])[],
  source: NumberSource,
  chosen: Comma | null = null,
): (Comma | null)[] {
  const said = columns.map((cells) => new Set(cells.flatMap((cell) => inferComma(cell, source) ?? [])));
  const isBySemicolons = source.separator === ';' && said.every((own) => own.size === 0);
  return said.map((own, at) => {
    const answer = chosen !== null && columns[at]!.some(hasComma) ? chosen : null;
    return getUnanimousComma(own) ?? answer ?? (isBySemicolons ? 'decimal' : null);
  });
}

const hasComma = (cell: string): boolean => partsOf(cell)?.digits.includes(',') ?? false;

/** Whether a number has two readings because of a comma, or a point among decimal commas. */
export const isAmbiguousNumber = (text: string): boolean => {
  const digits = partsOf(text)?.digits ?? '';
  return EITHER_COMMA.test(digits) || EITHER_POINT.test(digits);
};

/** Both readings of such a number, and the text, as params of phrases. */
export function readingsOf(text: string): { value: string; thousands: string; decimal: string } {
  const { before = '', digits = '', behind = '' } = partsOf(text) ?? {};
  const written = (mark: string): string => `${before}${digits.replace(/[.,]/, mark)}${behind}`;
  return { value: text, thousands: written(''), decimal: written('.') };
}

/**
 * Rewrites a number to its only reading, for `readNumber`; other texts are unchanged.
 * @param comma meaning in this column
 * @param isChosen chosen by the user: a point before three digits then groups, too
 * @returns null if the number remains ambiguous
 */
export function resolveComma(text: string, comma: Comma | null, source: NumberSource, isChosen = false): string | null {
  const parts = partsOf(text);
  if (!parts) return text;
  const { before, digits, behind } = parts;
  const written = (number: string): string => `${before}${number}${behind}`;
  if (EITHER_COMMA.test(digits)) return comma && written(digits.replace(',', comma === 'decimal' ? '.' : ''));
  if (comma !== 'decimal' || !source.isText || !EITHER_POINT.test(digits)) return text;
  return isChosen ? written(digits.replace('.', '')) : null;
}
