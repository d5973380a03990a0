import { productBoxRoutes as stock } from '@kuwei/contract/wms/product-box';
import { productRoutes as products } from '@kuwei/contract/wms/product';
import { transactionRoutes as transactions } from '@kuwei/contract/wms/transaction';
import { containerRoutes as containers } from '@kuwei/contract/wms/container';
import { boxRoutes as boxes } from '@kuwei/contract/wms/warehouse-box';
import { warehouseRoutes as warehouses } from '@kuwei/contract/wms/warehouse';
import { Client, type PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Answer, type Person, type World } from './_world.ts';
import { noteBalances } from '../src/wms/ledger/balances.ts';
import { fillWarehouse, type Goods, type Size } from '../../bench/goods.ts';

// What a page costs is counted in buffers, which no other load on the machine changes.
const SMALL: Size = { stock: 2_000, ledger: 10_000 };
const LARGE: Size = { stock: 20_000, ledger: 100_000 };

/** Ten times as much may cost a level more in the trees in which each of twenty rows is looked up, and no more. */
const GROWTH_MAX = 100;

interface Filled {
  world: World;
  goods: Goods;
  person: Person;
  /** Of each statement that a call asks of the lists' tables. */
  buffersOf: (call: (of: Filled) => Promise<Answer<unknown>>) => Promise<number[]>;
}

let small: Filled;
let large: Filled;
beforeAll(async () => {
  small = await filled(SMALL);
  large = await filled(LARGE);
}, 180_000);
afterAll(() => Promise.all([small, large].map(({ world }) => world.end())));

const lists: [name: string, call: (of: Filled) => Promise<Answer<unknown>>][] = [
  ['stock', ({ person }) => person.call(stock.listStock, { query: {} })],
  ['stock of a warehouse', ({ person, goods }) => person.call(stock.listStock, { query: { warehouseId: goods.bigWarehouseId } })],
  ['stock by quantity', ({ person }) => person.call(stock.listStock, { query: { sort: '-qty' } })],
  ['ledger', ({ person }) => person.call(stock.listLedger, { query: {} })],
  ['ledger, in its depth', ({ person }) => person.call(stock.listLedger, { query: { before: SMALL.ledger / 2 } })],
  ['documents', ({ person }) => person.call(transactions.listTransactions, { query: { type: 'INBOUND' } })],
  [
    'reviews that wait',
    ({ person }) => person.call(transactions.listTransactions, { query: { type: 'INBOUND', waiting: true } }),
  ],
  [
    'documents to execute',
    ({ person }) => person.call(transactions.listTransactions, { query: { type: 'OUTBOUND', task: 'execute' } }),
  ],
  ['products', ({ person }) => person.call(products.listProducts, { query: {} })],
  [
    '[F-R6] documents by a part of a number',
    ({ person }) => person.call(transactions.listTransactions, { query: { type: 'INBOUND', q: 'BENCH000124' } }),
  ],
];

test.each(lists)('the first page costs the same however much there is: %s', async (_, call) => {
  const [before, after] = [await small.buffersOf(call), await large.buffersOf(call)];
  expect(before.length).toBeGreaterThan(0);
  expect(after.length).toBe(before.length);
  for (const [at, buffers] of after.entries()) expect(buffers).toBeLessThanOrEqual(before[at]! + GROWTH_MAX);
});

test('[F-R5] choosing a box reads the stock of its warehouse at once, not box by box', async () => {
  const buffers = await large.buffersOf(({ person, goods }) => {
    const query = { warehouseId: goods.bigWarehouseId, productId: goods.rareProductId, qty: '1', fitting: true };
    return person.call(boxes.selectBoxes, { query });
  });
  const inWarehouse = 2_000;
  expect(sum(buffers)).toBeLessThan(inWarehouse);
});

const documentSorts = ['no', 'createdAt', 'submittedAt', 'updatedAt', 'planDate', 'state'] as const;
const documentsBy = (sort: `${'' | '-'}${(typeof documentSorts)[number]}`): (typeof lists)[number] => [
  `documents by ${sort}`,
  ({ person }) => person.call(transactions.listTransactions, { query: { type: 'INBOUND', sort } }),
];
const documentsWith = (query: {
  q?: string;
  mine?: boolean;
  overdue?: boolean;
  controlled?: boolean;
}): (typeof lists)[number] => [
  `documents with ${JSON.stringify(query)}`,
  ({ person }) => person.call(transactions.listTransactions, { query: { type: 'INBOUND', ...query } }),
];
const bounded: typeof lists = [
  ...documentSorts.flatMap((sort) => [documentsBy(sort), documentsBy(`-${sort}`)]),
  ...[{ q: 'BENCH000124' }, { q: '没有这样的' }, { mine: true }, { overdue: true }, { controlled: true }].map(documentsWith),
  ...([true, false] as const).map((occupied): (typeof lists)[number] => [
    `boxes that are ${occupied ? '' : 'not '}occupied`,
    ({ person }) => person.call(boxes.listBoxes, { query: { occupied } }),
  ]),
  ['warehouses', ({ person }) => person.call(warehouses.listWarehouses, { query: {} })],
  ['containers', ({ person }) => person.call(containers.listContainers, { query: {} })],
  ['stock that is not available', ({ person }) => person.call(stock.listStock, { query: { available: false } })],
];

test.each(bounded)('[F-R6] the first page reads 2,000 buffers at the most: %s', async (_, call) => {
  expect(sum(await large.buffersOf(call))).toBeLessThanOrEqual(2_000);
});

test.each(['qty', '-lastMoveAt'] as const)('[F-R6] stock as it stood a year ago is not replayed row by row: %s', async (sort) => {
  const asOf = new Date(Date.now() - 350 * 86_400_000).toISOString();
  const call = ({ person }: Filled) => person.call(stock.listStock, { query: { asOf, sort } });
  const replayed = sum(await large.buffersOf(call));
  await noteBalances(large.world.services);
  const noted = sum(await large.buffersOf(call));
  expect(noted).toBeLessThan(LARGE.stock);
  // The second sort finds balances there already.
  if (sort === 'qty') expect(replayed).toBeGreaterThan(LARGE.stock * 4);
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

async function filled(size: Size): Promise<Filled> {
  const world = await openWorld();
  const client = new Client({ connectionString: world.database.url });
  await client.connect();
  const goods = await fillWarehouse(client, size, false);
  const person = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const heard = listen(world);
  const buffersOf: Filled['buffersOf'] = async (call) => {
    heard.length = 0;
    expect((await call(of)).status).toBe(200);
    const asked = heard.filter(({ text }) => /from "?wms_(product_box|ledger|transaction|product)"? /.test(text));
    const buffers: number[] = [];
    for (const { text, values } of asked.toSorted((a, b) => (a.text < b.text ? -1 : 1))) {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        `explain (analyze, buffers, format json) ${text}`,
        values,
      );
      const { Plan } = rows[0]!['QUERY PLAN'][0];
      buffers.push(Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!);
    }
    return buffers;
  };
  const of: Filled = { world: { ...world, end: () => client.end().then(world.end) }, goods, person, buffersOf };
  return of;
}

interface Heard {
  text: string;
  values: unknown[];
}

/** Everything that the server asks the database from now on. */
function listen({ database: { pool } }: World): Heard[] {
  const heard: Heard[] = [];
  const listened = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (listened.has(client)) return;
    listened.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((text: unknown, values?: unknown[], ...rest: unknown[]) => {
      if (typeof text === 'string') heard.push({ text, values: values ?? [] });
      return query(text, values, ...rest);
    }) as PoolClient['query'];
  });
  return heard;
}
