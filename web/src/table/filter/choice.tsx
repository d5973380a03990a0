import { joinList, type KeyPrefix, type PlainKey } from '@kuwei/contract/phrase';
import { locale, sayAny, useT } from '../../phrase/phrases.ts';
import { useDic } from '../../session/version.ts';
import { labelIn, listSelectable } from '../../ui/options.ts';
import type { Filter, FilterControlProps } from '../list-types.ts';
import { FilterButton } from './FilterButton.tsx';
import { OptionList, type Option } from './OptionList.tsx';

interface ChoiceSpec<N extends string> {
  name: N;
  label: PlainKey;
  /** A hook, called when the filter renders. Undefined while the options are loading. */
  useOptions: () => readonly Option[] | undefined;
  /** Single choice. */
  single?: true;
}

/** A filter by one or several of a few options, or by a node of a tree. */
export function choice<const N extends string>({ name, label, useOptions, single }: ChoiceSpec<N>): Filter<N> {
  function Control({ label: title, values, onChange }: FilterControlProps) {
    const chosen = values[name]?.split(',') ?? [];
    const options = listSelectable(useOptions() ?? [], chosen);
    const set = (next: readonly string[]): void => onChange({ [name]: next.length === 0 ? null : next.join(',') });
    return (
      <FilterButton label={title} value={chosen.length === 0 ? null : words(chosen, options)} onClear={() => set([])}>
        {(close) => (
          <OptionList
            label={title}
            options={options}
            chosen={chosen}
            single={single ?? false}
            onChange={(next) => {
              set(next);
              if (single) close();
            }}
          />
        )}
      </FilterButton>
    );
  }
  return { names: [name], label, Control };
}

/** Up to two options are named, more are counted. */
function words(chosen: readonly string[], options: readonly Option[]): string {
  const names = chosen.map((value) => labelIn(options, value));
  return names.length <= 2 ? joinList(locale(), names) : `${names[0]} +${names.length - 1}`;
}

/** Options whose names are phrases: `wms.product.state` with `DRAFT` is `wms.product.state.DRAFT`. */
export const phraseOptions =
  <const P extends string, const V extends string>(prefix: P & KeyPrefix<P, V>, values: readonly V[]) =>
  (): readonly Option[] => {
    useT();
    return values.map((value) => ({ value, label: sayAny(`${prefix}.${value}`) }));
  };

/** Options of a dictionary. */
export const dicOptions = (code: string) => (): readonly Option[] => useDic(code);
