// API tokens: what an integration may do with one, and what ends it.
import { API_TOKEN_DAYS_MAX, API_TOKENS_MAX, apiTokenRoutes } from '@kuwei/contract/auth/api-token';
import { accountForm, accountRoutes, type Account } from '@kuwei/contract/auth/account';
import { passwordRoutes } from '@kuwei/contract/auth/password';
import { roleForm, roleRoutes } from '@kuwei/contract/auth/role';
import { sessionRoutes } from '@kuwei/contract/auth/session';
import { userRoutes } from '@kuwei/contract/auth/user';
import { PAGE_ROLE_HEADER } from '@kuwei/contract/constants';
import type { Route } from '@kuwei/contract/route';
import { workRoutes } from '@kuwei/contract/bpm/work';
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { POWERS } from '@kuwei/contract/access';
import { ruleRoutes } from '@kuwei/contract/auth/rule';
import { definitionRoutes } from '@kuwei/contract/bpm/definition';
import { fileRoutes } from '@kuwei/contract/sys/fs';
import { dicRoutes } from '@kuwei/contract/auth/dic';
import { logRoutes } from '@kuwei/contract/sys/log';
import { productRoutes } from '@kuwei/contract/wms/product';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { day } from '../../../test/_days.ts';
import { castOf, placesOf, saltForm, submitted } from '../../../test/_flow.ts';
import { rememberRows } from '../../../test/_remember-rows.ts';
import { allRoutes } from '../../routes.ts';
import { samplePdf } from '../../seed/sample-pdf.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let kept: Awaited<ReturnType<typeof rememberRows>>;
let admin: Person;
let account: Account;
beforeAll(async () => {
  world = await openWorld();
  kept = await rememberRows(world);
});
beforeEach(async () => {
  admin = await world.as('admin', 'ROLE_ADMIN');
  const always = { fromDay: null, untilDay: null };
  const form = accountForm.parse({
    username: 'erp',
    name: '财务系统',
    roles: ['ROLE_SYS_CATALOGUE', 'ROLE_SYS_AUDITOR', 'ROLE_SYS_DICTIONARY'].map((code) => ({ code, ...always })),
    orgs: [],
  });
  account = (await admin.call(accountRoutes.createAccount, { body: form })).data;
});
afterEach(() => kept.back());
afterAll(async () => {
  await kept.end();
  await world.end();
});

const FORM = { name: '目录同步', roles: ['ROLE_SYS_CATALOGUE'], untilDay: day(30) };
const issue = (more: Partial<typeof FORM> = {}, by = admin, id = account.id) =>
  by.call(apiTokenRoutes.issueApiToken, { params: { id }, body: { ...FORM, ...more } });
const listed = async () => (await admin.call(apiTokenRoutes.listApiTokens, { params: { id: account.id } })).data;

/** Calls with a token alone, as an integration does. */
async function callWith(token: string, route: Route, payload?: object, pageRole?: string) {
  const { statusCode, body, headers } = await world.app.inject({
    method: route.method,
    url: `/api${route.path}`,
    headers: { authorization: `Bearer ${token}`, ...(pageRole && { [PAGE_ROLE_HEADER]: pageRole }) },
    ...(payload && { payload }),
  });
  const isJson = String(headers['content-type']).includes('json');
  return { status: statusCode, body: (isJson ? JSON.parse(body) : {}) as { code?: string; roles?: { code: string }[] } };
}

test('an API token opens what its roles open, and nothing else of its account', async () => {
  const { token } = (await issue()).data;
  expect(await listed()).toMatchObject([
    { name: '目录同步', roles: [{ code: 'ROLE_SYS_CATALOGUE' }], untilDay: day(30), issuedBy: '系统管理员', lastUsedAt: null },
  ]);
  expect((await callWith(token, productRoutes.listProducts)).status).toBe(200);
  expect((await callWith(token, userRoutes.getPower)).body.roles!.map(({ code }) => code)).toEqual(['ROLE_SYS_CATALOGUE']);
  for (const route of [logRoutes.listLog, dicRoutes.exportDics, accountRoutes.listAccounts])
    expect((await callWith(token, route)).body.code, route.path).toBe('FORBIDDEN');
  expect((await callWith(token, productRoutes.listProducts, undefined, 'ROLE_SYS_AUDITOR')).body.code).toBe('PAGE_ROLE');
});

test('an API token changes nothing of its account and gives nobody a way to sign in', async () => {
  await admin.call(accountRoutes.updateAccount, {
    params: { id: account.id },
    body: {
      ...accountForm.parse(Object.fromEntries(Object.keys(accountForm.shape).map((field) => [field, account[field as 'name']]))),
      roles: [{ code: 'ROLE_SYS_HELPDESK', fromDay: null, untilDay: null }],
      rev: account.rev,
    },
  });
  const { token } = (await issue({ roles: ['ROLE_SYS_HELPDESK'] })).data;
  const { id } = (await admin.call(accountRoutes.listAccounts, { query: { q: 'teacher2' } })).data.list[0]!;
  const at = (route: Route): Route => ({ ...route, path: route.path.replace('{id}', id) });
  expect((await callWith(token, at(accountRoutes.getAccount))).status).toBe(200);
  for (const [route, payload] of [
    [at(accountRoutes.issuePassword), {}],
    [{ ...accountRoutes.batchAccounts, path: accountRoutes.batchAccounts.path.replace('{action}', 'logout') }, { ids: [id] }],
    [sessionRoutes.endUserSessions, { userId: id }],
    [sessionRoutes.endMyOtherSessions, {}],
    [passwordRoutes.changePassword, {}],
    [workRoutes.listTodo, undefined],
    [workRoutes.addDelegation, {}],
    [msgInboxRoutes.listMine, undefined],
  ] as const)
    expect((await callWith(token, route, payload)).body.code, route.path).toBe('API_TOKEN');
  expect((await callWith(token, at(apiTokenRoutes.issueApiToken), FORM)).body.code, 'left to administrators').toBe('FORBIDDEN');
});

test('an API token gives no signatures and no rights and reads no private files', async () => {
  const manager = (await admin.call(accountRoutes.listAccounts, { query: { q: 'manager' } })).data.list[0]!;
  const { db } = world.services;
  const roles = manager.roles.map(({ code }) => code);
  await admin.call(roleRoutes.createRole, {
    body: roleForm.parse({ code: 'ROLE_RULES', name: '规则', nameEn: 'Rules', powers: [POWERS.rule, POWERS.role, POWERS.flow] }),
  });
  await db.insertInto('sys_role_grant').values({ user_id: manager.id, role_code: 'ROLE_RULES' }).execute();
  const { token } = (await issue({ roles: [...roles, 'ROLE_RULES'] }, admin, manager.id)).data;
  const signatures = allRoutes.filter(({ attests }) => attests);
  expect(signatures.map(({ path }) => path).toSorted()).toEqual([
    '/wms/hazard-flow/close',
    '/wms/hazard-flow/report',
    '/wms/hazard-flow/report/{id}/withdraw',
    '/wms/hazard-flow/{id}/reopen',
    '/wms/hazard-flow/{id}/sign',
    '/wms/inventory/{id}/approve',
    '/wms/inventory/{id}/count',
    '/wms/inventory/{id}/reject',
    '/wms/inventory/{id}/return',
    '/wms/permit/{id}/check',
    '/wms/transaction/{id}/cosign',
  ]);
  const filled = (route: Route): Route => ({ ...route, path: route.path.replaceAll(/\{\w+\}/g, manager.id) });
  for (const route of [...signatures, ruleRoutes.createRule, roleRoutes.createRole, definitionRoutes.createDefinition])
    expect((await callWith(token, filled(route), {}, 'ROLE_WAREHOUSE_ADMIN')).body.code, route.path).toBe('API_TOKEN');

  const person = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const { data: file } = await person.upload(fileRoutes.upload, samplePdf(['own']), 'own.pdf');
  expect((await person.call(fileRoutes.download, { params: { file: file.id } })).status).toBe(200);
  const route = { ...fileRoutes.download, path: fileRoutes.download.path.replace('{file}', file.id) };
  expect((await callWith(token, route)).body.code).toBe('NOT_FOUND');
});

test('an API token changes no field of its own account, by which it could sign in as the person', async () => {
  const role = 'ROLE_CLERK';
  await admin.call(roleRoutes.createRole, {
    body: roleForm.parse({
      code: role,
      name: '录入',
      nameEn: 'Clerk',
      powers: ['POWER_SYS_ACCOUNT_EDIT', 'POWER_SYS_ACCOUNT_IMPORT'],
    }),
  });
  await world.services.db.insertInto('sys_role_grant').values({ user_id: account.id, role_code: role }).execute();
  const { token } = (await issue({ roles: [role] })).data;
  const now = (await admin.call(accountRoutes.getAccount, { params: { id: account.id } })).data;
  const form = accountForm.parse(
    Object.fromEntries(Object.keys(accountForm.shape).map((field) => [field, now[field as 'name']])),
  );
  const route = { ...accountRoutes.updateAccount, path: accountRoutes.updateAccount.path.replace('{id}', account.id) };
  const body = { ...form, email: 'other@kuwei.example', rev: now.rev };
  expect((await callWith(token, route, body)).body.code).toBe('API_TOKEN');

  const { id: teacher } = (await admin.call(accountRoutes.listAccounts, { query: { q: 'teacher2' } })).data.list[0]!;
  const { data: person } = await admin.call(accountRoutes.getAccount, { params: { id: teacher } });
  const change = (more: object) =>
    callWith(
      token,
      { ...route, path: route.path.replace(account.id, teacher) },
      {
        ...accountForm.parse(Object.fromEntries(Object.keys(accountForm.shape).map((field) => [field, person[field as 'name']]))),
        ...more,
        rev: person.rev,
      },
    );
  expect((await change({ email: 'other@kuwei.example' })).body.code, 'nor the address of others').toBe('API_TOKEN');
  expect((await change({ phone: '13800003333' })).status).toBe(200);
});

test('a socket opened with a token is closed once its account is an administrator, as calls are', async () => {
  const { token } = (await issue()).data;
  const { sessions, db } = world.services;
  expect(await sessions.holding([token])).toEqual(new Set([token]));
  await db.insertInto('sys_role_grant').values({ user_id: account.id, role_code: 'ROLE_ADMIN' }).execute();
  expect(await sessions.holding([token])).toEqual(new Set());
});

test('first passwords end the tokens of an account, and an administrator for some days issues none that last longer', async () => {
  const { token } = (await issue()).data;
  await admin.call(accountRoutes.issueFirstPasswords, { body: { ids: [account.id] } });
  expect((await callWith(token, productRoutes.listProducts)).body.code).toBe('TOKEN_FAIL');
  const { db } = world.services;
  await db
    .insertInto('sys_role_grant')
    .values({ user_id: (await world.as('staff')).id, role_code: 'ROLE_ADMIN', until_day: day(3) })
    .execute();
  const some = await world.as('staff', 'ROLE_ADMIN');
  expect((await issue({ name: '久', untilDay: day(9) }, some)).error.code).toBe('BEYOND_DAYS');
  expect((await issue({ name: '短', untilDay: day(2) }, some)).status).toBe(200);
});

test('the log names the token', async () => {
  const { token } = (await issue()).data;
  await callWith(token, productRoutes.exportProducts);
  const rows = (await admin.call(logRoutes.listLog, { query: { userId: account.id } })).data.list;
  expect(rows.map(({ apiToken }) => apiToken)).toContain('目录同步');
  expect(JSON.stringify(rows[0])).toContain('财务系统（API 令牌：目录同步）');
});

test('a token stops at once: revoked, past its day, without its role, or with its account', async () => {
  const works = async (token: string) => (await callWith(token, productRoutes.listProducts)).status === 200;
  const ends: ((id: string) => Promise<unknown>)[] = [
    (id) => admin.call(apiTokenRoutes.revokeApiToken, { params: { id: account.id, token: id } }),
    (id) => sql`update sys_token set expires_at = now() where session_id = ${id}`.execute(world.services.db),
    () => admin.call(accountRoutes.issuePassword, { params: { id: account.id } }),
    async () => {
      const { rev } = (await admin.call(accountRoutes.getAccount, { params: { id: account.id } })).data;
      await admin.call(accountRoutes.setAccountState, { params: { id: account.id }, body: { state: 'DISABLED', rev } });
    },
  ];
  for (const [at, end] of ends.entries()) {
    const { token } = (await issue({ name: `令牌 ${at}` })).data;
    if (at !== 1) expect(await works(token)).toBe(true);
    await end((await listed()).find(({ name }) => name === `令牌 ${at}`)!.id);
    expect(await works(token), String(at)).toBe(false);
  }
});

test('a token is issued for roles held now, for a year at most, by managers of the account', async () => {
  const field = async (more: Partial<typeof FORM>) => {
    const { error } = await issue(more);
    return (error.data as { fields?: { path: string }[] })?.fields?.map(({ path }) => path);
  };
  expect(await field({ roles: ['ROLE_TEACHER'] })).toEqual(['roles']);
  expect(await field({ roles: [] })).toEqual(['roles']);
  expect(await field({ untilDay: day(-1) })).toEqual(['untilDay']);
  expect(await field({ untilDay: day(API_TOKEN_DAYS_MAX + 2) })).toEqual(['untilDay']);
  expect((await issue({}, admin, admin.id)).error.code).toBe('OWN_RIGHTS');
  const { id: teacher } = (await admin.call(accountRoutes.listAccounts, { query: { q: 'teacher2' } })).data.list[0]!;
  const reviewer = await world.as('reviewer', 'ROLE_WAREHOUSE_ADMIN');
  expect((await issue({ roles: ['ROLE_TEACHER'] }, reviewer, teacher)).error.code).toBe('FORBIDDEN');
  expect((await issue()).status).toBe(200);
  expect(await field({})).toEqual(['name']);
  for (let n = 1; n < API_TOKENS_MAX; n++) expect((await issue({ name: `第 ${n} 个` })).status).toBe(200);
  expect((await issue({ name: '再一个' })).error.code).toBe('API_TOKENS_MAX');
});

test('a token of an account that becomes an administrator stops, and administrators get none', async () => {
  const { token } = (await issue()).data;
  const { db } = world.services;
  await db.insertInto('sys_role_grant').values({ user_id: account.id, role_code: 'ROLE_ADMIN' }).execute();
  expect((await callWith(token, productRoutes.listProducts)).body.code).toBe('TOKEN_FAIL');
  expect((await issue({ name: '又一个' })).error.code).toBe('API_TOKEN_ADMIN');
});

test('a token manages only accounts within the reach of its own roles, whatever else its account holds', async () => {
  const powers = ['POWER_SYS_ACCOUNT_EDIT'];
  await admin.call(roleRoutes.createRole, {
    body: roleForm.parse({ code: 'ROLE_CLERK', name: '录入', nameEn: 'Clerk', powers }),
  });
  const { db } = world.services;
  const keeping = await db
    .selectFrom('sys_role_grant as g')
    .innerJoin('sys_user as u', 'u.id', 'g.user_id')
    .where('u.username', '=', 'keeper')
    .select('g.role_code')
    .execute();
  const codes = ['ROLE_CLERK', ...keeping.map(({ role_code }) => role_code)];
  await db
    .insertInto('sys_role_grant')
    .values(codes.map((role_code) => ({ user_id: account.id, role_code })))
    .execute();
  const porter = (
    await admin.call(accountRoutes.createAccount, {
      body: accountForm.parse({
        username: 'porter',
        name: '搬运',
        roles: keeping.map(({ role_code }) => ({ code: role_code, fromDay: null, untilDay: null })),
        orgs: [],
      }),
    })
  ).data;
  const body = { state: 'DISABLED', rev: porter.rev };
  const route = { ...accountRoutes.setAccountState, path: accountRoutes.setAccountState.path.replace('{id}', porter.id) };
  const { token } = (await issue({ roles: ['ROLE_CLERK'] })).data;
  expect((await callWith(token, route as Route, body)).body.code).toBe('ACCOUNT_BEYOND_RIGHTS');
  const whole = (await issue({ name: '全部', roles: codes })).data;
  expect((await callWith(whole.token, route as Route, body)).status).toBe(200);
});

test('a token decides no approval, and reads nothing that only its account is asked to review', async () => {
  const { teacher } = await castOf(world);
  const waiting = await submitted(teacher, saltForm(await placesOf(world)) as Parameters<typeof submitted>[1]);
  const { id } = (await admin.call(accountRoutes.listAccounts, { query: { q: 'reviewer' } })).data.list.find(
    ({ username }) => username === 'reviewer',
  )!;
  const roles = ['ROLE_WAREHOUSE_ADMIN', 'ROLE_WMS_ADMIN_INBOUND_01'];
  const { token } = (await issue({ roles }, admin, id)).data;
  const at = (route: Route): Route => ({ ...route, path: route.path.replace('{id}', waiting.id) });
  const approve = at(transactionRoutes.approveTransaction);
  expect((await callWith(token, at(transactionRoutes.getTransaction), undefined, roles[0])).status).toBe(200);
  expect((await callWith(token, approve, { rev: waiting.rev }, roles[0])).body.code).toBe('NOT_REVIEWER');
  const bare = (await issue({ name: '无审批', roles: [roles[0]!] }, admin, id)).data.token;
  expect((await callWith(bare, at(transactionRoutes.getTransaction), undefined, roles[0])).body.code).toBe('FORBIDDEN');
});

test('the person of the account is told, sees the token among the devices, and ends it; leaving counts it', async () => {
  const { id } = (await admin.call(accountRoutes.listAccounts, { query: { q: 'teacher2' } })).data.list[0]!;
  const { token } = (await issue({ roles: ['ROLE_TEACHER'] }, admin, id)).data;
  const teacher = await world.as('teacher2', 'ROLE_TEACHER');
  const messages = (await teacher.call(msgInboxRoutes.listMine)).data.list;
  expect(messages.map(({ title }) => title)).toContain('为您的账户生成了 API 令牌');
  expect((await admin.call(accountRoutes.lookAtLeaders, { body: { ids: [id] } })).data.hanging.tokens).toBe(1);
  const own = (await teacher.call(sessionRoutes.listMySessions)).data.find(({ apiToken }) => apiToken === '目录同步')!;
  expect((await teacher.call(sessionRoutes.endMySession, { params: { id: own.id } })).status).toBe(200);
  expect((await callWith(token, userRoutes.getMe)).body.code).toBe('TOKEN_FAIL');
});
