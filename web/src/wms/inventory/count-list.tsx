import { countRoutes, type Count } from '@kuwei/contract/wms/inventory';
import { COUNT_STATES, COUNT_TYPES } from '@kuwei/contract/wms/inventory-state';
import { say, t, useT } from '../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { tabs } from '../../table/filter/tabs.tsx';
import { listOf } from '../../table/list-types.ts';
import { None } from '../../ui/None.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import { warehouseOf } from '../warehouse/warehouse-filter.ts';
import { countLook } from './looks.ts';
import { Progress } from './Progress.tsx';
import { isOverdue } from './progress.ts';
import './count-list.css';

export const countList = listOf(countRoutes.listCounts, {
  name: 'wms.inventory',
  sort: '-createdAt',
  search: 'count.search',
  nameOf: ({ no }) => no,
  columns: [
    {
      key: 'no',
      title: 'wms.count.no',
      sort: 'no',
      descFirst: true,
      card: 'title',
      cell: ({ no }) => <span className="kw-code">{no}</span>,
      copy: ({ no }) => no,
    },
    {
      key: 'state',
      title: 'wms.count.state',
      sort: 'state',
      card: 'state',
      cell: (count) => <StateTag look={countLook(count)} />,
    },
    { key: 'type', title: 'wms.count.type', card: 'fact', cell: ({ type }) => say(`wms.count.type.${type}`) },
    {
      key: 'scope',
      title: 'wms.count.scope',
      width: 'grow',
      card: 'fact',
      cell: (count) => <Extent {...count} />,
    },
    { key: 'warehouse', title: 'wms.warehouse', cell: ({ warehouseName }) => warehouseName },
    {
      key: 'progress',
      title: 'wms.count.progress',
      width: 'whole',
      card: 'fact',
      cell: (count) => (count.lines === 0 ? <None /> : <Progress {...count} />),
    },
    {
      key: 'differing',
      title: 'wms.count.differing',
      align: 'right',
      cell: ({ differing, lines }) => (differing === null || lines === 0 ? <None /> : differing),
    },
    {
      key: 'deadline',
      title: 'wms.count.deadline',
      sort: 'deadline',
      card: 'fact',
      cell: (count) => <Due {...count} />,
    },
    {
      key: 'assignees',
      title: 'wms.count.assignees',
      hidden: 'en',
      cell: ({ assigneeNames }) =>
        assigneeNames.length === 0 ? <None /> : assigneeNames.map(({ name }) => name).join(t('wms.place.comma')),
    },
    { key: 'openedBy', title: 'wms.count.openedBy', hidden: true, cell: ({ openedBy }) => openedBy },
    {
      key: 'createdAt',
      title: 'wms.count.createdAt',
      sort: 'createdAt',
      descFirst: true,
      hidden: true,
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
  ],
  filters: [
    tabs({
      name: 'mine',
      label: 'count.title',
      tabs: [
        { value: null, label: 'count.all' },
        { value: 'true', label: 'count.mine' },
      ],
    }),
    choice({ name: 'state', label: 'wms.count.state', useOptions: phraseOptions('wms.count.state', COUNT_STATES) }),
    choice({ name: 'type', label: 'wms.count.type', useOptions: phraseOptions('wms.count.type', COUNT_TYPES) }),
    warehouseOf(),
  ],
});

/** The scope of a count in words. */
export function Extent({ scope, chosen, controlFlags, abc, sample }: Count) {
  const named = [
    ...chosen.map(({ name }) => name),
    ...(scope === 'CONTROL' ? controlFlags.map((flag) => say(`wms.control.${flag}`)) : []),
    ...(scope === 'ABC' ? abc : []),
    ...(scope === 'RANDOM' && sample !== null ? [String(sample)] : []),
  ];
  const what = say(`wms.count.scope.${scope}`);
  const names = named.join(t('wms.place.comma'));
  return (
    <span title={named.length === 0 ? undefined : names}>
      {what}
      {named.length > 0 && <span className="count-extent"> {names}</span>}
    </span>
  );
}

export function Due(count: Pick<Count, 'state' | 'deadline'>) {
  useT();
  if (count.deadline === null) return <None />;
  return (
    <>
      <When at={count.deadline} />
      {isOverdue(count) && <span className="count-overdue"> {t('count.overdue')}</span>}
    </>
  );
}
