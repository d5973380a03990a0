// Office roles: people who manage accounts, dictionaries or products by powers alone.
import { powersFor } from '@kuwei/contract/access';
import { accountForm, accountRoutes, type Account, type AccountForm } from '@kuwei/contract/auth/account';
import { dicRoutes } from '@kuwei/contract/auth/dic';
import { roleForm, roleRoutes } from '@kuwei/contract/auth/role';
import { sessionRoutes } from '@kuwei/contract/auth/session';
import { secondFactorRoutes } from '@kuwei/contract/auth/sign-in';
import { configRoutes } from '@kuwei/contract/sys/config';
import { logRoutes } from '@kuwei/contract/sys/log';
import { productForm, productRoutes, type ProductForm } from '@kuwei/contract/wms/product';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { castOf, placesOf, saltForm, submitted } from '../../../test/_flow.ts';
import { newId } from '../../db/id.ts';
import { keepersAt } from '../../wms/approval.ts';
import { day } from '../../../test/_days.ts';
import { rememberRows } from '../../../test/_remember-rows.ts';
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

const always = { fromDay: null, untilDay: null };
const form = (username: string, more: Partial<AccountForm> = {}): AccountForm =>
  accountForm.parse({ username, name: `某人 ${username}`, roles: [], orgs: [], ...more });
const one = async (username: string): Promise<Account> =>
  (await admin.call(accountRoutes.listAccounts, { query: { q: username, size: 200 } })).data.list.find(
    (each) => each.username === username,
  )!;
const FIELDS = Object.keys(accountForm.shape) as (keyof AccountForm)[];
const change = (by: Person, account: Account, more: Partial<AccountForm>) =>
  by.call(accountRoutes.updateAccount, {
    params: { id: account.id },
    body: {
      ...(Object.fromEntries(FIELDS.map((field) => [field, account[field]])) as unknown as AccountForm),
      ...more,
      rev: account.rev,
    },
  });
const orgIdOf = async (code: string): Promise<string> =>
  (await world.services.db.selectFrom('wms_org').where('code', '=', code).select('id').executeTakeFirstOrThrow()).id;

/** Signs in as a new person with one role, which carries these powers. */
async function officer(username: string, role: string, powers?: readonly string[]): Promise<Person> {
  if (powers) await admin.call(roleRoutes.createRole, { body: roleForm.parse({ code: role, name: role, nameEn: role, powers }) });
  await admin.call(accountRoutes.createAccount, { body: form(username, { roles: [{ code: role, ...always }] }) });
  return world.as(username);
}

test('[S1.18] the helpdesk issues passwords, ends sessions and resets second factors of those without rights beyond its own', async () => {
  const desk = await officer('desk', 'ROLE_SYS_HELPDESK');
  const teacher = await one('teacher');
  expect((await desk.call(accountRoutes.listAccounts, { query: { q: 'teacher' } })).data.total).toBeGreaterThan(0);
  expect((await desk.call(accountRoutes.issuePassword, { params: { id: teacher.id } })).data.password).toBeTruthy();
  expect((await desk.call(accountRoutes.unlockAccount, { params: { id: teacher.id } })).status).toBe(200);
  expect((await desk.call(sessionRoutes.endUserSessions, { body: { userId: teacher.id } })).status).toBe(200);
  for (const username of ['admin', 'keeper', 'reviewer', 'manager']) {
    const { id } = await one(username);
    for (const answer of [
      await desk.call(accountRoutes.issuePassword, { params: { id } }),
      await desk.call(accountRoutes.unlockAccount, { params: { id } }),
      await desk.call(sessionRoutes.endUserSessions, { body: { userId: id } }),
      await desk.call(secondFactorRoutes.resetSecondFactor, { params: { id } }),
    ])
      expect(answer.error.code, username).toBe('ACCOUNT_BEYOND_RIGHTS');
  }
  expect((await desk.call(accountRoutes.issuePassword, { params: { id: desk.id } })).error.code).toBe('OWN_RIGHTS');
  const logout = (by: Person) =>
    by.call(accountRoutes.batchAccounts, { params: { action: 'logout' }, body: { ids: [teacher.id] } });
  expect((await logout(desk)).data).toMatchObject({ done: 1 });
  const clerk = await officer('clerk', 'ROLE_CLERK', powersFor('SYS_ACCOUNT', 'EDIT'));
  expect((await logout(clerk)).error.code, 'as for one account').toBe('FORBIDDEN');
  const session = await world.services.db
    .selectFrom('sys_session')
    .select('id')
    .where('user_id', '=', admin.id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  expect((await desk.call(sessionRoutes.endSession, { params: { id: session.id } })).error.code).toBe('ACCOUNT_BEYOND_RIGHTS');
  for (const refused of [
    await change(desk, teacher, { name: '改名' }),
    await desk.call(accountRoutes.deleteAccount, { params: { id: teacher.id } }),
    await desk.call(accountRoutes.batchAccounts, { params: { action: 'disable' }, body: { ids: [teacher.id] } }),
    await desk.call(accountRoutes.exportAccounts),
    await desk.call(logRoutes.listLog),
    await desk.call(roleRoutes.listRoles),
  ])
    expect(refused.error.code).toBe('FORBIDDEN');
});

test('[S1.18] a membership in a warehouse department puts an account beyond the helpdesk', async () => {
  const desk = await officer('desk', 'ROLE_SYS_HELPDESK');
  const keeping = await orgIdOf((await one('keeper')).orgNames[0]!.code);
  const { data } = await admin.call(accountRoutes.createAccount, {
    body: form('porter', { orgs: [{ orgId: keeping, relation: 'MEMBER', ...always }] }),
  });
  expect((await desk.call(accountRoutes.issuePassword, { params: { id: data.id } })).error.code).toBe('ACCOUNT_BEYOND_RIGHTS');
});

test('[S1.18] people who decide by delegation or countersign are beyond the helpdesk', async () => {
  const desk = await officer('desk', 'ROLE_SYS_HELPDESK');
  const [teacher, staff] = [await one('teacher'), await one('staff')];
  const { db } = world.services;
  await db
    .insertInto('bpm_delegation')
    .values({ id: newId(), from_id: admin.id, to_id: teacher.id, from_at: day(0), until_at: day(2), created_by: admin.id })
    .execute();
  const reset = ({ id }: Account) => desk.call(accountRoutes.issuePassword, { params: { id } });
  expect((await reset(teacher)).error.code).toBe('ACCOUNT_BEYOND_RIGHTS');
  const cast = await castOf(world);
  const { id } = await submitted(cast.teacher, saltForm(await placesOf(world)) as Parameters<typeof submitted>[1]);
  await sql`update bpm_task set candidate_ids = array[${staff.id}::uuid] where biz_id = ${id} and state = 'OPEN'`.execute(db);
  expect((await reset(staff)).error.code, 'while a step asks them by name').toBe('ACCOUNT_BEYOND_RIGHTS');
  const leader = await one('teacher2');
  await sql`update bpm_task set candidate_ids = array[${leader.id}::uuid], asked_by = ${admin.id} where biz_id = ${id} and state = 'OPEN'`.execute(
    db,
  );
  expect((await reset(leader)).error.code, 'a leader who countersigns for another group').toBe('ACCOUNT_BEYOND_RIGHTS');
  await sql`update bpm_task set state = 'CANCELED' where biz_id = ${id}`.execute(db);
  expect((await reset(staff)).status).toBe(200);
});

test('[S1.18] whom a workflow names is beyond the helpdesk, and a clerk takes no such username', async () => {
  const desk = await officer('desk', 'ROLE_SYS_HELPDESK');
  const clerk = await officer('clerk', 'ROLE_CLERK', powersFor('SYS_ACCOUNT', 'EDIT'));
  const name = (username: string) =>
    sql`
    update bpm_definition set model = jsonb_set(model, '{nodes,extra}', ${JSON.stringify({ candidates: [{ kind: 'PERSON', person: username }] })}::jsonb) where state = 'PUBLISHED' and key = 'wms-move'`.execute(
      world.services.db,
    );
  await name('Staff');
  const staff = await one('staff');
  expect((await desk.call(accountRoutes.issuePassword, { params: { id: staff.id } })).error.code).toBe('ACCOUNT_BEYOND_RIGHTS');
  await name('leaver');
  const beyond = [
    await clerk.call(accountRoutes.createAccount, { body: form('leaver') }),
    await change(clerk, await one('staff'), { username: 'leaver' }),
    await change(clerk, await one('clerk'), { username: 'leaver' }),
  ];
  for (const { error } of beyond) expect(error.code).toBe('ACCOUNT_BEYOND_RIGHTS');
  expect((await change(clerk, await one('clerk'), { phone: '13800002222' })).status, 'their own account else').toBe(200);
});

test('[S1.18] a former storekeeper is no longer asked as one', async () => {
  const { w1 } = await placesOf(world);
  const asked = () => keepersAt(world.services.db, { placeId: w1 }, () => sql`null`);
  const keeper = await one('keeper');
  expect(await asked()).toContain(keeper.id);
  await change(admin, keeper, { roles: [], orgs: [] });
  expect(await asked()).not.toContain(keeper.id);
});

test('[S1.18] a clerk takes no roles from accounts beyond theirs', async () => {
  const clerk = await officer('clerk', 'ROLE_CLERK', powersFor('SYS_ACCOUNT', 'EDIT'));
  const manager = await one('manager');
  const fewer = await change(clerk, manager, { roles: manager.roles.slice(1) });
  expect(fewer.error.code).toBe('ACCOUNT_BEYOND_RIGHTS');
});

test('[S1.18] a clerk creates and changes accounts with everyday rights only', async () => {
  const clerk = await officer('clerk', 'ROLE_CLERK', powersFor('SYS_ACCOUNT', 'EDIT'));
  const [lab, keeping] = [await orgIdOf('LAB-BIO'), await orgIdOf((await one('keeper')).orgNames[0]!.code)];
  const create = (username: string, more: Partial<AccountForm>) =>
    clerk.call(accountRoutes.createAccount, { body: form(username, more) });
  const made = await create('new.teacher', {
    roles: [{ code: 'ROLE_TEACHER', ...always }],
    orgs: [{ orgId: lab, relation: 'MEMBER', ...always }],
  });
  expect(made.status).toBe(200);
  expect((await change(clerk, made.data, { phone: '13800001111' })).status).toBe(200);
  for (const more of [
    { roles: [{ code: 'ROLE_ADMIN', ...always }] },
    { roles: [{ code: 'ROLE_WAREHOUSE_ADMIN', ...always }] },
    { orgs: [{ orgId: keeping, relation: 'MEMBER' as const, ...always }] },
  ]) {
    expect(['ACCOUNT_BEYOND_RIGHTS', 'BEYOND_RIGHTS']).toContain((await create('someone', more)).error.code);
    const now = await one('new.teacher');
    expect(['ACCOUNT_BEYOND_RIGHTS', 'BEYOND_RIGHTS']).toContain((await change(clerk, now, more)).error.code);
  }
  expect((await change(clerk, await one('keeper'), { email: 'me@example.edu' })).error.code).toBe('ACCOUNT_BEYOND_RIGHTS');
  expect((await clerk.call(accountRoutes.issuePassword, { params: { id: made.data.id } })).error.code).toBe('FORBIDDEN');
  const ids = [made.data.id];
  expect((await clerk.call(accountRoutes.batchAccounts, { params: { action: 'delete' }, body: { ids } })).error.code).toBe(
    'FORBIDDEN',
  );
  expect((await clerk.call(accountRoutes.batchAccounts, { params: { action: 'disable' }, body: { ids } })).data.done).toBe(1);
  const all = [made.data.id, (await one('keeper')).id];
  const eraser = await officer('eraser', 'ROLE_ERASER', powersFor('SYS_ACCOUNT', 'DELETE'));
  const erased = await eraser.call(accountRoutes.batchAccounts, { params: { action: 'delete' }, body: { ids: all } });
  expect(erased.data).toMatchObject({ done: 1, refused: [{ id: all[1] }] });
});

test('[S1.18] the examples do their work and nothing else', async () => {
  const dictionary = await officer('words', 'ROLE_SYS_DICTIONARY');
  const [dic] = (await dictionary.call(dicRoutes.listDics, { query: { size: 1 } })).data.list;
  expect((await dictionary.call(dicRoutes.getDicUsage, { params: { id: dic!.id } })).status).toBe(200);
  expect((await dictionary.call(accountRoutes.listAccounts)).error.code).toBe('FORBIDDEN');
  const auditor = await officer('auditor', 'ROLE_SYS_AUDITOR');
  for (const answer of [
    await auditor.call(logRoutes.listLog),
    await auditor.call(configRoutes.listConfig),
    await auditor.call(accountRoutes.listAccounts),
    await auditor.call(productRoutes.listProducts),
  ])
    expect(answer.status).toBe(200);
  expect((await auditor.call(accountRoutes.unlockAccount, { params: { id: (await one('teacher')).id } })).error.code).toBe(
    'FORBIDDEN',
  );
});

test('[S1.18] a product clerk without an organisation keeps products, with their prices', async () => {
  const clerk = await officer('goods', 'ROLE_SYS_CATALOGUE');
  const { list } = (await clerk.call(productRoutes.listProducts, { query: { size: 200 } })).data;
  const priced = list.find(({ price, state }) => price !== null && state === 'ACTIVE')!;
  const before = (await clerk.call(productRoutes.getProduct, { params: { id: priced.id } })).data;
  expect(before.price).not.toBeNull();
  const documents = await clerk.call(productRoutes.findDocumentsOfProducts, { body: { ids: [priced.id] } });
  expect(documents.data).toMatchObject({ documents: [], stock: { count: 0 } });
  expect((await clerk.call(productRoutes.exportProducts)).status).toBe(200);
  const form = Object.fromEntries(
    Object.keys(productForm.shape).map((field) => [field, before[field as keyof typeof before]]),
  ) as unknown as ProductForm;
  const changed = await clerk.call(productRoutes.updateProduct, {
    params: { id: priced.id },
    body: { ...form, remark: '目录核对', rev: before.rev },
  });
  expect(changed.data).toMatchObject({ remark: '目录核对', price: before.price });
});
