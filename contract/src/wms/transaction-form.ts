// Form of a document, and rows imported from a workbook.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { batchNo } from './batch-no.ts';
import { REQUEST_TYPES } from './transaction-type.ts';

export const LINES_MAX = 500;

/** A line as entered. `qty` and `unitPrice` are in `unit`. */
export const lineForm = z.strictObject({
  productId: f.id,
  /** Outbound and move: a specific stock row; left out: first expired, first out. */
  productBoxId: f.maybe(f.id),
  batchNo: f.maybe(batchNo),
  madeOn: f.maybe(f.day),
  expiresOn: f.maybe(f.day),
  unit: f.requiredText(32),
  qty: f.quantity,
  unitPrice: f.maybe(f.decimal),
  remark: f.maybeText(500),
});
export type LineForm = z.infer<typeof lineForm>;

/** Characters read per cell; text longer than its field is reported at that cell. */
export const RAW_CELL_MAX = 1_000;
const rawCell = f.maybeText(RAW_CELL_MAX);

/** An incomplete line of a draft: no product, or a quantity or day that is missing or invalid. */
export const unfinishedLine = z.strictObject({
  /** Index among all lines of the document. */
  at: z.int().check(z.gte(0), z.lte(LINES_MAX)),
  productId: f.maybe(f.id),
  /** The selected stock row, for display. */
  stock: f.maybe(
    z.strictObject({
      id: f.id,
      batchNo: f.maybeText(64),
      expiresOn: f.maybe(f.day),
      boxCode: f.maybeText(64),
      ownerOrgName: f.maybeText(200),
    }),
  ),
  code: f.text(RAW_CELL_MAX),
  qty: f.text(RAW_CELL_MAX),
  unit: f.text(RAW_CELL_MAX),
  batchNo: f.text(RAW_CELL_MAX),
  madeOn: f.text(RAW_CELL_MAX),
  expiresOn: f.text(RAW_CELL_MAX),
  unitPrice: f.text(RAW_CELL_MAX),
  remark: f.text(RAW_CELL_MAX),
});
export type UnfinishedLine = z.infer<typeof unfinishedLine>;

/** Destination or source of a line's goods: stock row, box, or both. Base unit. */
export const assignedLine = z.strictObject({
  lineId: f.id,
  boxes: f.list(z.strictObject({ productBoxId: f.maybe(f.id), boxId: f.maybe(f.id), qty: f.quantity }), 100),
});
export type AssignedLine = z.infer<typeof assignedLine>;

export const transactionForm = z.strictObject({
  type: z.enum(REQUEST_TYPES),
  warehouseId: f.id,
  targetWarehouseId: f.maybe(f.id),
  contact: f.maybeName(50),
  phone: f.maybe(f.contactPhone),
  planDate: f.maybe(f.day),
  depositUntil: f.maybe(f.day),
  purpose: f.maybeText(200),
  purchaseNo: f.maybeText(64),
  /** Number of the delivery note. */
  deliveryNo: f.maybeText(64),
  supplierOrgId: f.maybe(f.id),
  remark: f.maybeText(1_000),
  attachments: z._default(f.list(f.id, 10), []),
  /** Deposits of controlled goods: permits to use; empty: any that cover it. */
  permitIds: z._default(f.list(f.id, 20), []),
  lines: f.list(lineForm, LINES_MAX),
  /** Saved with a draft; must be empty to submit. */
  unfinished: z._default(f.list(unfinishedLine, LINES_MAX), []),
});
export type TransactionForm = z.infer<typeof transactionForm>;

/** A row that was pasted or read from a workbook, before resolution. */
export const rawLine = z.strictObject({
  /** Code, CAS number, barcode or name. */
  code: f.text(RAW_CELL_MAX),
  /** CAS number and name next to the code: a line whose product contradicts them is rejected. */
  also: z.optional(f.list(f.text(RAW_CELL_MAX), 2)),
  batchNo: rawCell,
  madeOn: rawCell,
  expiresOn: rawCell,
  unit: rawCell,
  qty: rawCell,
  unitPrice: rawCell,
  remark: rawCell,
});

/** Optional comment of a reviewer or storekeeper. */
export const opinion = f.maybeText(1_000);
/** Mandatory reason. */
export const reason = f.requiredText(1_000);
