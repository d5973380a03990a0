import type { ReactNode } from 'react';
import './parts.css';

interface PartsProps<V extends string | null> {
  /** Label of the group for screen readers. */
  label: string;
  options: readonly { value: V; label: ReactNode }[];
  value: V;
  onChange: (value: V) => void;
}

/** A few views side by side, one of which is shown. */
export const Parts = <V extends string | null>({ label, options, value, onChange }: PartsProps<V>) => (
  <div className="parts" role="group" aria-label={label}>
    {options.map((part) => (
      <button
        key={part.value}
        type="button"
        className="kw-plain part"
        aria-pressed={part.value === value}
        onClick={() => onChange(part.value)}
      >
        {part.label}
      </button>
    ))}
  </div>
);
