// Saving assignments and posting.
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { requestOf } from '@kuwei/contract/wms/transaction-type';
import { useState } from 'react';
import { usePageWrite } from '../../page/query.ts';
import { t } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';
import { assignmentOf, isQuantity, samePlace, type Part } from './plan.ts';
import { boxRefusalOf, type BoxRefusal } from './refusal.ts';
import type { Plan } from './use-plan.ts';

/** What every step of a keeper invalidates. */
export const WORK_CHANGES = [
  '/wms/transaction',
  '/wms/product-box',
  '/wms/product-space',
  '/wms/ledger',
  '/wms/warehouse-box',
] as const;

/** The quantity actually done of a part. */
interface DonePart {
  lineId: string;
  part: Pick<Part, 'productBoxId' | 'boxId'>;
  qty: string;
}

export interface BoxWork {
  save: () => Promise<Transaction | null>;
  finish: (done: readonly DonePart[], given: { pickupCode: string | null; comment: string | null }) => Promise<boolean>;
  busy: boolean;
  error: Error | null;
  /** The error, if it concerns a box. */
  refusal: BoxRefusal | null;
  clearError: () => void;
}

export function useBoxWork(transaction: Transaction, plan: Plan, onChanged: () => void): BoxWork {
  const [error, setError] = useState<Error | null>(null);
  const options = { changes: WORK_CHANGES };
  const assign = usePageWrite(transactionRoutes.assignBoxes, options);
  const post = usePageWrite(transactionRoutes.finishTransaction, options);
  const params = { id: transaction.id };
  const attempt = async <T>(step: () => Promise<T>): Promise<T | null> => {
    setError(null);
    try {
      return await step();
    } catch (thrown) {
      setError(thrown as Error);
      return null;
    }
  };

  const saveNow = async (): Promise<Transaction> => {
    if (plan.savable === null) return transaction;
    const saved = await assign.mutateAsync({ params, body: { rev: plan.rev, lines: assignmentOf(plan.savable) } });
    plan.settle(plan.savable, saved.rev);
    onChanged();
    return saved;
  };
  return {
    save: () =>
      attempt(async () => {
        const saved = await saveNow();
        noticeDone(t(`work.box.saved.${requestOf(transaction.type)}`));
        return saved;
      }),
    finish: async (done, given) => {
      const finished = await attempt(async () => {
        const current = await saveNow();
        const boxes = doneBoxes(current, done);
        await post.mutateAsync({ params, body: { rev: current.rev, ...given, boxes } });
        onChanged();
        return true;
      });
      return finished === true;
    },
    busy: assign.isPending || post.isPending,
    error,
    refusal: boxRefusalOf(error),
    clearError: () => setError(null),
  };
}

/** Server ids of the parts that were done. */
function doneBoxes({ lines }: Transaction, done: readonly DonePart[]): { id: string; qty: string }[] {
  return done.flatMap(({ lineId, part, qty }) => {
    const box = lines.find((line) => line.id === lineId)?.boxes.find((each) => samePlace(each, part));
    return box && isQuantity(qty) ? [{ id: box.id, qty: qty.trim() }] : [];
  });
}
