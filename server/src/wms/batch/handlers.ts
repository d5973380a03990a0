import type { batchRoutes } from '@kuwei/contract/wms/batch';
import { everyRow, listPage } from '../../db/list.ts';
import type { Handlers } from '../../http/register.ts';
import { say } from '../../phrase.ts';
import { dicNames } from '../../sys/dic-names.ts';
import { cellsOf, numberCell, sheetOf, type Column } from '../../sys/workbook.ts';
import { ownerOrg } from '../scope.ts';
import { batchList, getBatch } from './queries.ts';
import { setBatchStatus, updateBatch } from './save.ts';

const columns: Column[] = [
  { key: 'batchNo', phrase: 'batch.no' },
  { key: 'status', phrase: 'batch.status', width: 10 },
  { key: 'productCode', phrase: 'wms.product.code', width: 18 },
  { key: 'productName', phrase: 'wms.product.name', width: 30 },
  { key: 'qty', phrase: 'batch.qty', width: 10 },
  { key: 'baseUnit', phrase: 'wms.product.baseUnit', width: 10 },
  { key: 'madeOn', phrase: 'batch.madeOn', width: 12, as: 'day' },
  { key: 'expiresOn', phrase: 'batch.expiresOn', width: 12, as: 'day' },
  { key: 'statusReason', phrase: 'batch.reason', width: 30 },
];

export const batchHandlers: Handlers<typeof batchRoutes> = {
  listBatches: ({ query }, { db, caller, origin }) => listPage(db, query, batchList(ownerOrg(caller), query, origin.locale)),
  exportBatches: async ({ query }, { db, caller, origin: { locale } }) => {
    const unit = await dicNames(db, 'WMS_UNIT', locale);
    const cells = cellsOf(await everyRow(db, batchList(ownerOrg(caller), query, locale)), (row) => ({
      batchNo: row.batchNo,
      status: say(locale, `wms.batch.status.${row.status}`),
      productCode: row.productCode,
      productName: row.productName,
      qty: numberCell(row.qty),
      baseUnit: unit(row.baseUnit),
      madeOn: row.madeOn,
      expiresOn: row.expiresOn,
      statusReason: row.statusReason,
    }));
    return sheetOf('batches', columns, cells, locale);
  },
  getBatch: ({ params }, { db, caller, origin }) => getBatch(db, ownerOrg(caller), params.id, origin.locale),
  updateBatch: ({ params, body }, context) => updateBatch(context, params.id, body),
  setBatchStatus: ({ params, body }, context) => setBatchStatus(context, params.id, body),
};
