// Reads days without a year, for fields that echo the result at once. Not for workbooks: the time of writing is unknown.
import { normalizeText } from '../kit/normalize-text.ts';
import { dayText } from '../kit/read-value.ts';

export interface NearDay {
  /** In the user's time zone, `YYYY-MM-DD`. */
  today: string;
  /** Direction of the field: upcoming, including today, or past. */
  towards: 'next' | 'last';
  /**
   * `12/2` is 2 December. Otherwise ambiguous day and month are not guessed, nor whether `12/27` is a day or, as on many labels,
   * December 2027. `12-02` is month and day everywhere.
   */
  monthFirst: boolean;
}

const WORDS: Readonly<Record<string, number>> = {
  昨天: -1,
  yesterday: -1,
  今天: 0,
  today: 0,
  明天: 1,
  tomorrow: 1,
  后天: 2,
};

/**
 * A day without a year as `YYYY-MM-DD`: `12-02`, `12/2`, `12月2日`, 明天, tomorrow.
 * @returns the next or last such day; null for anything else, including days with a year
 */
export function readNearDay(text: string, { today, towards, monthFirst }: NearDay): string | null {
  const written = normalizeText(text).toLowerCase();
  const days = Object.hasOwn(WORDS, written) ? WORDS[written]! : null;
  if (days !== null) return new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
  const found = monthAndDay(written, monthFirst);
  if (!found) return null;
  const [month, day] = found;
  const year = Number(today.slice(0, 4));
  // 29 February recurs within eight years.
  for (let away = 0; away <= 8; away++) {
    const read = dayText(towards === 'next' ? year + away : year - away, month, day);
    if (read !== null && (towards === 'next' ? read >= today : read <= today)) return read;
  }
  return null;
}

function monthAndDay(text: string, monthFirst: boolean): [month: number, day: number] | null {
  if (!monthFirst && /^(0?[1-9]|1[0-2])[-/.](1[3-9]|[2-9]\d)$/.test(text)) return null;
  const ordered = /^(\d{1,2})(?:-(\d{1,2})|\s*月\s*(\d{1,2})\s*[日号]?)$/.exec(text);
  if (ordered) return [Number(ordered[1]), Number(ordered[2] ?? ordered[3])];
  const either = /^(\d{1,2})[/.](\d{1,2})$/.exec(text);
  if (!either) return null;
  const [first, second] = [Number(either[1]), Number(either[2])];
  if (monthFirst || first === second) return [first, second];
  return first > 12 ? [second, first] : null;
}
