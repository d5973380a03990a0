// Options as checkboxes or radio buttons, with a search field if there are many. Arrow keys move between them.
import { hasWords } from '@kuwei/contract/normalize-text';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useT } from '../../phrase/phrases.ts';
import '../../ui/field.css';
import '../filter.css';

export interface Option {
  value: string;
  label: string;
  /** Depth in a tree, from 0 at the root. */
  depth?: number;
  hint?: string;
  /** False for a disabled option: offered only if already chosen. */
  valid?: boolean;
}

interface OptionListProps {
  label: string;
  options: readonly Option[];
  chosen: readonly string[];
  single?: boolean;
  onChange: (chosen: string[]) => void;
  /** For a search on the server: called with the typed text. */
  onFind?: (text: string) => void;
  /** Options for the typed text are loading; those shown belong to an earlier text. */
  isLooking?: boolean;
}

/** Number of options from which a search field is shown. */
const FIND_FROM = 9;

export function OptionList({ label, options, chosen, single = false, onChange, onFind, isLooking = false }: OptionListProps) {
  const t = useT();
  const group = useId();
  const [text, setText] = useState('');
  const root = useRef<HTMLDivElement>(null);
  // Enter before the options have loaded focuses them once they have.
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

/** Arrow keys move through field and options; a radio group would select while moving. Enter selects. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  // Input methods use the same keys during composition.
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
