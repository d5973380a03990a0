// Products as a workbook: export, import and template share their columns.
import type { PhraseKey } from '@kuwei/contract/phrase';
import type { Locale } from '@kuwei/contract/constants';
import { toColumnUnit } from '@kuwei/contract/workbook/heading-unit';
import { normalizeText } from '@kuwei/contract/normalize-text';
import { DECIMAL_PLACES, isForeignPrice, isNone, readFlag, readNumber, roundedTo } from '@kuwei/contract/read-value';
import { DEGREE_PLACES, PERCENT_PLACES, PRICE_PLACES } from '@kuwei/contract/rule';
import { CONTROL_FLAGS, isCas } from '@kuwei/contract/wms/hazard';
import { PRODUCT_KINDS, productForm, type ProductForm, type ProductUnit } from '@kuwei/contract/wms/product';
import { areSeveralCas, isBareCas, readCas, readHazards, readList, readNames } from '@kuwei/contract/wms/read-hazard';
import { sql, type Kysely } from 'kysely';
import { notAmong } from '../../db/rows.ts';
import type { DB } from '../../db/types.ts';
import { say } from '../../phrase.ts';
import { labelsOffered, resolveCode, namesOffered, loadOfferedEntries, normalizeSpelling } from '../../platform/dic/codes.ts';
import { offeredNames, type Names } from '../../platform/dic/names.ts';
import {
  type Doubt,
  type Importer,
  type ImportField,
  type ImportTable,
  type InfoField,
  type Remarks,
  cellsOf,
} from '../../platform/import/kind.ts';
import { parseOption, optionNames } from '../../platform/import/options.ts';
import { tableOf } from '../../platform/import/rows.ts';
import type { Download } from '../../http/transfer.ts';
import { exactCell, REV, yesNo, templateSheet } from '../../platform/workbook/workbook.ts';
import { categoriesFor, type Categories } from './categories.ts';
import { PRODUCT_DICS } from './check.ts';
import { findProductFaults, type ProposedProduct } from './validate.ts';
import { iarcIn, withPercentLimits } from './hazard-cells.ts';
import { usedProducts } from './queries.ts';
import { productsByCode, productsById, PRODUCTS, titleOf, type StoredProduct } from './record.ts';
import { deleteProducts } from './save.ts';
import { writeProducts } from './write.ts';
import { NIL_ID } from '../../db/id.ts';

type Dic = (typeof PRODUCT_DICS)[number];
type Field = ImportField<ProductForm>;
type Key = keyof ProductForm;
type Names3 = Record<Dic, Names>;

/** Codes and names of the dictionaries that products use. */
interface Dictionaries {
  locale: Locale;
  categories: Categories;
  /** The code for a code or name. */
  meant: (dic: Dic) => (text: string) => string;
  /** Labels of the entries of a dictionary, in the reader's language. */
  labels: (dic: Dic) => string[];
  /** The names in a cell with several. */
  names: (dic: Dic, cell: string) => string[];
  nameOf: Names3;
}

/** Fields with such a value. */
type KeyOf<V> = { [K in Key]: ProductForm[K] extends V ? K : never }[Key];
/** A column for one field, or for any of several. */
type ColumnBuilder<K extends Key> = (field: K) => Field;

const text =
  (phrase: PhraseKey, width: number, more: Partial<Field> = {}): ColumnBuilder<KeyOf<string | number | null>> =>
  (field) => ({ key: field, field, phrase, width, read: (cell) => cell, empty: null, write: (form) => form[field], ...more });

/** A decimal, with or without a unit. @param places its decimals */
const decimal =
  (phrase: PhraseKey, places = DECIMAL_PLACES, more: Partial<Field> = {}): ColumnBuilder<KeyOf<string | null>> =>
  (field) => ({
    key: field,
    field,
    phrase,
    width: 10,
    isNumber: true,
    read: (cell, { note, refuse }) => {
      if (field === 'price' && isForeignPrice(cell)) return refuse('workbook.currency');
      const number = readNumber(cell);
      const value = number && toColumnUnit(number, field);
      return value === null ? cell : rounded(value, places, note);
    },
    empty: null,
    write: (form) => exactCell(form[field]),
    ...more,
  });

/** Computed spreadsheet values may have more decimals than the field. */
function rounded(value: string, places: number, note: Remarks['note']): string {
  const kept = roundedTo(value, places);
  if (kept !== value) note('workbook.rounded', { value, kept });
  return kept;
}

const flag =
  (phrase: PhraseKey, locale: Locale): ColumnBuilder<KeyOf<boolean>> =>
  (field) => ({
    key: field,
    field,
    phrase,
    width: 10,
    read: (cell, { refuse }) => readFlag(cell) ?? refuse('workbook.yesNo'),
    write: (form) => yesNo(form[field], locale),
  });

const list =
  (phrase: PhraseKey, read: Field['read'], name: Names, more: Partial<Field> = {}): ColumnBuilder<KeyOf<string[]>> =>
  (field) => ({
    key: field,
    field,
    phrase,
    width: 20,
    read,
    empty: [],
    write: (form) => form[field].map(name).join(', ') || null,
    ...more,
  });

const controlNames = (): string[] => CONTROL_FLAGS.flatMap((flag) => optionNames('wms.control', flag));

/** A cell splits combined H statements; if the same statements are stored combined, they stay so. */
function preserveCombinedCodes(hCodes: unknown, before: ProductForm | null): unknown {
  const parts = (codes: readonly string[]): string => [...new Set(codes.flatMap((code) => code.split('+')))].join(' ');
  return before && parts(before.hCodes) === parts(hCodes as string[]) ? before.hCodes : hCodes;
}

/** A whole number of days; years and months have no fixed length. */
function readDays(cell: string, { refuse }: Remarks): unknown {
  const number = readNumber(cell);
  const isDays = number && ['', '天', '日', 'd', 'day', 'days'].includes(number.unit.toLowerCase());
  return isDays && /^\d+$/.test(number.value) ? Number(number.value) : refuse('workbook.days', { value: cell });
}

function readUnNo(cell: string, { refuse }: Remarks): unknown {
  const digits = normalizeText(cell).replace(/^un\s*(no\.?)?\s*/i, '');
  return /^\d{1,4}$/.test(digits) ? digits.padStart(4, '0') : refuse('workbook.notRead', { value: cell });
}

/** Digits alone may be another kind of number. */
function casOf(text: string, note: Remarks['note']): string {
  const cas = readCas(text);
  if (isBareCas(text)) note('workbook.readAsCas', { value: text, cas });
  return cas;
}

const casIn = (cell: string, { refuse, note }: Remarks): unknown =>
  areSeveralCas(cell) ? refuse('workbook.severalCas') : casOf(cell, note);

const fitsCas = (cell: string): boolean => isNone(cell) || areSeveralCas(cell) || isCas(readCas(cell));

/** The same column, reading words for none as empty. */
const acceptNone =
  <K extends Key>(making: ColumnBuilder<K>): ColumnBuilder<K> =>
  (name) => {
    const field = making(name);
    return { ...field, read: (cell, remarks) => (isNone(cell) ? field.empty : field.read(cell, remarks)) };
  };

/** `箱=12, CARTON=24=6901234567892`: unit, factor, and an optional GTIN. */
function readUnits(cell: string, unitCode: (name: string) => string, { refuse, note }: Remarks): unknown {
  const parts = cell.split(/[,;，；、\n]/).filter((part) => part.trim() !== '');
  if (parts.some((part) => !normalizeText(part).includes('='))) return refuse('workbook.units', { value: cell });
  return parts.map((part) => {
    const [unit = '', factor = '', gtin] = normalizeText(part)
      .split('=')
      .map((each) => each.trim());
    const number = readNumber(factor)?.value;
    const value = number === undefined ? factor : rounded(number, DECIMAL_PLACES, note);
    return { unit: unitCode(unit), factor: value, isPack: true, gtin: gtin || null };
  });
}

/** A workbook does not carry the full-pack flag, so stored units keep theirs. */
const preservePackFlags = (units: unknown, before: ProductForm | null): unknown =>
  (units as ProductUnit[]).map((unit) => ({
    ...unit,
    isPack: before?.units.find((each) => each.unit === unit.unit)?.isPack ?? unit.isPack,
  }));

const writeUnits = (units: readonly ProductUnit[], name: Names): string | null =>
  units.map(({ unit, factor, gtin }) => [name(unit), factor, gtin].filter(Boolean).join('=')).join(', ') || null;

const sameCode: Names = (code) => code;

/** Fields without a column: files, and descriptions of them. */
type NoColumn = 'sdsFileId' | 'sdsRevDate' | 'sdsLang' | 'images' | 'description';

const fieldsFor = (words: Dictionaries): Field[] =>
  Object.entries(columnBuildersFor(words)).map(([field, making]) => (making as ColumnBuilder<Key>)(field as Key));

const columnBuildersFor = ({
  locale,
  categories,
  meant,
  labels,
  names,
  nameOf,
}: Dictionaries): { [K in Exclude<Key, NoColumn>]: ColumnBuilder<K> } => ({
  code: text('wms.product.code', 18, { read: (cell) => normalizeText(cell).toUpperCase(), empty: undefined }),
  name: text('wms.product.name', 30, { empty: undefined }),
  nameEn: text('wms.product.nameEn', 24),
  categoryId: text('wms.product.category', 16, {
    key: 'category',
    empty: undefined,
    read: (cell, remarks) => categoryIn(categories, cell, remarks),
    options: () => categories.labels(locale),
    write: (form) => categories.byId.get(form.categoryId)?.code ?? null,
  }),
  kind: text('wms.product.kind', 12, {
    empty: undefined,
    read: (cell, remarks) => parseOption(cell, 'wms.product.kind', PRODUCT_KINDS, locale, remarks),
    options: () => PRODUCT_KINDS.map((kind) => say(locale, `wms.product.kind.${kind}`)),
    write: (form) => say(locale, `wms.product.kind.${form.kind}`),
  }),
  spec: text('wms.product.spec', 16),
  grade: text('wms.product.grade', 8, {
    read: meant('WMS_GRADE'),
    write: ({ grade }) => (grade === null ? null : nameOf['WMS_GRADE'](grade)),
  }),
  brand: text('wms.product.brand', 16),
  maker: text('wms.product.maker', 16),
  baseUnit: text('wms.product.baseUnit', 10, {
    words: 'unit',
    empty: undefined,
    read: meant('WMS_UNIT'),
    options: () => labels('WMS_UNIT'),
    write: (form) => nameOf['WMS_UNIT'](form.baseUnit),
  }),
  gtin: acceptNone(text('wms.product.gtin', 16, { read: (cell) => normalizeText(cell).replaceAll(/[\s-]/g, '') })),
  units: (field) => ({
    key: field,
    field,
    phrase: 'wms.product.units',
    width: 20,
    empty: [],
    read: (cell, remarks) => readUnits(cell, meant('WMS_UNIT'), remarks),
    adjust: preservePackFlags,
    write: (form) => writeUnits(form.units, nameOf['WMS_UNIT']),
  }),
  trackBatch: flag('wms.product.trackBatch', locale),
  trackExpiry: flag('wms.product.trackExpiry', locale),
  defaultShelfLifeDays: text('wms.product.shelfLife', 10, { isNumber: true, read: readDays }),
  cas: acceptNone(text('wms.product.cas', 14, { read: casIn, fits: fitsCas })),
  formula: text('wms.product.formula', 14),
  unNo: acceptNone(text('wms.product.unNo', 8, { read: readUnNo })),
  unClass: text('wms.product.unClass', 8),
  packingGroup: text('wms.product.packingGroup', 8, { read: (cell) => normalizeText(cell).toUpperCase() }),
  hCodes: list('wms.product.hCodes', readHazards, sameCode, { adjust: preserveCombinedCodes }),
  pCodes: list('wms.product.pCodes', (cell) => readList(cell).map((each) => each.toUpperCase()), sameCode),
  otherCas: list('wms.product.otherCas', (cell, { note }) => readList(cell).map((each) => casOf(each, note)), sameCode),
  catalogNo: text('wms.product.catalogNo', 10),
  flashPointC: decimal('wms.product.flashPoint', DEGREE_PLACES),
  boilingPointC: decimal('wms.product.boilingPoint', DEGREE_PLACES),
  lowerExplosionPercent: decimal('wms.product.lowerExplosion', PERCENT_PLACES),
  upperExplosionPercent: decimal('wms.product.upperExplosion', PERCENT_PLACES),
  iarcGroup: text('wms.product.iarcGroup', 8, { read: iarcIn }),
  exposureLimit: text('wms.product.exposureLimit', 16),
  notHazardous: flag('wms.product.notHazardous', locale),
  assessedSource: text('wms.product.assessedSource', 20),
  storageGroup: text('wms.product.storageGroup', 8, { read: (cell) => normalizeText(cell).toUpperCase() }),
  conditionsRequired: list(
    'wms.product.conditions',
    (cell) => names('WMS_CONDITION', cell).map(meant('WMS_CONDITION')),
    nameOf['WMS_CONDITION'],
  ),
  controlFlags: acceptNone(
    list(
      'wms.product.controlFlags',
      (cell, remarks) =>
        readNames(cell, controlNames()).map((each) => parseOption(each, 'wms.control', CONTROL_FLAGS, locale, remarks)),
      (code) => say(locale, `wms.control.${code}`),
    ),
  ),
  criticalQtyT: decimal('wms.product.criticalQty'),
  unitVolumeL: decimal('wms.product.unitVolume'),
  unitMassKg: decimal('wms.product.unitMass'),
  price: decimal('wms.product.price', PRICE_PLACES, { words: 'unitPrice' }),
  remark: text('wms.product.remark', 30),
});

function categoryIn(categories: Categories, cell: string, { refuse }: Remarks): unknown {
  const found = categories.called(cell);
  if (found.length === 1) return found[0];
  return refuse(found.length === 0 ? 'wms.product.unknownCategory' : 'wms.product.severalCategories', { name: cell });
}

const infosFor = (categories: Categories, locale: Locale): InfoField<StoredProduct>[] => [
  {
    key: 'categoryName',
    phrase: 'wms.product.categoryName',
    width: 16,
    write: ({ form }, each) => categories.nameOf(form.categoryId, each),
    differs: (text, { form }, _isNew, { refuse, note }) => {
      const category = categories.byId.get(form.categoryId);
      // Its own column already reports it, or is still in question.
      if (!category) return;
      const { code, former } = category;
      const name = categories.nameOf(form.categoryId, locale)!;
      if (
        former.some((each) => normalizeSpelling(each) === normalizeSpelling(text)) &&
        categories.called(text).includes(form.categoryId)
      )
        note('wms.product.categoryRenamed', { code, name, text });
      else refuse('wms.product.categoryDiffers', { code, name, text });
    },
  },
  {
    key: 'state',
    phrase: 'wms.product.state',
    width: 8,
    write: ({ state }, each) => say(each, `wms.product.state.${state}`),
    differs: (text, { state }, isNew, { refuse, note }) => {
      const value = say(locale, `wms.product.state.${state}`);
      if (isNew) note('workbook.notForNew', { text, value });
      else refuse('workbook.readOnly', { value });
    },
  },
  { key: REV, phrase: 'workbook.rev', width: 10, write: ({ rev }) => rev },
];

/**
 * Import and export of products.
 * @param userId whose files a product may use
 */
export async function productKind(db: Kysely<DB>, userId: string, locale: Locale): Promise<Importer<ProductForm, StoredProduct>> {
  const categories = await categoriesFor(db);
  const offered = await loadOfferedEntries(db, PRODUCT_DICS);
  const called = await Promise.all(PRODUCT_DICS.map((dic) => offeredNames(db, dic, locale)));
  const meant = (dic: Dic) => (name: string) => resolveCode(offered, dic, name);
  const labels = (dic: Dic) => labelsOffered(offered, dic, locale);
  const names = (dic: Dic, cell: string) => readNames(cell, namesOffered(offered, dic));
  const nameOf = Object.fromEntries(PRODUCT_DICS.map((dic, at) => [dic, called[at]!])) as Names3;
  return {
    entity: PRODUCTS,
    fields: fieldsFor({ locale, categories, meant, labels, names, nameOf }),
    infos: infosFor(categories, locale),
    key: 'code',
    numbers: 'DISTINCT',
    schema: productForm,
    blank: productForm.parse({ code: '0', name: '-', categoryId: NIL_ID, kind: 'OTHER', baseUnit: PIECE }),
    titleOf,
    asNew: (form) => ({ id: '', rev: 0, state: 'DRAFT', assessed: { assessed_at: null, assessed_by: null }, form }),
    find: (codes) => productsByCode(db, codes),
    findById: productsById,
    usedOf: usedProducts,
    validate: (wanted) => findProductFaults(db, { userId, locale }, wanted),
    warnings: (wanted) => findNameConflicts(db, wanted),
    missing: async (codes) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from wms_product where deleted_at is null and code ${notAmong(codes)}`.execute(db);
      return rows[0]!.n;
    },
    write: writeProducts,
    remove: deleteProducts,
  };
}

/** Rows of a workbook of products. */
export function productTable(kind: Importer<ProductForm, StoredProduct>, locale: Locale): ImportTable<ProductForm> {
  const table = tableOf(kind, locale);
  return {
    ...table,
    read: (sheet, keys, asked) => table.read({ ...sheet, rows: withPercentLimits(sheet, keys) }, keys, asked),
  };
}

/** A renamed product gets the name of another: the row may have the wrong code. New products of equal names are common. */
async function findNameConflicts(db: Kysely<DB>, wanted: readonly ProposedProduct[]): Promise<Doubt<ProductForm>[][]> {
  const isRenamed = ({ before, form }: ProposedProduct): boolean =>
    before !== null && !namesOf(before.form).some((name) => normalizeSpelling(name) === normalizeSpelling(form.name));
  const names = wanted.filter(isRenamed).map(({ form }) => form.name.toUpperCase());
  if (names.length === 0) return wanted.map(() => []);
  const called = await db
    .selectFrom('wms_product')
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(upper(name collate "zh-x-icu") = any(${names}::text[]) or upper(name_en collate "zh-x-icu") = any(${names}::text[]))`,
    )
    .select(['id', 'code', 'name', 'name_en as nameEn'])
    .orderBy('code')
    .execute();
  const byName = Map.groupBy(
    called.flatMap((product) => [...new Set(namesOf(product).map(normalizeSpelling))].map((name) => ({ name, product }))),
    ({ name }) => name,
  );
  return wanted.map((one) => {
    const same = byName.get(normalizeSpelling(one.form.name));
    const other = same?.find(({ product }) => product.id !== one.before?.id)?.product;
    if (!other || !isRenamed(one)) return [];
    return [{ field: 'name', key: 'wms.product.nameOfOther', params: { name: one.form.name, code: other.code } }];
  });
}

/** In every language. */
const namesOf = ({ name, nameEn }: Pick<ProductForm, 'name' | 'nameEn'>): string[] => [
  name,
  ...(nameEn === null ? [] : [nameEn]),
];
const PIECE = 'PIECE';

/** An empty sheet with an example row, which imports skip. */
export async function productTemplate(db: Kysely<DB>, locale: Locale): Promise<Download> {
  const { fields, blank } = await productKind(db, NIL_ID, locale);
  const category = await db.selectFrom('wms_category').select('id').orderBy('code').limit(1).executeTakeFirst();
  const form: ProductForm = {
    ...blank,
    code: say(locale, 'workbook.example', { text: 'C-ETHANOL' }),
    name: say(locale, 'workbook.example.product'),
    categoryId: category?.id ?? NIL_ID,
    kind: 'CHEMICAL',
    spec: '500 mL',
    baseUnit: 'BOTTLE',
    units: [{ unit: 'CARTON', factor: '20', isPack: true, gtin: null }],
    cas: '64-17-5',
    hCodes: ['H225', 'H319'],
    storageGroup: 'L',
    price: '28.5',
  };
  return templateSheet('products', fields, cellsOf(fields, form), locale);
}
