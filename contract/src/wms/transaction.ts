import * as z from 'zod/mini';
import { WMS_ROLES as R } from '../access.ts';
import * as f from '../field.ts';
import { listQuery, pageOf } from '../page.ts';
import { routes } from '../route.ts';
import { must, required } from '../rule.ts';
import { batchReply } from '../workbook.ts';
import { productOption } from './product.ts';
import { TRANSACTION_STATES, TRANSACTION_TYPES } from './transaction-state.ts';

export const LINES_MAX = 500;
export const TRANSACTION_SOURCES = ['LAB', 'SUPPLIER', 'PURCHASE', 'ADMIN', 'COUNT', 'AFTER_SALES'] as const;

/** A line as a person enters it. `qty` and `unitPrice` are in `unit`. */
export const lineForm = z.strictObject({
  productId: f.id,
  /** Outbound and move: the very stock; left out, the first that expires is taken. */
  productBoxId: f.maybe(f.id),
  batchNo: f.maybeText(64),
  madeOn: f.maybe(f.day),
  expiresOn: f.maybe(f.day),
  unit: f.requiredText(32),
  qty: f.quantity,
  unitPrice: f.maybe(f.decimal),
  remark: f.maybeText(500),
});
export type LineForm = z.infer<typeof lineForm>;

export const transactionForm = z.strictObject({
  type: z.enum(TRANSACTION_TYPES),
  warehouseId: f.id,
  targetWarehouseId: f.maybe(f.id),
  contact: f.maybeText(50),
  phone: f.maybe(f.phone),
  planDate: f.maybe(f.day),
  depositUntil: f.maybe(f.day),
  purpose: f.maybeText(200),
  purchaseNo: f.maybeText(64),
  supplierOrgId: f.maybe(f.id),
  remark: f.maybeText(1_000),
  attachments: z._default(f.list(f.id, 10), []),
  /** More than LINES_MAX is refused by name, not by shape. */
  lines: z.array(lineForm).check(z.maxLength(20_000)),
});
export type TransactionForm = z.infer<typeof transactionForm>;

export const lineBox = z.object({
  id: z.string(),
  productBoxId: f.maybe(z.string()),
  /** Where it comes from: outbound and move. */
  sourceBoxId: f.maybe(z.string()),
  sourceBoxCode: f.maybe(z.string()),
  batchNo: f.maybe(z.string()),
  expiresOn: f.maybe(z.string()),
  ownerOrgName: f.maybe(z.string()),
  /** Where it goes: inbound and move. */
  boxId: f.maybe(z.string()),
  boxCode: f.maybe(z.string()),
  qty: z.string(),
  qtyDone: z.string(),
});

export const line = z.object({
  id: z.string(),
  lineNo: z.int(),
  product: productOption,
  productBoxId: f.maybe(z.string()),
  sourceBoxCode: f.maybe(z.string()),
  batchNo: f.maybe(z.string()),
  madeOn: f.maybe(z.string()),
  expiresOn: f.maybe(z.string()),
  unit: z.string(),
  unitFactor: z.string(),
  /** As entered, in `unit`. */
  qty: z.string(),
  /** From here on in the base unit. */
  qtyReq: z.string(),
  qtyAppr: f.maybe(z.string()),
  qtyDone: z.string(),
  /** Per base unit. */
  unitPrice: f.maybe(z.string()),
  rejectReason: f.maybe(z.string()),
  remark: f.maybe(z.string()),
  boxes: z.array(lineBox),
});
export type TransactionLine = z.infer<typeof line>;

const head = {
  id: z.string(),
  no: z.string(),
  type: z.enum(TRANSACTION_TYPES),
  source: z.enum(TRANSACTION_SOURCES),
  state: z.enum(TRANSACTION_STATES),
  ownerOrgId: z.string(),
  ownerOrgName: z.string(),
  applicantId: z.string(),
  applicantName: z.string(),
  purchaseNo: f.maybe(z.string()),
  warehouseId: z.string(),
  warehouseName: z.string(),
  planDate: f.maybe(z.string()),
  controlled: z.boolean(),
  toxic: z.boolean(),
  levels: z.int(),
  round: z.int(),
  submittedAt: f.maybe(z.string()),
  finishedAt: f.maybe(z.string()),
  rev: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
};

export const transactionRow = z.object({
  ...head,
  lines: z.int(),
  /** Names of the first products. */
  summary: z.string(),
  /** Σ quantity × price of the lines that have one, CNY. */
  value: f.maybe(z.string()),
  /** The open review, where there is one. */
  reviewRoles: z.array(z.string()),
  waitingSince: f.maybe(z.string()),
});
export type TransactionRow = z.infer<typeof transactionRow>;

export const transaction = z.object({
  ...head,
  appliedBy: z.array(z.string()),
  /** Where the warehouse is, as an IANA zone: the days of numbers, dates and slips begin and end there. */
  timeZone: z.string(),
  targetWarehouseId: f.maybe(z.string()),
  targetWarehouseName: f.maybe(z.string()),
  contact: f.maybe(z.string()),
  phone: f.maybe(z.string()),
  depositUntil: f.maybe(z.string()),
  purpose: f.maybe(z.string()),
  supplierOrgId: f.maybe(z.string()),
  supplierName: f.maybe(z.string()),
  remark: f.maybe(z.string()),
  attachments: z.array(z.object({ id: z.string(), name: z.string(), type: z.string(), size: z.int() })),
  approvedAt: f.maybe(z.string()),
  cosignedBy: f.maybe(z.string()),
  cosignedName: f.maybe(z.string()),
  reviewRoles: z.array(z.string()),
  reviewLevel: f.maybe(z.int()),
  decidedBy: z.array(z.string()),
  posted: z.boolean(),
  reversal: z.boolean(),
  reversed: z.boolean(),
  reversesId: f.maybe(z.string()),
  reversesNo: f.maybe(z.string()),
  reversedById: f.maybe(z.string()),
  reversedByNo: f.maybe(z.string()),
  lines: z.array(line),
});
export type Transaction = z.infer<typeof transaction>;

/** One step of the audit timeline. */
export const transactionRecord = z.object({
  id: z.int(),
  at: z.string(),
  round: z.int(),
  action: z.string(),
  fromState: f.maybe(z.enum(TRANSACTION_STATES)),
  toState: z.enum(TRANSACTION_STATES),
  level: f.maybe(z.int()),
  actorId: z.string(),
  actorName: z.string(),
  proxyName: f.maybe(z.string()),
  pageRole: f.maybe(z.string()),
  comment: f.maybe(z.string()),
  diff: z.nullable(z.unknown()),
});
export type TransactionRecord = z.infer<typeof transactionRecord>;

/** Where the goods of a line could lie or come from, best first. */
export const boxSuggestion = z.object({
  lineId: z.string(),
  open: z.string(),
  boxes: z.array(
    z.object({
      productBoxId: f.maybe(z.string()),
      boxId: f.maybe(z.string()),
      boxCode: z.string(),
      batchNo: f.maybe(z.string()),
      expiresOn: f.maybe(z.string()),
      qty: z.string(),
      reason: z.string(),
    }),
  ),
  /** What no box could take or give. */
  short: z.string(),
});
export type BoxSuggestion = z.infer<typeof boxSuggestion>;

/** A row pasted or read from a workbook, and what became of it. */
export const rawLine = z.strictObject({
  code: f.text(64),
  batchNo: f.maybeText(64),
  madeOn: f.maybeText(32),
  expiresOn: f.maybeText(32),
  unit: f.maybeText(32),
  qty: f.maybeText(32),
  unitPrice: f.maybeText(32),
  remark: f.maybeText(500),
});
export const resolvedLine = z.object({
  row: z.int(),
  /** As it was read, so that what is wrong with it can be mended in place. */
  raw: z.object({
    code: z.string(),
    batchNo: f.maybe(z.string()),
    madeOn: f.maybe(z.string()),
    expiresOn: f.maybe(z.string()),
    unit: f.maybe(z.string()),
    qty: f.maybe(z.string()),
    unitPrice: f.maybe(z.string()),
    remark: f.maybe(z.string()),
  }),
  /** Found by the code, even where something else of the row is wrong. */
  product: z.nullable(productOption),
  line: z.nullable(lineForm),
  errors: z.array(z.object({ column: z.string(), message: z.string() })),
});
export type ResolvedLine = z.infer<typeof resolvedLine>;

const OWNERS = ['ROLE_TEACHER', 'ROLE_SUPPLIER', 'ROLE_STAFF'] as const;
const WAREHOUSE = [R.inbound1, R.inbound2, R.outbound1, R.outbound2, R.box] as const;
const READ = [...OWNERS, ...WAREHOUSE] as const;
const APPLY = [...OWNERS, R.box] as const;
const REVIEW = [R.inbound1, R.inbound2, R.outbound1, R.outbound2] as const;
const EXECUTE = [R.box] as const;

const params = z.strictObject({ id: f.id });
const opinion = f.maybeText(1_000);
const reason = z.string().check(z.trim(), z.maxLength(1_000), must(required()));
const rev = f.rev;
const ACT = ['STALE', 'ILLEGAL_TRANSITION'] as const;

export const transactionQuery = listQuery(['no', 'createdAt', 'submittedAt', 'updatedAt', 'planDate', 'state'], {
  type: z.enum(TRANSACTION_TYPES),
  state: z.optional(f.choices(TRANSACTION_STATES)),
  warehouseId: z.optional(f.id),
  ownerOrgId: z.optional(f.id),
  productId: z.optional(f.id),
  mine: z.optional(f.flag),
  /** Reviews that are the caller's to give. */
  waiting: z.optional(f.flag),
  /** `execute`: what waits for a keeper. */
  task: z.optional(z.enum(['execute'])),
  controlled: z.optional(f.flag),
  overdue: z.optional(f.flag),
  from: z.optional(f.day),
  to: z.optional(f.day),
});

export const transactionRoutes = routes({
  resolveLines: {
    method: 'POST',
    path: '/wms/transaction/lines/resolve',
    summary: 'Turn pasted rows into lines',
    needs: APPLY,
    body: z.strictObject({ type: z.enum(TRANSACTION_TYPES), warehouseId: f.maybe(f.id), rows: f.list(rawLine, LINES_MAX) }),
    reply: z.array(resolvedLine),
  },
  importLines: {
    method: 'POST',
    path: '/wms/transaction/lines/import',
    summary: 'Turn the rows of a workbook into lines',
    needs: APPLY,
    query: z.strictObject({ type: z.enum(TRANSACTION_TYPES), warehouseId: z.optional(f.id) }),
    body: 'file',
    reply: z.array(resolvedLine),
    errors: ['WORKBOOK', 'LINES_TOO_MANY'],
  },
  getLineTemplate: {
    method: 'GET',
    path: '/wms/transaction/lines/template',
    summary: 'An empty workbook for lines',
    needs: APPLY,
    query: z.strictObject({ type: z.enum(TRANSACTION_TYPES) }),
    reply: 'file',
  },
  exportTransactions: {
    method: 'GET',
    path: '/wms/transaction/export',
    summary: 'The list as a workbook',
    needs: READ,
    query: transactionQuery,
    reply: 'file',
  },
  approveBatch: {
    method: 'PUT',
    path: '/wms/transaction/batch/approve',
    summary: 'Approve many documents as they were applied for, each in the version that was looked at',
    needs: REVIEW,
    body: z.strictObject({
      documents: f.list(z.strictObject({ id: f.id, rev: f.rev }), 100).check(z.minLength(1)),
      comment: opinion,
    }),
    reply: batchReply,
  },
  listTransactions: {
    method: 'GET',
    path: '/wms/transaction',
    summary: 'Documents of a type',
    needs: READ,
    query: transactionQuery,
    reply: pageOf(transactionRow),
  },
  findByNo: {
    method: 'GET',
    path: '/wms/transaction/by-no/{no}',
    summary: 'The document of a number, as slips carry it',
    needs: READ,
    params: z.strictObject({ no: z.string().check(z.maxLength(64)) }),
    reply: z.object({ id: z.string(), type: z.enum(TRANSACTION_TYPES) }),
  },
  createTransaction: {
    method: 'POST',
    path: '/wms/transaction',
    summary: 'Draft a document',
    needs: APPLY,
    body: transactionForm,
    reply: transaction,
    errors: ['LINES_TOO_MANY', 'QTY_DECIMALS', 'PRODUCT_NOT_ACTIVE', 'BATCH_DATES', 'DEPOSIT_UNTIL', 'ORG_NEEDED'],
  },
  getTransaction: {
    method: 'GET',
    path: '/wms/transaction/{id}',
    summary: 'A document with its lines',
    needs: READ,
    params,
    reply: transaction,
  },
  updateTransaction: {
    method: 'PUT',
    path: '/wms/transaction/{id}',
    summary: 'Change a draft',
    needs: APPLY,
    params,
    body: z.extend(transactionForm, { rev }),
    reply: transaction,
    errors: [...ACT, 'LINES_TOO_MANY', 'QTY_DECIMALS', 'PRODUCT_NOT_ACTIVE', 'BATCH_DATES', 'DEPOSIT_UNTIL'],
  },
  deleteTransaction: {
    method: 'DELETE',
    path: '/wms/transaction/{id}',
    summary: 'Delete a draft',
    needs: APPLY,
    params,
    reply: z.null(),
    errors: [...ACT],
  },
  submitTransaction: {
    method: 'PUT',
    path: '/wms/transaction/{id}/submit',
    summary: 'Submit; outbound and move reserve their stock, all or nothing',
    needs: APPLY,
    params,
    body: z.strictObject({ rev }),
    reply: transaction,
    errors: [
      ...ACT,
      'LINES_NEEDED',
      'PLAN_DATE',
      'DEPOSIT_UNTIL',
      'INSUFFICIENT',
      'STOCK_FROZEN',
      'PRODUCT_NOT_ACTIVE',
      'WORKFLOW',
    ],
  },
  withdrawTransaction: {
    method: 'PUT',
    path: '/wms/transaction/{id}/withdraw',
    summary: 'Take an application back',
    needs: APPLY,
    params,
    body: z.strictObject({ rev, comment: opinion }),
    reply: transaction,
    errors: [...ACT],
  },
  approveTransaction: {
    method: 'PUT',
    path: '/wms/transaction/{id}/approve',
    summary: 'Approve the open review, whole or with smaller quantities',
    needs: REVIEW,
    params,
    body: z.strictObject({
      rev,
      comment: opinion,
      lines: z.optional(f.list(z.strictObject({ lineId: f.id, qtyAppr: f.decimal, reason: f.maybeText(200) }), LINES_MAX)),
    }),
    reply: transaction,
    errors: [...ACT, 'NOT_REVIEWER', 'OWN_APPLICATION', 'SAME_REVIEWER', 'QTY_APPROVED', 'EXPIRED_BATCH'],
  },
  returnTransaction: {
    method: 'PUT',
    path: '/wms/transaction/{id}/return',
    summary: 'Give an application back to be mended',
    needs: REVIEW,
    params,
    body: z.strictObject({ rev, comment: reason }),
    reply: transaction,
    errors: [...ACT, 'NOT_REVIEWER', 'OWN_APPLICATION', 'SAME_REVIEWER'],
  },
  rejectTransaction: {
    method: 'PUT',
    path: '/wms/transaction/{id}/reject',
    summary: 'Refuse an application for good',
    needs: REVIEW,
    params,
    body: z.strictObject({ rev, comment: reason }),
    reply: transaction,
    errors: [...ACT, 'NOT_REVIEWER', 'OWN_APPLICATION', 'SAME_REVIEWER'],
  },
  suggestBoxes: {
    method: 'GET',
    path: '/wms/transaction/{id}/box/suggest',
    summary: 'Where the goods could lie or come from',
    needs: EXECUTE,
    params,
    reply: z.array(boxSuggestion),
  },
  assignBoxes: {
    method: 'PUT',
    path: '/wms/transaction/{id}/box',
    summary: 'Assign boxes to the lines',
    needs: EXECUTE,
    params,
    body: z.strictObject({
      rev,
      lines: f.list(
        z.strictObject({
          lineId: f.id,
          boxes: f.list(z.strictObject({ productBoxId: f.maybe(f.id), boxId: f.maybe(f.id), qty: f.quantity }), 100),
        }),
        LINES_MAX,
      ),
    }),
    reply: transaction,
    errors: [
      ...ACT,
      'QTY_ASSIGNED',
      'BOX_CAPACITY',
      'BOX_CONDITION',
      'BOX_INCOMPATIBLE',
      'BOX_OWNER',
      'BOX_MIX',
      'BOX_LOCKED',
      'BOX_IN_COUNT',
      'BOX_RETIRED',
      'INSUFFICIENT',
      'STOCK_FROZEN',
    ],
  },
  cosignTransaction: {
    method: 'PUT',
    path: '/wms/transaction/{id}/cosign',
    summary: 'Confirm as the second keeper',
    needs: EXECUTE,
    params,
    body: z.strictObject({ rev }),
    reply: transaction,
    errors: [...ACT],
  },
  finishTransaction: {
    method: 'PUT',
    path: '/wms/transaction/{id}/finish',
    summary: 'Post what was done; a part may follow later',
    needs: EXECUTE,
    params,
    body: z.strictObject({
      rev,
      pickupCode: f.maybeText(6),
      /** What was done of each assigned box; left out, everything. */
      boxes: z.optional(f.list(z.strictObject({ id: f.id, qty: f.decimal }), 5_000)),
      comment: opinion,
    }),
    reply: transaction,
    errors: [
      ...ACT,
      'SECOND_KEEPER_NEEDED',
      'SAME_KEEPER',
      'PICKUP_CODE',
      'PICKUP_LOCKED',
      'QTY_ASSIGNED',
      'BOX_CAPACITY',
      'BOX_CONDITION',
      'BOX_INCOMPATIBLE',
      'BOX_LOCKED',
      'BOX_IN_COUNT',
      'INSUFFICIENT',
      'STOCK_FROZEN',
    ],
  },
  closeShortTransaction: {
    method: 'PUT',
    path: '/wms/transaction/{id}/close-short',
    summary: 'End a partly finished document with what was done',
    needs: EXECUTE,
    params,
    body: z.strictObject({ rev, comment: reason }),
    reply: transaction,
    errors: [...ACT],
  },
  voidTransaction: {
    method: 'PUT',
    path: '/wms/transaction/{id}/void',
    summary: 'Void an approved document before anything was posted',
    needs: EXECUTE,
    params,
    body: z.strictObject({ rev, comment: reason }),
    reply: transaction,
    errors: [...ACT],
  },
  reverseTransaction: {
    method: 'PUT',
    path: '/wms/transaction/{id}/reverse',
    summary: 'Take a posted document back by a linked one',
    needs: [R.inbound2, R.outbound2],
    params,
    body: z.strictObject({ rev, comment: reason }),
    reply: transaction,
    errors: [...ACT, 'CANNOT_REVERSE'],
  },
  getPickupCode: {
    method: 'GET',
    path: '/wms/transaction/{id}/pickup-code',
    summary: 'The six digits that let the goods go, for their owner',
    needs: OWNERS,
    params,
    reply: z.object({ code: z.string() }),
    errors: ['ILLEGAL_TRANSITION'],
  },
  exportLines: {
    method: 'GET',
    path: '/wms/transaction/{id}/lines/export',
    summary: 'The lines of a document as a workbook, in the columns that the import of lines reads',
    needs: READ,
    params,
    reply: 'file',
  },
  listRecords: {
    method: 'GET',
    path: '/wms/transaction/{id}/record',
    summary: 'The audit timeline',
    needs: READ,
    params,
    reply: z.array(transactionRecord),
  },
});
