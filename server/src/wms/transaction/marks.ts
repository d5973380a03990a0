// What is dangerous about goods, as a cell of a workbook says it.
import type { Locale } from '@kuwei/contract/constants';
import { joinList } from '@kuwei/contract/phrase';
import { say } from '../../phrase.ts';

export interface Marked {
  controlFlags: readonly string[];
  notAssessed: boolean;
}

/** Control classes and “not assessed”; null if there are neither. */
export function marksText({ controlFlags, notAssessed }: Marked, locale: Locale): string | null {
  const marks = [
    ...controlFlags.map((flag) => say(locale, `wms.control.${flag}`)),
    ...(notAssessed ? [say(locale, 'wms.hazard.UNKNOWN')] : []),
  ];
  return marks.length === 0 ? null : joinList(locale, marks);
}
