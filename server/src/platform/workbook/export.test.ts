// @module-tag long
import { readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { PAGE_ROLE_HEADER } from '@kuwei/contract/constants';
import { productRoutes } from '@kuwei/contract/wms/product';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

/** Enough that the reader's buffers hold only a small part of it. */
const PRODUCTS = 12_000;

let world: World;
let keeper: Person;
let port: number;
beforeAll(async () => {
  world = await openWorld();
  keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  await sql`insert into wms_product (id, code, name, category_id, kind, base_unit, search, remark)
    select gen_random_uuid(), 'EXPORT-' || n, '产品 ' || n, (select id from wms_category limit 1), 'OTHER', 'BOTTLE', 'export-' || n,
           (select string_agg(md5((n * 100 + part)::text), '') from generate_series(1, 20) part)
      from generate_series(1, ${PRODUCTS}::int) n`.execute(world.services.db);
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  port = (world.app.server.address() as AddressInfo).port;
});
afterAll(() => world.end());

const begin = (): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const path = `/api${productRoutes.exportProducts.path}?q=EXPORT`;
    const headers = { authorization: `Bearer ${keeper.token}`, [PAGE_ROLE_HEADER]: 'ROLE_WAREHOUSE_ADMIN' };
    request({ port, path, headers }, resolve).on('error', reject).end();
  });

/** When products were last queried, and how many connections are active or in a transaction. */
async function atDatabase(): Promise<{ last: string; busy: number }> {
  const { rows } = await sql<{ last: string; busy: number }>`
    select max(query_start)::text as last, count(*) filter (where state <> 'idle' or xact_start is not null)::int as busy
      from pg_stat_activity
     where datname = current_database() and query like '%wms_product%' and pid <> pg_backend_pid()`.execute(world.services.db);
  return rows[0]!;
}

const filesKept = async (): Promise<unknown> => [
  await world.services.db.selectFrom('sys_file').select('id').orderBy('id').execute(),
  readdirSync(tmpdir())
    .filter((name) => name.startsWith('kuwei-upload'))
    .flatMap((name) => readdirSync(join(tmpdir(), name)))
    // Other processes receive files at the same time.
    .filter((name) => name.startsWith(`${process.pid}-`)),
];

test('a cancelled export stops reading, releases its connection and leaves no file', async () => {
  const { pool } = world.database;
  const before = await filesKept();
  const running = await Promise.all([begin(), begin()]);
  for (const response of running) {
    expect(response.statusCode).toBe(200);
    await new Promise((resolve) => response.once('data', resolve));
    response.destroy();
  }
  await vi.waitFor(async () => expect(await atDatabase()).toMatchObject({ busy: 0 }), 20_000);
  // A chunk requested before the cancellation may still arrive.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const stopped = await atDatabase();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await atDatabase(), 'no reads after the cancellation').toEqual(stopped);
  expect([pool.idleCount, pool.waitingCount]).toEqual([pool.totalCount, 0]);
  expect(await filesKept()).toEqual(before);

  const whole = await begin();
  let size = 0;
  for await (const chunk of whole) size += (chunk as Buffer).length;
  expect(size, 'the next export has all of it').toBeGreaterThan(PRODUCTS * 200);
});
