// Options to tick, or one to choose, with a field to find them by where they are many. Arrows move between them.
import { hasWords } from '@kuwei/contract/normalize-text';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useT } from '../../phrase/phrases.ts';
import '../../ui/field.css';
import '../filter.css';

export interface Option {
  value: string;
  label: string;
  /** Steps below the root of a tree. */
  depth?: number;
  hint?: string;
  /** False for one that is switched off: offered only where it is chosen. */
  valid?: boolean;
}

interface OptionListProps {
  label: string;
  options: readonly Option[];
  chosen: readonly string[];
  single?: boolean;
  onChange: (chosen: string[]) => void;
  /** The options are looked for elsewhere: called with what is typed. */
  onFind?: (text: string) => void;
  /** Those for what is typed are on their way; what is in sight was found for a text before. */
  isLooking?: boolean;
}

/** With more options than this a field to find them by helps. */
const FIND_FROM = 9;

export function OptionList({ label, options, chosen, single = false, onChange, onFind, isLooking = false }: OptionListProps) {
  const t = useT();
  const group = useId();
  const [text, setText] = useState('');
  const root = useRef<HTMLDivElement>(null);
  // Enter before the options have come goes to them once they have.
  const entered = useRef(false);
  useEffect(() => {
    if (!entered.current || isLooking) return;
    entered.current = false;
    const [field, first] = root.current!.querySelectorAll('input');
    if (document.activeElement === field) first?.focus();
  });
  const found = onFind ? options : options.filter((option) => hasWords(`${option.label} ${option.hint ?? ''}`, text));
  const toggle = (value: string, on: boolean): void =>
    onChange(
      single ? [value] : options.map((option) => option.value).filter((each) => (each === value ? on : chosen.includes(each))),
    );
  return (
    <div className="options" ref={root} onKeyDown={moveFocus}>
      {(onFind !== undefined || options.length >= FIND_FROM) && (
        <input
          className="kw-field options-find"
          placeholder={t('list.findOption')}
          aria-label={`${label}: ${t('list.findOption')}`}
          value={text}
          onKeyDown={(event) => {
            if (!isLooking || event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'ArrowDown')) return;
            event.preventDefault();
            event.stopPropagation();
            entered.current = true;
          }}
          onChange={({ target }) => {
            entered.current = false;
            setText(target.value);
            onFind?.(target.value.trim());
          }}
        />
      )}
      <div role={single ? 'radiogroup' : 'group'} aria-label={label}>
        {found.map(({ value, label: name, depth = 0, hint }) => (
          <label key={value} className="option" style={{ paddingInlineStart: 12 + depth * 18 }}>
            <input
              type={single ? 'radio' : 'checkbox'}
              className="kw-check"
              name={group}
              checked={chosen.includes(value)}
              onChange={({ target }) => toggle(value, target.checked)}
            />
            <span className="option-name">{name}</span>
            {hint !== undefined && <span className="option-hint">{hint}</span>}
          </label>
        ))}
      </div>
      {found.length === 0 && <p className="options-none">{t('list.noOption')}</p>}
    </div>
  );
}

/** Up and down go through field and options; a radio group does that by itself, but would choose on the way. Enter chooses. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  // An input method chooses its own words by the same keys.
  if (event.nativeEvent.isComposing) return;
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input')];
  const at = fields.indexOf(document.activeElement as HTMLInputElement);
  const isOption = fields[at]?.matches('.kw-check') === true;
  if (event.key === 'Enter' && isOption) {
    event.preventDefault();
    return fields[at]!.click();
  }
  const isDown = event.key === 'ArrowDown' || event.key === 'Enter';
  const step = isDown ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  fields[Math.min(fields.length - 1, Math.max(0, at + step))]?.focus();
}
