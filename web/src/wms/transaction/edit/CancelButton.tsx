import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { Button } from 'antd';
import { useState } from 'react';
import { usePageWrite } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { noticeDone } from '../../../ui/feedback.ts';
import { AskReason } from '../../review/AskReason.tsx';
import { releasedText } from '../../document/released.ts';

interface CancelButtonProps {
  transaction: Pick<Transaction, 'id' | 'no' | 'rev' | 'type'>;
  /** It was cancelled, or has changed meanwhile. */
  onDone: () => void;
}

/** Cancels a request that others have seen, with a reason. */
export function CancelButton({ transaction: { id, no, rev, type }, onDone }: CancelButtonProps) {
  const t = useT();
  const [isAsking, setIsAsking] = useState(false);
  const cancel = usePageWrite(transactionRoutes.cancelTransaction, {
    changes: ['/wms/transaction', '/wms/product-box', '/wms/product-space'],
    onSuccess: () => {
      setIsAsking(false);
      noticeDone(t('tx.cancelled', { no }));
      onDone();
    },
  });
  return (
    <>
      <Button danger type="text" onClick={() => setIsAsking(true)}>
        {t('tx.cancel')}
      </Button>
      <AskReason
        asked={
          isAsking
            ? {
                title: t('tx.cancelAsk', { no }),
                text: t('tx.cancelText') + releasedText(type),
                confirmLabel: t('tx.cancel'),
                cancelLabel: t('tx.keep'),
                danger: true,
                usual: { dic: 'WMS_SAY_CANCEL' },
              }
            : null
        }
        busy={cancel.isPending}
        error={cancel.error}
        onGiven={(comment) => cancel.mutate({ params: { id }, body: { rev, comment } })}
        onClose={() => setIsAsking(false)}
        onReload={() => {
          setIsAsking(false);
          onDone();
        }}
      />
    </>
  );
}
