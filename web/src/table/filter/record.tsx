import type { PlainKey } from '@kuwei/contract/phrase';
import type { CallInput, ReplyOf, Route } from '@kuwei/contract/route';
import { useDeferredValue, useState } from 'react';
import { usePageQuery } from '../../page/query.ts';
import type { Filter, FilterControlProps, ListRoute, RowOf } from '../list-types.ts';
import { FilterButton } from './FilterButton.tsx';
import { OptionList, type Option } from './OptionList.tsx';

type OneRoute = Route & { method: 'GET' };

interface RecordSpec<N extends string, R extends ListRoute, O extends OneRoute> {
  name: N;
  label: PlainKey;
  /** List route for the free-text search. */
  find: R;
  optionOf: (row: RowOf<R>) => Option;
  /** Route for the chosen record. */
  one: O;
  nameOf: (record: ReplyOf<O>) => string;
}

const SHOWN = 20;

/** A filter by one record among many, found by typing. */
export function record<const N extends string, R extends ListRoute, O extends OneRoute>(spec: RecordSpec<N, R, O>): Filter<N> {
  const { name, label, find, optionOf, one, nameOf } = spec;
  function Options({ title, chosen, onChoose }: { title: string; chosen: string[]; onChoose: (id: string) => void }) {
    const [text, setText] = useState('');
    const q = useDeferredValue(text);
    const query = { size: SHOWN, ...(q === '' ? {} : { q }) };
    const { data, isFetching } = usePageQuery(find, { query } as unknown as CallInput<R>, { keepPrevious: true });
    const options = ((data as { list: RowOf<R>[] } | undefined)?.list ?? []).map(optionOf);
    return (
      <OptionList
        label={title}
        options={options}
        chosen={chosen}
        single
        onFind={setText}
        isLooking={text !== q || isFetching}
        onChange={([id]) => onChoose(id!)}
      />
    );
  }
  function Control({ label: title, values, onChange }: FilterControlProps) {
    const id = values[name];
    const { data } = usePageQuery(one, { params: { id: id ?? '' } } as unknown as CallInput<O>, { enabled: id !== undefined });
    return (
      <FilterButton
        label={title}
        value={id === undefined ? null : data === undefined ? '…' : nameOf(data)}
        onClear={() => onChange({ [name]: null })}
      >
        {(close) => (
          <Options
            title={title}
            chosen={id === undefined ? [] : [id]}
            onChoose={(chosen) => {
              onChange({ [name]: chosen });
              close();
            }}
          />
        )}
      </FilterButton>
    );
  }
  return { names: [name], label, Control };
}
