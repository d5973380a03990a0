import * as z from 'zod/mini';
import { WMS_ROLES as R } from '../kit/access.ts';
import * as f from '../kit/field.ts';
import { routesOn } from '../kit/route.ts';
import { PRODUCT_READERS } from './product.ts';

export const categoryForm = z.strictObject({
  code: f.code,
  name: f.name(100),
  nameEn: f.maybeName(100),
  parentId: f.maybe(f.id),
  sort: z._default(z.int(), 0),
});
const category = z.object({ id: z.string(), ...categoryForm.shape, products: z.int(), rev: z.int() });
export type Category = z.infer<typeof category>;

const KEEP = [R.product] as const;
const params = z.strictObject({ id: f.id });

/** Categories are few: the whole tree is returned as one list. */
export const categoryRoutes = routesOn('WMS_PRODUCT', {
  listCategories: {
    method: 'GET',
    path: '/wms/category',
    summary: 'All product categories',
    needs: PRODUCT_READERS,
    reply: z.array(category),
  },
  exportCategories: {
    method: 'GET',
    path: '/wms/category/export',
    summary: 'All product categories as a workbook',
    needs: PRODUCT_READERS,
    reply: 'sheet',
  },
  createCategory: {
    method: 'POST',
    path: '/wms/category',
    summary: 'Create a category',
    needs: KEEP,
    body: categoryForm,
    reply: category,
    errors: ['CODE_TAKEN', 'TOO_DEEP'],
  },
  updateCategory: {
    method: 'PUT',
    path: '/wms/category/{id}',
    summary: 'Change a category',
    needs: KEEP,
    params,
    body: f.updateOf(categoryForm),
    reply: category,
    errors: ['STALE', 'CODE_TAKEN', 'CYCLE', 'TOO_DEEP'],
  },
  deleteCategory: {
    method: 'DELETE',
    path: '/wms/category/{id}',
    summary: 'Delete an empty category',
    needs: KEEP,
    params,
    reply: z.null(),
    errors: ['IN_USE'],
  },
});
