import { Modal } from 'antd';
import { useT } from '../phrase/phrases.ts';
import { LIST_KEYS } from './use-list-keys.ts';
import './keys.css';

/** What can be done to a list without the mouse. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  return (
    <Modal open title={t('keys.title')} width={400} footer={null} onCancel={onClose}>
      <dl className="keys">
        {LIST_KEYS.map(({ keys, label }) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
