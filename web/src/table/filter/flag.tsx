import type { PlainKey } from '@kuwei/contract/phrase';
import type { Filter, FilterControlProps } from '../list-types.ts';

/** A filter that is on or off. */
export function flag<const N extends string>({ name, label }: { name: N; label: PlainKey }): Filter<N> {
  function Control({ label: title, values, onChange }: FilterControlProps) {
    const on = values[name] === 'true';
    return (
      <button
        type="button"
        className={on ? 'kw-plain filter filter-button set' : 'kw-plain filter filter-button'}
        aria-pressed={on}
        onClick={() => onChange({ [name]: on ? null : 'true' })}
      >
        <span className="filter-label">{title}</span>
      </button>
    );
  }
  return { names: [name], label, Control };
}
