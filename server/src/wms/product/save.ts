import { compare } from '@kuwei/contract/decimal';
import { AppError } from '@kuwei/contract/error';
import { signalOf } from '@kuwei/contract/wms/hazard';
import type { Product, ProductForm, ProductState, ProductUnit } from '@kuwei/contract/wms/product';
import { sql, type Insertable } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import { anyOf } from '../../db/rows.ts';
import { searchText } from '../../db/search.ts';
import { mustBeRev, refuseTaken } from '../../db/stale.ts';
import type { WmsProduct } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import { mustBeOffered } from '../../sys/dic-codes.ts';
import { UNCHANGED } from '../../sys/import.ts';
import { dicUses, faultOf, isHazardous } from './check.ts';
import { getProduct, isHandled } from './queries.ts';

const CODE_INDEX = 'wms_product_code';

/** Columns of a product as entered. */
export async function columnsOf(form: ProductForm) {
  return {
    code: form.code,
    name: form.name,
    name_en: form.nameEn,
    category_id: form.categoryId,
    kind: form.kind,
    spec: form.spec,
    grade: form.grade,
    brand: form.brand,
    maker: form.maker,
    base_unit: form.baseUnit,
    units: JSON.stringify(form.units),
    default_shelf_life_days: form.defaultShelfLifeDays,
    track_batch: form.trackBatch,
    track_expiry: form.trackExpiry,
    cas: form.cas,
    formula: form.formula,
    un_no: form.unNo,
    un_class: form.unClass,
    packing_group: form.packingGroup,
    h_codes: form.hCodes,
    signal: signalOf(form.hCodes),
    storage_group: form.storageGroup,
    conditions_required: form.conditionsRequired,
    control_flags: form.controlFlags,
    critical_qty_t: form.criticalQtyT,
    unit_volume_l: form.unitVolumeL,
    unit_mass_kg: form.unitMassKg,
    price: form.price,
    sds_file_id: form.sdsFileId,
    sds_rev_date: form.sdsRevDate,
    sds_lang: form.sdsLang,
    images: form.images,
    description: form.description,
    remark: form.remark,
    search: await searchText([
      form.code,
      form.name,
      form.nameEn,
      form.cas,
      form.spec,
      form.brand,
      ...form.units.map((unit) => unit.gtin),
    ]),
  } satisfies Partial<Insertable<WmsProduct>>;
}

/** @throws AppError CODE_TAKEN, INVALID for a code that its dictionary does not offer, or what `faultOf` finds */
export async function createProduct(context: WriteContext<Caller>, form: ProductForm): Promise<Product> {
  const { trx, caller } = context;
  const fault = faultOf(form);
  if (fault) throw fault;
  await mustBeOffered(trx, dicUses(form, undefined));
  await mustExist(context, form);
  const id = newId();
  const columns = await columnsOf(form);
  await refuseTaken(CODE_INDEX, form.code, () =>
    trx
      .insertInto('wms_product')
      .values({ id, ...columns, created_by: caller.userId, updated_by: caller.userId })
      .execute(),
  );
  await shareFiles(trx, form);
  context.logChange({ entity: 'wms_product', id, change: form });
  return getProduct(trx, id);
}

export async function updateProduct(
  context: WriteContext<Caller>,
  id: string,
  { rev, ...form }: ProductForm & { rev: number },
): Promise<Product> {
  const { trx, caller } = context;
  const fault = faultOf(form);
  if (fault) throw fault;
  const before = await lock(trx, id);
  mustBeRev(before.rev, rev);
  await mustBeOffered(trx, dicUses(form, codedOf(before)));
  await mustExist(context, form);
  if (changesUnits(before, form) && (await wasStored(trx, id))) throw new AppError('PRODUCT_UNIT_FIXED', { field: 'baseUnit' });
  if (liftsControl(before.control_flags, form) && (await isInHand(trx, id))) {
    throw new AppError('PRODUCT_CONTROLS_FIXED', { field: 'controlFlags' });
  }
  if (before.state === 'ACTIVE') mustBeComplete(context, form);
  const columns = await columnsOf(form);
  await refuseTaken(CODE_INDEX, form.code, () =>
    trx
      .updateTable('wms_product')
      .set({ ...columns, rev: before.rev + 1, updated_at: sql<string>`now()`, updated_by: caller.userId })
      .where('id', '=', id)
      .execute(),
  );
  await shareFiles(trx, form);
  context.logChange({ entity: 'wms_product', id, change: form });
  return getProduct(trx, id);
}

const FROM: Record<'ACTIVE' | 'DISABLED', ProductState[]> = { ACTIVE: ['DRAFT', 'DISABLED'], DISABLED: ['ACTIVE'] };

/**
 * @param rev the state the caller saw; left out for one of many, where a product that is in the state already is left alone
 * @throws AppError STALE, ILLEGAL_TRANSITION, PRODUCT_INCOMPLETE
 */
export async function setProductState(
  context: WriteContext<Caller>,
  id: string,
  state: 'ACTIVE' | 'DISABLED',
  rev?: number,
): Promise<void | typeof UNCHANGED> {
  const { trx, caller } = context;
  const before = await lock(trx, id);
  if (rev !== undefined) mustBeRev(before.rev, rev);
  else if (before.state === state) return UNCHANGED;
  if (!FROM[state].includes(before.state)) throw new AppError('ILLEGAL_TRANSITION', { data: { from: before.state, to: state } });
  if (state === 'ACTIVE') {
    mustBeComplete(context, {
      hCodes: before.h_codes,
      unNo: before.un_no,
      controlFlags: before.control_flags,
      sdsFileId: before.sds_file_id,
      storageGroup: before.storage_group,
    });
  }
  await trx
    .updateTable('wms_product')
    .set({ state, rev: before.rev + 1, updated_at: sql<string>`now()`, updated_by: caller.userId })
    .where('id', '=', id)
    .execute();
  context.logChange({ entity: 'wms_product', id, change: { state: [before.state, state] } });
}

/** @throws AppError PRODUCT_IN_USE when a document or the ledger names it */
export async function deleteProduct(context: WriteContext<Caller>, id: string): Promise<void> {
  const { trx, caller } = context;
  const before = await lock(trx, id);
  const { used } = await trx
    .selectNoFrom(
      sql<boolean>`exists (select from wms_ledger where product_id = ${id})
        or exists (select from wms_transaction_line l join wms_transaction t on t.id = l.transaction_id
                    where l.product_id = ${id} and t.deleted_at is null)`.as('used'),
    )
    .executeTakeFirstOrThrow();
  if (used) throw new AppError('PRODUCT_IN_USE');
  await trx
    .updateTable('wms_product')
    .set({ deleted_at: sql<string>`now()`, updated_by: caller.userId, rev: before.rev + 1 })
    .where('id', '=', id)
    .execute();
  context.logChange({ entity: 'wms_product', id, change: { deleted: before.code } });
}

async function lock(trx: Trx, id: string) {
  const row = await trx
    .selectFrom('wms_product')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** References a caller could invent: each is refused at its field. Files must be the caller's own, or shared already. */
async function mustExist({ trx, caller }: WriteContext<Caller>, form: ProductForm): Promise<void> {
  const category = await trx.selectFrom('wms_category').where('id', '=', form.categoryId).select('id').executeTakeFirst();
  if (!category) throw new AppError('NOT_FOUND', { field: 'categoryId' });
  const wanted = filesOf(form);
  if (wanted.length === 0) return;
  const files = await trx
    .selectFrom('sys_file')
    .where('id', 'in', wanted)
    .where((eb) => eb.or([eb('visibility', '=', 'ALL'), eb('created_by', '=', caller.userId)]))
    .select('id')
    .forKeyShare()
    .execute();
  const found = new Set(files.map((file) => file.id));
  if (form.sdsFileId !== null && !found.has(form.sdsFileId)) throw new AppError('NOT_FOUND', { field: 'sdsFileId' });
  if (form.images.some((id) => !found.has(id))) throw new AppError('NOT_FOUND', { field: 'images' });
}

/** The codes of dictionaries in a row of the table, as a form holds them. */
export const codedOf = (row: { base_unit: string; units: unknown; grade: string | null; conditions_required: string[] }) => ({
  baseUnit: row.base_unit,
  units: row.units as ProductUnit[],
  grade: row.grade,
  conditionsRequired: row.conditions_required,
});

const filesOf = (form: ProductForm): string[] => [...form.images, form.sdsFileId].filter((id) => id !== null);

/** Pictures and data sheets of products are for everyone who is signed in. */
async function shareFiles(trx: Trx, form: ProductForm): Promise<void> {
  const files = filesOf(form);
  if (files.length > 0) await trx.updateTable('sys_file').set({ visibility: 'ALL' }).where('id', '=', anyOf(files)).execute();
}

const wasStored = async (trx: Trx, id: string): Promise<boolean> =>
  (await trx.selectFrom('wms_product_box').where('product_id', '=', id).select('id').limit(1).executeTakeFirst()) !== undefined;

const isInHand = async (trx: Trx, id: string): Promise<boolean> =>
  (await trx.selectFrom('wms_product as p').where('p.id', '=', id).where(isHandled('p.id')).select('p.id').executeTakeFirst()) !==
  undefined;

/** Whether a product would be under less control than before; what is in hand is never let out of its rules. */
export const liftsControl = (before: readonly string[], { controlFlags }: Pick<ProductForm, 'controlFlags'>): boolean =>
  before.some((flag) => !controlFlags.some((kept) => kept === flag));

function changesUnits(before: { base_unit: string; units: unknown; track_batch: boolean }, form: ProductForm): boolean {
  if (before.base_unit !== form.baseUnit || before.track_batch !== form.trackBatch) return true;
  return (before.units as ProductUnit[]).some((unit) => {
    const now = form.units.find((other) => other.unit === unit.unit);
    return now !== undefined && compare(now.factor, unit.factor) !== 0;
  });
}

type Completeness = Pick<ProductForm, 'hCodes' | 'unNo' | 'controlFlags' | 'sdsFileId'> & { storageGroup: string | null };

/** @throws AppError PRODUCT_INCOMPLETE when a hazardous product lacks its storage group or data sheet */
function mustBeComplete({ origin }: WriteContext<Caller>, product: Completeness): void {
  if (!isHazardous(product)) return;
  const missing = [
    product.storageGroup === null ? 'wms.product.storageGroup' : null,
    product.sdsFileId === null ? 'wms.product.sds' : null,
  ].filter((key) => key !== null);
  if (missing.length === 0) return;
  throw new AppError('PRODUCT_INCOMPLETE', {
    params: { missing: missing.map((key) => say(origin.locale, key)).join(', ') },
    field: product.storageGroup === null ? 'storageGroup' : 'sdsFileId',
  });
}
