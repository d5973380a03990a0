// Blind counting: no answer, workbook, event, message or log row shows a counter the book quantity. A count finds exactly the
// planted differences.
import { countRoutes as routes, type Count, type CountLine } from '@kuwei/contract/wms/inventory';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { completeDocuments, ledgerOfDocument, post } from '../../../test/_stock.ts';
import { readRows } from '../../../test/_workbook.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { newId } from '../../db/id.ts';
import type { BusEvent } from '../../bus.ts';
import { namedRoutes } from '../../routes.ts';
import { runs } from '../../../test/_runs.ts';

let world: World;
let people: Record<'manager' | 'keeper' | 'keeper2' | 'reviewer' | 'reviewer2', Person>;
let warehouseId: string;
let containerId: string;
beforeAll(async () => {
  world = await openWorld();
  const as = (name: string) => world.as(name, 'ROLE_WAREHOUSE_ADMIN');
  people = {
    manager: await as('manager'),
    keeper: await as('keeper'),
    keeper2: await as('keeper2'),
    reviewer: await as('reviewer'),
    reviewer2: await as('reviewer2'),
  };
  const box = await world.services.db
    .selectFrom('wms_warehouse_box')
    .where('code', '=', 'W2-A-R1-B1')
    .selectAll()
    .executeTakeFirstOrThrow();
  warehouseId = box.warehouse_id;
  containerId = box.container_id;
});
afterAll(() => world.end());

let made = 0;
async function newBox() {
  const code = `BLIND-${++made}`;
  const body = { containerId, code, type: 'SHARED', mixPolicy: 'MIXED' } as const;
  return { code, id: (await people.manager.call(boxRoutes.createBox, { body })).data.id };
}
const create = async (boxIds: string[], more = {}): Promise<Count> => {
  const assignees = [people.keeper.id, people.keeper2.id];
  const body = { warehouseId, type: 'SPOT', scope: 'BOX', boxIds, assignees, ...more } as const;
  const { id, rev } = (await people.manager.call(routes.createCount, { body })).data;
  return (await people.manager.call(routes.publishCount, { params: { id }, body: { rev } })).data;
};
const lines = async ({ id }: { id: string }, by: Person): Promise<CountLine[]> =>
  (await by.call(routes.listCountLines, { params: { id }, query: { size: 200 } })).data.list;
const value = (line: CountLine, qty: string) => ({
  id: newId(),
  lineId: line.id,
  ver: line.ver,
  qty,
  unit: line.baseUnit,
  reason: null,
  note: null,
  at: null,
});
const count = (id: string, by: Person, values: ReturnType<typeof value>[]) =>
  by.call(routes.countLines, { params: { id }, body: { values, found: [] } });
const current = async (id: string) => (await people.manager.call(routes.getCount, { params: { id } })).data;
const submit = async (id: string) =>
  people.manager.call(routes.submitCount, { params: { id }, body: { rev: (await current(id)).rev } });
async function explain(id: string): Promise<void> {
  for (const line of await lines({ id }, people.manager))
    if (Number(line.variance) !== 0)
      await people.manager.call(routes.updateCountLine, {
        params: { id, lineId: line.id },
        body: { ver: line.ver, reason: 'MISSING', note: null },
      });
}

/** An amount that occurs nowhere else. */
const BOOK = '731904';

test('hides book quantities from counters in calls, workbooks, events, messages and log rows', async () => {
  const { keeper, keeper2, manager, reviewer } = people;
  const box = await newBox();
  await post(world.services.db, [{ product: 'P-TIP-200', owner: 'LAB-BIO', box: box.code, qty: BOOK }]);
  const events: BusEvent[] = [];
  world.services.bus.subscribe((event) => void events.push(event));
  const counting = await create([box.id], { assignees: [keeper.id, keeper2.id, reviewer.id] });
  const { id } = counting;
  const answers: string[] = [];
  const keep = (answer: { raw: Buffer }): void => void answers.push(answer.raw.toString());

  const readAll = async (by: Person): Promise<void> => {
    const reads = namedRoutes.filter(
      ([, { path, method }]) => method === 'GET' && path.startsWith('/wms/inventory') && path !== routes.selectCounters.path,
    );
    expect(reads.length).toBeGreaterThanOrEqual(7);
    for (const [name, route] of reads) {
      const answer = await by.call(route, { params: { id }, query: name === 'listOpenable' ? { ids: id } : {} });
      expect([name, answer.status]).toEqual([name, name === 'packCount' && answer.status === 409 ? 409 : 200]);
      answers.push(route.reply === 'sheet' ? JSON.stringify(await readRows(answer)) : answer.raw.toString());
    }
    for (const query of [{ differing: true }, { differing: false }, { open: true }, { open: false }])
      keep(await by.call(routes.listCountLines, { params: { id }, query }));
    keep(await by.call(msgInboxRoutes.listMine));
  };
  await readAll(keeper);
  const [line] = await lines(counting, keeper);
  keep(await count(id, keeper, [value(line!, '5')]));
  keep(await count(id, keeper2, [value(line!, '6')]));
  await readAll(keeper);
  await submit(id);
  await readAll(keeper);
  await readAll(keeper2);
  const again = (await lines(counting, reviewer)).find(({ mine }) => mine)!;
  keep(await count(id, reviewer, [value(again, '5')]));
  await explain(id);
  await submit(id);
  await readAll(keeper2);
  await readAll(reviewer);
  const wanted = await world.services.db.selectFrom('sys_log').where('entity_id', '=', id).select('change').execute();
  answers.push(JSON.stringify(wanted), JSON.stringify(events));

  // Neither the difference nor its existence may show. Digits inside ids do not count.
  const secrets = [BOOK, String(Number(BOOK) - 5), String(Number(BOOK) - 6)];
  const plain = answers.map((text) => text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID'));
  expect(plain.filter((text) => secrets.some((secret) => text.includes(secret)))).toEqual([]);
  expect(wanted.length).toBeGreaterThan(3);
  const theirs = (await lines(counting, keeper))[0]!;
  expect(theirs).toMatchObject({ qtyBook: null, variance: null, beyond: null, reason: null });
  expect((await keeper.call(routes.getCount, { params: { id } })).data).toMatchObject({ isBlind: true, differing: null });
  // The manager of the count sees it.
  expect((await lines(counting, manager))[0]).toMatchObject({ qtyBook: BOOK, qtyCount: '5' });
});

test('a manager who counts is blind to that count, also as a proxy', async () => {
  const box = await newBox();
  await post(world.services.db, [{ product: 'P-TIP-200', owner: 'LAB-BIO', box: box.code, qty: BOOK }]);
  const counting = await create([box.id], { assignees: [people.manager.id, people.keeper.id] });
  expect(counting).toMatchObject({ isBlind: true, keeps: true, differing: null });
  expect((await lines(counting, people.manager))[0]).toMatchObject({ qtyBook: null, variance: null });
  expect((await lines(counting, people.reviewer))[0]).toMatchObject({ qtyBook: BOOK });
  const open = await create([(await newBox()).id], { blind: false });
  expect((await people.keeper.call(routes.getCount, { params: { id: open.id } })).data.isBlind).toBe(false);
});

test('counts find and book exactly the planted differences, and the ledger verifies', { tags: ['property'] }, async () => {
  const { keeper, keeper2, reviewer, reviewer2, manager } = people;
  const goods = ['P-TIP-200', 'W-BEAKER-250', 'C-ETHANOL'];
  const planted = fc.array(
    fc.record({
      product: fc.nat(2),
      batch: fc.constantFrom('-', 'A', 'B'),
      book: fc.integer({ min: 1, max: 40 }),
      real: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 60 })),
    }),
    { minLength: 1, maxLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(planted, fc.boolean(), async (rows, freeze) => {
      const box = await newBox();
      const real = new Map<string, number>();
      const books = new Map<string, number>();
      for (const { product, batch, book, real: lies } of rows) {
        const key = `${goods[product]!} ${batch}`;
        await post(world.services.db, [{ product: goods[product]!, owner: 'LAB-BIO', box: box.code, qty: String(book), batch }]);
        books.set(key, (books.get(key) ?? 0) + book);
        real.set(key, lies ?? books.get(key)!);
      }
      const { id } = await create([box.id], { freeze });
      const amount = (line: CountLine) => String(real.get(`${line.productCode} ${line.batchNo}`));
      await count(
        id,
        keeper,
        (await lines({ id }, keeper)).map((line) => value(line, amount(line))),
      );
      await submit(id);
      const again = (await lines({ id }, keeper2)).filter(({ mine }) => mine);
      await count(
        id,
        keeper2,
        again.map((line) => value(line, amount(line))),
      );
      await explain(id);
      if ((await current(id)).state === 'COUNTING') await submit(id);
      for (const by of [reviewer, reviewer2]) {
        const { state, rev } = await current(id);
        if (state === 'SUBMITTED') await by.call(routes.approveCount, { params: { id }, body: { rev, comment: null } });
      }
      const done = await current(id);
      expect(done.state).toBe('APPROVED');
      const differing = [...books].filter(([key, qty]) => real.get(key) !== qty);
      const entries = done.adjustmentId === null ? [] : await ledgerOfDocument(world.services.db, done.adjustmentId);
      expect(entries.map(({ qty_delta: delta }) => Number(delta)).toSorted((a, b) => a - b)).toEqual(
        differing.map(([key, qty]) => real.get(key)! - qty).toSorted((a, b) => a - b),
      );
      const stock = await world.services.db.selectFrom('wms_product_box').where('box_id', '=', box.id).select('qty').execute();
      expect(stock.map(({ qty }) => Number(qty)).toSorted((a, b) => a - b)).toEqual([...real.values()].toSorted((a, b) => a - b));
    }),
    { numRuns: runs(6, 15) },
  );
  await completeDocuments(world.services.db);
  expect((await manager.call(productBoxRoutes.proveLedger)).data.faults).toEqual([]);
});
