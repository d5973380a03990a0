import BulbOutlined from '@ant-design/icons/es/icons/BulbOutlined';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { canFilm, startCamera } from './camera.ts';
import './camera.css';

interface CameraViewProps {
  /** Called with each code. @returns whether to stop the camera */
  onCode: (text: string) => boolean;
}

/** The camera image. A dialog mounts its content later than itself, so the camera starts once its video element exists. */
export function CameraView({ onCode }: CameraViewProps) {
  const t = useT();
  const video = useRef<HTMLVideoElement>(null);
  const [refused, setRefused] = useState(false);
  const [lamp, setLamp] = useState<{ light: (on: boolean) => void } | null>(null);
  const [lit, setLit] = useState(false);
  const reportCode = useEffectEvent(onCode);
  useEffect(() => {
    const ended = new AbortController();
    const begun = canFilm()
      ? startCamera(video.current!, ended.signal, {
          onCode: (text) => reportCode(text),
          onLamp: (light) => setLamp(light && { light }),
        })
      : Promise.reject(new Error('no camera'));
    begun.catch(() => setRefused(true));
    return () => ended.abort();
  }, []);
  return (
    <div className="camera">
      {refused && (
        <p className="camera-refused" role="alert">
          {t(canFilm() ? 'scan.camera.refused' : 'scan.camera.insecure')}
        </p>
      )}
      <video ref={video} className="camera-view" playsInline muted hidden={refused} aria-label={t('scan.camera.view')} />
      {lamp && !refused && (
        <Button
          className="camera-lamp"
          shape="circle"
          size="large"
          icon={<BulbOutlined />}
          aria-label={t('scan.camera.lamp')}
          aria-pressed={lit}
          type={lit ? 'primary' : 'default'}
          onClick={() => {
            lamp.light(!lit);
            setLit(!lit);
          }}
        />
      )}
    </div>
  );
}
