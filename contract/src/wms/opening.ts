// Opening stock: rows of the site's own lists, each under its own reference.
import * as z from 'zod/mini';
import { WMS_ROLES as R } from '../kit/access.ts';
import * as f from '../kit/field.ts';
import { LINES_MAX_BYTES, routes } from '../kit/route.ts';
import { importQuery, importReply } from '../workbook/workbook.ts';
import { batchNo } from './batch-no.ts';

/** Rows per call; a workbook may have more. */
const OPENING_ROWS_MAX = 500;

export const openingForm = z.strictObject({
  /** The site's own row id, used as idempotency key: a reference is posted once. */
  ref: f.requiredText(64),
  warehouseId: f.id,
  boxId: f.id,
  productId: f.id,
  batchNo: f.maybe(batchNo),
  madeOn: f.maybe(f.day),
  expiresOn: f.maybe(f.day),
  ownerOrgId: f.id,
  /** In `unit`, like the price. */
  qty: f.quantity,
  unit: f.requiredText(32),
  unitPrice: f.maybe(f.decimal),
  remark: f.maybeText(500),
});
export type OpeningForm = z.infer<typeof openingForm>;

/** Columns of the workbook in order; rows of a call use the same. */
export const OPENING_COLUMNS = [
  'ref',
  'warehouse',
  'box',
  'product',
  'batchNo',
  'madeOn',
  'expiresOn',
  'owner',
  'qty',
  'unit',
  'unitPrice',
  'remark',
] as const;
export type OpeningColumn = (typeof OPENING_COLUMNS)[number];

const cell = z.optional(z.nullable(z.string().check(z.maxLength(500))));

/** Cells of a workbook row: codes or names, numbers and days as people write them. */
const openingRow = z.strictObject({
  ref: f.requiredText(64),
  warehouse: cell,
  box: cell,
  product: cell,
  batchNo: cell,
  madeOn: cell,
  expiresOn: cell,
  owner: cell,
  qty: cell,
  unit: cell,
  unitPrice: cell,
  remark: cell,
});

const path = '/wms/opening';
const needs = [R.opening] as const;

export const openingRoutes = routes({
  getOpeningTemplate: {
    method: 'GET',
    path: `${path}/import/template`,
    summary: 'An empty workbook for opening stock',
    needs,
    reply: 'file',
  },
  importOpening: {
    method: 'POST',
    path: `${path}/import`,
    summary: 'Post opening stock from a workbook, in batches; with `dryRun` only a preview. Rows posted before are skipped',
    needs,
    query: importQuery,
    body: 'file',
    reply: importReply,
    errors: ['WORKBOOK', 'FILE_QUOTA', 'TOO_MANY', 'IMPORT_CUT'],
  },
  postOpening: {
    method: 'POST',
    path,
    summary: 'Post rows of opening stock, as in the workbook; with `dryRun` only a preview',
    needs,
    bodyMax: LINES_MAX_BYTES,
    query: z.strictObject({ dryRun: importQuery.shape.dryRun, partial: importQuery.shape.partial }),
    body: z.strictObject({ rows: f.list(openingRow, OPENING_ROWS_MAX) }),
    reply: importReply,
    errors: ['WORKBOOK', 'FILE_QUOTA', 'IMPORT_CUT'],
  },
});
