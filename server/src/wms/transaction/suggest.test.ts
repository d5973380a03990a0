// Cost of suggesting boxes for long documents, and who bears it.
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { PAGE_ROLE_HEADER } from '@kuwei/contract/constants';
import { pathOf } from '@kuwei/contract/route';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScene, saltLine, submitted, type Scene } from '../../../test/_flow.ts';
import { post } from '../../../test/_stock.ts';

const LINES = 40;

let scene: Scene;
const params = { id: '' };
/** Statements since it was last cleared. */
let asked: string[] = [];
/** Checks whether the awaited condition holds. */
let look = (): void => {};
beforeAll(async () => {
  scene = await openScene();
  const { world, cast, places } = scene;
  const lines = Array.from({ length: LINES }, (_, n) => saltLine(places, '9000', { batchNo: `B${n}` }));
  ({ id: params.id } = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines }));
  world.services.db = world.services.db.withPlugin({
    transformQuery: ({ node }) => {
      asked.push(JSON.stringify(node));
      look();
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await world.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => scene.world.end());

const count = (part: RegExp): number => asked.filter((text) => part.test(text)).length;
const suggest = (id = params.id) => scene.cast.keeper.call(routes.suggestBoxes, { params: { id }, body: {} });
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise<void>((resolve) => (look = resolve));
};

test('[F-R5] forty lines take as many statements as one, even if they find no room', async () => {
  const { cast, places } = scene;
  const lines = [saltLine(places, '1', { batchNo: 'B1' })];
  const short = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines });
  expect((await suggest(short.id)).data).toMatchObject([{ short: '0' }]);
  // Fills the per-process caches.
  asked = [];
  await suggest(short.id);
  const forOne = asked.length;
  asked = [];
  const { data } = await suggest();
  expect(data).toHaveLength(LINES);
  expect(data.at(-1)).toMatchObject({ boxes: [], short: '9000' });
  expect(data.at(-1)!.refused.length).toBeGreaterThan(0);
  expect(asked).toHaveLength(forOne);
});

test('[F-R5] a collection is offered the batch that its line names, and its own reservations before stock reserved by others', async () => {
  const { world, cast, places } = scene;
  const { db } = world.services;
  const box = 'W2-B-R1-B1';
  const salt = { product: 'C-NACL', owner: 'LAB-CATALYSIS', box, qty: '5' };
  await post(db, [
    { ...salt, batch: 'EARLY', expiresOn: '2030-01-01' },
    { ...salt, batch: 'LATE', expiresOn: '2031-01-01' },
  ]);
  const line = (qty: string, batchNo: string) => saltLine(places, qty, { batchNo, expiresOn: null });
  const lines = [line('2', 'LATE'), line('3', 'LATE'), line('1', 'EARLY')];
  const { id } = await submitted(cast.teacher, { type: 'OUTBOUND', warehouseId: places.w2, lines });
  asked = [];
  const { data } = await suggest(id);
  expect(data.map(({ boxes, short }) => [boxes.map(({ batchNo, qty }) => `${batchNo} ${qty}`), short])).toEqual([
    [['LATE 2'], '0'],
    [['LATE 3'], '0'],
    [['EARLY 1'], '0'],
  ]);
  expect(count(/ as free\b/)).toBe(1);
});

test('[F-J3] suggestions are made one at a time per user, and aborted requests are dropped', async () => {
  const { world, cast } = scene;
  const { port } = world.app.server.address() as AddressInfo;
  const lock = await world.services.db.startTransaction().execute();
  await sql`lock table wms_container in access exclusive mode`.execute(lock);
  const leaving = new AbortController();
  const headers = {
    authorization: `Bearer ${cast.keeper.token}`,
    [PAGE_ROLE_HEADER]: 'ROLE_WAREHOUSE_ADMIN',
    'content-type': 'application/json',
  };
  const url = `http://127.0.0.1:${port}/api${pathOf(routes.suggestBoxes, params)}`;
  let closed = 0;
  world.app.server.on('request', (_, reply) =>
    reply.on('close', () => {
      closed++;
      look();
    }),
  );
  asked = [];
  const statuses: number[] = [];
  const call = async (): Promise<void> => {
    statuses.push((await fetch(url, { method: 'POST', headers, body: '{}', signal: leaving.signal })).status);
    look();
  };
  const calls = Array.from({ length: 8 }, () => call().catch(() => {}));
  await until(() => statuses.length === 3 && count(/from wms_container\b/) === 1);
  expect(statuses).toEqual([429, 429, 429]);
  leaving.abort();
  await until(() => closed === calls.length);
  await lock.rollback().execute();
  // Queued requests are served one after the other.
  while ((await suggest()).status === 429) await setImmediate();
  expect(count(/from wms_container\b/)).toBe(1 + 1);
  // An aborted request is not logged as a failure.
  await world.services.calls.flush();
  const { rows } = await sql`select action, change from sys_log where kind = 'ERROR'`.execute(world.services.db);
  expect(rows).toEqual([]);
});
