import type { batchRoutes } from '@kuwei/contract/wms/batch';
import { listPage } from '../../db/list.ts';
import type { Handlers } from '../../http/register.ts';
import { ownerOrg } from '../scope.ts';
import { batchList, getBatch } from './queries.ts';
import { setBatchStatus, updateBatch } from './save.ts';

export const batchHandlers: Handlers<typeof batchRoutes> = {
  listBatches: ({ query }, { db, caller, origin }) => listPage(db, query, batchList(ownerOrg(caller), query, origin.locale)),
  getBatch: ({ params }, { db, caller, origin }) => getBatch(db, ownerOrg(caller), params.id, origin.locale),
  updateBatch: ({ params, body }, context) => updateBatch(context, params.id, body),
  setBatchStatus: ({ params, body }, context) => setBatchStatus(context, params.id, body),
};
