// What a scanned code means for the person who scans it, and what stands on the labels that are printed.
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

/** Characters of a code: makers print the longest. */
const SCAN_MAX = 600;
/** Stock rows that are shown of what was scanned. */
export const SCAN_STOCK_MAX = 50;
/** Documents named that wait for it. */
export const SCAN_WORK_MAX = 10;
/** Labels of one call. */
export const LABELS_ASKED_MAX = 500;

/**
 * Why a code leads nowhere. FOREIGN: of another site, or of nobody; OTHERS: of this site, and of nobody the person works for,
 * which is all that is said of it; GONE: theirs, and nothing is left of it; UNKNOWN: nothing is called so; SEVERAL: products share it.
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
  /** Of a batch, or of stock; null for a product. */
  batchId: f.maybe(z.string()),
  batchNo: f.maybe(z.string()),
  batchStatus: f.maybe(z.enum(BATCH_STATES)),
  expiresOn: f.maybe(z.string()),
  /** Of stock. */
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
  /** Where the person works on it, or reads it. */
  link: z.string(),
});

const scanned = z.object({
  /** Null where something was found. */
  why: f.maybe(z.enum(SCAN_REASONS)),
  /** Under which of the person's roles it was found, and for which organisation; null where nothing was. */
  pageRole: f.maybe(z.string()),
  org: z.nullable(z.object({ id: z.string(), name: z.string(), type: z.string() })),
  /** The session works for that organisation. */
  chosen: z.boolean(),
  box: z.nullable(scannedBox),
  goods: z.nullable(scannedGoods),
  document: z.nullable(scannedDocument),
  /** A card for working by scanning alone; whose rights it needs says the step that it stands for. */
  command: f.maybe(z.enum(SCAN_COMMANDS)),
  /** What lies there, or where it lies. */
  stock: z.array(productBox),
  /** Whether that is all. */
  whole: z.boolean(),
  /** For storekeepers: documents that wait for them and concern it. */
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
  /** Of stock. */
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
    summary:
      'What a scanned code means, under any of the roles and organisations of the caller; refuses nothing, and says why it is nothing',
    needs: 'signed-in',
    body: z.strictObject({ text: z.string().check(must(length(1, SCAN_MAX))) }),
    reply: scanned,
  },
  listLabels: {
    method: 'POST',
    asks: true,
    path: '/wms/scan/label',
    summary: 'What stands on the labels of stock, batches or documents, or on the cards of commands, and their codes',
    needs: [...OWNERS, R.box, R.product, R.inbound1, R.inbound2, R.outbound1, R.outbound2, R.opening],
    bodyMax: TEXT_MAX_BYTES,
    body: z.strictObject({
      kind: z.enum(['STOCK', 'BATCH', 'DOCUMENT', 'COMMAND']),
      /** COMMAND: all cards, whatever stands here. */
      ids: z._default(f.list(f.id, LABELS_ASKED_MAX), []),
      /** STOCK: what that document has put into boxes. */
      documentId: f.maybe(f.id),
    }),
    /** In the order asked for. What is not in sight is left out. */
    reply: z.array(label),
  },
});
