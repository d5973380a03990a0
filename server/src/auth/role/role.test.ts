import { accountRoutes } from '@kuwei/contract/auth/account';
import { powerForm, powerRoutes } from '@kuwei/contract/auth/power';
import { roleForm, roleRoutes, type Role, type RoleForm } from '@kuwei/contract/auth/role';
import { userRoutes } from '@kuwei/contract/auth/user';
import { menuRoutes } from '@kuwei/contract/sys/menu';
import { orgRecordRoutes } from '@kuwei/contract/wms/org-record';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { BUILT_IN_POWERS, BUILT_IN_ROLES, PRODUCT_PREFIXES } from './built-in.ts';
import { longestStretch } from '../../../test/_stretch.ts';
import { readRows } from '../../../test/_workbook.ts';
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

const form = (code: string, more: Partial<RoleForm> = {}): RoleForm =>
  roleForm.parse({ code, name: `角色 ${code}`, nameEn: `Role ${code}`, ...more });
const create = (code: string, more: Partial<RoleForm> = {}, by = admin) =>
  by.call(roleRoutes.createRole, { body: form(code, more) });
const made = async (code: string, more: Partial<RoleForm> = {}): Promise<Role> => (await create(code, more)).data;
const FIELDS = Object.keys(roleForm.shape) as (keyof RoleForm)[];
const formOf = (role: Role) => Object.fromEntries(FIELDS.map((field) => [field, role[field]])) as unknown as RoleForm;
const change = (role: Role, more: Partial<RoleForm>, by = admin) =>
  by.call(roleRoutes.updateRole, { params: { id: role.id }, body: { ...formOf(role), ...more, rev: role.rev } });
const remove = (role: Role, by = admin) => by.call(roleRoutes.deleteRole, { params: { id: role.id } });
const give = (role: Role, userIds: string[], by = admin, days: object = {}) =>
  by.call(roleRoutes.addRolePeople, { params: { id: role.id }, body: { userIds, ...days } });
const take = (role: Role, userIds: string[], by = admin) =>
  by.call(roleRoutes.removeRolePeople, { params: { id: role.id }, body: { userIds } });
const one = async (code: string, by = admin): Promise<Role> =>
  (await by.call(roleRoutes.listRoles, { query: { size: 200 } })).data.list.find((role) => role.code === code)!;
const idOf = async (username: string): Promise<string> =>
  (await world.services.db.selectFrom('sys_user').where('username', '=', username).select('id').executeTakeFirstOrThrow()).id;
const addPower = (code: string) =>
  admin.call(powerRoutes.createPower, { body: powerForm.parse({ code, name: `权限 ${code}`, nameEn: `Power ${code}` }) });
const powersOf = async (person: Person) =>
  (await person.call(userRoutes.getPower)).data.roles.flatMap(({ powers }) => powers.map(({ code }) => code));

/** A role manager who is no administrator. */
async function keeperOfRoles(): Promise<Person> {
  const role = await made('ROLE_OFFICE', { powers: ['POWER_ROLE_MANAGE'] });
  await give(role, [await idOf('staff')]);
  return world.as('staff', 'ROLE_STAFF');
}

test('[S1.17] a role is created, found, changed and deleted', async () => {
  const role = await made('role_safety', {
    name: '安全员',
    nameEn: 'Safety officer',
    remark: '实验室',
    powers: ['POWER_RULE_MANAGE'],
  });
  expect(role).toMatchObject({ code: 'ROLE_SAFETY', valid: true, builtIn: false, reserved: false, people: 0, rev: 1, sort: 100 });
  expect(role.powerNames).toEqual([{ code: 'POWER_RULE_MANAGE', name: '数据规则管理' }]);
  for (const [query, is] of [
    [{ q: '安全' }, true],
    [{ q: 'SAFETY OFF' }, true],
    [{ q: '实验室' }, true],
    [{ power: 'POWER_RULE_MANAGE' }, true],
    [{ power: 'POWER_ROLE_MANAGE' }, false],
    [{ builtIn: true }, false],
    [{ valid: false }, false],
  ] as const) {
    const { list } = (await admin.call(roleRoutes.listRoles, { query: { size: 200, ...query } })).data;
    expect(
      list.some(({ code }) => code === 'ROLE_SAFETY'),
      JSON.stringify(query),
    ).toBe(is);
  }
  const { data } = await change(role, { name: '安全管理员', powers: [], sort: 5 });
  expect(data).toMatchObject({ name: '安全管理员', powers: [], rev: 2, updatedBy: '系统管理员' });
  expect((await change(role, { name: '旧' })).error.code).toBe('STALE');
  const log = await sql<{
    change: object;
  }>`select change from sys_log where entity_id = ${role.id} order by id desc limit 1`.execute(world.services.db);
  expect(Object.keys(log.rows[0]!.change).toSorted()).toEqual(['name', 'powers', 'sort']);
  expect((await remove(data)).status).toBe(200);
  expect(await one('ROLE_SAFETY')).toBeUndefined();
  expect((await remove(data)).status).toBe(404);
});

test('[S5.34] taken, malformed, unknown and fixed values are refused at their field', async () => {
  expect((await create('ROLE_TEACHER')).error).toMatchObject({ code: 'CODE_TAKEN', data: { fields: [{ path: 'code' }] } });
  for (const code of ['TEACHER', 'ROLE_', 'ROLE_ä', 'ROLE-X']) {
    const { status, error } = await admin.call(roleRoutes.createRole, { body: { ...form('ROLE_X'), code } });
    expect([status, error.data?.fields?.[0]?.path], code).toEqual([422, 'code']);
  }
  expect((await create('ROLE_X', { powers: ['POWER_NONE'] })).error.data?.fields?.[0]).toMatchObject({ path: 'powers' });
  const below = await admin.call(roleRoutes.createRole, { body: { ...form('ROLE_X'), sort: -1 } });
  expect([400, 422]).toContain(below.status);
  const role = await made('ROLE_X');
  expect((await change(role, { code: 'ROLE_Y' })).error.data?.fields?.[0]?.path).toBe('code');
  const [first, second] = await Promise.all([create('ROLE_TWICE'), create('ROLE_TWICE')]);
  expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
  const twice = await one('ROLE_TWICE');
  const both = await Promise.all([change(twice, { name: '甲' }), change(twice, { name: '乙' })]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('[S5.34] reserved, built-in, held and referenced roles cannot be deleted', async () => {
  for (const code of ['ROLE_ADMIN', 'ROLE_SYSTEM', 'ROLE_LOGIN', 'ROLE_OPEN']) {
    const role = await one(code);
    expect((await remove(role)).error.code, code).toBe('ROLE_RESERVED');
    expect((await change(role, { valid: false })).error.code, code).toBe('ROLE_RESERVED');
    expect((await change(role, { powers: role.powers.length > 0 ? [] : ['POWER_RULE_MANAGE'] })).error.code).toBe(
      'ROLE_RESERVED',
    );
  }
  const words = await change(await one('ROLE_OPEN'), { name: '任何人', remark: '未登录也算' });
  expect(words.data).toMatchObject({ name: '任何人', remark: '未登录也算' });
  expect((await remove(await one('ROLE_STAFF'))).error.message).toContain('随产品提供');
  const role = await made('ROLE_DESK');
  await give(role, [await idOf('teacher2')]);
  expect((await remove(role)).error).toMatchObject({ code: 'IN_USE_BY', message: expect.stringContaining('1 人拥有此角色') });
  await take(role, [await idOf('teacher2')]);
  const entry = { code: 'site.desk', name: '服务台', nameEn: 'Desk', url: '/def/base/msg-inbox', role: ['ROLE_DESK'] };
  const { data: item } = await admin.call(menuRoutes.createMenuEntry, { body: entry });
  expect((await remove(role)).error.message).toContain('服务台');
  await admin.call(menuRoutes.deleteMenuEntry, { params: { id: item.id } });
  expect((await remove(role)).status).toBe(200);
});

test('[security 14] a changed role applies from the next call of its holders', async () => {
  const role = await made('ROLE_DESK');
  const teacher = await world.as('teacher2', 'ROLE_TEACHER');
  expect((await teacher.call(roleRoutes.listRoles)).error.code).toBe('FORBIDDEN');
  const days = { fromDay: null, untilDay: '2099-12-31' };
  expect((await give(role, [teacher.id], admin, days)).data.people).toBe(1);
  const people = await admin.call(roleRoutes.listRolePeople, { query: { role: role.id } });
  expect(people.data.list).toMatchObject([
    { username: 'teacher2', when: 'NOW', untilDay: '2099-12-31', grantedBy: '系统管理员' },
  ]);
  const carrying = (await change(role, { powers: ['POWER_ROLE_MANAGE'] })).data;
  expect((await teacher.call(roleRoutes.listRoles)).status).toBe(200);
  const idle = (await change(carrying, { valid: false })).data;
  expect((await teacher.call(roleRoutes.listRoles)).error.code).toBe('FORBIDDEN');
  expect(await powersOf(teacher)).toEqual([]);
  await change(idle, { valid: true });
  expect((await teacher.call(roleRoutes.listRoles)).status).toBe(200);
  await take(role, [teacher.id]);
  expect((await teacher.call(roleRoutes.listRoles)).error.code).toBe('FORBIDDEN');
});

test('[S6.25] the power to manage roles works without the administrator role, and grants no more than its holder has', async () => {
  const keeper = await keeperOfRoles();
  expect((await keeper.call(accountRoutes.listAccounts)).error.code).toBe('FORBIDDEN');
  const desk = (await create('ROLE_DESK', {}, keeper)).data;
  const teacher = await idOf('teacher2');
  // Beyond their rights: a power they lack, the administrator role, a built-in role that they do not hold.
  expect((await change(desk, { powers: ['POWER_POWER_MANAGE'] }, keeper)).error).toMatchObject({
    code: 'BEYOND_RIGHTS',
    message: expect.stringContaining('权限点管理'),
  });
  expect((await create('ROLE_OTHER', { powers: ['POWER_RULE_MANAGE'] }, keeper)).error.code).toBe('BEYOND_RIGHTS');
  for (const code of ['ROLE_ADMIN', 'ROLE_WAREHOUSE_ADMIN'])
    expect((await give(await one(code), [teacher], keeper)).error.code, code).toBe('BEYOND_RIGHTS');
  expect((await take(await one('ROLE_ADMIN'), [admin.id], keeper)).error.code).toBe('BEYOND_RIGHTS');
  expect((await change(await one('ROLE_TEACHER'), { valid: false }, keeper)).error.code).toBe('BEYOND_RIGHTS');
  const rule = await made('ROLE_RULES', { powers: ['POWER_RULE_MANAGE'] });
  expect((await give(rule, [teacher], keeper)).error.code).toBe('BEYOND_RIGHTS');
  expect((await change(rule, { powers: [] }, keeper)).error.code).toBe('BEYOND_RIGHTS');
  expect((await remove(rule, keeper)).error.code).toBe('BEYOND_RIGHTS');
  // Within: their own powers in a custom role, and roles they hold.
  const carrying = (await change(desk, { powers: ['POWER_ROLE_MANAGE'] }, keeper)).data;
  expect((await give(carrying, [teacher], keeper)).status).toBe(200);
  expect((await give(await one('ROLE_STAFF'), [teacher], keeper)).status).toBe(200);
  expect((await change(rule, { sort: 7, remark: '规则' }, keeper)).status).toBe(200);
});

test("[S6.25] a role beyond the caller's rights cannot be renamed, as workbooks grant roles by name", async () => {
  const keeper = await keeperOfRoles();
  const rules = await made('ROLE_RULES', { powers: ['POWER_RULE_MANAGE'] });
  for (const role of [await one('ROLE_ADMIN'), await one('ROLE_TEACHER'), await one('ROLE_OPEN'), rules])
    for (const more of [{ name: '教师' }, { nameEn: 'Teacher' }])
      expect((await change(role, more, keeper)).error, role.code).toMatchObject({
        code: 'BEYOND_RIGHTS',
        data: { fields: [{ path: 'name' }] },
      });
  const csv = Buffer.from(`编码,中文名称\nROLE_ADMIN,教师\n`);
  const { data } = await keeper.upload(roleRoutes.importRoles, csv, 'r.csv', { query: { dryRun: false } });
  expect(data).toMatchObject({ written: false, refused: 1 });
  const desk = (await create('ROLE_DESK', {}, keeper)).data;
  expect((await change(desk, { name: '前台' }, keeper)).status).toBe(200);
  expect((await change(await one('ROLE_STAFF'), { name: '采购' }, keeper)).status).toBe(200);
  expect((await change(await one('ROLE_TEACHER'), { name: '老师' })).status).toBe(200);
});

test('in English the workbook of roles and its errors are in English', async () => {
  const inEnglish = { 'accept-language': 'en' };
  const zh = await admin.send('GET', '/auth/power/role/export');
  const en = await admin.send('GET', '/auth/power/role/export', undefined, inEnglish);
  const headings = Object.keys((await readRows(en, 'en'))[0]!);
  expect(headings).toContain('Manage reports POWER_REPORT_MANAGE');
  expect(headings.filter((heading) => /\p{Script=Han}/u.test(heading))).toEqual([]);
  for (const { raw } of [zh, en])
    expect((await admin.upload(roleRoutes.importRoles, raw, 'roles.xlsx', { query: { dryRun: true } })).data).toMatchObject({
      refused: 0,
      updated: 0,
      columns: [],
    });
  const keeper = await keeperOfRoles();
  const role = await one('ROLE_ADMIN');
  const body = { ...formOf(role), name: '教师', rev: role.rev };
  const { error } = await keeper.send('PUT', `/auth/power/role/${role.id}`, body, inEnglish);
  expect(JSON.stringify(error)).toContain('Beyond that: System administrator');
});

test('a role of a deleted user cannot be deleted: restoring them restores it', async () => {
  const desk = await made('ROLE_DESK');
  const binned = await idOf('teacher2');
  await give(desk, [binned]);
  await admin.call(accountRoutes.deleteAccount, { params: { id: binned } });
  expect((await remove(desk)).error).toMatchObject({ code: 'IN_USE_BY', message: expect.stringContaining('回收站') });
  const { data } = await admin.call(accountRoutes.restoreAccount, { params: { id: binned } });
  expect(data.roles.map(({ code }) => code)).toContain('ROLE_DESK');
});

test('[S6.25] users cannot raise their own rights: by a role, by its powers, or by enabling it', async () => {
  const keeper = await keeperOfRoles();
  const desk = (await create('ROLE_DESK', {}, keeper)).data;
  expect((await give(desk, [keeper.id], keeper)).error.code).toBe('OWN_RIGHTS');
  expect((await take(await one('ROLE_STAFF'), [keeper.id], keeper)).error.code).toBe('OWN_RIGHTS');
  const office = await one('ROLE_OFFICE');
  expect((await change(office, { powers: [...office.powers, 'POWER_RULE_MANAGE'] }, keeper)).error.code).toBe('OWN_RIGHTS');
  expect((await change(office, { powers: [] }, keeper)).error.code).toBe('OWN_RIGHTS');
  expect((await change(office, { name: '办公室' }, keeper)).status).toBe(200);
  const later = await made('ROLE_LATER', { valid: false, powers: ['POWER_ROLE_MANAGE'] });
  await give(later, [keeper.id], admin, { fromDay: '2099-01-01', untilDay: null });
  expect((await change(later, { valid: true }, keeper)).error.code).toBe('OWN_RIGHTS');
  expect((await give(await one('ROLE_TEACHER'), [admin.id])).error.code).toBe('OWN_RIGHTS');
});

test("[S6.25][F-3N4] a grant cannot outlast the grantor's own rights: two with end dates cannot extend each other's", async () => {
  const [soon, later] = ['2099-01-01', '2099-06-30'];
  const desk = await made('ROLE_DESK', { powers: ['POWER_ROLE_MANAGE', 'POWER_RULE_MANAGE'] });
  await give(desk, [await idOf('staff'), await idOf('teacher')], admin, { fromDay: null, untilDay: soon });
  const [staff, teacher] = [await world.as('staff', 'ROLE_STAFF'), await world.as('teacher', 'ROLE_TEACHER')];
  const refused = { code: 'BEYOND_DAYS', message: expect.stringContaining(soon) };
  expect((await give(desk, [teacher.id], staff)).error).toMatchObject(refused);
  expect((await give(desk, [staff.id], teacher, { fromDay: null, untilDay: later })).error).toMatchObject(refused);
  const other = await idOf('teacher2');
  expect((await give(desk, [other], staff)).error).toMatchObject(refused);
  expect((await give(desk, [other], staff, { fromDay: null, untilDay: soon })).status).toBe(200);
  expect((await take(desk, [other], staff)).status, 'they can revoke what they can grant').toBe(200);
  // Roles that open only one's own requests may last longer.
  expect((await give(await one('ROLE_STAFF'), [other], staff)).status).toBe(200);

  // A power reaches the holders of a role: none yet, until their last day, or for longer.
  const fresh = (await create('ROLE_NEW', { powers: ['POWER_RULE_MANAGE'] }, staff)).data;
  expect((await give(fresh, [other], staff)).error).toMatchObject(refused);
  const empty = await made('ROLE_EMPTY');
  await give(empty, [other], admin, { fromDay: null, untilDay: soon });
  expect((await change(empty, { powers: ['POWER_RULE_MANAGE'] }, staff)).status).toBe(200);
  expect((await change(await one('ROLE_EMPTY'), { powers: [] }, staff)).status).toBe(200);
  await give(empty, [other]);
  expect((await change(await one('ROLE_EMPTY'), { powers: ['POWER_RULE_MANAGE'] }, staff)).error).toMatchObject(refused);

  // The same for a temporary administrator: by form, by workbook preview, and by the account's last day.
  await give(await one('ROLE_ADMIN'), [other], admin, { fromDay: null, untilDay: soon });
  const acting = await world.as('teacher2', 'ROLE_ADMIN');
  expect((await give(await one('ROLE_ADMIN'), [staff.id], acting)).error).toMatchObject(refused);
  expect((await give(await one('ROLE_TEACHER'), [staff.id], acting)).status).toBe(200);
  const account = (await acting.call(accountRoutes.getAccount, { params: { id: teacher.id } })).data;
  const { username, name, staffNo, identity, email, phone, remark, roles, orgs, rev } = account;
  const body = { username, name, staffNo, identity, email, phone, remark, roles, orgs, untilDay: soon, rev };
  expect((await admin.call(accountRoutes.updateAccount, { params: { id: teacher.id }, body })).status).toBe(200);
  await give(await one('ROLE_ADMIN'), [teacher.id]);
  const ended = (await acting.call(accountRoutes.getAccount, { params: { id: teacher.id } })).data;
  const prolonged = { ...body, roles: ended.roles, rev: ended.rev, untilDay: null };
  expect((await acting.call(accountRoutes.updateAccount, { params: { id: teacher.id }, body: prolonged })).error).toMatchObject(
    refused,
  );
});

test('[S5.34] the last administrator remains, by whatever way the role is revoked', async () => {
  const role = await one('ROLE_ADMIN');
  const teacher = await idOf('teacher2');
  await give(role, [teacher], admin, { fromDay: null, untilDay: '2099-01-01' });
  const second = await world.as('teacher2', 'ROLE_ADMIN');
  expect((await take(role, [admin.id], second)).error.code).toBe('LAST_ADMIN');
  expect((await give(role, [admin.id], second, { fromDay: null, untilDay: '2099-12-31' })).error.code).toBe('LAST_ADMIN');
  await give(role, [teacher]);
  const answers = await Promise.all([take(role, [admin.id], second), take(role, [teacher])]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const { rows } = await sql`select from sys_user_role where role_code = 'ROLE_ADMIN'`.execute(world.services.db);
  expect(rows).toHaveLength(1);
});

test('granting here changes the account: a form opened before is stale', async () => {
  const account = (await admin.call(accountRoutes.listAccounts, { query: { q: 'teacher2' } })).data.list[0]!;
  const role = await made('ROLE_DESK');
  await give(role, [account.id]);
  const after = (await admin.call(accountRoutes.getAccount, { params: { id: account.id } })).data;
  expect([after.rev, after.roles.map(({ code }) => code).toSorted()]).toEqual([account.rev + 1, ['ROLE_DESK', 'ROLE_TEACHER']]);
  const wrong = { fromDay: '2026-02-02', untilDay: '2026-02-01' };
  expect((await give(role, [account.id], admin, wrong)).error.data?.fields?.[0]?.path).toBe('untilDay');
  expect((await give(role, [crypto.randomUUID()])).status).toBe(404);
  expect((await give(await one('ROLE_SYSTEM'), [account.id])).status).toBe(422);
});

test('people who can do something are listed with the roles that allow it', async () => {
  const { db } = world.services;
  const deeds = (await admin.call(roleRoutes.listDeeds)).data;
  const whatOf = (name: string) => deeds.find((deed) => deed.name === name)!.what;
  const doers = async (what: string) =>
    (await admin.call(roleRoutes.listDoers, { query: { what, size: 200, sort: 'username' } })).data.list.map(
      ({ username, via }) => [username, via.map(({ code }) => code)],
    );
  expect(await doers(whatOf('仓库管理 / 入库审核'))).toContainEqual(['reviewer', ['ROLE_WMS_ADMIN_INBOUND_01']]);
  expect(await doers('power:POWER_ROLE_MANAGE')).toEqual([['admin', ['ROLE_ADMIN']]]);
  expect(await doers('call:GET /auth/power/role')).toEqual([['admin', ['ROLE_ADMIN']]]);
  // A function role of the warehouse opens nothing without its page role.
  await sql`delete from sys_user_role where user_id = ${await idOf('reviewer')} and role_code = 'ROLE_WAREHOUSE_ADMIN'`.execute(
    db,
  );
  expect((await doers(whatOf('仓库管理 / 入库审核'))).map(([name]) => name)).not.toContain('reviewer');
  expect((await admin.call(roleRoutes.listDoers, { query: { what: 'call:GET /nowhere' } })).status).toBe(404);
  expect((await admin.call(roleRoutes.listDoers)).data.list).toEqual([]);
});

test('people who cannot do something are listed with reasons: the account, a role not in force, or none', async () => {
  const { db } = world.services;
  const what = (await admin.call(roleRoutes.listDeeds)).data.find(({ name }) => name === '仓库管理 / 入库审核')!.what;
  const why = async (username: string) =>
    (await admin.call(roleRoutes.listDoers, { query: { what, cannot: true, q: username } })).data.list
      .find((each) => each.username === username)
      ?.why.map(({ reason, roles, day }) => [reason, roles.map(({ code }) => code), day]);
  const first = await one('ROLE_WMS_ADMIN_INBOUND_01');
  const reviewer = await idOf('reviewer');
  const account = (change: ReturnType<typeof sql>) => sql`update sys_user set ${change} where id = ${reviewer}`.execute(db);
  const [none] = (await why('teacher2'))!.filter(([reason, roles]) => reason === 'LACKS' && roles!.includes(first.code));
  expect(none).toBeDefined();
  expect(await why('reviewer')).toBeUndefined();
  await give(first, [reviewer], admin, { fromDay: '2999-01-01', untilDay: null });
  expect(await why('reviewer')).toEqual([['LATER', [first.code], '2999-01-01']]);
  await give(first, [reviewer], admin, { fromDay: null, untilDay: '2001-01-01' });
  expect(await why('reviewer')).toEqual([['OVER', [first.code], '2001-01-01']]);
  await give(first, [reviewer]);
  await account(sql`until_day = '2001-01-02'`);
  expect(await why('reviewer')).toEqual([['ENDED', [], '2001-01-02']]);
  await account(sql`until_day = null, state = 'DISABLED'`);
  expect(await why('reviewer')).toEqual([['DISABLED', [], null]]);
  await account(sql`state = 'ACTIVE'`);
  await sql`delete from sys_role_grant where user_id = ${reviewer} and role_code = 'ROLE_WAREHOUSE_ADMIN'`.execute(db);
  expect(await why('reviewer')).toContainEqual(['BELOW', [first.code], null]);
  await sql`update sys_role set valid = false where code = ${first.code}`.execute(db);
  expect(await why('reviewer')).toContainEqual(['ROLE_OFF', [first.code], null]);
});

test('[S1.18] a sentence explains why a person can or cannot do something, with roles and permissions', async () => {
  const { db } = world.services;
  const ask = async (username: string, what: string) =>
    (await admin.call(roleRoutes.explainDeed, { params: { id: await idOf(username) }, query: { what } })).data;
  const entry = (await admin.call(roleRoutes.listDeeds)).data.find(({ name }) => name === '仓库管理 / 入库审核')!.what;
  const role = await made('ROLE_OFFICE', { name: '办公室', powers: ['POWER_ROLE_MANAGE'] });
  await give(role, [await idOf('staff')], admin, { fromDay: null, untilDay: '2999-12-31' });
  for (const what of ['power:POWER_ROLE_MANAGE', 'call:GET /auth/power/role']) {
    const can = await ask('staff', what);
    expect(can).toMatchObject({
      can: true,
      why: [],
      via: [{ code: 'ROLE_OFFICE', untilDay: '2999-12-31', powers: [{ code: 'POWER_ROLE_MANAGE', name: '角色管理' }] }],
    });
    expect(can.sentence).toMatch(/有角色“办公室”，它带有权限点“角色管理”（到 2999-12-31 为止）。$/);
    const cannot = await ask('teacher', what);
    expect(cannot).toMatchObject({ can: false, via: [], why: [{ reason: 'LACKS' }] });
    expect(cannot.why[0]!.roles.map(({ code }) => code)).toContain('ROLE_OFFICE');
    expect(cannot.sentence).toMatch(/：没有下列任一角色：.*办公室/);
  }
  expect(await ask('reviewer', entry)).toMatchObject({
    can: true,
    what: { kind: 'menu', name: '仓库管理 / 入库审核' },
    via: [{ code: 'ROLE_WAREHOUSE_ADMIN' }, { code: 'ROLE_WMS_ADMIN_INBOUND_01', powers: [] }],
  });
  // It names what is present and what is missing.
  await sql`delete from sys_role_grant where user_id = ${await idOf('reviewer')} and role_code = 'ROLE_WAREHOUSE_ADMIN'`.execute(
    db,
  );
  const below = await ask('reviewer', entry);
  expect([below.can, below.why.map(({ reason }) => reason)]).toEqual([false, expect.arrayContaining(['BELOW'])]);
  expect(below.sentence).toContain('须与“仓库管理员”同时拥有才生效');
  await sql`update sys_user set state = 'DISABLED' where username = 'staff'`.execute(db);
  expect((await ask('staff', 'power:POWER_ROLE_MANAGE')).sentence).toMatch(/没有权限点“角色管理”：账户已停用。$/);
  const nowhere = { params: { id: await idOf('staff') }, query: { what: 'power:POWER_NONE' } };
  expect((await admin.call(roleRoutes.explainDeed, nowhere)).status).toBe(404);
});

test('two roles are compared by people, powers, menu and calls', async () => {
  const [one_, other] = [
    await made('ROLE_A', { powers: ['POWER_ROLE_MANAGE'] }),
    await made('ROLE_B', { powers: ['POWER_RULE_MANAGE'] }),
  ];
  await give(one_, [await idOf('teacher'), await idOf('teacher2')]);
  await give(other, [await idOf('teacher2')]);
  const { data } = await admin.call(roleRoutes.compareRoles, { query: { one: one_.id, other: other.id } });
  expect(data.people).toEqual({ one: 1, other: 0, both: 1 });
  expect(data.powers.map(({ code, one: a, other: b }) => [code, a, b])).toEqual([
    ['POWER_ROLE_MANAGE', true, false],
    ['POWER_RULE_MANAGE', false, true],
  ]);
  expect(data.menu.find(({ code }) => code === 'power.role')).toMatchObject({ one: true, other: false });
  expect(data.calls).toContainEqual(expect.objectContaining({ code: 'PUT /auth/power/role/{id}', one: true, other: false }));
  expect(data.calls.find(({ code }) => code === 'PUT /auth/power/role/{id}')!.name).toBe('角色：修改');
  const query = { one: one_.id, other: crypto.randomUUID() };
  expect((await admin.call(roleRoutes.compareRoles, { query })).status).toBe(404);
});

test('[F-3A9] codes reserved for later versions are refused; all but the oldest built-in codes have the prefix', async () => {
  for (const code of ['ROLE_WMS_ADMIN_INBOUND_03', 'ROLE_WMS_X', 'role_sys_x']) {
    const { error } = await create(code);
    expect([code, error.code, error.data?.fields?.map(({ path }) => path)]).toEqual([code, 'INVALID', ['code']]);
  }
  const csv = Buffer.from('编码,中文名称,英文名称\nROLE_WMS_ADMIN_NEW,新职能,New function\nROLE_DESK,前台,Desk\n');
  const { data } = await admin.upload(roleRoutes.importRoles, csv, 'r.csv', { query: { dryRun: true } });
  expect(data).toMatchObject({ created: 1, refused: 1, errors: [{ row: 2, column: '编码' }] });
  expect((await create('ROLE_WMS_ADMIN_PBOX')).error.code, 'one that is there is taken').toBe('CODE_TAKEN');
  // A site's earlier role with such a code stays, and can be changed.
  await sql`insert into sys_role (code, name, name_en, sort) values ('ROLE_WMS_OLD', '旧角色', 'Old role', 300)`.execute(
    world.services.db,
  );
  const { id, rev, name, nameEn } = await one('ROLE_WMS_OLD');
  const body = { ...roleForm.parse({ code: 'ROLE_WMS_OLD', name, nameEn }), remark: '早先建立', rev };
  expect((await admin.call(roleRoutes.updateRole, { params: { id }, body })).status).toBe(200);
  const isOld = ([code]: readonly string[]): boolean => !PRODUCT_PREFIXES.some((prefix) => code!.startsWith(prefix));
  const old = [...BUILT_IN_ROLES.filter(isOld), ...BUILT_IN_POWERS.filter(isOld)].map(([code]) => code);
  expect(old, 'a new one begins with a prefix that sites cannot take').toEqual([
    'ROLE_TEACHER',
    'ROLE_SUPPLIER',
    'ROLE_STAFF',
    'ROLE_WAREHOUSE_ADMIN',
    'ROLE_SYSTEM',
    'ROLE_ADMIN',
    'ROLE_LOGIN',
    'ROLE_OPEN',
    'POWER_ROLE_MANAGE',
    'POWER_POWER_MANAGE',
    'POWER_RULE_MANAGE',
    'POWER_WORKFLOW_MANAGE',
    'POWER_WORKFLOW_PUBLISH',
    'POWER_REPORT_MANAGE',
  ]);
});

test('what a role opens is described from calls, menu and workflows', async () => {
  const opens = async (code: string) => {
    const params = { id: (await one(code)).id };
    return (await admin.call(roleRoutes.lookAtRole, { params })).data;
  };
  const says = ({ calls }: Awaited<ReturnType<typeof opens>>, about: string) => calls.find((each) => each.about === about)?.does;
  const reviewer = await opens('ROLE_WMS_ADMIN_INBOUND_01');
  expect(reviewer.menu.map(({ name }) => name)).toEqual(['仓库管理 / 入库审核', '仓库管理 / 许可与备案']);
  expect(reviewer.steps).toContainEqual({ code: expect.any(String), name: expect.stringMatching(/入库.*：.*初审/) });
  // What the warehouse's page role opens alone is not the reviewer's.
  expect(says(await opens('ROLE_WAREHOUSE_ADMIN'), '盘点')).toBeDefined();
  expect(says(reviewer, '盘点')).toBeUndefined();
  const products = await opens('ROLE_WMS_ADMIN_PD');
  expect(says(products, '产品')).toEqual(expect.arrayContaining(['新增', '修改', '删除', '导入']));
  const own = await made('ROLE_A', { powers: ['POWER_ROLE_MANAGE'] });
  expect((await opens(own.code)).menu).toContainEqual(expect.objectContaining({ code: 'power.role' }));
  expect(says(await opens(own.code), '角色')).toEqual(expect.arrayContaining(['新增', '修改', '删除']));
  await made('ROLE_B');
  expect(await opens('ROLE_B')).toEqual({ menu: [], steps: [], calls: [], rules: [] });
  expect((await admin.call(roleRoutes.lookAtRole, { params: { id: crypto.randomUUID() } })).status).toBe(404);
});

test('the decisions of two reviewer roles are distinguished by the steps of published workflows', async () => {
  const [first, second] = [await one('ROLE_WMS_ADMIN_INBOUND_01'), await one('ROLE_WMS_ADMIN_INBOUND_02')];
  const { data } = await admin.call(roleRoutes.compareRoles, { query: { one: first.id, other: second.id } });
  const steps = data.steps.map(({ name, one: a, other: b }) => [name, a, b]);
  expect(steps).toContainEqual([expect.stringMatching(/入库.*：.*初审/), true, false]);
  expect(steps).toContainEqual([expect.stringMatching(/入库.*：.*复审/), false, true]);
});

test("a start keeps the site's names of roles and powers, and disabled ones disabled", async () => {
  await change(await one('ROLE_SUPPLIER'), { name: '供货单位', nameEn: 'Vendor', valid: false, sort: 55 });
  const { list } = (await admin.call(powerRoutes.listPowers)).data;
  const power = list.find(({ code }) => code === 'POWER_RULE_MANAGE')!;
  const { code, module, description, rev } = power;
  await admin.call(powerRoutes.updatePower, {
    params: { id: power.id },
    body: { code, name: '规则', nameEn: 'Rules', module, description, rev },
  });
  const { seedBase } = await import('../../seed/base.ts');
  await world.services.db.transaction().execute(seedBase);
  expect(await one('ROLE_SUPPLIER')).toMatchObject({ name: '供货单位', nameEn: 'Vendor', valid: false, sort: 55 });
  expect((await admin.call(powerRoutes.getPowerRecord, { params: { id: power.id } })).data.name).toBe('规则');
});

test('administrators hold a new power at once, so that it can be granted', async () => {
  await addPower('POWER_LABELS');
  expect(await powersOf(admin)).toContain('POWER_LABELS');
  expect((await create('ROLE_LABELS', { powers: ['POWER_LABELS'] })).status).toBe(200);
});

test('[security 22] role names are unique, as workbooks and people refer to roles by name', async () => {
  const keeper = await keeperOfRoles();
  const { name, nameEn } = await one('ROLE_TEACHER');
  const own = await made('ROLE_MINE', { powers: ['POWER_ROLE_MANAGE'] });
  for (const by of [keeper, admin])
    for (const [field, called] of [
      ['name', name],
      ['nameEn', nameEn.toUpperCase()],
      ['name', nameEn],
      ['name', 'role_teacher'],
    ] as const) {
      const { error } = await change(own, { [field]: called }, by);
      expect(error.data?.fields, `${field} ${called}`).toMatchObject([
        { path: field, message: expect.stringContaining('ROLE_TEACHER') as string },
      ]);
      expect((await create('ROLE_NEW', { [field]: called }, by)).error.data?.fields).toMatchObject([{ path: field }]);
    }
  expect((await change(own, { name: '资料员' }, keeper)).status).toBe(200);
});

test(
  '[security 3] an import of three thousand roles delays others no longer than one of organisations',
  { tags: ['alone'] },
  async () => {
    const rows = Array.from({ length: 3_000 }, (_, at) => at);
    const csv = (head: string, row: (at: number) => string) => Buffer.from([head, ...rows.map(row)].join('\n'));
    const orgs = csv('组织编码,名称,类型', (at) => `LAB-${at},课题组 ${at},课题组`);
    const roles = csv('编码,中文名称,英文名称', (at) => `ROLE_MANY_${at},众多角色 ${at},Many roles ${at}`);
    const query = { dryRun: false };
    const plain = await longestStretch(async () => {
      const { data } = await admin.upload(orgRecordRoutes.importOrgs, orgs, 'o.csv', { query });
      expect(data).toMatchObject({ written: true, created: 3_000 });
    });
    const many = await longestStretch(async () => {
      const { data } = await admin.upload(roleRoutes.importRoles, roles, 'r.csv', { query });
      expect(data).toMatchObject({ written: true, created: 3_000 });
    });
    expect(many).toBeLessThan(plain * 5 + 500);
  },
);
