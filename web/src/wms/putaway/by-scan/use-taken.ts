// Scans that are not confirmed yet: survive a reload, until their line is planned differently.
import { useState } from 'react';
import { useDraft, useStoredDraft } from '../../../page/use-draft.ts';
import type { Taken } from './taken.ts';

export interface Scans {
  all: Taken;
  set: (taken: Taken) => void;
  /** @param lineId of one line; omitted: all */
  forget: (lineId?: string) => void;
}

const DRAFT = 'scanned';
const NOTHING: Taken = {};

export function useTaken(): Scans {
  const kept = useStoredDraft(DRAFT) as Taken | null;
  const [all, set] = useState<Taken>(kept ?? NOTHING);
  useDraft(DRAFT, Object.keys(all).length === 0 ? null : all);
  return {
    all,
    set,
    forget: (lineId = '') =>
      set((before) => {
        const others = Object.entries(before).filter(([key]) => !key.startsWith(lineId));
        return others.length === Object.keys(before).length ? before : Object.fromEntries(others);
      }),
  };
}
