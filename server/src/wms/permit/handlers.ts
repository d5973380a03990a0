import type { Locale } from '@kuwei/contract/constants';
import { EVENTS } from '@kuwei/contract/event';
import { joinList } from '@kuwei/contract/phrase';
import type { Permit, permitRoutes } from '@kuwei/contract/wms/permit';
import type { Kysely } from 'kysely';
import type { DB } from '../../db/types.ts';
import type { Handlers } from '../../http/register.ts';
import { say } from '../../phrase.ts';
import { dicNames } from '../../platform/dic/names.ts';
import { importHandlers } from '../../platform/import/handlers.ts';
import { readHandlers } from '../../platform/record.ts';
import { numberCell, yesNo, type SheetColumns } from '../../platform/workbook/workbook.ts';
import { scopeOf } from '../scope.ts';
import { listNeeds, listDocumentNeeds } from './needs.ts';
import { getOrg, getPermit, listUses, permitList, selectOrgs, type PermitQuery } from './queries.ts';
import { checkPermit, createPermit, deletePermit, PERMITS, revokePermit, updatePermit } from './save.ts';
import { permitKind, permitTemplate, withSplitUnits } from './workbook.ts';

type NoColumn = 'id' | 'orgId' | 'warehouseId' | 'productIds' | 'fileId' | 'mayEdit' | 'mayCheck' | 'mayRevoke' | 'rev';

async function sheet(db: Kysely<DB>, locale: Locale): Promise<SheetColumns<Permit, NoColumn>> {
  const kind = await dicNames(db, 'WMS_PERMIT_KIND', locale);
  const unit = await dicNames(db, 'WMS_UNIT', locale);
  return {
    code: { phrase: 'wms.permit.code', width: 18 },
    kind: { phrase: 'wms.permit.kind', width: 16, cell: (permit) => kind(permit.kind) },
    number: { phrase: 'wms.permit.number', width: 22 },
    orgName: { phrase: 'wms.permit.org', width: 24 },
    warehouseName: { phrase: 'wms.permit.warehouse', width: 18 },
    controlClass: {
      phrase: 'wms.permit.controlClass',
      width: 12,
      cell: (permit) => say(locale, `wms.control.${permit.controlClass}`),
    },
    products: {
      phrase: 'wms.permit.products',
      width: 30,
      cell: ({ products }) =>
        joinList(
          locale,
          products.map(({ code }) => code),
        ),
    },
    amount: { phrase: 'wms.permit.amount', width: 12, cell: ({ amount }) => numberCell(amount) },
    unit: { phrase: 'wms.permit.unit', width: 8, cell: (permit) => (permit.unit === null ? null : unit(permit.unit)) },
    taken: { phrase: 'wms.permit.taken', width: 12, cell: ({ taken }) => numberCell(taken) },
    coming: { phrase: 'wms.permit.coming', width: 12, cell: ({ coming }) => numberCell(coming) },
    left: { phrase: 'wms.permit.left', width: 12, cell: ({ left }) => numberCell(left) },
    validFrom: { phrase: 'wms.permit.validFrom', width: 12, as: 'day' },
    validUntil: { phrase: 'wms.permit.validUntil', width: 12, as: 'day' },
    state: { phrase: 'wms.permit.state', width: 10, cell: ({ state }) => say(locale, `wms.permit.state.${state}`) },
    span: { phrase: 'wms.permit.span', width: 10, cell: ({ span }) => say(locale, `wms.permit.span.${span}`) },
    admits: { phrase: 'wms.permit.admits', width: 10, cell: ({ admits }) => yesNo(admits, locale) },
    uses: { phrase: 'wms.permit.uses', width: 10 },
    authority: { phrase: 'wms.permit.authority', width: 24 },
    fileName: { phrase: 'wms.permit.file', width: 20 },
    note: { phrase: 'wms.permit.note', width: 24 },
    checkedBy: { phrase: 'wms.permit.checkedBy', width: 12 },
    checkedAt: { phrase: 'wms.permit.checkedAt', width: 18, as: 'moment' },
    reason: { phrase: 'wms.permit.reason', width: 24 },
    createdAt: { phrase: 'wms.permit.createdAt', width: 18, as: 'moment' },
    updatedAt: { phrase: 'list.updated', width: 18, as: 'moment' },
    updatedBy: { phrase: 'wms.permit.updatedBy', width: 12 },
  };
}

const reads = readHandlers<Permit, PermitQuery>({
  find: (db, id, { caller, origin }) => getPermit(db, id, caller, origin.locale, 'SEE'),
  list: (query, { caller, origin, action }) => permitList(query, caller, action, origin.locale),
  sheet: ['permits', ({ origin }, db) => sheet(db, origin.locale)],
});

const imports = importHandlers(PERMITS, permitKind, ({ emit }) => emit({ to: 'all', ...EVENTS.permit, d: {} }), withSplitUnits);

export const permitHandlers: Handlers<typeof permitRoutes> = {
  selectPermitOrgs: ({ query }, { db, caller, origin }) => selectOrgs(db, scopeOf(caller), query, origin.locale),
  getPermitOrg: ({ params }, { db, caller, origin }) => getOrg(db, scopeOf(caller), params.id, origin.locale),
  exportPermits: reads.export,
  getPermitTemplate: (_, { db, ...asked }) => permitTemplate(db, asked),
  importPermits: imports.run,
  listPermitImports: imports.list,
  lookAtPermitUndo: imports.lookAtUndo,
  undoPermitImport: imports.undo,
  askPermits: ({ body }, { db, caller, origin, services }) => listNeeds(db, services, body, caller, origin.locale),
  getDocumentPermits: ({ params }, { db, caller, origin, services }) =>
    listDocumentNeeds(db, services, params.id, caller, origin.locale),
  listPermits: reads.list,
  createPermit: ({ body }, context) => createPermit(context, body),
  getPermit: reads.get,
  updatePermit: ({ params, body }, context) => updatePermit(context, params.id, body),
  checkPermit: ({ params, body }, context) => checkPermit(context, params.id, body.rev),
  revokePermit: ({ params, body }, context) => revokePermit(context, params.id, body),
  deletePermit: ({ params }, context) => deletePermit(context, params.id),
  listPermitUses: async ({ params, query }, { db, caller, origin }) => {
    await getPermit(db, params.id, caller, origin.locale, 'SEE');
    return listUses(db, params.id, query, origin.locale);
  },
};
