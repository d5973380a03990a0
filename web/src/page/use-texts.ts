// What somebody types into a dialog that is no form of a page: there again after a reload, and after a sign-out elsewhere.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { draftWriter } from './draft-writer.ts';
import { draftKey, getDraft } from './drafts.ts';
import { useDirty, usePage } from './page.ts';
import { session } from '../browser/storage.ts';

/** By the names of their fields. */
export type Texts = Readonly<Record<string, string>>;

const NONE: Texts = {};

/**
 * @param name what tells the dialog from others of the page; null while it is closed
 */
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
  /** They are sent, or given up. */
  const drop = useCallback((): void => {
    now.current = null;
    writer.current?.drop();
    if (name !== null) session.remove(draftKey(key, name));
    setTyped({ name, texts: NONE });
  }, [key, name]);
  return { kept, isTyped, type, drop };
}
