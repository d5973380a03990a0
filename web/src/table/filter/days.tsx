import type { PlainKey } from '@kuwei/contract/phrase';
import type { ComponentProps } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { DayInput } from '../../ui/day/DayInput.tsx';
import { isoOfMinute, localMinute } from '../../ui/format.ts';
import type { Filter, FilterControlProps } from '../list-types.ts';
import { FilterButton } from './FilterButton.tsx';

/** A filter by a day, `YYYY-MM-DD`. */
export function day<const N extends string>({ name, label }: { name: N; label: PlainKey }): Filter<N> {
  function Control({ label: title, values, onChange }: FilterControlProps) {
    return (
      <FilterButton label={title} value={values[name] ?? null} onClear={() => onChange({ [name]: null })}>
        {() => (
          <div className="filter-days">
            <Labelled label={title} value={values[name] ?? ''} onChange={(value) => onChange({ [name]: value || null })} />
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
  span(spec, { time: false, said: (value) => value, sent: (typed) => typed });

/** A filter by two moments, both inside; either may be left open. */
export const period = <const F extends string, const T extends string>(spec: SpanSpec<F, T>): Filter<F | T> =>
  span(spec, { time: true, said: localMinute, sent: isoOfMinute });

interface SpanKind {
  /** Minutes, not days. */
  time: boolean;
  /** As it is said in the bar, and in the field. */
  said: (value: string) => string;
  /** As the address has it. */
  sent: (typed: string) => string;
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
              <Labelled
                key={name}
                label={t(at === 0 ? 'list.from' : 'list.to')}
                time={kind.time}
                edge={at === 0 ? 'first' : 'last'}
                value={said(name)}
                onChange={(value) => onChange({ [name]: value === '' ? null : kind.sent(value) })}
              />
            ))}
          </div>
        )}
      </FilterButton>
    );
  }
  return { names: [from, to], label, Control };
}

interface LabelledProps extends ComponentProps<typeof DayInput> {
  label: string;
}

const Labelled = ({ label, ...input }: LabelledProps) => (
  <label className="filter-day">
    <span>{label}</span>
    <DayInput {...input} />
  </label>
);
