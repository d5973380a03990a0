// The contents of a box: product, batch, owner and quantity, each with its ledger history.
import { isScreen } from '@kuwei/contract/screens';
import { productBoxRoutes, type ProductBox } from '@kuwei/contract/wms/product-box';
import type { Box } from '@kuwei/contract/wms/warehouse-box';
import type { ReactNode } from 'react';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { ControlMarks, GroupMark, Pictograms } from '../../ui/HazardMarks.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { stockAddress } from '../addresses.ts';
import { batchLooks } from '../batch/looks.ts';
import '../goods/box-stock.css';

/** Beyond this the list of stock is the better place. */
const SHOWN = 50;

export function BoxStock({ box }: { box: Pick<Box, 'id'> }) {
  const t = useT();
  const query = { boxId: box.id, size: SHOWN, sort: 'product' as const };
  const { data, error, refetch, isFetching } = usePageQuery(productBoxRoutes.listStock, { query });
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />;
  return (
    <section className="box-stock" aria-label={t('box.stock')}>
      <h3>
        {t('box.stock')} {data && <span className="page-head-count">{data.total}</span>}
      </h3>
      {data?.total === 0 && <p className="box-stock-none">{t('box.stockNone')}</p>}
      <ul>
        {data?.list.map((row) => (
          <li key={row.id}>
            <StockRow row={row} />
          </li>
        ))}
      </ul>
      {data && data.total > data.list.length && (
        <Link className="kw-link" to={stockAddress(box.id)}>
          {t('box.stockMore', { count: data.total })}
        </Link>
      )}
    </section>
  );
}

function StockRow({ row }: { row: ProductBox }) {
  const t = useT();
  const { productName, productCode, batchNo, batchStatus, expiresOn, ownerOrgName, qty, available, baseUnit, frozen } = row;
  return (
    <Link className="box-stock-row" to={stockAddress(row.boxId, row.id)} title={t('box.ledger')}>
      <span className="box-stock-name">
        {productName}
        {row.storageGroup !== null && <GroupMark group={row.storageGroup} />}
        <Pictograms codes={row.pictograms} size={18} />
        <ControlMarks flags={row.controlFlags} />
      </span>
      <span className="box-stock-qty">
        <Quantity qty={qty} unit={baseUnit} />
      </span>
      <span className="box-stock-about">
        <span className="kw-code">{productCode}</span>
        {batchNo !== '-' && <span className="kw-code">{batchNo}</span>}
        {expiresOn !== null && <span>{expiresOn}</span>}
        <span>{ownerOrgName}</span>
        {batchStatus !== 'OK' && <StateTag look={batchLooks[batchStatus]} />}
        {frozen && <StateTag look={frozenLook} />}
      </span>
      {available !== null && available !== qty && (
        <span className="box-stock-free">{t('box.available', { qty: available })}</span>
      )}
    </Link>
  );
}

const frozenLook = { label: 'box.frozen', tone: 'warning', shape: 'lock' } as const;

interface LinkProps {
  className: string;
  to: string;
  title?: string;
  children: ReactNode;
}

/** A link, or plain text without a target. */
const Link = ({ to, ...rest }: LinkProps) =>
  isScreen(to) ? <PageLink to={to} {...rest} /> : <div className={rest.className}>{rest.children}</div>;
