// The fields of a line: bare inputs, to stay fast with five hundred lines.
import type { InputHTMLAttributes, KeyboardEvent, ReactNode } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { DayBox } from '../../ui/day/DayBox.tsx';
import { isDay, type TextCell } from './line.ts';
import './fields.css';

interface CellBoxProps {
  cell: string;
  /** Shown before the value in the card layout of phones. */
  label: string;
  error?: string | undefined;
  /** Shown below the value when there is no error. */
  hint?: ReactNode;
  end?: boolean;
  children: ReactNode;
}

/** A cell with room for its error. */
export const CellBox = ({ cell, label, error, hint, end = false, children }: CellBoxProps) => (
  <td role="cell" className={`line-cell ${cell} ${end ? 'end' : ''}`} data-label={label}>
    {children}
    {error !== undefined ? <p className="line-error">{error}</p> : hint !== undefined && <p className="line-hint">{hint}</p>}
  </td>
);

interface TextFieldProps extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'inputMode' | 'maxLength' | 'placeholder' | 'readOnly' | 'title'
> {
  cell: TextCell | 'product';
  /** Accessible name: line and column. */
  name: string;
  value: string;
  invalid: boolean;
  end?: boolean;
  /** Show the placeholder only with focus. */
  quiet?: boolean;
  onChange: (text: string) => void;
  onLeave?: (text: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

export const TextField = ({
  cell,
  name,
  value,
  invalid,
  end = false,
  quiet = false,
  onChange,
  onLeave,
  ...rest
}: TextFieldProps) => (
  <input
    {...rest}
    className={`line-field ${end ? 'end' : ''} ${quiet ? 'quiet' : ''}`}
    data-cell={cell}
    aria-label={name}
    aria-invalid={invalid || undefined}
    autoComplete="off"
    value={value}
    onFocus={({ target }) => target.select()}
    onChange={({ target }) => onChange(target.value)}
    onBlur={onLeave && (({ target }) => onLeave(target.value))}
  />
);

/** A day, typed freely or picked from a calendar. */
export function DayField({ day, placeholder, ...props }: Omit<TextFieldProps, 'inputMode'> & { day: string }) {
  const t = useT();
  return (
    <DayBox day={isDay(day) ? day : ''} disabled={props.readOnly} onPick={props.onChange}>
      <TextField
        {...props}
        // Commit the typed day before a save shortcut is handled.
        onKeyDown={({ ctrlKey, metaKey }) => {
          if (ctrlKey || metaKey) props.onLeave?.(props.value);
        }}
        placeholder={placeholder ?? t('day.format')}
        quiet={placeholder === undefined}
        inputMode="numeric"
        maxLength={20}
      />
    </DayBox>
  );
}

interface UnitFieldProps {
  name: string;
  value: string;
  units: readonly string[];
  nameOf: (unit: string) => string;
  invalid: boolean;
  onChange: (unit: string) => void;
}

/** Read-only for a product with a single unit. */
export function UnitField({ name, value, units, nameOf, invalid, onChange }: UnitFieldProps) {
  const known = units.includes(value) ? units : [...units, value];
  if (known.length === 1) return <span className="line-unit">{nameOf(value)}</span>;
  return (
    <select
      className="line-field"
      data-cell="unit"
      aria-label={name}
      aria-invalid={invalid || undefined}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {known.map((unit) => (
        <option key={unit} value={unit}>
          {nameOf(unit)}
        </option>
      ))}
    </select>
  );
}
