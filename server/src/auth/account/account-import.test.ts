import { accountForm, accountRoutes, type Account } from '@kuwei/contract/auth/account';
import { roleForm, roleRoutes } from '@kuwei/contract/auth/role';
import { ruleRoutes } from '@kuwei/contract/auth/rule';
import { orgForm, orgRecordRoutes } from '@kuwei/contract/wms/org-record';
import type { ImportReply } from '@kuwei/contract/workbook/workbook';
import { writeOds } from 'hucre/ods';
import { writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { tripsInTransaction, createRoundTripRecorder } from '../../../test/_round-trips.ts';
import { untilLockWaits } from '../../../test/_waiting.ts';
import { readRows } from '../../../test/_workbook.ts';
import { applyDueGrants } from './due-grants.ts';
import { zipText } from '../../platform/workbook/zip.ts';

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.as('admin', 'ROLE_ADMIN');
});
afterAll(() => world.end());

type Row = Record<string, string | null>;
async function send(rows: readonly Row[], dryRun: boolean, partial = false, more: object = {}): Promise<ImportReply> {
  const keys = Object.keys(rows[0]!);
  const sheet = { name: 'Users', rows: [keys, ...rows.map((row) => keys.map((key) => row[key] ?? null))] };
  const content = Buffer.from(await writeXlsx({ sheets: [sheet] }));
  return (await admin.upload(accountRoutes.importAccounts, content, 'users.xlsx', { query: { dryRun, partial, ...more } })).data;
}
const list = async (query: object): Promise<Account[]> => (await admin.call(accountRoutes.listAccounts, { query })).data.list;
const one = async (username: string) => (await list({ q: username })).find((each) => each.username === username)!;

test('[S2.38] users are imported with roles and organisations, and errors are reported at their cell', async () => {
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
    '4 人员身份',
    '4 电话',
    '4 组织',
    '4 角色',
    '5 用户名',
    '6 姓名',
    '6 角色',
  ]);
  const messages = new Map(looked.errors.map(({ row, column, message }) => [`${row} ${column}`, message]));
  expect(messages.get('4 角色')).toBe('没有角色“没有这个角色”');
  expect(messages.get('4 组织')).toContain('“校长”不是组织内身份');
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
  // Importing the same rows again changes nothing.
  expect(await send(rows.slice(0, 2), false)).toMatchObject({ created: 0, updated: 0, unchanged: 2, written: false });
});

test('an unreadable membership names its invalid part: organisation, relation or days', async () => {
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

test('an unknown name and an ambiguous one have different messages; the latter lists codes', async () => {
  for (const code of ['LAB-TWIN-1', 'LAB-TWIN-2'])
    await admin.call(orgRecordRoutes.createOrg, { body: orgForm.parse({ code, name: `课题组 ${code}`, type: 'LAB' }) });
  // Forms refuse duplicate names: simulates rows from before that check.
  await sql`update wms_org set name = '同名课题组' where code like 'LAB-TWIN-%'`.execute(world.services.db);
  const { errors } = await send(
    ['同名课题组', '无名课题组', 'LAB-TWIN-2'].map((组织, at) => ({ 用户名: `twin${at}`, 姓名: '同', 组织 })),
    true,
  );
  expect(errors.map(({ row, message }) => [row, message])).toEqual([
    [2, '有几个组织叫“同名课题组”，请改用组织编码，如 LAB-TWIN-1、LAB-TWIN-2'],
    [3, '没有组织“无名课题组”，请核对名称，或改用组织编码'],
  ]);
});

test('an export is read back unchanged in both languages, and an import can be undone', async () => {
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

test('an import can be undone after its first passwords were issued', async () => {
  const { importId } = await send([{ 用户名: 'first.password', 姓名: '误导入' }], false);
  const { id } = (await list({ q: 'first.password' }))[0]!;
  expect((await admin.call(accountRoutes.issueFirstPasswords, { body: { ids: [id] } })).status).toBe(200);
  const params = { import: importId! };
  const look = await admin.call(accountRoutes.lookAtAccountUndo, { params });
  expect(look.data).toMatchObject({ deleted: 1, left: 0 });
});

test('an undo holds the rights lock no longer for many people than for few', { tags: ['long'] }, async () => {
  const sent = createRoundTripRecorder(world);
  const undone = async (count: number): Promise<string[]> => {
    const rows = Array.from({ length: count }, (_, at) => ({ 用户名: `many.${count}.${at}`, 姓名: '会撤销' }));
    const params = { import: (await send(rows, false)).importId! };
    await admin.call(accountRoutes.lookAtAccountUndo, { params });
    const { answer, trips } = await sent(() =>
      admin.call(accountRoutes.undoAccountImport, { params, body: { expected: count } }),
    );
    expect(answer.data).toMatchObject({ deleted: count, left: 0 });
    return tripsInTransaction(trips);
  };
  const few = await undone(2);
  expect(few.length).toBeGreaterThan(1);
  expect((await undone(60)).length).toBe(few.length);
  expect(await list({ q: 'many.60.', deleted: true, size: 100 })).toHaveLength(60);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from sys_log
     where entity = 'sys_user' and change ->> 'deleted' like 'many.60.%'`.execute(world.services.db);
  expect(rows).toEqual([{ count: 60 }]);
});

test('characters that no workbook can hold are refused on input, and omitted if stored', async () => {
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

test('names are one line without invisible characters, from the form and from a workbook', async () => {
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

test('a workbook neither grants its importer rights nor removes the last administrator', async () => {
  const rights = await send([{ 用户名: 'admin', 角色: '系统管理员; 教师（课题组）' }], true);
  expect(rights.errors).toMatchObject([{ row: 2, message: expect.stringContaining('不能修改自己的权限') }]);
});

test('[S2.38][F-3N10] rows that grant administration, warehouse or approval rights need confirmation', async () => {
  const { db } = world.services;
  const role = (
    await admin.call(roleRoutes.createRole, { body: roleForm.parse({ code: 'ROLE_SAFE', name: '安全员', nameEn: 'Safety' }) })
  ).data;
  await admin.call(ruleRoutes.createRule, {
    body: {
      ownerType: 'ROLE',
      ownerIds: [role.id],
      relation: null,
      subjectType: 'WMS_ORG',
      subjectModel: 'all',
      subjectIds: [],
      conditions: [],
      actions: ['SEE'],
      fromDay: null,
      untilDay: null,
      note: null,
    },
  });
  const rows: Row[] = [
    { 用户名: 'gives.0', 姓名: '普通', 角色: '教师（课题组）', 组织: 'LAB-BIO=负责人' },
    { 用户名: 'gives.1', 姓名: '想当管理员', 角色: '教师（课题组）；系统管理员', 组织: null },
    { 用户名: 'gives.2', 姓名: '审核', 角色: '入库初审', 组织: null },
    { 用户名: 'gives.3', 姓名: '看得见', 角色: '安全员', 组织: null },
    { 用户名: 'gives.4', 姓名: '库管部', 角色: null, 组织: 'WH-CENTER' },
  ];
  const warehouse = await db
    .selectFrom('wms_org')
    .where('type', '=', 'WAREHOUSE')
    .select(['code', 'name'])
    .orderBy('code')
    .executeTakeFirstOrThrow();
  rows[4]!['组织'] = warehouse.code;
  const looked = await send(rows, true);
  expect(looked).toMatchObject({ created: 1, refused: 0, rows: 5, rights: { rows: 4, taken: false } });
  expect(looked.rights!.first.map(({ row, gives }) => [row, ...gives])).toEqual([
    [3, '系统管理员'],
    [4, '入库初审'],
    [5, '安全员'],
    [6, warehouse.name],
  ]);
  expect(looked.changes).toMatchObject([
    { row: 2, isNew: true, fields: expect.arrayContaining([{ column: '角色', before: '', after: '教师（课题组）' }]) },
  ]);
  // Unconfirmed: nothing is written for the whole file; with valid rows only, the others are.
  expect(await send(rows, false)).toMatchObject({ written: false, rights: { taken: false } });
  expect(await send(rows, false, true)).toMatchObject({ written: true, created: 1 });
  expect(await one('gives.1')).toBeUndefined();
  expect(await send(rows, false, false, { rights: true })).toMatchObject({
    written: true,
    created: 4,
    unchanged: 1,
    rights: { rows: 4, taken: true },
  });
  expect((await one('gives.1')).roles.map(({ code }) => code)).toContain('ROLE_ADMIN');
  // Unchanged grants need no confirmation; extended ones do.
  expect(
    (
      await send(
        rows.map((row) => ({ ...row, 备注: '改' })),
        true,
      )
    ).rights,
  ).toBeNull();
  await send([{ 用户名: 'gives.2', 账户截止日: '2099-01-01' }], false);
  expect((await send([{ 用户名: 'gives.2', 账户截止日: null }], true)).rights).toMatchObject({ rows: 1 });
});

test('[S2.38] 3,000 users are imported at once, and a second import changes nothing', { tags: ['long'] }, async () => {
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
});

test('a staff number used by two new users of a workbook is refused for the second, however far apart they are', async () => {
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

test('an undo never makes an address more trusted than it was before', async () => {
  const { db } = world.services;
  const address = (username: string) =>
    sql<{ email: string; since: string | null; pending: string | null }>`
      select email, email_verified_at::text as since, email_pending as pending from sys_user where username = ${username}`
      .execute(db)
      .then(({ rows }) => rows[0]);
  const who = ['addr.own', 'addr.sure', 'addr.none'];
  for (const username of who) await send([{ 用户名: username, 姓名: username, 邮箱: `${username}@before.edu` }], false);
  // One unverified, one verified, one without an address.
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

  // Imports of an earlier version did not store it: the address counts as unverified.
  const earlier = await send([{ 用户名: 'addr.sure', 邮箱: 'sure@later.edu' }], false);
  await sql`update sys_import_record set besides = null where import_id = ${earlier.importId}`.execute(db);
  await admin.call(accountRoutes.undoAccountImport, { params: { import: earlier.importId! }, body: { expected: 1 } });
  expect(await address('addr.sure')).toMatchObject({ email: 'addr.sure@before.edu', since: null });

  // An address that its owner has changed since is not restored.
  const last = await send([{ 用户名: 'addr.own', 邮箱: 'own@last.edu' }], false);
  await sql`update sys_user set rev = rev + 1, email = 'own@self.edu', email_verified_at = null where username = 'addr.own'`.execute(
    db,
  );
  const look = await admin.call(accountRoutes.lookAtAccountUndo, { params: { import: last.importId! } });
  expect(look.data).toMatchObject({ restored: 0, left: 1 });
});

test.each([
  ['xlsx', writeXlsx],
  ['ods', writeOds],
] as const)('[S2.38] a cell of %s merged with the one above is refused instead of counting as empty', async (type, write) => {
  const head = ['用户名', '姓名', '角色', '备注'];
  const usernames = ['one', 'two', 'three'].map((name) => `merged.${type}.${name}`);
  await send(
    usernames.map((username) => ({ 用户名: username, 姓名: '合并', 角色: 'ROLE_TEACHER' })),
    false,
  );
  const rows = usernames.map((username, at) => [username, '合并改', at === 0 ? 'ROLE_TEACHER' : null, null]);
  // Merged as well: a title above, headings of two columns, and a remark below the last row.
  const merges = [
    { startRow: 0, startCol: 0, endRow: 0, endCol: 3 },
    { startRow: 2, startCol: 2, endRow: 4, endCol: 2 },
    { startRow: 2, startCol: 3, endRow: 9, endCol: 3 },
  ];
  const sheet = { name: 'Users', rows: [['人员名单', null, null, null], head, ...rows], merges };
  const content = Buffer.from(await write({ sheets: [sheet] }));
  const upload = async (dryRun: boolean) =>
    (
      await admin.upload(accountRoutes.importAccounts, content, `users.${type}`, {
        query: { dryRun, partial: true },
      })
    ).data;
  const looked = await upload(true);
  expect(looked.errors).toEqual(
    [4, 5].map((row) => ({ row, column: '角色', message: '合并的单元格：请取消合并，在每一行分别填写' })),
  );
  expect(await upload(false)).toMatchObject({ updated: 1, refused: 2 });
  for (const username of usernames)
    expect((await one(username)).roles, username).toEqual([expect.objectContaining({ code: 'ROLE_TEACHER' })]);
});

test('[F-3N13] a preview counts the existing users who are missing from the workbook', async () => {
  const { missing } = await send([{ 用户名: 'teacher', 姓名: '陈思远' }], true);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from sys_user where state = 'ACTIVE' and deleted_at is null and username not in ('teacher', '$system')`.execute(
    world.services.db,
  );
  expect(missing).toBe(rows[0]!.n);
});

test("[F-3N19] an import can be undone after its people's last day: expiry is no change by a person", async () => {
  const done = await send([{ 用户名: 'undo.ended', 姓名: '到期', 账户截止日: '2099-08-31' }], false);
  await sql`update sys_user set until_day = current_date - 1 where username = 'undo.ended'`.execute(world.services.db);
  expect(await applyDueGrants(world.services)).toBe(1);
  const params = { import: done.importId! };
  expect((await admin.call(accountRoutes.lookAtAccountUndo, { params })).data).toMatchObject({ deleted: 1, left: 0 });
});

test('[S2.38] extending an expired account by workbook leaves it disabled, with a note on its row', async () => {
  const row = (untilDay: string | null) => [{ 用户名: 'prolonged', 姓名: '延长', 账户截止日: untilDay }];
  await send(row('2099-08-31'), false);
  expect((await send(row('2099-12-31'), true)).notes).toEqual([]);
  const { db } = world.services;
  await sql`update sys_user set until_day = current_date - 1 where username = 'prolonged'`.execute(db);
  expect(await applyDueGrants(world.services)).toBe(1);
  for (const day of ['2099-12-31', null])
    expect((await send(row(day), true)).notes).toEqual([
      { row: 2, column: '账户截止日', message: '账户已停用，延长截止日后仍为停用；需要时请在用户列表中启用' },
    ]);
  expect(await send(row('2099-12-31'), false)).toMatchObject({ updated: 1, noted: 1 });
  expect(await one('prolonged')).toMatchObject({ state: 'DISABLED', untilDay: '2099-12-31' });
  // No note for a disabled account that changes in another way.
  expect((await send([{ 用户名: 'prolonged', 姓名: '改名', 账户截止日: '2099-12-31' }], true)).notes).toEqual([]);
});

test('[S2.38] a row notes what it ends at once, and which group it leaves without a leader', async () => {
  const { db } = world.services;
  await sql`insert into wms_org (id, code, name, type) values (gen_random_uuid(), 'LAB-LED', '有人带的组', 'LAB')`.execute(db);
  const leads = (username: string, 组织: string | null) => ({
    用户名: username,
    姓名: username,
    角色: 'ROLE_TEACHER',
    组织,
    账户截止日: null,
  });
  await send([leads('led.one', 'LAB-LED=负责人'), leads('led.two', 'LAB-LED=负责人')], false);
  const notes = async (...rows: Row[]) =>
    (await send(rows, true)).notes.map(({ row, column, message }) => [row, column, message]);
  const alone = '有人带的组将没有负责人。';
  expect(await notes(leads('led.one', null)), 'the other one stays').toEqual([]);
  expect(await notes(leads('led.one', null), leads('led.two', 'LAB-LED=学生'))).toEqual([
    [2, '组织', alone],
    [3, '组织', alone],
  ]);
  expect(await notes(leads('led.one', null), leads('led.two', 'LAB-LED=负责人 ~2020-01-01'))).toEqual([
    [2, '组织', alone],
    [3, '组织', '这一天已过，不再有效'],
    [3, '组织', alone],
  ]);
  const over = { ...leads('led.two', 'LAB-LED=负责人'), 角色: 'ROLE_TEACHER ~2020-01-01', 账户截止日: '2020-01-01' };
  expect(await notes(leads('led.one', null), over, leads('led.three', 'LAB-LED=负责人')), 'another one comes').toEqual([
    [3, '账户截止日', '这一天已过，不再有效'],
    [3, '角色', '这一天已过，不再有效'],
  ]);
});

test('rows with the same staff number name each other, and the first keeps it', async () => {
  const rows = [
    { 用户名: 'twin.one', 姓名: '甲', '工号/学号': 'TWIN-1', 邮箱: 'not an address' as string | null },
    { 用户名: 'twin.two', 姓名: '乙', '工号/学号': 'twin-1', 邮箱: null },
    { 用户名: 'twin.three', 姓名: '丙', '工号/学号': 'TWIN-2', 邮箱: null },
  ];
  const errorTexts = async (): Promise<string[]> =>
    (await send(rows, true)).errors.map(({ row, column, message }) => `${row} ${column}：${message}`);
  expect(await errorTexts()).toEqual([expect.stringMatching(/^2 邮箱：/), '3 工号/学号：与第 2 行重复']);
  // A number of an existing user is refused for every row.
  await send([{ 用户名: 'twin.zero', 姓名: '零', '工号/学号': 'TWIN-1', 邮箱: null }], false);
  rows[0]!.邮箱 = null;
  expect(await errorTexts()).toEqual(['2 工号/学号：“TWIN-1”已被使用', '3 工号/学号：“twin-1”已被使用']);
});

test('of two concurrent imports of the same file, the second reports the rows created meanwhile', async () => {
  const lock = await world.services.db.startTransaction().execute();
  await sql`select from sys_role where code = 'ROLE_ADMIN' for update`.execute(lock);
  const content = Buffer.from('用户名,姓名\nat.once.one,甲\nat.once.two,乙\n');
  const upload = () => admin.upload(accountRoutes.importAccounts, content, 'once.csv', { query: { dryRun: false } });
  const both = [upload(), upload()];
  await untilLockWaits(world.services.db, both.length);
  await lock.rollback().execute();
  const answers = await Promise.all(both);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ error }) => [error.code, error.message])).toEqual([
    ['ROW_TAKEN', '第 2 行的“at.once.one”刚刚被他人占用，什么也没有导入，请重新检查这份文件'],
  ]);
  expect(await list({ q: 'at.once' })).toHaveLength(2);
});

test('common column names are recognized, and an impossible day is reported as invalid', async () => {
  const row = {
    登录名: 'said.so',
    姓名: '甲',
    工号: 'SAID-1',
    电子邮箱: 'a@example.com',
    手机号: '13800001234',
    账户截止日: '2027/2/30',
  };
  const errorTexts = async (): Promise<string[]> =>
    (await send([row], true)).errors.map(({ column, message }) => `${column}：${message}`);
  expect(await errorTexts()).toEqual(['账户截止日：没有这一天']);
  row.账户截止日 = 'soon';
  expect(await errorTexts()).toEqual(['账户截止日：日期格式不对，例如 2026-01-05']);
  row.账户截止日 = '2027/2/28';
  expect((await send([row], false)).created).toBe(1);
  expect(await one('said.so')).toMatchObject({ staffNo: 'SAID-1', email: 'a@example.com', untilDay: '2027-02-28' });
});

test('a second row of the same person is reported as a duplicate in preview, import and repeated import', async () => {
  const rows = ['Twice.One', 'twice.one', ' twice.ONE '].map((username) => ({ 用户名: username, 姓名: '两次' }));
  const textsOf = ({ errors }: ImportReply) => errors.map(({ row, column, message }) => `${row} ${column}：${message}`);
  const repeated = ['3 用户名：与第 2 行重复', '4 用户名：与第 2 行重复'];
  expect(textsOf(await send(rows, true))).toEqual(repeated);
  const whole = await send(rows, false);
  expect(whole).toMatchObject({ created: 1, refused: 2, written: false });
  expect(textsOf(whole)).toEqual(repeated);
  const first = await send(rows, false, true);
  expect(first).toMatchObject({ created: 1, refused: 2, written: true });
  expect(textsOf(first)).toEqual(repeated);
  for (const dryRun of [true, false]) {
    const again = await send(rows, dryRun, true);
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 1, refused: 2 });
    expect(textsOf(again)).toEqual(repeated);
  }
});
