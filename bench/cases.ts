// What is measured: reads and writes as people cause them, by each contender.
import type { Client as Connection } from 'pg';
import { Client } from '../e2e/_client.ts';
import { startProduct } from '../e2e/_product.ts';
import { bareWrites, makeDeposits, makeHotStock, makeRequests, type Document } from './documents.ts';
import { findPgbench, runPgbench, startBare } from './contender.ts';
import type { Goods } from './goods.ts';
import { shoot, spareFor, type Call, type Measured } from './shot.ts';
import { openTap, type Statement } from './tap.ts';

export type Contender = 'ours' | 'bare' | 'pgbench';

export interface Case {
  name: string;
  /** Ours must reach this part of bare. */
  goal?: number;
  run: Partial<Record<Contender, () => Promise<Measured>>>;
}

export interface Ground {
  /** Of the product. */
  url: string;
  databaseUrl: string;
  connection: Connection;
  goods: Goods;
  /** Of one measurement. */
  seconds: number;
}

const CONNECTIONS = 16;
const CROWD = 64;
/** Connections to the database that ours and bare have. */
const POOL = 16;
/** Documents prepared for a second of writing: more than can be done in one. */
const PER_SECOND = { ours: { flow: 120, finish: 400, reserve: 500 }, bare: { finish: 1_600, reserve: 1_600 } };

export interface Cases {
  cases: Case[];
  stop: () => void;
}

export async function makeCases(ground: Ground): Promise<Cases> {
  const { url, databaseUrl, connection, goods, seconds } = ground;
  const keeper = await Client.signIn(url, 'keeper', 'ROLE_WAREHOUSE_ADMIN');
  const teacher = await Client.signIn(url, 'teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const reviewer = await Client.signIn(url, 'reviewer', 'ROLE_WAREHOUSE_ADMIN');
  const lists = listsOf(goods);
  const sqlOf = await readAlong(databaseUrl, { ...lists.paths, get: `/wms/product-box/${goods.stockIds[0]!}` });
  const forAny = sqlOf['get']!.map((each) => ({
    ...each,
    values: each.values.map((value) => (value === goods.stockIds[0] ? '{id}' : value)),
  }));
  const stockId = await makeHotStock(connection);
  const { body: me } = await keeper.get<{ id: string }>('/auth/biz/user/by-me');
  const writes = bareWrites({ keeperId: me.id, stockId });
  const bare = await startBare({ databaseUrl, poolSize: POOL, reads: { ...sqlOf, get: forAny }, writes });
  const pgbench = findPgbench();

  const read = (server: string, paths: string[], headers: Record<string, string>): Promise<Measured> =>
    shoot({
      url: server,
      connections: CONNECTIONS,
      seconds,
      again: true,
      chains: paths.map((path) => [{ method: 'GET', path, headers }]),
    });
  const readCase = (name: string, key: string, paths: [ours: string[], bare: string[]], goal?: number): Case => ({
    name,
    ...(goal === undefined ? {} : { goal }),
    run: {
      ours: () => read(url, paths[0], keeper.headers),
      bare: () => read(bare.url, paths[1], {}),
      ...(pgbench === null
        ? {}
        : {
            pgbench: async () =>
              runPgbench(pgbench, databaseUrl, sqlOf[key]!, { connections: CONNECTIONS, seconds: Math.ceil(seconds) + 1 }),
          }),
    },
  });
  const write = async (server: string, connections: number, perSecond: number, make: (count: number) => Promise<Call[][]>) => {
    const count = Math.ceil((perSecond * seconds) / connections) * connections + spareFor(connections);
    return shoot({ url: server, connections, chains: await make(count), again: false, seconds });
  };
  const deposits = (state: 'DRAFT' | 'EXECUTING') => (count: number) => makeDeposits(connection, count, state);
  const requests = (count: number): Promise<Document[]> => makeRequests(connection, count, stockId);
  const chainsOf =
    (make: (count: number) => Promise<Document[]>, chain: (document: Document) => Call[]) => async (count: number) =>
      (await make(count)).map(chain);
  const put = (client: Client, id: string, action: string, body: object): Call => ({
    method: 'PUT',
    path: `/api/wms/transaction/${id}/${action}`,
    headers: { ...client.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const plain =
    (name: string) =>
    ({ id }: Document): Call[] => [{ method: 'PUT', path: `/${name}/${id}`, headers: {} }];

  const cases: Case[] = [
    ...lists.cases.map(({ name, key, goal }) => readCase(name, key, [[`/api${lists.paths[key]!}`], [`/${key}`]], goal)),
    readCase(
      'Get one',
      'get',
      [goods.stockIds.map((id) => `/api/wms/product-box/${id}`), goods.stockIds.map((id) => `/get/${id}`)],
      0.5,
    ),
    {
      name: 'Submit, approve, assign, finish a deposit',
      run: {
        ours: () =>
          write(
            url,
            CONNECTIONS,
            PER_SECOND.ours.flow,
            chainsOf(deposits('DRAFT'), ({ id, lineId, boxId }) => [
              put(teacher, id, 'submit', { rev: 1 }),
              put(reviewer, id, 'approve', { rev: 2 }),
              put(keeper, id, 'box', { rev: 3, lines: [{ lineId, boxes: [{ boxId, qty: '1' }] }] }),
              put(keeper, id, 'finish', { rev: 4 }),
            ]),
          ),
      },
    },
    {
      name: 'Post a deposit, one commit',
      goal: 0.5,
      run: {
        ours: () =>
          write(
            url,
            CONNECTIONS,
            PER_SECOND.ours.finish,
            chainsOf(deposits('EXECUTING'), ({ id }) => [put(keeper, id, 'finish', { rev: 1 })]),
          ),
        bare: () => write(bare.url, CONNECTIONS, PER_SECOND.bare.finish, chainsOf(deposits('EXECUTING'), plain('finish'))),
      },
    },
    {
      name: `One stock row, ${CROWD} people ask for a piece`,
      run: {
        ours: () =>
          write(
            url,
            CROWD,
            PER_SECOND.ours.reserve,
            chainsOf(requests, ({ id }) => [put(teacher, id, 'submit', { rev: 1 })]),
          ),
        bare: () => write(bare.url, CROWD, PER_SECOND.bare.reserve, chainsOf(requests, plain('reserve'))),
      },
    },
  ];
  return { cases, stop: bare.stop };
}

/** Stock lists, with the total they come with. */
function listsOf({ bigWarehouseId, rareProductId }: Goods) {
  return {
    paths: {
      broad: `/wms/product-box?warehouseId=${bigWarehouseId}`,
      selective: `/wms/product-box?productId=${rareProductId}`,
      sorted: `/wms/product-box?warehouseId=${bigWarehouseId}&sort=-qty`,
      search: '/wms/product-box?q=jzsj%2077',
    } as Record<string, string>,
    cases: [
      { name: 'Stock list, 75 % match', key: 'broad', goal: 0.6 },
      { name: 'Stock list, 500 match', key: 'selective', goal: 0.6 },
      { name: 'Stock list, 75 % match, by quantity', key: 'sorted', goal: 0.6 },
      { name: 'Stock list, searched', key: 'search' },
    ] as { name: string; key: string; goal?: number }[],
  };
}

/** The last SQL behind each path: what finds and counts the stock, without what finds out who may see it. */
async function readAlong(databaseUrl: string, paths: Record<string, string>): Promise<Record<string, Statement[]>> {
  const tap = await openTap(databaseUrl);
  const product = await startProduct({ DATABASE_URL: tap.url });
  try {
    const keeper = await Client.signIn(product.url, 'keeper', 'ROLE_WAREHOUSE_ADMIN');
    const heard: Record<string, Statement[]> = {};
    for (const [key, path] of Object.entries(paths)) {
      tap.take();
      const { status, body } = await keeper.get(path);
      if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
      heard[key] = tap.take().filter(({ sql }) => sql.includes('from wms_product_box s'));
      if (heard[key].length === 0) throw new Error(`${path} asked for no stock`);
    }
    return heard;
  } finally {
    await product.dispose();
    tap.close();
  }
}
