// Finds boxes of a warehouse that fit a product, quantity and owner, all from the address.
import { productRoutes } from '@kuwei/contract/wms/product';
import { warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import { Suspense, useDeferredValue, useState } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { useUnitName } from '../../ui/Quantity.tsx';
import { isQuantity } from './plan.ts';
import './select-box.css';

// Lazy: form components load after the page.
const BoxChooser = lazyPart(async () => (await import('./BoxChooser.tsx')).BoxChooser);
const PlaceAndProduct = lazyPart(async () => (await import('./PlaceAndProduct.tsx')).PlaceAndProduct);

export default function SelectBoxPage() {
  const t = useT();
  const unitName = useUnitName();
  const { query, setQuery } = usePage();
  const warehouses = usePageQuery(warehouseRoutes.selectWarehouses, undefined);
  const warehouseId = query.get('warehouseId') ?? warehouses.data?.[0]?.id ?? null;
  const productId = query.get('productId');
  const product = usePageQuery(productRoutes.getProduct, { params: { id: productId ?? '' } }, { enabled: productId !== null });
  const [qty, setQty] = useState(query.get('qty') ?? '1');
  const unit = product.data?.baseUnit ?? null;
  const asked = useDeferredValue(isQuantity(qty) ? qty.trim() : undefined);
  return (
    <div className="select-box">
      <PageHead name={{ phrase: 'work.select.title' }} title={t('work.select.title')} />
      <div className="select-box-filters">
        <Suspense>
          <PlaceAndProduct
            warehouses={warehouses.data ?? []}
            warehouseId={warehouseId}
            onWarehouse={(id) => setQuery({ warehouseId: id })}
            product={{ id: productId, name: product.data?.name ?? null }}
            onProduct={(id) => setQuery({ productId: id, ownerOrgId: null })}
          />
        </Suspense>
        <NumberInput
          aria-label={t('wms.line.qty')}
          className="select-box-qty"
          value={qty}
          status={isQuantity(qty) ? '' : 'error'}
          suffix={unit === null ? null : unitName(unit)}
          onChange={(text) => {
            setQty(text);
            setQuery({ qty: isQuantity(text) ? text : null });
          }}
        />
      </div>
      {warehouseId !== null && (
        <Suspense>
          <BoxChooser
            key={`${warehouseId} ${productId}`}
            asked={{
              warehouseId,
              productId: productId ?? undefined,
              ownerOrgId: query.get('ownerOrgId') ?? undefined,
              qty: productId === null ? undefined : asked,
            }}
            unit={unit}
          />
        </Suspense>
      )}
    </div>
  );
}
