import { configRoutes, type SettingRecord, type SettingRow } from '@kuwei/contract/sys/config';
import { SETTING_CODES, settingOf, type SettingCode } from '@kuwei/contract/setting';
import { secondFactorRoutes } from '@kuwei/contract/auth/sign-in';
import { logRoutes } from '@kuwei/contract/sys/log';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { updateSetting } from '../../../test/_configure.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { readRows } from '../../../test/_workbook.ts';
import { codeAt, stepAt } from '../../auth/second-factor/totp.ts';
import { DEMO_PASSWORD } from '../../seed/demo-people.ts';
import { shippedText } from '../../phrase.ts';
import { readFixedSettings } from '../../fixed-settings.ts';

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.as('admin', 'ROLE_ADMIN');
});
afterAll(() => world.end());
afterEach(async () => {
  for (const { id } of await list({ source: ['SITE'] })) await updateSetting(admin, id as SettingCode, null);
});

const english = { 'accept-language': 'en' };
const list = async (query: object): Promise<SettingRow[]> =>
  (await admin.call(configRoutes.listConfig, { query: { size: 200, ...query } })).data.list;
const get = async (id: SettingCode): Promise<SettingRecord> =>
  (await admin.call(configRoutes.getConfig, { params: { id } })).data;
const history = async (id: SettingCode) => (await admin.call(configRoutes.getConfigHistory, { params: { id } })).data;
const refusedWith = async (code: SettingCode, value: unknown): Promise<unknown> => {
  const { error } = await updateSetting(admin, code, value);
  return error.data?.fields ?? error.code;
};

test('[S2.106] lists every setting by group with default, name and description in both languages', async () => {
  const rows = await list({});
  expect(rows.map(({ id }) => id)).toEqual(
    [...SETTING_CODES].toSorted(
      (one, other) => rows.findIndex(({ id }) => id === one) - rows.findIndex(({ id }) => id === other),
    ),
  );
  expect(rows.every(({ source, rev }) => source === 'DEFAULT' && rev === 1)).toBe(true);
  for (const code of SETTING_CODES)
    for (const locale of ['zh', 'en'] as const)
      for (const key of [`setting.${code}`, `setting.text.${code}`]) expect(shippedText(locale, key), key).not.toBe(key);
  const { options } =
    settingOf('SYS_SECOND_FACTOR_ROLES').kind === 'roles' ? await get('SYS_SECOND_FACTOR_ROLES') : { options: [] };
  expect(options.map(({ code }) => code)).toContain('ROLE_ADMIN');
});

test('[S2.106] finds settings by words of either language, by group, and by being changed', async () => {
  const ids = async (query: object) => (await list(query)).map(({ id }) => id);
  expect(await ids({ q: '领取金额' })).toEqual(['WMS_OUTBOUND_VALUE_LIMIT']);
  expect(await ids({ q: 'value LIMIT collection' })).toEqual(['WMS_OUTBOUND_VALUE_LIMIT']);
  expect(await ids({ group: ['SITE'] })).toEqual(SETTING_CODES.filter((code) => settingOf(code).group === 'SITE'));
  await updateSetting(admin, 'WMS_OUTBOUND_QTY_LIMIT', 12);
  expect(await ids({ changed: true })).toEqual(['WMS_OUTBOUND_QTY_LIMIT']);
  expect(await ids({ changed: false })).not.toContain('WMS_OUTBOUND_QTY_LIMIT');
  expect((await ids({ sort: '-updatedAt' }))[0]).toBe('WMS_OUTBOUND_QTY_LIMIT');
  expect((await admin.call(configRoutes.listConfig, { query: { page: 2, size: 2 } })).data.list).toHaveLength(2);
  expect((await admin.call(configRoutes.listConfig, { query: { q: '核对' }, headers: english })).data.list).toMatchObject([
    { name: 'Full ledger check every', shownDefault: '7 days' },
  ]);
});

test('[S2.107] a change records who, when and why; earlier values and defaults can be restored', async () => {
  const code = 'WMS_OUTBOUND_QTY_LIMIT';
  const params = { id: code };
  const { rev } = await get(code);
  const change = (value: number, at: number, reason: string) =>
    admin.call(configRoutes.changeConfig, { params, body: { value, reason, rev: at } });
  expect((await change(10, rev, '  年底盘点前收紧 ')).data).toMatchObject({
    value: 10,
    source: 'SITE',
    rev: rev + 1,
    updatedBy: '系统管理员',
    lastReason: '年底盘点前收紧',
  });
  expect((await change(20, rev, '没有看到前一次修改')).error.code).toBe('STALE');
  expect((await change(10, rev + 1, '同一个值')).error.data?.fields).toEqual([{ path: 'value', message: '没有任何更改' }]);
  await change(20, rev + 1, '放宽');
  const back = await admin.call(configRoutes.restoreConfig, { params, body: { to: rev + 1, reason: '恢复', rev: rev + 2 } });
  expect(back.data).toMatchObject({ value: 10, rev: rev + 3 });
  const reset = await admin.call(configRoutes.resetConfig, { params, body: { reason: '不再需要', rev: rev + 3 } });
  expect(reset.data).toMatchObject({ value: 1000, source: 'DEFAULT', rev: rev + 4 });
  const entries = (await history(code)).filter((each) => each.rev > rev);
  expect(entries.map(({ by, reason, shown, isDefault }) => [by, reason, shown, isDefault])).toEqual([
    ['系统管理员', '不再需要', '1000', true],
    ['系统管理员', '恢复', '10', false],
    ['系统管理员', '放宽', '20', false],
    ['系统管理员', '年底盘点前收紧', '10', false],
  ]);
  const logged = (await admin.call(logRoutes.listLog, { query: { q: code, size: 4 } })).data.list;
  expect(logged[1]).toMatchObject({ entity: 'sys_config', change: { value: [20, 10], reason: '恢复' } });
  // The history is append-only.
  await expect(sql`update sys_config_history set reason = 'x'`.execute(world.services.db)).rejects.toThrow('append-only');
});

test('[S2.107] refuses a value of the wrong kind or beyond its limits at its field', async () => {
  const at = (message: string) => [{ path: 'value', message }];
  expect(await refusedWith('WMS_OUTBOUND_QTY_LIMIT', '1x')).toEqual(at('必须为数字格式'));
  expect(await refusedWith('SYS_ADMIN_TITLE', 12)).toEqual(at('类型不正确'));
  expect(await refusedWith('WMS_OUTBOUND_QTY_LIMIT', -1)).toEqual(at('必须介于0到1000000000000之间'));
  expect(await refusedWith('WMS_OUTBOUND_VALUE_LIMIT', 0.005)).toEqual(at('最多 2 位小数'));
  expect(await refusedWith('WMS_LEDGER_PROOF_DAYS', 0)).toEqual(at('必须介于1到365之间'));
  expect(await refusedWith('WMS_LEDGER_PROOF_DAYS', 1.5)).toEqual(at('须是整数'));
  expect(await refusedWith('SYS_ADMIN_TITLE', '')).toEqual(at('该字段不能为空'));
  expect(await refusedWith('SYS_ADMIN_TITLE', 'x'.repeat(41))).toEqual(at('不能超过 40 字'));
  for (const address of ['//evil.example', '/\\evil.example', 'javascript:alert(1)', 'https:evil', 'login'])
    expect(await refusedWith('YCT_SYSTEM_LOGIN_URL', address), address).toEqual(
      at('须是以 / 开头的本站路径，或以 http(s):// 开头的地址'),
    );
  expect(
    (await admin.send('PUT', '/sys/config/SYS_ADMIN_TITLE', { value: '库房', reason: '', rev: 1 })).error.data?.fields,
  ).toEqual([{ path: 'reason', message: '该字段不能为空' }]);
  expect((await admin.send('PUT', '/sys/config/NO_SUCH', { value: 1, reason: 'x', rev: 1 })).status).toBe(404);
  expect((await admin.send('PUT', '/sys/config/__proto__', { value: 1, reason: 'x', rev: 1 })).status).toBe(404);
});

test('[security 2, F-3A6, F-3A9] the site address for e-mail links must be unambiguous; a mail server is named without its port', async () => {
  const site = '须是以 http(s):// 开头的地址，路径中只有字母、数字和 . _ ~ % -，不含用户名、“?”、“#”和“..”';
  for (const wrong of [
    'not a url',
    '/foo',
    'https://good.edu@evil.example/',
    'https://x\\.evil/',
    'https://x.edu/path/../',
    'https://x.edu/..',
    'https://x.edu/#',
    'https://x.edu?q',
    'http://user:pw@evil.example/',
    'http://evil.example/"><script>',
    "http://evil.example/'x",
    'http://evil.example/<b>',
    'http://evil.example/`x`',
    'http://evil.example/a;b',
    'http://evil.example/\r\nX: y',
    'http:evil.example',
    'https://',
  ])
    expect(await refusedWith('SYS_PUBLIC_URL', wrong), wrong).toEqual([{ path: 'value', message: site }]);
  for (const right of ['https://kuwei.x.edu', 'http://10.1.2.3:3000/kuwei/', 'https://仓库.example', ''])
    expect((await updateSetting(admin, 'SYS_PUBLIC_URL', right)).status, right).toBe(200);
  for (const wrong of [
    '127.0.0.1:22',
    'smtp://mail.x.edu',
    'file:///x',
    'mail.x.edu/',
    'a@mail.x.edu',
    'mail x',
    '127.0.0.1\r\nX',
  ])
    expect(await refusedWith('SYS_SMTP_HOST', wrong), wrong).toEqual([
      { path: 'value', message: '须是主机名或 IP 地址，不含端口（端口另有设置）' },
    ]);
  for (const right of ['mail.x.edu', '10.1.2.3', '::1', 'smtp_relay', ''])
    expect((await updateSetting(admin, 'SYS_SMTP_HOST', right)).status, right).toBe(200);
});

test('[S2.107] two-step verification can be required of existing roles, and of administrators once one has it', async () => {
  const code = 'SYS_SECOND_FACTOR_ROLES';
  const at = (message: string) => [{ path: 'value', message }];
  expect(await refusedWith(code, ['ROLE_NOBODY', 'ROLE_STAFF'])).toEqual(at('没有这样的角色，或已停用：ROLE_NOBODY'));
  expect(await refusedWith(code, ['ROLE_STAFF', 'ROLE_STAFF'])).toEqual(at('有重复'));
  expect(JSON.stringify(await refusedWith(code, ['ROLE_ADMIN']))).toContain('还没有系统管理员设置两步验证');
  await admin.call(secondFactorRoutes.beginSecondFactor, { body: { password: DEMO_PASSWORD } });
  const { secret } = await world.services.db.selectFrom('sys_user_totp').select('secret').executeTakeFirstOrThrow();
  await admin.call(secondFactorRoutes.confirmSecondFactor, { body: { code: codeAt(secret, stepAt(Date.now())) } });
  expect((await updateSetting(admin, code, ['ROLE_ADMIN'])).status).toBe(200);
  expect(await get(code)).toMatchObject({ value: ['ROLE_ADMIN'], shown: '系统管理员' });
});

test('[S2.106] only administrators read settings, and can export them', async () => {
  const keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  expect((await keeper.call(configRoutes.listConfig)).error.code).toBe('FORBIDDEN');
  await updateSetting(admin, 'WMS_LEDGER_PROOF_DAYS', 3);
  const rows = await readRows(await admin.send('GET', '/sys/config/export'));
  expect(rows).toHaveLength(SETTING_CODES.length);
  expect(rows.find((row) => row['编码'] === 'WMS_LEDGER_PROOF_DAYS')).toMatchObject({
    名称: '台账全面核对周期',
    当前值: '3 天',
    默认值: '7 天',
    来源: '已修改',
    修改原因: '测试',
  });
});

test('applies valid settings written in the database directly, and ignores invalid ones', async () => {
  const { db, settings } = world.services;
  const put = (value: string) =>
    sql`insert into sys_config (code, value) values ('WMS_OUTBOUND_QTY_LIMIT', ${value}::jsonb)
        on conflict (code) do update set value = excluded.value`.execute(db);
  await put('77');
  await expect.poll(() => settings.get('WMS_OUTBOUND_QTY_LIMIT')).toBe(77);
  await put('"many"');
  await expect.poll(() => settings.get('WMS_OUTBOUND_QTY_LIMIT')).toBe(1000);
  await put('5');
  await expect.poll(() => settings.get('WMS_OUTBOUND_QTY_LIMIT')).toBe(5);
  await sql`delete from sys_config`.execute(db);
  await expect.poll(() => settings.get('WMS_OUTBOUND_QTY_LIMIT')).toBe(1000);
});

test('stores a single-line text without line breaks or invisible characters', async () => {
  await updateSetting(admin, 'SYS_ADMIN_TITLE', ' 库位\r\nBcc: x@example.edu\u202e ');
  expect((await get('SYS_ADMIN_TITLE')).value).toBe('库位 Bcc: x@example.edu');
  expect(await refusedWith('SYS_ADMIN_TITLE', '\u200b\u202e')).toEqual([{ path: 'value', message: '该字段不能为空' }]);
});

test('[S2.107] environment variables take precedence, are shown as such, and cannot be changed', async () => {
  const fixed = await openWorld({ WMS_LEDGER_PROOF_DAYS: '2', SYS_SECOND_FACTOR_ROLES: 'ROLE_SUPPLIER, ROLE_STAFF' });
  try {
    const operator = await fixed.as('admin', 'ROLE_ADMIN');
    const { data } = await operator.call(configRoutes.getConfig, { params: { id: 'WMS_LEDGER_PROOF_DAYS' } });
    expect(data).toMatchObject({ value: 2, source: 'ENVIRONMENT', env: 'WMS_LEDGER_PROOF_DAYS' });
    expect(fixed.services.settings.get('SYS_SECOND_FACTOR_ROLES')).toEqual(['ROLE_SUPPLIER', 'ROLE_STAFF']);
    for (const value of [5, null])
      expect((await updateSetting(operator, 'WMS_LEDGER_PROOF_DAYS', value)).error).toMatchObject({
        code: 'SETTING_FIXED',
        message: '由环境变量 WMS_LEDGER_PROOF_DAYS 设置，只能由运维人员修改',
      });
  } finally {
    await fixed.end();
  }
  expect(() => readFixedSettings({ WMS_LEDGER_PROOF_DAYS: 'often' })).toThrow(
    'WMS_LEDGER_PROOF_DAYS must be a whole number from 1 to 365, not "often".',
  );
  expect(() => readFixedSettings({ YCT_SYSTEM_LOGIN_URL: '//evil' })).toThrow('YCT_SYSTEM_LOGIN_URL must be a path');
});

test('refuses label sheets by their invalid line, and publishes valid ones to those who print', async () => {
  const good = '得力 24 = 210×297; 3×8; 70×37; 0,0.5';
  expect(await refusedWith('WMS_LABEL_SHEETS', `${good}\n太宽 = 210×297; 4×8; 70×37`)).toMatchObject([
    { path: 'value', message: expect.stringMatching(/^第 2 行/) },
  ]);
  expect((await updateSetting(admin, 'WMS_LABEL_SHEETS', good)).status).toBe(200);
  const { sysConfigs } = (await world.app.inject({ url: '/api/basic/sys/version/mg/pub' })).json<{
    sysConfigs: { code: string; value: string }[];
  }>();
  expect(sysConfigs.find(({ code }) => code === 'WMS_LABEL_SHEETS')?.value).toBe(good);
});
