import type { Locale } from '@kuwei/contract/constants';
import type { Page } from '@kuwei/contract/page';
import type { QueryOf, ReplyOf } from '@kuwei/contract/route';
import type { Listing, ListingEvent, ListingPhase, listingRoutes } from '@kuwei/contract/wms/org-product';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { conditionsOf, rowsOf, type Joined } from '../../db/columns.ts';
import { all, listPage, oneRow, orderOf, type List, type SortsOf } from '../../db/list.ts';
import { byName, named, matchesNameOrCode } from '../../db/named.ts';
import { matchesText } from '../../db/search.ts';
import type { DB, SysUser, WmsOrg, WmsOrgProduct, WmsOrgProductEvent, WmsProduct } from '../../db/types.ts';
import { available } from '../product-box/filter.ts';
import type { ReadScope } from '../scope.ts';
import { isStockVisible, isListingVisible } from '../read-conditions.ts';

export type ListingQuery = QueryOf<(typeof listingRoutes)['listListings']>;

const ORG = sql`join wms_org o on o.id = l.org_id`;
const PRODUCT = sql`join wms_product p on p.id = l.product_id`;

const phase = sql<ListingPhase>`case when l.state = 'ON' and l.from_day > current_date then 'AHEAD' else l.state end`;

const sortsOf = (locale: Locale): SortsOf<ListingQuery> => ({
  product: { by: byName(locale, 'p') },
  org: { by: byName(locale, 'o') },
  state: { by: sql`l.state` },
  fromDay: { by: sql`l.from_day`, nullable: true },
  untilDay: { by: sql`l.until_day`, nullable: true },
  updatedAt: { by: sql`l.updated_at` },
});

/** @param which limits to these ids, if given */
export async function listingList(
  db: Kysely<DB>,
  readScope: ReadScope,
  query: Omit<ListingQuery, 'page' | 'size'>,
  locale: Locale,
  which: readonly RawBuilder<unknown>[] = [],
): Promise<List<Listing>> {
  const goods = await isStockVisible(db, readScope);
  const conditions = conditionsOf(query, {
    orgId: (id) => sql`l.org_id = ${id}`,
    productId: (id) => sql`l.product_id = ${id}`,
    phase: (phases) => sql`${phase} = any(${phases}::text[])`,
    visibleTo: (parties) => sql`l.visible_to = any(${parties}::text[])`,
    shareMode: (modes) => sql`l.share_mode = any(${modes}::text[])`,
    cause: (causes) => sql`l.cause = any(${causes}::text[])`,
    q: (q) => sql`${matchesText(sql`p.search`, q)}`,
  });
  return {
    id: sql`l.id`,
    from: sql`wms_org_product l ${ORG} ${PRODUCT} where ${all([isListingVisible(goods), ...conditions, ...which])}`,
    order: orderOf(query.sort ?? '-updatedAt', sortsOf(locale), sql`l.id`),
    rows: listingRows(goods, locale),
  };
}

export const LISTING = {
  id: 'l.id',
  orgId: 'l.org_id',
  productId: 'l.product_id',
  visibleTo: 'l.visible_to',
  shareMode: 'l.share_mode',
  price: 'l.price',
  maxQty: 'l.max_qty',
  fromDay: 'l.from_day',
  untilDay: 'l.until_day',
  note: 'l.note',
  productCode: 'p.code',
  baseUnit: 'p.base_unit',
  controlFlags: 'p.control_flags',
  state: 'l.state',
  cause: 'l.cause',
  reason: 'l.reason',
  rev: 'l.rev',
  createdAt: 'l.created_at',
  updatedAt: 'l.updated_at',
  updatedBy: 'u.name',
} as const;

interface Tables {
  l: WmsOrgProduct;
  o: WmsOrg;
  p: WmsProduct;
  u: Joined<SysUser>;
}

const listingRows = (goods: RawBuilder<unknown>, locale: Locale): RawBuilder<Listing> =>
  rowsOf<Listing, Tables>(
    {
      ...LISTING,
      phase,
      orgName: named(locale, 'o'),
      productName: named(locale, 'p'),
      available: sql<string>`(select coalesce(sum(s.qty - s.reserved), 0) from wms_product_box s
        where s.owner_org_id = l.org_id and s.product_id = l.product_id and ${available} and ${goods})`,
    },
    sql`page join wms_org_product l on l.id = page.id ${ORG} ${PRODUCT} left join sys_user u on u.id = l.updated_by`,
  );

/** @throws AppError NOT_FOUND, also for goods that are not visible */
export async function getListing(db: Kysely<DB>, readScope: ReadScope, id: string, locale: Locale): Promise<Listing> {
  const goods = await isStockVisible(db, readScope);
  const ids = sql`select l.id from wms_org_product l where l.id = ${id} and ${isListingVisible(goods)}`;
  return oneRow(db, ids, listingRows(goods, locale));
}

/** Newest first. @throws AppError NOT_FOUND as `getListing` */
export async function listEvents(db: Kysely<DB>, readScope: ReadScope, id: string, locale: Locale): Promise<ListingEvent[]> {
  await getListing(db, readScope, id, locale);
  return (await eventsOf(id).execute(db)).rows;
}

const eventsOf = (id: string): RawBuilder<ListingEvent> =>
  rowsOf<ListingEvent, { e: WmsOrgProductEvent; u: Joined<SysUser> }>(
    {
      id: sql<string>`e.id::text`,
      at: 'e.at',
      what: 'e.what',
      cause: 'e.cause',
      reason: 'e.reason',
      changes: sql<ListingEvent['changes']>`coalesce((
        select json_agg(json_build_object('field', c.key, 'from', c.value ->> 0, 'to', c.value ->> 1)) from jsonb_each(e.change) c), '[]')`,
      userName: 'u.name',
    },
    sql`wms_org_product_event e left join sys_user u on u.id = e.user_id
      where e.org_product_id = ${id} order by e.id desc limit 200`,
  );

type OrgQuery = QueryOf<(typeof listingRoutes)['selectListingOrgs']>;
type ProductQuery = QueryOf<(typeof listingRoutes)['selectListingProducts']>;

/** Organisations with visible available stock, or with a listing. */
export async function selectOrgs(db: Kysely<DB>, readScope: ReadScope, query: OrgQuery, locale: Locale) {
  const goods = await isStockVisible(db, readScope);
  const conditions = conditionsOf(query, { q: (q) => matchesNameOrCode('o', q) });
  const found = sql`(exists (select from wms_product_box s where s.owner_org_id = o.id and ${available} and ${goods})
    or exists (select from wms_org_product l where l.org_id = o.id and ${isListingVisible(goods)}))`;
  return listPage(db, query, {
    id: sql`o.id`,
    from: sql`wms_org o where ${all([found, ...conditions])}`,
    order: orderOf(query.sort ?? 'name', { name: { by: byName(locale, 'o') } }, sql`o.id`),
    rows: orgRows(locale),
  });
}

/** @throws AppError NOT_FOUND, also for one without visible stock ever */
export async function getOrg(db: Kysely<DB>, readScope: ReadScope, id: string, locale: Locale): Promise<OrgChoice> {
  const goods = await isStockVisible(db, readScope);
  const had = sql`exists (select from wms_product_box s where s.owner_org_id = o.id and ${goods})`;
  return oneRow(db, sql`select o.id from wms_org o where o.id = ${id} and ${had}`, orgRows(locale));
}

const orgRows = (locale: Locale): RawBuilder<OrgChoice> =>
  rowsOf<OrgChoice, { o: WmsOrg }>(
    { id: 'o.id', code: 'o.code', name: named(locale, 'o') },
    sql`page join wms_org o on o.id = page.id`,
  );

/** An organisation's visible products without a listing. */
export async function selectProducts(
  db: Kysely<DB>,
  readScope: ReadScope,
  query: ProductQuery,
  locale: Locale,
): Promise<Page<ProductChoice>> {
  const goods = await isStockVisible(db, readScope);
  const conditions = conditionsOf(query, {
    orgId: (id) => sql`not exists (select from wms_org_product l where l.org_id = ${id} and l.product_id = p.id)`,
    q: (q) => sql`${matchesText(sql`p.search`, q)}`,
  });
  const mine = sql`s.owner_org_id = ${query.orgId} and s.product_id = p.id and ${available} and ${goods}`;
  return listPage(db, query, {
    id: sql`p.id`,
    from: sql`wms_product p where p.state = 'ACTIVE' and p.deleted_at is null
      and exists (select from wms_product_box s where ${mine}) and ${all(conditions)}`,
    order: orderOf(query.sort ?? 'name', { name: { by: byName(locale, 'p') } }, sql`p.id`),
    rows: rowsOf<ProductChoice, { p: WmsProduct }>(
      {
        id: 'p.id',
        code: 'p.code',
        name: named(locale, 'p'),
        baseUnit: 'p.base_unit',
        available: sql<string>`(select coalesce(sum(s.qty - s.reserved), 0) from wms_product_box s where ${mine})`,
      },
      sql`page join wms_product p on p.id = page.id`,
    ),
  });
}

type Choice<R extends 'selectListingOrgs' | 'selectListingProducts'> = ReplyOf<(typeof listingRoutes)[R]>['list'][number];
type OrgChoice = Choice<'selectListingOrgs'>;
type ProductChoice = Choice<'selectListingProducts'>;
