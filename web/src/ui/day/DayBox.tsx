// A text field for a day with a calendar: ours, or the native picker on touch screens.
import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined';
import { Suspense, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { useT } from '../../phrase/phrases.ts';
import { useIsTouch } from '../use-media.ts';
import './day.css';

const CalendarPop = lazyPart(async () => (await import('./CalendarPop.tsx')).CalendarPop);

interface DayBoxProps {
  /** The day entered, `YYYY-MM-DD`; '' if none. */
  day: string;
  min?: string | undefined;
  max?: string | undefined;
  disabled?: boolean | undefined;
  onPick: (day: string) => void;
  /** The text field. */
  children: ReactNode;
}

export function DayBox({ day, min, max, disabled, onPick, children }: DayBoxProps) {
  const t = useT();
  const isTouch = useIsTouch();
  const box = useRef<HTMLSpanElement>(null);
  const native = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  // The pointer press on the button closes an open calendar before the click arrives.
  const wasOpen = useRef(false);
  const close = (): void => {
    setOpen(false);
    box.current?.querySelector('input')?.focus();
  };
  const pressed = (event: KeyboardEvent): void => {
    if (!event.altKey || event.key !== 'ArrowDown' || disabled) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <span className="day-box" ref={box} onKeyDown={pressed}>
      {children}
      <button
        type="button"
        className="kw-plain day-button"
        tabIndex={-1}
        title={t('day.open')}
        aria-label={t('day.open')}
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={disabled}
        onPointerDown={() => (wasOpen.current = open)}
        onClick={() => (isTouch ? native.current?.showPicker() : setOpen(!wasOpen.current))}
      >
        <CalendarOutlined aria-hidden="true" />
      </button>
      {isTouch && (
        <input
          ref={native}
          type="date"
          className="day-native"
          tabIndex={-1}
          aria-hidden="true"
          min={min}
          max={max ?? '9999-12-31'}
          value={day}
          onChange={({ target }) => onPick(target.value)}
        />
      )}
      {open && (
        <Suspense>
          <CalendarPop
            value={day}
            min={min}
            max={max}
            onPick={(picked) => {
              onPick(picked);
              close();
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </span>
  );
}
