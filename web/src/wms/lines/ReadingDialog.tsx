// Shows how a file with ambiguous encoding or number format was read, before any of it is added.
import { Modal } from 'antd';
import { useT } from '../../phrase/phrases.ts';
import { ImportReadAs } from '../../table/import/ImportSheet.tsx';
import '../../table/import/import.css';
import type { ReadingQuestion } from './use-line-sources.ts';

interface ReadingDialogProps {
  asked: ReadingQuestion;
  /** Being read again with other options. */
  busy: boolean;
  /** false cancels. */
  onAnswer: (isRight: boolean) => void;
}

export function ReadingDialog({ asked, busy, onAnswer }: ReadingDialogProps) {
  const t = useT();
  return (
    <Modal
      open
      title={t('tx.reading.title')}
      okText={t('tx.columns.yes')}
      okButtonProps={{ loading: busy }}
      cancelText={t('common.cancel')}
      onOk={() => onAnswer(true)}
      onCancel={() => onAnswer(false)}
      mask={{ closable: false }}
    >
      <ImportReadAs
        reply={asked}
        onEncoding={(encoding) => asked.change({ encoding })}
        onComma={(comma) => asked.change({ comma })}
      />
    </Modal>
  );
}
