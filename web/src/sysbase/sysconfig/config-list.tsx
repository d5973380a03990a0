import { SETTING_GROUPS } from '@kuwei/contract/setting';
import { configRoutes, SETTING_SOURCES } from '@kuwei/contract/sys/config';
import { t } from '../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { flag } from '../../table/filter/flag.tsx';
import { tabs } from '../../table/filter/tabs.tsx';
import { listOf } from '../../table/list-types.ts';
import { None } from '../../ui/None.tsx';
import { When } from '../../ui/When.tsx';
import { Source } from './Source.tsx';

export const configList = listOf(configRoutes.listConfig, {
  name: 'sysbase.sysconfig',
  sort: 'group',
  search: 'config.search',
  nameOf: ({ name }) => name,
  columns: [
    {
      key: 'name',
      title: 'config.name',
      sort: 'name',
      card: 'title',
      cell: ({ name, description }) => <span title={description}>{name}</span>,
    },
    {
      key: 'shown',
      title: 'config.value',
      width: 'grow',
      card: 'fact',
      cell: ({ shown, source }) => <span className={source === 'DEFAULT' ? '' : 'config-set'}>{shown}</span>,
    },
    { key: 'default', title: 'config.default', card: 'fact', cell: ({ shownDefault }) => shownDefault },
    {
      key: 'source',
      title: 'config.source',
      card: 'state',
      cell: ({ source }) => <Source of={source} />,
    },
    {
      key: 'group',
      title: 'config.group',
      sort: 'group',
      cell: ({ group }) => t(`config.group.${group}`),
    },
    {
      key: 'code',
      title: 'config.code',
      sort: 'code',
      card: 'code',
      hidden: 'en',
      cell: ({ id }) => <span className="kw-code">{id}</span>,
      copy: ({ id }) => id,
    },
    {
      key: 'updatedBy',
      title: 'config.updatedBy',
      hidden: true,
      cell: ({ updatedBy }) => updatedBy ?? <None />,
    },
    {
      key: 'updatedAt',
      title: 'config.updated',
      sort: 'updatedAt',
      descFirst: true,
      cell: ({ updatedAt }) => (updatedAt === null ? <None /> : <When at={updatedAt} />),
    },
  ],
  filters: [
    tabs({
      name: 'group',
      label: 'config.group',
      tabs: [
        { value: null, label: 'config.group.all' },
        ...SETTING_GROUPS.map((value) => ({ value, label: `config.group.${value}` as const })),
      ],
    }),
    flag({ name: 'changed', label: 'config.onlyChanged' }),
    choice({ name: 'source', label: 'config.source', useOptions: phraseOptions('config.source', SETTING_SOURCES) }),
  ],
});
