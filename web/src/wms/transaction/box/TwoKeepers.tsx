import type { Transaction } from '@kuwei/contract/wms/transaction';
import { Alert } from 'antd';
import { useT } from '../../../phrase/phrases.ts';
import { useActor } from '../audit/use-actor.ts';
import './box.css';

/** 剧毒: one keeper confirms, another one posts. Says who has, and who must. */
export function TwoKeepers({ transaction, changed }: { transaction: Transaction; changed: boolean }) {
  const t = useT();
  const actor = useActor();
  const { cosignedBy, cosignedName, state } = transaction;
  const mine = cosignedBy !== null && (cosignedBy === actor.userId || cosignedBy === actor.proxyUserId);
  const text = (): string => {
    if (changed && cosignedBy !== null) return t('work.toxic.changed');
    if (changed || state === 'APPROVED') return t('work.toxic.first');
    if (cosignedBy === null) return t('work.toxic.open');
    return mine ? t('work.toxic.mine') : t('work.toxic.signed', { name: cosignedName ?? '' });
  };
  return (
    <Alert
      type={cosignedBy !== null && !changed && !mine ? 'success' : 'warning'}
      showIcon
      className="box-alert"
      title={
        <>
          <strong>{t('work.toxic')}</strong> {text()}
        </>
      }
    />
  );
}
