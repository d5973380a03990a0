import { AppError } from '@kuwei/contract/error';
import type { BodyOf } from '@kuwei/contract/route';
import type { Batch, batchRoutes } from '@kuwei/contract/wms/batch';
import { batchMoves, mayMove } from '@kuwei/contract/wms/state-moves';
import { mustStillMay } from '../../auth/session/still.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { changesOf, valuesOf } from '../../db/columns.ts';
import { updateRow } from '../../db/rows.ts';
import { mustBeRev } from '../../db/stale.ts';
import { ownSight, type Sight } from '../scope.ts';
import { tellOwners } from './notice.ts';
import { BATCH, getBatch } from './queries.ts';

type Dates = BodyOf<(typeof batchRoutes)['updateBatch']>;
type Status = BodyOf<(typeof batchRoutes)['setBatchStatus']>;

/** @throws AppError BATCH_DATES */
export async function updateBatch(context: WriteContext<Caller>, id: string, { rev, ...form }: Dates): Promise<Batch> {
  const { trx, caller, origin } = context;
  const own = ownSight(caller);
  const before = await lock(context, own, id);
  mustBeRev(before.rev, rev);
  const { madeOn, expiresOn } = form;
  if (madeOn !== null && expiresOn !== null && expiresOn < madeOn) throw new AppError('BATCH_DATES', { field: 'expiresOn' });
  await updateRow(context, 'wms_batch', before, valuesOf('b', BATCH, form));
  context.logChange({ entity: 'wms_batch', id, change: changesOf(before, form) });
  return getBatch(trx, own, id, origin.locale);
}

/**
 * Holds, recalls or releases a batch and tells the owners of its stock. From the commit on nothing of it can be promised or
 * taken out: what is on its way out right now is waited for.
 * @throws AppError ILLEGAL_TRANSITION
 */
export async function setBatchStatus(context: WriteContext<Caller>, id: string, { status, reason, rev }: Status): Promise<Batch> {
  const { trx, caller, origin } = context;
  const own = ownSight(caller);
  const before = await lock(context, own, id);
  mustBeRev(before.rev, rev);
  if (!mayMove(batchMoves, before.status, status))
    throw new AppError('ILLEGAL_TRANSITION', { data: { from: before.status, to: status } });
  await trx.selectFrom('wms_product_box').where('batch_id', '=', id).select('id').orderBy('id').forNoKeyUpdate().execute();
  await updateRow(context, 'wms_batch', before, { status, status_reason: reason });
  await tellOwners(context, before, status, reason);
  context.logChange({ entity: 'wms_batch', id, change: { status: [before.status, status], reason } });
  return getBatch(trx, own, id, origin.locale);
}

async function lock({ trx, caller, origin }: WriteContext<Caller>, own: Sight, id: string): Promise<Batch> {
  await trx.selectFrom('wms_batch').where('id', '=', id).select('id').forNoKeyUpdate().execute();
  await mustStillMay(trx, caller);
  return getBatch(trx, own, id, origin.locale);
}
