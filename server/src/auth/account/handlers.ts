import { accountQuery, type accountRoutes } from '@kuwei/contract/auth/account';
import type { batchSelection } from '@kuwei/contract/workbook';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Caller, OwnContext, WriteContext } from '../../context.ts';
import { firstRows, listPage } from '../../db/list.ts';
import { anyOf } from '../../db/rows.ts';
import type { Handlers } from '../../http/register.ts';
import { BATCH_MAX, batchRecords, forEach } from '../../sys/batch.ts';
import { listImports } from '../../sys/import/history.ts';
import { runImport } from '../../sys/import/import.ts';
import { tableOf } from '../../sys/import/rows.ts';
import { lookAtUndo, undoImport } from '../../sys/import/undo.ts';
import {
  copyRights,
  deleteAccount,
  endSessions,
  issuePassword,
  restoreAccount,
  setAccountState,
  unlockAccount,
} from './actions.ts';
import { issueFirstPasswords } from './first-passwords.ts';
import { accountList, findAccount, selectRoles } from './queries.ts';
import { ACCOUNTS } from './record.ts';
import { tellAdministrators } from './told.ts';
import { accountKind, accountTemplate, exportAccounts } from './workbook.ts';
import { writeAccounts } from './write.ts';

type Context = WriteContext<Caller>;

/** A change of one account, answered as it is then. */
async function changing(context: Context, id: string, work: () => Promise<unknown>) {
  await work();
  await tellAdministrators(context, id);
  return findAccount(context.trx, id, context);
}

const BATCH: Readonly<Record<string, (context: Context, id: string) => Promise<unknown>>> = {
  enable: (context, id) => setAccountState(context, id, 'ACTIVE'),
  disable: (context, id) => setAccountState(context, id, 'DISABLED'),
  delete: (context, id) => deleteAccount(context, id),
  restore: restoreAccount,
  logout: endSessions,
};

/** Those that a batch names. @param deleted those of the recycle bin, where a filter finds them */
function chosen(context: OwnContext<Caller>, selection: z.output<typeof batchSelection>, deleted = false) {
  const reader = { locale: context.origin.locale, settings: context.services.settings };
  return batchRecords(context, selection, accountQuery, async (trx, query, ids) => {
    const which = ids === undefined ? [] : [sql`u.id = ${anyOf(ids)}`];
    const asked = ids === undefined ? query : { ...query, deleted };
    const found = await firstRows(trx, accountList(asked, reader, which), BATCH_MAX + 1);
    return found.map(({ id, name, username }) => ({ id, label: `${name} ${username}` }));
  });
}

export const accountHandlers: Handlers<typeof accountRoutes> = {
  exportAccounts: ({ query }, { db, caller, origin: { locale }, services: { settings } }) =>
    exportAccounts(db, query, caller.userId, { locale, settings }),
  getAccountTemplate: (_, { db, origin }) => accountTemplate(db, origin.locale),
  importAccounts: {
    own: async ({ query, body }, context) => {
      const { db, caller, origin } = context;
      const kind = await accountKind(db, caller.userId, origin.locale);
      const reply = await runImport(context, body, query, tableOf(kind, origin.locale));
      if (reply.written) await context.write((inside) => tellAdministrators(inside));
      return reply;
    },
  },
  listAccountImports: ({ query }, { db, caller }) => listImports(db, ACCOUNTS, query, caller),
  lookAtAccountUndo: async ({ params }, context) =>
    lookAtUndo(context, await accountKind(context.db, context.caller.userId, context.origin.locale), params.import),
  undoAccountImport: async ({ params, body }, context) => {
    const kind = await accountKind(context.trx, context.caller.userId, context.origin.locale);
    const reply = await undoImport(context, kind, params.import, body.expected);
    await tellAdministrators(context);
    return reply;
  },
  selectAccountRoles: (_, { db, origin }) => selectRoles(db, origin.locale),
  listAccounts: ({ query }, { db, origin: { locale }, services: { settings } }) =>
    listPage(db, query, accountList(query, { locale, settings })),
  createAccount: async ({ body }, context) => {
    const [made] = await writeAccounts(context, [{ id: null, rev: null, form: body }]);
    await tellAdministrators(context, made!.id);
    return findAccount(context.trx, made!.id, context);
  },
  getAccount: ({ params }, context) => findAccount(context.db, params.id, context),
  updateAccount: ({ params: { id }, body: { rev, ...form } }, context) =>
    changing(context, id, () => writeAccounts(context, [{ id, rev, form }])),
  deleteAccount: async ({ params: { id } }, context) => {
    await deleteAccount(context, id);
    await tellAdministrators(context, id);
    return null;
  },
  restoreAccount: ({ params: { id } }, context) => changing(context, id, () => restoreAccount(context, id)),
  setAccountState: ({ params: { id }, body }, context) =>
    changing(context, id, () => setAccountState(context, id, body.state, body.rev)),
  issuePassword: { own: ({ params }, context) => issuePassword(context, params.id) },
  issueFirstPasswords: {
    own: async ({ body }, context) => {
      const records = await chosen(context, body);
      return issueFirstPasswords(
        context,
        records.map(({ id }) => id),
      );
    },
  },
  unlockAccount: ({ params: { id } }, context) => changing(context, id, () => unlockAccount(context, id)),
  copyRights: ({ params: { id }, body }, context) => changing(context, id, () => copyRights(context, id, body)),
  batchAccounts: {
    own: async ({ params: { action }, body }, context) => {
      const records = await chosen(context, body, action === 'restore');
      const reply = await forEach(context, records, (inside, { id }) => BATCH[action]!(inside, id));
      if (reply.done > 0) await context.write((inside) => tellAdministrators(inside));
      return reply;
    },
  },
};
