// A secret that cannot be shown again: closes only on the button that confirms it was saved.
import { Modal } from 'antd';
import { CopyButton } from '../../ui/CopyButton.tsx';
import './shown-once.css';

interface ShownOnceProps {
  title: string;
  /** Facts above the secret. */
  facts?: readonly (readonly [label: string, value: string])[];
  label: string;
  secret: string;
  text: string;
  /** Of the button. */
  saved: string;
  onClose: () => void;
}

export const ShownOnce = ({ title, facts = [], label, secret, text, saved, onClose }: ShownOnceProps) => (
  <Modal
    open
    title={title}
    onCancel={onClose}
    keyboard={false}
    closable={false}
    mask={{ closable: false }}
    footer={
      <button type="button" className="kw-button primary" onClick={onClose}>
        {saved}
      </button>
    }
  >
    <dl className="one-time">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="kw-code">{value}</dd>
        </div>
      ))}
      <div>
        <dt>{label}</dt>
        <dd className="kw-code">
          {secret} <CopyButton text={secret} />
        </dd>
      </div>
    </dl>
    <p>{text}</p>
  </Modal>
);
