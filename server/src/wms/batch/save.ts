import { AppError } from '@kuwei/contract/error';
import type { BodyOf } from '@kuwei/contract/route';
import type { Batch, batchRoutes } from '@kuwei/contract/wms/batch';
import { batchMoves, mayMove } from '@kuwei/contract/wms/state-moves';
import { sql } from 'kysely';
import { recheckAuthorization } from '../../session/recheck.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { changesOf, valuesOf } from '../../db/columns.ts';
import { anyOf, updateRow } from '../../db/rows.ts';
import type { Trx } from '../../db/open.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import { ownReadScope, type ReadScope } from '../scope.ts';
import { foldedBatchNo } from './by-number.ts';
import { notifyOwners } from './notice.ts';
import { BATCH, getBatch } from './queries.ts';

type Dates = BodyOf<(typeof batchRoutes)['updateBatch']>;
type Status = BodyOf<(typeof batchRoutes)['setBatchStatus']>;

/** @throws AppError BATCH_DATES */
export async function updateBatch(context: WriteContext<Caller>, id: string, { rev, ...form }: Dates): Promise<Batch> {
  const { trx, caller, origin } = context;
  const own = ownReadScope(caller);
  const before = await lock(context, own, id);
  assertRevision(before.rev, rev);
  const { madeOn, expiresOn } = form;
  if (madeOn !== null && expiresOn !== null && expiresOn < madeOn) throw new AppError('BATCH_DATES', { field: 'expiresOn' });
  await updateRow(context, 'wms_batch', before, valuesOf('b', BATCH, form));
  context.logChange({ entity: 'wms_batch', id, change: changesOf(before, form) });
  return getBatch(trx, own, id, origin.locale);
}

/**
 * Holds, recalls or releases a batch and its twins, and notifies the owners of their stock.
 * Waits for postings in progress; from the commit on, nothing of it can be reserved or issued.
 * @throws AppError ILLEGAL_TRANSITION
 */
export async function setBatchStatus(context: WriteContext<Caller>, id: string, { status, reason, rev }: Status): Promise<Batch> {
  const { trx, caller, origin } = context;
  const own = ownReadScope(caller);
  const before = await lock(context, own, id);
  assertRevision(before.rev, rev);
  if (!mayMove(batchMoves, before.status, status))
    throw new AppError('ILLEGAL_TRANSITION', { data: { from: before.status, to: status } });
  const twins = (await listCaseVariants(trx, before)).filter((twin) => mayMove(batchMoves, twin.status, status));
  const ids = [id, ...twins.map((twin) => twin.id)];
  await trx
    .selectFrom('wms_product_box')
    .where('batch_id', '=', anyOf(ids))
    .select('id')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  for (const batch of [before, ...twins]) {
    await updateRow(context, 'wms_batch', batch, { status, status_reason: reason });
    await notifyOwners(context, batch, { status, reason, isTwin: batch !== before });
    context.logChange({ entity: 'wms_batch', id: batch.id, change: { status: [batch.status, status], reason } });
  }
  return getBatch(trx, own, id, origin.locale);
}

/** Batches whose numbers differ only in letter case, from before numbers were normalized. */
const listCaseVariants = (
  trx: Trx,
  { id, productId, batchNo }: Batch,
): Promise<Pick<Batch, 'id' | 'productId' | 'batchNo' | 'status' | 'rev'>[]> =>
  trx
    .selectFrom('wms_batch')
    .where('product_id', '=', productId)
    .where('folded', '=', foldedBatchNo(sql`${batchNo}`))
    .where('id', '<>', id)
    .select(['id', 'product_id as productId', 'batch_no as batchNo', 'status', 'rev'])
    .orderBy('twin')
    .execute();

async function lock({ trx, caller, origin }: WriteContext<Caller>, own: ReadScope, id: string): Promise<Batch> {
  // Locks all twins in one order, since two users may have opened different ones.
  await sql`
    select from wms_batch b where (b.product_id, b.folded) = (select k.product_id, k.folded from wms_batch k where k.id = ${id})
     order by b.twin for no key update`.execute(trx);
  await recheckAuthorization(trx, caller);
  return getBatch(trx, own, id, origin.locale);
}
