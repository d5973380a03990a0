// Bulk issue of first passwords: who gets one, returned once, and never replacing the password of an active user.
import { accountForm, accountRoutes } from '@kuwei/contract/auth/account';
import { tokenRoutes } from '@kuwei/contract/auth/token';
import { DEVICE_HEADER } from '@kuwei/contract/constants';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readRows } from '../../../test/_workbook.ts';
import { rememberRows } from '../../../test/_remember-rows.ts';
import { untilLockWaits } from '../../../test/_waiting.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let kept: Awaited<ReturnType<typeof rememberRows>>;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  kept = await rememberRows(world);
});
beforeEach(async () => {
  admin = await world.as('admin', 'ROLE_ADMIN');
});
afterEach(() => kept.back());
afterAll(async () => {
  await kept.end();
  await world.end();
});

const made = async (username: string) =>
  (await admin.call(accountRoutes.createAccount, { body: accountForm.parse({ username, name: `新人 ${username}` }) })).data;
const signIn = async (username: string, password: string): Promise<number> => {
  const { statusCode } = await world.app.inject({
    method: 'POST',
    url: `/api${tokenRoutes.login.path}`,
    headers: { [DEVICE_HEADER]: 'device-9' },
    payload: { username, password },
  });
  return statusCode;
};
const issue = (body: object, more: { key?: string } = {}, by = admin) =>
  by.call(accountRoutes.issueFirstPasswords, { body, ...more });
/** Issued passwords by username. */
async function passwordsIn(answer: Awaited<ReturnType<typeof issue>>): Promise<Record<string, string>> {
  const rows = await readRows(answer);
  return Object.fromEntries(rows.filter((row) => row['一次性密码'] !== '').map((row) => [row['用户名'], row['一次性密码']]));
}
const withoutPassword = { all: { query: { without: 'PASSWORD' }, expected: 2 } };
const idOf = async (username: string): Promise<string> =>
  (await sql<{ id: string }>`select id from sys_user where username = ${username}`.execute(world.services.db)).rows[0]!.id;

test('[S2.38] users without a password get one in a workbook, which signs in and must be changed', async () => {
  await made('one');
  const two = await made('two');
  await admin.call(accountRoutes.setAccountState, {
    params: { id: (await made('three')).id },
    body: { state: 'DISABLED', rev: 1 },
  });
  expect((await issue(withoutPassword)).error).toMatchObject({ code: 'STALE', data: { found: 3 } });
  const look = async (ids: string[]) => (await admin.call(accountRoutes.lookAtFirstPasswords, { body: { ids } })).data;
  const three = await idOf('three');
  expect(await look([await idOf('one'), two.id, three, admin.id])).toEqual({ count: 2, again: 0 });
  const answer = await issue({ all: { query: { without: 'PASSWORD', state: 'ACTIVE' }, expected: 2 } }, { key: 'sent-twice' });
  expect(await look([await idOf('one'), two.id, three])).toEqual({ count: 2, again: 2 });
  expect(answer.headers['cache-control']).toBe('no-store');
  const passwords = await passwordsIn(answer);
  expect(Object.keys(passwords).toSorted()).toEqual(['one', 'two']);
  expect([await signIn('one', passwords['one']!), await signIn('one', passwords['two']!)]).toEqual([200, 401]);
  const one = await world.as('one');
  expect((await one.send('GET', '/sys/msg-inbox/by-me')).error.code).toBe('PASSWORD_CHANGE_NEEDED');

  // Unused ones are found with the filter for users who never signed in.
  const { list: unused } = (await admin.call(accountRoutes.listAccounts, { query: { without: 'SIGN_IN', q: '新人' } })).data;
  expect(unused.map(({ username }) => username).toSorted()).toEqual(['three', 'two']);

  // Repeated with the same key, none is issued. Issued again, users who have signed in meanwhile keep theirs.
  const same = await issue({ all: { query: { without: 'PASSWORD', state: 'ACTIVE' }, expected: 2 } }, { key: 'sent-twice' });
  expect(same).toMatchObject({ status: 409, error: { code: 'ANSWERED_ONCE' } });
  const again = await passwordsIn(await issue({ ids: [await idOf('one'), two.id] }, { key: 'another' }));
  expect(Object.keys(again)).toEqual(['two']);
  expect([
    await signIn('one', passwords['one']!),
    await signIn('two', passwords['two']!),
    await signIn('two', again['two']!),
  ]).toEqual([200, 401, 200]);
  // Neither the log nor stored responses contain one.
  const { rows } = await sql<{ text: string; issued: number }>`
    select coalesce(string_agg(l::text, ' '), '') || (select coalesce(string_agg(i::text, ' '), '') from sys_idempotency i) as text,
           count(*) filter (where l.change ->> 'password' = 'issued' and l.entity_id = ${two.id})::int as issued from sys_log l`.execute(
    world.services.db,
  );
  for (const password of [...Object.values(passwords), ...Object.values(again)]) expect(rows[0]!.text).not.toContain(password);
  expect(rows[0]!.issued).toBe(2);
});

test('[S2.38] active users, users with their own password, closed accounts and the issuer are skipped and listed', async () => {
  const { db } = world.services;
  const [fresh, closed, over] = [await made('fresh'), await made('closed'), await made('over')];
  await sql`update sys_user set state = 'DISABLED' where id = ${closed.id}`.execute(db);
  await sql`update sys_user set until_day = current_date - 1 where id = ${over.id}`.execute(db);
  await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  // One who has signed in by SSO only.
  await sql`update sys_user set password_hash = null, last_sign_in_at = now() where username = 'teacher'`.execute(db);
  await sql`update sys_user set last_sign_in_at = null where username in ('staff', 'admin')`.execute(db);
  const before = await sql`select id, password_hash, rev from sys_user where id <> ${fresh.id} order by id`.execute(db);
  const ids = [fresh.id, closed.id, over.id, await idOf('teacher'), await idOf('staff'), admin.id];
  const rows = await readRows(await issue({ ids }));
  expect(rows).toHaveLength(6);
  expect(rows.filter((row) => row['一次性密码'] !== '').map((row) => row['用户名'])).toEqual(['fresh']);
  expect(new Set(rows.filter((row) => row['一次性密码'] === '').map((row) => row['说明']))).toEqual(
    new Set(['未发放：已登录过、已有密码、已停用或为本人']),
  );
  expect(await sql`select id, password_hash, rev from sys_user where id <> ${fresh.id} order by id`.execute(db)).toEqual(before);

  const teacher = await world.as('teacher2', 'ROLE_TEACHER');
  expect((await issue({ ids }, {}, teacher)).status).toBe(403);
});

test.each([
  ['named', (ids: string[]) => ({ ids })],
  ['filtered', () => ({ all: { query: { without: 'PASSWORD' }, expected: 3 } })],
] as const)('of two concurrent issues to %s people, one is refused, and the passwords of the other sign in', async (_, of) => {
  const { db } = world.services;
  const people = await Promise.all(['a-one', 'a-two', 'a-three'].map((username) => made(username)));
  const body = of(people.map(({ id }) => id));
  await sql`insert into sys_role_grant (user_id, role_code) values (${await idOf('teacher')}, 'ROLE_ADMIN')`.execute(db);
  const other = await world.as('teacher', 'ROLE_ADMIN');
  // Both read the new users before either writes.
  const held = await db.startTransaction().execute();
  await sql`select from sys_role where code = 'ROLE_ADMIN' for update`.execute(held);
  const both = Promise.all([issue(body), issue(body, {}, other)]);
  await untilLockWaits(db, 2);
  await held.commit().execute();
  const answers = await both;
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)!.error.code).toBe('STALE');
  const passwords = await passwordsIn(answers.find(({ status }) => status === 200)!);
  for (const { username } of people) expect(await signIn(username, passwords[username]!)).toBe(200);
});
