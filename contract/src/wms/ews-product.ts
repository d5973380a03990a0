// Stock warnings about goods, boxes and documents, and who handled them.
import * as z from 'zod/mini';
import { WMS_ROLES as R } from '../kit/access.ts';
import * as f from '../kit/field.ts';
import { listQuery, pageOf } from '../kit/page.ts';
import { readRoutes } from '../kit/record.ts';
import { routes, TEXT_MAX_BYTES } from '../kit/route.ts';
import { batchReply, batchSelection } from '../workbook/workbook.ts';
import { CONTROL_FLAGS } from './hazard.ts';

/** Most severe first; rows of wms_ews_kind. */
export const WARNING_KINDS = [
  'INCOMPATIBLE',
  'S_INDEX',
  'LEDGER_DRIFT',
  'SDS_MISSING',
  'SDS_OLD',
  'FLOW_REPORT',
  'EXPIRED',
  'PERMIT_ENDS',
  'OUT',
  'PERMIT_USED',
  'LOW_STOCK',
  'OVER_STOCK',
  'EXPIRY',
  'DEPOSIT_OVERDUE',
  'BOX_FULL',
  'APPROVAL_STALE',
  'NO_MOVE',
] as const;
export type WarningKind = (typeof WARNING_KINDS)[number];
/** Daily work of storekeepers, who are notified of these alone. */
export const KEEPER_KINDS = [
  'INCOMPATIBLE',
  'EXPIRED',
  'OVER_STOCK',
  'EXPIRY',
  'DEPOSIT_OVERDUE',
  'BOX_FULL',
  'NO_MOVE',
] as const satisfies readonly WarningKind[];
export const WARNING_SEVERITIES = ['URGENT', 'SERIOUS', 'NOTICE'] as const;
export const WARNING_STATES = ['OPEN', 'ACKED', 'SNOOZED', 'IGNORED', 'RESOLVED'] as const;
export type WarningState = (typeof WARNING_STATES)[number];
/** What somebody has to act on: the list without a state. */
export const WARNINGS_WAITING = ['OPEN', 'ACKED'] as const satisfies readonly WarningState[];
/** Warnings whose cause persists. */
export const WARNINGS_HOLDING = ['OPEN', 'ACKED', 'SNOOZED', 'IGNORED'] as const satisfies readonly WarningState[];
const WARNING_EVENTS = ['OPENED', 'GREW', 'ACKED', 'SNOOZED', 'IGNORED', 'WOKE', 'RESOLVED'] as const;

const warning = z.object({
  id: z.string(),
  kind: z.enum(WARNING_KINDS),
  severity: z.enum(WARNING_SEVERITIES),
  state: z.enum(WARNING_STATES),
  orgId: f.maybe(z.string()),
  orgName: f.maybe(z.string()),
  warehouseId: z.string(),
  warehouseName: z.string(),
  productId: f.maybe(z.string()),
  productCode: f.maybe(z.string()),
  productName: f.maybe(z.string()),
  baseUnit: f.maybe(z.string()),
  batchId: f.maybe(z.string()),
  batchNo: f.maybe(z.string()),
  boxId: f.maybe(z.string()),
  boxCode: f.maybe(z.string()),
  documentId: f.maybe(z.string()),
  documentNo: f.maybe(z.string()),
  documentType: f.maybe(z.string()),
  permitId: f.maybe(z.string()),
  /** Number on the permit document. */
  permitNumber: f.maybe(z.string()),
  /** Control class of the flow register. */
  controlClass: z.nullable(z.enum(CONTROL_FLAGS)),
  /** Actual value: a quantity in the base unit, percent of a box or permit, number of ledger faults. */
  value: f.maybe(z.string()),
  /** Limit: a quantity, days, years, hours or percent. */
  threshold: f.maybe(z.string()),
  /** Relevant date: expiry, end of deposit or permit, last movement, data sheet. */
  day: f.maybe(z.string()),
  since: z.string(),
  resolvedAt: f.maybe(z.string()),
  untilDay: f.maybe(z.string()),
  reason: f.maybe(z.string()),
  handlerName: f.maybe(z.string()),
  handledAt: f.maybe(z.string()),
  /** Whether the caller may act on it; false if visible through a data rule only. */
  own: z.boolean(),
  rev: z.int(),
});
export type Warning = z.infer<typeof warning>;

const warningEvent = z.object({
  id: z.string(),
  at: z.string(),
  what: z.enum(WARNING_EVENTS),
  reason: f.maybe(z.string()),
  untilDay: f.maybe(z.string()),
  /** null: automatic. */
  userName: f.maybe(z.string()),
});
export type WarningEvent = z.infer<typeof warningEvent>;

const READ = ['ROLE_TEACHER', 'ROLE_SUPPLIER', 'ROLE_STAFF', R.warning] as const;
const path = '/wms/ews-product';
const params = z.strictObject({ id: f.id });
const filters = {
  kind: z.optional(f.choices(WARNING_KINDS)),
  severity: z.optional(f.choices(WARNING_SEVERITIES)),
  state: z.optional(f.choices(WARNING_STATES)),
  orgId: z.optional(f.id),
  warehouseId: z.optional(f.id),
  productId: z.optional(f.id),
};
export const warningQuery = listQuery(['severity', 'since'], filters);
const { state: _, ...beside } = filters;
/** The filters of the list beside the state. */
const countQuery = z.strictObject({ ...beside, q: warningQuery.shape.q });
const read = readRoutes({ path, called: ['a warning', 'Stock warnings'], needs: READ, query: warningQuery, record: warning });

const rev = { rev: f.rev };
const until = { untilDay: f.day };
const why = { reason: f.requiredText(500) };
const act = { method: 'PUT', needs: READ, params, reply: warning } as const;

export const warningRoutes = routes({
  countWarnings: {
    method: 'GET',
    path: `${path}/count`,
    summary: 'Number of active warnings by state, counted up to a hundred each',
    needs: READ,
    query: countQuery,
    reply: z.object({ OPEN: z.int(), ACKED: z.int(), SNOOZED: z.int(), IGNORED: z.int() }),
  },
  exportPurchases: {
    method: 'GET',
    path: `${path}/purchase`,
    summary: 'Stock below its minimum, of some warnings or all, with the missing quantity, as a workbook',
    needs: READ,
    query: z.strictObject({
      ids: z.optional(f.ids),
      orgId: filters.orgId,
      warehouseId: filters.warehouseId,
      productId: filters.productId,
    }),
    reply: 'sheet',
  },
  exportWarnings: read.export,
  batchWarnings: {
    method: 'PUT',
    path: `${path}/batch/{action}`,
    summary: 'Acknowledge many warnings, snooze them until a day, or ignore them with a reason',
    needs: READ,
    params: z.strictObject({ action: z.enum(['ack', 'snooze', 'ignore']) }),
    body: z.strictObject({ ...batchSelection.shape, untilDay: z.optional(f.day), reason: z.optional(f.text(500)) }),
    bodyMax: TEXT_MAX_BYTES,
    reply: batchReply,
    errors: ['STALE', 'BATCH_TOO_MANY', 'COMMENT_NEEDED', 'EWS_UNTIL'],
  },
  listWarnings: read.list,
  getWarning: read.get,
  listWarningEvents: {
    method: 'GET',
    path: `${path}/{id}/history`,
    summary: 'History of a warning, and of earlier ones with the same cause, newest first',
    needs: READ,
    params,
    reply: z.array(warningEvent),
  },
  ackWarning: {
    ...act,
    path: `${path}/{id}/ack`,
    summary: 'Take a warning in hand',
    body: z.strictObject(rev),
    errors: ['STALE', 'ILLEGAL_TRANSITION'],
  },
  snoozeWarning: {
    ...act,
    path: `${path}/{id}/snooze`,
    summary: 'Put a warning off until a day',
    body: z.strictObject({ ...until, ...rev }),
    errors: ['STALE', 'ILLEGAL_TRANSITION', 'EWS_UNTIL'],
  },
  ignoreWarning: {
    ...act,
    path: `${path}/{id}/ignore`,
    summary: 'Ignore a warning for as long as it holds, with a reason',
    body: z.strictObject({ ...why, ...rev }),
    errors: ['STALE', 'ILLEGAL_TRANSITION'],
  },
});

/** Stock limits: minimum and maximum quantity, and how early to warn of expiry. */
const limitForm = z.strictObject({
  orgId: f.id,
  warehouseId: f.id,
  /** Exactly one of product and category. */
  productId: f.maybe(f.id),
  /** Applies to products of the category without a limit of their own. */
  categoryId: f.maybe(f.id),
  /** In the base unit. */
  minQty: f.maybe(f.decimal),
  maxQty: f.maybe(f.decimal),
  /** Days before expiry. */
  expiryDays: f.maybe(z.int().check(z.gte(0), z.lte(365))),
});
export type LimitForm = z.infer<typeof limitForm>;

const limit = z.object({
  id: z.string(),
  ...limitForm.shape,
  orgName: z.string(),
  warehouseName: z.string(),
  productCode: f.maybe(z.string()),
  productName: f.maybe(z.string()),
  categoryName: f.maybe(z.string()),
  baseUnit: f.maybe(z.string()),
  /** Usable quantity of a product. */
  qty: f.maybe(z.string()),
  rev: z.int(),
  updatedAt: z.string(),
  updatedBy: f.maybe(z.string()),
});
export type Limit = z.infer<typeof limit>;

const limitOrg = z.object({ id: z.string(), code: z.string(), name: z.string() });
const LIMITS = '/wms/ews-limit';
const limitQuery = listQuery(['product', 'org', 'warehouse', 'updatedAt'], {
  orgId: z.optional(f.id),
  warehouseId: z.optional(f.id),
  productId: z.optional(f.id),
});
const limits = readRoutes({
  path: LIMITS,
  called: ['a limit', 'Limits of stock'],
  needs: READ,
  query: limitQuery,
  record: limit,
});
const LIMIT_ERRORS = ['EWS_LIMIT_TWICE', 'EWS_LIMIT_OF', 'EWS_LIMIT_EMPTY', 'EWS_LIMIT_RANGE', 'QTY_DECIMALS'] as const;

export const limitRoutes = routes({
  selectLimitOrgs: {
    method: 'GET',
    path: `${LIMITS}/org`,
    summary: 'Organisations that limits may be set for',
    needs: READ,
    query: listQuery(['name'], {}),
    reply: pageOf(limitOrg),
  },
  getLimitOrg: {
    method: 'GET',
    path: `${LIMITS}/org/{id}`,
    summary: 'One of them',
    needs: READ,
    params,
    reply: limitOrg,
  },
  exportLimits: limits.export,
  listLimits: limits.list,
  createLimit: {
    method: 'POST',
    path: LIMITS,
    summary: 'Set a limit of stock',
    needs: READ,
    body: limitForm,
    reply: limit,
    errors: LIMIT_ERRORS,
  },
  getLimit: limits.get,
  updateLimit: {
    method: 'PUT',
    path: `${LIMITS}/{id}`,
    summary: 'Change a limit of stock',
    needs: READ,
    params,
    body: f.updateOf(limitForm),
    reply: limit,
    errors: ['STALE', 'EWS_LIMIT_FIXED', ...LIMIT_ERRORS],
  },
  deleteLimit: {
    method: 'DELETE',
    path: `${LIMITS}/{id}`,
    summary: 'Take a limit of stock away',
    needs: READ,
    params,
    reply: z.null(),
  },
});
