// Approvals for administrators: all requests, durations, tasks of departed users, and delegations.
import { Suspense } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { Parts } from '../../ui/Parts.tsx';
import { requestList } from './request-list.tsx';

const StatisticsView = lazyPart(async () => (await import('./StatisticsView.tsx')).StatisticsView);
const WaitingView = lazyPart(async () => (await import('./WaitingView.tsx')).WaitingView);
const DelegationsView = lazyPart(async () => (await import('./DelegationsView.tsx')).DelegationsView);

const VIEWS = ['requests', 'statistics', 'waiting', 'delegations'] as const;
type View = (typeof VIEWS)[number];

export default function FlowOverviewPage() {
  const t = useT();
  const { query } = usePage();
  const view = VIEWS.find((each) => each === query.get('view')) ?? 'requests';
  const views = <Views view={view} />;
  if (view === 'requests')
    return (
      <List
        spec={requestList}
        title={t('design.overview')}
        buttons={views}
        actions={[{ key: 'stuck', label: t('bpm.list.stuck'), to: '/def/base/bpm/todo?list=stuck' }]}
        emptyText={t('design.overview.none')}
      />
    );
  return (
    <Suspense fallback={<PageSkeleton />}>
      {view === 'statistics' && <StatisticsView views={views} />}
      {view === 'waiting' && <WaitingView views={views} />}
      {view === 'delegations' && <DelegationsView views={views} />}
    </Suspense>
  );
}

function Views({ view }: { view: View }) {
  const t = useT();
  const { query, setQuery } = usePage();
  // The parameters of one view mean nothing to another.
  const others = Object.fromEntries([...query.keys()].map((name) => [name, null]));
  return (
    <Parts
      label={t('design.overview.view')}
      options={VIEWS.map((value) => ({ value, label: t(`design.overview.${value}`) }))}
      value={view}
      onChange={(to) => setQuery({ ...others, view: to === 'requests' ? null : to })}
    />
  );
}
