import { allowed } from '@kuwei/contract/access';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { pictogramsOf } from '@kuwei/contract/wms/hazard';
import {
  productRoutes,
  type Product,
  type ProductOption,
  type ProductRow,
  type ProductUnit,
  type productQuery,
} from '@kuwei/contract/wms/product';
import { sql, type Kysely } from 'kysely';
import type * as z from 'zod/mini';
import type { Caller } from '../../context.ts';
import { bothNames, byName, named, type BothNames } from '../../db/named.ts';
import { pageOf } from '../../db/page.ts';
import { anyOf } from '../../db/rows.ts';
import { like } from '../../db/search.ts';
import type { DB } from '../../db/types.ts';

export type ProductQuery = z.output<typeof productQuery>;

/** Whether a caller keeps the register of products; everyone else sees what is released. */
export const keepsProducts = (caller: Caller): boolean => allowed(productRoutes.updateProduct.needs, caller.effective);

/** Rows of the list under its filters. */
export function productRows(db: Kysely<DB>, query: Omit<ProductQuery, 'page' | 'size'>) {
  return db
    .selectFrom('wms_product as p')
    .innerJoin('wms_category as c', 'c.id', 'p.category_id')
    .where('p.deleted_at', 'is', null)
    .$if(query.q !== undefined, (qb) => qb.where('p.search', 'like', like(query.q!)))
    .$if(query.state !== undefined, (qb) => qb.where('p.state', 'in', query.state!))
    .$if(query.kind !== undefined, (qb) => qb.where('p.kind', 'in', query.kind!))
    .$if(query.categoryId !== undefined, (qb) => qb.where('p.category_id', 'in', categoryTree(query.categoryId!)))
    .$if(query.controlFlag !== undefined, (qb) =>
      qb.where(sql<boolean>`p.control_flags && ${sql.val(query.controlFlag)}::text[]`),
    )
    .$if(query.storageGroup !== undefined, (qb) => qb.where('p.storage_group', 'in', query.storageGroup!))
    .$if(query.hazard !== undefined, (qb) => qb.where('p.hazard', 'in', query.hazard!))
    .$if(query.noSds === true, (qb) => qb.where('p.sds_file_id', 'is', null).where('p.hazard', '<>', 'HARMLESS'))
    .select([
      'p.id',
      'p.code',
      'p.name',
      'p.name_en as nameEn',
      'c.name as categoryName',
      'c.name_en as categoryNameEn',
      'p.kind',
      'p.spec',
      'p.brand',
      'p.base_unit as baseUnit',
      'p.cas',
      'p.storage_group as storageGroup',
      'p.control_flags as controlFlags',
      'p.hazard',
      'p.h_codes as hCodes',
      sql<string | null>`p.images[1]`.as('image'),
      'p.price',
      sql<boolean>`p.sds_file_id is not null`.as('hasSds'),
      'p.state',
      'p.rev',
      'p.updated_at as updatedAt',
    ]);
}

/** A category and everything below it. */
export const categoryTree = (id: string) => sql<string>`(
  with recursive tree as (
    select id from wms_category where id = ${id}
    union select c.id from wms_category c join tree t on c.parent_id = t.id
  ) select id from tree)`;

export const sortsOf = (locale: Locale) => ({
  code: sql`p.code`,
  name: byName(locale, 'p'),
  cas: sql`p.cas`,
  category: byName(locale, 'c'),
  price: sql`p.price`,
  state: sql`p.state`,
  updatedAt: sql`p.updated_at`,
});

const shown = <R extends { hCodes: string[] }>({ hCodes, ...row }: R) => ({ ...row, pictograms: pictogramsOf(hCodes) });

export async function listProducts(db: Kysely<DB>, query: ProductQuery, caller: Caller, locale: Locale) {
  const rows = productRows(db, query).$if(!keepsProducts(caller), (qb) => qb.where('p.state', '=', 'ACTIVE'));
  const page = await pageOf(db, query, rows, sortsOf(locale), '-updatedAt', sql`p.id`);
  return { ...page, list: page.list.map(shown) satisfies ProductRow[] };
}

/** @throws AppError NOT_FOUND also for a product that is not released and was never any of the caller's business */
export async function readProduct(db: Kysely<DB>, id: string, caller: Caller): Promise<Product> {
  const product = await getProduct(db, id);
  if (product.state === 'ACTIVE' || keepsProducts(caller)) return product;
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

/** @throws AppError NOT_FOUND */
export async function getProduct(db: Kysely<DB>, id: string): Promise<Product> {
  const row = await db
    .selectFrom('wms_product as p')
    .innerJoin('wms_category as c', 'c.id', 'p.category_id')
    .leftJoin('sys_file as s', 's.id', 'p.sds_file_id')
    .leftJoin('sys_user as u', 'u.id', 'p.updated_by')
    .leftJoin('sys_user as a', 'a.id', 'p.assessed_by')
    .where('p.id', '=', id)
    .where('p.deleted_at', 'is', null)
    .select([
      'p.id',
      'p.code',
      'p.name',
      'p.name_en as nameEn',
      'p.category_id as categoryId',
      'c.name as categoryName',
      'c.name_en as categoryNameEn',
      'p.kind',
      'p.spec',
      'p.grade',
      'p.brand',
      'p.maker',
      'p.base_unit as baseUnit',
      'p.units',
      'p.default_shelf_life_days as defaultShelfLifeDays',
      'p.track_batch as trackBatch',
      'p.track_expiry as trackExpiry',
      'p.cas',
      'p.formula',
      'p.un_no as unNo',
      'p.un_class as unClass',
      'p.packing_group as packingGroup',
      'p.h_codes as hCodes',
      'p.signal',
      'p.storage_group as storageGroup',
      'p.conditions_required as conditionsRequired',
      'p.control_flags as controlFlags',
      'p.critical_qty_t as criticalQtyT',
      'p.unit_volume_l as unitVolumeL',
      'p.unit_mass_kg as unitMassKg',
      'p.price',
      'p.sds_file_id as sdsFileId',
      's.name as sdsName',
      'p.sds_rev_date as sdsRevDate',
      'p.sds_lang as sdsLang',
      'p.images',
      'p.description',
      'p.remark',
      'p.p_codes as pCodes',
      'p.other_cas as otherCas',
      'p.catalog_no as catalogNo',
      'p.flash_point_c as flashPointC',
      'p.boiling_point_c as boilingPointC',
      'p.lower_explosion_percent as lowerExplosionPercent',
      'p.upper_explosion_percent as upperExplosionPercent',
      'p.iarc_group as iarcGroup',
      'p.exposure_limit as exposureLimit',
      'p.not_hazardous as notHazardous',
      'p.assessed_source as assessedSource',
      'p.assessed_at as assessedAt',
      'a.name as assessedBy',
      'p.hazard',
      'p.state',
      'p.rev',
      'p.created_at as createdAt',
      'p.updated_at as updatedAt',
      'u.name as updatedBy',
      hasStock('p.id').as('hasStock'),
    ])
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return {
    ...row,
    storageGroup: row.storageGroup as Product['storageGroup'],
    units: row.units as ProductUnit[],
    pictograms: pictogramsOf(row.hCodes),
  };
}

export const hasStock = (column: string) =>
  sql<boolean>`exists (select from wms_product_box s where s.product_id = ${sql.ref(column)} and s.qty > 0)`;

/** In stock, or in a document on its way. */
export const isHandled = (column: string) =>
  sql<boolean>`(${hasStock(column)} or exists (
    select from wms_transaction_line l join wms_transaction t on t.id = l.transaction_id
     where l.product_id = ${sql.ref(column)} and t.deleted_at is null
       and t.state in ('SUBMITTED', 'REVIEW_2', 'APPROVED', 'EXECUTING', 'PARTIAL')))`;

/** The name of a product for a text that others read. */
export async function productNames(db: Kysely<DB>, id: string): Promise<BothNames> {
  const { names } = await db
    .selectFrom('wms_product as p')
    .where('p.id', '=', id)
    .select(bothNames('p').as('names'))
    .executeTakeFirstOrThrow();
  return names;
}

/** Columns of a product as windows for choosing show it; the product's table goes by `p`. */
export const optionJson = (locale: Locale) => sql<ProductOption & { hCodes: string[] }>`json_build_object(
  'id', p.id, 'code', p.code, 'name', ${named(locale, 'p')}, 'spec', p.spec, 'cas', p.cas, 'kind', p.kind, 'baseUnit', p.base_unit, 'units', p.units,
  'trackBatch', p.track_batch, 'trackExpiry', p.track_expiry, 'defaultShelfLifeDays', p.default_shelf_life_days,
  'unitVolumeL', trim_scale(p.unit_volume_l)::text,
  'storageGroup', p.storage_group, 'controlFlags', p.control_flags, 'hCodes', p.h_codes, 'price', trim_scale(p.price)::text, 'image', p.images[1])`;

export const asOption = (option: ProductOption & { hCodes: string[] }): ProductOption => shown(option);

export async function selectProducts(
  db: Kysely<DB>,
  query: {
    page: number;
    size: number;
    sort?: string | undefined;
    q?: string | undefined;
    kind?: ProductOption['kind'][] | undefined;
    categoryId?: string | undefined;
  },
  locale: Locale,
) {
  const rows = db
    .selectFrom('wms_product as p')
    .where('p.state', '=', 'ACTIVE')
    .where('p.deleted_at', 'is', null)
    .$if(query.q !== undefined, (qb) => qb.where('p.search', 'like', like(query.q!)))
    .$if(query.kind !== undefined, (qb) => qb.where('p.kind', 'in', query.kind!))
    .$if(query.categoryId !== undefined, (qb) => qb.where('p.category_id', 'in', categoryTree(query.categoryId!)))
    .select(optionJson(locale).as('option'));
  const page = await pageOf(db, query, rows, { code: sql`p.code`, name: byName(locale, 'p') }, 'name', sql`p.id`);
  return { ...page, list: page.list.map((row) => asOption(row.option)) };
}

/** Those of the products that the ledger or a document names: they cannot be deleted. */
export async function usedProducts(db: Kysely<DB>, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select p.id from wms_product p
     where p.id = ${anyOf(ids)}
       and (exists (select from wms_ledger l where l.product_id = p.id)
         or exists (select from wms_transaction_line l join wms_transaction t on t.id = l.transaction_id
                     where l.product_id = p.id and t.deleted_at is null))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
