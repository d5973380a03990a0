// What a comma in a number means. `1,500` alone may be fifteen hundred or one and a half: the rest of its column tells,
// else the separator of its file, else the person who sent it; never another column.
import { plain } from '../kit/plain.ts';

export const COMMAS = ['thousands', 'decimal'] as const;
export type Comma = (typeof COMMAS)[number];

/** Where numbers stand. */
export interface NumberSource {
  /** Cells are texts as people wrote them; else numbers of a spreadsheet, with a decimal point, stand among them. */
  isText: boolean;
  /** What separates the cells of a text file: `;` is taken where commas are decimal. */
  separator?: string | null;
}

/** Longer texts are no numbers. */
const LONGEST = 60;
const DIGITS = /\d(?:[\d.,' ]*\d)?/;

const EITHER_COMMA = /^[1-9]\d{0,2},\d{3}$/;
/** With a decimal comma, a point before three digits groups thousands, or is a decimal point that somebody typed. */
const EITHER_POINT = /^[1-9]\d{0,2}\.\d{3}$/;
const THOUSANDS = /^\d{1,3}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/;
const DECIMAL = /^(?:0,\d+|\d+,(?:\d{1,2}|\d{4,})|\d{1,3}(?:\.\d{3})+,\d+)$/;
const POINT = /^\d*\.\d+$/;

/** The first number of a text, with everything before and behind it. */
function partsOf(text: string): { before: string; digits: string; behind: string } | null {
  if (text.length > LONGEST || !/[.,，。．]/.test(text)) return null;
  const written = plain(text).replaceAll('。', '.');
  const found = DIGITS.exec(written);
  if (!found) return null;
  const [digits] = found;
  return { before: written.slice(0, found.index), digits, behind: written.slice(found.index + digits.length) };
}

function saidBy(text: string, { isText }: NumberSource): Comma | null {
  const digits = partsOf(text)?.digits ?? '';
  if (DECIMAL.test(digits)) return 'decimal';
  if (THOUSANDS.test(digits)) return 'thousands';
  return isText && POINT.test(digits) && !EITHER_POINT.test(digits) ? 'thousands' : null;
}

const agreed = (said: ReadonlySet<Comma>): Comma | null => (said.size === 1 ? [...said][0]! : null);

/**
 * What the commas of each column of numbers mean. Another column tells nothing: people write amounts and prices in different ways.
 * @param chosen what a person says of columns with a comma that do not tell themselves
 * @returns null where nothing tells, or cells contradict each other
 */
export function commasIn(
  columns: readonly (readonly string[])[],
  source: NumberSource,
  chosen: Comma | null = null,
): (Comma | null)[] {
  const said = columns.map((cells) => new Set(cells.flatMap((cell) => saidBy(cell, source) ?? [])));
  const isBySemicolons = source.separator === ';' && said.every((own) => own.size === 0);
  return said.map((own, at) => {
    const answer = chosen !== null && columns[at]!.some(hasComma) ? chosen : null;
    return agreed(own) ?? answer ?? (isBySemicolons ? 'decimal' : null);
  });
}

const hasComma = (cell: string): boolean => partsOf(cell)?.digits.includes(',') ?? false;

/** Whether a text is a number that a comma, or a point among decimal commas, may give two meanings. */
export const isEither = (text: string): boolean => {
  const digits = partsOf(text)?.digits ?? '';
  return EITHER_COMMA.test(digits) || EITHER_POINT.test(digits);
};

/** Both meanings of such a number, and the text itself, as phrases name them. */
export function readingsOf(text: string): { value: string; thousands: string; decimal: string } {
  const { before = '', digits = '', behind = '' } = partsOf(text) ?? {};
  const written = (mark: string): string => `${before}${digits.replace(/[.,]/, mark)}${behind}`;
  return { value: text, thousands: written(''), decimal: written('.') };
}

/**
 * A number with one meaning, as `readNumber` takes it; any other text as it is.
 * @param comma what the column says
 * @param isChosen a person has said so of this column: a point before three digits groups, too
 * @returns null for a number that may be either of two
 */
export function withComma(text: string, comma: Comma | null, source: NumberSource, isChosen = false): string | null {
  const parts = partsOf(text);
  if (!parts) return text;
  const { before, digits, behind } = parts;
  const written = (number: string): string => `${before}${number}${behind}`;
  if (EITHER_COMMA.test(digits)) return comma && written(digits.replace(',', comma === 'decimal' ? '.' : ''));
  if (comma !== 'decimal' || !source.isText || !EITHER_POINT.test(digits)) return text;
  return isChosen ? written(digits.replace('.', '')) : null;
}
