import { accountRoutes } from '@kuwei/contract/auth/account';
import { joinList } from '@kuwei/contract/phrase';
import { nameIn } from '@kuwei/contract/name';
import { ORG_TYPES } from '@kuwei/contract/org';
import { ORG_GAPS, ORG_STATES, orgRecordRoutes, type OrgRow } from '@kuwei/contract/wms/org-record';
import { locale, say, t, useT } from '../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { record } from '../../table/filter/record.tsx';
import { lastChanged } from '../../table/last-changed.tsx';
import { listOf } from '../../table/list-types.ts';
import { grouped } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import type { Option } from '../../ui/options.ts';
import { StateTag } from '../../ui/StateTag.tsx';
import { noLeader, orgLooks, stillOwns } from './looks.ts';

export const orgList = listOf(orgRecordRoutes.listOrgs, {
  name: 'wms.org',
  sort: 'code',
  search: 'org.search',
  nameOf: (org) => nameIn(locale(), org),
  columns: [
    {
      key: 'code',
      title: 'org.code',
      sort: 'code',
      card: 'fact',
      cell: ({ code }) => <span className="kw-code">{code}</span>,
      copy: ({ code }) => code,
    },
    { key: 'name', title: 'org.name', sort: 'name', width: 'grow', card: 'title', cell: (org) => nameIn(locale(), org) },
    { key: 'type', title: 'org.type', card: 'fact', cell: ({ type }) => say(`org.type.${type}`) },
    {
      key: 'state',
      title: 'org.state',
      card: 'state',
      cell: ({ state }) => <StateTag look={orgLooks[state]} />,
    },
    { key: 'leaders', title: 'org.leaders', card: 'fact', cell: (org) => <Leaders org={org} /> },
    {
      key: 'members',
      title: 'org.memberCount',
      align: 'right',
      card: 'fact',
      cell: ({ memberCount }) => grouped(String(memberCount)),
    },
    { key: 'owns', title: 'org.owns', cell: (org) => <Goods org={org} /> },
    {
      key: 'mergedInto',
      title: 'org.mergedInto',
      hidden: true,
      cell: ({ mergedInto }) => mergedInto?.name ?? <None />,
    },
    { key: 'contact', title: 'org.contact', hidden: true, cell: ({ contact }) => contact ?? <None /> },
    { key: 'phone', title: 'org.phone', hidden: true, cell: ({ phone }) => phone ?? <None /> },
    { ...lastChanged, hidden: 'en' },
  ],
  filters: [
    choice({ name: 'type', label: 'org.type', useOptions: phraseOptions('org.type', ORG_TYPES) }),
    choice({ name: 'state', label: 'org.state', useOptions: phraseOptions('org.state', ORG_STATES) }),
    record({
      name: 'leaderId',
      label: 'org.leader',
      find: accountRoutes.listAccounts,
      optionOf: ({ id, name, username }) => ({ value: id, label: name, hint: username }),
      one: accountRoutes.getAccount,
      nameOf: ({ name }) => name,
    }),
    choice({ name: 'without', label: 'org.without', useOptions: phraseOptions('org.without', ORG_GAPS), single: true }),
    choice({ name: 'owns', label: 'org.owns', useOptions: useOwns, single: true }),
  ],
});

function useOwns(): readonly Option[] {
  const t = useT();
  return [
    { value: 'true', label: t('org.owns.yes') },
    { value: 'false', label: t('org.owns.no') },
  ];
}

function Leaders({ org: { leaders, type, state } }: { org: OrgRow }) {
  useT();
  const hasActiveLeader = leaders.some(({ isActive }) => isActive);
  const names = joinList(
    locale(),
    leaders.map(({ name, isActive }) => (isActive ? name : t('org.leaderOff', { name }))),
  );
  if (hasActiveLeader || type !== 'LAB' || state !== 'ACTIVE') return leaders.length > 0 ? names : <None />;
  return (
    <>
      <StateTag look={noLeader} /> {names}
    </>
  );
}

function Goods({ org: { ownsGoods, state } }: { org: OrgRow }) {
  useT();
  if (!ownsGoods) return <None />;
  return state === 'DISABLED' ? <StateTag look={stillOwns} /> : t('org.owns.yes');
}
