// Stock counts from draft to ledger: counters see no book quantities, and exactly the differences are booked, once.
import { countForm, countRoutes as routes, type Count, type CountForm, type CountLine } from '@kuwei/contract/wms/inventory';
import { flowRoutes } from '@kuwei/contract/wms/hazard-flow';
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { scanRoutes } from '@kuwei/contract/wms/scan';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { withDefaults } from '../../../test/_with-defaults.ts';
import { completeDocuments, idOf, ledgerOfDocument, post, stockOfProduct } from '../../../test/_stock.ts';
import { findFaultsAfter } from '../../../test/_tampered.ts';
import { readRows } from '../../../test/_workbook.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { newId } from '../../db/id.ts';
import { toAppError } from '../../error.ts';
import { remindCounts } from './scheduled.ts';

let world: World;
let manager: Person;
let keeper: Person;
let keeper2: Person;
let reviewer: Person;
let reviewer2: Person;
let warehouseId: string;
beforeAll(async () => {
  world = await openWorld();
  const as = (name: string) => world.as(name, 'ROLE_WAREHOUSE_ADMIN');
  manager = await as('manager');
  keeper = await as('keeper');
  keeper2 = await as('keeper2');
  reviewer = await as('reviewer');
  reviewer2 = await as('reviewer2');
  const box = await boxAt('W2-A-R1-B1');
  warehouseId = box.warehouse_id;
});
afterAll(() => world.end());

const boxAt = (code: string) =>
  world.services.db.selectFrom('wms_warehouse_box').where('code', '=', code).selectAll().executeTakeFirstOrThrow();

let made = 0;
/** A new box for each test. */
async function newBox(): Promise<{ id: string; code: string }> {
  const { container_id: containerId } = await boxAt('W2-A-R1-B1');
  const code = `COUNT-${++made}`;
  const { id } = (await manager.call(boxRoutes.createBox, { body: { containerId, code, type: 'SHARED', mixPolicy: 'MIXED' } }))
    .data;
  return { id, code };
}
const GOODS = ['P-TIP-200', 'W-BEAKER-250', 'C-ETHANOL'] as const;
const stock = (box: string, qty: string, product: string = GOODS[0], batch = '-') =>
  post(world.services.db, [{ product, owner: 'LAB-BIO', box, qty, batch }]);

const form = (more: Partial<CountForm> = {}): CountForm => ({
  warehouseId,
  type: 'SPOT',
  scope: 'BOX',
  containerIds: [],
  boxIds: [],
  orgIds: [],
  productIds: [],
  categoryIds: [],
  controlFlags: [],
  abc: [],
  sample: null,
  recountOf: null,
  blind: true,
  freeze: true,
  assignees: [keeper.id, keeper2.id],
  deadline: null,
  tolerancePct: '0',
  toleranceAbs: '0',
  remark: null,
  ...more,
});
const create = (more: Partial<CountForm>, by = manager) => by.call(routes.createCount, { body: form(more) });
const publish = ({ id, rev }: Count, by = manager) => by.call(routes.publishCount, { params: { id }, body: { rev } });
const get = async ({ id }: { id: string }, by = manager) => (await by.call(routes.getCount, { params: { id } })).data;
const lines = async ({ id }: { id: string }, by = manager): Promise<CountLine[]> =>
  (await by.call(routes.listCountLines, { params: { id }, query: { size: 200 } })).data.list;
async function published(more: Partial<CountForm>): Promise<Count> {
  return (await publish((await create(more)).data)).data;
}
const value = (line: CountLine, qty: string, more = {}) => ({
  id: newId(),
  lineId: line.id,
  ver: line.ver,
  qty,
  unit: line.baseUnit,
  reason: null,
  note: null,
  at: null,
  ...more,
});
const count = (counted: { id: string }, by: Person, values: ReturnType<typeof value>[], found: object[] = []) =>
  by.call(routes.countLines, { params: { id: counted.id }, body: { values, found: found as never } });
const submit = async (counted: Count, by = manager) => {
  const { id, rev } = await get(counted, by);
  return by.call(routes.submitCount, { params: { id }, body: { rev } });
};
const decide = async (counted: { id: string }, action: 'approve' | 'return' | 'reject', by: Person, comment = '同意') => {
  const { id, rev } = await get(counted);
  const route = { approve: routes.approveCount, return: routes.returnCount, reject: routes.rejectCount }[action];
  return by.call(route as typeof routes.approveCount, { params: { id }, body: { rev, comment } });
};
const cancel = async (counted: { id: string }) => {
  const { id, rev } = await get(counted);
  return manager.call(routes.cancelCount, { params: { id }, body: { rev, comment: '改期' } });
};
const explain = async (counted: Count, reason = 'MISSING', by = manager) => {
  for (const line of await lines(counted))
    if (Number(line.variance) !== 0)
      await by.call(routes.updateCountLine, {
        params: { id: counted.id, lineId: line.id },
        body: { ver: line.ver, reason, note: null },
      });
};
/** Counted by the first person, recounted by the second, explained and submitted. */
async function submitted(counted: Count, amounts: (line: CountLine) => string): Promise<Count> {
  await count(
    counted,
    keeper,
    (await lines(counted, keeper)).map((line) => value(line, amounts(line))),
  );
  await submit(counted);
  const again = (await lines(counted, keeper2)).filter(({ mine }) => mine);
  if (again.length > 0)
    await count(
      counted,
      keeper2,
      again.map((line) => value(line, amounts(line))),
    );
  await explain(counted);
  return (await submit(counted)).data;
}
/** The same person, also a first-level reviewer of counts during the test. */
async function withReviewerRole({ id, username }: Person): Promise<Person> {
  const { db } = world.services;
  const role = { user_id: id, role_code: 'ROLE_WMS_ADMIN_INVENTORY_01' };
  await db.insertInto('sys_user_role').values(role).execute();
  onTestFinished(async () => {
    await db.deleteFrom('sys_user_role').where('user_id', '=', id).where('role_code', '=', role.role_code).execute();
  });
  return world.as(username, 'ROLE_WAREHOUSE_ADMIN');
}
const proof = async () => {
  // Removes documents that a test made for a posting that was refused.
  await sql`delete from wms_transaction t where no like 'T-%' and round = 0 and not exists (select from wms_ledger l where l.transaction_id = t.id)`.execute(
    world.services.db,
  );
  await completeDocuments(world.services.db);
  return (await manager.call(productBoxRoutes.proveLedger)).data;
};
const namesOf = async (people: readonly Person[]): Promise<Set<string | null>> => {
  const ids = people.map(({ id }) => id);
  const rows = await world.services.db.selectFrom('sys_user').where('id', 'in', ids).select('name').execute();
  return new Set(rows.map(({ name }) => name));
};
const faultsOf = (answer: { error: { data: { fields?: { path: string }[] } | null } }) =>
  answer.error.data?.fields?.map(({ path }) => path);

test('[S1.15][S3.56][S4.83] a count is opened, published, counted, reviewed twice and booked, and the ledger verifies', async () => {
  const box = await newBox();
  await stock(box.code, '10');
  await stock(box.code, '4', GOODS[1]);
  const draft = (await create({ boxIds: [box.id] })).data;
  expect(draft).toMatchObject({ state: 'DRAFT', boxes: 0, keeps: true, counts: false, chosen: [{ name: box.code }] });
  const counting = (await publish(draft)).data;
  expect(counting).toMatchObject({ state: 'COUNTING', boxes: 1, lines: 2, counted: 0 });
  expect(await boxAt(box.code)).toMatchObject({ state: 'LOCKED', lock_reason: 'COUNT' });
  await expect(stock(box.code, '-1')).rejects.toThrow();

  const waiting = await submitted(counting, (line) => (line.productCode === GOODS[0] ? '9' : '4'));
  expect(waiting).toMatchObject({ state: 'SUBMITTED', differing: 1, again: 1, levels: 2, level: 1 });
  const { list: messages } = (await reviewer.call(msgInboxRoutes.listMine)).data;
  expect(messages.map(({ link }) => link)).toContain(`/admin/wms/inventory/audit-button?id=${counting.id}`);
  expect((await decide(counting, 'approve', reviewer)).data).toMatchObject({ state: 'SUBMITTED', level: 2 });
  const done = (await decide(counting, 'approve', reviewer2)).data;
  expect(done).toMatchObject({ state: 'APPROVED', adjustmentNo: expect.stringMatching(/^CA/) });
  expect(await boxAt(box.code)).toMatchObject({ state: 'ACTIVE', lock_reason: null });
  const entries = await ledgerOfDocument(world.services.db, done.adjustmentId!);
  expect(entries.map(({ kind, qty_delta: delta, qty_after: after, reason }) => [kind, delta, after, reason])).toEqual([
    ['COUNT_ADJ', '-1', '9', '缺失'],
  ]);
  const teacher = await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO');
  for (const who of [manager, teacher]) {
    const { list } = (await who.call(productBoxRoutes.listLedger, { query: { boxId: box.id } })).data;
    expect(list.map(({ kind, count: of }) => [kind, of])).toEqual([
      ['COUNT_ADJ', { id: done.id, no: done.no }],
      ['IN', null],
      ['IN', null],
    ]);
  }
  const timeline = (await manager.call(routes.listCountRecords, { params: { id: done.id } })).data;
  expect(timeline.map(({ action, to }) => [action, to])).toEqual([
    ['create', 'DRAFT'],
    ['publish', 'COUNTING'],
    ['recount', 'COUNTING'],
    ['explain', 'COUNTING'],
    ['submit', 'SUBMITTED'],
    ['approve', 'SUBMITTED'],
    ['approve', 'APPROVED'],
  ]);
  expect((await proof()).faults).toEqual([]);
});

test('a scope previews its size: by category with descendants, by control, and boxes already in a count', async () => {
  const [box, other] = [await newBox(), await newBox()];
  const { db } = world.services;
  const [above, below] = [newId(), newId()];
  await sql`insert into wms_category (id, code, name, parent_id) values (${above}, 'COUNT-A', '盘点', null), (${below}, 'COUNT-B', '盘点子类', ${above})`.execute(
    db,
  );
  await sql`insert into wms_product (id, code, name, category_id, kind, base_unit, state, search, control_flags)
    select gen_random_uuid(), 'COUNT-DRUG', '易制毒试剂', ${below}, kind, base_unit, 'ACTIVE', 'count-drug', '{DRUG_PRECURSOR}'
      from wms_product where code = 'P-TIP-200'`.execute(db);
  await stock(box.code, '3', 'COUNT-DRUG');
  await stock(other.code, '3', 'COUNT-DRUG');
  await stock(other.code, '3');
  const preview = async (more: object) =>
    (await manager.call(routes.previewCount, { body: { warehouseId, scope: 'BOX', ...more } })).data;
  const none = { inCount: 0, taken: null, twoCounters: 0 };
  expect(await preview({ boxIds: [box.id, other.id] })).toEqual({ boxes: 2, lines: 3, ...none });
  expect(await preview({ scope: 'CATEGORY', categoryIds: [above] })).toEqual({ boxes: 2, lines: 2, ...none });
  const { id, no } = await published({ scope: 'CATEGORY', boxIds: [], categoryIds: [below] });
  const counted = { boxes: 2, lines: 2, ...none, inCount: 2, taken: { id, no, until: expect.any(String) } };
  expect(await preview({ scope: 'CONTROL', controlFlags: ['DRUG_PRECURSOR'] })).toMatchObject(counted);
  expect(faultsOf(await create({ scope: 'CONTROL' }))).toEqual(['controlFlags']);
  const people = (await manager.call(routes.selectCounters)).data;
  expect(people.map(({ username }) => username)).toEqual(expect.arrayContaining(['keeper', 'keeper2', 'manager']));
  const draft = await create({ boxIds: [box.id], assignees: people.map(({ id }) => id).slice(0, 20) });
  expect(draft.status).toBe(200);
});

test('a box is in one open count: of two concurrent publications one is refused, naming the other', async () => {
  const box = await newBox();
  await stock(box.code, '1');
  const drafts = [(await create({ boxIds: [box.id] })).data, (await create({ boxIds: [box.id] })).data];
  const answers = await Promise.all(drafts.map((draft) => publish(draft)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const won = answers.find(({ status }) => status === 200)!.data;
  expect(answers.find(({ status }) => status === 409)!.error).toMatchObject({
    code: 'BOX_IN_COUNT',
    message: expect.stringContaining(won.no),
    data: { count: { id: won.id, no: won.no, until: expect.any(String) }, boxCode: box.code },
  });
  expect((await cancel(won)).data.state).toBe('CANCELED');
  expect((await publish(drafts.find(({ id }) => id !== won.id)!)).data.state).toBe('COUNTING');
});

test('locked boxes and stock show the count and its deadline, with a link for those who may open it', async () => {
  const { db } = world.services;
  const box = await newBox();
  await stock(box.code, '7');
  const deadline = new Date(Date.now() + 3_600_000).toISOString();
  const counting = await published({ boxIds: [box.id], assignees: [keeper.id], deadline });
  onTestFinished(async () => void (await cancel(counting)));
  const held = { id: counting.id, no: counting.no, until: expect.any(String) };
  const teacher = await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO');
  const stockIn = async (by: Person) =>
    (await by.call(productBoxRoutes.listStock, { query: { boxId: box.id } })).data.list.map(({ count: of }) => of);
  const boxOf = async () => (await keeper2.call(boxRoutes.getBox, { params: { id: box.id } })).data;
  const optionOf = async (by: Person) => {
    const query = { warehouseId, q: box.code, page: 1, size: 10 };
    const { list } = (await by.call(boxRoutes.selectBoxes, { query, body: { transactionId: null } })).data;
    return list.find(({ id }) => id === box.id)!.refusal;
  };
  expect((await boxOf()).count).toEqual(held);
  expect(Date.parse((await boxOf()).count!.until!)).toBe(Date.parse(deadline));
  expect([await stockIn(keeper2), await stockIn(teacher)]).toEqual([[held], [held]]);
  const scanned = (await keeper2.call(scanRoutes.scan, { body: { text: box.code } })).data;
  expect([scanned.box?.count, scanned.stock[0]?.count]).toEqual([held, held]);
  expect(await optionOf(keeper2)).toMatchObject({
    code: 'BOX_IN_COUNT',
    count: held,
    message: expect.stringContaining(counting.no),
  });
  const [entry] = await sql<{ id: string }>`select id from wms_product_box where box_id = ${box.id}`
    .execute(db)
    .then(({ rows }) => rows);
  const refused = await stock(box.code, '-1').catch((error: unknown) => toAppError(error, 'en'));
  expect(refused).toMatchObject({
    code: 'BOX_IN_COUNT',
    params: {
      code: box.code,
      count: expect.stringMatching(new RegExp(`^${counting.no}, due \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d$`)),
    },
    data: { count: held, boxId: box.id },
  });

  const openable = async (by: Person) => (await by.call(routes.listOpenable, { query: { ids: [counting.id, entry!.id] } })).data;
  expect([await openable(manager), await openable(keeper), await openable(keeper2)]).toEqual([[counting.id], [counting.id], []]);
  expect((await teacher.call(routes.listOpenable, { query: { ids: [counting.id] } })).status).toBe(403);
  await cancel(counting);
  expect([(await boxOf()).count, await stockIn(teacher), await optionOf(keeper2)]).toEqual([null, [null], null]);
});

test('a collection concurrent with publishing is either fully before the count or refused', async () => {
  const box = await newBox();
  await stock(box.code, '20');
  const draft = (await create({ boxIds: [box.id] })).data;
  const [answer, ...leaving] = await Promise.all([
    publish(draft),
    ...Array.from({ length: 6 }, () =>
      stock(box.code, '-1').then(
        () => 1,
        () => 0,
      ),
    ),
  ]);
  const left = leaving.reduce<number>((sum, one) => sum + one, 0);
  const [line] = await lines(answer.data);
  expect(line!.qtyBook).toBe(String(20 - left));
  await cancel(draft);
});

test('[S5.32] requires every line counted, no negative amount, and a reason for each difference', async () => {
  const box = await newBox();
  await stock(box.code, '5');
  await stock(box.code, '5', GOODS[1]);
  const counting = await published({ boxIds: [box.id], toleranceAbs: '3' });
  const [first, second] = await lines(counting, keeper);
  expect((await count(counting, keeper, [value(first!, '-1')])).status).toBe(422);
  await count(counting, keeper, [value(first!, '3')]);
  expect(faultsOf(await submit(counting))).toEqual(['lines.2.qty']);
  await count(counting, keeper, [value(second!, '5')]);
  const [differing] = await lines(counting);
  const noted = await manager.call(routes.updateCountLine, {
    params: { id: counting.id, lineId: differing!.id },
    body: { ver: differing!.ver, reason: null, note: '破损未登记' } as never,
  });
  expect([noted.status, faultsOf(noted)]).toEqual([422, ['reason']]);
  expect((await submit(counting)).error.data?.fields).toEqual([{ path: 'lines.1.reason', message: '请选择差异原因' }]);
  await explain(counting);
  expect((await submit(counting)).data).toMatchObject({ state: 'SUBMITTED', again: 0, levels: 1 });
  expect((await submit(counting)).error.code).toBe('ILLEGAL_TRANSITION');
});

test('does not treat uncounted as zero: empty places are reported as empty', async () => {
  const box = await newBox();
  await stock(box.code, '2');
  const counting = await published({ boxIds: [box.id] });
  const done = await submitted(counting, () => '0');
  await decide(done, 'approve', reviewer);
  expect((await decide(done, 'approve', reviewer2)).data.state).toBe('APPROVED');
  expect((await lines(done))[0]).toMatchObject({ qtyBook: '2', qtyCount: '0', variance: '-2' });
});

test('repeated values count once; the second counter of a line gets a conflict, and nothing is overwritten', async () => {
  const box = await newBox();
  await stock(box.code, '7');
  const counting = await published({ boxIds: [box.id], blind: false });
  const [line] = await lines(counting, keeper);
  const sent = value(line!, '7', { at: '2001-01-01T00:00:00Z' });
  expect((await count(counting, keeper, [sent])).data[0]).toMatchObject({ outcome: 'TAKEN', line: { qtyCount: '7' } });
  expect((await count(counting, keeper, [sent])).data[0]).toMatchObject({ outcome: 'TAKEN' });
  expect((await count(counting, keeper, [{ ...sent, qty: '8' }])).data[0]).toMatchObject({
    outcome: 'REFUSED',
    code: 'IDEMPOTENCY_MISMATCH',
  });
  const other = value(line!, '6');
  const conflict = { outcome: 'CONFLICT', theirs: '7', theirName: '李保平' };
  expect((await count(counting, keeper2, [other])).data[0]).toMatchObject(conflict);
  expect((await count(counting, keeper2, [other])).data[0]).toMatchObject(conflict);
  expect((await lines(counting))[0]).toMatchObject({ qtyCount: '7', counterName: '李保平' });
  const [seen] = await lines(counting, keeper2);
  expect((await count(counting, keeper2, [value(seen!, '6')])).data[0]).toMatchObject({
    outcome: 'TAKEN',
    line: { qtyCount: '6' },
  });
  const values = await sql<{ outcome: string; qty: string }>`
    select outcome, qty from wms_inventory_value where line_id = ${line!.id} order by at`.execute(world.services.db);
  expect(values.rows.map(({ outcome, qty }) => [outcome, qty])).toEqual([
    ['TAKEN', '7'],
    ['CONFLICT', '6'],
    ['TAKEN', '6'],
  ]);
});

test('accepts each value of a batch by itself, and refuses callers who are not counters', async () => {
  const box = await newBox();
  await stock(box.code, '7');
  const counting = await published({ boxIds: [box.id], assignees: [keeper.id] });
  const [line] = await lines(counting, keeper);
  const outcomes = await count(counting, keeper, [
    value({ ...line!, id: newId() }, '1'),
    value(line!, '1.5'),
    value(line!, '1', { unit: 'FURLONG' }),
    value(line!, '7'),
  ]);
  expect(outcomes.data.map(({ outcome, code }) => [outcome, code])).toEqual([
    ['REFUSED', 'NOT_FOUND'],
    ['REFUSED', 'QTY_DECIMALS'],
    ['REFUSED', 'INVALID'],
    ['TAKEN', null],
  ]);
  expect((await count(counting, keeper2, [value(line!, '7')])).status).toBe(404);
  expect((await count(counting, manager, [value(line!, '7')])).error.code).toBe('FORBIDDEN');
  const teacher = await world.as('teacher', 'ROLE_TEACHER');
  expect((await count(counting, teacher, [value(line!, '7')])).status).toBe(403);
});

test('recounts differences beyond tolerance by another person, blind to both amounts', async () => {
  const box = await newBox();
  await stock(box.code, '100');
  await stock(box.code, '100', GOODS[1]);
  const counting = await published({ boxIds: [box.id], tolerancePct: '5', assignees: [keeper.id] });
  const first = await lines(counting, keeper);
  await count(counting, keeper, [value(first[0]!, '96'), value(first[1]!, '90')]);
  expect((await submit(counting)).error.code).toBe('COUNT_NOBODY');
  const { id, rev } = await get(counting);
  const { deadline } = counting;
  const body = withDefaults(countForm, { ...form({ boxIds: [box.id], tolerancePct: '5', deadline }), rev });
  expect((await manager.call(routes.updateCount, { params: { id }, body })).status).toBe(200);
  const { rev: later } = await get(counting);
  const wider = withDefaults(countForm, { ...form({ boxIds: [box.id], tolerancePct: '50', deadline }), rev: later });
  expect(faultsOf(await manager.call(routes.updateCount, { params: { id }, body: wider }))).toEqual(['tolerancePct']);
  expect((await submit(counting)).data).toMatchObject({ state: 'COUNTING', again: 1, counted: 1 });
  // The first counter does not learn of the recount: a correction is kept and has no effect.
  const own = (await lines(counting, keeper))[1]!;
  expect(own).toMatchObject({ mine: false, state: 'COUNTED', qtyCount: '90', qtyBook: null });
  expect((await count(counting, keeper, [value(own, '99')])).data[0]).toMatchObject({ outcome: 'TAKEN' });
  const theirs = (await lines(counting, keeper2)).find(({ mine }) => mine)!;
  expect(theirs).toMatchObject({ qtyCount: null, qtyBook: null, variance: null });
  await count(counting, keeper2, [value(theirs, '92')]);
  await explain(counting);
  expect((await submit(counting)).data).toMatchObject({ state: 'SUBMITTED', levels: 2 });
});

test('highly toxic goods are counted by two people independently until they agree', async () => {
  const box = await newBox();
  const { db } = world.services;
  await sql`insert into wms_product (id, code, name, category_id, kind, base_unit, state, search, control_flags)
    select gen_random_uuid(), 'COUNT-TOXIC', '剧毒试剂', category_id, kind, base_unit, 'ACTIVE', 'count-toxic', '{TOXIC}'
      from wms_product where code = 'P-TIP-200'`.execute(db);
  await stock(box.code, '3', 'COUNT-TOXIC');
  const alone = (await create({ boxIds: [box.id], assignees: [keeper.id] })).data;
  expect((await publish(alone)).error).toMatchObject({ code: 'COUNT_TWO_NEEDED' });
  const counting = await published({ boxIds: [box.id] });
  const [line] = await lines(counting, keeper);
  expect((await count(counting, keeper, [value(line!, '3')])).data[0]).toMatchObject({
    outcome: 'TAKEN',
    line: { state: 'HALF' },
  });
  expect((await lines(counting, keeper2))[0]).toMatchObject({ qtyCount: null, mine: true });
  expect((await count(counting, keeper2, [value(line!, '2')])).data[0]).toMatchObject({
    outcome: 'CONFLICT',
    theirs: null,
    line: { state: 'OPEN' },
  });
  const [open] = await lines(counting, keeper);
  await count(counting, keeper, [value(open!, '2')]);
  expect((await count(counting, keeper2, [value(open!, '2')])).data[0]).toMatchObject({
    outcome: 'TAKEN',
    line: { state: 'COUNTED' },
  });
  await explain(counting);
  expect((await submit(counting)).data).toMatchObject({ state: 'SUBMITTED', levels: 2 });

  await decide(counting, 'approve', reviewer);
  expect((await decide(counting, 'approve', reviewer2)).data.state).toBe('APPROVED');
  const month = (await sql<{ month: string }>`select to_char(current_date, 'YYYY-MM') as month`.execute(db)).rows[0]!.month;
  const query = { warehouseId: counting.warehouseId, controlClass: 'TOXIC', month, q: counting.no } as const;
  const [booked, ...others] = (await manager.call(flowRoutes.listFlow, { query })).data.list;
  expect(others).toEqual([]);
  expect(new Set([booked!.keeperName, booked!.secondKeeperName])).toEqual(await namesOf([keeper, keeper2]));
  expect(booked).toMatchObject({ flow: 'COUNT_ADJ', out: '1', count: { no: counting.no } });
  const [row] = await readRows(await manager.call(flowRoutes.exportFlowRegister, { query }));
  expect([row!['单号'], row!['类型']]).toEqual([counting.no, '盘点调整']);
});

test('books found goods without stock under a new batch', async () => {
  const box = await newBox();
  const counting = await published({ boxIds: [box.id] });
  expect(counting.lines).toBe(0);
  const { db } = world.services;
  const found = {
    id: newId(),
    boxId: box.id,
    productId: await idOf(db, 'wms_product', GOODS[2]),
    ownerOrgId: await idOf(db, 'wms_org', 'LAB-BIO'),
    batchNo: 'FOUND-1',
    expiresOn: '2999-01-01',
    qty: '2',
    unit: (await db.selectFrom('wms_product').where('code', '=', GOODS[2]).select('base_unit').executeTakeFirstOrThrow())
      .base_unit,
    reason: 'FOUND',
    note: null,
    at: null,
  };
  expect((await count(counting, keeper, [], [found])).data[0]).toMatchObject({ outcome: 'TAKEN', line: { found: true } });
  expect((await count(counting, keeper, [], [found])).data[0]).toMatchObject({ outcome: 'TAKEN' });
  expect(await lines(counting, keeper)).toMatchObject([{ spec: '500 mL', cas: '64-17-5', assessed: true }]);
  const again = { ...found, id: newId(), qty: '5' };
  expect((await count(counting, keeper, [], [again])).data[0]).toMatchObject({ outcome: 'CONFLICT', theirs: '2', yours: true });
  const untracked = { ...found, id: newId(), productId: await idOf(db, 'wms_product', 'W-BEAKER-250'), unit: 'PIECE' };
  expect((await count(counting, keeper, [], [untracked])).data[0]).toMatchObject({
    outcome: 'REFUSED',
    code: 'INVALID',
    field: 'batchNo',
  });
  const elsewhere = { ...found, id: newId(), boxId: (await newBox()).id };
  expect((await count(counting, keeper, [], [elsewhere])).data[0]).toMatchObject({
    outcome: 'REFUSED',
    code: 'NOT_FOUND',
    field: 'boxId',
  });
  const waiting = await submitted(counting, () => '2');
  await decide(waiting, 'approve', reviewer);
  const done = (await decide(waiting, 'approve', reviewer2)).data;
  const [entry] = await ledgerOfDocument(db, done.adjustmentId!);
  expect(entry).toMatchObject({ kind: 'COUNT_ADJ', qty_delta: '2', box_id: box.id });
  expect((await proof()).faults).toEqual([]);
});

test('rejects reviews by those who opened or counted; a return allows fixes, a refusal a recount', async () => {
  const box = await newBox();
  await stock(box.code, '5');
  const counting = await published({ boxIds: [box.id], toleranceAbs: '3', assignees: [keeper.id, keeper2.id, reviewer.id] });
  const [line] = await lines(counting, reviewer);
  expect(line!.qtyBook).toBeNull();
  await count(counting, reviewer, [value(line!, '4')]);
  await explain(counting);
  await submit(counting);
  expect((await decide(counting, 'approve', reviewer)).error.code).toBe('OWN_APPLICATION');
  expect((await decide(counting, 'approve', manager)).error.code).toBe('OWN_APPLICATION');
  expect((await decide(counting, 'approve', keeper)).error.code).toBe('OWN_APPLICATION');
  const first = await withReviewerRole(reviewer2);
  expect((await decide(counting, 'return', first, '请说明原因')).data).toMatchObject({ state: 'COUNTING', counted: 1 });
  expect((await submit(counting)).data.state).toBe('SUBMITTED');
  expect((await decide(counting, 'reject', first, '再数一遍')).data).toMatchObject({ state: 'COUNTING', counted: 0, again: 1 });
  expect((await lines(counting, reviewer))[0]!.mine).toBe(false);
  const [again] = await lines(counting, keeper);
  await count(counting, keeper, [value(again!, '5')]);
  expect((await submit(counting)).data).toMatchObject({ state: 'SUBMITTED', differing: 0 });
  const twice = await Promise.all([decide(counting, 'approve', first), decide(counting, 'approve', first)]);
  expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await get(counting)).toMatchObject({ state: 'APPROVED', adjustmentId: null });
});

test('[F-3L2a] rejects a review by a person who edited a count opened by another', async () => {
  const box = await newBox();
  await stock(box.code, '5');
  const before = form({ boxIds: [box.id], toleranceAbs: '3' });
  const draft = (await create(before)).data;
  const away = await withReviewerRole(reviewer2);
  const changed = await away.call(routes.updateCount, {
    params: { id: draft.id },
    body: withDefaults(countForm, { ...before, toleranceAbs: '2', rev: draft.rev }),
  });
  const counting = (await publish(changed.data)).data;
  const [line] = await lines(counting, keeper);
  await count(counting, keeper, [value(line!, '4')]);
  await explain(counting);
  expect((await submit(counting)).data).toMatchObject({ state: 'SUBMITTED', level: 1 });
  expect((await decide(counting, 'approve', away)).error.code).toBe('OWN_APPLICATION');
  expect((await decide(counting, 'approve', reviewer)).status).toBe(200);
  const timeline = (await manager.call(routes.listCountRecords, { params: { id: draft.id } })).data;
  expect(timeline.slice(0, 3).map(({ action, to }) => [action, to])).toEqual([
    ['create', 'DRAFT'],
    ['edit', 'DRAFT'],
    ['publish', 'COUNTING'],
  ]);
});

test('rejects a review by a person who explained differences, and the timeline lists them once', async () => {
  const box = await newBox();
  await stock(box.code, '5');
  await stock(box.code, '4', GOODS[1]);
  const counting = await published({ boxIds: [box.id], toleranceAbs: '3' });
  await count(
    counting,
    keeper,
    (await lines(counting, keeper)).map((line) => value(line, '3')),
  );
  const helping = await withReviewerRole(reviewer2);
  await explain(counting, 'MISSING', helping);
  expect((await submit(counting)).data).toMatchObject({ state: 'SUBMITTED', level: 1 });
  expect((await decide(counting, 'approve', helping)).error.code).toBe('OWN_APPLICATION');
  const timeline = (await manager.call(routes.listCountRecords, { params: { id: counting.id } })).data;
  expect(timeline.filter(({ action }) => action === 'explain')).toHaveLength(1);
});

test('[F-3L2] the proof finds a count approved by a person who opened or counted it, and one without an approval', async () => {
  const box = await newBox();
  await stock(box.code, '6');
  const counting = await submitted(await published({ boxIds: [box.id] }), () => '5');
  await decide(counting, 'approve', reviewer);
  const { id, adjustmentNo } = (await decide(counting, 'approve', reviewer2)).data;
  await completeDocuments(world.services.db);
  const found = (statement: string) => findFaultsAfter(world.services, ['bpm_decision'], [statement]);
  const as = (column: string, { id: person }: Person) =>
    `update bpm_decision set ${column} = '${person}' where biz_id = '${id}' and actor_id = '${reviewer.id}'`;
  const own = { check: 'DECIDED', subject: adjustmentNo, detail: expect.stringContaining('had a hand in it') as string };
  expect(await found(as('actor_id', manager)), 'who opened it').toContainEqual(own);
  expect(await found(as('proxy_user_id', keeper)), 'who counted it').toContainEqual(own);
  expect(await found(as('for_user_id', keeper2)), 'for who counted it').toContainEqual(own);
  const untold = { ...own, detail: expect.stringContaining('lists no such decision at level 1') as string };
  expect(await found(as('proxy_user_id', reviewer2)), 'missing in its timeline').toEqual([untold]);
  expect(await found(`delete from bpm_decision where biz_id = '${id}' and actor_id = '${reviewer.id}'`)).toMatchObject([
    { check: 'DECIDED', subject: adjustmentNo, detail: expect.stringContaining('1 approvals, needed are 2') as string },
  ]);
});

test('unfrozen boxes keep movements that happened after counting', async () => {
  const box = await newBox();
  await stock(box.code, '10');
  const counting = await published({ boxIds: [box.id], freeze: false });
  expect(await boxAt(box.code)).toMatchObject({ state: 'ACTIVE' });
  const empty = await newBox();
  const looked = await published({ boxIds: [empty.id], freeze: false });
  const retire = { params: { id: empty.id }, body: { state: 'RETIRED' as const, lockReason: null, rev: 1 } };
  expect((await manager.call(boxRoutes.setBoxState, retire)).error).toMatchObject({
    code: 'BOX_IN_COUNT',
    data: { count: { id: looked.id, no: looked.no } },
  });
  expect((await manager.call(boxRoutes.deleteBox, { params: { id: empty.id } })).error.code).toBe('IN_USE_BY');
  await stock(box.code, '5');
  const waiting = await submitted(counting, () => '14');
  await stock(box.code, '-3');
  await decide(waiting, 'approve', reviewer);
  const done = (await decide(waiting, 'approve', reviewer2)).data;
  const [entry] = await ledgerOfDocument(world.services.db, done.adjustmentId!);
  expect(entry).toMatchObject({ qty_delta: '-1', qty_after: '11' });
  expect((await proof()).faults).toEqual([]);
});

test('a count does not reduce reserved stock', async () => {
  const box = await newBox();
  const [id] = await stock(box.code, '10');
  const counting = await published({ boxIds: [box.id] });
  const waiting = await submitted(counting, () => '1');
  await decide(waiting, 'approve', reviewer);
  const { db } = world.services;
  await post(db, [{ product: GOODS[0], owner: 'LAB-BIO', box: box.code, qty: '0', reserved: '4' }]);
  expect((await decide(waiting, 'approve', reviewer2)).error).toMatchObject({ code: 'COUNT_PROMISED' });
  await post(db, [{ product: GOODS[0], owner: 'LAB-BIO', box: box.code, qty: '0', reserved: '-4' }]);
  expect((await decide(waiting, 'approve', reviewer2)).data.state).toBe('APPROVED');
  expect((await stockOfProduct(db, GOODS[0])).find((row) => row.id === id)).toMatchObject({ qty: '1' });
});

test('restores the box state after a count: maintenance stays maintenance', async () => {
  const box = await newBox();
  await stock(box.code, '1');
  await sql`update wms_warehouse_box set state = 'LOCKED', lock_reason = 'MAINTENANCE' where id = ${box.id}`.execute(
    world.services.db,
  );
  const counting = await published({ boxIds: [box.id] });
  expect(await boxAt(box.code)).toMatchObject({ lock_reason: 'COUNT' });
  await cancel(counting);
  expect(await boxAt(box.code)).toMatchObject({ state: 'LOCKED', lock_reason: 'MAINTENANCE' });
});

test('[F-CN4] a deadline lies ahead on saving and on publication, and locked boxes always have one', async () => {
  const { db } = world.services;
  const box = await newBox();
  await stock(box.code, '1');
  const past = '2020-01-01T00:00:00.000Z';
  expect(faultsOf(await create({ boxIds: [box.id], deadline: past }))).toEqual(['deadline']);
  const draft = (await create({ boxIds: [box.id], deadline: new Date(Date.now() + 60_000).toISOString() })).data;
  const save = async (deadline: string | null, id = draft.id) => {
    const body = withDefaults(countForm, { ...form({ boxIds: [box.id], deadline }), rev: (await get({ id })).rev });
    return manager.call(routes.updateCount, { params: { id }, body });
  };
  expect(faultsOf(await save(past))).toEqual(['deadline']);
  await sql`update wms_inventory set deadline = ${past} where id = ${draft.id}`.execute(db);
  expect(faultsOf(await publish(draft))).toEqual(['deadline']);
  const days = (counted: Count) => Math.round((Date.parse(counted.deadline ?? '') - Date.now()) / 86_400_000);
  const running = (await publish((await save(null)).data)).data;
  expect(days(running)).toBe(7);
  expect(faultsOf(await save(null, running.id))).toEqual(['deadline']);
  // Once it has passed, counters can still be changed.
  await sql`update wms_inventory set deadline = ${past} where id = ${running.id}`.execute(db);
  expect((await save(past, running.id)).status).toBe(200);
  await cancel(running);
  const open = await published({ boxIds: [box.id], freeze: false });
  expect(open.deadline).toBeNull();
  await cancel(open);
});

test('[F-CN3] people whom a running blind count would refuse are marked where counters are chosen', async () => {
  const box = await newBox();
  const counting = await published({ boxIds: [box.id], assignees: [keeper.id, manager.id] });
  onTestFinished(async () => void (await cancel(counting)));
  const people = (await manager.call(routes.selectCounters, { query: { count: counting.id } })).data;
  const seen = (person: Person) => people.find(({ id }) => id === person.id)!.seen;
  expect([keeper, keeper2, manager, reviewer].map(seen)).toEqual([false, false, false, true]);
  for (const { id, seen: isRefused } of people) {
    const { rev, deadline } = await get(counting, reviewer);
    const body = withDefaults(countForm, {
      ...form({ boxIds: [box.id], assignees: [keeper.id, manager.id, id], deadline }),
      rev,
    });
    const answer = await reviewer.call(routes.updateCount, { params: { id: counting.id }, body });
    expect(isRefused ? answer.error.code : answer.status).toBe(isRefused ? 'COUNT_SEEN' : 200);
  }
});

test('an expired deadline ends nothing: it is notified, daily', async () => {
  const box = await newBox();
  const counting = await published({ boxIds: [box.id], deadline: new Date(Date.now() + 600_000).toISOString() });
  expect(await remindCounts(world.services)).toBe(1);
  expect(await remindCounts(world.services)).toBe(0);
  const late = (ago: string) =>
    sql`update wms_inventory set deadline = now() - interval '1 minute', told_late_at = told_late_at - ${ago}::interval
      where id = ${counting.id}`.execute(world.services.db);
  await late('0');
  expect(await remindCounts(world.services)).toBe(1);
  expect(await remindCounts(world.services)).toBe(0);
  await late('2 days');
  expect(await remindCounts(world.services)).toBe(1);
  expect(await get(counting)).toMatchObject({ state: 'COUNTING' });
  await cancel(counting);
});
