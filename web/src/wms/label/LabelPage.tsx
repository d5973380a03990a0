// Labels as printed: on sheets and rolls, or as commands for a label printer.
import type { LabelSheet } from '@kuwei/contract/wms/label-sheet';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { history } from '../../browser/history.ts';
import { lazyPart } from '../../browser/lazy-part.ts';
import { KEYS, local } from '../../browser/storage.ts';
import { useT } from '../../phrase/phrases.ts';
import { configOr } from '../../session/version.ts';
import { grouped } from '../../ui/format.ts';
import type { LabelContent } from './content.ts';
import { Label } from './Label.tsx';
import { isRoll, labelSheets, pageRule, sheetsOf } from './sheets.ts';
import '../../ui/field.css';
import './label-page.css';

const PrinterTools = lazyPart(async () => (await import('./PrinterTools.tsx')).PrinterTools);

interface LabelPageProps {
  title: string;
  /** Null while loading. */
  labels: readonly LabelContent[] | null;
  /** Total, once known. */
  count: number | null;
  /** Back link of a page opened directly. */
  back: string;
  /** Shown in the bar. */
  tools?: ReactNode;
  /** Shown while there is nothing to print. */
  waiting: ReactNode;
}

export function LabelPage({ title, labels, count, back, tools, waiting }: LabelPageProps) {
  const t = useT();
  const { id, sheet, all, choose } = useSheet();
  const [start, setStart] = useState(1);
  const perSheet = sheet.cols * sheet.rows;
  const pages = useMemo(
    () => (labels === null ? [] : sheetsOf(labels, sheet, Math.min(start, perSheet) - 1)),
    [labels, sheet, start, perSheet],
  );
  const isReady = labels !== null && labels.length > 0;
  return (
    <div className="label-page">
      <style>{pageRule(sheet)}</style>
      <header className="label-bar">
        <button
          type="button"
          className="kw-button"
          onClick={() => (window.history.length > 1 ? window.history.back() : history.replace(back))}
        >
          {t('common.toList')}
        </button>
        <h1>{title}</h1>
        {count !== null && <span>{t('label.count', { count: grouped(String(count)) })}</span>}
        <label>
          {t('label.format')}{' '}
          <select className="kw-field" value={id} onChange={({ target }) => choose(target.value)}>
            <optgroup label={t('label.sheets')}>{all.filter(([, each]) => !isRoll(each)).map(optionOf)}</optgroup>
            <optgroup label={t('label.rolls')}>{all.filter(([, each]) => isRoll(each)).map(optionOf)}</optgroup>
          </select>
        </label>
        {perSheet > 1 && (
          <label title={t('label.startHint')}>
            {t('label.start')}{' '}
            <input
              className="kw-field label-start"
              type="number"
              min={1}
              max={perSheet}
              value={start}
              onChange={({ target }) => setStart(Math.max(1, Math.min(perSheet, Math.trunc(Number(target.value)) || 1)))}
            />
          </label>
        )}
        {tools}
        <Suspense>{isReady && isRoll(sheet) && <PrinterTools labels={labels} sheet={sheet} name={title} />}</Suspense>
        <span className="label-hint">{t('label.hint')}</span>
        <button type="button" className="kw-button primary" disabled={!isReady} onClick={() => window.print()}>
          {t('label.print')}
        </button>
      </header>
      {isReady ? (
        <div className="label-sheets" role="region" aria-label={title} tabIndex={0}>
          {pages.map((each, at) => (
            <Sheet key={at} labels={each} sheet={sheet} />
          ))}
        </div>
      ) : (
        waiting
      )}
    </div>
  );
}

const optionOf = ([id, { name, label, cols, rows }]: readonly [string, LabelSheet]): ReactNode => (
  <option key={id} value={id}>
    {cols * rows === 1 ? `${name} mm` : `${name} (${cols} × ${rows}, ${label.width} × ${label.height} mm)`}
  </option>
);

const mm = (length: number): string => `${length}mm`;

function Sheet({ labels, sheet }: { labels: readonly (LabelContent | null)[]; sheet: LabelSheet }) {
  const { page, cols, label, left, top, gapX, gapY } = sheet;
  const size = { width: mm(page.width), height: mm(page.height) };
  return (
    <section className="label-sheet" style={{ ...size, containIntrinsicSize: `${size.width} ${size.height}` }}>
      {labels.map(
        (content, at) =>
          content && (
            <div
              key={at}
              className="label-place"
              style={{
                left: mm(left + (at % cols) * (label.width + gapX)),
                top: mm(top + Math.floor(at / cols) * (label.height + gapY)),
                width: mm(label.width),
                height: mm(label.height),
              }}
            >
              <Label content={content} sheet={sheet} />
            </div>
          ),
      )}
    </section>
  );
}

/** The sheet last used in this browser: a desk has one kind of paper. */
function useSheet() {
  const all = useMemo(() => labelSheets(configOr('WMS_LABEL_SHEETS', '')), []);
  const [id, setId] = useState<unknown>(() => local.get(KEYS.labelSheet));
  const [found, sheet] = all.find(([each]) => each === id) ?? all[0]!;
  const choose = (next: string): void => {
    local.set(KEYS.labelSheet, next);
    setId(next);
  };
  return { id: found, sheet, all, choose };
}
