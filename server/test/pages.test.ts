import { msgInboxRoutes as inbox } from '@kuwei/contract/sys/msg-inbox';
import { productBoxRoutes as stock } from '@kuwei/contract/wms/product-box';
import { productRoutes as products } from '@kuwei/contract/wms/product';
import { transactionRoutes as transactions } from '@kuwei/contract/wms/transaction';
import { containerRoutes as containers } from '@kuwei/contract/wms/container';
import { boxRoutes as boxes } from '@kuwei/contract/wms/warehouse-box';
import { warehouseRoutes as warehouses } from '@kuwei/contract/wms/warehouse';
import { LINES_MAX } from '@kuwei/contract/wms/transaction-form';
import { sql } from 'kysely';
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

/** In the inbox of one person. */
const MESSAGES = 10_000;

/** As `fillWarehouse` numbers them. */
const DOCUMENTS = Array.from({ length: LARGE.ledger / 10 }, (_, n) => `BENCH${String(n).padStart(6, '0')}`);

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
    return person.call(boxes.selectBoxes, { query, body: {} });
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
const ledgerBy = (q: string): (typeof lists)[number] => [
  `ledger by ${q}, of ${DOCUMENTS.filter((no) => no.includes(q)).length} documents`,
  ({ person }) => person.call(stock.listLedger, { query: { q } }),
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
  ['messages', ({ person }) => person.call(inbox.listMine, {})],
  ['unread messages', ({ person }) => person.call(inbox.listMine, { query: { state: ['NEW'] } })],
  ['number of unread messages', ({ person }) => person.call(inbox.countMine, { query: { state: ['NEW'] } })],
  ...(['name', '-code', '-updatedAt'] as const).map((sort): (typeof lists)[number] => [
    `products by ${sort}`,
    ({ person }) => person.call(products.listProducts, { query: { sort } }),
  ]),
  ['products by a text', ({ person }) => person.call(products.listProducts, { query: { q: 'bench reagent' } })],
  ledgerBy('BENCH'),
  ledgerBy('BENCH0051'),
];

test.each(bounded)('[F-R6] the first page reads 2,000 buffers at the most: %s', async (_, call) => {
  expect(sum(await large.buffersOf(call))).toBeLessThanOrEqual(2_000);
});

test('[F-R6] the stock of a product is read in the order in which it is shown', async () => {
  const buffers = await large.buffersOf(({ person, goods }) =>
    person.call(stock.listStock, { query: { productId: goods.rareProductId } }),
  );
  const rows = 500;
  expect(sum(buffers)).toBeLessThan(rows);
});

test('[F-R6] documents whose entries lie deep in the ledger are found by reading it once, not a document for each entry', async () => {
  const [, call] = ledgerBy('BENCH005');
  const entriesPerPage = 40;
  expect(sum(await large.buffersOf(call))).toBeLessThan((1.5 * LARGE.ledger) / entriesPerPage);
});

test('[F-R6] drafts of 500 lines are listed by reading each line once, and its batch', async () => {
  const { world, person, buffersOf } = large;
  const { db } = world.services;
  const drafts = 20;
  await sql`
    with draft as (
      insert into wms_transaction (id, no, type, source, owner_org_id, applicant_id, created_by, warehouse_id)
      select gen_random_uuid(), 'LONG' || n, 'MOVE', 'ADMIN', w.org_id, ${person.id}, ${person.id}, w.id
        from generate_series(1, ${drafts}) n, (select * from wms_warehouse where code = 'BENCH-A') w
      returning id)
    insert into wms_transaction_line (id, transaction_id, line_no, product_id, batch_no, qty, qty_req, unit, unit_factor)
    select gen_random_uuid(), d.id, p.n, p.id, 'B1', 1, 1, 'PIECE', 1
      from draft d, (select id, row_number() over (order by id) as n from wms_product where state = 'ACTIVE' limit ${LINES_MAX}) p`.execute(
    db,
  );
  await sql`vacuum analyze wms_transaction_line`.execute(db);
  const read = sum(await buffersOf((of) => of.person.call(transactions.listTransactions, { query: { type: 'MOVE' } })));
  // A batch is two levels of its index.
  expect(read).toBeLessThan(drafts * LINES_MAX * 3);
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

/** Every document is about goods: the list finds it by their names. */
const giveLines = (client: Client) =>
  client.query(`
    insert into wms_transaction_line (id, transaction_id, line_no, product_id, qty, qty_req, qty_appr, qty_done, unit, unit_factor)
    select gen_random_uuid(), t.id, n, p.id, 1, 1, 1, 1, 'PIECE', 1
      from (select id, row_number() over (order by no) as place from wms_transaction where no like 'BENCH%') t
     cross join generate_series(1, 5) n
      join wms_product p on p.code = 'BENCH-' || (t.place * 5 + n) * 7919 % 2000
     order by t.place, n`);

/** A long time of them, of which half are unread. */
const giveMessages = (client: Client, userId: string) =>
  client.query(
    `with message as (
       insert into sys_message (id, kind, title, content, sent, created_at)
       select gen_random_uuid(), 'NOTICE', 'Message ' || n, 'Content', at, at
         from generate_series(1, $2::int) n, lateral (select now() - n * interval '1 hour' as at) x
       returning id, created_at)
     insert into sys_message_copy (id, message_id, user_id, state, created_at)
     select gen_random_uuid(), id, $1, case row_number() over () % 2 when 0 then 'NEW' else 'READ' end, created_at from message`,
    [userId, MESSAGES],
  );

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

async function filled(size: Size): Promise<Filled> {
  const world = await openWorld();
  const client = new Client({ connectionString: world.database.url });
  await client.connect();
  const goods = await fillWarehouse(client, size, false);
  await giveLines(client);
  await client.query('vacuum (analyze) wms_transaction_line');
  const person = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  await giveMessages(client, person.id);
  await client.query('vacuum (analyze) sys_message, sys_message_copy');
  const heard = listen(world);
  const buffersOf: Filled['buffersOf'] = async (call) => {
    heard.length = 0;
    expect((await call(of)).status).toBe(200);
    const asked = heard.filter(({ text }) =>
      /from "?(wms_(product_box|ledger|transaction|product)|sys_message_copy)"? /.test(text),
    );
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
