import { POWER_MODULE_DIC, powerRoutes } from '@kuwei/contract/auth/power';
import { nameIn } from '@kuwei/contract/name';
import { usePageQuery } from '../../page/query.ts';
import { locale, t } from '../../phrase/phrases.ts';
import { choice, dicOptions, phraseOptions } from '../../table/filter/choice.tsx';
import { listOf } from '../../table/list-types.ts';
import { DicName } from '../../ui/DicName.tsx';
import { grouped } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import { When } from '../../ui/When.tsx';

function useRoles() {
  const { data } = usePageQuery(powerRoutes.selectPowerRoles, undefined);
  return data?.map(({ code, name }) => ({ value: code, label: name, hint: code }));
}

export const powerList = listOf(powerRoutes.listPowers, {
  name: 'power.power',
  sort: 'module',
  search: 'rights.power.search',
  nameOf: (power) => nameIn(locale(), power),
  columns: [
    {
      key: 'name',
      title: 'rights.power.named',
      sort: 'name',
      card: 'title',
      cell: (power) => nameIn(locale(), power),
    },
    {
      key: 'module',
      title: 'rights.power.module',
      sort: 'module',
      card: 'fact',
      cell: ({ module }) => (module === null ? <None /> : <DicName dic={POWER_MODULE_DIC} code={module} />),
    },
    {
      key: 'code',
      title: 'rights.power.code',
      sort: 'code',
      card: 'code',
      cell: ({ code }) => <span className="kw-code">{code}</span>,
      copy: ({ code }) => code,
    },
    {
      key: 'roles',
      title: 'rights.power.roles',
      width: 'grow',
      card: 'fact',
      cell: ({ roles }) => (roles.length === 0 ? <None /> : roles.map(({ name }) => name).join(' · ')),
    },
    {
      key: 'people',
      title: 'rights.power.people',
      align: 'right',
      cell: ({ people }) => grouped(String(people)),
    },
    {
      key: 'use',
      title: 'rights.power.use',
      card: 'fact',
      cell: ({ menu, calls }) =>
        menu.length + calls.length === 0 ? <None /> : t('rights.power.uses', { menu: menu.length, calls: calls.length }),
    },
    { key: 'kind', title: 'rights.role.kind', cell: ({ builtIn }) => t(`rights.power.builtIn.${builtIn}`) },
    {
      key: 'description',
      title: 'rights.power.description',
      hidden: true,
      cell: ({ description }) => description ?? <None />,
    },
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
    choice({ name: 'module', label: 'rights.power.module', useOptions: dicOptions(POWER_MODULE_DIC) }),
    choice({ name: 'role', label: 'rights.power.role', useOptions: useRoles, single: true }),
    choice({
      name: 'unused',
      label: 'rights.power.unusedOnly',
      useOptions: phraseOptions('rights.power.unused', ['ASKED', 'GIVEN']),
      single: true,
    }),
  ],
});
