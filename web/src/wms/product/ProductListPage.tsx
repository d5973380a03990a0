import { categoryRoutes } from '@kuwei/contract/wms/category';
import { productRoutes, type ProductRow } from '@kuwei/contract/wms/product';
import { Suspense, useState, type ReactNode } from 'react';
import { useMayCall } from '../../page/may-call.ts';
import { usePage } from '../../page/page.ts';
import { usePageCall, usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import type { Batch, BatchSelection } from '../../table/batch.ts';
import type { Importer } from '../../table/list-types.ts';
import { List } from '../../table/List.tsx';
import { LazyCategoryDrawer } from '../category/lazy-drawer.ts';
import { openDocumentsOf } from '../goods/open-documents.tsx';
import { LazyAssessDialog, NotAssessed } from './NotAssessed.tsx';
import { productList, unpricedList } from './product-list.tsx';
import { ProductDetail } from './ProductDetail.tsx';
import './product-list.css';

function useProductBatch(): Batch {
  const t = useT();
  const call = usePageCall();
  const warn = async (selected: BatchSelection): Promise<ReactNode> => [
    <p key="text">{t('product.disableText')}</p>,
    await openDocumentsOf(call, 'product', selected),
  ];
  return {
    route: productRoutes.batchProducts,
    actions: [
      { action: 'activate', label: 'product.activate' },
      { action: 'disable', label: 'product.disable', warn },
      { action: 'delete', label: 'product.delete', danger: true },
    ],
  };
}
const importer: Importer = {
  name: 'product.title',
  route: productRoutes.importProducts,
  template: productRoutes.getImportTemplate,
  history: productRoutes,
};

/** Query parameter, as the setup guide links to it. */
const CATEGORIES = 'categories';

export default function ProductListPage() {
  const t = useT();
  const batch = useProductBatch();
  const { path, pageRole, query, setQuery } = usePage();
  const mayCall = useMayCall();
  const keeps = mayCall(productRoutes.updateProduct);
  const assesses = mayCall(productRoutes.assessProducts);
  const { data: notAssessed } = usePageQuery(productRoutes.countNotAssessed, undefined, { enabled: assesses });
  const isAsked = keeps && query.has(CATEGORIES);
  const [categories, setCategories] = useState<'open' | 'shut' | null>(null);
  const shut = (): void => {
    setCategories('shut');
    if (isAsked) setQuery({ [CATEGORIES]: null });
  };
  const [assessing, setAssessing] = useState(false);
  return (
    <>
      <List
        spec={pageRole === 'ROLE_SUPPLIER' ? unpricedList : productList}
        title={t('product.title')}
        detail={(id, _row, close) => <ProductDetail id={id} onGone={close} />}
        {...(keeps && {
          actionsOf: ({ id }: ProductRow) => [{ key: 'edit', label: t('form.edit'), to: `${path}/edit?id=${id}` }],
          primary: { label: t('product.new'), to: `${path}/edit` },
        })}
        actions={[
          {
            key: 'categories',
            label: t('product.category.manage'),
            run: () => setCategories('open'),
            route: categoryRoutes.updateCategory,
          },
          // With nothing left to assess, a catalogue can still complete the other products.
          ...(notAssessed?.count === 0 ? [{ key: 'assess', label: t('safety.assess'), run: () => setAssessing(true) }] : []),
        ]}
        above={assesses && <NotAssessed />}
        batch={batch}
        importer={importer}
        exporter={productRoutes.exportProducts}
        emptyText={t('product.emptyText')}
      />
      <Suspense>
        {(categories || isAsked) && <LazyCategoryDrawer open={categories === 'open' || isAsked} onClose={shut} />}
        {assessing && <LazyAssessDialog onClose={() => setAssessing(false)} />}
      </Suspense>
    </>
  );
}
