import type { PlainKey } from '@kuwei/contract/phrase';
import type { ComponentProps } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { DayInput } from '../../ui/day/DayInput.tsx';
import { dayOf, isoOfMinute, localMinute } from '../../ui/format.ts';
import type { Filter, FilterControlProps } from '../list-types.ts';
import { FilterButton } from './FilterButton.tsx';
import '../filter.css';

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

/** A filter by a range of days, `YYYY-MM-DD`, inclusive; either end may be open. */
export const days = <const F extends string, const T extends string>(spec: SpanSpec<F, T>): Filter<F | T> =>
  span(spec, { time: false, format: (value) => value, parse: (typed) => typed });

/** A filter by a time range, inclusive; either end may be open. */
export const period = <const F extends string, const T extends string>(spec: SpanSpec<F, T>): Filter<F | T> =>
  span(spec, { time: true, format: localMinute, parse: isoOfMinute });

/** Common ranges, from the first day of each until now; yesterday is a whole day. */
const QUICK = ['today', 'yesterday', 'week', 'days30', 'month'] as const;
type Quick = (typeof QUICK)[number];

function firstDay(quick: Quick): string {
  const now = new Date();
  const back = { today: 0, yesterday: 1, week: 6, days30: 29, month: now.getDate() - 1 }[quick];
  return dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - back));
}

interface SpanKind {
  /** With minutes. */
  time: boolean;
  /** Formats a value for the bar and the field. */
  format: (value: string) => string;
  /** Formats the input for the address. */
  parse: (typed: string) => string;
}

function span<F extends string, T extends string>({ from, to, label }: SpanSpec<F, T>, kind: SpanKind): Filter<F | T> {
  function Control({ label: title, values, onChange }: FilterControlProps) {
    const t = useT();
    const shownDay = (name: string): string => (values[name] === undefined ? '' : kind.format(values[name]));
    const isSet = values[from] !== undefined || values[to] !== undefined;
    const begin = (quick: Quick): string => (kind.time ? kind.parse(`${firstDay(quick)} 00:00`) : firstDay(quick));
    const end = (quick: Quick): string | null => {
      if (quick !== 'yesterday') return null;
      return kind.time ? begin('today') : firstDay(quick);
    };
    const quick = QUICK.find((each) => (values[to] ?? null) === end(each) && values[from] === begin(each));
    return (
      <FilterButton
        label={title}
        value={quick ? t(`list.span.${quick}`) : isSet ? `${shownDay(from)} – ${shownDay(to)}` : null}
        onClear={() => onChange({ [from]: null, [to]: null })}
      >
        {(close) => (
          <div className="filter-days">
            <div className="filter-spans" role="group" aria-label={title}>
              {QUICK.map((each) => (
                <button
                  key={each}
                  type="button"
                  className="kw-button small"
                  aria-pressed={each === quick}
                  onClick={() => {
                    onChange({ [from]: begin(each), [to]: end(each) });
                    close();
                  }}
                >
                  {t(`list.span.${each}`)}
                </button>
              ))}
            </div>
            {([from, to] as const).map((name, at) => (
              <Labelled
                key={name}
                label={t(at === 0 ? 'list.from' : 'list.to')}
                time={kind.time}
                edge={at === 0 ? 'first' : 'last'}
                value={shownDay(name)}
                onChange={(value) => onChange({ [name]: value === '' ? null : kind.parse(value) })}
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
