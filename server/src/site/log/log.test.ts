import { accountRoutes } from '@kuwei/contract/auth/account';
import { dicRoutes } from '@kuwei/contract/auth/dic';
import { ruleRoutes } from '@kuwei/contract/auth/rule';
import { proxyRoutes } from '@kuwei/contract/auth/proxy';
import { tokenRoutes } from '@kuwei/contract/auth/token';
import { DEVICE_HEADER, IDEMPOTENCY_HEADER } from '@kuwei/contract/constants';
import { LOG_ENTITIES, logRoutes, type LocalizedEntry } from '@kuwei/contract/sys/log';
import { configRoutes } from '@kuwei/contract/sys/config';
import { menuForm, menuRoutes } from '@kuwei/contract/sys/menu';
import { hasPhrases } from '@kuwei/contract/sys/call-words';
import { productRoutes } from '@kuwei/contract/wms/product';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findStuck } from '../../bpm/stuck.ts';
import { kinds } from '../../wms/kinds.ts';
import { namedRoutes } from '../../routes.ts';
import { say } from '../../phrase.ts';
import { isExport } from '../../http/log-export.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { readRows } from '../../../test/_workbook.ts';
import { entityOf, labelOf } from '../../platform/log/words.ts';

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.as('admin', 'ROLE_ADMIN');
});
afterAll(() => world.end());

const list = async (query: object): Promise<LocalizedEntry[]> => (await admin.call(logRoutes.listLog, { query })).data.list;
const signIn = (username: string, password: string) =>
  world.app.inject({
    method: 'POST',
    url: `/api${tokenRoutes.login.path}`,
    headers: { [DEVICE_HEADER]: 'device-7' },
    payload: { username, password },
  });

test('[S2.47] logs sign-ins and failed ones, found by person and by username', async () => {
  await signIn('supplier', 'a guess');
  const supplier = await world.services.db
    .selectFrom('sys_user')
    .where('username', '=', 'supplier')
    .select('id')
    .executeTakeFirstOrThrow();
  for (const query of [{ part: 'SIGN_IN' }, { q: 'SUPPLIER' }, { userId: supplier.id }, { entity: 'sign-in' }]) {
    const [row] = await list(query);
    expect(row, JSON.stringify(query)).toMatchObject({
      entity: 'sign-in',
      entityId: 'supplier',
      userName: null,
      change: { result: 'FAIL' },
    });
  }
  expect(JSON.stringify(await list({}))).not.toContain('a guess');
});

test('[S2.47] a bulk action has a row per changed record, and a dry run has none', async () => {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const [one, other] = (await manager.call(productRoutes.listProducts, { query: { state: ['ACTIVE'], size: 2 } })).data.list;
  const ids = [one!.id, other!.id];
  const batch = (action: 'disable' | 'activate', body: object, key?: string) =>
    manager.call(productRoutes.batchProducts, {
      params: { action },
      body,
      ...(key !== undefined && { headers: { [IDEMPOTENCY_HEADER]: key } }),
    });
  const before = (await list({}))[0]!.id;
  const since = async () => (await list({})).filter(({ id }) => BigInt(id) > BigInt(before));
  const csv = Buffer.from('产品编号,名称\nP-GLOVE-M,手套\n');
  const looked = await manager.upload(productRoutes.importProducts, csv, 'p.csv', { query: { dryRun: true } });
  expect(looked.data.written).toBe(false);
  expect(await since()).toEqual([]);

  const key = randomUUID();
  for (const body of [{ ids }, { ids }]) await batch('disable', body, key);
  await batch('disable', { ids });
  const rows = await since();
  expect([rows.length, new Set(rows.map(({ entityId }) => entityId))]).toEqual([2, new Set(ids)]);
  expect(rows.map(({ change }) => change)).toEqual([{ state: ['ACTIVE', 'DISABLED'] }, { state: ['ACTIVE', 'DISABLED'] }]);
  await batch('activate', { ids });
});

test('search finds rows by the shown names of dictionaries, settings, menu entries and people', async () => {
  await signIn('admin', 'a guess');
  const { id } = (await admin.call(dicRoutes.listDics, { query: { q: 'WMS_UNIT' } })).data.list[0]!;
  const { data: dic } = await admin.call(dicRoutes.getDic, { params: { id } });
  const body = { code: dic.code, name: dic.name, nameEn: 'Units of count', public: true, fields: dic.fields, rev: dic.rev };
  expect((await admin.call(dicRoutes.updateDic, { params: { id }, body })).status).toBe(200);
  await admin.call(configRoutes.changeConfig, {
    params: { id: 'SYS_PASSWORD_MIN_LENGTH' },
    body: { value: 13, reason: '盘点', rev: 1 },
  });
  const entry = menuForm.parse({ code: 'site.found', name: '须知甲', nameEn: 'Found', url: '/def/base/msg-inbox' });
  await admin.call(menuRoutes.createMenuEntry, { body: entry });
  for (const [q, name] of [
    ['计量单位', '计量单位'],
    ['units of count', '计量单位'],
    ['密码最短长度', '密码最短长度'],
    ['须知甲', '须知甲'],
    ['found', '须知甲'],
  ] as const)
    expect(
      (await list({ q })).map(({ recordName }) => recordName),
      q,
    ).toContain(name);
  for (const q of ['系统管理员', 'ADMIN']) {
    const rows = await list({ q });
    expect(rows.filter(({ userName }) => userName === '系统管理员').length, q).toBeGreaterThan(2);
    // Sign-ins show the same name as all other rows.
    expect(rows.find(({ entity }) => entity === 'sign-in')?.recordName, q).toBe('系统管理员');
  }
});

test('does not store an unknown username: it may be a password', async () => {
  await signIn('Tr0ub4dor&3', 'x');
  const [row] = await list({ part: 'SIGN_IN' });
  expect(row).toMatchObject({ entity: 'sign-in', entityId: '', change: { result: 'FAIL' } });
  const { rows } = await sql<{ row: string }>`select l::text as row from sys_log l`.execute(world.services.db);
  expect(rows.filter(({ row }) => /tr0ub4dor/i.test(row))).toEqual([]);
});

test('[S2.105] a change shows old and new values by field, and is found by its record', async () => {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const found = (await manager.call(productRoutes.listProducts, { query: { q: 'C-ETHANOL' } })).data.list[0]!;
  const { data: product } = await manager.call(productRoutes.getProduct, { params: { id: found.id } });
  await sql`select 1`.execute(world.services.db);
  const state = product.state === 'ACTIVE' ? 'DISABLED' : 'ACTIVE';
  await manager.call(productRoutes.setProductState, { params: { id: product.id }, body: { state, rev: product.rev } });
  const [row, ...older] = await list({ q: product.id });
  expect(row).toMatchObject({
    entity: 'wms_product',
    userName: '郑建国',
    pageRole: 'ROLE_WAREHOUSE_ADMIN',
    action: 'PUT /wms/product/{id}/state',
    change: { state: [product.state, state] },
  });
  expect(older.every(({ entityId }) => entityId === product.id)).toBe(true);
  // Also by its code, under its name.
  expect((await list({ q: 'c-ethanol' }))[0]).toEqual(row);
  expect(row!.recordName).toBe(`C-ETHANOL ${product.name}`);
  expect((await admin.call(logRoutes.getLog, { params: { id: row!.id } })).data).toEqual({
    ...row,
    fields: [{ field: 'state', name: '状态', before: expect.any(String) as string, after: expect.any(String) as string }],
  });
  expect((await list({ part: 'DATA', entity: 'wms_product' }))[0]!.id).toBe(row!.id);
  // Row ids exceed the safe integers of JavaScript.
  expect((await list({ before: row!.id })).every(({ id }) => BigInt(id) < BigInt(row!.id))).toBe(true);
  const { at } = row!;
  const later = new Date(Date.parse(at) + 1).toISOString();
  expect((await list({ from: at, to: later })).map(({ id }) => id)).toContain(row!.id);
  expect((await list({ from: later })).map(({ id }) => id)).not.toContain(row!.id);
  expect((await list({ to: at })).map(({ id }) => id)).not.toContain(row!.id);
});

test('[S2.47, S4.43] names the proxy beside the user', async () => {
  const teacher = await world.services.db
    .selectFrom('sys_user')
    .where('username', '=', 'teacher')
    .select('id')
    .executeTakeFirstOrThrow();
  const pair = (await admin.call(proxyRoutes.switchToUser, { body: { id: teacher.id, reason: '协助核对库存' } })).data;
  const acting = await world.with(pair.token, 'ROLE_TEACHER');
  await acting.send('PUT', '/sys/msg-inbox/by-me/none', {}).catch(() => {});
  await acting.send('PUT', '/auth/biz/user/by-me/setting/x', { value: 1 }).catch(() => {});
  const [start] = (await list({ part: 'ACTING' })).filter(({ entity }) => entity === 'acting');
  expect(start).toMatchObject({
    userName: '系统管理员',
    entityId: teacher.id,
    recordName: '陈思远 teacher',
    change: { result: 'START', reason: '协助核对库存' },
  });
  const me = (await admin.call(accountRoutes.listAccounts, { query: { q: 'admin' } })).data.list[0]!;
  expect((await list({ userId: me.id, part: 'ACTING' })).length).toBeGreaterThan(0);
});

test('a job without anything to do leaves no row', async () => {
  const jobs = async (): Promise<number> => (await list({ part: 'JOB' })).length;
  const before = await jobs();
  await findStuck(world.services, kinds);
  expect(await jobs()).toBe(before);
});

test('[S2.47] only administrators read the log; it can be exported, and every entity in it has a name', async () => {
  const keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  expect((await keeper.call(logRoutes.listLog)).error.code).toBe('FORBIDDEN');
  const rows = await readRows(await admin.send('GET', '/sys/log/export'));
  expect(rows.length).toBeGreaterThan(2);
  expect(Object.keys(rows[0]!)).toContain('变更');
  const { rows: logged } = await sql<{ entity: string }>`select distinct entity from sys_log where entity is not null`.execute(
    world.services.db,
  );
  const known = new Set<string>(LOG_ENTITIES);
  expect(logged.map(({ entity }) => entity).filter((entity) => !known.has(entity))).toEqual([]);
});

/** Inputs of calls that the log omits or shows differently. */
const UNLABELLED = (
  'rtoken token ticket query account oldPassword repeated pickupCode xml seen expected all userIds intoId after page ' +
  'planned unfinished documents documentId text dryRun taskIds candidates facts over untilSeq site rules claims what'
).split(' ');

test('every input of a call and every filter of an export has a label in the log', () => {
  const unnamed = namedRoutes.flatMap(([, route]) => {
    const fields = Object.keys({ ...shapeOf(route.body), ...(isExport(route) && shapeOf(route.query)) });
    const about = entityOf({ entity: null, action: `${route.method} ${route.path}` });
    return fields.filter((field) => labelOf('zh', about, field) === null);
  });
  const hint =
    'a label on a screen (LOG_LABELS, contract/src/sys/log-labels.ts), or log.field.… (contract/src/phrases/{zh,en}/log.ts)';
  expect([...new Set(unnamed)].toSorted(), hint).toEqual(UNLABELLED.toSorted());
});

test('every call protected by roles has a name', () => {
  const calls = namedRoutes.flatMap(([, { method, path, needs }]) => (typeof needs === 'object' ? [`${method} ${path}`] : []));
  expect(
    calls.filter((call) => !hasPhrases(call)),
    'ENTITY_PREFIXES, contract/src/sys/call-words.ts',
  ).toEqual([]);
});

/** Fields of a schema, also inside wrappers such as defaults and pipes. */
function shapeOf(schema: unknown): object {
  const { def } = (schema as { _zod?: { def: { shape?: object; innerType?: unknown; in?: unknown } } } | undefined)?._zod ?? {};
  return def?.shape ?? (def?.innerType || def?.in ? shapeOf(def.innerType ?? def.in) : {});
}

test('[S2.47][F-3N12] shows grants, rules and settings by name', async () => {
  const org = await world.services.db.selectFrom('wms_org').where('code', '=', 'LAB-BIO').select('id').executeTakeFirstOrThrow();
  const [orgs, roles] = [
    [{ orgId: org.id, relation: 'STUDENT' as const, fromDay: null, untilDay: null }],
    ['ROLE_TEACHER', 'ROLE_STAFF'].map((code) => ({ code, fromDay: null, untilDay: null })),
  ];
  const form = { username: 'logged', name: '记录', identity: 'STUDENT', roles, orgs };
  const { data: made } = await admin.call(accountRoutes.createAccount, { body: form });
  const [row] = await list({ q: made.id });
  const { data } = await admin.call(logRoutes.getLog, { params: { id: row!.id } });
  const shown = Object.fromEntries(data.fields.map(({ field, after }) => [field, after]));
  expect(shown).toMatchObject({
    identity: '学生',
    roles: '教师（课题组）；采购人员',
    orgs: '分子生物学课题组（组织内身份：学生）',
  });
  // The list shows the short form of grants.
  expect(row!.said.change).toMatch(/组织：\+分子生物学课题组；.*角色：\+教师（课题组），\+采购人员/);

  await admin.call(configRoutes.changeConfig, {
    params: { id: 'WMS_OUTBOUND_QTY_LIMIT' },
    body: { value: 500, reason: '盘点', rev: 1 },
  });
  expect((await list({ entity: 'sys_config' }))[0]!.recordName).toBe(say('zh', 'setting.WMS_OUTBOUND_QTY_LIMIT'));
  const entry = menuForm.parse({ code: 'site.notes', name: '须知', nameEn: 'Notes', url: '/def/base/msg-inbox' });
  await admin.call(menuRoutes.createMenuEntry, { body: entry });
  expect((await list({ entity: 'sys_menu' }))[0]!.recordName).toBe('须知');
  expect((await readRows(await admin.call(logRoutes.exportLog, { query: { entity: 'sys_menu' } })))[0]).toMatchObject({
    名称: '须知',
  });

  await admin.call(ruleRoutes.createRule, {
    body: {
      ownerType: 'USER',
      ownerIds: [made.id],
      relation: null,
      subjectType: 'WMS_ORG',
      subjectModel: 'select',
      subjectIds: [org.id],
      conditions: [],
      actions: ['SEE'],
      fromDay: null,
      untilDay: null,
      note: null,
    },
  });
  expect((await list({ entity: 'sys_rule' }))[0]!.recordName).toBe('记录');
});
