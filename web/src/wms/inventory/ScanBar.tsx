import CameraOutlined from '@ant-design/icons/es/icons/CameraOutlined';
import ScanOutlined from '@ant-design/icons/es/icons/ScanOutlined';
import { Button, Input } from 'antd';
import { Suspense, useState } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { canFilm } from '../../ui/scan/camera.ts';
import { useIsPhone } from '../../ui/use-media.ts';
import { CameraDialog } from './counting/parts.ts';
import './counting.css';

interface ScanBarProps {
  onScan: (text: string) => void;
  /** The error of the last scan. */
  wrong: string | null;
}

/** Input by scanner, touch or camera. */
export function ScanBar({ onScan, wrong }: ScanBarProps) {
  const t = useT();
  // On a phone the keyboard would cover the lines.
  const phone = useIsPhone();
  const [text, setText] = useState('');
  const [filming, setFilming] = useState(false);
  const take = (read: string): void => {
    if (read.trim() === '') return;
    onScan(read);
    setText('');
  };
  return (
    <div className="scan-bar">
      <Input
        size="large"
        autoFocus={!phone}
        prefix={<ScanOutlined aria-hidden="true" />}
        placeholder={t('count.scan')}
        aria-label={t('count.scan')}
        autoCapitalize="characters"
        autoComplete="off"
        enterKeyHint="go"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onPressEnter={() => take(text)}
      />
      {canFilm() && (
        <Button size="large" icon={<CameraOutlined />} aria-label={t('scan.camera')} onClick={() => setFilming(true)} />
      )}
      {wrong !== null && (
        <p className="counting-fault" role="alert">
          {wrong}
        </p>
      )}
      <Suspense>
        {filming && (
          <CameraDialog
            title={t('scan.camera')}
            onFound={(read) => {
              setFilming(false);
              take(read);
            }}
            onClose={() => setFilming(false)}
          />
        )}
      </Suspense>
    </div>
  );
}
