import { nameIn } from '@kuwei/contract/name';
import { productRoutes } from '@kuwei/contract/wms/product';
import { editOf } from '../../form/edit-spec.ts';
import { t } from '../../phrase/phrases.ts';

export const productEdit = editOf(productRoutes.createProduct, {
  name: 'wms.product',
  get: productRoutes.getProduct,
  update: productRoutes.updateProduct,
  remove: productRoutes.deleteProduct,
  changes: ['/wms/product', '/wms/category'],
  nameOf: (product, locale) => nameIn(locale, product),
  cannotRemove: ({ hasStock }) => (hasStock ? t('product.hasStock') : undefined),
  blank: { kind: 'CHEMICAL', trackBatch: true, trackExpiry: false, units: [], hCodes: [], images: [] },
  carry: ['categoryId', 'kind', 'baseUnit', 'brand', 'maker'],
});
