// Stock warnings: raised by commits and by the clock, notifications, and handling.
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { batchRoutes } from '@kuwei/contract/wms/batch';
import {
  limitRoutes,
  WARNINGS_HOLDING,
  warningRoutes as routes,
  type LimitForm,
  type Warning,
  type WarningState,
} from '@kuwei/contract/wms/ews-product';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { day } from '../../../test/_days.ts';
import { configure } from '../../../test/_configure.ts';
import { addOtherWarehouse, OTHER_MANAGER } from '../../../test/_other-warehouse.ts';
import { idOf, post } from '../../../test/_stock.ts';
import { meanwhile } from '../../../test/_waiting.ts';
import { readRows } from '../../../test/_workbook.ts';
import { openWorld, worldAt, type Person, type World } from '../../../test/_world.ts';
import { newId } from '../../db/id.ts';
import { evaluateWarnings } from './scheduled.ts';

let world: World;
let teacher: Person;
let keeper: Person;
let other: Person;
let org: string;
let warehouse: string;
beforeAll(async () => {
  world = await openWorld();
  const { db } = world.services;
  await addOtherWarehouse(db);
  teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  other = await world.as(OTHER_MANAGER, 'ROLE_WAREHOUSE_ADMIN');
  org = await idOf(db, 'wms_org', 'LAB-CATALYSIS');
  warehouse = await idOf(db, 'wms_warehouse', 'W2');
});
afterAll(() => world.end());

const BOX = 'W2-A-R1-B1';
const BOX2 = 'W2-A-R1-B2';
let made = 0;
interface Goods {
  code: string;
  id: string;
}

/** A new product for each test. */
async function goods(qty = '0', more: Partial<Parameters<typeof post>[1][number]> = {}): Promise<Goods> {
  const { db } = world.services;
  const id = newId();
  const code = `EWS-${++made}`;
  await sql`insert into wms_product (id, code, name, category_id, kind, base_unit, state, search)
    select ${id}, ${code}, ${`预警品 ${code}`}, category_id, kind, base_unit, 'ACTIVE', lower(${code})
      from wms_product where code = 'P-TIP-200'`.execute(db);
  if (qty !== '0') await stock({ code, id }, qty, more);
  return { code, id };
}
const stock = ({ code }: Goods, qty: string, more: Partial<Parameters<typeof post>[1][number]> = {}) =>
  post(world.services.db, [{ product: code, owner: 'LAB-CATALYSIS', box: BOX, qty, ...more }]);
const limitOf = ({ id }: Goods, more: Partial<LimitForm>): LimitForm => ({
  orgId: org,
  warehouseId: warehouse,
  productId: id,
  categoryId: null,
  minQty: null,
  maxQty: null,
  expiryDays: null,
  ...more,
});
const limit = async (product: Goods, more: Partial<LimitForm>) =>
  (await teacher.call(limitRoutes.createLimit, { body: limitOf(product, more) })).data;
const warnings = async ({ id }: Goods, state: readonly WarningState[] = WARNINGS_HOLDING): Promise<Warning[]> =>
  (await teacher.call(routes.listWarnings, { query: { productId: id, state: [...state] } })).data.list;
const kinds = async (product: Goods) => (await warnings(product)).map(({ kind }) => kind);
const fieldOf = (answer: { error: { data: { fields?: { path: string }[] } | null; code: string } }) => [
  answer.error.code,
  answer.error.data?.fields?.[0]?.path,
];
const history = async ({ id }: { id: string }) => (await teacher.call(routes.listWarningEvents, { params: { id } })).data;
/** As if an hour had passed. */
const sweep = async () => {
  await sql`update wms_ews_kind set looked_at = null`.execute(world.services.db);
  return evaluateWarnings(world.services);
};

test('[S1.10][S3.55] the commit that breaks a limit raises the warning, and the one that fixes it closes it', async () => {
  const product = await goods('10');
  await limit(product, { minQty: '5', maxQty: '20' });
  expect(await kinds(product)).toEqual([]);
  await stock(product, '-6');
  const [low] = await warnings(product);
  expect(low).toMatchObject({ kind: 'LOW_STOCK', severity: 'SERIOUS', value: '4', threshold: '5', state: 'OPEN', own: true });
  await stock(product, '-4');
  expect(await warnings(product)).toMatchObject([{ kind: 'OUT', severity: 'URGENT', value: '0', threshold: '5' }]);
  await stock(product, '25');
  expect(await warnings(product)).toMatchObject([{ kind: 'OVER_STOCK', severity: 'NOTICE', value: '25', threshold: '20' }]);
  await stock(product, '-10');
  expect(await kinds(product)).toEqual([]);
  expect(await warnings(product, ['RESOLVED'])).toHaveLength(3);
  // A new warning, with the history of the first.
  await stock(product, '-12');
  const [again] = await warnings(product);
  expect(again!.id).not.toBe(low!.id);
  expect((await history(again!)).map(({ what }) => what)).toEqual(['OPENED', 'RESOLVED', 'OPENED']);
});

test('[S3.55] frozen and held goods reduce available stock, moves do not', async () => {
  const { db } = world.services;
  const product = await goods('10', { batch: 'EWS-H' });
  await limit(product, { minQty: '8' });
  // A move within the warehouse changes nothing.
  await post(db, [
    { product: product.code, owner: 'LAB-CATALYSIS', box: BOX, qty: '-5', batch: 'EWS-H', kind: 'MOVE_OUT' },
    { product: product.code, owner: 'LAB-CATALYSIS', box: BOX2, qty: '5', batch: 'EWS-H', kind: 'MOVE_IN' },
  ]);
  expect(await kinds(product)).toEqual([]);
  await stock(product, '-3', { batch: 'EWS-H' });
  expect(await kinds(product)).toEqual(['LOW_STOCK']);
  await stock(product, '3', { batch: 'EWS-H' });
  expect(await kinds(product)).toEqual([]);
  const batch = (await keeper.call(batchRoutes.listBatches, { query: { q: 'EWS-H' } })).data.list[0]!;
  const status = (to: 'OK' | 'HOLD', rev: number) =>
    keeper.call(batchRoutes.setBatchStatus, { params: { id: batch.id }, body: { status: to, reason: '待查', rev } });
  const held = (await status('HOLD', batch.rev)).data;
  expect(await kinds(product)).toEqual(['OUT']);
  await status('OK', held.rev);
  expect(await kinds(product)).toEqual([]);
});

test('[S1.10] two concurrent postings that cross a limit raise one warning', async () => {
  const { db } = world.services;
  const product = await goods('5');
  await stock(product, '5', { box: BOX2 });
  await limit(product, { minQty: '5' });
  // Each sees 7 left; together they leave 4.
  await meanwhile(
    db,
    (trx) => post(trx, [{ product: product.code, owner: 'LAB-CATALYSIS', box: BOX, qty: '-3' }]),
    () => stock(product, '-3', { box: BOX2 }),
  );
  expect(await warnings(product)).toMatchObject([{ kind: 'LOW_STOCK', value: '4' }]);
});

test('each limit comes from the nearest category that has it', async () => {
  const { db } = world.services;
  const product = await goods('10');
  const { category_id: category } = await db
    .selectFrom('wms_product')
    .where('id', '=', product.id)
    .select('category_id')
    .executeTakeFirstOrThrow();
  const above = newId();
  await sql`insert into wms_category (id, code, name, parent_id) select ${above}, 'EWS-ABOVE', '上级', parent_id from wms_category where id = ${category}`.execute(
    db,
  );
  await sql`update wms_category set parent_id = ${above} where id = ${category}`.execute(db);
  const of = async (categoryId: string, more: Partial<LimitForm>) =>
    (await teacher.call(limitRoutes.createLimit, { body: limitOf(product, { productId: null, categoryId, ...more }) })).data;
  const far = await of(above, { minQty: '12', maxQty: '100' });
  expect(await warnings(product)).toMatchObject([{ kind: 'LOW_STOCK', threshold: '12' }]);
  const near = await of(category, { maxQty: '9' });
  expect(await warnings(product)).toMatchObject([{ kind: 'OVER_STOCK', threshold: '9' }]);
  const own = await limit(product, { minQty: '11', maxQty: '11' });
  expect(await warnings(product)).toMatchObject([{ kind: 'LOW_STOCK', threshold: '11' }]);
  for (const { id } of [own, near, far]) await teacher.call(limitRoutes.deleteLimit, { params: { id } });
  expect(await kinds(product)).toEqual([]);
});

test('[S3.55] reports errors of a limit at their field', async () => {
  const product = await goods('1');
  const create = (more: Partial<LimitForm>, who = teacher) => who.call(limitRoutes.createLimit, { body: limitOf(product, more) });
  expect(fieldOf(await create({ minQty: '5', maxQty: '4.999999' }))).toEqual(['EWS_LIMIT_RANGE', 'maxQty']);
  expect(fieldOf(await create({ minQty: '0.5' }))).toEqual(['QTY_DECIMALS', 'minQty']);
  expect((await create({ minQty: '-1' })).error.data?.fields?.[0]?.path).toBe('minQty');
  expect(fieldOf(await create({}))).toEqual(['EWS_LIMIT_EMPTY', 'minQty']);
  expect(fieldOf(await create({ productId: null, minQty: '1' }))).toEqual(['EWS_LIMIT_OF', 'productId']);
  const strange = await idOf(world.services.db, 'wms_org', 'LAB-POLYMER');
  expect(fieldOf(await create({ orgId: strange, minQty: '1' }))).toEqual(['NOT_FOUND', 'orgId']);
  expect(fieldOf(await create({ minQty: '1' }, other))).toEqual(['NOT_FOUND', 'warehouseId']);
  const first = (await create({ minQty: '1' })).data;
  expect(fieldOf(await create({ minQty: '2' }))).toEqual(['EWS_LIMIT_TWICE', 'productId']);
  const changed = await keeper.call(limitRoutes.updateLimit, {
    params: { id: first.id },
    body: { ...limitOf(product, { minQty: '3' }), rev: first.rev },
  });
  expect(changed.data).toMatchObject({ minQty: '3', qty: '1', updatedBy: '郑建国' });
  expect(await kinds(product)).toEqual(['LOW_STOCK']);
  expect((await other.call(limitRoutes.getLimit, { params: { id: first.id } })).status).toBe(404);
});

test('[S1.10] sorts by severity, then by kind', async () => {
  const soon = await goods('4', { batch: 'EWS-S1', expiresOn: day(20) });
  const over = await goods('9', { batch: 'EWS-S2', expiresOn: day(20) });
  await limit(over, { maxQty: '5' });
  const mine = new Set([soon.id, over.id]);
  const { list } = (await teacher.call(routes.listWarnings, { query: { state: ['OPEN'], size: 200 } })).data;
  expect(list.filter(({ productId }) => mine.has(productId!)).map(({ kind, severity }) => [kind, severity])).toEqual([
    ['EXPIRY', 'SERIOUS'],
    ['EXPIRY', 'SERIOUS'],
    ['OVER_STOCK', 'NOTICE'],
  ]);
});

test('[S1.10] an expiring batch has one warning that escalates, then an expired one', async () => {
  const { db } = world.services;
  const [far, over] = [day(60), day(-2)];
  const product = await goods('4', { batch: 'EWS-E', expiresOn: far });
  const [first] = await warnings(product);
  expect(first).toMatchObject({
    kind: 'EXPIRY',
    severity: 'NOTICE',
    value: '4',
    threshold: '90',
    batchNo: 'EWS-E',
    day: far,
  });
  await teacher.call(routes.ignoreWarning, { params: { id: first!.id }, body: { reason: '会用完', rev: first!.rev } });
  const ends = (on: string) => sql`update wms_batch set expires_on = ${on} where batch_no = 'EWS-E'`.execute(db);
  await ends(day(20));
  // An ignored warning reopens when it gets worse.
  expect(await warnings(product)).toMatchObject([{ id: first!.id, severity: 'SERIOUS', threshold: '30', state: 'OPEN' }]);
  await ends(day(3));
  expect(await warnings(product)).toMatchObject([{ id: first!.id, severity: 'URGENT', threshold: '7' }]);
  await ends(over);
  expect(await warnings(product)).toMatchObject([{ kind: 'EXPIRED', severity: 'URGENT', value: '4', day: over }]);
  expect((await history(first!)).map(({ what }) => what)).toEqual(['RESOLVED', 'GREW', 'GREW', 'IGNORED', 'OPENED']);
  await stock(product, '-4', { batch: 'EWS-E', kind: 'DISPOSE' });
  expect(await kinds(product)).toEqual([]);
});

test('[S1.10] the clock raises time-based warnings, once each', async () => {
  const { db } = world.services;
  const until = day(-2);
  const late = await goods('2', { depositUntil: until });
  const idle = await goods('2');
  await sql`update wms_product_box set last_move_at = now() - interval '400 days' where product_id = ${idle.id}`.execute(db);
  await sweep();
  expect(await warnings(late)).toMatchObject([{ kind: 'DEPOSIT_OVERDUE', value: '2', day: until }]);
  expect(await warnings(idle)).toMatchObject([{ kind: 'NO_MOVE', value: '2', threshold: '365' }]);
  const count = async () => (await sql<{ n: number }>`select count(*) as n from wms_ews_event`.execute(db)).rows[0]!.n;
  const before = await count();
  const second = await worldAt(world.database.url);
  await sql`update wms_ews_kind set looked_at = null`.execute(db);
  await Promise.all([evaluateWarnings(world.services), evaluateWarnings(second.services)]);
  await second.end();
  expect(await count()).toBe(before);
  await configure(world, { WMS_EWS_IDLE_DAYS: 500 });
  await evaluateWarnings(world.services);
  expect(await kinds(idle)).toEqual([]);
});

test('[S1.10] possibly hazardous goods need a recent safety data sheet; without a date it counts as outdated', async () => {
  const { db } = world.services;
  const product = await goods('1');
  const set = (columns: Record<string, unknown>) =>
    db.updateTable('wms_product').set(columns).where('id', '=', product.id).execute();
  expect(await kinds(product)).toEqual([]);
  await set({ kind: 'CHEMICAL' });
  expect(await kinds(product)).toEqual(['SDS_MISSING']);
  const { id: file } = await db.selectFrom('sys_file').select('id').executeTakeFirstOrThrow();
  await set({ sds_file_id: file });
  expect(await kinds(product)).toEqual(['SDS_OLD']);
  await set({ sds_rev_date: day(-10) });
  expect(await kinds(product)).toEqual([]);
});

test('[S7.74] warnings are acknowledged, snoozed and ignored, singly and in bulk, with their user', async () => {
  const product = await goods('1');
  await limit(product, { minQty: '5' });
  const [first] = await warnings(product);
  const params = { id: first!.id };
  const acked = (await keeper.call(routes.ackWarning, { params, body: { rev: first!.rev } })).data;
  expect(acked).toMatchObject({ state: 'ACKED', handlerName: '郑建国' });
  expect((await teacher.call(routes.ackWarning, { params, body: { rev: first!.rev } })).error.code).toBe('STALE');
  const snooze = (untilDay: string, rev: number) => teacher.call(routes.snoozeWarning, { params, body: { untilDay, rev } });
  expect(fieldOf(await snooze(day(0), acked.rev))).toEqual(['EWS_UNTIL', 'untilDay']);
  const later = day(5);
  const snoozed = (await snooze(later, acked.rev)).data;
  expect(snoozed).toMatchObject({ state: 'SNOOZED', untilDay: later });
  expect((await other.call(routes.getWarning, { params })).status).toBe(404);
  expect((await other.call(routes.ackWarning, { params, body: { rev: snoozed.rev } })).status).toBe(404);
  // The snooze ends.
  await sql`update wms_ews set until_day = current_date where id = ${first!.id}`.execute(world.services.db);
  await evaluateWarnings(world.services);
  expect(await warnings(product)).toMatchObject([{ state: 'OPEN', untilDay: null }]);
  const many = (action: 'ack' | 'snooze' | 'ignore', more: object) =>
    teacher.call(routes.batchWarnings, { params: { action }, body: { ids: [first!.id], ...more } });
  expect(fieldOf(await many('ignore', {}))).toEqual(['COMMENT_NEEDED', 'reason']);
  expect((await many('ignore', { reason: '停用' })).data).toEqual({ done: 1, refused: [], notes: [] });
  const all = { query: { productId: product.id, state: WARNINGS_HOLDING.join(',') }, expected: 1 };
  expect((await teacher.call(routes.batchWarnings, { params: { action: 'ack' }, body: { all } })).data).toEqual({
    done: 1,
    refused: [],
    notes: [],
  });
  await stock(product, '10');
  const over = (await teacher.call(routes.getWarning, { params })).data;
  expect(over.state).toBe('RESOLVED');
  expect((await teacher.call(routes.ackWarning, { params, body: { rev: over.rev } })).error.code).toBe('ILLEGAL_TRANSITION');
  expect((await history(over)).map(({ what, userName }) => [what, userName])).toEqual([
    ['RESOLVED', null],
    ['ACKED', '陈思远'],
    ['IGNORED', '陈思远'],
    ['WOKE', null],
    ['SNOOZED', '陈思远'],
    ['ACKED', '郑建国'],
    ['OPENED', null],
  ]);
});

test('[S1.10] one message covers many warnings, and closes with the last of them', async () => {
  await sweep();
  const inbox = async (who: Person) =>
    (await who.call(msgInboxRoutes.listMine, { query: { state: ['NEW'], size: 200 } })).data.list.filter(
      ({ fc, title }) => fc === 'ews-product' && title.includes('低于下限'),
    );
  const before = (await inbox(teacher)).length;
  const some = await Promise.all([goods('1'), goods('1'), goods('1')]);
  for (const product of some) await limit(product, { minQty: '5' });
  await evaluateWarnings(world.services);
  const [message] = await inbox(teacher);
  expect(await inbox(teacher)).toHaveLength(before + 1);
  expect(message!.title).toContain('3 项');
  expect(message!.link).toContain('/teacher/wms/ews-product?kind=LOW_STOCK');
  expect((await inbox(keeper)).some(({ objectId }) => objectId === message!.objectId)).toBe(true);
  for (const [at, product] of some.entries()) {
    expect((await inbox(teacher)).some(({ objectId }) => objectId === message!.objectId)).toBe(true);
    await stock(product, '9');
    await evaluateWarnings(world.services);
    if (at === 2) expect((await inbox(teacher)).some(({ objectId }) => objectId === message!.objectId)).toBe(false);
  }
});

test('[S6.16] storekeepers see warnings, and are notified of their daily work in the warehouses they keep', async () => {
  const [keeper1, keeper2] = [
    await world.as('keeper', 'ROLE_WAREHOUSE_ADMIN'),
    await world.as('keeper2', 'ROLE_WAREHOUSE_ADMIN'),
  ];
  await sweep();
  const [over, low] = [await goods('9'), await goods('1')];
  await limit(over, { maxQty: '5' });
  await limit(low, { minQty: '5' });
  await evaluateWarnings(world.services);
  const [first] = await warnings(over);
  expect((await keeper1.call(routes.getWarning, { params: { id: first!.id } })).data.own).toBe(true);
  const messages = async (who: Person, product: Goods) =>
    (await who.call(msgInboxRoutes.listMine, { query: { state: ['NEW'], size: 200 } })).data.list.filter(
      ({ fc, content }) => fc === 'ews-product' && content.includes(product.code),
    );
  // W2 is kept by one of them.
  expect(await messages(keeper1, over)).toMatchObject([{ link: '/admin/wms/ews-product?kind=OVER_STOCK' }]);
  expect(await messages(keeper1, low)).toEqual([]);
  expect(await messages(keeper2, over)).toEqual([]);
  expect(await messages(keeper, low)).toHaveLength(1);
  await stock(over, '-9');
  await evaluateWarnings(world.services);
  expect(await messages(keeper1, over)).toEqual([]);
});

test('[S1.10] the list shows what waits for somebody, and counts the rest by state under the same filters', async () => {
  const product = await goods('4', { batch: 'EWS-C', expiresOn: day(60) });
  await limit(product, { minQty: '5', maxQty: '5' });
  const waiting = async () =>
    (await teacher.call(routes.listWarnings, { query: { productId: product.id } })).data.list.map(({ kind }) => kind);
  const count = async (more: object = {}) =>
    (await teacher.call(routes.countWarnings, { query: { productId: product.id, ...more } })).data;
  expect(await waiting()).toEqual(['LOW_STOCK', 'EXPIRY']);
  const [low, expiry] = await warnings(product);
  await keeper.call(routes.ackWarning, { params: { id: low!.id }, body: { rev: low!.rev } });
  await teacher.call(routes.ignoreWarning, { params: { id: expiry!.id }, body: { reason: '会用完', rev: expiry!.rev } });
  expect(await waiting()).toEqual(['LOW_STOCK']);
  expect(await count()).toEqual({ OPEN: 0, ACKED: 1, SNOOZED: 0, IGNORED: 1 });
  expect(await count({ kind: ['EXPIRY'], q: product.code })).toEqual({ OPEN: 0, ACKED: 0, SNOOZED: 0, IGNORED: 1 });
});

test('[S7.74] exports shortages with the missing quantity, of selected warnings alone', async () => {
  const product = await goods('1.5');
  await limit(product, { minQty: '4' });
  const other = await goods('1');
  await limit(other, { minQty: '2' });
  const ids = (await warnings(other)).map(({ id }) => id);
  const selected = await readRows(await teacher.call(routes.exportPurchases, { query: { ids } }));
  expect(selected).toMatchObject([{ 产品编号: other.code, 缺少数量: '1' }]);
  const rows = await readRows(await teacher.call(routes.exportPurchases, { query: { productId: product.id } }));
  expect(rows).toMatchObject([{ 产品编号: product.code, 库存数量: '1.5', 库存下限: '4', 缺少数量: '2.5' }]);
});
