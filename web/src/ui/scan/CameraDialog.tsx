import { Modal } from 'antd';
import { useT } from '../../phrase/phrases.ts';
import { CameraView } from './CameraView.tsx';

interface CameraDialogProps {
  /** What is to be scanned; left out, a code. */
  title?: string;
  onFound: (text: string) => void;
  onClose: () => void;
}

/** What the camera sees, until it has read a code. */
export function CameraDialog({ title, onFound, onClose }: CameraDialogProps) {
  const t = useT();
  return (
    <Modal open title={title ?? t('scan.camera')} footer={null} width={480} onCancel={onClose}>
      <CameraView
        onCode={(text) => {
          onFound(text);
          return true;
        }}
      />
    </Modal>
  );
}
