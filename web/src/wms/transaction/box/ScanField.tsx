import CameraOutlined from '@ant-design/icons/es/icons/CameraOutlined';
import ScanOutlined from '@ant-design/icons/es/icons/ScanOutlined';
import type { Transaction, TransactionLine } from '@kuwei/contract/wms/transaction';
import { Button, Input, type InputRef } from 'antd';
import { useRef, useState } from 'react';
import { useT } from '../../../phrase/phrases.ts';
import { canScan } from '../../../ui/camera.ts';
import { CameraDialog } from './CameraDialog.tsx';
import type { Part, Place } from './plan.ts';
import { useBoxFinder, type Found } from './use-box-finder.ts';
import './candidates.css';
import './part-row.css';
import './scan-field.css';

interface ScanFieldProps {
  transaction: Transaction;
  line: TransactionLine;
  parts: readonly Part[];
  /** A place to take. @returns whether it was taken */
  onFound: (place: Place, most: string | null, scanned: boolean) => boolean;
  /** The box of these parts was scanned: the goods are at the right place. */
  onScanned: (keys: readonly string[]) => void;
}

/** One field for a scanner or a thumb: the label of a box, or its code. */
export function ScanField({ transaction, line, parts, onFound, onScanned }: ScanFieldProps) {
  const t = useT();
  const field = useRef<InputRef>(null);
  const [text, setText] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  const [busy, setBusy] = useState(false);
  const [filming, setFilming] = useState(false);
  const find = useBoxFinder(transaction, line, parts);

  /** What was not understood stays to be read, and the next scan takes its place. */
  const selectAll = (): void => field.current?.focus({ cursor: 'all' });
  const take = (result: Found): void => {
    setFound(result);
    if (result.kind === 'parts') onScanned(result.keys);
    else if (result.kind === 'place') onFound(result.place, result.most, true);
    if (result.kind === 'none') return selectAll();
    setText('');
    field.current?.focus();
  };
  const submit = async (given: string): Promise<void> => {
    if (given.trim() === '' || busy) return;
    setBusy(true);
    try {
      take(await find(given));
    } catch (error) {
      take({ kind: 'none', text: (error as Error).message });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="scan-field">
      <div className="scan-entry">
        <Input
          ref={field}
          size="large"
          prefix={<ScanOutlined aria-hidden="true" />}
          placeholder={t('work.scan')}
          aria-label={t('work.scan')}
          autoCapitalize="characters"
          autoComplete="off"
          enterKeyHint="go"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onPressEnter={() => void submit(text)}
        />
        {canScan() && (
          <Button size="large" icon={<CameraOutlined />} aria-label={t('work.camera')} onClick={() => setFilming(true)} />
        )}
      </div>
      {filming && (
        <CameraDialog
          title={t('work.camera')}
          onFound={(code) => {
            setFilming(false);
            void submit(code);
          }}
          onClose={() => setFilming(false)}
        />
      )}
      {found && (
        <div className={`scan-result ${found.kind}`} role="status">
          <p>{found.text}</p>
          {found.kind === 'refused' && found.alternatives.length > 0 && (
            <div className="part-alternatives">
              <span>{t('work.part.instead')}</span>
              {found.alternatives.map((code) => (
                <Button key={code} onClick={() => void submit(code)}>
                  <span className="kw-code">{code}</span>
                </Button>
              ))}
            </div>
          )}
        </div>
      )}
    </div>
  );
}
