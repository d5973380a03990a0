import type { ProductOption } from '@kuwei/contract/wms/product';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { cosignerOf } from '@kuwei/contract/wms/transaction-state';
import { joinList } from '@kuwei/contract/phrase';
import { Alert } from 'antd';
import { locale, t, useT } from '../../phrase/phrases.ts';
import { useActor } from '../review/use-actor.ts';
import './box.css';

interface TwoKeepersProps {
  transaction: Transaction;
  /** What was confirmed is no longer what stands on the screen. */
  changed?: boolean;
  /** What is done is to be taken back. */
  reversing?: boolean;
}

/** 剧毒: one keeper confirms, another one posts. Says who has, and who must. */
export function TwoKeepers({ transaction, changed = false, reversing = false }: TwoKeepersProps) {
  const t = useT();
  const actor = useActor();
  const { cosignedName, planned, state } = transaction;
  const cosignedBy = cosignerOf(transaction, reversing ? 'REVERSAL' : 'FINISH');
  const mine = cosignedBy !== null && (cosignedBy === actor.userId || cosignedBy === actor.proxyUserId);
  const text = (): string => {
    if (changed && cosignedBy !== null) return t('work.toxic.changed');
    // Boxes that were reserved at approval are confirmed by a storekeeper first.
    if (changed || (!reversing && (!planned || state === 'APPROVED'))) return t('work.toxic.first');
    const isFirst = transaction.assignedBy.some((id) => id === actor.userId || id === actor.proxyUserId);
    if (!reversing && cosignedBy === null && !isFirst) return t('work.toxic.yours');
    const step = reversing ? 'work.toxic.reverse' : 'work.toxic';
    if (reversing && cosignedBy === null && !transaction.reversalAsked) return t('work.toxic.reverse.toAsk');
    if (cosignedBy === null) return t(`${step}.open`);
    return mine ? t(`${step}.mine`) : t(`${step}.signed`, { name: cosignedName ?? '' });
  };
  return (
    <Alert
      type={cosignedBy !== null && !changed && !mine ? 'success' : 'warning'}
      showIcon
      className="box-alert"
      title={
        <>
          <strong>{formatTwoKeeperReason(transaction)}</strong> {text()}
        </>
      }
    />
  );
}

/** Names that are said; of more the first. */
const NAMED = 3;

/** What of a document takes two people, by cause. */
export function formatTwoKeeperReason({ lines }: Pick<Transaction, 'lines'>): string {
  const named = (isOne: (product: ProductOption) => boolean): string | null => {
    const names = [...new Set(lines.flatMap(({ product }) => (isOne(product) ? product.name : [])))];
    if (names.length === 0) return null;
    const said = joinList(locale(), names.slice(0, NAMED));
    return names.length <= NAMED ? said : t('work.toxic.several', { names: said, count: names.length });
  };
  const toxic = named(({ controlFlags }) => controlFlags.includes('TOXIC'));
  const unassessed = named(({ assessed }) => !assessed);
  if (toxic !== null && unassessed !== null) return t('work.toxic.both', { toxic, unassessed });
  if (toxic !== null) return t('work.toxic.isToxic', { names: toxic });
  // What the products were when it was submitted counts; they may have been assessed since.
  return unassessed === null ? t('work.toxic') : t('work.toxic.unassessed', { names: unassessed });
}
