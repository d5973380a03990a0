// Approval lists: the user's tasks, decisions, requests, and copies.
import { workRoutes, type WorkItem } from '@kuwei/contract/bpm/work';
import { Suspense, useMemo, useState } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { usePage } from '../../page/page.ts';
import { usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import type { Batch } from '../../table/batch.ts';
import { List } from '../../table/List.tsx';
import type { RowAction } from '../../table/list-types.ts';
import { noticeDone, noticeRefused } from '../../ui/feedback.ts';
import type { HandoverKind } from './HandoverDialog.tsx';
import { LazyHandoverDialog } from './TaskMenu.tsx';
import { copiedList, doneList, appliedList, stuckList, todoList } from './todo-lists.tsx';
import { listIn, WorkParts } from './WorkParts.tsx';
import './todo.css';

const LazyReviewDialog = lazyPart(async () => (await import('./ReviewDialog.tsx')).ReviewDialog);
const LazyDelegations = lazyPart(async () => (await import('./DelegationDialog.tsx')).DelegationDialog);

/** Maximum number of requests per review. */
const MOST = 50;

interface OpenReview {
  items: readonly WorkItem[];
  settle: (kept?: readonly string[]) => void;
}

export default function TodoPage() {
  const t = useT();
  const { query, address } = usePage();
  const list = listIn(query);
  const [reviewed, setReviewed] = useState<OpenReview | null>(null);
  const [onward, setOnward] = useState<{ way: HandoverKind; item: WorkItem } | null>(null);
  const [away, setAway] = useState(false);
  const remind = usePageWrite(workRoutes.remindTask, {
    changes: ['/sys/bpm'],
    onSuccess: () => noticeDone(t('bpm.reminded')),
  });
  const read = usePageWrite(workRoutes.readCopy, { changes: ['/sys/bpm'] });
  const look = (items: readonly WorkItem[], settle: OpenReview['settle'] = () => {}): void => setReviewed({ items, settle });
  const markRead = (items: readonly WorkItem[]) =>
    Promise.all(items.filter(({ readAt }) => readAt === null).map(({ taskId }) => read.mutateAsync({ params: { id: taskId! } })));

  const batch = useMemo<Batch<WorkItem>>(
    () => ({
      actions: [
        {
          action: 'look',
          label: 'bpm.lookMany',
          run: (ids, rows) => {
            if (ids.length === 0) return noticeRefused(t('bpm.lookNone'));
            if (ids.length > MOST) return noticeRefused(t('bpm.lookMax', { max: MOST }));
            return new Promise((settle) => look(rows, settle));
          },
        },
      ],
    }),
    [t],
  );
  const readBatch = useMemo<Batch<WorkItem>>(
    () => ({
      actions: [
        {
          action: 'read',
          label: 'bpm.markRead',
          run: async (_, rows) => {
            await markRead(rows);
            return [];
          },
        },
      ],
    }),
    [],
  );
  const actionsOf: Record<typeof list, (item: WorkItem) => RowAction[]> = {
    todo: (item) => [
      { key: 'look', label: t('bpm.look'), run: () => look([item]) },
      ...(item.forName === null
        ? [{ key: 'transfer', label: t('bpm.transfer'), run: () => setOnward({ way: 'transfer' as const, item }) }]
        : []),
      { key: 'sign', label: t('bpm.sign'), run: () => setOnward({ way: 'sign', item }) },
      ...(item.link === null ? [] : [{ key: 'document', label: t('work.toDocument'), to: item.link }]),
    ],
    done: () => [],
    mine: (item) => [
      ...(item.state === 'RUNNING' && item.taskId !== null
        ? [
            {
              key: 'remind',
              label: t('bpm.remind'),
              reason: item.remindable ? undefined : t('bpm.remindLater'),
              run: async () => void (await remind.mutateAsync({ params: { id: item.taskId! } })),
            },
          ]
        : []),
      ...(item.withdrawable && item.link !== null ? [{ key: 'withdraw', label: t('bpm.withdraw'), to: item.link }] : []),
    ],
    stuck: (item) => [{ key: 'reassign', label: t('bpm.reassign'), run: () => setOnward({ way: 'reassign', item }) }],
    copied: (item) =>
      item.readAt === null ? [{ key: 'read', label: t('bpm.markRead'), run: async () => void (await markRead([item])) }] : [],
  };
  const shared = {
    title: t('bpm.title'),
    above: <WorkParts />,
    to: ({ link }: WorkItem) => link ?? address,
    actionsOf: actionsOf[list],
    emptyText: t(`bpm.empty.${list}`),
    buttons: (
      <button type="button" className="kw-button" onClick={() => setAway(true)}>
        {t('bpm.away')}
      </button>
    ),
  };
  const closeReview = (): void => {
    reviewed?.settle([]);
    setReviewed(null);
  };
  return (
    <>
      {list === 'todo' && <List key="todo" spec={todoList} {...shared} batch={batch} />}
      {list === 'done' && <List key="done" spec={doneList} {...shared} />}
      {list === 'mine' && <List key="mine" spec={appliedList} {...shared} />}
      {list === 'copied' && (
        // Opening a copy marks it as seen.
        <List
          key="copied"
          spec={copiedList}
          {...shared}
          batch={readBatch}
          onOpen={(item) => void markRead([item]).catch(() => {})}
        />
      )}
      {list === 'stuck' && <List key="stuck" spec={stuckList} {...shared} />}
      <Suspense>
        {reviewed && <LazyReviewDialog items={reviewed.items} onClose={closeReview} />}
        {onward && (
          <LazyHandoverDialog
            way={onward.way}
            taskId={onward.item.taskId!}
            no={onward.item.no}
            rev={onward.item.rev}
            onDone={() => setOnward(null)}
            onClose={() => setOnward(null)}
          />
        )}
        {away && <LazyDelegations onClose={() => setAway(false)} />}
      </Suspense>
    </>
  );
}
