// Exports are logged.
import { accountRoutes } from '@kuwei/contract/auth/account';
import { listPhrase } from '@kuwei/contract/sys/call-words';
import { logRoutes } from '@kuwei/contract/sys/log';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idOf } from '../../../test/_stock.ts';
import { readRows } from '../../../test/_workbook.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { isExport } from '../../http/log-export.ts';
import { allRoutes } from '../../routes.ts';

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.as('admin', 'ROLE_ADMIN');
});
afterAll(() => world.end());

const latest = async (person: Person) =>
  (await admin.call(logRoutes.listLog, { query: { part: 'OPERATION', entity: 'export', userId: person.id } })).data.list[0]!;

test('logs who exported which list, with its row count and filter, in words', async () => {
  const taken = await readRows(
    await admin.call(accountRoutes.exportAccounts, { query: { role: 'ROLE_TEACHER', sort: '-name' } }),
  );
  const row = await latest(admin);
  expect(row).toMatchObject({
    kind: 'OPERATION',
    action: 'GET /auth/biz/user/account/export',
    recordName: '用户',
    pageRole: 'ROLE_ADMIN',
    change: { rows: taken.length, filters: { role: 'ROLE_TEACHER' } },
  });
  const english = await admin.call(logRoutes.getLog, { params: { id: row.id }, headers: { 'accept-language': 'en' } });
  expect(english.data.recordName).toBe('User');
  // The log's own export contains the row, and is logged too.
  const [first] = await readRows(await admin.call(logRoutes.exportLog, { query: { entity: 'export' } }));
  expect(Object.values(first!).join()).toContain(`行数：${taken.length}`);
  expect((await latest(admin)).recordName).toBe('系统日志');
});

test('an export of stock logs its row count and the name of the owner', async () => {
  const keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const ownerOrgId = await idOf(world.services.db, 'wms_org', 'LAB-CATALYSIS');
  for (const route of [productBoxRoutes.exportStock, productBoxRoutes.exportLedger]) {
    const taken = await readRows(await keeper.call(route, { query: { ownerOrgId } }));
    const row = await latest(keeper);
    expect(row.change).toEqual({ rows: taken.length, filters: { ownerOrgId } });
    const { fields } = (await admin.call(logRoutes.getLog, { params: { id: row.id } })).data;
    expect(fields.find(({ field }) => field === 'filters')!.after).toMatch(/^\S+：催化化学课题组$/);
  }
});

test('does not log a refused export or a HEAD request', async () => {
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from sys_log where entity = 'export'`.execute(world.services.db)).rows[0]!
      .n;
  const before = await count();
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  expect((await teacher.call(accountRoutes.exportAccounts)).status).toBe(403);
  await admin.send('HEAD', accountRoutes.exportAccounts.path);
  await admin.call(accountRoutes.getAccountTemplate);
  expect(await count()).toBe(before);
});

test('every exportable list has a name', () => {
  const lists = allRoutes.filter(isExport).map(({ path }) => path.replace(/\/export$/, ''));
  expect(lists.length).toBeGreaterThan(20);
  expect(lists.filter((path) => listPhrase(path) === null)).toEqual([]);
});
