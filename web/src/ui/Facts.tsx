import type { ReactNode } from 'react';
import { langOf } from '../phrase/phrases.ts';
import './facts.css';

/** What is null, or false, is left out. */
type Fact = [label: string, value: ReactNode] | null | false;

interface FactsProps {
  title?: string;
  facts: readonly Fact[];
}

/**
 * Facts in their order, by the fields of a record: a field without one does not compile.
 * @typeParam Left fields that are told elsewhere, or not at all
 */
export const factsOf = <R, Left extends keyof R = never>(facts: { [F in Exclude<keyof R, Left>]-?: Fact }): Fact[] =>
  Object.values(facts);

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
