// Rows that depend on other rows of the file: on values they release, or on records they create.
import { accountForm, accountRoutes } from '@kuwei/contract/auth/account';
import { roleForm, roleRoutes } from '@kuwei/contract/auth/role';
import { containerRoutes } from '@kuwei/contract/wms/container';
import { orgForm, orgRecordRoutes } from '@kuwei/contract/wms/org-record';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let admin: Person;
let manager: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.as('admin', 'ROLE_ADMIN');
  manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
});
afterAll(() => world.end());

type ImportRoute =
  | typeof accountRoutes.importAccounts
  | typeof orgRecordRoutes.importOrgs
  | typeof roleRoutes.importRoles
  | typeof containerRoutes.importContainers;

/** Previews, then writes the valid rows: both must agree. @returns the refused rows with reasons */
async function importRows(who: Person, route: ImportRoute, rows: readonly string[]) {
  const content = Buffer.from(rows.join('\n'));
  const send = async (dryRun: boolean) =>
    (await who.upload(route, content, 'rows.csv', { query: { dryRun, partial: true } })).data;
  const [looked, { importId: _, ...done }] = [await send(true), await send(false)];
  expect(done).toMatchObject({ created: looked.created, updated: looked.updated, errors: looked.errors });
  const errors = done.errors.map(({ row, column, message }) => `${row} ${column}：${message}`);
  return { created: done.created, updated: done.updated, written: done.written, errors };
}

const person = async (username: string, staffNo: string | null): Promise<void> => {
  const body = accountForm.parse({ username, name: username, staffNo, roles: [], orgs: [] });
  expect((await admin.call(accountRoutes.createAccount, { body })).status).toBe(200);
};
const accounts = async (q: string) => (await admin.call(accountRoutes.listAccounts, { query: { q, size: 100 } })).data.list;
const numbers = async (q: string) => Object.fromEntries((await accounts(q)).map(({ username, staffNo }) => [username, staffNo]));
const people = (...rows: string[]) => importRows(admin, accountRoutes.importAccounts, ['用户名,姓名,工号/学号,邮箱', ...rows]);

test('refuses rows that need the number of a refused row, transitively, and writes the others', async () => {
  for (const [username, staffNo] of [
    ['lean1', 'L1'],
    ['lean2', 'L2'],
    ['lean3', 'L3'],
  ] as const)
    await person(username, staffNo);
  expect(await people('lean1,甲,L1X,bad', 'lean4,丁,L2,', 'lean2,乙,L1,', 'lean3,丙,L3X,', 'lean5,戊,L3,')).toEqual({
    created: 1,
    updated: 1,
    written: true,
    errors: [expect.stringMatching(/^2 邮箱：/), '3 工号/学号：“L2”已被使用', '4 工号/学号：“L1”已被使用'],
  });
  expect(await numbers('lean')).toEqual({ lean1: 'L1', lean2: 'L2', lean3: 'L3X', lean5: 'L3' });
});

test('a number can be passed on in any row order, and the log names its former holder', async () => {
  for (const at of [1, 2, 3]) await person(`hand${at}`, `H${at}`);
  const between = Array.from({ length: 600 }, (_, at) => `handfill${at},众,HF${at},`);
  const done = await people('hand1,甲,H2,', 'handnew,新,H3,', ...between, 'hand2,乙,H1,', 'hand3,丙,H3X,');
  expect(done).toEqual({ created: 601, updated: 3, written: true, errors: [] });
  expect(await numbers('hand')).toMatchObject({ hand1: 'H2', hand2: 'H1', hand3: 'H3X', handnew: 'H3' });
  const { rows } = await sql<{ change: unknown }>`
    select r.change -> 'staffNo' as change from sys_import_record r join sys_user u on u.id = r.record_id
     where u.username = 'hand1'`.execute(world.services.db);
  expect(rows).toEqual([{ change: ['H1', 'H2'] }]);
  // A number kept by its holder is not free, wherever that row is.
  expect((await people('handlate,后,H1,', 'hand2,乙乙,H1,')).errors).toEqual(['2 工号/学号：“H1”已被使用']);
});

test('refuses the row that would remove the last administrator, and writes the others', async () => {
  const body = accountForm.parse({ username: 'keeps', name: '二', roles: [{ code: 'ROLE_ADMIN' }], orgs: [] });
  await admin.call(accountRoutes.createAccount, { body });
  await sql`update sys_user set until_day = current_date + 9 where username = 'keeps'`.execute(world.services.db);
  const other = await world.as('keeps', 'ROLE_ADMIN');
  const rows = ['用户名,姓名,角色', 'admin,系统管理员,', 'keepsnot,三,'];
  expect(await importRows(other, accountRoutes.importAccounts, rows)).toMatchObject({
    created: 1,
    written: true,
    errors: [expect.stringMatching(/^2 角色：/)],
  });
  expect((await accounts('admin'))[0]!.roles).toMatchObject([{ code: 'ROLE_ADMIN' }]);
});

test('a name kept by a refused row is not free, for organisations and roles', async () => {
  for (const [code, name] of [
    ['LAB-70', '七十组'],
    ['LAB-71', '七一组'],
    ['LAB-72', '七二组'],
  ])
    await admin.call(orgRecordRoutes.createOrg, { body: orgForm.parse({ code, name, type: 'LAB', members: [], quotas: [] }) });
  const orgs = ['编码,名称,类型,联系电话', 'LAB-70,新七十,课题组,bad', 'LAB-71,七十组,课题组,', 'LAB-72,七二新,课题组,'];
  expect(await importRows(admin, orgRecordRoutes.importOrgs, orgs)).toMatchObject({
    updated: 1,
    written: true,
    errors: [expect.stringMatching(/^2 联系电话：/), expect.stringMatching(/^3 组织名称：/)],
  });
  for (const [code, name] of [
    ['ROLE_K', '甲岗'],
    ['ROLE_K9', '乙岗'],
    ['ROLE_K8', '丙岗'],
  ])
    await admin.call(roleRoutes.createRole, { body: roleForm.parse({ code, name, nameEn: code, powers: [] }) });
  const roles = ['编码,中文名称,排序', 'ROLE_K,乙岗,1', 'ROLE_K9,甲岗,x', 'ROLE_K8,丁岗,1'];
  expect(await importRows(admin, roleRoutes.importRoles, roles)).toMatchObject({
    updated: 1,
    written: true,
    errors: [expect.stringMatching(/^2 中文名称：.*ROLE_K9/), expect.stringMatching(/^3 排序：/)],
  });
});

test('names of roles can be swapped over many rows, and distant rows cannot take the same', async () => {
  for (const [code, name] of [
    ['ROLE_S1', '一岗'],
    ['ROLE_S2', '二岗'],
  ])
    await admin.call(roleRoutes.createRole, { body: roleForm.parse({ code, name, nameEn: code, powers: [] }) });
  const between = Array.from({ length: 400 }, (_, at) => `ROLE_F${at},填岗${at},Fill ${at}`);
  const rows = ['编码,中文名称,英文名称', 'ROLE_S1,二岗,First', ...between, 'ROLE_S2,一岗,Second', 'ROLE_S3,填岗7,Third'];
  expect(await importRows(admin, roleRoutes.importRoles, rows)).toMatchObject({
    created: 400,
    updated: 2,
    errors: [expect.stringMatching(/^404 中文名称：.*ROLE_F7/)],
  });
});

test('names of organisations can be swapped over many rows', async () => {
  for (const [code, name] of [
    ['LAB-80', '八十组'],
    ['LAB-81', '八一组'],
  ])
    await admin.call(orgRecordRoutes.createOrg, { body: orgForm.parse({ code, name, type: 'LAB', members: [], quotas: [] }) });
  const between = Array.from({ length: 600 }, (_, at) => `LAB-F${at},填${at},课题组`);
  const rows = ['编码,名称,类型', 'LAB-80,八一组,课题组', ...between, 'LAB-81,八十组,课题组'];
  expect(await importRows(admin, orgRecordRoutes.importOrgs, rows)).toMatchObject({ created: 600, updated: 2, errors: [] });
});

const containers = (...rows: string[]) =>
  importRows(manager, containerRoutes.importContainers, ['仓库,容器编号,容器名称,上级容器,类型,行数,列数', ...rows]);

test('refuses children of a refused container, and cycles or excess depth at the row that causes them', async () => {
  const lost = await containers('W1,P1,一,,柜,九,4', 'W1,P2,二,P1,柜,3,4', 'W1,P3,三,,柜,3,4', 'W1,P4,四,P2,柜,3,4');
  expect(lost).toMatchObject({
    created: 1,
    written: true,
    errors: [expect.stringMatching(/^2 行数：/), expect.stringMatching(/^3 上级容器：/), expect.stringMatching(/^5 上级容器：/)],
  });
  expect(await containers('W1,Y1,外,,柜,3,4', 'W1,Y2,内,Y1,柜,3,4')).toMatchObject({ created: 2, errors: [] });
  expect(await containers('W1,Y1,外,Y2,柜,3,4', 'W1,Y3,旁,Y2,柜,3,4')).toMatchObject({
    created: 1,
    written: true,
    errors: [expect.stringMatching(/^2 上级容器：/)],
  });
  // Reversed from the top down there is never a cycle.
  expect(await containers('W1,Y2,内,,柜,3,4', 'W1,Y1,外,Y2,柜,3,4')).toMatchObject({ updated: 2, errors: [] });
  const tower = Array.from({ length: 9 }, (_, at) => `W1,T${at},层,${at === 0 ? '' : `T${at - 1}`},柜,3,4`);
  expect(await containers(...tower)).toMatchObject({
    created: 8,
    written: true,
    errors: [expect.stringMatching(/^10 上级容器：/)],
  });
});
