// Maps a product between form and table row: one map from field to column.
import type { Locale } from '@kuwei/contract/constants';
import { nameIn } from '@kuwei/contract/name';
import { compare } from '@kuwei/contract/decimal';
import { signalOf } from '@kuwei/contract/wms/hazard';
import type { Measure } from '@kuwei/contract/wms/place';
import type { ProductForm, ProductState } from '@kuwei/contract/wms/product';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { recheckAuthorization } from '../../session/recheck.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { rowsOf, valuesOf, type Narrowed } from '../../db/columns.ts';
import { searchText } from '../../db/search.ts';
import type { DB, WmsProduct } from '../../db/types.ts';

/** Table of products, for log and imports. */
export const PRODUCTS = 'wms_product';

/** Title of a product in lists. */
export const titleOf = (form: ProductForm, locale: Locale): string => `${form.code} ${nameIn(locale, form)}`;

/** Columns of the form fields. */
const PRODUCT_FORM = {
  code: 'p.code',
  name: 'p.name',
  nameEn: 'p.name_en',
  categoryId: 'p.category_id',
  kind: 'p.kind',
  spec: 'p.spec',
  grade: 'p.grade',
  brand: 'p.brand',
  maker: 'p.maker',
  baseUnit: 'p.base_unit',
  gtin: 'p.gtin',
  units: 'p.units',
  defaultShelfLifeDays: 'p.default_shelf_life_days',
  trackBatch: 'p.track_batch',
  trackExpiry: 'p.track_expiry',
  cas: 'p.cas',
  formula: 'p.formula',
  unNo: 'p.un_no',
  unClass: 'p.un_class',
  packingGroup: 'p.packing_group',
  hCodes: 'p.h_codes',
  storageGroup: 'p.storage_group',
  conditionsRequired: 'p.conditions_required',
  controlFlags: 'p.control_flags',
  criticalQtyT: 'p.critical_qty_t',
  unitVolumeL: 'p.unit_volume_l',
  unitMassKg: 'p.unit_mass_kg',
  price: 'p.price',
  sdsFileId: 'p.sds_file_id',
  sdsRevDate: 'p.sds_rev_date',
  sdsLang: 'p.sds_lang',
  images: 'p.images',
  description: 'p.description',
  remark: 'p.remark',
  pCodes: 'p.p_codes',
  otherCas: 'p.other_cas',
  catalogNo: 'p.catalog_no',
  flashPointC: 'p.flash_point_c',
  boilingPointC: 'p.boiling_point_c',
  lowerExplosionPercent: 'p.lower_explosion_percent',
  upperExplosionPercent: 'p.upper_explosion_percent',
  iarcGroup: 'p.iarc_group',
  exposureLimit: 'p.exposure_limit',
  notHazardous: 'p.not_hazardous',
  assessedSource: 'p.assessed_source',
} as const;

export const PRODUCT = {
  ...PRODUCT_FORM,
  id: 'p.id',
  state: 'p.state',
  signal: 'p.signal',
  hazard: 'p.hazard',
  assessedAt: 'p.assessed_at',
  rev: 'p.rev',
  createdAt: 'p.created_at',
  updatedAt: 'p.updated_at',
} as const;

/** Whether the hazards of `p` were assessed. */
export const IS_ASSESSED = sql<boolean>`p.hazard <> 'UNKNOWN'`;

/** Measures that `p` lacks for capacity checks, as text[]. */
export const UNMEASURED = sql<Measure[]>`array_remove(array[
  case when p.unit_volume_l is null then 'volume' end, case when p.unit_mass_kg is null then 'mass' end], null)`;

export type ProductTable = Narrowed<WmsProduct, Pick<ProductForm, 'units'> & { storage_group: ProductForm['storageGroup'] }>;

/** Columns of a product as entered, with derived ones. */
export async function columnsOf(form: ProductForm) {
  const { code, name, nameEn, cas, otherCas, unNo, spec, brand, formula } = form;
  const gtins = [form.gtin, ...form.units.map((unit) => unit.gtin)];
  // As printed on labels: with its letters a search matches UN numbers only, not other four-digit numbers.
  const unNumber = unNo && `UN${unNo}`;
  return {
    ...valuesOf('p', PRODUCT_FORM, form),
    signal: signalOf(form.hCodes),
    search: await searchText([code, name, nameEn, cas, unNumber, spec, brand, ...otherCas, ...gtins, formula]),
  };
}

/** A stored product in its form. */
export interface StoredProduct {
  id: string;
  rev: number;
  state: ProductState;
  /** Who assessed its hazards, and when. */
  assessed: Assessment;
  form: ProductForm;
}

export type Assessment = Record<'assessed_at' | 'assessed_by', string | null>;

type StoredRow = ProductForm & Assessment & Pick<StoredProduct, 'id' | 'rev' | 'state'>;

/** Rows to build products from. @param from has the table of products as `p` */
export const storedRows = (from: RawBuilder<unknown>): RawBuilder<StoredRow> =>
  rowsOf<StoredRow, { p: ProductTable }>(
    { ...PRODUCT_FORM, id: 'p.id', rev: 'p.rev', state: 'p.state', assessed_at: 'p.assessed_at', assessed_by: 'p.assessed_by' },
    from,
  );

export const storedOf = ({ id, rev, state, assessed_at, assessed_by, ...form }: StoredRow): StoredProduct => ({
  id,
  rev,
  state,
  assessed: { assessed_at, assessed_by },
  form,
});

/**
 * Products that are not deleted.
 * @param where condition on the table of products `p`
 * @param lock holds them until the end of the transaction, in the order of their ids
 */
async function stored(db: Kysely<DB>, where: RawBuilder<unknown>, lock: boolean): Promise<StoredProduct[]> {
  const from = sql`wms_product p where p.deleted_at is null and ${where} order by p.id ${lock ? sql`for update` : sql``}`;
  return (await storedRows(from).execute(db)).rows.map(storedOf);
}

/** Locks products. Fails if the session was revoked while waiting for the locks. @throws AppError TOKEN_FAIL, FORBIDDEN */
export async function lockProducts(
  { trx, caller }: WriteContext<Caller>,
  ids: readonly string[],
): Promise<Map<string, StoredProduct>> {
  const products = await stored(trx, sql`p.id = any(${ids}::uuid[])`, true);
  await recheckAuthorization(trx, caller);
  return new Map(products.map((product) => [product.id, product]));
}

export const productsById = async (db: Kysely<DB>, ids: readonly string[]): Promise<Map<string, StoredProduct>> =>
  new Map((await stored(db, sql`p.id = any(${ids}::uuid[])`, false)).map((product) => [product.id, product]));

export const productsByCode = async (db: Kysely<DB>, codes: readonly string[]): Promise<Map<string, StoredProduct>> =>
  new Map((await stored(db, sql`p.code = any(${codes}::text[])`, false)).map((product) => [product.form.code, product]));

/** Whether a stored unit would get another factor. */
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

/** The product with decimals as the database writes them, so that `12.50` is no change of `12.5`. */
export const normalizeDecimals = (form: ProductForm): ProductForm => ({
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
