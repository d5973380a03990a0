import { productBoxRoutes, type ProductBox } from '@kuwei/contract/wms/product-box';
import { usePageQuery } from '../../page/query.ts';
import { t, useT } from '../../phrase/phrases.ts';
import { ControlMarks } from '../../ui/HazardMarks.tsx';
import { BatchNo } from '../goods/BatchNo.tsx';
import { Chooser, useChooserQuery } from '../lines/select/Chooser.tsx';
import type { ChooserOf } from '../lines/select/ChooseTable.tsx';
import { warehouseOf } from '../warehouse/warehouse-filter.ts';

interface BoxStockChooserProps extends ChooserOf<ProductBox> {
  /** Only this warehouse; null lets the first choice decide. */
  warehouseId: string | null;
}

const FILTERS = [warehouseOf()];

/** Chooses boxes to count by their stock. Amounts are hidden: counters must not know them. */
export function BoxStockChooser({ warehouseId, ...props }: BoxStockChooserProps) {
  useT();
  const [wanted, setWanted] = useChooserQuery();
  const { q, page, size, filters } = wanted;
  const place = warehouseId ?? filters['warehouseId'];
  const query = { page, size, sort: 'box' as const, ...(q !== '' && { q }), ...(place !== undefined && { warehouseId: place }) };
  const found = usePageQuery(productBoxRoutes.listStock, { query }, { keepPrevious: true });
  const only = warehouseId ?? [...props.chosen.values()][0]?.warehouseId ?? null;
  return (
    <Chooser
      {...props}
      label={t('count.byStock.title')}
      search={t('tx.choose.stockSearch')}
      filters={warehouseId === null ? FILTERS : []}
      wanted={wanted}
      onWanted={setWanted}
      found={found}
      nameOf={({ boxCode, productName }) => `${boxCode} ${productName}`}
      blocked={(row) => (only !== null && row.warehouseId !== only ? t('tx.choose.otherWarehouse') : null)}
      nothing={t('tx.choose.noStock')}
      columns={[
        { key: 'box', title: t('wms.stock.box'), cell: ({ boxCode }) => <span className="kw-code">{boxCode}</span> },
        {
          key: 'product',
          title: t('wms.product'),
          cell: ({ productName, productCode, controlFlags }) => (
            <>
              {productName} <span className="kw-code">{productCode}</span> <ControlMarks flags={controlFlags} />
            </>
          ),
        },
        { key: 'batch', title: t('wms.stock.batchNo'), cell: ({ batchNo }) => <BatchNo no={batchNo} /> },
        { key: 'owner', title: t('wms.stock.owner'), cell: ({ ownerOrgName }) => ownerOrgName },
      ]}
    />
  );
}
