// Sharing: what other organisations offer on their shelves, and requests for it, from the owner's leader to what is given back.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { listQuery, pageOf, stamps } from '../kit/page.ts';
import { readRoutes } from '../kit/record.ts';
import { routes } from '../kit/route.ts';
import { SHARE_MODES } from './org-product.ts';
import { productOption } from './product.ts';
import { TRANSACTION_STATES } from './transaction-state.ts';

export const SHARE_STATES = ['SUBMITTED', 'APPROVED', 'REJECTED', 'WITHDRAWN'] as const;
export type ShareState = (typeof SHARE_STATES)[number];
/** What is only shown cannot be asked for. */
export const ASKED_MODES = ['GIVE', 'LEND', 'SELL'] as const;
/** Asked for by the own organisation, or of it. */
const SHARE_SIDES = ['BY_US', 'OF_US'] as const;
/** What was lent and is still out, and of that what should have been given back. */
export const LOANS = ['OUT', 'LATE'] as const;

/** A listing as others see it. */
const offer = z.object({
  id: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  product: productOption,
  /** GHS pictograms and whether anybody has assessed it stand with the product. */
  assessed: z.boolean(),
  shareMode: z.enum(SHARE_MODES),
  /** Per base unit, of what is sold. */
  price: f.maybe(z.string()),
  maxQty: f.maybe(z.string()),
  untilDay: f.maybe(z.string()),
  note: f.maybe(z.string()),
  /** Of the own organisation: nobody asks for their own. */
  ours: z.boolean(),
  /** What may be asked for, base unit, and where it lies. */
  available: z.string(),
  places: z.array(z.object({ id: z.string(), name: z.string(), available: z.string() })),
});
export type Offer = z.infer<typeof offer>;

const shareForm = z.strictObject({
  listingId: f.id,
  warehouseId: f.id,
  /** Base unit. */
  qty: f.quantity,
  purpose: f.requiredText(200),
  neededBy: f.maybe(f.day),
  /** Of what is lent. */
  giveBackBy: f.maybe(f.day),
});
export type ShareForm = z.infer<typeof shareForm>;

const shareDocument = z.object({
  id: z.string(),
  no: z.string(),
  type: z.enum(['INBOUND', 'OUTBOUND']),
  state: z.enum(TRANSACTION_STATES),
  /** Posted, base unit. */
  done: z.string(),
  /** Another document has taken it back. */
  reversed: z.boolean(),
});
export type ShareDocument = z.infer<typeof shareDocument>;

const share = z.object({
  id: z.string(),
  no: z.string(),
  listingId: z.string(),
  /** Whose goods they are. */
  ownerOrgId: z.string(),
  ownerOrgName: z.string(),
  /** Whoever asks. */
  orgId: z.string(),
  orgName: z.string(),
  applicantId: z.string(),
  applicantName: z.string(),
  productId: z.string(),
  productCode: z.string(),
  productName: z.string(),
  baseUnit: z.string(),
  warehouseId: z.string(),
  warehouseName: z.string(),
  qty: z.string(),
  mode: z.enum(ASKED_MODES),
  price: f.maybe(z.string()),
  purpose: z.string(),
  neededBy: f.maybe(z.string()),
  giveBackBy: f.maybe(z.string()),
  state: z.enum(SHARE_STATES),
  /** Names of the steps that are open. */
  step: f.maybe(z.string()),
  /** Nobody is there who could decide it: administrators have been asked to name somebody. */
  nobody: z.boolean(),
  levels: z.int(),
  endedAt: f.maybe(z.string()),
  /** What came of it, and what was given back: the collection first. */
  documents: z.array(shareDocument),
  /** Of what was posted: what they took, what of it came back. Base unit. */
  taken: z.string(),
  back: z.string(),
  /** Of what is lent: what has still to be given back; null of anything else. */
  out: f.maybe(z.string()),
  late: z.boolean(),
  side: z.nullable(z.enum(SHARE_SIDES)),
  /** The caller's own to take back; theirs to decide; their organisation's to give back. */
  mayWithdraw: z.boolean(),
  mayDecide: z.boolean(),
  mayGiveBack: z.boolean(),
  ...stamps,
});
export type Share = z.infer<typeof share>;

const shareRecord = z.object({
  id: z.string(),
  at: z.string(),
  /** Of the request, or of a document that came of it. */
  documentNo: f.maybe(z.string()),
  action: z.string(),
  toState: z.string(),
  step: f.maybe(z.string()),
  actorName: f.maybe(z.string()),
  otherName: f.maybe(z.string()),
  comment: f.maybe(z.string()),
});
export type ShareRecord = z.infer<typeof shareRecord>;

const OWNERS = ['ROLE_TEACHER', 'ROLE_SUPPLIER', 'ROLE_STAFF'] as const;
const path = '/wms/share';
const params = z.strictObject({ id: f.id });

const offerQuery = listQuery(['product', 'org', 'updatedAt'], {
  orgId: z.optional(f.id),
  categoryId: z.optional(f.id),
  shareMode: z.optional(f.choices(SHARE_MODES)),
});
const shareQuery = listQuery(['no', 'createdAt', 'giveBackBy', 'product'], {
  side: z.optional(z.enum(SHARE_SIDES)),
  state: z.optional(f.choices(SHARE_STATES)),
  mode: z.optional(f.choices(ASKED_MODES)),
  loan: z.optional(f.choices(LOANS)),
});

const read = readRoutes({
  path,
  called: ['a request for shared goods', 'Requests for shared goods, by the own organisation and of it'],
  needs: OWNERS,
  query: shareQuery,
  record: share,
});

export const shareRoutes = routes({
  listOffers: {
    method: 'GET',
    path: `${path}/offer`,
    summary: 'What is offered on the shelves of all organisations',
    needs: OWNERS,
    query: offerQuery,
    reply: pageOf(offer),
  },
  getOffer: {
    method: 'GET',
    path: `${path}/offer/{id}`,
    summary: 'One of them',
    needs: OWNERS,
    params,
    reply: offer,
  },
  exportShares: read.export,
  listShares: read.list,
  createShare: {
    method: 'POST',
    path,
    summary: 'Ask for shared goods',
    needs: OWNERS,
    body: shareForm,
    reply: share,
    errors: ['SHARE_OWN', 'SHARE_MODE', 'SHARE_MAX', 'SHARE_SHORT', 'SHARE_DAYS', 'QTY_DECIMALS', 'WORKFLOW', 'WORKFLOW_REFUSES'],
  },
  getShare: read.get,
  listShareRecords: {
    method: 'GET',
    path: `${path}/{id}/record`,
    summary: 'What became of a request, oldest first',
    needs: OWNERS,
    params,
    reply: z.array(shareRecord),
  },
  withdrawShare: {
    method: 'PUT',
    path: `${path}/{id}/withdraw`,
    summary: 'Take a request back that nobody has decided yet',
    needs: OWNERS,
    params,
    body: z.strictObject({ rev: f.rev, comment: f.maybeText(1_000) }),
    reply: share,
    errors: ['STALE', 'ILLEGAL_TRANSITION'],
  },
  giveBackShare: {
    method: 'POST',
    path: `${path}/{id}/give-back`,
    summary: 'Draft the deposit that gives back what was lent',
    needs: OWNERS,
    params,
    reply: z.object({ id: z.string(), no: z.string() }),
    errors: ['SHARE_NOTHING_OUT', 'ORG_NEEDED', 'PRODUCT_NOT_ACTIVE'],
  },
});
