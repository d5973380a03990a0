// A stock row in the side pane: quantities, place, owner, reservations and history.
import { productBoxRoutes, type ProductBox } from '@kuwei/contract/wms/product-box';
import type { ReactNode } from 'react';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { None } from '../../ui/None.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { When } from '../../ui/When.tsx';
import { CountHold } from '../goods/CountHold.tsx';
import { Until, DaysLeft } from '../goods/DaysLeft.tsx';
import { LedgerTrail } from '../ledger/LedgerTrail.tsx';
import { Figures } from './Figures.tsx';
import { Hazards } from './Hazards.tsx';
import { Reservations } from './Reservations.tsx';
import { ownerText } from './owner-text.ts';
import { BatchState } from './StockState.tsx';
import { useAsOf, useDay } from './use-day.ts';
import './stock-detail.css';

interface StockDetailProps {
  id: string;
  /** The row of the list, which may be of the past. */
  known: ProductBox | undefined;
  /** There are several owners. */
  withOwner: boolean;
  actions?: (stock: ProductBox) => ReactNode;
}

export function StockDetail({ id, known, withOwner, actions }: StockDetailProps) {
  const t = useT();
  const asOf = useAsOf();
  const { data, error, refetch, isFetching } = usePageQuery(productBoxRoutes.getStock, { params: { id } });
  const stock = asOf === null ? (data ?? known) : known;
  if (!stock && asOf !== null && data) return <p className="none">{t('stock.gone')}</p>;
  if (!stock) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <PageSkeleton />;
  return (
    <article className="stock-detail">
      <Head stock={stock} />
      <Figures stock={stock} isPast={asOf !== null} />
      {asOf === null && stock.frozen && (
        <p className="stock-frozen">
          {stock.frozenReason === null ? t('stock.quarantined') : `${t('wms.stock.frozenReason')}: ${stock.frozenReason}`}
        </p>
      )}
      {asOf === null && stock.count !== null && (
        <p className="stock-frozen">
          <CountHold count={stock.count} />
        </p>
      )}
      {asOf === null && actions && <div className="stock-actions">{actions(stock)}</div>}
      <StockFacts stock={stock} withOwner={withOwner} />
      {asOf === null && <Reservations stock={stock} />}
      <section>
        <h3>
          {t('stock.trail')}
          <LedgerLink stock={stock} />
        </h3>
        <LedgerTrail productBoxId={id} to={asOf} />
      </section>
    </article>
  );
}

function Head({ stock }: { stock: ProductBox }) {
  const { productName, productCode, spec, cas } = stock;
  return (
    <header>
      <h2>{productName}</h2>
      <p className="stock-about">
        <span className="kw-code">{productCode}</span>
        {spec !== null && <span>{spec}</span>}
        {cas !== null && <span>CAS {cas}</span>}
      </p>
      <Hazards stock={stock} size={22} />
    </header>
  );
}

interface StockFactsProps {
  stock: ProductBox;
  withOwner: boolean;
  /** Omits what the adjacent form edits. */
  isEdited?: boolean;
}

/** Place, owner and expiry. */
export function StockFacts({ stock, withOwner, isEdited = false }: StockFactsProps) {
  const t = useT();
  const day = useDay();
  const { prefix } = usePage();
  const batch = `/${prefix}/wms/product-box/list?batchId=${stock.batchId}`;
  return (
    <dl className="stock-facts">
      <Fact label={t('stock.place')}>
        <span className="kw-code">{stock.boxCode}</span>
        <span className="stock-fact-more">
          {stock.warehouseName} · {stock.containerName}
        </span>
      </Fact>
      {withOwner && <Fact label={t('wms.stock.owner')}>{ownerText(stock)}</Fact>}
      <Fact label={t('wms.stock.batchNo')}>
        <PageLink className="kw-link kw-code" to={batch} title={t('stock.sameBatch')}>
          {stock.batchNo}
        </PageLink>
        <BatchState status={stock.batchStatus} />
      </Fact>
      <Fact label={t('wms.stock.expiresOn')}>
        <DaysLeft day={stock.expiresOn} from={day} />
      </Fact>
      {!isEdited && (
        <Fact label={t('wms.stock.depositUntil')}>
          <Until day={stock.depositUntil} from={day} />
        </Fact>
      )}
      <Fact label={t('wms.stock.firstInAt')}>
        <When at={stock.firstInAt} />
      </Fact>
      <Fact label={t('wms.stock.lastMoveAt')}>
        <When at={stock.lastMoveAt} />
      </Fact>
      {!isEdited && <Fact label={t('wms.stock.note')}>{stock.note ?? <None />}</Fact>}
    </dl>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

function LedgerLink({ stock }: { stock: ProductBox }) {
  const t = useT();
  const { prefix } = usePage();
  return (
    <PageLink className="kw-link stock-more" to={`/${prefix}/wms/ledger?productBoxId=${stock.id}`}>
      {t('stock.trailAll')}
    </PageLink>
  );
}
