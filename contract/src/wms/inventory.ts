// Stock counts. For blind counters, book quantities and the figures of other counters are null.
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

/** Values per call: a device uploads what it collected offline. */
const COUNT_VALUES_MAX = 100;
/** Larger counts are refused: split them by container. */
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
  /** Including subcategories. */
  categoryIds: z._default(some, []),
  controlFlags: z._default(f.list(z.enum(CONTROL_FLAGS), 3), []),
  abc: z._default(f.list(z.enum(['A', 'B', 'C']), 3), []),
  /** Size of the random sample. */
  sample: f.maybe(f.whole.check(z.gte(1), z.lte(500))),
  /** The count whose differences are recounted. */
  recountOf: f.maybe(f.id),
  /** Hide book quantities from counters. */
  blind: z._default(z.boolean(), true),
  /** Block all movements in the boxes until the count ends. */
  freeze: z._default(z.boolean(), true),
  assignees: f.list(f.id, 20),
  deadline: f.maybe(f.moment),
  /** A line that differs by more than both tolerances is recounted by someone else. */
  tolerancePct: z._default(f.percent, '0'),
  toleranceAbs: z._default(f.decimal, '0'),
  remark: f.maybeText(500),
});
export type CountForm = z.infer<typeof countForm>;

/** Fields of the form that define which boxes are counted. */
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
  /** Records selected by the scope. */
  chosen: z.array(named),
  assigneeNames: z.array(named),
  state: z.enum(COUNT_STATES),
  /** Number of review levels, which depends on the differences: null for blind counters. */
  levels: f.maybe(z.int()),
  /** Of the open review step. */
  level: f.maybe(z.int()),
  step: f.maybe(z.string()),
  boxes: z.int(),
  lines: z.int(),
  counted: z.int(),
  /** Lines being recounted. */
  again: f.maybe(z.int()),
  /** Lines that differ from the books. */
  differing: f.maybe(z.int()),
  /** Open lines that no assigned counter may count, because each has counted them before. */
  stranded: f.maybe(z.int()),
  openedBy: z.string(),
  publishedAt: f.maybe(z.string()),
  /** IANA zone of the site, for dates on paper. */
  timeZone: z.string(),
  submittedAt: f.maybe(z.string()),
  endedAt: f.maybe(z.string()),
  adjustmentId: f.maybe(z.string()),
  adjustmentNo: f.maybe(z.string()),
  /** Facts about the caller, input of `countRefusal`. */
  keeps: z.boolean(),
  counts: z.boolean(),
  reviews: z.boolean(),
  /** The caller counts blind. */
  isBlind: z.boolean(),
  ...stamps,
});
export type Count = z.infer<typeof count>;

/** A counted quantity, base unit. `conflict`: another value was in place, or came from the other of two counters. */
const countedValues = z.object({ qty: z.string(), name: z.string(), at: z.string(), pass: z.int(), conflict: z.boolean() });

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
  /** False: the product has no hazard assessment. */
  assessed: z.boolean(),
  found: z.boolean(),
  twoCounters: z.boolean(),
  /** A blind counter sees the state they left: a recount by others would reveal a difference. */
  state: z.enum(['OPEN', 'HALF', 'COUNTED']),
  /** 2 and above: recounts. */
  pass: f.maybe(z.int()),
  ver: z.int(),
  /** The caller may count it now. */
  mine: z.boolean(),
  qtyBook: f.maybe(z.string()),
  qtyCount: f.maybe(z.string()),
  variance: f.maybe(z.string()),
  /** The difference exceeds the tolerance. */
  beyond: f.maybe(z.boolean()),
  counterName: f.maybe(z.string()),
  secondName: f.maybe(z.string()),
  countedAt: f.maybe(z.string()),
  reason: f.maybe(z.string()),
  note: f.maybe(z.string()),
  /** All counted values, oldest first. */
  said: f.maybe(z.array(countedValues)),
});
export type CountLine = z.infer<typeof countLine>;

/** A line with the codes that scanners read on its goods. */
const packLine = z.object({
  ...countLine.shape,
  /** Ids on the labels of its product, batch and owner, wherever printed. */
  stockIds: z.array(z.string()),
  batchId: f.maybe(z.string()),
  ownerOrgId: z.string(),
  gtins: z.array(z.object({ gtin: z.string(), unit: z.string() })),
  /** Units other than the base unit, to check quantities offline. */
  factors: z.array(z.object({ unit: z.string(), factor: z.string() })),
});
export type PackLine = z.infer<typeof packLine>;

/** Offline data for a counter's device. */
const pack = z.object({
  count,
  /** In walking order. */
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

/** A counted value as the device sends it, under an id generated there, so that retries are idempotent. */
const value = {
  id: f.id,
  qty: f.decimal,
  unit: f.requiredText(32),
  reason: f.maybeText(32),
  note: f.maybeText(200),
  /** Device clock; informational only. */
  at: f.maybe(f.moment),
};
const countedValue = z.strictObject({
  ...value,
  lineId: f.id,
  /** `ver` of the line when it was counted. */
  ver: f.rev,
});
/** Goods found in a box without a matching line. */
const goods = { productId: f.id, ownerOrgId: f.id, batchNo: f.maybeText(64), expiresOn: f.maybe(f.day) };
const foundValue = z.strictObject({ ...value, ...goods, boxId: f.id });
/** The form for them. The product may also be the option for described finds. */
export const foundForm = z.strictObject({ ...goods, productId: f.requiredText(36), qty: f.decimal, note: f.maybeText(200) });
/** Found goods whose product cannot be looked up offline; a product is assigned later. */
export const describedFindForm = z.strictObject({ productId: f.requiredText(36), qty: f.decimal, note: f.requiredText(200) });
export type CountedValue = z.infer<typeof countedValue>;
export type FoundValue = z.infer<typeof foundValue>;

/** TAKEN also for a repeat of the same value; CONFLICT: another value arrived first and stays. Both are recorded. */
const VALUE_OUTCOMES = ['TAKEN', 'CONFLICT', 'REFUSED'] as const;
const valueOutcome = z.object({
  id: z.string(),
  outcome: z.enum(VALUE_OUTCOMES),
  /** Error code of a refusal. */
  code: f.maybe(z.string()),
  message: f.maybe(z.string()),
  /** The field that a refusal concerns. */
  field: f.maybe(z.string()),
  /** Current state of the line. */
  line: f.maybe(countLine),
  /** CONFLICT: the current value, base unit; null if hidden from the caller. */
  theirs: f.maybe(z.string()),
  theirName: f.maybe(z.string()),
  /** The current value is the caller's own, from another device. */
  yours: z.boolean(),
});
export type ValueOutcome = z.infer<typeof valueOutcome>;

const MANAGE = [R.inventory1, R.inventory2] as const;
/** Counters are assigned by name; other warehouse staff see no counts. */
const COUNT = ['ROLE_WAREHOUSE_ADMIN'] as const;
const path = '/wms/inventory';
const params = z.strictObject({ id: f.id });
const { rev } = f;

const countQuery = listQuery(['no', 'createdAt', 'deadline', 'state'], {
  warehouseId: z.optional(f.id),
  state: z.optional(f.choices(COUNT_STATES)),
  type: z.optional(f.choices(COUNT_TYPES)),
  /** Assigned to the caller. */
  mine: z.optional(f.flag),
});
const countLineQuery = listQuery(['lineNo'], {
  boxId: z.optional(f.id),
  counted: z.optional(f.flag),
  /** The caller can count it now. */
  open: z.optional(f.flag),
  /** Differs from the books. */
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
  getCount: { ...read.get, reviewers: true },
  updateCount: { ...write.update, errors: [...STEP_ERRORS, 'COUNT_COUNTER', 'COUNT_SEEN'] },
  deleteCount: { ...write.remove, errors: [...STEP_ERRORS] },
  previewCount: {
    method: 'POST',
    asks: true,
    path: `${path}/preview`,
    summary: 'Preview of a scope: its size, and boxes already in another count',
    needs: MANAGE,
    bodyMax: TEXT_MAX_BYTES,
    body: extent,
    reply: z.object({
      boxes: z.int(),
      lines: z.int(),
      /** Goods that need two counters. */
      twoCounters: z.int(),
      /** Boxes that are already in another open count, and one of those counts. */
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
    query: z.strictObject({ count: z.optional(f.id) }),
    reply: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        username: z.string(),
        /** Manages counts and is no counter of the given one: once it is published, a blind count does not take them (`COUNT_SEEN`). */
        seen: z.boolean(),
      }),
    ),
  },
  publishCount: {
    method: 'PUT',
    path: `${path}/{id}/publish`,
    summary: 'Publish: records book quantities, and locks the boxes if frozen',
    needs: MANAGE,
    params,
    body: z.strictObject({ rev }),
    reply: count,
    errors: [...STEP_ERRORS, 'BOX_IN_COUNT', 'COUNT_EMPTY', 'COUNT_TOO_LARGE', 'COUNT_TWO_NEEDED', 'COUNT_COUNTER'],
  },
  countLines: {
    method: 'PUT',
    attests: true,
    path: `${path}/{id}/count`,
    summary: 'Submit counted values: each is accepted, in conflict, or refused individually',
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
    summary: 'Offline data for a counter of a running count',
    needs: COUNT,
    params,
    reply: pack,
    errors: ['ILLEGAL_TRANSITION'],
  },
  submitCount: {
    method: 'PUT',
    path: `${path}/{id}/submit`,
    summary: 'Submit the count: lines beyond tolerance are recounted by others first, then it is reviewed',
    needs: MANAGE,
    params,
    body: z.strictObject({ rev }),
    reply: count,
    errors: [...STEP_ERRORS, 'COUNT_BLIND', 'COUNT_NOBODY', 'COUNT_MOVED', 'WORKFLOW', 'WORKFLOW_REFUSES'],
  },
  recountLines: {
    method: 'PUT',
    path: `${path}/{id}/recount`,
    summary: 'Have lines recounted by someone else; by default all that differ',
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
    attests: true,
    path: `${path}/{id}/approve`,
    summary: 'Approve the open review; the last approval posts the differences',
    needs: COUNT,
    params,
    body: z.strictObject({ rev, comment: opinion }),
    reply: count,
    errors: [...REVIEW_ERRORS, 'COUNT_MOVED', 'COUNT_PROMISED', 'INSUFFICIENT'],
  },
  returnCount: {
    method: 'PUT',
    attests: true,
    path: `${path}/{id}/return`,
    summary: 'Return it to its creator, or to an earlier step',
    needs: COUNT,
    params,
    body: z.strictObject({ rev, comment: reason, to: z.optional(f.maybe(f.text(64))) }),
    reply: count,
    errors: REVIEW_ERRORS,
  },
  rejectCount: {
    method: 'PUT',
    attests: true,
    path: `${path}/{id}/reject`,
    summary: 'Reject the result: all differences are recounted',
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
    reviewers: true,
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
    reply: 'sheet',
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
    reviewers: true,
    params,
    reply: z.array(countRecord),
  },
});
