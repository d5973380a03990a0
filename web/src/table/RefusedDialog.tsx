import { Modal } from 'antd';
import { useT } from '../phrase/phrases.ts';
import type { BatchOutcome } from './batch.ts';
import './small-table.css';

/** Records that a batch action skipped, with the reasons, and the result for the others. */
export function RefusedDialog({ outcome, onClose }: { outcome: BatchOutcome | null; onClose: () => void }) {
  const t = useT();
  const titleOf = ({ done, refused, label }: BatchOutcome): string =>
    refused.length > 0
      ? t('list.batchRefused', { done, refused: refused.length, action: label })
      : t('list.batchDone', { action: label, count: done });
  return (
    <Modal
      open={outcome !== null}
      onCancel={onClose}
      onOk={onClose}
      okText={t('list.close')}
      cancelButtonProps={{ style: { display: 'none' } }}
      width={640}
      title={outcome && titleOf(outcome)}
    >
      {outcome && outcome.refused.length > 0 && <Records rows={outcome.refused} says={t('list.batchReason')} />}
      {outcome && outcome.notes.length > 0 && (
        <>
          <h3 className="small-table-title">{t('list.batchNotes')}</h3>
          <Records rows={outcome.notes} says={t('list.batchNote')} />
        </>
      )}
    </Modal>
  );
}

function Records({ rows, says }: { rows: BatchOutcome['refused']; says: string }) {
  const t = useT();
  return (
    <div className="small-table-scroll">
      <table className="small-table of-batch">
        <thead>
          <tr>
            <th scope="col">{t('list.batchRecord')}</th>
            <th scope="col">{says}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, label, message }) => (
            <tr key={id}>
              <td>{label}</td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
