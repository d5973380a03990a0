import type { LogEntry, logRoutes } from '@kuwei/contract/sys/log';
import type { Locale } from '@kuwei/contract/constants';
import type { Handlers } from '../../http/register.ts';
import { say } from '../../phrase.ts';
import { readHandlers } from '../record.ts';
import type { SheetColumns } from '../workbook/workbook.ts';
import { findLog, logList, recordsCalled, type LogQuery } from './queries.ts';

const sheet = (locale: Locale): SheetColumns<LogEntry, 'userId' | 'proxyUserId'> => ({
  id: { phrase: 'log.id', width: 10 },
  at: { phrase: 'log.at', width: 20, as: 'moment' },
  userName: { phrase: 'log.user', width: 14 },
  proxyUserName: { phrase: 'log.proxy', width: 14 },
  entity: {
    phrase: 'log.entity',
    width: 16,
    cell: ({ entity }) => (entity === null ? null : say(locale, `log.entity.${entity}`)),
  },
  entityId: { phrase: 'log.record', width: 38 },
  recordName: { phrase: 'log.name', width: 28 },
  action: { phrase: 'log.action', width: 40 },
  change: {
    phrase: 'log.change',
    width: 60,
    cell: ({ change }) => (change === null ? null : JSON.stringify(change).slice(0, 30_000)),
  },
  pageRole: { phrase: 'log.pageRole', width: 20 },
  orgName: { phrase: 'log.org', width: 20 },
  ip: { phrase: 'log.ip', width: 16 },
  requestId: { phrase: 'log.request', width: 38 },
});

const reads = readHandlers<LogEntry, LogQuery>({
  find: findLog,
  list: async (query, { origin }, db) =>
    logList(query, origin.locale, query.q === undefined ? [] : await recordsCalled(db, query.q)),
  sheet: ['log', ({ origin }) => sheet(origin.locale)],
});

export const logHandlers: Handlers<typeof logRoutes> = {
  exportLog: reads.export,
  listLog: reads.list,
  getLog: reads.get,
};
