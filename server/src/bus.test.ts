// Live events when the database is away: what could not be told is told later, what could not be heard is made up for.
import { EVENTS } from '@kuwei/contract/event';
import { userRoutes } from '@kuwei/contract/auth/user';
import { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { gateTo, type Gate } from '../test/_gate.ts';
import { lineOfPerson, listenWorld, closeLines } from '../test/_socket.ts';
import { openWorld, type World } from '../test/_world.ts';
import { Bus, type BusEvent } from './bus.ts';

const log = pino({ level: 'silent' });
let world: World;
let gate: Gate;
/** A process whose way to the database can be cut, and what it hears. */
let near: Bus;
let nearPool: Pool;
let heardNear: BusEvent[];
/** One that is always connected. */
let far: Bus;
let farPool: Pool;
let heardFar: BusEvent[];

beforeAll(async () => {
  world = await openWorld();
  gate = await gateTo(world.database.url);
  nearPool = new Pool({ connectionString: gate.url, max: 2 });
  nearPool.on('error', () => {});
  farPool = new Pool({ connectionString: world.database.url, max: 2 });
  [near, far] = [new Bus(log), new Bus(log)];
  await near.join(gate.url, nearPool);
  await far.join(world.database.url, farPool);
  // The world's own process may send everything again when it detects these: wait for that before events are counted.
  for (const bus of [near, far, near]) await bus.awaitDelivery();
  near.subscribe((event) => heardNear.push(event));
  far.subscribe((event) => heardFar.push(event));
});
beforeEach(() => {
  gate.open();
  [heardNear, heardFar] = [[], []];
});
afterAll(async () => {
  closeLines();
  await Promise.all([near.close(), far.close()]);
  await Promise.all([nearPool.end(), farPool.end()]);
  await gate.end();
  await world.end();
});

const eventOf = (id: string): BusEvent => ({ to: ['someone'], ...EVENTS.product, d: { id } });
const away = (): Promise<unknown> => expect.poll(() => near.connected).toBe(false);
const back = (): Promise<unknown> => expect.poll(() => near.connected).toBe(true);

test('what a process has to tell while the database is away reaches the others when it is back, once and in order', async () => {
  gate.shut();
  await away();
  near.publish([eventOf('1')]);
  near.publish([eventOf('2'), eventOf('3')]);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(heardFar).toEqual([]);
  gate.open();
  await expect.poll(() => heardFar.length).toBe(3);
  near.publish([eventOf('4')]);
  await expect.poll(() => heardFar.map(({ d }) => d['id'])).toEqual(['1', '2', '3', '4']);
  await back();
});

test('[security 14] a line that is dead without a word is found out, and whoever waits for all to hear goes on', async () => {
  gate.hold();
  const told = far.awaitDelivery();
  await away();
  await told;
  gate.shut();
  gate.open();
  await back();
  near.publish([eventOf('again')]);
  await near.awaitDelivery();
  expect(heardFar.map(({ d }) => d['id'])).toContain('again');
});

test('where too much waits, the others look at everything again', async () => {
  gate.shut();
  await away();
  near.publish(Array.from({ length: 10_001 }, (_, n) => eventOf(`${n}`)));
  await new Promise((resolve) => setTimeout(resolve, 500));
  gate.open();
  await expect.poll(() => heardFar.some(({ fc }) => fc === EVENTS.rights.fc)).toBe(true);
  expect(heardFar.every(({ to }) => to === 'all')).toBe(true);
  await back();
});

test('[security 13, 14] who could not hear for a while looks at all rights again, and so do open lists', async () => {
  gate.shut();
  await away();
  far.publish([eventOf('missed')]);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(heardNear).toEqual([]);
  gate.open();
  await back();
  const kinds = heardNear.map(({ to, bc, fc, d }) => [to, `${bc}/${fc}`, d]);
  for (const kind of ['sys/rights', 'wms/transaction', 'wms/product', 'wms/category', 'sys/msg-inbox']) {
    expect(kinds).toContainEqual(['all', kind, {}]);
  }
});

test('[security 14] an account disabled while nothing is heard is out as soon as something is', { tags: ['alone'] }, async () => {
  const { db } = world.services;
  const origin = await listenWorld(world);
  const keeper = await world.as('keeper', 'ROLE_WAREHOUSE_ADMIN');
  const line = await lineOfPerson(origin, keeper);
  expect((await keeper.call(userRoutes.getMe)).status).toBe(200);
  const { rows } = await world.database.pool.query<{ cut: number }>(
    `select count(pg_terminate_backend(pid))::int as cut from pg_stat_activity
      where datname = current_database() and application_name like 'kuwei-events:%'`,
  );
  expect(rows[0]!.cut).toBeGreaterThan(0);
  await expect.poll(() => world.services.bus.connected, { interval: 5 }).toBe(false);
  await db.updateTable('sys_user').set({ state: 'DISABLED' }).where('id', '=', keeper.id).execute();
  expect((await keeper.call(userRoutes.getMe)).error.code).toBe('TOKEN_FAIL');
  const begun = Date.now();
  expect(await line.closed).toBe(1008);
  expect(Date.now() - begun).toBeLessThan(5_000);
});

test('the process of the bundled database notifies a second process from its start', async () => {
  const own = await openWorld();
  const pool = new Pool({ connectionString: own.database.url, max: 2 });
  let late = '';
  const said = pino({ level: 'warn' }, { write: (line: string) => void (late += line) });
  const [first, second] = [own.services.bus, new Bus(said)];
  const heard: BusEvent[] = [];
  second.subscribe((event) => heard.push(event));
  const ids = () => heard.flatMap(({ d }) => (typeof d['id'] === 'string' ? [d['id']] : []));
  try {
    first.publish([eventOf('before')]);
    await second.join(own.database.url, pool);
    // It loads everything at its start, and again once the first one knows of it: changes in between were sent to no one.
    await expect.poll(() => heard.filter(({ fc }) => fc === EVENTS.rights.fc).length).toBe(2);
    first.publish([eventOf('after')]);
    await first.awaitDelivery();
    expect(ids()).toEqual(['after']);
    second.publish([{ to: 'all', ...EVENTS.rights, d: {} }]);
    await second.awaitDelivery();
    expect(late, 'said of a process that does not answer').toBe('');
  } finally {
    await second.close();
    await pool.end();
    await own.end();
  }
});

test('a restarted process of the bundled database detects one that was running before it', async () => {
  const own = await openWorld();
  const pools = [1, 2].map(() => new Pool({ connectionString: own.database.url, max: 2 }));
  const [running, restarted] = [new Bus(log), new Bus(log)];
  const heard: BusEvent[] = [];
  try {
    await running.join(own.database.url, pools[0]!);
    await running.awaitDelivery();
    running.subscribe((event) => heard.push(event));
    await restarted.join(own.database.url, pools[1]!, true);
    await expect.poll(() => heard.some(({ fc }) => fc === EVENTS.rights.fc)).toBe(true);
    restarted.publish([eventOf('after')]);
    await expect.poll(() => heard.map(({ d }) => d['id'])).toContain('after');
  } finally {
    await Promise.all([running.close(), restarted.close()]);
    await Promise.all(pools.map((pool) => pool.end()));
    await own.end();
  }
});
