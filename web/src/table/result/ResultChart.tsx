// Values of a result as bars beside their names: chart and table in one, accessible and searchable.
import type { CSSProperties } from 'react';
import type { ChartData } from './result.ts';
import './result-chart.css';

export function ResultChart({ data: { names, series }, label }: { data: ChartData; label: string }) {
  const most = Math.max(...series.flatMap(({ values }) => values));
  return (
    <figure className="result-chart" aria-label={label}>
      <figcaption>
        {series.map(({ name }, index) => (
          <span key={name}>
            <i className={`result-bar-mark result-bar-${index}`} aria-hidden="true" />
            {name}
          </span>
        ))}
      </figcaption>
      <ol>
        {names.map((name, at) => (
          <li key={at}>
            <span className="result-bar-name" title={name}>
              {name}
            </span>
            <span className="result-bars">
              {series.map(({ name: of, values, texts }, index) => (
                <span key={of} className="result-bar-line">
                  <i
                    className={`result-bar result-bar-${index}`}
                    style={{ '--share': most === 0 ? 0 : values[at]! / most } as CSSProperties}
                    aria-hidden="true"
                  />
                  <span className="result-bar-text">{texts[at] || '–'}</span>
                </span>
              ))}
            </span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
