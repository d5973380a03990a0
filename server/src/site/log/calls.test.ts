import { proxyRoutes } from '@kuwei/contract/auth/proxy';
import { logRoutes, type LocalizedEntry } from '@kuwei/contract/sys/log';
import { orgRecordRoutes } from '@kuwei/contract/wms/org-record';
import { productRoutes } from '@kuwei/contract/wms/product';
import { warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { readRows } from '../../../test/_workbook.ts';

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.as('admin', 'ROLE_ADMIN');
});
afterAll(() => world.end());

const list = async (query: object): Promise<LocalizedEntry[]> => {
  await world.services.calls.flush();
  return (await admin.call(logRoutes.listLog, { query })).data.list;
};

test('[S2.47] logs a refused call with user, action, status, request id and duration, but none of its input', async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER');
  const { error } = await teacher.call(logRoutes.listLog);
  const [row] = await list({ part: 'API' });
  expect(row).toMatchObject({
    kind: 'API',
    action: 'GET /sys/log',
    status: 403,
    change: { code: 'FORBIDDEN' },
    userName: '陈思远',
    pageRole: 'ROLE_TEACHER',
    requestId: error.data?.requestId,
  });
  expect(row!.ms).toBeGreaterThanOrEqual(0);
  expect(await list({ q: error.data!.requestId })).toEqual([row]);

  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const id = (await manager.call(productRoutes.listProducts, { query: { q: 'C-ETHANOL' } })).data.list[0]!.id;
  await manager.send('PUT', `/wms/product/${id}?secret=in-the-address`, { name: 'secret in the body', code: '' });
  const [refused] = await list({ part: 'API', q: id });
  const name = expect.stringMatching(/^C-ETHANOL /) as string;
  expect(refused).toMatchObject({ action: 'PUT /wms/product/{id}', entityId: id, recordName: name, userName: '郑建国' });
  expect(refused!.said.change).toMatch(/^返回：[\u4e00-\u9fff]/);
  // The message names the value: texts are rendered when the log is read, not stored.
  await admin.send('POST', '/auth/power/role', { code: 'ROLE_TEACHER', name: '又一个', nameEn: 'Another' });
  const [taken] = await list({ part: 'API', userId: admin.id });
  expect(taken!.said.change).toMatch(/^返回：“ROLE_TEACHER”已被使用（CODE_TAKEN）/);
  const { rows } = await sql<{ row: string }>`select l::text as row from sys_log l`.execute(world.services.db);
  expect(rows.filter(({ row }) => row.includes('secret in the body') || row.includes('in-the-address'))).toEqual([]);
});

test('[S2.47] a refused change names its record and faulty rows in words', async () => {
  const lab = (await admin.call(orgRecordRoutes.listOrgs, { query: { q: 'LAB-BIO' } })).data.list[0]!;
  const { id, rev, ...form } = (await admin.call(orgRecordRoutes.getOrg, { params: { id: lab.id } })).data;
  const { code, name, nameEn, type, contact, phone, address, remark, members } = form;
  const quotas = [{ warehouseId: id, maxBoxes: 1_000_001, maxVolumeL: null }];
  const body = { code, name, nameEn, type, contact, phone, address, remark, quotas, rev };
  const unknownMember = { userId: 'x', relation: 'MEMBER', fromDay: null, untilDay: null };
  await admin.send('PUT', `/wms/org/${id}`, { ...body, members: [members[0], unknownMember] });
  await admin.send('PUT', '/sys/config/SYS_ADMIN_TITLE', { value: '', reason: '', rev: 1 });
  await world.services.calls.flush();
  const rows = await readRows(await admin.send('GET', '/sys/log/export?part=API'));
  expect(rows[0]).toMatchObject({ 名称: '控制台标题', 类别: '被拒绝' });
  expect(rows[1]).toMatchObject({ 名称: lab.name, 变更: expect.stringContaining('成员 第 2 行 · 人员') as string });
  expect(rows[1]).toMatchObject({ 变更: expect.stringContaining('存放配额 第 1 行 · 库位上限') as string });
});

test('[S2.47] logs a failed call as an error, with the kind of its cause but not its message', async () => {
  const { db } = world.services;
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  await sql`alter table wms_warehouse rename to wms_warehouse_away`.execute(db);
  const { status } = await manager.call(warehouseRoutes.listWarehouses);
  await sql`alter table wms_warehouse_away rename to wms_warehouse`.execute(db);
  expect(status).toBe(500);
  const [row] = await list({ part: 'ERROR' });
  expect(row).toMatchObject({ kind: 'ERROR', status: 500, action: 'GET /wms/warehouse', userName: '郑建国' });
  expect(row!.change).toEqual({ code: 'SERVER', cause: expect.stringContaining('42P01') as string });
  expect(await list({ part: 'API' })).not.toContainEqual(row);
});

test('[S2.47, S4.43] logs both users of a call refused to a proxy', async () => {
  const teacher = await world.services.db
    .selectFrom('sys_user')
    .where('username', '=', 'teacher')
    .select('id')
    .executeTakeFirstOrThrow();
  const pair = (await admin.call(proxyRoutes.switchToUser, { body: { id: teacher.id, reason: '协助核对库存' } })).data;
  const acting = await world.with(pair.token, 'ROLE_TEACHER');
  expect((await acting.call(logRoutes.listLog)).status).toBe(403);
  admin = await world.as('admin', 'ROLE_ADMIN');
  for (const part of ['API', 'ACTING'] as const)
    expect((await list({ part, userId: teacher.id }))[0], part).toMatchObject({
      userName: '陈思远',
      proxyUserName: '系统管理员',
      status: 403,
    });
});

test('does not log refused anonymous calls or unknown paths', async () => {
  const before = (await list({ part: 'API' }))[0]?.id;
  for (const url of ['/api/sys/log', '/api/no/such', '/api/health/none'])
    expect(
      (await world.app.inject({ url, headers: { authorization: 'Bearer aaaaaaaaaaaaaaaaaaaaaaaaaaaa' } })).statusCode,
    ).toBeGreaterThan(400);
  expect((await list({ part: 'API' }))[0]?.id).toBe(before);
});

test('repeated refusals of a user get some rows, and one with the number of the rest', async () => {
  const { calls } = world.services;
  await calls.close();
  const supplier = await world.as('supplier', 'ROLE_SUPPLIER');
  for (let n = 0; n < 50; n++) await supplier.call(logRoutes.listLog);
  await calls.close();
  const rows = (await list({ part: 'API', size: 100 })).filter(({ userId }) => userId === supplier.id);
  const kept = rows.filter(({ action }) => action === 'GET /sys/log').length;
  const more = rows.filter(({ action }) => action === 'more calls').map(({ change }) => (change as { count: number }).count);
  // A minute may end in between, and a new count starts.
  expect([kept >= 30, kept + more.reduce((sum, each) => sum + each, 0)]).toEqual([true, 50]);
});

test('[S2.47] the workbook shows the same texts as the list', async () => {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const found = (await manager.call(productRoutes.listProducts, { query: { q: 'C-ETHANOL' } })).data.list[0]!;
  const { rev } = (await manager.call(productRoutes.getProduct, { params: { id: found.id } })).data;
  await manager.call(productRoutes.setProductState, { params: { id: found.id }, body: { state: 'DISABLED', rev } });
  const rows = await readRows(await admin.send('GET', `/sys/log/export?q=${found.id}&part=DATA`));
  expect(rows[0]).toMatchObject({
    操作人: '郑建国',
    对象: '产品',
    操作: '修改状态',
    变更: '状态：启用 → 停用',
    类别: '数据',
  });
  const refused = await readRows(await admin.send('GET', `/sys/log/export?q=${found.id}&part=API`));
  expect(refused[0]).toMatchObject({ 类别: '被拒绝', 操作: '修改', 操作人: '郑建国' });
});
