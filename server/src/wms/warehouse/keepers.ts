// Storekeepers of warehouses, as rules count them.
import { sql, type RawBuilder } from 'kysely';
import { maySignIn } from '../../session/may-sign-in.ts';

/**
 * `warehouse_id` and `keepers`, how many of its storekeepers can sign in: those who cannot are no second pair of eyes. People are looked
 * up by key: as a join, the planner reads all accounts.
 */
export const keepersByWarehouse: RawBuilder<unknown> = sql`(
  select k.warehouse_id, count(*)::int as keepers
    from wms_warehouse_keeper k cross join lateral (select from sys_user u where u.id = k.user_id and ${maySignIn} offset 0) u
   group by 1)`;
