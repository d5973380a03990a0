import type { Locale } from '@kuwei/contract/constants';
import type { LogEntry, logRoutes } from '@kuwei/contract/sys/log';
import type { Handlers } from '../../http/register.ts';
import { say } from '../../phrase.ts';
import { sheetOfRows, type SheetColumns } from '../../platform/workbook/workbook.ts';
import { everyRow, mapRows } from '../../db/list.ts';
import { createRecordNamer } from './find-by-name.ts';
import { findLog, logPage, wholeLog, formatLogEntry, formatLogPage } from './queries.ts';
import { actionText, actorText, changeText, subjectText } from '../../platform/log/words.ts';

/** Columns as in the list. */
function sheet(locale: Locale): SheetColumns<LogEntry, 'userId' | 'proxyUserId' | 'proxyUserName' | 'apiToken' | 'pageRole'> {
  return {
    at: { phrase: 'log.at', width: 20, as: 'moment' },
    kind: { phrase: 'log.part', width: 16, cell: ({ kind }) => say(locale, `log.part.${kind}`) },
    userName: { phrase: 'log.user', width: 24, cell: (row) => actorText(locale, row) },
    entity: {
      phrase: 'log.entity',
      width: 16,
      cell: (row) => subjectText(locale, row),
    },
    recordName: { phrase: 'log.name', width: 28 },
    action: { phrase: 'log.action', width: 20, cell: ({ action }) => actionText(locale, action) },
    change: { phrase: 'log.change', width: 60, cell: (row) => changeText(locale, row) || null },
    status: { phrase: 'log.status', width: 8 },
    ms: { phrase: 'log.ms', width: 12 },
    pageRoleName: { phrase: 'log.pageRole', width: 20 },
    orgName: { phrase: 'log.org', width: 20 },
    ip: { phrase: 'log.ip', width: 16 },
    entityId: { phrase: 'log.record', width: 38 },
    requestId: { phrase: 'log.request', width: 38 },
    id: { phrase: 'log.id', width: 20 },
  };
}

export const logHandlers: Handlers<typeof logRoutes> = {
  exportLog: async ({ query }, { db, origin: { locale } }) => {
    const named = await createRecordNamer(db, locale);
    const rows = async () => mapRows(await everyRow(db, await wholeLog(db, query, locale)), named);
    return sheetOfRows('log', sheet(locale), rows, locale);
  },
  listLog: async ({ query }, { db, origin: { locale } }) => {
    const page = await logPage(db, query, locale);
    return { ...page, list: await formatLogPage(db, page.list.map(await createRecordNamer(db, locale, page.list)), locale) };
  },
  getLog: async ({ params: { id } }, { db, origin }) => {
    const row = await findLog(db, id, { origin });
    const named = await createRecordNamer(db, origin.locale, [row]);
    return formatLogEntry(db, named(row), origin.locale);
  },
};
