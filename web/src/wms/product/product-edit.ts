import { productRoutes } from '@kuwei/contract/wms/product';
import { editOf } from '../../form/edit-spec.ts';

export const productEdit = editOf(productRoutes.createProduct, {
  name: 'wms.product',
  get: productRoutes.getProduct,
  update: productRoutes.updateProduct,
  remove: productRoutes.deleteProduct,
  changes: ['/wms/product', '/wms/category'],
  nameOf: ({ name }) => name,
  blank: { kind: 'CHEMICAL', trackBatch: true, trackExpiry: false },
  carry: ['categoryId', 'kind', 'baseUnit', 'brand', 'maker'],
});
