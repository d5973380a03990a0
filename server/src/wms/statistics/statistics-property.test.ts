// For any history folded up to any day, each figure equals an independent computation from the raw ledger.
import { FLOW_BY, statisticsRoutes as routes, STOCK_BY } from '@kuwei/contract/wms/statistics';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHistory } from '../../../test/_history.ts';
import {
  flowsOf,
  inOrder,
  ofCents,
  rawLedger,
  toFlowRow,
  toStock,
  stockOf,
  wholeOf,
  type Question,
  type Raw,
} from '../../../test/_raw-ledger.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { dayAfter } from './query.ts';
import { foldLedger } from './fold.ts';

let world: World;
let manager: Person;
let org: string;
beforeAll(async () => {
  world = await openWorld();
  manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  org = (await world.services.db.selectFrom('wms_org').where('code', '=', 'WAREHOUSE').select('id').executeTakeFirstOrThrow()).id;
});
afterAll(() => world.end());

const PLACES = ['W2-A-R1-B1', 'W2-A-R1-B2', 'W1-C01-R1-B1'];
const PRODUCTS = ['W-BEAKER-250', 'P-TIP-200', 'C-ETHANOL', 'C-NACN'];
/** Length of the histories. */
const DAYS = 150;
const RUNS = 5;

const history = fc.record({
  seed: fc.nat(2 ** 31),
  products: fc.subarray(PRODUCTS, { minLength: 1 }),
  orgs: fc.subarray(['LAB-BIO', 'LAB-POLYMER'], { minLength: 1 }),
  boxes: fc.subarray(PLACES, { minLength: 2 }),
  postings: fc.integer({ min: 10, max: 40 }),
  days: fc.integer({ min: 1, max: DAYS }),
});
/** Parameters taken from an existing entry, with days from and to today. */
const question = fc.record({
  entry: fc.nat(),
  begins: fc.nat(DAYS),
  lasts: fc.nat(DAYS),
  by: fc.constantFrom(...FLOW_BY),
  stockBy: fc.constantFrom(...STOCK_BY),
  narrowed: fc.subarray(['warehouse', 'owner', 'category', 'product', 'control'] as const, { maxLength: 2 }),
});

const NARROWED = {
  warehouse: ({ warehouse }: Raw) => ({ warehouseId: warehouse }),
  owner: ({ owner }: Raw) => ({ ownerOrgId: owner }),
  category: ({ category }: Raw) => ({ categoryId: category }),
  product: ({ product }: Raw) => ({ productId: product }),
  control: ({ classes }: Raw) => ({ control: (classes[0] ?? 'NONE') as 'NONE' }),
};

test(
  '[S1.11][S7.74] figures and their entries match an independent computation from the raw ledger, on random histories',
  { tags: ['property'] },
  () =>
    fc.assert(
      fc.asyncProperty(
        history,
        fc.array(question, { minLength: 4, maxLength: 7 }),
        fc.nat(DAYS),
        async (past, asked, unfolded) => {
          const { db } = world.services;
          await sql`delete from wms_stat_folded`.execute(db);
          await makeHistory(db, past);
          const raw = await rawLedger(db);
          const [{ today }] = (await sql<{ today: string }>`select current_date::text as today`.execute(db)).rows as [
            { today: string },
          ];
          const expectAll = async (): Promise<void> => {
            for (const { entry, begins, lasts, by, stockBy, narrowed } of asked) {
              const from = dayAfter(today, -begins);
              const to = dayAfter(from, lasts);
              const one = raw[entry % raw.length]!;
              const query: Question = { by, from, to, ...Object.assign({}, ...narrowed.map((name) => NARROWED[name](one))) };
              await expectFlow(raw, query);
              const stockQuery = { ...query, by: stockBy };
              const { data } = await manager.call(routes.getStockFigures, { query: stockQuery });
              expect(new Map(data.rows.map((row) => [row.key, toStock(row.figure)])), JSON.stringify(stockQuery)).toEqual(
                stockOf(raw, org, stockQuery),
              );
            }
          };
          await expectAll();
          await foldLedger(world.services);
          await expectAll();
          // As if folding had stopped some days ago.
          await sql`delete from wms_stat_folded`.execute(db);
          await foldLedger(world.services, dayAfter(today, -unfolded));
          await expectAll();
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    ),
);

async function expectFlow(raw: readonly Raw[], query: Question): Promise<void> {
  const { data } = await manager.call(routes.getFlow, { query });
  const rows = data.rows.flatMap((row) => row.flows.map((each) => toFlowRow(row.key, each))).toSorted(inOrder);
  expect(rows, JSON.stringify(query)).toEqual(flowsOf(raw, org, query));
  expect(data.total.map((each) => toFlowRow(query.from, each)).toSorted(inOrder)).toEqual(wholeOf(raw, org, query));
  const { by: _, ...goods } = query;
  for (const figure of data.total) {
    const { data: below } = await manager.call(routes.listStatEntries, {
      query: { ...goods, flow: [figure.flow], asOfSeq: data.asOfSeq, size: 200 },
    });
    expect(below.total).toBe(figure.entries);
    if (below.total > below.list.length) continue;
    const worth = below.list.reduce((sum, { value }) => sum + (value === null ? 0n : ofCents(value)), 0n);
    expect(worth < 0n ? -worth : worth).toBe(ofCents(figure.value.replace('-', '')));
    expect(below.list.filter(({ value }) => value === null)).toHaveLength(figure.unpriced);
  }
}
