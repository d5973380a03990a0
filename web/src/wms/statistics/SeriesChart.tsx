// A bar chart of up to two series over time, without a library. One is filled, one striped, so that colour is not needed. Values are
// available by pointer, arrow keys, screen reader, or in the table below.
import { useState, type CSSProperties, type KeyboardEvent } from 'react';
import { useLocale } from '../../phrase/phrases.ts';
import { useIsPhone } from '../../ui/use-media.ts';
import './series-chart.css';

interface Series {
  name: string;
  /** Not negative. */
  values: readonly number[];
  texts: readonly string[];
}

interface SeriesChartProps {
  label: string;
  /** Axis labels. */
  names: readonly string[];
  /** Up to two. */
  series: readonly Series[];
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
/** Number of axis labels on a wide screen and on a phone. */
const NAMED = { wide: 8, phone: 4 };

export function SeriesChart({ label, names, series }: SeriesChartProps) {
  const locale = useLocale();
  const phone = useIsPhone();
  const last = names.length - 1;
  const [activeIndex, setActiveIndex] = useState<number | null>(null);
  const at = Math.min(activeIndex ?? last, last);
  const most = Math.max(0, ...series.flatMap(({ values }) => values));
  const valueText = series.map(({ name, texts }) => `${name} ${texts[at] ?? ''}`).join(' · ');
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    const to = key === 'Home' ? 0 : key === 'End' ? last : at + (STEPS[key] ?? 0);
    if (to === at) return;
    event.preventDefault();
    setActiveIndex(Math.max(0, Math.min(last, to)));
  };
  const step = Math.max(1, Math.ceil(names.length / NAMED[phone ? 'phone' : 'wide']));
  return (
    <figure className="series-chart">
      <figcaption>
        <span className="series-legend">
          {series.map(({ name }, index) => (
            <span key={name}>
              <i className={`series-mark series-${index}`} aria-hidden="true" />
              {name}
            </span>
          ))}
        </span>
        <span className="series-value" aria-hidden="true">
          {names[at]} <strong>{valueText}</strong>
        </span>
      </figcaption>
      <div
        className="series-plot"
        role="slider"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={`${names[at] ?? ''} ${valueText}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {most > 0 && <span className="series-top">{compact(most, locale)}</span>}
        {names.map((name, index) => (
          <span
            key={name}
            className={index === at ? 'series-place pointed' : 'series-place'}
            onPointerEnter={() => setActiveIndex(index)}
            onPointerDown={() => setActiveIndex(index)}
          >
            {series.map((each, which) => (
              <i
                key={each.name}
                className={`series-bar series-${which}`}
                style={{ '--share': `${most === 0 ? 0 : (Math.max(0, each.values[index] ?? 0) / most) * 100}%` } as CSSProperties}
              />
            ))}
          </span>
        ))}
      </div>
      <div className="series-names" aria-hidden="true">
        {names.map((name, index) => (
          <span key={name}>{(last - index) % step === 0 ? <b>{name}</b> : null}</span>
        ))}
      </div>
    </figure>
  );
}

/** For the axis: 1.2万, 12K. */
const compact = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale === 'zh' ? 'zh-CN' : 'en', { notation: 'compact', maximumFractionDigits: 1 }).format(value);
