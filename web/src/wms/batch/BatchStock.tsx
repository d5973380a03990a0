// Where a batch is stored and who owns it, the first question when it is held or recalled.
import { isScreen } from '@kuwei/contract/screens';
import { productBoxRoutes, type ProductBox } from '@kuwei/contract/wms/product-box';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { stockAddress, stockOfBatch } from '../addresses.ts';
import '../goods/box-stock.css';

/** Beyond this the list of stock is the better place. */
const SHOWN = 50;

export function BatchStock({ batchId }: { batchId: string }) {
  const t = useT();
  const query = { batchId, size: SHOWN, sort: 'box' as const };
  const { data, error, refetch, isFetching } = usePageQuery(productBoxRoutes.listStock, { query });
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  const more = stockOfBatch(batchId);
  return (
    <section className="box-stock" aria-label={t('batch.stock')}>
      <h3>
        {t('batch.stock')} {data && <span className="page-head-count">{data.total}</span>}
      </h3>
      {data?.total === 0 && <p className="box-stock-none">{t('batch.stockNone')}</p>}
      <ul>
        {data?.list.map((row) => (
          <li key={row.id}>
            <StockRow row={row} />
          </li>
        ))}
      </ul>
      {data && data.total > data.list.length && isScreen(more) && (
        <PageLink className="kw-link" to={more}>
          {t('box.stockMore', { count: data.total })}
        </PageLink>
      )}
    </section>
  );
}

function StockRow({ row }: { row: ProductBox }) {
  const t = useT();
  const { boxCode, boxId, warehouseName, ownerOrgName, qty, available, baseUnit } = row;
  const to = stockAddress(boxId, row.id);
  const text = (
    <>
      <span className="box-stock-name kw-code">{boxCode}</span>
      <span className="box-stock-qty">
        <Quantity qty={qty} unit={baseUnit} />
      </span>
      <span className="box-stock-about">
        <span>{ownerOrgName}</span>
        <span>{warehouseName}</span>
      </span>
      {available !== null && available !== qty && (
        <span className="box-stock-free">{t('box.available', { qty: available })}</span>
      )}
    </>
  );
  if (!isScreen(to)) return <div className="box-stock-row">{text}</div>;
  return (
    <PageLink className="box-stock-row" to={to}>
      {text}
    </PageLink>
  );
}
