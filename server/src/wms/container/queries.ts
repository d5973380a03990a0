import type { Locale } from '@kuwei/contract/constants';
import type { QueryOf } from '@kuwei/contract/route';
import type { Container, ContainerNode, containerRoutes } from '@kuwei/contract/wms/container';
import { sql, type Kysely } from 'kysely';
import { conditionsOf, pick, rowsOf, type Joined, type Narrowed } from '../../db/columns.ts';
import { inEach } from '../../db/constant-sql.ts';
import { all, oneRow, orderOf, type List, type SortsOf } from '../../db/list.ts';
import { byName, named, matchesNameOrCode } from '../../db/named.ts';
import type { DB, SysUser, WmsContainer, WmsWarehouse } from '../../db/types.ts';
import { containerAncestry, type ContainerAncestry } from '../place/tree-sql.ts';
import type { ReadScope } from '../scope.ts';
import { isPlaceVisible } from '../read-conditions.ts';

export type ContainerQuery = QueryOf<(typeof containerRoutes)['listContainers']>;

const sortsFor = (locale: Locale): SortsOf<ContainerQuery> => ({
  code: { by: sql`c.code collate wms_natural` },
  name: { by: byName(locale, 'c') },
  type: { by: sql`c.type` },
  warehouse: { by: sql`w.code collate wms_natural` },
  updatedAt: { by: sql`c.updated_at` },
});

export function containerList(
  readScope: ReadScope,
  query: Omit<ContainerQuery, 'page' | 'size'>,
  locale: Locale,
): List<Container> {
  const conditions = [
    isPlaceVisible(readScope, sql`c.id`),
    sql`w.deleted_at is null`,
    sql`c.deleted_at is null`,
    ...conditionsOf(query, {
      warehouseId: (id) => sql`c.warehouse_id = ${id}`,
      parentId: (id) => sql`c.parent_id = ${id}`,
      type: (types) => sql`c.type = any(${types}::text[])`,
      condition: (code) => sql`${code} = any(c.conditions_offered)`,
      q: (q) => matchesNameOrCode('c', q),
    }),
  ];
  return {
    id: sql`c.id`,
    from: sql`wms_container c join wms_warehouse w on w.id = c.warehouse_id where ${all(conditions)}`,
    order: orderOf(query.sort ?? 'code', sortsFor(locale), sql`c.id`),
    rows: containerRows(locale),
  };
}

export const CONTAINER = {
  id: 'c.id',
  warehouseId: 'c.warehouse_id',
  warehouseCode: 'w.code',
  parentId: 'c.parent_id',
  parentCode: 'p.code',
  path: 'a.path',
  type: 'c.type',
  code: 'c.code',
  name: 'c.name',
  nameEn: 'c.name_en',
  conditionsOffered: 'c.conditions_offered',
  allowedGroups: 'c.allowed_groups',
  hazardAllowed: 'c.hazard_allowed',
  dualLock: 'c.dual_lock',
  maxVolumeL: 'c.max_volume_l',
  maxMassKg: 'c.max_mass_kg',
  rows: 'c.rows',
  cols: 'c.cols',
  remark: 'c.remark',
  state: 'c.state',
  rev: 'c.rev',
  createdAt: 'c.created_at',
  updatedAt: 'c.updated_at',
  updatedBy: 'u.name',
  conditionsInside: 'a.offered',
  groupsInside: 'a.groups',
  // Usage includes the subtree, as limits do.
  boxes: sql<number>`coalesce(s.boxes, 0)`,
  occupiedBoxes: sql<number>`coalesce(s.occupied, 0)`,
  usedVolumeL: sql<string>`coalesce(s.volume, 0)`,
  usedMassKg: sql<string>`coalesce(s.mass, 0)`,
} as const;

export type ContainerTable = Narrowed<WmsContainer, { allowed_groups: Container['allowedGroups'] }>;

interface Tables {
  c: ContainerTable;
  w: WmsWarehouse;
  p: Joined<WmsContainer>;
  u: Joined<SysUser>;
  a: ContainerAncestry;
}

const containerRows = inEach((locale) =>
  rowsOf<Container, Tables>(
    { ...CONTAINER, warehouseName: named(locale, 'w') },
    sql`page
    join wms_container c on c.id = page.id
    join wms_warehouse w on w.id = c.warehouse_id
    left join wms_container p on p.id = c.parent_id
    left join sys_user u on u.id = c.updated_by
   cross join lateral ${containerAncestry(sql`c.id`)} a
    left join (
         with recursive inside as (
           select page.id as root, page.id from page
           union all
           select i.root, x.id from inside i join wms_container x on x.parent_id = i.id where x.deleted_at is null),
         lying as materialized (
           select box_id, product_id, qty from wms_product_box
            where qty > 0 and box_id = any(array(select id from wms_warehouse_box where container_id in (select id from inside))))
         select i.root, count(distinct b.id) filter (where b.state <> 'RETIRED')::int as boxes,
                count(distinct s.box_id)::int as occupied, sum(s.qty * q.unit_volume_l) as volume, sum(s.qty * q.unit_mass_kg) as mass
           from inside i
           join wms_warehouse_box b on b.container_id = i.id
           left join lying s on s.box_id = b.id
           left join wms_product q on q.id = s.product_id
          group by 1) s on s.root = c.id`,
  ),
);

/** @throws AppError NOT_FOUND, also for a container that is not visible */
export const getContainer = (db: Kysely<DB>, readScope: ReadScope, id: string, locale: Locale): Promise<Container> =>
  oneRow(
    db,
    sql`select c.id from wms_container c join wms_warehouse w on w.id = c.warehouse_id
         where c.id = ${id} and ${isPlaceVisible(readScope, sql`c.id`)} and c.deleted_at is null`,
    containerRows(locale),
  );

const NODE = pick(CONTAINER, 'id', 'parentId', 'warehouseId', 'type', 'code', 'boxes', 'occupiedBoxes');

/** Every visible container, with box counts including its subtree. */
export async function getTree(
  db: Kysely<DB>,
  readScope: ReadScope,
  warehouseId: string | undefined,
  locale: Locale,
): Promise<ContainerNode[]> {
  const { rows } = await rowsOf<ContainerNode, Pick<Tables, 'c'>>(
    { ...NODE, name: named(locale, 'c') },
    sql`wms_container c
      join wms_warehouse w on w.id = c.warehouse_id
      left join (select b.container_id, count(*)::int as boxes,
                        count(*) filter (where exists (select from wms_product_box s where s.box_id = b.id and s.qty > 0))::int as occupied
                   from wms_warehouse_box b join wms_warehouse w on w.id = b.warehouse_id
                  where b.state <> 'RETIRED' and ${isPlaceVisible(readScope, sql`b.container_id`)}
                  group by 1) s on s.container_id = c.id
     where ${isPlaceVisible(readScope, sql`c.id`)} and w.deleted_at is null and c.deleted_at is null
       and ${warehouseId === undefined ? sql`true` : sql`c.warehouse_id = ${warehouseId}`}
     order by w.code collate wms_natural, c.code collate wms_natural, c.id`,
  ).execute(db);
  const known = new Set(rows.map(({ id }) => id));
  // Ancestors of a container opened by a data rule may be invisible: it is then a root.
  const parentOf = (id: string | null): string | null => (id !== null && known.has(id) ? id : null);
  const nodes = new Map(rows.map((node) => [node.id, { ...node, parentId: parentOf(node.parentId) }]));
  for (const { boxes, occupiedBoxes, parentId } of rows) {
    for (let up = parentOf(parentId); up !== null; up = nodes.get(up)!.parentId) {
      nodes.get(up)!.boxes += boxes;
      nodes.get(up)!.occupiedBoxes += occupiedBoxes;
    }
  }
  return [...nodes.values()];
}
