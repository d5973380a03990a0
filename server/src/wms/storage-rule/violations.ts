// Stock that the chemical safety rules would refuse today, after a change of matrices, hazards or places. Computed for a whole
// warehouse at once: compares groups first, then looks up products of conflicting groups only.
import type { Locale } from '@kuwei/contract/constants';
import { COUNT_CAP, type Page } from '@kuwei/contract/page';
import type { QueryOf } from '@kuwei/contract/route';
import { SEGREGATING } from '@kuwei/contract/wms/place';
import type { RuleViolation, storageRuleRoutes } from '@kuwei/contract/wms/storage-rule';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { conditionsOf, rowsOf, type Joined } from '../../db/columns.ts';
import { all, offsetOf, sortName, type SortName } from '../../db/list.ts';
import { named } from '../../db/named.ts';
import { like, matchesText } from '../../db/search.ts';
import type { DB, WmsBatch, WmsContainer, WmsProduct, WmsWarehouse } from '../../db/types.ts';
import { KEEPERS_FOR_TOXIC } from '../place/rules.ts';
import { needsTwoKeepers } from '../product/check.ts';
import { keepersByWarehouse } from '../warehouse/keepers.ts';

type Query = QueryOf<(typeof storageRuleRoutes)['listStanding']>;

const SORTS: Record<SortName<NonNullable<Query['sort']>>, RawBuilder<unknown>> = {
  box: sql`box_code collate wms_natural`,
  product: sql`product_code`,
  group: sql`separation_group`,
};

export async function listViolations(db: Kysely<DB>, orgId: string, query: Query, locale: Locale): Promise<Page<RuleViolation>> {
  const { page, size, sort = 'box' } = query;
  const offset = offsetOf(query);
  const conditions = [
    sql`rules <> '{}'`,
    ...conditionsOf(query, {
      warehouseId: null,
      rule: (rules) => sql`rules && ${rules}::text[]`,
      hazard: (hazards) => sql`hazard = any(${hazards}::text[])`,
      q: (q) => sql`(${matchesText(sql`search`, q)} or lower(box_code) like ${like(q)})`,
    }),
  ];
  const isDown = sort.startsWith('-');
  const order = sql`${SORTS[sortName(sort)]}${isDown ? sql` desc` : sql``}, product_code, id`;
  const { rows } = await sql<RuleViolation & { total: number }>`
    with recursive ${judgedStock(orgId, query.warehouseId)},
    found as (select * from judged where ${all(conditions)}),
    page as (select *, count(*) over ()::int as total, row_number() over (order by ${order}) as place
               from found order by ${order} limit ${size} offset ${offset})
    ${rowsOf<RuleViolation & { total: number }, Tables>(
      {
        ...VIOLATION,
        containerName: named(locale, 'c'),
        warehouseName: named(locale, 'w'),
        productName: named(locale, 'p'),
        ownerOrgName: named(locale, 'o'),
        otherName: named(locale, 'x'),
      },
      sql`page
      join wms_product_box s on s.id = page.id
      join wms_batch t on t.id = s.batch_id
      join wms_product p on p.id = s.product_id
      join wms_org o on o.id = s.owner_org_id
      join wms_container c on c.id = page.container_id
      join wms_warehouse w on w.id = c.warehouse_id
      left join wms_product x on x.id = page.other_id
     order by page.place`,
    )}`.execute(db);
  const total = Math.min(
    rows[0]?.total ?? (offset === 0 ? 0 : await countViolations(db, orgId, query, conditions)),
    COUNT_CAP + 1,
  );
  const list = rows.map(({ total: _total, ...row }) => row);
  return { list, total, exact: total <= COUNT_CAP, page, size };
}

/** All such stock of an organisation's warehouses, with the number of broken rules. */
export const violationsOf = (orgId: string): RawBuilder<unknown> => sql`
  with recursive ${judgedStock(orgId)} select id, box_id, product_id, cardinality(rules) as rules from judged where rules <> '{}'`;

const VIOLATION = {
  id: 'page.id',
  boxId: 'page.box_id',
  boxCode: 'page.box_code',
  containerId: 'c.id',
  warehouseId: 'w.id',
  productId: 'p.id',
  productCode: 'p.code',
  hazard: 'p.hazard',
  group: 'p.separation_group',
  batchNo: 't.batch_no',
  baseUnit: 'p.base_unit',
  qty: sql<string>`trim_scale(s.qty)::text`,
  rules: 'page.rules',
  otherGroup: 'x.separation_group',
  otherBoxCode: 'page.other_box',
  total: 'page.total',
} as const;

interface Tables {
  page: {
    id: string;
    box_id: string;
    box_code: string;
    rules: RuleViolation['rules'];
    other_box: string | null;
    total: number;
  };
  c: WmsContainer;
  w: WmsWarehouse;
  p: WmsProduct;
  t: WmsBatch;
  x: Joined<WmsProduct>;
}

async function countViolations(
  db: Kysely<DB>,
  orgId: string,
  { warehouseId }: Query,
  conditions: readonly RawBuilder<unknown>[],
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with recursive ${judgedStock(orgId, warehouseId)} select count(*)::int as total from judged where ${all(conditions)}`.execute(
    db,
  );
  return rows[0]!.total;
}

/**
 * CTEs that end in `judged`: each stock row of an organisation's warehouses with the rules it breaks, gravest first, and what it
 * conflicts with.
 */
const judgedStock = (orgId: string, warehouseId?: string): RawBuilder<unknown> => sql`
  up as (
    select c.id as start, c.id, c.parent_id, c.type, c.conditions_offered, c.allowed_groups, c.hazard_allowed, 0 as depth
      from wms_container c join wms_warehouse w on w.id = c.warehouse_id
     where w.org_id = ${orgId} and c.deleted_at is null ${warehouseId === undefined ? sql`` : sql`and w.id = ${warehouseId}`}
    union all
    select up.start, c.id, c.parent_id, c.type, c.conditions_offered, c.allowed_groups, c.hazard_allowed, up.depth + 1
      from up join wms_container c on c.id = up.parent_id),
  around as (
    select start as container_id,
           coalesce((array_agg(id order by depth) filter (where type = any(${[...SEGREGATING]}::text[])))[1], start) as walls_id,
           (array_agg(array_to_string(allowed_groups, '') order by depth) filter (where allowed_groups is not null))[1] as allowed,
           bool_and(hazard_allowed) as hazard_allowed,
           string_agg(array_to_string(conditions_offered, ' '), ' ') as offered
      from up group by start),
  lying as materialized (
    select s.id, s.product_id, s.box_id, b.code as box_code, b.container_id, a.walls_id, p.code as product_code, p.search, p.hazard,
           p.separation_group,
           position(p.separation_group in a.allowed) = 0 as out_of_group,
           p.hazard <> 'HARMLESS' and not a.hazard_allowed as out_of_hazard,
           not p.conditions_required <@ string_to_array(a.offered, ' ') as out_of_condition,
           ${needsTwoKeepers} and coalesce(k.keepers, 0) < ${KEEPERS_FOR_TOXIC} as out_of_keepers
      from wms_product_box s
      join wms_warehouse_box b on b.id = s.box_id
      join around a on a.container_id = b.container_id
      join wms_product p on p.id = s.product_id
      left join ${keepersByWarehouse} k on k.warehouse_id = b.warehouse_id
     where s.qty > 0),
  ${conflicts('box', 'BOX', sql`box_id`)},
  ${conflicts('walls', 'CABINET', sql`walls_id`)},
  judged as (
    select l.*, array_remove(array[
             case when b.place is not null then 'BOX' end, case when w.place is not null then 'CABINET' end,
             case when l.out_of_group then 'GROUP' end, case when l.out_of_hazard then 'HAZARD' end,
             case when l.out_of_condition then 'CONDITION' end, case when l.out_of_keepers then 'KEEPERS' end], null) as rules,
           case when b.place is null then case when w.first = l.product_id then w.last else w.first end
                when b.first = l.product_id then b.last else b.first end as other_id,
           case when b.place is not null then l.box_code
                when w.first = l.product_id then w.last_box else w.first_box end as other_box
      from lying l
      left join box_conflict b on b.place = l.box_id and b.separation_group = l.separation_group
      left join walls_conflict w on w.place = l.walls_id and w.separation_group = l.separation_group)`;

/** For each place and group in it, one conflicting group there, and up to two products of it. */
const conflicts = (name: 'box' | 'walls', level: 'BOX' | 'CABINET', place: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ${sql.raw(`${name}_group`)} as materialized (
    select ${place} as place, separation_group, (min(array[product_id::text, box_code]))[1]::uuid as first, (min(array[product_id::text, box_code]))[2] as first_box,
           (max(array[product_id::text, box_code]))[1]::uuid as last, (max(array[product_id::text, box_code]))[2] as last_box
      from lying where separation_group is not null group by 1, 2),
  ${sql.raw(`${name}_conflict`)} as (
    select distinct on (x.place, x.separation_group) x.place, x.separation_group, y.first, y.last, y.first_box, y.last_box
      from ${sql.raw(`${name}_group`)} x
      join ${sql.raw(`${name}_group`)} y on y.place = x.place and (y.separation_group <> x.separation_group or y.first <> y.last)
     where not exists (select from wms_storage_group_pair r
                        where r.level = ${level} and r.a = x.separation_group and r.b = y.separation_group)
     order by x.place, x.separation_group, y.separation_group)`;
