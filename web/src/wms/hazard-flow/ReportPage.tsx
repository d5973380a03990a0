// Entries due to be reported to the police: exported as a workbook and marked as filed.
import { flowRoutes, type FlowRegister, type FlowRow } from '@kuwei/contract/wms/hazard-flow';
import { useState } from 'react';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { FileDialog, WithdrawDialog } from './dialogs.tsx';
import { NoWarehouse } from './NoWarehouse.tsx';
import { reportList } from './report-list.tsx';
import { flowAddress, thisMonth, useRegisterKey, type RegisterKey } from './register-key.ts';
import { RegisterBar } from './RegisterBar.tsx';

export default function ReportPage() {
  const { which, warehouses } = useRegisterKey();
  if (which === undefined) return <PageSkeleton />;
  if (which === null) return <NoWarehouse />;
  return <Reports key={`${which.warehouseId} ${which.controlClass}`} which={which} warehouses={warehouses} />;
}

function Reports({ which, warehouses }: { which: RegisterKey; warehouses: ReturnType<typeof useRegisterKey>['warehouses'] }) {
  const t = useT();
  const { prefix } = usePage();
  const mayCall = useMayCall();
  const { warehouseId, controlClass } = which;
  // Every register carries the number of pending entries.
  const { data } = usePageQuery(flowRoutes.getFlowRegister, { query: { warehouseId, controlClass, month: thisMonth() } });
  // A snapshot of what the user confirmed.
  const [filing, setFiling] = useState<FlowRegister | null>(null);
  const [withdrawn, setWithdrawn] = useState<{ id: string; number: string; rev: number } | null>(null);
  const mayWithdraw = mayCall(flowRoutes.withdrawFlowReport);
  const actionsOf = ({ reportId, reportNumber, reportRev }: FlowRow) =>
    mayWithdraw && reportId !== null && reportNumber !== null && reportRev !== null
      ? [
          {
            key: 'withdraw',
            label: t('hazardFlow.report.withdraw'),
            danger: true,
            run: () => setWithdrawn({ id: reportId, number: reportNumber, rev: reportRev }),
          },
        ]
      : [];
  return (
    <>
      <List
        spec={reportList}
        title={t('hazardFlow.report.title')}
        fixed={{ warehouseId, controlClass }}
        exporter={flowRoutes.exportFlowDue}
        actionsOf={actionsOf}
        above={
          <>
            <RegisterBar which={which} warehouses={warehouses} />
            {data && data.due > 0 && (
              <p className={data.overdue > 0 ? 'flow-alarm' : 'flow-note'} role="status">
                {t('hazardFlow.dueNote', { due: data.due, overdue: data.overdue })}
              </p>
            )}
          </>
        }
        buttons={
          <>
            <PageLink className="kw-button" to={flowAddress(prefix, which)}>
              {t('hazardFlow.back')}
            </PageLink>
            {mayCall(flowRoutes.reportFlow) && (
              <button
                type="button"
                className="kw-button primary"
                disabled={!data || data.due === 0}
                onClick={() => setFiling(data ?? null)}
              >
                {t('hazardFlow.report.file')}
              </button>
            )}
          </>
        }
        emptyText={t('hazardFlow.report.none')}
      />
      {filing && <FileDialog register={filing} onClose={() => setFiling(null)} />}
      {withdrawn && <WithdrawDialog report={withdrawn} onClose={() => setWithdrawn(null)} />}
    </>
  );
}
