// Read-only maintenance mode.
import { tokenRoutes } from '@kuwei/contract/auth/token';
import { logRoutes } from '@kuwei/contract/sys/log';
import { maintainRoutes } from '@kuwei/contract/sys/maintain';
import { versionRoutes } from '@kuwei/contract/sys/version';
import { APP_ID } from '@kuwei/contract/constants';
import { productRoutes } from '@kuwei/contract/wms/product';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { castOf, draft, placesOf, saltLine, type Cast, type Places } from '../../../test/_flow.ts';
import { openWorld, worldAt, type Person, type World } from '../../../test/_world.ts';
import { isHeld } from '../../services/mode.ts';
import { namedRoutes } from '../../routes.ts';
import { DEMO_PASSWORD } from '../../seed/demo-people.ts';
import { runMaintenance } from '../clock.ts';

let world: World;
let admin: Person;
let cast: Cast;
let places: Places;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.as('admin', 'ROLE_ADMIN');
  cast = await castOf(world);
  places = await placesOf(world);
});
afterAll(() => world.end());
afterEach(() => admin.call(maintainRoutes.endMode));

const begin = (reason: string, minutes: number | null) => admin.call(maintainRoutes.beginMode, { body: { reason, minutes } });
const form = () => ({ type: 'INBOUND' as const, warehouseId: places.w1, lines: [saltLine(places)] });
const tried = (person: Person) => person.call(transactionRoutes.createTransaction, { body: { ...form(), planDate: null } });

test('[security 54] reads continue, and writes fail with the reason and the end, until the mode ends', async () => {
  expect((await begin('更换服务器', 30)).data).toMatchObject({ kind: 'MAINTENANCE', reason: '更换服务器', by: '系统管理员' });
  const refused = await tried(cast.teacher);
  expect([refused.status, refused.error.code]).toEqual([423, 'MAINTENANCE']);
  expect(refused.error.message).toMatch(/^系统维护中，暂时只能查看，预计 \d{4}-\d\d-\d\d \d\d:\d\d 结束。更换服务器$/);
  expect((await cast.teacher.call(productRoutes.listProducts)).status).toBe(200);
  const body = { username: 'supplier', password: DEMO_PASSWORD };
  const signed = await world.app.inject({ method: 'POST', url: `/api${tokenRoutes.login.path}`, payload: body });
  expect(signed.statusCode).toBe(200);
  expect((await admin.call(maintainRoutes.getMode)).data).toMatchObject({ kind: 'MAINTENANCE' });
  await admin.call(maintainRoutes.endMode);
  expect((await draft(cast.teacher, form())).state).toBe('DRAFT');
  const { list } = (await admin.call(logRoutes.listLog, { query: { entity: 'mode' } })).data;
  expect(list.map(({ change }) => (change as { action: string }).action)).toEqual(['end', 'begin']);
});

test('lasts until it is ended by hand, or until its end time', async () => {
  await begin('更换服务器', null);
  expect((await tried(cast.teacher)).error.code).toBe('READ_ONLY');
  await begin('更换服务器', 10);
  expect((await tried(cast.teacher)).error.code).toBe('MAINTENANCE');
  await sql`update sys_mode set until = now() - interval '1 second'`.execute(world.services.db);
  await runMaintenance(world.services, new AbortController().signal);
  expect((await draft(cast.teacher, form())).state).toBe('DRAFT');
  expect((await admin.call(maintainRoutes.getMode)).data).toBeNull();
});

test('the console receives it with the public settings', async () => {
  const shown = async () => (await admin.call(versionRoutes.getVersion, { params: { appId: APP_ID } })).data.mode;
  expect(await shown()).toBeNull();
  await begin('备份', 5);
  expect(await shown()).toMatchObject({ kind: 'MAINTENANCE', reason: '备份' });
});

test('in another process, writes are refused as soon as the call that began it is answered', { tags: ['long'] }, async () => {
  const other = await worldAt(world.database.url, { DATABASE_URL: world.database.url });
  const here = await worldAt(world.database.url, { DATABASE_URL: world.database.url });
  try {
    const teacher = await other.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
    expect((await draft(teacher, form())).state).toBe('DRAFT');
    await (
      await here.as('admin', 'ROLE_ADMIN')
    ).call(maintainRoutes.beginMode, { body: { reason: '更换服务器', minutes: null } });
    expect((await tried(teacher)).error.code).toBe('READ_ONLY');
    await (await here.as('admin', 'ROLE_ADMIN')).call(maintainRoutes.endMode);
    expect((await draft(teacher, form())).state).toBe('DRAFT');
  } finally {
    await other.end();
    await here.end();
  }
});

test('blocks every write except sign-ins and page preferences', () => {
  const on = namedRoutes.filter(
    ([, route]) => route.method !== 'GET' && !route.asks && !isHeld(route) && !route.path.startsWith('/sys/maintain/'),
  );
  expect(on.map(([name]) => name).toSorted()).toEqual([
    'back',
    'beginSso',
    'demo',
    'endMyOtherSessions',
    'endMySession',
    'endSession',
    'endUserSessions',
    'login',
    'makeTicket',
    'notifyAllMine',
    'notifyMine',
    'proveLedger',
    'proveNewEntries',
    'refresh',
    'resetSecondFactor',
    'revoke',
    'saveSetting',
    'second',
    'sso',
    'switchOrg',
  ]);
});
