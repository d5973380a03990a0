// A state is shown as a word with a shape and a colour. One table per record type defines them; see `StateLooks`.
import type { PlainKey } from '@kuwei/contract/phrase';
import type { ReactNode } from 'react';
import { useT } from '../phrase/phrases.ts';
import './state-tag.css';

export type Tone = 'quiet' | 'info' | 'success' | 'warning' | 'danger';
export type Shape = 'ring' | 'dot' | 'half' | 'check' | 'cross' | 'bar' | 'triangle' | 'lock';
export interface StateLook {
  label: PlainKey;
  tone: Tone;
  shape: Shape;
  /** Progress within the state: `2/3`. */
  part?: string;
}
/** Looks of all states of a record type, used everywhere. */
export type StateLooks<S extends string> = Readonly<Record<S, StateLook>>;

/** On a 12 × 12 canvas. */
export const shapes: Record<Shape, ReactNode> = {
  ring: <circle cx="6" cy="6" r="4" fill="none" strokeDasharray="2.2 1.99" />,
  dot: <circle cx="6" cy="6" r="4.5" fill="currentColor" stroke="none" />,
  half: (
    <>
      <circle cx="6" cy="6" r="4.25" fill="none" />
      <path d="M6 1.8a4.2 4.2 0 0 1 0 8.4z" fill="currentColor" stroke="none" />
    </>
  ),
  check: (
    <>
      <circle cx="6" cy="6" r="5" fill="currentColor" stroke="none" />
      <path d="m3.7 6.2 1.6 1.6 3-3.4" fill="none" className="state-cut" />
    </>
  ),
  cross: <path d="m2.5 2.5 7 7m0-7-7 7" fill="none" strokeWidth="2" />,
  bar: <path d="M2 6h8" fill="none" strokeWidth="2.5" />,
  triangle: <path d="M6 1.5 11 10.5H1z" fill="currentColor" stroke="none" />,
  lock: (
    <>
      <rect x="2" y="5" width="8" height="6" rx="1" fill="currentColor" stroke="none" />
      <path d="M4 5V3.6a2 2 0 0 1 4 0V5" fill="none" />
    </>
  ),
};

/** The shape only, where the word is shown elsewhere. */
export const StateMark = ({ look }: { look: StateLook }) => (
  <svg width="12" height="12" viewBox="0 0 12 12" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
    {shapes[look.shape]}
  </svg>
);

export function StateTag({ look }: { look: StateLook }) {
  const t = useT();
  return (
    <span className={`state-tag ${look.tone}`}>
      <StateMark look={look} />
      {t(look.label)}
      {look.part !== undefined && ` ${look.part}`}
    </span>
  );
}
