import { readMinute } from '@kuwei/contract/read-value';
import { readNearDay, type NearDay } from '@kuwei/contract/workbook/read-near-day';
import { locale, useT } from '../../phrase/phrases.ts';
import { today } from '../format.ts';
import { typedDay } from './typed-day.ts';
import { useParsedText } from '../use-parsed-text.ts';

/** What a field for a day, or for a minute of one, is told. */
export interface DayFieldSpec {
  /** `YYYY-MM-DD`, or `YYYY-MM-DD HH:MM` with `time`; a text that is none where it was left so; '' for none. */
  value: string;
  onChange: (value: string) => void;
  /** A minute, in the browser's time zone. */
  time?: boolean | undefined;
  /** Which day of it a bare month means, and which minute of it a bare day. */
  edge?: 'first' | 'last' | undefined;
  /** A day without a year is the next such day, or the last; left out, it is none. */
  near?: NearDay['towards'] | undefined;
  /** Reports days only, never a text that is none. */
  strict?: boolean | undefined;
}

const WHOLE_DAY = /^\d{4}-?\d{2}-?\d{2}$/;
const WHOLE_MINUTE = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}$/;

/** What a day without a year means here and now. @returns null for what is no such day */
export const nearDay = (text: string, towards: NearDay['towards']): string | null =>
  readNearDay(text, { today: today(), towards, monthFirst: locale() === 'zh' });

/** @returns what the text field is given, and what its calendar is: the day in sight, and what choosing another does */
export function useDayText({ value, onChange, time = false, edge = 'first', near, strict = false }: DayFieldSpec) {
  const t = useT();
  const typed = useParsedText({
    value,
    onChange,
    read: (text) => (time ? readMinute(text, edge) : (typedDay(text, edge) ?? (near ? nearDay(text, near) : null))),
    isWhole: (text) => (time ? WHOLE_MINUTE : WHOLE_DAY).test(text),
    strict,
  });
  const [day = '', clock = edge === 'first' ? '00:00' : '23:59'] = (readMinute(value) === null ? '' : value).split(' ');
  return {
    field: {
      value: typed.value,
      placeholder: t(time ? 'day.minuteFormat' : 'day.format'),
      autoComplete: 'off',
      maxLength: 40,
      'aria-keyshortcuts': 'Alt+ArrowDown',
      onChange: ({ target }: { target: { value: string } }) => typed.type(target.value),
      onKeyDown: typed.keyDown,
    },
    leave: typed.leave,
    faulty: typed.faulty,
    box: { day, onPick: (picked: string) => typed.set(time && picked !== '' ? `${picked} ${clock}` : picked) },
  };
}
