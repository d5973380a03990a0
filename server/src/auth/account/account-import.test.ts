import { accountForm, accountRoutes, type Account } from '@kuwei/contract/auth/account';
import { roleForm, roleRoutes } from '@kuwei/contract/auth/role';
import { orgForm, orgRecordRoutes } from '@kuwei/contract/wms/org-record';
import type { ImportReply } from '@kuwei/contract/workbook';
import { writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { readRows } from '../../../test/_workbook.ts';
import { zipText } from '../../sys/workbook/zip.ts';

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.as('admin', 'ROLE_ADMIN');
});
afterAll(() => world.end());

type Row = Record<string, string | null>;
async function send(rows: readonly Row[], dryRun: boolean, partial = false): Promise<ImportReply> {
  const keys = Object.keys(rows[0]!);
  const sheet = { name: 'Users', rows: [keys, ...rows.map((row) => keys.map((key) => row[key] ?? null))] };
  const content = Buffer.from(await writeXlsx({ sheets: [sheet] }));
  return (await admin.upload(accountRoutes.importAccounts, content, 'users.xlsx', { query: { dryRun, partial } })).data;
}
const list = async (query: object): Promise<Account[]> => (await admin.call(accountRoutes.listAccounts, { query })).data.list;
const one = async (username: string) => (await list({ q: username })).find((each) => each.username === username)!;

test('[S2.38] users come from a workbook with their roles and organisations, and what is wrong is said at its cell', async () => {
  const rows: Row[] = [
    {
      用户名: 'Zhang.San',
      姓名: '张三',
      身份: '教职工',
      电话: '138 0000 1234',
      角色: '教师（课题组）',
      组织: '分子生物学课题组=负责人',
    },
    {
      用户名: 'li.si',
      姓名: '李四',
      身份: '学生',
      电话: null,
      角色: 'ROLE_TEACHER 2026-09-01~2099-08-31',
      组织: 'LAB-BIO=学生 ~2099-08-31；LAB-POLYMER',
    },
    { 用户名: 'wang.wu', 姓名: '王五', 身份: '皇帝', 电话: '12', 角色: '没有这个角色', 组织: 'LAB-BIO=校长' },
    { 用户名: 'ZHANG.san', 姓名: '又一个', 身份: null, 电话: null, 角色: null, 组织: null },
    { 用户名: 'zhao.liu', 姓名: null, 身份: null, 电话: null, 角色: '系统', 组织: null },
  ];
  const looked = await send(rows, true);
  expect(looked).toMatchObject({ created: 2, refused: 3, written: false });
  expect(looked.errors.map(({ row, column }) => `${row} ${column}`).toSorted()).toEqual([
    '4 电话',
    '4 组织',
    '4 角色',
    '4 身份',
    '5 用户名',
    '6 姓名',
    '6 角色',
  ]);
  const said = new Map(looked.errors.map(({ row, column, message }) => [`${row} ${column}`, message]));
  expect(said.get('4 角色')).toBe('没有角色“没有这个角色”');
  expect(said.get('4 组织')).toContain('“校长”不是组织内身份');
  expect(await list({ q: 'zhang.san' })).toEqual([]);

  expect(await send(rows, false, true)).toMatchObject({ created: 2, refused: 3, written: true });
  expect(await one('zhang.san')).toMatchObject({
    name: '张三',
    identity: 'STAFF',
    phone: '13800001234',
    hasPassword: false,
    roleNames: [{ code: 'ROLE_TEACHER', when: 'NOW' }],
    orgNames: [{ code: 'LAB-BIO', relation: 'LEADER' }],
  });
  expect(await one('li.si')).toMatchObject({
    roles: [{ code: 'ROLE_TEACHER', fromDay: '2026-09-01', untilDay: '2099-08-31' }],
    orgNames: [
      { code: 'LAB-BIO', relation: 'STUDENT' },
      { code: 'LAB-POLYMER', relation: 'MEMBER' },
    ],
  });
  // Twice the same is nothing new.
  expect(await send(rows.slice(0, 2), false)).toMatchObject({ created: 0, updated: 0, unchanged: 2, written: false });
});

test('of a place in an organisation the half that means nothing is named: which organisation, what there, or from when', async () => {
  const { errors } = await send(
    ['LAB-NOPE=学生', 'LAB-BIO=校长', 'LAB-BIO=学生 2026-13-01~'].map((组织, at) => ({ 用户名: `half${at}`, 姓名: '半', 组织 })),
    true,
  );
  expect(errors.map(({ message }) => message.split('，')[0])).toEqual([
    '没有组织“LAB-NOPE”',
    '“校长”不是组织内身份',
    '“LAB-BIO=学生 2026-13-01~”中的日期有误',
  ]);
});

test('an export is read back as it is, in both languages, and an import can be undone', async () => {
  for (const locale of ['zh', 'en']) {
    const download = await admin.send('GET', '/auth/biz/user/account/export', undefined, { 'accept-language': locale });
    const answer = await admin.upload(accountRoutes.importAccounts, download.raw, 'users.xlsx', { query: { dryRun: true } });
    expect(answer.data, locale).toMatchObject({ refused: 0, updated: 0, created: 0, errors: [], columns: [] });
    expect(answer.data.unchanged).toBeGreaterThan(8);
    expect(JSON.stringify(await readRows(download))).not.toContain('argon2');
  }
  const done = await send(
    [
      { 用户名: 'gone', 姓名: '会撤销' },
      { 用户名: 'teacher', 姓名: '新的名字' },
    ],
    false,
  );
  expect(done.errors).toEqual([]);
  const params = { import: done.importId! };
  expect((await admin.call(accountRoutes.lookAtAccountUndo, { params })).data).toMatchObject({
    restored: 1,
    deleted: 1,
    left: 0,
  });
  expect((await admin.call(accountRoutes.undoAccountImport, { params, body: { expected: 2 } })).data).toMatchObject({
    deleted: 1,
  });
  expect((await one('teacher')).name).toBe('陈思远');
  expect(await list({ q: 'gone' })).toEqual([]);
  expect(await list({ q: 'gone', deleted: true })).toHaveLength(1);
});

test('what no workbook can hold is refused where it is sent, and left out where it was stored', async () => {
  const body = accountForm.parse({ username: 'no.char', name: 'a\uffffb', roles: [], orgs: [] });
  expect((await admin.call(accountRoutes.createAccount, { body })).error.code).toBe('VALIDATION');
  expect(
    (
      await admin.send('POST', accountRoutes.createAccount.path, Buffer.from('{"username":"no.char","name":"a\\uFFFEb"}'), {
        'content-type': 'application/json',
      })
    ).error.code,
  ).toBe('VALIDATION');
  await admin.call(accountRoutes.createAccount, { body: { ...body, name: 'ab' } });
  await sql`update sys_user set name = ${'a\ufffe\uffffb'} where username = 'no.char'`.execute(world.services.db);
  const { raw } = await admin.call(accountRoutes.exportAccounts, { query: { q: 'no.char' } });
  const text = zipText(raw, 'xl/worksheets/sheet1.xml');
  expect(text).toContain('no.char');
  expect(text).not.toMatch(/[\ufffe\uffff]/);
});

test('names are one line without what cannot be seen, from the form and from a workbook', async () => {
  const sent = '\u202e张\n三\u200b\u0007';
  const body = accountForm.parse({ username: 'spoof', name: '-', roles: [], orgs: [] });
  const { data } = await admin.call(accountRoutes.createAccount, { body: { ...body, name: sent, staffNo: ' T\u200b1\t2 ' } });
  expect(data).toMatchObject({ name: '张 三', staffNo: 'T1 2' });
  await send([{ 用户名: 'spoof2', 姓名: '李\u2066四', 角色: null, 组织: null }], false);
  expect((await one('spoof2')).name).toBe('李四');
  expect(
    (await admin.call(accountRoutes.createAccount, { body: { ...body, username: 'spoof3', name: '\u202e\n\u200b' } })).error.code,
  ).toBe('INVALID');
  const role = roleForm.parse({ code: 'ROLE_SPOOF', name: '前台', nameEn: 'Front\u202edesk' });
  const asSent = { ...role, name: '前\u200b台\n员', nameEn: 'Front\u202edesk' };
  expect((await admin.call(roleRoutes.createRole, { body: asSent })).data).toMatchObject({
    name: '前台 员',
    nameEn: 'Frontdesk',
  });
  const org = orgForm.parse({ code: 'SPOOF', name: '-', type: 'LAB' });
  expect(
    (await admin.call(orgRecordRoutes.createOrg, { body: { ...org, name: '课题\n组\u2067', contact: '王\u00ad五' } })).data,
  ).toMatchObject({ name: '课题 组', contact: '王五' });
});

test('nobody gives themselves rights by a workbook, or takes the last administrator away', async () => {
  const rights = await send([{ 用户名: 'admin', 角色: '系统管理员; 教师（课题组）' }], true);
  expect(rights.errors).toMatchObject([{ row: 2, message: expect.stringContaining('不能修改自己的权限') }]);
});

test('[S2.38] 3,000 users are taken in one go, and a second time change nothing', async () => {
  const rows = Array.from({ length: 3_000 }, (_, at) => ({
    用户名: `u${String(at).padStart(5, '0')}`,
    姓名: `人员${at}`,
    角色: at % 2 === 0 ? '教师（课题组）' : '供应商',
    组织: at % 2 === 0 ? 'LAB-BIO' : 'SUP-GUOYAO',
  }));
  expect(await send(rows, false)).toMatchObject({ created: 3_000, refused: 0, written: true });
  expect(await send(rows, false)).toMatchObject({ created: 0, unchanged: 3_000, written: false });
  const changed = rows.map((row) => ({ ...row, 备注: `改 ${row.姓名}` }));
  expect(await send(changed, false)).toMatchObject({ created: 0, updated: 3_000, refused: 0, written: true });
  expect(await one('u02999')).toMatchObject({ remark: '改 人员2999', rev: 2, updatedBy: '系统管理员' });
  const { total } = (await admin.call(accountRoutes.listAccounts, { query: { q: '人员1' } })).data;
  expect(total).toBe(1_001);
}, 120_000);

test('a staff number that two new users of a workbook have is refused for the second, however far apart they are', async () => {
  const person = (n: number, number: string) => ({ 用户名: `staff.no${n}`, 姓名: `人${n}`, '工号/学号': number });
  const rows = [person(0, 'S-77'), ...Array.from({ length: 450 }, (_, at) => person(at + 1, `S-9${at}`)), person(999, 's-77')];
  for (const sheet of [rows, [rows[0]!, rows.at(-1)!]]) {
    const looked = await send(sheet, true);
    expect(looked.errors.map(({ row, column }) => `${row} ${column}`)).toEqual([`${sheet.length + 1} 工号/学号`]);
  }
  expect(await send(rows, false, true)).toMatchObject({ created: 451, refused: 1, written: true });
  const [second] = (await send([person(1_000, 'S-77')], false)).errors;
  expect(second).toMatchObject({ row: 2, column: '工号/学号' });
});

test('an undo trusts no address more than it was trusted before', async () => {
  const { db } = world.services;
  const address = (username: string) =>
    sql<{ email: string; since: string | null; pending: string | null }>`
      select email, email_verified_at::text as since, email_pending as pending from sys_user where username = ${username}`
      .execute(db)
      .then(({ rows }) => rows[0]);
  const who = ['addr.own', 'addr.sure', 'addr.none'];
  for (const username of who) await send([{ 用户名: username, 姓名: username, 邮箱: `${username}@before.edu` }], false);
  // One that nobody has confirmed, one that somebody has, and none at all.
  await sql`update sys_user set email_verified_at = null where username = 'addr.own'`.execute(db);
  await sql`update sys_user set email_verified_at = '2020-02-02 02:02:02.123+00' where username = 'addr.sure'`.execute(db);
  await sql`update sys_user set email = null, email_verified_at = null where username = 'addr.none'`.execute(db);
  const before = await Promise.all(who.map(address));
  const imported = await send(
    who.map((username) => ({ 用户名: username, 邮箱: `${username}@after.edu` })),
    false,
  );
  expect((await Promise.all(who.map(address))).every((each) => each!.since !== null)).toBe(true);
  const params = { import: imported.importId! };
  expect((await admin.call(accountRoutes.undoAccountImport, { params, body: { expected: 3 } })).data).toMatchObject({
    restored: 3,
  });
  expect(await Promise.all(who.map(address))).toEqual(before);

  // What an earlier version has imported says nothing of it: then nobody has confirmed the address.
  const earlier = await send([{ 用户名: 'addr.sure', 邮箱: 'sure@later.edu' }], false);
  await sql`update sys_import_record set besides = null where import_id = ${earlier.importId}`.execute(db);
  await admin.call(accountRoutes.undoAccountImport, { params: { import: earlier.importId! }, body: { expected: 1 } });
  expect(await address('addr.sure')).toMatchObject({ email: 'addr.sure@before.edu', since: null });

  // Nor does one come back that its owner has changed since.
  const last = await send([{ 用户名: 'addr.own', 邮箱: 'own@last.edu' }], false);
  await sql`update sys_user set rev = rev + 1, email = 'own@self.edu', email_verified_at = null where username = 'addr.own'`.execute(
    db,
  );
  const look = await admin.call(accountRoutes.lookAtAccountUndo, { params: { import: last.importId! } });
  expect(look.data).toMatchObject({ restored: 0, left: 1 });
});
