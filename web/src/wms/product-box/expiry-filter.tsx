// Filters stock by time to expiry: a few common spans, stored as their end day.
import { useT } from '../../phrase/phrases.ts';
import { FilterButton } from '../../table/filter/FilterButton.tsx';
import { OptionList, type Option } from '../../table/filter/OptionList.tsx';
import type { Filter, FilterControlProps } from '../../table/list-types.ts';
import { addDays } from '../../ui/day/calendar-days.ts';
import { useDay } from './use-day.ts';

const SPANS = [30, 90, 180];

function Control({ label, values, onChange }: FilterControlProps) {
  const t = useT();
  const today = useDay();
  const value = values['expiresBefore'];
  const options: Option[] = [
    { value: today, label: t('stock.filter.expired') },
    // Exclusive bound: the day after the span.
    ...SPANS.map((days) => ({ value: addDays(today, days + 1), label: t('stock.filter.days', { days }) })),
  ];
  const valueLabel =
    value === undefined
      ? null
      : (options.find((option) => option.value === value)?.label ?? t('stock.filter.before', { day: value }));
  return (
    <FilterButton label={label} value={valueLabel} onClear={() => onChange({ expiresBefore: null })}>
      {(close) => (
        <OptionList
          label={label}
          options={options}
          chosen={value === undefined ? [] : [value]}
          single
          onChange={([day]) => {
            onChange({ expiresBefore: day ?? null });
            close();
          }}
        />
      )}
    </FilterButton>
  );
}

export const expiryFilter: Filter<'expiresBefore'> = { names: ['expiresBefore'], label: 'stock.filter.expiry', Control };
