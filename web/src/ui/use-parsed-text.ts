// What people write into a field, and what it means: the field shows the first while somebody types, and holds the second.
import { useState, type KeyboardEvent } from 'react';

interface ParsedTextSpec {
  /** What the field holds: a value as it is written plainly, a text that means none, or ''. */
  value: string;
  onChange: (value: string) => void;
  /** What a text means, written plainly; null where it means nothing. */
  read: (text: string) => string | null;
  /** Whether a text is held while it is typed. Any other waits until the field is left: half a day or number is no fault yet. */
  isWhole: (text: string) => boolean;
  /** Holds no text that means nothing: such a text stays in sight, as `faulty`. */
  strict?: boolean;
}

interface ParsedText {
  value: string;
  /** Left with a text that means nothing. */
  faulty: boolean;
  /** @param text as it was typed */
  type: (text: string) => void;
  /** Holds a value that was not typed. */
  set: (value: string) => void;
  /** Reads what was typed: on leaving, on Enter, and before a shortcut does anything with it. */
  leave: () => void;
  keyDown: (event: KeyboardEvent) => void;
}

/** A text field that reads what people write. */
export function useParsedText({ value, onChange, read, isWhole, strict = false }: ParsedTextSpec): ParsedText {
  const [typed, setTyped] = useState<string | null>(null);
  const [faulty, setFaulty] = useState(false);
  const set = (next: string): void => {
    setTyped(null);
    setFaulty(false);
    if (next !== value) onChange(next);
  };
  const leave = (): void => {
    if (typed === null) return;
    const meant = typed.trim() === '' ? '' : read(typed);
    if (meant === null && strict) setFaulty(true);
    else set(meant ?? typed.trim());
  };
  return {
    value: typed ?? value,
    faulty,
    type: (text) => {
      setTyped(text);
      setFaulty(false);
      const meant = text === '' ? '' : read(text);
      if (meant === '' || (meant !== null && isWhole(text))) onChange(meant);
    },
    set,
    leave,
    keyDown: ({ key, ctrlKey, metaKey, altKey }) => {
      if (key === 'Enter' || ctrlKey || metaKey || altKey) leave();
    },
  };
}
