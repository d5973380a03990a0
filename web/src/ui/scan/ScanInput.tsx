import CameraOutlined from '@ant-design/icons/es/icons/CameraOutlined';
import ScanOutlined from '@ant-design/icons/es/icons/ScanOutlined';
import { Button, Input, type InputRef } from 'antd';
import { Suspense, useRef, useState } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { useT } from '../../phrase/phrases.ts';
import { useIsTouch } from '../use-media.ts';
import { canFilm } from './camera.ts';
import { useScans } from './hand-scanner.ts';
import './scan-input.css';

const CameraDialog = lazyPart(async () => (await import('./CameraDialog.tsx')).CameraDialog);

interface ScanInputProps {
  /** What to scan or type. */
  label: string;
  onScan: (text: string) => void;
  /** The page already has a camera beside the field. */
  withoutCamera?: boolean;
}

/**
 * One field for a scanner, the keyboard or the camera. Scanner input arrives here from anywhere on the page unless a field has focus, so
 * that nothing has to be clicked first.
 */
export function ScanInput({ label, onScan, withoutCamera = false }: ScanInputProps) {
  const t = useT();
  // On a phone the on-screen keyboard would cover the task.
  const touch = useIsTouch();
  const field = useRef<InputRef>(null);
  const [text, setText] = useState('');
  const [filming, setFilming] = useState(false);
  const take = (read: string): void => {
    setText('');
    if (read.trim() !== '') onScan(read);
  };
  useScans(take);
  return (
    <div className="scan-input">
      <Input
        ref={field}
        size="large"
        autoFocus={!touch}
        prefix={<ScanOutlined aria-hidden="true" />}
        placeholder={label}
        aria-label={label}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={600}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onPressEnter={({ nativeEvent }) => {
          // Input method composition is not a code yet.
          if (!nativeEvent.isComposing) take(text);
        }}
      />
      {!withoutCamera && canFilm() && (
        <Button size="large" icon={<CameraOutlined />} aria-label={t('scan.camera')} onClick={() => setFilming(true)} />
      )}
      <Suspense>
        {filming && (
          <CameraDialog
            title={label}
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
