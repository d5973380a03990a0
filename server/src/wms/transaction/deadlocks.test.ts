// Runs every step against every other over the same goods and places, without deadlocks. Uses the database's deadlock counter,
// which retries cannot hide.
import { batchRoutes } from '@kuwei/contract/wms/batch';
import { containerForm, containerRoutes } from '@kuwei/contract/wms/container';
import { quotaRoutes } from '@kuwei/contract/wms/org-quota';
import { productRoutes } from '@kuwei/contract/wms/product';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { expect, test } from 'vitest';
import { deadlocksOf } from '../../../test/_deadlocks.ts';
import { approved, assigned, draft, finished, lineOf, openScene, submit, submitted, type Scene } from '../../../test/_flow.ts';
import { expectInvariants } from '../../../test/_invariants.ts';
import { idOf, post } from '../../../test/_stock.ts';
import type { Answer } from '../../../test/_world.ts';

const GOODS = ['W-BEAKER-250', 'W-FLASK-500', 'W-CYL-100'];
const [A, B] = ['W2-A-R1-B1', 'W2-A-R1-B2'];

type Call = () => Promise<unknown>;

const LANES = 10;

/** Calls that are ready to run, all on the goods in two boxes. */
async function prepare({ world, cast, places }: Scene): Promise<Call[]> {
  const { db } = world.services;
  const { teacher, reviewer, keeper } = cast;
  await db
    .updateTable('wms_warehouse_box')
    .set({ max_volume_l: null, max_mass_kg: null, max_lines: null })
    .where('code', 'in', [A, B])
    .execute();
  await db.updateTable('wms_container').set({ max_volume_l: '100000' }).execute();
  const stock = new Map<string, string>();
  for (const code of GOODS)
    for (const box of [A, B]) {
      const [id] = await post(db, [{ product: code, owner: 'LAB-CATALYSIS', box, qty: '400' }]);
      stock.set(`${code} ${box}`, id!);
    }
  const lines = (codes: readonly string[], qty: string, box?: string) =>
    codes.map((code) =>
      lineOf(places.product(code), qty, { unit: 'PIECE', productBoxId: box === undefined ? null : stock.get(`${code} ${box}`)! }),
    );
  const sent = (type: 'INBOUND' | 'OUTBOUND', codes = GOODS, qty = '4') =>
    submitted(teacher, { type, warehouseId: places.w2, lines: lines(codes, qty) });
  const moving = async (from: string, to: string, codes: readonly string[]): Promise<Transaction> => {
    const { id, rev, ...document } = await submitted(keeper, {
      type: 'MOVE',
      warehouseId: places.w2,
      lines: lines(codes, '1', from),
    });
    const wanted = document.lines.map((line) => ({
      lineId: line.id,
      boxes: [{ productBoxId: line.productBoxId, boxId: places.box(to), qty: '1' }],
    }));
    return (await keeper.call(routes.assignBoxes, { params: { id }, body: { rev, lines: wanted } })).data;
  };
  /** Assigns stock of the boxes in the given order. */
  const picked = async (box: string, codes: readonly string[]): Promise<Transaction> => {
    const document = await approved(cast, await sent('OUTBOUND', [...codes]));
    const wanted = document.lines.map((line) => {
      const code = GOODS.find((each) => places.product(each) === line.product.id)!;
      return { lineId: line.id, boxes: [{ productBoxId: stock.get(`${code} ${box}`)!, boxId: null, qty: line.qtyReq }] };
    });
    return (await keeper.call(routes.assignBoxes, { params: { id: document.id }, body: { rev: document.rev, lines: wanted } }))
      .data;
  };
  const half = async (type: 'INBOUND' | 'OUTBOUND'): Promise<Transaction> => {
    const document =
      type === 'INBOUND' ? await assigned(cast, await approved(cast, await sent(type)), places.box(A)) : await picked(A, GOODS);
    const code =
      type === 'OUTBOUND' ? (await teacher.call(routes.getPickupCode, { params: { id: document.id } })).data.code : null;
    const boxes = document.lines.flatMap((line) => line.boxes.map(({ id }) => ({ id, qty: '1' })));
    const params = { id: document.id };
    return (await keeper.call(routes.finishTransaction, { params, body: { rev: document.rev, pickupCode: code, boxes } })).data;
  };
  const step = (name: 'closeShortTransaction' | 'reverseTransaction' | 'voidTransaction', { id, rev }: Transaction): Call => {
    const person = name === 'reverseTransaction' ? cast.reviewer2 : keeper;
    return () => person.call(routes[name], { params: { id }, body: { rev, comment: 'x' } });
  };
  const back = GOODS.toReversed();
  const finishes = (documents: readonly Transaction[]): Call[] => documents.map((document) => () => finished(cast, document));
  const calls: Call[] = [];

  const ab: Transaction[] = [];
  const ba: Transaction[] = [];
  const goes: Transaction[] = [];
  const comes: Transaction[] = [];
  for (let n = 0; n < 4; n++) {
    ab.push(await moving(A, B, n % 2 ? GOODS : back));
    ba.push(await moving(B, A, n % 2 ? back : GOODS));
  }
  for (let n = 0; n < 2; n++) {
    goes.push(await picked(n ? A : B, n ? GOODS : back));
    comes.push(await assigned(cast, await approved(cast, await sent('INBOUND')), places.box(n ? A : B)));
  }
  calls.push(...finishes(ab), ...finishes(ba), ...finishes(goes), ...finishes(comes));
  for (let n = 0; n < 4; n++) {
    const body = { type: 'OUTBOUND' as const, warehouseId: places.w2, lines: lines(n % 2 ? GOODS : back, '2') };
    const made = await draft(teacher, body);
    calls.push(() => submit(teacher, made));
    calls.push(() => teacher.call(routes.createTransaction, { body: { ...body, lines: lines(n % 2 ? back : GOODS, '1') } }));
  }
  for (let n = 0; n < 2; n++) {
    const waiting = await sent('OUTBOUND', n ? GOODS : back);
    const reduced = waiting.lines.map((line) => ({ lineId: line.id, qtyAppr: '1', reason: null }));
    calls.push(() =>
      reviewer.call(routes.approveTransaction, {
        params: { id: waiting.id },
        body: { rev: waiting.rev, lines: reduced, comment: null },
      }),
    );
    const taken = await sent('OUTBOUND', n ? back : GOODS);
    calls.push(() => teacher.call(routes.withdrawTransaction, { params: { id: taken.id }, body: { rev: taken.rev } }));
    const ready = await approved(cast, await sent('OUTBOUND'));
    calls.push(() => assigned(cast, ready));
    const bring = await approved(cast, await sent('INBOUND'));
    calls.push(() => assigned(cast, bring, places.box(n ? A : B)));
  }
  calls.push(step('closeShortTransaction', await half('OUTBOUND')), step('closeShortTransaction', await half('INBOUND')));
  calls.push(step('reverseTransaction', await half('OUTBOUND')), step('reverseTransaction', await half('INBOUND')));
  calls.push(step('voidTransaction', await picked(B, back)));
  calls.push(step('reverseTransaction', await finished(cast, await moving(A, B, back))));
  return [...calls, ...(await others({ world, cast, places }, stock))];
}

/** Calls that change what the steps rely on. */
async function others({ world, places }: Scene, stock: ReadonlyMap<string, string>): Promise<Call[]> {
  const { db } = world.services;
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const calls: Call[] = [];
  const batchId = (
    await db
      .selectFrom('wms_product_box')
      .where('id', '=', stock.get(`${GOODS[1]} ${A}`)!)
      .select('batch_id')
      .executeTakeFirstOrThrow()
  ).batch_id;
  for (const status of ['HOLD', 'RECALLED'] as const)
    calls.push(async () => {
      const { rev } = await db.selectFrom('wms_batch').where('id', '=', batchId).select('rev').executeTakeFirstOrThrow();
      return manager.call(batchRoutes.setBatchStatus, { params: { id: batchId }, body: { status, reason: 'x', rev } });
    });
  for (const box of [A, B]) {
    const id = stock.get(`${GOODS[2]} ${box}`)!;
    calls.push(async () => {
      const { rev } = await db.selectFrom('wms_product_box').where('id', '=', id).select('rev').executeTakeFirstOrThrow();
      return manager.call(productBoxRoutes.freezeStock, { params: { id }, body: { frozen: true, reason: 'x', rev } });
    });
    for (const state of ['LOCKED', 'RETIRED'] as const)
      calls.push(async () => {
        const { rev } = (await manager.call(boxRoutes.getBox, { params: { id: places.box(box) } })).data;
        const body = { state, lockReason: state === 'LOCKED' ? ('SAFETY' as const) : null, rev };
        return manager.call(boxRoutes.setBoxState, { params: { id: places.box(box) }, body });
      });
  }
  const { container_id: shelf } = await db
    .selectFrom('wms_warehouse_box')
    .where('id', '=', places.box(A))
    .select('container_id')
    .executeTakeFirstOrThrow();
  for (const to of [places.w1, places.w2])
    calls.push(async () => {
      const { rev, ...form } = (await manager.call(containerRoutes.getContainer, { params: { id: shelf } })).data;
      const body = Object.fromEntries(Object.entries(form).filter(([key]) => key in containerForm.shape));
      return manager.send('PUT', `/wms/container/${shelf}`, { ...body, warehouseId: to, rev });
    });
  for (const code of GOODS)
    calls.push(async () => {
      const id = places.product(code);
      const { rev } = (await manager.call(productRoutes.getProduct, { params: { id } })).data;
      return manager.send('PUT', `/wms/product/${id}/state`, { state: 'DISABLED', rev });
    });
  const org = await idOf(db, 'wms_org', 'LAB-CATALYSIS');
  calls.push(() =>
    manager.call(quotaRoutes.setQuota, { body: { orgId: org, warehouseId: places.w2, maxBoxes: 3, maxVolumeL: null } }),
  );
  return calls;
}

test('[F-D7] no deadlock between any steps and changes of places, batches and products', async () => {
  const scene = await openScene();
  const { world } = scene;
  const { rows } = await world.database.pool.query<{ name: string }>('select current_database() as name');
  const calls = await prepare(scene);
  // At most as many as there are connections, so that only locks make anything wait; taken from both ends, so that all kinds
  // meet.
  const outcomes: string[] = [];
  const lane = async (next: () => Call | undefined): Promise<void> => {
    for (let call = next(); call; call = next()) outcomes.push(await call().then(outcomeOf, outcomeOf));
  };
  await Promise.all(Array.from({ length: LANES }, (_, n) => lane(() => (n % 2 ? calls.pop() : calls.shift()))));
  // On a slow machine some calls may time out waiting, but none may be an internal error.
  expect(outcomes.filter((outcome) => outcome.startsWith(': 500') || outcome.includes(': 500 {'))).toEqual([]);
  expect(outcomes.filter((outcome) => outcome === 'done').length).toBeGreaterThan(10);
  await expectInvariants(world.services.db);
  await world.end();
  expect(await deadlocksOf(rows[0]!.name)).toBe(0);
});

/** `done`, or the code of the refusal. */
const outcomeOf = (given: unknown): string => {
  if (given instanceof Error) return given.message;
  const { status = 200, raw } = given as Partial<Answer<unknown>>;
  return status < 400 ? 'done' : `: ${status} ${String(raw)}`;
};
