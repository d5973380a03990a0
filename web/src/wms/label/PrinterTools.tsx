// Commands that can be sent to label printers as they are.
import type { LabelSheet } from '@kuwei/contract/wms/label-sheet';
import { useState } from 'react';
import { copyText } from '../../browser/copy-text.ts';
import { saveFile } from '../../browser/save-file.ts';
import { KEYS, local } from '../../browser/storage.ts';
import { useT } from '../../phrase/phrases.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { noticeDone, noticeError } from '../../ui/feedback.ts';
import type { LabelContent } from './content.ts';
import { DPIS, type Dpi } from './zpl.ts';
import { zplOfAll } from './zpl-of-all.ts';
import './label-page.css';

interface PrinterToolsProps {
  labels: readonly LabelContent[];
  sheet: LabelSheet;
  name: string;
}

interface Printer {
  dpi: Dpi;
  /** Null: text is drawn as a bitmap. */
  font: string | null;
}

/** The usual font of label printers sold in China. */
const FONT = 'E:SIMSUN.TTF';
/** Beyond this only the download is offered: too much to check in a clipboard. */
const COPY_MAX = 20;

/** The label printer of this desk, stored in the browser. */
function usePrinter(): { printer: Printer; change: (to: Partial<Printer>) => void } {
  const [printer, setPrinter] = useState<Printer>(() => {
    const kept = local.get(KEYS.labelPrinter) as Partial<Printer> | null;
    const dpi = DPIS.find((each) => each === kept?.dpi) ?? DPIS[0];
    return { dpi, font: typeof kept?.font === 'string' ? kept.font : null };
  });
  const change = (to: Partial<Printer>): void => {
    const next = { ...printer, ...to };
    local.set(KEYS.labelPrinter, next);
    setPrinter(next);
  };
  return { printer, change };
}

export function PrinterTools({ labels, sheet, name }: PrinterToolsProps) {
  const t = useT();
  const { printer, change } = usePrinter();
  const [busy, setBusy] = useState(false);
  const { dpi, font } = printer;
  const make = async (use: (zpl: string) => unknown): Promise<void> => {
    setBusy(true);
    try {
      await use(await zplOfAll(labels, sheet, dpi, font));
    } catch (error) {
      noticeError(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <>
      <label>
        {t('label.dpi')}{' '}
        <select className="kw-field" value={dpi} onChange={({ target }) => change({ dpi: Number(target.value) as Dpi })}>
          {DPIS.map((each) => (
            <option key={each} value={each}>
              {each} dpi
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('label.words')}{' '}
        <select
          className="kw-field"
          value={font === null ? 'drawn' : 'font'}
          onChange={({ target }) => change({ font: target.value === 'font' ? FONT : null })}
        >
          <option value="drawn">{t('label.words.drawn')}</option>
          <option value="font">{t('label.words.font')}</option>
        </select>
      </label>
      {font !== null && (
        <input
          className="kw-field label-font"
          aria-label={t('label.font')}
          maxLength={40}
          value={font}
          onChange={({ target }) => change({ font: target.value.replace(/[^\w:.-]/g, '') })}
        />
      )}
      <BusyButton busy={busy} title={t('label.zplHint')} onClick={() => void make((zpl) => saveFile(fileOf(zpl), `${name}.zpl`))}>
        {t('label.zpl')}
      </BusyButton>
      {labels.length <= COPY_MAX && (
        <BusyButton
          busy={busy}
          onClick={() =>
            void make(async (zpl) => {
              await copyText(zpl);
              noticeDone(t('label.zplCopied'));
            })
          }
        >
          {t('label.zplCopy')}
        </BusyButton>
      )}
    </>
  );
}

const fileOf = (zpl: string): Blob => new Blob([zpl], { type: 'application/octet-stream' });
