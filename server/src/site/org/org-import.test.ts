import { accountRoutes, ORGS_MAX } from '@kuwei/contract/auth/account';
import { MEMBERS_MAX, orgRecordRoutes as routes } from '@kuwei/contract/wms/org-record';
import type { ImportReply } from '@kuwei/contract/workbook/workbook';
import { profileRoutes } from '@kuwei/contract/auth/profile';
import { writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { tripsInTransaction, createRoundTripRecorder } from '../../../test/_round-trips.ts';
import { readRows } from '../../../test/_workbook.ts';
import type { Sheet } from '../../platform/workbook/workbook.ts';
import { memberTable } from './member-rows.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.as('admin', 'ROLE_ADMIN');
});
afterAll(() => world.end());

type ImportRoute = typeof routes.importOrgs | typeof routes.importMembers;
type Row = Record<string, string | null>;
async function send(route: ImportRoute, rows: readonly Row[], dryRun: boolean, partial = false): Promise<ImportReply> {
  const keys = Object.keys(rows[0]!);
  const sheet = { name: 'Sheet', rows: [keys, ...rows.map((row) => keys.map((key) => row[key] ?? null))] };
  const content = Buffer.from(await writeXlsx({ sheets: [sheet] }));
  const answer = await admin.upload(route, content, 'orgs.xlsx', { query: { dryRun, partial } });
  return answer.data;
}
const orgs = (rows: readonly Row[], dryRun: boolean, partial = false) => send(routes.importOrgs, rows, dryRun, partial);
const members = (rows: readonly Row[], dryRun: boolean, partial = false) => send(routes.importMembers, rows, dryRun, partial);
const list = async (query: object) => (await admin.call(routes.listOrgs, { query })).data.list;
const one = async (code: string) => {
  const row = (await list({ q: code })).find((each) => each.code === code)!;
  return (await admin.call(routes.getOrg, { params: { id: row.id } })).data;
};
const errorCells = ({ errors }: ImportReply) => errors.map(({ row, column }) => `${row} ${column}`).toSorted();

test('[S2.38] imports organisations with their people, and reports errors at their cell', async () => {
  const rows: Row[] = [
    {
      组织编码: 'lab-chen',
      组织名称: '陈思课题组',
      类型: '课题组',
      联系电话: '010-62751234',
      成员: 'teacher=负责人; staff=学生 ~2099-08-31',
    },
    { 组织编码: 'SUP-X', 组织名称: '某供应商', 类型: 'SUPPLIER', 联系电话: null, 成员: null },
    { 组织编码: 'LAB CHEN', 组织名称: '空格', 类型: '王国', 联系电话: '1', 成员: '没有此人' },
    { 组织编码: 'LAB-CHEN', 组织名称: '又一个', 类型: '课题组', 联系电话: null, 成员: null },
    { 组织编码: 'LAB-TWIN', 组织名称: '陈思课题组', 类型: '课题组', 联系电话: null, 成员: 'teacher=校长' },
    { 组织编码: 'LAB-ME', 组织名称: '我的课题组', 类型: '课题组', 联系电话: null, 成员: 'admin' },
    { 组织编码: 'LAB-DAYS', 组织名称: '日期课题组', 类型: '课题组', 联系电话: null, 成员: 'staff 2027-01-02~2027-01-01' },
  ];
  const looked = await orgs(rows, true);
  expect(looked).toMatchObject({ created: 2, refused: 5, written: false });
  expect(errorCells(looked)).toEqual([
    '4 成员',
    '4 类型',
    '4 组织编码',
    '4 联系电话',
    '5 组织编码',
    '6 成员',
    '6 组织名称',
    '7 ',
    '8 成员',
  ]);
  // With the values that the workbook accepts.
  expect(looked.errors.find(({ row, column }) => row === 4 && column === '类型')?.message).toBe(
    '只能是：课题组、供应商、采购部门、仓储部门',
  );
  expect(await list({ q: 'lab-chen' })).toEqual([]);

  expect(await orgs(rows, false, true)).toMatchObject({ created: 2, refused: 5, written: true });
  const org = await one('LAB-CHEN');
  expect(org.people.map(({ username }) => username)).toEqual(['teacher', 'staff']);
  expect(org.members.map(({ relation, untilDay }) => [relation, untilDay])).toEqual([
    ['LEADER', null],
    ['STUDENT', '2099-08-31'],
  ]);
  expect(await orgs(rows.slice(0, 2), false)).toMatchObject({ created: 0, updated: 0, unchanged: 2, written: false });
});

test('re-imports an export unchanged in both languages, and undoes an import with its people', async () => {
  for (const locale of ['zh', 'en']) {
    const download = await admin.send('GET', '/wms/org/export', undefined, { 'accept-language': locale });
    const answer = await admin.upload(routes.importOrgs, download.raw, 'orgs.xlsx', { query: { dryRun: true } });
    expect(answer.data, locale).toMatchObject({ refused: 0, updated: 0, created: 0, errors: [], columns: [] });
    expect(answer.data.unchanged).toBeGreaterThan(5);
  }
  for (const path of ['/wms/org/import/template', '/wms/org/member/import/template']) {
    const template = await admin.send('GET', path);
    const route = path.includes('member') ? routes.importMembers : routes.importOrgs;
    // The example row is skipped.
    const answer = await admin.upload(route, template.raw, 't.xlsx', { query: { dryRun: true } });
    expect(answer.error).toMatchObject({ code: 'WORKBOOK', message: expect.stringContaining('没有数据行') });
  }
  const done = await orgs(
    [
      { 组织编码: 'LAB-GONE', 组织名称: '会撤销', 类型: '课题组', 成员: 'staff' },
      { 组织编码: 'LAB-BIO', 组织名称: '新的名字', 类型: '课题组', 成员: 'staff=负责人' },
    ],
    false,
  );
  expect(done.errors).toEqual([]);
  const before = await one('LAB-BIO');
  expect(before).toMatchObject({ name: '新的名字', members: [{ relation: 'LEADER' }] });
  const params = { import: done.importId! };
  expect((await admin.call(routes.lookAtOrgUndo, { params })).data).toMatchObject({ restored: 1, deleted: 1, left: 0 });
  expect((await admin.call(routes.undoOrgImport, { params, body: { expected: 2 } })).data).toMatchObject({ deleted: 1 });
  const restored = await one('LAB-BIO');
  expect(restored.name).toBe('分子生物学课题组');
  expect(restored.people.map(({ username }) => username)).not.toContain('staff');
  expect(await list({ q: 'LAB-GONE' })).toEqual([]);
});

test('undoing many organisations locks rights no longer than few', { tags: ['long'] }, async () => {
  const sent = createRoundTripRecorder(world);
  const undone = async (count: number): Promise<string[]> => {
    const rows = Array.from({ length: count }, (_, at) => ({
      组织编码: `MANY-${count}-${at}`,
      组织名称: `很多 ${count} ${at}`,
      类型: '课题组',
      成员: 'staff=负责人; supplier',
    }));
    const params = { import: (await orgs(rows, false)).importId! };
    await admin.call(routes.lookAtOrgUndo, { params });
    const { answer, trips } = await sent(() => admin.call(routes.undoOrgImport, { params, body: { expected: count } }));
    expect(answer.data).toMatchObject({ deleted: count, left: 0 });
    return tripsInTransaction(trips);
  };
  const few = await undone(2);
  expect(few.length).toBeGreaterThan(1);
  expect((await undone(40)).length).toBe(few.length);
  expect(await list({ q: 'MANY-' })).toEqual([]);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from sys_log
     where entity = 'wms_org' and change ->> 'deleted' like 'MANY-40-%'`.execute(world.services.db);
  expect(rows).toEqual([{ count: 40 }]);
});

test('imports memberships row by row without removing any, and reports wrong rows', async () => {
  const before = await one('LAB-BIO');
  const setPolymer = (valid: boolean) =>
    world.services.db.updateTable('wms_org').set({ valid }).where('code', '=', 'LAB-POLYMER').execute();
  await setPolymer(false);
  onTestFinished(async () => void (await setPolymer(true)));
  const rows: Row[] = [
    { 组织编码或名称: 'lab-bio', 用户名或工号: 'staff', 身份: '学生', 起始日: '2026-09-01', 截止日: '2099-08-31' },
    { 组织编码或名称: '分子生物学课题组', 用户名或工号: 'Supplier', 身份: null, 起始日: null, 截止日: null },
    { 组织编码或名称: 'LAB-BIO', 用户名或工号: 'staff', 身份: '成员', 起始日: null, 截止日: null },
    { 组织编码或名称: 'LAB-NONE', 用户名或工号: 'nobody', 身份: '校长', 起始日: 'x', 截止日: null },
    { 组织编码或名称: 'LAB-BIO', 用户名或工号: 'keeper', 身份: '成员', 起始日: '2026-02-02', 截止日: '2026-02-01' },
    { 组织编码或名称: 'LAB-BIO', 用户名或工号: 'admin', 身份: '成员', 起始日: null, 截止日: null },
    { 组织编码或名称: 'LAB-POLYMER', 用户名或工号: 'keeper', 身份: '成员', 起始日: null, 截止日: null },
    { 组织编码或名称: null, 用户名或工号: 'keeper', 身份: null, 起始日: null, 截止日: null },
  ];
  const looked = await members(rows, true);
  expect(looked).toMatchObject({ created: 2, refused: 6, written: false });
  expect(errorCells(looked)).toEqual([
    '4 用户名或工号',
    '5 用户名或工号',
    '5 组织编码或名称',
    '5 起始日',
    '5 身份',
    '6 截止日',
    '7 用户名或工号',
    '8 组织编码或名称',
    '9 组织编码或名称',
  ]);
  expect(looked.errors.filter(({ row }) => row === 5).map(({ message }) => message)).toEqual([
    '没有组织“LAB-NONE”，请核对名称，或改用组织编码',
    '没有用户“nobody”，请核对姓名，或改用用户名',
    '“校长”不是组织内身份，请填写负责人、成员、学生或保管员',
    '日期格式不对，例如 2026-01-05',
  ]);
  expect(looked.changes[0]).toMatchObject({
    title: '分子生物学课题组 LAB-BIO',
    isNew: true,
    fields: [{ column: '成员', before: '', after: 'staff=学生 2026-09-01~2099-08-31' }],
  });
  const over = await members([{ ...rows[0]!, 起始日: null, 截止日: '2020-01-01' }], true);
  expect(over).toMatchObject({ noted: 1, notes: [{ row: 2, column: '截止日', message: '这一天已过，不再有效' }] });
  const done = await members(rows, false, true);
  expect(done).toMatchObject({ written: true });
  const now = await one('LAB-BIO');
  expect(now.members).toHaveLength(before.members.length + 2);
  expect(now.rev).toBe(before.rev + 1);
  expect(await members(rows.slice(0, 2), false)).toMatchObject({ created: 0, updated: 0, unchanged: 2, written: false });
  const params = { import: done.importId! };
  await admin.call(routes.undoOrgImport, { params, body: { expected: 1 } });
  expect((await one('LAB-BIO')).members.map(({ userId }) => userId).toSorted()).toEqual(
    before.members.map(({ userId }) => userId).toSorted(),
  );
});

/** A full organisation, and a person with the maximum of organisations. */
async function createFullRecords(): Promise<void> {
  const { db } = world.services;
  await sql`with u as (insert into sys_user (id, username, name, search)
      select gen_random_uuid(), 'full.' || n, '满员' || n, 'full' from generate_series(1, ${MEMBERS_MAX}::int) n returning id),
    o as (insert into wms_org (id, code, name, type, search) values (gen_random_uuid(), 'LAB-FULL', '满组', 'LAB', 'lab-full') returning id)
    insert into wms_org_member (user_id, org_id, relation, begun) select u.id, o.id, 'MEMBER', true from u, o`.execute(db);
  await sql`with o as (insert into wms_org (id, code, name, type, search)
      select gen_random_uuid(), 'BUSY-' || n, 'Busy ' || n, 'LAB', 'busy-' || n from generate_series(1, ${ORGS_MAX}::int) n returning id)
    insert into wms_org_member (user_id, org_id, relation, begun)
    select u.id, o.id, 'MEMBER', true from o, sys_user u where u.username = 'supplier'`.execute(db);
  await sql`delete from wms_org_member where org_id not in (select id from wms_org where code like 'BUSY-%')
    and user_id = (select id from sys_user where username = 'supplier')`.execute(db);
}
const reasons = ({ errors }: ImportReply) => errors.map(({ row, column, message }) => `${row} ${column}：${message}`);

test('[F-3N10] a workbook grants warehouse membership only after confirmation', async () => {
  const { code, name } = await world.services.db
    .selectFrom('wms_org')
    .where('type', '=', 'WAREHOUSE')
    .select(['code', 'name'])
    .orderBy('code')
    .executeTakeFirstOrThrow();
  const person = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const rows = [code, 'LAB-BIO'].map((org) => ({ 组织编码或名称: org, 用户名或工号: 'teacher', 身份: '成员' }));
  const looked = await members(rows, true);
  expect(looked.errors).toEqual([]);
  expect(looked).toMatchObject({ rights: { rows: 1, taken: false, first: [{ row: 2, gives: [name] }] } });
  expect(await members(rows, false, true)).toMatchObject({ written: true, created: 1 });
  expect((await one(code)).members.map(({ userId }) => userId)).not.toContain(person.id);
  const department = { 组织编码: 'WH-NEW', 组织名称: '新仓储部', 类型: '仓储部门' };
  expect((await orgs([{ ...department, 成员: 'teacher' }], true)).rights).toMatchObject({ rows: 1 });
  expect((await orgs([department], true)).rights).toBeNull();
  // Also one that had another type while it was empty.
  expect(await orgs([{ ...department, 类型: '课题组' }], false)).toMatchObject({ written: true });
  expect((await orgs([department], true)).rights).toBeNull();
  expect(await orgs([{ ...department, 成员: 'teacher' }], false)).toMatchObject({ written: false, rights: { rows: 1 } });
});

test('refuses only the rows beyond the maximum of an organisation or person, in preview and write', async () => {
  await createFullRecords();
  const own = async (rows: readonly Row[], dryRun: boolean): Promise<ImportReply> => {
    const keys = Object.keys(rows[0]!);
    const csv = [keys, ...rows.map((row) => keys.map((key) => row[key] ?? ''))].map((cells) => cells.join(',')).join('\n');
    const query = { dryRun, partial: true };
    return (await admin.upload(accountRoutes.importAccounts, Buffer.from(csv), 'people.csv', { query })).data;
  };
  const people: Row[] = [
    { 用户名: 'one.more', 姓名: '甲', 组织: 'LAB-FULL' },
    { 用户名: 'no.group', 姓名: '乙', 组织: null },
    { 用户名: 'full.1', 姓名: '改名', 组织: 'LAB-FULL=学生' },
  ];
  const most = '“满组”最多有 2000 个成员';
  for (const dryRun of [true, false]) {
    const reply = await own(people, dryRun);
    expect(reply, `${dryRun}`).toMatchObject({ created: 1, updated: 1, refused: 1, written: !dryRun });
    expect(reasons(reply)).toEqual([`2 组织：${most}`]);
  }
  // Leaving members make room, anywhere in the file, unless refused.
  const exchange: Row[] = [
    { 用户名: 'one.more', 姓名: '甲', 组织: 'LAB-FULL', 电话: null },
    { 用户名: 'two.more', 姓名: '丙', 组织: 'LAB-FULL', 电话: null },
    { 用户名: 'full.2', 姓名: '走', 组织: 'LAB-BIO', 电话: 'x' },
    { 用户名: 'full.3', 姓名: '走', 组织: 'LAB-BIO', 电话: null },
  ];
  for (const dryRun of [true, false]) {
    const reply = await own(exchange, dryRun);
    expect(reply, `${dryRun}`).toMatchObject({ created: 1, updated: 1, refused: 2, written: !dryRun });
    expect(reasons(reply)).toEqual([`3 组织：${most}`, expect.stringContaining('4 电话')]);
  }

  const groups: Row[] = [
    { 组织编码: 'LAB-NEXT', 组织名称: '下一组', 类型: '课题组', 成员: 'supplier' },
    { 组织编码: 'LAB-FREE', 组织名称: '有空组', 类型: '课题组', 成员: 'staff' },
  ];
  const places: Row[] = [
    { 组织编码或名称: 'LAB-FULL', 用户名或工号: 'staff', 身份: null },
    { 组织编码或名称: 'LAB-POLYMER', 用户名或工号: 'supplier' },
    { 组织编码或名称: 'LAB-POLYMER', 用户名或工号: 'staff' },
    { 组织编码或名称: 'BUSY-1', 用户名或工号: 'supplier', 身份: '学生' },
  ];
  const { name } = (await one('BUSY-1')).people.find(({ username }) => username === 'supplier')!;
  for (const dryRun of [true, false]) {
    const reply = await orgs(groups, dryRun, true);
    expect(reply, `${dryRun}`).toMatchObject({ created: 1, refused: 1, written: !dryRun });
    expect(reasons(reply)).toEqual([`2 成员：“${name}”最多有 200 个组织`]);
  }
  for (const dryRun of [true, false]) {
    const reply = await members(places, dryRun, true);
    expect(reply, `${dryRun}`).toMatchObject({ created: 1, updated: 1, refused: 2, written: !dryRun });
    expect(reasons(reply)).toEqual([`2 组织编码或名称：${most}`, `3 用户名或工号：“${name}”最多有 200 个组织`]);
  }
  expect((await one('LAB-FULL')).members).toHaveLength(MEMBERS_MAX);
});

test('a members cell merged over two organisations clears neither, and is reported at the second', async () => {
  await orgs(
    ['LAB-M1', 'LAB-M2'].map((code) => ({ 组织编码: code, 组织名称: code, 类型: '课题组', 成员: 'teacher=负责人' })),
    false,
  );
  const rows = [
    ['组织编码', '组织名称', '成员'],
    ['LAB-M1', '一组', 'teacher=负责人'],
    ['LAB-M2', '二组', null],
  ];
  const merges = [{ startRow: 1, startCol: 2, endRow: 2, endCol: 2 }];
  const content = Buffer.from(await writeXlsx({ sheets: [{ name: 'S', rows, merges }] }));
  const { data } = await admin.upload(routes.importOrgs, content, 'orgs.xlsx', { query: { dryRun: false, partial: true } });
  expect(data).toMatchObject({ updated: 1, refused: 1 });
  expect(errorCells(data)).toEqual(['3 成员']);
  expect((await one('LAB-M2')).members).toHaveLength(1);
});

test('refuses a membership of an organisation deleted during the import at its row', async () => {
  await orgs([{ 组织编码: 'LAB-GONE', 组织名称: '将删除', 类型: '课题组', 成员: null }], false);
  const table = await memberTable(world.services.db, admin.id, 'zh');
  await admin.call(routes.deleteOrg, { params: { id: (await one('LAB-GONE')).id } });
  const rows = [
    ['LAB-GONE', 'teacher', '负责人'],
    ['LAB-BIO', 'staff', '成员'],
  ];
  const head: Omit<Sheet, 'rows'> = { kind: 'csv', sheet: 0, sheets: [], headings: [], firstRow: 2, hiddenRows: 0 };
  const read = await table.read({ ...head, rows }, ['orgCode', 'username', 'relation'], new Set());
  expect(read.errors).toMatchObject([{ row: 2, column: '组织编码或名称' }]);
  expect(read.rows).toMatchObject([{ row: 3 }]);
});

test(
  '[S2.38] imports 400 organisations and 3,000 memberships at once, and nothing the second time',
  { tags: ['long'] },
  async () => {
    await world.services.db
      .insertInto('sys_user')
      .values(Array.from({ length: 3_000 }, (_, at) => ({ id: crypto.randomUUID(), username: `p${at}`, name: `人员${at}` })))
      .execute();
    const groups = Array.from({ length: 400 }, (_, at) => ({ 组织编码: `G${at}`, 组织名称: `第 ${at} 组`, 类型: '课题组' }));
    expect(await orgs(groups, false)).toMatchObject({ created: 400, refused: 0, written: true });
    const rows = Array.from({ length: 3_000 }, (_, at) => ({
      组织编码或名称: `G${at % 400}`,
      用户名或工号: `p${at}`,
      身份: at < 400 ? '负责人' : '学生',
    }));
    expect(await members(rows, false)).toMatchObject({ created: 3_000, refused: 0, written: true });
    expect(await members(rows, false)).toMatchObject({ created: 0, unchanged: 3_000, written: false });
    expect(await orgs(groups, false)).toMatchObject({ created: 0, unchanged: 400, written: false });
    expect((await list({ q: 'G399' }))[0]).toMatchObject({ memberCount: 7, leaders: [{ name: '人员399' }] });
    expect(await list({ without: 'LEADER', q: '第' }), 'each of them has one').toEqual([]);
  },
);

test('does not match self-chosen names, until an administrator sets one', async () => {
  const staff = await world.as('staff');
  const call = async (name: string) => {
    const { contact, phone, locale, mail, rev } = (await staff.call(profileRoutes.getProfile)).data;
    await staff.call(profileRoutes.updateProfile, { body: { name, contact, phone, locale, mail, rev } });
  };
  const row = (person: string): Row => ({ 组织编码或名称: 'LAB-BIO', 用户名或工号: person, 身份: '负责人' });
  // The number of a future user whose own row was refused.
  await call('20269999');
  expect(await members([row('20269999')], false)).toMatchObject({ created: 0, updated: 0, refused: 1 });
  const lab: Row = { 组织编码: 'LAB-NEW', 组织名称: '新课题组', 类型: '课题组', 成员: '20269999=负责人' };
  expect(await orgs([lab], false)).toMatchObject({ created: 0, refused: 1 });
  await call('周采购');
  expect(await members([row('周采购')], true)).toMatchObject({ refused: 1 });
  expect(await members([row('staff')], true)).toMatchObject({ refused: 0 });
  await world.services.db.updateTable('sys_user').set({ name: '周正' }).where('username', '=', 'staff').execute();
  expect(await members([row('周正')], true)).toMatchObject({ refused: 0 });
});

test('cuts a list too long for a cell in the export, and refuses its re-import', async () => {
  await sql`with people as (
      insert into sys_user (id, username, name, search)
      select gen_random_uuid(), 'person.of.a.large.group.' || n, '组员' || n, '' from generate_series(1, 1200) n returning id)
    insert into wms_org_member (org_id, user_id, relation) select o.id, p.id, 'MEMBER' from wms_org o, people p where o.code = 'LAB-BIO'`.execute(
    world.services.db,
  );
  const [row] = await readRows(await admin.call(routes.exportOrgs, { query: { q: 'LAB-BIO' } }));
  const cell = row!['成员']!;
  expect(cell.length).toBe(32_767);
  expect(cell).toMatch(/; \[…\]$/);
  expect(await orgs([row!], false)).toMatchObject({ updated: 0, refused: 1 });
  expect((await one('LAB-BIO')).members.length).toBeGreaterThan(1_200);
});

test('names that look the same are equal in any Unicode normalization', async () => {
  const rows = ['NFC', 'NFD'].map((form): Row => ({
    组织编码: `LAB-${form}`,
    组织名称: 'Zoé 课题组'.normalize(form),
    类型: '课题组',
  }));
  const looked = await orgs(rows, true);
  expect(looked).toMatchObject({ created: 1, refused: 1 });
  expect(errorCells(looked)).toEqual(['3 组织名称']);
});

test('reports the second row of an organisation or membership as a repeat, in every import', async () => {
  const groups = ['LAB-TWICE', 'lab-twice'].map((code) => ({ 组织编码: code, 组织名称: '两次课题组', 类型: '课题组' }));
  const belongs = ['teacher', 'teacher'].map((username) => ({
    组织编码或名称: 'LAB-TWICE',
    用户名或工号: username,
    身份: '成员',
  }));
  for (const [take, rows, column] of [
    [orgs, groups, '组织编码'],
    [members, belongs, '用户名或工号'],
  ] as const) {
    const repeated = [expect.objectContaining({ row: 3, column, message: '与第 2 行重复' })];
    for (const [dryRun, partial] of [
      [true, false],
      [false, false],
      [false, true],
      [true, true],
      [false, true],
    ] as const) {
      const reply = await take(rows, dryRun, partial);
      expect(reply, `${column} ${String(dryRun)} ${String(partial)}`).toMatchObject({ refused: 1, errors: repeated });
    }
  }
});
