// Where something would fit: boxes of a warehouse for a product, a quantity, an owner. Everything stands in the address.
import { productRoutes } from '@kuwei/contract/wms/product';
import { warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { usePage } from '../../../page/page.ts';
import { usePageQuery } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { NumberInput } from '../../../ui/NumberInput.tsx';
import { PageHead } from '../../../ui/PageHead.tsx';
import { useUnitName } from '../../../ui/Quantity.tsx';
import { BoxChooser } from './BoxChooser.tsx';
import { isQuantity } from './plan.ts';
import './select-box.css';

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
        <Select
          aria-label={t('wms.warehouse')}
          value={warehouseId}
          options={warehouses.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          onChange={(id) => setQuery({ warehouseId: id })}
        />
        <ProductSelect
          value={productId}
          name={product.data?.name ?? null}
          onChange={(id) => setQuery({ productId: id, ownerOrgId: null })}
        />
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
      )}
    </div>
  );
}

interface ProductSelectProps {
  value: string | null;
  name: string | null;
  onChange: (id: string | null) => void;
}

function ProductSelect({ value, name, onChange }: ProductSelectProps) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const { data } = usePageQuery(
    productRoutes.selectProducts,
    { query: { page: 1, size: 20, ...(q === '' ? {} : { q }) } },
    { keepPrevious: true },
  );
  const found = data?.list.map((row) => ({ value: row.id, label: `${row.name} ${row.code}` })) ?? [];
  const known = value !== null && name !== null && !found.some((option) => option.value === value);
  return (
    <Select
      showSearch={{ filterOption: false, onSearch: setTyped }}
      allowClear
      aria-label={t('wms.product')}
      placeholder={t('work.select.product')}
      value={value}
      options={known ? [{ value, label: name }, ...found] : found}
      onChange={(id: string | undefined) => onChange(id ?? null)}
    />
  );
}
