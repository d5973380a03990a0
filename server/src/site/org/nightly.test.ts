import { mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountRoutes } from '@kuwei/contract/auth/account';
import { roleForm, roleRoutes } from '@kuwei/contract/auth/role';
import { logRoutes } from '@kuwei/contract/sys/log';
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { nightlyRoutes, type NightlyFile } from '@kuwei/contract/sys/nightly';
import { MEMBERS_MAX, orgRecordRoutes } from '@kuwei/contract/wms/org-record';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { meanwhile } from '../../../test/_waiting.ts';
import { configure, updateSetting } from '../../../test/_configure.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { startJobs } from '../../jobs.ts';
import { runNightlyJob } from '../nightly/run.ts';
import { SOURCE_TIMEOUTS, type SourceTimeouts } from '../nightly/sources.ts';
import { nightTables } from './nightly.ts';

const FAST: SourceTimeouts = { ...SOURCE_TIMEOUTS, settle: async () => {}, looks: 3 };
/** Short timeouts for slow or silent hosts. */
const SHORT_TIMEOUTS: SourceTimeouts = { ...FAST, idleMs: 3_000, totalMs: 10_000 };
let folder: string;
let siblingFolder: string;

/** Answers as the current test wants; requests are recorded. */
let answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => void response.end();
const asked: IncomingMessage[] = [];
const idm: Server = createServer((request, response) => {
  asked.push(request);
  answer(request, response);
});

let world: World;
let admin: Person;
let port: number;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kuwei-nightly-'));
  siblingFolder = mkdtempSync(join(tmpdir(), 'kuwei-beside-'));
  await new Promise<void>((resolve) => idm.listen(0, '127.0.0.1', resolve));
  port = (idm.address() as AddressInfo).port;
  world = await openWorld({ NIGHTLY_DIR: folder, NIGHTLY_HOSTS: `127.0.0.1:${port}` });
  admin = await world.as('admin', 'ROLE_ADMIN');
});
afterAll(async () => {
  await world.end();
  idm.closeAllConnections();
  await new Promise((resolve) => idm.close(resolve));
  for (const each of [folder, siblingFolder]) rmSync(each, { recursive: true });
});
beforeEach(() => asked.splice(0));
afterEach(async () => {
  for (const code of ['SYS_NIGHTLY_PEOPLE_URL', 'SYS_NIGHTLY_TOKEN', 'SYS_NIGHTLY_QUERY', 'SYS_NIGHTLY_ON'] as const)
    await updateSetting(admin, code, null);
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  await sql`delete from sys_nightly_run`.execute(world.services.db);
  await admin.call(msgInboxRoutes.deleteAllMine, {});
});

const put = (name: string, ...lines: string[]): void => writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
const HEAD = '用户名,姓名,邮箱,角色';
const tick = (patience = FAST): Promise<void> => runNightlyJob(world.services, nightTables, patience);
async function night(dryRun = false, patience = FAST) {
  const { id } = (await admin.call(nightlyRoutes.runNightly, { body: { dryRun } })).data;
  await tick(patience);
  return (await admin.call(nightlyRoutes.getNight, { params: { id } })).data;
}
async function onlyFile(dryRun = false, patience = FAST): Promise<NightlyFile> {
  const { files } = await night(dryRun, patience);
  expect(files).toHaveLength(1);
  return files[0]!;
}
const inbox = async () => (await admin.call(msgInboxRoutes.listMine, { query: { state: ['NEW'] } })).data.list;
const account = async (username: string) =>
  (await admin.call(accountRoutes.listAccounts, { query: { q: username } })).data.list.find((each) => each.username === username);
const byClock = async (offset: string): Promise<string> =>
  (await sql<{ at: string }>`select to_char(localtimestamp + ${offset}::interval, 'HH24:MI') as at`.execute(world.services.db))
    .rows[0]!.at;

test('[F-3B8] a file is read by the recipe that an administrator saved for its headings, and by no other', async () => {
  const rows = (username: string): string[] => ['Kennung,Anzeige,Rolle', `${username},夜间一号,`];
  const query = { dryRun: false, columns: '0.username,1.name,2.', values: 'identity=%E5%AD%A6%E7%94%9F', remember: '人事库' };
  put('people.csv', ...rows('recipe.one'));
  expect(await onlyFile()).toMatchObject({ state: 'FAILED' });
  await admin.upload(accountRoutes.importAccounts, Buffer.from(rows('recipe.zero').join('\n')), 'people.csv', { query });
  const file = await onlyFile();
  expect(file).toMatchObject({ state: 'TAKEN', created: 1 });
  expect(JSON.stringify(file)).toContain('人事库');
  expect(await account('recipe.one')).toMatchObject({ name: '夜间一号', identity: expect.anything() });
  await sql`update sys_import_recipe set created_by = (select id from sys_user where username = 'staff')`.execute(
    world.services.db,
  );
  put('people.csv', ...rows('recipe.two'));
  expect(await onlyFile()).toMatchObject({ state: 'FAILED' });
});

test('[S2.38] imports users, organisations and memberships of a folder like the screens do, with one message', async () => {
  put('people.csv', HEAD, 'night.one,夜一,one@example.edu,教师（课题组）', 'night.two,,two@example.edu,');
  put('GROUPS.csv', '编码,名称,类型', 'LAB-NIGHT,夜间课题组,课题组');
  put('memberships.csv', '组织编码或名称,用户名或工号,身份', 'LAB-NIGHT,night.one,负责人');
  put('notes.csv', 'nobody,asked');
  put('.people.xlsx.part', 'half');
  const run = await night();
  expect(run).toMatchObject({ state: 'DONE', created: 3, refused: 1, failed: 0, others: ['notes.csv'], dry: false });
  expect(run.files.map(({ kind, state, file }) => [kind, state, file])).toEqual([
    ['GROUPS', 'TAKEN', 'GROUPS.csv'],
    ['PEOPLE', 'TAKEN', 'people.csv'],
    ['MEMBERS', 'TAKEN', 'memberships.csv'],
  ]);
  const [, people] = run.files;
  expect(people).toMatchObject({ created: 1, refused: 1, errors: [{ row: 3, column: '姓名' }] });
  expect(people!.missing, 'who is not in the file stays').toBeGreaterThan(5);
  expect(people!.missingNames).toContain('系统管理员 admin');
  expect(await account('night.one')).toMatchObject({
    hasPassword: false,
    roles: [{ code: 'ROLE_TEACHER' }],
    orgNames: [{ code: 'LAB-NIGHT', relation: 'LEADER' }],
  });
  const english = await admin.call(nightlyRoutes.getNight, { params: { id: run.id }, headers: { 'accept-language': 'en' } });
  expect(english.data.files[1]!.errors[0]).toMatchObject({ row: 3, column: 'Name' });

  const [message, ...others] = await inbox();
  expect(others).toEqual([]);
  expect(message).toMatchObject({ title: '夜间导入：新增 3，更新 0，有错误 1', link: `/def/sysbase/nightly?show=${run.id}` });
  expect(message!.content).toMatch(/组织（GROUPS\.csv）：新增 1.*\n用户（people\.csv）：新增 1/);
  const log = (await admin.call(logRoutes.listLog, { query: { entity: 'job' } })).data.list;
  expect(log[0]).toMatchObject({ kind: 'JOB', action: 'nightly import', change: { created: 3, refused: 1 } });
});

test('refuses a row that depends on a refused one, naming it, and imports the others', async () => {
  put('people.csv', '用户名,姓名,工号/学号,邮箱', 'lean.one,一,N1,', 'lean.two,二,N2,');
  put('groups.csv', '编码,名称,类型,联系电话', 'LAB-L1,甲组,课题组,', 'LAB-L2,乙组,课题组,');
  expect(await night()).toMatchObject({ state: 'DONE', created: 4 });
  put('people.csv', '用户名,姓名,工号/学号,邮箱', 'lean.one,一,N9,bad', 'lean.two,二,N1,', 'lean.new,三,N3,');
  put('groups.csv', '编码,名称,类型,联系电话', 'LAB-L1,丙组,课题组,bad', 'LAB-L2,甲组,课题组,', 'LAB-L3,丁组,课题组,');
  const { state, files } = await night();
  expect(state).toBe('DONE');
  expect(files).toMatchObject([
    { kind: 'GROUPS', state: 'TAKEN', created: 1, updated: 0, refused: 2, errors: [{ row: 2 }, { row: 3, column: '组织名称' }] },
    { kind: 'PEOPLE', state: 'TAKEN', created: 1, updated: 0, refused: 2, errors: [{ row: 2 }, { row: 3, column: '工号/学号' }] },
  ]);
  put('people.csv', '用户名,姓名,工号/学号', 'lean.two,二,N1', 'lean.one,一,N2');
  expect((await night()).files.find(({ kind }) => kind === 'PEOPLE')).toMatchObject({ state: 'TAKEN', updated: 2, refused: 0 });
});

test('[F-3N18] imports a new organisation with people and memberships in one night, and the dry run agrees', async () => {
  put(
    'groups.csv',
    '编码,名称,类型,成员',
    'LAB-SET,同夜课题组,课题组,set.lead=负责人; set.one',
    'LAB-SET2,同夜二组,课题组,set.two=负责人',
  );
  put(
    'people.csv',
    '用户名,姓名,工号/学号,组织',
    'set.lead,领,S1,',
    'set.one,一,S2,同夜课题组',
    'set.two,二,S3,LAB-SET2=负责人',
    'set.lost,丢,S4,没有的组',
  );
  put('memberships.csv', '组织编码或名称,用户名或工号,身份', '同夜二组,S2,学生', 'LAB-SET,set.two,', 'LAB-SET,set.lost,');
  const countsOf = ({ files }: Awaited<ReturnType<typeof night>>) =>
    files.map(({ kind, created, updated, refused }) => [kind, created, updated, refused]);
  const expected = [
    ['GROUPS', 2, 0, 0],
    ['PEOPLE', 3, 0, 1],
    ['GROUP_MEMBERS', 0, 1, 0],
    ['MEMBERS', 2, 0, 1],
  ];
  const look = await night(true);
  expect(countsOf(look)).toEqual(expected);
  expect(look.files[1]!.errors).toMatchObject([{ row: 5, message: expect.stringContaining('没有的组') }]);
  expect(await account('set.one'), 'a look leaves nothing behind').toBeUndefined();

  expect(countsOf(await night())).toEqual(expected);
  const listRelations = async (username: string) =>
    Object.fromEntries((await account(username))!.orgNames.map(({ code, relation }) => [code, relation]));
  expect(await listRelations('set.lead')).toEqual({ 'LAB-SET': 'LEADER' });
  expect(await listRelations('set.one')).toEqual({ 'LAB-SET': 'MEMBER', 'LAB-SET2': 'STUDENT' });
  expect(await listRelations('set.two')).toEqual({ 'LAB-SET': 'MEMBER', 'LAB-SET2': 'LEADER' });
});

test('refuses a row beyond the maximum of a group, and imports the others', async () => {
  await sql`with u as (insert into sys_user (id, username, name, search)
      select gen_random_uuid(), 'crowd.' || n, '众' || n, 'crowd' from generate_series(1, ${MEMBERS_MAX - 1}::int) n returning id),
    o as (insert into wms_org (id, code, name, type, search) values (gen_random_uuid(), 'LAB-CROWD', '大组', 'LAB', 'lab-crowd') returning id)
    insert into wms_org_member (user_id, org_id, relation, begun) select u.id, o.id, 'MEMBER', true from u, o`.execute(
    world.services.db,
  );
  put(
    'people.csv',
    '用户名,姓名,组织',
    'crowd.last,末,LAB-CROWD',
    'crowd.over,多,LAB-CROWD',
    'crowd.none,无,',
    'crowd.1,改,LAB-CROWD',
  );
  const errors = [{ row: 3, column: '组织', message: '“大组”最多有 2000 个成员' }];
  expect(await onlyFile(true)).toMatchObject({ state: 'LOOKED', created: 2, updated: 1, refused: 1, errors });
  expect(await onlyFile()).toMatchObject({ state: 'TAKEN', created: 2, updated: 1, refused: 1, errors });
  expect(await account('crowd.last')).toMatchObject({ orgNames: [{ code: 'LAB-CROWD' }] });
  expect(await account('crowd.over')).toBeUndefined();
  await sql`delete from wms_org_member where user_id in (select id from sys_user where username like 'crowd.%')`.execute(
    world.services.db,
  );
});

test('a dry run writes and notifies nothing, and administrators can undo a nightly import', async () => {
  put('people.csv', HEAD, 'night.undo,看,,');
  expect(await onlyFile(true)).toMatchObject({ state: 'LOOKED', created: 1, changes: [{ title: '看 night.undo', isNew: true }] });
  expect(await account('night.undo')).toBeUndefined();
  expect(await inbox()).toEqual([]);
  await onlyFile();
  const [entry] = (await admin.call(accountRoutes.listAccountImports, {})).data.list;
  expect(entry).toMatchObject({ file: 'people.csv', createdBy: '系统', isOwn: true });
  await admin.call(accountRoutes.undoAccountImport, { params: { import: entry!.id }, body: { expected: 1 } });
  expect(await account('night.undo')).toBeUndefined();
});

test('[security 12] a nightly import changes no privileged roles, no e-mail of privileged users, and no warehouse membership', async () => {
  await admin.call(accountRoutes.createAccount, { body: { username: 'night.gone', name: '走' } });
  const gone = await account('night.gone');
  await admin.call(accountRoutes.deleteAccount, { params: { id: gone!.id } });
  const before = (await admin.call(accountRoutes.getAccount, { params: { id: admin.id } })).data;
  const whole = '用户名,姓名,邮箱,角色,组织';
  const { rows } = await sql<{ code: string }>`select code from wms_org where type = 'WAREHOUSE' and valid limit 1`.execute(
    world.services.db,
  );
  const department = rows[0]!.code;
  put(
    'people.csv',
    whole,
    'night.admin,甲,,ROLE_ADMIN,',
    'night.keeper,乙,,ROLE_WAREHOUSE_ADMIN; 教师（课题组）,',
    'admin,系统管理员,thief@example.edu,系统管理员,',
    'reviewer,初审,,,',
    'night.gone,走,,,',
    `night.store,丙,,,${department}=成员`,
    'night.plain,丁,,教师（课题组）,LAB-BIO',
  );
  put('groups.csv', '编码,名称,类型', `${department},改名,仓储部门`, 'WMS-OWN,另一个,仓储部门');
  put('memberships.csv', '组织编码或名称,用户名或工号', `${department},night.plain`, 'LAB-POLYMER,night.plain');
  const { files } = await night();
  const [groups, people, members] = files;
  expect(people).toMatchObject({ created: 1, updated: 0, refused: 6 });
  expect(people!.errors.map(({ row, column }) => `${row} ${column}`).toSorted()).toEqual([
    '2 角色',
    '3 角色',
    '4 邮箱',
    '5 组织',
    '5 角色',
    '6 用户名',
    '7 组织',
  ]);
  expect(groups).toMatchObject({ created: 0, updated: 0, refused: 2 });
  expect(members).toMatchObject({ created: 1, refused: 1, errors: [{ row: 2, column: '组织编码或名称' }] });
  expect((await admin.call(accountRoutes.getAccount, { params: { id: admin.id } })).data).toEqual(before);
  for (const name of ['night.admin', 'night.keeper', 'night.gone', 'night.store']) expect(await account(name)).toBeUndefined();
  expect((await account('reviewer'))!.roles.length).toBeGreaterThan(0);
});

test('[security 12] a nightly import grants no data rule through a role, an organisation or an e-mail address', async () => {
  const { db } = world.services;
  const add = (username: string) => admin.call(accountRoutes.createAccount, { body: { username, name: '规' } });
  const [person, member] = [(await add('ruled.own')).data, (await add('ruled.member')).data];
  await admin.call(roleRoutes.createRole, { body: roleForm.parse({ code: 'ROLE_RULED', name: '见多', nameEn: 'Sees more' }) });
  await sql`insert into wms_org (id, code, name, type) values (gen_random_uuid(), 'LAB-RULED', '见多组', 'LAB')`.execute(db);
  await sql`insert into wms_org_member (org_id, user_id, relation)
    select id, ${member.id}::uuid, 'MEMBER' from wms_org where code = 'LAB-RULED'`.execute(db);
  const rule = (type: string, column: string, owner: unknown) =>
    sql`insert into sys_rule (id, owner_type, ${sql.ref(column)}, subject_type, subject_model, actions, same_as)
      select gen_random_uuid(), ${type}, ${owner}, 'WMS_ORG', 'all', '{SEE}', ${type}`.execute(db);
  await rule('USER', 'user_id', person.id);
  await rule('ROLE', 'role_code', 'ROLE_RULED');
  await rule('ORG', 'org_id', sql`(select id from wms_org where code = 'LAB-RULED')`);
  put(
    'people.csv',
    `${HEAD},组织`,
    'ruled.own,规,thief@example.edu,,',
    'ruled.member,规,thief@example.edu,,LAB-RULED=成员',
    'ruled.role,甲,,见多,',
    'ruled.org,乙,,,LAB-RULED=成员',
    'ruled.free,丙,,,',
  );
  put('groups.csv', '编码,名称,类型', 'LAB-RULED,改名,课题组');
  put('memberships.csv', '组织编码或名称,用户名或工号', 'LAB-RULED,ruled.free');
  const { files } = await night();
  expect(files.map(({ created, updated, refused }) => [created, updated, refused])).toEqual([
    [0, 0, 1],
    [1, 0, 4],
    [0, 0, 1],
  ]);
  expect((await account('ruled.own'))!.email).toBeNull();
});

test('a rule on a universal role does not block harmless changes: name, phone', async () => {
  const { db } = world.services;
  const [{ id: rule } = { id: '' }] = (
    await sql<{ id: string }>`insert into sys_rule (id, owner_type, role_code, subject_type, subject_model, actions, same_as)
      values (gen_random_uuid(), 'ROLE', 'ROLE_TEACHER', 'WMS_ORG', 'all', '{SEE}', 'common') returning id`.execute(db)
  ).rows;
  onTestFinished(async () => {
    await sql`delete from sys_rule where id = ${rule}`.execute(db);
  });
  const before = await account('teacher2');
  const head = '用户名,姓名,电话,邮箱';
  put('people.csv', head, `teacher2,${before!.name}新,13900000001,${before!.email ?? ''}`);
  expect((await night()).files[0]).toMatchObject({ updated: 1, refused: 0 });
  expect(await account('teacher2')).toMatchObject({ name: `${before!.name}新`, phone: '13900000001', roles: before!.roles });
  put('people.csv', head, 'teacher2,另,13900000002,thief@example.edu');
  const refused = (await night()).files[0]!;
  expect(refused).toMatchObject({ updated: 0, refused: 1, errors: [{ row: 2, column: '邮箱' }] });
  expect(await account('teacher2')).toMatchObject({ name: `${before!.name}新`, email: before!.email });
});

test('the clock skips an unchanged file unless rows were refused, and one process runs a night', async () => {
  await configure(world, { SYS_NIGHTLY_ON: true, SYS_NIGHTLY_TIME: await byClock('2 hours') });
  put('people.csv', HEAD, 'night.same,同,,');
  await tick();
  const nights = async () => (await admin.call(nightlyRoutes.listNights, {})).data.list;
  expect(await nights(), 'not before its time').toEqual([]);
  const due = await byClock('-1 minute');
  if (due !== world.services.settings.get('SYS_NIGHTLY_TIME')) await updateSetting(admin, 'SYS_NIGHTLY_TIME', due);
  await Promise.all([tick(), tick(), tick()]);
  await tick();
  expect(await nights()).toMatchObject([{ state: 'DONE', created: 1, askedBy: null, night: expect.any(String) }]);
  const again = async () => {
    await sql`update sys_nightly_run set night = (select min(night) - 10 from sys_nightly_run)
      where night = (select max(night) from sys_nightly_run)`.execute(world.services.db);
    await tick();
    const [last] = await nights();
    return (await admin.call(nightlyRoutes.getNight, { params: { id: last!.id } })).data.files[0]!;
  };
  await admin.call(msgInboxRoutes.deleteAllMine, {});
  expect(await again()).toMatchObject({ state: 'SAME', created: 0 });
  expect(await inbox(), 'no changes, no message').toEqual([]);
  put('people.csv', HEAD, 'night.same,同,,', 'night.bad,,,');
  expect(await again()).toMatchObject({ state: 'TAKEN', unchanged: 1, refused: 1 });
  expect(await again(), 'what was refused may be right by now').toMatchObject({ state: 'TAKEN', refused: 1 });
  unlinkSync(join(folder, 'people.csv'));
  expect(await again()).toMatchObject({ state: 'FAILED', fault: '上次有的文件不见了' });
  expect((await inbox())[0]).toMatchObject({ kind: 'WARN', title: '夜间导入有 1 处失败' });
});

test('the worker runs a requested import, and a second request waits for its end', async () => {
  put('people.csv', HEAD, 'night.worker,工,,');
  const asking = await admin.call(nightlyRoutes.runNightly, { body: { dryRun: false } });
  expect(asking.data).toMatchObject({ state: 'QUEUED', askedBy: '系统管理员' });
  expect((await admin.call(nightlyRoutes.runNightly, { body: { dryRun: true } })).error.code).toBe('NIGHTLY_BUSY');
  expect((await admin.call(nightlyRoutes.getNightlyState, {})).data).toMatchObject({ on: false, folder: true, busy: true });
  const jobs = startJobs(world.services, world.database.url);
  const state = async () => {
    await sql`select graphile_worker.add_job('nightly', job_key => 'nightly-now')`.execute(world.services.db).catch(() => {});
    return (await admin.call(nightlyRoutes.getNight, { params: { id: asking.data.id } })).data.state;
  };
  try {
    await expect.poll(state, { timeout: 240_000, interval: 100 }).toBe('DONE');
  } finally {
    await jobs.stop();
  }
  expect(await account('night.worker')).toBeDefined();
});

test('a run of an ended process is reported as interrupted, and writes nothing more', async () => {
  put('people.csv', HEAD, 'night.cut,断,,');
  const { id } = (await admin.call(nightlyRoutes.runNightly, { body: { dryRun: false } })).data;
  await sql`update sys_nightly_run set state = 'RUNNING', seen_at = now() - interval '2 minutes'`.execute(world.services.db);
  await tick();
  expect((await admin.call(nightlyRoutes.getNight, { params: { id } })).data).toMatchObject({ state: 'CUT', files: [] });
  expect((await inbox())[0]).toMatchObject({ kind: 'WARN', title: '夜间导入中断' });
  expect((await admin.call(nightlyRoutes.runNightly, { body: { dryRun: false } })).status, 'another one may begin').toBe(200);
  // The process was only slow, but is already marked.
  const settle = () => sql`update sys_nightly_run set state = 'CUT' where state = 'RUNNING'`.execute(world.services.db);
  await expect(runNightlyJob(world.services, nightTables, { ...FAST, settle })).rejects.toThrow('cut off');
  expect(await account('night.cut')).toBeUndefined();
  // On shutdown, the next process reports the interruption.
  const last = await admin.call(nightlyRoutes.runNightly, { body: { dryRun: false } });
  const ending = new AbortController();
  await runNightlyJob(world.services, nightTables, { ...FAST, settle: async () => ending.abort(), signal: ending.signal });
  expect((await admin.call(nightlyRoutes.getNight, { params: { id: last.data.id } })).data.state).toBe('RUNNING');
  expect(await account('night.cut')).toBeUndefined();
});

test('[security 31] opens only regular files of the folder, once stable', async () => {
  writeFileSync(join(siblingFolder, 'people.csv'), `${HEAD}\nnight.link,链,,\n`);
  symlinkSync(join(siblingFolder, 'people.csv'), join(folder, 'people.csv'));
  expect(await onlyFile(), 'a link out').toMatchObject({ state: 'FAILED', fault: '是链接，指向文件夹之外' });
  unlinkSync(join(folder, 'people.csv'));
  put('export-2026.csv', HEAD, 'night.link,链,,');
  symlinkSync('export-2026.csv', join(folder, 'people.csv'));
  expect(await onlyFile(), 'a link to the file beside it').toMatchObject({ state: 'TAKEN', created: 1 });
  unlinkSync(join(folder, 'people.csv'));
  mkdirSync(join(folder, 'people.csv'));
  expect(await onlyFile(), 'a folder').toMatchObject({ state: 'FAILED' });
  rmSync(join(folder, 'people.csv'), { recursive: true });
  put('people.csv', HEAD);
  put('people.xlsx', HEAD);
  expect(await onlyFile(), 'two of them').toMatchObject({ state: 'FAILED', fault: expect.stringContaining('people.xlsx') });
  unlinkSync(join(folder, 'people.xlsx'));

  // The writer appends a line at every check.
  const { id } = (await admin.call(nightlyRoutes.runNightly, { body: { dryRun: false } })).data;
  const settle = () => appendFile(join(folder, 'people.csv'), 'night.grow,长,,\n');
  await runNightlyJob(world.services, nightTables, { ...FAST, settle });
  const growing = (await admin.call(nightlyRoutes.getNight, { params: { id } })).data.files;
  expect(growing, 'still being written').toMatchObject([{ state: 'FAILED', fault: '文件一直在变化，还没有写完' }]);

  await configure(world, { SYS_UPLOAD_MAX_MB: 1 });
  writeFileSync(join(folder, 'people.csv'), Buffer.alloc(1_100_000, 'a,'));
  expect(await onlyFile(), 'too large').toMatchObject({ state: 'FAILED', fault: '文件过大，最大 1 MB' });
  await updateSetting(admin, 'SYS_UPLOAD_MAX_MB', null);
  put('people.csv', `${HEAD},部门代号`, 'night.column,列,,,X1');
  const column = await onlyFile();
  expect(column).toMatchObject({ state: 'FAILED', fault: expect.stringContaining('部门代号') });
  writeFileSync(join(folder, 'people.csv'), '%PDF-1.7 …');
  expect(await onlyFile(), 'no table').toMatchObject({ state: 'FAILED', fault: expect.stringContaining('PDF') });
});

test('[security 31] sends secrets only to the URL they were set for, and never shows them', async () => {
  const address = `http://127.0.0.1:${port}/export/people.csv`;
  expect((await updateSetting(admin, 'SYS_NIGHTLY_PEOPLE_URL', `${address}?sig=1`)).status).toBe(422);
  await updateSetting(admin, 'SYS_NIGHTLY_PEOPLE_URL', address);
  await updateSetting(admin, 'SYS_NIGHTLY_TOKEN', 'top-secret-token');
  await updateSetting(admin, 'SYS_NIGHTLY_QUERY', 'sig=top-secret-signature');
  answer = (_, response) => void response.end(`${HEAD}\nnight.web,网,,\n`);
  expect(await onlyFile()).toMatchObject({ state: 'TAKEN', created: 1, file: address });
  expect(asked[0]!.headers.authorization).toBe('Bearer top-secret-token');
  expect(asked[0]!.url).toBe('/export/people.csv?sig=top-secret-signature');
  for (const table of [
    'sys_log',
    'sys_nightly_run',
    'sys_nightly_file',
    'sys_message',
    'sys_config',
    'sys_config_history',
    'sys_import',
  ]) {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from ${sql.table(table)} x where x::text like '%top-secret%'`.execute(world.services.db);
    expect([table, rows[0]!.n]).toEqual([table, 0]);
  }
  await updateSetting(admin, 'SYS_NIGHTLY_PEOPLE_URL', `http://127.0.0.1:${port}/mine`);
  asked.splice(0);
  expect(await onlyFile()).toMatchObject({ state: 'FAILED', fault: expect.stringContaining('重新设置') });
  expect(asked, 'it is not even asked').toEqual([]);
});

test(
  '[security 31] gives up on redirects, oversized, wrong or missing responses, and reports them',
  { tags: ['long'] },
  async () => {
    await updateSetting(admin, 'SYS_NIGHTLY_PEOPLE_URL', `http://127.0.0.1:${port}/people`);
    await configure(world, { SYS_UPLOAD_MAX_MB: 1 });
    const endless = Buffer.alloc(64_000, 'a,');
    const cases: [typeof answer, RegExp][] = [
      [(_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), /转到了其他地址/],
      [(_, response) => void response.writeHead(503).end(), /回复 503/],
      [(_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'), /压缩/],
      [(_, response) => void response.writeHead(200, { 'content-length': '10000000000' }).write('a'), /最大 1 MB/],
      [
        (_, response) => {
          const more = (): void => void (response.writableEnded || response.destroyed || response.write(endless, more));
          more();
        },
        /最大 1 MB/,
      ],
      [(_, response) => void response.writeHead(200).write('a'), /太慢/],
      [() => {}, /太慢/],
      [(request) => void request.socket.destroy(), /没有应答/],
      [(_, response) => void response.end('<html><body>Sign in</body></html>'), /网页/],
    ];
    for (const [how, fault] of cases) {
      answer = how;
      expect((await onlyFile(false, SHORT_TIMEOUTS)).fault).toMatch(fault);
    }
    await updateSetting(admin, 'SYS_UPLOAD_MAX_MB', null);
    expect((await inbox()).filter(({ kind }) => kind === 'WARN')).toHaveLength(cases.length);
    const failed = (await admin.call(logRoutes.listLog, { query: { entity: 'job' } })).data.list;
    expect(failed[0]).toMatchObject({ kind: 'JOB', change: { result: 'FAIL' } });
  },
);

test('[security 31] does not contact private hosts that the operator has not allowed', async () => {
  const { port: other } = idm.address() as AddressInfo;
  const closed = await openWorld({ NIGHTLY_HOSTS: `127.0.0.1:${other + 1}` });
  const office = await closed.as('admin', 'ROLE_ADMIN');
  for (const address of [
    `http://127.0.0.1:${other}/people`,
    `https://127.0.0.1:${other}/people`,
    'https://localhost/people',
    'https://169.254.169.254/latest',
    'https://[::ffff:10.0.0.1]/people',
    'https://2130706433/people',
  ]) {
    await updateSetting(office, 'SYS_NIGHTLY_PEOPLE_URL', address);
    const { id } = (await office.call(nightlyRoutes.runNightly, { body: { dryRun: true } })).data;
    await runNightlyJob(closed.services, nightTables, FAST);
    const { files } = (await office.call(nightlyRoutes.getNight, { params: { id } })).data;
    expect([address, files[0]!.fault]).toEqual([address, '地址在内网或本机，运维人员没有放行']);
  }
  expect(asked).toEqual([]);
  await closed.end();
});

test('[security 12] does not change users who became privileged after the file was read', async () => {
  const { db } = world.services;
  await admin.call(roleRoutes.createRole, { body: roleForm.parse({ code: 'ROLE_NIGHT_PLAIN', name: '夜班', nameEn: 'Night' }) });
  await admin.call(accountRoutes.createAccount, {
    body: { username: 'night.raised', name: '升', email: 'raised@example.edu', roles: [{ code: 'ROLE_NIGHT_PLAIN' }] },
  });
  put('people.csv', '用户名,邮箱', 'night.raised,thief@example.edu');
  const run = await meanwhile(
    db,
    async (trx) => {
      await sql`select from sys_role where code = 'ROLE_ADMIN' for update`.execute(trx);
      await sql`insert into sys_role_power (role_code, power_code) select 'ROLE_NIGHT_PLAIN', code from sys_power limit 1`.execute(
        trx,
      );
    },
    night,
  );
  expect(run.files).toMatchObject([{ state: 'FAILED', updated: 0 }]);
  expect(await account('night.raised')).toMatchObject({ email: 'raised@example.edu' });
  // The next night reports why.
  expect((await onlyFile()).errors).toMatchObject([{ row: 2 }]);
});

test('an uploaded organisation list reports missing ones', async () => {
  put('groups.csv', '编码,名称,类型', 'LAB-NIGHT2,又一组,课题组');
  const groups = await onlyFile(true);
  const { total } = (await admin.call(orgRecordRoutes.listOrgs, { query: { size: 1 } })).data;
  expect(groups.missing).toBeGreaterThan(0);
  expect(groups.missing).toBeLessThan(total);
});
