import * as z from 'zod/mini';
import { WMS_ROLES as R } from '../kit/access.ts';
import * as f from '../kit/field.ts';
import { listQuery, pageOf } from '../kit/page.ts';
import { routes } from '../kit/route.ts';
import { CASE_STATES } from './after-sales-state.ts';
import { BATCH_STATES } from './batch.ts';
import { boxCount, countReference } from './box-count.ts';
import { TRANSACTION_STATES } from './transaction-state.ts';
import { TRANSACTION_TYPES } from './transaction-type.ts';

/** A stock row: one product, batch and owner in one box. Quantities in the product's base unit. */
export const productBox = z.object({
  id: z.string(),
  productId: z.string(),
  productCode: z.string(),
  productName: z.string(),
  spec: f.maybe(z.string()),
  cas: f.maybe(z.string()),
  baseUnit: z.string(),
  storageGroup: f.maybe(z.string()),
  /** False for a chemical without a hazard assessment: the strictest rules apply. */
  assessed: z.boolean(),
  controlFlags: z.array(z.string()),
  pictograms: z.array(z.string()),
  batchId: z.string(),
  batchNo: z.string(),
  batchStatus: z.enum(BATCH_STATES),
  expiresOn: f.maybe(z.string()),
  ownerOrgId: z.string(),
  ownerOrgName: z.string(),
  /** Whether the owner may still submit requests; a disabled owner keeps its goods. */
  ownerValid: z.boolean(),
  warehouseId: z.string(),
  warehouseName: z.string(),
  boxId: z.string(),
  boxCode: z.string(),
  /** The container of the box. */
  containerId: z.string(),
  containerName: z.string(),
  qty: z.string(),
  /** null with `asOf`: reservations have no history. */
  reserved: f.maybe(z.string()),
  /** Quantity available for requests: zero if the stock is frozen or the batch not OK. null with `asOf`. */
  available: f.maybe(z.string()),
  frozen: z.boolean(),
  frozenReason: f.maybe(z.string()),
  /** The count that locks its box. null with `asOf`. */
  count: z.nullable(boxCount),
  /** Open after-sales cases: disputed quantity, and what they hold themselves or through their documents. Empty with `asOf`. */
  cases: z.array(z.object({ id: z.string(), no: z.string(), state: z.enum(CASE_STATES), held: z.string() })),
  depositUntil: f.maybe(z.string()),
  note: f.maybe(z.string()),
  firstInAt: z.string(),
  lastMoveAt: z.string(),
  rev: z.int(),
  /** Visible through a data rule only: read-only. */
  guest: z.boolean(),
});
export type ProductBox = z.infer<typeof productBox>;

export const LEDGER_KINDS = ['IN', 'OUT', 'MOVE_OUT', 'MOVE_IN', 'COUNT_ADJ', 'REVERSAL', 'DISPOSE', 'OPENING'] as const;

const ledgerEntry = z.object({
  seq: z.int(),
  at: z.string(),
  kind: z.enum(LEDGER_KINDS),
  transactionId: z.string(),
  transactionNo: f.maybe(z.string()),
  transactionType: f.maybe(z.string()),
  /** The count whose differences it posts. */
  count: z.nullable(countReference),
  productBoxId: z.string(),
  productId: z.string(),
  productCode: z.string(),
  productName: z.string(),
  baseUnit: z.string(),
  batchNo: z.string(),
  ownerOrgId: z.string(),
  ownerOrgName: z.string(),
  boxCode: z.string(),
  qtyDelta: z.string(),
  qtyAfter: z.string(),
  unitPrice: f.maybe(z.string()),
  actor1Name: z.string(),
  actor2Name: f.maybe(z.string()),
  proxyName: f.maybe(z.string()),
  reason: f.maybe(z.string()),
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

/** Checks of the ledger proof, in order. */
export const LEDGER_CHECKS = [
  'REPLAY',
  'SEQUENCE',
  'LAST',
  'BALANCES',
  'NAMES',
  'RANGE',
  'RESERVED',
  'LINES',
  'ENTRIES',
  'DONE',
  'DOCUMENTS',
  'DECIDED',
  'MOVES',
  'REVERSALS',
  'OWNERS',
  'GUARDED',
  'SEALED',
  'SIGNED',
  'ANCHORED',
  'PROVED',
] as const;
export type LedgerCheck = (typeof LEDGER_CHECKS)[number];

/** Everything, or the entries since the last proof. */
const LEDGER_PROOFS = ['FULL', 'INCREMENT'] as const;
export type LedgerProofKind = (typeof LEDGER_PROOFS)[number];

const ledgerProof = z.object({
  kind: z.enum(LEDGER_PROOFS),
  /** Starting point; null for a full proof. */
  since: f.maybe(z.object({ block: z.int(), entry: z.int(), at: z.string() })),
  ok: z.boolean(),
  stockRows: z.int(),
  ledgerRows: z.int(),
  sealedRows: z.int(),
  blocks: z.int(),
  milliseconds: z.int(),
  /** `faults` is capped at the number shown. */
  checks: z.array(z.object({ check: z.enum(LEDGER_CHECKS), faults: z.int() })),
  faults: z.array(z.object({ check: z.enum(LEDGER_CHECKS), subject: z.string(), detail: z.string() })),
});
export type LedgerProof = z.infer<typeof ledgerProof>;

/** A finished proof. `by` is null for scheduled runs. */
const proofNote = z.object({ at: z.string(), by: f.maybe(z.string()), proof: ledgerProof });
export type ProofNote = z.infer<typeof proofNote>;

/** A document that reserves part of a stock row until it is executed. Quantity in the base unit. */
const reservation = z.object({
  transactionId: z.string(),
  transactionNo: z.string(),
  transactionType: z.enum(TRANSACTION_TYPES),
  state: z.enum(TRANSACTION_STATES),
  applicantName: z.string(),
  planDate: f.maybe(z.string()),
  qty: z.string(),
});
export type Reservation = z.infer<typeof reservation>;

/** What an organisation has in store, by product or by place. */
const productSpace = z.object({
  key: z.string(),
  ownerOrgId: z.string(),
  ownerOrgName: z.string(),
  warehouseId: z.string(),
  warehouseName: z.string(),
  /** Product of the row, null when grouped by place. */
  productId: f.maybe(z.string()),
  productCode: f.maybe(z.string()),
  productName: f.maybe(z.string()),
  baseUnit: f.maybe(z.string()),
  containerId: f.maybe(z.string()),
  containerCode: f.maybe(z.string()),
  containerName: f.maybe(z.string()),
  qty: f.maybe(z.string()),
  reserved: f.maybe(z.string()),
  available: f.maybe(z.string()),
  boxes: z.int(),
  /** Stock rows. */
  lines: z.int(),
  volumeL: z.string(),
  massKg: z.string(),
  /** Free and total capacity of the place, where limits are set. */
  capacityL: f.maybe(z.string()),
  freeL: f.maybe(z.string()),
  /** Share of the organisation's quota in the warehouse: of the volume, or of the boxes if only those are limited. */
  quotaPercent: f.maybe(z.string()),
  oldestIn: f.maybe(z.string()),
  nextExpiry: f.maybe(z.string()),
  overdue: z.int(),
});
export type ProductSpace = z.infer<typeof productSpace>;

const stockMonth = z.object({
  /** `YYYY-MM` in the server's time zone. */
  month: z.string(),
  /** Closing balance, for the current month the balance now; null until the balances are computed. */
  qty: f.maybe(z.string()),
});
export type StockMonth = z.infer<typeof stockMonth>;

const OWNERS = ['ROLE_TEACHER', 'ROLE_SUPPLIER', 'ROLE_STAFF'] as const;
const READ = [...OWNERS, R.box] as const;
const params = z.strictObject({ id: f.id });

/** Days since the oldest arrival, as upper limits. */
export const AGES = ['30', '90', '180', '365', 'OLDER'] as const;
/** Days to expiry, as upper limits. */
export const EXPIRIES = ['EXPIRED', '30', '90', 'LATER', 'NONE'] as const;

const stockFilters = {
  productId: z.optional(f.id),
  categoryId: z.optional(f.id),
  ownerOrgId: z.optional(f.id),
  warehouseId: z.optional(f.id),
  containerId: z.optional(f.id),
  boxId: z.optional(f.id),
  batchId: z.optional(f.id),
  expiresBefore: z.optional(f.day),
  depositOverdue: z.optional(f.flag),
  frozen: z.optional(f.flag),
  available: z.optional(f.flag),
  /** A control class, or NONE for products without any. */
  controlFlag: z.optional(f.text(32)),
  /** Of the present only, as in statistics. */
  age: z.optional(z.enum(AGES)),
  expiry: z.optional(z.enum(EXPIRIES)),
  withEmpty: z.optional(f.flag),
  /** Stock at that moment; whether it was frozen or reserved is not recorded. */
  asOf: z.optional(f.moment),
};
const stockQuery = listQuery(['product', 'qty', 'expiresOn', 'box', 'owner', 'lastMoveAt', 'firstInAt'], stockFilters);
const ledgerQuery = listQuery(['seq'], {
  productBoxId: z.optional(f.id),
  productId: z.optional(f.id),
  transactionId: z.optional(f.id),
  boxId: z.optional(f.id),
  batchId: z.optional(f.id),
  ownerOrgId: z.optional(f.id),
  kind: z.optional(f.choices(LEDGER_KINDS)),
  from: z.optional(f.moment),
  to: z.optional(f.moment),
  /** Keyset pagination: only entries before this one. */
  before: z.optional(f.whole),
});
const spaceQuery = listQuery(['product', 'qty', 'volumeL', 'nextExpiry'], {
  by: z._default(z.enum(['product', 'place']), 'product'),
  warehouseId: z.optional(f.id),
  ownerOrgId: z.optional(f.id),
  productId: z.optional(f.id),
});

export const productBoxRoutes = routes({
  selectStock: {
    method: 'GET',
    path: '/wms/product-box/select',
    summary: 'Stock to choose from, the first that expires first',
    needs: READ,
    query: listQuery(['expiresOn', 'product'], {
      warehouseId: z.optional(f.id),
      ownerOrgId: z.optional(f.id),
      productId: z.optional(f.id),
    }),
    reply: pageOf(productBox),
  },
  exportStock: {
    method: 'GET',
    path: '/wms/product-box/export',
    summary: 'The list as a workbook',
    needs: READ,
    query: stockQuery,
    reply: 'sheet',
  },
  listStock: {
    method: 'GET',
    path: '/wms/product-box',
    summary: 'Stock, now or as it stood at a moment',
    needs: READ,
    query: stockQuery,
    reply: pageOf(productBox),
  },
  listMonths: {
    method: 'GET',
    path: '/wms/product-box/month',
    summary: 'Stock of a product at the end of each of the last twelve months',
    needs: READ,
    query: z.strictObject({ productId: f.id }),
    reply: z.array(stockMonth),
  },
  getStock: { method: 'GET', path: '/wms/product-box/{id}', summary: 'A stock row', needs: READ, params, reply: productBox },
  listReservations: {
    method: 'GET',
    path: '/wms/product-box/{id}/reservations',
    summary: 'Documents that hold part of a stock row, the oldest first',
    needs: READ,
    params,
    reply: z.array(reservation),
  },
  noteStock: {
    method: 'PUT',
    path: '/wms/product-box/{id}',
    summary: 'Note and deposit date of a stock row; never a quantity',
    needs: READ,
    params,
    body: f.updateOf(z.strictObject({ note: f.maybeText(500), depositUntil: f.maybe(f.day) })),
    reply: productBox,
    errors: ['STALE', 'DEPOSIT_UNTIL'],
  },
  freezeStock: {
    method: 'PUT',
    path: '/wms/product-box/{id}/freeze',
    summary: 'Freeze or release a stock row',
    needs: [R.box],
    params,
    body: z.strictObject({ frozen: z.boolean(), reason: f.maybeText(500), rev: f.rev }),
    reply: productBox,
    errors: ['STALE', 'ILLEGAL_TRANSITION', 'COMMENT_NEEDED', 'BOX_QUARANTINE'],
  },
  listLedger: {
    method: 'GET',
    path: '/wms/ledger',
    summary: 'Ledger entries, newest first',
    needs: READ,
    query: ledgerQuery,
    reply: pageOf(ledgerEntry),
  },
  exportLedger: {
    method: 'GET',
    path: '/wms/ledger/export',
    summary: 'Ledger entries as a workbook',
    needs: READ,
    query: ledgerQuery,
    reply: 'sheet',
  },
  proveLedger: {
    method: 'POST',
    path: '/wms/ledger/prove',
    summary: 'Prove that stock is the replay of the ledger',
    needs: [R.box, 'ROLE_ADMIN'],
    reply: ledgerProof,
  },
  proveNewEntries: {
    method: 'POST',
    path: '/wms/ledger-proof',
    summary: 'Prove the ledger entries since the last proof',
    needs: [R.box, 'ROLE_ADMIN'],
    reply: ledgerProof,
  },
  getProofs: {
    method: 'GET',
    path: '/wms/ledger-proof',
    summary: 'The running proof, and results of the last ones',
    needs: [R.box, 'ROLE_ADMIN'],
    reply: z.object({
      running: f.maybe(z.object({ kind: z.enum(LEDGER_PROOFS), begunAt: z.string(), parts: z.int(), partsDone: z.int() })),
      full: f.maybe(proofNote),
      increment: f.maybe(proofNote),
    }),
  },
  listSpace: {
    method: 'GET',
    path: '/wms/product-space',
    summary: 'Space taken, by product or by place',
    needs: READ,
    query: spaceQuery,
    reply: pageOf(productSpace),
  },
  exportSpace: {
    method: 'GET',
    path: '/wms/product-space/export',
    summary: 'The list as a workbook',
    needs: READ,
    query: spaceQuery,
    reply: 'sheet',
  },
});

/**
 * Displayed state of a batch: OK turns into expired after its day.
 * @param today `YYYY-MM-DD`
 */
export const shownBatchStatus = (
  { batchStatus, expiresOn }: Pick<ProductBox, 'batchStatus' | 'expiresOn'>,
  today: string,
): ProductBox['batchStatus'] => (batchStatus === 'OK' && expiresOn !== null && expiresOn < today ? 'EXPIRED' : batchStatus);
