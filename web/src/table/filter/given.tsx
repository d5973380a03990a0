// A filter that only links set: shown while it is set, so that it can be seen and cleared.
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined';
import type { PlainKey } from '@kuwei/contract/phrase';
import { useT } from '../../phrase/phrases.ts';
import type { Filter, FilterControlProps } from '../list-types.ts';
import '../filter.css';

interface GivenSpec<N extends string> {
  name: N;
  label: PlainKey;
  /** A hook: the value as text. */
  useText: (value: string) => string;
}

/** A filter without a control to choose its value. */
export function given<const N extends string>({ name, label, useText }: GivenSpec<N>): Filter<N> {
  function Chip({ label: title, value, onClear }: { label: string; value: string; onClear: () => void }) {
    const t = useT();
    const clear = t('list.clearFilter', { name: title });
    return (
      <span className="filter set">
        <span className="filter-button">
          <span className="filter-label">{title}</span>
          <span className="filter-value">{useText(value)}</span>
        </span>
        <button
          type="button"
          className="kw-plain filter-clear"
          aria-label={clear}
          title={clear}
          onClick={({ currentTarget }) => {
            // The chip disappears, and would take the focus with it.
            currentTarget.closest('.filter-bar')?.querySelector<HTMLElement>('input, button')?.focus();
            onClear();
          }}
        >
          <CloseOutlined aria-hidden="true" />
        </button>
      </span>
    );
  }
  function Control({ label: title, values, onChange }: FilterControlProps) {
    const value = values[name];
    return value === undefined ? null : <Chip label={title} value={value} onClear={() => onChange({ [name]: null })} />;
  }
  return { names: [name], label, Control };
}
