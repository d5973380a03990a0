// A document as it is shown: in a list, whole, its audit timeline, where its goods could lie, its lines as they were read.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { fileRead } from '../workbook/workbook.ts';
import { BATCH_STATES } from './batch.ts';
import { boxCount } from './box-count.ts';
import { boxRefusals } from './box-reason.ts';
import { LINE_COLUMNS } from './line-fields.ts';
import { MEASURES } from './place.ts';
import { productOption } from './product.ts';
import { lineForm, unfinishedLine } from './transaction-form.ts';
import { STOCK_BLOCKS, TRANSACTION_RISKS } from './transaction-risk.ts';
import { COSIGNED_FOR, TRANSACTION_STATES } from './transaction-state.ts';
import { TRANSACTION_TYPES } from './transaction-type.ts';

const TRANSACTION_SOURCES = ['LAB', 'SUPPLIER', 'PURCHASE', 'ADMIN', 'COUNT', 'AFTER_SALES'] as const;

const lineBox = z.object({
  id: z.string(),
  productBoxId: f.maybe(z.string()),
  /** Where it comes from: outbound and move. */
  sourceBoxId: f.maybe(z.string()),
  sourceBoxCode: f.maybe(z.string()),
  batchNo: f.maybe(z.string()),
  batchStatus: f.maybe(z.enum(BATCH_STATES)),
  expiresOn: f.maybe(z.string()),
  ownerOrgName: f.maybe(z.string()),
  /** Why it may not leave now. */
  blocked: f.maybe(z.enum(STOCK_BLOCKS)),
  /** Where it goes: inbound and move. */
  boxId: f.maybe(z.string()),
  boxCode: f.maybe(z.string()),
  /** What the box that it comes from, or goes to, is locked for. */
  count: z.nullable(boxCount),
  qty: z.string(),
  qtyDone: z.string(),
});

const line = z.object({
  id: z.string(),
  lineNo: z.int(),
  product: productOption,
  productBoxId: f.maybe(z.string()),
  sourceBoxCode: f.maybe(z.string()),
  /** Of the stock that it names. */
  ownerOrgName: f.maybe(z.string()),
  batchNo: f.maybe(z.string()),
  /** Null while its batch is not known. */
  batchStatus: f.maybe(z.enum(BATCH_STATES)),
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
  /** Measures missing from its product: how much fits into a box is for a person to decide. */
  unmeasured: z.array(z.enum(MEASURES)),
  /** Of what is still open of it. */
  risks: z.array(z.enum(TRANSACTION_RISKS)),
  boxes: z.array(lineBox),
});
export type TransactionLine = z.infer<typeof line>;

const head = {
  id: z.string(),
  no: z.string(),
  type: z.enum(TRANSACTION_TYPES),
  source: z.enum(TRANSACTION_SOURCES),
  state: z.enum(TRANSACTION_STATES),
  /** It takes back the document of this number. */
  reversal: z.boolean(),
  reversesNo: f.maybe(z.string()),
  /** Another document has taken it back. */
  reversed: z.boolean(),
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
  /** Of a transfer, which is the warehouse's own: whose goods it moves. Empty for any other document. */
  goodsOwnerNames: z.array(z.string()),
  targetWarehouseName: f.maybe(z.string()),
  lines: z.int(),
  /** Names of the first products. */
  summary: z.string(),
  /** Σ quantity × price of the lines that have one, CNY; below zero for a reversal. */
  value: f.maybe(z.string()),
  /** The open review, where there is one: level k of `levels`, and what its step is called. */
  reviewRoles: z.array(z.string()),
  reviewLevel: f.maybe(z.int()),
  reviewStep: f.maybe(z.string()),
  waitingSince: f.maybe(z.string()),
  /** Current control classes of its products, and whether one of them is not assessed. */
  controlFlags: z.array(z.string()),
  notAssessed: z.boolean(),
  /** Of its batches and stock, while something of it is open. */
  risks: z.array(z.enum(TRANSACTION_RISKS)),
  /** The caller sees it by a rule alone, and only looks. */
  guest: z.boolean(),
});
export type TransactionRow = z.infer<typeof transactionRow>;

/** Whose goods a document of a list is about. */
export const ownersOfRow = ({
  goodsOwnerNames,
  ownerOrgName,
}: Pick<TransactionRow, 'goodsOwnerNames' | 'ownerOrgName'>): readonly string[] =>
  goodsOwnerNames.length > 0 ? goodsOwnerNames : [ownerOrgName];

/** `from → to` for what goes to another warehouse. */
export const warehousesOf = ({
  warehouseName,
  targetWarehouseName,
}: Pick<TransactionRow, 'warehouseName' | 'targetWarehouseName'>): string =>
  targetWarehouseName === null || targetWarehouseName === warehouseName
    ? warehouseName
    : `${warehouseName} → ${targetWarehouseName}`;

export const transaction = z.object({
  ...head,
  /** Whose goods they are, where they are not its own organisation's, and the request that they go by. */
  goodsOrgId: f.maybe(z.string()),
  goodsOrgName: f.maybe(z.string()),
  shareId: f.maybe(z.string()),
  shareNo: f.maybe(z.string()),
  /** After-sales cases that it carries out, or that are about its goods. */
  cases: z.array(z.object({ id: z.string(), no: z.string() })),
  appliedBy: z.array(z.string()),
  /** Where the warehouse is, as an IANA zone: the days of numbers, dates and slips begin and end there. */
  timeZone: z.string(),
  /** Who runs the warehouse. */
  warehouseOrgName: z.string(),
  warehousePhone: f.maybe(z.string()),
  /** Where and when goods are brought and collected. */
  warehouseCampus: f.maybe(z.string()),
  warehouseAddress: f.maybe(z.string()),
  warehouseHours: f.maybe(z.string()),
  targetWarehouseId: f.maybe(z.string()),
  targetWarehouseName: f.maybe(z.string()),
  contact: f.maybe(z.string()),
  phone: f.maybe(z.string()),
  deliveryNo: f.maybe(z.string()),
  depositUntil: f.maybe(z.string()),
  purpose: f.maybe(z.string()),
  supplierOrgId: f.maybe(z.string()),
  supplierName: f.maybe(z.string()),
  remark: f.maybe(z.string()),
  permitIds: z.array(z.string()),
  attachments: z.array(z.object({ id: z.string(), name: z.string(), type: z.string(), size: z.int() })),
  approvedAt: f.maybe(z.string()),
  /** What is still open takes two storekeepers; what was posted takes two to be reversed. */
  twoToFinish: z.boolean(),
  twoToReverse: z.boolean(),
  reversalAsked: z.boolean(),
  /** Given when a reversal was asked for, and good for it as long as nothing but its confirmation has followed. */
  reversalReason: f.maybe(z.string()),
  /** Of a collection: wrong codes have locked its pick-up code until then. */
  pickupLockedUntil: f.maybe(z.string()),
  /** Who said last where the goods go or come from. */
  assignedBy: z.array(z.string()),
  /** Boxes are assigned of which something is still to be done. */
  planned: z.boolean(),
  cosignedBy: f.maybe(z.string()),
  cosignedFor: f.maybe(z.enum(COSIGNED_FOR)),
  cosignedName: f.maybe(z.string()),
  /** The open review: roles and people who may decide it, level k of `levels`, and what its step is called. */
  reviewRoles: z.array(z.string()),
  reviewers: z.array(z.string()),
  reviewLevel: f.maybe(z.int()),
  reviewStep: f.maybe(z.string()),
  decidedBy: z.array(z.string()),
  begun: z.boolean(),
  /** The caller sees it by a rule, and only looks. */
  guest: z.boolean(),
  posted: z.boolean(),
  reversesId: f.maybe(z.string()),
  reversedById: f.maybe(z.string()),
  reversedByNo: f.maybe(z.string()),
  lines: z.array(line),
  /** Of a draft: lines that are none yet, with the product that is known of them. */
  unfinished: z.array(z.extend(unfinishedLine, { product: z.nullable(productOption) })),
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
  /** Of a decision: level and name of its step. */
  level: f.maybe(z.int()),
  step: f.maybe(z.string()),
  actorId: z.string(),
  actorName: z.string(),
  proxyName: f.maybe(z.string()),
  /** To whom a task was given, or who was asked besides; of a decision, for whom it was taken. */
  otherName: f.maybe(z.string()),
  /** Of a reversal, on both documents: the second keeper with whom the goods were taken back. */
  secondName: f.maybe(z.string()),
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
      /** What the box that it comes from is locked for. */
      count: z.nullable(boxCount),
      qty: z.string(),
      reason: z.string(),
    }),
  ),
  /** What no box could take or give. */
  short: z.string(),
  /** Why no box takes what is left, as the window for choosing says it; empty where nothing is, and for what leaves. */
  refused: boxRefusals,
});
export type BoxSuggestion = z.infer<typeof boxSuggestion>;

/** A row of a workbook, and what became of it. */
export const resolvedLine = z.object({
  row: z.int(),
  /** As it was read, so that what is wrong with it can be corrected in place. */
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
  /** Code of the unit that was written, or whose barcode was; the text itself where no unit is called so, null where none was written. */
  unit: f.maybe(z.string()),
  /** Found by the code, even where something else of the row is wrong. */
  product: z.nullable(productOption),
  line: z.nullable(lineForm),
  errors: z.array(z.object({ column: z.string(), message: z.string() })),
  /** What somebody should look at though nothing is wrong: a number that was rounded, a name that is not the product's. */
  notes: z.array(z.object({ column: z.string(), message: z.string() })),
});
export type ResolvedLine = z.infer<typeof resolvedLine>;

/** What a workbook of lines held: nothing of it is left out without being named. */
export const importedLines = z.object({
  ...fileRead,
  lines: z.array(resolvedLine),
  /** Rows that are no lines: sums, and headings that are repeated. */
  left: z.int(),
  /** What each column is. */
  columns: z.array(z.enum(LINE_COLUMNS)),
  /** Columns that were not understood: the file is sent again with what they are. */
  unread: z.array(z.object({ at: z.int(), heading: z.string(), samples: z.array(z.string()) })),
  /** Headings of columns that are known, and that no line takes. */
  unused: z.array(z.string()),
});
export type ImportedLines = z.infer<typeof importedLines>;
