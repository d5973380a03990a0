import { AppError } from '@kuwei/contract/error';
import type { RuleAction } from '@kuwei/contract/auth/rule';
import type { FlowRow, flowRoutes } from '@kuwei/contract/wms/hazard-flow';
import type { Kysely } from 'kysely';
import type { ReadContext } from '../../context.ts';
import { everyRow, listPage, type List } from '../../db/list.ts';
import type { DB } from '../../db/types.ts';
import type { Handlers } from '../../http/register.ts';
import type { SheetDownload } from '../../http/transfer.ts';
import { dicNames } from '../../platform/dic/names.ts';
import { sheetOfRows, type ExportName } from '../../platform/workbook/workbook.ts';
import { ownReadScope, readScopeOf } from '../scope.ts';
import { loadRegisterMonth, isOwnWarehouse, assertVisible, narrowToWarehouse } from './register-month.ts';
import { closeMonth, reopenMonth, signMonth } from './close.ts';
import { reportRulesOf } from './due.ts';
import { getRegister, listMonths } from './register.ts';
import { reportFlow, withdrawReport } from './report.ts';
import { dueList, rowList, type DueQuery, type RowQuery } from './rows.ts';
import { flowSheet } from './workbook.ts';

type Reader = Pick<ReadContext, 'caller' | 'origin' | 'services'>;

async function register(
  db: Kysely<DB>,
  query: RowQuery,
  { caller, origin, services }: Reader,
  action: RuleAction,
): Promise<List<FlowRow>> {
  const readScope = readScopeOf(caller, action);
  assertVisible(readScope, query.warehouseId);
  const rules = isOwnWarehouse(readScope, query.warehouseId) ? reportRulesOf(services) : null;
  return rowList(
    await loadRegisterMonth(db, query),
    narrowToWarehouse(readScope, query.warehouseId),
    query,
    rules,
    origin.locale,
  );
}

/** Reporting belongs to the warehouse alone: data rules do not open it. */
function due(query: DueQuery, { caller, origin, services }: Reader): List<FlowRow> {
  const readScope = ownReadScope(caller);
  if (!isOwnWarehouse(readScope, query.warehouseId)) throw new AppError('NOT_FOUND', { field: 'warehouseId' });
  return dueList(query, narrowToWarehouse(readScope, query.warehouseId), query, reportRulesOf(services), origin.locale);
}

async function sheet(
  db: Kysely<DB>,
  name: ExportName,
  list: List<FlowRow>,
  { origin: { locale } }: Reader,
): Promise<SheetDownload> {
  const columns = flowSheet(locale, await dicNames(db, 'WMS_UNIT', locale));
  return sheetOfRows(name, columns, () => everyRow(db, list), locale);
}

export const flowHandlers: Handlers<typeof flowRoutes> = {
  listFlow: async ({ query }, { db, ...reader }) => listPage(db, query, await register(db, query, reader, 'SEE')),
  exportFlowRegister: async ({ query }, { db, ...reader }) =>
    sheet(db, 'hazard-flow', await register(db, query, reader, 'EXPORT'), reader),
  getFlowRegister: ({ query }, { db, caller, origin, services }) =>
    getRegister(db, query, { caller, readScope: readScopeOf(caller), rules: reportRulesOf(services), locale: origin.locale }),
  listFlowMonths: ({ query }, { db, caller }) => listMonths(db, query, readScopeOf(caller)),
  closeFlow: ({ body }, context) => closeMonth(context, body),
  signFlow: ({ params, body }, context) => signMonth(context, params.id, body.rev),
  reopenFlow: ({ params, body }, context) => reopenMonth(context, params.id, body),
  listFlowDue: ({ query }, { db, ...reader }) => listPage(db, query, due(query, reader)),
  exportFlowDue: ({ query }, { db, ...reader }) => sheet(db, 'flow-report', due(query, reader), reader),
  reportFlow: ({ body }, context) => reportFlow(context, body),
  withdrawFlowReport: ({ params, body }, context) => withdrawReport(context, params.id, body),
};
