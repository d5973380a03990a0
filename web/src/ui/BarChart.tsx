// Bar chart, drawn without a library. Values are read by pointing, by arrow keys, or in the table below.
import { useState, type CSSProperties, type KeyboardEvent } from 'react';
import { useLocale, useT } from '../phrase/phrases.ts';
import './bar-chart.css';

interface Bar {
  /** Label below the bar. */
  short: string;
  /** Label when shown on its own. */
  name: string;
  /** Non-negative; null if unknown. */
  value: number | null;
  /** The value as displayed, with its unit. */
  text: string;
}

interface BarChartProps {
  label: string;
  /** A sentence describing the chart. */
  text: string;
  bars: readonly Bar[];
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

export function BarChart({ label, text, bars }: BarChartProps) {
  const t = useT();
  const locale = useLocale();
  const last = bars.length - 1;
  const [pointed, setPointed] = useState(last);
  const at = Math.min(pointed, last);
  const most = Math.max(0, ...bars.map(({ value }) => value ?? 0));
  const current = bars[at]!;
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    const to = key === 'Home' ? 0 : key === 'End' ? last : at + (STEPS[key] ?? 0);
    if (to === at) return;
    event.preventDefault();
    setPointed(Math.max(0, Math.min(last, to)));
  };
  return (
    <figure className="bar-chart">
      <p className="bar-chart-text">{text}</p>
      <figcaption className="bar-chart-said" aria-hidden="true">
        {current.name} <strong>{current.text}</strong>
      </figcaption>
      <div
        className="bar-chart-plot"
        role="slider"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={`${current.name} ${current.text}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {most > 0 && <span className="bar-chart-top">{compact(most, locale)}</span>}
        {bars.map(({ name, value }, index) => (
          <span
            key={name}
            className={`bar ${value === null ? 'unknown' : ''} ${index === at ? 'pointed' : ''}`}
            style={{ '--share': `${most === 0 ? 0 : ((value ?? 0) / most) * 100}%` } as CSSProperties}
            onPointerEnter={() => setPointed(index)}
            onPointerDown={() => setPointed(index)}
          />
        ))}
      </div>
      <div className="bar-chart-labels" aria-hidden="true">
        {bars.map(({ name, short }) => (
          <span key={name}>{short}</span>
        ))}
      </div>
      <details>
        <summary>{t('chart.table')}</summary>
        <table aria-label={label}>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.name}>
                <th scope="row">{bar.name}</th>
                <td>{bar.text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** For the axis: 1.2万, 12K. */
const compact = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale === 'zh' ? 'zh-CN' : 'en', { notation: 'compact', maximumFractionDigits: 1 }).format(value);
