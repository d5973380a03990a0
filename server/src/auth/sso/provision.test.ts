// Just-in-time provisioning: unknown users get exactly what their rule says, or are refused.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accountForm, accountRoutes } from '@kuwei/contract/auth/account';
import { roleRoutes } from '@kuwei/contract/auth/role';
import { ruleRoutes } from '@kuwei/contract/auth/rule';
import { signInRoutes } from '@kuwei/contract/auth/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { configure, updateSetting } from '../../../test/_configure.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let server: Server;
let world: World;
let admin: Person;
/** The provider's attributes by ticket. */
const known = new Map<string, string>();

beforeAll(async () => {
  server = createServer((request, response) => {
    const ticket = new URL(request.url!, 'http://cas').searchParams.get('ticket')!;
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(
      `<cas:serviceResponse><cas:authenticationSuccess>${known.get(ticket)}</cas:authenticationSuccess></cas:serviceResponse>`,
    );
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  world = await openWorld({ CAS_URL: `http://127.0.0.1:${port}/cas`, PUBLIC_URL: 'https://kuwei.example.edu' });
  admin = await world.as('admin', 'ROLE_ADMIN');
});
beforeEach(() => world.services.db.deleteFrom('sys_sign_in_failure').execute());
afterAll(async () => {
  await world.end();
  server.close();
});

let tickets = 0;
async function signOn(
  username: string,
  claims: Record<string, string | string[]> = {},
): Promise<{ status: number; code?: string }> {
  const post = (path: string, payload?: object) =>
    world.app.inject({ method: 'POST', url: `/api${path}`, ...(payload && { payload }) });
  const { url, ticket } = (await post(signInRoutes.beginSso.path)).json<{ url: string; ticket: string }>();
  const state = new URL(new URL(url).searchParams.get('service')!).searchParams.get('state')!;
  const attributes = Object.entries(claims).flatMap(([name, value]) =>
    [value].flat().map((each) => `<cas:${name}>${each}</cas:${name}>`),
  );
  const given = `ST-${++tickets}`;
  known.set(given, `<cas:user>${username}</cas:user><cas:attributes>${attributes.join('')}</cas:attributes>`);
  const reply = await post(signInRoutes.sso.path, { ticket, query: `ticket=${given}&state=${state}` });
  const { code } = reply.json<{ code?: string }>();
  return { status: reply.statusCode, ...(code !== undefined && { code }) };
}
const UNKNOWN = { status: 403, code: 'SSO_UNKNOWN' };
const rules = (...lines: string[]) => configure(world, { SYS_SSO_RULES: lines.join('\n') });
const account = async (username: string) => {
  const { list } = (await admin.call(accountRoutes.listAccounts, { query: { q: username } })).data;
  return list.find((each) => each.username === username) ?? null;
};
const given = async (username: string) => {
  const one = (await account(username))!;
  const { name, identity, roles, orgNames } = (await admin.call(accountRoutes.getAccount, { params: { id: one.id } })).data;
  return {
    name,
    identity,
    roles: roles.map(({ code }) => code),
    orgs: orgNames.map(({ code, relation }) => `${code} ${relation}`),
  };
};

test('[S7.55] a matching user is created once, with what the first matching line grants', async () => {
  await rules(
    '# 教师',
    'affiliation=faculty & department=BIO -> identity=STAFF; role=ROLE_TEACHER; org=LAB-BIO; name=@displayName',
    'affiliation=faculty → 	identity=教职工； role=ROLE_STAFF',
    'affiliation=student -> identity=STUDENT; role=ROLE_TEACHER; org=@group',
  );
  expect(await signOn('2026001', { affiliation: ['member', 'faculty'], department: 'BIO', displayName: '钱&amp;三' })).toEqual({
    status: 200,
  });
  expect(await given('2026001')).toEqual({ name: '钱&三', identity: 'STAFF', roles: ['ROLE_TEACHER'], orgs: ['LAB-BIO MEMBER'] });
  expect(await signOn('2026002', { affiliation: 'faculty', department: 'LAW' })).toEqual({ status: 200 });
  expect(await given('2026002')).toEqual({ name: '2026002', identity: 'STAFF', roles: ['ROLE_STAFF'], orgs: [] });
  expect(await signOn('2026003', { affiliation: 'student', group: ['lab-bio', 'LAB-CATALYSIS'] })).toEqual({ status: 200 });
  expect((await given('2026003')).orgs.toSorted()).toEqual(['LAB-BIO MEMBER', 'LAB-CATALYSIS MEMBER']);

  // Rights revoked later stay revoked, whatever the rule says.
  const one = (await account('2026001'))!;
  const { roles: _, orgs: __, ...form } = (await admin.call(accountRoutes.getAccount, { params: { id: one.id } })).data;
  await sql`delete from sys_role_grant where user_id = ${one.id}`.execute(world.services.db);
  expect(form.username).toBe('2026001');
  expect(await signOn('2026001', { affiliation: 'faculty', department: 'BIO', displayName: '别名' })).toEqual({ status: 200 });
  expect(await given('2026001')).toMatchObject({ name: '钱&三', roles: [] });
});

test('[S7.55] users without a matching rule, or with a partially applicable one, are refused without an account', async () => {
  await rules('affiliation=student -> role=ROLE_TEACHER; org=@group');
  expect(await signOn('3001', { affiliation: 'guest' })).toEqual(UNKNOWN);
  expect(await signOn('3001')).toEqual(UNKNOWN);
  expect(await signOn('3001', { affiliation: 'student' })).toEqual(UNKNOWN);
  expect(await signOn('3001', { affiliation: 'student', group: 'LAB-NONE' })).toEqual(UNKNOWN);
  expect(await signOn('3001', { affiliation: 'student', group: ['LAB-BIO', 'LAB-NONE'] })).toEqual(UNKNOWN);
  expect(await signOn('3001', { affiliation: 'student', group: 'WAREHOUSE' })).toEqual(UNKNOWN);
  expect(await signOn('not a name', { affiliation: 'student', group: 'LAB-BIO' })).toEqual(UNKNOWN);
  expect(await account('3001')).toBeNull();
  await configure(world, { SYS_SSO_RULES: '' });
  expect(await signOn('3001', { affiliation: 'student', group: 'LAB-BIO' })).toEqual(UNKNOWN);
  const { rows } = await sql`select from sys_user where username in ('3001', 'not a name')`.execute(world.services.db);
  expect(rows).toEqual([]);
});

test('[S7.55] disabled and deleted users are not re-created by a rule; two concurrent windows create one account', async () => {
  await rules('* -> role=ROLE_TEACHER');
  const both = await Promise.all([signOn('4001'), signOn('4001'), signOn('4001')]);
  expect(both).toEqual([{ status: 200 }, { status: 200 }, { status: 200 }]);
  const { db } = world.services;
  const bound = sql`delete from sys_user_identity where subject = '4001'`;
  for (const [change, answer] of [
    [sql`state = 'DISABLED'`, { status: 401, code: 'ACCOUNT_DISABLED' }],
    [sql`until_day = current_date - 1`, { status: 401, code: 'ACCOUNT_ENDED' }],
    [sql`state = 'ACTIVE', deleted_at = now()`, UNKNOWN],
  ] as const) {
    await sql`update sys_user set ${change} where username = '4001'`.execute(db);
    expect(await signOn('4001')).toEqual(answer);
  }
  // Matched by username only, the response is the same.
  await bound.execute(db);
  await sql`update sys_user set deleted_at = null where username = '4001'`.execute(db);
  expect((await signOn('4001')).code).toBe('ACCOUNT_ENDED');
  const { rows } = await sql`select from sys_user where username = '4001'`.execute(world.services.db);
  expect(rows).toHaveLength(1);
});

test('[S7.55] no rule grants administrator or warehouse roles, roles with powers, or roles from claims', async () => {
  const role = { code: 'ROLE_GUESTS', name: '访客', nameEn: 'Guests', sort: 900, valid: true, remark: null, powers: [] };
  await admin.call(roleRoutes.createRole, { body: role });
  const refused: [line: string, message: string][] = [
    ['* -> role=ROLE_ADMIN', 'ROLE_ADMIN'],
    ['* -> role=ROLE_SYSTEM', 'ROLE_SYSTEM'],
    ['* -> role=ROLE_WAREHOUSE_ADMIN', 'ROLE_WAREHOUSE_ADMIN'],
    ['* -> role=ROLE_TEACHER; role=ROLE_WMS_ADMIN_PBOX', 'ROLE_WMS_ADMIN_PBOX'],
    ['* -> role=ROLE_NONE', 'ROLE_NONE'],
    ['* -> role=@role', '第 1 行看不懂'],
    ['* -> org=WAREHOUSE', 'WAREHOUSE'],
    ['* -> org=LAB-NONE', 'LAB-NONE'],
    ['* -> identity=KING', 'KING'],
    ['# x\n\nteacher', '第 3 行看不懂'],
    ['a=b -> name=@x; name=@y', '看不懂'],
    ['a -> role=ROLE_TEACHER', '看不懂'],
    ['* ->', '看不懂'],
  ];
  for (const [line, message] of refused) {
    const { status, error } = await updateSetting(admin, 'SYS_SSO_RULES', line);
    expect([line, status, JSON.stringify(error)]).toEqual([line, 422, expect.stringContaining(message)]);
  }
  await rules('* -> role=ROLE_GUESTS');
  expect(await signOn('5001')).toEqual({ status: 200 });
  // The role has gained powers since the rule was saved.
  await sql`insert into sys_role_power (role_code, power_code) values ('ROLE_GUESTS', 'POWER_ROLE_MANAGE')`.execute(
    world.services.db,
  );
  expect(await signOn('5002')).toEqual(UNKNOWN);
  // Nor by an environment variable or by SQL, past the form.
  await sql`update sys_config set value = ${JSON.stringify('* -> role=ROLE_ADMIN')}::jsonb where code = 'SYS_SSO_RULES'`.execute(
    world.services.db,
  );
  await expect.poll(() => world.services.settings.get('SYS_SSO_RULES')).toContain('ROLE_ADMIN');
  expect(await signOn('5003')).toEqual(UNKNOWN);
  expect(await account('5003')).toBeNull();
});

test('[F-3A2] no rule grants a role with a data rule, nor membership in an organisation with one', async () => {
  const role = { code: 'ROLE_LOOKERS', name: '巡查', nameEn: 'Lookers', sort: 901, valid: true, remark: null, powers: [] };
  const { id } = (await admin.call(roleRoutes.createRole, { body: role })).data;
  const { rows } = await sql<{ id: string }>`select id from wms_org where code = 'LAB-BIO'`.execute(world.services.db);
  const orgId = rows[0]!.id;
  const given = {
    relation: null,
    subjectType: 'WMS_ORG',
    subjectModel: 'all',
    fromDay: null,
    untilDay: null,
    note: null,
  } as const;
  const owners = [
    ['role=ROLE_LOOKERS', { ownerType: 'ROLE', ownerIds: [id] }],
    ['org=LAB-BIO', { ownerType: 'ORG', ownerIds: [orgId] }],
  ] as const;
  let next = 5100;
  for (const [gift, owner] of owners) {
    await rules(`* -> ${gift}`);
    expect([gift, await signOn(String(++next))]).toEqual([gift, { status: 200 }]);
    const rule = (await admin.call(ruleRoutes.createRule, { body: { ...given, ...owner, ownerIds: [...owner.ownerIds] } })).data;
    expect([gift, await signOn(String(++next))], 'the data rule came later').toEqual([gift, UNKNOWN]);
    await rules('');
    expect([gift, (await updateSetting(admin, 'SYS_SSO_RULES', `* -> ${gift}`)).status]).toEqual([gift, 422]);
    await admin.call(ruleRoutes.batchRules, { params: { action: 'end' }, body: { ids: [rule.id], untilDay: null } });
    await rules(`* -> ${gift}`);
    expect([gift, await signOn(String(++next))], 'a rule that has ended gives nothing').toEqual([gift, { status: 200 }]);
  }
});

test('look-alike usernames, and names that case-fold to one, match no account', async () => {
  await rules('');
  // The Kelvin sign lower-cases to k; full-width and Cyrillic letters look alike.
  for (const name of ['\u212Aeeper', 'ｋeeper', 'keepe\u0433', 'ke\u00adeper', 'keeper\u200b'])
    expect([name, await signOn(name)]).toEqual([name, UNKNOWN]);
  const { rows } =
    await sql`select from sys_user_identity i join sys_user u on u.id = i.user_id where u.username = 'keeper'`.execute(
      world.services.db,
    );
  expect(rows).toEqual([]);
  await rules('* -> role=ROLE_TEACHER');
  expect(await signOn('\u212A601')).toEqual(UNKNOWN);
  expect(await signOn('K602')).toEqual({ status: 200 });
});

test('a missing claim is missing, whatever its name', async () => {
  await rules('constructor=x -> role=ROLE_TEACHER', 'toString=@x -> role=ROLE_TEACHER', 'a=b -> name=@valueOf; org=@__proto__');
  expect(await signOn('7001', { a: 'b' })).toEqual(UNKNOWN);
  expect(await signOn('7001', { constructor: 'x' })).toEqual({ status: 200 });
});

test('a deleted user who was re-created signs in to the new account; others do not', async () => {
  await rules('* -> role=ROLE_TEACHER');
  expect(await signOn('8001')).toEqual({ status: 200 });
  await rules('');
  const old = (await account('8001'))!;
  await sql`update sys_user set deleted_at = now() where id = ${old.id}`.execute(world.services.db);
  expect(await signOn('8001')).toEqual(UNKNOWN);
  const body = accountForm.parse({ username: '8001', name: '新来的', roles: [], orgs: [] });
  const made = (await admin.call(accountRoutes.createAccount, { body })).data;
  expect(await signOn('8001')).toEqual({ status: 200 });
  const { rows } = await sql`select user_id from sys_user_identity where subject = '8001'`.execute(world.services.db);
  expect(rows).toEqual([{ user_id: made.id }]);
  // Another person with the same username by now.
  await sql`update sys_user_identity set subject = 'former 8001' where subject = '8001'`.execute(world.services.db);
  expect(await signOn('8001')).toEqual(UNKNOWN);
});

test('an administrator with a local password is not matched by name; one without is', async () => {
  await rules('* -> role=ROLE_TEACHER');
  expect(await signOn('admin')).toEqual(UNKNOWN);
  const { rows } = await sql`select from sys_user_identity where subject = 'admin'`.execute(world.services.db);
  expect(rows).toEqual([]);
  const span = { fromDay: null, untilDay: null };
  const body = accountForm.parse({ username: '9001', name: '管理员', roles: [{ code: 'ROLE_ADMIN', ...span }], orgs: [] });
  await admin.call(accountRoutes.createAccount, { body });
  expect(await signOn('9001')).toEqual({ status: 200 });
});
