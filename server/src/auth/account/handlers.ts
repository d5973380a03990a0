import { accountQuery, type accountRoutes } from '@kuwei/contract/auth/account';
import type { batchSelection } from '@kuwei/contract/workbook/workbook';
import { EVENTS } from '@kuwei/contract/event';
import { sql, type Kysely } from 'kysely';
import type * as z from 'zod/mini';
import type { Caller, OwnContext, WriteContext } from '../../context.ts';
import { firstRows, listPage } from '../../db/list.ts';
import { anyOf } from '../../db/rows.ts';
import type { DB } from '../../db/types.ts';
import type { Handlers } from '../../http/register.ts';
import { say } from '../../phrase.ts';
import { findHolders } from '../../platform/people.ts';
import { BATCH_MAX, listSelected, forEach, WithNote, loadSelected, UNCHANGED } from '../../platform/batch.ts';
import { listImports } from '../../platform/import/history.ts';
import { runImport, notifyAfterWrite } from '../../platform/import/import.ts';
import { tableOf } from '../../platform/import/rows.ts';
import { previewUndo, undoImport } from '../../platform/import/undo.ts';
import {
  copyRights,
  deleteAccount,
  endSessions,
  issuePassword,
  restoreAccount,
  setAccountState,
  unlockAccount,
} from './actions.ts';
import { issueFirstPasswords, countFirstPasswords } from './first-passwords.ts';
import { findGroupsLedAlone, findAffectedByRemoval, findAffectedByRoleRemoval } from './leaders.ts';
import { findAccountGrants } from './sensitive-grants.ts';
import { accountList, findAccount, selectRoles } from './queries.ts';
import { ACCOUNTS } from './record.ts';
import { notifyAccountReaders } from './notify.ts';
import { accountKind, accountTemplate, exportAccounts } from './workbook.ts';
import { writeAccounts } from './write.ts';

type Context = WriteContext<Caller>;

/** Changes one account, notifies administrators and returns its new state. */
async function changeAccount(context: Context, id: string, work: () => Promise<unknown>) {
  await work();
  await notifyAccountReaders(context, id);
  return findAccount(context.trx, id, context);
}

/** @returns the result of `work`, with a note if a group has no leader left */
async function addLeaderNote<R>(context: Context, id: string, work: () => Promise<R>): Promise<R | WithNote> {
  const { locale } = context.origin;
  const alone = await findGroupsLedAlone(context.trx, [id], locale);
  const result = await work();
  if (result === UNCHANGED || alone.length === 0) return result;
  return new WithNote(say(locale, 'user.account.leftAlone', { orgs: alone.map(({ name }) => name) }));
}

const BATCH: Readonly<Record<string, (context: Context, id: string) => Promise<unknown>>> = {
  enable: (context, id) => setAccountState(context, id, 'ACTIVE'),
  disable: (context, id) => addLeaderNote(context, id, () => setAccountState(context, id, 'DISABLED')),
  delete: (context, id) => addLeaderNote(context, id, () => deleteAccount(context, id)),
  restore: restoreAccount,
  logout: endSessions,
};

/** @param deleted whether ids refer to deleted accounts */
const loadSelectedAccounts =
  ({ origin: { locale }, services: { settings } }: Pick<Context, 'origin' | 'services'>, deleted: boolean) =>
  async (db: Kysely<DB>, query: z.output<typeof accountQuery>, ids: readonly string[] | undefined) => {
    const which = ids === undefined ? [] : [sql`u.id = ${anyOf(ids)}`];
    const asked = ids === undefined ? query : { ...query, deleted };
    const found = await firstRows(db, accountList(asked, { locale, settings }, which), BATCH_MAX + 1);
    return found.map(({ id, name, username }) => ({ id, label: `${name} ${username}` }));
  };

/** Restoring accepts accounts that are deleted or already restored; other actions only those that are not deleted. */
const selectAccounts = (context: OwnContext<Caller>, selection: z.output<typeof batchSelection>, restoring: boolean) =>
  listSelected(context, selection, accountQuery, async (db, query, ids) => {
    const found = await loadSelectedAccounts(context, restoring)(db, query, ids);
    return restoring && ids !== undefined ? [...found, ...(await loadSelectedAccounts(context, false)(db, query, ids))] : found;
  });

export const accountHandlers: Handlers<typeof accountRoutes> = {
  exportAccounts: ({ query }, { db, caller, origin: { locale }, services: { settings } }) =>
    exportAccounts(db, query, caller.userId, { locale, settings }),
  getAccountTemplate: (_, { db, origin }) => accountTemplate(db, origin.locale),
  importAccounts: {
    own: async ({ query, body }, context) => {
      const { db, caller, origin } = context;
      const kind = await accountKind(db, caller.userId, origin.locale);
      const table = { ...tableOf(kind, origin.locale), rightsGiven: findAccountGrants(db, origin.locale) };
      return runImport(context, body, query, notifyAfterWrite(table, notifyAccountReaders));
    },
  },
  listAccountImports: ({ query }, { db, caller }) => listImports(db, ACCOUNTS, query, caller),
  lookAtAccountUndo: async ({ params }, context) =>
    previewUndo(context, await accountKind(context.db, context.caller.userId, context.origin.locale), params.import),
  undoAccountImport: async ({ params, body }, context) => {
    const kind = await accountKind(context.trx, context.caller.userId, context.origin.locale);
    const reply = await undoImport(context, kind, params.import, body.expected);
    await notifyAccountReaders(context);
    return reply;
  },
  selectAccountRoles: (_, { db, origin }) => selectRoles(db, origin.locale),
  listAccounts: ({ query }, { db, origin: { locale }, services: { settings } }) =>
    listPage(db, query, accountList(query, { locale, settings })),
  createAccount: async ({ body }, context) => {
    const [made] = await writeAccounts(context, [{ id: null, rev: null, form: body }]);
    await notifyAccountReaders(context, made!.id);
    return findAccount(context.trx, made!.id, context);
  },
  getAccount: ({ params }, context) => findAccount(context.db, params.id, context),
  updateAccount: ({ params: { id }, body: { rev, ...form } }, context) =>
    changeAccount(context, id, () => writeAccounts(context, [{ id, rev, form }])),
  deleteAccount: async ({ params: { id } }, context) => {
    await deleteAccount(context, id);
    await notifyAccountReaders(context, id);
    return null;
  },
  restoreAccount: ({ params: { id } }, context) => changeAccount(context, id, () => restoreAccount(context, id)),
  setAccountState: ({ params: { id }, body }, context) =>
    changeAccount(context, id, () => setAccountState(context, id, body.state, body.rev)),
  issuePassword: { own: ({ params }, context) => issuePassword(context, params.id) },
  lookAtFirstPasswords: async ({ body }, context) => {
    const records = await loadSelected(context.db, body, accountQuery, loadSelectedAccounts(context, false));
    return countFirstPasswords(
      context.db,
      records.map(({ id }) => id),
      context.caller.userId,
    );
  },
  issueFirstPasswords: {
    own: ({ body }, context) =>
      issueFirstPasswords(context, async (db) => {
        const records = await loadSelected(db, body, accountQuery, loadSelectedAccounts(context, false));
        return records.map(({ id }) => id);
      }),
  },
  unlockAccount: ({ params: { id } }, context) => changeAccount(context, id, () => unlockAccount(context, id)),
  copyRights: ({ params: { id }, body }, context) => changeAccount(context, id, () => copyRights(context, id, body)),
  lookAtLeaders: async ({ body: { roles, ...selected } }, context) => {
    const records = await loadSelected(context.db, selected, accountQuery, loadSelectedAccounts(context, false));
    const ids = records.map(({ id }) => id);
    return roles
      ? findAffectedByRoleRemoval(context.db, ids, roles, context.origin.locale)
      : findAffectedByRemoval(context.db, ids, context.origin.locale);
  },
  batchAccounts: {
    own: async ({ params: { action }, body }, context) => {
      const records = await selectAccounts(context, body, action === 'restore');
      const reply = await forEach(context, records, (inside, { id }) => BATCH[action]!(inside, id));
      // Published without another check: the changes are committed.
      if (reply.done > 0) {
        const to = await findHolders(context.db, 'ROLE_ADMIN', null);
        context.services.bus.publish([{ to, ...EVENTS.account, d: {} }]);
      }
      return reply;
    },
  },
};
