import { reportPlanRoutes, type ReportPlan } from '@kuwei/contract/sys/report-plan';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { usePage } from '../../page/page.ts';
import { usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import type { RowAction } from '../../table/list-types.ts';
import { confirmDelete } from '../../ui/confirm-delete.ts';
import { noticeDone } from '../../ui/feedback.ts';
import { runAddress } from './conditions.ts';
import { planList } from './plan-list.tsx';
import { Views } from './Views.tsx';

const PlanDialog = lazyPart(async () => (await import('./PlanDialog.tsx')).PlanDialog);
const CHANGES = ['/sys/report/plan'];

export default function PlanListPage() {
  const t = useT();
  const { prefix } = usePage();
  const [changing, setChanging] = useState<ReportPlan | null>(null);
  const update = usePageWrite(reportPlanRoutes.updatePlan, { changes: CHANGES });
  const send = usePageWrite(reportPlanRoutes.sendPlan, {
    changes: CHANGES,
    onSuccess: () => noticeDone(t('result.plan.sending')),
  });
  const remove = usePageWrite(reportPlanRoutes.deletePlan, { changes: CHANGES });
  const turn = ({ id, active, ...plan }: ReportPlan): void => {
    const { reportId, roleCode, values, rhythm, day, hour, onlyRows, rev } = plan;
    update.mutate({
      params: { id },
      body: { reportId, roleCode, values, rhythm, day, hour, onlyRows, rev, active: !active },
    });
  };
  const actionsOf = (plan: ReportPlan): RowAction[] => [
    { key: 'send', label: t('result.plan.send'), run: () => send.mutate({ params: { id: plan.id } }) },
    { key: 'turn', label: t(plan.active ? 'result.plan.pause' : 'result.plan.resume'), run: () => turn(plan) },
    { key: 'edit', label: t('result.plan.change'), run: () => setChanging(plan) },
    {
      key: 'delete',
      label: t('common.delete'),
      danger: true,
      run: async () => {
        if (await confirmDelete(plan.reportName)) remove.mutate({ params: { id: plan.id } });
      },
    },
  ];
  return (
    <>
      <List
        spec={planList}
        title={t('result.title')}
        buttons={<Views view="plan" />}
        to={({ reportId, values }) => runAddress(`/${prefix}/base/report`, reportId, values)}
        actionsOf={actionsOf}
        emptyText={t('result.plan.empty')}
      />
      {changing && (
        <Suspense fallback={null}>
          <PlanDialog plan={changing} onClose={() => setChanging(null)} />
        </Suspense>
      )}
    </>
  );
}
