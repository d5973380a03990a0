import type { Locale } from '@kuwei/contract/constants';
import type { Share, shareRoutes } from '@kuwei/contract/wms/share';
import type { Handlers } from '../../http/register.ts';
import { say } from '../../phrase.ts';
import { dicNames, type Names } from '../../platform/dic/names.ts';
import { readHandlers } from '../../platform/record.ts';
import { numberCell, type SheetColumns } from '../../platform/workbook/workbook.ts';
import { createReturn } from './give-back.ts';
import { getOffer, getShare, listOffers, listShareRecords, shareList, type ShareQuery } from './queries.ts';
import { createShare, withdrawShare } from './request.ts';

const SHEET = [
  'no',
  'state',
  'productCode',
  'productName',
  'qty',
  'baseUnit',
  'mode',
  'price',
  'ownerOrgName',
  'orgName',
  'applicantName',
  'warehouseName',
  'purpose',
  'neededBy',
  'giveBackBy',
  'taken',
  'back',
  'createdAt',
  'endedAt',
] as const;

const sheet = (locale: Locale, unit: Names): SheetColumns<Pick<Share, (typeof SHEET)[number]>> => ({
  no: { phrase: 'wms.share.no', width: 20 },
  state: { phrase: 'wms.share.state', width: 14, cell: ({ state }) => say(locale, `wms.share.state.${state}`) },
  productCode: { phrase: 'wms.product.code', width: 18 },
  productName: { phrase: 'wms.product.name', width: 30 },
  qty: { phrase: 'wms.share.qty', width: 12, cell: ({ qty }) => numberCell(qty) },
  baseUnit: { phrase: 'wms.product.baseUnit', width: 10, cell: ({ baseUnit }) => unit(baseUnit) },
  mode: { phrase: 'wms.listing.shareMode', width: 10, cell: ({ mode }) => say(locale, `wms.listing.shareMode.${mode}`) },
  price: { phrase: 'wms.listing.price', width: 12, cell: ({ price }) => numberCell(price) },
  ownerOrgName: { phrase: 'wms.listing.org', width: 24 },
  orgName: { phrase: 'wms.share.org', width: 24 },
  applicantName: { phrase: 'wms.share.applicant', width: 14 },
  warehouseName: { phrase: 'wms.share.warehouse', width: 20 },
  purpose: { phrase: 'wms.share.purpose', width: 30 },
  neededBy: { phrase: 'wms.share.neededBy', width: 12, as: 'day' },
  giveBackBy: { phrase: 'wms.share.giveBackBy', width: 12, as: 'day' },
  taken: { phrase: 'wms.share.taken', width: 12, cell: ({ taken }) => numberCell(taken) },
  back: { phrase: 'wms.share.back', width: 12, cell: ({ back }) => numberCell(back) },
  createdAt: { phrase: 'wms.share.createdAt', width: 18, as: 'moment' },
  endedAt: { phrase: 'wms.share.endedAt', width: 18, as: 'moment' },
});

const reads = readHandlers<Share, ShareQuery>({
  find: (db, id, { caller, origin }) => getShare(db, id, caller, origin.locale, 'SEE'),
  list: (query, { caller, origin, action }) => shareList(query, caller, action, origin.locale),
  sheet: ['requests', async ({ origin: { locale } }, db) => sheet(locale, await dicNames(db, 'WMS_UNIT', locale))],
});

export const shareHandlers: Handlers<typeof shareRoutes> = {
  listOffers: ({ query }, { db, caller, origin }) => listOffers(db, query, caller, origin.locale),
  getOffer: ({ params }, { db, caller, origin }) => getOffer(db, params.id, caller, origin.locale),
  exportShares: reads.export,
  listShares: reads.list,
  createShare: ({ body }, context) => createShare(context, body),
  getShare: reads.get,
  listShareRecords: ({ params }, { db, caller, origin }) => listShareRecords(db, params.id, caller, origin.locale),
  withdrawShare: ({ params, body }, context) => withdrawShare(context, params.id, body),
  giveBackShare: ({ params }, context) => createReturn(context, params.id),
};
