import { Modal } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useT } from '../../../phrase/phrases.ts';
import { scanInto } from '../../../ui/camera.ts';
import './camera-dialog.css';

interface CameraDialogProps {
  title: string;
  onFound: (text: string) => void;
  onClose: () => void;
}

/** What the camera sees, until it has read a code. */
export const CameraDialog = ({ title, onFound, onClose }: CameraDialogProps) => (
  <Modal open title={title} footer={null} width={480} onCancel={onClose}>
    <CameraView onFound={onFound} />
  </Modal>
);

/** The window mounts what is in it later than itself: the camera starts once its picture has a place. */
function CameraView({ onFound }: { onFound: (text: string) => void }) {
  const t = useT();
  const video = useRef<HTMLVideoElement>(null);
  const [refused, setRefused] = useState(false);
  const found = useEffectEvent(onFound);
  useEffect(() => {
    const ended = new AbortController();
    scanInto(video.current!, ended.signal).then(
      (text) => text !== null && found(text),
      () => setRefused(true),
    );
    return () => ended.abort();
  }, []);
  return (
    <>
      {refused && <p className="work-fault">{t('work.camera.refused')}</p>}
      <video ref={video} className="camera-view" playsInline muted hidden={refused} aria-label={t('work.camera.view')} />
    </>
  );
}
