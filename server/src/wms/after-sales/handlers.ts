import type { Locale } from '@kuwei/contract/constants';
import type { AfterSalesCase, afterSalesRoutes } from '@kuwei/contract/wms/after-sales';
import type { Caller, WriteContext } from '../../context.ts';
import type { Handlers } from '../../http/register.ts';
import { say } from '../../phrase.ts';
import { dicNames, type Names } from '../../platform/dic/names.ts';
import { readHandlers } from '../../platform/record.ts';
import { numberCell, type SheetColumns } from '../../platform/workbook/workbook.ts';
import { originOf } from './origin.ts';
import { caseList, getCase, listCaseMessages, listCaseRecords, type CaseQuery } from './queries.ts';
import { createCase, deleteCase, updateCase } from './save.ts';
import { cancelCase, decideVisibleCase, submitCase, withdrawCase } from './steps.ts';
import { createCaseMessage } from './create-message.ts';

const reads = readHandlers<AfterSalesCase, CaseQuery>({
  find: (db, id, { caller, origin }) => getCase(db, id, caller, origin.locale),
  list: (query, { caller, origin, action }) => caseList(query, caller, action, origin.locale),
  sheet: ['after-sales', async ({ origin }, db) => sheet(origin.locale, await dicNames(db, 'WMS_UNIT', origin.locale))],
});

const moments = { as: 'moment', width: 18 } as const;

const sheet = (locale: Locale, unit: Names): SheetColumns<Pick<AfterSalesCase, (typeof SHEET)[number]>> => ({
  no: { phrase: 'wms.afs.no', width: 20 },
  kind: { phrase: 'wms.afs.kind', width: 10, cell: ({ kind }) => say(locale, `wms.afs.kind.${kind}`) },
  state: { phrase: 'wms.afs.state', width: 12, cell: ({ state }) => say(locale, `wms.afs.state.${state}`) },
  productCode: { phrase: 'wms.product.code', width: 18 },
  productName: { phrase: 'wms.product.name', width: 30 },
  batchNo: { phrase: 'wms.afs.batch', width: 16 },
  qty: { phrase: 'wms.afs.qty', width: 12, cell: ({ qty }) => (qty === null ? null : numberCell(qty)) },
  baseUnit: { phrase: 'wms.afs.unit', width: 10, cell: ({ baseUnit }) => unit(baseUnit) },
  solution: { phrase: 'wms.afs.solution', width: 16, cell: ({ solution }) => say(locale, `wms.afs.solution.${solution}`) },
  ownerOrgName: { phrase: 'wms.afs.owner', width: 20 },
  warehouseName: { phrase: 'wms.afs.warehouse', width: 20 },
  supplierName: { phrase: 'wms.afs.supplier', width: 20 },
  transactionNo: { phrase: 'wms.afs.document', width: 20 },
  boxCode: { phrase: 'wms.afs.box', width: 18 },
  applicantName: { phrase: 'wms.afs.applicant', width: 14 },
  description: { phrase: 'wms.afs.description', width: 40 },
  submittedAt: { phrase: 'wms.afs.submittedAt', ...moments },
  dueAt: { phrase: 'wms.afs.dueAt', ...moments },
  decidedAt: { phrase: 'wms.afs.decidedAt', ...moments },
  endedAt: { phrase: 'wms.afs.endedAt', ...moments },
});
const SHEET = [
  'no',
  'kind',
  'state',
  'productCode',
  'productName',
  'batchNo',
  'qty',
  'baseUnit',
  'solution',
  'ownerOrgName',
  'warehouseName',
  'supplierName',
  'transactionNo',
  'boxCode',
  'applicantName',
  'description',
  'submittedAt',
  'dueAt',
  'decidedAt',
  'endedAt',
] as const;

/** Returns the case after a step. */
const getCaseAfter = async (context: WriteContext<Caller>, id: string, step: Promise<unknown>): Promise<AfterSalesCase> => {
  await step;
  return getCase(context.trx, id, context.caller, context.origin.locale, null);
};

export const afterSalesHandlers: Handlers<typeof afterSalesRoutes> = {
  exportCases: reads.export,
  getCaseOrigin: ({ query: { transactionLineId = null, productBoxId = null } }, { db, caller, origin, services }) =>
    originOf(db, { transactionLineId, productBoxId }, caller, services.settings, origin.locale),
  listCases: reads.list,
  getCase: reads.get,
  createCase: ({ body }, context) => createCase(context, body),
  updateCase: ({ params, body }, context) => updateCase(context, params.id, body),
  deleteCase: ({ params }, context) => deleteCase(context, params.id),
  submitCase: ({ params, body }, context) => getCaseAfter(context, params.id, submitCase(context, params.id, body.rev)),
  withdrawCase: ({ params, body }, context) => getCaseAfter(context, params.id, withdrawCase(context, params.id, body.rev)),
  cancelCase: ({ params, body }, context) => getCaseAfter(context, params.id, cancelCase(context, params.id, body)),
  decideCase: ({ params, body: { to = null, ...body } }, context) =>
    getCaseAfter(context, params.id, decideVisibleCase(context, params.id, { taskId: null, to, ...body })),
  listCaseMessages: ({ params }, { db, caller, origin }) => listCaseMessages(db, params.id, caller, origin.locale),
  sayInCase: ({ params, body }, context) => createCaseMessage(context, params.id, body),
  listCaseRecords: ({ params }, { db, caller, origin }) => listCaseRecords(db, params.id, caller, origin.locale),
};
