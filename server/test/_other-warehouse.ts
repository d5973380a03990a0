// A second warehouse organisation with staff, which the first one's people must never see or change.
import { WMS_ROLES as R } from '@kuwei/contract/access';
import type { Kysely } from 'kysely';
import { newId } from '../src/db/id.ts';
import type { DB } from '../src/db/types.ts';

/** User name of a person with every right in the other warehouse, and none in the first. */
export const OTHER_MANAGER = 'manager-b';
export const OTHER_ORG = 'WAREHOUSE-B';

export async function addOtherWarehouse(db: Kysely<DB>): Promise<void> {
  const orgId = newId();
  await db.insertInto('wms_org').values({ id: orgId, code: OTHER_ORG, name: '另一仓储中心', type: 'WAREHOUSE' }).execute();
  for (const username of [OTHER_MANAGER, 'keeper-b']) {
    const id = newId();
    await db.insertInto('sys_user').values({ id, username, name: username }).execute();
    await db
      .insertInto('sys_user_role')
      .values(['ROLE_WAREHOUSE_ADMIN', ...Object.values(R)].map((role_code) => ({ user_id: id, role_code })))
      .execute();
    await db.insertInto('wms_org_user').values({ org_id: orgId, user_id: id, relation: 'LEADER' }).execute();
  }
}
