// Validation of products, shared by the form, the import and the API.
import { AppError } from '@kuwei/contract/error';
import type { Locale } from '@kuwei/contract/constants';
import { compare } from '@kuwei/contract/decimal';
import { isCountable, type Units } from '@kuwei/contract/wms/amount';
import type { ProductForm, ProductUnit } from '@kuwei/contract/wms/product';
import { FINAL_STATES } from '@kuwei/contract/wms/transaction-state';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import { openUnits } from '../unit-amount.ts';
import { checkDicCodes, loadOfferedEntries } from '../../platform/dic/codes.ts';
import { dicUses, findFormFaults, isHazardous, PRODUCT_DICS } from './check.ts';
import { isHandled } from './queries.ts';
import { changesFactor, type StoredProduct } from './record.ts';

/** A proposed product with its stored state; null for a new one. */
export interface ProposedProduct {
  before: StoredProduct | null;
  form: ProductForm;
}

/** Whose files may be used, and the language of refusals. */
export interface Writer {
  userId: string;
  locale: Locale;
  /** Allows new hazards on a product in use before its storage group and data sheet are set. */
  learns?: boolean;
}

/** All errors of each of many products, with a fixed number of queries. */
export async function findProductFaults(
  db: Kysely<DB>,
  writer: Writer,
  wanted: readonly ProposedProduct[],
): Promise<AppError[][]> {
  const offered = await loadOfferedEntries(db, PRODUCT_DICS);
  const categories = await categoriesIn(db, wanted);
  const files = await filesFor(db, writer.userId, wanted);
  const taken = await takenCodes(db, wanted);
  const use = await useOf(db, wanted);
  const units = await openUnits(db, writer.locale);
  return wanted.map(({ before, form }) => {
    const dic = checkDicCodes(offered, dicUses(form, before?.form), writer.locale);
    const used = before ? use.get(before.id) : undefined;
    const holder = taken.get(form.code);
    return [
      ...findFormFaults(form),
      ...factorFaults(form, before?.form, units),
      ...(dic.length > 0 ? [new AppError('INVALID', { faults: dic })] : []),
      ...(categories.has(form.categoryId) ? [] : [new AppError('NOT_FOUND', { field: 'categoryId' })]),
      ...missingFiles(form, before, files),
      ...(holder !== undefined && holder !== before?.id
        ? [new AppError('CODE_TAKEN', { params: { code: form.code }, field: 'code' })]
        : []),
      ...(before && used?.counted && changesUnits(before.form, form)
        ? [new AppError('PRODUCT_UNIT_FIXED', { field: unitField(before.form, form) })]
        : []),
      ...(before && used?.handled && liftsControl(before.form, form)
        ? [new AppError('PRODUCT_CONTROLS_FIXED', { field: 'controlFlags' })]
        : []),
      ...(before?.state === 'ACTIVE' && !writer.learns ? findActivationFaults(form, writer.locale) : []),
      ...(tracksExpiryWithoutBatches(form) && !(before && tracksExpiryWithoutBatches(before.form))
        ? [new AppError('INVALID', { faults: [{ path: 'trackExpiry', key: 'rule.expiryNeedsBatch' }] })]
        : []),
    ];
  });
}

/** Units whose factor the base unit cannot represent; stored ones may stay. */
function factorFaults(form: ProductForm, before: ProductForm | undefined, units: Units): AppError[] {
  const { baseUnit } = form;
  const isNew = ({ unit, factor }: ProductUnit): boolean =>
    before?.baseUnit !== baseUnit || !before.units.some((each) => each.unit === unit && compare(each.factor, factor) === 0);
  return form.units.flatMap((each, at) => {
    if (!isNew(each) || isCountable(each.factor, baseUnit, units)) return [];
    const decimals = units.decimals.get(baseUnit) ?? 0;
    const key = decimals === 0 ? 'rule.factorWhole' : 'rule.factorDecimals';
    const params = { base: units.nameOf(baseUnit), decimals };
    return [new AppError('INVALID', { faults: [{ path: `units.${at}.factor`, key, params }] })];
  });
}

/** Expiry dates belong to batches, so a product without batches cannot track expiry. */
const tracksExpiryWithoutBatches = ({ trackBatch, trackExpiry }: ProductForm): boolean => trackExpiry && !trackBatch;

async function categoriesIn(db: Kysely<DB>, wanted: readonly ProposedProduct[]): Promise<Set<string>> {
  const ids = [...new Set(wanted.map(({ form }) => form.categoryId))];
  const rows = await db
    .selectFrom('wms_category')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .select('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export const filesOf = (form: ProductForm): string[] => [...form.images, form.sdsFileId].filter((id) => id !== null);

/** Files that a product may use: the writer's own, and shared ones. */
async function filesFor(db: Kysely<DB>, userId: string, wanted: readonly ProposedProduct[]): Promise<Set<string>> {
  const ids = [...new Set(wanted.flatMap(({ form, before }) => newFiles(form, before)))];
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('sys_file')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where((eb) => eb.or([eb('visibility', '=', 'ALL'), eb('created_by', '=', userId)]))
    .select('id')
    .forKeyShare()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

function newFiles(form: ProductForm, before: StoredProduct | null): string[] {
  const held = before ? filesOf(before.form) : [];
  return filesOf(form).filter((id) => !held.includes(id));
}

function missingFiles(form: ProductForm, before: StoredProduct | null, files: ReadonlySet<string>): AppError[] {
  const missing = newFiles(form, before).filter((id) => !files.has(id));
  return [
    ...(missing.some((id) => id === form.sdsFileId) ? [new AppError('NOT_FOUND', { field: 'sdsFileId' })] : []),
    ...(missing.some((id) => form.images.includes(id)) ? [new AppError('NOT_FOUND', { field: 'images' })] : []),
  ];
}

async function takenCodes(db: Kysely<DB>, wanted: readonly ProposedProduct[]): Promise<Map<string, string>> {
  const codes = wanted.map(({ form }) => form.code);
  const rows = await db
    .selectFrom('wms_product')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`code = any(${codes}::text[])`)
    .select(['id', 'code'])
    .execute();
  return new Map(rows.map(({ id, code }) => [code, id]));
}

/**
 * Whether products have amounts in their units anywhere (in stock, or in open documents including drafts), and whether they are
 * in stock or on their way.
 */
async function useOf(
  db: Kysely<DB>,
  wanted: readonly ProposedProduct[],
): Promise<Map<string, { counted: boolean; handled: boolean }>> {
  const ids = wanted.flatMap(({ before }) => (before ? [before.id] : []));
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('wms_product as p')
    .where(sql<boolean>`p.id = any(${ids}::uuid[])`)
    .select([
      'p.id',
      sql<boolean>`exists (select from wms_product_box s where s.product_id = p.id)
        or exists (select from wms_transaction_line l join wms_transaction t on t.id = l.transaction_id
                    where l.product_id = p.id and t.deleted_at is null and t.state <> all(${[...FINAL_STATES]}::text[]))`.as(
        'counted',
      ),
      isHandled('p.id').as('handled'),
    ])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether a change would reduce control; goods in stock never lose control. */
const liftsControl = (before: ProductForm, form: ProductForm): boolean =>
  before.controlFlags.some((flag) => !form.controlFlags.includes(flag));

const changesUnits = (before: ProductForm, form: ProductForm): boolean =>
  before.baseUnit !== form.baseUnit || before.trackBatch !== form.trackBatch || changesFactor(before, form);

const unitField = (before: ProductForm, form: ProductForm): keyof ProductForm =>
  before.baseUnit !== form.baseUnit ? 'baseUnit' : before.trackBatch !== form.trackBatch ? 'trackBatch' : 'units';

type Marks = Pick<ProductForm, 'hCodes' | 'unNo' | 'controlFlags' | 'sdsFileId' | 'storageGroup'>;

/** What a hazardous product lacks to be active: storage group, safety data sheet. */
export function findActivationFaults(product: Marks, locale: Locale): AppError[] {
  if (!isHazardous(product)) return [];
  const missing = [
    product.storageGroup === null ? ('wms.product.storageGroup' as const) : null,
    product.sdsFileId === null ? ('wms.product.sds' as const) : null,
  ].filter((key) => key !== null);
  if (missing.length === 0) return [];
  return [
    new AppError('PRODUCT_INCOMPLETE', {
      params: { missing: missing.map((key) => say(locale, key)) },
      field: product.storageGroup === null ? 'storageGroup' : 'sdsFileId',
    }),
  ];
}
