import { batchRoutes, type Batch } from '@kuwei/contract/wms/batch';
import { isScreen } from '@kuwei/contract/screens';
import { usePageQuery } from '../../api/query.ts';
import { useT } from '../../phrase/phrases.ts';
import type { RowAction } from '../../table/list-types.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { None } from '../../ui/None.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { When } from '../../ui/When.tsx';
import { stockOfBatch } from '../place/addresses.ts';
import { batchLooks } from '../place/batch-look.ts';
import '../place/place.css';

interface BatchDetailProps {
  id: string;
  row: Batch | undefined;
  actionsOf: (batch: Batch) => readonly RowAction[];
}

/** A batch beside its list: dates, quantity, and why it may not be handed out. */
export function BatchDetail({ id, row, actionsOf }: BatchDetailProps) {
  const t = useT();
  const { data = row, error, refetch, isFetching } = usePageQuery(batchRoutes.getBatch, { params: { id } });
  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <PageSkeleton />;
  const { batchNo, status, statusReason, productId, productName, productCode, qty, baseUnit, madeOn, expiresOn } = data;
  const actions = actionsOf(data);
  const stock = stockOfBatch(id);
  return (
    <article className="box-detail">
      <header className="box-head">
        <h2 className="place-title">
          <span className="kw-code">{batchNo}</span>
          <CopyButton text={batchNo} />
          <StateTag look={batchLooks[status]} />
        </h2>
        <p className="place-way">
          <PageLink className="kw-link" to={`/admin/wms/product/edit?id=${productId}`}>
            {productName} <span className="kw-code">{productCode}</span>
          </PageLink>
        </p>
        {statusReason !== null && status !== 'OK' && <p className="place-note">{statusReason}</p>}
        <div className="place-actions">
          {actions.map(({ key, label, run, danger }) => (
            <button key={key} type="button" className={`kw-button small${danger ? ' danger' : ''}`} onClick={() => void run?.()}>
              {label}
            </button>
          ))}
          {isScreen(stock) && (
            <PageLink className="kw-button small" to={stock}>
              {t('batch.stockOf')}
            </PageLink>
          )}
        </div>
        {actions.length === 1 && <p className="place-way">{t('batch.expiredNoChange')}</p>}
      </header>
      <dl className="place-facts">
        <div>
          <dt>{t('batch.qty')}</dt>
          <dd>
            <Quantity qty={qty} unit={baseUnit} />
          </dd>
        </div>
        <div>
          <dt>{t('batch.expiresOn')}</dt>
          <dd>{expiresOn ?? <None />}</dd>
        </div>
        <div>
          <dt>{t('batch.madeOn')}</dt>
          <dd>{madeOn ?? <None />}</dd>
        </div>
        <div>
          <dt>{t('box.updated')}</dt>
          <dd>
            <When at={data.updatedAt} />
          </dd>
        </div>
      </dl>
    </article>
  );
}
