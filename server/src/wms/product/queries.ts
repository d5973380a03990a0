import { isAllowed, powersFor } from '@kuwei/contract/access';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { pictogramsOf } from '@kuwei/contract/wms/hazard';
import { productRoutes, type Product, type ProductOption, type ProductRow, type productQuery } from '@kuwei/contract/wms/product';
import type { QueryOf } from '@kuwei/contract/route';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type * as z from 'zod/mini';
import type { Caller } from '../../context.ts';
import { conditionsOf, jsonOf, pick, rowsOf, type Columns, type Joined } from '../../db/columns.ts';
import { compileConstant } from '../../db/constant-sql.ts';
import { bothNames, byName, named, type BothNames } from '../../db/named.ts';
import { all, listPage, oneRow, orderOf, sortName, type List, type SortsOf } from '../../db/list.ts';
import { anyOf } from '../../db/rows.ts';
import { matchesText } from '../../db/search.ts';
import type { DB, SysFile, SysUser, WmsCategory } from '../../db/types.ts';
import { hidePrice, assertMaySortByPrice, type Reader } from './prices.ts';
import { IS_ASSESSED, PRODUCT, type ProductTable } from './record.ts';

export type ProductQuery = z.output<typeof productQuery>;

const MANAGERS = [...productRoutes.updateProduct.needs, ...powersFor('WMS_PRODUCT', 'VIEW')];
/** Whether the caller keeps products, if only by viewing them; others see released ones. */
export const managesProducts = (caller: Caller): boolean => isAllowed(MANAGERS, caller.effective);

/** A category and all its descendants. */
export const categoryTree = (id: string) => sql<string>`(
  with recursive tree as (
    select id from wms_category where id = ${id}
    union select c.id from wms_category c join tree t on c.parent_id = t.id
  ) select id from tree)`;

/** The product as returned. */
export const withPictograms = <R extends { hCodes: string[] }>({ hCodes, ...row }: R) => ({
  ...row,
  pictograms: pictogramsOf(hCodes),
});

const CATEGORY = sql`join wms_category c on c.id = p.category_id`;

const sortsOf = (locale: Locale): SortsOf<ProductQuery> => ({
  code: { by: sql`p.code` },
  name: { by: byName(locale, 'p') },
  cas: { by: sql`p.cas`, nullable: true },
  category: { by: byName(locale, 'c'), join: CATEGORY },
  price: { by: sql`p.price`, nullable: true },
  state: { by: sql`p.state` },
  // Matches its index.
  updatedAt: { by: sql`p.updated_at`, nullable: true },
});

/** Filters of the list and the picker. */
const FILTERS = {
  q: (q: string) => sql`${matchesText(sql`p.search`, q)}`,
  kind: (kinds: readonly string[]) => sql`p.kind = any(${kinds}::text[])`,
  categoryId: (id: string) => sql`p.category_id in ${categoryTree(id)}`,
  controlFlag: (flags: readonly string[]) => sql`p.control_flags && ${flags}::text[]`,
};

/** Products that match a query, read with `rows`. @param which limits to these ids, if given */
export function productList<T>(
  query: Omit<ProductQuery, 'page' | 'size'>,
  locale: Locale,
  rows: RawBuilder<T>,
  which: readonly RawBuilder<unknown>[] = [],
): List<T> {
  const conditions = conditionsOf(query, {
    ...FILTERS,
    state: (states) => sql`p.state = any(${states}::text[])`,
    storageGroup: (groups) => sql`p.storage_group = any(${groups}::text[])`,
    hazard: (hazards) => sql`p.hazard = any(${hazards}::text[])`,
    noSds: (is) => (is ? sql`p.sds_file_id is null and p.hazard <> 'HARMLESS'` : sql`true`),
  });
  const sort = query.sort ?? '-updatedAt';
  const sorts = sortsOf(locale);
  const { join = sql`` } = sorts[sortName(sort)];
  return {
    id: sql`p.id`,
    from: sql`wms_product p ${join} where ${all([sql`p.deleted_at is null`, ...conditions, ...which])}`,
    order: orderOf(sort, sorts, sql`p.id`),
    rows,
  };
}

/** As read; pictograms are derived from H statements. */
type Read<R> = Omit<R, 'pictograms'> & { hCodes: string[] };
const PAGE = sql`page join wms_product p on p.id = page.id`;
const IMAGE = sql<string | null>`p.images[1]`;

export const productRows = compileConstant(
  rowsOf<Read<ProductRow>, Tables>(
    {
      ...pick(PRODUCT, 'id', 'code', 'name', 'nameEn', 'kind', 'spec', 'brand', 'baseUnit', 'cas', 'storageGroup'),
      ...pick(PRODUCT, 'controlFlags', 'hazard', 'hCodes', 'price', 'state', 'rev', 'updatedAt'),
      categoryName: 'c.name',
      categoryNameEn: 'c.name_en',
      image: IMAGE,
      hasSds: sql<boolean>`p.sds_file_id is not null`,
    },
    sql`${PAGE} ${CATEGORY}`,
  ),
);

interface Tables {
  p: ProductTable;
  c: WmsCategory;
  s: Joined<SysFile>;
  u: Joined<SysUser>;
  a: Joined<SysUser>;
}

export async function listProducts(db: Kysely<DB>, query: ProductQuery, caller: Caller, locale: Locale) {
  assertMaySortByPrice(query.sort, caller);
  const which = managesProducts(caller) ? [] : [sql`p.state = 'ACTIVE'`];
  const page = await listPage(db, query, productList(query, locale, productRows, which));
  return { ...page, list: page.list.map((row) => hidePrice(withPictograms(row), caller)) satisfies ProductRow[] };
}

/** @throws AppError NOT_FOUND, also for an unreleased product unrelated to the caller */
export async function getVisibleProduct(db: Kysely<DB>, id: string, caller: Caller): Promise<Product> {
  const product = hidePrice(await getProduct(db, id), caller);
  if (product.state === 'ACTIVE' || managesProducts(caller)) return product;
  const orgs = sql`${caller.orgs.map((org) => org.id)}::uuid[]`;
  const { known } = await db
    .selectNoFrom(
      sql<boolean>`exists (
          select from wms_product_box s join wms_warehouse w on w.id = s.warehouse_id
           where s.product_id = ${id} and (s.owner_org_id = any(${orgs}) or w.org_id = any(${orgs})))
        or exists (
          select from wms_transaction_line l join wms_transaction t on t.id = l.transaction_id join wms_warehouse w on w.id = t.warehouse_id
           where l.product_id = ${id} and t.deleted_at is null
             and (t.owner_org_id = any(${orgs}) or w.org_id = any(${orgs}) and t.submitted_at is not null))`.as('known'),
    )
    .executeTakeFirstOrThrow();
  if (!known) throw new AppError('NOT_FOUND');
  return product;
}

const hasStock = (column: string) =>
  sql<boolean>`exists (select from wms_product_box s where s.product_id = ${sql.ref(column)} and s.qty > 0)`;

const fullProductRows = compileConstant(
  rowsOf<Read<Product>, Tables>(
    {
      ...PRODUCT,
      categoryName: 'c.name',
      categoryNameEn: 'c.name_en',
      sdsName: 's.name',
      updatedBy: 'u.name',
      assessedBy: 'a.name',
      hasStock: hasStock('p.id'),
    },
    sql`${PAGE} ${CATEGORY}
    left join sys_file s on s.id = p.sds_file_id
    left join sys_user u on u.id = p.updated_by
    left join sys_user a on a.id = p.assessed_by`,
  ),
);

/** @throws AppError NOT_FOUND */
export async function getProduct(db: Kysely<DB>, id: string): Promise<Product> {
  const row = await oneRow(db, sql`select id from wms_product where id = ${id} and deleted_at is null`, fullProductRows);
  return { ...row, pictograms: pictogramsOf(row.hCodes) };
}

/** Whether a product is in stock, or in an open document. */
export const isHandled = (column: string) =>
  sql<boolean>`(${hasStock(column)} or exists (
    select from wms_transaction_line l join wms_transaction t on t.id = l.transaction_id
     where l.product_id = ${sql.ref(column)} and t.deleted_at is null
       and t.state in ('SUBMITTED', 'APPROVED', 'EXECUTING', 'PARTIAL')))`;

/** Both names of a product, for text that others read. */
export async function productNames(db: Kysely<DB>, id: string): Promise<BothNames> {
  const { names } = await db
    .selectFrom('wms_product as p')
    .where('p.id', '=', id)
    .select(bothNames('p').as('names'))
    .executeTakeFirstOrThrow();
  return names;
}

export type Option = Read<ProductOption>;

/** A product as a picker option; expects its table as `p`. */
const optionOf = (locale: Locale) =>
  ({
    ...pick(PRODUCT, 'id', 'code', 'spec', 'cas', 'kind', 'baseUnit', 'gtin', 'units', 'trackBatch', 'trackExpiry'),
    ...pick(PRODUCT, 'defaultShelfLifeDays', 'storageGroup', 'controlFlags', 'hCodes'),
    name: named(locale, 'p'),
    assessed: IS_ASSESSED,
    unitVolumeL: sql<string | null>`trim_scale(p.unit_volume_l)::text`,
    price: sql<string | null>`trim_scale(p.price)::text`,
    image: IMAGE,
  }) satisfies Columns<Option, Tables>;

export const optionJson = (locale: Locale): RawBuilder<Option> => jsonOf<Option, Tables>(optionOf(locale));

export const toOption = (option: Option, reader: Reader): ProductOption => hidePrice(withPictograms(option), reader);

type SelectQuery = QueryOf<(typeof productRoutes)['selectProducts']>;

export async function selectProducts(db: Kysely<DB>, query: SelectQuery, reader: Reader, locale: Locale) {
  const sorts: SortsOf<SelectQuery> = pick(sortsOf(locale), 'code', 'name');
  const conditions = [sql`p.state = 'ACTIVE'`, sql`p.deleted_at is null`, ...conditionsOf(query, FILTERS)];
  const page = await listPage(db, query, {
    id: sql`p.id`,
    from: sql`wms_product p where ${all(conditions)}`,
    order: orderOf(query.sort ?? 'name', sorts, sql`p.id`),
    rows: rowsOf<Option, Tables>(optionOf(locale), PAGE),
  });
  return { ...page, list: page.list.map((option) => toOption(option, reader)) };
}

/** Products named by the ledger, a document or a permit, which cannot be deleted. */
export async function usedProducts(db: Kysely<DB>, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select p.id from wms_product p
     where p.id = ${anyOf(ids)}
       and (exists (select from wms_ledger l where l.product_id = p.id)
         or exists (select from wms_transaction_line l join wms_transaction t on t.id = l.transaction_id
                     where l.product_id = p.id and t.deleted_at is null)
         or exists (select from wms_permit m where m.product_ids @> array[p.id]))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
