import { DIC_KINDS, dicRoutes } from '@kuwei/contract/auth/dic';
import { nameIn } from '@kuwei/contract/name';
import { locale, t } from '../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { flag } from '../../table/filter/flag.tsx';
import { listOf } from '../../table/list-types.ts';
import { grouped } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import { When } from '../../ui/When.tsx';

export const dicList = listOf(dicRoutes.listDics, {
  name: 'sysbase.dic',
  sort: 'kind',
  search: 'dic.search',
  nameOf: (dic) => nameIn(locale(), dic),
  filtersElsewhere: ['code'],
  columns: [
    {
      key: 'name',
      title: 'dic.name',
      sort: 'name',
      card: 'title',
      cell: (dic) => nameIn(locale(), dic),
    },
    {
      key: 'code',
      title: 'dic.code',
      sort: 'code',
      card: 'fact',
      cell: ({ code }) => <span className="kw-code">{code}</span>,
      copy: ({ code }) => code,
    },
    {
      key: 'kind',
      title: 'dic.kind',
      sort: 'kind',
      card: 'state',
      cell: ({ kind }) => t(`dic.kind.${kind}`),
    },
    { key: 'builtIn', title: 'dic.builtIn', card: 'fact', cell: ({ builtIn }) => t(`dic.builtIn.${builtIn}`) },
    {
      key: 'entries',
      title: 'dic.entries',
      sort: 'entries',
      descFirst: true,
      align: 'right',
      card: 'fact',
      cell: ({ entries }) => grouped(String(entries)),
    },
    {
      key: 'missing',
      title: 'dic.missing',
      sort: 'missing',
      descFirst: true,
      align: 'right',
      card: 'fact',
      cell: ({ missing }) => (missing === 0 ? <None /> : <span className="dic-missing">{grouped(String(missing))}</span>),
    },
    {
      key: 'changed',
      title: 'dic.changed',
      sort: 'changed',
      descFirst: true,
      card: 'fact',
      cell: ({ changed, added }) => (changed + added === 0 ? <None /> : t('dic.changedText', { changed, added })),
    },
    {
      key: 'updatedAt',
      title: 'dic.updated',
      sort: 'updatedAt',
      descFirst: true,
      width: 'grow',
      cell: ({ updatedAt, updatedBy }) => (updatedBy === null ? <None /> : <When at={updatedAt} />),
    },
  ],
  filters: [
    choice({ name: 'kind', label: 'dic.kind', useOptions: phraseOptions('dic.kind', DIC_KINDS) }),
    choice({ name: 'builtIn', label: 'dic.builtIn', useOptions: phraseOptions('dic.builtIn', ['true', 'false']), single: true }),
    flag({ name: 'missing', label: 'dic.onlyMissing' }),
    flag({ name: 'changed', label: 'dic.onlyChanged' }),
  ],
});
