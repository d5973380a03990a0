// Every route that takes a quantity refuses one that the unit cannot express. The routes are read from the contract.
import { afterSalesRoutes, caseForm, type AfterSalesCase } from '@kuwei/contract/wms/after-sales';
import { countForm, countRoutes } from '@kuwei/contract/wms/inventory';
import { listingRoutes } from '@kuwei/contract/wms/org-product';
import { shareRoutes } from '@kuwei/contract/wms/share';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import * as field from '@kuwei/contract/field';
import { transactionForm } from '@kuwei/contract/wms/transaction-form';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDefaults } from '../../../test/_with-defaults.ts';
import { approved, assigned, deposited, draft, lineOf, openScene, saltForm, submitted, type Scene } from '../../../test/_flow.ts';
import { idOf, post } from '../../../test/_stock.ts';
import type { Answer, Person } from '../../../test/_world.ts';
import * as z from 'zod/mini';
import { DEMO_PASSWORD } from '../../seed/demo-people.ts';
import { newId } from '../../db/id.ts';
import { allRoutes } from '../../routes.ts';

const GOODS = 'W-BEAKER-250';
/** Of a product counted in pieces. */
const HALF = '0.5';

let scene: Scene;
let manager: Person;
beforeAll(async () => {
  scene = await openScene();
  const { world, cast, places } = scene;
  manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  await deposited(cast, { warehouseId: places.w2, lines: [goods('40')] }, places.box('W2-A-R1-B1'));
});
afterAll(() => scene.world.end());

const goods = (qty: string) => lineOf(scene.places.product(GOODS), qty, { unit: 'PIECE' });
const waiting = (qty = '4'): Promise<Transaction> =>
  submitted(scene.cast.teacher, { type: 'INBOUND', warehouseId: scene.places.w2, lines: [goods(qty)] });

interface Parts {
  def: { innerType?: unknown; element?: unknown; shape?: Record<string, unknown>; options?: unknown[] };
}
/** Paths of the quantity fields in a body. */
function amountsIn(schema: unknown, path = ''): string[] {
  if (schema === field.quantity || schema === field.decimal) return /(^|\.)qty[A-Z]?\w*$/.test(path) ? [path] : [];
  const { def } = (schema as { _zod: Parts })._zod;
  if (def.innerType) return amountsIn(def.innerType, path);
  if (def.element) return amountsIn(def.element, `${path}.0`);
  if (def.options) return def.options.flatMap((each) => amountsIn(each, path));
  return Object.entries(def.shape ?? {}).flatMap(([name, each]) => amountsIn(each, path === '' ? name : `${path}.${name}`));
}
/** Calls that write quantities; pure queries store none. */
const steps = allRoutes.flatMap(({ method, path, body, asks }) =>
  asks || typeof body !== 'object' ? [] : amountsIn(body).map((at) => `${method} ${path} ${at}`),
);

const form = (more: Record<string, unknown>) => saltForm(scene.places, more) as never;

/** Reply of each call to half a piece. */
const attempts: Record<string, () => Promise<Answer<unknown>>> = {
  'POST /wms/transaction lines.0.qty': () =>
    scene.cast.teacher.call(routes.createTransaction, { body: form({ lines: [goods(HALF)] }) }),
  'PUT /wms/transaction/{id} lines.0.qty': async () => {
    const { id, rev } = await draft(scene.cast.teacher, { type: 'INBOUND', warehouseId: scene.places.w2, lines: [goods('1')] });
    const body = withDefaults(transactionForm, { type: 'INBOUND', warehouseId: scene.places.w2, lines: [goods(HALF)], rev });
    return scene.cast.teacher.call(routes.updateTransaction, { params: { id }, body });
  },
  'PUT /wms/transaction/{id}/approve lines.0.qtyAppr': async () => {
    const { id, rev, lines } = await waiting();
    const body = { rev, comment: null, lines: [{ lineId: lines[0]!.id, qtyAppr: HALF, reason: null }] };
    return scene.cast.reviewer.call(routes.approveTransaction, { params: { id }, body });
  },
  'PUT /wms/transaction/{id}/box lines.0.boxes.0.qty': async () => {
    const { id, rev, lines } = await approved(scene.cast, await waiting());
    const boxes = [{ productBoxId: null, boxId: scene.places.box('W2-A-R1-B1'), qty: HALF }];
    return scene.cast.keeper.call(routes.assignBoxes, {
      params: { id },
      body: { rev, lines: [{ lineId: lines[0]!.id, boxes }] },
    });
  },
  'PUT /wms/transaction/{id}/finish boxes.0.qty': async () => {
    const { id, rev, lines } = await assigned(
      scene.cast,
      await approved(scene.cast, await waiting()),
      scene.places.box('W2-A-R1-B1'),
    );
    const boxes = [{ id: lines[0]!.boxes[0]!.id, qty: HALF }];
    return scene.cast.keeper.call(routes.finishTransaction, {
      params: { id },
      body: { rev, pickupCode: null, comment: null, boxes },
    });
  },
  // Both storekeepers must count the same for a posting.
  'PUT /wms/transaction/{id}/cosign boxes.0.qty': async () => {
    const { cast, places } = scene;
    const lines = [lineOf(places.product('C-NACN'), '2', { batchNo: 'T1', expiresOn: '2039-01-01' })];
    const sent = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w1, lines });
    const placed = await assigned(cast, await approved(cast, sent));
    const boxes = [{ id: placed.lines[0]!.boxes[0]!.id, qty: HALF }];
    return cast.keeper2.call(routes.cosignTransaction, {
      params: { id: placed.id },
      body: { rev: placed.rev, what: 'FINISH', boxes, password: DEMO_PASSWORD },
    });
  },
  'POST /wms/share qty': async () => {
    const { world, cast, places } = scene;
    await post(world.services.db, [{ product: GOODS, owner: 'LAB-BIO', box: 'W2-A-R1-B1', qty: '6' }]);
    const listing = {
      orgId: await idOf(world.services.db, 'wms_org', 'LAB-BIO'),
      productId: places.product(GOODS),
      visibleTo: 'CAMPUS' as const,
      shareMode: 'GIVE' as const,
      price: null,
      maxQty: null,
      fromDay: null,
      untilDay: null,
      note: null,
    };
    const { id, rev } = (await manager.call(listingRoutes.createListing, { body: listing })).data;
    await manager.call(listingRoutes.putUpListing, { params: { id }, body: { rev } });
    const body = { listingId: id, warehouseId: places.w2, qty: HALF, purpose: '实验', neededBy: null, giveBackBy: null };
    return cast.teacher.call(shareRoutes.createShare, { body });
  },
  'POST /wms/after-sales qty': async () => createCase(HALF),
  'PUT /wms/after-sales/{id} qty': async () => {
    const { id, rev, ...made } = (await createCase('1')).data;
    const body = withDefaults(caseForm, { ...caseOf(made.productBoxId!, HALF), rev });
    return scene.cast.teacher.call(afterSalesRoutes.updateCase, { params: { id }, body });
  },
  'PUT /wms/inventory/{id}/count values.0.qty': async () => {
    const { id, line } = await counting();
    return counted(id, { values: [{ ...SAID, id: newId(), lineId: line.id, ver: line.ver }], found: [] });
  },
  'PUT /wms/inventory/{id}/count found.0.qty': async () => {
    const { id, line } = await counting();
    const { boxId, productId } = line;
    const ownerOrgId = await idOf(scene.world.services.db, 'wms_org', 'LAB-BIO');
    const found = { ...SAID, id: newId(), boxId, productId, ownerOrgId, batchNo: null, expiresOn: null };
    return counted(id, { values: [], found: [found] });
  },
};

const caseOf = (productBoxId: string, qty: string) => ({
  kind: 'RETURN' as const,
  transactionLineId: null,
  productBoxId,
  qty,
  solution: 'RETURN_SUPPLIER' as const,
  description: '外包装受潮',
  pictures: [],
  withSupplier: false,
});
async function createCase(qty: string): Promise<Answer<AfterSalesCase>> {
  const { world, cast } = scene;
  const [stock] = await post(world.services.db, [{ product: GOODS, owner: 'LAB-CATALYSIS', box: 'W2-A-R1-B2', qty: '6' }]);
  return cast.teacher.call(afterSalesRoutes.createCase, { body: caseOf(stock!, qty) });
}

const SAID = { qty: HALF, unit: 'PIECE', reason: null, note: null, at: null };
let counts = 0;
async function counting() {
  const { world, cast, places } = scene;
  const box = `W2-A-R2-B${++counts}`;
  await post(world.services.db, [{ product: GOODS, owner: 'LAB-BIO', box, qty: '6' }]);
  const body = z.parse(countForm, {
    warehouseId: places.w2,
    type: 'SPOT',
    scope: 'BOX',
    boxIds: [places.box(box)],
    assignees: [cast.keeper.id],
  });
  const created = (await manager.call(countRoutes.createCount, { body })).data;
  await manager.call(countRoutes.publishCount, { params: { id: created.id }, body: { rev: created.rev } });
  const lines = await cast.keeper.call(countRoutes.listCountLines, { params: { id: created.id } });
  return { id: created.id, line: lines.data.list[0]! };
}
/** Counts are accepted or refused one by one: returns the result of the only one as if it were the reply. */
async function counted(id: string, body: { values: unknown[]; found: unknown[] }): Promise<Answer<unknown>> {
  const answer = await scene.cast.keeper.call(countRoutes.countLines, { params: { id }, body: body as never });
  const [outcome] = answer.data;
  const path = body.values.length > 0 ? 'values.0.qty' : 'found.0.qty';
  const error = { code: outcome!.code, data: { fields: [{ path }] } } as never;
  const { headers, raw, data } = answer;
  return { headers, raw, data, status: outcome!.outcome === 'REFUSED' ? 422 : 200, error };
}

test('[F-3B1] every call that takes a quantity refuses half a piece at its field', async () => {
  expect(Object.keys(attempts).toSorted()).toEqual([...new Set(steps)].toSorted());
  for (const [step, attempt] of Object.entries(attempts)) {
    const answer = await attempt();
    const code = step.includes('/cosign') ? 'QTY_COUNTED' : 'QTY_DECIMALS';
    expect({ step, status: answer.status, code: answer.status < 400 ? null : answer.error.code }).toEqual({
      step,
      status: 422,
      code,
    });
    expect(answer.error.data!.fields![0]!.path).toBe(step.split(' ')[2]);
  }
});

test('[F-3B1] fractions approved earlier are posted as they are', async () => {
  const { world, cast, places } = scene;
  const { id, rev, lines } = await approved(cast, await waiting('4'));
  await sql`update wms_transaction_line set qty_appr = 3.5 where transaction_id = ${id}`.execute(world.services.db);
  const boxes = ['1.5', '2'].map((qty, n) => ({ productBoxId: null, boxId: places.box(`W2-A-R1-B${n + 1}`), qty }));
  const body = { rev, lines: [{ lineId: lines[0]!.id, boxes }] };
  expect((await cast.keeper.call(routes.assignBoxes, { params: { id }, body })).status).toBe(200);
});
