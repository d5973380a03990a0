// The extent of a count: the boxes of its scope, and which stock in them is counted.
import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import type { CountExtent, countRoutes } from '@kuwei/contract/wms/inventory';
import type { ReplyOf } from '@kuwei/contract/route';
import { AppError } from '@kuwei/contract/error';
import type { DB, WmsInventory } from '../../db/types.ts';
import { needsTwoKeepers } from '../product/check.ts';

type CountScopeRow = Pick<
  Selectable<WmsInventory>,
  | 'warehouse_id'
  | 'scope'
  | 'container_ids'
  | 'box_ids'
  | 'org_ids'
  | 'product_ids'
  | 'category_ids'
  | 'control_flags'
  | 'abc'
  | 'sample'
  | 'recount_of'
>;

/** ABC classes by issues per year: A is the first 80 %, B the next 15 %. */
const classes = (warehouseId: string): RawBuilder<unknown> => sql`(
  select product_id, case when before < 0.8 * total then 'A' when before < 0.95 * total then 'B' else 'C' end as class from (
    select s.product_id, coalesce(m.n, 0) as n, sum(coalesce(m.n, 0)) over () as total,
           coalesce(sum(coalesce(m.n, 0)) over (order by coalesce(m.n, 0) desc, s.product_id rows between unbounded preceding and 1 preceding), 0) as before
      from (select distinct product_id from wms_product_box where warehouse_id = ${warehouseId} and qty > 0) s
      left join (select product_id, count(*) as n from wms_ledger where warehouse_id = ${warehouseId} and kind = 'OUT'
                    and at > now() - interval '1 year' group by 1) m using (product_id)) x)`;

/** Condition on stock rows `s` of products `p`; null: all stock in the boxes. */
function stockOf({
  scope,
  org_ids,
  product_ids,
  category_ids,
  control_flags,
  abc,
  warehouse_id,
}: CountScopeRow): RawBuilder<unknown> | null {
  switch (scope) {
    case 'OWNER':
      return sql`s.owner_org_id = any(${org_ids}::uuid[])`;
    case 'PRODUCT':
      return sql`s.product_id = any(${product_ids}::uuid[])`;
    case 'CATEGORY':
      return sql`p.category_id in (
        with recursive below as (
          select id from wms_category where id = any(${category_ids}::uuid[])
          union select g.id from wms_category g join below on g.parent_id = below.id) select id from below)`;
    case 'CONTROL':
      return sql`p.control_flags && ${control_flags}::text[]`;
    case 'ABC':
      return sql`s.product_id in (select product_id from ${classes(warehouse_id)} a where a.class = any(${abc}::text[]))`;
    case 'RISK':
      return sql`(cardinality(p.control_flags) > 0 or p.hazard <> 'HARMLESS')`;
    default:
      return null;
  }
}

/** The boxes of a scope by place. */
function placesOf({ scope, container_ids, box_ids, recount_of }: CountScopeRow): RawBuilder<unknown> | null {
  switch (scope) {
    case 'WAREHOUSE':
      return sql`true`;
    case 'CONTAINER':
      return sql`b.container_id in (
        with recursive below as (
          select id from wms_container where id = any(${container_ids}::uuid[])
          union select k.id from wms_container k join below on k.parent_id = below.id) select id from below)`;
    case 'BOX':
      return sql`b.id = any(${box_ids}::uuid[])`;
    case 'DIFFERENCES':
      return sql`b.id in (select l.box_id from wms_inventory_line l where l.inventory_id = ${recount_of} and l.qty_count <> l.qty_then)`;
    default:
      return null;
  }
}

/** Boxes of a count, in lock order. */
export async function findBoxIds(trx: Kysely<DB>, count: CountScopeRow): Promise<string[]> {
  const { warehouse_id: warehouseId, sample } = count;
  const where = placesOf(count);
  const stock = stockOf(count);
  const having = sql`exists (select from wms_product_box s join wms_product p on p.id = s.product_id
    where s.box_id = b.id and s.qty > 0 and ${stock ?? sql`true`})`;
  const { rows } = await sql<{ id: string }>`
    select b.id from wms_warehouse_box b where b.warehouse_id = ${warehouseId} and b.state <> 'RETIRED' and ${where ?? having}
     ${count.scope === 'RANDOM' ? sql`order by random() limit ${sample}` : sql`order by b.id`}`.execute(trx);
  return rows.map(({ id }) => id).toSorted();
}

/** Count lines of the boxes, from current stock; locked boxes do not change. */
export const newCountLines = (count: CountScopeRow, boxIds: readonly string[]): RawBuilder<unknown> => sql`
  select s.id as product_box_id, s.box_id, s.product_id, s.owner_org_id, t.batch_no, s.qty, s.ledger_seq,
         ${needsTwoKeepers} as two_counters,
         row_number() over (order by b.code collate wms_natural, b.id, p.code, t.batch_no, s.id) as line_no
    from wms_product_box s join wms_product p on p.id = s.product_id join wms_batch t on t.id = s.batch_id
    join wms_warehouse_box b on b.id = s.box_id
   where s.box_id = any(${[...boxIds]}::uuid[]) and s.qty > 0 and ${stockOf(count) ?? sql`true`}`;

/** Whether the count's differences may be the scope of a recount: before booking, that would reveal them to its counters. */
export async function isBooked(
  db: Kysely<DB>,
  { recountOf, warehouseId }: Pick<CountExtent, 'recountOf' | 'warehouseId'>,
): Promise<boolean> {
  if (recountOf === null) return true;
  const { rows } =
    await sql`select from wms_inventory where id = ${recountOf} and warehouse_id = ${warehouseId} and state = 'APPROVED'`.execute(
      db,
    );
  return rows.length > 0;
}

type Preview = ReplyOf<(typeof countRoutes)['previewCount']>;

/**
 * The extent of a scope if published now. @throws AppError NOT_FOUND for a warehouse of others, and a count that is not booked
 */
export async function preview(db: Kysely<DB>, orgId: string, extent: CountExtent): Promise<Preview> {
  const warehouse =
    await sql`select from wms_warehouse where id = ${extent.warehouseId} and org_id = ${orgId} and deleted_at is null`.execute(
      db,
    );
  if (warehouse.rows.length === 0) throw new AppError('NOT_FOUND', { field: 'warehouseId' });
  if (!(await isBooked(db, extent))) throw new AppError('NOT_FOUND', { field: 'recountOf' });
  const scoped: CountScopeRow = {
    warehouse_id: extent.warehouseId,
    scope: extent.scope,
    container_ids: extent.containerIds,
    box_ids: extent.boxIds,
    org_ids: extent.orgIds,
    product_ids: extent.productIds,
    category_ids: extent.categoryIds,
    control_flags: extent.controlFlags,
    abc: extent.abc,
    sample: extent.sample,
    recount_of: extent.recountOf,
  };
  const boxIds = await findBoxIds(db, scoped);
  const { rows } = await sql<Omit<Preview, 'boxes'>>`
    select n.lines, n."twoCounters", o."inCount", o.taken
      from (select count(*)::int as lines, count(*) filter (where two_counters)::int as "twoCounters" from (${newCountLines(scoped, boxIds)}) l) n
     cross join (select count(*)::int as "inCount", (array_agg(jsonb_build_object('id', c.id, 'no', c.no, 'until', c.deadline) order by c.no))[1] as taken from wms_inventory_box x join wms_inventory c on c.id = x.inventory_id
                  where x.open and x.box_id = any(${boxIds}::uuid[])) o`.execute(db);
  return { boxes: boxIds.length, ...rows[0]! };
}
