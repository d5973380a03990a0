// Regression tests for planted defects that once survived: each rule here was broken without a test noticing.
import { sum } from '@kuwei/contract/decimal';
import { proxyRoutes } from '@kuwei/contract/auth/proxy';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { batchRoutes } from '@kuwei/contract/wms/batch';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  approved,
  assigned,
  deposited,
  draft,
  finished,
  lineOf,
  openScene,
  submit,
  submitted,
  type Cast,
  type Places,
} from '../../../test/_flow.ts';
import { expectInvariants } from '../../../test/_invariants.ts';
import { ledgerOfDocument, post, stockOfProduct } from '../../../test/_stock.ts';
import type { World } from '../../../test/_world.ts';

let world: World;
let cast: Cast;
let places: Places;
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
  const lines = [lineOf(places.product('W-BEAKER-250'), '40', { unit: 'PIECE' })];
  await deposited(cast, { warehouseId: places.w2, lines }, places.box('W2-A-R1-B1'));
});
afterAll(() => world.end());
afterEach(() => expectInvariants(world.services.db));

const beakers = (qty: string) => [lineOf(places.product('W-BEAKER-250'), qty, { unit: 'PIECE' })];
const collecting = async (qty = '4') =>
  approved(cast, await submitted(cast.teacher, { type: 'OUTBOUND', warehouseId: places.w2, lines: beakers(qty) }));
const reserved = async () => sum((await stockOfProduct(world.services.db, 'W-BEAKER-250')).map((row) => row.reserved));
const codeOf = async (id: string) => (await cast.teacher.call(routes.getPickupCode, { params: { id } })).data.code;
const assign = (
  { id, rev, lines }: Awaited<ReturnType<typeof collecting>>,
  boxes: { productBoxId: string | null; boxId: string | null; qty: string }[],
) => cast.keeper.call(routes.assignBoxes, { params: { id }, body: { rev, lines: [{ lineId: lines[0]!.id, boxes }] } });
/** One of four is collected. */
async function partly() {
  const { id, rev, lines } = await assigned(cast, await collecting());
  const body = { rev, pickupCode: await codeOf(id), boxes: [{ id: lines[0]!.boxes[0]!.id, qty: '1' }] };
  return (await cast.keeper.call(routes.finishTransaction, { params: { id }, body })).data;
}

test("[F-J1] a collection takes only its owner's stock, and a deposit only boxes of its warehouse", async () => {
  const [strange] = await post(world.services.db, [{ product: 'W-BEAKER-250', owner: 'LAB-BIO', box: 'W2-A-R1-B2', qty: '9' }]);
  const refused = await assign(await collecting(), [{ productBoxId: strange!, boxId: null, qty: '4' }]);
  expect(refused.error).toMatchObject({ code: 'NOT_FOUND', data: { fields: [{ path: 'lines.0.boxes.0.productBoxId' }] } });
  const deposit = await approved(
    cast,
    await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: beakers('1') }),
  );
  const elsewhere = await assign(deposit, [{ productBoxId: null, boxId: places.box('W1-S01-R1-B1'), qty: '1' }]);
  expect(elsewhere.error).toMatchObject({ code: 'NOT_FOUND', data: { fields: [{ path: 'lines.0.boxes.0.boxId' }] } });
});

test('[F-J1] a collection is finished only with its code; a missing one is wrong', async () => {
  const { id, rev } = await assigned(cast, await collecting());
  for (const pickupCode of [null, undefined, ''])
    expect((await cast.keeper.call(routes.finishTransaction, { params: { id }, body: { rev, pickupCode } })).error.code).toBe(
      'PICKUP_CODE',
    );
});

test('[F-J1] each collection has its own code; that of another is wrong', async () => {
  const one = await assigned(cast, await collecting('1'));
  const other = await assigned(cast, await collecting('1'));
  const body = { rev: one.rev, pickupCode: await codeOf(other.id) };
  const answer = await cast.keeper.call(routes.finishTransaction, { params: { id: one.id }, body });
  expect(answer.error.code).toBe('PICKUP_CODE');
});

test("[F-J1] attempts by users who can't see the document don't lock its code", async () => {
  const { id, rev } = await assigned(cast, await collecting());
  const stranger = await world.as('keeper', 'ROLE_WAREHOUSE_ADMIN');
  const { org_id: own } = await world.services.db
    .selectFrom('wms_warehouse')
    .where('id', '=', places.w2)
    .select('org_id')
    .executeTakeFirstOrThrow();
  const other = '00000000-0000-4000-8000-000000000001';
  await sql`insert into wms_org (id, code, name, type) values (${other}, 'W-OTHER', '别的仓库', 'WAREHOUSE')`.execute(
    world.services.db,
  );
  await sql`update wms_warehouse set org_id = ${other} where id = ${places.w2}`.execute(world.services.db);
  const statuses = [];
  for (let n = 0; n < 6; n++)
    statuses.push(
      (await stranger.call(routes.finishTransaction, { params: { id }, body: { rev, pickupCode: '000000' } })).status,
    );
  await sql`update wms_warehouse set org_id = ${own} where id = ${places.w2}`.execute(world.services.db);
  expect(statuses).toEqual([404, 404, 404, 404, 404, 404]);
  const { pickup_failures } = await world.services.db
    .selectFrom('wms_transaction')
    .where('id', '=', id)
    .select('pickup_failures')
    .executeTakeFirstOrThrow();
  expect(pickup_failures).toBe(0);
});

test('[F-J1] a number finds a document only for those who can see it', async () => {
  const { no } = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: beakers('1') });
  const other = await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO');
  const supplier = await world.as('supplier', 'ROLE_SUPPLIER');
  expect((await cast.teacher.call(routes.findByNo, { params: { no } })).status).toBe(200);
  for (const person of [other, supplier]) expect((await person.call(routes.findByNo, { params: { no } })).status).toBe(404);
});

test('[F-J1] [F-C10] closing short, reversing or approving less releases the rest, and notifies the owner', async () => {
  const before = await reserved();
  const short = await partly();
  expect(sum([before, '3'])).toBe(await reserved());
  const closed = await cast.keeper.call(routes.closeShortTransaction, {
    params: { id: short.id },
    body: { rev: short.rev, comment: '破损' },
  });
  expect(closed.data.state).toBe('DONE');
  expect(await reserved()).toBe(before);
  const { list } = (await cast.teacher.call(msgInboxRoutes.listMine)).data;
  expect(list.filter(({ objectId }) => objectId === short.id).some(({ content }) => content.includes('破损'))).toBe(true);

  const taken = await partly();
  const reversed = await cast.reviewer2.call(routes.reverseTransaction, {
    params: { id: taken.id },
    body: { rev: taken.rev, comment: '录错' },
  });
  expect(reversed.status).toBe(200);
  expect(await reserved()).toBe(before);

  const sent = await submitted(cast.teacher, { type: 'OUTBOUND', warehouseId: places.w2, lines: beakers('6') });
  const lines = [{ lineId: sent.lines[0]!.id, qtyAppr: '2' }];
  await cast.reviewer.call(routes.approveTransaction, { params: { id: sent.id }, body: { rev: sent.rev, lines } });
  expect(await reserved()).toBe(sum([before, '2']));
});

test('[F-J1] expired stock is reserved only if named explicitly', async () => {
  const [old] = await post(world.services.db, [
    { product: 'W-FLASK-500', owner: 'LAB-CATALYSIS', box: 'W2-A-R1-B1', qty: '3', batch: 'OLD', expiresOn: '2020-01-01' },
  ]);
  const collect = async (more: object) => {
    const lines = [lineOf(places.product('W-FLASK-500'), '1', { unit: 'PIECE', ...more })];
    return submit(cast.teacher, await draft(cast.teacher, { type: 'OUTBOUND', warehouseId: places.w2, lines }));
  };
  expect((await collect({})).error.code).toBe('INSUFFICIENT');
  expect((await collect({ productBoxId: old! })).data.state).toBe('SUBMITTED');
});

test('[F-J1] a partly posted document can be closed short or reversed, not voided', async () => {
  const half = await partly();
  const before = await reserved();
  const body = { rev: half.rev, comment: '不再需要' };
  const answer = await cast.keeper.call(routes.voidTransaction, { params: { id: half.id }, body });
  expect(answer.error.code).toBe('ILLEGAL_TRANSITION');
  expect(await reserved()).toBe(before);
});

test("[F-3L6] collected or moved goods carry their line's price into the ledger", async () => {
  const product = places.product('W-BEAKER-250');
  const priced = { unit: 'PIECE', unitPrice: '12.5' };
  const lines = [lineOf(product, '1', priced)];
  const collection = await submitted(cast.teacher, { type: 'OUTBOUND', warehouseId: places.w2, lines });
  const { id: outId } = await finished(cast, await assigned(cast, await approved(cast, collection)));
  const [stock] = (await stockOfProduct(world.services.db, 'W-BEAKER-250')).filter(({ qty, reserved }) => qty > reserved);
  const moving = [lineOf(product, '1', { ...priced, productBoxId: stock!.id })];
  const move = await submitted(cast.keeper, { type: 'MOVE', warehouseId: places.w2, lines: moving });
  const placed = await assign(move, [{ productBoxId: stock!.id, boxId: places.box('W2-B-R2-B2'), qty: '1' }]);
  const { id: moveId } = await finished(cast, placed.data);
  const entries = [...(await ledgerOfDocument(world.services.db, outId)), ...(await ledgerOfDocument(world.services.db, moveId))];
  expect(entries.map(({ kind, unit_price: price }) => [kind, price])).toEqual([
    ['OUT', '12.5'],
    ['MOVE_OUT', '12.5'],
    ['MOVE_IN', '12.5'],
  ]);
});

test('[F-3L6] the ledger records who really posted while acting as a storekeeper', async () => {
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const body = { id: cast.keeper.id, reason: '协助完成入库' };
  const { token } = (await admin.call(proxyRoutes.switchToUser, { body })).data;
  const asKeeper = await world.with(token, 'ROLE_WAREHOUSE_ADMIN');
  const deposit = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: beakers('1') });
  const { id } = await finished({ ...cast, keeper: asKeeper }, await assigned(cast, await approved(cast, deposit)));
  const entries = await ledgerOfDocument(world.services.db, id);
  expect(entries.map(({ actor1_id: actor, proxy_user_id: proxy }) => [actor, proxy])).toEqual([[cast.keeper.id, admin.id]]);
});

test("[F-C10] a recalled batch can't be downgraded to hold", async () => {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  await post(world.services.db, [{ product: 'P-TIP-200', owner: 'LAB-BIO', box: 'W2-A-R1-B2', qty: '1', batch: 'C10' }]);
  const set = async (status: 'RECALLED' | 'HOLD') => {
    const batch = (await manager.call(batchRoutes.listBatches, { query: { q: 'C10' } })).data.list[0]!;
    return manager.call(batchRoutes.setBatchStatus, { params: { id: batch.id }, body: { status, reason: 'x', rev: batch.rev } });
  };
  expect((await set('RECALLED')).status).toBe(200);
  expect((await set('HOLD')).error.code).toBe('ILLEGAL_TRANSITION');
});
