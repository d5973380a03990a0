// Text typed into a select and left uncommitted: selects the only possible match, else shows an error at the field.
import { useContext, useRef } from 'react';
import type { Option } from '../../ui/options.ts';
import { PendingTextContext } from '../context.ts';

interface PendingSearchOptions<O> {
  /** Options that match the typed text. */
  found: (typed: string) => readonly O[];
  choose: (option: O) => void;
}

export interface PendingSearch {
  onSearch: (text: string) => void;
  onOpenChange: (open: boolean) => void;
  onInputKeyDown: (event: { key: string }) => void;
  /** An option was chosen: forgets the typed text. */
  taken: () => void;
}

/** For a select of the kit, which drops its text on close. */
export function usePendingSearch<O extends Pick<Option, 'value' | 'label' | 'disabled'>>({
  found,
  choose,
}: PendingSearchOptions<O>): PendingSearch {
  const leave = useContext(PendingTextContext);
  const typed = useRef('');
  return {
    onSearch: (text) => {
      typed.current = text;
    },
    onOpenChange: (open) => {
      const text = typed.current.trim();
      typed.current = '';
      if (open || text === '') return leave(null);
      const hits = found(text).filter(({ disabled }) => disabled !== true);
      const exact = hits.filter(({ value, label }) => [value, label].some((each) => each.toLowerCase() === text.toLowerCase()));
      const [only] = exact.length === 1 ? exact : hits;
      if (only && (exact.length === 1 || hits.length === 1)) choose(only);
      else leave(text);
    },
    onInputKeyDown: ({ key }) => {
      if (key === 'Escape') typed.current = '';
    },
    taken: () => {
      typed.current = '';
      leave(null);
    },
  };
}
