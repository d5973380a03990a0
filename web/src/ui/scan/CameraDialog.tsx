import { Modal } from 'antd';
import { useT } from '../../phrase/phrases.ts';
import { CameraView } from './CameraView.tsx';

interface CameraDialogProps {
  /** What to scan; defaults to a code. */
  title?: string;
  onFound: (text: string) => void;
  onClose: () => void;
}

/** Shows the camera image until a code has been read. */
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
