// @module-tag alone
// First pages of users with data rules of every kind at once (decision 120).
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillWarehouse } from '../../bench/goods.ts';
import { fillQueues } from '../../bench/queues.ts';
import { writeBalances } from '../src/wms/ledger/balances.ts';
import { day } from './_days.ts';
import {
  buffersOf,
  recordQueries,
  listRoutes,
  questionsOf,
  viewersOf,
  type RecordedQuery,
  type Question,
  type Samples,
} from './_list-queries.ts';
import { insertRules } from './_rules.ts';
import { openWorld, type Person, type World } from './_world.ts';

/** For a tenth of the documents that lists must support, including their rows. */
const DOCUMENTS_MAX = 1_650;
/** Cost of an estimate and a lookup with no result. */
const NOTHING_MAX = 60;
const STOCK_MAX = 500;
/** Each past row that has moved since is looked up in the ledger. */
const THEN_MAX = 6_000;

let world: World;
let client: Client;
let recorded: RecordedQuery[];
beforeAll(async () => {
  world = await openWorld();
  client = new Client({ connectionString: world.database.url });
  await client.connect();
  await fillWarehouse(client, { stock: 10_000, ledger: 100_000 }, false);
  await fillQueues(client, { review: 400, work: 100, messages: 20 });
  await writeBalances(world.services);
  await client.query('vacuum (analyze) wms_stock_balance');
  await insertRules(client);
  recorded = recordQueries(world);
});
afterAll(() => client.end().then(world.end));

const id = async (from: string): Promise<string> =>
  (await client.query<{ id: string }>(`select id from ${from} limit 1`)).rows[0]!.id;

async function samples(): Promise<Samples> {
  const flags = 'mine waiting controlled overdue depositOverdue frozen available withEmpty'.split(' ');
  return {
    ...Object.fromEntries(flags.map((flag) => [flag, [true, false]])),
    q: ['BENCH-1999', '没有这样的'],
    ownerOrgId: [await id(`wms_org where code = 'LAB-CATALYSIS'`), await id(`wms_org where code = 'SUP-BOLIN'`)],
    warehouseId: [await id(`wms_warehouse where code = 'BENCH-A'`), await id(`wms_warehouse where code = 'W1'`)],
    productId: [await id(`wms_product where code = 'BENCH-0'`)],
    categoryId: [await id('wms_category order by code')],
    containerId: [await id(`wms_container where code = 'S7'`)],
    boxId: [await id(`wms_warehouse_box where code like 'BENCH-A-S7-%'`)],
    batchId: [await id(`wms_batch where batch_no = 'B77-1'`)],
    expiresBefore: [day(400)],
    from: [day(-1), day(-400)],
    to: [day(-1), day(-700)],
    controlFlag: ['TOXIC'],
    asOf: [`${day(-350)}T00:00:00.000Z`],
  };
}

const questions = async (list: string): Promise<Question[]> =>
  questionsOf(
    await viewersOf(world),
    await samples(),
    listRoutes.filter(([name]) => name === list),
  ).filter(({ name }) => / (?:manager|teacher) /.test(name));

/** Queries above the limit, with the buffers they read. */
async function findAboveLimit(asked: readonly Question[], most: number): Promise<string[]> {
  const found: string[] = [];
  for (const { name, ask } of asked) {
    recorded.length = 0;
    expect([name, (await ask()).status]).toEqual([name, 200]);
    let read = 0;
    for (const each of recorded.filter(({ text }) => !/^(begin|commit|rollback)/.test(text)))
      read += await buffersOf(client, each);
    if (read > most) found.push(`${read} ${name}`);
  }
  return found;
}

test('[F-R6] finding documents costs at most a page, by whichever ground they are visible', async () => {
  const asked = (await questions('listTransactions')).filter(({ name }) =>
    /sort=-?(?:no|createdAt|submittedAt|planDate)$/.test(name),
  );
  expect(asked.length).toBeGreaterThan(500);
  expect(await findAboveLimit(asked, DOCUMENTS_MAX)).toEqual([]);
}, 300_000);

test('[F-R6] documents of an invisible owner or warehouse are not read', async () => {
  const [owner, warehouse] = [(await samples())['ownerOrgId']![1]!, (await samples())['warehouseId']![1]!];
  const asked = (await questions('listTransactions')).filter(
    ({ name }) => name.includes(' teacher ') && (name.includes(String(owner)) || name.includes(String(warehouse))),
  );
  expect(asked.length).toBeGreaterThan(20);
  expect(await findAboveLimit(asked, NOTHING_MAX)).toEqual([]);
});

test('[F-R6] stock of a fully visible owner or warehouse is read in owner order until a page is full', async () => {
  const { ownerOrgId, warehouseId } = await samples();
  const asked = (await questions('listStock')).filter(
    ({ name }) =>
      /&sort=-?owner$/.test(name) && name.includes(String(name.includes(' teacher ') ? ownerOrgId![0] : warehouseId![0])),
  );
  expect(asked.length).toBe(4);
  expect(await findAboveLimit(asked, STOCK_MAX)).toEqual([]);
});

test('[F-R6] past stock looks up only the page in the ledger, with a capped count', async () => {
  const asked = (await questions('listStock')).filter(({ name }) => name.includes('asOf='));
  expect(asked.length).toBeGreaterThan(20);
  expect(await findAboveLimit(asked, THEN_MAX)).toEqual([]);
});

test('[F-3P8] reading a stock row is one statement, with or without data rules, own or granted', async () => {
  const [ruled, plain] = [
    await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS'),
    await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO'),
  ];
  const readOf = async (person: Person, which: string): Promise<number> => {
    const of = await id(`(select s.id, w.code as warehouse, o.code as owner from wms_product_box s
      join wms_org o on o.id = s.owner_org_id join wms_warehouse w on w.id = s.warehouse_id where s.qty > 0) s where ${which}`);
    recorded.length = 0;
    expect((await person.call(productBoxRoutes.getStock, { params: { id: of } })).status).toBe(200);
    // A new session is loaded first.
    const asked = recorded.filter(({ text }) => text.includes('wms_product_box'));
    expect(asked.length).toBe(1);
    // Warms the connection's catalog cache.
    await buffersOf(client, asked[0]!);
    return buffersOf(client, asked[0]!);
  };
  const own = await readOf(ruled, `s.owner = 'LAB-CATALYSIS' and s.warehouse = 'BENCH-A'`);
  const opened = await readOf(ruled, `s.owner not in ('LAB-CATALYSIS', 'LAB-BIO') and s.warehouse = 'BENCH-B'`);
  const without = await readOf(plain, `s.owner = 'LAB-BIO' and s.warehouse = 'BENCH-A'`);
  expect(Math.max(own, opened)).toBeLessThanOrEqual(without * 1.5);
});
