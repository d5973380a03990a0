// The four approval lists: columns and filters.
import { workRoutes, type WorkItem } from '@kuwei/contract/bpm/work';
import { useT } from '../../phrase/phrases.ts';
import { usePageQuery } from '../../page/query.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { days } from '../../table/filter/days.tsx';
import { flag } from '../../table/filter/flag.tsx';
import type { Option } from '../../table/filter/OptionList.tsx';
import { listOf, type Column } from '../../table/list-types.ts';
import { money } from '../../ui/format.ts';
import { None } from '../../ui/None.tsx';
import { When } from '../../ui/When.tsx';
import { Age, Amount, HandoverNote, OtherCandidates, State, Step, Unread, WorkDocument, WorkOwner } from './cells.tsx';

type WorkColumn = Column<WorkItem, 'at'>;

const no: WorkColumn = {
  key: 'no',
  title: 'bpm.no',
  card: 'code',
  cell: (item) => <span className="kw-code">{item.no}</span>,
  copy: (item) => item.no,
};
const what: WorkColumn = {
  key: 'what',
  title: 'bpm.what',
  width: 'grow',
  card: 'title',
  cell: (item) => <WorkDocument item={item} />,
};
const kind: WorkColumn = { key: 'kind', title: 'bpm.kind', card: 'fact', cell: (item) => item.workflow };
const who: WorkColumn = {
  key: 'who',
  title: 'bpm.who',
  card: 'fact',
  cell: (item) => <WorkOwner item={item} />,
};
const step: WorkColumn = {
  key: 'step',
  title: 'bpm.step',
  card: 'fact',
  cell: (item) => <Step item={item} />,
};
const amount: WorkColumn = {
  key: 'amount',
  title: 'bpm.amount',
  align: 'right',
  card: 'fact',
  cell: (item) => <Amount item={item} />,
};
const value: WorkColumn = {
  key: 'value',
  title: 'bpm.value',
  align: 'right',
  hidden: true,
  card: 'fact',
  cell: (item) => (item.value === null ? <None /> : money(item.value)),
};
const place: WorkColumn = { key: 'place', title: 'bpm.place', hidden: true, cell: (item) => item.place };
const others: WorkColumn = {
  key: 'others',
  title: 'bpm.others',
  card: 'fact',
  cell: (item) => <OtherCandidates item={item} />,
};
const state: WorkColumn = {
  key: 'state',
  title: 'bpm.state',
  card: 'state',
  cell: (item) => <State item={item} />,
};
const when = (title: 'bpm.decidedAt' | 'bpm.startedAt' | 'bpm.copiedAt'): WorkColumn => ({
  key: 'at',
  title,
  sort: 'at',
  descFirst: true,
  card: 'fact',
  cell: (item) => <When at={item.at} />,
});

const age: WorkColumn = {
  key: 'age',
  title: 'bpm.waiting',
  sort: 'at',
  card: 'state',
  cell: (item) => <Age item={item} />,
};

const kinds = choice({ name: 'key', label: 'bpm.kind', useOptions: useKinds });
const span = days({ from: 'from', to: 'to', label: 'bpm.from' });
const common = {
  search: 'bpm.search',
  nameOf: (item: WorkItem) => item.no,
  after: { name: 'after', of: (item: WorkItem) => item.id },
} as const;

export const todoList = listOf(workRoutes.listTodo, {
  ...common,
  name: 'bpm.todo',
  sort: 'at',
  columns: [no, what, kind, amount, value, who, place, step, age, { ...others, cell: (item) => <AssignmentNote item={item} /> }],
  filters: [kinds, flag({ name: 'overdue', label: 'bpm.overdue' }), flag({ name: 'delegated', label: 'bpm.delegated' }), span],
});

export const doneList = listOf(workRoutes.listDone, {
  ...common,
  name: 'bpm.done',
  sort: '-at',
  columns: [
    no,
    what,
    kind,
    amount,
    value,
    who,
    place,
    { ...step, key: 'step' },
    { ...state, key: 'decision', title: 'bpm.decision' },
    { key: 'comment', title: 'bpm.comment', card: 'fact', cell: (item) => item.comment ?? <None /> },
    when('bpm.decidedAt'),
  ],
  filters: [
    kinds,
    choice({
      name: 'decision',
      label: 'bpm.decision',
      useOptions: phraseOptions('bpm.decision', ['APPROVE', 'RETURN', 'REJECT']),
    }),
    span,
  ],
});

export const appliedList = listOf(workRoutes.listApplied, {
  ...common,
  name: 'bpm.mine',
  sort: '-at',
  columns: [no, what, kind, amount, value, place, state, step, { ...others, title: 'bpm.asked' }, when('bpm.startedAt')],
  filters: [
    kinds,
    choice({
      name: 'state',
      label: 'bpm.state',
      useOptions: phraseOptions('bpm.state', ['RUNNING', 'APPROVED', 'RETURNED', 'REJECTED', 'CANCELED']),
    }),
    span,
  ],
});

export const copiedList = listOf(workRoutes.listCopied, {
  ...common,
  name: 'bpm.copied',
  sort: '-at',
  columns: [
    no,
    what,
    kind,
    amount,
    value,
    who,
    place,
    step,
    state,
    { key: 'read', title: 'bpm.unread', card: 'fact', cell: (item) => <Unread item={item} /> },
    when('bpm.copiedAt'),
  ],
  filters: [kinds, flag({ name: 'unread', label: 'bpm.unread' }), span],
});

/** For administrators only: they reassign tasks, and see no more of a document than other users. */
export const stuckList = listOf(workRoutes.listStuck, {
  ...common,
  name: 'bpm.stuck',
  sort: 'at',
  columns: [no, what, kind, who, place, step, age],
  filters: [kinds, span],
});

/** Why the task was assigned to the user, if noteworthy; else the other approvers. */
function AssignmentNote({ item }: { item: WorkItem }) {
  return item.forName !== null || item.from !== null ? <HandoverNote item={item} /> : <OtherCandidates item={item} />;
}

function useKinds(): readonly Option[] | undefined {
  useT();
  const { data } = usePageQuery(workRoutes.listWorkflows, undefined, { staleTime: Infinity });
  return data?.map(({ key, name }) => ({ value: key, label: name }));
}
