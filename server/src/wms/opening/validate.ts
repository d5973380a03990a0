// Validates rows of opening stock by the rules of a deposit.
import { AppError } from '@kuwei/contract/error';
import type { Locale } from '@kuwei/contract/constants';
import { expiryOf } from '@kuwei/contract/wms/batch-days';
import { foldBatchNo } from '@kuwei/contract/wms/batch-no';
import { nameIn } from '@kuwei/contract/name';
import type { OpeningForm } from '@kuwei/contract/wms/opening';
import type { ProductUnit } from '@kuwei/contract/wms/product';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { openUnits } from '../unit-amount.ts';
import { untrackedBatchFaults } from '../batch/facts.ts';
import { batchByNo } from '../batch/by-number.ts';
import { openPlaces, type BoxFiller } from '../place/fit.ts';
import { needsTwoKeepers } from '../product/check.ts';
import { prepareLine, type PreparedLine } from '../transaction/draft.ts';

interface OpeningProduct {
  id: string;
  code: string;
  name: string;
  nameEn: string | null;
  state: string;
  base_unit: string;
  units: ProductUnit[];
  trackBatch: boolean;
  trackExpiry: boolean;
  defaultShelfLifeDays: number | null;
  twoKeepers: boolean;
  controlled: boolean;
}

/** The file row of a form. Rows already refused have no effect on later ones. */
interface RowContext {
  row?: number;
  isRefused?: boolean;
}

export interface OpeningValidator {
  /** Products and boxes that existed when the judge was opened; earlier lookups may be stale. */
  hasProduct: (id: string) => boolean;
  hasBox: (id: string) => boolean;
  /** @throws AppError NOT_FOUND */
  productOf: (form: Pick<OpeningForm, 'productId'>) => OpeningProduct;
  /** All errors of each form; goods without errors occupy their boxes for later rows. */
  faults: (forms: readonly OpeningForm[], rows?: readonly RowContext[]) => Promise<AppError[][]>;
  /** A row with its factor and its quantity in the base unit. @throws AppError */
  prepared: (form: OpeningForm) => PreparedLine;
}

/** @param about everything that will be validated */
export async function createValidator(
  db: Kysely<DB>,
  about: { boxIds: readonly string[]; productIds: readonly string[] },
  locale: Locale,
): Promise<OpeningValidator> {
  const products = await productsOf(db, about.productIds);
  const units = await openUnits(db, locale);
  const places = await openPlaces(db, about.boxIds, [...products.keys()], locale);
  const days = new Map<string, Day>();
  const productOf = ({ productId }: Pick<OpeningForm, 'productId'>): OpeningProduct => {
    const product = products.get(productId);
    if (!product) throw new AppError('NOT_FOUND', { field: 'productId' });
    return product;
  };
  const prepared = (form: OpeningForm): PreparedLine => prepareLine({ ...form, productBoxId: null }, '', productOf(form), units);
  return {
    hasProduct: (id) => products.has(id),
    hasBox: (id) => places.has(id),
    productOf,
    prepared,
    faults: async (forms, rows = []) => {
      for (const [key, day] of await knownDays(db, forms)) if (!days.has(key)) days.set(key, { day });
      return forms.map((form, at) => faultsOf(form, rows[at] ?? {}, { products, places, days, prepared, locale }));
    },
  };
}

interface ValidationContext extends Pick<OpeningValidator, 'prepared'> {
  products: ReadonlyMap<string, OpeningProduct>;
  places: BoxFiller;
  /** Expiry date of each batch, from the database and from earlier valid rows. */
  days: Map<string, Day>;
  locale: Locale;
}

interface Day {
  day: string;
  /** The row it came from; absent for stored batches. */
  row?: number | undefined;
}

function faultsOf(
  form: OpeningForm,
  of: RowContext,
  { products, places, days, prepared, locale }: ValidationContext,
): AppError[] {
  const product = products.get(form.productId);
  if (!product || !places.has(form.boxId)) {
    // Cells that named nothing are refused elsewhere; what they named may have been deleted since.
    return of.isRefused ? [] : [new AppError('NOT_FOUND', { field: product ? 'boxId' : 'productId' })];
  }
  const faults: AppError[] = [];
  const refuse = (path: string): void => void faults.push(new AppError('INVALID', { faults: [{ path, key: 'rule.required' }] }));
  if (product.state !== 'ACTIVE')
    faults.push(new AppError('PRODUCT_NOT_ACTIVE', { params: { name: nameIn(locale, product) }, field: 'productId' }));
  if (product.twoKeepers) faults.push(new AppError('OPENING_TWO_KEEPERS', { field: 'productId' }));
  if (product.trackBatch && form.batchNo === null) refuse('batchNo');
  const expiresOn = expiryOf(form, product);
  if (product.trackBatch && product.trackExpiry && expiresOn === null) refuse('expiresOn');
  faults.push(...untrackedBatchFaults(form, product.trackBatch).map((fault) => new AppError('INVALID', { faults: [fault] })));
  const namesBatchDate = product.trackBatch && form.batchNo !== null && expiresOn !== null;
  const other = namesBatchDate ? days.get(keyOf(form.productId, form.batchNo!)) : undefined;
  if (other && other.day !== expiresOn) faults.push(conflict(form.batchNo!, other));
  const qty = quantity(form, prepared, faults);
  if (faults.length > 0 || qty === null) return faults;
  const goods = { productId: form.productId, ownerOrgId: form.ownerOrgId, boxId: form.boxId, qty };
  const refused = of.isRefused ? places.look(goods) : places.put(goods);
  if (refused) faults.push(new AppError(refused.code, { params: refused.params, field: 'boxId' }));
  else if (namesBatchDate && !other && !of.isRefused)
    days.set(keyOf(form.productId, form.batchNo!), { day: expiresOn, row: of.row });
  return faults;
}

function quantity(form: OpeningForm, prepared: OpeningValidator['prepared'], faults: AppError[]): string | null {
  try {
    return prepared(form).qtyReq;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    faults.push(error);
    return null;
  }
}

const keyOf = (productId: string, batch: string): string => `${productId} ${foldBatchNo(batch)}`;

/** The error for a batch with another expiry date, stored or in an earlier row. */
const conflict = (batch: string, { day, row }: Day): AppError =>
  row === undefined
    ? new AppError('BATCH_CONFLICT', { params: { batch, date: day }, field: 'expiresOn' })
    : new AppError('INVALID', {
        faults: [{ path: 'expiresOn', key: 'rule.otherDay', params: { row, batch, date: day } }],
      });

async function knownDays(db: Kysely<DB>, forms: readonly OpeningForm[]): Promise<[string, string][]> {
  const named = forms.filter(({ batchNo }) => batchNo !== null);
  if (named.length === 0) return [];
  const { rows } = await sql<{ productId: string; batchNo: string; expiresOn: string }>`
    select w.product as "productId", w.no as "batchNo", b.expires_on as "expiresOn"
      from unnest(${named.map(({ productId }) => productId)}::uuid[], ${named.map(({ batchNo }) => batchNo)}::text[]) w(product, no)
      join lateral ${batchByNo(sql`w.product`, sql`w.no`)} b on true
     where b.expires_on is not null`.execute(db);
  return rows.map(({ productId, batchNo, expiresOn }) => [keyOf(productId, batchNo), expiresOn]);
}

async function productsOf(db: Kysely<DB>, ids: readonly string[]): Promise<Map<string, OpeningProduct>> {
  const { rows } = await sql<OpeningProduct>`
    select p.id, p.code, p.name, p.name_en as "nameEn", p.state, p.base_unit, p.units, p.track_batch as "trackBatch",
           p.track_expiry as "trackExpiry", p.default_shelf_life_days as "defaultShelfLifeDays", ${needsTwoKeepers} as "twoKeepers",
           cardinality(p.control_flags) > 0 as controlled
      from wms_product p where p.id = any(${[...ids]}::uuid[]) and p.deleted_at is null order by p.id`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Owners that would exceed their quota: reported but not refused, since the goods are already there. */
export async function findQuotaOverruns(
  db: Kysely<DB>,
  rows: readonly { form: OpeningForm; qtyReq: string }[],
  locale: Locale,
): Promise<string[]> {
  const found = await sql<{ name: string; nameEn: string | null }>`
    with coming as (
      select c.owner, c.warehouse, sum(c.qty * p.unit_volume_l) as volume, array_agg(distinct c.box) as boxes
        from unnest(${rows.map(({ form }) => form.ownerOrgId)}::uuid[], ${rows.map(({ form }) => form.warehouseId)}::uuid[],
                    ${rows.map(({ form }) => form.productId)}::uuid[], ${rows.map(({ form }) => form.boxId)}::uuid[],
                    ${rows.map(({ qtyReq }) => qtyReq)}::numeric[]) c(owner, warehouse, product, box, qty)
        join wms_product p on p.id = c.product group by 1, 2)
    select o.name, o.name_en as "nameEn"
      from coming c join wms_org_quota q on q.org_id = c.owner and q.warehouse_id = c.warehouse join wms_org o on o.id = c.owner
     cross join lateral (
       select coalesce(sum(s.qty * p.unit_volume_l), 0) as volume, coalesce(array_agg(distinct s.box_id), '{}') as boxes
         from wms_product_box s join wms_product p on p.id = s.product_id
        where s.owner_org_id = c.owner and s.warehouse_id = c.warehouse and s.qty > 0) used
     where used.volume + coalesce(c.volume, 0) > q.max_volume_l
        or (select count(*) from (select unnest(used.boxes) union select unnest(c.boxes)) b) > q.max_boxes
     order by o.code`.execute(db);
  return found.rows.map((org) => nameIn(locale, org));
}
