import { warningRoutes, type Warning } from '@kuwei/contract/wms/ews-product';
import { usePageQuery } from '../../page/query.ts';
import { say, useT } from '../../phrase/phrases.ts';
import { ActionButtons } from '../../table/ActionButtons.tsx';
import { DetailHead } from '../../table/DetailHead.tsx';
import { DetailSkeleton } from '../../table/DetailSkeleton.tsx';
import type { RowAction } from '../../table/list-types.ts';
import { Facts } from '../../ui/Facts.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import { severityLooks, warningLooks } from './looks.ts';
import { Measured } from './Measured.tsx';
import { subjectOf } from './warning-list.tsx';
import { WarningHistory } from './WarningHistory.tsx';

interface WarningDetailProps {
  id: string;
  row: Warning | undefined;
  actionsOf: (warning: Warning) => readonly RowAction[];
}

/** A warning beside its list: what is wrong, what is done about it, and what became of it. */
export function WarningDetail({ id, row, actionsOf }: WarningDetailProps) {
  const t = useT();
  const { data = row, error, refetch, isFetching } = usePageQuery(warningRoutes.getWarning, { params: { id } });
  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <DetailSkeleton />;
  const name = subjectOf(data);
  return (
    <>
      <DetailHead
        title={`${say(`wms.warning.kind.${data.kind}`)} · ${name}`}
        marks={
          <>
            <StateTag look={severityLooks[data.severity]} />
            <StateTag look={warningLooks[data.state]} />
            {data.productCode !== null && <span className="kw-code">{data.productCode}</span>}
          </>
        }
        actions={<ActionButtons name={name} actions={actionsOf(data)} />}
      />
      <Facts
        facts={[
          [t('warning.measured'), <Measured key="measured" warning={data} />],
          [t('wms.warning.day'), data.day],
          [t('wms.stock.batchNo'), data.batchNo !== '-' && data.batchNo],
          [t('wms.stock.box'), data.boxCode],
          [t('wms.transaction.no'), data.documentNo],
          [t('wms.stock.owner'), data.orgName],
          [t('wms.stock.warehouse'), data.warehouseName],
          [t('wms.warning.since'), <When key="since" at={data.since} />],
          data.resolvedAt !== null && [t('wms.warning.resolvedAt'), <When key="resolved" at={data.resolvedAt} />],
          [t('wms.warning.untilDay'), data.untilDay],
          [t('wms.warning.reason'), data.reason],
          [t('wms.warning.handler'), data.handlerName],
        ]}
      />
      <WarningHistory id={id} />
    </>
  );
}
