import { EXPORT_ROWS_MAX } from '@kuwei/contract/workbook/workbook';
import type { statisticsRoutes } from '@kuwei/contract/wms/statistics';
import { everyRow, listPage } from '../../db/list.ts';
import type { Handlers } from '../../http/register.ts';
import { dicNames } from '../../platform/dic/names.ts';
import { sheetOfRows } from '../../platform/workbook/workbook.ts';
import { readScopeOf } from '../scope.ts';
import { everyFinished, everyLoad, getLead, getLoad } from './documents.ts';
import { entryList, getEntryTotal } from './entries.ts';
import { everyFlow, getFlow } from './flow.ts';
import { everyHazard, getHazard } from './hazard.ts';
import { everyAge, everySpace, getAge, getSpace } from './place.ts';
import { everyStockFigure, getStockFigures } from './stock.ts';
import { ageSheet, entrySheet, flowSheet, hazardSheet, leadSheet, loadSheet, spaceSheet, stockSheet } from './workbook.ts';

const UNITS = 'WMS_UNIT';

export const statisticsHandlers: Handlers<typeof statisticsRoutes> = {
  getFlow: ({ query }, { db, caller, origin }) => getFlow(db, readScopeOf(caller), query, origin.locale),
  exportFlow: async ({ query }, { db, caller, origin: { locale } }) => {
    const rows = await everyFlow(db, readScopeOf(caller, 'EXPORT'), query, locale);
    return sheetOfRows('flow', flowSheet(locale, await dicNames(db, UNITS, locale)), rows, locale);
  },
  getStockFigures: ({ query }, { db, caller, origin }) => getStockFigures(db, readScopeOf(caller), query, origin.locale),
  exportStockFigures: async ({ query }, { db, caller, origin: { locale } }) => {
    const rows = await everyStockFigure(db, readScopeOf(caller, 'EXPORT'), query, locale);
    return sheetOfRows('stock-figures', stockSheet(await dicNames(db, UNITS, locale)), rows, locale);
  },
  getAge: ({ query }, { db, caller, origin }) => getAge(db, readScopeOf(caller), query, origin.locale),
  exportAge: async ({ query }, { db, caller, origin: { locale } }) => {
    const rows = await everyAge(db, readScopeOf(caller, 'EXPORT'), query, locale);
    return sheetOfRows('ages', ageSheet(await dicNames(db, UNITS, locale)), rows, locale);
  },
  getLead: ({ query }, { db, caller, origin }) => getLead(db, readScopeOf(caller), query, origin.locale),
  exportLead: async ({ query }, { db, caller, origin: { locale } }) => {
    const rows = await everyFinished(db, readScopeOf(caller, 'EXPORT'), query, locale, EXPORT_ROWS_MAX);
    return sheetOfRows('lead-times', leadSheet(locale), rows, locale);
  },
  getSpace: ({ query }, { db, caller, origin }) => getSpace(db, readScopeOf(caller), query, origin.locale),
  exportBoxUse: async ({ query }, { db, caller, origin: { locale } }) => {
    const rows = await everySpace(db, readScopeOf(caller, 'EXPORT'), query, locale);
    return sheetOfRows(
      'box-use',
      spaceSheet,
      rows.map(({ label, figure }) => ({ label, ...figure })),
      locale,
    );
  },
  getHazard: ({ query }, { db, caller, origin }) => getHazard(db, readScopeOf(caller), query, origin.locale),
  exportHazard: async ({ query }, { db, caller, origin: { locale } }) => {
    const rows = await everyHazard(db, readScopeOf(caller, 'EXPORT'), query, locale);
    return sheetOfRows('hazard', hazardSheet, rows, locale);
  },
  getLoad: ({ query }, { db, caller, origin }) => getLoad(db, readScopeOf(caller), query, origin.locale),
  exportLoad: async ({ query }, { db, caller, origin: { locale } }) => {
    const rows = await everyLoad(db, readScopeOf(caller, 'EXPORT'), query, locale);
    return sheetOfRows('reviewers', loadSheet, rows, locale);
  },
  listStatEntries: ({ query }, { db, caller, origin }) =>
    listPage(db, query, entryList(readScopeOf(caller), query, origin.locale)),
  getStatEntryTotal: ({ query }, { db, caller, origin }) => getEntryTotal(db, readScopeOf(caller), query, origin.locale),
  exportStatEntries: async ({ query }, { db, caller, origin: { locale } }) => {
    const rows = await everyRow(db, entryList(readScopeOf(caller, 'EXPORT'), query, locale));
    return sheetOfRows('entries', entrySheet(locale, await dicNames(db, UNITS, locale)), rows, locale);
  },
};
