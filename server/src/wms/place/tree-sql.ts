// Pieces of SQL that walk the place tree.
import { sql, type RawBuilder } from 'kysely';

/** Ids of a container and of everything below it. */
export const below = (containerId: RawBuilder<unknown> | string): RawBuilder<unknown> => sql`(
  with recursive sub as (
    select id from wms_container where id = ${containerId}
    union all select c.id from wms_container c join sub on c.parent_id = sub.id where c.deleted_at is null
  ) select id from sub)`;

/** What is above a container, itself included: `path` by codes from the warehouse down, conditions offered, groups allowed. */
export const above = (containerId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with recursive up as (
    select c.id, c.parent_id, c.warehouse_id, c.code, c.conditions_offered, c.allowed_groups, 0 as depth
      from wms_container c where c.id = ${containerId}
    union all
    select c.id, c.parent_id, c.warehouse_id, c.code, c.conditions_offered, c.allowed_groups, up.depth + 1
      from up join wms_container c on c.id = up.parent_id
  )
  select (select w.code from wms_warehouse w where w.id = (select warehouse_id from up where depth = 0))
           || ' / ' || string_agg(up.code, ' / ' order by up.depth desc) as path,
         coalesce((select array_agg(distinct x order by x) from up u, unnest(u.conditions_offered) x), '{}') as offered,
         (select u.allowed_groups from up u where u.allowed_groups is not null order by u.depth limit 1) as groups
    from up)`;
