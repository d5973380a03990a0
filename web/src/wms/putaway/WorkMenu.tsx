import { requestOf } from '@kuwei/contract/wms/transaction-type';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { transactionRefusal } from '@kuwei/contract/wms/transaction-state';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { history } from '../../browser/history.ts';
import { usePage } from '../../page/page.ts';
import { usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { documentAddress, recordAddress } from '../addresses.ts';
import { AskReason } from '../review/AskReason.tsx';
import type { Usual } from '../review/PhrasePicker.tsx';
import { useActor } from '../review/use-actor.ts';
import { releasedText } from '../document/released.ts';
import { WORK_CHANGES } from './use-box-work.ts';

type Ending = 'closeShort' | 'void';

/** Rare actions of a keeper: ending a document early. */
export function WorkMenu({ transaction, onChanged }: { transaction: Transaction; onChanged: () => void }) {
  const t = useT();
  const { prefix } = usePage();
  const actor = useActor();
  const [asking, setAsking] = useState<Ending | null>(null);
  const after = {
    changes: WORK_CHANGES,
    onSuccess: () => {
      setAsking(null);
      onChanged();
    },
  };
  const writes = {
    closeShort: usePageWrite(transactionRoutes.closeShortTransaction, after),
    void: usePageWrite(transactionRoutes.voidTransaction, after),
  };
  const ask = (ending: Ending): void => {
    writes[ending].reset();
    setAsking(ending);
  };
  const endings = (['closeShort', 'void'] as const).filter((ending) => transactionRefusal(ending, transaction, actor) === null);
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            ...endings.map((ending) => ({
              key: ending,
              label: t(labelOf(ending, transaction)),
              danger: ending === 'void',
              onClick: () => ask(ending),
            })),
            { key: 'document', label: t('work.toDocument'), onClick: () => history.push(documentAddress(prefix, transaction)) },
            { key: 'record', label: t('work.toRecord'), onClick: () => history.push(recordAddress(prefix, transaction.id)) },
          ],
        }}
      >
        <Button>{t('work.more')}</Button>
      </Dropdown>
      <AskReason
        asked={
          asking && {
            title: t(`work.${asking}.title`, { no: transaction.no }),
            text: t(`work.${asking}.text`) + releasedText(transaction.type),
            confirmLabel: t(labelOf(asking, transaction)),
            ...(asking === 'void' && { cancelLabel: t('work.void.keep') }),
            danger: true,
            usual: REASONS[asking],
          }
        }
        busy={asking !== null && writes[asking].isPending}
        error={asking && writes[asking].error}
        onGiven={(comment) =>
          asking && writes[asking].mutate({ params: { id: transaction.id }, body: { rev: transaction.rev, comment } })
        }
        onClose={() => setAsking(null)}
        onReload={() => {
          setAsking(null);
          onChanged();
        }}
      />
    </>
  );
}

const labelOf = (ending: Ending, { type }: Transaction) =>
  ending === 'void' ? 'work.void' : (`work.closeShort.${requestOf(type)}` as const);

const REASONS: Readonly<Record<Ending, Usual>> = {
  closeShort: { dic: 'WMS_SAY_CLOSE_SHORT' },
  void: { dic: 'WMS_SAY_VOID' },
};
