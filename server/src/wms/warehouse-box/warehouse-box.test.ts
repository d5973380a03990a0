import { withDefaults } from '../../../test/_with-defaults.ts';
import { boxForm, boxRoutes, type Box, type BoxForm } from '@kuwei/contract/wms/warehouse-box';
import { countRoutes } from '@kuwei/contract/wms/inventory';
import { containerRoutes } from '@kuwei/contract/wms/container';
import type { QueryOf } from '@kuwei/contract/route';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOtherWarehouse, OTHER_MANAGER } from '../../../test/_other-warehouse.ts';
import { idOf, post } from '../../../test/_stock.ts';
import { readRows } from '../../../test/_workbook.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { lockPlaces } from '../place/fit.ts';

let world: World;
let keeper: Person;
let other: Person;
let w2: string;
let shelf: string;
beforeAll(async () => {
  world = await openWorld();
  const { db } = world.services;
  await addOtherWarehouse(db);
  keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  other = await world.as(OTHER_MANAGER, 'ROLE_WAREHOUSE_ADMIN');
  w2 = await idOf(db, 'wms_warehouse', 'W2');
  const { list } = (await keeper.call(containerRoutes.listContainers, { query: { warehouseId: w2, q: 'A 排' } })).data;
  shelf = list[0]!.id;
});
afterAll(() => world.end());

type Form = Partial<BoxForm>;
const make = (code: string, more: Form = {}) => keeper.call(boxRoutes.createBox, { body: { containerId: shelf, code, ...more } });
const made = async (code: string, more: Form = {}) => (await make(code, more)).data;
const get = async (id: string) => (await keeper.call(boxRoutes.getBox, { params: { id } })).data;
const find = async (code: string) => get(await idOf(world.services.db, 'wms_warehouse_box', code));
/** Updates the box with its current values and `more`. */
async function change({ id }: { id: string }, more: Form & { rev?: number }) {
  const now = await get(id);
  const { containerId, code, row, col, type, ownerOrgId, mixPolicy, maxVolumeL, maxMassKg, maxLines, remark, rev } = now;
  const body = {
    containerId,
    code,
    row,
    col,
    type,
    ownerOrgId,
    mixPolicy,
    maxVolumeL,
    maxMassKg,
    maxLines,
    remark,
    rev,
    ...more,
  };
  return keeper.call(boxRoutes.updateBox, { params: { id }, body });
}
async function setState({ id }: { id: string }, state: Box['state'], lockReason: 'MAINTENANCE' | 'SAFETY' | null = null) {
  const { rev } = await get(id);
  return keeper.call(boxRoutes.setBoxState, { params: { id }, body: { state, lockReason, rev } });
}
const stock = (product: string, owner: string, box: string, qty: string) =>
  post(world.services.db, [{ product, owner, box, qty }]);

test('[S1.13, S3.51] a box is created, read, found by its label, changed and deleted', async () => {
  const box = await made('T-1', { maxVolumeL: '60', maxMassKg: '80', maxLines: 3, remark: '备注' });
  expect(box).toMatchObject({
    code: 'T-1',
    path: 'W2 / R1 / A',
    containerType: 'SHELF',
    state: 'ACTIVE',
    occupied: false,
    lines: 0,
    usedVolumeL: '0',
    conditionsOffered: ['DRY'],
    allowedGroups: null,
    groups: [],
    owners: [],
    rev: 1,
  });
  expect(box.qrToken).toMatch(/^[A-Z2-7]{24}$/);
  expect((await keeper.call(boxRoutes.findBoxByQr, { params: { token: box.qrToken } })).data.id).toBe(box.id);
  expect((await change(box, { remark: '新备注', mixPolicy: 'SAME_OWNER' })).data).toMatchObject({ remark: '新备注', rev: 2 });
  expect((await change(box, { rev: 1 })).error.code).toBe('STALE');
  expect((await keeper.call(boxRoutes.deleteBox, { params: { id: box.id } })).status).toBe(200);
  expect((await keeper.call(boxRoutes.getBox, { params: { id: box.id } })).status).toBe(404);
});

test('[S5.31] box codes are unique in a warehouse, and grid cells in a container', async () => {
  expect((await make('W2-A-R1-B1')).error).toMatchObject({ code: 'CODE_TAKEN', data: { fields: [{ path: 'code' }] } });
  expect((await make('T-CELL', { row: 1, col: 1 })).error).toMatchObject({
    code: 'CODE_TAKEN',
    data: { fields: [{ path: 'row' }] },
  });
  expect((await make('')).error.data?.fields?.[0]?.path).toBe('code');
});

test('[F-3N15] refuses boxes outside the grid of their container, except those already outside', async () => {
  const { db } = world.services;
  const { rows, cols } = await db
    .selectFrom('wms_container')
    .where('id', '=', shelf)
    .select(['rows', 'cols'])
    .executeTakeFirstOrThrow();
  const message = `所在容器只有 ${rows} 行 ${cols} 列，请改写，或先扩大容器的行列数`;
  const refused = (...paths: string[]) => ({ code: 'INVALID', data: { fields: paths.map((path) => ({ path, message })) } });
  expect((await make('T-OUT', { row: rows + 1, col: 1 })).error).toMatchObject(refused('row'));
  expect((await make('T-OUT', { row: rows + 1, col: cols + 1 })).error).toMatchObject(refused('row', 'col'));
  const box = await made('T-OUT');
  expect((await change(box, { row: 1, col: cols + 1 })).error).toMatchObject(refused('col'));
  await db.updateTable('wms_warehouse_box').set({ row_no: 77, col_no: 1 }).where('id', '=', box.id).execute();
  expect((await change(box, { remark: '柜外' })).data).toMatchObject({ row: 77, remark: '柜外' });
  expect((await change(box, { row: 78 })).error).toMatchObject(refused('row'));
  expect((await change(box, { row: null, col: null })).data).toMatchObject({ row: null, col: null });
});

test('an exclusive box has an owner, a shared one has none', async () => {
  const lab = await idOf(world.services.db, 'wms_org', 'LAB-BIO');
  const keepers = await idOf(world.services.db, 'wms_org', 'WAREHOUSE');
  expect((await make('T-X', { type: 'EXCLUSIVE' })).error.data?.fields?.[0]?.path).toBe('ownerOrgId');
  expect((await make('T-X', { ownerOrgId: lab })).error.data?.fields?.[0]?.path).toBe('ownerOrgId');
  expect((await make('T-X', { type: 'EXCLUSIVE', ownerOrgId: keepers })).status).toBe(404);
  expect(await made('T-X', { type: 'EXCLUSIVE', ownerOrgId: lab })).toMatchObject({ ownerOrgName: '分子生物学课题组' });
});

test('[S1.08, S3.53] lists boxes with their contents', async () => {
  await stock('P-TIP-200', 'LAB-BIO', 'W2-A-R1-B2', '10');
  await stock('C-NACL', 'LAB-BIO', 'W2-A-R1-B2', '2');
  await post(world.services.db, [{ product: 'C-NACL', owner: 'LAB-BIO', box: 'W2-A-R1-B2', qty: '1', batch: 'B2' }]);
  await stock('C-NACL', 'LAB-CATALYSIS', 'W2-A-R1-B2', '1');
  await stock('P-TIP-200', 'LAB-BIO', 'W2-A-R1-B3', '1');
  await stock('P-TIP-200', 'LAB-BIO', 'W2-A-R1-B3', '-1');
  const list = async (query: object) => (await keeper.call(boxRoutes.listBoxes, { query: { warehouseId: w2, ...query } })).data;
  const occupied = await list({ occupied: true });
  expect(occupied).toMatchObject({ total: 1, exact: true });
  expect(occupied.list[0]).toMatchObject({
    code: 'W2-A-R1-B2',
    occupied: true,
    lines: 3,
    usedVolumeL: '11.4',
    groups: ['G'],
    owners: ['催化化学课题组', '分子生物学课题组'],
  });
  expect((await list({ occupied: false, q: 'w2-a-r1-b' })).list.map((box) => box.code)).toContain('W2-A-R1-B3');
  expect((await list({ sort: '-usedVolumeL', size: 1 })).list[0]!.code).toBe('W2-A-R1-B2');
  expect((await list({ sort: '-lines', size: 1 })).list[0]!.code).toBe('W2-A-R1-B2');
  const [first, second] = (await list({ size: 2 })).list;
  expect((await list({ ids: [second!.id, first!.id] })).list.map((box) => box.id)).toEqual([first!.id, second!.id]);
  const codes = (await list({ containerId: shelf, q: 'r1-b', size: 200 })).list.map((box) => box.code);
  expect(codes).toEqual(Array.from({ length: 10 }, (_, at) => `W2-A-R1-B${at + 1}`));
  const rows = await readRows(await keeper.call(boxRoutes.exportBoxes, { query: { occupied: true } }));
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ 库位编号: 'W2-A-R1-B2', 品项: '3', '已用体积（升）': '11.4', 状态: '启用' });
});

test('a box is locked with a reason, unlocked, and retired for good once it is empty', async () => {
  const box = await made('T-STATE');
  expect((await setState(box, 'LOCKED')).error.data?.fields?.[0]?.path).toBe('lockReason');
  expect((await setState(box, 'ACTIVE')).error).toMatchObject({
    code: 'ILLEGAL_TRANSITION',
    data: { from: 'ACTIVE', to: 'ACTIVE' },
  });
  expect((await setState(box, 'LOCKED', 'SAFETY')).data).toMatchObject({ state: 'LOCKED', lockReason: 'SAFETY' });
  expect((await setState(box, 'ACTIVE')).data).toMatchObject({ state: 'ACTIVE', lockReason: null });
  await stock('P-TIP-200', 'LAB-BIO', 'T-STATE', '1');
  expect((await setState(box, 'RETIRED')).error).toMatchObject({ code: 'BOX_NOT_EMPTY', message: '库位 T-STATE 还有库存' });
  await stock('P-TIP-200', 'LAB-BIO', 'T-STATE', '-1');
  expect((await setState(box, 'RETIRED')).data.state).toBe('RETIRED');
  expect((await setState(box, 'ACTIVE')).error.code).toBe('ILLEGAL_TRANSITION');
  const stale = { params: { id: box.id }, body: { state: 'ACTIVE' as const, lockReason: null, rev: 1 } };
  expect((await keeper.call(boxRoutes.setBoxState, stale)).error.code).toBe('STALE');
});

test('a box under count cannot be changed otherwise', async () => {
  const box = await made('T-COUNT');
  const { id, rev } = (
    await keeper.call(countRoutes.createCount, {
      body: { warehouseId: w2, type: 'SPOT', scope: 'BOX', boxIds: [box.id], assignees: [keeper.id] },
    })
  ).data;
  const { no } = (await keeper.call(countRoutes.publishCount, { params: { id }, body: { rev } })).data;
  for (const state of ['ACTIVE', 'RETIRED'] as const)
    expect((await setState(box, state)).error).toMatchObject({
      code: 'BOX_IN_COUNT',
      message: expect.stringContaining(`库位 T-COUNT 正在盘点（${no}，`),
      data: { count: { id, no, until: expect.any(String) } },
    });
});

test('refuses limits, owner and mix policy that stored goods would break', async () => {
  const box = await made('T-LIMIT');
  const lab = await idOf(world.services.db, 'wms_org', 'LAB-BIO');
  await stock('P-TIP-200', 'LAB-CATALYSIS', 'T-LIMIT', '10');
  await stock('C-NACL', 'LAB-CATALYSIS', 'T-LIMIT', '1');
  const cases: [Form, string][] = [
    [{ maxVolumeL: '9' }, 'BOX_CAPACITY'],
    [{ maxLines: 1 }, 'BOX_CAPACITY'],
    [{ type: 'EXCLUSIVE', ownerOrgId: lab }, 'BOX_OWNER'],
    [{ mixPolicy: 'SAME_PRODUCT' }, 'BOX_MIX'],
    [{ mixPolicy: 'EMPTY' }, 'BOX_MIX'],
  ];
  for (const [more, code] of cases) expect((await change(box, more)).error).toMatchObject({ code, data: { boxCode: 'T-LIMIT' } });
  const { list } = (await keeper.call(containerRoutes.listContainers, { query: { q: 'C0' } })).data;
  const acids = list.find((container) => container.code === 'C03')!;
  expect((await change(box, { containerId: acids.id })).error.code).toBe('BOX_NOT_EMPTY');
  const allowed = await change(box, { maxVolumeL: '9.6', maxLines: 2, mixPolicy: 'SAME_OWNER' });
  expect(allowed.data).toMatchObject({ maxVolumeL: '9.6', mixPolicy: 'SAME_OWNER' });
});

test('moves an empty box anywhere, one with goods only where they are allowed', async () => {
  const { list } = (await keeper.call(containerRoutes.listContainers, { query: { warehouseId: w2 } })).data;
  const of = (code: string): string => list.find((container) => container.code === code)!.id;
  const box = await made('T-MOVE');
  expect((await change(box, { containerId: of('F01') })).data).toMatchObject({ path: 'W2 / R2 / F01' });
  await stock('B-BSA', 'LAB-BIO', 'T-MOVE', '1');
  expect((await change(box, { containerId: of('F02') })).error).toMatchObject({
    code: 'BOX_CONDITION',
    data: { missing: ['FRIDGE2_8'] },
  });
});

test('[S5.31] refuses deleting a box that ever held anything', async () => {
  const box = await made('T-USED');
  await stock('P-TIP-200', 'LAB-BIO', 'T-USED', '1');
  await stock('P-TIP-200', 'LAB-BIO', 'T-USED', '-1');
  const refused = await keeper.call(boxRoutes.deleteBox, { params: { id: box.id } });
  expect(refused.error).toMatchObject({ code: 'IN_USE_BY', message: '正在被使用：有出入库记录' });
});

test('locks, unlocks and retires boxes in bulk, and names each refusal', async () => {
  const boxes = [await made('T-B1'), await made('T-B2'), await made('T-B3')];
  const ids = boxes.map((box) => box.id);
  await stock('P-TIP-200', 'LAB-BIO', 'T-B2', '1');
  const batch = async (action: string, body: object) =>
    (await keeper.call(boxRoutes.batchBoxes, { params: { action }, body })).data;
  expect(await batch('lock', { ids, lockReason: 'SAFETY' })).toEqual({ done: 3, refused: [], notes: [] });
  expect(await get(ids[0]!)).toMatchObject({ state: 'LOCKED', lockReason: 'SAFETY' });
  expect(await batch('lock', { ids, lockReason: 'SAFETY' }), 'locked for this already').toEqual({
    done: 0,
    refused: [],
    notes: [],
  });
  expect(await batch('unlock', { all: { query: { q: 'T-B' }, expected: 3 } })).toEqual({ done: 3, refused: [], notes: [] });
  expect(await batch('retire', { ids })).toEqual({
    done: 2,
    refused: [{ id: ids[1], label: 'T-B2', message: '库位 T-B2 还有库存' }],
    notes: [],
  });
  const wrong = await keeper.call(boxRoutes.batchBoxes, {
    params: { action: 'lock' },
    body: { all: { query: {}, expected: 1 } },
  });
  expect(wrong.error.code).toBe('STALE');
  const theirs = await other.call(boxRoutes.batchBoxes, { params: { action: 'lock' }, body: { ids } });
  // Invisible boxes are reported as not found.
  expect(theirs.data).toEqual({ done: 0, refused: ids.map((id) => ({ id, label: '', message: '记录不存在' })), notes: [] });
});

test('repeating a bulk action by filter with its idempotency key runs it once and answers the same', async () => {
  await made('T-AGAIN1');
  await made('T-AGAIN2');
  const body = { all: { query: { q: 'T-AGAIN', state: 'ACTIVE' }, expected: 2 }, lockReason: 'SAFETY' as const };
  const send = () => keeper.call(boxRoutes.batchBoxes, { params: { action: 'lock' }, body, key: 'lock again' });
  const first = await send();
  expect(first.data).toEqual({ done: 2, refused: [], notes: [] });
  expect((await send()).data).toEqual(first.data);
});

test('of retiring a box and a concurrent arrival, one succeeds', async () => {
  const tips = await idOf(world.services.db, 'wms_product', 'P-TIP-200');
  for (let round = 0; round < 6; round++) {
    const code = `T-RACE-${round}`;
    const box = await made(code);
    // With and without the placement locks: the posting function is the last safeguard.
    const arrive = world.services.db.transaction().execute(async (trx) => {
      if (round % 2 === 0) await lockPlaces(trx, [{ boxId: box.id, productId: tips }]);
      await post(trx, [{ product: 'P-TIP-200', owner: 'LAB-BIO', box: code, qty: '1' }]);
    });
    const [arrived, retired] = await Promise.all([
      arrive.then(
        () => true,
        () => false,
      ),
      setState(box, 'RETIRED').then((answer) => answer.status === 200),
    ]);
    expect([arrived, retired].filter(Boolean)).toHaveLength(1);
    expect(await get(box.id)).toMatchObject({ occupied: arrived, state: retired ? 'RETIRED' : 'ACTIVE' });
  }
});

const select = async (query: Partial<QueryOf<(typeof boxRoutes)['selectBoxes']>>) =>
  (await keeper.call(boxRoutes.selectBoxes, { query: { warehouseId: w2, ...query }, body: {} })).data;

test('the picker tells how much fits, or why nothing does', async () => {
  const productId = await idOf(world.services.db, 'wms_product', 'B-BSA');
  const ownerOrgId = await idOf(world.services.db, 'wms_org', 'LAB-BIO');
  const { list } = await select({ productId, ownerOrgId, qty: '2', size: 200 });
  const byCode = new Map(list.map((box) => [box.code, box]));
  expect(byCode.get('W2-A-R1-B1')).toMatchObject({
    fits: '0',
    refusal: { code: 'BOX_CONDITION', message: '库位 W2-A-R1-B1 不具备存放条件：冷藏 2–8 ℃' },
    freeVolumeL: '60',
    path: 'W2 / R1 / A',
  });
  expect(byCode.get('W2-F01-R1-B1')).toMatchObject({ refusal: null, conditionsOffered: ['DARK', 'FRIDGE2_8'] });
  const room = byCode.get('W2-F01-R1-B1')!.fits!;
  const tooMuch = await select({ productId, ownerOrgId, qty: String(Number(room) + 1), q: 'W2-F01-R1-B1' });
  expect(tooMuch.list[0]).toMatchObject({ fits: room, refusal: { code: 'BOX_CAPACITY' } });
  const fitting = await select({ productId, ownerOrgId, qty: '2', fitting: true, size: 200 });
  expect(new Set(fitting.list.map((box) => box.containerName))).toEqual(new Set(['冷藏柜']));
  expect(fitting.total).toBe(fitting.list.length);
  // Every box is either offered or counted under its reason.
  const all = await select({ productId, ownerOrgId, qty: '2', size: 1 });
  expect(all.refused).toEqual([]);
  const left = fitting.refused.reduce((count, each) => count + each.count, 0);
  expect(left + fitting.total).toBe(all.total);
  expect(fitting.refused[0]!.reason).toBe('BOX_CONDITION');
  const huge = await select({ productId, ownerOrgId, qty: '999999', fitting: true });
  // Only boxes without limits take that much.
  expect(huge.list.filter((box) => box.fits !== null)).toEqual([]);
  expect(huge.refused).toContainEqual({ reason: 'BOX_CAPACITY', count: fitting.total - huge.total });
  const paged = await select({ productId, ownerOrgId, qty: '2', fitting: true, size: 5, page: 2 });
  expect(paged.list.map((box) => box.code)).toEqual(fitting.list.slice(5, 10).map((box) => box.code));
});

test('without goods the picker tells which boxes are open', async () => {
  const box = await made('T-OPEN');
  await setState(box, 'LOCKED', 'MAINTENANCE');
  expect((await select({ q: 'T-OPEN' })).list[0]).toMatchObject({ fits: null, refusal: { code: 'BOX_LOCKED' } });
  expect((await select({ q: 'T-OPEN', fitting: true })).list).toEqual([]);
  const { list } = await select({ containerId: shelf, q: 'W2-', sort: '-code', size: 2 });
  expect(list.map((each) => each.code)).toEqual(['W2-A-R5-B10', 'W2-A-R5-B9']);
});

test('people of another warehouse cannot see or change it', async () => {
  const { id, rev, qrToken } = await find('W2-A-R5-B5');
  const body = withDefaults(boxForm, { containerId: shelf, code: 'THEIRS', rev });
  const answers = [
    await other.call(boxRoutes.getBox, { params: { id } }),
    await other.call(boxRoutes.findBoxByQr, { params: { token: qrToken } }),
    await other.call(boxRoutes.updateBox, { params: { id }, body }),
    await other.call(boxRoutes.setBoxState, { params: { id }, body: { state: 'RETIRED', lockReason: null, rev } }),
    await other.call(boxRoutes.deleteBox, { params: { id } }),
    await other.call(boxRoutes.createBox, { body: { containerId: shelf, code: 'THEIRS' } }),
    await other.call(boxRoutes.selectBoxes, { query: { warehouseId: w2 }, body: {} }),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
  expect((await other.call(boxRoutes.listBoxes, { query: { warehouseId: w2 } })).data).toMatchObject({ list: [], total: 0 });
  expect(await readRows(await other.call(boxRoutes.exportBoxes))).toEqual([]);
  expect((await world.as('teacher', 'ROLE_TEACHER').then((teacher) => teacher.call(boxRoutes.listBoxes))).status).toBe(403);
});
