import type { ReactNode } from 'react';
import { langOf } from '../phrase/phrases.ts';
import './facts.css';

interface FactsProps {
  title?: string;
  /** What is null, or false, is left out. */
  facts: readonly ([label: string, value: ReactNode] | null | false)[];
}

/** What is known about a record: names and values under a heading; nothing where there are none. */
export function Facts({ title, facts }: FactsProps) {
  const known = facts.filter((fact) => fact !== null && fact !== false && ![null, false, ''].includes(fact[1] as null));
  if (known.length === 0) return null;
  return (
    <section className="facts">
      {title !== undefined && <h3>{title}</h3>}
      <dl>
        {known.map((fact) => {
          const [label, value] = fact as [string, ReactNode];
          return (
            <div key={label}>
              <dt>{label}</dt>
              <dd lang={langOf(value)}>{value}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
