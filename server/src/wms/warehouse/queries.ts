import type { Warehouse, WarehouseOption, warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import type { Locale } from '@kuwei/contract/constants';
import { WMS_ROLES } from '@kuwei/contract/access';
import { AppError } from '@kuwei/contract/error';
import type { QueryOf } from '@kuwei/contract/route';
import { mayKeep } from './keepers.ts';
import { sql, type Kysely } from 'kysely';
import type { Caller } from '../../context.ts';
import { conditionsOf, rowsOf, type Joined } from '../../db/columns.ts';
import { all, oneRow, orderOf, type List, type SortsOf } from '../../db/list.ts';
import { byName, named } from '../../db/named.ts';
import { matchesText } from '../../db/search.ts';
import type { DB, SysUser, WmsWarehouse } from '../../db/types.ts';
import { ownerOrg, type ReadScope } from '../scope.ts';
import { isWarehouseVisible } from '../read-conditions.ts';

export type WarehouseQuery = QueryOf<(typeof warehouseRoutes)['listWarehouses']>;

const sortsOf = (locale: Locale): SortsOf<WarehouseQuery> => ({
  code: { by: sql`w.code collate wms_natural` },
  name: { by: byName(locale, 'w') },
  campus: { by: sql`w.campus collate "zh-x-icu"`, nullable: true },
  updatedAt: { by: sql`w.updated_at` },
});

export function warehouseList(
  readScope: ReadScope,
  query: Omit<WarehouseQuery, 'page' | 'size'>,
  locale: Locale,
): List<Warehouse> {
  const conditions = [
    isWarehouseVisible(readScope),
    sql`w.deleted_at is null`,
    ...conditionsOf(query, {
      state: (states) => sql`w.state = any(${states}::text[])`,
      q: (q) => sql`${matchesText(sql`w.search`, q)}`,
      without: () => sql`not exists (
        select from wms_warehouse_keeper k join sys_user u on u.id = k.user_id where k.warehouse_id = w.id and ${mayKeep})`,
    }),
  ];
  return {
    id: sql`w.id`,
    from: sql`wms_warehouse w where ${all(conditions)}`,
    order: orderOf(query.sort ?? 'code', sortsOf(locale), sql`w.id`),
    rows: warehouseRows,
  };
}

/** Columns of the form fields. */
export const WAREHOUSE_FORM = {
  code: 'w.code',
  name: 'w.name',
  nameEn: 'w.name_en',
  campus: 'w.campus',
  address: 'w.address',
  openingHours: 'w.opening_hours',
  phone: 'w.phone',
  keeperIds: 'k.keeper_ids',
  remark: 'w.remark',
} as const;

const WAREHOUSE = {
  id: 'w.id',
  ...WAREHOUSE_FORM,
  state: 'w.state',
  rev: 'w.rev',
  createdAt: 'w.created_at',
  updatedAt: 'w.updated_at',
  updatedBy: 'u.name',
  keepers: 'k.keepers',
  containers: sql<number>`(select count(*)::int from wms_container c where c.warehouse_id = w.id and c.deleted_at is null)`,
  boxes: 'b.boxes',
  occupiedBoxes: 'b.occupied',
} as const;

interface Tables {
  w: WmsWarehouse;
  u: Joined<SysUser>;
  k: { keeper_ids: string[]; keepers: Warehouse['keepers'] };
  b: { boxes: number; occupied: number };
}

const warehouseRows = rowsOf<Warehouse, Tables>(
  WAREHOUSE,
  sql`page
    join wms_warehouse w on w.id = page.id
    left join sys_user u on u.id = w.updated_by
   cross join lateral (
         select coalesce(array_agg(u.id order by u.name, u.id), '{}') as keeper_ids,
                coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'isActive', ${mayKeep}) order by u.name, u.id), '[]') as keepers
           from wms_warehouse_keeper k join sys_user u on u.id = k.user_id where k.warehouse_id = w.id) k
   cross join lateral (
         select count(*)::int as boxes, count(o.box_id)::int as occupied
           from wms_warehouse_box b
           left join (select distinct box_id from wms_product_box where warehouse_id = w.id and qty > 0) o on o.box_id = b.id
          where b.warehouse_id = w.id and b.state <> 'RETIRED') b`,
);

const ownWarehouse = (orgId: string, id: string) =>
  sql<{ id: string }>`select id from wms_warehouse where id = ${id} and org_id = ${orgId} and deleted_at is null`;

/** @throws AppError NOT_FOUND, also for a warehouse that is not visible */
export const getVisibleWarehouse = (db: Kysely<DB>, readScope: ReadScope, id: string): Promise<Warehouse> =>
  oneRow(
    db,
    sql`select w.id from wms_warehouse w where w.id = ${id} and ${isWarehouseVisible(readScope)} and w.deleted_at is null`,
    warehouseRows,
  );

/** @throws AppError NOT_FOUND, also for a warehouse of another organisation */
export const getWarehouse = (db: Kysely<DB>, orgId: string, id: string): Promise<Warehouse> =>
  oneRow(db, ownWarehouse(orgId, id), warehouseRows);

/** Reads a warehouse of the caller's organisation. */
export const findWarehouse = (db: Kysely<DB>, id: string, { caller }: { caller: Caller }): Promise<Warehouse> =>
  getWarehouse(db, ownerOrg(caller), id);

/** Without counting its contents. @throws AppError NOT_FOUND, also for a warehouse of another organisation */
export async function assertOwnWarehouse(db: Kysely<DB>, orgId: string, id: string): Promise<void> {
  const { rows } = await ownWarehouse(orgId, id).execute(db);
  if (rows.length === 0) throw new AppError('NOT_FOUND');
}

/** Open warehouses of one organisation; null: of all, for depositors. */
export async function selectWarehouses(db: Kysely<DB>, orgId: string | null, locale: Locale): Promise<WarehouseOption[]> {
  return db
    .selectFrom('wms_warehouse as w')
    .where('state', '=', 'ACTIVE')
    .where('deleted_at', 'is', null)
    .$if(orgId !== null, (qb) => qb.where('org_id', '=', orgId!))
    .orderBy(sql`code collate wms_natural`)
    .select(['id', 'code', named(locale, 'w').as('name'), 'campus', 'address', 'opening_hours as openingHours'])
    .execute();
}

export interface NamedKeeper {
  id: string;
  name: string;
  username: string;
  /** Self-chosen display names are not used for matching: they may be another person's. */
  choseName: boolean;
}

const hasChosenName = sql<boolean>`coalesce(u.chosen_name = u.name, false)`.as('choseName');

/** Members of the organisation who may keep stock. */
export async function selectKeepers(db: Kysely<DB>, orgId: string): Promise<NamedKeeper[]> {
  return db
    .selectFrom('sys_user as u')
    .innerJoin('wms_org_user as m', 'm.user_id', 'u.id')
    .innerJoin('sys_user_role as r', 'r.user_id', 'u.id')
    .where('m.org_id', '=', orgId)
    .where('r.role_code', '=', WMS_ROLES.box)
    .where('u.state', '=', 'ACTIVE')
    .where('u.deleted_at', 'is', null)
    .orderBy(sql`u.name collate "zh-x-icu"`)
    .orderBy('u.id')
    .select(['u.id', 'u.name', 'u.username', hasChosenName])
    .execute();
}

/** All storekeepers named by warehouses of the organisation, including those who can no longer act. */
export async function selectNamedKeepers(db: Kysely<DB>, orgId: string): Promise<NamedKeeper[]> {
  return db
    .selectFrom('sys_user as u')
    .innerJoin('wms_warehouse_keeper as k', 'k.user_id', 'u.id')
    .innerJoin('wms_warehouse as w', 'w.id', 'k.warehouse_id')
    .where('w.org_id', '=', orgId)
    .where('w.deleted_at', 'is', null)
    .distinct()
    .select(['u.id', 'u.name', 'u.username', hasChosenName])
    .execute();
}
