import { PRODUCT_KINDS, productRoutes, type ProductOption } from '@kuwei/contract/wms/product';
import type { QueryOf } from '@kuwei/contract/route';
import { usePage } from '../../../page/page.ts';
import { usePageQuery } from '../../../page/query.ts';
import { useT } from '../../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../../table/filter/choice.tsx';
import { money } from '../../../ui/format.ts';
import { None } from '../../../ui/None.tsx';
import { useUnitName } from '../../../ui/Quantity.tsx';
import { useCategoryOptions } from '../../category/options.ts';
import { ProductName } from '../../goods/ProductName.tsx';
import { Chooser, useChooserQuery } from './Chooser.tsx';
import type { ChooserOf } from './ChooseTable.tsx';

const filters = [
  choice({ name: 'kind', label: 'wms.product.kind', useOptions: phraseOptions('wms.product.kind', PRODUCT_KINDS) }),
  choice({ name: 'categoryId', label: 'wms.product.category', useOptions: useCategoryOptions, single: true }),
];

/** Active products, for deposits. */
export function ProductChooser(props: ChooserOf<ProductOption>) {
  const t = useT();
  const unitName = useUnitName();
  const { pageRole } = usePage();
  const [wanted, setWanted] = useChooserQuery();
  const { q, page, size, filters: chosenFilters } = wanted;
  const { kind, categoryId } = chosenFilters;
  type Kinds = QueryOf<(typeof productRoutes)['selectProducts']>['kind'];
  const query = {
    page,
    size,
    ...(q !== '' && { q }),
    ...(kind !== undefined && { kind: kind.split(',') as Kinds }),
    ...(categoryId !== undefined && { categoryId }),
  };
  const found = usePageQuery(productRoutes.selectProducts, { query }, { keepPrevious: true });
  return (
    <Chooser
      {...props}
      label={t('tx.choose.product')}
      search={t('tx.choose.productSearch')}
      filters={filters}
      wanted={wanted}
      onWanted={setWanted}
      found={found}
      nameOf={(row) => row.name}
      blocked={() => null}
      nothing={t('tx.choose.noProduct')}
      columns={[
        { key: 'product', title: t('wms.product'), cell: (row) => <ProductName product={row} /> },
        { key: 'kind', title: t('wms.product.kind'), cell: (row) => t(`wms.product.kind.${row.kind}`) },
        { key: 'unit', title: t('wms.product.baseUnit'), cell: (row) => unitName(row.baseUnit) },
        ...(pageRole === 'ROLE_SUPPLIER'
          ? []
          : [
              {
                key: 'price',
                title: t('tx.choose.price'),
                end: true as const,
                cell: (row: ProductOption) => (row.price === null ? <None /> : money(row.price)),
              },
            ]),
      ]}
    />
  );
}
