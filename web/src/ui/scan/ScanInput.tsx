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
  /** What is to be scanned or typed. */
  label: string;
  onScan: (text: string) => void;
  /** The camera stands beside the field already. */
  withoutCamera?: boolean;
}

/**
 * One field for a scanner, a thumb or the camera. What a scanner sends while nobody writes comes here from anywhere on the
 * page, so that nothing has to be clicked first.
 */
export function ScanInput({ label, onScan, withoutCamera = false }: ScanInputProps) {
  const t = useT();
  // On a phone the keyboard would cover what is to be done.
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
          // What an input method writes is no code yet.
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
