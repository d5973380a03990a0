// A select of the kit with server-side search. Enter applies to results for the whole text, even if they are still loading: the options
// shown belong to an earlier text.
import { useDeferredValue, useEffect, useRef, useState, type KeyboardEvent } from 'react';

interface SearchState {
  typed: string;
  /** Search text to query. */
  q: string;
  open: boolean;
  type: (text: string) => void;
  setOpen: (open: boolean) => void;
}

interface Found {
  isFetching: boolean;
  options: readonly { value: string; disabled?: boolean }[];
  choose: (value: string) => void;
  /** Multiple choice: the list stays open. */
  multiple?: boolean;
}

interface SearchFieldProps {
  /** Props of the select. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onInputKeyDown: (event: KeyboardEvent) => void;
  showSearch: { filterOption: false; searchValue: string; onSearch: (text: string) => void };
  /** Whether the options belong to the typed text. */
  isHere: boolean;
}

export function useSearchState(): SearchState {
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  return { typed, q: useDeferredValue(typed.trim()), open, type: setTyped, setOpen };
}

export function useSearchField({ typed, q, open, type, setOpen }: SearchState, found: Found): SearchFieldProps {
  const { isFetching, options, choose, multiple = false } = found;
  const entered = useRef(false);
  // An option reached with the arrow keys is the one meant.
  const moved = useRef(false);
  const isHere = typed.trim() === q && !isFetching;
  useEffect(() => {
    if (!entered.current || !isHere) return;
    entered.current = false;
    const first = options.find(({ disabled }) => disabled !== true);
    if (!first) return;
    type('');
    if (!multiple) setOpen(false);
    choose(first.value);
  });
  const begin = (): void => {
    entered.current = false;
    moved.current = false;
  };
  return {
    isHere,
    open,
    onOpenChange: (next) => {
      begin();
      setOpen(next);
      if (!next) type('');
    },
    onInputKeyDown: (event) => {
      if (event.nativeEvent.isComposing) return;
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moved.current = true;
      if (event.key !== 'Enter' || isHere || moved.current || typed.trim() === '') return;
      event.preventDefault();
      event.stopPropagation();
      entered.current = true;
    },
    showSearch: {
      filterOption: false,
      searchValue: typed,
      onSearch: (text) => {
        begin();
        type(text);
      },
    },
  };
}
