// What counters can learn. Two counts that differ only in their book quantities look identical to their counters in every answer,
// workbook, message and event until booked. Of two counters of highly toxic goods, neither can learn the other's amount, whatever
// they send.
import { isDownload } from '@kuwei/contract/route';
import { countForm, countRoutes as routes, type Count, type CountForm, type CountLine } from '@kuwei/contract/wms/inventory';
import { proxyRoutes } from '@kuwei/contract/auth/proxy';
import { workRoutes } from '@kuwei/contract/bpm/work';
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDefaults } from '../../../test/_with-defaults.ts';
import { idOf, post } from '../../../test/_stock.ts';
import { readRows } from '../../../test/_workbook.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { newId } from '../../db/id.ts';
import type { BusEvent } from '../../bus.ts';
import { namedRoutes } from '../../routes.ts';

let world: World;
let manager: Person;
let keeper: Person;
let keeper2: Person;
let reviewer: Person;
let reviewer2: Person;
let warehouseId: string;
let containerId: string;
const events: BusEvent[] = [];
beforeAll(async () => {
  world = await openWorld();
  const as = (name: string) => world.as(name, 'ROLE_WAREHOUSE_ADMIN');
  [manager, keeper, keeper2] = [await as('manager'), await as('keeper'), await as('keeper2')];
  [reviewer, reviewer2] = [await as('reviewer'), await as('reviewer2')];
  const { db } = world.services;
  const box = await db.selectFrom('wms_warehouse_box').where('code', '=', 'W2-A-R1-B1').selectAll().executeTakeFirstOrThrow();
  [warehouseId, containerId] = [box.warehouse_id, box.container_id];
  world.services.bus.subscribe((event) => void events.push(event));
  await sql`insert into wms_product (id, code, name, category_id, kind, base_unit, state, search, control_flags)
    select gen_random_uuid(), 'LEARN-TOXIC', '剧毒试剂', category_id, kind, base_unit, 'ACTIVE', 'learn-toxic', '{TOXIC}'
      from wms_product where code = 'P-TIP-200'`.execute(db);
});
afterAll(() => world.end());

const GOODS = ['P-TIP-200', 'W-BEAKER-250'] as const;
/** The same for counts that are compared. */
const DEADLINE = new Date(Date.now() + 86_400_000).toISOString();
let made = 0;
async function newBox(): Promise<{ code: string; id: string }> {
  const code = `LEARN-${String(++made).padStart(3, '0')}`;
  const body = { containerId, code, type: 'SHARED', mixPolicy: 'MIXED' } as const;
  return { code, id: (await manager.call(boxRoutes.createBox, { body })).data.id };
}
const stock = (box: string, qty: string, product: string = GOODS[0]) =>
  post(world.services.db, [{ product, owner: 'LAB-BIO', box, qty, batch: '-' }]);
async function published(boxIds: string[], more: object = {}): Promise<Count> {
  const assignees = [keeper.id, keeper2.id];
  const body = { warehouseId, type: 'SPOT', scope: 'BOX', boxIds, assignees, deadline: DEADLINE, ...more } as const;
  const { id, rev } = (await manager.call(routes.createCount, { body })).data;
  return (await manager.call(routes.publishCount, { params: { id }, body: { rev } })).data;
}
const get = async (id: string, by = manager): Promise<Count> => (await by.call(routes.getCount, { params: { id } })).data;
const lines = async (id: string, by: Person, query = {}): Promise<CountLine[]> =>
  (await by.call(routes.listCountLines, { params: { id }, query: { size: 200, ...query } })).data.list;
const value = (line: Pick<CountLine, 'id' | 'ver' | 'baseUnit'>, qty: string, more = {}) => ({
  id: newId(),
  lineId: line.id,
  ver: line.ver,
  qty,
  unit: line.baseUnit,
  ...more,
});
const count = async (id: string, by: Person, values: ReturnType<typeof value>[], found: object[] = []) =>
  by.call(routes.countLines, { params: { id }, body: { values, found: found as never } });
const step = async (id: string, route: 'submitCount' | 'recountLines' | 'returnCount' | 'rejectCount', by: Person, more = {}) => {
  const { rev } = await get(id);
  return by.call(routes[route] as typeof routes.submitCount, { params: { id }, body: { rev, ...more } });
};
async function explain(id: string): Promise<void> {
  for (const line of await lines(id, manager))
    if (Number(line.variance) !== 0 && line.variance !== null)
      await manager.call(routes.updateCountLine, {
        params: { id, lineId: line.id },
        body: { ver: line.ver, reason: 'MISSING', note: '731' },
      });
}

/** Masks ids and timestamps, which differ between counts. */
function plain(text: string, { no }: Pick<Count, 'no'>): string {
  const ids = new Map<string, string>();
  return text
    .replaceAll(no, 'NO')
    .replaceAll(/"stockIds":\[[^\]]*\]/g, '"stockIds":…')
    .replaceAll(/LEARN-\d{3}/g, 'BOX')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      if (!ids.has(id)) ids.set(id, `#${ids.size + 1}`);
      return ids.get(id)!;
    })
    .replaceAll(/"qr":"[^"]+"/g, '"qr":"…"')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'AT')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'AT')
    .replaceAll(/"id":"\d+"/g, '"id":"N"');
}

const works = [workRoutes.listTodo, workRoutes.listDone, workRoutes.listApplied, workRoutes.listCopied];
const reads = namedRoutes.filter(
  ([, { path, method }]) => method === 'GET' && path.startsWith('/wms/inventory') && path !== routes.selectCounters.path,
);

/** Everything a user can request about a count; workbooks and approval lists are slow. */
async function collectAnswers(counting: Count, by: Person, whole = true): Promise<string[]> {
  const { id } = counting;
  const answers: string[] = [];
  for (const [name, route] of reads) {
    if (!whole && isDownload(route)) continue;
    const query = name === 'listOpenable' ? { ids: id } : name.endsWith('Counts') ? { q: counting.no } : {};
    const answer = await by.call(route, { params: { id }, query });
    // The offline pack exists while counting.
    expect([name, answer.status]).toEqual([name, name === 'packCount' && answer.status === 409 ? 409 : 200]);
    answers.push(
      `${name} ${answer.status} ${isDownload(route) ? JSON.stringify(await readRows(answer)) : answer.raw.toString()}`,
    );
  }
  for (const query of [{ differing: true }, { differing: false }, { open: true }, { counted: true }])
    answers.push(JSON.stringify([query, (await lines(id, by, query)).map(({ lineNo }) => lineNo)]));
  for (const route of whole ? works : []) answers.push((await by.call(route, { query: { q: counting.no } })).raw.toString());
  const inbox = (await by.call(msgInboxRoutes.listMine, { query: { size: 50 } })).data.list;
  answers.push(JSON.stringify(inbox.filter((message) => JSON.stringify(message).includes(counting.no))));
  answers.push(
    JSON.stringify(events.filter(({ to, d }) => to.includes(by.id) && d['id'] === id).map(({ fc, ec, d }) => [fc, ec, d])),
  );
  return answers.map((text) => plain(text, counting));
}

/**
 * A count from beginning to last review, as its first counter sees it at every step.
 * In both counts the colleague's line differs and is recounted; in one of them the first counter's does as well.
 */
async function observeCount(book: string): Promise<string[][]> {
  const [own, other] = [await newBox(), await newBox()];
  await stock(own.code, book);
  await stock(other.code, '20', GOODS[1]);
  const counting = await published([own.id, other.id]);
  const { id } = counting;
  const answers: string[][] = [];
  const look = async (whole = false): Promise<void> => void answers.push(await collectAnswers(counting, keeper, whole));
  const lineAt = async (by: Person, box: { id: string }) => (await lines(id, by)).find(({ boxId }) => boxId === box.id)!;
  const send = async (by: Person, box: { id: string }, qty: string, more = {}) =>
    void answers.push([plain((await count(id, by, [value(await lineAt(by, box), qty, more)])).raw.toString(), counting)]);
  await look();
  await send(keeper, own, '10', { note: '瓶身有水' });
  await count(id, keeper2, [value(await lineAt(keeper2, other), '18')]);
  await look();
  await step(id, 'submitCount', manager);
  await look(true);
  // No value they send, current or stale, reveals that their line is recounted.
  await send(keeper, own, '10');
  await send(keeper, own, '10', { ver: 1 });
  await send(keeper, other, '19');
  const again = await lineAt(keeper2, own);
  if (again.mine) await count(id, keeper2, [value(again, '10')]);
  await look();
  await explain(id);
  await step(id, 'submitCount', manager);
  await look(true);
  expect((await step(id, 'returnCount', reviewer, { comment: '第 1 行差 731' })).status).toBe(200);
  await look();
  await step(id, 'submitCount', manager);
  expect((await step(id, 'rejectCount', reviewer, { comment: '第 1 行差 731' })).status).toBe(200);
  await look(true);
  await send(keeper, own, '10');
  return answers;
}

test('no call, step, message or event reveals to a counter whether their amounts match the books', async () => {
  const [hit, missed] = [await observeCount('10'), await observeCount('25')];
  expect(hit).toEqual(missed);
  expect(hit.flat().filter((text) => text.includes('731'))).toEqual([]);
});

/** An amount that occurs nowhere else. */
const TOXIC = '7319';

/** Everything the second counter could try to learn the first one's amount. */
async function probeAnswers(counting: Count, box: { id: string }, by: Person): Promise<string[]> {
  const { id } = counting;
  const { db } = world.services;
  const [line] = await lines(id, by);
  const goods = { productId: await idOf(db, 'wms_product', 'LEARN-TOXIC'), ownerOrgId: await idOf(db, 'wms_org', 'LAB-BIO') };
  const found = { ...goods, boxId: box.id, batchNo: null, expiresOn: null, qty: '2', unit: line!.baseUnit, id: newId() };
  const [stale, early, guess] = [value(line!, '3', { ver: 99 }), value(line!, '4', { ver: 1 }), value(line!, '5')];
  const answers = [await count(id, by, [stale]), await count(id, by, [stale, early]), await count(id, by, [], [found])];
  answers.push(
    await count(id, by, [guess]),
    await count(id, by, [guess]),
    await count(id, by, [stale]),
    await count(id, by, [], [found]),
  );
  return [...answers.map(({ raw }) => plain(raw.toString(), counting)), ...(await collectAnswers(counting, by))];
}

test('neither counter of highly toxic goods learns the amount of the other, whatever they send', async () => {
  for (const blind of [true, false]) {
    const box = await newBox();
    await stock(box.code, '9', 'LEARN-TOXIC');
    const counting = await published([box.id], { blind });
    const { id } = counting;
    for (const [first, second] of [
      [keeper, keeper2],
      [keeper2, keeper],
    ] as const) {
      const [line] = await lines(id, first);
      expect((await count(id, first, [value(line!, TOXIC)])).data[0]).toMatchObject({
        outcome: 'TAKEN',
        line: { state: 'HALF' },
      });
      const answers = await probeAnswers(counting, box, second);
      expect(
        answers.filter((text) => text.includes(TOXIC)),
        `blind ${blind}`,
      ).toEqual([]);
      // They differed, so both count again.
      expect((await lines(id, first))[0]).toMatchObject({ state: 'OPEN', mine: true });
    }
  }
});

test('the two counters of highly toxic goods are different people, also through proxies', async () => {
  const box = await newBox();
  await stock(box.code, '9', 'LEARN-TOXIC');
  const { id } = await published([box.id]);
  const [line] = await lines(id, keeper);
  await count(id, keeper, [value(line!, '9')]);
  expect((await lines(id, keeper))[0]).toMatchObject({ state: 'HALF', mine: false });
  expect((await count(id, keeper, [value((await lines(id, keeper))[0]!, '9')])).data[0]).toMatchObject({
    line: { state: 'HALF' },
  });
  const as = async (somebody: Person): Promise<Person> => {
    const admin = await world.as('admin', 'ROLE_ADMIN');
    const body = { id: somebody.id, reason: '协助盘点一次' };
    const { token } = (await admin.call(proxyRoutes.switchToUser, { body })).data;
    return world.with(token, 'ROLE_WAREHOUSE_ADMIN');
  };
  const second = await newBox();
  await stock(second.code, '9', 'LEARN-TOXIC');
  const other = await published([second.id]);
  for (const somebody of [keeper, keeper2]) {
    const acting = await as(somebody);
    const [seen] = await lines(other.id, acting);
    expect((await count(other.id, acting, [value(seen!, '9')])).data[0]).toMatchObject({ line: { state: 'HALF', mine: false } });
  }
});

/** The form of a running count with other assignees. */
const changed = ({ rev, ...record }: Count, assignees: string[]) => {
  const form = Object.fromEntries(Object.entries(record).filter(([field]) => field in countForm.shape));
  return withDefaults(countForm, { ...(form as CountForm), assignees, rev });
};

test('counters learn nothing from management steps, nor by removing and adding themselves', async () => {
  const box = await newBox();
  await stock(box.code, '12');
  const counting = await published([box.id], { assignees: [manager.id, keeper.id] });
  const { id } = counting;
  const [line] = await lines(id, manager);
  await count(id, manager, [value(line!, '11')]);
  // Counters cannot submit or recount: a refusal would name the differing lines.
  for (const route of ['submitCount', 'recountLines'] as const)
    expect((await step(id, route, manager, route === 'recountLines' ? { comment: null } : {})).error.code).toBe('COUNT_BLIND');
  const body = { ver: line!.ver, reason: 'MISSING', note: null };
  expect((await manager.call(routes.updateCountLine, { params: { id, lineId: line!.id }, body })).error.code).toBe('COUNT_BLIND');
  // Differences of an unbooked count cannot be a scope.
  const preview = { body: { warehouseId, scope: 'DIFFERENCES', recountOf: id } } as const;
  expect((await manager.call(routes.previewCount, preview)).error).toMatchObject({ code: 'NOT_FOUND' });
  // Once removed, they still see nothing.
  const own = await get(id);
  const off = { body: changed(own, [keeper.id]), params: { id } };
  expect((await manager.call(routes.updateCount, off)).data).toMatchObject({ isBlind: true, differing: null });
  expect((await lines(id, manager))[0]).toMatchObject({ qtyBook: null, variance: null });
  // People who could have seen its books can no longer be assigned.
  const seen = await published([(await newBox()).id]);
  const late = changed(seen, [keeper.id, reviewer2.id]);
  expect((await manager.call(routes.updateCount, { params: { id: seen.id }, body: late })).error.code).toBe('COUNT_SEEN');
});

test('reveals no invisible line, whatever ids are sent', async () => {
  const [box, other] = [await newBox(), await newBox()];
  await stock(box.code, '7319');
  const theirs = await published([box.id], { assignees: [keeper2.id] });
  const { id } = await published([other.id], { assignees: [keeper.id] });
  const [line] = await lines(theirs.id, manager);
  const answer = await count(id, keeper, [value(line!, '1')]);
  expect(answer.data[0]).toMatchObject({ outcome: 'REFUSED', code: 'NOT_FOUND', line: null });
  expect(plain(answer.raw.toString(), theirs)).not.toContain('7319');
});

test('keeps both values of two blind counters of one line, hides them, and has a third person recount where they differ', async () => {
  const box = await newBox();
  await stock(box.code, '7');
  const { id } = await published([box.id], { tolerancePct: '100', assignees: [keeper.id, keeper2.id, reviewer.id] });
  const [line] = await lines(id, keeper);
  await count(id, keeper, [value(line!, '7')]);
  // Whether equal or not, and whether the line was seen or not.
  for (const [qty, ver] of [
    ['7', 1],
    ['6', 1],
    ['6', 2],
  ] as const) {
    const { data } = await count(id, keeper2, [value({ ...line!, ver }, qty)]);
    expect(data[0]).toMatchObject({ outcome: 'CONFLICT', theirs: null, theirName: '李保平', yours: false });
  }
  expect((await lines(id, keeper2))[0]).toMatchObject({ state: 'COUNTED', qtyCount: '6', said: null });
  // On a second device they see the value they sent from the first.
  expect((await count(id, keeper, [value(line!, '8')])).data[0]).toMatchObject({ outcome: 'CONFLICT', theirs: '7', yours: true });
  expect((await lines(id, manager))[0]).toMatchObject({
    qtyCount: '7',
    said: [
      { qty: '7', name: '李保平', conflict: false },
      { qty: '7', name: '王秀兰', conflict: true },
      { qty: '6', conflict: true },
      { qty: '6', conflict: true },
      { qty: '8', name: '李保平', conflict: true },
    ],
  });
  expect((await step(id, 'submitCount', manager)).data).toMatchObject({ state: 'COUNTING', again: 1 });
  expect((await lines(id, keeper2))[0]).toMatchObject({ state: 'COUNTED', mine: false, qtyCount: '6' });
  const [again] = await lines(id, reviewer);
  expect(again).toMatchObject({ mine: true, qtyCount: null });
});
