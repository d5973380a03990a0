// What a person writes into a document, and the rows a workbook brings.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { batchNo } from './batch-no.ts';
import { REQUEST_TYPES } from './transaction-type.ts';

export const LINES_MAX = 500;

/** A line as a person enters it. `qty` and `unitPrice` are in `unit`. */
export const lineForm = z.strictObject({
  productId: f.id,
  /** Outbound and move: the very stock; left out, the first that expires is taken. */
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

/** Characters of a cell that is read; what is longer than its field is refused at its cell. */
export const RAW_CELL_MAX = 1_000;
const rawCell = f.maybeText(RAW_CELL_MAX);

/** A line of a draft that is none yet: no product, or an amount or a day that is missing or has no meaning. */
export const unfinishedLine = z.strictObject({
  /** Where it stands among all lines of the document, from 0. */
  at: z.int().check(z.gte(0), z.lte(LINES_MAX)),
  productId: f.maybe(f.id),
  /** The stock that was chosen, as it is shown. */
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

/** Where the goods of a line go or come from: stock rows, boxes, or both. Base unit. */
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
  /** Of the note that comes with the goods. */
  deliveryNo: f.maybeText(64),
  supplierOrgId: f.maybe(f.id),
  remark: f.maybeText(1_000),
  attachments: z._default(f.list(f.id, 10), []),
  /** Of a deposit of controlled goods: the permits it is to go by; none: whichever fit. */
  permitIds: z._default(f.list(f.id, 20), []),
  lines: f.list(lineForm, LINES_MAX),
  /** Kept with a draft, in the way of its submission. */
  unfinished: z._default(f.list(unfinishedLine, LINES_MAX), []),
});
export type TransactionForm = z.infer<typeof transactionForm>;

/** A row pasted or read from a workbook, and what became of it. */
export const rawLine = z.strictObject({
  /** Or a CAS number, a barcode, a name. */
  code: f.text(RAW_CELL_MAX),
  /** CAS number and name beside the code: a line whose product they contradict is refused. */
  also: z.optional(f.list(f.text(RAW_CELL_MAX), 2)),
  batchNo: rawCell,
  madeOn: rawCell,
  expiresOn: rawCell,
  unit: rawCell,
  qty: rawCell,
  unitPrice: rawCell,
  remark: rawCell,
});

/** What a reviewer or keeper says with a step, or leaves out. */
export const opinion = f.maybeText(1_000);
/** What has to be said with a step that somebody will ask about. */
export const reason = f.requiredText(1_000);
