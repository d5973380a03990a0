// The flow register (流向登记) of controlled goods: receipts, issues and balance by warehouse, class and month, read from the ledger.
// Months are closed and signed; movements are reported to the police within days.
import * as z from 'zod/mini';
import { WMS_ROLES as R } from '../kit/access.ts';
import * as f from '../kit/field.ts';
import { listQuery, pageOf } from '../kit/page.ts';
import { routes } from '../kit/route.ts';
import { countReference } from './box-count.ts';
import { CONTROL_FLAGS } from './hazard.ts';
import { LEDGER_KINDS } from './product-box.ts';
import { SHOWN_FLOWS } from './statistics.ts';

/** RUNNING: not over yet. OPEN: over. SIGNING: closed, awaiting the second signature. CLOSED: final. */
const FLOW_MONTH_STATES = ['RUNNING', 'OPEN', 'SIGNING', 'CLOSED'] as const;
export type FlowMonthState = (typeof FLOW_MONTH_STATES)[number];
/** To be reported, overdue, reported. */
const FLOW_REPORT_STATES = ['DUE', 'OVERDUE', 'REPORTED'] as const;
export type FlowReportState = (typeof FLOW_REPORT_STATES)[number];
/** Months that the list goes back. */
export const FLOW_MONTHS = 36;

/** `2026-11`. */
const month = z.string().check(z.regex(/^(19[5-9]|20\d)\d-(0[1-9]|1[0-2])$/));
const controlClass = z.enum(CONTROL_FLAGS);
export type HazardFlowClass = z.infer<typeof controlClass>;
const registerParams = { warehouseId: f.id, controlClass };
const book = { ...registerParams, month };

const figures = {
  opening: z.string(),
  in: z.string(),
  out: z.string(),
  closing: z.string(),
  entries: z.int(),
};
const storedFigures = z.object(figures);

const product = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  cas: f.maybe(z.string()),
  spec: f.maybe(z.string()),
  baseUnit: z.string(),
  ...figures,
  /** Opening balance + receipts − issues = closing balance, all read from the ledger. */
  balanced: z.boolean(),
  /** Of a closed month whose figures have changed: the stored figures; null: there were none. */
  kept: z.nullable(storedFigures),
});
export type FlowProduct = z.infer<typeof product>;

/** Who closed and signed a month; only for callers who see the whole warehouse. */
const closing = z.object({
  id: z.string(),
  closedBy: z.string(),
  closedAt: z.string(),
  signedBy: f.maybe(z.string()),
  signedAt: f.maybe(z.string()),
  hash: z.string(),
  /** The ledger or the stored month was modified afterwards. */
  differs: z.boolean(),
  rev: z.int(),
});
export type FlowClosing = z.infer<typeof closing>;

const register = z.object({
  warehouseId: z.string(),
  warehouseName: z.string(),
  controlClass,
  month: z.string(),
  /** Of the month, inclusive. */
  firstDay: z.string(),
  lastDay: z.string(),
  /** IANA zone of the site, for dates on paper. */
  timeZone: z.string(),
  state: z.enum(FLOW_MONTH_STATES),
  /** The caller sees all goods of the warehouse, not just some. */
  whole: z.boolean(),
  products: z.array(product),
  entries: z.int(),
  closing: z.nullable(closing),
  /** Earlier closings that were reopened, newest first. */
  reopened: z.array(z.object({ by: z.string(), at: z.string(), reason: z.string(), closedBy: z.string(), closedAt: z.string() })),
  /** Why it cannot be closed now; null when it can. */
  cannotClose: z.nullable(z.enum(['RUNNING', 'CLOSED', 'ORDER', 'UNBALANCED', 'RIGHT'])),
  maySign: z.boolean(),
  mayReopen: z.boolean(),
  /** Entries of the class in this warehouse that must be reported, how many are overdue, and the last report. */
  due: z.int(),
  overdue: z.int(),
  dueSeq: z.int(),
});
export type FlowRegister = z.infer<typeof register>;

const monthRow = z.object({
  month: z.string(),
  state: z.enum(FLOW_MONTH_STATES),
  entries: z.int(),
  differs: z.boolean(),
});
export type FlowMonth = z.infer<typeof monthRow>;

const report = z.object({
  id: z.string(),
  number: z.string(),
  filedOn: z.string(),
  entries: z.int(),
  rev: z.int(),
});
export type FlowReport = z.infer<typeof report>;

const row = z.object({
  seq: z.int(),
  at: z.string(),
  kind: z.enum(LEDGER_KINDS),
  /** A reversal counts negatively under the flow that it reverses. */
  flow: z.enum(SHOWN_FLOWS),
  productId: z.string(),
  productCode: z.string(),
  productName: z.string(),
  cas: f.maybe(z.string()),
  spec: f.maybe(z.string()),
  baseUnit: z.string(),
  batchNo: z.string(),
  in: f.maybe(z.string()),
  out: f.maybe(z.string()),
  /** Balance of the product after the entry. */
  balance: z.string(),
  ownerOrgName: z.string(),
  supplierName: f.maybe(z.string()),
  /** The applicant; of a reversal, that of the reversed document. */
  personName: f.maybe(z.string()),
  /** Transfers only: the other warehouse. */
  otherWarehouseName: f.maybe(z.string()),
  purpose: f.maybe(z.string()),
  /** Permit of the deposit. */
  permitNumber: f.maybe(z.string()),
  transactionId: z.string(),
  transactionNo: f.maybe(z.string()),
  transactionType: f.maybe(z.string()),
  count: z.nullable(countReference),
  productBoxId: z.string(),
  boxCode: z.string(),
  /** Of a reversal: the confirming second storekeeper; null if none was needed. */
  keeperName: f.maybe(z.string()),
  secondKeeperName: f.maybe(z.string()),
  /** Null unless it is a reversal. */
  reversedByName: f.maybe(z.string()),
  reason: f.maybe(z.string()),
  /** Report deadline; null: not reportable. */
  dueOn: f.maybe(z.string()),
  reportId: f.maybe(z.string()),
  reportNumber: f.maybe(z.string()),
  reportedOn: f.maybe(z.string()),
  reportRev: f.maybe(z.int()),
});
export type FlowRow = z.infer<typeof row>;

/** Number of the entry's document or stock count. */
export const documentNoOf = ({ count, transactionNo }: Pick<FlowRow, 'count' | 'transactionNo'>): string | null =>
  count?.no ?? transactionNo;

interface Say {
  (key: `stat.flow.${FlowRow['flow']}`): string;
  (key: 'wms.flow.reversal', params: { flow: string }): string;
}
/** Kind of an entry as text; reversals are marked as such. */
export const flowText = ({ flow, kind }: Pick<FlowRow, 'flow' | 'kind'>, say: Say): string =>
  kind === 'REVERSAL' ? say('wms.flow.reversal', { flow: say(`stat.flow.${flow}`) }) : say(`stat.flow.${flow}`);

const OWNERS = ['ROLE_TEACHER', 'ROLE_SUPPLIER', 'ROLE_STAFF'] as const;
export const FLOW_KEEPERS = [R.control, R.box] as const;
const READ = [...OWNERS, ...FLOW_KEEPERS] as const;
const path = '/wms/hazard-flow';
const params = z.strictObject({ id: f.id });
const goods = { productId: z.optional(f.id), flow: z.optional(f.choices(SHOWN_FLOWS)) };
const rowQuery = listQuery(['product', 'at'], { ...book, ...goods });
const dueQuery = listQuery(['at'], { ...registerParams, ...goods, state: z.optional(f.choices(FLOW_REPORT_STATES)) });

export const flowRoutes = routes({
  listFlow: {
    method: 'GET',
    path,
    summary: 'Movements of a control class in a warehouse in a month, entry by entry',
    needs: READ,
    query: rowQuery,
    reply: pageOf(row),
  },
  exportFlowRegister: {
    method: 'GET',
    path: `${path}/export`,
    summary: 'The same as a workbook',
    needs: READ,
    query: rowQuery,
    reply: 'sheet',
  },
  getFlowRegister: {
    method: 'GET',
    path: `${path}/register`,
    summary: 'The same by product: opening, receipts, issues and closing balance; and whether the month is closed',
    needs: READ,
    query: z.strictObject(book),
    reply: register,
  },
  listFlowMonths: {
    method: 'GET',
    path: `${path}/month`,
    summary: 'Months of a register, the newest first, and which of them are closed',
    needs: READ,
    query: z.strictObject(registerParams),
    reply: z.array(monthRow),
  },
  closeFlow: {
    method: 'PUT',
    attests: true,
    path: `${path}/close`,
    summary: 'Close a month that has ended: its figures and their hash are kept. Highly toxic goods wait for a second signature',
    needs: FLOW_KEEPERS,
    body: z.strictObject(book),
    reply: register,
    errors: ['FLOW_RUNNING', 'FLOW_CLOSED', 'FLOW_ORDER', 'FLOW_UNBALANCED'],
  },
  signFlow: {
    method: 'PUT',
    attests: true,
    path: `${path}/{id}/sign`,
    summary: 'Sign a month of highly toxic goods as the second person',
    needs: FLOW_KEEPERS,
    params,
    body: z.strictObject({ rev: f.rev }),
    reply: register,
    errors: ['STALE', 'FLOW_SAME', 'FLOW_SIGNED', 'FLOW_DIFFERS'],
  },
  reopenFlow: {
    method: 'PUT',
    attests: true,
    path: `${path}/{id}/reopen`,
    summary: 'Open a month again, with a reason; the last one that is closed only',
    needs: [R.control],
    params,
    body: z.strictObject({ reason: f.requiredText(500), rev: f.rev }),
    reply: register,
    errors: ['STALE', 'FLOW_LATER', 'FLOW_REOPENED'],
  },
  listFlowDue: {
    method: 'GET',
    path: `${path}/due`,
    summary: 'Movements to be reported to the police with deadlines, and past reports',
    needs: FLOW_KEEPERS,
    query: dueQuery,
    reply: pageOf(row),
  },
  exportFlowDue: {
    method: 'GET',
    path: `${path}/due/export`,
    summary: 'The same as a workbook, to be sent',
    needs: FLOW_KEEPERS,
    query: dueQuery,
    reply: 'sheet',
  },
  reportFlow: {
    method: 'POST',
    attests: true,
    path: `${path}/report`,
    summary: 'Record a report of all open entries up to one, with its number and day',
    needs: [R.control],
    body: z.strictObject({
      ...registerParams,
      /** The last entry the caller has seen. */
      untilSeq: z.int().check(z.gte(1)),
      /** Number of entries seen; if there are others by now, nothing is recorded. */
      entries: z.int().check(z.gte(1)),
      number: f.name(100),
      filedOn: f.day,
      note: f.maybeText(500),
    }),
    reply: report,
    errors: ['FLOW_CHANGED', 'INVALID'],
  },
  withdrawFlowReport: {
    method: 'PUT',
    attests: true,
    path: `${path}/report/{id}/withdraw`,
    summary: 'Take back that something was reported, with a reason: its entries are to be reported again',
    needs: [R.control],
    params,
    body: z.strictObject({ reason: f.requiredText(500), rev: f.rev }),
    reply: report,
    errors: ['STALE', 'FLOW_WITHDRAWN'],
  },
});
