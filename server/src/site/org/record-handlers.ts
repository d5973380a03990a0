import type { orgRecordRoutes } from '@kuwei/contract/wms/org-record';
import { EVENTS } from '@kuwei/contract/event';
import type { Caller, OwnContext, WriteContext } from '../../context.ts';
import { listPage } from '../../db/list.ts';
import type { Handlers } from '../../http/register.ts';
import { listImports } from '../../platform/import/history.ts';
import { runImport, notifyAfterWrite } from '../../platform/import/import.ts';
import type { ImportTable } from '../../platform/import/kind.ts';
import { tableOf } from '../../platform/import/rows.ts';
import { previewUndo, undoImport } from '../../platform/import/undo.ts';
import { findHolders } from '../../platform/people.ts';
import type { Upload } from '../../http/transfer.ts';
import type { ImportQuery } from '@kuwei/contract/workbook/workbook';
import { deleteOrg, previewMerge, mergeOrg, setOrgState } from './actions.ts';
import { memberTable, memberTemplate } from './member-rows.ts';
import { findOrg, orgList, selectQuotaWarehouses } from './queries.ts';
import { ORGANISATIONS } from './record.ts';
import { getOwned } from './references.ts';
import { exportOrgs, findOrgGrants, orgKind, orgTemplate } from './workbook.ts';
import { writeOrgs } from './write.ts';

type Context = WriteContext<Caller>;

/** Notifies administrators, whose lists reload. */
export async function notifyOrgChange(context: Context, id?: string): Promise<void> {
  const to = await findHolders(context.trx, 'ROLE_ADMIN', null);
  context.emit({ to, ...EVENTS.org, d: id === undefined ? {} : { id } });
}

/** Changes an organisation and returns it. */
async function changeOrg(context: Context, id: string, work: () => Promise<unknown>) {
  await work();
  await notifyOrgChange(context, id);
  return findOrg(context.trx, id, context);
}

const kindFor = ({ caller, origin }: { caller: Caller; origin: Context['origin'] }, db: Parameters<typeof orgKind>[0]) =>
  orgKind(db, caller.userId, origin.locale);

const importing = <F>(context: OwnContext<Caller>, upload: Upload, query: ImportQuery, table: ImportTable<F>) =>
  runImport(context, upload, query, notifyAfterWrite(table, notifyOrgChange));

export const orgRecordHandlers: Handlers<typeof orgRecordRoutes> = {
  exportOrgs: ({ query }, { db, origin }) => exportOrgs(db, query, origin.locale),
  getOrgTemplate: (_, { db, origin }) => orgTemplate(db, origin.locale),
  importOrgs: {
    own: async ({ query, body }, context) => {
      const { db, origin } = context;
      const table = tableOf(await kindFor(context, db), origin.locale);
      return importing(context, body, query, { ...table, rightsGiven: findOrgGrants(db, origin.locale) });
    },
  },
  getMemberTemplate: async (_, { origin }) => memberTemplate(origin.locale),
  importMembers: {
    own: async ({ query, body }, context) => {
      const { db, caller, origin } = context;
      return importing(context, body, query, await memberTable(db, caller.userId, origin.locale));
    },
  },
  listOrgImports: ({ query }, { db, caller }) => listImports(db, ORGANISATIONS, query, caller),
  lookAtOrgUndo: async ({ params }, context) => previewUndo(context, await kindFor(context, context.db), params.import),
  undoOrgImport: async ({ params, body }, context) => {
    const reply = await undoImport(context, await kindFor(context, context.trx), params.import, body.expected);
    await notifyOrgChange(context);
    return reply;
  },
  selectQuotaWarehouses: (_, { db, origin }) => selectQuotaWarehouses(db, origin.locale),
  listOrgs: ({ query }, { db, origin }) => listPage(db, query, orgList(query, origin.locale)),
  createOrg: async ({ body }, context) => {
    const [made] = await writeOrgs(context, [{ id: null, rev: null, form: body }]);
    await notifyOrgChange(context, made!.id);
    return findOrg(context.trx, made!.id, context);
  },
  getOrg: ({ params }, { db, origin }) => findOrg(db, params.id, { origin }),
  updateOrg: ({ params: { id }, body: { rev, ...form } }, context) =>
    changeOrg(context, id, () => writeOrgs(context, [{ id, rev, form }])),
  deleteOrg: async ({ params: { id } }, context) => {
    await deleteOrg(context, id);
    await notifyOrgChange(context, id);
    return null;
  },
  setOrgState: ({ params: { id }, body }, context) =>
    changeOrg(context, id, () => setOrgState(context, id, body.state, body.rev)),
  getOwned: ({ params }, { db, origin }) => getOwned(db, params.id, origin.locale),
  lookAtMerge: ({ params: { id }, query: { intoId } }, { db, caller, origin }) =>
    previewMerge(db, { id, intoId, userId: caller.userId, origin }),
  mergeOrg: ({ params: { id }, body }, context) => changeOrg(context, id, () => mergeOrg(context, id, body.intoId, body.rev)),
};
