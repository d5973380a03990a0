import { accountRoutes } from '@kuwei/contract/auth/account';
import { powerForm, powerRoutes, POWERS_MAX, type Power, type PowerForm } from '@kuwei/contract/auth/power';
import { roleForm, roleRoutes } from '@kuwei/contract/auth/role';
import { menuRoutes } from '@kuwei/contract/sys/menu';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { BUILT_IN_ROLES, EXAMPLE_ROLES } from '../role/built-in.ts';
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

const form = (code: string, more: Partial<PowerForm> = {}): PowerForm =>
  powerForm.parse({ code, name: `权限 ${code}`, nameEn: `Power ${code}`, ...more });
const create = (code: string, more: Partial<PowerForm> = {}, by = admin) =>
  by.call(powerRoutes.createPower, { body: form(code, more) });
const list = async (query: object = {}): Promise<Power[]> =>
  (await admin.call(powerRoutes.listPowers, { query: { size: 200, ...query } })).data.list;
const remove = (id: string, by = admin) => by.call(powerRoutes.deletePower, { params: { id } });
const codes = (powers: readonly Power[]): string[] => powers.map(({ code }) => code);

test('[S1.18] a power is created, found, changed and deleted, and shows its uses and holders', async () => {
  const power = (await create('power_labels', { name: '标签', module: 'WAREHOUSE', description: '打印标签' })).data;
  expect(power).toMatchObject({ code: 'POWER_LABELS', builtIn: false, calls: [], menu: [], people: 1, rev: 1 });
  expect(power.roles.map(({ code }) => code)).toEqual(['ROLE_ADMIN']);
  const [role] = await list({ q: 'ROLE_MANAGE' });
  expect(role).toMatchObject({
    builtIn: true,
    module: 'RIGHTS',
    menu: [
      { code: 'power', name: '权限管理' },
      { code: 'power.role', name: '角色' },
    ],
  });
  expect(role!.calls).toContainEqual({ code: 'POST /auth/power/role', name: '角色：新增' });
  for (const [query, is] of [
    [{ q: '标签' }, true],
    [{ module: 'WAREHOUSE,SYSTEM' }, true],
    [{ module: 'RIGHTS' }, false],
    [{ role: 'ROLE_ADMIN' }, true],
    [{ role: 'ROLE_STAFF' }, false],
    [{ unused: 'ASKED' }, true],
    [{ unused: 'GIVEN' }, true],
  ] as const)
    expect(codes(await list(query)).includes('POWER_LABELS'), JSON.stringify(query)).toBe(is);
  expect(codes(await list({ unused: 'ASKED' }))).not.toContain('POWER_ROLE_MANAGE');
  const ownCodes = codes(await list()).filter((code) => !/^POWER_(SYS|WMS)_/.test(code));
  expect(ownCodes).toEqual([
    'POWER_POWER_MANAGE',
    'POWER_ROLE_MANAGE',
    'POWER_RULE_MANAGE',
    'POWER_LABELS',
    'POWER_REPORT_MANAGE',
    'POWER_WORKFLOW_MANAGE',
    'POWER_WORKFLOW_PUBLISH',
  ]);

  const params = { id: power.id };
  const body = { ...form('POWER_LABELS', { name: '打印标签' }), rev: 1 };
  expect((await admin.call(powerRoutes.updatePower, { params, body })).data).toMatchObject({ name: '打印标签', rev: 2 });
  expect((await admin.call(powerRoutes.updatePower, { params, body })).error.code).toBe('STALE');
  expect((await remove(power.id)).status).toBe(200);
  expect(codes(await list())).not.toContain('POWER_LABELS');
});

test('[S5.34] taken, malformed, fixed, unavailable and used codes are refused', async () => {
  expect((await create('POWER_ROLE_MANAGE')).error.code).toBe('CODE_TAKEN');
  for (const code of ['LABELS', 'POWER_', 'POWER_标签']) {
    const { status, error } = await admin.call(powerRoutes.createPower, { body: { ...form('POWER_X'), code } });
    expect([status, error.data?.fields?.[0]?.path], code).toEqual([422, 'code']);
  }
  expect((await create('POWER_X', { module: 'NOWHERE' })).error.data?.fields?.[0]?.path).toBe('module');
  const power = (await create('POWER_X')).data;
  const body = { ...form('POWER_Y'), rev: 1 };
  const renamed = await admin.call(powerRoutes.updatePower, { params: { id: power.id }, body });
  expect(renamed.error.data?.fields?.[0]?.path).toBe('code');
  const twice = await Promise.all([create('POWER_TWICE'), create('POWER_TWICE')]);
  expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);

  const [built] = await list({ q: 'RULE_MANAGE' });
  expect((await remove(built!.id)).error).toMatchObject({ code: 'IN_USE_BY', message: expect.stringContaining('菜单') });
  const role = roleForm.parse({ code: 'ROLE_X', name: '某角色', nameEn: 'Some role', powers: ['POWER_X'] });
  await admin.call(roleRoutes.createRole, { body: role });
  expect((await remove(power.id)).error).toMatchObject({ code: 'IN_USE_BY', message: expect.stringContaining('某角色') });
});

test('[F-3A9] codes reserved for later versions are refused', async () => {
  for (const code of ['POWER_WMS_COUNT', 'power_sys_x'])
    expect([code, (await create(code)).error.data?.fields?.map(({ path }) => path)]).toEqual([code, ['code']]);
});

test('[S6.26] the power to manage powers works without the administrator role, and grants nothing else', async () => {
  const { db } = world.services;
  const role = roleForm.parse({ code: 'ROLE_OFFICE', name: '办公室', nameEn: 'Office', powers: ['POWER_POWER_MANAGE'] });
  const { data } = await admin.call(roleRoutes.createRole, { body: role });
  const staff = await db.selectFrom('sys_user').where('username', '=', 'staff').select('id').executeTakeFirstOrThrow();
  await admin.call(roleRoutes.addRolePeople, { params: { id: data.id }, body: { userIds: [staff.id] } });
  const keeper = await world.as('staff', 'ROLE_STAFF');
  expect((await create('POWER_LABELS', {}, keeper)).status).toBe(200);
  expect((await keeper.call(powerRoutes.listPowers)).status).toBe(200);
  expect((await keeper.call(roleRoutes.listRoles)).error.code).toBe('FORBIDDEN');
  // Nor can they mislead others by renaming a power.
  const [roles] = await list({ q: 'ROLE_MANAGE' });
  const { code, name, nameEn, module, description, rev } = roles!;
  const wording = { code, name, nameEn, module, description, rev };
  for (const more of [{ name: '查看公告' }, { nameEn: 'See notices' }, { description: '只能查看' }]) {
    const answer = await keeper.call(powerRoutes.updatePower, { params: { id: roles!.id }, body: { ...wording, ...more } });
    expect([answer.status, answer.error.code]).toEqual([403, 'BEYOND_RIGHTS']);
  }
  for (const more of [{ name: '角色 管理' }, { nameEn: 'MANAGE ROLES' }, { name: 'power_role_manage' }]) {
    const { status, error } = await create('POWER_TWIN', more, keeper);
    expect([status, error.data?.fields?.[0]?.path]).toEqual([422, Object.keys(more)[0]]);
  }
  const { rows } = await sql<{
    role: string;
  }>`select role_code as role from sys_role_power where power_code = 'POWER_LABELS'`.execute(db);
  expect(rows.map((row) => row.role)).toEqual(['ROLE_ADMIN']);
});

test('[S6.05] a power for an entry of the administration menu opens it to its holders', async () => {
  const teacher = (await admin.call(accountRoutes.listAccounts, { query: { q: 'teacher' } })).data.list[0]!;
  for (const [power, entry] of [
    ['POWER_REPORT_MANAGE', 'system.report'],
    ['POWER_WORKFLOW_MANAGE', 'system.bpm'],
    ['POWER_WORKFLOW_PUBLISH', 'system.bpm'],
  ] as const) {
    const [row] = await list({ q: power });
    expect(
      row!.menu.map(({ code }) => code),
      power,
    ).toEqual(['system', entry]);
    const role = roleForm.parse({ code: `ROLE_OF_${power}`, name: power, nameEn: power, powers: [power] });
    const { data } = await admin.call(roleRoutes.createRole, { body: role });
    await admin.call(roleRoutes.addRolePeople, { params: { id: data.id }, body: { userIds: [teacher.id] } });
    const seen = (await admin.call(menuRoutes.previewMenu, { query: { userId: teacher.id } })).data;
    expect(seen.filter(({ id, why }) => id.startsWith('system') && why === 'SEEN').map(({ id }) => id)).toContain(entry);
    await admin.call(roleRoutes.deleteRole, { params: { id: data.id } });
  }
});

test('[S6.26] the number of powers is limited: at the limit the administrator role can still be saved, exported and imported', async () => {
  const { db } = world.services;
  const long = (text: string, most: number): string => text.repeat(most).slice(0, most - 3);
  await sql`
    with n as (select lpad(i::text, 3, '0') as i from generate_series(1, ${POWERS_MAX}::int - 1 - (select count(*)::int from sys_power)) i),
         made as (insert into sys_power (id, code, name, name_en)
           select gen_random_uuid(), ${`POWER_${long('X', 58)}`} || i, ${long('权', 60)} || i, ${long('Power ', 100)} || i from n returning code)
    insert into sys_role_power (role_code, power_code) select 'ROLE_ADMIN', code from made`.execute(db);
  const both = await Promise.all([create('POWER_LAST'), create('POWER_ONE_MORE')]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  const refused = both.find(({ status }) => status === 422)!;
  expect(refused.error).toMatchObject({ code: 'POWERS_MAX', message: expect.stringContaining(String(POWERS_MAX)) });

  const role = (await admin.call(roleRoutes.listRoles, { query: { q: 'ROLE_ADMIN' } })).data.list[0]!;
  const [{ n }] = (
    await sql<{ n: number }>`select count(*)::int as n from sys_power where code not like 'POWER\\_WMS\\_%'`.execute(db)
  ).rows as [{ n: number }];
  expect(role.powers).toHaveLength(n);
  const { code, name, nameEn, sort, valid, powers, rev } = role;
  const body = { code, name, nameEn, sort, valid, powers, remark: '全部', rev };
  expect((await admin.call(roleRoutes.updateRole, { params: { id: role.id }, body })).status).toBe(200);
  const all = roleForm.parse({ code: 'ROLE_ALL', name: '全部', nameEn: 'All', powers });
  expect((await admin.call(roleRoutes.createRole, { body: all })).status).toBe(200);
  const { raw } = await admin.call(roleRoutes.exportRoles);
  const again = await admin.upload(roleRoutes.importRoles, raw, 'roles.xlsx', { query: { dryRun: true } });
  expect(again.data).toMatchObject({
    created: 0,
    updated: 0,
    refused: 0,
    unchanged: BUILT_IN_ROLES.length + EXAMPLE_ROLES.length + 1,
  });
});

test('[S1.18] the matrix of roles and powers is exported and imported by the same rules', async () => {
  await create('POWER_LABELS');
  const { raw } = await admin.call(roleRoutes.exportRoles);
  const unchanged = await admin.upload(roleRoutes.importRoles, raw, 'roles.xlsx', { query: { dryRun: true } });
  expect(unchanged.data).toMatchObject({
    created: 0,
    updated: 0,
    refused: 0,
    unchanged: BUILT_IN_ROLES.length + EXAMPLE_ROLES.length,
  });
  const csv = (text: string) => Buffer.from(`\uFEFF${text}`);
  const sheet = csv(
    '编码,中文名称,英文名称,排序,启用,权限 POWER_LABELS POWER_LABELS\nROLE_DESK,前台,Desk,70,是,✓\nROLE_TEACHER,教师（课题组）,Teacher (research group),0,是,是\n',
  );
  const reply = await admin.upload(roleRoutes.importRoles, sheet, 'roles.csv', { query: { dryRun: false } });
  expect(reply.data).toMatchObject({ created: 1, updated: 1, refused: 0 });
  const carrying = async () =>
    (await admin.call(roleRoutes.listRoles, { query: { power: 'POWER_LABELS', sort: 'code' } })).data.list.map(
      ({ code }) => code,
    );
  expect(await carrying()).toEqual(['ROLE_ADMIN', 'ROLE_DESK', 'ROLE_TEACHER']);
  const undo = await admin.call(roleRoutes.undoRoleImport, { params: { import: reply.data.importId! }, body: { expected: 2 } });
  expect(undo.data).toMatchObject({ restored: 1, deleted: 1 });
  expect(await carrying()).toEqual(['ROLE_ADMIN']);

  const wrong = csv(
    '编码,中文名称,英文名称,权限 POWER_LABELS POWER_LABELS\nROLE_ADMIN,系统管理员,System administrator,否\nDESK,前台,Desk,\nROLE_TEACHER,教师（课题组）,Teacher (research group),maybe\n',
  );
  const refused = await admin.upload(roleRoutes.importRoles, wrong, 'roles.csv', { query: { dryRun: true } });
  expect(refused.data.refused).toBe(3);
  expect(refused.data.errors[0]!.message).toContain('保留角色');
  expect(refused.data.errors.at(-1)).toMatchObject({ row: 4, message: '请填写“是”或“否”' });
});

test('powers are exported as a workbook with their uses', async () => {
  const { status, raw } = await admin.call(powerRoutes.exportPowers);
  expect([status, raw.subarray(0, 2).toString()]).toEqual([200, 'PK']);
});
