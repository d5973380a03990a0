import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { EXPORT_ROWS_MAX } from '@kuwei/contract/workbook/workbook';
import { WARNING_STATES, warningQuery, type Warning, type warningRoutes } from '@kuwei/contract/wms/ews-product';
import { sql } from 'kysely';
import { firstRows, assertFitsSheet } from '../../db/list.ts';
import { anyOf } from '../../db/rows.ts';
import type { Handlers } from '../../http/register.ts';
import { say } from '../../phrase.ts';
import { BATCH_MAX, listSelected, forEach, UNCHANGED } from '../../platform/batch.ts';
import { dicNames, type Names } from '../../platform/dic/names.ts';
import { readHandlers } from '../../platform/record.ts';
import { numberCell, sheetOfRows, type SheetColumns } from '../../platform/workbook/workbook.ts';
import { ownReadScope, readScopeOf } from '../scope.ts';
import { countWarnings, getWarning, listEvents, purchases, warningList, type Purchase, type WarningQuery } from './queries.ts';
import { applyAction, type Act } from './save.ts';

type NoColumn =
  | `${'org' | 'warehouse' | 'product' | 'batch' | 'box' | 'document' | 'permit'}Id`
  | 'id'
  | 'documentType'
  | 'own'
  | 'rev';

const sheet = (locale: Locale, unit: Names): SheetColumns<Warning, NoColumn> => ({
  severity: {
    phrase: 'wms.warning.severity',
    width: 10,
    cell: ({ severity }) => say(locale, `wms.warning.severity.${severity}`),
  },
  kind: { phrase: 'wms.warning.kind', width: 16, cell: ({ kind }) => say(locale, `wms.warning.kind.${kind}`) },
  productCode: { phrase: 'wms.product.code', width: 18 },
  productName: { phrase: 'wms.product.name', width: 30 },
  batchNo: { phrase: 'wms.stock.batchNo', width: 14 },
  boxCode: { phrase: 'wms.stock.box', width: 16 },
  documentNo: { phrase: 'wms.transaction.no', width: 18 },
  permitNumber: { phrase: 'wms.permit.number', width: 20 },
  controlClass: {
    phrase: 'wms.flow.controlClass',
    width: 12,
    cell: ({ controlClass }) => (controlClass === null ? null : say(locale, `wms.control.${controlClass}`)),
  },
  orgName: { phrase: 'wms.stock.owner', width: 24 },
  warehouseName: { phrase: 'wms.stock.warehouse', width: 18 },
  value: { phrase: 'wms.warning.value', width: 12, cell: ({ value }) => numberCell(value) },
  threshold: { phrase: 'wms.warning.threshold', width: 12, cell: ({ threshold }) => numberCell(threshold) },
  baseUnit: { phrase: 'wms.product.baseUnit', width: 10, cell: ({ baseUnit }) => (baseUnit === null ? null : unit(baseUnit)) },
  day: { phrase: 'wms.warning.day', width: 12, as: 'day' },
  since: { phrase: 'wms.warning.since', width: 18, as: 'moment' },
  state: { phrase: 'wms.warning.state', width: 10, cell: ({ state }) => say(locale, `wms.warning.state.${state}`) },
  resolvedAt: { phrase: 'wms.warning.resolvedAt', width: 18, as: 'moment' },
  untilDay: { phrase: 'wms.warning.untilDay', width: 12, as: 'day' },
  reason: { phrase: 'wms.warning.reason', width: 30 },
  handlerName: { phrase: 'wms.warning.handler', width: 14 },
  handledAt: { phrase: 'wms.warning.handledAt', width: 18, as: 'moment' },
});

const purchaseSheet = (unit: Names): SheetColumns<Purchase> => ({
  productCode: { phrase: 'wms.product.code', width: 18 },
  productName: { phrase: 'wms.product.name', width: 30 },
  spec: { phrase: 'wms.product.spec', width: 16 },
  brand: { phrase: 'wms.product.brand', width: 16 },
  orgName: { phrase: 'wms.stock.owner', width: 24 },
  warehouseName: { phrase: 'wms.stock.warehouse', width: 18 },
  qty: { phrase: 'wms.warning.usable', width: 12, cell: ({ qty }) => numberCell(qty) },
  minQty: { phrase: 'wms.limit.minQty', width: 12, cell: ({ minQty }) => numberCell(minQty) },
  missing: { phrase: 'wms.warning.missing', width: 12, cell: ({ missing }) => numberCell(missing) },
  baseUnit: { phrase: 'wms.product.baseUnit', width: 10, cell: ({ baseUnit }) => unit(baseUnit) },
});

const reads = readHandlers<Warning, WarningQuery>({
  find: (db, id, { caller, origin }) => getWarning(db, readScopeOf(caller), id, origin.locale),
  list: (query, { caller, origin, action }, db) => warningList(db, readScopeOf(caller, action), query, origin.locale),
  sheet: ['warnings', async ({ origin: { locale } }, db) => sheet(locale, await dicNames(db, 'WMS_UNIT', locale))],
});

/** A single update with a version always changes something. */
const assertChanged = (reply: Warning | typeof UNCHANGED): Warning => {
  if (reply === UNCHANGED) throw new AppError('SERVER');
  return reply;
};

interface Asked {
  untilDay?: string | undefined;
  reason?: string | undefined;
}

/** The action with its own fields. */
const ACTION_BUILDERS = {
  ack: (): Act => ({ to: 'ACKED' }),
  snooze: ({ untilDay }: Asked): Act => {
    if (untilDay === undefined) throw new AppError('EWS_UNTIL', { field: 'untilDay' });
    return { to: 'SNOOZED', untilDay };
  },
  ignore: ({ reason }: Asked): Act => {
    if (!reason) throw new AppError('COMMENT_NEEDED', { field: 'reason' });
    return { to: 'IGNORED', reason };
  },
};

export const warningHandlers: Handlers<typeof warningRoutes> = {
  countWarnings: ({ query }, { db, caller }) => countWarnings(db, readScopeOf(caller), query),
  exportPurchases: async ({ query }, { db, caller, origin: { locale } }) => {
    const rows = await purchases(db, readScopeOf(caller, 'EXPORT'), query, locale, EXPORT_ROWS_MAX + 1);
    assertFitsSheet(rows.length);
    return sheetOfRows('purchases', purchaseSheet(await dicNames(db, 'WMS_UNIT', locale)), rows, locale);
  },
  exportWarnings: reads.export,
  batchWarnings: {
    own: async ({ params, body: { untilDay, reason, ...which } }, context) => {
      const act = ACTION_BUILDERS[params.action as keyof typeof ACTION_BUILDERS]({ untilDay, reason });
      const { locale } = context.origin;
      const records = await listSelected(context, which, warningQuery, async (trx, query, ids) => {
        const among = ids === undefined ? [] : [sql`w.id = ${anyOf(ids)}`];
        // Includes closed warnings among named ids, so they are refused as closed.
        const asked = ids === undefined ? query : { ...query, state: [...WARNING_STATES] };
        const found = await firstRows(
          trx,
          await warningList(trx, ownReadScope(context.caller), asked, locale, among),
          BATCH_MAX + 1,
        );
        return found.map((one) => ({ id: one.id, label: labelOf(one, locale) }));
      });
      return forEach(context, records, (inside, { id }) => applyAction(inside, id, act));
    },
  },
  listWarnings: reads.list,
  getWarning: reads.get,
  listWarningEvents: ({ params }, { db, caller, origin }) => listEvents(db, readScopeOf(caller), params.id, origin.locale),
  ackWarning: async ({ params, body }, context) =>
    assertChanged(await applyAction(context, params.id, { to: 'ACKED' }, body.rev)),
  snoozeWarning: async ({ params, body: { rev, untilDay } }, context) =>
    assertChanged(await applyAction(context, params.id, { to: 'SNOOZED', untilDay }, rev)),
  ignoreWarning: async ({ params, body: { rev, reason } }, context) =>
    assertChanged(await applyAction(context, params.id, { to: 'IGNORED', reason }, rev)),
};

const labelOf = ({ kind, productName, boxCode, documentNo, warehouseName }: Warning, locale: Locale): string =>
  `${say(locale, `wms.warning.kind.${kind}`)} · ${productName ?? boxCode ?? documentNo ?? warehouseName}`;
