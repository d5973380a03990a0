// Benchmark cases: typical reads and writes, for each contender.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { IDEMPOTENCY_HEADER } from '@kuwei/contract/constants';
import type { Client as Connection } from 'pg';
import { Client } from '../e2e/_client.ts';
import { startBare } from './contender.ts';
import { makeDeposits, makeHotStock, makeRequests, type Document } from './documents.ts';
import { signInCrowd } from './people.ts';
import type { Goods } from './goods.ts';
import { processorOf } from './processor.ts';
import { BENCH_FINISH, bareReads, bareWrites } from './bare-statements.ts';
import { statisticsCases, statisticsReads } from './statistics.ts';
import { runLoad, spareFor, type Call, type Measured, type LoadRun } from './load.ts';

/** `function`: the bare server with its transaction as one database function. */
export type Contender = 'ours' | 'bare' | 'function';

export interface BenchTurn extends Measured {
  /** Processor time per call of Node and PostgreSQL in milliseconds; null where unavailable. */
  processor: { node: number; database: number } | null;
}

export interface Case {
  name: string;
  /** Required ratio of ours to bare. */
  goal?: number;
  /** Ours reads stored aggregates and bare reads all rows, so bare may be much slower. */
  isPrepared?: true;
  run: Partial<Record<Contender, () => Promise<BenchTurn>>>;
}

export interface BenchContext {
  /** Of our server. */
  url: string;
  /** Processes of our server and its database. */
  pid: number;
  postmaster: number;
  databaseUrl: string;
  connection: Connection;
  goods: Goods;
  /** Per measurement. */
  seconds: number;
}

const CONNECTIONS = 16;
const CROWD = 64;
/** Multiplier of seconds for cases with one user at a time. */
const FEW = 2;
/** Seconds of warm-up before each turn, in which connections plan their statements, as a running server has done long ago. */
const WARM_UP = 0.5;
/** Seconds of warm-up before a turn of writes, each of which has sixteen statements. */
const WARM_UP_WRITES = 1;
/** Database connections of each contender. */
const POOL = 16;
/** Pages of a list read in turn. */
const PAGES = 300;
/** Documents read in turn. */
const DOCUMENTS_READ = 500;
/** Documents prepared per second of writing: more than can be processed. */
const PER_SECOND = { ours: { flow: 120, finish: 400, reserve: 500 }, bare: { finish: 1_600, reserve: 1_600 } };

export interface Cases {
  cases: Case[];
  stop: () => Promise<void>;
}

export async function makeCases(ground: BenchContext): Promise<Cases> {
  const { url, pid, postmaster, databaseUrl, connection, goods, seconds } = ground;
  const keeper = await Client.signIn(url, 'keeper', 'ROLE_WAREHOUSE_ADMIN');
  const manager = await Client.signIn(url, 'manager', 'ROLE_WAREHOUSE_ADMIN');
  const teacher = await Client.signIn(url, 'teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const crowd = await signInCrowd(url, connection, CROWD);
  const reviewer = await Client.signIn(url, 'reviewer', 'ROLE_WAREHOUSE_ADMIN');
  const lists = listsOf(goods);
  const stockId = await makeHotStock(connection);
  const { body: me } = await keeper.get<{ id: string }>('/auth/biz/user/by-me');
  await connection.query(BENCH_FINISH);
  const writes = bareWrites({ keeperId: me.id, stockId });
  const bare = await startBare({
    databaseUrl,
    poolSize: POOL,
    reads: { ...bareReads, ...statisticsReads(goods) },
    writes,
  });
  const pids: Record<string, number> = { [url]: pid, [bare.url]: bare.pid };
  await assertSameAnswers(
    keeper,
    bare.url,
    lists.flatMap(({ ours, bare: theirs }) => [0, ours.length - 1].map((at) => [ours[at]!, theirs[at]!] as const)),
  );
  const [oneId] = goods.stockIds;
  const documentIds = (await makeDeposits(connection, DOCUMENTS_READ, 'EXECUTING')).map(({ id }) => id);
  await assertSameAnswers(keeper, bare.url, [
    [`/wms/product-box/${oneId!}`, `/get/${oneId!}`],
    [`/wms/transaction/${documentIds[0]!}`, `/document/${documentIds[0]!}`],
  ]);

  const timed = async (shot: LoadRun): Promise<BenchTurn> => {
    const before = processorOf(pids[shot.url]!, postmaster);
    const measured = await runLoad(shot);
    const after = processorOf(pids[shot.url]!, postmaster);
    const processor = before &&
      after && {
        node: (after.node - before.node) / measured.calls,
        database: (after.database - before.database) / measured.calls,
      };
    return { ...measured, processor };
  };
  const warmUp = Math.min(WARM_UP, seconds);
  const warmUpWrites = Math.min(WARM_UP_WRITES, seconds);
  const read = async (server: string, paths: string[], headers: Record<string, string>): Promise<BenchTurn> => {
    const chains = paths.map((path): Call[] => [{ method: 'GET', path, headers }]);
    const shot: LoadRun = { url: server, connections: CONNECTIONS, seconds, again: true, chains };
    await runLoad({ ...shot, seconds: warmUp });
    return timed(shot);
  };
  /** For slow cases: a single user, so that calls don't queue. */
  const few = (server: string, path: string, headers: Record<string, string>): Promise<BenchTurn> =>
    timed({ url: server, connections: 1, seconds: FEW * seconds, again: true, chains: [[{ method: 'GET', path, headers }]] });
  const readCase = (name: string, paths: [ours: string[], bare: string[]], goal: number): Case => ({
    name,
    goal,
    run: { ours: () => read(url, paths[0], keeper.headers), bare: () => read(bare.url, paths[1], {}) },
  });
  const write = async (server: string, connections: number, perSecond: number, make: (count: number) => Promise<Call[][]>) => {
    const countFor = (lasting: number): number =>
      Math.ceil((perSecond * lasting) / connections) * connections + spareFor(connections);
    // Made at once: to make more means to analyze, after which every connection plans its statements again.
    const warmUps = countFor(warmUpWrites);
    const chains = await make(warmUps + countFor(seconds));
    const shot = { url: server, connections, again: false };
    await runLoad({ ...shot, chains: chains.slice(0, warmUps), seconds: warmUpWrites });
    return timed({ ...shot, chains: chains.slice(warmUps), seconds });
  };
  const deposits = (state: 'DRAFT' | 'EXECUTING') => (count: number) => makeDeposits(connection, count, state);
  const requests = (count: number): Promise<Document[]> => makeRequests(connection, count, stockId, CROWD);
  const chainsOf =
    (make: (count: number) => Promise<Document[]>, chain: (document: Document, at: number) => Call[]) => async (count: number) =>
      (await make(count)).map(chain);
  const put = (client: Client, id: string, action: string, body: object): Call => ({
    method: 'PUT',
    path: `/api/wms/transaction/${id}/${action}`,
    // As the console sends it: the key prevents repeats.
    headers: { ...client.headers, 'content-type': 'application/json', [IDEMPOTENCY_HEADER]: randomUUID() },
    body: JSON.stringify(body),
  });
  const plain =
    (name: string) =>
    ({ id }: Document): Call[] => [{ method: 'PUT', path: `/${name}/${id}`, headers: {} }];

  const cases: Case[] = [
    ...lists.map(({ name, ours, bare: theirs }) => readCase(name, [ours.map((path) => `/api${path}`), theirs], 0.6)),
    readCase(
      'Get one',
      [goods.stockIds.map((id) => `/api/wms/product-box/${id}`), goods.stockIds.map((id) => `/get/${id}`)],
      0.6,
    ),
    readCase(
      'Document',
      [documentIds.map((id) => `/api/wms/transaction/${id}`), documentIds.map((id) => `/document/${id}`)],
      0.7,
    ),
    ...statisticsCases(goods).map(({ name, goal, ...paths }): Case => ({
      name,
      goal,
      isPrepared: true,
      run: { ours: () => few(url, paths.ours, manager.headers), bare: () => few(bare.url, paths.bare, {}) },
    })),
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
      goal: 0.4,
      run: {
        ours: () =>
          write(
            url,
            CONNECTIONS,
            PER_SECOND.ours.finish,
            chainsOf(deposits('EXECUTING'), ({ id }) => [put(keeper, id, 'finish', { rev: 1 })]),
          ),
        bare: () => write(bare.url, CONNECTIONS, PER_SECOND.bare.finish, chainsOf(deposits('EXECUTING'), plain('finish'))),
        function: () =>
          write(bare.url, CONNECTIONS, PER_SECOND.bare.finish, chainsOf(deposits('EXECUTING'), plain('finishInOne'))),
      },
    },
    {
      name: `One stock row, ${CROWD} people ask for a piece`,
      goal: 0.6,
      run: {
        ours: () =>
          write(
            url,
            CROWD,
            PER_SECOND.ours.reserve,
            chainsOf(requests, ({ id }, at) => [put(crowd[at % CROWD]!, id, 'submit', { rev: 1 })]),
          ),
        bare: () => write(bare.url, CROWD, PER_SECOND.bare.reserve, chainsOf(requests, plain('reserve'))),
      },
    },
  ];
  const stop = async (): Promise<void> => {
    bare.stop();
    // The proof reports any function that was not shipped.
    await connection.query('drop function bench_finish');
  };
  return { cases, stop };
}

interface ListCase {
  name: string;
  ours: string[];
  bare: string[];
}

/** Lists that the bare server answers as well: one repeated query, and queries that never repeat in a row. */
function listsOf({ bigWarehouseId, rareProductId, productIds }: Goods): ListCase[] {
  const pages = Array.from({ length: PAGES }, (_, at) => at + 1);
  const list = (name: string, keys: readonly (readonly [filter: string, bare: string])[]): ListCase => ({
    name: `Stock list, ${name}`,
    ours: keys.map(([filter]) => `/wms/product-box?${filter}`),
    bare: keys.map(([, path]) => path),
  });
  return [
    list(
      `${productIds.length} products in turn`,
      productIds.map((id) => [`productId=${id}`, `/product/${id}/1`]),
    ),
    list(
      `pages 1 to ${PAGES} in turn`,
      pages.map((page) => [`warehouseId=${bigWarehouseId}&page=${page}`, `/warehouse/${bigWarehouseId}/${page}`]),
    ),
    list('75 % match', [[`warehouseId=${bigWarehouseId}`, `/warehouse/${bigWarehouseId}/1`]]),
    list('500 match', [[`productId=${rareProductId}`, `/product/${rareProductId}/1`]]),
    list('75 % match, by quantity', [[`warehouseId=${bigWarehouseId}&sort=-qty`, `/byQuantity/${bigWarehouseId}/1`]]),
  ];
}

type Row = Record<string, unknown>;

/** @throws Error if replies of ours and bare differ, since a comparison would be meaningless */
async function assertSameAnswers(
  client: Client,
  bareUrl: string,
  paths: readonly (readonly [ours: string, bare: string])[],
): Promise<void> {
  for (const [path, barePath] of paths) {
    const { status, body } = await client.get<Row>(path);
    const rows = (await (await fetch(bareUrl + barePath)).json()) as Row[];
    const list = (body['list'] as Row[] | undefined) ?? [body];
    const theirs = rows.map(normalizeRow);
    const ours = list.map(normalizeRow);
    const totals = body['total'] === undefined || body['total'] === rows[0]?.['total'];
    if (status !== 200 || ours.length === 0 || !totals || !isDeepStrictEqual(ours, theirs))
      throw new Error(
        `${path} is not answered alike (${differingFields(ours[0] ?? {}, theirs[0] ?? {}).join(', ')}):\n${JSON.stringify(ours[0])}\n${JSON.stringify(theirs[0])}`,
      );
  }
}

/** Names of missing or differing fields. After adding a field to a call, extend `bare-statements.ts` or `document-read.ts`. */
const differingFields = (ours: Row, theirs: Row): string[] =>
  [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].filter((name) => !isDeepStrictEqual(ours[name], theirs[name]));

/** Fields with intended differences: ours derives pictograms from hazard statements, and bare repeats the total in each row. */
const OWN = new Set(['pictograms', 'hCodes', 'total']);
const QUANTITIES = new Set(['qty', 'reserved', 'available']);

/** Normalizes quantities and timestamps, including nested ones. */
const normalizeRow = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !OWN.has(name))
      .map(([name, value]) => [name, normalizeValue(name, value)]),
  );

function normalizeValue(name: string, value: unknown): unknown {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((each) => normalizeValue('', each));
  if (typeof value === 'object') return normalizeRow(value as Row);
  if (typeof value !== 'string') return QUANTITIES.has(name) ? Number(value) : value;
  if (name.endsWith('At')) return Date.parse(value);
  return QUANTITIES.has(name) ? Number(value) : value;
}
