import { accountRoutes } from '@kuwei/contract/auth/account';
import { profileRoutes, type ProfileForm } from '@kuwei/contract/auth/profile';
import { proxyRoutes } from '@kuwei/contract/auth/proxy';
import { userRoutes } from '@kuwei/contract/auth/user';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { DEMO_PASSWORD } from '../../seed/demo-people.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

const MAIL = { TODO: 'AT_ONCE', WARN: 'NONE', NOTICE: 'DAILY', SYS: 'NONE' } as const;
const profile = async (person: Person) => (await person.call(profileRoutes.getProfile)).data;
const save = async (person: Person, form: Partial<ProfileForm> & { rev?: number }) => {
  const { name, contact, phone, locale, mail, rev } = await profile(person);
  return person.call(profileRoutes.updateProfile, { body: { name, contact, phone, locale, mail, rev, ...form } });
};

test('a profile is saved, shown everywhere and logged with its former values', async () => {
  const teacher = await world.as('teacher');
  const before = await profile(teacher);
  expect(before).toMatchObject({
    username: 'teacher',
    mail: { TODO: 'AT_ONCE', NOTICE: 'DAILY' },
    mailOn: false,
    hasPassword: true,
  });
  const changed = { name: '陈新名', contact: '化学楼 305', phone: '13800001111', locale: 'en', mail: MAIL } as const;
  const { data } = await save(teacher, changed);
  expect(data).toMatchObject({ ...changed, rev: before.rev + 1 });
  expect((await teacher.call(userRoutes.getMe)).data).toMatchObject({ name: '陈新名', phone: '13800001111' });
  expect((await teacher.call(userRoutes.listSettings)).data['ui.locale']).toBe('en');
  const admin = await world.as('admin', 'ROLE_ADMIN');
  expect((await admin.call(accountRoutes.listAccounts, { query: { q: 'chenxinming' } })).data.list).toHaveLength(1);
  const log = String((await admin.send('GET', '/sys/log')).raw);
  expect(log).toContain('化学楼 305');
  expect(log).toContain(before.name);
  // Saving without changes creates no version.
  expect((await save(teacher, {})).data.rev).toBe(before.rev + 1);
  expect((await save(teacher, { rev: before.rev, contact: 'x' })).error.code).toBe('STALE');
  await save(teacher, { name: before.name, locale: 'zh' });
});

test('[security 28] a profile grants nothing: unknown fields are refused', async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER');
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const stored = async () => (await admin.call(accountRoutes.getAccount, { params: { id: teacher.id } })).data;
  const before = await stored();
  const { name, contact, phone, locale, mail, rev } = await profile(teacher);
  const raised: Record<string, unknown> = {
    id: admin.id,
    userId: admin.id,
    username: 'admin2',
    staffNo: '1',
    identity: 'STAFF',
    state: 'ACTIVE',
    roles: [{ code: 'ROLE_ADMIN' }],
    role: 'ROLE_ADMIN',
    orgs: [],
    orgId: before.orgs[0]!.orgId,
    untilDay: null,
    email: 'evil@example.com',
    emailVerified: true,
    email_verified_at: '2020-01-01T00:00:00Z',
    mustRenew: false,
    must_change_password: false,
    password: 'x',
    password_hash: 'x',
    remark: 'x',
    createdBy: admin.id,
    deletedAt: null,
  };
  for (const [field, value] of Object.entries(raised)) {
    const answer = await teacher.send('PUT', '/auth/biz/user/by-me/profile', {
      name,
      contact,
      phone,
      locale,
      mail,
      rev,
      [field]: value,
    });
    expect([answer.status, field]).toEqual([400, field]);
  }
  for (const mailed of [{ ...mail, ADMIN: 'AT_ONCE' }, { ...mail, TODO: 'ALWAYS' }, { TODO: 'NONE' }, [], null])
    expect(
      (await teacher.send('PUT', '/auth/biz/user/by-me/profile', { name, contact, phone, locale, mail: mailed, rev })).status,
    ).toBeGreaterThanOrEqual(400);
  const extra = { email: 'x@example.edu', password: DEMO_PASSWORD, code: null, userId: admin.id };
  expect((await teacher.send('PUT', '/auth/biz/user/by-me/email', extra)).status).toBe(400);
  expect(await stored()).toEqual(before);
});

test('[security 19] while acting, profile and address of the other person cannot be changed', async () => {
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const teacher = await world.as('teacher');
  const { data } = await admin.call(proxyRoutes.switchToUser, { body: { id: teacher.id, reason: '检查个人资料' } });
  const acting = await world.with(data.token);
  expect((await save(acting, { contact: 'x' })).error.code).toBe('WHILE_ACTING');
  const body = { email: 'evil@example.com', password: DEMO_PASSWORD, code: null };
  expect((await acting.call(profileRoutes.changeEmail, { body })).error.code).toBe('WHILE_ACTING');
});

test('[F-3A7] a profile refuses the name of another active person or of a role; an administrator may set it', async () => {
  const { db } = world.services;
  const [teacher, staff] = [await world.as('teacher'), await world.as('staff')];
  const own = (await profile(teacher)).name;
  const { name: other } = await profile(staff);
  const refused = (answer: Awaited<ReturnType<typeof save>>) => answer.error.data?.fields?.map(({ path }) => path);
  const joined = `${other[0]}\u200d${other.slice(1)}\ufffc`;
  const alike = [
    other,
    ` ${other[0]} ${other.slice(1)}`,
    joined,
    '系统管理员',
    'SYSTEM administrator',
    '系 统 管 理 员',
    '仓库管理员',
  ];
  for (const name of alike) expect([name, refused(await save(teacher, { name }))]).toEqual([name, ['name']]);
  expect((await save(teacher, { name: other, contact: '不一起保存' })).status).toBe(422);
  expect((await profile(teacher)).contact).not.toBe('不一起保存');
  // Width and case of letters are ignored.
  expect((await save(staff, { name: 'Ada Lovelace' })).status).toBe(200);
  expect(refused(await save(teacher, { name: 'ＡＤＡ lovelace' }))).toEqual(['name']);
  await save(staff, { name: other });
  expect((await save(teacher, { name: 'ＡＤＡ lovelace' })).status).toBe(200);

  // Disabled and deleted people do not reserve their names.
  for (const [gone, back] of [
    [sql`state = 'DISABLED'`, sql`state = 'ACTIVE'`],
    [sql`deleted_at = now()`, sql`deleted_at = null`],
  ] as const) {
    await sql`update sys_user set ${gone} where id = ${staff.id}`.execute(db);
    expect((await save(teacher, { name: other })).status).toBe(200);
    await save(teacher, { name: own });
    await sql`update sys_user set ${back} where id = ${staff.id}`.execute(db);
  }
  // A namesake gets the name from an administrator, and keeps it when saving other fields.
  await sql`update sys_user set name = ${other}, rev = rev + 1 where id = ${teacher.id}`.execute(db);
  expect((await save(teacher, { contact: '化学楼 306' })).status).toBe(200);
  await sql`update sys_user set name = ${own}, rev = rev + 1 where id = ${teacher.id}`.execute(db);
});

test('[F-3A7] of two concurrent claims of a name, one succeeds', async () => {
  const people = [await world.as('teacher'), await world.as('supplier')];
  const before = await Promise.all(people.map(profile));
  const answers = await Promise.all(people.map((person) => save(person, { name: '新名一致' })));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
  await Promise.all(people.map((person, at) => save(person, { name: before[at]!.name })));
});

test('each value is validated at its field', async () => {
  const teacher = await world.as('teacher');
  for (const [field, value] of [
    ['name', '  '],
    ['name', 'x'.repeat(65)],
    ['phone', '12345'],
    ['contact', 'x'.repeat(201)],
  ] as const) {
    const { status, error } = await save(teacher, { [field]: value });
    expect([status, error.data?.fields?.map(({ path }) => path)], field).toEqual([422, [field]]);
  }
  for (const email of [
    'a@b',
    'a b@example.edu',
    '"a b"@example.edu',
    'a@example.edu\r\nBcc: b@example.edu',
    'a@example.edu,b@example.edu',
    '<a@example.edu>',
  ]) {
    const { status } = await teacher.send('PUT', '/auth/biz/user/by-me/email', { email, password: DEMO_PASSWORD, code: null });
    expect([status, email]).toEqual([422, email]);
  }
});
