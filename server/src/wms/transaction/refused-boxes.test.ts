// Assignments and postings that are refused.
import { sum } from '@kuwei/contract/decimal';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { approved, assigned, deposited, lineOf, openScene, submitted, type Cast, type Places } from '../../../test/_flow.ts';
import { expectInvariants } from '../../../test/_invariants.ts';
import { post, stockOfProduct } from '../../../test/_stock.ts';
import type { World } from '../../../test/_world.ts';

let world: World;
let cast: Cast;
let places: Places;
let stock: string;
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
  await deposited(cast, { warehouseId: places.w2, lines: beakers('40') }, places.box('W2-A-R1-B1'));
  stock = (await stockOfProduct(world.services.db, 'W-BEAKER-250')).find((row) => Number(row.reserved) === 0)!.id;
});
afterAll(() => world.end());
afterEach(() => expectInvariants(world.services.db));

const beakers = (qty: string) => [lineOf(places.product('W-BEAKER-250'), qty, { unit: 'PIECE' })];
const reserved = async () => sum((await stockOfProduct(world.services.db, 'W-BEAKER-250')).map((row) => row.reserved));

async function toAssign(type: 'INBOUND' | 'OUTBOUND', qty: string) {
  const { id, rev, lines } = await approved(
    cast,
    await submitted(cast.teacher, { type, warehouseId: places.w2, lines: beakers(qty) }),
  );
  return (boxes: { productBoxId?: string; boxId?: string; qty: string }[]) =>
    cast.keeper.call(routes.assignBoxes, {
      params: { id },
      body: { rev, lines: [{ lineId: lines[0]!.id, boxes: boxes.map((box) => ({ productBoxId: null, boxId: null, ...box })) }] },
    });
}

test('[F-J1] a collection takes only stock of its product and warehouse', async () => {
  const [tips, elsewhere] = await post(world.services.db, [
    { product: 'P-TIP-200', owner: 'LAB-CATALYSIS', box: 'W2-A-R1-B2', qty: '9' },
    { product: 'W-BEAKER-250', owner: 'LAB-CATALYSIS', box: 'W1-S01-R1-B1', qty: '9' },
  ]);
  const assign = await toAssign('OUTBOUND', '4');
  for (const productBoxId of [tips!, elsewhere!]) {
    const { error } = await assign([{ productBoxId, qty: '4' }]);
    expect(error).toMatchObject({ code: 'NOT_FOUND', data: { fields: [{ path: 'lines.0.boxes.0.productBoxId' }] } });
  }
});

test('[F-J1] assigns at most what is open, and for a collection exactly that', async () => {
  const collection = await toAssign('OUTBOUND', '4');
  const before = await reserved();
  for (const qty of ['5', '3', '3.999'])
    expect((await collection([{ productBoxId: stock, qty }])).error.code).toBe('QTY_ASSIGNED');
  expect((await collection([])).error.code).toBe('QTY_ASSIGNED');
  expect(await reserved()).toBe(before);

  const deposit = await toAssign('INBOUND', '4');
  const boxId = places.box('W2-A-R1-B1');
  expect((await deposit([{ boxId, qty: '5' }])).error.code).toBe('QTY_ASSIGNED');
  expect((await deposit([{ boxId, qty: '3' }])).status).toBe(200);
});

test('[F-J1] rejects the same box or stock row twice in a line', async () => {
  const collection = await toAssign('OUTBOUND', '4');
  const twice = await collection([
    { productBoxId: stock, qty: '1' },
    { productBoxId: stock, qty: '3' },
  ]);
  expect(twice).toMatchObject({ status: 422, error: { data: { fields: [{ path: 'lines.0.boxes' }] } } });
  const deposit = await toAssign('INBOUND', '4');
  const boxId = places.box('W2-A-R1-B1');
  const again = await deposit([
    { boxId, qty: '1' },
    { boxId, qty: '3' },
  ]);
  expect(again).toMatchObject({ status: 422, error: { data: { fields: [{ path: 'lines.0.boxes' }] } } });
});

test('[F-J1] rejects an empty posting, and the same box twice', async () => {
  const document = await assigned(
    cast,
    await approved(cast, await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: beakers('4') })),
    places.box('W2-A-R1-B1'),
  );
  const box = document.lines[0]!.boxes[0]!.id;
  const finish = (boxes: { id: string; qty: string }[]) =>
    cast.keeper.call(routes.finishTransaction, { params: { id: document.id }, body: { rev: document.rev, boxes } });
  for (const boxes of [[], [{ id: box, qty: '0' }]]) expect((await finish(boxes)).error.code).toBe('LINES_NEEDED');
  const twice = await finish([
    { id: box, qty: '1' },
    { id: box, qty: '1' },
  ]);
  expect(twice).toMatchObject({ status: 422, error: { data: { fields: [{ path: 'boxes' }] } } });
  expect((await cast.keeper.call(routes.getTransaction, { params: { id: document.id } })).data.rev).toBe(document.rev);
});
