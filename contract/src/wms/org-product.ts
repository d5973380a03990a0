// The shelf: goods that an organisation lists for others. A listing is one product of one organisation.
import * as z from 'zod/mini';
import { WMS_ROLES as R } from '../kit/access.ts';
import * as f from '../kit/field.ts';
import { listQuery, pageOf, stamps } from '../kit/page.ts';
import { readRoutes, writeRoutes } from '../kit/record.ts';
import { routes, TEXT_MAX_BYTES } from '../kit/route.ts';
import { batchReply, batchSelection } from '../workbook/workbook.ts';

export const LISTING_STATES = ['OFF', 'ON'] as const;
/** States as shown: AHEAD is put up, but offered from its first day. */
export const LISTING_PHASES = ['OFF', 'AHEAD', 'ON'] as const;
export type ListingPhase = (typeof LISTING_PHASES)[number];
/** Visible to the own organisation, to everyone at the university, or also to suppliers and buyers. */
export const LISTING_VISIBLE = ['OWN', 'CAMPUS', 'MALL'] as const;
export const SHARE_MODES = ['NONE', 'GIVE', 'LEND', 'SELL'] as const;
/** Why it was taken down: by a user, or automatically. */
export const LISTING_CAUSES = [
  'MANUAL',
  'AUTO_PRODUCT',
  'AUTO_CONTROL',
  'AUTO_DAY',
  'AUTO_SDS',
  'AUTO_STOCK',
  'AUTO_BATCH',
] as const;
export type ListingCause = (typeof LISTING_CAUSES)[number];
const LISTING_EVENTS = ['MADE', 'CHANGED', 'UP', 'DOWN'] as const;

export const listingForm = z.strictObject({
  orgId: f.id,
  productId: f.id,
  visibleTo: z.enum(LISTING_VISIBLE),
  shareMode: z.enum(SHARE_MODES),
  /** Per base unit; only for goods for sale. */
  price: f.maybe(f.price),
  /** Maximum quantity per request, base unit; null: no limit. */
  maxQty: f.maybe(f.quantity),
  fromDay: f.maybe(f.day),
  /** Last day; taken down automatically after it. */
  untilDay: f.maybe(f.day),
  note: f.maybeText(500),
});
export type ListingForm = z.infer<typeof listingForm>;

const listing = z.object({
  id: z.string(),
  ...listingForm.shape,
  orgName: z.string(),
  productCode: z.string(),
  productName: z.string(),
  baseUnit: z.string(),
  controlFlags: z.array(z.string()),
  /** Quantity still available in the visible warehouses, base unit. */
  available: z.string(),
  state: z.enum(LISTING_STATES),
  phase: z.enum(LISTING_PHASES),
  /** Of the last takedown; null while it is up, and if never taken down. */
  cause: f.maybe(z.enum(LISTING_CAUSES)),
  reason: f.maybe(z.string()),
  ...stamps,
});
export type Listing = z.infer<typeof listing>;

/** Fields that an edit can change. */
const EDITED = ['visibleTo', 'shareMode', 'price', 'maxQty', 'fromDay', 'untilDay', 'note'] as const;

const listingEvent = z.object({
  id: z.string(),
  at: z.string(),
  what: z.enum(LISTING_EVENTS),
  cause: z.enum(LISTING_CAUSES),
  reason: f.maybe(z.string()),
  /** Of an edit, per changed field. */
  changes: z.array(z.object({ field: z.enum(EDITED), from: f.maybe(z.string()), to: f.maybe(z.string()) })),
  /** null: automatic. */
  userName: f.maybe(z.string()),
});
export type ListingEvent = z.infer<typeof listingEvent>;

const KEEP = [R.shelf] as const;
const path = '/wms/org-product';
const params = z.strictObject({ id: f.id });
export const listingQuery = listQuery(['product', 'org', 'state', 'fromDay', 'untilDay', 'updatedAt'], {
  orgId: z.optional(f.id),
  productId: z.optional(f.id),
  phase: z.optional(f.choices(LISTING_PHASES)),
  visibleTo: z.optional(f.choices(LISTING_VISIBLE)),
  shareMode: z.optional(f.choices(SHARE_MODES)),
  cause: z.optional(f.choices(LISTING_CAUSES)),
});

const called = ['a listing of the shelf', 'The shelf: goods that organisations offer'] as const;
const read = readRoutes({ path, called, needs: KEEP, query: listingQuery, record: listing });
const write = writeRoutes({ path, called: called[0], needs: KEEP, form: listingForm, record: listing });

/** Reasons that goods cannot be listed. */
const LISTING_ERRORS = [
  'PRODUCT_NOT_ACTIVE',
  'SHELF_CONTROLLED',
  'SHELF_OVER',
  'SHELF_SDS',
  'SHELF_NO_STOCK',
  'SHELF_HELD',
] as const;
const listingOrg = z.object({ id: z.string(), code: z.string(), name: z.string() });
const listingOrgQuery = listQuery(['name'], {});

export const listingRoutes = routes({
  selectListingOrgs: {
    method: 'GET',
    path: `${path}/org`,
    summary: 'Organisations with something available in the own warehouses, or with a listing',
    needs: KEEP,
    query: listingOrgQuery,
    reply: pageOf(listingOrg),
  },
  getListingOrg: {
    method: 'GET',
    path: `${path}/org/{id}`,
    summary: 'One of them, also one with nothing left',
    needs: KEEP,
    params,
    reply: listingOrg,
  },
  selectListingProducts: {
    method: 'GET',
    path: `${path}/product`,
    summary: 'Products of an organisation that are in stock in the own warehouses and have no listing yet',
    needs: KEEP,
    query: z.extend(listingOrgQuery, { orgId: f.id }),
    reply: pageOf(z.object({ id: z.string(), code: z.string(), name: z.string(), baseUnit: z.string(), available: z.string() })),
  },
  exportListings: read.export,
  batchListings: {
    method: 'PUT',
    path: `${path}/batch/{action}`,
    summary: 'Put many listings up, or take them down; taken down with a reason',
    needs: KEEP,
    params: z.strictObject({ action: z.enum(['up', 'down']) }),
    body: z.strictObject({ ...batchSelection.shape, reason: z.optional(f.text(500)) }),
    bodyMax: TEXT_MAX_BYTES,
    reply: batchReply,
    errors: ['STALE', 'BATCH_TOO_MANY', 'COMMENT_NEEDED'],
  },
  listListings: read.list,
  createListing: {
    ...write.create,
    errors: ['SHELF_TWICE', 'SHELF_NO_STOCK', 'SHELF_CONTROLLED', 'SHELF_DAYS', 'SHELF_PRICE', 'QTY_DECIMALS'],
  },
  getListing: read.get,
  listListingEvents: {
    method: 'GET',
    path: `${path}/{id}/history`,
    summary: 'History of a listing, newest first',
    needs: KEEP,
    params,
    reply: z.array(listingEvent),
  },
  updateListing: {
    ...write.update,
    errors: ['STALE', 'SHELF_FIXED', 'SHELF_DAYS', 'SHELF_PRICE', 'QTY_DECIMALS', ...LISTING_ERRORS],
  },
  putUpListing: {
    method: 'PUT',
    path: `${path}/{id}/up`,
    summary: 'Put a listing up',
    needs: KEEP,
    params,
    body: z.strictObject({ rev: f.rev }),
    reply: listing,
    errors: ['STALE', 'ILLEGAL_TRANSITION', ...LISTING_ERRORS],
  },
  takeDownListing: {
    method: 'PUT',
    path: `${path}/{id}/down`,
    summary: 'Take a listing down',
    needs: KEEP,
    params,
    body: z.strictObject({ reason: f.requiredText(500), rev: f.rev }),
    reply: listing,
    errors: ['STALE', 'ILLEGAL_TRANSITION'],
  },
});
