import { userRoutes } from '@kuwei/contract/auth/user';
import { builtInMenu } from '@kuwei/contract/menu-data';
import { versionRoutes } from '@kuwei/contract/sys/version';
import { orgRoutes } from '@kuwei/contract/wms/org';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUILT_IN_POWERS, isPowerOfAdministrators } from './role/built-in.ts';
import { untilNotified } from '../../test/_notified.ts';
import { errorCodesOf } from '../http/error-codes.ts';
import { openWorld, type World } from '../../test/_world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

test('[S7.48, S3.13, S3.14, S3.15, S3.17] by-me returns the signed-in user, with roles and powers and nothing secret', async () => {
  const admin = await world.as('admin');
  const { data, raw } = await admin.call(userRoutes.getMe);
  expect(data).toMatchObject({ username: 'admin', name: '系统管理员', authProxyUser: null, authProxyUserInfo: null });
  expect(data.roles).toEqual([
    {
      code: 'ROLE_ADMIN',
      powers: BUILT_IN_POWERS.map(([code]) => code)
        .filter(isPowerOfAdministrators)
        .toSorted()
        .map((code) => ({ code })),
    },
  ]);
  expect(raw.toString()).not.toMatch(/hash|argon|password/i);
});

test('[S7.49, S3.34] the power list names the roles held, in listing order', async () => {
  const reviewer = await world.as('reviewer');
  const { roles } = (await reviewer.call(userRoutes.getPower)).data;
  expect(roles.map((role) => role.code)).toEqual([
    'ROLE_WAREHOUSE_ADMIN',
    'ROLE_WMS_ADMIN_INBOUND_01',
    'ROLE_WMS_ADMIN_OUTBOUND_01',
    'ROLE_WMS_ADMIN_INVENTORY_01',
  ]);
});

test('[S7.47] a user by id: oneself, and everyone for an administrator', async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER');
  const admin = await world.as('admin', 'ROLE_ADMIN');
  expect((await teacher.call(userRoutes.getUser, { params: { id: teacher.id } })).data.username).toBe('teacher');
  expect((await teacher.call(userRoutes.getUser, { params: { id: admin.id } })).error.code).toBe('NOT_FOUND');
  expect((await admin.call(userRoutes.getUser, { params: { id: teacher.id } })).data.username).toBe('teacher');
  expect((await admin.call(userRoutes.getUser, { params: { id: "x' or 1=1" } })).error.code).toBe('NOT_FOUND');
});

test('[S7.17, S7.16, S7.18, S3.18, S3.19, S3.20, S3.21] a user lists their organisations, switches, and reads the current one', async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER');
  const orgs = (await teacher.call(orgRoutes.listMyOrgs)).data;
  expect(orgs.map((org) => [org.type, org.selected])).toEqual([
    ['LAB', false],
    ['LAB', false],
  ]);
  expect((await teacher.call(orgRoutes.getSelf)).error.code).toBe('ORG_NEEDED');
  const chosen = (await teacher.call(orgRoutes.switchOrg, { body: { orgId: orgs[0]!.id } })).data;
  expect(chosen).toMatchObject({ id: orgs[0]!.id, type: 'LAB', valid: true });
  expect((await teacher.call(orgRoutes.getSelf)).data.id).toBe(orgs[0]!.id);
  const foreign = await world.services.db
    .selectFrom('wms_org')
    .where('code', '=', 'LAB-BIO')
    .select('id')
    .executeTakeFirstOrThrow();
  expect((await teacher.call(orgRoutes.switchOrg, { body: { orgId: foreign.id } })).error.code).toBe('NOT_FOUND');
  const keeper = await world.as('keeper', 'ROLE_WAREHOUSE_ADMIN');
  expect((await keeper.call(orgRoutes.getSelf)).data).toMatchObject({
    type: 'WAREHOUSE',
    warehouses: [{ code: 'W1' }, { code: 'W2' }],
  });
  for (const path of [orgRoutes.listMyOrgs.path, orgRoutes.getSelf.path]) {
    expect((await world.app.inject({ url: `/api${path}` })).json()).toMatchObject({ code: 'UNAUTHORIZED' });
  }
});

test('[F-3A9] without a page role that has organisations, the current one is refused, as the API documentation says', async () => {
  const withoutRole = await world.as('teacher', null);
  expect((await withoutRole.call(orgRoutes.getSelf)).error.code).toBe('PAGE_ROLE');
  expect([...errorCodesOf(orgRoutes.getSelf)]).toEqual(expect.arrayContaining(['PAGE_ROLE', 'ORG_NEEDED']));
});

test('[S7.12, S3.44, S3.01, S3.02, S3.03, S3.04, S3.07, S3.08, S9.04, S9.05] the version call returns menus, configuration and dictionaries, for everyone', async () => {
  const response = await world.app.inject({ url: `/api${versionRoutes.getVersion.path.replace('{appId}', 'mg')}` });
  const body = response.json<{
    menus: unknown[];
    sysConfigs: { code: string; value: string; valid: boolean }[];
    dics: { code: string }[];
  }>();
  expect(body.menus).toEqual(builtInMenu.map((item) => ({ ...item })));
  expect(body.sysConfigs).toEqual([
    { code: 'SYS_ACTING_MINUTES', value: '60', valid: true },
    { code: 'SYS_ADMIN_TITLE', value: '管理系统', valid: true },
    { code: 'SYS_ADMIN_TITLE_EN', value: '', valid: true },
    { code: 'SYS_IMPORT_ROWS_MAX', value: '100000', valid: true },
    { code: 'SYS_INSTITUTION', value: '', valid: true },
    { code: 'SYS_INSTITUTION_EN', value: '', valid: true },
    { code: 'SYS_PASSWORD_MIN_LENGTH', value: '8', valid: true },
    { code: 'SYS_PUBLIC_URL', value: '', valid: true },
    { code: 'SYS_UPLOAD_MAX_MB', value: '20', valid: true },
    { code: 'WMS_COUNT_DAYS', value: '7', valid: true },
    { code: 'WMS_EXPIRY_WARNING_DAYS', value: '30', valid: true },
    { code: 'WMS_LABEL_SHEETS', value: '', valid: true },
    { code: 'WMS_PERMIT_DRUG', value: 'true', valid: true },
    { code: 'WMS_PERMIT_EXPLOSIVE', value: 'true', valid: true },
    { code: 'WMS_PERMIT_TOXIC', value: 'true', valid: true },
    { code: 'WMS_PRINT_COPIES', value: '1', valid: true },
    { code: 'YCT_SYSTEM_LOGIN_URL', value: '', valid: true },
  ]);
  expect(body.dics.map((dic) => dic.code)).toContain('WMS_UNIT');
  const system = await world.app.inject({ url: '/api/basic/sys/version/0/pub' });
  expect(system.json()).toMatchObject({ menus: [] });
  expect((await world.app.inject({ url: '/api/basic/sys/version/nobody/pub' })).statusCode).toBe(404);
});

test("[security 14] disabling an account applies from the next request, in the process's cache as well", async () => {
  const keeper = await world.as('keeper', 'ROLE_WAREHOUSE_ADMIN');
  const path = '/wms/product?size=1';
  expect((await keeper.send('GET', path)).status).toBe(200);
  await untilNotified(world, keeper, () =>
    world.services.db.updateTable('sys_user').set({ state: 'DISABLED' }).where('id', '=', keeper.id).execute(),
  );
  expect((await keeper.send('GET', path)).error.code).toBe('TOKEN_FAIL');
});

test('at the maximum number of settings, one can still be changed, and none added', async () => {
  const staff = await world.as('staff');
  const save = (key: string) => staff.send('PUT', `/auth/biz/user/by-me/setting/${key}`, { value: 'new' });
  await sql`insert into sys_user_setting (user_id, key, value) select ${staff.id}, 'k' || n, '"old"' from generate_series(1, 500) n`.execute(
    world.services.db,
  );
  expect((await save('k500')).status).toBe(200);
  expect((await staff.call(userRoutes.listSettings)).data).toMatchObject({ k500: 'new', k499: 'old' });
  expect((await save('k501')).error.code).toBe('CONFLICT');
});

test('[F-A2] a setting cannot be named like a property of Object', async () => {
  const staff = await world.as('staff');
  expect((await staff.send('PUT', '/auth/biz/user/by-me/setting/__proto__', { value: { a: 1 } })).status).toBe(404);
});

test('settings are stored for one user, limited in size and depth', async () => {
  const teacher = await world.as('teacher');
  const save = (key: string, value: unknown) =>
    teacher.send('PUT', `/auth/biz/user/by-me/setting/${encodeURIComponent(key)}`, { value });
  expect((await save('list:wms.product', { columns: ['code'] })).status).toBe(200);
  expect((await teacher.call(userRoutes.listSettings)).data).toEqual({ 'list:wms.product': { columns: ['code'] } });
  expect((await (await world.as('supplier')).call(userRoutes.listSettings)).data).toEqual({});
  expect((await save('big', 'x'.repeat(30_000))).status).toBe(413);
  expect((await save('no spaces', 1)).status).toBe(404);
});

test('[F-A6] the settings of a user have a total limit, and reducing one is always possible', async () => {
  const keeper = await world.as('keeper2');
  const save = (key: string, value: string) => keeper.send('PUT', `/auth/biz/user/by-me/setting/${key}`, { value });
  await sql`insert into sys_user_setting (user_id, key, value)
    select ${keeper.id}, 'k' || n, to_jsonb(repeat('x', 10000)) from generate_series(1, 49) n`.execute(world.services.db);
  expect((await save('more', 'x'.repeat(12_000))).error.code).toBe('CONFLICT');
  expect((await save('k1', 'x')).status).toBe(200);
  expect((await save('more', 'x'.repeat(12_000))).status).toBe(200);
});
