import type { Batch } from '@kuwei/contract/wms/batch';
import type { Caller, WriteContext } from '../../context.ts';
import type { Template } from '../../sys/notify.ts';
import { tellOrgs } from '../owners.ts';
import { productNames } from '../product/queries.ts';

const TEMPLATE: Record<'OK' | 'HOLD' | 'RECALLED', Template> = {
  OK: 'msg.batchReleased',
  HOLD: 'msg.batchHeld',
  RECALLED: 'msg.batchRecalled',
};

/** The organisations that own stock of a batch hear what became of it. */
export async function tellOwners(
  context: WriteContext<Caller>,
  batch: Batch,
  status: 'OK' | 'HOLD' | 'RECALLED',
  reason: string,
): Promise<void> {
  const owners = await context.trx
    .selectFrom('wms_product_box')
    .where('batch_id', '=', batch.id)
    .where('qty', '>', '0')
    .select('owner_org_id')
    .distinct()
    .execute();
  await tellOrgs(
    context,
    owners.map((row) => row.owner_org_id),
    {
      kind: status === 'OK' ? 'NOTICE' : 'WARN',
      template: TEMPLATE[status],
      params: { product: await productNames(context.trx, batch.productId), batch: batch.batchNo, reason },
      about: { bc: 'wms', fc: 'batch', objectId: batch.id },
      page: `wms/product-box/list?batchId=${batch.id}`,
    },
  );
}
