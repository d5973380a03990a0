import { ruleRoutes } from '@kuwei/contract/auth/rule';
import { accountForm, accountRoutes, type Account, type AccountForm } from '@kuwei/contract/auth/account';
import { tokenRoutes } from '@kuwei/contract/auth/token';
import { userRoutes } from '@kuwei/contract/auth/user';
import { DEVICE_HEADER } from '@kuwei/contract/constants';
import { orgRoutes } from '@kuwei/contract/wms/org';
import { orgRecordRoutes } from '@kuwei/contract/wms/org-record';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Trx } from '../../db/open.ts';
import { day } from '../../../test/_days.ts';
import { meanwhile } from '../../../test/_waiting.ts';
import { rememberRows } from '../../../test/_remember-rows.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { applyDueGrants } from './due-grants.ts';

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

const form = (username: string, more: Partial<AccountForm> = {}): AccountForm =>
  accountForm.parse({ username, name: `某人 ${username}`, roles: [], orgs: [], ...more });
const create = (username: string, more: Partial<AccountForm> = {}) =>
  admin.call(accountRoutes.createAccount, { body: form(username, more) });
const made = async (username: string, more: Partial<AccountForm> = {}): Promise<Account> => (await create(username, more)).data;
const find = async (q: string, more: object = {}): Promise<Account[]> =>
  (await admin.call(accountRoutes.listAccounts, { query: { q, ...more } })).data.list;
const one = async (username: string): Promise<Account> => (await find(username)).find((each) => each.username === username)!;
const FIELDS = Object.keys(accountForm.shape) as (keyof AccountForm)[];
const formOf = (account: Account) => Object.fromEntries(FIELDS.map((field) => [field, account[field]])) as unknown as AccountForm;
const change = (account: Account, more: Partial<AccountForm>, by = admin) =>
  by.call(accountRoutes.updateAccount, { params: { id: account.id }, body: { ...formOf(account), ...more, rev: account.rev } });
const signIn = async (username: string, password: string) => {
  const { statusCode } = await world.app.inject({
    method: 'POST',
    url: `/api${tokenRoutes.login.path}`,
    headers: { [DEVICE_HEADER]: 'device-9' },
    payload: { username, password },
  });
  return statusCode;
};
const orgIdOf = async (code: string): Promise<string> =>
  (await world.services.db.selectFrom('wms_org').where('code', '=', code).select('id').executeTakeFirstOrThrow()).id;
const always = { fromDay: null, untilDay: null };
const role = (code: string, span: object = always) => ({ code, ...always, ...span });

test('[S1.16, S6.22] a user is created, found, changed, deleted and restored', async () => {
  const lab = await orgIdOf('LAB-BIO');
  const user = await made('Chen.Yu', {
    name: '陈雨',
    staffNo: 'T2026001',
    identity: 'STAFF',
    email: 'chen.yu@example.edu.cn',
    phone: '13800001234',
    roles: [role('ROLE_TEACHER')],
    orgs: [{ orgId: lab, relation: 'LEADER', ...always }],
  });
  expect(user).toMatchObject({ username: 'chen.yu', state: 'ACTIVE', hasPassword: false, rev: 1, updatedBy: '系统管理员' });
  expect(user.roleNames).toMatchObject([{ code: 'ROLE_TEACHER', name: '教师（课题组）', when: 'NOW' }]);
  expect(user.orgNames).toMatchObject([{ code: 'LAB-BIO', relation: 'LEADER', valid: true, when: 'NOW' }]);
  for (const q of ['CHEN.yu', '陈雨', 'chenyu', 'cy', 't2026001', '1380000', 'example.edu'])
    expect(
      (await find(q)).map(({ username }) => username),
      q,
    ).toContain('chen.yu');
  for (const [filter, is] of [
    [{ role: 'ROLE_TEACHER' }, true],
    [{ role: 'ROLE_STAFF' }, false],
    [{ orgId: lab }, true],
    [{ identity: 'STAFF' }, true],
    [{ identity: 'STUDENT' }, false],
    [{ state: 'DISABLED' }, false],
    [{ without: 'ROLE' }, false],
    [{ locked: true }, false],
    [{ endsWithin: 30 }, false],
    [{ deleted: true }, false],
  ] as const)
    expect((await find('chen.yu', filter)).length === 1, JSON.stringify(filter)).toBe(is);

  const changed = await change(user, { name: '陈雨晴', orgs: [], untilDay: day(10) });
  expect(changed.data).toMatchObject({ name: '陈雨晴', orgs: [], rev: 2 });
  expect((await change(user, { name: '旧' })).error.code).toBe('STALE');
  expect(await find('chen.yu', { endsWithin: 30 })).toHaveLength(1);
  expect(await find('chen.yu', { without: 'ORG' })).toHaveLength(1);
  const log = await sql<{ change: object }>`select change from sys_log where entity = 'sys_user' and entity_id = ${user.id}
    order by id desc limit 1`.execute(world.services.db);
  expect(Object.keys(log.rows[0]!.change).toSorted()).toEqual(['name', 'orgs', 'untilDay']);

  const params = { id: user.id };
  expect((await admin.call(accountRoutes.deleteAccount, { params })).status).toBe(200);
  expect(await find('chen.yu')).toEqual([]);
  const [gone] = await find('chen.yu', { deleted: true });
  expect(gone?.deletedAt).not.toBeNull();
  expect((await change({ ...gone!, rev: gone!.rev }, { name: 'x' })).status).toBe(404);
  const again = await made('chen.yu');
  expect((await admin.call(accountRoutes.restoreAccount, { params })).error.code).toBe('CODE_TAKEN');
  await admin.call(accountRoutes.deleteAccount, { params: { id: again.id } });
  const restored = (await admin.call(accountRoutes.restoreAccount, { params })).data;
  expect(restored).toMatchObject({ deletedAt: null, name: '陈雨晴', roles: [role('ROLE_TEACHER')] });
});

test('[F-3N20] a role and a membership show who granted them and when, on the person and on the organisation', async () => {
  const lab = await orgIdOf('LAB-BIO');
  const { id } = await made('given', { roles: [role('ROLE_TEACHER')], orgs: [{ orgId: lab, relation: 'STUDENT', ...always }] });
  const { data } = await admin.call(accountRoutes.getAccount, { params: { id } });
  const { people } = (await admin.call(orgRecordRoutes.getOrg, { params: { id: lab } })).data;
  for (const given of [data.roleNames[0]!, data.orgNames[0]!, people.find((person) => person.id === id)!]) {
    expect(given.grantedBy).toBe('系统管理员');
    expect(Date.parse(given.grantedAt)).not.toBeNaN();
  }
});

test('[S5.34] taken, unknown, duplicate and inverted values are refused at their field', async () => {
  await made('taken', { staffNo: 'N1' });
  const lab = await orgIdOf('LAB-BIO');
  await world.services.db.updateTable('wms_org').set({ valid: false }).where('code', '=', 'LAB-POLYMER').execute();
  const closed = await orgIdOf('LAB-POLYMER');
  const refusals: [Partial<AccountForm>, string, string][] = [
    [{ email: 'no mail' }, 'email', 'Email格式不正确'],
    [{ phone: '12' }, 'phone', '联系方式格式不正确'],
    [{ identity: 'KING' }, 'identity', '只能是'],
    [{ roles: [role('ROLE_KING')] }, 'roles.0.code', '不能选择'],
    [{ roles: [role('ROLE_SYSTEM')] }, 'roles.0.code', '不能选择'],
    [{ roles: [role('ROLE_STAFF'), role('ROLE_STAFF')] }, 'roles.1.code', '重复'],
    [{ roles: [role('ROLE_STAFF', { fromDay: '2026-05-02', untilDay: '2026-05-01' })] }, 'roles.0.untilDay', '不能早于'],
    [{ orgs: [{ orgId: crypto.randomUUID(), relation: 'MEMBER', ...always }] }, 'orgs.0.orgId', '不能选择'],
    [{ orgs: [{ orgId: closed, relation: 'MEMBER', ...always }] }, 'orgs.0.orgId', '不能选择'],
    [{ orgs: [lab, lab].map((orgId) => ({ orgId, relation: 'MEMBER' as const, ...always })) }, 'orgs.1.orgId', '重复'],
  ];
  for (const [more, path, message] of refusals) {
    const body = { ...form('someone'), ...more };
    const { status, error } = await admin.call(accountRoutes.createAccount, { body });
    expect([status, error.data?.fields?.[0]], path).toMatchObject([422, { path, message: expect.stringContaining(message) }]);
  }
  for (const [username, staffNo, field] of [
    ['TAKEN', null, 'username'],
    ['other', 'n1', 'staffNo'],
  ] as const) {
    const { status, error } = await create(username, { staffNo });
    expect([status, error.code, error.data?.fields?.[0]?.path]).toEqual([409, 'CODE_TAKEN', field]);
  }
  const { error } = await admin.call(accountRoutes.createAccount, { body: { ...form('x'), username: '有 空格' } });
  expect(error.data?.fields?.[0]?.path).toBe('username');
  expect(await find('someone')).toEqual([]);
});

test('[S5.34] users cannot change their own rights or end their own account, and one administrator always remains', async () => {
  const me = await one('admin');
  const params = { id: me.id };
  expect((await change(me, { roles: [...me.roles, role('ROLE_TEACHER')] })).error.code).toBe('OWN_RIGHTS');
  expect((await change(me, { untilDay: day(100) })).error.code).toBe('OWN_RIGHTS');
  expect((await change(me, { phone: '13912345678' })).status).toBe(200);
  const body = { state: 'DISABLED', rev: me.rev + 1 } as const;
  expect((await admin.call(accountRoutes.setAccountState, { params, body })).error.code).toBe('OWN_RIGHTS');
  expect((await admin.call(accountRoutes.deleteAccount, { params })).error.code).toBe('OWN_RIGHTS');
  expect((await admin.call(accountRoutes.issuePassword, { params })).error.code).toBe('OWN_RIGHTS');

  await made('second', { roles: [role('ROLE_ADMIN', { untilDay: day(5) })] });
  const second = await world.as('second', 'ROLE_ADMIN');
  const asSecond = async (more: Partial<AccountForm>) => {
    const account = (await second.call(accountRoutes.getAccount, { params })).data;
    return change(account, more, second);
  };
  // An administrator for five days does not count as remaining.
  expect((await asSecond({ roles: [] })).error.code).toBe('LAST_ADMIN');
  expect((await asSecond({ roles: [role('ROLE_ADMIN', { untilDay: day(1) })] })).error.code).toBe('LAST_ADMIN');
  expect((await asSecond({ untilDay: day(1) })).error.code).toBe('LAST_ADMIN');
  expect((await second.call(accountRoutes.deleteAccount, { params })).error.code).toBe('LAST_ADMIN');
  const rev = (await one('admin')).rev;
  expect((await second.call(accountRoutes.setAccountState, { params, body: { state: 'DISABLED', rev } })).error.code).toBe(
    'LAST_ADMIN',
  );
  expect(await one('admin')).toMatchObject({ state: 'ACTIVE', rev });
});

test('of two administrators disabling each other concurrently, one remains', async () => {
  await made('second', { roles: [role('ROLE_ADMIN')] });
  const second = await world.as('second', 'ROLE_ADMIN');
  const [one_, other] = [await one('admin'), await one('second')];
  const body = { state: 'DISABLED', rev: 1 } as const;
  const answers = await Promise.all([
    admin.call(accountRoutes.setAccountState, { params: { id: other.id }, body }),
    second.call(accountRoutes.setAccountState, { params: { id: one_.id }, body: { ...body, rev: one_.rev } }),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)[0]).toBe(200);
  const { rows } = await sql`select from sys_user u join sys_user_role r on r.user_id = u.id and r.role_code = 'ROLE_ADMIN'
    where u.state = 'ACTIVE'`.execute(world.services.db);
  expect(rows).toHaveLength(1);
});

/** An administrator who can sign in, without an end date. */
async function administrator(username: string): Promise<Person> {
  const { id } = await made(username, { roles: [role('ROLE_ADMIN')] });
  await sql`update sys_user set password_hash = 'x' where id = ${id}`.execute(world.services.db);
  return world.as(username, 'ROLE_ADMIN');
}

test.for(['state', 'delete', 'batch', 'roles', 'org'] as const)(
  'a write fails if its session was revoked while waiting: %s',
  async (way) => {
    const [one_, other] = [await administrator('first'), await administrator('second')];
    const target = await one('teacher2');
    const orgId = await orgIdOf('LAB-BIO');
    const org = (await admin.call(orgRecordRoutes.getOrg, { params: { id: orgId } })).data;
    const ways = {
      state: () =>
        other.call(accountRoutes.setAccountState, {
          params: { id: target.id },
          body: { state: 'DISABLED', rev: target.rev },
        }),
      delete: () => other.call(accountRoutes.deleteAccount, { params: { id: one_.id } }),
      batch: () =>
        other.call(accountRoutes.batchAccounts, { params: { action: 'disable' }, body: { ids: [one_.id, target.id] } }),
      roles: () => change(target, { roles: [] }, other),
      org: () => other.call(orgRecordRoutes.setOrgState, { params: { id: orgId }, body: { state: 'DISABLED', rev: org.rev } }),
    };
    const ended = (trx: Trx) =>
      sql`with r as (select from sys_role where code = 'ROLE_ADMIN' for no key update)
        update sys_user set state = 'DISABLED' where id = ${other.id} and exists (select from r)`.execute(trx);
    const answer = await meanwhile<{ status: number; raw: Buffer }>(world.services.db, ended, ways[way]);
    const body = JSON.parse(String(answer.raw)) as { code?: string; done?: number } | null;
    expect(body?.code ?? body?.done).toBe(way === 'batch' ? 0 : 'TOKEN_FAIL');
    expect((await one('first')).state).toBe('ACTIVE');
    expect(await one('teacher2')).toMatchObject({ state: 'ACTIVE', rev: target.rev });
    expect((await admin.call(orgRecordRoutes.getOrg, { params: { id: orgId } })).data.rev).toBe(org.rev);
  },
);

test('a writer who loses the right while waiting is refused, and nothing is written', async () => {
  const other = await administrator('second');
  const taken = (trx: Trx) =>
    sql`with r as (select from sys_role where code = 'ROLE_ADMIN' for no key update)
      delete from sys_role_grant where user_id = ${other.id} and exists (select from r)`.execute(trx);
  const { error } = await meanwhile(world.services.db, taken, () =>
    other.call(accountRoutes.createAccount, { body: form('late') }),
  );
  expect(error.code).toBe('FORBIDDEN');
  expect(await find('late')).toEqual([]);
});

test('an administrator who has never been able to sign in does not count as remaining', async () => {
  const other = await administrator('second');
  await made('unborn', { roles: [role('ROLE_ADMIN')] });
  const me = await one('admin');
  await admin.call(accountRoutes.deleteAccount, { params: { id: other.id } });
  await sql`update sys_user set deleted_at = null, until_day = current_date + 1 where id = ${other.id}`.execute(
    world.services.db,
  );
  const { error } = await (await world.as('second', 'ROLE_ADMIN')).call(accountRoutes.deleteAccount, { params: { id: me.id } });
  expect(error.code).toBe('LAST_ADMIN');
});

test('an account past its last day can neither sign in nor continue, before the job has disabled it', async () => {
  const account = await made('guest', { roles: [role('ROLE_TEACHER')] });
  const { password } = (await admin.call(accountRoutes.issuePassword, { params: { id: account.id } })).data;
  await sql`update sys_user set must_change_password = false where id = ${account.id}`.execute(world.services.db);
  const headers = { [DEVICE_HEADER]: 'device-9' };
  const pair = async (url: string, payload: object) => world.app.inject({ method: 'POST', url: `/api${url}`, headers, payload });
  const begun = (await pair(tokenRoutes.login.path, { username: 'guest', password })).json<{ token: string; rtoken: string }>();
  const guest = await world.with(begun.token);
  expect((await guest.call(userRoutes.getMe)).status).toBe(200);
  await change(await one('guest'), { untilDay: day(-1) });
  expect((await guest.call(userRoutes.getMe)).error.code).toBe('TOKEN_FAIL');
  expect((await pair(tokenRoutes.refresh.path, { rtoken: begun.rtoken })).statusCode).toBe(401);
  expect(await signIn('guest', password)).toBe(401);
});

test('[security 2] only a correct password reveals that an account is closed, and whom to ask', async () => {
  const account = await made('guest', { roles: [role('ROLE_TEACHER')] });
  const { password } = (await admin.call(accountRoutes.issuePassword, { params: { id: account.id } })).data;
  const send = async (url: string, payload: object, device = 'device-9') =>
    (await world.app.inject({ method: 'POST', url: `/api${url}`, headers: { [DEVICE_HEADER]: device }, payload })).json<{
      code: string;
      message: string;
      rtoken: string;
    }>();
  const login = (given: string) => send(tokenRoutes.login.path, { username: 'guest', password: given });
  const { rtoken } = await login(password);
  const unknown = await send(tokenRoutes.login.path, { username: 'nobody', password });
  const disabled = { code: 'ACCOUNT_DISABLED', message: expect.stringContaining('系统管理员：系统管理员') };
  await admin.call(accountRoutes.setAccountState, {
    params: { id: account.id },
    body: { state: 'DISABLED', rev: (await one('guest')).rev },
  });
  expect(await login(password)).toMatchObject(disabled);
  expect(await login(`${password}x`)).toMatchObject({ code: 'SIGN_FAIL', message: unknown.message });
  expect((await send(tokenRoutes.refresh.path, { rtoken }, 'another')).code).toBe('SIGN_FAIL');
  expect(await send(tokenRoutes.refresh.path, { rtoken })).toMatchObject(disabled);
  await sql`update sys_user set state = 'ACTIVE', until_day = '2020-02-29' where username = 'guest'`.execute(world.services.db);
  expect(await login(password)).toMatchObject({ code: 'ACCOUNT_ENDED', message: expect.stringContaining('2020-02-29') });
  await sql`update sys_user set deleted_at = now() where username = 'guest'`.execute(world.services.db);
  expect((await login(password)).code).toBe('SIGN_FAIL');
});

test('[security 14] granted and revoked rights apply from the next call of a signed-in user', async () => {
  const teacher = await world.as('teacher2', 'ROLE_TEACHER');
  const rolesNow = async () => (await teacher.call(userRoutes.getPower)).data.roles.map(({ code }) => code);
  const orgsNow = async () => (await teacher.call(orgRoutes.listMyOrgs)).data.map(({ code }) => code);
  expect(await orgsNow()).toEqual(['LAB-BIO']);
  const account = await one('teacher2');
  const given = await change(account, {
    roles: [role('ROLE_STAFF'), ...account.roles],
    orgs: [...account.orgs, { orgId: await orgIdOf('LAB-POLYMER'), relation: 'MEMBER', ...always }],
  });
  expect(given.status).toBe(200);
  expect(await rolesNow()).toEqual(['ROLE_TEACHER', 'ROLE_STAFF']);
  expect(await orgsNow()).toEqual(['LAB-BIO', 'LAB-POLYMER']);
  const { data } = await change(given.data, { roles: account.roles, orgs: [] });
  expect(await rolesNow()).toEqual(['ROLE_TEACHER']);
  expect(await orgsNow()).toEqual([]);
  await admin.call(accountRoutes.setAccountState, { params: { id: data.id }, body: { state: 'DISABLED', rev: data.rev } });
  expect((await teacher.call(userRoutes.getMe)).error.code).toBe('TOKEN_FAIL');
});

test('[F-3N26] a grant that was already over ends without a notice', async () => {
  await made('guest.over', { roles: [role('ROLE_TEACHER', { untilDay: day(-5) }), role('ROLE_STAFF')] });
  const guest = await world.as('guest.over');
  expect(await applyDueGrants(world.services)).toBe(1);
  for (const person of [guest, admin]) {
    const { data } = await person.send('GET', '/sys/msg-inbox/by-me?kind=NOTICE');
    expect(JSON.stringify(data), person.username).not.toContain('角色已到期：教师（课题组）');
  }
});

test('[S2.118] a dated grant applies on its days only, and both sides are notified of its end', async () => {
  const { services } = world;
  await made('guest', { roles: [role('ROLE_TEACHER'), role('ROLE_STAFF', { fromDay: day(1) })] });
  const guest = await world.as('guest');
  const rolesNow = async () => (await guest.call(userRoutes.getPower)).data.roles.map(({ code }) => code);
  expect(await rolesNow()).toEqual(['ROLE_TEACHER']);
  expect((await one('guest')).roleNames).toMatchObject([{ when: 'NOW' }, { when: 'LATER' }]);
  expect(await applyDueGrants(services)).toBe(0);

  // One has reached its first day, the other is past its last day.
  await sql`update sys_role_grant set from_day = current_date where user_id = ${guest.id} and role_code = 'ROLE_STAFF'`.execute(
    services.db,
  );
  await sql`update sys_role_grant set until_day = current_date - 1 where user_id = ${guest.id} and role_code = 'ROLE_TEACHER'`.execute(
    services.db,
  );
  await expect.poll(rolesNow).toEqual(['ROLE_STAFF']);
  expect(await applyDueGrants(services)).toBe(2);
  expect(await applyDueGrants(services)).toBe(0);
  expect(await rolesNow()).toEqual(['ROLE_STAFF']);
  expect((await one('guest')).roles).toEqual([expect.objectContaining({ code: 'ROLE_STAFF' })]);
  for (const person of [guest, admin]) {
    const { data } = await person.send('GET', '/sys/msg-inbox/by-me?kind=NOTICE');
    expect(JSON.stringify(data), person.username).toContain('角色已到期：教师（课题组）');
  }
  const { rows } = await sql<{
    change: object;
  }>`select change from sys_log where entity_id = ${guest.id} order by id desc limit 1`.execute(services.db);
  expect(rows[0]!.change).toMatchObject({ expired: '教师（课题组）' });

  await sql`update sys_user set until_day = current_date - 1 where id = ${guest.id}`.execute(services.db);
  await expect.poll(async () => (await guest.call(userRoutes.getMe)).status).toBe(401);
  expect(await applyDueGrants(services)).toBe(1);
  expect(await one('guest')).toMatchObject({ state: 'DISABLED', sessions: 0 });
});

test('[S2.38] a one-time password is returned once, signs in and must be changed; the former one no longer works', async () => {
  const user = await made('fresh');
  const params = { id: user.id };
  await admin.call(accountRoutes.issuePassword, { params, key: 'same-key-twice' });
  // Repeated with the same key, it is neither issued nor returned again.
  expect((await admin.call(accountRoutes.issuePassword, { params, key: 'same-key-twice' })).error.code).toBe('ANSWERED_ONCE');
  const two = await Promise.all([1, 2].map(() => admin.call(accountRoutes.issuePassword, { params, key: 'both-at-once' })));
  expect(two.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const first = two.find(({ status }) => status === 200)!.data.password;
  expect(await signIn('fresh', first)).toBe(200);
  expect(await one('fresh')).toMatchObject({ hasPassword: true, mustRenew: true, sessions: 1 });
  const fresh = await world.as('fresh');
  expect((await fresh.send('GET', '/sys/msg-inbox/by-me')).error.code).toBe('PASSWORD_CHANGE_NEEDED');
  const second = (await admin.call(accountRoutes.issuePassword, { params })).data.password;
  expect(second).not.toBe(first);
  expect((await fresh.call(userRoutes.getMe)).error.code).toBe('TOKEN_FAIL');
  expect([await signIn('fresh', first), await signIn('fresh', second)]).toEqual([401, 200]);
  // Neither the log nor the stored response contains it.
  const { rows } = await sql<{ text: string }>`
    select coalesce(string_agg(l::text, ' '), '') || (select coalesce(string_agg(i::text, ' '), '') from sys_idempotency i) as text from sys_log l`.execute(
    world.services.db,
  );
  for (const password of [first, second]) expect(rows[0]!.text).not.toContain(password);
});

test('[S2.38] failed sign-ins delay an account until an administrator clears them', async () => {
  const account = await one('staff');
  for (let at = 0; at < 5; at++) await signIn('staff', 'a guess');
  expect(await signIn('staff', 'a guess')).toBe(429);
  expect((await find('', { locked: true })).map(({ username }) => username)).toEqual(['staff']);
  const { data } = await admin.call(accountRoutes.unlockAccount, { params: { id: account.id } });
  expect(data.locked).toBe(false);
  expect(await signIn('staff', 'a guess')).toBe(401);
});

test('[S2.119] rights copied from another user are added to the existing ones', async () => {
  const manager = await one('manager');
  const user = await made('helper', { roles: [role('ROLE_TEACHER', { untilDay: day(9) })] });
  const body = { fromId: manager.id, roles: true, orgs: true, rev: user.rev };
  const { data } = await admin.call(accountRoutes.copyRights, { params: { id: user.id }, body });
  expect(data.roles.map(({ code }) => code).toSorted()).toEqual(
    ['ROLE_TEACHER', ...manager.roles.map(({ code }) => code)].toSorted(),
  );
  expect(data.roles.find(({ code }) => code === 'ROLE_TEACHER')!.untilDay).toBe(day(9));
  expect(data.orgs).toEqual(manager.orgs);
  const me = await one('admin');
  const toMe = { params: { id: me.id }, body: { ...body, rev: me.rev } };
  expect((await admin.call(accountRoutes.copyRights, toMe)).error.code).toBe('OWN_RIGHTS');
});

test('[S2.119] copying neither roles nor organisations is refused at its field, and changes nothing', async () => {
  const manager = await one('manager');
  const user = await made('helper');
  const body = { fromId: manager.id, roles: false, orgs: false, rev: user.rev };
  const { status, error } = await admin.call(accountRoutes.copyRights, { params: { id: user.id }, body });
  expect([status, error.data?.fields]).toEqual([422, [{ path: 'roles', message: '请至少选择复制角色或复制组织' }]]);
  expect(await one('helper')).toEqual(user);
});

test('rights can be copied from a disabled user, but not from a deleted one, and not expired ones', async () => {
  const { db } = world.services;
  const manager = await one('manager');
  const gone = await made('predecessor', { roles: [role('ROLE_STAFF'), role('ROLE_TEACHER')], orgs: manager.orgs });
  const user = await made('successor');
  await sql`update sys_role_grant set until_day = current_date - 1 where user_id = ${gone.id} and role_code = 'ROLE_STAFF'`.execute(
    db,
  );
  await sql`update wms_org_member set until_day = current_date - 1 where user_id = ${gone.id}`.execute(db);
  const body = { fromId: gone.id, roles: true, orgs: true, rev: user.rev };
  const copy = () => admin.call(accountRoutes.copyRights, { params: { id: user.id }, body });
  await admin.call(accountRoutes.deleteAccount, { params: { id: gone.id } });
  expect((await copy()).error).toMatchObject({ code: 'NOT_FOUND' });
  expect((await one('successor')).roles).toEqual([]);
  await admin.call(accountRoutes.restoreAccount, { params: { id: gone.id } });
  await sql`update sys_user set state = 'DISABLED' where id = ${gone.id}`.execute(db);
  expect((await copy()).data).toMatchObject({ roles: [{ code: 'ROLE_TEACHER' }], orgs: [] });
});

test('many users are disabled, enabled, deleted, restored and signed out at once; the caller is refused', async () => {
  const users = await Promise.all(['many1', 'many2'].map((username) => made(username, { roles: [role('ROLE_STAFF')] })));
  const ids = [...users.map(({ id }) => id), admin.id];
  const person = await world.as('many1');
  const batch = async (action: string) =>
    (await admin.call(accountRoutes.batchAccounts, { params: { action }, body: { ids } })).data;
  expect(await batch('logout')).toMatchObject({ done: 3 });
  expect((await person.call(userRoutes.getMe)).error.code).toBe('TOKEN_FAIL');
  expect((await admin.call(userRoutes.getMe)).status).toBe(200);
  for (const action of ['disable', 'delete']) {
    const reply = await batch(action);
    expect([reply.done, reply.refused.map(({ id }) => id)], action).toEqual([2, [admin.id]]);
  }
  expect(await batch('restore')).toMatchObject({ done: 2, refused: [] });
  expect(await batch('enable')).toMatchObject({ done: 2 });
  expect((await find('many')).map(({ state }) => state)).toEqual(['ACTIVE', 'ACTIVE']);
});

test('[S2.38] a bulk action reports refused and missing users row by row, and groups left without a leader', async () => {
  const lab = await orgIdOf('LAB-BIO');
  const { db } = world.services;
  const [first, second, gone] = (await Promise.all(
    ['row1', 'row2', 'row3'].map((username) => made(username, { orgs: [{ orgId: lab, relation: 'LEADER', ...always }] })),
  )) as [Account, Account, Account];
  await sql`delete from wms_org_member where org_id = ${lab} and relation = 'LEADER' and user_id <> all(${[first.id, second.id]}::uuid[])`.execute(
    db,
  );
  await admin.call(accountRoutes.deleteAccount, { params: { id: gone.id } });
  const ids = [first.id, second.id, gone.id, admin.id];
  const batch = async (action: string) =>
    (await admin.call(accountRoutes.batchAccounts, { params: { action }, body: { ids } })).data;
  const refused: object[] = [
    { id: gone.id, label: '', message: '记录不存在' },
    { id: admin.id, label: expect.stringContaining('admin'), message: expect.stringContaining('另一位管理员') },
  ];
  const reply = await batch('disable');
  expect(reply).toMatchObject({ done: 2, refused });
  // The leader who was disabled last leaves the group without one.
  const [left] = reply.notes;
  expect(reply.notes).toHaveLength(1);
  expect([first.id, second.id]).toContain(left!.id);
  expect(left!.message).toMatch(/课题组已没有负责人$/);
  // Repeated: nothing to do and no notes.
  expect(await batch('disable')).toMatchObject({ done: 0, refused, notes: [] });
  expect(await batch('restore')).toMatchObject({ done: 1, refused: [], notes: [] });
});

test('[S5.34] a bulk action refuses the last administrator and handles the others', async () => {
  const [second, third] = [await administrator('second'), await administrator('third')];
  // An administrator for today only does not count as remaining.
  const rights = sql`update sys_role_grant set until_day = current_date where user_id = ${(await one('admin')).id} and role_code = 'ROLE_ADMIN'`;
  await rights.execute(world.services.db);
  const body = { ids: [(await one('second')).id, (await one('third')).id] };
  const { data } = await admin.call(accountRoutes.batchAccounts, { params: { action: 'disable' }, body });
  expect(data).toMatchObject({ done: 1, refused: [{ message: expect.stringContaining('最后一位') }] });
  const states = await Promise.all([second, third].map((each) => each.call(userRoutes.getMe)));
  expect(states.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
});

test('before users leave, the groups that they alone lead are named', async () => {
  const lab = await orgIdOf('LAB-BIO');
  const [first, second] = (await Promise.all(
    ['lead1', 'lead2'].map((username) => made(username, { orgs: [{ orgId: lab, relation: 'LEADER', ...always }] })),
  )) as [Account, Account];
  const { db } = world.services;
  await sql`delete from wms_org_member where org_id = ${lab} and relation = 'LEADER' and user_id <> all(${[first.id, second.id]}::uuid[])`.execute(
    db,
  );
  const led = async (body: object) => (await admin.call(accountRoutes.lookAtLeaders, { body })).data.groups;
  expect(await led({ ids: [first.id] })).toEqual([]);
  const alone = [{ id: lab, name: expect.stringContaining('课题组'), leaders: [first.name, second.name] }];
  expect(await led({ ids: [first.id, second.id, admin.id] })).toEqual(alone);
  expect(await led({ all: { query: { q: 'lead' }, expected: 2 } })).toEqual(alone);
  expect(
    (await admin.call(accountRoutes.lookAtLeaders, { body: { all: { query: { q: 'lead' }, expected: 3 } } })).error.code,
  ).toBe('STALE');
  // Leaders who cannot sign in, or whose membership is not in force, do not count.
  await admin.call(accountRoutes.setAccountState, { params: { id: second.id }, body: { state: 'DISABLED', rev: second.rev } });
  expect(await led({ ids: [first.id] })).toEqual([{ ...alone[0], leaders: [first.name] }]);
  await change(first, { orgs: [{ orgId: lab, relation: 'LEADER', ...always, fromDay: day(3) }] });
  expect(await led({ ids: [first.id] })).toEqual([]);
});

/** An open review step of a request. */
async function openStep(level: number): Promise<void> {
  await sql`
    with i as (
      insert into bpm_instance (id, definition_id, biz_type, biz_id, round, vars, state, started_by)
      select gen_random_uuid(), id, 'WMS_TRANSACTION', gen_random_uuid(), 1, '{}', 'RUNNING', ${admin.id} from bpm_definition limit 1
      returning id, biz_type, biz_id)
    insert into bpm_task (id, instance_id, biz_type, biz_id, round, level, node_id, name, key)
    select gen_random_uuid(), id, biz_type, biz_id, 1, ${level}::int, 'step', '初审', 'x' from i`.execute(world.services.db);
}

test('before users leave, warehouses without another storekeeper and steps without another reviewer are reported', async () => {
  const { db } = world.services;
  const left = async (...usernames: string[]) => {
    const found = await Promise.all(usernames.map(one));
    return (await admin.call(accountRoutes.lookAtLeaders, { body: { ids: found.map(({ id }) => id) } })).data;
  };
  await sql`delete from wms_warehouse_keeper k using sys_user u where u.id = k.user_id and u.username not in ('keeper', 'keeper2')`.execute(
    db,
  );
  const { rows: kept } = await sql<{ id: string; name: string }>`
    select w.id, w.name from wms_warehouse w where w.state = 'ACTIVE' and exists (
      select from wms_warehouse_keeper k where k.warehouse_id = w.id) order by w.code collate wms_natural`.execute(db);
  expect(kept.length).toBeGreaterThan(0);
  expect((await left('keeper', 'keeper2')).warehouses).toEqual(kept);
  await sql`insert into wms_warehouse_keeper (warehouse_id, user_id) select w.id, u.id from wms_warehouse w, sys_user u where u.username = 'manager'`.execute(
    db,
  );
  expect((await left('keeper', 'keeper2')).warehouses).toEqual([]);

  // All open steps ask one person by name, then a second who is barred, then one who may decide.
  const seats = (ids: string[], barred: string[]) =>
    sql`update bpm_task set candidate_roles = '{}', candidate_roles_everywhere = '{}', candidate_ids = ${ids}::uuid[], barred = ${barred}::uuid[]
         where state = 'OPEN'`.execute(db);
  const [first, second] = [(await one('reviewer')).id, (await one('reviewer2')).id];
  for (const level of [1, 2]) await openStep(level);
  await seats([first], []);
  const { rows: open } = await sql<{ n: number }>`select count(*)::int as n from bpm_task where state = 'OPEN'`.execute(db);
  expect(open[0]!.n).toBe(2);
  expect((await left('reviewer')).steps).toBe(open[0]!.n);
  expect((await left('reviewer2')).steps).toBe(0);
  await seats([first, second], [second]);
  expect((await left('reviewer')).steps).toBe(open[0]!.n);
  await seats([first, second], []);
  expect((await left('reviewer')).steps).toBe(0);
  expect((await left('reviewer', 'reviewer2')).steps).toBe(open[0]!.n);
});

test('[F-3N5] before a role is revoked, warehouses without a storekeeper and steps without a reviewer are reported', async () => {
  const { db } = world.services;
  const look = async (ids: string[], ...roles: string[]) =>
    (await admin.call(accountRoutes.lookAtLeaders, { body: { ids, roles } })).data;
  const keepers = await Promise.all(['keeper', 'keeper2', 'manager'].map(one));
  await sql`delete from wms_warehouse_keeper where user_id <> all(${keepers.map(({ id }) => id)}::uuid[])`.execute(db);
  const { rows: kept } = await sql<{ id: string }>`
    select w.id from wms_warehouse w where w.state = 'ACTIVE' and exists (
      select from wms_warehouse_keeper k where k.warehouse_id = w.id) order by w.code collate wms_natural`.execute(db);
  const ids = keepers.map(({ id }) => id);
  const ending = async (...roles: string[]) => (await look(ids, ...roles)).warehouses.map(({ id }) => id);
  expect(kept.length).toBeGreaterThan(0);
  expect(await ending('ROLE_WMS_ADMIN_PBOX')).toEqual(kept.map(({ id }) => id));
  expect(await ending('ROLE_WAREHOUSE_ADMIN')).toEqual(kept.map(({ id }) => id));
  expect(await ending('ROLE_STAFF')).toEqual([]);

  const role = 'ROLE_WMS_ADMIN_INBOUND_02';
  await openStep(1);
  await sql`update bpm_task set candidate_roles = '{}', candidate_roles_everywhere = ${[role]}::text[], candidate_ids = '{}', barred = '{}'
             where state = 'OPEN'`.execute(db);
  const { rows: open } = await sql<{ n: number }>`select count(*)::int as n from bpm_task where state = 'OPEN'`.execute(db);
  const { rows: holders } = await sql<{ id: string }>`
    select distinct user_id as id from sys_role_grant where role_code = ${role}`.execute(db);
  const reviewers = holders.map(({ id }) => id);
  expect(open[0]!.n).toBeGreaterThan(0);
  expect((await look(reviewers, role)).steps).toBe(open[0]!.n);
  expect((await look(reviewers.slice(1), role)).steps).toBe(0);
  expect((await look(reviewers, 'ROLE_STAFF')).steps).toBe(0);
  // Without the page role the function role does not count.
  expect((await look(reviewers, 'ROLE_WAREHOUSE_ADMIN')).steps).toBe(open[0]!.n);
  // A person asked by name decides without the role.
  await sql`update bpm_task set candidate_ids = ${[reviewers[0]!]}::uuid[] where state = 'OPEN'`.execute(db);
  expect((await look(reviewers, role)).steps).toBe(0);
});

test('[F-3N5] before users leave, their shared warehouses, emptied groups and open work are reported', async () => {
  const { db } = world.services;
  const look = async (...ids: string[]) => (await admin.call(accountRoutes.lookAtLeaders, { body: { ids } })).data;
  const lab = (await admin.call(orgRecordRoutes.createOrg, { body: { code: 'LAB-ALONE', name: '独行课题组', type: 'LAB' } }))
    .data;
  const leaver = await made('leaver', { orgs: [{ orgId: lab.id, relation: 'STUDENT', ...always }] });
  const nothing = { documents: 0, assigned: 0, drafts: 0, cases: 0, counts: 0, delegations: 0, rules: 0, tokens: 0 };
  expect(await look(leaver.id)).toMatchObject({ kept: [], emptied: [{ id: lab.id, name: '独行课题组' }], hanging: nothing });
  const other = await made('stays', { orgs: [{ orgId: lab.id, relation: 'STUDENT', ...always }] });
  expect((await look(leaver.id)).emptied).toEqual([]);
  expect((await look(leaver.id, other.id)).emptied).toHaveLength(1);

  await sql`update sys_user set password_hash = 'x' where id in (${leaver.id}, ${other.id})`.execute(db);
  const { rows: houses } = await sql<{
    id: string;
  }>`select id from wms_warehouse where state = 'ACTIVE' order by code limit 1`.execute(db);
  const house = houses[0]!.id;
  await sql`delete from wms_warehouse_keeper where warehouse_id = ${house}`.execute(db);
  await sql`insert into wms_warehouse_keeper (warehouse_id, user_id) values (${house}, ${leaver.id}), (${house}, ${other.id})`.execute(
    db,
  );
  expect(await look(leaver.id)).toMatchObject({ kept: [{ id: house }], warehouses: [] });
  expect(await look(leaver.id, other.id)).toMatchObject({ kept: [], warehouses: [{ id: house }] });

  // Open, in progress, returned and done: the last is not counted.
  await sql`insert into wms_transaction (id, no, type, source, owner_org_id, applicant_id, warehouse_id, state, created_by)
    select gen_random_uuid(), 'T-' || state, 'INBOUND', 'LAB', ${lab.id}, ${leaver.id}, ${house}, state, ${leaver.id}
      from unnest(array['SUBMITTED', 'PARTIAL', 'RETURNED', 'DONE']) state`.execute(db);
  await sql`insert into bpm_delegation (id, from_id, to_id, from_at, until_at, created_by)
    values (gen_random_uuid(), ${other.id}, ${leaver.id}, now() - interval '2 days', now() + interval '1 day', ${other.id}),
           (gen_random_uuid(), ${leaver.id}, ${admin.id}, now() - interval '2 days', now() - interval '1 day', ${leaver.id})`.execute(
    db,
  );
  const { data: rule } = await admin.call(ruleRoutes.createRule, {
    body: {
      ownerType: 'USER',
      ownerIds: [other.id],
      relation: null,
      subjectType: 'WMS_ORG',
      subjectModel: 'all',
      fromDay: null,
      untilDay: null,
      note: null,
    },
  });
  await sql`update sys_rule set created_by = ${leaver.id} where id = ${rule.id}`.execute(db);
  expect((await look(leaver.id)).hanging).toEqual({ ...nothing, documents: 2, drafts: 1, delegations: 1, rules: 1 });

  // Documents in progress whose boxes they assigned last.
  await sql`insert into wms_transaction_record (transaction_id, round, actor_id, action, to_state)
    select t.id, 1, e.actor, 'assign', t.state from wms_transaction t, unnest(array[${other.id}, ${leaver.id}]::uuid[]) with ordinality e(actor, n)
     where t.no in ('T-PARTIAL', 'T-DONE') order by t.no, e.n`.execute(db);
  expect((await look(leaver.id)).hanging.assigned).toBe(1);
  expect((await look(other.id)).hanging.assigned).toBe(0);
});

test('only administrators may use accounts', async () => {
  for (const [username, pageRole] of [
    ['teacher', 'ROLE_TEACHER'],
    ['manager', 'ROLE_WAREHOUSE_ADMIN'],
  ] as const) {
    const person = await world.as(username, pageRole);
    expect((await person.call(accountRoutes.listAccounts)).error.code, username).toBe('FORBIDDEN');
  }
});

test('[S6.25] an administrator with an end date gets no access to an account whose rights last longer', async () => {
  const soon = day(30);
  const passing = await made('passing.admin', { roles: [role('ROLE_ADMIN', { untilDay: soon })] });
  const [staying, disabled, deleted] = [
    await made('staying.admin', { roles: [role('ROLE_ADMIN')] }),
    await made('disabled.admin', { roles: [role('ROLE_ADMIN')] }),
    await made('deleted.admin', { roles: [role('ROLE_ADMIN')] }),
  ];
  await admin.call(accountRoutes.setAccountState, {
    params: { id: disabled.id },
    body: { state: 'DISABLED', rev: disabled.rev },
  });
  await admin.call(accountRoutes.deleteAccount, { params: { id: deleted.id } });
  const by = await world.as('passing.admin', 'ROLE_ADMIN');
  const refusals = [
    await by.call(accountRoutes.issuePassword, { params: { id: staying.id } }),
    await by.call(accountRoutes.issueFirstPasswords, { body: { ids: [staying.id] } }),
    await change(staying, { email: 'mine@example.edu' }, by),
    await change(staying, { username: 'mine' }, by),
    await by.call(accountRoutes.setAccountState, {
      params: { id: disabled.id },
      body: { state: 'ACTIVE', rev: (await one('disabled.admin')).rev },
    }),
    await by.call(accountRoutes.restoreAccount, { params: { id: deleted.id } }),
  ];
  expect(refusals.map(({ error }) => error?.code)).toEqual(refusals.map(() => 'BEYOND_DAYS'));
  // Changes that give no access, and accounts whose rights end earlier, are allowed as ever.
  expect((await change(staying, { name: '另一个名字' }, by)).status).toBe(200);
  const clerk = await made('some.clerk', { roles: [role('ROLE_TEACHER')] });
  expect((await by.call(accountRoutes.issuePassword, { params: { id: clerk.id } })).status).toBe(200);
  expect((await admin.call(accountRoutes.issuePassword, { params: { id: passing.id } })).status).toBe(200);
});
