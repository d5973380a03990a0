// Writes listings. Lock order of decision 048: product, stock, listing. The database decides what prevents a listing
// (wms_shelf_against), and takes listings down by the same rule.
import { AppError } from '@kuwei/contract/error';
import type { Listing, ListingCause, ListingForm } from '@kuwei/contract/wms/org-product';
import { compare } from '@kuwei/contract/decimal';
import { EVENTS } from '@kuwei/contract/event';
import { sql } from 'kysely';
import { recheckAuthorization } from '../../session/recheck.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { changesOf, valuesOf } from '../../db/columns.ts';
import { newId } from '../../db/id.ts';
import type { Trx } from '../../db/open.ts';
import { updateRow } from '../../db/rows.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import type { WmsOrgProductEvent } from '../../db/types.ts';
import { UNCHANGED } from '../../platform/batch.ts';
import { checkLimits } from '../product/units.ts';
import { ownReadScope } from '../scope.ts';
import { isStockVisible } from '../read-conditions.ts';
import { getListing, LISTING } from './queries.ts';

type Context = WriteContext<Caller>;

/** @throws AppError SHELF_NO_STOCK, SHELF_CONTROLLED, SHELF_TWICE, SHELF_DAYS, SHELF_PRICE, QTY_DECIMALS */
export async function createListing(context: Context, form: ListingForm): Promise<Listing> {
  const { trx, caller, logChange } = context;
  assertFits(form);
  await lockStock(trx, form);
  await recheckAuthorization(trx, caller);
  if (!(await hasStock(context, form))) throw new AppError('SHELF_NO_STOCK', { field: 'productId' });
  await assertMayBeSeen(trx, form);
  await checkLimits(trx, form.productId, { maxQty: form.maxQty }, context.origin.locale);
  const id = newId();
  const by = { created_by: caller.userId, updated_by: caller.userId };
  const made = await trx
    .insertInto('wms_org_product')
    .values({ id, ...valuesOf('l', LISTING, form), ...by })
    .onConflict((conflict) => conflict.columns(['org_id', 'product_id']).doNothing())
    .returning('id')
    .execute();
  if (made.length === 0) throw new AppError('SHELF_TWICE', { field: 'productId' });
  await insertEvent(context, id, 'MADE');
  logChange({ entity: 'wms_org_product', id, change: form });
  return notifyAndGet(context, id);
}

/**
 * @throws AppError STALE, SHELF_FIXED, SHELF_CONTROLLED, SHELF_DAYS, SHELF_PRICE, QTY_DECIMALS; for an active one, what would prevent the listing
 */
export async function updateListing(
  context: Context,
  id: string,
  { rev, ...form }: ListingForm & { rev: number },
): Promise<Listing> {
  assertFits(form);
  const before = await lock(context, id);
  assertRevision(before.rev, rev);
  if (form.orgId !== before.orgId) throw new AppError('SHELF_FIXED', { field: 'orgId' });
  if (form.productId !== before.productId) throw new AppError('SHELF_FIXED', { field: 'productId' });
  await assertMayBeSeen(context.trx, form);
  await checkLimits(context.trx, form.productId, { maxQty: form.maxQty }, context.origin.locale);
  await updateRow(context, 'wms_org_product', before, valuesOf('l', LISTING, form));
  if (before.state === 'ON') await assertListable(context, before);
  const change = changesOf(before, form);
  await insertEvent(context, id, 'CHANGED', { change: JSON.stringify(change) });
  context.logChange({ entity: 'wms_org_product', id, change });
  return notifyAndGet(context, id);
}

/**
 * @param rev version the caller saw; absent in bulk, where an active listing is skipped
 * @throws AppError STALE, ILLEGAL_TRANSITION, and what prevents the listing
 */
export async function putUpListing(context: Context, id: string, rev?: number): Promise<Listing | typeof UNCHANGED> {
  const before = await lock(context, id);
  if (rev !== undefined) assertRevision(before.rev, rev);
  else if (before.state === 'ON') return UNCHANGED;
  if (before.state === 'ON') throw new AppError('ILLEGAL_TRANSITION', { data: { from: 'ON', to: 'ON' } });
  await updateRow(context, 'wms_org_product', before, { state: 'ON', cause: null, reason: null });
  await assertListable(context, before);
  if (compare(before.available, '0') <= 0) throw new AppError('SHELF_NO_STOCK', { field: 'productId' });
  await insertEvent(context, id, 'UP');
  context.logChange({ entity: 'wms_org_product', id, change: { state: ['OFF', 'ON'] } });
  return notifyAndGet(context, id);
}

/** @param rev as for `putUpListing` @throws AppError STALE, ILLEGAL_TRANSITION */
export async function takeDownListing(
  context: Context,
  id: string,
  reason: string,
  rev?: number,
): Promise<Listing | typeof UNCHANGED> {
  const before = await lock(context, id);
  if (rev !== undefined) assertRevision(before.rev, rev);
  else if (before.state === 'OFF') return UNCHANGED;
  if (before.state === 'OFF') throw new AppError('ILLEGAL_TRANSITION', { data: { from: 'OFF', to: 'OFF' } });
  await updateRow(context, 'wms_org_product', before, { state: 'OFF', cause: 'MANUAL', reason });
  await insertEvent(context, id, 'DOWN', { reason });
  context.logChange({ entity: 'wms_org_product', id, change: { state: ['ON', 'OFF'], reason } });
  return notifyAndGet(context, id);
}

type Goods = Pick<ListingForm, 'orgId' | 'productId'>;

/** Locks the listing and reads it. @throws AppError NOT_FOUND, also without stock in the caller's warehouses */
async function lock(context: Context, id: string): Promise<Listing> {
  const { trx, caller, origin } = context;
  const own = ownReadScope(caller);
  await lockStock(trx, await getListing(trx, own, id, origin.locale));
  await sql`select from wms_org_product where id = ${id} for no key update`.execute(trx);
  await recheckAuthorization(trx, caller);
  return getListing(trx, own, id, origin.locale);
}

/** Locks product and stock until the commit: a posting that issues the last of it then sees the listing. */
async function lockStock(trx: Trx, { orgId, productId }: Goods): Promise<void> {
  await sql`select from wms_product where id = ${productId} for share`.execute(trx);
  await sql`select from wms_product_box where owner_org_id = ${orgId} and product_id = ${productId} and qty > 0
    order by id for no key update`.execute(trx);
}

async function hasStock({ trx, caller }: Context, { orgId, productId }: Goods): Promise<boolean> {
  const goods = await isStockVisible(trx, ownReadScope(caller));
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from wms_product_box s
      where s.owner_org_id = ${orgId} and s.product_id = ${productId} and s.qty > 0 and ${goods}) as has`.execute(trx);
  return rows[0]!.has;
}

/** Cross-field rules of the form. */
function assertFits({ fromDay, untilDay, shareMode, price }: ListingForm): void {
  if (fromDay !== null && untilDay !== null && untilDay < fromDay) throw new AppError('SHELF_DAYS', { field: 'untilDay' });
  if ((shareMode === 'SELL') !== (price !== null)) throw new AppError('SHELF_PRICE', { field: 'price' });
}

/** Refuses in the form what could not be put up. */
async function assertMayBeSeen(trx: Trx, { productId, visibleTo }: ListingForm): Promise<void> {
  if (visibleTo === 'OWN') return;
  const { rows } = await sql`select from wms_product where id = ${productId} and control_flags <> '{}'`.execute(trx);
  if (rows.length > 0) throw new AppError('SHELF_CONTROLLED', { field: 'visibleTo' });
}

/** Refusals by cause, at the field to change. */
const REFUSALS: Record<Exclude<ListingCause, 'MANUAL'>, (listing: Listing) => AppError> = {
  AUTO_PRODUCT: ({ productName: name }) => new AppError('PRODUCT_NOT_ACTIVE', { params: { name }, field: 'productId' }),
  AUTO_CONTROL: () => new AppError('SHELF_CONTROLLED', { field: 'visibleTo' }),
  AUTO_DAY: () => new AppError('SHELF_OVER', { field: 'untilDay' }),
  AUTO_SDS: () => new AppError('SHELF_SDS', { field: 'productId' }),
  AUTO_STOCK: () => new AppError('SHELF_NO_STOCK', { field: 'productId' }),
  AUTO_BATCH: () => new AppError('SHELF_HELD', { field: 'productId' }),
};

/** Checks the row as written. */
async function assertListable({ trx, services }: Context, listing: Listing): Promise<void> {
  const { rows } = await sql<{ cause: Exclude<ListingCause, 'MANUAL'> | null }>`
    select wms_shelf_against(l, ${services.settings.get('WMS_SDS_YEARS')}::int) as cause
      from wms_org_product l where l.id = ${listing.id}`.execute(trx);
  const { cause } = rows[0]!;
  if (cause !== null) throw REFUSALS[cause](listing);
}

async function insertEvent(
  { trx, caller }: Context,
  id: string,
  what: WmsOrgProductEvent['what'],
  more: { reason?: string; change?: string } = {},
): Promise<void> {
  await trx
    .insertInto('wms_org_product_event')
    .values({ org_product_id: id, what, user_id: caller.userId, ...more })
    .execute();
}

function notifyAndGet(context: Context, id: string): Promise<Listing> {
  context.emit({ to: 'all', ...EVENTS.listing, d: { id } });
  return getListing(context.trx, ownReadScope(context.caller), id, context.origin.locale);
}
