// Storekeepers of warehouses, as counted by rules.
import { WMS_ROLES } from '@kuwei/contract/access';
import { sql, type RawBuilder } from 'kysely';
import { isHolder } from '../../platform/people.ts';
import { maySignIn } from '../../session/may-sign-in.ts';

/** Whether user `u` can act as a storekeeper of `w`. */
export const mayKeep = sql<boolean>`(${maySignIn} and ${isHolder(sql`u.id`, sql`${[WMS_ROLES.box]}::text[]`, sql`w.org_id`)})`;

/**
 * `warehouse_id` and `keepers`, the number of its storekeepers who can sign in; others cannot act as a second person. Users are
 * looked up by key: with a join, the planner reads all accounts.
 */
export const keepersByWarehouse: RawBuilder<unknown> = sql`(
  select k.warehouse_id, count(*)::int as keepers
    from wms_warehouse_keeper k cross join lateral (select from sys_user u where u.id = k.user_id and ${maySignIn} offset 0) u
   group by 1)`;
