import { subtract } from '@kuwei/contract/decimal';
import type { ProductSpace } from '@kuwei/contract/wms/product-box';
import { useT } from '../../phrase/phrases.ts';
import { grouped } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import './use-bar.css';

/** Percentage of a whole, clamped to 0–100; for drawing only. */
const part = (amount: string, whole: string): number =>
  Number(whole) === 0 ? 0 : Math.min(100, Math.max(0, (100 * Number(amount)) / Number(whole)));

const litres = (amount: string): string => `${grouped(amount)} L`;

/** The use of a place: by the row's owner, by others, free. */
export function UseBar({ space }: { space: ProductSpace }) {
  const t = useT();
  const { capacityL, freeL, volumeL } = space;
  if (capacityL === null || freeL === null) return <None />;
  const others = subtract(subtract(capacityL, freeL), volumeL);
  const description = t('space.useText', {
    own: litres(volumeL),
    others: litres(others.startsWith('-') ? '0' : others),
    free: litres(freeL),
    whole: litres(capacityL),
  });
  const used = 100 - part(freeL, capacityL);
  return (
    <span className="use" title={description}>
      <span className="use-bar" role="img" aria-label={description}>
        <span className="use-own" style={{ width: `${part(volumeL, capacityL)}%` }} />
        <span className="use-others" style={{ width: `${part(others, capacityL)}%` }} />
      </span>
      <span className={used >= 90 ? 'use-percent full' : 'use-percent'}>{used.toFixed(used < 10 ? 1 : 0)}%</span>
    </span>
  );
}

/** The share of a row in its owner's quota of the warehouse. */
export function QuotaBar({ percent }: { percent: string | null }) {
  if (percent === null) return <None />;
  const used = part(percent, '100');
  return (
    <span className="use">
      <span className="use-bar" aria-hidden="true">
        <span className={used >= 90 ? 'use-own full' : 'use-own'} style={{ width: `${used}%` }} />
      </span>
      <span className={used >= 90 ? 'use-percent full' : 'use-percent'}>{percent}%</span>
    </span>
  );
}
