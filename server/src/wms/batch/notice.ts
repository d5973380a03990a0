import type { RolePrefix } from '@kuwei/contract/constants';
import type { Batch } from '@kuwei/contract/wms/batch';
import type { OrgType } from '@kuwei/contract/wms/org';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { notify, type Template } from '../../sys/notify.ts';

const TEMPLATE: Record<'OK' | 'HOLD' | 'RECALLED', Template> = {
  OK: 'msg.batchReleased',
  HOLD: 'msg.batchHeld',
  RECALLED: 'msg.batchRecalled',
};

/** Under which address the members of an organisation look at their stock. */
const SCREENS: Partial<Record<OrgType, RolePrefix>> = { LAB: 'teacher', SUPPLIER: 'supplier', PURCHASE: 'staff' };

/** Everyone in the organisations that own stock of a batch hears what became of it. */
export async function tellOwners(
  context: WriteContext<Caller>,
  batch: Batch,
  status: 'OK' | 'HOLD' | 'RECALLED',
  reason: string,
): Promise<void> {
  const { rows } = await sql<{ type: OrgType; userIds: string[] }>`
    select o.type, array_agg(distinct u.id) as "userIds"
      from wms_org o join wms_org_user m on m.org_id = o.id join sys_user u on u.id = m.user_id
     where o.id in (select owner_org_id from wms_product_box where batch_id = ${batch.id} and qty > 0)
       and u.state = 'ACTIVE' and u.deleted_at is null
     group by 1`.execute(context.trx);
  for (const { type, userIds } of rows) {
    const prefix = SCREENS[type];
    await notify(context, {
      to: userIds,
      kind: status === 'OK' ? 'NOTICE' : 'WARN',
      template: TEMPLATE[status],
      params: { product: batch.productName, batch: batch.batchNo, reason },
      senderId: context.caller.userId,
      about: { bc: 'wms', fc: 'batch', objectId: batch.id },
      link: prefix === undefined ? null : `/${prefix}/wms/product-box/list?batchId=${batch.id}`,
    });
  }
}
