import type { productRoutes } from '@kuwei/contract/wms/product';
import type { Handlers } from '../../http/register.ts';
import { batchRecords } from '../../sys/batch.ts';
import { forEach, runImport } from '../../sys/import.ts';
import { sheetOf } from '../../sys/workbook.ts';
import { getProduct, listProducts, productRows, selectProducts } from './queries.ts';
import { createProduct, deleteProduct, setProductState, updateProduct } from './save.ts';
import { exportProducts, productColumns, productImporter } from './workbook.ts';
import { productQuery } from '@kuwei/contract/wms/product';

export const productHandlers: Handlers<typeof productRoutes> = {
  selectProducts: ({ query }, { db }) => selectProducts(db, query),
  exportProducts: async ({ query }, { db, origin }) =>
    sheetOf('products', productColumns, exportProducts(db, query), origin.locale),
  getImportTemplate: async (_, { origin }) => sheetOf('products-template', productColumns, [], origin.locale),
  importProducts: {
    own: async ({ query, body }, context) => runImport(context, body, query, await productImporter(context)),
  },
  batchProducts: {
    own: async ({ params, body }, context) => {
      const { db } = context;
      const records = await batchRecords(body, productQuery, (query, ids) =>
        productRows(db, query)
          .$if(ids !== undefined, (qb) => qb.where('p.id', 'in', ids!))
          .select('p.name as label')
          .execute(),
      );
      return forEach(context, records, (inside, { id }) =>
        params.action === 'delete'
          ? deleteProduct(inside, id)
          : setProductState(inside, id, params.action === 'activate' ? 'ACTIVE' : 'DISABLED'),
      );
    },
  },
  listProducts: ({ query }, { db }) => listProducts(db, query),
  createProduct: ({ body }, context) => createProduct(context, body),
  getProduct: ({ params }, { db }) => getProduct(db, params.id),
  updateProduct: ({ params, body }, context) => updateProduct(context, params.id, body),
  setProductState: async ({ params, body }, context) => {
    await setProductState(context, params.id, body.state, body.rev);
    return getProduct(context.trx, params.id);
  },
  deleteProduct: async ({ params }, context) => {
    await deleteProduct(context, params.id);
    return null;
  },
};
