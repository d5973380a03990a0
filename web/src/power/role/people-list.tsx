import { roleRoutes } from '@kuwei/contract/auth/role';
import { langOf, useT } from '../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { listOf } from '../../table/list-types.ts';
import { None } from '../../ui/None.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import { grantLooks } from './looks.ts';

export const peopleList = listOf(roleRoutes.listRolePeople, {
  name: 'rights.role.people',
  sort: 'name',
  search: 'rights.role.peopleSearch',
  filtersElsewhere: ['role'],
  nameOf: ({ name, username }) => `${name} ${username}`,
  columns: [
    { key: 'name', title: 'rights.role.person', width: 180, sort: 'name', card: 'title', cell: (row) => <Name {...row} /> },
    {
      key: 'username',
      title: 'rights.role.username',
      width: 160,
      sort: 'username',
      card: 'code',
      cell: ({ username }) => <span className="kw-code">{username}</span>,
    },
    {
      key: 'when',
      title: 'rights.role.when',
      width: 120,
      card: 'state',
      cell: ({ when }) => <StateTag look={grantLooks[when]} />,
    },
    { key: 'from', title: 'rights.role.fromDay', width: 120, card: 'fact', cell: ({ fromDay }) => fromDay ?? <None /> },
    {
      key: 'until',
      title: 'rights.role.untilDay',
      width: 120,
      sort: 'untilDay',
      card: 'fact',
      cell: ({ untilDay }) => untilDay ?? <None />,
    },
    { key: 'by', title: 'rights.role.grantedBy', width: 140, grow: true, cell: ({ grantedBy }) => grantedBy ?? <None /> },
    { key: 'at', title: 'rights.role.grantedAt', width: 150, cell: ({ grantedAt }) => <When at={grantedAt} /> },
  ],
  filters: [
    choice({
      name: 'when',
      label: 'rights.role.when',
      useOptions: phraseOptions('rights.role.when', ['NOW', 'LATER', 'OVER']),
      single: true,
    }),
  ],
});

function Name({ name, state }: { name: string; state: 'ACTIVE' | 'DISABLED' }) {
  const t = useT();
  return <span lang={langOf(name)}>{state === 'ACTIVE' ? name : t('rights.role.disabled', { name })}</span>;
}

export const doerList = listOf(roleRoutes.listDoers, {
  name: 'rights.role.doers',
  sort: 'name',
  search: 'rights.role.peopleSearch',
  filtersElsewhere: ['what'],
  nameOf: ({ name, username }) => `${name} ${username}`,
  columns: [
    {
      key: 'name',
      title: 'rights.role.person',
      width: 200,
      sort: 'name',
      card: 'title',
      cell: ({ name }) => <span lang={langOf(name)}>{name}</span>,
    },
    {
      key: 'username',
      title: 'rights.role.username',
      width: 180,
      sort: 'username',
      card: 'code',
      cell: ({ username }) => <span className="kw-code">{username}</span>,
    },
    {
      key: 'via',
      title: 'rights.role.via',
      width: 300,
      grow: true,
      card: 'fact',
      cell: ({ via }) => via.map(({ name }) => name).join(' · '),
    },
  ],
});
