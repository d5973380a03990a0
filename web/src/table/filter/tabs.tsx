import type { PlainKey } from '@kuwei/contract/phrase';
import { useT } from '../../phrase/phrases.ts';
import { Parts } from '../../ui/Parts.tsx';
import type { Filter, FilterControlProps } from '../list-types.ts';

interface TabsSpec<N extends string> {
  name: N;
  label: PlainKey;
  /** The first tab means no filter; its value is null. */
  tabs: readonly { value: string | null; label: PlainKey }[];
}

/** A filter as a few tabs, all visible. */
export function tabs<const N extends string>({ name, label, tabs: all }: TabsSpec<N>): Filter<N> {
  function Control({ label: title, values, onChange }: FilterControlProps) {
    const t = useT();
    const options = all.map((tab) => ({ value: tab.value, label: t(tab.label) }));
    return (
      <Parts label={title} options={options} value={values[name] ?? null} onChange={(value) => onChange({ [name]: value })} />
    );
  }
  return { names: [name], label, Control };
}
