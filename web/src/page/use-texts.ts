// Text typed in a dialog outside the page's form: survives a reload, and a sign-out in another window.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { draftWriter } from './draft-writer.ts';
import { draftKey, getDraft } from './drafts.ts';
import { useDirty, usePage } from './page.ts';
import { session } from '../browser/storage.ts';

/** By field name. */
export type Texts = Readonly<Record<string, string>>;

const NONE: Texts = {};

/** @param name distinguishes dialogs of the same page; null while closed */
export function useTexts(name: string | null) {
  const { key } = usePage();
  const kept = useMemo(() => (name === null ? NONE : ((getDraft(key, name)?.values as Texts | undefined) ?? NONE)), [key, name]);
  const [typed, setTyped] = useState<{ name: string | null; texts: Texts }>({ name: null, texts: NONE });
  const texts = typed.name === name ? typed.texts : kept;
  const isTyped = name !== null && Object.values(texts).some((text) => text.trim() !== '');
  const now = useRef<Texts | null>(null);
  now.current = isTyped ? texts : null;
  const writer = useRef<ReturnType<typeof draftWriter>>(undefined);
  useDirty(isTyped, isTyped);
  useEffect(() => {
    if (name === null) return undefined;
    const made = draftWriter(key, name, () => now.current && { values: { ...now.current }, base: null });
    writer.current = made;
    return made.end;
  }, [key, name]);
  useEffect(() => {
    if (isTyped) writer.current?.soon();
    else writer.current?.drop();
  }, [texts, isTyped]);
  const type = (field: string, text: string): void => setTyped({ name, texts: { ...texts, [field]: text } });
  /** The texts were sent or discarded. */
  const drop = useCallback((): void => {
    now.current = null;
    writer.current?.drop();
    if (name !== null) session.remove(draftKey(key, name));
    setTyped({ name, texts: NONE });
  }, [key, name]);
  return { kept, isTyped, type, drop };
}
