import { EXPORT_ROWS_MAX } from '@kuwei/contract/workbook';
import type { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import type { Handlers } from '../../http/register.ts';
import { dicNames } from '../../sys/dic-names.ts';
import { cellsOf, sheetOf } from '../../sys/workbook.ts';
import { proveLedger } from '../ledger/prove.ts';
import { everyEntry, listLedger } from '../ledger/queries.ts';
import { everySpace, listSpace } from '../product-space/queries.ts';
import { scopeOf } from '../scope.ts';
import { everyStock, getStock, listReservations, listStock, selectStock } from './queries.ts';
import { freezeStock, noteStock } from './save.ts';
import { ledgerCells, ledgerColumns, spaceCells, spaceColumns, stockCells, stockColumns } from './workbook.ts';

const UNITS = 'WMS_UNIT';

export const productBoxHandlers: Handlers<typeof productBoxRoutes> = {
  selectStock: ({ query }, { db, caller }) => selectStock(db, scopeOf(caller), query),
  exportStock: async ({ query }, { db, caller, origin: { locale } }) => {
    const rows = await everyStock(db, scopeOf(caller), query);
    return sheetOf('stock', stockColumns, cellsOf(rows, stockCells(locale, await dicNames(db, UNITS, locale))), locale);
  },
  listStock: ({ query }, { db, caller }) => listStock(db, scopeOf(caller), query),
  getStock: ({ params }, { db, caller }) => getStock(db, scopeOf(caller), params.id),
  listReservations: ({ params }, { db, caller }) => listReservations(db, scopeOf(caller), params.id),
  noteStock: ({ params, body }, context) => noteStock(context, params.id, body),
  freezeStock: ({ params, body }, context) => freezeStock(context, params.id, body),
  listLedger: ({ query }, { db, caller }) => listLedger(db, scopeOf(caller), query),
  exportLedger: async ({ query }, { db, caller, origin: { locale } }) => {
    const rows = everyEntry(db, scopeOf(caller), query);
    return sheetOf('ledger', ledgerColumns, cellsOf(rows, ledgerCells(locale, await dicNames(db, UNITS, locale))), locale);
  },
  proveLedger: { own: (_, { db }) => proveLedger(db) },
  listSpace: ({ query }, { db, caller }) => listSpace(db, scopeOf(caller), query),
  exportSpace: async ({ query }, { db, caller, origin: { locale } }) => {
    const rows = await everySpace(db, scopeOf(caller), query, EXPORT_ROWS_MAX);
    return sheetOf('space', spaceColumns[query.by], rows.map(spaceCells(await dicNames(db, UNITS, locale))), locale);
  },
};
