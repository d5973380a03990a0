import type { Locale } from '@kuwei/contract/constants';
import type { Batch, batchRoutes } from '@kuwei/contract/wms/batch';
import type { Handlers } from '../../http/register.ts';
import { say } from '../../phrase.ts';
import { dicNames, type Names } from '../../platform/dic/names.ts';
import { readHandlers } from '../../platform/record.ts';
import { numberCell, type SheetColumns } from '../../platform/workbook/workbook.ts';
import { readScopeOf } from '../scope.ts';
import { batchList, getBatch, type BatchQuery } from './queries.ts';
import { setBatchStatus, updateBatch } from './save.ts';

const sheet = (locale: Locale, unit: Names): SheetColumns<Batch, 'id' | 'productId' | 'rev' | 'updatedAt'> => ({
  batchNo: { phrase: 'batch.no' },
  status: { phrase: 'batch.status', width: 10, cell: ({ status }) => say(locale, `wms.batch.status.${status}`) },
  productCode: { phrase: 'wms.product.code', width: 18 },
  productName: { phrase: 'wms.product.name', width: 30 },
  qty: { phrase: 'batch.qty', width: 10, cell: ({ qty }) => numberCell(qty) },
  baseUnit: { phrase: 'wms.product.baseUnit', width: 10, cell: ({ baseUnit }) => unit(baseUnit) },
  madeOn: { phrase: 'batch.madeOn', width: 12, as: 'day' },
  expiresOn: { phrase: 'batch.expiresOn', width: 12, as: 'day' },
  statusReason: { phrase: 'batch.reason', width: 30 },
});

const reads = readHandlers<Batch, BatchQuery>({
  find: (db, id, { caller, origin }) => getBatch(db, readScopeOf(caller), id, origin.locale),
  list: (query, { caller, origin, action }, db) => batchList(db, readScopeOf(caller, action), query, origin.locale),
  sheet: ['batches', async ({ origin: { locale } }, db) => sheet(locale, await dicNames(db, 'WMS_UNIT', locale))],
});

export const batchHandlers: Handlers<typeof batchRoutes> = {
  listBatches: reads.list,
  exportBatches: reads.export,
  getBatch: reads.get,
  updateBatch: ({ params, body }, context) => updateBatch(context, params.id, body),
  setBatchStatus: ({ params, body }, context) => setBatchStatus(context, params.id, body),
};
