// Options in the cells of workbooks: a cell names one by its code or by its word in any language.
import type { Locale } from '@kuwei/contract/constants';
import { plain } from '@kuwei/contract/plain';
import { everyText, say } from '../../phrase.ts';
import type { Remarks } from './kind.ts';

const unspaced = (text: string): string => plain(text).toLowerCase().replace(/\s+/g, '');

/** What an option is called in cells. @param prefix of its phrases */
export const optionNames = (prefix: string, code: string): string[] => [code, ...everyText(`${prefix}.${code}`)];

/** The option that is meant; what means none is refused with the words of the reader's language, since codes are on no screen. */
export function optionIn(cell: string, prefix: string, codes: readonly string[], locale: Locale, { refuse }: Remarks): unknown {
  const found = codes.find((code) => optionNames(prefix, code).some((name) => unspaced(name) === unspaced(cell)));
  return found ?? refuse('rule.choice', { values: codes.map((code) => say(locale, `${prefix}.${code}`)) });
}
