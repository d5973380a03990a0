// Texts of a dialog are asked about before it is closed, whichever way: its cross, Escape, beside it, a step back.
import { useEffect, useRef, type FormEvent } from 'react';
import { useTexts } from '../page/use-texts.ts';
import { askToLeave } from './ask-to-leave.ts';

/** Fields in which sentences are written; a number, a day or a secret is not worth a question, and the last is kept nowhere. */
const TEXTS = 'textarea, input[type="text"]:not([role="combobox"], [inputmode], [autocomplete="one-time-code"])';

interface TypedTextsOptions {
  /** That the ids of its fields begin with. */
  prefix?: string;
  /** It is being sent: closed then, it has done its work. */
  busy?: boolean;
  /** Something else was changed that is worth asking about. */
  touched?: boolean;
}

/**
 * @param name what tells the dialog from others of the page, the record it is about included; null while it is closed
 */
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
    /** What stood there before a reload, before a sign-out, or before the document was read again. */
    kept,
    /** For what is around the fields. */
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
    /** They have been sent. */
    done: drop,
  };
}
