import { overviewRoutes } from '@kuwei/contract/bpm/overview';
import { REQUEST_STATES, workRoutes, type WorkItem } from '@kuwei/contract/bpm/work';
import { OtherCandidates, Overdue, State, Step } from '../../base/bpm/cells.tsx';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { days } from '../../table/filter/days.tsx';
import { flag } from '../../table/filter/flag.tsx';
import { listOf } from '../../table/list-types.ts';
import type { Option } from '../../ui/options.ts';
import { When } from '../../ui/When.tsx';

export function useFlowOptions(): readonly Option[] | undefined {
  useT();
  const { data } = usePageQuery(workRoutes.listWorkflows, undefined, { staleTime: Infinity });
  return data?.map(({ key, name }) => ({ value: key, label: name }));
}

export const requestList = listOf(overviewRoutes.listRequests, {
  name: 'bpm.all',
  sort: '-at',
  search: 'bpm.no',
  nameOf: (item: WorkItem) => item.no,
  after: { name: 'after', of: (item: WorkItem) => item.id },
  columns: [
    {
      key: 'no',
      title: 'bpm.no',
      card: 'title',
      cell: (item) => <span className="kw-code">{item.no}</span>,
      copy: (item) => item.no,
    },
    { key: 'kind', title: 'bpm.kind', card: 'fact', cell: (item) => item.workflow },
    { key: 'state', title: 'bpm.state', card: 'state', cell: (item) => <State item={item} /> },
    { key: 'step', title: 'bpm.step', card: 'fact', cell: (item) => <Step item={item} /> },
    { key: 'others', title: 'bpm.asked', width: 'grow', card: 'fact', cell: (item) => <OtherCandidates item={item} /> },
    { key: 'late', title: 'bpm.overdue', cell: (item) => <Overdue item={item} /> },
    {
      key: 'at',
      title: 'bpm.startedAt',
      sort: 'at',
      descFirst: true,
      card: 'fact',
      cell: (item) => <When at={item.at} />,
    },
  ],
  filters: [
    choice({ name: 'key', label: 'bpm.kind', useOptions: useFlowOptions }),
    choice({ name: 'state', label: 'bpm.state', useOptions: phraseOptions('bpm.state', REQUEST_STATES) }),
    flag({ name: 'overdue', label: 'bpm.overdue' }),
    days({ from: 'from', to: 'to', label: 'bpm.from' }),
  ],
});
