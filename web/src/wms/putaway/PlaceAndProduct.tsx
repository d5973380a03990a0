import { productRoutes } from '@kuwei/contract/wms/product';
import { Select } from 'antd';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { useSearchState, useSearchField } from '../../ui/use-search-field.ts';

interface PlaceAndProductProps {
  warehouses: readonly { id: string; name: string }[];
  warehouseId: string | null;
  onWarehouse: (id: string) => void;
  product: { id: string | null; name: string | null };
  onProduct: (id: string | null) => void;
}

/** Selects a warehouse and a product. */
export function PlaceAndProduct({ warehouses, warehouseId, onWarehouse, product, onProduct }: PlaceAndProductProps) {
  const t = useT();
  return (
    <>
      <Select
        aria-label={t('wms.warehouse')}
        value={warehouseId}
        options={warehouses.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={onWarehouse}
      />
      <ProductSelect value={product.id} name={product.name} onChange={onProduct} />
    </>
  );
}

interface ProductSelectProps {
  value: string | null;
  name: string | null;
  onChange: (id: string | null) => void;
}

function ProductSelect({ value, name, onChange }: ProductSelectProps) {
  const t = useT();
  const search = useSearchState();
  const { q } = search;
  const { data, isFetching } = usePageQuery(
    productRoutes.selectProducts,
    { query: { page: 1, size: 20, ...(q === '' ? {} : { q }) } },
    { keepPrevious: true },
  );
  const found = data?.list.map((row) => ({ value: row.id, label: `${row.name} ${row.code}` })) ?? [];
  const { isHere: _, ...searchProps } = useSearchField(search, { isFetching, options: found, choose: onChange });
  const known = value !== null && name !== null && !found.some((option) => option.value === value);
  return (
    <Select
      {...searchProps}
      allowClear
      aria-label={t('wms.product')}
      placeholder={t('work.select.product')}
      value={value}
      options={known ? [{ value, label: name }, ...found] : found}
      onChange={(id: string | undefined) => onChange(id ?? null)}
    />
  );
}
