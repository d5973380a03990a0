import type { PlainKey } from '@kuwei/contract/phrase';
import { useState } from 'react';
import { useT } from '../../phrase/phrases.ts';
import type { Filter, FilterControlProps } from '../list-types.ts';
import { FilterButton } from './FilterButton.tsx';

/** A filter by part of a text, `batchNo`: applied on Enter. */
export function text<const N extends string>({ name, label }: { name: N; label: PlainKey }): Filter<N> {
  function Control({ label: title, values, onChange }: FilterControlProps) {
    const value = values[name];
    return (
      <FilterButton label={title} value={value ?? null} onClear={() => onChange({ [name]: null })}>
        {(close) => (
          <TextForm
            label={title}
            value={value ?? ''}
            onFind={(wanted) => {
              onChange({ [name]: wanted || null });
              close();
            }}
          />
        )}
      </FilterButton>
    );
  }
  return { names: [name], label, Control };
}

function TextForm({ label, value, onFind }: { label: string; value: string; onFind: (wanted: string) => void }) {
  const t = useT();
  const [typed, setTyped] = useState(value);
  return (
    // Form submission ignores the Enter that ends a composition.
    <form
      className="filter-text"
      onSubmit={(event) => {
        event.preventDefault();
        onFind(typed.trim());
      }}
    >
      <input
        className="kw-field"
        aria-label={label}
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <button type="submit" className="kw-button">
        {t('list.search')}
      </button>
    </form>
  );
}
