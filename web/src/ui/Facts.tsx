import type { ReactNode } from 'react';
import { langOf } from '../phrase/phrases.ts';
import './facts.css';

/** Null and false are omitted. */
type Fact = [label: string, value: ReactNode] | null | false;

interface FactsProps {
  title?: string;
  facts: readonly Fact[];
}

/**
 * Facts of a record in order; omitting a field does not compile.
 * @typeParam Left fields shown elsewhere, or not at all
 */
export const factsOf = <R, Left extends keyof R = never>(facts: { [F in Exclude<keyof R, Left>]-?: Fact }): Fact[] =>
  Object.values(facts);

/** Names and values of a record under a heading; nothing if all are empty. */
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
