import { roleRoutes, type DenialReason } from '@kuwei/contract/auth/role';
import type { ReplyOf } from '@kuwei/contract/route';
import { langOf, useT } from '../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { tabs } from '../../table/filter/tabs.tsx';
import { listOf, type Column } from '../../table/list-types.ts';
import { None } from '../../ui/None.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import { formatDenialReason } from './denial-reason.ts';
import { grantLooks } from './looks.ts';

export const peopleList = listOf(roleRoutes.listRolePeople, {
  name: 'rights.role.people',
  sort: 'name',
  search: 'rights.role.peopleSearch',
  filtersElsewhere: ['role'],
  nameOf: ({ name, username }) => `${name} ${username}`,
  columns: [
    { key: 'name', title: 'rights.role.person', sort: 'name', card: 'title', cell: (row) => <Name {...row} /> },
    {
      key: 'username',
      title: 'rights.role.username',
      sort: 'username',
      card: 'code',
      cell: ({ username }) => <span className="kw-code">{username}</span>,
    },
    {
      key: 'when',
      title: 'rights.role.when',
      card: 'state',
      cell: ({ when }) => <StateTag look={grantLooks[when]} />,
    },
    { key: 'from', title: 'rights.role.fromDay', card: 'fact', cell: ({ fromDay }) => fromDay ?? <None /> },
    {
      key: 'until',
      title: 'rights.role.untilDay',
      sort: 'untilDay',
      card: 'fact',
      cell: ({ untilDay }) => untilDay ?? <None />,
    },
    { key: 'by', title: 'rights.role.grantedBy', width: 'grow', cell: ({ grantedBy }) => grantedBy ?? <None /> },
    { key: 'at', title: 'rights.role.grantedAt', cell: ({ grantedAt }) => <When at={grantedAt} /> },
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

const permissionFilter = tabs({
  name: 'cannot',
  label: 'rights.role.can',
  tabs: [
    { value: null, label: 'rights.role.can.yes' },
    { value: 'true', label: 'rights.role.can.no' },
  ],
});

type PermissionHolder = ReplyOf<typeof roleRoutes.listDoers>['list'][number];

const createHolderList = (name: 'rights.role.doers' | 'rights.role.hindered', last: Column<PermissionHolder, never>) =>
  listOf(roleRoutes.listDoers, {
    name,
    sort: 'name',
    search: 'rights.role.peopleSearch',
    filtersElsewhere: ['what'],
    nameOf: (row) => `${row.name} ${row.username}`,
    columns: [
      {
        key: 'name',
        title: 'rights.role.person',
        sort: 'name',
        card: 'title',
        cell: (row) => <span lang={langOf(row.name)}>{row.name}</span>,
      },
      {
        key: 'username',
        title: 'rights.role.username',
        sort: 'username',
        card: 'code',
        cell: ({ username }) => <span className="kw-code">{username}</span>,
      },
      last,
    ],
    filters: [permissionFilter],
  });

export const permissionHolderList = createHolderList('rights.role.doers', {
  key: 'via',
  title: 'rights.role.via',
  width: 'grow',
  card: 'fact',
  cell: ({ via }) => via.map(({ name }) => name).join(' · '),
});

/** Users without the permission, and why. */
export const deniedPeopleList = createHolderList('rights.role.hindered', {
  key: 'why',
  title: 'rights.role.why',
  width: 'grow',
  card: 'fact',
  cell: ({ why }) => <DenialReasons of={why} />,
});

function DenialReasons({ of }: { of: readonly DenialReason[] }) {
  const t = useT();
  const text = of.map((each) => formatDenialReason(each, t)).join(t('wms.shortComma'));
  return (
    <span className="role-why" lang={langOf(text)} title={text}>
      {text}
    </span>
  );
}
