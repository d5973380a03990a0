import type { Locale } from '@kuwei/contract/constants';
import type { QueryOf } from '@kuwei/contract/route';
import type { Box, boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { all, oneRow, orderOf, type List, type SortsOf } from '../../db/list.ts';
import { sortName } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import { like } from '../../db/search.ts';
import type { DB } from '../../db/types.ts';
import { above, below } from '../place/tree-sql.ts';

export type BoxQuery = QueryOf<(typeof boxRoutes)['listBoxes']>;

/** All boxes in use at once: asked box by box, those of a full warehouse would be looked at one after the other. */
const inUse = (orgId: string) => sql`left join (
  with used as materialized (
    select distinct box_id from wms_product_box
     where qty > 0 and warehouse_id in (select id from wms_warehouse where org_id = ${orgId}))
  select box_id from used) o on o.box_id = b.id`;
const LINES = sql`left join (
  select box_id, count(distinct (product_id, owner_org_id)) as lines from wms_product_box where qty > 0 group by 1) l on l.box_id = b.id`;
const VOLUME = sql`left join (
  select s.box_id, sum(s.qty * p.unit_volume_l) as volume from wms_product_box s join wms_product p on p.id = s.product_id
   where s.qty > 0 group by 1) v on v.box_id = b.id`;

/** What an order needs beside the box and where it is. */
const SORTS: SortsOf<BoxQuery> = {
  code: { by: sql`b.code collate wms_natural` },
  container: { by: sql`c.code collate wms_natural` },
  lines: { by: sql`coalesce(l.lines, 0)`, join: LINES },
  usedVolumeL: { by: sql`coalesce(v.volume, 0)`, join: VOLUME },
  updatedAt: { by: sql`b.updated_at` },
};

/**
 * @param orgId organisation that runs the warehouses
 * @param ids of the boxes alone that are asked for
 */
export function boxList(
  orgId: string,
  query: Omit<BoxQuery, 'page' | 'size'>,
  locale: Locale,
  ids?: readonly string[],
): List<Box> {
  const conditions = [sql`w.org_id = ${orgId}`, sql`w.deleted_at is null`, sql`c.deleted_at is null`];
  if (ids !== undefined) conditions.push(sql`b.id = any(${[...ids]}::uuid[])`);
  if (query.ids !== undefined) conditions.push(sql`b.id = any(${query.ids}::uuid[])`);
  if (query.warehouseId !== undefined) conditions.push(sql`b.warehouse_id = ${query.warehouseId}`);
  if (query.containerId !== undefined) conditions.push(sql`b.container_id in ${below(query.containerId)}`);
  if (query.occupied !== undefined) conditions.push(query.occupied ? sql`o.box_id is not null` : sql`o.box_id is null`);
  if (query.state !== undefined) conditions.push(sql`b.state = any(${query.state}::text[])`);
  if (query.type !== undefined) conditions.push(sql`b.type = any(${query.type}::text[])`);
  if (query.q !== undefined) conditions.push(sql`lower(b.code) like ${like(query.q)}`);
  const sort = query.sort ?? 'code';
  const { join = sql`` } = SORTS[sortName(sort)];
  return {
    id: sql`b.id`,
    from: sql`wms_warehouse_box b join wms_container c on c.id = b.container_id join wms_warehouse w on w.id = b.warehouse_id
              ${join} ${query.occupied === undefined ? sql`` : inUse(orgId)} where ${all(conditions)}`,
    order: orderOf(sort, SORTS, sql`b.id`),
    rows: boxRows(locale),
  };
}

const boxRows = (locale: Locale): RawBuilder<Box> => sql<Box>`
  select b.id, b.container_id as "containerId", c.code as "containerCode", c.name as "containerName", c.type as "containerType",
         b.warehouse_id as "warehouseId", ${named(locale, 'w')} as "warehouseName", a.path, b.code, b.row_no as row, b.col_no as col, b.type,
         b.owner_org_id as "ownerOrgId", ${named(locale, 'o')} as "ownerOrgName", b.mix_policy as "mixPolicy", b.max_volume_l as "maxVolumeL",
         b.max_mass_kg as "maxMassKg", b.max_lines as "maxLines", b.remark, b.qr_token as "qrToken", b.state,
         b.lock_reason as "lockReason", s.lines > 0 as occupied, s.lines, s."usedVolumeL", s."usedMassKg",
         a.offered as "conditionsOffered", a.groups as "allowedGroups", s.groups, s.owners,
         b.rev, b.created_at as "createdAt", b.updated_at as "updatedAt", u.name as "updatedBy"
    from page
    join wms_warehouse_box b on b.id = page.id
    join wms_container c on c.id = b.container_id
    join wms_warehouse w on w.id = b.warehouse_id
    left join wms_org o on o.id = b.owner_org_id
    left join sys_user u on u.id = b.updated_by
   cross join lateral ${above(sql`c.id`)} a
   cross join lateral (
         select count(distinct (s.product_id, s.owner_org_id))::int as lines,
                coalesce(sum(s.qty * p.unit_volume_l), 0) as "usedVolumeL",
                coalesce(sum(s.qty * p.unit_mass_kg), 0) as "usedMassKg",
                coalesce(array_agg(distinct p.storage_group) filter (where p.storage_group is not null), '{}') as groups,
                coalesce(array_agg(distinct ${named(locale, 'h')}), '{}') as owners
           from wms_product_box s
           join wms_product p on p.id = s.product_id
           join wms_org h on h.id = s.owner_org_id
          where s.box_id = b.id and s.qty > 0) s`;

/** @throws AppError NOT_FOUND, also for a box of another organisation */
export function getBox(db: Kysely<DB>, orgId: string, which: { id: string } | { qrToken: string }, locale: Locale): Promise<Box> {
  const key = 'id' in which ? sql`b.id = ${which.id}` : sql`b.qr_token = ${which.qrToken}`;
  const ids = sql`select b.id from wms_warehouse_box b join wms_warehouse w on w.id = b.warehouse_id where ${key} and w.org_id = ${orgId}`;
  return oneRow(db, ids, boxRows(locale));
}
