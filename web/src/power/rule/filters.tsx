// Filters by owner and subject, of the types in the address.
import { ruleRoutes } from '@kuwei/contract/auth/rule';
import type { PlainKey } from '@kuwei/contract/phrase';
import { useDeferredValue, useState } from 'react';
import { usePageQuery } from '../../page/query.ts';
import { FilterButton } from '../../table/filter/FilterButton.tsx';
import { OptionList } from '../../table/filter/OptionList.tsx';
import type { Filter, FilterControlProps } from '../../table/list-types.ts';
import { useRulePlace } from './places.ts';

const SHOWN = 20;

interface Found {
  id: string;
  name: string;
  hint: string;
}
interface OptionQuery {
  q?: string;
  ids?: string[];
}
type UseOptions = (wanted: OptionQuery, enabled?: boolean) => { list: readonly Found[]; isFetching: boolean };

const useOwners: UseOptions = (wanted, enabled = true) => {
  const { owner } = useRulePlace();
  const query = { ownerType: owner ?? ('USER' as const), size: SHOWN, ...wanted };
  const { data, isFetching } = usePageQuery(ruleRoutes.listRuleOwners, { query }, { keepPrevious: true, enabled });
  return { list: data?.list ?? [], isFetching };
};

const useSubjects: UseOptions = (wanted, enabled = true) => {
  const { subject: subjectType } = useRulePlace();
  const query = { subjectType, size: SHOWN, ...wanted };
  const { data, isFetching } = usePageQuery(ruleRoutes.listRuleSubjects, { query }, { keepPrevious: true, enabled });
  return { list: data?.list ?? [], isFetching };
};

function createRuleFilter<const N extends string>(name: N, label: PlainKey, useFound: UseOptions): Filter<N> {
  function Options({ title, chosen, onChoose }: { title: string; chosen: string[]; onChoose: (found: Found) => void }) {
    const [text, setText] = useState('');
    const q = useDeferredValue(text);
    const { list: all, isFetching } = useFound(q === '' ? {} : { q });
    return (
      <OptionList
        label={title}
        options={all.map(({ id, name: displayName, hint }) => ({ value: id, label: displayName, hint }))}
        chosen={chosen}
        single
        onFind={setText}
        isLooking={text !== q || isFetching}
        onChange={([id]) => onChoose(all.find((each) => each.id === id)!)}
      />
    );
  }
  function Control({ label: title, values, onChange }: FilterControlProps) {
    const id = values[name];
    const [known, setKnown] = useState<Found | null>(null);
    const named = useFound({ ids: [id ?? ''] }, id !== undefined).list.find((each) => each.id === id);
    const displayName = known?.id === id ? known?.name : named?.name;
    return (
      <FilterButton
        label={title}
        value={id === undefined ? null : (displayName ?? '…')}
        onClear={() => onChange({ [name]: null })}
      >
        {(close) => (
          <Options
            title={title}
            chosen={id === undefined ? [] : [id]}
            onChoose={(chosen) => {
              setKnown(chosen);
              onChange({ [name]: chosen.id });
              close();
            }}
          />
        )}
      </FilterButton>
    );
  }
  return { names: [name], label, Control };
}

export const ownerFilter = createRuleFilter('ownerId', 'rights.rule.owner', useOwners);
export const subjectFilter = createRuleFilter('subjectId', 'rights.rule.subjects', useSubjects);
