// Asks before a dialog with typed text is closed, by its close button, Escape, a click outside, or going back.
import { useEffect, useRef, type FormEvent } from 'react';
import { useTexts } from '../page/use-texts.ts';
import { askToLeave } from './ask-to-leave.ts';

/** Fields for free text; numbers, days and secrets need no confirmation, and secrets are never stored. */
const TEXTS = 'textarea, input[type="text"]:not([role="combobox"], [inputmode], [autocomplete="one-time-code"])';

interface TypedTextsOptions {
  /** Prefix of its field ids. */
  prefix?: string;
  /** Being sent: closing it then needs no confirmation. */
  busy?: boolean;
  /** Other changes that need a confirmation. */
  touched?: boolean;
}

/** @param name distinguishes dialogs of the page, including the record; null while closed */
export function useTypedTexts(
  name: string | null,
  onClose: () => void,
  { prefix = '', busy = false, touched = false }: TypedTextsOptions = {},
) {
  const { kept, isTyped, type, drop } = useTexts(name === null ? null : `dialog ${name}`);
  const open = useRef<{ drop: () => void; busy: boolean } | null>(null);
  useEffect(() => {
    if (name === null && open.current?.busy) open.current.drop();
    open.current = name === null ? null : { drop, busy };
  }, [name, drop, busy]);
  return {
    /** Text restored after a reload, a sign-out, or a refetch of the document. */
    kept,
    /** For the element around the fields. */
    onInput: ({ target }: FormEvent): void => {
      const isText = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
      if (isText && target.matches(TEXTS) && target.id.startsWith(prefix)) type(target.id.slice(prefix.length), target.value);
    },
    leave: (): void => {
      void (async () => {
        if ((isTyped || touched) && !(await askToLeave())) return;
        drop();
        onClose();
      })();
    },
    /** Called when sent. */
    done: drop,
  };
}
