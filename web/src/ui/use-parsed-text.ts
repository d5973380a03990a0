// A text field whose input is parsed: shows what the user types, and holds the parsed value.
import { useState, type KeyboardEvent } from 'react';

interface ParsedTextSpec {
  /** The field's value: normalized, an invalid text, or ''. */
  value: string;
  onChange: (value: string) => void;
  /** Parses a text to its normalized value; null if invalid. */
  read: (text: string) => string | null;
  /** Whether a text is applied while typing. Others wait for blur: half a day or number is no error yet. */
  isWhole: (text: string) => boolean;
  /** Never holds invalid text: it stays visible, as `faulty`. */
  strict?: boolean;
}

interface ParsedText {
  value: string;
  /** Left with invalid text. */
  faulty: boolean;
  /** @param text as typed */
  type: (text: string) => void;
  /** Sets a value that was not typed. */
  set: (value: string) => void;
  /** Parses the input: on blur, on Enter, and before a shortcut uses it. */
  leave: () => void;
  keyDown: (event: KeyboardEvent) => void;
}

/** State of a parsed text field. */
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
