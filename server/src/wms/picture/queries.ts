// The map of a warehouse. Storekeepers see everything in their warehouses; owners see the boxes with their own goods, and nothing
// else in them.
import type { Locale } from '@kuwei/contract/constants';
import { DANGERS, PICTURE_MAX, type Picture, type PictureBoxes, type PictureContainer } from '@kuwei/contract/wms/picture';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { all } from '../../db/list.ts';
import { byName, named } from '../../db/named.ts';
import { like, matchesText } from '../../db/search.ts';
import type { DB } from '../../db/types.ts';
import type { ReadScope } from '../scope.ts';
import { percentFull } from '../warehouse-box/queries.ts';
import { isStockVisible, isPlaceVisible, narrowScope } from '../read-conditions.ts';

/** Visible part of a warehouse. */
interface Part {
  /** Condition on boxes `b` of containers `c` of warehouse `w`. */
  places: RawBuilder<unknown>;
  /** Condition on stock rows `s`. */
  goods: RawBuilder<unknown>;
  isWhole: boolean;
}

async function partOf(db: Kysely<DB>, readScope: ReadScope, warehouseId: string): Promise<Part> {
  if (readScope.own.kind === 'warehouse')
    return { places: isPlaceVisible(readScope, sql`c.id`), goods: sql`true`, isWhole: true };
  return {
    places: sql`x.box_id is not null`,
    goods: await isStockVisible(db, narrowScope(readScope, { warehouseId })),
    isWhole: false,
  };
}

/** @param wanted the warehouse; falls back to the first visible one */
export async function getPicture(
  db: Kysely<DB>,
  readScope: ReadScope,
  wanted: string | undefined,
  locale: Locale,
): Promise<Picture> {
  const warehouses = await listWarehouses(db, readScope, locale);
  const shown = warehouses.find(({ id }) => id === wanted) ?? warehouses[0];
  if (!shown) return { warehouses, warehouseId: null, ...NOTHING };
  const part = await partOf(db, readScope, shown.id);
  const rows = await boxesOf(db, shown.id, part);
  const containers = await containersOf(
    db,
    shown.id,
    part.isWhole ? isPlaceVisible(readScope, sql`c.id`) : sql`false`,
    rows,
    locale,
  );
  const owners = await ownersOf(db, rows, locale);
  return {
    warehouses,
    warehouseId: shown.id,
    containers,
    owners: owners.map(({ name }) => name),
    boxes: toColumns(rows.slice(0, PICTURE_MAX), containers, owners),
    whole: part.isWhole,
    more: rows.length > PICTURE_MAX,
  };
}

async function listWarehouses(db: Kysely<DB>, readScope: ReadScope, locale: Locale): Promise<Picture['warehouses']> {
  const seen =
    readScope.own.kind === 'warehouse'
      ? sql`exists (select from wms_container c where c.warehouse_id = w.id and c.deleted_at is null and ${isPlaceVisible(readScope, sql`c.id`)})`
      : sql`exists (select from wms_product_box s where s.warehouse_id = w.id and s.qty > 0 and ${await isStockVisible(db, readScope)})`;
  const { rows } = await sql<Picture['warehouses'][number]>`
    select w.id, w.code, ${named(locale, 'w')} as name, w.campus from wms_warehouse w
     where w.deleted_at is null and ${seen} order by w.campus nulls last, w.code collate wms_natural, w.id`.execute(db);
  return rows;
}

interface BoxRow {
  id: string;
  code: string;
  containerId: string;
  row: number | null;
  col: number | null;
  state: PictureBoxes['state'][number];
  lines: number | null;
  used: number | null;
  /** null: several, or none. */
  owner: string | null;
  expiresOn: string | null;
  danger: number | null;
  groups: string | null;
}

/** Contents of each non-empty box. */
const contents = (warehouseId: string, goods: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select s.box_id, count(distinct (s.product_id, s.owner_org_id))::int as lines,
         sum(s.qty * p.unit_volume_l) as volume, sum(s.qty * p.unit_mass_kg) as mass,
         case when min(s.owner_org_id::text) = max(s.owner_org_id::text) then min(s.owner_org_id::text) end as owner,
         min(t.expires_on) as expires_on, string_agg(distinct p.separation_group, ' ') as groups,
         max(case when p.hazard = 'UNKNOWN' then 4 when p.control_flags <> '{}' then 3 when p.hazard = 'HAZARDOUS' then 2 else 1 end) as danger
    from wms_product_box s join wms_product p on p.id = s.product_id join wms_batch t on t.id = s.batch_id
   where s.warehouse_id = ${warehouseId} and s.qty > 0 and ${goods} group by 1`;

async function boxesOf(db: Kysely<DB>, warehouseId: string, { places, goods, isWhole }: Part): Promise<BoxRow[]> {
  const used = isWhole ? percentFull('x') : sql`null::int`;
  const { rows } = await sql<BoxRow>`
    with x as materialized (${contents(warehouseId, goods)})
    select b.id, b.code, b.container_id as "containerId", b.row_no as row, b.col_no as col, b.state,
           x.lines, ${used} as used, x.owner, to_char(x.expires_on, 'YYYY-MM-DD') as "expiresOn", x.danger, x.groups
      from wms_warehouse_box b
      join wms_container c on c.id = b.container_id
      join wms_warehouse w on w.id = b.warehouse_id
      left join x on x.box_id = b.id
     where ${all([sql`b.warehouse_id = ${warehouseId}`, sql`b.state <> 'RETIRED'`, sql`c.deleted_at is null`, places])}
     order by b.code collate wms_natural, b.id limit ${PICTURE_MAX + 1}`.execute(db);
  return rows;
}

/** Visible containers, and all ancestors of the boxes shown. */
async function containersOf(
  db: Kysely<DB>,
  warehouseId: string,
  places: RawBuilder<unknown>,
  boxes: readonly BoxRow[],
  locale: Locale,
): Promise<PictureContainer[]> {
  const ids = [...new Set(boxes.map(({ containerId }) => containerId))];
  const { rows } = await sql<PictureContainer>`
    with recursive shown as (
      select c.id, c.parent_id from wms_container c join wms_warehouse w on w.id = c.warehouse_id
       where c.warehouse_id = ${warehouseId} and c.deleted_at is null and (c.id = any(${ids}::uuid[]) or ${places})
      union
      select c.id, c.parent_id from wms_container c join shown on shown.parent_id = c.id)
    select c.id, c.parent_id as "parentId", c.type, c.code, ${named(locale, 'c')} as name, c.rows, c.cols
      from wms_container c where c.id in (select id from shown) order by c.code collate wms_natural, c.id`.execute(db);
  return rows;
}

interface Owner {
  id: string;
  name: string;
}

async function ownersOf(db: Kysely<DB>, boxes: readonly BoxRow[], locale: Locale): Promise<Owner[]> {
  const ids = [...new Set(boxes.flatMap(({ owner }) => owner ?? []))];
  if (ids.length === 0) return [];
  const { rows } = await sql<Owner>`
    select o.id, ${named(locale, 'o')} as name from wms_org o where o.id = any(${ids}::uuid[]) order by ${byName(locale, 'o')}, o.id`.execute(
    db,
  );
  return rows;
}

const SEVERAL = -1;
const NO_OWNER = -2;

function toColumns(rows: readonly BoxRow[], containers: readonly PictureContainer[], owners: readonly Owner[]): PictureBoxes {
  const containerAt = new Map(containers.map(({ id }, at) => [id, at]));
  const ownerAt = new Map(owners.map(({ id }, at) => [id, at]));
  return {
    id: rows.map(({ id }) => id),
    code: rows.map(({ code }) => code),
    container: rows.map(({ containerId }) => containerAt.get(containerId)!),
    row: rows.map(({ row }) => row ?? 0),
    col: rows.map(({ col }) => col ?? 0),
    state: rows.map(({ state }) => state),
    lines: rows.map(({ lines }) => lines ?? 0),
    used: rows.map(({ used }) => used),
    owner: rows.map(({ owner, lines }) => (lines === null ? NO_OWNER : owner === null ? SEVERAL : ownerAt.get(owner)!)),
    expiresOn: rows.map(({ expiresOn }) => expiresOn),
    danger: rows.map(({ danger }) => DANGERS[danger ?? 0]!),
    groups: rows.map(({ groups }) => groups ?? ''),
  };
}

const NOTHING: Omit<Picture, 'warehouses' | 'warehouseId'> = {
  containers: [],
  owners: [],
  boxes: toColumns([], [], []),
  whole: false,
  more: false,
};

/** @returns ids of boxes shown on the caller's map of this warehouse */
export async function findInPicture(db: Kysely<DB>, readScope: ReadScope, warehouseId: string, q: string): Promise<string[]> {
  const { places, goods, isWhole } = await partOf(db, readScope, warehouseId);
  const { rows } = await sql<{ id: string }>`
    with x as materialized (select distinct s.box_id from wms_product_box s
           where s.warehouse_id = ${warehouseId} and s.qty > 0 and ${goods}),
    found as materialized (select distinct s.box_id from wms_product_box s
           where s.warehouse_id = ${warehouseId} and s.qty > 0 and ${goods}
             and (s.product_id in (select id from wms_product where ${matchesText(sql`search`, q)})
                  or s.batch_id in (select id from wms_batch where lower(batch_no) like ${like(q)})))
    select b.id from wms_warehouse_box b
      join wms_container c on c.id = b.container_id
      join wms_warehouse w on w.id = b.warehouse_id
      ${isWhole ? sql`` : sql`left join x on x.box_id = b.id`}
     where b.warehouse_id = ${warehouseId} and b.state <> 'RETIRED' and c.deleted_at is null and ${places}
       and (lower(b.code) like ${like(q)} or b.id in (select box_id from found))
     limit ${PICTURE_MAX}`.execute(db);
  return rows.map(({ id }) => id);
}
