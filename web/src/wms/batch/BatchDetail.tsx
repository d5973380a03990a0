import { batchRoutes, type Batch } from '@kuwei/contract/wms/batch';
import { isScreen } from '@kuwei/contract/screens';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { ActionButtons } from '../../table/ActionButtons.tsx';
import { DetailHead } from '../../table/DetailHead.tsx';
import { DetailSkeleton } from '../../table/DetailSkeleton.tsx';
import type { RowAction } from '../../table/list-types.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Facts, factsOf } from '../../ui/Facts.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import { stockOfBatch } from '../addresses.ts';
import { BatchStock } from './BatchStock.tsx';
import { batchLooks } from './looks.ts';

interface BatchDetailProps {
  id: string;
  row: Batch | undefined;
  actionsOf: (batch: Batch) => readonly RowAction[];
}

type HeadField = 'batchNo' | 'status' | 'productId' | 'productName' | 'productCode';

/** A batch in the side pane: dates, quantity, and why it may not be issued. */
export function BatchDetail({ id, row, actionsOf }: BatchDetailProps) {
  const t = useT();
  const { data = row, error, refetch, isFetching } = usePageQuery(batchRoutes.getBatch, { params: { id } });
  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <DetailSkeleton />;
  const { batchNo, status, statusReason, productId, productName, productCode, qty, baseUnit } = data;
  const stock = stockOfBatch(id);
  const actions = [...actionsOf(data), ...(isScreen(stock) ? [{ key: 'stock', label: t('batch.stockOf'), to: stock }] : [])];
  return (
    <>
      <DetailHead
        title={
          <>
            <span className="kw-code">{batchNo}</span> <CopyButton text={batchNo} />
          </>
        }
        marks={
          <>
            <StateTag look={batchLooks[status]} />
            <PageLink className="kw-link" to={`/admin/wms/product?show=${productId}`}>
              {productName} <span className="kw-code">{productCode}</span>
            </PageLink>
          </>
        }
        actions={<ActionButtons name={batchNo} actions={actions} />}
      />
      <Facts
        facts={factsOf<Batch, HeadField | 'id' | 'rev' | 'baseUnit'>({
          statusReason: status !== 'OK' && [t('batch.reason'), statusReason],
          qty: [t('batch.qty'), <Quantity key="qty" qty={qty} unit={baseUnit} />],
          expiresOn: [t('batch.expiresOn'), data.expiresOn],
          madeOn: [t('batch.madeOn'), data.madeOn],
          updatedAt: [t('list.updated'), <When key="when" at={data.updatedAt} />],
        })}
      />
      <BatchStock batchId={id} />
    </>
  );
}
