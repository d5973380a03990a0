// Every setting changes the behaviour of the product, from the next call on.
import { proxyRoutes } from '@kuwei/contract/auth/proxy';
import { passwordRoutes } from '@kuwei/contract/auth/password';
import { APP_ID, DEVICE_HEADER } from '@kuwei/contract/constants';
import { SETTING_CODES, settingOf, type SettingCode } from '@kuwei/contract/setting';
import { configRoutes } from '@kuwei/contract/sys/config';
import { fileRoutes } from '@kuwei/contract/sys/fs';
import { logRoutes, type LogKind } from '@kuwei/contract/sys/log';
import type { TokenPair } from '@kuwei/contract/auth/token';
import type { VersionInfo } from '@kuwei/contract/sys/version';
import { productRoutes } from '@kuwei/contract/wms/product';
import { globSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { configure, updateSetting } from '../../../test/_configure.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { samplePdf } from '../../seed/sample-pdf.ts';
import { DEMO_PASSWORD } from '../../seed/demo-people.ts';
import { newId } from '../../db/id.ts';
import { isRemindable } from '../../bpm/actions.ts';
import { isGuessable } from '../../auth/password/strength.ts';
import { deleteUnreferencedFiles } from '../fs/tidy.ts';
import { KEPT_DAYS, deleteExpiredLog } from '../log/tidy.ts';
import { cleanUp } from '../tidy.ts';

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await openWorld({
    OIDC_ISSUER: 'https://sso.example.edu',
    OIDC_CLIENT_ID: 'a',
    OIDC_CLIENT_SECRET: 'b',
    PUBLIC_URL: 'https://k.example.edu',
  });
  admin = await world.as('admin', 'ROLE_ADMIN');
});
afterAll(() => world.end());
afterEach(async () => {
  const { data } = await admin.call(configRoutes.listConfig, { query: { source: ['SITE'], size: 200 } });
  for (const { id } of data.list) await updateSetting(admin, id as SettingCode, null);
});

const signIn = (username: string, password: string, ip: string) =>
  world.app.inject({
    method: 'POST',
    url: '/api/auth/auth/token/login',
    remoteAddress: ip,
    headers: { [DEVICE_HEADER]: 'device' },
    payload: { username, password },
  });
const refused = async (code: SettingCode, value: unknown): Promise<string> =>
  (await updateSetting(admin, code, value)).error.data?.fields?.[0]?.message ?? '';

test('[S1.19] every setting is used', () => {
  const source = globSync('{server,web}/src/**/*.{ts,tsx}', { cwd: new URL('../../../../', import.meta.url).pathname })
    .filter((file) => !/\.test\./.test(file))
    .map((file) => readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8'))
    .join('\n');
  const unread = SETTING_CODES.filter((code) => !source.includes(`'${code}'`));
  expect(unread).toEqual([]);
});

test('[S1.19] publishes titles, sign-in address and page settings to every console', async () => {
  await configure(world, {
    SYS_ADMIN_TITLE: '化学库房',
    YCT_SYSTEM_LOGIN_URL: '/def/common/login/demo',
    WMS_EXPIRY_WARNING_DAYS: 60,
  });
  const { sysConfigs } = (await world.app.inject(`/api/basic/sys/version/${APP_ID}/pub`)).json<VersionInfo>();
  const values = new Map(sysConfigs.map(({ code, value }) => [code, value]));
  expect(values.get('SYS_ADMIN_TITLE')).toBe('化学库房');
  expect(values.get('YCT_SYSTEM_LOGIN_URL')).toBe('/def/common/login/demo');
  expect(values.get('WMS_EXPIRY_WARNING_DAYS')).toBe('60');
  expect([...values.keys()]).toEqual(SETTING_CODES.filter((code) => settingOf(code).public).toSorted());
  await configure(world, { SYS_SSO_NAME: '校园网登录' });
  expect((await world.app.inject('/api/auth/auth/token/ways')).body).toContain('校园网登录');
});

test('[S1.19] applies lifetimes of sessions and tokens, and refuses contradicting settings', async () => {
  await configure(world, { SYS_TOKEN_MINUTES: 5, SYS_SESSION_IDLE_HOURS: 2, SYS_SESSION_DAYS: 1, SYS_KNOWN_BROWSER_DAYS: 10 });
  const answer = await signIn('staff', DEMO_PASSWORD, '203.0.113.70');
  const pair = answer.json<TokenPair>();
  expect(pair.expries).toBeGreaterThan(5 * 60 - 5);
  expect(pair.expries).toBeLessThanOrEqual(5 * 60);
  expect(pair.rexpries).toBeLessThanOrEqual(2 * 3_600);
  expect(answer.cookies.find(({ name }) => name.endsWith('kuwei_device'))?.maxAge).toBe(10 * 86_400);
  const { rows } = await sql<{ hours: number }>`
    select extract(epoch from ends_at - now())::float8 / 3600 as hours from sys_session order by ends_at limit 1`.execute(
    world.services.db,
  );
  expect(rows[0]!.hours).toBeLessThanOrEqual(24);
  await configure(world, { SYS_SESSION_IDLE_HOURS: 1 });
  expect(await refused('SYS_TOKEN_MINUTES', 61)).toBe('不能长于“无操作自动退出”（1 小时）');
  expect(await refused('SYS_SESSION_IDLE_HOURS', 25)).toBe('不能长于“登录最长保持”（1 天）');
  expect(await refused('SYS_SESSION_DAYS', 0)).toBe('必须介于1到365之间');
  await configure(world, { SYS_ACTING_MINUTES: 7 });
  const staff = await world.as('staff');
  const acting = await admin.call(proxyRoutes.switchToUser, { body: { id: staff.id, reason: '协助核对库存' } });
  expect(acting.data.rexpries).toBeLessThanOrEqual(7 * 60);
});

test('[S1.19] applies the number of failures and the delay of sign-in throttling', async () => {
  await configure(world, { SYS_SIGN_IN_FREE_FAILURES: 3, SYS_SIGN_IN_FIRST_DELAY: 100, SYS_SIGN_IN_LONGEST_DELAY: 150 });
  const ip = '203.0.113.71';
  for (let n = 0; n < 3; n++) expect((await signIn('supplier', 'x', ip)).statusCode).toBe(401);
  const first = await signIn('supplier', 'x', ip);
  expect([first.statusCode, Number(first.headers['retry-after']) > 90]).toEqual([429, true]);
  await sql`insert into sys_sign_in_failure (username, ip) values ('supplier', ${ip}), ('supplier', ${ip})`.execute(
    world.services.db,
  );
  const longest = Number((await signIn('supplier', 'x', ip)).headers['retry-after']);
  expect(longest).toBeGreaterThan(140);
  expect(longest).toBeLessThanOrEqual(150);
  expect(await refused('SYS_SIGN_IN_FIRST_DELAY', 151)).toBe('不能长于“最长等待时间”（150 秒）');
  expect(await refused('SYS_SIGN_IN_LONGEST_DELAY', 99)).toBe('不能短于“首次等待时间”（100 秒）');
});

test('[S1.19] applies length and strength of new passwords', async () => {
  await configure(world, { SYS_PASSWORD_MIN_LENGTH: 14, SYS_PASSWORD_STRENGTH: 'STRONG' });
  const staff = await world.as('staff');
  const change = (password: string) =>
    staff.call(passwordRoutes.changePassword, { body: { oldPassword: DEMO_PASSWORD, password, repeated: password } });
  expect((await change('aB3$xYq9!kLm')).error.data?.fields).toEqual([{ path: 'password', message: '长度必须介于14到64之间' }]);
  const fair = 'kuwei ware 2026';
  expect(await isGuessable(fair, [], 'FAIR')).toBe(false);
  expect(await isGuessable('correcthors1', [], 'STRONG')).toBe(true);
});

test('[S1.19] applies limits on size and number of files', async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER');
  const send = (bytes: number) =>
    teacher.upload(fileRoutes.upload, Buffer.concat([samplePdf(['x']), Buffer.alloc(bytes)]), 'x.pdf');
  await configure(world, { SYS_UPLOAD_MAX_MB: 1 });
  expect((await send(1_200_000)).error).toMatchObject({
    code: 'FILE_TOO_LARGE',
    message: expect.stringContaining('1') as string,
  });
  await configure(world, { SYS_UPLOAD_MAX_MB: 2, SYS_UNATTACHED_MAX_MB: 1 });
  expect((await send(1_200_000)).error.code).toBe('FILE_QUOTA');
  await configure(world, { SYS_UNATTACHED_MAX_MB: 500, SYS_MIN_FREE_MB: 1_000_000_000 });
  expect((await send(10)).error.code).toBe('NO_ROOM');
  await configure(world, { SYS_MIN_FREE_MB: 200 });
  expect((await send(10)).status).toBe(200);
  const { db } = world.services;
  await sql`update sys_file set created_at = now() - interval '3 hours' where created_by = ${teacher.id}`.execute(db);
  expect(await deleteUnreferencedFiles(world.services)).toBe(0);
  await configure(world, { SYS_UNATTACHED_HOURS: 2 });
  expect(await deleteUnreferencedFiles(world.services)).toBeGreaterThan(0);
  await configure(world, { SYS_IMPORT_ROWS_MAX: 100 });
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const csv = ['编码,名称', ...Array.from({ length: 101 }, (_, n) => `X-${n},产品`)].join('\n');
  const { error } = await manager.upload(productRoutes.importProducts, Buffer.from(csv), 'x.csv', { query: { dryRun: true } });
  expect(error.message).toContain('100');
});

test('[S1.19] applies retention of each kind of log', async () => {
  const { db } = world.services;
  const past = sql`(date_trunc('month', now(), 'UTC') - interval '8 months')`;
  const insert = (kind: LogKind) =>
    sql`insert into sys_log (id, at, kind, action, request_id) values (sys_log_since(${past}) + 1, ${past}, ${kind}, 'POST /old', 'old')`.execute(
      db,
    );
  const left = async (): Promise<number> =>
    (await sql<{ n: number }>`select count(*)::int as n from sys_log where request_id = 'old'`.execute(db)).rows[0]!.n;
  for (const [kind, code] of Object.entries(KEPT_DAYS) as [LogKind, SettingCode][]) {
    await updateSetting(admin, code, 400);
    await sql`select sys_log_make_month(${past})`.execute(db);
    await insert(kind);
    await deleteExpiredLog(world.services);
    expect(await left(), code).toBe(1);
    await updateSetting(admin, code, 190);
    await deleteExpiredLog(world.services);
    expect(await left(), code).toBe(0);
    await updateSetting(admin, code, null);
    await sql`drop table ${sql.raw(`sys_log_${(await sql<{ m: string }>`select to_char(${past} at time zone 'UTC', 'YYYYMM') as m`.execute(db)).rows[0]!.m}`)}`.execute(
      db,
    );
  }
  expect(await refused('SYS_LOG_SIGN_IN_DAYS', 30)).toBe('必须介于180到36500之间');
  expect((await admin.call(logRoutes.listLog, { query: { size: 1 } })).data.list).toHaveLength(1);
});

test('[S1.19] applies retention of ended sessions and of unread messages', async () => {
  const { db } = world.services;
  const staff = await world.as('staff');
  const session = newId();
  await sql`insert into sys_session (id, user_id, device_id, ip, user_agent, ends_at, ended_at)
    values (${session}, ${staff.id}, 'd', '::1', '', now(), now() - interval '20 days')`.execute(db);
  const message = newId();
  await sql`insert into sys_message (id, kind) values (${message}, 'TODO')`.execute(db);
  await sql`insert into sys_message_copy (id, message_id, user_id, state, ended_at)
    values (${newId()}, ${message}, ${staff.id}, 'ENDED', now() - interval '20 days')`.execute(db);
  const left = async (): Promise<unknown> =>
    (
      await sql<object>`select (select count(*)::int from sys_session where id = ${session}) as sessions,
        (select count(*)::int from sys_message_copy where message_id = ${message}) as messages`.execute(db)
    ).rows[0];
  await cleanUp(world.services);
  expect(await left()).toEqual({ sessions: 1, messages: 1 });
  await configure(world, { SYS_SESSION_KEPT_DAYS: 10, SYS_MESSAGE_ENDED_DAYS: 10 });
  await cleanUp(world.services);
  expect(await left()).toEqual({ sessions: 0, messages: 0 });
});

test('[S1.19] a secret is never returned, works for its purpose, and can be removed', async () => {
  const metrics = async (token: string): Promise<number> =>
    (await world.app.inject({ url: '/api/metrics', headers: { authorization: `Bearer ${token}` } })).statusCode;
  const secret = 'a-secret-for-the-monitor';
  expect(await metrics(secret)).toBe(404);
  expect(await refused('SYS_METRICS_TOKEN', 'short')).toBe('长度必须介于16到200之间');
  const set = await updateSetting(admin, 'SYS_METRICS_TOKEN', secret);
  expect(set.data).toMatchObject({ value: null, shown: '已设置', source: 'SITE' });
  expect([await metrics(secret), await metrics('another-secret-altogether')]).toEqual([200, 401]);
  const replies = await Promise.all(
    ['/sys/config?size=200', '/sys/config/SYS_METRICS_TOKEN', '/sys/config/SYS_METRICS_TOKEN/history', '/sys/log?size=50'].map(
      (path) => admin.send('GET', path),
    ),
  );
  expect(replies.map(({ raw }) => raw.toString()).join('\n')).not.toContain(secret);
  const { rows } = await sql<{ all: string }>`
    select (select string_agg(c::text, '') from sys_config c) || (select string_agg(h::text, '') from sys_config_history h)
        || (select string_agg(l::text, '') from sys_log l) as all`.execute(world.services.db);
  expect(rows[0]!.all).not.toContain(secret);
  const { rev } = set.data as { rev: number };
  const params = { id: 'SYS_METRICS_TOKEN' };
  const restored = await admin.call(configRoutes.restoreConfig, { params, body: { to: rev, reason: '恢复', rev } });
  expect(restored.error.code).toBe('SETTING_NOT_KEPT');
  await updateSetting(admin, 'SYS_METRICS_TOKEN', null);
  expect(await metrics(secret)).toBe(404);
});

test('[S1.19] applies the interval of reminders', async () => {
  const { db } = world.services;
  const late = async (): Promise<unknown> =>
    (
      await sql<{ late: boolean }>`select ${isRemindable(world.services.settings.get('BPM_REMIND_HOURS'))} as late
        from (select now() - interval '3 hours' as reminded_at, now() as created_at) k`.execute(db)
    ).rows[0];
  expect(await late()).toEqual({ late: false });
  await configure(world, { BPM_REMIND_HOURS: 2 });
  expect(await late()).toEqual({ late: true });
});
