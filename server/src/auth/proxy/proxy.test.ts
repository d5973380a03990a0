import { readFileSync } from 'node:fs';
import { accountRoutes } from '@kuwei/contract/auth/account';
import { proxyRoutes as routes } from '@kuwei/contract/auth/proxy';
import { sessionRoutes } from '@kuwei/contract/auth/session';
import { tokenRoutes, type TokenPair } from '@kuwei/contract/auth/token';
import { userRoutes } from '@kuwei/contract/auth/user';
import type { Route } from '@kuwei/contract/route';
import { everyInboxRoutes, msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { approved, castOf, lineOf, placesOf, submitted } from '../../../test/_flow.ts';
import { allRoutes } from '../../routes.ts';
import { logEndedActing } from './log-ended.ts';
import { isClosedWhileActing } from '../../session/acting.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let admin: Person;
let ids: Map<string, string>;
beforeAll(async () => {
  world = await openWorld();
  const rows = await world.services.db.selectFrom('sys_user').select(['username', 'id']).execute();
  ids = new Map(rows.map((row) => [row.username, row.id]));
});
afterAll(() => world.end());
beforeEach(async () => {
  admin = await world.as('admin', 'ROLE_ADMIN');
});

const reason = '协助核对库存';
const idOf = (username: string): string => ids.get(username)!;
const switchTo = (username: string, by = admin, key?: string) =>
  by.call(routes.switchToUser, { body: { id: idOf(username), reason }, ...(key === undefined ? {} : { key }) });
const actAs = async (username: string, pageRole: string | null = null): Promise<Person> =>
  world.with((await switchTo(username)).data.token, pageRole);
const statusOf = async (token: string): Promise<number> =>
  (await world.app.inject({ url: `/api${userRoutes.getMe.path}`, headers: { authorization: `Bearer ${token}` } })).statusCode;
async function setRole(name: string, role: string, held: boolean): Promise<void> {
  const { db } = world.services;
  const of = { user_id: idOf(name), role_code: role };
  await db.deleteFrom('sys_user_role').where('user_id', '=', of.user_id).where('role_code', '=', role).execute();
  if (held) await db.insertInto('sys_user_role').values(of).execute();
}
/** Restored when the test ends, wherever it does. */
async function roleOf(name: string, role: string, held: boolean): Promise<void> {
  await setRole(name, role, held);
  onTestFinished(() => setRole(name, role, !held));
}

test('[S7.42, S4.38, S3.15, S3.16] while acting, a user is that person everywhere, with the actor on record', async () => {
  const teacher = await actAs('teacher', 'ROLE_TEACHER');
  const me = (await teacher.call(userRoutes.getMe)).data;
  expect(me).toMatchObject({ username: 'teacher', authProxyUser: admin.id, authProxyUserInfo: { name: '系统管理员' } });
  expect(me.roles.map(({ code }) => code)).toEqual(['ROLE_TEACHER']);
  expect((await teacher.call(userRoutes.getPower)).data.roles.map(({ code }) => code)).toEqual(['ROLE_TEACHER']);
  expect((await teacher.call(msgInboxRoutes.listMine)).data.list.every(({ recipientId }) => recipientId === teacher.id)).toBe(
    true,
  );
  expect((await teacher.call(routes.listAuthUsers)).error.code).toBe('FORBIDDEN');
  const left = Date.parse(me.authProxyUserInfo!.endsAt) - Date.now();
  expect(left / 60_000).toBeGreaterThan(60 - 1);
  expect(left / 60_000).toBeLessThanOrEqual(60);
});

test("[S7.43, S4.39, S4.40][security 20] rolling back returns a new token of the actor's session; the acting session is over", async () => {
  const acting = await actAs('teacher');
  const before = await sessionOf(admin.token);
  const pair = (await acting.call(routes.back)).data;
  expect(pair.token).not.toBe(admin.token);
  const back = await world.with(pair.token, 'ROLE_ADMIN');
  expect((await back.call(userRoutes.getMe)).data).toMatchObject({ username: 'admin', authProxyUser: null });
  for (const call of [acting.call(userRoutes.getMe), acting.call(routes.back)])
    expect((await call).error.code).toBe('TOKEN_FAIL');
  // The actor's session is the same one, and its end is unchanged.
  expect(await sessionOf(pair.token)).toEqual(before);
  expect((await back.call(routes.back)).error.code).toBe('NOT_ACTING');
});

test('[security 20] of two concurrent rollbacks with one token, one receives a pair', async () => {
  const acting = await actAs('teacher');
  const answers = await Promise.all([1, 2, 3].map(() => acting.call(routes.back)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
});

test('[security 20] a former administrator can neither go on acting nor roll back', async () => {
  for (const [undo, redo] of [
    [() => roleOf('admin', 'ROLE_ADMIN', false), () => roleOf('admin', 'ROLE_ADMIN', true)],
    [() => stateOf('admin', 'DISABLED'), () => stateOf('admin', 'ACTIVE')],
  ] as const) {
    const acting = await actAs('teacher');
    await undo();
    // Rolling back checks the database, even while the session is cached.
    expect([(await acting.call(routes.back)).status, (await acting.call(routes.back)).error.code]).toEqual([401, 'TOKEN_FAIL']);
    invalidateSessions();
    expect(await statusOf(acting.token)).toBe(401);
    await redo();
  }
});

test("[security 20] acting ends when the actor's session ends, by signing out or otherwise", async () => {
  const acting = await actAs('teacher');
  await acting.call(tokenRoutes.revoke, { body: { token: acting.token, rtoken: null } });
  expect([await statusOf(acting.token), await statusOf(admin.token)]).toEqual([401, 401]);
  const log = await world.services.db
    .selectFrom('sys_log')
    .where('entity', 'in', ['acting', 'sign-out'])
    .orderBy('id', 'desc')
    .limit(2)
    .select(['entity', 'entity_id', 'user_id', 'proxy_user_id', 'change'])
    .execute();
  expect(log).toContainEqual({
    entity: 'acting',
    entity_id: acting.id,
    user_id: acting.id,
    proxy_user_id: admin.id,
    change: { result: 'END' },
  });

  admin = await world.as('admin', 'ROLE_ADMIN');
  const soon = new Date(Date.now() + 120_000).toISOString();
  await world.services.db
    .updateTable('sys_session')
    .set({ ends_at: soon })
    .where('id', '=', (await sessionOf(admin.token)).id)
    .execute();
  const again = await actAs('teacher');
  expect((await again.call(userRoutes.getMe)).data.authProxyUserInfo!.endsAt).toBe(soon);
});

test('the system user cannot be acted as', async () => {
  expect((await admin.call(routes.listAuthUsers, { query: { q: '$system' } })).data.list).toEqual([]);
  expect(
    (await admin.call(routes.listAuthUsers, { query: { size: 100 } })).data.list.map(({ username }) => username),
  ).not.toContain('$system');
  expect((await admin.call(routes.getAuthUser, { body: { username: '$system' } })).error.code).toBe('NOT_FOUND');
});

test('every end of acting is logged once, with its cause', async () => {
  const { db } = world.services;
  const ends = async (): Promise<unknown[]> => {
    const { rows } = await sql<{ change: unknown; user_id: string; proxy_user_id: string }>`
      select change, user_id, proxy_user_id from sys_log where entity = 'acting' and change->>'result' = 'END' order by id`.execute(
      db,
    );
    return rows;
  };
  const expire = () => sql`update sys_acting set ends_at = now() where ended_at is null`.execute(db);
  await expire();
  await logEndedActing(world.services);
  const before = (await ends()).length;
  const end = async (work: (by: Person) => Promise<unknown>): Promise<void> => {
    const by = await world.as('admin', 'ROLE_ADMIN');
    await switchTo('teacher', by);
    await work(by);
    await Promise.all([logEndedActing(world.services), logEndedActing(world.services)]);
    await logEndedActing(world.services);
  };
  await end(expire);
  await end((by) => by.call(sessionRoutes.endUserSessions, { body: { userId: idOf('teacher') } }));
  await end(async (by) => {
    const one = (await by.call(accountRoutes.getAccount, { params: { id: idOf('teacher') } })).data;
    const state = (to: 'ACTIVE' | 'DISABLED', rev: number) =>
      by.call(accountRoutes.setAccountState, { params: { id: one.id }, body: { state: to, rev } });
    const { data } = await state('DISABLED', one.rev);
    await state('ACTIVE', data.rev);
  });
  const both = { user_id: idOf('teacher'), proxy_user_id: admin.id };
  expect((await ends()).slice(before)).toEqual(
    ['EXPIRED', 'FORCED', 'DISABLED'].map((cause) => ({ ...both, change: { result: 'END', cause } })),
  );
});

test('[security 20] a refresh continues acting, only while it is allowed', async () => {
  const device = 'acting-device';
  const pair = (await admin.send('POST', routes.switchToUser.path, { id: idOf('teacher'), reason }, { 'X-Driver-Id': device }))
    .data as TokenPair;
  const refresh = (rtoken: string) =>
    world.app.inject({
      method: 'POST',
      url: `/api${tokenRoutes.refresh.path}`,
      headers: { 'X-Driver-Id': device },
      payload: { rtoken },
    });
  const next = (await refresh(pair.rtoken)).json() as TokenPair;
  expect((await (await world.with(next.token)).call(userRoutes.getMe)).data.authProxyUser).toBe(admin.id);
  expect(next.rexpries).toBeLessThanOrEqual(60 * 60);
  await roleOf('admin', 'ROLE_ADMIN', false);
  expect((await refresh(next.rtoken)).json()).toMatchObject({ code: 'SIGN_FAIL' });
  await roleOf('admin', 'ROLE_ADMIN', true);
});

test('[S4.43][security 17] only administrators may act, with a reason; never as themselves, a disabled user, an administrator, or while acting', async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER');
  expect((await switchTo('supplier', teacher)).error.code).toBe('FORBIDDEN');
  expect((await switchTo('admin')).error.code).toBe('PROXY_SELF');
  await stateOf('supplier', 'DISABLED');
  expect((await switchTo('supplier')).error.code).toBe('PROXY_DISABLED');
  await stateOf('supplier', 'ACTIVE');
  await roleOf('staff', 'ROLE_ADMIN', true);
  expect((await switchTo('staff')).error.code).toBe('PROXY_TARGET');
  await roleOf('staff', 'ROLE_ADMIN', false);
  for (const body of [{ id: idOf('teacher'), reason: '好' }, { id: idOf('teacher'), reason: '   ' }, { id: idOf('teacher') }])
    expect((await admin.send('POST', routes.switchToUser.path, body)).status).toBeGreaterThanOrEqual(400);
  const missing = { id: '00000000-0000-4000-8000-000000000000', reason };
  expect((await admin.call(routes.switchToUser, { body: missing })).error.code).toBe('NOT_FOUND');
  const acting = await actAs('manager', 'ROLE_WAREHOUSE_ADMIN');
  expect((await switchTo('teacher', acting)).error.code).toBe('FORBIDDEN');
});

test('[security 17] a user with a power that the administrator lacks cannot be acted as', async () => {
  const { db } = world.services;
  await db.insertInto('sys_power').values({ code: 'POWER_SAFE', name: '保险柜', name_en: 'Safe' }).execute();
  await db.insertInto('sys_role').values({ code: 'ROLE_SAFE', name: '保险柜', name_en: 'Safe', sort: 99 }).execute();
  await db.insertInto('sys_role_power').values({ role_code: 'ROLE_SAFE', power_code: 'POWER_SAFE' }).execute();
  const acting = await actAs('staff');
  await roleOf('staff', 'ROLE_SAFE', true);
  expect((await switchTo('staff')).error.code).toBe('PROXY_TARGET');
  // A user who is granted more while being acted as can no longer be.
  invalidateSessions();
  expect(await statusOf(acting.token)).toBe(401);
  await db.insertInto('sys_role_power').values({ role_code: 'ROLE_ADMIN', power_code: 'POWER_SAFE' }).execute();
  expect((await switchTo('staff')).status).toBe(200);
  await roleOf('staff', 'ROLE_SAFE', false);
  await db.deleteFrom('sys_power').where('code', '=', 'POWER_SAFE').execute();
});

test('[S4.43][security 8, security 18] every write names both users, and the person is notified who and why', async () => {
  const places = await placesOf(world);
  const acting = await actAs('teacher', 'ROLE_TEACHER');
  await sql`update sys_session set org_id = (select id from wms_org where code = 'LAB-CATALYSIS')
             where id = ${(await sessionOf(acting.token)).id}`.execute(world.services.db);
  invalidateSessions();
  const line = lineOf(places.product('C-NACL'), '1', { batchNo: 'B', expiresOn: '2099-01-01' });
  const document = await submitted(acting, { type: 'INBOUND', warehouseId: places.w2, lines: [line] });
  const both = { user_id: acting.id, proxy_user_id: admin.id };
  const rows = await world.services.db
    .selectFrom('sys_log')
    .where('entity_id', '=', document.id)
    .select(['user_id', 'proxy_user_id'])
    .execute();
  expect(rows.length).toBeGreaterThan(1);
  for (const row of rows) expect(row).toEqual(both);
  const records = (await acting.call(transactionRoutes.listRecords, { params: { id: document.id } })).data;
  expect(records.length).toBeGreaterThan(0);
  for (const record of records) expect(record).toMatchObject({ actorName: '陈思远', proxyName: '系统管理员' });
  await acting.call(routes.back);

  const log = await world.services.db
    .selectFrom('sys_log')
    .where('entity', '=', 'acting')
    .where('entity_id', '=', acting.id)
    .orderBy('id', 'desc')
    .limit(2)
    .select(['user_id', 'proxy_user_id', 'change'])
    .execute();
  expect(log).toEqual([
    { ...both, change: { result: 'END' } },
    { user_id: admin.id, proxy_user_id: null, change: { result: 'START', reason } },
  ]);
  const teacher = await world.as('teacher', 'ROLE_TEACHER');
  const notice = (await teacher.call(msgInboxRoutes.listMine)).data.list.find(({ title }) => title.includes('系统管理员'));
  expect(notice).toMatchObject({ kind: 'WARN', title: '系统管理员（管理员）正以您的身份操作' });
  expect(notice!.content).toContain(reason);
});

test('[F-A3][security 19] personal calls match the agreed table, and are refused while acting', async () => {
  const table = readFileSync(new URL('own-affairs.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const own = allRoutes.filter((route) => route.needs !== 'open' && isClosedWhileActing(route));
  const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
  expect(
    own.map(nameOf).toSorted(),
    'a call became a person’s own affair, or is none any more: change own-affairs.txt knowingly',
  ).toEqual(table);
  // Every other write open to all users is listed here, so that a new route is put into one of the two.
  const everybodys = allRoutes.filter(
    (route) => route.method !== 'GET' && route.needs === 'signed-in' && !isClosedWhileActing(route),
  );
  expect(everybodys.map(nameOf).toSorted()).toEqual([
    'POST /auth/auth/auth/proxy/back',
    'POST /sys/fs',
    'POST /sys/fs/{file}/ticket',
    'POST /sys/report/own/{id}/run',
    'POST /wms/org/auth/switch-org',
    'POST /wms/scan',
    'PUT /sys/bpm/task/{id}/approve',
    'PUT /sys/bpm/task/{id}/reject',
    'PUT /sys/bpm/task/{id}/remind',
    'PUT /sys/bpm/task/{id}/return',
    'PUT /sys/bpm/task/{id}/sign',
    'PUT /sys/bpm/task/{id}/transfer',
  ]);
  const acting = await actAs('teacher');
  for (const route of own) {
    const { error } = await acting.send(route.method, route.path.replaceAll(/\{\w+\}/g, acting.id), {});
    expect(route.needs === 'signed-in' ? ['WHILE_ACTING'] : ['WHILE_ACTING', 'FORBIDDEN'], nameOf(route)).toContain(error.code);
  }
});

test('[F-A3] the message about acting cannot be removed by anyone else', async () => {
  const acting = await actAs('teacher');
  const teacher = await world.as('teacher', 'ROLE_TEACHER');
  const findNotice = async () =>
    (await teacher.call(msgInboxRoutes.listMine, { query: { state: ['NEW'] } })).data.list.find(({ title }) =>
      title.includes('系统管理员'),
    );
  const params = { id: (await findNotice())!.id };
  for (const route of [msgInboxRoutes.clearMine, msgInboxRoutes.deleteMine, msgInboxRoutes.notifyMine] as const)
    expect((await acting.call(route, { params })).error.code).toBe('WHILE_ACTING');
  for (const route of [msgInboxRoutes.clearAllMine, msgInboxRoutes.deleteAllMine, msgInboxRoutes.notifyAllMine] as const)
    expect((await acting.call(route, { body: null })).error.code).toBe('WHILE_ACTING');
  // Nor under the administrator's own name.
  const admin = await world.as('admin', 'ROLE_ADMIN');
  for (const route of [everyInboxRoutes.clear, everyInboxRoutes.delete, everyInboxRoutes.notify] as const)
    expect((await admin.call(route, { params })).error.code).toBe('FORBIDDEN');
  expect(await findNotice()).toMatchObject({ id: params.id, state: 'NEW' });
});

test("[security 19, security 24] acting as another user does not allow approving one's own requests", async () => {
  const cast = await castOf(world);
  const places = await placesOf(world);
  const line = lineOf(places.product('C-NACL'), '1', { batchNo: 'B', expiresOn: '2099-01-01' });
  const approve = (by: Person, { id, rev }: { id: string; rev: number }) =>
    by.call(transactionRoutes.approveTransaction, { params: { id }, body: { rev } });
  // The reviewer is a teacher as well, with a request of their own.
  await roleOf('reviewer', 'ROLE_TEACHER', true);
  await sql`insert into wms_org_user (org_id, user_id) select id, ${idOf('reviewer')} from wms_org where code = 'LAB-CATALYSIS'`.execute(
    world.services.db,
  );
  const applicant = await world.as('reviewer', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const own = await submitted(applicant, { type: 'INBOUND', warehouseId: places.w2, lines: [line] });
  const acting = await actAs('reviewer', 'ROLE_WAREHOUSE_ADMIN');
  expect((await approve(acting, own)).error.code).toBe('OWN_APPLICATION');

  // Requests submitted while acting as the teacher also count as the administrator's own.
  const asTeacher = await actAs('teacher', 'ROLE_TEACHER');
  await sql`update sys_session set org_id = (select id from wms_org where code = 'LAB-CATALYSIS')
             where id = ${(await sessionOf(asTeacher.token)).id}`.execute(world.services.db);
  invalidateSessions();
  const theirs = await submitted(asTeacher, { type: 'INBOUND', warehouseId: places.w2, lines: [line] });
  const asReviewer = await actAs('reviewer', 'ROLE_WAREHOUSE_ADMIN');
  expect((await approve(asReviewer, theirs)).error.code).toBe('OWN_APPLICATION');
  // Another reviewer, under their own name, may.
  expect((await approved(cast, theirs)).state).toBe('APPROVED');
});

test('[S7.44, S7.45, S7.46] users are listed with roles and groups and found by either; roles with their number of holders', async () => {
  const find = async (query: { q?: string; role?: string }) =>
    (await admin.call(routes.listAuthUsers, { query })).data.list.map(({ username }) => username).toSorted();
  expect(await find({ q: '陈思' })).toEqual(['teacher']);
  expect(await find({ q: 'TEACH' })).toContain('teacher2');
  expect(await find({ q: '高分子' })).toEqual(['teacher']);
  expect(await find({ q: '供应商' })).toContain('supplier');
  expect(await find({ role: 'ROLE_STAFF' })).toEqual(['staff']);
  expect(await find({ q: '%%' })).toEqual([]);
  expect((await admin.call(routes.listAuthUsers, { query: { q: '陈' } })).error.code).toBe('INVALID');
  const all = (await admin.call(routes.listAuthUsers, { query: { size: 50 } })).data.list;
  expect(all.find(({ username }) => username === 'admin')).toMatchObject({ refusal: 'PROXY_SELF' });
  expect(all.find(({ username }) => username === 'staff')).toMatchObject({
    refusal: null,
    roles: [{ code: 'ROLE_STAFF', name: '采购人员' }],
    orgs: [{ name: '采购办公室' }],
  });

  const byId = (await admin.call(routes.getAuthUser, { body: { id: idOf('teacher') } })).data;
  expect(byId).toMatchObject({ username: 'teacher', lastActedBy: '系统管理员' });
  expect((await admin.call(routes.getAuthUser, { body: { username: 'Teacher' } })).data).toEqual(byId);
  expect((await admin.call(routes.getAuthUser, { body: { username: 'nobody' } })).error.code).toBe('NOT_FOUND');
  const roles = (await admin.call(routes.listAuthRoles, { headers: { 'accept-language': 'en' } })).data;
  expect(roles.find(({ code }) => code === 'ROLE_STAFF')).toMatchObject({ name: 'Purchasing staff', users: 1 });
});

test('[S4.43] past switches show who, whom, when and why', async () => {
  const acting = await actAs('teacher2');
  const list = async (query: object) => (await admin.call(routes.listActing, { query })).data.list;
  expect((await list({}))[0]).toMatchObject({
    actorName: '系统管理员',
    subjectUsername: 'teacher2',
    reason,
    endedAt: null,
  });
  admin = await world.with((await acting.call(routes.back)).data.token, 'ROLE_ADMIN');
  const [ended] = await list({ userId: idOf('teacher2') });
  expect(Date.parse(ended!.endedAt!)).toBeGreaterThanOrEqual(Date.parse(ended!.startedAt));
  expect((await list({ q: '林晓' })).map(({ subjectUsername }) => subjectUsername)).toContain('teacher2');
  expect((await list({ mine: true })).every(({ actorId }) => actorId === admin.id)).toBe(true);
});

test('tokens of acting are never stored, not even for repeated requests', async () => {
  const pair = (await switchTo('teacher', admin, 'key-of-switching')).data;
  const back = (await (await world.with(pair.token)).call(routes.back, { key: 'key-of-rolling-back' })).data;
  const { rows } = await sql<{ text: string }>`
    select coalesce(reply, '') as text from sys_idempotency union all select coalesce(change::text, '') from sys_log`.execute(
    world.services.db,
  );
  const kept = rows.map(({ text }) => text).join();
  for (const secret of [pair.token, pair.rtoken, back.token, back.rtoken]) expect(kept).not.toContain(secret);
});

/** Id and end of a token's session. */
async function sessionOf(token: string): Promise<{ id: string; endsAt: string }> {
  const { rows } = await sql<{ id: string; endsAt: string }>`
    select s.id, s.ends_at as "endsAt" from sys_session s join sys_token t on t.session_id = s.id
     where t.token_hash = sha256(${token}::bytea)`.execute(world.services.db);
  return rows[0]!;
}

async function stateOf(name: string, state: 'ACTIVE' | 'DISABLED'): Promise<void> {
  const set = (to: typeof state) =>
    world.services.db.updateTable('sys_user').set({ state: to }).where('username', '=', name).execute();
  await set(state);
  onTestFinished(async () => void (await set('ACTIVE')));
}

/** Clears the session cache, as the product does after a change of rights. */
const invalidateSessions = (): void => world.services.bus.publish([{ to: 'all', bc: 'sys', fc: 'rights', ec: 'change', d: {} }]);
