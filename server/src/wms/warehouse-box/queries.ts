import type { Locale } from '@kuwei/contract/constants';
import type { QueryOf } from '@kuwei/contract/route';
import type { BoxCount } from '@kuwei/contract/wms/box-count';
import type { Box, boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { conditionsOf, rowsOf, type Joined } from '../../db/columns.ts';
import { inEach } from '../../db/constant-sql.ts';
import { all, oneRow, orderOf, sortName, type List, type SortsOf } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import { like } from '../../db/search.ts';
import type { DB, SysUser, WmsContainer, WmsWarehouseBox } from '../../db/types.ts';
import type { ReadScope } from '../scope.ts';
import { isPlaceVisible } from '../read-conditions.ts';
import { containerAncestry, containerSubtree, type ContainerAncestry } from '../place/tree-sql.ts';

export type BoxQuery = QueryOf<(typeof boxRoutes)['listBoxes']>;

/** Usage of all boxes at once: per box, those of a full warehouse would be looked up one by one. */
const inUse = (readScope: ReadScope) => sql`left join (
  with used as materialized (
    select distinct box_id from wms_product_box
     where qty > 0 and ${readScope.opened === null ? sql`warehouse_id in (select id from wms_warehouse where org_id = ${readScope.own.orgId})` : sql`true`})
  select box_id from used) o on o.box_id = b.id`;
const LINES = sql`left join (
  select box_id, count(distinct (product_id, owner_org_id)) as lines from wms_product_box where qty > 0 group by 1) l on l.box_id = b.id`;
const VOLUME = sql`left join (
  select s.box_id, sum(s.qty * p.unit_volume_l) as volume from wms_product_box s join wms_product p on p.id = s.product_id
   where s.qty > 0 group by 1) v on v.box_id = b.id`;

/** Joins that sort orders need beside the box and its place. */
const SORTS: SortsOf<BoxQuery> = {
  code: { by: sql`b.code collate wms_natural` },
  container: { by: sql`c.code collate wms_natural` },
  lines: { by: sql`coalesce(l.lines, 0)`, join: LINES },
  usedVolumeL: { by: sql`coalesce(v.volume, 0)`, join: VOLUME },
  updatedAt: { by: sql`b.updated_at` },
};

/** @param ids limits to these boxes, if given */
export function boxList(
  readScope: ReadScope,
  query: Omit<BoxQuery, 'page' | 'size'>,
  locale: Locale,
  ids?: readonly string[],
): List<Box> {
  const conditions = [
    isPlaceVisible(readScope, sql`c.id`),
    sql`w.deleted_at is null`,
    sql`c.deleted_at is null`,
    ...(ids === undefined ? [] : [isOneOf(ids)]),
    ...conditionsOf(query, {
      ids: isOneOf,
      warehouseId: (id) => sql`b.warehouse_id = ${id}`,
      containerId: (id) => sql`b.container_id in ${containerSubtree(id)}`,
      occupied: (is) => (is ? sql`o.box_id is not null` : sql`o.box_id is null`),
      state: (states) => sql`b.state = any(${states}::text[])`,
      type: (types) => sql`b.type = any(${types}::text[])`,
      q: (q) => sql`lower(b.code) like ${like(q)}`,
    }),
  ];
  const sort = query.sort ?? 'code';
  const { join = sql`` } = SORTS[sortName(sort)];
  return {
    id: sql`b.id`,
    from: sql`wms_warehouse_box b join wms_container c on c.id = b.container_id join wms_warehouse w on w.id = b.warehouse_id
              ${join} ${query.occupied === undefined ? sql`` : inUse(readScope)} where ${all(conditions)}`,
    order: orderOf(sort, SORTS, sql`b.id`),
    rows: boxRows(locale),
  };
}

const isOneOf = (ids: readonly string[]) => sql`b.id = any(${[...ids]}::uuid[])`;

/** More than this is a mistyped amount, to be shown rather than fail. */
const FULL_MAX = 10_000;

/**
 * Fill level of box `b` in per cent of its tightest limit; null without one.
 * @param used alias of its `volume`, `mass` and `lines`
 */
export const percentFull = (used: 's' | 'x'): RawBuilder<number | null> => {
  const of = (column: string): RawBuilder<unknown> => sql`coalesce(${sql.ref(`${used}.${column}`)}, 0)`;
  return sql<number | null>`round(100 * least(${sql.lit(FULL_MAX)}, greatest(
    ${of('volume')} / b.max_volume_l, ${of('mass')} / b.max_mass_kg, ${of('lines')}::numeric / b.max_lines)))::int`;
};

export const BOX = {
  id: 'b.id',
  containerId: 'b.container_id',
  containerCode: 'c.code',
  containerType: 'c.type',
  warehouseId: 'b.warehouse_id',
  path: 'a.path',
  code: 'b.code',
  row: 'b.row_no',
  col: 'b.col_no',
  type: 'b.type',
  ownerOrgId: 'b.owner_org_id',
  mixPolicy: 'b.mix_policy',
  maxVolumeL: 'b.max_volume_l',
  maxMassKg: 'b.max_mass_kg',
  maxLines: 'b.max_lines',
  remark: 'b.remark',
  qrToken: 'b.qr_token',
  state: 'b.state',
  lockReason: 'b.lock_reason',
  count: sql<BoxCount | null>`wms_box_count(b.id, b.lock_reason)`,
  occupied: sql<boolean>`s.lines > 0`,
  lines: 's.lines',
  usedVolumeL: 's.volume',
  usedMassKg: 's.mass',
  conditionsOffered: 'a.offered',
  allowedGroups: 'a.groups',
  groups: 's.groups',
  owners: 's.owners',
  rev: 'b.rev',
  createdAt: 'b.created_at',
  updatedAt: 'b.updated_at',
  updatedBy: 'u.name',
} as const;

interface Tables {
  b: WmsWarehouseBox;
  c: WmsContainer;
  u: Joined<SysUser>;
  a: ContainerAncestry;
  s: { lines: number; volume: string; mass: string; groups: string[]; owners: string[] };
}

const boxRows = inEach((locale) =>
  rowsOf<Box, Tables>(
    { ...BOX, containerName: named(locale, 'c'), warehouseName: named(locale, 'w'), ownerOrgName: named(locale, 'o') },
    sql`page
    join wms_warehouse_box b on b.id = page.id
    join wms_container c on c.id = b.container_id
    join wms_warehouse w on w.id = b.warehouse_id
    left join wms_org o on o.id = b.owner_org_id
    left join sys_user u on u.id = b.updated_by
   cross join lateral ${containerAncestry(sql`c.id`)} a
   cross join lateral (
         select count(distinct (s.product_id, s.owner_org_id))::int as lines,
                coalesce(sum(s.qty * p.unit_volume_l), 0) as volume,
                coalesce(sum(s.qty * p.unit_mass_kg), 0) as mass,
                coalesce(array_agg(distinct p.storage_group) filter (where p.storage_group is not null), '{}') as groups,
                coalesce(array_agg(distinct ${named(locale, 'h')}), '{}') as owners
           from wms_product_box s
           join wms_product p on p.id = s.product_id
           join wms_org h on h.id = s.owner_org_id
          where s.box_id = b.id and s.qty > 0) s`,
  ),
);

/** @throws AppError NOT_FOUND, also for a box that is not visible */
export function getBox(
  db: Kysely<DB>,
  readScope: ReadScope,
  which: { id: string } | { qrToken: string },
  locale: Locale,
): Promise<Box> {
  const key = 'id' in which ? sql`b.id = ${which.id}` : sql`b.qr_token in (${which.qrToken}, upper(${which.qrToken}))`;
  const ids = sql`select b.id from wms_warehouse_box b join wms_warehouse w on w.id = b.warehouse_id where ${key} and ${isPlaceVisible(readScope, sql`b.container_id`)}`;
  return oneRow(db, ids, boxRows(locale));
}
