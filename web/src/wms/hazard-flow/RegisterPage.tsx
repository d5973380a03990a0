// The flow register of a class in a warehouse for one month: by product, entry by entry, and the closing of the month.
import { flowRoutes } from '@kuwei/contract/wms/hazard-flow';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { NoWarehouse } from './NoWarehouse.tsx';
import { MonthPanel } from './MonthPanel.tsx';
import { registerList } from './register-list.tsx';
import { flowAddress, useRegisterKey, type RegisterKey } from './register-key.ts';
import { RegisterBar } from './RegisterBar.tsx';

export default function RegisterPage() {
  const t = useT();
  const { which, warehouses } = useRegisterKey();
  const { prefix } = usePage();
  if (which === undefined) return <PageSkeleton />;
  if (which === null) return <NoWarehouse />;
  const { warehouseId, controlClass, month } = which;
  return (
    <List
      key={`${warehouseId} ${controlClass} ${month}`}
      spec={registerList}
      title={t('hazardFlow.title')}
      fixed={{ warehouseId, controlClass, month }}
      exporter={flowRoutes.exportFlowRegister}
      above={
        <>
          <RegisterBar which={which} warehouses={warehouses} ofMonth />
          <Month which={which} />
        </>
      }
      buttons={
        <PageLink className="kw-button" to={flowAddress(prefix, which, 'print')}>
          {t('hazardFlow.print')}
        </PageLink>
      }
      emptyText={t('hazardFlow.noRows')}
    />
  );
}

function Month({ which }: { which: RegisterKey }) {
  const { data, error, refetch, isFetching } = usePageQuery(
    flowRoutes.getFlowRegister,
    { query: { ...which } },
    { keepPrevious: true },
  );
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  return data ? <MonthPanel register={data} which={which} /> : null;
}
