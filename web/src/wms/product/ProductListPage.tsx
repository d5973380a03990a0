import { productRoutes } from '@kuwei/contract/wms/product';
import { usePage } from '../../page/page.ts';
import { useT } from '../../phrase/phrases.ts';
import type { Batch } from '../../table/batch.ts';
import { List } from '../../table/List.tsx';
import type { Importer } from '../../table/list-types.ts';
import { CategoryButton } from '../category/CategoryButton.tsx';
import { batchesOf } from '../place/addresses.ts';
import { ProductDetail } from './ProductDetail.tsx';
import { productList } from './product-list.tsx';
import './product-list.css';

const batch: Batch = {
  route: productRoutes.batchProducts,
  actions: [
    { action: 'activate', label: 'product.activate' },
    { action: 'disable', label: 'product.disable' },
    { action: 'delete', label: 'product.delete', danger: true },
  ],
};
const importer: Importer = {
  name: 'wms.product',
  route: productRoutes.importProducts,
  template: productRoutes.getImportTemplate,
};

export default function ProductListPage() {
  const t = useT();
  const { path } = usePage();
  return (
    <List
      spec={productList}
      title={t('product.title')}
      detail={(id, _row, close) => <ProductDetail id={id} onGone={close} />}
      actionsOf={({ id }) => [
        { key: 'edit', label: t('form.edit'), to: `${path}/edit?id=${id}` },
        { key: 'batches', label: t('batch.title'), to: batchesOf(id) },
      ]}
      primary={{ label: t('product.new'), to: `${path}/edit` }}
      buttons={<CategoryButton />}
      batch={batch}
      importer={importer}
      exporter={productRoutes.exportProducts}
      emptyText={t('product.emptyText')}
    />
  );
}
