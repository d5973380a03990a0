import { batchRoutes, type Batch } from '@kuwei/contract/wms/batch';
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { castOf, deposited, draft, lineOf, placesOf, submit } from '../../../test/_flow.ts';
import { addOtherWarehouse, OTHER_MANAGER } from '../../../test/_other-warehouse.ts';
import { idOf, post } from '../../../test/_stock.ts';
import { meanwhile } from '../../../test/_waiting.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { newId } from '../../db/id.ts';

let world: World;
let keeper: Person;
beforeAll(async () => {
  world = await openWorld();
  await addOtherWarehouse(world.services.db);
  keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
});
afterAll(() => world.end());

const stock = (batch: string, qty: string, more = {}) =>
  post(world.services.db, [{ product: 'P-TIP-200', owner: 'LAB-BIO', box: 'W2-A-R1-B1', qty, batch, ...more }]);
const list = async (query = {}) => (await keeper.call(batchRoutes.listBatches, { query })).data;
const find = async (batchNo: string): Promise<Batch> =>
  (await list({ q: batchNo })).list.find((batch) => batch.batchNo === batchNo)!;
const set = async (batchNo: string, status: 'OK' | 'HOLD' | 'RECALLED', reason = '供应商通知') => {
  const { id, rev } = await find(batchNo);
  return keeper.call(batchRoutes.setBatchStatus, { params: { id }, body: { status, reason, rev } });
};
const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { detail?: string }) => (JSON.parse(error.detail!) as { code: string }).code,
  );

test('lists, filters and sorts batches with their stock', async () => {
  await stock('L2', '5', { expiresOn: '2027-01-01' });
  await stock('L10', '3', { expiresOn: '2026-06-01' });
  await post(world.services.db, [{ product: 'P-TIP-200', owner: 'LAB-POLYMER', box: 'W2-A-R1-B2', qty: '4', batch: 'L2' }]);
  expect((await list({ sort: 'batchNo' })).list.map((batch) => [batch.batchNo, batch.qty])).toEqual([
    ['L2', '9'],
    ['L10', '3'],
  ]);
  expect((await list({ expiresBefore: '2026-07-01' })).list.map((batch) => batch.batchNo)).toEqual(['L10']);
  expect(await list({ status: ['HOLD'] })).toMatchObject({ total: 0, exact: true });
});

test('corrects dates of a batch, with expiry never before production', async () => {
  const { id, rev } = await find('L2');
  const change = (madeOn: string | null, expiresOn: string | null, at = rev) =>
    keeper.call(batchRoutes.updateBatch, { params: { id }, body: { madeOn, expiresOn, rev: at } });
  expect((await change('2026-02-01', '2026-01-31')).error).toMatchObject({
    code: 'BATCH_DATES',
    data: { fields: [{ path: 'expiresOn' }] },
  });
  expect((await change('2026-02-01', '2026-02-01')).data).toMatchObject({ madeOn: '2026-02-01', expiresOn: '2026-02-01' });
  expect((await change(null, null)).error.code).toBe('STALE');
});

test('a batch on hold is frozen at once: it cannot be issued or reserved', async () => {
  expect((await set('L2', 'HOLD')).data).toMatchObject({ status: 'HOLD', statusReason: '供应商通知' });
  expect(await refusalOf(stock('L2', '-1'))).toBe('STOCK_FROZEN');
  expect(await refusalOf(stock('L2', '0', { reserved: '1' }))).toBe('STOCK_FROZEN');
  expect((await set('L2', 'HOLD')).error).toMatchObject({ code: 'ILLEGAL_TRANSITION', data: { from: 'HOLD', to: 'HOLD' } });
  expect((await set('L2', 'RECALLED')).data.status).toBe('RECALLED');
  expect((await set('L2', 'OK', '复检合格')).data.status).toBe('OK');
  expect(await refusalOf(stock('L2', '-1'))).toBe('done');
  expect((await set('L2', 'HOLD', '')).error.data?.fields?.[0]?.path).toBe('reason');
});

test('[F-J1] a hold waits for postings already in progress', async () => {
  // Without a limit, date or warning, only the stock row lock serializes them.
  const goods = { product: 'P-TUBE-50', owner: 'LAB-POLYMER', box: 'W2-A-R1-B2', batch: 'RACE' };
  await post(world.services.db, [{ ...goods, qty: '8' }]);
  const held = await meanwhile(
    world.services.db,
    (trx) => post(trx, [{ ...goods, qty: '-1' }]),
    () => set('RACE', 'HOLD'),
  );
  // The quantity in the answer to the hold is final.
  expect(held.data).toMatchObject({ status: 'HOLD', qty: '7' });
  expect(await refusalOf(post(world.services.db, [{ ...goods, qty: '-1' }]))).toBe('STOCK_FROZEN');
});

test('notifies all members of the owners, in their language', async () => {
  const teacher = await world.as('teacher2', 'ROLE_TEACHER');
  const stranger = await world.as('supplier', 'ROLE_SUPPLIER');
  await set('L10', 'RECALLED', '杂质超标');
  const { list: messages } = (await teacher.call(msgInboxRoutes.listMine)).data;
  const recalled = messages.find((message) => message.title.startsWith('批次已召回'))!;
  expect(recalled).toMatchObject({ kind: 'WARN', state: 'NEW', bc: 'wms', fc: 'batch' });
  expect(recalled.content).toContain('批次 L10');
  expect(recalled.content).toContain('杂质超标');
  // The link names the owner, so members of several groups are offered to switch.
  const org = await idOf(world.services.db, 'wms_org', 'LAB-BIO');
  expect(recalled.link).toBe(`/teacher/wms/product-box/list?batchId=${recalled.objectId}&org=${org}`);
  const english = await teacher.call(msgInboxRoutes.listMine, { headers: { 'accept-language': 'en' } });
  expect(english.data.list.map((message) => message.title)).toContain('Batch recalled: Pipette tips 200 µL');
  expect((await stranger.call(msgInboxRoutes.listMine)).data.total).toBe(0);
});

test('people of another warehouse cannot see or change it', async () => {
  const other = await world.as(OTHER_MANAGER, 'ROLE_WAREHOUSE_ADMIN');
  const { id, rev } = await find('L2');
  expect((await other.call(batchRoutes.listBatches)).data).toMatchObject({ list: [], total: 0 });
  const answers = [
    await other.call(batchRoutes.getBatch, { params: { id } }),
    await other.call(batchRoutes.updateBatch, { params: { id }, body: { madeOn: null, expiresOn: null, rev } }),
    await other.call(batchRoutes.setBatchStatus, { params: { id }, body: { status: 'HOLD', reason: 'x', rev } }),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404]);
  const plain = await world.as('keeper', 'ROLE_WAREHOUSE_ADMIN');
  expect((await plain.call(batchRoutes.getBatch, { params: { id } })).status).toBe(200);
  const teacher = await world.as('teacher2', 'ROLE_TEACHER');
  expect((await teacher.call(batchRoutes.listBatches)).status).toBe(403);
});

test('[F-3B5] batch numbers ignore letter case and width in deposits, collections and recalls', async () => {
  const { db } = world.services;
  const cast = await castOf(world);
  const places = await placesOf(world);
  const box = places.box('W1-C01-R1-B1');
  const ethanol = (batchNo: string) => lineOf(places.product('C-ETHANOL'), '2', { batchNo, expiresOn: '2039-01-01' });
  await deposited(cast, { warehouseId: places.w1, lines: [ethanol('ct-a')] }, box);
  await deposited(cast, { warehouseId: places.w1, lines: [ethanol('CT-A'), ethanol('Ct-a')] }, box);
  const { rows } = await sql<{ no: string; qty: string }>`
    select b.batch_no as no, sum(s.qty)::float8::text as qty from wms_batch b join wms_product_box s on s.batch_id = b.id
     where lower(b.batch_no) = 'ct-a' group by 1`.execute(db);
  expect(rows, 'shown as it was written first').toEqual([{ no: 'ct-a', qty: '6' }]);

  const otherDay = await submit(
    cast.teacher,
    await draft(cast.teacher, {
      type: 'INBOUND',
      warehouseId: places.w1,
      lines: [{ ...ethanol('CT-a'), expiresOn: '2038-01-01' }],
    }),
  );
  expect(otherDay.error.code).toBe('BATCH_CONFLICT');
  const collect = async () =>
    submit(
      cast.teacher,
      await draft(cast.teacher, {
        type: 'OUTBOUND',
        warehouseId: places.w1,
        lines: [{ ...ethanol('CT-A'), qty: '1', expiresOn: null }],
      }),
    );
  expect((await collect()).data.state).toBe('SUBMITTED');
  expect((await set('ct-a', 'RECALLED')).data.status).toBe('RECALLED');
  expect((await collect()).error.code).toBe('INSUFFICIENT');
});

test('[F-3B5] legacy batches that differ only in letter case stay apart, but are held and released together', async () => {
  const { db } = world.services;
  await stock('twin-1', '3');
  // As left by an older version.
  await sql`insert into wms_batch (id, product_id, batch_no, twin)
    select ${newId()}, id, 'TWIN-1', 1 from wms_product where code = 'P-TIP-200'`.execute(db);
  await stock('TWIN-1', '4');
  const qtyBy = Object.fromEntries((await list({ q: 'twin-1' })).list.map(({ batchNo, qty }) => [batchNo, qty]));
  expect(qtyBy).toEqual({ 'TWIN-1': '4', 'twin-1': '3' });
  const statuses = async () => (await list({ q: 'twin-1' })).list.map(({ status }) => status);
  await set('TWIN-1', 'HOLD');
  expect(await statuses()).toEqual(['HOLD', 'HOLD']);
  expect(await refusalOf(stock('twin-1', '-1'))).toBe('STOCK_FROZEN');
  await set('twin-1', 'OK');
  expect(await statuses()).toEqual(['OK', 'OK']);
});
