import { transactionForm } from '@kuwei/contract/wms/transaction-form';
import { randomUUID } from 'node:crypto';
import { SOCKET_SILENCE_MS } from '@kuwei/contract/constants';
import { everyInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { EVENTS } from '@kuwei/contract/event';
import { tokenRoutes, type TokenPair } from '@kuwei/contract/auth/token';
import { categoryRoutes } from '@kuwei/contract/wms/category';
import { productRoutes, productForm } from '@kuwei/contract/wms/product';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { withDefaults } from '../../test/_with-defaults.ts';
import { WebSocket } from 'ws';
import { castOf, draft, lineOf, placesOf, submitted } from '../../test/_flow.ts';
import { closeLines, lineOfPerson, Line, listenWorld, type Frame } from '../../test/_socket.ts';
import { openWorld, type Person, type World } from '../../test/_world.ts';
import { DEMO_PASSWORD } from '../seed/demo-people.ts';

let world: World;
let origin: string;
beforeAll(async () => {
  world = await openWorld();
  origin = await listenWorld(world);
});
afterAll(async () => {
  closeLines();
  await world.end();
});

const openLine = (headers?: Record<string, string>): Line => new Line(origin, headers);
const lineFor = (person: Person): Promise<Line> => lineOfPerson(origin, person);
const events = (line: Line): { bc: string; fc: string; ec: string; d: Record<string, unknown> }[] =>
  line.frames.filter((frame) => frame.t === '_P').map((frame) => JSON.parse(frame.d));
const isEvent = (fc: string) => (frame: Frame) => frame.t === '_P' && (JSON.parse(frame.d) as { fc: string }).fc === fc;

test('[S3.36, S3.37, S7.66, S7.67, S7.68, S7.70, S4.55, S4.56, S4.57] login, join and ping are answered with the id of the request', async () => {
  const person = await world.as('teacher');
  const line = openLine();
  await line.ready();
  const joined = await line.ask('_JOIN', { deviceId: 'device', deviceType: 'USER' });
  expect(joined).toMatchObject({ t: '_JOIN', c: 200 });
  expect(typeof joined.d).toBe('string');
  expect(await line.ask('USER_LOGIN', { token: person.token, deviceId: 'device' })).toMatchObject({ t: 'USER_LOGIN', c: 200 });
  expect(await line.ask('_PING', null)).toMatchObject({ t: '_PING', c: 200 });
  expect(await line.ask('USER_LOGIN', { token: 'x'.repeat(43), deviceId: 'device' })).toMatchObject({ c: 401 });
  expect(await line.ask('_JOIN', { deviceId: 'device', deviceType: 'ROBOT' })).toMatchObject({ c: 400 });
});

test('[S3.35, S3.38, S7.69, S7.30, S4.28] a message pushes sys, msg-inbox, add with data, to its recipient only', async () => {
  const teacher = await world.as('teacher');
  const mine = await lineFor(teacher);
  const other = await lineFor(await world.as('supplier'));
  const guest = openLine();
  await guest.ready();
  await guest.ask('_JOIN', { deviceId: 'guest', deviceType: 'USER' });
  const admin = await world.as('admin', 'ROLE_ADMIN');
  await admin.call(everyInboxRoutes.send, { body: { title: 'x', content: '', userId: teacher.id } });
  const push = await mine.next(isEvent('msg-inbox'));
  expect(push.id).toBeUndefined();
  expect(JSON.parse(push.d)).toMatchObject({ bc: 'sys', fc: 'msg-inbox', ec: 'add', d: { id: expect.any(String) } });
  await other.ask('_PING', null);
  await guest.ask('_PING', null);
  expect(events(other)).toEqual([]);
  expect(events(guest)).toEqual([]);
});

test('a document reaches the open lists of its group and its warehouse only', async () => {
  const cast = await castOf(world);
  const places = await placesOf(world);
  const [keeper, foreign] = [await lineFor(cast.keeper), await lineFor(await world.as('teacher2'))];
  const line = lineOf(places.product('C-NACL'), '1', { batchNo: 'B', expiresOn: '2099-01-01' });
  const document = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [line] });
  const push = JSON.parse((await keeper.next(isEvent('transaction'))).d) as { d: unknown };
  expect(push.d).toEqual({ id: document.id, type: 'INBOUND', state: 'SUBMITTED' });
  await foreign.ask('_PING', null);
  expect(events(foreign)).toEqual([]);
  expect((await cast.keeper.call(transactionRoutes.getTransaction, { params: { id: document.id } })).status).toBe(200);
});

test('a changed or deleted draft is published to its group only', async () => {
  const cast = await castOf(world);
  const places = await placesOf(world);
  const [teacher, keeper] = [await lineFor(cast.teacher), await lineFor(cast.keeper)];
  const form = {
    type: 'INBOUND' as const,
    warehouseId: places.w2,
    lines: [lineOf(places.product('W-BEAKER-250'), '1', { unit: 'PIECE' })],
  };
  const made = await draft(cast.teacher, form);
  const params = { id: made.id };
  await cast.teacher.call(transactionRoutes.updateTransaction, {
    params,
    body: withDefaults(transactionForm, { ...form, rev: made.rev }),
  });
  await cast.teacher.call(transactionRoutes.deleteTransaction, { params });
  await vi.waitFor(() => expect(events(teacher)).toHaveLength(2), 20_000);
  await keeper.ask('_PING', null);
  expect(events(keeper)).toEqual([]);
});

test('a changed product or category is published to every open window, a refused change to none', async () => {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const line = await lineFor(await world.as('teacher'));
  const heard = async () => {
    await line.ask('_PING', null);
    return events(line)
      .splice(0)
      .map(({ bc, fc, ec, d }) => [bc, fc, ec, d]);
  };
  const { id } = (await manager.call(categoryRoutes.createCategory, { body: { code: 'T-LIVE', name: '分类', nameEn: null } }))
    .data;
  const form = { code: 'T-LIVE', name: '产品', categoryId: id, kind: 'OTHER', baseUnit: 'BOTTLE' } as const;
  const product = (await manager.call(productRoutes.createProduct, { body: form })).data;
  const params = { id: product.id };
  expect(
    (await manager.call(productRoutes.updateProduct, { params, body: withDefaults(productForm, { ...form, rev: 7 }) })).error
      .code,
  ).toBe('STALE');
  const { rev } = (
    await manager.call(productRoutes.updateProduct, { params, body: withDefaults(productForm, { ...form, rev: 1 }) })
  ).data;
  await manager.call(productRoutes.setProductState, { params, body: { state: 'ACTIVE', rev } });
  const batch = { params: { action: 'activate' as const }, body: { ids: [product.id] } };
  expect((await manager.call(productRoutes.batchProducts, batch)).data.done).toBe(0);
  const one = ['wms', 'product', 'change', { id: product.id }];
  expect(await heard()).toEqual([['wms', 'category', 'change', { id }], one, one, one]);

  line.frames.length = 0;
  await manager.call(productRoutes.batchProducts, { ...batch, params: { action: 'disable' } });
  await manager.call(productRoutes.deleteProduct, { params });
  expect(await heard()).toEqual([['wms', 'product', 'change', {}], one]);
});

test('[security 10] a refresh token signs in no socket', async () => {
  const payload = { username: 'staff', password: DEMO_PASSWORD };
  const pair = (await world.app.inject({ method: 'POST', url: `/api${tokenRoutes.login.path}`, payload })).json<TokenPair>();
  const line = openLine();
  await line.ready();
  expect(await line.ask('USER_LOGIN', { token: pair.rtoken, deviceId: 'device' })).toMatchObject({ c: 401 });
  expect(await line.ask('USER_LOGIN', { token: pair.token, deviceId: 'device' })).toMatchObject({ c: 200 });
});

test('[security 13] signing out closes the sockets of the session', async () => {
  const person = await world.as('staff');
  const line = await lineFor(person);
  await world.app.inject({ method: 'POST', url: `/api${tokenRoutes.revoke.path}`, payload: { token: person.token } });
  expect(await line.closed).toBe(1008);
});

/** Blocks queries for the roles of a session midway. */
async function slowRoles(slow: boolean): Promise<void> {
  const { db } = world.services;
  if (slow) {
    await sql`alter table sys_role rename to sys_role_kept`.execute(db);
    await sql`create view sys_role as
      with wait as materialized (select pg_sleep(2)) select r.* from sys_role_kept r, wait`.execute(db);
  } else {
    await sql`drop view sys_role`.execute(db);
    await sql`alter table sys_role_kept rename to sys_role`.execute(db);
  }
}

test('signing out while a call and a socket look up the session ends both', async () => {
  const person = await world.as('staff');
  const line = openLine();
  await line.ready();
  // Clears the session cache, so that both query the database.
  world.services.bus.publish([{ to: [person.id], ...EVENTS.rights, d: {} }]);
  await slowRoles(true);
  try {
    const call = person.send('GET', '/auth/biz/user/by-me');
    const login = { token: person.token, deviceId: randomUUID() };
    line.socket.send(JSON.stringify({ id: '1', t: 'USER_LOGIN', d: JSON.stringify(login) }));
    const { db } = world.services;
    const looking = sql`select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
    await expect.poll(async () => (await looking.execute(db)).rows, { interval: 10 }).toHaveLength(2);
    await world.app.inject({ method: 'POST', url: `/api${tokenRoutes.revoke.path}`, payload: { token: person.token } });
    await call;
    expect(await line.closed).toBe(1008);
    expect((await person.send('GET', '/auth/biz/user/by-me')).status).toBe(401);
  } finally {
    await slowRoles(false);
  }
});

test('[S4.62] a connection is closed after 90 seconds of silence, a heartbeat keeps it open', async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER');
  const silent = await lineFor(teacher);
  const alive = await lineFor(teacher);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + SOCKET_SILENCE_MS + 1_000 });
  try {
    expect(await alive.ask('_PING', null)).toMatchObject({ c: 200 });
    expect(await silent.closed).toBe(1001);
    expect(alive.socket.readyState).toBe(WebSocket.OPEN);
  } finally {
    vi.useRealTimers();
  }
});
