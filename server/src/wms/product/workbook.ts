// Products as a workbook: the same columns go out, come in, and stand in the empty template.
import { PRODUCT_KINDS, productForm, type ProductForm } from '@kuwei/contract/wms/product';
import type { Locale } from '@kuwei/contract/constants';
import { CONTROL_FLAGS } from '@kuwei/contract/wms/hazard';
import { sql, type Kysely } from 'kysely';
import type { Caller, OwnContext, WriteContext } from '../../context.ts';
import { newId } from '../../db/id.ts';
import type { DB } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import type { Importer, ImportRow, RowError } from '../../sys/import.ts';
import type { Cells, Column } from '../../sys/workbook.ts';
import { codeMeant, dicFaults, offeredIn, type Offered } from '../../sys/dic-codes.ts';
import { dicUses, faultOf, PRODUCT_DICS } from './check.ts';
import { codedOf, columnsOf, liftsControl } from './save.ts';
import type { ProductQuery } from './queries.ts';
import { isHandled, productRows, sortsOf } from './queries.ts';
import { orderBy } from '../../db/page.ts';
import { EXPORT_ROWS_MAX } from '@kuwei/contract/workbook';

const CHUNK = 500;

export const productColumns: Column[] = [
  { key: 'code', phrase: 'wms.product.code', width: 18 },
  { key: 'name', phrase: 'wms.product.name', width: 30 },
  { key: 'nameEn', phrase: 'wms.product.nameEn', width: 24 },
  { key: 'category', phrase: 'wms.product.category' },
  { key: 'kind', phrase: 'wms.product.kind', width: 12 },
  { key: 'spec', phrase: 'wms.product.spec' },
  { key: 'grade', phrase: 'wms.product.grade', width: 8 },
  { key: 'brand', phrase: 'wms.product.brand' },
  { key: 'maker', phrase: 'wms.product.maker' },
  { key: 'baseUnit', phrase: 'wms.product.baseUnit', width: 10 },
  { key: 'units', phrase: 'wms.product.units', width: 20 },
  { key: 'trackBatch', phrase: 'wms.product.trackBatch', width: 10 },
  { key: 'trackExpiry', phrase: 'wms.product.trackExpiry', width: 10 },
  { key: 'defaultShelfLifeDays', phrase: 'wms.product.shelfLife', width: 10 },
  { key: 'cas', phrase: 'wms.product.cas', width: 14 },
  { key: 'formula', phrase: 'wms.product.formula', width: 14 },
  { key: 'unNo', phrase: 'wms.product.unNo', width: 8 },
  { key: 'unClass', phrase: 'wms.product.unClass', width: 8 },
  { key: 'packingGroup', phrase: 'wms.product.packingGroup', width: 8 },
  { key: 'hCodes', phrase: 'wms.product.hCodes', width: 20 },
  { key: 'storageGroup', phrase: 'wms.product.storageGroup', width: 8 },
  { key: 'conditionsRequired', phrase: 'wms.product.conditions', width: 20 },
  { key: 'controlFlags', phrase: 'wms.product.controlFlags', width: 20 },
  { key: 'criticalQtyT', phrase: 'wms.product.criticalQty', width: 10 },
  { key: 'unitVolumeL', phrase: 'wms.product.unitVolume', width: 10 },
  { key: 'unitMassKg', phrase: 'wms.product.unitMass', width: 10 },
  { key: 'price', phrase: 'wms.product.price', width: 10 },
  { key: 'remark', phrase: 'wms.product.remark', width: 30 },
];

/** Every row of a list, read in pieces, so that an export never holds the table. */
export async function* exportProducts(db: Kysely<DB>, query: ProductQuery, locale: Locale): AsyncGenerator<Cells> {
  const rows = productRows(db, query)
    .select([
      'p.grade',
      'p.maker',
      'p.units',
      'p.track_batch as trackBatch',
      'p.track_expiry as trackExpiry',
      'p.default_shelf_life_days as defaultShelfLifeDays',
      'p.formula',
      'p.un_no as unNo',
      'p.un_class as unClass',
      'p.packing_group as packingGroup',
      'p.conditions_required as conditionsRequired',
      'p.critical_qty_t as criticalQtyT',
      'p.unit_volume_l as unitVolumeL',
      'p.unit_mass_kg as unitMassKg',
      'p.remark',
      'c.code as category',
    ])
    .orderBy(orderBy(query.sort ?? 'code', sortsOf(locale), sql`p.id`));
  for (let offset = 0; offset < EXPORT_ROWS_MAX; offset += CHUNK) {
    const part = await rows.limit(CHUNK).offset(offset).execute();
    for (const row of part) {
      const units = row.units as ProductForm['units'];
      yield {
        ...row,
        units: units.map(({ unit, factor, gtin }) => [unit, factor, gtin].filter(Boolean).join('=')).join(', '),
        hCodes: row.hCodes.join(', '),
        conditionsRequired: row.conditionsRequired.join(', '),
        controlFlags: row.controlFlags.join(', '),
      };
    }
    if (part.length < CHUNK) return;
  }
}

const LIST = /[,;，；、\s]+/;
const listIn = (text: string): string[] => text.split(LIST).filter((part) => part !== '');
const orNull = (text: string): string | null => (text === '' ? null : text);
const YES = new Set(['是', 'yes', 'true', '1', 'y', '√']);

/** Word of an option in either language, or its code. */
function optionIn(text: string, prefix: string, codes: readonly string[]): string {
  const wanted = text.toLowerCase();
  return (
    codes.find((code) =>
      [code, say('zh', `${prefix}.${code}`), say('en', `${prefix}.${code}`)].some((name) => name.toLowerCase() === wanted),
    ) ?? text
  );
}

/** `箱=12, CARTON=24=6901234567892`: unit, factor, and a GTIN where there is one. */
const unitsIn = (text: string, unitCode: (name: string) => string): unknown[] =>
  text
    .split(/[,;，；、]/)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [unit = '', factor = '', gtin] = part.split('=').map((each) => each.trim());
      return { unit: unitCode(unit), factor, isPack: true, gtin: gtin ?? null };
    });

export async function productImporter({ db, caller }: OwnContext<Caller>): Promise<Importer<ProductForm>> {
  const categories = await db.selectFrom('wms_category').select(['id', 'code', 'name', 'name_en']).execute();
  /** A code means one category; a name may be that of several. */
  const categoriesCalled = (wanted: string): string[] => {
    const called = (name: string | null): boolean => name?.toLowerCase() === wanted.toLowerCase();
    const coded = categories.filter((category) => called(category.code));
    const found = coded.length > 0 ? coded : categories.filter(({ name, name_en }) => called(name) || called(name_en));
    return found.map(({ id }) => id);
  };
  const offered = await offeredIn(db, PRODUCT_DICS);
  const meant = (dic: (typeof PRODUCT_DICS)[number]) => (text: string) => codeMeant(offered, dic, text);
  const unitCode = meant('WMS_UNIT');

  return {
    columns: productColumns,
    schema: productForm,
    faultOf,
    keyOf: (form) => form.code,
    columnOf: { categoryId: 'category' },
    toForm: (cells, refuse) => {
      const text = (key: string): string => cells[key] ?? '';
      const shelfLife = text('defaultShelfLifeDays');
      const named = text('category');
      const found = named === '' ? [] : categoriesCalled(named);
      if (named !== '' && found.length !== 1)
        refuse('category', found.length === 0 ? 'wms.product.unknownCategory' : 'wms.product.severalCategories', { name: named });
      return {
        code: text('code') === '' ? undefined : text('code'),
        name: text('name') === '' ? undefined : text('name'),
        nameEn: orNull(text('nameEn')),
        categoryId: found[0],
        kind: optionIn(text('kind'), 'wms.product.kind', PRODUCT_KINDS),
        spec: orNull(text('spec')),
        grade: orNull(meant('WMS_GRADE')(text('grade'))),
        brand: orNull(text('brand')),
        maker: orNull(text('maker')),
        baseUnit: text('baseUnit') === '' ? undefined : unitCode(text('baseUnit')),
        units: unitsIn(text('units'), unitCode),
        trackBatch: text('trackBatch') === '' || YES.has(text('trackBatch').toLowerCase()),
        trackExpiry: YES.has(text('trackExpiry').toLowerCase()),
        defaultShelfLifeDays: shelfLife === '' ? null : /^\d+$/.test(shelfLife) ? Number(shelfLife) : shelfLife,
        cas: orNull(text('cas')),
        formula: orNull(text('formula')),
        unNo:
          text('unNo') === ''
            ? null
            : text('unNo')
                .replace(/^UN\s*/i, '')
                .padStart(4, '0'),
        unClass: orNull(text('unClass')),
        packingGroup: orNull(text('packingGroup').toUpperCase()),
        hCodes: listIn(text('hCodes')),
        storageGroup: orNull(text('storageGroup').toUpperCase()),
        conditionsRequired: listIn(text('conditionsRequired')).map(meant('WMS_CONDITION')),
        controlFlags: listIn(text('controlFlags')).map((flag) => optionIn(flag, 'wms.control', CONTROL_FLAGS)),
        criticalQtyT: orNull(text('criticalQtyT')),
        unitVolumeL: orNull(text('unitVolumeL')),
        unitMassKg: orNull(text('unitMassKg')),
        price: orNull(text('price')),
        remark: orNull(text('remark')),
      };
    },
    check: async (rows, locale) => [
      ...(await refuseUnoffered(db, offered, rows, locale)),
      ...(await refuseFixedUnits(db, rows, locale)),
      ...(await refuseLiftedControl(db, rows, locale)),
    ],
    save: (context, rows) => saveRows(context, rows, caller),
  };
}

/** Codes that their dictionary does not offer; those that a known product holds already may stay. */
async function refuseUnoffered(
  db: Kysely<DB>,
  offered: Offered,
  rows: readonly ImportRow<ProductForm>[],
  locale: Locale,
): Promise<RowError[]> {
  const stored = await db
    .selectFrom('wms_product')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`code = any(${rows.map((row) => row.form.code)}::text[])`)
    .select(['code', 'base_unit', 'units', 'grade', 'conditions_required'])
    .execute();
  const before = new Map(stored.map((product) => [product.code, codedOf(product)]));
  return rows.flatMap(({ row, form }) =>
    dicFaults(offered, dicUses(form, before.get(form.code))).map(({ path, key, params }) => ({
      row,
      column: path.split('.')[0]!,
      message: say(locale, key, params),
    })),
  );
}

/** A product that was ever in stock keeps its base unit and its way of tracking. */
async function refuseFixedUnits(db: Kysely<DB>, rows: readonly ImportRow<ProductForm>[], locale: Locale): Promise<RowError[]> {
  const stored = await db
    .selectFrom('wms_product as p')
    .where('p.deleted_at', 'is', null)
    .where(sql<boolean>`p.code = any(${rows.map((row) => row.form.code)}::text[])`)
    .where(sql<boolean>`exists (select from wms_product_box s where s.product_id = p.id)`)
    .select(['code', 'base_unit', 'track_batch'])
    .execute();
  const fixed = new Map(stored.map((product) => [product.code, product]));
  return rows.flatMap(({ row, form }) => {
    const before = fixed.get(form.code);
    if (!before || (before.base_unit === form.baseUnit && before.track_batch === form.trackBatch)) return [];
    return [{ row, column: 'baseUnit', message: say(locale, 'error.PRODUCT_UNIT_FIXED') }];
  });
}

/** A product in stock or on its way stays under the controls it is under. */
async function refuseLiftedControl(db: Kysely<DB>, rows: readonly ImportRow<ProductForm>[], locale: Locale): Promise<RowError[]> {
  const inHand = await db
    .selectFrom('wms_product as p')
    .where('p.deleted_at', 'is', null)
    .where(sql<boolean>`p.code = any(${rows.map((row) => row.form.code)}::text[])`)
    .where(sql<boolean>`p.control_flags <> '{}'`)
    .where(isHandled('p.id'))
    .select(['p.code', 'p.control_flags as flags'])
    .execute();
  const flagsOf = new Map(inHand.map(({ code, flags }) => [code, flags]));
  return rows
    .filter(({ form }) => liftsControl(flagsOf.get(form.code) ?? [], form))
    .map(({ row }) => ({ row, column: 'controlFlags', message: say(locale, 'error.PRODUCT_CONTROLS_FIXED') }));
}

/** Pictures, data sheets and descriptions do not travel in a workbook: they stay as they are. */
async function valuesOf(form: ProductForm, caller: Caller) {
  const {
    images: _images,
    sds_file_id: _sds,
    sds_rev_date: _date,
    sds_lang: _lang,
    description: _description,
    ...columns
  } = await columnsOf(form);
  return { ...columns, id: newId(), created_by: caller.userId, updated_by: caller.userId };
}

/** By code: a new one is created as a draft, a known one is changed in what the workbook holds. */
async function saveRows({ trx, logChange }: WriteContext<Caller>, rows: readonly ImportRow<ProductForm>[], caller: Caller) {
  let created = 0;
  for (let from = 0; from < rows.length; from += CHUNK) {
    const values = await Promise.all(rows.slice(from, from + CHUNK).map(({ form }) => valuesOf(form, caller)));
    const names = Object.keys(values[0]!).filter((name) => !['id', 'code', 'created_by'].includes(name));
    const written = await trx
      .insertInto('wms_product')
      .values(values)
      .onConflict((conflict) =>
        conflict
          .column('code')
          .where('deleted_at', 'is', null)
          .doUpdateSet((eb) => ({
            ...Object.fromEntries(names.map((name) => [name, eb.ref(`excluded.${name}` as 'excluded.name')])),
            rev: sql<number>`wms_product.rev + 1`,
            updated_at: sql<string>`now()`,
          })),
      )
      .returning(sql<boolean>`xmax = 0`.as('isNew'))
      .execute();
    created += written.filter((row) => row.isNew).length;
  }
  logChange({ entity: 'wms_product', id: 'import', change: { created, updated: rows.length - created } });
  return { created, updated: rows.length - created };
}
