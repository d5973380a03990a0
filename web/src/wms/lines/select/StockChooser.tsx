import { subtract } from '@kuwei/contract/decimal';
import { productBoxRoutes, type ProductBox } from '@kuwei/contract/wms/product-box';
import { useMemo } from 'react';
import { usePageQuery } from '../../../page/query.ts';
import { t, useT } from '../../../phrase/phrases.ts';
import { flag } from '../../../table/filter/flag.tsx';
import { None } from '../../../ui/None.tsx';
import { Quantity } from '../../../ui/Quantity.tsx';
import { warehouseOf } from '../../warehouse/warehouse-filter.ts';
import { lineOfStock } from '../line.ts';
import { ProductName } from '../../goods/ProductName.tsx';
import { Chooser, useChooserQuery } from './Chooser.tsx';
import type { ChooserOf } from './ChooseTable.tsx';

interface StockChooserProps extends ChooserOf<ProductBox> {
  /** For a move within the warehouse, which the batch status does not block. */
  moving: boolean;
  /** Restricts it to this warehouse; null lets the first choice decide. */
  warehouseId: string | null;
  /** Restricts it to this product. */
  productId?: string | undefined;
  /** Stock already in the document. */
  taken: readonly string[];
}

const available = flag({ name: 'available', label: 'tx.choose.available' });
const warehouse = warehouseOf();

/** Stock, first expired first; rows that cannot be selected say why. */
export function StockChooser({ moving, warehouseId, productId, taken, ...props }: StockChooserProps) {
  const t = useT();
  const [wanted, setWanted] = useChooserQuery();
  const { q, page, size, filters: set } = wanted;
  const place = warehouseId ?? set['warehouseId'];
  const query = {
    page,
    size,
    sort: 'expiresOn' as const,
    ...(q !== '' && { q }),
    ...(place !== undefined && { warehouseId: place }),
    ...(productId !== undefined && { productId }),
    ...(set['available'] === 'true' && { available: true }),
  };
  const found = usePageQuery(productBoxRoutes.listStock, { query }, { keepPrevious: true });
  const first = [...props.chosen.values()][0];
  const only = warehouseId ?? first?.warehouseId ?? null;
  const filters = useMemo(() => (warehouseId === null ? [warehouse, available] : [available]), [warehouseId]);
  return (
    <Chooser
      {...props}
      label={t('tx.choose.stock')}
      search={t('tx.choose.stockSearch')}
      filters={filters}
      wanted={wanted}
      onWanted={setWanted}
      found={found}
      nameOf={(row) => `${row.productName} ${row.batchNo === '-' ? '' : row.batchNo}`.trim()}
      blocked={(row) => blockedReason(row, only, taken, moving)}
      nothing={t('tx.choose.noStock')}
      columns={[
        { key: 'product', title: t('wms.product'), cell: (row) => <ProductName product={lineOfStock(row).product!} /> },
        { key: 'expiresOn', title: t('wms.stock.expiresOn'), cell: (row) => row.expiresOn ?? <None /> },
        { key: 'batch', title: t('wms.stock.batchNo'), cell: (row) => (row.batchNo === '-' ? <None /> : row.batchNo) },
        {
          key: 'box',
          title: t('wms.stock.box'),
          cell: (row) => (
            <>
              <span className="kw-code">{row.boxCode}</span>
              <p className="choose-second">{warehouseId === null ? row.warehouseName : row.ownerOrgName}</p>
            </>
          ),
        },
        {
          key: 'available',
          title: t('wms.stock.available'),
          end: true,
          cell: (row) => (
            <>
              <Quantity qty={freeOf(row, moving)} unit={row.baseUnit} />
              {freeOf(row, moving) !== row.qty && (
                <p className="choose-second">
                  {t('tx.choose.ofAll')} <Quantity qty={row.qty} unit={row.baseUnit} />
                </p>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

const freeOf = ({ qty, reserved, available: free, frozen }: ProductBox, moving: boolean): string =>
  moving && !frozen ? subtract(qty, reserved ?? '0') : (free ?? qty);

/** Why a stock row cannot be selected; null when it can. */
function blockedReason(row: ProductBox, warehouseId: string | null, taken: readonly string[], moving: boolean): string | null {
  if (taken.includes(row.id)) return t('tx.choose.taken');
  if (warehouseId !== null && row.warehouseId !== warehouseId) return t('tx.choose.otherWarehouse');
  if (row.frozen) {
    return row.frozenReason ? t('tx.choose.frozenBecause', { reason: row.frozenReason }) : t('tx.choose.frozen');
  }
  if (row.batchStatus !== 'OK' && !moving) return t('tx.choose.batch', { state: t(`wms.batch.status.${row.batchStatus}`) });
  return freeOf(row, moving) === '0' ? t('tx.choose.reserved') : null;
}
