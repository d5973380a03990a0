import * as z from 'zod/mini';
import { WMS_ROLES as R } from '../kit/access.ts';
import * as f from '../kit/field.ts';
import { listQuery, pageOf, stamps } from '../kit/page.ts';
import { routesOn, TEXT_MAX_BYTES } from '../kit/route.ts';
import { number, must, numberRange } from '../kit/rule.ts';
import { batchReply, batchSelection, importQuery, importReply, importsAt } from '../workbook/workbook.ts';
import { CONTROL_FLAGS, HAZARDS, IARC_GROUPS, STORAGE_GROUPS } from './hazard.ts';
import { openDocuments } from './open-documents.ts';

export const PRODUCT_KINDS = ['CHEMICAL', 'CONSUMABLE', 'EQUIPMENT', 'OTHER'] as const;
export const PRODUCT_STATES = ['DRAFT', 'ACTIVE', 'DISABLED'] as const;
export const PACKING_GROUPS = ['I', 'II', 'III'] as const;
export type ProductState = (typeof PRODUCT_STATES)[number];

/** An additional unit: one of it is `factor` base units. */
const productUnit = z.strictObject({
  unit: f.requiredText(32),
  factor: f.quantity,
  isPack: z._default(z.boolean(), false),
  gtin: f.maybe(f.text(14)),
});
export type ProductUnit = z.infer<typeof productUnit>;

/** Form fields. */
export const productForm = z.strictObject({
  code: f.code,
  name: f.name(200),
  nameEn: f.maybeName(200),
  categoryId: f.id,
  kind: z.enum(PRODUCT_KINDS),
  spec: f.maybeName(200),
  grade: f.maybeName(32),
  brand: f.maybeName(100),
  maker: f.maybeName(100),
  baseUnit: f.requiredText(32),
  /** For one base unit. */
  gtin: f.maybeText(14),
  units: z._default(f.list(productUnit, 10), []),
  defaultShelfLifeDays: f.maybe(z.int().check(must(number, numberRange(1, 36_500)))),
  trackBatch: z._default(z.boolean(), true),
  trackExpiry: z._default(z.boolean(), false),
  cas: f.maybeText(12),
  formula: f.maybeText(100),
  unNo: f.maybeText(4),
  unClass: f.maybeText(20),
  packingGroup: f.maybe(z.enum(PACKING_GROUPS)),
  /** Combined statements (`H301+H311`) and EUH statements are allowed. */
  hCodes: z._default(f.list(f.text(24), 30), []),
  pCodes: z._default(f.list(f.text(24), 40), []),
  /** Mixtures only: the other CAS numbers. */
  otherCas: z._default(f.list(f.text(12), 20), []),
  /** Number in the catalogue of hazardous chemicals (危险化学品目录). */
  catalogNo: f.maybeText(20),
  flashPointC: f.maybe(f.degrees),
  boilingPointC: f.maybe(f.degrees),
  /** Percent by volume. */
  lowerExplosionPercent: f.maybe(f.percent),
  upperExplosionPercent: f.maybe(f.percent),
  iarcGroup: f.maybe(z.enum(IARC_GROUPS)),
  /** With its unit, such as `20 ppm (TWA)`. */
  exposureLimit: f.maybeText(60),
  /** Assessed by a user as not hazardous. */
  notHazardous: z._default(z.boolean(), false),
  /** Source of the assessment: a data sheet, a catalogue. */
  assessedSource: f.maybeText(200),
  storageGroup: f.maybe(z.enum(STORAGE_GROUPS)),
  conditionsRequired: z._default(f.list(f.text(32), 10), []),
  controlFlags: z._default(f.list(z.enum(CONTROL_FLAGS), 3), []),
  criticalQtyT: f.maybe(f.quantity),
  unitVolumeL: f.maybe(f.decimal),
  unitMassKg: f.maybe(f.decimal),
  price: f.maybe(f.price),
  sdsFileId: f.maybe(f.id),
  sdsRevDate: f.maybe(f.day),
  sdsLang: f.maybeText(8),
  images: z._default(f.list(f.id, 12), []),
  description: f.maybeText(20_000),
  remark: f.maybeText(1_000),
});
export type ProductForm = z.infer<typeof productForm>;

/** What a CAS number determines, whatever the maker and the package. */
const hazardFacts = z.pick(z.object(productForm.shape), {
  formula: true,
  unNo: true,
  unClass: true,
  packingGroup: true,
  hCodes: true,
  pCodes: true,
  catalogNo: true,
  flashPointC: true,
  boilingPointC: true,
  lowerExplosionPercent: true,
  upperExplosionPercent: true,
  iarcGroup: true,
  exposureLimit: true,
  storageGroup: true,
  conditionsRequired: true,
  controlFlags: true,
  criticalQtyT: true,
});
export const HAZARD_FIELDS = Object.keys(hazardFacts.shape) as (keyof typeof hazardFacts.shape)[];

/** Hazard data of an assessed product. */
const hazardSuggestion = z.object({ code: z.string(), name: z.string(), facts: hazardFacts });
export type HazardSuggestion = z.infer<typeof hazardSuggestion>;

const product = z.object({
  id: z.string(),
  ...productForm.shape,
  units: z.array(productUnit),
  categoryName: z.string(),
  categoryNameEn: f.maybe(z.string()),
  sdsName: f.maybe(z.string()),
  pictograms: z.array(z.string()),
  signal: f.maybe(z.enum(['DANGER', 'WARNING'])),
  hazard: z.enum(HAZARDS),
  /** Who made the hazard assessment, and when; null if there is none. */
  assessedAt: f.maybe(z.string()),
  assessedBy: f.maybe(z.string()),
  state: z.enum(PRODUCT_STATES),
  /** With stock, base unit, factors and batch tracking cannot change. */
  hasStock: z.boolean(),
  ...stamps,
});
export type Product = z.infer<typeof product>;

const productRow = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  nameEn: f.maybe(z.string()),
  categoryName: z.string(),
  categoryNameEn: f.maybe(z.string()),
  kind: z.enum(PRODUCT_KINDS),
  spec: f.maybe(z.string()),
  brand: f.maybe(z.string()),
  baseUnit: z.string(),
  cas: f.maybe(z.string()),
  storageGroup: f.maybe(z.string()),
  controlFlags: z.array(z.string()),
  hazard: z.enum(HAZARDS),
  pictograms: z.array(z.string()),
  image: f.maybe(z.string()),
  price: f.maybe(z.string()),
  hasSds: z.boolean(),
  state: z.enum(PRODUCT_STATES),
  rev: z.int(),
  updatedAt: z.string(),
});
export type ProductRow = z.infer<typeof productRow>;

/** An entry of the product picker. */
export const productOption = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  spec: f.maybe(z.string()),
  cas: f.maybe(z.string()),
  kind: z.enum(PRODUCT_KINDS),
  baseUnit: z.string(),
  gtin: f.maybe(z.string()),
  units: z.array(productUnit),
  trackBatch: z.boolean(),
  trackExpiry: z.boolean(),
  defaultShelfLifeDays: f.maybe(z.int()),
  /** Litres per base unit. */
  unitVolumeL: f.maybe(z.string()),
  storageGroup: f.maybe(z.string()),
  /** False for a chemical without a hazard assessment: the strictest rules apply. */
  assessed: z.boolean(),
  controlFlags: z.array(z.string()),
  pictograms: z.array(z.string()),
  price: f.maybe(z.string()),
  image: f.maybe(z.string()),
});
export type ProductOption = z.infer<typeof productOption>;

const KEEP = [R.product] as const;
/** Roles that can read products: all that deposit, collect, review or store. */
export const PRODUCT_READERS = ['ROLE_TEACHER', 'ROLE_SUPPLIER', 'ROLE_STAFF', 'ROLE_WAREHOUSE_ADMIN'] as const;

const productFilters = {
  state: z.optional(f.choices(PRODUCT_STATES)),
  kind: z.optional(f.choices(PRODUCT_KINDS)),
  categoryId: z.optional(f.id),
  controlFlag: z.optional(f.choices(CONTROL_FLAGS)),
  storageGroup: z.optional(f.choices(STORAGE_GROUPS)),
  noSds: z.optional(f.flag),
  hazard: z.optional(f.choices(HAZARDS)),
};
export const productQuery = listQuery(['code', 'name', 'cas', 'category', 'price', 'state', 'updatedAt'], productFilters);

const params = z.strictObject({ id: f.id });

/** `STALE`: the record changed between preview and import. */
const IMPORT_ERRORS = ['WORKBOOK', 'FILE_QUOTA', 'TOO_MANY', 'STALE'] as const;

export const productRoutes = routesOn('WMS_PRODUCT', {
  selectProducts: {
    method: 'GET',
    path: '/wms/product/select',
    summary: 'Active products to choose from',
    needs: PRODUCT_READERS,
    query: listQuery(['code', 'name'], {
      kind: z.optional(f.choices(PRODUCT_KINDS)),
      categoryId: z.optional(f.id),
      controlFlag: z.optional(f.choices(CONTROL_FLAGS)),
    }),
    reply: pageOf(productOption),
  },
  exportProducts: {
    method: 'GET',
    path: '/wms/product/export',
    summary: 'The list as a workbook',
    needs: KEEP,
    query: productQuery,
    reply: 'sheet',
  },
  getImportTemplate: {
    method: 'GET',
    path: '/wms/product/import/template',
    summary: 'An empty workbook for the import',
    needs: KEEP,
    reply: 'file',
  },
  importProducts: {
    method: 'POST',
    path: '/wms/product/import',
    summary: 'Create and update products from a workbook',
    needs: KEEP,
    query: importQuery,
    body: 'file',
    reply: importReply,
    errors: [...IMPORT_ERRORS, 'CODE_TAKEN', 'PRODUCT_UNIT_FIXED', 'PRODUCT_CONTROLS_FIXED', 'PRODUCT_INCOMPLETE'],
  },
  ...importsAt('/wms/product', KEEP, [
    'CODE_TAKEN',
    'PRODUCT_UNIT_FIXED',
    'PRODUCT_CONTROLS_FIXED',
    'PRODUCT_INCOMPLETE',
    'PRODUCT_IN_USE',
  ]),
  assessProducts: {
    method: 'POST',
    power: 'IMPORT',
    path: '/wms/product/assess',
    summary: 'Take hazard facts by CAS number from a catalogue file: empty fields of chemicals are filled, nothing is replaced',
    needs: KEEP,
    query: importQuery,
    body: 'file',
    reply: importReply,
    errors: [...IMPORT_ERRORS, 'PRODUCT_UNIT_FIXED', 'PRODUCT_CONTROLS_FIXED', 'PRODUCT_INCOMPLETE'],
  },
  suggestHazards: {
    method: 'GET',
    power: 'EDIT',
    path: '/wms/product/hazards',
    summary: 'Hazard data of an assessed product with this CAS number; null if there is none',
    needs: [R.product],
    query: z.strictObject({ cas: z.string().check(z.maxLength(12)) }),
    reply: z.nullable(hazardSuggestion),
  },
  countNotAssessed: {
    method: 'GET',
    path: '/wms/product/not-assessed',
    summary: 'Number of unassessed chemicals',
    needs: KEEP,
    reply: z.object({ count: z.int() }),
  },
  findDocumentsOfProducts: {
    method: 'POST',
    asks: true,
    path: '/wms/product/documents',
    summary: 'Open documents with products that are still to come or to go',
    needs: KEEP,
    bodyMax: TEXT_MAX_BYTES,
    body: batchSelection,
    reply: openDocuments,
    errors: ['STALE', 'BATCH_TOO_MANY'],
  },
  batchProducts: {
    method: 'PUT',
    path: '/wms/product/batch/{action}',
    summary: 'Activate, disable or delete many products',
    needs: KEEP,
    params: z.strictObject({ action: z.enum(['activate', 'disable', 'delete']) }),
    bodyMax: TEXT_MAX_BYTES,
    body: batchSelection,
    reply: batchReply,
    errors: ['STALE', 'BATCH_TOO_MANY'],
  },
  listProducts: {
    method: 'GET',
    path: '/wms/product',
    summary: 'Products',
    needs: PRODUCT_READERS,
    query: productQuery,
    reply: pageOf(productRow),
  },
  createProduct: {
    method: 'POST',
    path: '/wms/product',
    summary: 'Create a product, as a draft',
    needs: KEEP,
    bodyMax: TEXT_MAX_BYTES,
    body: productForm,
    reply: product,
    errors: ['CODE_TAKEN', 'CAS_INVALID', 'GTIN_INVALID', 'HAZARD_CODE_UNKNOWN', 'UNIT_FACTOR'],
  },
  getProduct: { method: 'GET', path: '/wms/product/{id}', summary: 'A product', needs: PRODUCT_READERS, params, reply: product },
  updateProduct: {
    method: 'PUT',
    path: '/wms/product/{id}',
    summary: 'Change a product',
    needs: KEEP,
    params,
    bodyMax: TEXT_MAX_BYTES,
    body: f.updateOf(productForm),
    reply: product,
    errors: [
      'STALE',
      'CODE_TAKEN',
      'CAS_INVALID',
      'GTIN_INVALID',
      'HAZARD_CODE_UNKNOWN',
      'UNIT_FACTOR',
      'PRODUCT_UNIT_FIXED',
      'PRODUCT_CONTROLS_FIXED',
      'PRODUCT_INCOMPLETE',
    ],
  },
  setProductState: {
    method: 'PUT',
    path: '/wms/product/{id}/state',
    summary: 'Activate or disable a product',
    needs: KEEP,
    params,
    body: z.strictObject({ state: z.enum(['ACTIVE', 'DISABLED']), rev: f.rev }),
    reply: product,
    errors: ['STALE', 'ILLEGAL_TRANSITION', 'PRODUCT_INCOMPLETE'],
  },
  deleteProduct: {
    method: 'DELETE',
    path: '/wms/product/{id}',
    summary: 'Delete a product that was never in stock',
    needs: KEEP,
    params,
    reply: z.null(),
    errors: ['PRODUCT_IN_USE'],
  },
});
