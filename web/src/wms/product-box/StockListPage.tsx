// Stock by box: an owner's or the warehouse's, now or at a past moment.
import { sum } from '@kuwei/contract/decimal';
import { isScreen, mayOpen } from '@kuwei/contract/screens';
import { productBoxRoutes, type ProductBox } from '@kuwei/contract/wms/product-box';
import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { history } from '../../browser/history.ts';
import { usePage } from '../../page/page.ts';
import { newAddress } from '../../page/pages.ts';
import { useT } from '../../phrase/phrases.ts';
import { useUser } from '../../session/user.ts';
import { ActionButtons } from '../../table/ActionButtons.tsx';
import type { Batch } from '../../table/batch.ts';
import type { RowAction } from '../../table/list-types.ts';
import { List } from '../../table/List.tsx';
import { noticeRefused } from '../../ui/feedback.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { goodsLabels, LABELS_BY_NAME_MAX, labelsAddress } from '../addresses.ts';
import { hasOwnerColumn, useSide } from '../goods/side.ts';
import { isKeeper, useActor } from '../review/use-actor.ts';
import { AsOfBar, AsOfButton } from './AsOf.tsx';
import { OtherGroup } from './OtherGroup.tsx';
import { stockLists } from './stock-list.tsx';
import { StockDetail } from './StockDetail.tsx';
import { useAsOf } from './use-day.ts';
import './stock.css';

const FreezeDialog = lazyPart(async () => (await import('./FreezeDialog.tsx')).FreezeDialog);

/** Most stock rows of one request. */
const COLLECT_MAX = 100;

export default function StockListPage() {
  const t = useT();
  const { pageRole, prefix } = usePage();
  const roles = useUser((state) => state.roles);
  const asOf = useAsOf();
  const actor = useActor();
  const isWarehouse = pageRole === 'ROLE_WAREHOUSE_ADMIN';
  const [freezing, setFreezing] = useState<ProductBox | null>(null);
  const side = useSide();
  const specs = stockLists[side];
  const editAddress = ({ id }: ProductBox): string => `/${prefix}/wms/product-box/edit?id=${id}`;
  const request = `/${prefix}/wms/transaction/outbound/edit`;
  const mayRequest = !isWarehouse && isScreen(request);

  const collect = (_: readonly string[], rows: readonly ProductBox[]): void => {
    const [others, own] = [rows.filter(({ guest }) => guest), rows.filter(({ guest }) => !guest)];
    if (own.length > COLLECT_MAX) return noticeRefused(t('stock.collectMax', { max: COLLECT_MAX }));
    if (others.length > 0) noticeRefused(t('stock.collectOthers', { names: namesOf(others) }));
    if (own.length > 0) history.push(newAddress(`${request}?stock=${own.map(({ id }) => id).join(',')}`));
  };
  const keeps = isWarehouse && isKeeper(actor);
  const move = ({ id, qty, reserved, frozen, guest }: ProductBox): RowAction => ({
    key: 'move',
    label: t('stock.move'),
    to: `/${prefix}/wms/transaction/move/edit?stock=${id}`,
    ...(guest
      ? { reason: t('stock.lookOnly') }
      : frozen
        ? { reason: t('stock.move.frozen') }
        : qty === '0'
          ? { reason: t('stock.move.none') }
          : qty === reserved
            ? { reason: t('stock.state.reserved') }
            : {}),
  });
  const itemLabels = ({ id }: ProductBox): string => goodsLabels(prefix, { ids: id });
  /** A keeper's links from a row; its label is the one stuck on the goods when they are put away. */
  const rowActions = (stock: ProductBox): RowAction[] => [
    move(stock),
    { key: 'label', label: t('stock.label'), to: itemLabels(stock) },
  ];
  const paneActions = (stock: ProductBox): RowAction[] => [
    move(stock),
    { key: 'boxLabel', label: t('stock.boxLabel'), to: labelsAddress({ ids: stock.boxId }) },
  ];
  const mayComplain = mayOpen('wms/after-sales/edit', roles, pageRole);
  const printLabels = (ids: readonly string[]): void => {
    if (ids.length > LABELS_BY_NAME_MAX) noticeRefused(t('label.byNameMost', { max: LABELS_BY_NAME_MAX }));
    else history.push(goodsLabels(prefix, { ids: ids.join(',') }));
  };
  const batch: Batch<ProductBox> = {
    actions: [
      ...(mayRequest ? [{ action: 'collect', label: 'stock.collect', run: collect } as const] : []),
      { action: 'label', label: 'stock.itemLabel', run: printLabels },
    ],
  };
  const labels = (stock: ProductBox): ReactNode => (
    <PageLink className="kw-button" to={itemLabels(stock)}>
      {t('stock.itemLabel')}
    </PageLink>
  );
  const actions = (stock: ProductBox): ReactNode =>
    stock.guest ? (
      <>
        <p className="stock-guest">{t('stock.guest', { owner: stock.ownerOrgName })}</p>
        {labels(stock)}
      </>
    ) : (
      <>
        {mayRequest && stock.available !== '0' && (
          <PageLink className="kw-button primary" to={`${request}?stock=${stock.id}`}>
            {t('stock.collect')}
          </PageLink>
        )}
        <PageLink className="kw-button" to={editAddress(stock)}>
          {t('stock.edit')}
        </PageLink>
        {mayComplain && (
          <PageLink className="kw-button" to={`/${prefix}/wms/after-sales/edit?productBoxId=${stock.id}`}>
            {t('stock.afterSales')}
          </PageLink>
        )}
        {labels(stock)}
        {keeps && <ActionButtons name={stock.productName} actions={paneActions(stock)} />}
        {isWarehouse && (
          <button type="button" className={stock.frozen ? 'kw-button' : 'kw-button danger'} onClick={() => setFreezing(stock)}>
            {t(stock.frozen ? 'stock.release' : 'stock.freeze')}
          </button>
        )}
      </>
    );
  return (
    <>
      <List
        key={`${side} ${asOf === null ? 'now' : 'past'}`}
        spec={asOf === null ? specs.now : specs.past}
        title={t('stock.title')}
        above={asOf === null ? <OtherGroup /> : <AsOfBar asOf={asOf} />}
        {...(asOf !== null && { fixed: { asOf } })}
        buttons={
          <>
            {asOf === null && <AsOfButton />}
            <PageLink className="kw-button" to={`/${prefix}/wms/ledger`}>
              {t('stock.ledger')}
            </PageLink>
          </>
        }
        detail={(id, known) => <StockDetail id={id} known={known} withOwner={hasOwnerColumn(side)} actions={actions} />}
        {...(asOf === null && keeps && { actionsOf: rowActions })}
        {...(asOf === null && { batch })}
        exporter={productBoxRoutes.exportStock}
        totals={totalsOf}
        emptyText={t(asOf === null ? 'stock.empty' : 'stock.emptyThen')}
      />
      <Suspense>{freezing && <FreezeDialog stock={freezing} onClose={() => setFreezing(null)} />}</Suspense>
    </>
  );
}

/** Most names in one notice. */
const NAMED_MAX = 5;
const namesOf = (rows: readonly ProductBox[]): string => {
  const names = rows.slice(0, NAMED_MAX).map(({ productName, ownerOrgName }) => `${productName} · ${ownerOrgName}`);
  return rows.length > NAMED_MAX ? `${names.join('、')} …` : names.join('、');
};

/** Quantities are summed only if all rows are of one product. */
function totalsOf(rows: readonly ProductBox[]): Record<string, ReactNode> | null {
  const [first] = rows;
  if (!first || rows.some((row) => row.productId !== first.productId)) return null;
  const total = (amountOf: (row: ProductBox) => string | null): ReactNode => (
    <Quantity qty={sum(rows.map((row) => amountOf(row) ?? '0'))} unit={first.baseUnit} />
  );
  return { qty: total((row) => row.qty), reserved: total((row) => row.reserved), available: total((row) => row.available) };
}
