import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { Transaction, TransactionLine } from '@kuwei/contract/wms/transaction-reply';
import { usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { AskReason } from '../review/AskReason.tsx';
import { releasedText } from '../document/released.ts';
import { WORK_CHANGES } from './use-box-work.ts';

interface CutDialogProps {
  transaction: Transaction;
  /** The line to remove; null while closed. */
  line: TransactionLine | null;
  onDone: () => void;
  onClose: () => void;
}

/** Removes a line that cannot be carried out from the document. */
export function CutDialog({ transaction, line, onDone, onClose }: CutDialogProps) {
  const t = useT();
  const { id, no, rev, type } = transaction;
  const cut = usePageWrite(transactionRoutes.cutLine, { changes: WORK_CHANGES, onSuccess: onDone });
  return (
    <AskReason
      asked={
        line && {
          title: t('work.cut.title', { no, line: line.lineNo }),
          text: t('work.cut.text') + releasedText(type),
          confirmLabel: t('work.cut'),
          cancelLabel: t('work.cut.keep'),
          danger: true,
          usual: { dic: 'WMS_SAY_CUT', type },
        }
      }
      busy={cut.isPending}
      error={cut.error}
      onGiven={(comment) => line && cut.mutate({ params: { id }, body: { rev, lineId: line.id, comment } })}
      onClose={onClose}
      onReload={onDone}
    />
  );
}
