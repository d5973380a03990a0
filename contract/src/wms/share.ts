// Sharing: listings of other organisations, and requests for them, from the owner's approval to the return of a loan.
import * as z from 'zod/mini';
import * as f from '../kit/field.ts';
import { listQuery, pageOf, stamps } from '../kit/page.ts';
import { readRoutes } from '../kit/record.ts';
import { routes } from '../kit/route.ts';
import { LISTING_VISIBLE, SHARE_MODES } from './org-product.ts';
import { productOption } from './product.ts';
import { TRANSACTION_STATES } from './transaction-state.ts';

export const SHARE_STATES = ['SUBMITTED', 'APPROVED', 'REJECTED', 'WITHDRAWN'] as const;
export type ShareState = (typeof SHARE_STATES)[number];
/** Listings that are only displayed cannot be requested. */
export const REQUESTABLE_MODES = ['GIVE', 'LEND', 'SELL'] as const;
/** Requested by the own organisation, or from it. */
const SHARE_SIDES = ['BY_US', 'OF_US'] as const;
/** Loans not yet returned, and those overdue. */
export const LOANS = ['OUT', 'LATE'] as const;

/** A listing as others see it. */
const offer = z.object({
  id: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  product: productOption,
  /** For display of GHS pictograms. */
  assessed: z.boolean(),
  visibleTo: z.enum(LISTING_VISIBLE),
  shareMode: z.enum(SHARE_MODES),
  /** Per base unit; only for goods for sale. */
  price: f.maybe(z.string()),
  maxQty: f.maybe(z.string()),
  untilDay: f.maybe(z.string()),
  note: f.maybe(z.string()),
  /** The own listing: collected, not requested. */
  ours: z.boolean(),
  /** Available quantity, base unit, and its warehouses. */
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
  /** Loans only. */
  giveBackBy: f.maybe(f.day),
});
export type ShareForm = z.infer<typeof shareForm>;

const shareDocument = z.object({
  id: z.string(),
  no: z.string(),
  type: z.enum(['INBOUND', 'OUTBOUND']),
  state: z.enum(TRANSACTION_STATES),
  /** Posted quantity, base unit. */
  done: z.string(),
  /** Reversed by another document. */
  reversed: z.boolean(),
});
export type ShareDocument = z.infer<typeof shareDocument>;

const share = z.object({
  id: z.string(),
  no: z.string(),
  listingId: z.string(),
  /** The owner of the goods. */
  ownerOrgId: z.string(),
  ownerOrgName: z.string(),
  /** The requesting organisation. */
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
  mode: z.enum(REQUESTABLE_MODES),
  price: f.maybe(z.string()),
  purpose: z.string(),
  neededBy: f.maybe(z.string()),
  giveBackBy: f.maybe(z.string()),
  state: z.enum(SHARE_STATES),
  /** Names of the open steps. */
  step: f.maybe(z.string()),
  /** Without an eligible reviewer; administrators have been asked to appoint one. */
  nobody: z.boolean(),
  levels: z.int(),
  endedAt: f.maybe(z.string()),
  /** Resulting documents: the collection first, then returns. */
  documents: z.array(shareDocument),
  /** Posted quantities: taken, and returned. Base unit. */
  taken: z.string(),
  back: z.string(),
  /** Loans only: quantity still to be returned. */
  out: f.maybe(z.string()),
  late: z.boolean(),
  side: z.nullable(z.enum(SHARE_SIDES)),
  /** Whether the caller may withdraw it, decide it, return the loan. */
  mayWithdraw: z.boolean(),
  mayDecide: z.boolean(),
  mayGiveBack: z.boolean(),
  ...stamps,
});
export type Share = z.infer<typeof share>;

const shareRecord = z.object({
  id: z.string(),
  at: z.string(),
  /** Of the request, or of a resulting document. */
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
  mode: z.optional(f.choices(REQUESTABLE_MODES)),
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
    summary: 'What is offered on the shelves of all organisations, and to the own organisation alone',
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
  getShare: { ...read.get, reviewers: true },
  listShareRecords: {
    method: 'GET',
    path: `${path}/{id}/record`,
    summary: 'History of a request, oldest first',
    needs: OWNERS,
    reviewers: true,
    params,
    reply: z.array(shareRecord),
  },
  withdrawShare: {
    method: 'PUT',
    path: `${path}/{id}/withdraw`,
    summary: 'Withdraw an undecided request',
    needs: OWNERS,
    params,
    body: z.strictObject({ rev: f.rev, comment: f.maybeText(1_000) }),
    reply: share,
    errors: ['STALE', 'ILLEGAL_TRANSITION'],
  },
  giveBackShare: {
    method: 'POST',
    path: `${path}/{id}/give-back`,
    summary: 'Draft the deposit that returns a loan',
    needs: OWNERS,
    params,
    reply: z.object({ id: z.string(), no: z.string() }),
    errors: ['SHARE_NOTHING_OUT', 'ORG_NEEDED', 'PRODUCT_NOT_ACTIVE'],
  },
});
