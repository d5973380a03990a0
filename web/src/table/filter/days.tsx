import type { PlainKey } from '@kuwei/contract/phrase';
import { useT } from '../../phrase/phrases.ts';
import { exactMoment } from '../../ui/format.ts';
import type { Filter, FilterControlProps } from '../list-types.ts';
import { FilterButton } from './FilterButton.tsx';

/** A filter by a day, `YYYY-MM-DD`. */
export function day<const N extends string>({ name, label }: { name: N; label: PlainKey }): Filter<N> {
  function Control({ label: title, values, onChange }: FilterControlProps) {
    return (
      <FilterButton label={title} value={values[name] ?? null} onClear={() => onChange({ [name]: null })}>
        {() => (
          <div className="filter-days">
            <DateField
              label={title}
              type="date"
              value={values[name] ?? ''}
              onChange={(value) => onChange({ [name]: value || null })}
            />
          </div>
        )}
      </FilterButton>
    );
  }
  return { names: [name], label, Control };
}

interface SpanSpec<F extends string, T extends string> {
  from: F;
  to: T;
  label: PlainKey;
}

/** A filter by two days, `YYYY-MM-DD`, both inside; either may be left open. */
export const days = <const F extends string, const T extends string>(spec: SpanSpec<F, T>): Filter<F | T> =>
  span(spec, { type: 'date', said: (value) => value, shown: (value) => value ?? '', sent: (typed) => typed || null });

/** A filter by two moments, both inside; either may be left open. */
export const period = <const F extends string, const T extends string>(spec: SpanSpec<F, T>): Filter<F | T> =>
  span(spec, { type: 'datetime-local', said: minuteOf, shown: localOf, sent: isoOf });

interface SpanKind {
  type: 'date' | 'datetime-local';
  /** As it is said in the bar. */
  said: (value: string) => string;
  /** As the field has it. */
  shown: (value: string | undefined) => string;
  /** As the address has it. */
  sent: (typed: string) => string | null;
}

function span<F extends string, T extends string>({ from, to, label }: SpanSpec<F, T>, kind: SpanKind): Filter<F | T> {
  function Control({ label: title, values, onChange }: FilterControlProps) {
    const t = useT();
    const said = (name: string): string => (values[name] === undefined ? '' : kind.said(values[name]));
    const isSet = values[from] !== undefined || values[to] !== undefined;
    return (
      <FilterButton
        label={title}
        value={isSet ? `${said(from)} – ${said(to)}` : null}
        onClear={() => onChange({ [from]: null, [to]: null })}
      >
        {() => (
          <div className="filter-days">
            {([from, to] as const).map((name, at) => (
              <DateField
                key={name}
                label={t(at === 0 ? 'list.from' : 'list.to')}
                type={kind.type}
                value={kind.shown(values[name])}
                onChange={(value) => onChange({ [name]: kind.sent(value) })}
              />
            ))}
          </div>
        )}
      </FilterButton>
    );
  }
  return { names: [from, to], label, Control };
}

/** A filter by one moment: the list as it stood then. */
export function asOf<const N extends string>({ name, label }: { name: N; label: PlainKey }): Filter<N> {
  function Control({ label: title, values, onChange }: FilterControlProps) {
    const value = values[name];
    return (
      <FilterButton label={title} value={value === undefined ? null : minuteOf(value)} onClear={() => onChange({ [name]: null })}>
        {() => (
          <div className="filter-days">
            <DateField
              label={title}
              type="datetime-local"
              value={localOf(value)}
              onChange={(next) => onChange({ [name]: isoOf(next) })}
            />
          </div>
        )}
      </FilterButton>
    );
  }
  return { names: [name], label, Control };
}

interface DateFieldProps {
  label: string;
  type: 'date' | 'datetime-local';
  value: string;
  onChange: (value: string) => void;
}

const DateField = ({ label, type, value, onChange }: DateFieldProps) => (
  <label className="filter-day">
    <span>{label}</span>
    <input
      className="kw-field"
      type={type}
      max={type === 'date' ? '9999-12-31' : '9999-12-31T23:59'}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </label>
);

const minuteOf = (iso: string): string => exactMoment(iso).slice(0, -3);
/** `2026-11-20T14:03`, in the browser's time zone, of a moment. */
const localOf = (iso: string | undefined): string => (iso === undefined ? '' : minuteOf(iso).replace(' ', 'T'));
const isoOf = (local: string): string | null => (local === '' ? null : new Date(local).toISOString());
