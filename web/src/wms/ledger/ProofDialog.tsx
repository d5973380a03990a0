import { Modal } from 'antd';
import { useT } from '../../phrase/phrases.ts';
import { ProofPanel } from './ProofPanel.tsx';

export function ProofDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  return (
    <Modal open width={720} title={t('ledger.prove')} footer={null} onCancel={onClose}>
      <ProofPanel />
    </Modal>
  );
}
