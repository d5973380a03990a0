// A document as returned: list row, details, audit timeline, box suggestions, imported lines.
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
  /** Source: outbound and move. */
  sourceBoxId: f.maybe(z.string()),
  sourceBoxCode: f.maybe(z.string()),
  batchNo: f.maybe(z.string()),
  batchStatus: f.maybe(z.enum(BATCH_STATES)),
  expiresOn: f.maybe(z.string()),
  ownerOrgName: f.maybe(z.string()),
  /** Why it may not leave now. */
  blocked: f.maybe(z.enum(STOCK_BLOCKS)),
  /** Destination: inbound and move. */
  boxId: f.maybe(z.string()),
  boxCode: f.maybe(z.string()),
  /** The count that locks the source or destination box. */
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
  /** Of the stock row it names. */
  ownerOrgName: f.maybe(z.string()),
  batchNo: f.maybe(z.string()),
  /** Null while its batch is unknown. */
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
  /** Measures its product lacks: how much fits into a box must be judged by hand. */
  unmeasured: z.array(z.enum(MEASURES)),
  /** Of its open quantity. */
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
  /** It reverses the document of this number. */
  reversal: z.boolean(),
  reversesNo: f.maybe(z.string()),
  /** Reversed by another document. */
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
  /** Transfers belong to the warehouse: owners of the goods moved. Empty for other documents. */
  goodsOwnerNames: z.array(z.string()),
  targetWarehouseName: f.maybe(z.string()),
  lines: z.int(),
  /** Names of the first products. */
  summary: z.string(),
  /** Σ quantity × price of the lines that have one, CNY; negative for a reversal. */
  value: f.maybe(z.string()),
  /** The open review, if any: its roles, level k of `levels`, name of the step. */
  reviewRoles: z.array(z.string()),
  reviewLevel: f.maybe(z.int()),
  reviewStep: f.maybe(z.string()),
  waitingSince: f.maybe(z.string()),
  /** Current control classes of its products, and whether one of them is unassessed. */
  controlFlags: z.array(z.string()),
  notAssessed: z.boolean(),
  /** Of its open batches and stock. */
  risks: z.array(z.enum(TRANSACTION_RISKS)),
  /** Visible through a data rule only: read-only. */
  guest: z.boolean(),
});
export type TransactionRow = z.infer<typeof transactionRow>;

/** Owners of the goods of a list row. */
export const ownersOfRow = ({
  goodsOwnerNames,
  ownerOrgName,
}: Pick<TransactionRow, 'goodsOwnerNames' | 'ownerOrgName'>): readonly string[] =>
  goodsOwnerNames.length > 0 ? goodsOwnerNames : [ownerOrgName];

/** `from → to` for a transfer between warehouses. */
export const warehousesOf = ({
  warehouseName,
  targetWarehouseName,
}: Pick<TransactionRow, 'warehouseName' | 'targetWarehouseName'>): string =>
  targetWarehouseName === null || targetWarehouseName === warehouseName
    ? warehouseName
    : `${warehouseName} → ${targetWarehouseName}`;

export const transaction = z.object({
  ...head,
  /** The owner of shared goods, if not its own organisation, and the sharing request behind it. */
  goodsOrgId: f.maybe(z.string()),
  goodsOrgName: f.maybe(z.string()),
  shareId: f.maybe(z.string()),
  shareNo: f.maybe(z.string()),
  /** After-sales cases that it carries out, or that concern its goods. */
  cases: z.array(z.object({ id: z.string(), no: z.string() })),
  appliedBy: z.array(z.string()),
  /** IANA zone of the warehouse, for document numbers, dates and slips. */
  timeZone: z.string(),
  /** Operator of the warehouse. */
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
  /** Two storekeepers are needed to finish it, or to reverse it. */
  twoToFinish: z.boolean(),
  twoToReverse: z.boolean(),
  reversalAsked: z.boolean(),
  /** Reason given when a reversal was requested; void after any event but its confirmation. */
  reversalReason: f.maybe(z.string()),
  /** Collections only: the pick-up code is locked until then after wrong attempts. */
  pickupLockedUntil: f.maybe(z.string()),
  /** Who assigned the boxes last. */
  assignedBy: z.array(z.string()),
  /** Assigned boxes are still to be executed. */
  planned: z.boolean(),
  cosignedBy: f.maybe(z.string()),
  cosignedFor: f.maybe(z.enum(COSIGNED_FOR)),
  cosignedName: f.maybe(z.string()),
  /** The open review: eligible roles and people, level k of `levels`, name of the step. */
  reviewRoles: z.array(z.string()),
  reviewers: z.array(z.string()),
  reviewLevel: f.maybe(z.int()),
  reviewStep: f.maybe(z.string()),
  decidedBy: z.array(z.string()),
  begun: z.boolean(),
  /** Visible through a data rule only: read-only. */
  guest: z.boolean(),
  posted: z.boolean(),
  reversesId: f.maybe(z.string()),
  reversedById: f.maybe(z.string()),
  reversedByNo: f.maybe(z.string()),
  lines: z.array(line),
  /** Drafts only: incomplete lines, with their product if known. */
  unfinished: z.array(z.extend(unfinishedLine, { product: z.nullable(productOption) })),
});
export type Transaction = z.infer<typeof transaction>;

/** An entry of the audit timeline. */
export const transactionRecord = z.object({
  id: z.int(),
  at: z.string(),
  round: z.int(),
  action: z.string(),
  fromState: f.maybe(z.enum(TRANSACTION_STATES)),
  toState: z.enum(TRANSACTION_STATES),
  /** Decisions only: level and name of the step. */
  level: f.maybe(z.int()),
  step: f.maybe(z.string()),
  actorId: z.string(),
  actorName: z.string(),
  proxyName: f.maybe(z.string()),
  /** The new assignee or additional reviewer; of a decision, who delegated it. */
  otherName: f.maybe(z.string()),
  /** Reversals, on both documents: the confirming second storekeeper. */
  secondName: f.maybe(z.string()),
  pageRole: f.maybe(z.string()),
  comment: f.maybe(z.string()),
  diff: z.nullable(z.unknown()),
});
export type TransactionRecord = z.infer<typeof transactionRecord>;

/** Possible destinations or sources of a line, best first. */
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
      /** The count that locks the source box. */
      count: z.nullable(boxCount),
      qty: z.string(),
      reason: z.string(),
    }),
  ),
  /** Quantity that no box could take or provide. */
  short: z.string(),
  /** Why no box takes the rest; empty if nothing is left, and for outgoing goods. */
  refused: boxRefusals,
});
export type BoxSuggestion = z.infer<typeof boxSuggestion>;

/** A workbook row and its resolution. */
export const resolvedLine = z.object({
  row: z.int(),
  /** As read, so that it can be corrected in place. */
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
  /** Code of the unit written or scanned; the text itself if no unit matches, null if there was none. */
  unit: f.maybe(z.string()),
  /** Count on a scanned label. */
  labelQty: f.maybe(z.string()),
  /** Resolved by the code, even if the row has other faults. */
  product: z.nullable(productOption),
  line: z.nullable(lineForm),
  errors: z.array(z.object({ column: z.string(), message: z.string() })),
  /** Warnings: a rounded number, a name that differs from the product's. */
  notes: z.array(z.object({ column: z.string(), message: z.string() })),
});
export type ResolvedLine = z.infer<typeof resolvedLine>;

/** Content of an imported workbook; everything ignored is reported. */
export const importedLines = z.object({
  ...fileRead,
  lines: z.array(resolvedLine),
  /** Ignored rows: totals and repeated headings. */
  left: z.int(),
  /** What each column was read as. */
  columns: z.array(z.enum(LINE_COLUMNS)),
  /** Unrecognized columns: the file is sent again with the user's mapping. */
  unread: z.array(z.object({ at: z.int(), heading: z.string(), samples: z.array(z.string()) })),
  /** Headings of known columns that are not used. */
  unused: z.array(z.string()),
});
export type ImportedLines = z.infer<typeof importedLines>;
