import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined';
import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined';
import { useRef, useState } from 'react';
import { useT } from '../phrase/phrases.ts';
import { copyText } from '../browser/copy-text.ts';
import './value.css';

const SHOWN_MS = 1_500;

/** Copies a code; the icon turns into a tick for a moment. */
export function CopyButton({ text, tabIndex }: { text: string; tabIndex?: number }) {
  const t = useT();
  const [done, setDone] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const copy = async (): Promise<void> => {
    await copyText(text);
    setDone(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setDone(false), SHOWN_MS);
  };
  const label = done ? t('common.copied') : `${t('common.copy')} ${text}`;
  return (
    <button type="button" className="kw-plain copy-button" title={label} aria-label={label} tabIndex={tabIndex} onClick={copy}>
      {done ? <CheckOutlined aria-hidden="true" /> : <CopyOutlined aria-hidden="true" />}
    </button>
  );
}
