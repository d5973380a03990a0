// Account administration from the command line, for when no administrator can sign in. Each step writes a log row, and every
// running process is notified on commit.
import { sql } from 'kysely';
import { newId, NIL_ID } from '../db/id.ts';
import type { Db, Trx } from '../db/open.ts';
import { searchText } from '../db/search.ts';
import { StartProblem } from '../problem.ts';
import { oneTimePassword } from './password/one-time.ts';
import { hashPassword } from './password/password.ts';
import { endOtherSessions, type EndReason } from './session/end.ts';
import { forgetAllFailures } from './sign-in/delay.ts';
import { dropSecondFactor } from './second-factor/totp-store.ts';

const ADMINISTRATOR = 'ROLE_ADMIN';

export interface Account {
  id: string;
  username: string;
  name: string;
  state: string;
  lastSignInAt: string | null;
  /** Open sessions. */
  sessions: number;
}

/** Every holder of the administrator role. */
export const listAdministrators = (db: Db): Promise<Account[]> =>
  sql<Account>`
    select u.id, u.username, u.name, u.state, u.last_sign_in_at as "lastSignInAt",
           (select count(*)::int from sys_session s where s.user_id = u.id and s.ended_at is null and s.ends_at > now()) as sessions
      from sys_user u join sys_user_role r on r.user_id = u.id and r.role_code = ${ADMINISTRATOR}
     where u.deleted_at is null order by lower(u.username)`
    .execute(db)
    .then(({ rows }) => rows);

/** @returns the one-time password. @throws StartProblem if the name is taken or invalid */
export async function createAdministrator(db: Db, username: string, name: string): Promise<string> {
  if (!/^[\w.@-]{1,64}$/.test(username)) throw new StartProblem(`“${username}” can’t be a username.`);
  const password = oneTimePassword();
  const password_hash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    const id = newId();
    const made = await trx
      .insertInto('sys_user')
      .values({ id, username, name, password_hash, must_change_password: true, search: await searchText([username, name]) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) throw new StartProblem(`There is already an account ${username}: reset its password instead.`);
    await trx.insertInto('sys_role_grant').values({ user_id: id, role_code: ADMINISTRATOR }).execute();
    await log(trx, id, 'create');
  });
  return password;
}

/**
 * Sets a new one-time password, removes the second factor, ends all sessions and unlocks the account.
 * @returns the password.
 * @throws StartProblem if there is no such account
 */
export async function resetAccount(db: Db, username: string): Promise<string> {
  const password = oneTimePassword();
  const password_hash = await hashPassword(password);
  await change(db, username, 'reset', 'PASSWORD', async (trx, id) => {
    await dropSecondFactor(trx, id);
    await forgetAllFailures(trx, username);
    await trx.deleteFrom('sys_known_device').where('user_id', '=', id).execute();
    await trx
      .updateTable('sys_user')
      .set({ password_hash, must_change_password: true, state: 'ACTIVE', rev: sql<number>`rev + 1` })
      .where('id', '=', id)
      .execute();
  });
  return password;
}

/** Signs an account out everywhere. @returns how many sessions ended. @throws StartProblem if there is no such account */
export const endAccountSessions = (db: Db, username: string): Promise<number> =>
  change(db, username, 'end-sessions', 'FORCED', () => Promise.resolve());

/** Locks or unlocks sign-in. @throws StartProblem if there is no such account, or no other administrator remains */
export async function setLocked(db: Db, username: string, locked: boolean): Promise<void> {
  const state = locked ? 'DISABLED' : 'ACTIVE';
  await change(db, username, locked ? 'lock' : 'unlock', locked ? 'DISABLED' : null, async (trx, id) => {
    await trx
      .updateTable('sys_user')
      .set({ state, rev: sql<number>`rev + 1` })
      .where('id', '=', id)
      .execute();
    // Counted after the update and under a lock, so that two concurrent calls cannot lock each other's last administrator.
    await sql`select from sys_role where code = ${ADMINISTRATOR} for update`.execute(trx);
    const left = await sql`select from sys_user u join sys_user_role r on r.user_id = u.id and r.role_code = ${ADMINISTRATOR}
      where u.state = 'ACTIVE' and u.deleted_at is null limit 1`.execute(trx);
    if (left.rows.length === 0)
      throw new StartProblem(`${username} is the last administrator who can sign in; create another one first.`);
  });
}

type Step = (trx: Trx, id: string) => Promise<void>;

async function change(db: Db, username: string, action: string, ends: EndReason | null, step: Step): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('sys_user')
      .where(sql`lower(username)`, '=', username.toLowerCase())
      .where('deleted_at', 'is', null)
      .select('id')
      .executeTakeFirst();
    if (!found) throw new StartProblem(`There is no account ${username}.`);
    const ended = ends === null ? 0 : await endOtherSessions(trx, found.id, NIL_ID, ends);
    await step(trx, found.id);
    await log(trx, found.id, action);
    await sql`select sys_notify_rights(array[${found.id}::uuid])`.execute(trx);
    return ended;
  });
}

/** The command line has no signed-in user, so the row names none. */
const log = (trx: Trx, id: string, action: string): Promise<unknown> =>
  trx
    .insertInto('sys_log')
    .values({
      kind: 'DATA',
      action: `COMMAND ${action}`,
      entity: 'sys_user',
      entity_id: id,
      change: JSON.stringify({ command: action }),
    })
    .execute();
