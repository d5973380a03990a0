// Compares figures of random histories with independent sums of the raw ledger, before and after folding.
import { micros } from '@kuwei/contract/decimal';
import type { QueryOf } from '@kuwei/contract/route';
import { FLOW_BY, STOCK_BY, statisticsRoutes as routes, type FlowBy, type StockReply } from '@kuwei/contract/wms/statistics';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deposited, castOf, lineOf, placesOf } from '../../../test/_flow.ts';
import { makeHistory, randomOf } from '../../../test/_history.ts';
import { addOtherWarehouse, OTHER_MANAGER, OTHER_ORG } from '../../../test/_other-warehouse.ts';
import {
  flowsOf,
  inOrder,
  ofCents,
  OUTWARD,
  rawLedger,
  toFlowRow,
  toStock,
  stockOf,
  wholeOf,
  type Question,
  type Raw,
} from '../../../test/_raw-ledger.ts';
import { readRows } from '../../../test/_workbook.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { newId } from '../../db/id.ts';
import { dayAfter } from './query.ts';
import { foldLedger } from './fold.ts';

const DAYS = 430;

let world: World;
let people: { manager: Person; other: Person };
beforeAll(async () => {
  world = await openWorld();
  const { db } = world.services;
  await addOtherWarehouse(db);
  const ids = { warehouse: newId(), container: newId() };
  const org = await db.selectFrom('wms_org').where('code', '=', OTHER_ORG).select('id').executeTakeFirstOrThrow();
  await db.insertInto('wms_warehouse').values({ id: ids.warehouse, org_id: org.id, code: 'WX', name: '外库' }).execute();
  await sql`insert into wms_container (id, warehouse_id, type, code, name) values (${ids.container}, ${ids.warehouse}, 'SHELF', 'X', 'X')`.execute(
    db,
  );
  await sql`insert into wms_warehouse_box (id, container_id, warehouse_id, code, qr_token)
    values (${newId()}, ${ids.container}, ${ids.warehouse}, 'WX-1', 'qr-of-wx-1')`.execute(db);
  people = {
    manager: await world.as('manager', 'ROLE_WAREHOUSE_ADMIN'),
    other: await world.as(OTHER_MANAGER, 'ROLE_WAREHOUSE_ADMIN'),
  };
  await makeHistory(db, {
    seed: 20_261_124,
    products: ['W-BEAKER-250', 'P-TIP-200', 'C-ETHANOL', 'C-NACL', 'C-NACN', 'C-ACETONE'],
    orgs: ['LAB-BIO', 'LAB-CATALYSIS', 'LAB-POLYMER'],
    boxes: ['W2-A-R1-B1', 'W2-A-R1-B2', 'W2-A-R2-B1', (await otherBox())!, 'WX-1'],
    postings: 400,
    days: DAYS,
  });
});
afterAll(() => world.end());

/** A box of the first warehouse. */
const otherBox = async () => {
  const { rows } = await sql<{ code: string }>`
    select b.code from wms_warehouse_box b join wms_warehouse w on w.id = b.warehouse_id where w.code = 'W1' order by b.code limit 1`.execute(
    world.services.db,
  );
  return rows[0]?.code;
};

const today = async () => (await sql<{ day: string }>`select current_date::text as day`.execute(world.services.db)).rows[0]!.day;
const orgOf = async (code: string) =>
  (await world.services.db.selectFrom('wms_org').where('code', '=', code).select('id').executeTakeFirstOrThrow()).id;
const ownOrg = async () => {
  const { rows } = await sql<{ id: string }>`select org_id as id from wms_warehouse where code = 'W2'`.execute(world.services.db);
  return rows[0]!.id;
};

/** Random queries of every grouping, over random spans and goods. */
async function questions(raw: readonly Raw[], count: number): Promise<Question[]> {
  const random = randomOf(count);
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const end = await today();
  return Array.from({ length: count }, (_, n) => {
    const to = dayAfter(end, -Math.floor(random() * random() * DAYS));
    const from = dayAfter(to, -Math.floor(random() * DAYS));
    const sample = one(raw);
    return {
      by: FLOW_BY[n % FLOW_BY.length]!,
      from,
      to,
      ...(random() < 0.25 && { warehouseId: sample.warehouse }),
      ...(random() < 0.25 && { ownerOrgId: sample.owner }),
      ...(random() < 0.2 && { categoryId: sample.category }),
      ...(random() < 0.2 && { productId: sample.product }),
      ...(random() < 0.2 && { control: one(['TOXIC', 'EXPLOSIVE_PRECURSOR', 'DRUG_PRECURSOR', 'NONE'] as const) }),
    };
  });
}

const flow = async (person: Person, query: Question) => (await person.call(routes.getFlow, { query })).data;

async function expectFlows(raw: readonly Raw[], asked: number): Promise<void> {
  const orgs = { manager: await ownOrg(), other: await orgOf(OTHER_ORG) };
  for (const query of await questions(raw, asked))
    for (const who of ['manager', 'other'] as const) {
      const reply = await flow(people[who], query);
      expect(
        reply.rows.flatMap((row) => row.flows.map((each) => toFlowRow(row.key, each))).toSorted(inOrder),
        JSON.stringify(query),
      ).toEqual(flowsOf(raw, orgs[who], query));
      expect(reply.total.map((each) => toFlowRow(query.from, each)).toSorted(inOrder)).toEqual(wholeOf(raw, orgs[who], query));
    }
}

test("[S1.11][S2.140][S7.74] flows match the raw ledger for every filter, folded or not, and within the reader's warehouses only", async () => {
  const raw = await rawLedger(world.services.db);
  const flows = new Set(raw.map((row) => row.flow));
  for (const each of ['IN', 'OUT', 'MOVE_IN', 'MOVE_OUT', 'INSIDE', 'OPENING', 'COUNT_ADJ', 'DISPOSE'])
    expect(flows).toContain(each);
  expect(raw.filter(({ kind }) => kind === 'REVERSAL').length).toBeGreaterThan(5);
  // The same number of queries for each grouping.
  const asked = 4 * FLOW_BY.length;
  await expectFlows(raw, asked);
  expect(await foldLedger(world.services)).toBeGreaterThan(12);
  expect(await foldLedger(world.services)).toBe(0);
  await expectFlows(raw, asked);
});

test('[S1.11] flows match the raw ledger for every filter over more spans', { tags: ['long'] }, async () => {
  const raw = await rawLedger(world.services.db);
  await expectFlows(raw, 20 * FLOW_BY.length);
  await foldLedger(world.services);
  await expectFlows(raw, 20 * FLOW_BY.length);
});

test('folded rows are the sums of their entries', async () => {
  await foldLedger(world.services);
  const { rows } = await sql<
    Record<'days' | 'months' | 'products' | 'pools' | 'holdings' | 'ledger' | 'of_pools', string> & { folded: number }
  >`
    select (select sum(qty) || ' ' || sum(entries) from wms_stat_day) as days, (select sum(qty) || ' ' || sum(entries) from wms_stat_month) as months,
           (select sum(qty) || ' ' || sum(entries) from wms_stat_product) as products, (select sum(qty)::text from wms_stat_holding) as holdings,
           (select sum(qty_delta) || ' ' || count(*) from wms_ledger, wms_stat_folded where at < until) as ledger,
           (select sum(qty)::text from wms_stat_pool) as pools, (select sum(qty_delta)::text from wms_ledger, wms_stat_folded where at < until) as of_pools,
           (select current_date - until from wms_stat_folded) as folded`.execute(world.services.db);
  const found = rows[0]!;
  expect([found.days, found.months, found.products]).toEqual([found.ledger, found.ledger, found.ledger]);
  expect([found.pools, found.holdings]).toEqual([found.of_pools, found.of_pools]);
  expect(found.folded).toBeLessThanOrEqual(1);
});

test('stock of a period reads no earlier month, and sums over all owners read no owner column', async () => {
  await foldLedger(world.services);
  const { db } = world.services;
  const from = new Date(Date.now() - 100 * 86_400_000).toISOString().slice(0, 8) + '01';
  const to = new Date().toISOString().slice(0, 10);
  const stock = async () => (await people.manager.call(routes.getStockFigures, { query: { by: 'product', from } })).data.rows;
  const flows = () =>
    Promise.all(
      (['category', 'product', 'control'] as const).map(async (by) => (await flow(people.manager, { by, from, to })).rows),
    );
  const [before, flowsBefore] = [await stock(), await flows()];
  expect(before.length).toBeGreaterThan(5);
  expect(flowsBefore.every(({ length }) => length > 0)).toBe(true);
  try {
    await sql`delete from wms_stat_month where month < ${from}::date`.execute(db);
    expect(await stock()).toEqual(before);
    await sql`delete from wms_stat_month`.execute(db);
    expect(await flows()).toEqual(flowsBefore);
  } finally {
    await sql`delete from wms_stat_folded`.execute(db);
  }
  await foldLedger(world.services);
  expect(await stock()).toEqual(before);
});

test('lists exactly the entries behind a figure', () => expectEntries(FLOW_BY.length, 8));
test('lists exactly the entries behind each figure of more queries', { tags: ['long'] }, () => expectEntries(14, Infinity));

/** @param most rows checked per query */
async function expectEntries(asked: number, most: number): Promise<void> {
  const raw = await rawLedger(world.services.db);
  const { manager } = people;
  for (const query of await questions(raw, asked)) {
    const reply = await flow(manager, query);
    const every = Math.max(1, Math.ceil(reply.rows.length / most));
    for (const row of reply.rows.filter((_, n) => n % every === 0))
      for (const figure of row.flows) {
        const { by, ...asked } = query;
        const below = BELOW[by!](row.key, query);
        const { data } = await manager.call(routes.listStatEntries, {
          query: { ...asked, ...below, flow: [figure.flow], asOfSeq: reply.asOfSeq, size: 200 },
        });
        const sign = OUTWARD.includes(figure.flow) ? -1n : 1n;
        expect(data.total).toBe(figure.entries);
        expect(sign * data.list.reduce((sum, { value }) => sum + (value === null ? 0n : ofCents(value)), 0n)).toBe(
          ofCents(figure.value),
        );
        expect(data.list.filter(({ value }) => value === null)).toHaveLength(figure.unpriced);
        const whole = await manager.call(routes.getStatEntryTotal, {
          query: { ...asked, ...below, flow: [figure.flow], asOfSeq: reply.asOfSeq },
        });
        expect([sign * ofCents(whole.data.value), whole.data.unpriced]).toEqual([ofCents(figure.value), figure.unpriced]);
        expect(sign * data.list.reduce((sum, { qtyDelta }) => sum + micros(qtyDelta), 0n)).toBe(
          figure.amounts.reduce((sum, { qty }) => sum + micros(qty), 0n),
        );
      }
  }
}
/** Query parameters that lead from a row to its entries. */
const BELOW: Record<FlowBy, (key: string, query: Question) => Partial<QueryOf<typeof routes.listStatEntries>>> = {
  day: (day) => ({ from: day, to: day }),
  month: (month, { from, to }) => ({ from: max(from, `${month}-01`), to: min(to, lastOf(month)) }),
  warehouse: (warehouseId) => ({ warehouseId }),
  org: (ownerOrgId) => ({ ownerOrgId }),
  category: (ownCategoryId) => ({ ownCategoryId }),
  product: (productId) => ({ productId }),
  control: (controlSet) => ({ controlSet }),
};
const max = (a: string, b: string) => (a > b ? a : b);
const min = (a: string, b: string) => (a < b ? a : b);
const lastOf = (month: string) =>
  dayAfter(`${month}-01`, new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate() - 1);

test("[S1.11] stock matches the raw ledger, valued at its owner's average price", async () => {
  const raw = await rawLedger(world.services.db);
  const org = await ownOrg();
  for (const [n, question] of (await questions(raw, 30)).entries()) {
    const query = { ...question, by: STOCK_BY[n % STOCK_BY.length]! };
    const { data } = await people.manager.call(routes.getStockFigures, { query });
    expect(new Map(data.rows.map((row) => [row.key, toStock(row.figure)])), JSON.stringify(query)).toEqual(
      stockOf(raw, org, query),
    );
    addsUp(data);
  }
});

const addsUp = ({ total, rows }: StockReply) => {
  for (const name of ['value', 'valueStart', 'valueOut'] as const)
    expect(rows.reduce((sum, { figure }) => sum + micros(figure[name]), 0n)).toBe(micros(total[name]));
  for (const name of ['holdings', 'unpriced', 'outUnpriced'] as const)
    expect(rows.reduce((sum, { figure }) => sum + figure[name], 0)).toBe(total[name]);
};

test('stock by age and expiry adds up to all stock, and the previous period has the same length', async () => {
  const { manager } = people;
  const held = await sql<{ rows: number }>`
    select count(*)::int as rows from wms_product_box s join wms_warehouse w on w.id = s.warehouse_id where s.qty > 0 and w.org_id = ${await ownOrg()}`.execute(
    world.services.db,
  );
  for (const by of ['age', 'expiry'] as const) {
    const { data } = await manager.call(routes.getAge, { query: { by } });
    expect(data.total.rows).toBe(held.rows[0]!.rows);
    expect(data.rows.reduce((sum, { figure }) => sum + figure.rows, 0)).toBe(data.total.rows);
    // The list that a figure leads to has its rows.
    for (const { key, figure } of data.rows)
      expect((await manager.call(productBoxRoutes.listStock, { query: { [by]: key } })).data.total, key).toBe(figure.rows);
    const { data: stock } = await manager.call(routes.getStockFigures, { query: {} });
    expect(Math.abs(Number(data.total.value) - Number(stock.total.value))).toBeLessThan(1);
  }
  const reply = await flow(manager, { from: '2026-03-01', to: '2026-03-31', by: 'month', compare: true });
  expect(reply.before).toEqual({ from: '2026-01-29', to: '2026-02-28' });
  const before = await flow(manager, { from: '2026-01-29', to: '2026-02-28', by: 'month' });
  expect(reply.totalBefore).toEqual(before.total);
});

test('each row is compared with the same row of the period before', async () => {
  const { manager } = people;
  const span = { from: '2026-03-01', to: '2026-03-31' };
  const spanBefore = { from: '2026-01-29', to: '2026-02-28' };
  for (const by of ['warehouse', 'product'] as const) {
    const [now, then] = [await flow(manager, { ...span, by, compare: true }), await flow(manager, { ...spanBefore, by })];
    const flowsThen = new Map(then.rows.map(({ key, flows }) => [key, flows]));
    expect(now.rows.map(({ before }) => before)).toEqual(now.rows.map(({ key }) => flowsThen.get(key) ?? []));
    const stock = (await manager.call(routes.getStockFigures, { query: { ...span, by, compare: true } })).data;
    const stockThen = (await manager.call(routes.getStockFigures, { query: { ...spanBefore, by } })).data;
    const valuesThen = new Map(stockThen.rows.map(({ key, figure }) => [key, figure.value]));
    expect(stock.rows.map(({ before }) => before!.value)).toEqual(stock.rows.map(({ key }) => valuesThen.get(key) ?? '0'));
  }
  expect((await flow(manager, { ...span, by: 'day', compare: true })).rows.every(({ before }) => before === null)).toBe(true);
});

test("[S6.17] lead times, workload and box usage cover the reader's own warehouses only", async () => {
  const { manager, other } = people;
  const { db } = world.services;
  const cast = await castOf(world);
  const places = await placesOf(world);
  const day = await today();
  const made = [];
  for (const qty of ['1', '2', '3'])
    made.push(
      await deposited(cast, { warehouseId: places.w2, lines: [lineOf(places.product('W-CYL-100'), qty, { unit: 'PIECE' })] }),
    );
  // Sets the time to approval to one, two and three hours; the other timestamps stay.
  for (const [n, { id }] of made.entries())
    await sql`update wms_transaction set submitted_at = approved_at - ${n + 1} * interval '1 hour' where id = ${id}`.execute(db);
  const query = { from: dayAfter(day, -1), to: day };
  const { data } = await manager.call(routes.getLead, { query: { ...query, compare: true } });
  const { rows: finished } = await sql<{ count: number }>`
    select count(*)::int as count from wms_transaction where finished_at >= current_date - 1 and state = 'DONE' and type <> 'OPENING'
       and reverses_id is null and deleted_at is null`.execute(db);
  expect(data.total.documents).toBe(finished[0]!.count);
  expect(data.total.documents).toBe(3);
  expect(data.rows).toMatchObject([{ key: 'INBOUND', label: '入库', documents: 3 }]);
  expect(data.total.steps[0]).toEqual({ step: 'APPROVE', documents: 3, p50: '2', p90: '2.8' });
  expect(data.total.steps.map(({ step, documents }) => [step, documents])).toEqual([
    ['APPROVE', 3],
    ['ASSIGN', 3],
    ['FINISH', 3],
    ['ALL', 3],
  ]);
  expect((await other.call(routes.getLead, { query })).data.total).toMatchObject({
    documents: 0,
    steps: [{ p50: null }, {}, {}, {}],
  });

  const load = (await manager.call(routes.getLoad, { query })).data;
  const { rows: decided } = await sql<{ count: number }>`
    select count(*)::int as count from bpm_decision where at >= current_date - 1 and not automatic`.execute(db);
  expect(load.total.decided).toBe(decided[0]!.count);
  expect(load.rows.reduce((sum, row) => sum + row.decided, 0)).toBe(load.total.decided);
  expect((await other.call(routes.getLoad, { query })).data).toMatchObject({ waiting: 0, rows: [] });
  // By owner and product of the documents.
  const ownerOrgId = await orgOf('LAB-CATALYSIS');
  const [mine, stranger] = [{ ownerOrgId, productId: places.product('W-CYL-100') }, await orgOf('LAB-BIO')];
  for (const [more, count] of [
    [mine, 3],
    [{ ...mine, ownerOrgId: stranger }, 0],
    [{ ownerOrgId, productId: places.product('C-NACL') }, 0],
  ] as const) {
    expect((await manager.call(routes.getLead, { query: { ...query, ...more } })).data.total.documents).toBe(count);
    expect((await manager.call(routes.getLoad, { query: { ...query, ...more } })).data.total.decided > 0).toBe(count > 0);
  }

  for (const by of ['warehouse', 'container'] as const) {
    const space = (await manager.call(routes.getSpace, { query: { by } })).data;
    const { rows } = await sql<{ boxes: number; used: number }>`
      select count(*)::int as boxes, (count(*) filter (where b.id in (select box_id from wms_product_box where qty > 0)))::int as used
        from wms_warehouse_box b join wms_warehouse w on w.id = b.warehouse_id where w.org_id = ${await ownOrg()} and b.state <> 'RETIRED'`.execute(
      db,
    );
    expect(space.total).toMatchObject(rows[0]!);
    expect(space.rows.reduce((sum, { figure }) => sum + figure.used, 0)).toBe(rows[0]!.used);
  }
  expect((await other.call(routes.getSpace, { query: {} })).data.total).toMatchObject({ boxes: 1 });
});

test('workbooks contain every row shown', async () => {
  const { manager } = people;
  const query = { from: dayAfter(await today(), -DAYS), to: await today() };
  const { data } = await manager.call(routes.getFlow, { query: { ...query, by: 'product' } });
  const flows = await readRows(await manager.call(routes.exportFlow, { query: { ...query, by: 'product' } }));
  const inAll = data.total.find(({ flow: of }) => of === 'IN')!;
  expect(flows.filter((row) => row['类型'] === '入库').length).toBe(
    data.rows.filter(({ flows: of }) => of.some((each) => each.flow === 'IN')).length,
  );
  expect(inAll.entries).toBeGreaterThan(10);
  for (const by of ['age', 'expiry'] as const) {
    const ages = await readRows(await manager.call(routes.exportAge, { query: { by } }));
    const shown = (await manager.call(routes.getAge, { query: { by } })).data;
    expect(ages).toHaveLength(shown.rows.reduce((sum, { figure }) => sum + figure.amounts.length, 0));
    expect(ages.reduce((sum, row) => sum + Number(row['库存行']), 0)).toBe(shown.total.rows);
  }
  const boxes = await readRows(await manager.call(routes.exportBoxUse, { query: { by: 'container' } }));
  expect(boxes).toHaveLength((await manager.call(routes.getSpace, { query: { by: 'container' } })).data.rows.length);
  const reviewers = await readRows(await manager.call(routes.exportLoad, { query }));
  const load = (await manager.call(routes.getLoad, { query })).data;
  expect(reviewers.map((row) => [row['审核人'], Number(row['已审核'])])).toEqual(
    load.rows.map((row) => [row.label, row.decided]),
  );
  for (const route of [routes.exportStockFigures, routes.exportLead] as const)
    expect((await manager.call(route, { query })).status).toBe(200);
  const entries = await readRows(await manager.call(routes.exportStatEntries, { query: { ...query, flow: ['IN'] } }));
  expect(entries).toHaveLength(inAll.entries);
});

test('waste is what was disposed of after it had expired, and leads to its entries', async () => {
  const { manager } = people;
  const { db } = world.services;
  const span = { from: dayAfter(await today(), -DAYS), to: await today() };
  const ageOf = async () => (await manager.call(routes.getAge, { query: span })).data;
  expect((await ageOf()).waste.entries).toBe(0);
  const flow = ['DISPOSE' as const];
  const disposed = (await manager.call(routes.listStatEntries, { query: { ...span, flow, size: 200 } })).data;
  expect(disposed.total).toBeGreaterThan(1);
  const { batchNo } = disposed.list[0]!;
  await sql`update wms_batch set expires_on = '2020-01-01' where batch_no = ${batchNo}`.execute(db);
  const entries = (await manager.call(routes.listStatEntries, { query: { ...span, flow, expired: true, size: 200 } })).data;
  expect(entries.list.map(({ seq }) => seq)).toEqual(
    disposed.list.filter((entry) => entry.batchNo === batchNo).map(({ seq }) => seq),
  );
  const { waste } = await ageOf();
  expect(waste.entries).toBe(entries.total);
  expect(ofCents(waste.value)).toBe(-entries.list.reduce((sum, { value }) => sum + (value === null ? 0n : ofCents(value)), 0n));
});

test('rejects invalid periods and callers without access to statistics', async () => {
  const answer = await people.manager.call(routes.getFlow, { query: { from: '2026-02-02', to: '2026-02-01' } });
  expect(answer.error.code).toBe('STAT_PERIOD');
  const day = await today();
  expect((await people.manager.call(routes.getFlow, { query: { days: 30, from: day } })).error.code).toBe('STAT_PERIOD');
  const { data } = await people.manager.call(routes.getFlow, { query: { days: 30 } });
  expect(data.period).toEqual({ from: dayAfter(day, -29), to: day });
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  expect((await teacher.call(routes.getFlow)).status).toBe(403);
});
