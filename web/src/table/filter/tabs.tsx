import type { PlainKey } from '@kuwei/contract/phrase';
import { useT } from '../../phrase/phrases.ts';
import { Parts } from '../../ui/Parts.tsx';
import type { Filter, FilterControlProps } from '../list-types.ts';

interface TabsSpec<N extends string> {
  name: N;
  label: PlainKey;
  /** The first tab means no filter; its value is null. */
  tabs: readonly { value: string | null; label: PlainKey }[];
  /** Numbers of rows to show beside tabs, by value. @param values texts of all filters of the list */
  useCounts?: (values: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
}

const useNoCounts = (): Readonly<Record<string, string>> => ({});

/** A filter as a few tabs, all visible. */
export function tabs<const N extends string>({ name, label, tabs: all, useCounts = useNoCounts }: TabsSpec<N>): Filter<N> {
  function Control({ label: title, values, onChange }: FilterControlProps) {
    const t = useT();
    const counts = useCounts(values);
    const options = all.map(({ value, label: key }) => {
      const count = counts[value ?? ''];
      return { value, label: count === undefined ? t(key) : `${t(key)} ${count}` };
    });
    return (
      <Parts label={title} options={options} value={values[name] ?? null} onChange={(value) => onChange({ [name]: value })} />
    );
  }
  return { names: [name], label, Control };
}
