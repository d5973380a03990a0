// Hazard marks of goods as a workbook cell.
import type { Locale } from '@kuwei/contract/constants';
import { joinList } from '@kuwei/contract/phrase';
import { say } from '../../phrase.ts';

export interface Marked {
  controlFlags: readonly string[];
  notAssessed: boolean;
}

/** Control classes and “not assessed”; null if neither applies. */
export function marksText({ controlFlags, notAssessed }: Marked, locale: Locale): string | null {
  const marks = [
    ...controlFlags.map((flag) => say(locale, `wms.control.${flag}`)),
    ...(notAssessed ? [say(locale, 'wms.hazard.UNKNOWN')] : []),
  ];
  return marks.length === 0 ? null : joinList(locale, marks);
}
