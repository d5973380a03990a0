import { POWERS } from '@kuwei/contract/access';
import type { roleRoutes } from '@kuwei/contract/auth/role';
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import type { Route } from '@kuwei/contract/route';
import type { Caller, WriteContext } from '../../context.ts';
import { listPage } from '../../db/list.ts';
import type { Handlers } from '../../http/register.ts';
import { listImports } from '../../platform/import/history.ts';
import { runImport, notifyAfterWrite } from '../../platform/import/import.ts';
import { tableOf } from '../../platform/import/rows.ts';
import { previewUndo, undoImport } from '../../platform/import/undo.ts';
import { lockAccounts, lockRights, writeAccounts } from '../account/write.ts';
import { accountsById } from '../account/record.ts';
import { notifyPowerHolders } from '../power/notify.ts';
import { explainAction } from './explain.ts';
import {
  compareRoles,
  listRestrictedActions,
  buildPermittedPersonList,
  findRole,
  getRoleAccess,
  personList,
  roleList,
  rolePersonList,
} from './queries.ts';
import { ROLES } from './record.ts';
import { exportRoles, roleKind, roleTemplate } from './workbook.ts';
import { deleteRoles, writeRoles } from './write.ts';

type Context = WriteContext<Caller>;

/** Role and power managers see both lists. */
const notifyRoleManagers = (context: Context): Promise<void> =>
  notifyPowerHolders(context, [POWERS.role, POWERS.power], EVENTS.role);

interface Days {
  fromDay: string | null;
  untilDay: string | null;
}

/**
 * Grants a role to people, or revokes it, as a change of their accounts with the same checks and versions. Notifies
 * administrators who have one of them open.
 * @param days null: revoke
 */
async function setPeople(context: Context, id: string, userIds: readonly string[], days: Days | null): Promise<void> {
  const { trx } = context;
  const { code } = await findRole(trx, id, context);
  await lockRights(context);
  await lockAccounts(trx, userIds);
  const accounts = await accountsById(trx, userIds);
  const proposals = [...new Set(userIds)].map((userId) => {
    const account = accounts.get(userId);
    if (!account) throw new AppError('NOT_FOUND');
    const others = account.form.roles.filter((grant) => grant.code !== code);
    const roles = days === null ? others : [...others, { code, ...days }];
    return { id: userId, rev: account.rev, form: { ...account.form, roles } };
  });
  await writeAccounts(context, proposals);
}

/** @param routes every route */
export const roleHandlers = (routes: () => readonly Route[]): Handlers<typeof roleRoutes> => ({
  exportRoles: ({ query }, { db, caller, origin }) => exportRoles(db, query, caller, origin.locale),
  getRoleTemplate: (_, { db, caller, origin }) => roleTemplate(db, caller, origin.locale),
  importRoles: {
    own: async ({ query, body }, context) => {
      const { db, caller, origin } = context;
      const kind = await roleKind(db, caller, origin.locale);
      return runImport(context, body, query, notifyAfterWrite(tableOf(kind, origin.locale), notifyRoleManagers));
    },
  },
  listRoleImports: ({ query }, { db, caller }) => listImports(db, ROLES, query, caller),
  lookAtRoleUndo: async ({ params }, context) =>
    previewUndo(context, await roleKind(context.db, context.caller, context.origin.locale), params.import),
  undoRoleImport: async ({ params, body }, context) => {
    const kind = await roleKind(context.trx, context.caller, context.origin.locale);
    const reply = await undoImport(context, kind, params.import, body.expected);
    await notifyRoleManagers(context);
    return reply;
  },
  listRolePeople: async ({ query }, { db }) => listPage(db, query, await rolePersonList(db, query)),
  findRolePeople: ({ query }, { db }) => listPage(db, query, personList(query)),
  listDeeds: (_, { db, origin }) => listRestrictedActions(db, routes(), origin.locale),
  listDoers: async ({ query }, { db, origin }) =>
    listPage(db, query, await buildPermittedPersonList(db, routes(), query, origin.locale)),
  explainDeed: ({ params, query }, { db, origin }) =>
    explainAction(db, routes(), { userId: params.id, what: query.what }, origin.locale),
  lookAtRole: ({ params }, { db, caller, origin: { locale } }) => getRoleAccess(db, routes(), params.id, { caller, locale }),
  compareRoles: ({ query }, { db, origin }) => compareRoles(db, routes(), query, origin.locale),
  listRoles: ({ query }, { db, origin }) => listPage(db, query, roleList(query, origin.locale)),
  createRole: async ({ body }, context) => {
    const [made] = await writeRoles(context, [{ id: null, rev: null, form: body }]);
    await notifyRoleManagers(context);
    return findRole(context.trx, made!.id, context);
  },
  getRole: ({ params }, { db, origin }) => findRole(db, params.id, { origin }),
  updateRole: async ({ params: { id }, body: { rev, ...form } }, context) => {
    await writeRoles(context, [{ id, rev, form }]);
    await notifyRoleManagers(context);
    return findRole(context.trx, id, context);
  },
  deleteRole: async ({ params: { id } }, context) => {
    await deleteRoles(context, [{ id }]);
    await notifyRoleManagers(context);
    return null;
  },
  addRolePeople: async ({ params: { id }, body: { userIds, fromDay, untilDay } }, context) => {
    if (fromDay !== null && untilDay !== null && untilDay < fromDay)
      throw new AppError('INVALID', { faults: [{ path: 'untilDay', key: 'rule.notBeforeFirst' }] });
    await setPeople(context, id, userIds, { fromDay, untilDay });
    await notifyRoleManagers(context);
    return findRole(context.trx, id, context);
  },
  removeRolePeople: async ({ params: { id }, body: { userIds } }, context) => {
    await setPeople(context, id, userIds, null);
    await notifyRoleManagers(context);
    return findRole(context.trx, id, context);
  },
});
