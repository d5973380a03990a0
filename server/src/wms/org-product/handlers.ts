import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import type { Stamps } from '@kuwei/contract/page';
import { joinList } from '@kuwei/contract/phrase';
import { listingQuery, type Listing, type listingRoutes } from '@kuwei/contract/wms/org-product';
import { sql } from 'kysely';
import { firstRows } from '../../db/list.ts';
import { anyOf } from '../../db/rows.ts';
import type { Handlers } from '../../http/register.ts';
import { say } from '../../phrase.ts';
import { BATCH_MAX, listSelected, forEach, UNCHANGED } from '../../platform/batch.ts';
import { dicNames, type Names } from '../../platform/dic/names.ts';
import { readHandlers } from '../../platform/record.ts';
import { numberCell, type SheetColumns } from '../../platform/workbook/workbook.ts';
import { ownReadScope, readScopeOf } from '../scope.ts';
import { getListing, getOrg, listEvents, listingList, selectOrgs, selectProducts, type ListingQuery } from './queries.ts';
import { notifyPutUp } from './notify.ts';
import { createListing, putUpListing, takeDownListing, updateListing } from './save.ts';

const sheet = (
  locale: Locale,
  unit: Names,
): SheetColumns<Listing, 'id' | 'orgId' | 'productId' | 'state' | Exclude<keyof Stamps, 'updatedAt' | 'updatedBy'>> => ({
  orgName: { phrase: 'wms.listing.org', width: 24 },
  productCode: { phrase: 'wms.product.code', width: 18 },
  productName: { phrase: 'wms.product.name', width: 30 },
  phase: { phrase: 'wms.listing.state', width: 10, cell: (listing) => say(locale, `wms.listing.state.${listing.phase}`) },
  visibleTo: {
    phrase: 'wms.listing.visibleTo',
    width: 12,
    cell: ({ visibleTo }) => say(locale, `wms.listing.visibleTo.${visibleTo}`),
  },
  shareMode: {
    phrase: 'wms.listing.shareMode',
    width: 12,
    cell: ({ shareMode }) => say(locale, `wms.listing.shareMode.${shareMode}`),
  },
  price: { phrase: 'wms.listing.price', width: 12, cell: ({ price }) => numberCell(price) },
  available: { phrase: 'wms.listing.available', width: 12, cell: ({ available }) => numberCell(available) },
  maxQty: { phrase: 'wms.listing.maxQty', width: 12, cell: ({ maxQty }) => numberCell(maxQty) },
  baseUnit: { phrase: 'wms.product.baseUnit', width: 10, cell: ({ baseUnit }) => unit(baseUnit) },
  controlFlags: {
    phrase: 'wms.product.controlFlags',
    width: 16,
    cell: ({ controlFlags }) =>
      joinList(
        locale,
        controlFlags.map((flag) => say(locale, `wms.control.${flag}`)),
      ),
  },
  fromDay: { phrase: 'wms.listing.fromDay', width: 12, as: 'day' },
  untilDay: { phrase: 'wms.listing.untilDay', width: 12, as: 'day' },
  note: { phrase: 'wms.listing.note', width: 30 },
  cause: {
    phrase: 'wms.listing.cause',
    width: 20,
    cell: ({ cause }) => (cause === null ? null : say(locale, `wms.listing.cause.${cause}`)),
  },
  reason: { phrase: 'wms.listing.reason', width: 30 },
  updatedAt: { phrase: 'list.updated', width: 18, as: 'moment' },
  updatedBy: { phrase: 'wms.listing.updatedBy', width: 14 },
});

const reads = readHandlers<Listing, ListingQuery>({
  find: (db, id, { caller, origin }) => getListing(db, readScopeOf(caller), id, origin.locale),
  list: (query, { caller, origin, action }, db) => listingList(db, readScopeOf(caller, action), query, origin.locale),
  sheet: ['listings', async ({ origin: { locale } }, db) => sheet(locale, await dicNames(db, 'WMS_UNIT', locale))],
});

/** A single update with a version always changes something. */
const assertChanged = (reply: Listing | typeof UNCHANGED): Listing => {
  if (reply === UNCHANGED) throw new AppError('SERVER');
  return reply;
};

export const listingHandlers: Handlers<typeof listingRoutes> = {
  selectListingOrgs: ({ query }, { db, caller, origin }) => selectOrgs(db, ownReadScope(caller), query, origin.locale),
  getListingOrg: ({ params }, { db, caller, origin }) => getOrg(db, readScopeOf(caller), params.id, origin.locale),
  selectListingProducts: ({ query }, { db, caller, origin }) => selectProducts(db, ownReadScope(caller), query, origin.locale),
  exportListings: reads.export,
  batchListings: {
    own: async ({ params, body: { reason, ...which } }, context) => {
      const down = params.action === 'down';
      if (down && !reason) throw new AppError('COMMENT_NEEDED', { field: 'reason' });
      const { locale } = context.origin;
      const records = await listSelected(context, which, listingQuery, async (trx, query, ids) => {
        const among = ids === undefined ? [] : [sql`l.id = ${anyOf(ids)}`];
        const found = await firstRows(
          trx,
          await listingList(trx, ownReadScope(context.caller), query, locale, among),
          BATCH_MAX + 1,
        );
        return found.map(({ id, productName, orgName }) => ({ id, label: `${productName} · ${orgName}` }));
      });
      if (down) return forEach(context, records, (inside, { id }) => takeDownListing(inside, id, reason!));
      const raised: Listing[] = [];
      const reply = await forEach(context, records, async (inside, { id }) => {
        const listing = await putUpListing(inside, id);
        if (listing !== UNCHANGED) raised.push(listing);
        return listing;
      });
      await context.part('owners notified', (inside) => notifyPutUp(inside, raised));
      return reply;
    },
  },
  listListings: reads.list,
  createListing: ({ body }, context) => createListing(context, body),
  getListing: reads.get,
  listListingEvents: ({ params }, { db, caller, origin }) => listEvents(db, readScopeOf(caller), params.id, origin.locale),
  updateListing: ({ params, body }, context) => updateListing(context, params.id, body),
  putUpListing: async ({ params, body }, context) => {
    const listing = assertChanged(await putUpListing(context, params.id, body.rev));
    await notifyPutUp(context, [listing]);
    return listing;
  },
  takeDownListing: async ({ params, body }, context) =>
    assertChanged(await takeDownListing(context, params.id, body.reason, body.rev)),
};
