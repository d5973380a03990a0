import { EXPORT_ROWS_MAX } from '@kuwei/contract/workbook/workbook';
import type { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { assertFitsSheet } from '../../db/list.ts';
import { todayOf } from '../../db/today.ts';
import type { Handlers } from '../../http/register.ts';
import { dicNames } from '../../platform/dic/names.ts';
import { sheetOfRows } from '../../platform/workbook/workbook.ts';
import { getProofs, runProof } from '../ledger/proofs.ts';
import { everyEntry, listLedger } from '../ledger/queries.ts';
import { everySpace, listSpace } from '../product-space/queries.ts';
import { ownReadScope, readScopeOf } from '../scope.ts';
import { everyStock, getStock, listReservations, listStock, selectStock } from './queries.ts';
import { listMonths } from './months.ts';
import { freezeStock, noteStock } from './save.ts';
import { ledgerSheet, spaceSheet, stockSheet } from './workbook.ts';

const UNITS = 'WMS_UNIT';

export const productBoxHandlers: Handlers<typeof productBoxRoutes> = {
  selectStock: ({ query }, { db, caller, origin }) => selectStock(db, ownReadScope(caller), query, origin.locale),
  exportStock: async ({ query }, { db, caller, origin: { locale } }) => {
    const rows = () => everyStock(db, readScopeOf(caller, 'EXPORT'), query, locale);
    const columns = stockSheet(locale, await dicNames(db, UNITS, locale), await todayOf(db));
    return sheetOfRows('stock', columns, rows, locale);
  },
  listStock: ({ query }, { db, caller, origin }) => listStock(db, readScopeOf(caller), query, origin.locale),
  listMonths: ({ query }, { db, caller }) => listMonths(db, readScopeOf(caller), query.productId),
  getStock: ({ params }, { db, caller, origin }) => getStock(db, readScopeOf(caller), params.id, origin.locale),
  listReservations: ({ params }, { db, caller, origin }) => listReservations(db, readScopeOf(caller), params.id, origin.locale),
  noteStock: ({ params, body }, context) => noteStock(context, params.id, body),
  freezeStock: ({ params, body }, context) => freezeStock(context, params.id, body),
  listLedger: ({ query }, { db, caller, origin }) => listLedger(db, readScopeOf(caller), query, origin.locale),
  exportLedger: async ({ query }, { db, caller, origin: { locale } }) => {
    const rows = () => everyEntry(db, readScopeOf(caller, 'EXPORT'), query, locale);
    return sheetOfRows('ledger', ledgerSheet(locale, await dicNames(db, UNITS, locale)), rows, locale);
  },
  proveLedger: { own: (_, { services, caller }) => runProof(services, 'FULL', caller.userId) },
  proveNewEntries: { own: (_, { services, caller }) => runProof(services, 'INCREMENT', caller.userId) },
  getProofs: (_, { db }) => getProofs(db),
  listSpace: ({ query }, { db, caller, origin }) => listSpace(db, readScopeOf(caller), query, origin.locale),
  exportSpace: async ({ query }, { db, caller, origin: { locale } }) => {
    const rows = await everySpace(db, readScopeOf(caller, 'EXPORT'), query, EXPORT_ROWS_MAX + 1, locale);
    assertFitsSheet(rows.length);
    return sheetOfRows('space', spaceSheet[query.by](await dicNames(db, UNITS, locale)), rows, locale);
  },
};
