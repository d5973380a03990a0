import { useEffect, useRef, useState } from 'react';
import { draftWriter } from './draft-writer.ts';
import { getDraft } from './drafts.ts';
import { useDirty, usePage } from './page.ts';

type Values = Record<string, unknown>;

/** What was changed here before a reload and not saved, as `useDraft` was given it; null where there is nothing. */
export function useStoredDraft(form: string): unknown {
  const { key } = usePage();
  const [kept] = useState((): unknown => getDraft(key, form)?.values ?? null);
  return kept;
}

/**
 * Keeps changes of a page that is no form, so that a reload leaves them.
 * @param form what tells them from other drafts of the page
 * @param changes what JSON can hold; null where nothing differs from what is saved
 * @returns whether they are what was kept before a reload
 */
export function useDraft(form: string, changes: object | null): boolean {
  const { key } = usePage();
  const [isBack, setIsBack] = useState(() => getDraft(key, form) !== null);
  const now = useRef(changes);
  const writer = useRef<ReturnType<typeof draftWriter>>(undefined);
  useDirty(changes !== null, true);
  useEffect(() => {
    const made = draftWriter(key, form, () => now.current && { values: now.current as Values, base: null });
    writer.current = made;
    return made.end;
  }, [key, form]);
  useEffect(() => {
    now.current = changes;
    if (changes !== null) return writer.current?.soon();
    writer.current?.drop();
    return setIsBack(false);
  }, [changes]);
  return isBack && changes !== null;
}
