import { powerRoutes } from '@kuwei/contract/auth/power';
import { roleRoutes } from '@kuwei/contract/auth/role';
import { nameIn } from '@kuwei/contract/name';
import { usePageQuery } from '../../page/query.ts';
import { locale, say } from '../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { listOf } from '../../table/list-types.ts';
import { grouped } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import { roleLook } from './looks.ts';

function usePowers() {
  const { data } = usePageQuery(powerRoutes.selectPowers, undefined);
  return data?.map(({ code, name }) => ({ value: code, label: name, hint: code }));
}

const YES_NO = ['true', 'false'] as const;

export const roleList = listOf(roleRoutes.listRoles, {
  name: 'power.role',
  sort: 'sort',
  search: 'rights.role.search',
  nameOf: (role) => nameIn(locale(), role),
  columns: [
    {
      key: 'name',
      title: 'rights.role.named',
      sort: 'name',
      card: 'title',
      cell: (role) => nameIn(locale(), role),
    },
    {
      key: 'code',
      title: 'rights.role.code',
      sort: 'code',
      card: 'code',
      cell: ({ code }) => <span className="kw-code">{code}</span>,
      copy: ({ code }) => code,
    },
    {
      key: 'kind',
      title: 'rights.role.kind',
      card: 'fact',
      cell: ({ builtIn, reserved }) => say(reserved ? 'rights.role.reserved' : `rights.role.kind.${builtIn}`),
    },
    {
      key: 'valid',
      title: 'rights.role.valid',
      card: 'state',
      cell: (role) => <StateTag look={roleLook(role)} />,
    },
    {
      key: 'people',
      title: 'rights.role.people',
      align: 'right',
      sort: 'people',
      descFirst: true,
      card: 'fact',
      cell: ({ people }) => grouped(String(people)),
    },
    {
      key: 'powers',
      title: 'rights.role.powersCount',
      align: 'right',
      card: 'fact',
      // Access of built-in roles does not depend on powers.
      cell: ({ powers, builtIn }) =>
        builtIn && powers.length === 0 ? say('rights.role.powersBuiltIn') : grouped(String(powers.length)),
    },
    { key: 'sort', title: 'rights.role.sort', align: 'right', sort: 'sort', cell: ({ sort }) => sort },
    { key: 'remark', title: 'rights.role.remark', width: 'grow', cell: ({ remark }) => remark ?? <None /> },
    {
      key: 'updatedAt',
      title: 'rights.role.updatedAt',
      sort: 'updatedAt',
      descFirst: true,
      hidden: true,
      cell: ({ updatedAt }) => <When at={updatedAt} />,
    },
  ],
  filters: [
    choice({ name: 'power', label: 'rights.role.power', useOptions: usePowers, single: true }),
    choice({ name: 'valid', label: 'rights.role.valid', useOptions: phraseOptions('rights.role.valid', YES_NO), single: true }),
    choice({ name: 'builtIn', label: 'rights.role.kind', useOptions: phraseOptions('rights.role.kind', YES_NO), single: true }),
  ],
});
