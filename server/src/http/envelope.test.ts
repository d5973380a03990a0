// Format of replies: success is the data itself; a failure says what is wrong without internal details.
import { APP_ID, IDEMPOTENCY_HEADER, PAGE_ROLE_HEADER, SYSTEM_APP_ID } from '@kuwei/contract/constants';
import type { VersionInfo } from '@kuwei/contract/sys/version';
import { orgRoutes } from '@kuwei/contract/wms/org';
import { productRoutes } from '@kuwei/contract/wms/product';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configure } from '../../test/_configure.ts';
import { draft, lineOf, placesOf } from '../../test/_flow.ts';
import { openWorld, type World } from '../../test/_world.ts';
import { allRoutes } from '../routes.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

test('[S7.11] success is the data itself, a list has rows, total, page and size', async () => {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const list = await manager.call(productRoutes.listProducts, { query: { size: 3 } });
  expect(list.status).toBe(200);
  expect(list.data).toMatchObject({ list: expect.any(Array), total: expect.any(Number), page: 1, size: 3 });
  const one = await manager.call(productRoutes.getProduct, { params: { id: list.data.list[0]!.id } });
  expect(one.data.id).toBe(list.data.list[0]!.id);
});

test('[S7.01] every route is below /api, and none answers without it', async () => {
  const closed = allRoutes.filter((route) => route.params === undefined && route.needs !== 'open');
  expect(closed.length).toBeGreaterThan(50);
  for (const { method, path } of closed) {
    const [below, bare] = [await world.app.inject({ method, url: `/api${path}` }), await world.app.inject({ method, url: path })];
    expect([path, below.statusCode, below.json()]).toMatchObject([path, 401, { code: 'UNAUTHORIZED' }]);
    expect([path, bare.statusCode]).toEqual([path, 404]);
  }
});

test('[S3.39, S7.11, S8.31] a failure has errorCode, code, message and data, with the matching status', async () => {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const places = await placesOf(world);
  const mine = await draft(teacher, {
    type: 'INBOUND',
    warehouseId: places.w2,
    lines: [lineOf(places.product('W-BEAKER-250'), '1', { unit: 'PIECE' })],
  });
  const params = { id: mine.id };
  const stale = await teacher.call(transactionRoutes.submitTransaction, { params, body: { rev: mine.rev + 7 } });
  const canceled = (await teacher.call(transactionRoutes.cancelTransaction, { params, body: { rev: mine.rev } })).data;
  for (const [answer, status, code] of [
    [await manager.send('GET', '/wms/product?zzUnknown=1'), 400, 'VALIDATION'],
    [await manager.call(productRoutes.getProduct, { params: { id: UNKNOWN_ID } }), 404, 'NOT_FOUND'],
    [await teacher.call(productRoutes.deleteProduct, { params: { id: UNKNOWN_ID } }), 403, 'FORBIDDEN'],
    [stale, 409, 'STALE'],
    [await teacher.call(transactionRoutes.submitTransaction, { params, body: { rev: canceled.rev } }), 409, 'ILLEGAL_TRANSITION'],
  ] as const) {
    const { error } = answer;
    expect([code, answer.status, error.code]).toEqual([code, status, code]);
    expect(Object.keys(error).sort()).toEqual(['code', 'data', 'errorCode', 'message']);
    expect(typeof error.errorCode).toBe('string');
    expect(error.message).toMatch(/\p{Script=Han}/u);
  }
});

test('[S8.31] an internal error is SERVER 500 without details', async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const { db } = world.services;
  await db.schema.alterTable('wms_product').renameTo('wms_product_gone').execute();
  try {
    const answer = await teacher.call(productRoutes.selectProducts, {});
    expect([answer.status, answer.error.code]).toEqual([500, 'SERVER']);
    expect(answer.raw.toString()).not.toMatch(/wms_product|relation|select|\.ts/);
  } finally {
    await db.schema.alterTable('wms_product_gone').renameTo('wms_product').execute();
  }
});

test('[S7.14] the version of an app holds public entries only, supports ETags, and is 404 for unknown apps', async () => {
  const get = (appId: string, tag?: string) =>
    world.app.inject({
      method: 'GET',
      url: `/api/basic/sys/version/${appId}/pub`,
      headers: tag === undefined ? {} : { 'if-none-match': tag },
    });
  await configure(world, { WMS_OUTBOUND_QTY_LIMIT: 4_711 });
  for (const appId of [APP_ID, SYSTEM_APP_ID]) {
    const first = await get(appId);
    expect(first.statusCode).toBe(200);
    expect(first.body).not.toContain('"4711"');
    const tag = String(first.headers['etag']);
    const again = await get(appId, tag);
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await get(appId, '"other"')).statusCode).toBe(200);
  }
  expect((await get('nobody')).statusCode).toBe(404);
});

test('[S7.15] the version of an organisation merges its menus and configuration over the general ones', async () => {
  const { db } = world.services;
  const get = async (path: string) => world.app.inject({ url: `/api/basic/sys/version/${path}/pub` });
  const org = await db.selectFrom('wms_org').where('code', '=', 'LAB-POLYMER').select('id').executeTakeFirstOrThrow();
  const other = await db.selectFrom('wms_org').where('code', '=', 'LAB-CATALYSIS').select('id').executeTakeFirstOrThrow();
  const general = (await get(APP_ID)).json<VersionInfo>();
  expect((await get(`${APP_ID}/${org.id}`)).json()).toEqual(general);
  const [first, second] = general.menus;
  await db
    .insertInto('sys_menu_org')
    .values([
      { org_id: org.id, menu_id: first!.id, name: '高分子课题组' },
      { org_id: org.id, menu_id: second!.id, show: false },
    ])
    .execute();
  const own = [
    { org_id: org.id, code: 'SYS_ADMIN_TITLE', value: '高分子仓库' },
    { org_id: org.id, code: 'WMS_OUTBOUND_QTY_LIMIT', value: '7' },
  ];
  await db.insertInto('sys_config_org').values(own).execute();
  const merged = await get(`${APP_ID}/${org.id}`);
  expect(merged.json()).toEqual({
    ...general,
    menus: general.menus.map((item) =>
      item.id === first!.id ? { ...item, name: '高分子课题组' } : item.id === second!.id ? { ...item, show: false } : item,
    ),
    sysConfigs: general.sysConfigs.map((entry) => (entry.code === 'SYS_ADMIN_TITLE' ? { ...entry, value: '高分子仓库' } : entry)),
  });
  expect(merged.headers['etag']).toBeTruthy();
  expect((await get(APP_ID)).json()).toEqual(general);
  expect((await get(`${APP_ID}/${other.id}`)).json()).toEqual(general);
  for (const nowhere of [`${APP_ID}/${UNKNOWN_ID}`, `${APP_ID}/not-an-id`, `nobody/${org.id}`])
    expect((await get(nowhere)).statusCode).toBe(404);
});

test('[security 26] an idempotency key reused for another organisation or role neither writes nor answers', async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const places = await placesOf(world);
  const body = {
    type: 'INBOUND' as const,
    warehouseId: places.w2,
    lines: [lineOf(places.product('W-BEAKER-250'), '1', { unit: 'PIECE' })],
  };
  const send = (headers: Record<string, string> = {}, key = 'k'.repeat(100)) =>
    teacher.call(transactionRoutes.createTransaction, { body, key, headers });
  const count = async () => (await world.services.db.selectFrom('wms_transaction').select('id').execute()).length;
  const first = await send();
  const before = await count();
  expect((await send()).data.id).toBe(first.data.id);
  const { data: orgs } = await teacher.call(orgRoutes.listMyOrgs);
  const other = orgs.find((org) => !org.selected && org.type === 'LAB')!;
  const choose = (orgId: string) => teacher.call(orgRoutes.switchOrg, { body: { orgId }, key: `choose ${orgId}` });
  const chosen = (await choose(other.id)).data;
  expect((await choose(other.id)).data, 'choosing the same again').toEqual(chosen);
  expect((await send()).error.code).toBe('IDEMPOTENCY_MISMATCH');
  await choose(orgs.find((org) => org.selected)!.id);
  expect((await send()).data.id).toBe(first.data.id);
  const keep = (pageRole: string) =>
    teacher.send(
      'PUT',
      '/auth/biz/user/by-me/setting/k',
      { value: 1 },
      { [PAGE_ROLE_HEADER]: pageRole, [IDEMPOTENCY_HEADER]: 'r' },
    );
  expect((await keep('ROLE_TEACHER')).status).toBe(200);
  expect((await keep('')).error.code).toBe('IDEMPOTENCY_MISMATCH');
  // A key that is too long is not truncated.
  expect((await send({}, 'k'.repeat(101))).error.code).toBe('VALIDATION');
  expect(await count()).toBe(before);
});
