import type { PlainKey } from '@kuwei/contract/phrase';
import { useT } from '../../phrase/phrases.ts';
import type { Filter, FilterControlProps } from '../list-types.ts';

interface TabsSpec<N extends string> {
  name: N;
  label: PlainKey;
  /** The first one is what no filter shows; its value is null. */
  tabs: readonly { value: string | null; label: PlainKey }[];
}

/** A filter that cuts the list into a few parts side by side, all in sight. */
export function tabs<const N extends string>({ name, label, tabs: all }: TabsSpec<N>): Filter<N> {
  function Control({ label: title, values, onChange }: FilterControlProps) {
    const t = useT();
    const current = values[name] ?? null;
    return (
      <div className="filter-tabs" role="group" aria-label={title}>
        {all.map((tab) => (
          <button
            key={tab.label}
            type="button"
            className="kw-plain filter-tab"
            aria-pressed={tab.value === current}
            onClick={() => onChange({ [name]: tab.value })}
          >
            {t(tab.label)}
          </button>
        ))}
      </div>
    );
  }
  return { names: [name], label, Control };
}
