import type { Warning } from '@kuwei/contract/wms/ews-product';
import { useT } from '../../phrase/phrases.ts';
import { grouped } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import { Quantity } from '../../ui/Quantity.tsx';

/** Measured value and threshold. */
export function MeasuredValue({ warning: { kind, value, threshold, baseUnit, day } }: { warning: Warning }) {
  const t = useT();
  const amount = (qty: string | null) =>
    qty === null ? null : baseUnit === null ? grouped(qty) : <Quantity qty={qty} unit={baseUnit} />;
  switch (kind) {
    case 'LOW_STOCK':
    case 'OUT':
    case 'OVER_STOCK':
      return (
        <>
          {amount(value)} / {amount(threshold)}
        </>
      );
    case 'S_INDEX':
      return `S = ${value} / ${threshold}`;
    case 'BOX_FULL':
    case 'PERMIT_USED':
      return `${value}% / ${threshold}%`;
    case 'APPROVAL_STALE':
      return t('warning.hours', { count: threshold ?? '' });
    case 'FLOW_REPORT':
      return t('warning.entries', { count: value ?? '', day: day ?? '' });
    case 'LEDGER_DRIFT':
      return t('warning.faults', { count: value ?? '' });
    default: {
      const limit = threshold !== null && t(kind === 'SDS_OLD' ? 'warning.years' : 'warning.days', { count: threshold });
      return value === null && day === null ? (
        <None />
      ) : (
        <>
          {amount(value)} {day}
          {limit && ` / ${limit}`}
        </>
      );
    }
  }
}
