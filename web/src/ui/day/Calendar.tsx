// A month to choose a day from, by keyboard and pointer: the date grid of the ARIA practices.
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useLocale, useT } from '../../phrase/phrases.ts';
import { today } from '../format.ts';
import { addDays, addMonths, weekdayOf, weeksOf, within } from './calendar-days.ts';
import '../field.css';
import './calendar.css';

interface CalendarProps {
  /** `YYYY-MM-DD`; '' starts at today. */
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  onPick: (day: string) => void;
}

/** Years offered on either side of the displayed one. */
const YEARS = 12;

export function Calendar({ value, min = '1900-01-01', max = '9999-12-31', onPick }: CalendarProps) {
  const t = useT();
  const locale = useLocale();
  const grid = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState(() => within(value === '' ? today() : value, min, max));
  const [moved, setMoved] = useState(0);
  useEffect(() => grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true }), [moved]);
  const show = (day: string): void => setAt(within(day, min, max));
  const pressed = (event: KeyboardEvent): void => {
    const to = dayForKey(event, at);
    if (to === null) return;
    event.preventDefault();
    show(to);
    setMoved((count) => count + 1);
  };
  const year = Number(at.slice(0, 4));
  const years = Array.from({ length: 2 * YEARS + 1 }, (_, step) => year - YEARS + step).filter(
    (each) => each >= Number(min.slice(0, 4)) && each <= Number(max.slice(0, 4)),
  );
  const name = (style: Intl.DateTimeFormatOptions, day: string): string =>
    new Intl.DateTimeFormat(locale === 'zh' ? 'zh-CN' : 'en-GB', { timeZone: 'UTC', ...style }).format(
      new Date(`${day}T00:00:00Z`),
    );
  const inMonth = (month: number): string => within(addMonths(`${at.slice(0, 4)}-01-${at.slice(8)}`, month), min, max);
  return (
    <div className="calendar">
      <div className="calendar-head">
        <button
          type="button"
          className="kw-plain calendar-step"
          aria-label={t('day.before')}
          onClick={() => show(addMonths(at, -1))}
        >
          <LeftOutlined aria-hidden="true" />
        </button>
        <select
          className="kw-field"
          aria-label={t('day.year')}
          value={year}
          onChange={({ target }) => show(addMonths(at, (Number(target.value) - year) * 12))}
        >
          {years.map((each) => (
            <option key={each} value={each}>
              {locale === 'zh' ? `${each}年` : each}
            </option>
          ))}
        </select>
        <select
          className="kw-field"
          aria-label={t('day.month')}
          value={Number(at.slice(5, 7)) - 1}
          onChange={({ target }) => show(inMonth(Number(target.value)))}
        >
          {Array.from({ length: 12 }, (_, month) => (
            <option key={month} value={month}>
              {name({ month: locale === 'zh' ? 'short' : 'long' }, addMonths('2001-01-01', month))}
            </option>
          ))}
        </select>
        <button
          type="button"
          className="kw-plain calendar-step"
          aria-label={t('day.after')}
          onClick={() => show(addMonths(at, 1))}
        >
          <RightOutlined aria-hidden="true" />
        </button>
      </div>
      <table role="grid" aria-label={name({ year: 'numeric', month: 'long' }, at)} ref={grid} onKeyDown={pressed}>
        <thead>
          <tr>
            {weeksOf(at)[0]!.map((day) => (
              <th key={weekdayOf(day)} scope="col" abbr={name({ weekday: 'long' }, day)}>
                {name({ weekday: 'narrow' }, day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(at).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} role="gridcell" aria-selected={day === value}>
                  <button
                    type="button"
                    className={`kw-plain calendar-day ${day.slice(0, 7) === at.slice(0, 7) ? '' : 'other'} ${day === today() ? 'today' : ''}`}
                    tabIndex={day === at ? 0 : -1}
                    disabled={day < min || day > max}
                    aria-label={name({ dateStyle: 'full' }, day)}
                    aria-current={day === today() ? 'date' : undefined}
                    onClick={() => onPick(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <button
        type="button"
        className="kw-plain kw-link calendar-today"
        disabled={within(today(), min, max) !== today()}
        onClick={() => onPick(today())}
      >
        {t('time.today')}
      </button>
    </div>
  );
}

/** The day an arrow or page key moves to; null for any other key. */
function dayForKey({ key, shiftKey }: KeyboardEvent, day: string): string | null {
  const steps: Readonly<Record<string, () => string>> = {
    ArrowLeft: () => addDays(day, -1),
    ArrowRight: () => addDays(day, 1),
    ArrowUp: () => addDays(day, -7),
    ArrowDown: () => addDays(day, 7),
    Home: () => addDays(day, -weekdayOf(day)),
    End: () => addDays(day, 6 - weekdayOf(day)),
    PageUp: () => addMonths(day, shiftKey ? -12 : -1),
    PageDown: () => addMonths(day, shiftKey ? 12 : 1),
  };
  return steps[key]?.() ?? null;
}
