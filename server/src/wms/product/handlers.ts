import { EVENTS } from '@kuwei/contract/event';
import { nameIn } from '@kuwei/contract/name';
import type { productRoutes } from '@kuwei/contract/wms/product';
import { sql, type Kysely } from 'kysely';
import type { Locale } from '@kuwei/contract/constants';
import type { DB } from '../../db/types.ts';
import type { BusEvent } from '../../bus.ts';
import { firstRows } from '../../db/list.ts';
import { anyOf } from '../../db/rows.ts';
import type { Handlers } from '../../http/register.ts';
import { BATCH_MAX, listSelected, forEach, loadSelected } from '../../platform/batch.ts';
import { runImport } from '../../platform/import/import.ts';
import { listImports } from '../../platform/import/history.ts';
import { previewUndo, undoImport } from '../../platform/import/undo.ts';
import { ownReadScopeOrNone } from '../scope.ts';
import { findOpenDocuments } from '../transaction/open-documents.ts';
import {
  getProduct,
  listProducts,
  productList,
  productRows,
  getVisibleProduct,
  selectProducts,
  type ProductQuery,
} from './queries.ts';
import { createProduct, deleteProduct, setProductState, updateProduct } from './save.ts';
import { catalogueTable, countNotAssessed } from './assess.ts';
import { suggestHazards } from './hazard-suggestion.ts';
import { exportProducts } from './export.ts';
import { PRODUCTS } from './record.ts';
import { productKind, productTable, productTemplate } from './workbook.ts';
import { productQuery } from '@kuwei/contract/wms/product';

/** Event to everyone; one without an id for many products. */
const changedEvent = (id?: string): BusEvent => ({ to: 'all', ...EVENTS.product, d: id === undefined ? {} : { id } });

const namedProducts =
  (locale: Locale) =>
  async (db: Kysely<DB>, query: ProductQuery, ids: readonly string[] | undefined): Promise<{ id: string; label: string }[]> => {
    const which = ids === undefined ? [] : [sql`p.id = ${anyOf(ids)}`];
    const found = await firstRows(db, productList(query, locale, productRows, which), BATCH_MAX + 1);
    return found.map((row) => ({ id: row.id, label: nameIn(locale, row) }));
  };

export const productHandlers: Handlers<typeof productRoutes> = {
  selectProducts: ({ query }, { db, caller, origin }) => selectProducts(db, query, caller, origin.locale),
  exportProducts: ({ query }, { db, caller, origin }) => exportProducts(db, query, caller, origin.locale),
  getImportTemplate: (_, { db, origin }) => productTemplate(db, origin.locale),
  importProducts: {
    own: async ({ query, body }, context) => {
      const kind = await productKind(context.db, context.caller.userId, context.origin.locale);
      const reply = await runImport(context, body, query, productTable(kind, context.origin.locale));
      if (reply.written) context.services.bus.publish([changedEvent()]);
      return reply;
    },
  },
  listImports: ({ query }, { db, caller }) => listImports(db, PRODUCTS, query, caller),
  lookAtUndo: async ({ params }, context) =>
    previewUndo(context, await productKind(context.db, context.caller.userId, context.origin.locale), params.import),
  undoImport: async ({ params, body }, context) => {
    const kind = await productKind(context.trx, context.caller.userId, context.origin.locale);
    const reply = await undoImport(context, kind, params.import, body.expected);
    context.emit(changedEvent());
    return reply;
  },
  assessProducts: {
    own: async ({ query, body }, context) => {
      const reply = await runImport(context, body, query, await catalogueTable(context, body.name));
      if (reply.written) context.services.bus.publish([changedEvent()]);
      return reply;
    },
  },
  suggestHazards: ({ query }, { db, origin }) => suggestHazards(db, query.cas, origin.locale),
  countNotAssessed: async (_, { db }) => ({ count: await countNotAssessed(db) }),
  findDocumentsOfProducts: async ({ body }, { db, caller, origin }) => {
    const products = await loadSelected(db, body, productQuery, namedProducts(origin.locale));
    return findOpenDocuments(db, { products: products.map(({ id }) => id) }, ownReadScopeOrNone(caller), origin.locale);
  },
  batchProducts: {
    own: async ({ params, body }, context) => {
      const records = await listSelected(context, body, productQuery, namedProducts(context.origin.locale));
      const reply = await forEach(context, records, (inside, { id }) =>
        params.action === 'delete'
          ? deleteProduct(inside, id)
          : setProductState(inside, id, params.action === 'activate' ? 'ACTIVE' : 'DISABLED'),
      );
      if (reply.done > 0) context.services.bus.publish([changedEvent()]);
      return reply;
    },
  },
  listProducts: ({ query }, { db, caller, origin }) => listProducts(db, query, caller, origin.locale),
  createProduct: async ({ body }, context) => {
    const made = await createProduct(context, body);
    context.emit(changedEvent(made.id));
    return made;
  },
  getProduct: ({ params }, { db, caller }) => getVisibleProduct(db, params.id, caller),
  updateProduct: async ({ params, body }, context) => {
    context.emit(changedEvent(params.id));
    return updateProduct(context, params.id, body);
  },
  setProductState: async ({ params, body }, context) => {
    await setProductState(context, params.id, body.state, body.rev);
    context.emit(changedEvent(params.id));
    return getProduct(context.trx, params.id);
  },
  deleteProduct: async ({ params }, context) => {
    await deleteProduct(context, params.id);
    context.emit(changedEvent(params.id));
    return null;
  },
};
