// A keeper's unsaved changes by line, on top of the server's state.
import type { Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { useState } from 'react';
import { useDraft, useStoredDraft } from '../../page/use-draft.ts';
import { useUnits } from '../goods/units.ts';
import { lineFault, openLines, savedParts, type Part } from './plan.ts';

interface Edits {
  /** Revision of the document that the changes are based on. */
  rev: number;
  lines: Readonly<Record<string, readonly Part[]>>;
}

export interface Plan {
  partsOf: (line: TransactionLine) => readonly Part[];
  setParts: (line: TransactionLine, parts: readonly Part[]) => void;
  /** Changed here and not saved yet. */
  isChanged: (line: TransactionLine) => boolean;
  /** Replaces several lines at once, which can be undone. */
  setAll: (lines: Readonly<Record<string, readonly Part[]>>) => void;
  /** Undoes that; null once anything else has changed. */
  undo: (() => void) | null;
  drop: () => void;
  /** Drops what was saved as revision `rev`; changes made meanwhile stay. */
  settle: (saved: NonNullable<Plan['savable']>, rev: number) => void;
  dirty: boolean;
  /** Changes from before a reload were restored. */
  isBack: boolean;
  /** Revision to write against: that of the first change. */
  rev: number;
  /** Someone else has changed the document since. */
  overtaken: boolean;
  /** Lines to save; null if one is invalid. */
  savable: { line: TransactionLine; parts: readonly Part[] }[] | null;
}

const DRAFT = 'boxes';

export function usePlan(transaction: Transaction): Plan {
  const kept = useStoredDraft(DRAFT) as Edits | null;
  const [edits, setEdits] = useState<Edits | null>(kept);
  const { rev, type, state } = transaction;
  const changed = edits?.lines ?? {};
  const dirty = edits !== null;
  const isBack = useDraft(DRAFT, edits);
  const units = useUnits();
  const partsOf = (line: TransactionLine): readonly Part[] => changed[line.id] ?? savedParts(line);
  const [lastBulk, setLastBulk] = useState<{ before: Edits | null; after: Edits } | null>(null);
  const setLines = (lines: Readonly<Record<string, readonly Part[]>>): void =>
    setEdits((before) => ({ rev: before?.rev ?? rev, lines: { ...before?.lines, ...lines } }));
  const setAll = (lines: Readonly<Record<string, readonly Part[]>>): void => {
    const after = { rev: edits?.rev ?? rev, lines: { ...edits?.lines, ...lines } };
    setLastBulk({ before: edits, after });
    setEdits(after);
  };

  // The first save confirms all lines, even unchanged ones; a move may leave lines without a box for later.
  const editedLines = openLines(transaction)
    .map((line) => ({ line, parts: partsOf(line) }))
    .filter(({ line, parts }) => line.id in changed || (state === 'APPROVED' && parts.length > 0));
  const valid = editedLines.filter(({ line, parts }) => lineFault(type, line, parts, units) === null);
  const withoutBox = editedLines.filter(
    ({ line, parts }) => !(line.id in changed) && lineFault(type, line, parts, units) === 'place',
  );
  return {
    partsOf,
    isChanged: (line) => line.id in changed,
    setParts: (line, parts) => setLines({ [line.id]: parts }),
    setAll,
    undo: lastBulk !== null && lastBulk.after === edits ? () => setEdits(lastBulk.before) : null,
    drop: () => setEdits(null),
    settle: (saved, savedRev) =>
      setEdits((before) => {
        const known = new Map(saved.map(({ line, parts }) => [line.id, parts]));
        const open = Object.entries(before?.lines ?? {}).filter(([id, parts]) => known.get(id) !== parts);
        return open.length === 0 ? null : { rev: savedRev, lines: Object.fromEntries(open) };
      }),
    dirty,
    isBack,
    rev: edits?.rev ?? rev,
    overtaken: edits !== null && edits.rev !== rev,
    savable: editedLines.length > 0 && valid.length + withoutBox.length === editedLines.length && valid.length > 0 ? valid : null,
  };
}
