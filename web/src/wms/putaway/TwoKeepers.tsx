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
  /** The screen differs from what was confirmed. */
  changed?: boolean;
  /** The posting is to be reversed. */
  reversing?: boolean;
}

/** 剧毒 goods: one keeper confirms, another posts. Shows who has confirmed and who must. */
export function TwoKeepers({ transaction, changed = false, reversing = false }: TwoKeepersProps) {
  const t = useT();
  const actor = useActor();
  const { cosignedName, planned, state } = transaction;
  const cosignedBy = cosignerOf(transaction, reversing ? 'REVERSAL' : 'FINISH');
  const mine = cosignedBy !== null && (cosignedBy === actor.userId || cosignedBy === actor.proxyUserId);
  const text = (): string => {
    if (changed && cosignedBy !== null) return t('work.toxic.changed');
    // Boxes reserved at approval must first be confirmed by a storekeeper.
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

/** Product names shown in the reason. */
const NAMED = 3;

/** Why a document needs two keepers. */
export function formatTwoKeeperReason({ lines }: Pick<Transaction, 'lines'>): string {
  const namesText = (isOne: (product: ProductOption) => boolean): string | null => {
    const names = [...new Set(lines.flatMap(({ product }) => (isOne(product) ? product.name : [])))];
    if (names.length === 0) return null;
    const shownNames = joinList(locale(), names.slice(0, NAMED));
    return names.length <= NAMED ? shownNames : t('work.toxic.several', { names: shownNames, count: names.length });
  };
  const toxic = namesText(({ controlFlags }) => controlFlags.includes('TOXIC'));
  const unassessed = namesText(({ assessed }) => !assessed);
  if (toxic !== null && unassessed !== null) return t('work.toxic.both', { toxic, unassessed });
  if (toxic !== null) return t('work.toxic.isToxic', { names: toxic });
  // The status at submission counts; products may have been assessed since.
  return unassessed === null ? t('work.toxic') : t('work.toxic.unassessed', { names: unassessed });
}
