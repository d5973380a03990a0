import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../phrase/phrases.ts';
import './filter.css';
import './filter-phone.css';

/** Debounce delay. */
const PAUSE_MS = 250;

interface SearchFieldProps {
  hint: string;
  /** Current search text. */
  value: string;
  onSearch: (text: string) => void;
  /** Called on Enter, while the search is still running. */
  onEnter?: () => void;
  /** Minimum number of characters to search. */
  min?: number | undefined;
}

/** Free-text search. Searches while typing, but not during input method composition. */
export function SearchField({ hint, value, onSearch, onEnter, min = 1 }: SearchFieldProps) {
  const t = useT();
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const composing = useRef(false);
  useEffect(() => {
    // Changed elsewhere: by a reset, a view, or going back.
    if (value !== sent.current) {
      clearTimeout(timer.current);
      setTyped(value);
    }
    sent.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (text: string): void => {
    clearTimeout(timer.current);
    const wanted = text.trim();
    if (wanted === sent.current || (wanted !== '' && wanted.length < min)) return;
    sent.current = wanted;
    onSearch(wanted);
  };
  const change = (text: string): void => {
    setTyped(text);
    clearTimeout(timer.current);
    if (!composing.current) timer.current = setTimeout(() => search(text), PAUSE_MS);
  };
  return (
    <label className="search-field">
      <SearchOutlined aria-hidden="true" />
      <input
        data-search
        type="search"
        className="kw-field"
        aria-label={`${t('list.search')}: ${hint}`}
        aria-keyshortcuts="/"
        placeholder={hint}
        title={hint}
        maxLength={100}
        value={typed}
        onChange={({ target }) => change(target.value)}
        onCompositionStart={() => (composing.current = true)}
        onCompositionEnd={({ currentTarget }) => {
          composing.current = false;
          change(currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') {
            search(typed);
            if (!event.ctrlKey && !event.metaKey) onEnter?.();
          }
          if (event.key === 'Escape') {
            event.preventDefault();
            if (typed === '') event.currentTarget.blur();
            setTyped('');
            search('');
          }
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </label>
  );
}
