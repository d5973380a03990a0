import { categoryRoutes } from '@kuwei/contract/wms/category';
import { editOf } from '../../form/edit-spec.ts';

export const categoryEdit = editOf(categoryRoutes.createCategory, {
  name: 'category.name',
  update: categoryRoutes.updateCategory,
  changes: ['/wms/category', '/wms/product'],
  nameOf: ({ name }) => name,
  blank: { sort: 0 },
  carry: ['parentId'],
});
