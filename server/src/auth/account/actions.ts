// Actions on an account other than editing it: state, password, sessions, recycle bin, copying rights.
import { rightsToCopy, type Account, type AccountForm } from '@kuwei/contract/auth/account';
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import { sql } from 'kysely';
import type { Caller, OwnContext, WriteContext } from '../../context.ts';
import { anyOf, updateRow } from '../../db/rows.ts';
import { assertRevision, withUniqueRefusal } from '../../db/refuse-conflict.ts';
import { UNCHANGED } from '../../platform/batch.ts';
import type { Versioned } from '../../platform/import/kind.ts';
import { oneTimePassword } from '../password/one-time.ts';
import { hashPassword } from '../password/password.ts';
import { endAllSessions, endOtherSessions, endSessionsOf } from '../session/end.ts';
import { forgetAllFailures } from '../sign-in/delay.ts';
import { assertNotBeyondOwnEnd } from './gates.ts';
import { findAccount, assertAdministratorRemains } from './queries.ts';
import { ACCOUNTS, everyAccountById, type StoredAccount } from './record.ts';
import { assertWithinReach } from './reach.ts';
import { lockAccounts, lockRights, writeAccounts } from './write.ts';

type Context = WriteContext<Caller>;

/** Finds the account and locks it until the commit. @throws AppError NOT_FOUND, ACCOUNT_BEYOND_RIGHTS */
export async function lockAccount(context: Context, id: string): Promise<StoredAccount> {
  const { trx } = context;
  await lockRights(context);
  await lockAccounts(trx, [id]);
  const before = (await everyAccountById(trx, [id])).get(id);
  if (!before) throw new AppError('NOT_FOUND');
  await assertWithinReach(context, [before]);
  return before;
}

/**
 * @returns the account, which is neither deleted nor the caller's own
 * @throws AppError NOT_FOUND; STALE if `rev` is outdated; OWN_RIGHTS
 */
function assertNotSelf({ caller }: Context, before: StoredAccount | undefined, rev?: number): StoredAccount {
  if (!before) throw new AppError('NOT_FOUND');
  if (rev !== undefined) assertRevision(before.rev, rev);
  if (before.deletedAt !== null) throw new AppError('NOT_FOUND');
  if (before.id === caller.userId) throw new AppError('OWN_RIGHTS');
  return before;
}

/** The same, for an account that is neither deleted nor the caller's own. @throws AppError NOT_FOUND, STALE, OWN_RIGHTS, ACCOUNT_BEYOND_RIGHTS */
export const lockOtherAccount = async (context: Context, id: string, rev?: number): Promise<StoredAccount> =>
  assertNotSelf(context, await lockAccount(context, id), rev);

/** Ends every session of an account and notifies this process's sockets. @returns how many ended */
function signOut(context: Context, id: string, reason: 'DISABLED' | 'PASSWORD'): Promise<number> {
  context.emit({ to: [id], ...EVENTS.rights, d: {} });
  return endAllSessions(context.trx, id, reason);
}

/** @throws AppError STALE, OWN_RIGHTS, LAST_ADMIN, BEYOND_DAYS */
export async function setAccountState(
  context: Context,
  id: string,
  state: Account['state'],
  rev?: number,
): Promise<void | typeof UNCHANGED> {
  const before = await lockOtherAccount(context, id, rev);
  if (before.state === state) return UNCHANGED;
  if (state === 'ACTIVE') await assertNotBeyondOwnEnd(context, [before]);
  await updateRow(context, ACCOUNTS, before, { state });
  const ended = state === 'DISABLED' ? await signOut(context, id, 'DISABLED') : 0;
  await assertAdministratorRemains(context.trx);
  context.logChange({ entity: ACCOUNTS, id, change: { state: [before.state, state], ...(ended > 0 && { ended }) } });
}

/**
 * Soft-deletes an account with everything it was granted, so that restoring it brings all of it back.
 * @throws AppError as `setAccountState`
 */
export async function deleteAccount(context: Context, id: string, rev?: number): Promise<void> {
  const { trx, caller } = context;
  const before = await lockOtherAccount(context, id, rev);
  await updateRow(context, ACCOUNTS, before, { deleted_at: sql<string>`now()`, deleted_by: caller.userId });
  await signOut(context, id, 'DISABLED');
  await assertAdministratorRemains(trx);
  context.logChange({ entity: ACCOUNTS, id, change: { deleted: before.form.username } });
}

/**
 * Deletes the accounts of an undone import in one go: every change of rights waits for this lock, and thousands of single deletes
 * would hold it too long.
 * @throws AppError as `deleteAccount`
 */
export async function deleteAccounts(context: Context, accounts: readonly Versioned[]): Promise<void> {
  if (accounts.length === 0) return;
  const { trx, caller } = context;
  const ids = accounts.map(({ id }) => id);
  await lockRights(context);
  await lockAccounts(trx, ids);
  const stored = await everyAccountById(trx, ids);
  for (const { id, rev } of accounts) assertNotSelf(context, stored.get(id), rev);
  await assertWithinReach(context, [...stored.values()]);
  await sql`update sys_user set deleted_at = now(), deleted_by = ${caller.userId}, rev = rev + 1, updated_at = now(),
    updated_by = ${caller.userId} where id = ${anyOf(ids)}`.execute(trx);
  context.emit({ to: ids, ...EVENTS.rights, d: {} });
  await endSessionsOf(trx, ids, 'DISABLED');
  await assertAdministratorRemains(trx);
  for (const id of ids) context.logChange({ entity: ACCOUNTS, id, change: { deleted: stored.get(id)!.form.username } });
}

/** @throws AppError BEYOND_DAYS; CODE_TAKEN if the username or staff number is in use by now */
export async function restoreAccount(context: Context, id: string): Promise<void | typeof UNCHANGED> {
  const before = await lockAccount(context, id);
  if (before.deletedAt === null) return UNCHANGED;
  await assertNotBeyondOwnEnd(context, [before]);
  const { username, staffNo } = before.form;
  await withUniqueRefusal(
    'sys_user_username',
    username,
    () =>
      withUniqueRefusal(
        'sys_user_staff_no',
        staffNo ?? '',
        () => updateRow(context, ACCOUNTS, before, { deleted_at: null, deleted_by: null }),
        'staffNo',
      ),
    'username',
  );
  context.logChange({ entity: ACCOUNTS, id, change: { restored: username } });
}

/**
 * Issues a one-time password, which neither the log nor the idempotency key stores. Existing sessions end.
 * @throws AppError NOT_FOUND, OWN_RIGHTS, BEYOND_DAYS
 */
export async function issuePassword({ once }: OwnContext<Caller>, id: string): Promise<{ password: string }> {
  const password = oneTimePassword();
  const hash = await hashPassword(password);
  await once(async (context) => {
    const before = await lockOtherAccount(context, id);
    await assertNotBeyondOwnEnd(context, [before]);
    await updateRow(context, ACCOUNTS, before, { password_hash: hash, must_change_password: true });
    await forgetAllFailures(context.trx, before.form.username);
    const ended = await signOut(context, id, 'PASSWORD');
    context.logChange({ entity: ACCOUNTS, id, change: { password: 'issued', ended } });
  });
  return { password };
}

export async function unlockAccount(context: Context, id: string): Promise<void> {
  const { form } = await lockAccount(context, id);
  await forgetAllFailures(context.trx, form.username);
  context.logChange({ entity: ACCOUNTS, id, change: { unlocked: form.username } });
}

/**
 * @returns how many sessions ended; for the caller's own account, all but the current one
 * @throws AppError NOT_FOUND, ACCOUNT_BEYOND_RIGHTS
 */
export async function endSessions(context: Context, id: string): Promise<number> {
  await lockAccount(context, id);
  const ended = await endOtherSessions(context.trx, id, context.caller.sessionId, 'FORCED');
  context.emit({ to: [id], ...EVENTS.rights, d: {} });
  context.logChange({ entity: 'session', id, change: { ended } });
  return ended;
}

/**
 * Adds the rights of another account, with their days. Rights that both have are unchanged; disabled roles and expired grants are
 * skipped. A disabled account may be the source (a predecessor in the job), a deleted one may not.
 * @throws AppError STALE, OWN_RIGHTS; INVALID if neither kind is requested; NOT_FOUND at `fromId`
 */
export async function copyRights(
  context: Context,
  id: string,
  { fromId, roles, orgs, rev }: { fromId: string; roles: boolean; orgs: boolean; rev: number },
): Promise<void> {
  if (!roles && !orgs) throw new AppError('INVALID', { faults: [{ path: 'roles', key: 'rule.copyNothing' }] });
  const before = await lockOtherAccount(context, id, rev);
  const model = await findAccount(context.trx, fromId, context);
  if (model.deletedAt !== null) throw new AppError('NOT_FOUND', { field: 'fromId' });
  const form: AccountForm = { ...before.form };
  const copied = rightsToCopy(model, form);
  if (roles) form.roles = [...form.roles, ...copied.roles];
  if (orgs) form.orgs = [...form.orgs, ...copied.orgs];
  await writeAccounts(context, [{ id, rev: before.rev, form }]);
}
