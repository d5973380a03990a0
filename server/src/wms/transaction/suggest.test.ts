// What suggesting boxes for a long document costs, and whom.
import type { AddressInfo } from 'node:net';
import { PAGE_ROLE_HEADER } from '@kuwei/contract/constants';
import { pathOf } from '@kuwei/contract/route';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScene, saltLine, submitted, type Scene } from '../../../test/_flow.ts';

const LINES = 40;

let scene: Scene;
const params = { id: '' };
/** What the database was asked since it was last emptied. */
let asked: string[] = [];
beforeAll(async () => {
  scene = await openScene();
  const { world, cast, places } = scene;
  const lines = Array.from({ length: LINES }, (_, n) => saltLine(places, '9000', { batchNo: `B${n}` }));
  ({ id: params.id } = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines }));
  world.services.db = world.services.db.withPlugin({
    transformQuery: ({ node }) => {
      asked.push(JSON.stringify(node));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await world.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => scene.world.end());

const count = (part: RegExp): number => asked.filter((text) => part.test(text)).length;
const suggest = () => scene.cast.keeper.call(routes.suggestBoxes, { params });

test('places are looked up for all lines together, also where lines find no room', async () => {
  asked = [];
  const { data } = await suggest();
  expect(data).toHaveLength(LINES);
  expect(data.at(-1)).toMatchObject({ boxes: [], short: '9000' });
  expect(data.at(-1)!.refused.length).toBeGreaterThan(0);
  // Once for what is suggested, once for why the rest finds no box.
  expect(count(/from wms_container\b/)).toBe(2);
  expect(count(/with b as materialized/)).toBeLessThanOrEqual(3);
});

test('a person has one suggestion made at a time, and what nobody waits for any more is not made', async () => {
  const { world, cast } = scene;
  const { port } = world.app.server.address() as AddressInfo;
  const lock = await world.services.db.startTransaction().execute();
  await sql`lock table wms_container in access exclusive mode`.execute(lock);
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${cast.keeper.token}`, [PAGE_ROLE_HEADER]: 'ROLE_WAREHOUSE_ADMIN' };
  const url = `http://127.0.0.1:${port}/api${pathOf(routes.suggestBoxes, params)}`;
  let closed = 0;
  world.app.server.on('request', (_, reply) => reply.on('close', () => closed++));
  asked = [];
  const statuses: number[] = [];
  const calls = Array.from({ length: 8 }, () =>
    fetch(url, { headers, signal: leaving.signal }).then(
      ({ status }) => void statuses.push(status),
      () => {},
    ),
  );
  await expect.poll(() => statuses).toEqual([429, 429, 429]);
  await expect.poll(() => count(/from wms_container\b/)).toBe(1);
  leaving.abort();
  await expect.poll(() => closed).toBe(calls.length);
  await lock.rollback().execute();
  await expect.poll(async () => (await suggest()).status).toBe(200);
  expect(count(/from wms_container\b/)).toBe(1 + 2);
  expect(count(/"wms_batch".*"batch_no"/)).toBe(LINES);
});
