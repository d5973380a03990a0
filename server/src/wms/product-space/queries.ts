// What organisations have in store and how much room it takes: sums over the same stock rows that the stock list shows.
import { COUNT_CAP, OFFSET_MAX, type Page } from '@kuwei/contract/page';
import { AppError } from '@kuwei/contract/error';
import type { QueryOf } from '@kuwei/contract/route';
import type { ProductSpace, productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { all, orderOf, type Sorts } from '../../db/list.ts';
import { like } from '../../db/search.ts';
import type { DB } from '../../db/types.ts';
import { inScope } from '../product-box/filter.ts';
import type { Scope } from '../scope.ts';

export type SpaceQuery = QueryOf<(typeof productBoxRoutes)['listSpace']>;

const NAME: Record<SpaceQuery['by'], RawBuilder<unknown>> = {
  product: sql`p.name collate "zh-x-icu"`,
  place: sql`c.code collate wms_natural`,
};
const sorts = (by: SpaceQuery['by']): Sorts => ({
  product: { by: NAME[by] },
  qty: { by: by === 'product' ? sql`g.qty` : sql`g.lines` },
  volumeL: { by: sql`g.volume` },
  nextExpiry: { by: sql`g.next_expiry`, nullable: true },
});

async function conditionsOf(
  db: Kysely<DB>,
  scope: Scope,
  query: Omit<SpaceQuery, 'page' | 'size'>,
): Promise<RawBuilder<unknown>> {
  const conditions = [await inScope(db, scope, { owner: sql`s.owner_org_id`, warehouse: sql`s.warehouse_id` }), sql`s.qty > 0`];
  if (query.warehouseId !== undefined) conditions.push(sql`s.warehouse_id = ${query.warehouseId}`);
  if (query.ownerOrgId !== undefined) conditions.push(sql`s.owner_org_id = ${query.ownerOrgId}`);
  if (query.productId !== undefined) conditions.push(sql`s.product_id = ${query.productId}`);
  if (query.q !== undefined) {
    const pattern = like(query.q);
    conditions.push(
      query.by === 'product'
        ? sql`q.search like ${pattern}`
        : sql`s.box_id in (select x.id from wms_warehouse_box x join wms_container y on y.id = x.container_id
                            where lower(y.code) like ${pattern} or lower(y.name) like ${pattern})`,
    );
  }
  return all(conditions);
}

/** Stock rows gathered by owner, warehouse, and product or container. */
const groups = (by: SpaceQuery['by'], where: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select s.owner_org_id, s.warehouse_id, ${by === 'product' ? sql`s.product_id` : sql`b.container_id`} as place_or_product,
         sum(s.qty) as qty, sum(s.reserved) as reserved,
         sum(case when s.frozen or t.status <> 'OK' then 0 else s.qty - s.reserved end) as available,
         count(distinct s.box_id)::int as boxes, count(*)::int as lines,
         coalesce(sum(s.qty * q.unit_volume_l), 0) as volume, coalesce(sum(s.qty * q.unit_mass_kg), 0) as mass,
         min(s.first_in_at) as oldest_in, min(t.expires_on) as next_expiry,
         count(*) filter (where s.deposit_until < current_date)::int as overdue
    from wms_product_box s
    join wms_product q on q.id = s.product_id
    join wms_batch t on t.id = s.batch_id
    ${by === 'product' ? sql`` : sql`join wms_warehouse_box b on b.id = s.box_id`}
   where ${where}
   group by 1, 2, 3)`;

/** Limits of a container, or of its boxes where each of them has one; the smaller where both do. Used is what everyone has there. */
const capacity = sql`(
  select least(c.max_volume_l, (select sum(x.max_volume_l) from wms_warehouse_box x where x.container_id = c.id and x.state <> 'RETIRED'
                                having count(*) = count(x.max_volume_l))) as whole,
         (select coalesce(sum(y.qty * z.unit_volume_l), 0)
            from wms_warehouse_box x join wms_product_box y on y.box_id = x.id and y.qty > 0 join wms_product z on z.id = y.product_id
           where x.container_id = c.id) as used)`;

function spaceRows(
  query: SpaceQuery,
  where: RawBuilder<unknown>,
  limit: number,
  offset: number,
): RawBuilder<ProductSpace & { total: number }> {
  const { by } = query;
  const order = sql`${orderOf(query.sort ?? 'product', sorts(by), sql`g.place_or_product`)}, o.code, w.code`;
  const own =
    by === 'product'
      ? sql`join wms_product p on p.id = g.place_or_product`
      : sql`join wms_container c on c.id = g.place_or_product`;
  return sql<ProductSpace & { total: number }>`
    with g as materialized ${groups(by, where)}, page as materialized (
      select g.*, count(*) over ()::int as total
        from g join wms_org o on o.id = g.owner_org_id join wms_warehouse w on w.id = g.warehouse_id ${own}
       order by ${order} limit ${limit} offset ${offset})
    select g.total, concat_ws(':', g.owner_org_id, g.warehouse_id, g.place_or_product) as key, g.owner_org_id as "ownerOrgId",
           o.name as "ownerOrgName", g.warehouse_id as "warehouseId", w.name as "warehouseName",
           ${by === 'product' ? productColumns : placeColumns},
           g.boxes, g.lines, g.volume as "volumeL", g.mass as "massKg", g.oldest_in as "oldestIn", g.next_expiry as "nextExpiry", g.overdue,
           round(100 * case when u.max_volume_l is not null then g.volume / u.max_volume_l else g.boxes::numeric / u.max_boxes end, 1) as "quotaPercent"
      from page g
      join wms_org o on o.id = g.owner_org_id
      join wms_warehouse w on w.id = g.warehouse_id
      ${own}
      ${by === 'product' ? sql`` : sql`cross join lateral ${capacity} k`}
      left join wms_org_quota u on u.org_id = g.owner_org_id and u.warehouse_id = g.warehouse_id
     order by ${order}`;
}

const productColumns = sql`p.id as "productId", p.code as "productCode", p.name as "productName", p.base_unit as "baseUnit",
  null as "containerId", null as "containerCode", null as "containerName", g.qty, g.reserved, g.available, null as "capacityL", null as "freeL"`;
/** Amounts of different goods do not add up: a place has none. */
const placeColumns = sql`null as "productId", null as "productCode", null as "productName", null as "baseUnit",
  c.id as "containerId", c.code as "containerCode", c.name as "containerName", null as qty, null as reserved, null as available,
  k.whole as "capacityL", greatest(k.whole - k.used, case when k.whole is not null then 0 end) as "freeL"`;

export async function listSpace(db: Kysely<DB>, scope: Scope, query: SpaceQuery): Promise<Page<ProductSpace>> {
  const { page, size } = query;
  const offset = (page - 1) * size;
  if (offset > OFFSET_MAX) throw new AppError('PAGE_TOO_DEEP');
  const where = await conditionsOf(db, scope, query);
  const { rows } = await spaceRows(query, where, size, offset).execute(db);
  const total = rows[0]?.total ?? (offset === 0 ? 0 : await countGroups(db, query.by, where));
  return { list: rows, total: Math.min(total, COUNT_CAP + 1), exact: total <= COUNT_CAP, page, size };
}

/** A page behind the last one has no row to say how many there are. */
async function countGroups(db: Kysely<DB>, by: SpaceQuery['by'], where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from ${groups(by, where)} g`.execute(db);
  return rows[0]!.total;
}

export async function everySpace(db: Kysely<DB>, scope: Scope, query: SpaceQuery, max: number): Promise<ProductSpace[]> {
  const { rows } = await spaceRows(query, await conditionsOf(db, scope, query), max, 0).execute(db);
  return rows;
}
