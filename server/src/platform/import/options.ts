// Options in workbook cells, named by code or by label in any language.
import type { Locale } from '@kuwei/contract/constants';
import { normalizeText } from '@kuwei/contract/normalize-text';
import { everyText, say } from '../../phrase.ts';
import type { Remarks } from './kind.ts';

const normalizeSpelling = (text: string): string => normalizeText(text).toLowerCase().replace(/\s+/g, '');

/** Names of an option in cells. @param prefix of its phrases */
export const optionNames = (prefix: string, code: string): string[] => [code, ...everyText(`${prefix}.${code}`)];

/** The option named by a cell; others are refused with the labels in the reader's language, since codes are not shown. */
export function parseOption(
  cell: string,
  prefix: string,
  codes: readonly string[],
  locale: Locale,
  { refuse }: Remarks,
): unknown {
  const found = codes.find((code) =>
    optionNames(prefix, code).some((name) => normalizeSpelling(name) === normalizeSpelling(cell)),
  );
  return found ?? refuse('rule.choice', { values: codes.map((code) => say(locale, `${prefix}.${code}`)) });
}
