import { ACCOUNT_GAPS, ACCOUNT_STATES, accountRoutes, IDENTITY_DIC, type Account } from '@kuwei/contract/auth/account';
import { langOf, useT } from '../../phrase/phrases.ts';
import { choice, dicOptions, phraseOptions } from '../../table/filter/choice.tsx';
import { flag } from '../../table/filter/flag.tsx';
import { orgFilter } from '../../table/filter/org.ts';
import { listOf } from '../../table/list-types.ts';
import { DicName } from '../../ui/DicName.tsx';
import { None } from '../../ui/None.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';

import { Grants } from './Grants.tsx';
import { accountLook, LOCKED, NO_PASSWORD } from './looks.ts';
import { useRoleOptions } from './role-options.ts';

/** An account that has never signed in without a password needs one, or uses single sign-on. */
function LastSignIn({ of: { lastSignInAt, hasPassword } }: { of: Account }) {
  const t = useT();
  if (lastSignInAt !== null) return <When at={lastSignInAt} />;
  return hasPassword ? t('user.account.never') : <StateTag look={NO_PASSWORD} />;
}

/** Number of roles and organisations named per row. */
const NAMED = 2;
const SOON = ['7', '30', '90'] as const;

export const accountList = listOf(accountRoutes.listAccounts, {
  name: 'user.mg',
  sort: 'name',
  search: 'user.account.search',
  nameOf: ({ name, username }) => `${name} ${username}`,
  columns: [
    {
      key: 'name',
      title: 'user.account.name',
      sort: 'name',
      card: 'title',
      cell: ({ name }) => <span lang={langOf(name)}>{name}</span>,
    },
    {
      key: 'username',
      title: 'user.account.username',
      sort: 'username',
      card: 'code',
      cell: ({ username }) => <span className="kw-code">{username}</span>,
      copy: ({ username }) => username,
    },
    {
      key: 'state',
      title: 'user.account.state',
      card: 'state',
      cell: (account) => <StateTag look={account.locked ? LOCKED : accountLook(account)} />,
    },
    {
      key: 'roles',
      title: 'user.account.roles',
      width: 'grow',
      card: 'fact',
      cell: ({ roleNames }) => <Grants of={roleNames} most={NAMED} />,
    },
    {
      key: 'orgs',
      title: 'user.account.orgs',
      card: 'fact',
      cell: ({ orgNames }) => <Grants of={orgNames} most={NAMED} />,
    },
    {
      key: 'staffNo',
      title: 'user.account.staffNo',
      sort: 'staffNo',
      cell: ({ staffNo }) => (staffNo === null ? <None /> : <span className="kw-code">{staffNo}</span>),
    },
    {
      key: 'identity',
      title: 'user.account.identity',
      cell: ({ identity }) => (identity === null ? <None /> : <DicName dic={IDENTITY_DIC} code={identity} />),
    },
    { key: 'email', title: 'user.account.email', hidden: true, cell: ({ email }) => email ?? <None /> },
    { key: 'phone', title: 'user.account.phone', hidden: true, cell: ({ phone }) => phone ?? <None /> },
    { key: 'untilDay', title: 'user.account.untilDay', hidden: true, cell: ({ untilDay }) => untilDay ?? <None /> },
    {
      key: 'lastSignIn',
      title: 'user.account.lastSignIn',
      sort: 'lastSignInAt',
      descFirst: true,
      card: 'fact',
      cell: (account) => <LastSignIn of={account} />,
    },
    {
      key: 'createdAt',
      title: 'user.account.createdAt',
      sort: 'createdAt',
      descFirst: true,
      hidden: true,
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
    {
      key: 'updatedAt',
      title: 'user.account.updatedAt',
      sort: 'updatedAt',
      descFirst: true,
      hidden: true,
      cell: ({ updatedAt }) => <When at={updatedAt} />,
    },
  ],
  filters: [
    choice({ name: 'role', label: 'user.account.role', useOptions: useRoleOptions, single: true }),
    orgFilter('orgId', 'user.account.org'),
    choice({ name: 'state', label: 'user.account.state', useOptions: phraseOptions('user.account.state', ACCOUNT_STATES) }),
    choice({ name: 'identity', label: 'user.account.identity', useOptions: dicOptions(IDENTITY_DIC) }),
    choice({
      name: 'endsWithin',
      label: 'user.account.endsWithin',
      useOptions: phraseOptions('user.account.endsWithin', SOON),
      single: true,
    }),
    choice({
      name: 'without',
      label: 'user.account.without',
      useOptions: phraseOptions('user.account.without', ACCOUNT_GAPS),
      single: true,
    }),
    flag({ name: 'locked', label: 'user.account.locked.only' }),
    flag({ name: 'deleted', label: 'user.account.bin.only' }),
  ],
});
