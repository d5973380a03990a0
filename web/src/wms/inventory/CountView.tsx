import type { Count } from '@kuwei/contract/wms/inventory';
import { Alert } from 'antd';
import { useT } from '../../phrase/phrases.ts';
import '../transaction/edit/document-view.css';
import '../document/document-panel.css';
import { CountHead } from './CountHead.tsx';
import { CountLines } from './CountLines.tsx';
import { CountSteps } from './CountSteps.tsx';
import { CountTimeline } from './CountTimeline.tsx';
import { Progress } from './Progress.tsx';

/** A published count: progress, findings and history. */
export function CountView({ count, onChanged }: { count: Count; onChanged: () => void }) {
  const t = useT();
  const { lines, again, differing, stranded, boxes } = count;
  const figures = [
    [t('wms.count.boxes'), boxes],
    ...(again === null ? [] : [[t('wms.count.again'), again] as const]),
    ...(differing === null ? [] : [[t('wms.count.differing'), differing] as const]),
  ] as const;
  return (
    <>
      <CountHead count={count} actions={<CountSteps count={count} onChanged={onChanged} />} />
      <div className="document-columns">
        <div className="document-main">
          {lines > 0 && (
            <section className="document-panel count-gauges" aria-label={t('wms.count.progress')}>
              <Progress {...count} />
              {figures.map(([label, n]) => (
                <span key={label}>
                  {label} <strong>{n}</strong>
                </span>
              ))}
            </section>
          )}
          {stranded !== null && stranded > 0 && (
            <Alert type="warning" showIcon title={t('count.stranded', { count: stranded })} />
          )}
          <CountLines count={count} />
        </div>
        <aside className="document-aside">
          <section className="document-panel" aria-label={t('count.timeline')}>
            <h2>{t('count.timeline')}</h2>
            <CountTimeline count={count} />
          </section>
        </aside>
      </div>
    </>
  );
}
