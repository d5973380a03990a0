import type { Locale } from '@kuwei/contract/constants';
import type { Count, CountLine, countRoutes } from '@kuwei/contract/wms/inventory';
import { say } from '../../phrase.ts';
import type { Caller, WriteContext } from '../../context.ts';
import type { Given } from '../../bpm/kind.ts';
import { everyRow, listPage } from '../../db/list.ts';
import type { Handlers } from '../../http/register.ts';
import { dicNames, type Names } from '../../platform/dic/names.ts';
import { readHandlers } from '../../platform/record.ts';
import { numberCell, sheetOfRows, type SheetColumns } from '../../platform/workbook/workbook.ts';
import { getCount, countList, listCountRecords, listOpenable, type CountQuery } from './queries.ts';
import { countLineList, countLinesOf, listCountBoxes, packCount } from './lines.ts';
import { ownReadScope } from '../scope.ts';
import { preview } from './extent.ts';
import { decideCount } from './review.ts';
import { createCount, deleteCount, selectCounters, updateCount } from './save.ts';
import { cancelCount, explainLine, publishCount, recountLines, submitCount } from './steps.ts';
import { storeValues } from './values.ts';

const reads = readHandlers<Count, CountQuery>({
  find: (db, id, { caller, origin }) => getCount(db, id, caller, origin.locale),
  list: (query, { caller, origin, action }) => countList(query, caller, action, origin.locale),
  sheet: ['counts', ({ origin }) => sheet(origin.locale)],
});

const moments = { as: 'moment', width: 18 } as const;

const sheet = (locale: Locale): SheetColumns<Pick<Count, (typeof SHEET)[number]>> => ({
  no: { phrase: 'wms.count.no', width: 20 },
  warehouseName: { phrase: 'wms.count.warehouse', width: 20 },
  type: { phrase: 'wms.count.type', width: 12, cell: ({ type }) => say(locale, `wms.count.type.${type}`) },
  scope: { phrase: 'wms.count.scope', width: 16, cell: ({ scope }) => say(locale, `wms.count.scope.${scope}`) },
  state: { phrase: 'wms.count.state', width: 12, cell: ({ state }) => say(locale, `wms.count.state.${state}`) },
  boxes: { phrase: 'wms.count.boxes', width: 10 },
  lines: { phrase: 'wms.count.lines', width: 10 },
  counted: { phrase: 'wms.count.counted', width: 10 },
  differing: { phrase: 'wms.count.differing', width: 10 },
  openedBy: { phrase: 'wms.count.openedBy', width: 14 },
  deadline: { phrase: 'wms.count.deadline', ...moments },
  publishedAt: { phrase: 'wms.count.publishedAt', ...moments },
  endedAt: { phrase: 'wms.count.endedAt', ...moments },
  adjustmentNo: { phrase: 'wms.count.adjustment', width: 20 },
  remark: { phrase: 'wms.count.remark', width: 30 },
});
const SHEET = [
  'no',
  'warehouseName',
  'type',
  'scope',
  'state',
  'boxes',
  'lines',
  'counted',
  'differing',
  'openedBy',
  'deadline',
  'publishedAt',
  'endedAt',
  'adjustmentNo',
  'remark',
] as const;

/** Columns of lines; book quantities are empty for counters, as in the list. */
const lineSheet = (unit: Names, reason: Names): SheetColumns<Pick<CountLine, (typeof LINE_SHEET)[number]>> => ({
  lineNo: { phrase: 'wms.count.line', width: 8 },
  boxCode: { phrase: 'wms.count.box', width: 18 },
  productCode: { phrase: 'wms.product.code', width: 18 },
  productName: { phrase: 'wms.product.name', width: 30 },
  batchNo: { phrase: 'wms.count.batch', width: 16 },
  ownerOrgName: { phrase: 'wms.count.owner', width: 20 },
  qtyBook: { phrase: 'wms.count.book', width: 12, cell: ({ qtyBook }) => numberCell(qtyBook) },
  qtyCount: { phrase: 'wms.count.qty', width: 12, cell: ({ qtyCount }) => numberCell(qtyCount) },
  variance: { phrase: 'wms.count.variance', width: 12, cell: ({ variance }) => numberCell(variance) },
  baseUnit: { phrase: 'wms.product.baseUnit', width: 10, cell: ({ baseUnit }) => unit(baseUnit) },
  reason: { phrase: 'wms.count.reason', width: 14, cell: (line) => (line.reason === null ? null : reason(line.reason)) },
  note: { phrase: 'wms.count.note', width: 24 },
  counterName: { phrase: 'wms.count.counter', width: 14 },
  secondName: { phrase: 'wms.count.second', width: 14 },
  countedAt: { phrase: 'wms.count.countedAt', ...moments },
});
const LINE_SHEET = [
  'lineNo',
  'boxCode',
  'productCode',
  'productName',
  'batchNo',
  'ownerOrgName',
  'qtyBook',
  'qtyCount',
  'variance',
  'baseUnit',
  'reason',
  'note',
  'counterName',
  'secondName',
  'countedAt',
] as const;

/** Returns the count after a step. */
const getCountAfter = async (context: WriteContext<Caller>, id: string, step: Promise<unknown>): Promise<Count> => {
  await step;
  return getCount(context.trx, id, context.caller, context.origin.locale, null);
};

const decideAndGet = (
  context: WriteContext<Caller>,
  id: string,
  { rev, comment, to = null }: { rev: number; comment: string | null; to?: string | null | undefined },
  decision: Given['decision'],
): Promise<Count> => getCountAfter(context, id, decideCount(context, id, { taskId: null, decision, to, comment, rev }));

export const countHandlers: Handlers<typeof countRoutes> = {
  exportCounts: reads.export,
  listCounts: reads.list,
  getCount: reads.get,
  createCount: ({ body }, context) => createCount(context, body),
  updateCount: ({ params, body }, context) => updateCount(context, params.id, body),
  deleteCount: ({ params }, context) => deleteCount(context, params.id),
  previewCount: ({ body }, { db, caller }) => preview(db, ownReadScope(caller).own.orgId, body),
  listOpenable: ({ query }, { db, caller }) => listOpenable(db, query.ids, caller),
  selectCounters: ({ query }, { db, caller }) => selectCounters(db, ownReadScope(caller).own.orgId, query.count),
  publishCount: ({ params, body }, context) => getCountAfter(context, params.id, publishCount(context, params.id, body.rev)),
  countLines: ({ params, body }, context) => storeValues(context, params.id, body),
  packCount: ({ params }, { db, caller, origin }) => packCount(db, params.id, caller, origin.locale),
  submitCount: ({ params, body }, context) => getCountAfter(context, params.id, submitCount(context, params.id, body.rev)),
  recountLines: ({ params, body }, context) => getCountAfter(context, params.id, recountLines(context, params.id, body)),
  cancelCount: ({ params, body }, context) => getCountAfter(context, params.id, cancelCount(context, params.id, body)),
  approveCount: ({ params, body }, context) => decideAndGet(context, params.id, body, 'APPROVE'),
  returnCount: ({ params, body }, context) => decideAndGet(context, params.id, body, 'RETURN'),
  rejectCount: ({ params, body }, context) => decideAndGet(context, params.id, body, 'REJECT'),
  updateCountLine: async ({ params, body }, context) => {
    await explainLine(context, params.id, params.lineId, body);
    return (await countLinesOf(context.trx, params.id, [params.lineId], context.caller, context.origin.locale))[0]!;
  },
  listCountLines: async ({ params, query }, { db, caller, origin }) =>
    listPage(db, query, await countLineList(db, params.id, query, caller, origin.locale, 'SEE')),
  exportCountLines: async ({ params, query }, { db, caller, origin: { locale } }) => {
    const list = await countLineList(db, params.id, query, caller, locale, 'EXPORT');
    const names = [await dicNames(db, 'WMS_UNIT', locale), await dicNames(db, 'WMS_COUNT_REASON', locale)] as const;
    return sheetOfRows('count', lineSheet(...names), () => everyRow(db, list), locale);
  },
  listCountBoxes: ({ params }, { db, caller, origin }) => listCountBoxes(db, params.id, caller, origin.locale),
  listCountRecords: ({ params }, { db, caller, origin }) => listCountRecords(db, params.id, caller, origin.locale),
};
