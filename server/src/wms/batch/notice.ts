import type { Batch } from '@kuwei/contract/wms/batch';
import type { Caller, WriteContext } from '../../context.ts';
import type { Template } from '../../platform/msg-inbox/messages.ts';
import { notifyOrgs } from '../owners.ts';
import { productNames } from '../product/queries.ts';
import { notifyTrouble } from '../transaction/trouble.ts';

const TEMPLATE: Record<'OK' | 'HOLD' | 'RECALLED', Template> = {
  OK: 'msg.batchReleased',
  HOLD: 'msg.batchHeld',
  RECALLED: 'msg.batchRecalled',
};

const TROUBLE = { OK: null, HOLD: 'msg.troubleHeld', RECALLED: 'msg.troubleRecalled' } as const;

/**
 * Notifies organisations with stock of a batch, or with the batch in an open document, of its new status.
 * @param isTwin a batch whose number differs only in letter case: its incoming goods are covered by the notice of the first
 */
export async function notifyOwners(
  context: WriteContext<Caller>,
  batch: Pick<Batch, 'id' | 'productId' | 'batchNo'>,
  { status, reason, isTwin }: { status: 'OK' | 'HOLD' | 'RECALLED'; reason: string; isTwin: boolean },
): Promise<void> {
  const owners = await context.trx
    .selectFrom('wms_product_box')
    .where('batch_id', '=', batch.id)
    .where('qty', '>', '0')
    .select('owner_org_id')
    .distinct()
    .execute();
  await notifyOrgs(
    context,
    owners.map((row) => row.owner_org_id),
    {
      template: TEMPLATE[status],
      params: { product: await productNames(context.trx, batch.productId), batch: batch.batchNo, reason },
      about: { bc: 'wms', fc: 'batch', objectId: batch.id },
      page: `wms/product-box/list?batchId=${batch.id}`,
    },
  );
  await notifyTrouble(
    context,
    { batch: batch.id, productId: batch.productId, batchNo: isTwin ? null : batch.batchNo },
    TROUBLE[status],
    {
      batch: batch.batchNo,
      reason,
    },
  );
}
