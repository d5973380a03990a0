// Documents concurrent with changes of what they rely on: boxes and products.
import { boxForm, boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { productRoutes } from '@kuwei/contract/wms/product';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approved, assigned, draft, lineOf, openScene, submit, submitted, type Cast, type Places } from '../../../test/_flow.ts';
import { ledgerOfDocument, post } from '../../../test/_stock.ts';
import { meanwhile } from '../../../test/_waiting.ts';
import type { World } from '../../../test/_world.ts';

let world: World;
let cast: Cast;
let places: Places;
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
});
afterAll(() => world.end());

const beakers = (qty: string) => lineOf(places.product('W-BEAKER-250'), qty, { unit: 'PIECE' });
const deposit = async () =>
  approved(cast, await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [beakers('1')] }));

test('[F-D6] refuses a box that moves to another warehouse while it is being assigned', async () => {
  const { db } = world.services;
  const document = await deposit();
  const boxId = places.box('W2-A-R2-B1');
  const { container_id: home } = await db
    .selectFrom('wms_warehouse_box')
    .where('id', '=', boxId)
    .select('container_id')
    .executeTakeFirstOrThrow();
  const { id: elsewhere } = await db
    .selectFrom('wms_container')
    .where('warehouse_id', '=', places.w1)
    .where('code', '=', 'R1')
    .select('id')
    .executeTakeFirstOrThrow();
  const lines = [{ lineId: document.lines[0]!.id, boxes: [{ productBoxId: null, boxId, qty: '1' }] }];
  const answer = await meanwhile(
    db,
    async (trx) => {
      await sql`select pg_advisory_xact_lock(7318010)`.execute(trx);
      await sql`update wms_warehouse_box set warehouse_id = ${places.w1}, container_id = ${elsewhere} where id = ${boxId}`.execute(
        trx,
      );
    },
    () => cast.keeper.call(routes.assignBoxes, { params: { id: document.id }, body: { rev: document.rev, lines } }),
  );
  await sql`update wms_warehouse_box set warehouse_id = ${places.w2}, container_id = ${home} where id = ${boxId}`.execute(db);
  expect(answer.error).toMatchObject({ code: 'NOT_FOUND', data: { fields: [{ path: 'lines.0.boxes.0.boxId' }] } });
});

test("[F-D6] an assigned box cannot change warehouse, and goods never enter another warehouse's box", async () => {
  const { db } = world.services;
  const boxId = places.box('W2-A-R2-B2');
  const document = await assigned(cast, await deposit(), boxId);
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const { id: elsewhere } = await db
    .selectFrom('wms_container')
    .where('warehouse_id', '=', places.w1)
    .where('code', '=', 'R1')
    .select('id')
    .executeTakeFirstOrThrow();
  const box = (await manager.call(boxRoutes.getBox, { params: { id: boxId } })).data;
  const form = Object.fromEntries(Object.keys(boxForm.shape).map((name) => [name, box[name as keyof typeof box]]));
  const body = { ...form, rev: box.rev, containerId: elsewhere, row: null, col: null };
  const moved = await manager.send('PUT', `/wms/warehouse-box/${boxId}`, body);
  expect(moved.error.code).toBe('IN_USE_BY');

  await sql`update wms_warehouse_box set warehouse_id = ${places.w1}, container_id = ${elsewhere}, row_no = 91 where id = ${boxId}`.execute(
    db,
  );
  const finish = await cast.keeper.call(routes.finishTransaction, { params: { id: document.id }, body: { rev: document.rev } });
  expect(finish.error).toMatchObject({ code: 'BOX_ELSEWHERE', message: expect.stringContaining('W2-A-R2-B2') });
  expect(await ledgerOfDocument(db, document.id)).toEqual([]);
});

test('[F-D6] refuses a product that is deleted while a draft of it is being created', async () => {
  const { db } = world.services;
  const product = places.product('W-CYL-100');
  const before = await meanwhile(
    db,
    (trx) =>
      sql`update wms_product set deleted_at = now() where id = ${product} and (select true from wms_product where id = ${product} for update)`.execute(
        trx,
      ),
    () =>
      cast.teacher.call(routes.createTransaction, {
        body: { type: 'INBOUND', warehouseId: places.w2, lines: [lineOf(product, '1', { unit: 'PIECE' })] },
      }),
  );
  await sql`update wms_product set deleted_at = null where id = ${product}`.execute(db);
  expect(before.error).toMatchObject({ code: 'NOT_FOUND', data: { fields: [{ path: 'lines.0.productId' }] } });
});

test('[F-D5] the base unit of a product cannot change while any unfinished document, even a draft, uses it', async () => {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const product = places.product('W-CYL-100');
  const change = async (more: object) => {
    const { id: _, ...form } = (await manager.call(productRoutes.getProduct, { params: { id: product } })).data;
    const fields = Object.fromEntries(Object.entries(form).filter(([key]) => key in productRoutes.updateProduct.body.shape));
    return manager.send('PUT', `/wms/product/${product}`, { ...fields, ...more });
  };
  const made = await draft(cast.teacher, {
    type: 'INBOUND',
    warehouseId: places.w2,
    lines: [lineOf(product, '4', { unit: 'PIECE' })],
  });
  expect((await change({ baseUnit: 'BOX' })).error.code).toBe('PRODUCT_UNIT_FIXED');
  expect((await change({ trackBatch: true })).error.code).toBe('PRODUCT_UNIT_FIXED');
  await cast.teacher.call(routes.deleteTransaction, { params: { id: made.id } });
  expect((await change({ baseUnit: 'BOX' })).status).toBe(200);
  expect((await change({ baseUnit: 'PIECE' })).status).toBe(200);
});

test('[F-D14] a refused submission lists every line that is short, by product and quantity', async () => {
  const { db } = world.services;
  const at = (product: string, box: string, qty: string, batch = '-') => ({ product, owner: 'LAB-CATALYSIS', box, qty, batch });
  await post(db, [at('W-BEAKER-250', 'W2-B-R1-B1', '2'), at('W-FLASK-500', 'W2-B-R1-B1', '3')]);
  await db.updateTable('wms_product_box').set({ frozen: true }).where('product_id', '=', places.product('W-FLASK-500')).execute();
  const lines = [
    beakers('5'),
    lineOf(places.product('P-TIP-200'), '1', { unit: 'BOX' }),
    lineOf(places.product('W-FLASK-500'), '1', { unit: 'PIECE' }),
  ];
  const { error } = await submit(cast.teacher, await draft(cast.teacher, { type: 'OUTBOUND', warehouseId: places.w2, lines }));
  expect(error).toMatchObject({
    code: 'INSUFFICIENT',
    data: {
      short: [
        { lineNo: 1, productCode: 'W-BEAKER-250', wanted: '5', available: '2', held: '0' },
        { lineNo: 2, productCode: 'P-TIP-200', wanted: '1', available: '0', held: '0' },
        { lineNo: 3, productCode: 'W-FLASK-500', wanted: '1', available: '0', held: '3' },
      ],
      fields: [
        { path: 'lines.0.qty' },
        { path: 'lines.1.qty' },
        { path: 'lines.2.qty', message: expect.stringMatching(/另有 3 \S+ 已冻结/) },
      ],
    },
  });
  expect(error.message).toMatch(/^库存不足：.+ 可用 2 \S+；.+ 可用 0 \S+；.+ 可用 0 \S+$/);
});
