import type { QuotaUse } from '@kuwei/contract/wms/org-quota';
import { quotaParts, sumTakenLitres } from './chain-text.ts';
import './quota-text.css';

/** A quota: allowed, used and remaining. */
export function QuotaText({ quota }: { quota: QuotaUse }) {
  const { maxVolumeL, over } = quota;
  const percent = maxVolumeL === null ? null : Math.min(100, (100 * Number(sumTakenLitres(quota))) / Number(maxVolumeL));
  return (
    <div className={over ? 'quota-text over' : 'quota-text'}>
      {percent !== null && (
        <span className="quota-text-bar" aria-hidden="true">
          <span style={{ width: `${percent}%` }} />
        </span>
      )}
      <p>{quotaParts(quota).join(' · ')}</p>
    </div>
  );
}
