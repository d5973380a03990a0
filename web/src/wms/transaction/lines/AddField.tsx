// The field below the lines: a scanner's code and Enter adds a line, a name finds the product.
import ScanOutlined from '@ant-design/icons/es/icons/ScanOutlined';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useT } from '../../../phrase/phrases.ts';
import './add-field.css';

/** A pause in typing after which the name is looked for; a scanner is faster. */
const PAUSE_MS = 200;

export interface Suggestion {
  id: string;
  content: ReactNode;
  add: () => void;
}

interface AddFieldProps {
  /** Products that a text could mean; asked with '' while there is none. */
  useSuggestions: (text: string) => readonly Suggestion[];
  /** @returns whether there was something of this code */
  onCode: (code: string) => Promise<boolean>;
  /** What may be typed. */
  hint: string;
  /** Up from the empty field: back to the lines. */
  onUp: () => void;
}

export function AddField({ useSuggestions, onCode, hint, onUp }: AddFieldProps) {
  const t = useT();
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [unknown, setUnknown] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  const wanted = useSettled(text.trim());
  const suggestions = useSuggestions(wanted.length >= 2 && wanted === text.trim() ? wanted : '');
  const change = (next: string): void => {
    setText(next);
    setActive(-1);
    setUnknown(null);
  };
  const take = (suggestion: Suggestion): void => {
    suggestion.add();
    change('');
    field.current?.focus();
  };
  const enter = async (): Promise<void> => {
    const code = text.trim();
    if (active >= 0 && suggestions[active]) return take(suggestions[active]);
    if (code === '') return;
    if (await onCode(code)) return change('');
    if (suggestions.length === 1) return take(suggestions[0]!);
    setUnknown(code);
  };
  const pressed = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') void enter();
    else if (event.key === 'Escape' && text !== '') change('');
    else if (event.key === 'ArrowUp' && text === '') onUp();
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((at) => Math.max(-1, Math.min(suggestions.length - 1, at + step)));
    } else return;
    event.preventDefault();
  };
  return (
    <div className="line-add">
      <ScanOutlined aria-hidden="true" />
      <input
        ref={field}
        className="line-add-field"
        data-line-add
        role="combobox"
        aria-label={t('tx.line.add')}
        aria-expanded={suggestions.length > 0}
        aria-controls={list}
        aria-activedescendant={active >= 0 ? `${list}-${active}` : undefined}
        aria-invalid={unknown !== null || undefined}
        placeholder={hint}
        autoComplete="off"
        maxLength={64}
        value={text}
        onChange={({ target }) => change(target.value)}
        onKeyDown={pressed}
      />
      {unknown !== null && (
        <p role="alert" className="line-error">
          {t('tx.line.unknown', { code: unknown })}
        </p>
      )}
      {suggestions.length > 0 && (
        <ul id={list} role="listbox" className="line-suggestions" aria-label={t('wms.product')}>
          {suggestions.map((suggestion, at) => (
            <li
              key={suggestion.id}
              id={`${list}-${at}`}
              role="option"
              aria-selected={at === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(suggestion)}
            >
              {suggestion.content}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The value, once it has stayed the same for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
