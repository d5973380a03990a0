// Space used by goods, by product and place. Every row links to its stock.
import { sum } from '@kuwei/contract/decimal';
import { productBoxRoutes, type ProductSpace } from '@kuwei/contract/wms/product-box';
import { quotaRoutes } from '@kuwei/contract/wms/org-quota';
import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { grouped } from '../../ui/format.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { Parts } from '../../ui/Parts.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { hasOwnerColumn, useSide } from '../goods/side.ts';
import { Measure, spaceLists, type SpaceGrouping } from './space-list.tsx';
import './space.css';
import '../place/picture/picture.css';

/** Lazy: few visits open them. */
const LazyPicture = lazyPart(async () => (await import('../place/picture/PlacePicture.tsx')).PlacePicture);
const LazyQuotaDialog = lazyPart(async () => (await import('./QuotaDialog.tsx')).QuotaDialog);

export default function SpacePage() {
  const { query } = usePage();
  return query.get('by') === 'map' ? <SpaceMap /> : <SpaceTable />;
}

function SpaceMap() {
  const t = useT();
  const { prefix } = usePage();
  return (
    <div className="picture-page">
      <PageHead title={t('space.title')} actions={<BySwitch by="map" />} />
      <Suspense>
        <LazyPicture hrefOf={(boxId) => `/${prefix}/wms/product-box/list?boxId=${boxId}`} />
      </Suspense>
    </div>
  );
}

function SpaceTable() {
  const t = useT();
  const { prefix, query } = usePage();
  const showsQuotas = useMayCall()(quotaRoutes.listQuotas);
  const [quotas, setQuotas] = useState(false);
  const by: SpaceGrouping = query.get('by') === 'place' ? 'place' : 'product';
  const side = useSide();
  const isWarehouse = side === 'warehouse';
  const stockOf = (row: ProductSpace): string => {
    const stock = new URLSearchParams({ warehouseId: row.warehouseId });
    if (row.productId !== null) stock.set('productId', row.productId);
    if (row.containerId !== null) stock.set('containerId', row.containerId);
    if (hasOwnerColumn(side)) stock.set('ownerOrgId', row.ownerOrgId);
    return `/${prefix}/wms/product-box/list?${stock.toString()}`;
  };
  return (
    <>
      <List
        key={`${by} ${side}`}
        spec={spaceLists[side][by]}
        title={t('space.title')}
        fixed={{ by }}
        to={stockOf}
        buttons={<BySwitch by={by} />}
        actions={[
          ...(isWarehouse ? [{ key: 'stock', label: t('stock.title'), to: `/${prefix}/wms/product-box/list` }] : []),
          ...(showsQuotas ? [{ key: 'quotas', label: t('quota.title'), run: () => setQuotas(true) }] : []),
          { key: 'ledger', label: t('stock.ledger'), to: `/${prefix}/wms/ledger` },
        ]}
        exporter={productBoxRoutes.exportSpace}
        totals={totalsOf}
        emptyText={t('space.empty')}
      />
      {quotas && (
        <Suspense>
          <LazyQuotaDialog onClose={() => setQuotas(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The groupings have the same filters, which are kept. */
function BySwitch({ by }: { by: SpaceGrouping | 'map' }) {
  const t = useT();
  const { setQuery } = usePage();
  return (
    <Parts
      label={t('space.by')}
      options={(['product', 'place', 'map'] as const).map((value) => ({ value, label: t(`space.by.${value}`) }))}
      value={by}
      onChange={(to) => setQuery({ by: to === 'product' ? null : to, q: null, sort: null, page: null, colour: null })}
    />
  );
}

/** Volume and mass always add up; quantities only if all rows are of one product. */
function totalsOf(rows: readonly ProductSpace[]): Record<string, ReactNode> | null {
  const [first] = rows;
  if (!first) return null;
  const isOne = first.productId !== null && rows.every((row) => row.productId === first.productId);
  const total = (amountOf: (row: ProductSpace) => string | null): ReactNode =>
    isOne && <Quantity qty={sum(rows.map((row) => amountOf(row) ?? '0'))} unit={first.baseUnit!} />;
  const overdue = rows.reduce((count, row) => count + row.overdue, 0);
  return {
    qty: total((row) => row.qty),
    reserved: total((row) => row.reserved),
    available: total((row) => row.available),
    lines: grouped(String(rows.reduce((count, row) => count + row.lines, 0))),
    volume: <Measure amount={sum(rows.map((row) => row.volumeL))} unit="L" />,
    mass: <Measure amount={sum(rows.map((row) => row.massKg))} unit="kg" />,
    overdue: overdue === 0 ? null : grouped(String(overdue)),
  };
}
