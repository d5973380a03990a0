// A product as a form and as a row of its table: one map says which field stands in which column.
import type { Locale } from '@kuwei/contract/constants';
import { nameIn } from '@kuwei/contract/name';
import { compare } from '@kuwei/contract/decimal';
import { signalOf } from '@kuwei/contract/wms/hazard';
import type { ProductForm, ProductState } from '@kuwei/contract/wms/product';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Trx } from '../../db/open.ts';
import { searchText } from '../../db/search.ts';
import type { DB, WmsProduct } from '../../db/types.ts';

/** Table of products, as log and imports have it. */
export const PRODUCTS = 'wms_product';

/** What a product is called beside others. */
export const titleOf = (form: ProductForm, locale: Locale): string => `${form.code} ${nameIn(locale, form)}`;

/** A field that is missing here does not compile. */
const COLUMN = {
  code: 'code',
  name: 'name',
  nameEn: 'name_en',
  categoryId: 'category_id',
  kind: 'kind',
  spec: 'spec',
  grade: 'grade',
  brand: 'brand',
  maker: 'maker',
  baseUnit: 'base_unit',
  units: 'units',
  defaultShelfLifeDays: 'default_shelf_life_days',
  trackBatch: 'track_batch',
  trackExpiry: 'track_expiry',
  cas: 'cas',
  formula: 'formula',
  unNo: 'un_no',
  unClass: 'un_class',
  packingGroup: 'packing_group',
  hCodes: 'h_codes',
  storageGroup: 'storage_group',
  conditionsRequired: 'conditions_required',
  controlFlags: 'control_flags',
  criticalQtyT: 'critical_qty_t',
  unitVolumeL: 'unit_volume_l',
  unitMassKg: 'unit_mass_kg',
  price: 'price',
  sdsFileId: 'sds_file_id',
  sdsRevDate: 'sds_rev_date',
  sdsLang: 'sds_lang',
  images: 'images',
  description: 'description',
  remark: 'remark',
  pCodes: 'p_codes',
  otherCas: 'other_cas',
  catalogNo: 'catalog_no',
  flashPointC: 'flash_point_c',
  boilingPointC: 'boiling_point_c',
  lowerExplosionPercent: 'lower_explosion_percent',
  upperExplosionPercent: 'upper_explosion_percent',
  iarcGroup: 'iarc_group',
  exposureLimit: 'exposure_limit',
  notHazardous: 'not_hazardous',
  assessedSource: 'assessed_source',
} as const satisfies Record<keyof ProductForm, keyof WmsProduct>;

export const PRODUCT_FIELDS = Object.keys(COLUMN) as (keyof ProductForm)[];

/** Columns of a product as entered, with those that follow from them. */
export async function columnsOf(form: ProductForm) {
  const columns = Object.fromEntries(PRODUCT_FIELDS.map((field) => [COLUMN[field], form[field]])) as {
    [K in keyof ProductForm as (typeof COLUMN)[K]]: ProductForm[K];
  };
  const gtins = form.units.map((unit) => unit.gtin);
  return {
    ...columns,
    signal: signalOf(form.hCodes),
    search: await searchText([form.code, form.name, form.nameEn, form.cas, form.spec, form.brand, ...form.otherCas, ...gtins]),
  };
}

/** A product that is there, as a form has it. */
export interface StoredProduct {
  id: string;
  rev: number;
  state: ProductState;
  /** Who said what its hazards are, and when. */
  assessed: Assessment;
  form: ProductForm;
}

export type Assessment = Record<'assessed_at' | 'assessed_by', string | null>;

/**
 * Products that are not deleted.
 * @param where condition on the table `wms_product`
 * @param lock holds them until the end of the transaction, in the order of their ids
 */
async function stored(db: Kysely<DB>, where: RawBuilder<boolean>, lock: boolean): Promise<StoredProduct[]> {
  const rows = await db
    .selectFrom('wms_product')
    .where('deleted_at', 'is', null)
    .where(where)
    .orderBy('id')
    .selectAll()
    .$if(lock, (qb) => qb.forUpdate())
    .execute();
  return rows.map((row) => ({
    id: row.id,
    rev: row.rev,
    state: row.state,
    assessed: { assessed_at: row.assessed_at, assessed_by: row.assessed_by },
    form: Object.fromEntries(PRODUCT_FIELDS.map((field) => [field, row[COLUMN[field]]])) as unknown as ProductForm,
  }));
}

export const lockProducts = async (trx: Trx, ids: readonly string[]): Promise<Map<string, StoredProduct>> =>
  new Map((await stored(trx, sql<boolean>`id = any(${ids}::uuid[])`, true)).map((product) => [product.id, product]));

export const productsById = async (db: Kysely<DB>, ids: readonly string[]): Promise<Map<string, StoredProduct>> =>
  new Map((await stored(db, sql<boolean>`id = any(${ids}::uuid[])`, false)).map((product) => [product.id, product]));

export const productsByCode = async (db: Kysely<DB>, codes: readonly string[]): Promise<Map<string, StoredProduct>> =>
  new Map((await stored(db, sql<boolean>`code = any(${codes}::text[])`, false)).map((product) => [product.form.code, product]));

/** Whether a unit that a product had would hold another number of base units. */
export const changesFactor = (before: ProductForm, form: ProductForm): boolean =>
  before.units.some((unit) => {
    const now = form.units.find((other) => other.unit === unit.unit);
    return now !== undefined && compare(now.factor, unit.factor) !== 0;
  });

const trimmed = (decimal: string): string =>
  decimal
    .replace(/^0+(?=\d)/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
const orNull = (decimal: string | null): string | null => (decimal === null ? null : trimmed(decimal));

/** The same product with decimals as the database spells them, so that `12.50` is no change of `12.5`. */
export const spelled = (form: ProductForm): ProductForm => ({
  ...form,
  units: form.units.map((unit) => ({ ...unit, factor: trimmed(unit.factor) })),
  criticalQtyT: orNull(form.criticalQtyT),
  unitVolumeL: orNull(form.unitVolumeL),
  unitMassKg: orNull(form.unitMassKg),
  price: orNull(form.price),
  flashPointC: orNull(form.flashPointC),
  boilingPointC: orNull(form.boilingPointC),
  lowerExplosionPercent: orNull(form.lowerExplosionPercent),
  upperExplosionPercent: orNull(form.upperExplosionPercent),
});
