import { ruleRoutes } from '@kuwei/contract/auth/rule';
import { RULE_MODELS } from '@kuwei/contract/auth/rule-words';
import { langOf, say, useT } from '../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { listOf } from '../../table/list-types.ts';
import { None } from '../../ui/None.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import { ruleLooks } from './looks.ts';
import { ownerFilter, subjectFilter } from './filters.tsx';
import { actionsIn, ownerIn, subjectsIn } from './words.ts';

const WITHIN = ['7', '30', '90'] as const;

export const ruleList = listOf(ruleRoutes.listRules, {
  name: 'rights.rule',
  sort: '-createdAt',
  search: 'rights.rule.search',
  filtersElsewhere: ['ownerType', 'subjectType'],
  nameOf: (rule) => `${ownerIn(rule)} · ${subjectsIn(rule)}`,
  columns: [
    {
      key: 'owner',
      title: 'rights.rule.owner',
      card: 'title',
      cell: (rule) => <span lang={langOf(rule.ownerName)}>{ownerIn(rule)}</span>,
    },
    {
      key: 'subjectType',
      title: 'rights.rule.subjectType',
      card: 'fact',
      cell: ({ subjectType }) => say(`rights.rule.subject.${subjectType}`),
    },
    { key: 'subjects', title: 'rights.rule.subjects', width: 'grow', card: 'fact', cell: (rule) => subjectsIn(rule) },
    { key: 'actions', title: 'rights.rule.actions', card: 'fact', cell: actionsIn },
    {
      key: 'when',
      title: 'rights.rule.when',
      card: 'state',
      cell: ({ when }) => <StateTag look={ruleLooks[when]} />,
    },
    { key: 'from', title: 'rights.rule.fromDay', sort: 'fromDay', cell: ({ fromDay }) => fromDay ?? <None /> },
    {
      key: 'until',
      title: 'rights.rule.untilDay',
      sort: 'untilDay',
      card: 'fact',
      cell: ({ untilDay }) => untilDay ?? <None />,
    },
    { key: 'by', title: 'rights.rule.grantedBy', hidden: 'en', cell: ({ grantedBy }) => grantedBy ?? <None /> },
    {
      key: 'createdAt',
      title: 'rights.rule.createdAt',
      sort: 'createdAt',
      descFirst: true,
      hidden: true,
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
    {
      key: 'updatedAt',
      title: 'rights.rule.updatedAt',
      sort: 'updatedAt',
      descFirst: true,
      hidden: true,
      cell: ({ updatedAt }) => <When at={updatedAt} />,
    },
  ],
  filters: [
    choice({
      name: 'when',
      label: 'rights.rule.when',
      useOptions: phraseOptions('rights.rule.when', ['NOW', 'LATER', 'OVER']),
      single: true,
    }),
    choice({
      name: 'model',
      label: 'rights.rule.model',
      useOptions: phraseOptions('rights.rule.model', RULE_MODELS),
      single: true,
    }),
    choice({ name: 'endsWithin', label: 'rights.rule.endsWithin', useOptions: useWithin, single: true }),
    ownerFilter,
    subjectFilter,
  ],
});

function useWithin() {
  const t = useT();
  return WITHIN.map((value) => ({ value, label: t(`rights.rule.endsWithin.${value}`) }));
}
