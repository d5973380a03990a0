import { useEffect, useRef, useState } from 'react';
import { draftWriter } from './draft-writer.ts';
import { getDraft } from './drafts.ts';
import { useDirty, usePage } from './page.ts';

type Values = Record<string, unknown>;

/** The stored draft from before a reload, as given to `useDraft`; null if there is none. */
export function useStoredDraft(form: string): unknown {
  const { key } = usePage();
  const [kept] = useState((): unknown => getDraft(key, form)?.values ?? null);
  return kept;
}

/**
 * Keeps changes of a page without a form as a draft, so that they survive a reload.
 * @param form distinguishes drafts of the same page
 * @param changes JSON data; null if nothing differs from the saved state
 * @returns whether the changes equal the draft from before a reload
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
