// SQL fragments that walk the place tree. Arguments may be columns of the enclosing statement.
import { sql, type RawBuilder } from 'kysely';

/** Ids of a container and its descendants. */
export const containerSubtree = (containerId: RawBuilder<unknown> | string): RawBuilder<unknown> => sql`(
  with recursive sub as (
    select id from wms_container where id = ${containerId}
    union all select child.id from wms_container child join sub on child.parent_id = sub.id where child.deleted_at is null
  ) select id from sub)`;

/** Columns of `above`. */
export interface ContainerAncestry {
  path: string;
  offered: string[];
  groups: string[] | null;
}

/** A container with its ancestors: `path` of codes from the warehouse down, conditions offered, groups allowed. */
export const containerAncestry = (containerId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with recursive up as (
    select id, parent_id, warehouse_id, code, conditions_offered, allowed_groups, 0 as depth
      from wms_container where id = ${containerId}
    union all
    select p.id, p.parent_id, p.warehouse_id, p.code, p.conditions_offered, p.allowed_groups, up.depth + 1
      from up join wms_container p on p.id = up.parent_id
  )
  select (select w.code from wms_warehouse w where w.id = (select warehouse_id from up where depth = 0))
           || ' / ' || string_agg(up.code, ' / ' order by up.depth desc) as path,
         coalesce((select array_agg(distinct x order by x) from up u, unnest(u.conditions_offered) x), '{}') as offered,
         (select u.allowed_groups from up u where u.allowed_groups is not null order by u.depth limit 1) as groups
    from up)`;
