// Formats figures: values with missing prices, quantities by unit, and change against the previous period.
import { compare, divide, subtract } from '@kuwei/contract/decimal';
import type { FlowFigure, StatAmount } from '@kuwei/contract/wms/statistics';
import { useT } from '../../phrase/phrases.ts';
import { grouped, money } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import { useAmount } from '../../ui/Quantity.tsx';

export const MEASURES = ['value', 'entries', 'qty'] as const;
export type Measure = (typeof MEASURES)[number];

/** Hours to one decimal, minutes below an hour. */
export function useHours(): (hours: string | null) => string {
  const t = useT();
  return (hours) => {
    if (hours === null) return '–';
    const number = Number(hours);
    return number < 1
      ? t('stat.minutes', { count: Math.round(number * 60) })
      : t('stat.hours', { count: grouped(number.toFixed(1)) });
  };
}

/** `3,200 mL, 12 bottles`. */
export function useAmounts(): (amounts: readonly StatAmount[]) => string {
  const amountOf = useAmount();
  return (amounts) => (amounts.length === 0 ? '–' : amounts.map(({ qty, unit }) => amountOf(qty, unit)).join(', '));
}

/** One flow in a table cell. */
export function FlowCell({ figure, measure }: { figure: FlowFigure | undefined; measure: Measure }) {
  const t = useT();
  const amounts = useAmounts();
  if (figure === undefined) return <None />;
  if (measure === 'entries') return grouped(String(figure.entries));
  if (measure === 'qty') return amounts(figure.amounts);
  return (
    <>
      {figure.unpriced < figure.entries && money(figure.value)}
      {figure.unpriced > 0 && <small> {t('stat.unknown', { count: figure.unpriced })}</small>}
    </>
  );
}

/** `+12.5%` against the previous period; null if that was nothing. */
export function changeOf(now: string, before: string): string | null {
  if (compare(before, '0') === 0) return null;
  const percent = Number(divide(subtract(now, before), before.replace('-', ''))) * 100;
  return `${percent > 0 ? '+' : ''}${percent.toFixed(1)}%`;
}

/** The same in words; null if there is nothing to compare with. */
export function useChange(): (now: string, before: string | undefined) => string | null {
  const t = useT();
  return (now, before) => {
    if (before === undefined) return null;
    const change = changeOf(now, before);
    return change === null ? t('stat.beforeNone') : t('stat.before', { change });
  };
}
