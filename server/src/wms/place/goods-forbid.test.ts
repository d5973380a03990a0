// Import rows that only a write can refuse: dry run and write name the same rows and cells.
import { containerForm, containerRoutes, type ContainerForm } from '@kuwei/contract/wms/container';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDefaults } from '../../../test/_with-defaults.ts';
import { idOf, post } from '../../../test/_stock.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let manager: Person;
let w2: string;
beforeAll(async () => {
  world = await openWorld();
  manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  w2 = await idOf(world.services.db, 'wms_warehouse', 'W2');
});
afterAll(() => world.end());

type ImportRoute =
  | typeof boxRoutes.importBoxes
  | typeof containerRoutes.importContainers
  | typeof warehouseRoutes.importWarehouses;

/** Dry run, all-or-none, then partial write: all three must agree. */
async function importThreeWays(route: ImportRoute, rows: readonly string[]) {
  const content = Buffer.from(rows.join('\n'));
  const send = async (query: { dryRun: boolean; partial: boolean }) =>
    (await manager.upload(route, content, 'rows.csv', { query })).data;
  const looked = await send({ dryRun: true, partial: false });
  const whole = looked.errors.length > 0 ? await send({ dryRun: false, partial: false }) : null;
  const done = await send({ dryRun: false, partial: true });
  if (whole) expect(whole).toMatchObject({ errors: looked.errors, written: false });
  expect(done).toMatchObject({ created: looked.created, updated: looked.updated, errors: looked.errors });
  const errors = done.errors.map(({ row, column, message }) => `${row} ${column}：${message}`);
  return { updated: done.updated, created: done.created, written: done.written, errors, importId: done.importId };
}
const containers = (head: string, ...rows: string[]) => importThreeWays(containerRoutes.importContainers, [head, ...rows]);
const boxes = (head: string, ...rows: string[]) => importThreeWays(boxRoutes.importBoxes, [head, ...rows]);

async function cabinet(code: string, cells: number, more: Partial<ContainerForm> = {}): Promise<string> {
  const body = containerForm.parse({
    warehouseId: w2,
    type: 'CABINET',
    code,
    name: `柜 ${code}`,
    conditionsOffered: ['VENTED'],
    ...more,
  });
  const { id } = (await manager.call(containerRoutes.createContainer, { body })).data;
  await manager.call(containerRoutes.generateBoxes, { params: { id }, body: { rows: 1, cols: cells } });
  return id;
}
const storeGoods = (box: string, qty = '10', product = 'C-ETHANOL') =>
  post(world.services.db, [{ product, owner: 'LAB-BIO', box, qty }]);
const stored = async (code: string) =>
  (await manager.call(containerRoutes.listContainers, { query: { q: code, size: 50 } })).data.list.find(
    (one) => one.code === code,
  )!;
const cellOf = async (code: string) => {
  const box = (await manager.call(boxRoutes.listBoxes, { query: { q: code, size: 50 } })).data.list.find(
    (one) => one.code === code,
  )!;
  return `${box.containerCode} ${box.row} ${box.col}`;
};

test('stored goods refuse a container row at its cell, and other rows are written', async () => {
  for (const code of ['F1', 'F2', 'F3', 'F4']) await cabinet(code, 1);
  for (const code of ['F1', 'F2', 'F3']) await storeGoods(`W2-${code}-R1-B1`);
  const done = await containers(
    '仓库,容器编号,容器名称,存放条件,允许的储存组,最大体积（升）',
    'W2,F1,一,避光,,',
    'W2,F2,二,通风,E,',
    'W2,F3,三,通风,,1',
    'W2,F4,四,避光,,1',
  );
  expect(done).toMatchObject({
    updated: 1,
    written: true,
    errors: [
      expect.stringMatching(/^2 存放条件：库位 W2-F1-R1-B1 不具备存放条件/),
      expect.stringMatching(/^3 允许的储存组：.*W2-F2-R1-B1/),
      expect.stringMatching(/^4 最大体积（升）：F3 .*放不下/),
    ],
  });
  expect((await stored('F1')).conditionsOffered).toEqual(['VENTED']);
  expect((await stored('F4')).name).toBe('四');
});

test('a container that cannot move keeps its place for the validation of later rows', async () => {
  await cabinet('M1', 1);
  await cabinet('M2', 1, { type: 'ROOM', conditionsOffered: [] });
  const room = await cabinet('M3', 1, { type: 'ROOM', conditionsOffered: ['VENTED'] });
  await cabinet('M4', 1, { parentId: room, conditionsOffered: [] });
  await storeGoods('W2-M4-R1-B1');
  const done = await containers('仓库,容器编号,容器名称,上级容器,类型', 'W2,M4,四,M2,柜', 'W2,M3,三,M4,房间', 'W2,M1,一,M2,柜');
  expect(done).toMatchObject({
    updated: 1,
    errors: [expect.stringMatching(/^2 上级容器：/), expect.stringMatching(/^3 /)],
  });
  expect((await stored('M4')).parentId).toBe(room);
});

test('stored goods refuse their box row, and boxes valid without it are written', async () => {
  await cabinet('G1', 4);
  await cabinet('G2', 1, { conditionsOffered: [], rows: 2, cols: 2 });
  for (const at of [1, 2, 3]) await storeGoods(`W2-G1-R1-B${at}`);
  const done = await boxes(
    '仓库,库位编号,容器编号,行,列,最大体积（升）',
    'W2,W2-G1-R1-B1,G2,2,1,',
    'W2,W2-G1-R1-B2,G1,1,2,1',
    'W2,W2-G1-R1-B3,G1,1,3,900',
    'W2,W2-G1-R1-B4,G2,2,2,',
  );
  expect(done).toMatchObject({
    updated: 2,
    written: true,
    errors: [
      expect.stringMatching(/^2 容器编号：库位 W2-G1-R1-B1 不具备存放条件/),
      expect.stringMatching(/^3 最大体积（升）：W2-G1-R1-B2 放不下/),
    ],
  });
});

test('boxes swap cells in one file, even with goods, and new ones take freed cells', async () => {
  await cabinet('X1', 3, { cols: 4 });
  await storeGoods('W2-X1-R1-B1');
  const head = '仓库,库位编号,容器编号,行,列';
  expect(
    await boxes(head, 'W2,W2-X1-R1-B1,X1,1,2', 'W2,W2-X1-R1-B2,X1,1,1', 'W2,W2-X1-NEW,X1,1,3', 'W2,W2-X1-R1-B3,X1,1,4'),
  ).toMatchObject({ created: 1, updated: 3, errors: [] });
  expect(await Promise.all(['B1', 'B2', 'B3'].map((at) => cellOf(`W2-X1-R1-${at}`)))).toEqual(['X1 1 2', 'X1 1 1', 'X1 1 4']);
  // A cell kept by a refused row is not free.
  expect((await boxes(`${head},最大体积（升）`, 'W2,W2-X1-R1-B1,X1,1,1,x', 'W2,W2-X1-R1-B2,X1,1,2,5')).errors).toEqual([
    expect.stringMatching(/^2 最大体积（升）：/),
    expect.stringMatching(/^3 行：/),
  ]);
});

test('a grid cannot shrink below its boxes, by file or form', async () => {
  const id = await cabinet('S1', 4);
  expect((await containers('仓库,容器编号,容器名称,列数', 'W2,S1,小,2')).errors).toEqual([
    expect.stringMatching(/^2 列数：库位 W2-S1-R1-B3 /),
  ]);
  const { warehouseId, parentId, type, code, name, conditionsOffered, allowedGroups, hazardAllowed, dualLock, rev } = (
    await manager.call(containerRoutes.getContainer, { params: { id } })
  ).data;
  const body = withDefaults(containerForm, {
    warehouseId,
    parentId,
    type,
    code,
    name,
    conditionsOffered,
    allowedGroups,
    hazardAllowed,
    dualLock,
    rev,
  });
  expect(
    (await manager.call(containerRoutes.updateContainer, { params: { id }, body: { ...body, cols: 3 } })).error.data?.fields,
  ).toEqual([{ path: 'cols', message: expect.stringContaining('W2-S1-R1-B4') }]);
  expect((await manager.call(containerRoutes.updateContainer, { params: { id }, body: { ...body, cols: 4 } })).status).toBe(200);
});

test('a warehouse that needs two storekeepers refuses only its own row', async () => {
  await storeGoods('W1-S01-R1-B1', '1', 'C-NACN');
  const done = await importThreeWays(warehouseRoutes.importWarehouses, [
    '仓库编号,仓库名称,保管员',
    'W1,一,keeper',
    'W2,二,keeper',
    'W9,九,keeper',
  ]);
  expect(done).toMatchObject({ created: 1, updated: 1, written: true, errors: [expect.stringMatching(/^2 保管员：存放剧毒品/)] });
});

test('an undo skips records that stored goods forbid, and restores the others', async () => {
  for (const code of ['U1', 'U2']) await cabinet(code, 1, { conditionsOffered: [] });
  const { importId } = await containers('仓库,容器编号,容器名称,存放条件', 'W2,U1,一,通风', 'W2,U2,二,通风');
  await storeGoods('W2-U1-R1-B1');
  const params = { import: importId! };
  const look = (await manager.call(containerRoutes.lookAtContainerUndo, { params })).data;
  expect(look).toMatchObject({ restored: 1, left: 1, leftOut: [{ reason: expect.stringContaining('W2-U1-R1-B1') }] });
  const undone = await manager.call(containerRoutes.undoContainerImport, { params, body: { expected: 1 } });
  expect(undone.data).toMatchObject({ restored: 1, left: 1 });
});
