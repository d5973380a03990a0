import type { Count } from '@kuwei/contract/wms/inventory';
import { useT } from '../../phrase/phrases.ts';
import { percentOf } from './progress.ts';
import './progress.css';

/** Progress of a count, as a bar and in words. */
export function Progress(count: Pick<Count, 'counted' | 'lines'>) {
  const t = useT();
  const percent = percentOf(count);
  const words = t('count.ofLines', { done: String(count.counted), all: String(count.lines) });
  return (
    <span className="count-progress">
      <span
        className="count-bar"
        role="progressbar"
        aria-label={t('wms.count.progress')}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ width: `${percent}%` }} />
      </span>
      {words}
    </span>
  );
}
