// Warehouse statistics: movements, stock and its age, lead times and review workload.
import * as z from 'zod/mini';
import { WMS_ROLES as R } from '../kit/access.ts';
import * as f from '../kit/field.ts';
import { listQuery, pageOf } from '../kit/page.ts';
import { routes } from '../kit/route.ts';
import { LEDGER_KINDS } from './product-box.ts';
import { TRANSACTION_TYPES } from './transaction-type.ts';

/**
 * Kinds of movement. A reversal counts negatively under the flow that it reverses; moves inside a warehouse are neither in nor
 * out.
 */
export const FLOWS = ['IN', 'OUT', 'MOVE_IN', 'MOVE_OUT', 'OPENING', 'COUNT_ADJ', 'DISPOSE', 'INSIDE'] as const;
export type Flow = (typeof FLOWS)[number];
/** Flows that are displayed; moves inside a warehouse cancel out. */
export const SHOWN_FLOWS = ['IN', 'OUT', 'MOVE_IN', 'MOVE_OUT', 'OPENING', 'COUNT_ADJ', 'DISPOSE'] as const;

export const FLOW_BY = ['day', 'month', 'warehouse', 'org', 'category', 'product', 'control'] as const;
export type FlowBy = (typeof FLOW_BY)[number];
export const STOCK_BY = ['warehouse', 'org', 'category', 'product', 'control'] as const;
export const AGE_BY = ['age', 'expiry'] as const;
export const LEAD_BY = ['type', 'month', 'warehouse'] as const;
export const SPACE_BY = ['warehouse', 'container'] as const;
export const HAZARD_BY = ['warehouse', 'product'] as const;
export const LEAD_STEPS = ['APPROVE', 'ASSIGN', 'FINISH', 'ALL'] as const;
export const CONTROL_CLASSES = ['TOXIC', 'EXPLOSIVE_PRECURSOR', 'DRUG_PRECURSOR', 'NONE'] as const;
/** Rows listed individually; the rest is summed up in one. */
export const STAT_ROWS = 200;

const SEE = [R.statistic] as const;

/** Inclusive, in the time zone of the warehouse. */
const days = { from: z.optional(f.day), to: z.optional(f.day) };
/** The same, or the last n days including today. Default: the current month. */
const period = { ...days, days: z.optional(f.whole.check(z.gte(1), z.lte(400))) };
const goods = {
  warehouseId: z.optional(f.id),
  ownerOrgId: z.optional(f.id),
  /** Including subcategories. */
  categoryId: z.optional(f.id),
  productId: z.optional(f.id),
  /** Products with this class, whatever others they have; NONE: without any. */
  control: z.optional(z.enum(CONTROL_CLASSES)),
  /** Products with exactly these classes, the key of a `by=control` row: `TOXIC+DRUG_PRECURSOR`. */
  controlSet: z.optional(f.text(100)),
};
const compare = { compare: z.optional(f.flag) };
const flowQuery = z.strictObject({ ...period, ...goods, ...compare, by: z._default(z.enum(FLOW_BY), 'day') });
const stockQuery = z.strictObject({ ...period, ...goods, ...compare, by: z._default(z.enum(STOCK_BY), 'org') });
const ageQuery = z.strictObject({ ...period, ...goods, by: z._default(z.enum(AGE_BY), 'age') });
const documents = { warehouseId: z.optional(f.id), ownerOrgId: z.optional(f.id), productId: z.optional(f.id) };
const leadQuery = z.strictObject({
  ...period,
  ...documents,
  ...compare,
  by: z._default(z.enum(LEAD_BY), 'type'),
});
const spaceQuery = z.strictObject({ warehouseId: z.optional(f.id), by: z._default(z.enum(SPACE_BY), 'warehouse') });
const hazardQuery = z.strictObject({ warehouseId: z.optional(f.id), by: z._default(z.enum(HAZARD_BY), 'warehouse') });
const loadQuery = z.strictObject({ ...period, ...documents });
const entryFilters = {
  ...days,
  ...goods,
  flow: z.optional(f.choices(FLOWS)),
  /** The category without subcategories, as a `by=category` row counts. */
  ownCategoryId: z.optional(f.id),
  /** Ledger position: entries up to this one, to drill down into a figure computed there. */
  asOfSeq: z.optional(f.whole),
  /** Whether the batch had expired on the day of the entry. */
  expired: z.optional(f.flag),
};
const entryQuery = listQuery(['seq'], entryFilters);

/** Ledger position and time that a figure was computed at. */
const moment = { asOfSeq: z.int(), at: z.string() };
const span = z.object({ from: z.string(), to: z.string() });
const amount = z.object({ unit: z.string(), qty: z.string() });
export type StatAmount = z.infer<typeof amount>;

/**
 * In, moved in and opening are positive; out, moved out and disposed of are reported as positive, too; count adjustments keep
 * their sign.
 */
const flowFigure = z.object({
  flow: z.enum(FLOWS),
  entries: z.int(),
  /** Value of entries that have one: receipts at their price, everything else at the owner's moving average. */
  value: z.string(),
  /** Entries without a known value. */
  unpriced: z.int(),
  amounts: z.array(amount),
});
export type FlowFigure = z.infer<typeof flowFigure>;
const flowRow = z.object({
  key: z.string(),
  label: z.string(),
  flows: z.array(flowFigure),
  /** Of the period before; null unless compared, and for days and months. */
  before: f.maybe(z.array(flowFigure)),
});
export type FlowRow = z.infer<typeof flowRow>;
const flowReply = z.object({
  ...moment,
  period: span,
  before: f.maybe(span),
  total: z.array(flowFigure),
  totalBefore: f.maybe(z.array(flowFigure)),
  rows: z.array(flowRow),
  /** Sum of the remaining rows. */
  others: f.maybe(z.object({ rows: z.int(), flows: z.array(flowFigure) })),
});
export type FlowReply = z.infer<typeof flowReply>;

/** A holding is the stock of one product, organisation and warehouse, valued at its owner's moving average price. */
const stockFigure = z.object({
  holdings: z.int(),
  /** Holdings of unknown value: the owner never had a price for the product. */
  unpriced: z.int(),
  value: z.string(),
  valueStart: z.string(),
  /** Value of issues in the period. */
  valueOut: z.string(),
  /** Issues of unknown value. */
  outUnpriced: z.int(),
  /** Annualized turnover; null without any value. */
  turnover: f.maybe(z.string()),
  amounts: z.array(amount),
});
export type StockFigure = z.infer<typeof stockFigure>;
const stockRow = z.object({ key: z.string(), label: z.string(), figure: stockFigure, before: f.maybe(stockFigure) });
const stockReply = z.object({
  ...moment,
  period: span,
  before: f.maybe(span),
  total: stockFigure,
  totalBefore: f.maybe(stockFigure),
  rows: z.array(stockRow),
  others: f.maybe(z.object({ rows: z.int(), figure: stockFigure })),
});
export type StockReply = z.infer<typeof stockReply>;

/** Current stock rows by age. */
const ageFigure = z.object({ rows: z.int(), value: z.string(), unpriced: z.int(), amounts: z.array(amount) });
export type AgeFigure = z.infer<typeof ageFigure>;
const ageReply = z.object({
  ...moment,
  period: span,
  /** Disposed of in the period after it had expired. */
  waste: z.object({ entries: z.int(), value: z.string(), unpriced: z.int() }),
  total: ageFigure,
  rows: z.array(z.object({ key: z.string(), figure: ageFigure })),
});
export type AgeReply = z.infer<typeof ageReply>;

/** Hours. */
const leadStep = z.object({
  step: z.enum(LEAD_STEPS),
  documents: z.int(),
  p50: f.maybe(z.string()),
  p90: f.maybe(z.string()),
});
export type LeadStep = z.infer<typeof leadStep>;
const leadRow = z.object({
  key: z.string(),
  label: z.string(),
  documents: z.int(),
  steps: z.array(leadStep),
  /** Of the period before; null unless compared, and for months. */
  before: f.maybe(z.array(leadStep)),
});
export type LeadRow = z.infer<typeof leadRow>;
const leadReply = z.object({
  ...moment,
  period: span,
  before: f.maybe(span),
  total: z.object({ documents: z.int(), steps: z.array(leadStep) }),
  totalBefore: f.maybe(z.object({ documents: z.int(), steps: z.array(leadStep) })),
  rows: z.array(leadRow),
});
export type LeadReply = z.infer<typeof leadReply>;

const spaceFigure = z.object({ boxes: z.int(), used: z.int(), percent: f.maybe(z.string()) });
const spaceRow = z.object({ key: z.string(), label: z.string(), figure: spaceFigure });
export type SpaceRow = z.infer<typeof spaceRow>;
const spaceReply = z.object({
  ...moment,
  total: spaceFigure,
  rows: z.array(spaceRow),
  others: f.maybe(z.object({ rows: z.int(), figure: spaceFigure })),
});
export type SpaceReply = z.infer<typeof spaceReply>;

/** A warehouse, or a product in one. */
const hazardRow = z.object({
  key: z.string(),
  label: z.string(),
  /** Sum of shares of critical quantities; null if none is known (product quantity or mass missing). */
  index: f.maybe(z.string()),
  massT: f.maybe(z.string()),
  criticalT: f.maybe(z.string()),
  products: z.int(),
  /** Products with unknown share; the index is then a lower bound. */
  unknown: z.int(),
});
export type HazardRow = z.infer<typeof hazardRow>;
const hazardReply = z.object({
  ...moment,
  /** Not summed over warehouses: each is an installation of its own. */
  highest: f.maybe(hazardRow),
  products: z.int(),
  unknown: z.int(),
  rows: z.array(hazardRow),
  /** Number of remaining rows. */
  others: z.int(),
});
export type HazardReply = z.infer<typeof hazardReply>;

const loadRow = z.object({
  key: z.string(),
  label: z.string(),
  approved: z.int(),
  returned: z.int(),
  rejected: z.int(),
  decided: z.int(),
  /** Hours that decided reviews had waited. */
  p50: f.maybe(z.string()),
  p90: f.maybe(z.string()),
});
export type LoadRow = z.infer<typeof loadRow>;
const loadReply = z.object({
  ...moment,
  period: span,
  /** Currently waiting. */
  waiting: z.int(),
  total: z.object({ approved: z.int(), returned: z.int(), rejected: z.int(), decided: z.int() }),
  rows: z.array(loadRow),
});
export type LoadReply = z.infer<typeof loadReply>;

const statEntry = z.object({
  seq: z.int(),
  at: z.string(),
  kind: z.enum(LEDGER_KINDS),
  flow: z.enum(FLOWS),
  transactionNo: f.maybe(z.string()),
  /** Count adjustments have a type of their own. */
  transactionType: f.maybe(z.enum([...TRANSACTION_TYPES, 'COUNT'])),
  warehouseName: z.string(),
  ownerOrgName: z.string(),
  productCode: z.string(),
  productName: z.string(),
  baseUnit: z.string(),
  batchNo: z.string(),
  qtyDelta: z.string(),
  /** Value of one base unit. */
  unitPrice: f.maybe(z.string()),
  /** Signed contribution to the figure; null: unknown. */
  value: f.maybe(z.string()),
});
export type StatEntry = z.infer<typeof statEntry>;

/** Of all entries of a query, not of a page. */
const entryTotal = z.object({ entries: z.int(), value: z.string(), unpriced: z.int() });

const path = '/wms/statistics';
const of = <const K extends string>(kind: K) => `${path}/${kind}` as const;

export const statisticsRoutes = routes({
  getFlow: {
    method: 'GET',
    path: of('flow'),
    summary: 'Movements in a period',
    needs: SEE,
    query: flowQuery,
    reply: flowReply,
    errors: ['STAT_PERIOD'],
  },
  exportFlow: {
    method: 'GET',
    path: of('flow/export'),
    summary: 'The same as a workbook',
    needs: SEE,
    query: flowQuery,
    reply: 'sheet',
    errors: ['STAT_PERIOD'],
  },
  getStockFigures: {
    method: 'GET',
    path: of('stock'),
    summary: 'What there was at the end of a period, what it is worth and how often it is turned over',
    needs: SEE,
    query: stockQuery,
    reply: stockReply,
    errors: ['STAT_PERIOD'],
  },
  exportStockFigures: {
    method: 'GET',
    path: of('stock/export'),
    summary: 'The same as a workbook',
    needs: SEE,
    query: stockQuery,
    reply: 'sheet',
    errors: ['STAT_PERIOD'],
  },
  getAge: {
    method: 'GET',
    path: of('age'),
    summary: 'How long stock has been there, or how soon it expires',
    needs: SEE,
    query: ageQuery,
    reply: ageReply,
    errors: ['STAT_PERIOD'],
  },
  exportAge: {
    method: 'GET',
    path: of('age/export'),
    summary: 'The same as a workbook',
    needs: SEE,
    query: ageQuery,
    reply: 'sheet',
  },
  getLead: {
    method: 'GET',
    path: of('lead'),
    summary: 'How long documents took that were finished in a period',
    needs: SEE,
    query: leadQuery,
    reply: leadReply,
    errors: ['STAT_PERIOD'],
  },
  exportLead: {
    method: 'GET',
    path: of('lead/export'),
    summary: 'The documents, with the hours of each step, as a workbook',
    needs: SEE,
    query: leadQuery,
    reply: 'sheet',
    errors: ['STAT_PERIOD'],
  },
  getSpace: {
    method: 'GET',
    path: of('space'),
    summary: 'How many boxes are taken',
    needs: SEE,
    query: spaceQuery,
    reply: spaceReply,
  },
  exportBoxUse: {
    method: 'GET',
    path: of('space/export'),
    summary: 'The same as a workbook',
    needs: SEE,
    query: spaceQuery,
    reply: 'sheet',
  },
  getHazard: {
    method: 'GET',
    path: of('hazard'),
    summary: 'How near warehouses come to a major hazard installation (S of GB 18218), and by what',
    needs: SEE,
    query: hazardQuery,
    reply: hazardReply,
  },
  exportHazard: {
    method: 'GET',
    path: of('hazard/export'),
    summary: 'The same as a workbook',
    needs: SEE,
    query: hazardQuery,
    reply: 'sheet',
  },
  getLoad: {
    method: 'GET',
    path: of('load'),
    summary: 'Who has decided how much in a period, and what waits',
    needs: SEE,
    query: loadQuery,
    reply: loadReply,
    errors: ['STAT_PERIOD'],
  },
  exportLoad: {
    method: 'GET',
    path: of('load/export'),
    summary: 'The same as a workbook',
    needs: SEE,
    query: loadQuery,
    reply: 'sheet',
    errors: ['STAT_PERIOD'],
  },
  listStatEntries: {
    method: 'GET',
    path: of('entry'),
    summary: 'The entries that a figure is made of, newest first',
    needs: SEE,
    query: entryQuery,
    reply: pageOf(statEntry),
    errors: ['STAT_PERIOD'],
  },
  getStatEntryTotal: {
    method: 'GET',
    path: of('entry/total'),
    summary: 'What all of these entries add up to',
    needs: SEE,
    query: z.strictObject({ q: z.optional(f.text(100)), ...entryFilters }),
    reply: entryTotal,
    errors: ['STAT_PERIOD'],
  },
  exportStatEntries: {
    method: 'GET',
    path: of('entry/export'),
    summary: 'The same as a workbook',
    needs: SEE,
    query: entryQuery,
    reply: 'sheet',
    errors: ['STAT_PERIOD'],
  },
});
