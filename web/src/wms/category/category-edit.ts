import { categoryRoutes } from '@kuwei/contract/wms/category';
import { nameIn } from '@kuwei/contract/name';
import { editOf } from '../../form/edit-spec.ts';

export const categoryEdit = editOf(categoryRoutes.createCategory, {
  name: 'category.name',
  update: categoryRoutes.updateCategory,
  changes: ['/wms/category', '/wms/product'],
  nameOf: (category, locale) => nameIn(locale, category),
  blank: { sort: 0 },
  carry: ['parentId'],
});
