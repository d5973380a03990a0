// A chooser of the kit whose options the server finds while somebody types. Enter means what is found for the whole text, also
// while that is on its way: the options in sight are still those of a text before.
import { useDeferredValue, useEffect, useRef, useState, type KeyboardEvent } from 'react';

interface SearchState {
  typed: string;
  /** What the server is to be asked for. */
  q: string;
  open: boolean;
  type: (text: string) => void;
  setOpen: (open: boolean) => void;
}

interface Found {
  isFetching: boolean;
  options: readonly { value: string; disabled?: boolean }[];
  choose: (value: string) => void;
  /** The list stays open: several can be chosen. */
  multiple?: boolean;
}

interface SearchFieldProps {
  /** For the chooser. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onInputKeyDown: (event: KeyboardEvent) => void;
  showSearch: { filterOption: false; searchValue: string; onSearch: (text: string) => void };
  /** Whether the options are those of what is typed. */
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
  // Whoever has gone to an option with the arrows means that one.
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
