import type { Locale } from '@kuwei/contract/constants';
import type { QueryOf, ReplyOf } from '@kuwei/contract/route';
import type { Limit, limitRoutes } from '@kuwei/contract/wms/ews-product';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { conditionsOf, rowsOf, type Joined } from '../../db/columns.ts';
import { all, listPage, oneRow, orderOf, type List, type SortsOf } from '../../db/list.ts';
import { byName, named, matchesNameOrCode } from '../../db/named.ts';
import { like, matchesText } from '../../db/search.ts';
import type { DB, SysUser, WmsCategory, WmsOrg, WmsProduct, WmsStockLimit, WmsWarehouse } from '../../db/types.ts';
import type { ReadScope } from '../scope.ts';
import { isLimitVisible } from '../read-conditions.ts';

export type LimitQuery = QueryOf<(typeof limitRoutes)['listLimits']>;

const JOINED = sql`join wms_org o on o.id = l.org_id join wms_warehouse h on h.id = l.warehouse_id
  left join wms_product p on p.id = l.product_id left join wms_category c on c.id = l.category_id`;

const sortsOf = (locale: Locale): SortsOf<LimitQuery> => ({
  product: { by: sql`coalesce(p.code, c.code)` },
  org: { by: byName(locale, 'o') },
  warehouse: { by: sql`h.code` },
  updatedAt: { by: sql`l.updated_at` },
});

export const limitList = (readScope: ReadScope, query: Omit<LimitQuery, 'page' | 'size'>, locale: Locale): List<Limit> => {
  const conditions = conditionsOf(query, {
    orgId: (id) => sql`l.org_id = ${id}`,
    warehouseId: (id) => sql`l.warehouse_id = ${id}`,
    // Includes limits of its categories, which apply where it has none of its own.
    productId: (id) => sql`(l.product_id = ${id} or l.category_id in (
      with recursive up as (
        select c.id, c.parent_id from wms_product p join wms_category c on c.id = p.category_id where p.id = ${id}
        union select c.id, c.parent_id from up join wms_category c on c.id = up.parent_id)
      select id from up))`,
    q: (q) => sql`(${matchesText(sql`p.search`, q)} or lower(c.name) like ${like(q)})`,
  });
  return {
    id: sql`l.id`,
    from: sql`wms_stock_limit l ${JOINED} where ${all([isLimitVisible(readScope), ...conditions])}`,
    order: orderOf(query.sort ?? 'product', sortsOf(locale), sql`l.id`),
    rows: limitRows(locale),
  };
};

export const LIMIT = {
  id: 'l.id',
  orgId: 'l.org_id',
  warehouseId: 'l.warehouse_id',
  productId: 'l.product_id',
  categoryId: 'l.category_id',
  minQty: 'l.min_qty',
  maxQty: 'l.max_qty',
  expiryDays: 'l.expiry_days',
  productCode: 'p.code',
  baseUnit: 'p.base_unit',
  rev: 'l.rev',
  updatedAt: 'l.updated_at',
  updatedBy: 'u.name',
} as const;

interface Tables {
  l: WmsStockLimit;
  o: WmsOrg;
  h: WmsWarehouse;
  p: Joined<WmsProduct>;
  c: Joined<WmsCategory>;
  u: Joined<SysUser>;
}

const limitRows = (locale: Locale): RawBuilder<Limit> =>
  rowsOf<Limit, Tables>(
    {
      ...LIMIT,
      orgName: named(locale, 'o'),
      warehouseName: named(locale, 'h'),
      productName: named(locale, 'p'),
      categoryName: named(locale, 'c'),
      qty: sql<string | null>`case when l.product_id is not null then (
        select trim_scale(coalesce(sum(s.qty), 0))::text from wms_product_box s join wms_batch b on b.id = s.batch_id
         where s.product_id = l.product_id and s.owner_org_id = l.org_id and s.warehouse_id = l.warehouse_id and s.qty > 0
           and not s.frozen and b.status = 'OK' and (b.expires_on is null or b.expires_on >= current_date)) end`,
    },
    sql`page join wms_stock_limit l on l.id = page.id ${JOINED} left join sys_user u on u.id = l.updated_by`,
  );

/** @throws AppError NOT_FOUND, also for a limit that is not visible */
export const getLimit = (db: Kysely<DB>, readScope: ReadScope, id: string, locale: Locale): Promise<Limit> =>
  oneRow(db, sql`select l.id from wms_stock_limit l where l.id = ${id} and ${isLimitVisible(readScope)}`, limitRows(locale));

type Orgs = ReplyOf<(typeof limitRoutes)['selectLimitOrgs']>;
type Org = Orgs['list'][number];

/** Organisations to set limits for: owners themselves, warehouses all owners. */
const orgsOf = ({ own }: ReadScope): RawBuilder<unknown> =>
  own.kind === 'owner' ? sql`o.id = ${own.orgId}` : sql`o.valid and o.type <> 'WAREHOUSE'`;

const orgRows = (locale: Locale): RawBuilder<Org> =>
  rowsOf<Org, { o: WmsOrg }>(
    { id: 'o.id', code: 'o.code', name: named(locale, 'o') },
    sql`page join wms_org o on o.id = page.id`,
  );

export function selectOrgs(
  db: Kysely<DB>,
  readScope: ReadScope,
  query: QueryOf<(typeof limitRoutes)['selectLimitOrgs']>,
  locale: Locale,
): Promise<Orgs> {
  const conditions = conditionsOf(query, { q: (q) => matchesNameOrCode('o', q) });
  return listPage(db, query, {
    id: sql`o.id`,
    from: sql`wms_org o where ${all([orgsOf(readScope), ...conditions])}`,
    order: orderOf(query.sort ?? 'name', { name: { by: byName(locale, 'o') } }, sql`o.id`),
    rows: orgRows(locale),
  });
}

/** @throws AppError NOT_FOUND */
export const getOrg = (db: Kysely<DB>, readScope: ReadScope, id: string, locale: Locale): Promise<Org> =>
  oneRow(db, sql`select o.id from wms_org o where o.id = ${id} and ${orgsOf(readScope)}`, orgRows(locale));
