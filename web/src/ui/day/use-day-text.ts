import { readMinute } from '@kuwei/contract/read-value';
import { readNearDay, type NearDay } from '@kuwei/contract/workbook/read-near-day';
import { locale, useT } from '../../phrase/phrases.ts';
import { today } from '../format.ts';
import { typedDay } from './typed-day.ts';
import { useParsedText } from '../use-parsed-text.ts';

/** Props of a field for a day, or a minute of one. */
export interface DayFieldSpec {
  /** `YYYY-MM-DD`, or `YYYY-MM-DD HH:MM` with `time`; invalid text if the field was left with it; '' for none. */
  value: string;
  onChange: (value: string) => void;
  /** To the minute, in the browser's time zone. */
  time?: boolean | undefined;
  /** Which day a bare month means, and which minute a bare day. */
  edge?: 'first' | 'last' | undefined;
  /** Whether a day without a year means the next such day or the last; without this it is invalid. */
  near?: NearDay['towards'] | undefined;
  /** Reports valid days only, never invalid text. */
  strict?: boolean | undefined;
}

const WHOLE_DAY = /^\d{4}-?\d{2}-?\d{2}$/;
const WHOLE_MINUTE = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}$/;

/** Resolves a day without a year, relative to today. @returns null if it is not one */
export const nearDay = (text: string, towards: NearDay['towards']): string | null =>
  readNearDay(text, { today: today(), towards, monthFirst: locale() === 'zh' });

/** @returns props of the text field and of its calendar: the day shown, and the handler for choosing another */
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
