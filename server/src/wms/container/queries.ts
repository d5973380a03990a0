import type { Locale } from '@kuwei/contract/constants';
import type { QueryOf } from '@kuwei/contract/route';
import type { Container, ContainerNode, containerRoutes } from '@kuwei/contract/wms/container';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { all, oneRow, orderOf, type List, type SortsOf } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import { like } from '../../db/search.ts';
import type { DB } from '../../db/types.ts';
import { above } from '../place/tree-sql.ts';

export type ContainerQuery = QueryOf<(typeof containerRoutes)['listContainers']>;

const SORTS: SortsOf<ContainerQuery> = {
  code: { by: sql`c.code collate wms_natural` },
  name: { by: sql`c.name collate "zh-x-icu"` },
  type: { by: sql`c.type` },
  warehouse: { by: sql`w.code collate wms_natural` },
  updatedAt: { by: sql`c.updated_at` },
};

/** @param orgId organisation that runs the warehouses */
export function containerList(orgId: string, query: Omit<ContainerQuery, 'page' | 'size'>, locale: Locale): List<Container> {
  const conditions = [sql`w.org_id = ${orgId}`, sql`w.deleted_at is null`, sql`c.deleted_at is null`];
  if (query.warehouseId !== undefined) conditions.push(sql`c.warehouse_id = ${query.warehouseId}`);
  if (query.parentId !== undefined) conditions.push(sql`c.parent_id = ${query.parentId}`);
  if (query.type !== undefined) conditions.push(sql`c.type = any(${query.type}::text[])`);
  if (query.condition !== undefined) conditions.push(sql`${query.condition} = any(c.conditions_offered)`);
  if (query.q !== undefined) {
    const pattern = like(query.q);
    conditions.push(sql`(lower(c.code) like ${pattern} or lower(c.name) like ${pattern})`);
  }
  return {
    id: sql`c.id`,
    from: sql`wms_container c join wms_warehouse w on w.id = c.warehouse_id where ${all(conditions)}`,
    order: orderOf(query.sort ?? 'code', SORTS, sql`c.id`),
    rows: containerRows(locale),
  };
}

/** Boxes and what is used count everything below as well, as the limits do. */
const containerRows = (locale: Locale): RawBuilder<Container> => sql<Container>`
  select c.id, c.warehouse_id as "warehouseId", w.code as "warehouseCode", ${named(locale, 'w')} as "warehouseName", c.parent_id as "parentId",
         p.code as "parentCode", a.path, c.type, c.code, c.name, c.conditions_offered as "conditionsOffered",
         c.allowed_groups as "allowedGroups", c.hazard_allowed as "hazardAllowed", c.dual_lock as "dualLock",
         c.max_volume_l as "maxVolumeL", c.max_mass_kg as "maxMassKg", c.rows, c.cols, c.remark, c.state, c.rev,
         c.created_at as "createdAt", c.updated_at as "updatedAt", u.name as "updatedBy",
         a.offered as "conditionsInside", a.groups as "groupsInside", coalesce(s.boxes, 0) as boxes,
         coalesce(s.occupied, 0) as "occupiedBoxes", coalesce(s.volume, 0) as "usedVolumeL", coalesce(s.mass, 0) as "usedMassKg"
    from page
    join wms_container c on c.id = page.id
    join wms_warehouse w on w.id = c.warehouse_id
    left join wms_container p on p.id = c.parent_id
    left join sys_user u on u.id = c.updated_by
   cross join lateral ${above(sql`c.id`)} a
    left join (
         with recursive inside as (
           select page.id as root, page.id from page
           union all
           select i.root, x.id from inside i join wms_container x on x.parent_id = i.id where x.deleted_at is null)
         select i.root, count(distinct b.id) filter (where b.state <> 'RETIRED')::int as boxes,
                count(distinct s.box_id)::int as occupied, sum(s.qty * q.unit_volume_l) as volume, sum(s.qty * q.unit_mass_kg) as mass
           from inside i
           join wms_warehouse_box b on b.container_id = i.id
           left join wms_product_box s on s.box_id = b.id and s.qty > 0
           left join wms_product q on q.id = s.product_id
          group by 1) s on s.root = c.id`;

/** @throws AppError NOT_FOUND, also for a container of another organisation */
export const getContainer = (db: Kysely<DB>, orgId: string, id: string, locale: Locale): Promise<Container> =>
  oneRow(
    db,
    sql`select c.id from wms_container c join wms_warehouse w on w.id = c.warehouse_id
         where c.id = ${id} and w.org_id = ${orgId} and c.deleted_at is null`,
    containerRows(locale),
  );

/** Every container of the organisation's warehouses; boxes are counted where they are and in everything above. */
export async function getTree(db: Kysely<DB>, orgId: string, warehouseId: string | undefined): Promise<ContainerNode[]> {
  const { rows } = await sql<ContainerNode>`
    select c.id, c.parent_id as "parentId", c.warehouse_id as "warehouseId", c.type, c.code, c.name,
           coalesce(b.boxes, 0) as boxes, coalesce(b.occupied, 0) as "occupiedBoxes"
      from wms_container c
      join wms_warehouse w on w.id = c.warehouse_id
      left join (select b.container_id, count(*)::int as boxes,
                        count(*) filter (where exists (select from wms_product_box s where s.box_id = b.id and s.qty > 0))::int as occupied
                   from wms_warehouse_box b
                  where b.state <> 'RETIRED' and b.warehouse_id in (select id from wms_warehouse where org_id = ${orgId})
                  group by 1) b on b.container_id = c.id
     where w.org_id = ${orgId} and w.deleted_at is null and c.deleted_at is null
       and ${warehouseId === undefined ? sql`true` : sql`c.warehouse_id = ${warehouseId}`}
     order by w.code collate wms_natural, c.code collate wms_natural`.execute(db);
  const nodes = new Map(rows.map((node) => [node.id, { ...node }]));
  for (const { boxes, occupiedBoxes, parentId } of rows) {
    for (let up = parentId; up !== null; up = nodes.get(up)!.parentId) {
      nodes.get(up)!.boxes += boxes;
      nodes.get(up)!.occupiedBoxes += occupiedBoxes;
    }
  }
  return [...nodes.values()];
}
