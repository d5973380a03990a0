// Labels of boxes, as they come out of the printer.
import { useState } from 'react';
import { history } from '../../browser/history.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { grouped } from '../../ui/format.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { BoxLabel } from './BoxLabel.tsx';
import { LABEL_FORMATS, LABELS_MAX, pageRule, sheetsOf, type LabelFormatName } from './labels.ts';
import { useLabelBoxes } from './use-label-boxes.ts';
import '../../ui/field.css';
import './label-page.css';

export default function LabelPage() {
  const t = useT();
  const { query, prefix } = usePage();
  const [name, setName] = useState<LabelFormatName>('A4');
  const [start, setStart] = useState(1);
  const { boxes, total, error, retry } = useLabelBoxes(query);
  const format = LABEL_FORMATS[name];
  const perSheet = format.cols * format.rows;
  const isReady = boxes.length === total && boxes.length > 0;
  const sheets = sheetsOf(boxes, format, Math.min(start, perSheet) - 1);
  return (
    <div className="label-page">
      <style>{pageRule(format)}</style>
      <header className="label-bar">
        <button
          type="button"
          className="kw-button"
          onClick={() =>
            window.history.length > 1 ? window.history.back() : history.replace(`/${prefix}/wms/warehouse-box/list`)
          }
        >
          {t('form.back')}
        </button>
        <h1>{t('label.title')}</h1>
        {total !== null && <span>{t('label.count', { count: grouped(String(total)) })}</span>}
        <label>
          {t('label.format')}{' '}
          <select className="kw-field" value={name} onChange={({ target }) => setName(target.value as LabelFormatName)}>
            {Object.keys(LABEL_FORMATS).map((each) => (
              <option key={each} value={each}>
                {t(`label.format.${each as LabelFormatName}`)}
              </option>
            ))}
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
        <span className="label-hint">{t('label.hint')}</span>
        <button type="button" className="kw-button primary" disabled={!isReady} onClick={() => window.print()}>
          {t('label.print')}
        </button>
      </header>
      {error && <LoadFailed error={error} onRetry={retry} />}
      {!error && !isReady && <Waiting done={boxes.length} total={total} />}
      {isReady && (
        <div className="label-sheets">
          {sheets.map((labels, at) => (
            <section key={at} className={`label-sheet ${name}`}>
              {labels.map((box, place) => (
                <div key={box?.id ?? `empty ${place}`} className="label-place">
                  {box && <BoxLabel box={box} />}
                </div>
              ))}
            </section>
          ))}
        </div>
      )}
    </div>
  );
}

function Waiting({ done, total }: { done: number; total: number | null }) {
  const t = useT();
  if (total === 0) return <p className="label-waiting">{t('label.none')}</p>;
  if (total !== null && total > LABELS_MAX) {
    return <p className="label-waiting">{t('label.tooMany', { max: grouped(String(LABELS_MAX)) })}</p>;
  }
  return (
    <p className="label-waiting" role="status">
      {total === null ? t('app.loading') : t('label.loading', { done: grouped(String(done)), count: grouped(String(total)) })}
    </p>
  );
}
