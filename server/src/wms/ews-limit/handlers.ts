import type { Limit, limitRoutes } from '@kuwei/contract/wms/ews-product';
import type { Handlers } from '../../http/register.ts';
import { dicNames, type Names } from '../../platform/dic/names.ts';
import { readHandlers } from '../../platform/record.ts';
import { numberCell, type SheetColumns } from '../../platform/workbook/workbook.ts';
import { ownReadScope, readScopeOf } from '../scope.ts';
import { getLimit, getOrg, limitList, selectOrgs, type LimitQuery } from './queries.ts';
import { createLimit, deleteLimit, updateLimit } from './save.ts';

const sheet = (unit: Names): SheetColumns<Limit, 'id' | 'orgId' | 'warehouseId' | 'productId' | 'categoryId' | 'rev'> => ({
  orgName: { phrase: 'wms.stock.owner', width: 24 },
  warehouseName: { phrase: 'wms.stock.warehouse', width: 18 },
  productCode: { phrase: 'wms.product.code', width: 18 },
  productName: { phrase: 'wms.product.name', width: 30 },
  categoryName: { phrase: 'wms.limit.category', width: 18 },
  minQty: { phrase: 'wms.limit.minQty', width: 12, cell: ({ minQty }) => numberCell(minQty) },
  maxQty: { phrase: 'wms.limit.maxQty', width: 12, cell: ({ maxQty }) => numberCell(maxQty) },
  qty: { phrase: 'wms.warning.usable', width: 12, cell: ({ qty }) => numberCell(qty) },
  baseUnit: { phrase: 'wms.product.baseUnit', width: 10, cell: ({ baseUnit }) => (baseUnit === null ? null : unit(baseUnit)) },
  expiryDays: { phrase: 'wms.limit.expiryDays', width: 12 },
  updatedAt: { phrase: 'list.updated', width: 18, as: 'moment' },
  updatedBy: { phrase: 'wms.limit.updatedBy', width: 14 },
});

const reads = readHandlers<Limit, LimitQuery>({
  find: (db, id, { caller, origin }) => getLimit(db, readScopeOf(caller), id, origin.locale),
  list: (query, { caller, origin, action }) => limitList(readScopeOf(caller, action), query, origin.locale),
  sheet: ['limits', async ({ origin: { locale } }, db) => sheet(await dicNames(db, 'WMS_UNIT', locale))],
});

export const limitHandlers: Handlers<typeof limitRoutes> = {
  selectLimitOrgs: ({ query }, { db, caller, origin }) => selectOrgs(db, ownReadScope(caller), query, origin.locale),
  getLimitOrg: ({ params }, { db, caller, origin }) => getOrg(db, ownReadScope(caller), params.id, origin.locale),
  exportLimits: reads.export,
  listLimits: reads.list,
  createLimit: ({ body }, context) => createLimit(context, body),
  getLimit: reads.get,
  updateLimit: ({ params, body }, context) => updateLimit(context, params.id, body),
  deleteLimit: ({ params }, context) => deleteLimit(context, params.id),
};
