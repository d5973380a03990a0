// Subscriptions of the user, and for report managers those of roles.
import { reportPlanRoutes, type ReportPlan } from '@kuwei/contract/sys/report-plan';
import { usePage } from '../../page/page.ts';
import { useLocale, useT } from '../../phrase/phrases.ts';
import { listOf } from '../../table/list-types.ts';
import { None } from '../../ui/None.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { StateTag, type StateLook } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import { sentLooks } from './looks.ts';
import { rhythmText } from './rhythm.ts';

const stateOf = ({ active, fault }: ReportPlan): 'ON' | 'OFF' | 'STOPPED' => (active ? 'ON' : fault === null ? 'OFF' : 'STOPPED');

const looks: Record<ReturnType<typeof stateOf>, StateLook> = {
  ON: { label: 'result.plan.ON', tone: 'success', shape: 'check' },
  OFF: { label: 'result.plan.OFF', tone: 'quiet', shape: 'bar' },
  STOPPED: { label: 'result.plan.STOPPED', tone: 'danger', shape: 'cross' },
};

function Rhythm({ plan }: { plan: ReportPlan }) {
  useLocale();
  return rhythmText(plan);
}

function For({ plan: { roleCode, forName } }: { plan: ReportPlan }) {
  const t = useT();
  if (roleCode !== null) return t('result.plan.everybody', { role: forName ?? roleCode });
  return forName ?? t('result.plan.me');
}

function Last({ plan: { lastId, lastAt, lastState } }: { plan: ReportPlan }) {
  const { prefix } = usePage();
  if (lastId === null || lastAt === null || lastState === null) return <None />;
  if (lastState === 'WAITING' || lastState === 'RUNNING') return <StateTag look={sentLooks[lastState]} />;
  return (
    <PageLink to={`/${prefix}/base/report/sent?id=${lastId}`}>
      <When at={lastAt} />
    </PageLink>
  );
}

function State({ plan }: { plan: ReportPlan }) {
  return (
    <span title={plan.fault ?? undefined}>
      <StateTag look={looks[stateOf(plan)]} />
    </span>
  );
}

export const planList = listOf(reportPlanRoutes.listPlans, {
  name: 'base.report.plan',
  sort: 'nextAt',
  search: 'result.plan.search',
  nameOf: ({ reportName }) => reportName,
  columns: [
    {
      key: 'name',
      title: 'result.plan.report',
      width: 'grow',
      sort: 'name',
      card: 'title',
      cell: ({ reportName }) => reportName,
    },
    { key: 'rhythm', title: 'result.plan.when', card: 'fact', cell: (plan) => <Rhythm plan={plan} /> },
    { key: 'for', title: 'result.plan.for', card: 'fact', cell: (plan) => <For plan={plan} /> },
    {
      key: 'nextAt',
      title: 'result.plan.next',
      sort: 'nextAt',
      card: 'fact',
      cell: ({ active, nextAt }) => (active ? <When at={nextAt} /> : <None />),
    },
    { key: 'last', title: 'result.plan.last', card: 'fact', cell: (plan) => <Last plan={plan} /> },
    { key: 'state', title: 'result.plan.state', card: 'state', cell: (plan) => <State plan={plan} /> },
  ],
  filtersElsewhere: ['reportId'],
});
