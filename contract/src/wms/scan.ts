// Resolves scanned codes for the user, and provides the data of printed labels.
import * as z from 'zod/mini';
import { WMS_ROLES as R } from '../kit/access.ts';
import * as f from '../kit/field.ts';
import { routes, TEXT_MAX_BYTES } from '../kit/route.ts';
import { length, must } from '../kit/rule.ts';
import { BATCH_STATES } from './batch.ts';
import { boxCount } from './box-count.ts';
import { SCAN_COMMANDS } from './label.ts';
import { BOX_STATES, BOX_TYPES, LOCK_REASONS } from './place.ts';
import { productBox } from './product-box.ts';
import { TRANSACTION_STATES } from './transaction-state.ts';
import { TRANSACTION_TYPES } from './transaction-type.ts';

/** Longest code: manufacturers' codes can be long. */
const SCAN_MAX = 600;
/** Stock rows returned per scan. */
export const SCAN_STOCK_MAX = 50;
/** Documents returned per scan. */
export const SCAN_WORK_MAX = 10;
/** Labels per call. */
export const LABELS_ASKED_MAX = 500;

/**
 * Why a code was not resolved. FOREIGN: of another site, or invalid; OTHERS: of this site, but not visible to the user, so
 * nothing more is disclosed; GONE: the user's own, but nothing is left; UNKNOWN: no match; SEVERAL: ambiguous, several products
 * share it.
 */
const SCAN_REASONS = ['FOREIGN', 'OTHERS', 'GONE', 'UNKNOWN', 'SEVERAL'] as const;
export type ScanReason = (typeof SCAN_REASONS)[number];

const scannedBox = z.object({
  id: z.string(),
  code: z.string(),
  containerName: z.string(),
  warehouseId: z.string(),
  warehouseName: z.string(),
  type: z.enum(BOX_TYPES),
  state: z.enum(BOX_STATES),
  lockReason: f.maybe(z.enum(LOCK_REASONS)),
  count: z.nullable(boxCount),
});

const scannedGoods = z.object({
  productId: z.string(),
  productCode: z.string(),
  productName: z.string(),
  spec: f.maybe(z.string()),
  cas: f.maybe(z.string()),
  baseUnit: z.string(),
  storageGroup: f.maybe(z.string()),
  controlFlags: z.array(z.string()),
  pictograms: z.array(z.string()),
  /** For a batch or stock; null for a product. */
  batchId: f.maybe(z.string()),
  batchNo: f.maybe(z.string()),
  batchStatus: f.maybe(z.enum(BATCH_STATES)),
  expiresOn: f.maybe(z.string()),
  /** For stock. */
  ownerOrgId: f.maybe(z.string()),
  ownerOrgName: f.maybe(z.string()),
});

const scannedDocument = z.object({
  id: z.string(),
  no: z.string(),
  type: z.enum(TRANSACTION_TYPES),
  state: z.enum(TRANSACTION_STATES),
  reversal: z.boolean(),
  reversed: z.boolean(),
  ownerOrgName: z.string(),
  /** The page where the user works on it or reads it. */
  link: z.string(),
});

const scanned = z.object({
  /** Null if something was found. */
  why: f.maybe(z.enum(SCAN_REASONS)),
  /** The user's role and organisation for which it was found; null if nothing was. */
  pageRole: f.maybe(z.string()),
  org: z.nullable(z.object({ id: z.string(), name: z.string(), type: z.string() })),
  /** The session already acts for that organisation. */
  chosen: z.boolean(),
  box: z.nullable(scannedBox),
  goods: z.nullable(scannedGoods),
  document: z.nullable(scannedDocument),
  /** A command card; authorization is that of the action it triggers. */
  command: f.maybe(z.enum(SCAN_COMMANDS)),
  /** Contents of the box, or locations of the product. */
  stock: z.array(productBox),
  /** False: truncated. */
  whole: z.boolean(),
  /** For storekeepers: their open documents that involve it. */
  work: z.array(scannedDocument),
});
export type Scanned = z.infer<typeof scanned>;
export type ScannedDocument = z.infer<typeof scannedDocument>;
export type ScannedGoods = z.infer<typeof scannedGoods>;

const goodsLabel = z.object({
  productCode: z.string(),
  productName: z.string(),
  spec: f.maybe(z.string()),
  cas: f.maybe(z.string()),
  batchNo: f.maybe(z.string()),
  madeOn: f.maybe(z.string()),
  expiresOn: f.maybe(z.string()),
  batchStatus: z.enum(BATCH_STATES),
  storageGroup: f.maybe(z.string()),
  controlFlags: z.array(z.string()),
  pictograms: z.array(z.string()),
  signal: f.maybe(z.string()),
  /** For stock. */
  ownerOrgName: f.maybe(z.string()),
  boxCode: f.maybe(z.string()),
  qty: f.maybe(z.string()),
  baseUnit: z.string(),
});
export type GoodsLabel = z.infer<typeof goodsLabel>;

const documentLabel = z.object({
  no: z.string(),
  type: z.enum(TRANSACTION_TYPES),
  state: z.enum(TRANSACTION_STATES),
  reversal: z.boolean(),
  reversed: z.boolean(),
  ownerOrgName: z.string(),
  applicantName: z.string(),
  warehouseName: z.string(),
  planDate: f.maybe(z.string()),
  lines: z.int(),
  controlFlags: z.array(z.string()),
});

const label = z.object({
  id: z.string(),
  code: z.string(),
  goods: z.nullable(goodsLabel),
  document: z.nullable(documentLabel),
  command: f.maybe(z.enum(SCAN_COMMANDS)),
});
export type Label = z.infer<typeof label>;

const OWNERS = ['ROLE_TEACHER', 'ROLE_SUPPLIER', 'ROLE_STAFF'] as const;

export const scanRoutes = routes({
  scan: {
    method: 'POST',
    asks: true,
    path: '/wms/scan',
    summary: "Resolve a scanned code under any of the caller's roles and organisations; unresolved codes get a reason",
    needs: 'signed-in',
    body: z.strictObject({ text: z.string().check(must(length(1, SCAN_MAX))) }),
    reply: scanned,
  },
  listLabels: {
    method: 'POST',
    asks: true,
    path: '/wms/scan/label',
    summary: 'Content and codes of labels for stock, batches or documents, or of command cards',
    needs: [...OWNERS, R.box, R.product, R.inbound1, R.inbound2, R.outbound1, R.outbound2, R.opening],
    bodyMax: TEXT_MAX_BYTES,
    body: z.strictObject({
      kind: z.enum(['STOCK', 'BATCH', 'DOCUMENT', 'COMMAND']),
      /** Ignored for COMMAND, which returns all cards. */
      ids: z._default(f.list(f.id, LABELS_ASKED_MAX), []),
      /** STOCK: everything that this document put into boxes. */
      documentId: f.maybe(f.id),
    }),
    /** In the order requested. Records not visible to the caller are left out. */
    reply: z.array(label),
  },
});
