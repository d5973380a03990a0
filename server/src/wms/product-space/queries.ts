// Stock per organisation and the space it takes, summed over the rows of the stock list. The page's groups are selected by sort
// key alone; only those are summed.
import type { Locale } from '@kuwei/contract/constants';
import { COUNT_CAP, type Page } from '@kuwei/contract/page';
import type { QueryOf } from '@kuwei/contract/route';
import type { ProductSpace, productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { conditionsOf, rowsOf, type Columns } from '../../db/columns.ts';
import { all, offsetOf, sortName, type SortName } from '../../db/list.ts';
import { byName, named, matchesNameOrCode } from '../../db/named.ts';
import { matchesText } from '../../db/search.ts';
import type { DB, WmsContainer, WmsProduct } from '../../db/types.ts';
import type { ReadScope } from '../scope.ts';
import { isStockVisible, narrowScope } from '../read-conditions.ts';

export type SpaceQuery = QueryOf<(typeof productBoxRoutes)['listSpace']>;

interface Tables {
  g: { owner_org_id: string; warehouse_id: string };
  p: WmsProduct;
  c: WmsContainer;
  m: { whole: string | null };
  x: Record<'qty' | 'reserved' | 'available' | 'volume' | 'mass', string> &
    Record<'oldest_in' | 'next_expiry', string | null> &
    Record<'boxes' | 'lines' | 'overdue', number>;
}

/** Columns about the product, or about the place. */
type OfItem = Pick<
  ProductSpace,
  | ('productId' | 'productCode' | 'productName' | 'baseUnit' | 'qty' | 'reserved' | 'available')
  | ('containerId' | 'containerCode' | 'containerName' | 'capacityL' | 'freeL')
>;
const NONE = sql<null>`null`;
const NOTHING: Columns<OfItem, Tables> = {
  productId: NONE,
  productCode: NONE,
  productName: NONE,
  baseUnit: NONE,
  containerId: NONE,
  containerCode: NONE,
  containerName: NONE,
  qty: NONE,
  reserved: NONE,
  available: NONE,
  capacityL: NONE,
  freeL: NONE,
};

/**
 * Sums of a group and the joins they need. @param products and batches: tables limited to the products and batches of the rows
 */
const sums = (
  products: RawBuilder<unknown>,
  batches: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`sum(s.qty) as qty, sum(s.reserved) as reserved,
             sum(case when s.frozen or t.status <> 'OK' then 0 else s.qty - s.reserved end) as available,
             count(distinct s.box_id)::int as boxes, count(*)::int as lines,
             coalesce(sum(s.qty * q.unit_volume_l), 0) as volume, coalesce(sum(s.qty * q.unit_mass_kg), 0) as mass,
             min(s.first_in_at) as oldest_in, min(t.expires_on) as next_expiry,
             count(*) filter (where s.deposit_until < current_date)::int as overdue
        from wms_product_box s join ${products} q on q.id = s.product_id join ${batches} t on t.id = s.batch_id`;

/** Grouping key: the product, or the container of the box. */
const BY = {
  product: {
    item: sql`s.product_id`,
    join: sql``,
    ranked: (locale: Locale) =>
      sql`select id, row_number() over (order by ${byName(locale, 'p')}, id) as rank from wms_product p`,
    // Products and batches of the page are read once, not once per stock row.
    page: sql`,
      good as materialized (select id, unit_volume_l, unit_mass_kg from wms_product where id in (select item from page)),
      batch as materialized (select id, status, expires_on from wms_batch where product_id in (select item from page))`,
    summed: (where: RawBuilder<unknown>) => sql`cross join lateral (
      select ${sums(sql`good`, sql`batch`)} where s.owner_org_id = g.owner_org_id and s.warehouse_id = g.warehouse_id and s.product_id = g.item and ${where}) x`,
    names: sql`join wms_product p on p.id = g.item`,
    columns: (locale: Locale): Columns<OfItem, Tables> => ({
      ...NOTHING,
      productId: 'p.id',
      productCode: 'p.code',
      productName: named(locale, 'p'),
      baseUnit: 'p.base_unit',
      qty: 'x.qty',
      reserved: 'x.reserved',
      available: 'x.available',
    }),
  },
  place: {
    item: sql`b.container_id`,
    join: sql`join wms_warehouse_box b on b.id = s.box_id`,
    ranked: () => sql`select id, row_number() over (order by code collate wms_natural, id) as rank from wms_container`,
    page: sql``,
    // Boxes as an array and all groups at once, so that each page of the stock table, products and batches are read once.
    summed: (where: RawBuilder<unknown>) => sql`join (
      with x as materialized (
        select s.owner_org_id, s.warehouse_id, b.container_id as item, ${sums(sql`wms_product`, sql`wms_batch`)} join wms_warehouse_box b on b.id = s.box_id
         where s.box_id = any(array(select id from wms_warehouse_box where container_id in (select item from page))) and ${where}
         group by 1, 2, 3)
      select * from x) x on (x.owner_org_id, x.warehouse_id, x.item) = (g.owner_org_id, g.warehouse_id, g.item)`,
    // The limit of the container, or the sum of its boxes if each has one; the smaller if both exist. Usage counts all owners.
    names: sql`join wms_container c on c.id = g.item
      left join (
        with whole as materialized (
          select c.id, least(c.max_volume_l, (select sum(b.max_volume_l) from wms_warehouse_box b where b.container_id = c.id and b.state <> 'RETIRED'
                                               having count(*) = count(b.max_volume_l))) as volume
            from wms_container c where c.id in (select item from page)),
        used as materialized (
          select b.container_id, sum(y.qty * z.unit_volume_l) as volume
            from wms_warehouse_box b
            join wms_product_box y on y.box_id = b.id and y.qty > 0
            join wms_product z on z.id = y.product_id
           where b.container_id in (select id from whole where volume is not null)
           group by 1)
        select whole.id, whole.volume as whole, used.volume as used from whole left join used on used.container_id = whole.id
      ) m on m.id = g.item`,
    // Quantities of different products don't add up, so a place has none.
    columns: (locale: Locale): Columns<OfItem, Tables> => ({
      ...NOTHING,
      containerId: 'c.id',
      containerCode: 'c.code',
      containerName: named(locale, 'c'),
      capacityL: 'm.whole',
      freeL: sql<string | null>`greatest(m.whole - coalesce(m.used, 0), m.whole * 0)`,
    }),
  },
};

/** Sort value of a group and the join it needs; rows without a value sort by name. */
const SORTS: Record<
  SortName<NonNullable<SpaceQuery['sort']>>,
  { value: Record<SpaceQuery['by'], RawBuilder<unknown>>; join: RawBuilder<unknown> } | null
> = {
  product: null,
  qty: { value: { product: sql`sum(s.qty)`, place: sql`count(*)` }, join: sql`` },
  volumeL: {
    value: forBothGroupings(sql`coalesce(sum(s.qty * q.unit_volume_l), 0)`),
    join: sql`join wms_product q on q.id = s.product_id`,
  },
  nextExpiry: { value: forBothGroupings(sql`min(t.expires_on)`), join: sql`join wms_batch t on t.id = s.batch_id` },
};
function forBothGroupings<T>(value: T): Record<SpaceQuery['by'], T> {
  return { product: value, place: value };
}

async function whereOf(
  db: Kysely<DB>,
  readScope: ReadScope,
  query: Omit<SpaceQuery, 'page' | 'size'>,
): Promise<RawBuilder<unknown>> {
  const own = await isStockVisible(db, narrowScope(readScope, query));
  const conditions = conditionsOf(query, {
    by: null,
    warehouseId: (id) => sql`s.warehouse_id = ${id}`,
    ownerOrgId: (id) => sql`s.owner_org_id = ${id}`,
    productId: (id) => sql`s.product_id = ${id}`,
    q: (q) =>
      query.by === 'product'
        ? sql`s.product_id in (select id from wms_product where ${matchesText(sql`search`, q)})`
        : sql`s.box_id in (select x.id from wms_warehouse_box x join wms_container y on y.id = x.container_id
                            where ${matchesNameOrCode('y', q)})`,
  });
  return all([own, sql`s.qty > 0`, ...conditions]);
}

const groups = ({ by, sort = 'product' }: Pick<SpaceQuery, 'by' | 'sort'>, where: RawBuilder<unknown>): RawBuilder<unknown> => {
  const sorted = SORTS[sortName(sort)];
  return sql`
  select s.owner_org_id, s.warehouse_id, ${BY[by].item} as item, ${sorted ? sorted.value[by] : sql`null`} as value
    from wms_product_box s ${BY[by].join} ${sorted ? sorted.join : sql``} where ${where} group by 1, 2, 3`;
};

type Row = ProductSpace & { total: number };

function spaceRows(
  query: SpaceQuery,
  where: RawBuilder<unknown>,
  limit: number,
  offset: number,
  locale: Locale,
): RawBuilder<Row> {
  const { by, sort = 'product' } = query;
  const { ranked, page, summed, names, columns } = BY[by];
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  const order = sql`${SORTS[sortName(sort)] ? sql`g.value ${direction} nulls last,` : sql``} n.rank ${direction}, o.code, w.code`;
  return sql<Row>`
    with n as materialized (${ranked(locale)}), g as materialized (${groups(query, where)}), page as materialized (
      -- Numbered after the page is selected: numbering all groups would sort all of them.
      select g.*, row_number() over () as place from (
        select g.* from g left join n on n.id = g.item left join wms_org o on o.id = g.owner_org_id
          left join wms_warehouse w on w.id = g.warehouse_id
         order by ${order} limit ${limit} offset ${offset}) g)
      ${page}
    ${rowsOf<Row, Tables>(
      {
        ...columns(locale),
        total: sql<number>`(select count(*)::int from g)`,
        key: sql<string>`concat_ws(':', g.owner_org_id, g.warehouse_id, g.item)`,
        ownerOrgId: 'g.owner_org_id',
        ownerOrgName: named(locale, 'o'),
        warehouseId: 'g.warehouse_id',
        warehouseName: named(locale, 'w'),
        boxes: 'x.boxes',
        lines: 'x.lines',
        volumeL: 'x.volume',
        massKg: 'x.mass',
        oldestIn: 'x.oldest_in',
        nextExpiry: 'x.next_expiry',
        overdue: 'x.overdue',
        quotaPercent: sql<string | null>`round(100 * case when u.max_volume_l is not null then x.volume / u.max_volume_l
          else x.boxes::numeric / u.max_boxes end, 1)`,
      },
      sql`page g
      join wms_org o on o.id = g.owner_org_id
      join wms_warehouse w on w.id = g.warehouse_id
      ${summed(where)}
           ${names}
      left join wms_org_quota u on u.org_id = g.owner_org_id and u.warehouse_id = g.warehouse_id
     order by g.place`,
    )}`;
}

export async function listSpace(
  db: Kysely<DB>,
  readScope: ReadScope,
  query: SpaceQuery,
  locale: Locale,
): Promise<Page<ProductSpace>> {
  const { page, size } = query;
  const offset = offsetOf(query);
  const where = await whereOf(db, readScope, query);
  const { rows } = await spaceRows(query, where, size, offset, locale).execute(db);
  const total = rows[0]?.total ?? (offset === 0 ? 0 : await countGroups(db, query.by, where));
  return { list: rows, total: Math.min(total, COUNT_CAP + 1), exact: total <= COUNT_CAP, page, size };
}

/** A page past the end has no row that could carry the count. */
async function countGroups(db: Kysely<DB>, by: SpaceQuery['by'], where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from (${groups({ by }, where)}) g`.execute(db);
  return rows[0]!.total;
}

export async function everySpace(
  db: Kysely<DB>,
  readScope: ReadScope,
  query: SpaceQuery,
  max: number,
  locale: Locale,
): Promise<ProductSpace[]> {
  const { rows } = await spaceRows(query, await whereOf(db, readScope, query), max, 0, locale).execute(db);
  return rows;
}
