// Lists of this screen: users to act as, and the log of impersonations.
import { PERSON_SEARCH_MIN, proxyRoutes, type AuthUser } from '@kuwei/contract/auth/proxy';
import { usePageQuery } from '../../page/query.ts';
import { langOf, useLocale, useT } from '../../phrase/phrases.ts';
import { choice } from '../../table/filter/choice.tsx';
import { flag } from '../../table/filter/flag.tsx';
import { listOf } from '../../table/list-types.ts';
import { moment } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import { When } from '../../ui/When.tsx';

function useRoles() {
  const { data } = usePageQuery(proxyRoutes.listAuthRoles, undefined);
  return data?.map(({ code, name }) => ({ value: code, label: name }));
}

const names = (things: readonly { name: string }[]) =>
  things.length === 0 ? <None /> : things.map(({ name }) => name).join(' · ');

export const userList = listOf(proxyRoutes.listAuthUsers, {
  name: 'power.proxy.user',
  sort: 'name',
  search: 'proxy.search',
  searchMin: PERSON_SEARCH_MIN,
  nameOf: ({ name, username }) => `${name} ${username}`,
  columns: [
    { key: 'name', title: 'proxy.name', sort: 'name', card: 'title', cell: (row) => <Name {...row} /> },
    {
      key: 'username',
      title: 'proxy.username',
      sort: 'username',
      card: 'code',
      cell: ({ username }) => <span className="kw-code">{username}</span>,
    },
    { key: 'roles', title: 'proxy.roles', width: 'grow', card: 'fact', cell: ({ roles }) => names(roles) },
    { key: 'groups', title: 'proxy.groups', card: 'fact', cell: ({ orgs }) => names(orgs) },
    { key: 'last', title: 'proxy.lastActed', cell: (row) => <LastActed {...row} /> },
  ],
  filters: [choice({ name: 'role', label: 'proxy.roles', useOptions: useRoles, single: true })],
});

function Name({ name, state }: AuthUser) {
  const t = useT();
  return <span lang={langOf(name)}>{state === 'ACTIVE' ? name : t('proxy.disabled', { name })}</span>;
}

function LastActed({ lastActedAt, lastActedBy }: AuthUser) {
  const t = useT();
  const locale = useLocale();
  if (lastActedAt === null || lastActedBy === null) return <None />;
  return t('proxy.lastActedBy', { name: lastActedBy, when: moment(lastActedAt, locale) });
}

export const pastList = listOf(proxyRoutes.listActing, {
  name: 'power.proxy.past',
  filtersElsewhere: ['userId'],
  sort: '-startedAt',
  search: 'proxy.pastSearch',
  searchMin: PERSON_SEARCH_MIN,
  nameOf: ({ subjectName, actorName }) => `${actorName} → ${subjectName}`,
  columns: [
    {
      key: 'user',
      title: 'proxy.user',
      card: 'title',
      cell: ({ subjectName, subjectUsername }) => (
        <>
          {subjectName} <span className="kw-code">{subjectUsername}</span>
        </>
      ),
    },
    { key: 'actor', title: 'proxy.actor', card: 'fact', cell: ({ actorName }) => actorName },
    { key: 'reason', title: 'proxy.reason', width: 'grow', card: 'fact', cell: ({ reason }) => reason },
    {
      key: 'started',
      title: 'proxy.started',
      sort: 'startedAt',
      descFirst: true,
      card: 'fact',
      cell: ({ startedAt }) => <When at={startedAt} />,
    },
    { key: 'ended', title: 'proxy.ended', card: 'fact', cell: ({ endedAt }) => <Ended at={endedAt} /> },
  ],
  filters: [flag({ name: 'mine', label: 'proxy.mine' })],
});

function Ended({ at }: { at: string | null }) {
  const t = useT();
  return at === null ? t('proxy.goesOn') : <When at={at} />;
}
