// Stock counts. Whoever counts sees no amount of the books, and none that somebody else has counted: such fields are null for them.
import * as z from 'zod/mini';
import { WMS_ROLES as R } from '../kit/access.ts';
import * as f from '../kit/field.ts';
import { listQuery, pageOf, stamps } from '../kit/page.ts';
import { readRoutes, writeRoutes } from '../kit/record.ts';
import { TEXT_MAX_BYTES, routes } from '../kit/route.ts';
import { boxCount } from './box-count.ts';
import { COUNT_SCOPES, COUNT_STATES, COUNT_TYPES } from './inventory-state.ts';
import { CONTROL_FLAGS } from './hazard.ts';
import { opinion, reason } from './transaction-form.ts';
import { STEP_ERRORS } from './transaction-state.ts';

/** Values that a device sends at once: what it has gathered while it had no connection. */
const COUNT_VALUES_MAX = 100;
/** A count of more is refused: it is cut by containers. */
export const COUNT_LINES_MAX = 5_000;

const some = f.list(f.id, 500);
export const countForm = z.strictObject({
  warehouseId: f.id,
  type: z.enum(COUNT_TYPES),
  scope: z.enum(COUNT_SCOPES),
  containerIds: z._default(some, []),
  boxIds: z._default(some, []),
  orgIds: z._default(some, []),
  productIds: z._default(some, []),
  /** With all below them. */
  categoryIds: z._default(some, []),
  controlFlags: z._default(f.list(z.enum(CONTROL_FLAGS), 3), []),
  abc: z._default(f.list(z.enum(['A', 'B', 'C']), 3), []),
  /** Boxes that are drawn by lot. */
  sample: f.maybe(f.whole.check(z.gte(1), z.lte(500))),
  /** Whose differences are counted again. */
  recountOf: f.maybe(f.id),
  /** Whoever counts does not see what the books say. */
  blind: z._default(z.boolean(), true),
  /** Nothing enters or leaves the boxes until it ends. */
  freeze: z._default(z.boolean(), true),
  assignees: f.list(f.id, 20),
  deadline: f.maybe(f.moment),
  /** A line that differs by more than both is counted again by somebody else. */
  tolerancePct: z._default(f.percent, '0'),
  toleranceAbs: z._default(f.decimal, '0'),
  remark: f.maybeText(500),
});
export type CountForm = z.infer<typeof countForm>;

/** What of a form says which boxes are counted. */
const extent = z.pick(countForm, {
  warehouseId: true,
  scope: true,
  containerIds: true,
  boxIds: true,
  orgIds: true,
  productIds: true,
  categoryIds: true,
  controlFlags: true,
  abc: true,
  sample: true,
  recountOf: true,
});
export type CountExtent = z.infer<typeof extent>;

const named = z.object({ id: z.string(), name: z.string() });

const count = z.object({
  id: z.string(),
  no: z.string(),
  ...countForm.shape,
  warehouseName: z.string(),
  /** What the scope names, by its ids. */
  chosen: z.array(named),
  assigneeNames: z.array(named),
  state: z.enum(COUNT_STATES),
  /** How many review it, which says how much differs: null for who is blind. */
  levels: f.maybe(z.int()),
  /** Of the step of the review that is open. */
  level: f.maybe(z.int()),
  step: f.maybe(z.string()),
  boxes: z.int(),
  lines: z.int(),
  counted: z.int(),
  /** Lines that are counted a second time. */
  again: f.maybe(z.int()),
  /** Lines that differ from the books. */
  differing: f.maybe(z.int()),
  /** Open lines that nobody who is named may count: all of them have counted them before. */
  stranded: f.maybe(z.int()),
  openedBy: z.string(),
  publishedAt: f.maybe(z.string()),
  /** Of the site, in which papers say moments: an IANA name. */
  timeZone: z.string(),
  submittedAt: f.maybe(z.string()),
  endedAt: f.maybe(z.string()),
  adjustmentId: f.maybe(z.string()),
  adjustmentNo: f.maybe(z.string()),
  /** What of the caller decides what they can do: `countRefusal` says it. */
  keeps: z.boolean(),
  counts: z.boolean(),
  reviews: z.boolean(),
  /** They count, and are told nothing of the books. */
  isBlind: z.boolean(),
  ...stamps,
});
export type Count = z.infer<typeof count>;

/** An amount that somebody has counted, in the base unit; `conflict`: something else stood, or was said by the other of two. */
const said = z.object({ qty: z.string(), name: z.string(), at: z.string(), pass: z.int(), conflict: z.boolean() });

const countLine = z.object({
  id: z.string(),
  lineNo: z.int(),
  boxId: z.string(),
  boxCode: z.string(),
  productId: z.string(),
  productCode: z.string(),
  productName: z.string(),
  spec: f.maybe(z.string()),
  cas: f.maybe(z.string()),
  batchNo: z.string(),
  expiresOn: f.maybe(z.string()),
  ownerOrgName: z.string(),
  baseUnit: z.string(),
  units: z.array(z.string()),
  controlFlags: z.array(z.string()),
  /** False: the product has not been assessed for hazards. */
  assessed: z.boolean(),
  found: z.boolean(),
  twoCounters: z.boolean(),
  /** For who is blind, as they left it: that it is counted again by others would say that it differs. */
  state: z.enum(['OPEN', 'HALF', 'COUNTED']),
  /** From 2 on it is counted again. */
  pass: f.maybe(z.int()),
  ver: z.int(),
  /** The caller may count it now. */
  mine: z.boolean(),
  qtyBook: f.maybe(z.string()),
  qtyCount: f.maybe(z.string()),
  variance: f.maybe(z.string()),
  /** It differs by more than is tolerated. */
  beyond: f.maybe(z.boolean()),
  counterName: f.maybe(z.string()),
  secondName: f.maybe(z.string()),
  countedAt: f.maybe(z.string()),
  reason: f.maybe(z.string()),
  note: f.maybe(z.string()),
  /** All that was said of it, oldest first. */
  said: f.maybe(z.array(said)),
});
export type CountLine = z.infer<typeof countLine>;

/** A line with what scanners read of its goods. */
const packLine = z.object({
  ...countLine.shape,
  /** Of the labels of its product, batch and owner, wherever they were printed. */
  stockIds: z.array(z.string()),
  batchId: f.maybe(z.string()),
  ownerOrgId: z.string(),
  gtins: z.array(z.object({ gtin: z.string(), unit: z.string() })),
});
export type PackLine = z.infer<typeof packLine>;

/** What whoever counts takes along to where there is no connection. */
const pack = z.object({
  count,
  /** In the order of the way. */
  boxes: z.array(z.object({ id: z.string(), code: z.string(), qr: z.string() })),
  lines: z.array(packLine),
});
export type CountPack = z.infer<typeof pack>;

const countRecord = z.object({
  id: z.string(),
  at: z.string(),
  actorName: z.string(),
  proxyName: f.maybe(z.string()),
  otherName: f.maybe(z.string()),
  action: z.string(),
  from: f.maybe(z.string()),
  to: z.string(),
  level: f.maybe(z.int()),
  step: f.maybe(z.string()),
  comment: f.maybe(z.string()),
  lines: f.maybe(z.int()),
});
export type CountRecord = z.infer<typeof countRecord>;

/** An amount, as the device has it: under an id that it made, so that what is sent twice counts once. */
const value = {
  id: f.id,
  qty: f.decimal,
  unit: f.requiredText(32),
  reason: f.maybeText(32),
  note: f.maybeText(200),
  /** By the clock of the device, which decides nothing. */
  at: f.maybe(f.moment),
};
const countedValue = z.strictObject({
  ...value,
  lineId: f.id,
  /** `ver` of the line that was in front of whoever counted. */
  ver: f.rev,
});
/** Goods that no line of the box tells of. */
const goods = { productId: f.id, ownerOrgId: f.id, batchNo: f.maybeText(64), expiresOn: f.maybe(f.day) };
const foundValue = z.strictObject({ ...value, ...goods, boxId: f.id });
/** What somebody fills in of them. */
export const foundForm = z.strictObject({ ...goods, qty: f.decimal, note: f.maybeText(200) });
/** Of goods whose product nobody can look for where they are found: they are named later. */
export const foundDescribed = z.strictObject({ productId: z.string(), qty: f.decimal, note: f.requiredText(200) });
export type CountedValue = z.infer<typeof countedValue>;
export type FoundValue = z.infer<typeof foundValue>;

/** TAKEN also where the same value had come before; CONFLICT: the line had been counted otherwise meanwhile, which stays. Both values are kept. */
const VALUE_OUTCOMES = ['TAKEN', 'CONFLICT', 'REFUSED'] as const;
const valueOutcome = z.object({
  id: z.string(),
  outcome: z.enum(VALUE_OUTCOMES),
  /** Of a refusal. */
  code: f.maybe(z.string()),
  message: f.maybe(z.string()),
  /** As it stands now. */
  line: f.maybe(countLine),
  /** Of a conflict: what stands, base unit; null where whoever sent it is not told what others have counted. */
  theirs: f.maybe(z.string()),
  theirName: f.maybe(z.string()),
  /** What stands is the caller's own, from another device. */
  yours: z.boolean(),
});
export type ValueOutcome = z.infer<typeof valueOutcome>;

const MANAGE = [R.inventory1, R.inventory2] as const;
/** Whoever counts is named in the count; others who work in the warehouse see none. */
const COUNT = ['ROLE_WAREHOUSE_ADMIN'] as const;
const path = '/wms/inventory';
const params = z.strictObject({ id: f.id });
const { rev } = f;

const countQuery = listQuery(['no', 'createdAt', 'deadline', 'state'], {
  warehouseId: z.optional(f.id),
  state: z.optional(f.choices(COUNT_STATES)),
  type: z.optional(f.choices(COUNT_TYPES)),
  /** That the caller is to count. */
  mine: z.optional(f.flag),
});
const countLineQuery = listQuery(['lineNo'], {
  boxId: z.optional(f.id),
  counted: z.optional(f.flag),
  /** What the caller can count now. */
  open: z.optional(f.flag),
  /** What differs from the books. */
  differing: z.optional(f.flag),
});

const REVIEW_ERRORS = [...STEP_ERRORS, 'NOT_REVIEWER', 'OWN_APPLICATION', 'SAME_REVIEWER'] as const;
const called = ['a stock count', 'Stock counts of the own warehouses'] as const;
const read = readRoutes({ path, called, needs: COUNT, query: countQuery, record: count });
const write = writeRoutes({ path, called: called[0], needs: MANAGE, form: countForm, record: count, bodyMax: TEXT_MAX_BYTES });

export const countRoutes = routes({
  exportCounts: read.export,
  listCounts: read.list,
  createCount: { ...write.create, errors: ['COUNT_COUNTER'] },
  getCount: read.get,
  updateCount: { ...write.update, errors: [...STEP_ERRORS, 'COUNT_COUNTER', 'COUNT_SEEN'] },
  deleteCount: { ...write.remove, errors: [...STEP_ERRORS] },
  previewCount: {
    method: 'POST',
    asks: true,
    path: `${path}/preview`,
    summary: 'How much a scope is: what of it could be published now, and what is being counted already',
    needs: MANAGE,
    bodyMax: TEXT_MAX_BYTES,
    body: extent,
    reply: z.object({
      boxes: z.int(),
      lines: z.int(),
      /** Goods that two people count. */
      twoCounters: z.int(),
      /** Of its boxes, those in another open count, and one of these. */
      inCount: z.int(),
      taken: z.nullable(boxCount),
    }),
  },
  listOpenable: {
    method: 'GET',
    path: `${path}/openable`,
    summary: 'Which of these counts the caller may open: other screens name them, and lead there whom it concerns',
    needs: COUNT,
    query: z.strictObject({ ids: f.ids }),
    reply: z.array(z.string()),
  },
  selectCounters: {
    method: 'GET',
    path: `${path}/counter`,
    summary: 'People of the warehouse who can be named to count',
    needs: MANAGE,
    reply: z.array(z.object({ id: z.string(), name: z.string(), username: z.string() })),
  },
  publishCount: {
    method: 'PUT',
    path: `${path}/{id}/publish`,
    summary: 'Begin: notes what the books say, and locks the boxes where they are frozen',
    needs: MANAGE,
    params,
    body: z.strictObject({ rev }),
    reply: count,
    errors: [...STEP_ERRORS, 'BOX_IN_COUNT', 'COUNT_EMPTY', 'COUNT_TOO_LARGE', 'COUNT_TWO_NEEDED', 'COUNT_COUNTER'],
  },
  countLines: {
    method: 'PUT',
    path: `${path}/{id}/count`,
    summary: 'Amounts that were counted: each is taken, shown to be in conflict, or refused by itself',
    needs: COUNT,
    params,
    bodyMax: TEXT_MAX_BYTES,
    body: z.strictObject({
      values: z._default(f.list(countedValue, COUNT_VALUES_MAX), []),
      found: z._default(f.list(foundValue, COUNT_VALUES_MAX), []),
    }),
    reply: z.array(valueOutcome),
    errors: ['ILLEGAL_TRANSITION'],
  },
  packCount: {
    method: 'GET',
    path: `${path}/{id}/pack`,
    summary: 'All that whoever counts needs to count without a connection; for them alone, while it runs',
    needs: COUNT,
    params,
    reply: pack,
    errors: ['ILLEGAL_TRANSITION'],
  },
  submitCount: {
    method: 'PUT',
    path: `${path}/{id}/submit`,
    summary: 'End the counting: what differs by more than is tolerated is counted again by others first, then it is reviewed',
    needs: MANAGE,
    params,
    body: z.strictObject({ rev }),
    reply: count,
    errors: [...STEP_ERRORS, 'COUNT_BLIND', 'COUNT_NOBODY', 'COUNT_MOVED', 'WORKFLOW', 'WORKFLOW_REFUSES'],
  },
  recountLines: {
    method: 'PUT',
    path: `${path}/{id}/recount`,
    summary: 'Have lines counted again by somebody else; all that differ where none are named',
    needs: MANAGE,
    params,
    bodyMax: TEXT_MAX_BYTES,
    body: z.strictObject({ rev, lineIds: z.optional(f.list(f.id, 500)), comment: f.maybeText(500) }),
    reply: count,
    errors: [...STEP_ERRORS, 'COUNT_BLIND', 'COUNT_NOBODY', 'LINES_NEEDED'],
  },
  cancelCount: {
    method: 'PUT',
    path: `${path}/{id}/cancel`,
    summary: 'End it without booking anything; its boxes are unlocked',
    needs: MANAGE,
    params,
    body: z.strictObject({ rev, comment: f.requiredText(500) }),
    reply: count,
    errors: [...STEP_ERRORS],
  },
  approveCount: {
    method: 'PUT',
    path: `${path}/{id}/approve`,
    summary: 'Approve the open review; the last one books what differs',
    needs: COUNT,
    params,
    body: z.strictObject({ rev, comment: opinion }),
    reply: count,
    errors: [...REVIEW_ERRORS, 'COUNT_MOVED', 'COUNT_PROMISED', 'INSUFFICIENT'],
  },
  returnCount: {
    method: 'PUT',
    path: `${path}/{id}/return`,
    summary: 'Give it back to whoever opened it, or to a step before',
    needs: COUNT,
    params,
    body: z.strictObject({ rev, comment: reason, to: z.optional(f.maybe(f.text(64))) }),
    reply: count,
    errors: REVIEW_ERRORS,
  },
  rejectCount: {
    method: 'PUT',
    path: `${path}/{id}/reject`,
    summary: 'Refuse what was found: all that differs is counted again',
    needs: COUNT,
    params,
    body: z.strictObject({ rev, comment: reason }),
    reply: count,
    errors: REVIEW_ERRORS,
  },
  updateCountLine: {
    method: 'PUT',
    path: `${path}/{id}/line/{lineId}`,
    summary: 'Say why a line differs',
    needs: MANAGE,
    params: z.strictObject({ id: f.id, lineId: f.id }),
    body: z.strictObject({ ver: f.rev, reason: f.requiredText(32), note: z.nullable(f.text(200)) }),
    reply: countLine,
    errors: [...STEP_ERRORS, 'COUNT_BLIND'],
  },
  listCountLines: {
    method: 'GET',
    path: `${path}/{id}/line`,
    summary: 'Lines of a count, in the order of the boxes',
    needs: COUNT,
    params,
    query: countLineQuery,
    reply: pageOf(countLine),
  },
  exportCountLines: {
    method: 'GET',
    path: `${path}/{id}/line/export`,
    summary: 'The lines as a workbook',
    needs: COUNT,
    params,
    query: countLineQuery,
    reply: 'file',
  },
  listCountBoxes: {
    method: 'GET',
    path: `${path}/{id}/box`,
    summary: 'Boxes of a count in the order of the way, with how far each is',
    needs: COUNT,
    params,
    reply: z.array(
      z.object({ id: z.string(), code: z.string(), qr: z.string(), lines: z.int(), open: z.int(), counted: z.int() }),
    ),
  },
  listCountRecords: {
    method: 'GET',
    path: `${path}/{id}/record`,
    summary: 'The audit timeline',
    needs: COUNT,
    params,
    reply: z.array(countRecord),
  },
});
