// Filters by whoever has a rule, and by what it picks: of the kind that the address names.
import { ruleRoutes } from '@kuwei/contract/auth/rule';
import { hasReader } from '@kuwei/contract/auth/rule-words';
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
type UseFound = (q: string, size: number) => readonly Found[];

const useOwners: UseFound = (q, size) => {
  const { owner } = useRulePlace();
  const query = { ownerType: owner ?? ('USER' as const), size, ...(q === '' ? {} : { q }) };
  return usePageQuery(ruleRoutes.listRuleOwners, { query }, { keepPrevious: true }).data?.list ?? [];
};

const useSubjects: UseFound = (q, size) => {
  const { subject } = useRulePlace();
  const subjectType = hasReader(subject) ? subject : ('WMS_ORG' as const);
  const query = { subjectType, size, ...(q === '' ? {} : { q }) };
  return usePageQuery(ruleRoutes.listRuleSubjects, { query }, { keepPrevious: true }).data?.list ?? [];
};

function found<const N extends string>(name: N, label: PlainKey, useFound: UseFound): Filter<N> {
  function Options({ title, chosen, onChoose }: { title: string; chosen: string[]; onChoose: (found: Found) => void }) {
    const [text, setText] = useState('');
    const all = useFound(useDeferredValue(text), SHOWN);
    return (
      <OptionList
        label={title}
        options={all.map(({ id, name: said, hint }) => ({ value: id, label: said, hint }))}
        chosen={chosen}
        single
        onFind={setText}
        onChange={([id]) => onChoose(all.find((each) => each.id === id)!)}
      />
    );
  }
  function Control({ label: title, values, onChange }: FilterControlProps) {
    const id = values[name];
    const [known, setKnown] = useState<Found | null>(null);
    const first = useFound('', 200).find((each) => each.id === id);
    const said = known?.id === id ? known?.name : first?.name;
    return (
      <FilterButton label={title} value={id === undefined ? null : (said ?? '…')} onClear={() => onChange({ [name]: null })}>
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

export const ownedBy = found('ownerId', 'rights.rule.owner', useOwners);
export const pickedOf = found('subjectId', 'rights.rule.subjects', useSubjects);
