// Applies the server's suggestions to lines that no keeper has assigned.
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { useRef, useState } from 'react';
import { usePageCall } from '../../page/query.ts';
import { t } from '../../phrase/phrases.ts';
import { noticeDone, noticeRefused } from '../../ui/feedback.ts';
import { listPlanned, suggestedParts } from './plan.ts';
import type { Plan } from './use-plan.ts';

interface Suggesting {
  transaction: Transaction;
  /** Lines with an open quantity. */
  lines: readonly TransactionLine[];
  plan: Plan;
  /** Whether a line keeps its assignment. */
  isKept: (line: TransactionLine) => boolean;
  onTaken: () => void;
}

/** Suggestions take the boxes of kept lines into account. */
export function useSuggestAll(given: Suggesting): { suggesting: boolean; takeSuggestions: () => void } {
  const call = usePageCall();
  const [suggesting, setSuggesting] = useState(false);
  const latest = useRef(given);
  latest.current = given;

  const take = async (): Promise<void> => {
    const { transaction, lines, plan, isKept } = given;
    const { id, type } = transaction;
    const kept = lines.filter(isKept);
    const planned = listPlanned(
      type,
      kept.map((line) => ({ line, parts: plan.partsOf(line) })),
    );
    const found = await call(transactionRoutes.suggestBoxes, { params: { id }, body: { planned } });
    const now = latest.current;
    const isTouched = (line: TransactionLine): boolean =>
      now.plan.isChanged(line) && now.plan.partsOf(line) !== plan.partsOf(line);
    const taken = found.flatMap((suggestion) => {
      const line = now.lines.find((each) => each.id === suggestion.lineId);
      // A line changed while the request was in flight is not overwritten.
      const isApplied = line && suggestion.boxes.length > 0 && !now.isKept(line) && !isTouched(line);
      return isApplied ? [[line.id, suggestedParts(line, type, suggestion)] as const] : [];
    });
    if (taken.length > 0) now.plan.setAll(Object.fromEntries(taken));
    const messages = [
      taken.length > 0 && t('work.box.taken', { count: taken.length }),
      kept.length > 0 && t('work.box.kept', { count: kept.length }),
    ].filter(Boolean);
    if (messages.length > 0) noticeDone(messages.join(' · '));
    now.onTaken();
  };
  return {
    suggesting,
    takeSuggestions: () => {
      setSuggesting(true);
      void take()
        .catch((error: Error) => noticeRefused(error.message))
        .finally(() => setSuggesting(false));
    },
  };
}
