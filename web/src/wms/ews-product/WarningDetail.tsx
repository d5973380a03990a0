import { warningRoutes, type Warning } from '@kuwei/contract/wms/ews-product';
import { usePageQuery } from '../../page/query.ts';
import { say, useT } from '../../phrase/phrases.ts';
import { ActionButtons } from '../../table/ActionButtons.tsx';
import { DetailHead } from '../../table/DetailHead.tsx';
import { DetailSkeleton } from '../../table/DetailSkeleton.tsx';
import type { RowAction } from '../../table/list-types.ts';
import { Facts, factsOf } from '../../ui/Facts.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import { severityLooks, warningLooks } from './looks.ts';
import { MeasuredValue } from './MeasuredValue.tsx';
import { subjectOf } from './warning-list.tsx';
import { WarningHistory } from './WarningHistory.tsx';

/** Shown above the facts, as part of another one, or not at all. */
type OmittedField =
  | 'id'
  | 'kind'
  | 'severity'
  | 'state'
  | 'orgId'
  | 'warehouseId'
  | 'productId'
  | 'productCode'
  | 'productName'
  | 'baseUnit'
  | 'batchId'
  | 'boxId'
  | 'documentId'
  | 'documentType'
  | 'permitId'
  | 'permitNumber'
  | 'controlClass'
  | 'threshold'
  | 'handledAt'
  | 'own'
  | 'rev';

interface WarningDetailProps {
  id: string;
  row: Warning | undefined;
  actionsOf: (warning: Warning) => readonly RowAction[];
}

/** A warning in the side pane: cause, handling and history. */
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
        facts={factsOf<Warning, OmittedField>({
          value: [t('warning.measured'), <MeasuredValue key="measured" warning={data} />],
          day: [t('wms.warning.day'), data.day],
          batchNo: [t('wms.stock.batchNo'), data.batchNo !== '-' && data.batchNo],
          boxCode: [t('wms.stock.box'), data.boxCode],
          documentNo: [t('wms.transaction.no'), data.documentNo],
          orgName: [t('wms.stock.owner'), data.orgName],
          warehouseName: [t('wms.stock.warehouse'), data.warehouseName],
          since: [t('wms.warning.since'), <When key="since" at={data.since} />],
          resolvedAt: data.resolvedAt !== null && [t('wms.warning.resolvedAt'), <When key="resolved" at={data.resolvedAt} />],
          untilDay: [t('wms.warning.untilDay'), data.untilDay],
          reason: [t('wms.warning.reason'), data.reason],
          handlerName: [t('wms.warning.handler'), data.handlerName],
        })}
      />
      <WarningHistory id={id} />
    </>
  );
}
