import { Modal } from 'antd';
import { useT } from '../phrase/phrases.ts';
import type { BatchOutcome } from './batch.ts';
import './small-table.css';

/** Which records a batch left as they were, and why. */
export function RefusedDialog({ outcome, onClose }: { outcome: BatchOutcome | null; onClose: () => void }) {
  const t = useT();
  return (
    <Modal
      open={outcome !== null}
      onCancel={onClose}
      onOk={onClose}
      okText={t('list.close')}
      cancelButtonProps={{ style: { display: 'none' } }}
      width={640}
      title={outcome && t('list.batchRefused', { done: outcome.done, refused: outcome.refused.length, action: outcome.label })}
    >
      {outcome && (
        <div className="small-table-scroll">
          <table className="small-table">
            <thead>
              <tr>
                <th scope="col">{t('list.batchRecord')}</th>
                <th scope="col">{t('list.batchReason')}</th>
              </tr>
            </thead>
            <tbody>
              {outcome.refused.map(({ id, label, message }) => (
                <tr key={id}>
                  <td>{label}</td>
                  <td>{message}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Modal>
  );
}
