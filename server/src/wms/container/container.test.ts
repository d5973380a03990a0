import { containerRoutes, type Container, type ContainerForm, containerForm } from '@kuwei/contract/wms/container';
import { pictureRoutes } from '@kuwei/contract/wms/picture';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDefaults } from '../../../test/_with-defaults.ts';
import { addOtherWarehouse, OTHER_MANAGER } from '../../../test/_other-warehouse.ts';
import { idOf, post } from '../../../test/_stock.ts';
import { readRows } from '../../../test/_workbook.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let keeper: Person;
let other: Person;
let w1: string;
let w2: string;
beforeAll(async () => {
  world = await openWorld();
  await addOtherWarehouse(world.services.db);
  keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  other = await world.as(OTHER_MANAGER, 'ROLE_WAREHOUSE_ADMIN');
  w1 = await idOf(world.services.db, 'wms_warehouse', 'W1');
  w2 = await idOf(world.services.db, 'wms_warehouse', 'W2');
});
afterAll(() => world.end());

type Form = Partial<ContainerForm>;
const form = (code: string, more: Form = {}) => ({
  warehouseId: w2,
  type: 'CABINET' as const,
  code,
  name: `容器 ${code}`,
  ...more,
});
const make = (code: string, more: Form = {}) => keeper.call(containerRoutes.createContainer, { body: form(code, more) });
const made = async (code: string, more: Form = {}) => (await make(code, more)).data;
const get = async (id: string) => (await keeper.call(containerRoutes.getContainer, { params: { id } })).data;
/** Updates the container with its current values and `more`. */
async function change(container: Pick<Container, 'id'>, more: Form, headers: Record<string, string> = {}) {
  const now = await get(container.id);
  const { warehouseId, parentId, type, code, name, conditionsOffered, allowedGroups, hazardAllowed, dualLock } = now;
  const { nameEn, maxVolumeL, maxMassKg, rows, cols, remark, rev } = now;
  const same = { warehouseId, parentId, type, code, name, conditionsOffered, allowedGroups, hazardAllowed, dualLock };
  const body = { ...same, nameEn, maxVolumeL, maxMassKg, rows, cols, remark, rev, ...more };
  return keeper.call(containerRoutes.updateContainer, { params: { id: container.id }, body, headers });
}
const generate = (id: string, rows: number, cols: number, more = {}) =>
  keeper.call(containerRoutes.generateBoxes, { params: { id }, body: { rows, cols, ...more } });

test('[S1.13, S3.51] a container is created, read, changed and deleted', async () => {
  const room = await made('N1', { type: 'ROOM', conditionsOffered: ['DARK'] });
  const cabinet = await made('N2', {
    parentId: room.id,
    conditionsOffered: ['LOCKED'],
    allowedGroups: ['L', 'G'],
    hazardAllowed: false,
    dualLock: true,
    maxVolumeL: '12.5',
    maxMassKg: '40',
    rows: 2,
    cols: 3,
    remark: '备注',
  });
  expect(cabinet).toMatchObject({
    parentCode: 'N1',
    path: 'W2 / N1 / N2',
    allowedGroups: ['L', 'G'],
    hazardAllowed: false,
    dualLock: true,
    maxVolumeL: '12.5',
    rows: 2,
    boxes: 0,
    usedVolumeL: '0',
    rev: 1,
  });
  const changed = (await change(cabinet, { name: '新名', maxVolumeL: null })).data;
  expect(changed).toMatchObject({ name: '新名', maxVolumeL: null, rev: 2 });
  const stale = await change(cabinet, { rev: 1 } as Form);
  expect(stale.error.code).toBe('STALE');
  expect((await keeper.call(containerRoutes.deleteContainer, { params: { id: cabinet.id } })).status).toBe(200);
  expect((await keeper.call(containerRoutes.getContainer, { params: { id: cabinet.id } })).status).toBe(404);
});

test('[S5.31] a container code is required, at most 64 characters, and taken once in a warehouse', async () => {
  const codes = ['', 'X'.repeat(65), 'A/B'];
  for (const code of codes)
    expect((await make(code)).error).toMatchObject({ code: 'INVALID', data: { fields: [{ path: 'code' }] } });
  await made('X'.repeat(64));
  expect((await make('F01')).error).toMatchObject({ code: 'CODE_TAKEN', data: { fields: [{ path: 'code' }] } });
  expect((await made('z01-2')).code).toBe('Z01-2');
});

test('refuses missing references and those of others at their field', async () => {
  const foreign = (await keeper.call(containerRoutes.listContainers, { query: { warehouseId: w1, size: 1 } })).data.list[0]!;
  const cases: [Form, string][] = [
    [{ warehouseId: foreign.id }, 'warehouseId'],
    [{ parentId: foreign.id }, 'parentId'],
    [{ conditionsOffered: ['WARM'] }, 'conditionsOffered'],
    [{ rows: 0 }, 'rows'],
    [{ maxVolumeL: '0' }, 'maxVolumeL'],
  ];
  for (const [more, path] of cases) expect((await make('WRONG', more)).error.data?.fields?.[0]?.path).toBe(path);
});

test('[S5.31] a container never lies below itself, nor deeper than eight levels', async () => {
  const top = await made('D1');
  const chain = [top];
  for (let level = 2; level <= 8; level++) chain.push(await made(`D${level}`, { parentId: chain.at(-1)!.id }));
  expect((await make('D9', { parentId: chain.at(-1)!.id })).error).toMatchObject({ code: 'TOO_DEEP', message: '层级最多 8 层' });
  for (const below of [top, chain[1]!, chain[7]!])
    expect((await change(top, { parentId: below.id })).error).toMatchObject({
      code: 'CYCLE',
      data: { fields: [{ path: 'parentId' }] },
    });
  // The subtree moves along, so its deepest container counts.
  const above = await made('D0');
  expect((await change(top, { parentId: above.id })).error.code).toBe('TOO_DEEP');
  const moved = (await change(chain[1]!, { parentId: above.id })).data;
  expect(moved.path).toBe('W2 / D0 / D2');
  expect((await get(chain[7]!.id)).path).toBe('W2 / D0 / D2 / D3 / D4 / D5 / D6 / D7 / D8');
});

test('of two containers moved below each other concurrently, one stays', async () => {
  for (let round = 0; round < 5; round++) {
    const [a, b] = [await made(`RA${round}`), await made(`RB${round}`)];
    const answers = await Promise.all([change(a, { parentId: b.id }), change(b, { parentId: a.id })]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(answers.find((answer) => answer.status === 422)!.error.code).toBe('CYCLE');
  }
});

test('generates boxes for the free cells of a grid', async () => {
  const { id } = await made('G1');
  expect((await generate(id, 2, 3, { maxVolumeL: '30', maxLines: 4 })).data).toEqual({ created: 6, skipped: 0 });
  expect((await generate(id, 3, 3)).data).toEqual({ created: 3, skipped: 6 });
  const { list } = (await keeper.call(boxRoutes.listBoxes, { query: { containerId: id } })).data;
  expect(list.map((box) => box.code)).toEqual(
    ['R1-B1', 'R1-B2', 'R1-B3', 'R2-B1', 'R2-B2', 'R2-B3', 'R3-B1', 'R3-B2', 'R3-B3'].map((cell) => `W2-G1-${cell}`),
  );
  expect(list[0]).toMatchObject({ maxVolumeL: '30', maxLines: 4, row: 1, col: 1 });
  expect(list[8]).toMatchObject({ maxVolumeL: null, row: 3, col: 3 });
  expect(new Set(list.map((box) => box.qrToken)).size).toBe(9);
  expect(await get(id)).toMatchObject({ rows: 3, cols: 3, boxes: 9 });
});

test('generates at most 5,000 boxes at a time', async () => {
  const { id } = await made('G-BIG');
  expect((await generate(id, 200, 26)).error).toMatchObject({ code: 'TOO_MANY_BOXES', message: '一次最多生成 5000 个库位' });
  expect((await generate(id, 200, 25)).data).toEqual({ created: 5000, skipped: 0 });
  expect((await generate(id, 1, 1, { type: 'EXCLUSIVE' })).error.data?.fields?.[0]?.path).toBe('ownerOrgId');
  expect((await generate(id, 1, 1, { type: 'SHARED', ownerOrgId: id })).error.data?.fields?.[0]?.path).toBe('ownerOrgId');
});

test('generating the same grid concurrently creates one box per cell', async () => {
  const { id } = await made('G-TWICE');
  const answers = await Promise.all([generate(id, 10, 10), generate(id, 10, 10)]);
  expect(answers.map((answer) => answer.data.created).toSorted((a, b) => a - b)).toEqual([0, 100]);
});

test('refuses a change that would break rules for stored goods, naming their boxes', async () => {
  const room = await made('K-ROOM', { type: 'ROOM', conditionsOffered: ['VENTED'] });
  const cabinet = await made('K', { parentId: room.id, allowedGroups: ['L'] });
  await generate(cabinet.id, 1, 3);
  await post(world.services.db, [
    { product: 'C-ETHANOL', owner: 'LAB-BIO', box: 'W2-K-R1-B1', qty: '10' },
    { product: 'C-ETHANOL', owner: 'LAB-BIO', box: 'W2-K-R1-B3', qty: '10' },
  ]);
  const cases: [Container, Form, string][] = [
    [cabinet, { allowedGroups: ['E'] }, 'BOX_CONDITION'],
    [cabinet, { hazardAllowed: false }, 'BOX_CONDITION'],
    [room, { conditionsOffered: ['DRY'] }, 'BOX_CONDITION'],
    [cabinet, { parentId: null }, 'BOX_CONDITION'],
    [cabinet, { maxVolumeL: '11' }, 'BOX_CAPACITY'],
    [room, { maxMassKg: '11' }, 'BOX_CAPACITY'],
  ];
  for (const [container, more, code] of cases) {
    const { error } = await change(container, more);
    expect([more, error.code, (error.data!['boxes'] as { boxCode: string }[]).map((box) => box.boxCode)]).toEqual([
      more,
      code,
      ['W2-K-R1-B1', 'W2-K-R1-B3'],
    ]);
  }
  expect((await change(cabinet, { maxVolumeL: '11' })).error.message).toBe('K 容器 K 放不下：体积 12 > 11 L');
  expect((await change(cabinet, { maxVolumeL: '12', conditionsOffered: ['DARK'] })).status).toBe(200);
});

test('refuses moving or opening cabinets if incompatible goods would meet', async () => {
  const room = await made('M-ROOM', { type: 'ROOM', conditionsOffered: ['VENTED', 'DRY'] });
  const solvents = await made('M-L', { parentId: room.id });
  const oxidisers = await made('M-E', { parentId: room.id });
  for (const { id } of [solvents, oxidisers]) await generate(id, 1, 1);
  await post(world.services.db, [
    { product: 'C-ETHANOL', owner: 'LAB-BIO', box: 'W2-M-L-R1-B1', qty: '1' },
    { product: 'C-KMNO4', owner: 'LAB-BIO', box: 'W2-M-E-R1-B1', qty: '1' },
  ]);
  const shared = await made('M-SHARED', { parentId: room.id });
  expect((await change(solvents, { parentId: shared.id, type: 'SHELF' })).status).toBe(200);
  const refused = await change(oxidisers, { parentId: shared.id, type: 'SHELF' });
  expect(refused.error).toMatchObject({ code: 'BOX_INCOMPATIBLE', data: { boxes: [{ boxCode: 'W2-M-E-R1-B1' }], boxCount: 1 } });
  expect((await change(oxidisers, { parentId: shared.id })).status).toBe(200);
  expect((await change(oxidisers, { type: 'SHELF' })).error.code).toBe('BOX_INCOMPATIBLE');
});

test('existing violations do not block other changes', async () => {
  const cabinet = await made('OLD');
  await generate(cabinet.id, 1, 1);
  await post(world.services.db, [{ product: 'C-NACL', owner: 'LAB-BIO', box: 'W2-OLD-R1-B1', qty: '1' }]);
  await sql`update wms_product set conditions_required = '{LOCKED}' where code = 'C-NACL'`.execute(world.services.db);
  expect((await change(cabinet, { name: '改名' })).data.name).toBe('改名');
  expect((await change(cabinet, { maxVolumeL: '0.1' })).error.code).toBe('BOX_CAPACITY');
});

test('moves an empty container with its subtree to another warehouse', async () => {
  const top = await made('V1');
  const inner = await made('V2', { parentId: top.id });
  await generate(inner.id, 1, 2);
  await post(world.services.db, [{ product: 'P-TIP-200', owner: 'LAB-BIO', box: 'W2-V2-R1-B2', qty: '1' }]);
  const full = await change(top, { warehouseId: w1 });
  expect(full.error).toMatchObject({
    code: 'BOX_NOT_EMPTY',
    message: '库位 W2-V2-R1-B2 还有库存',
    data: { boxes: [{ boxCode: 'W2-V2-R1-B2' }] },
  });
  const [stockId] = await post(world.services.db, [{ product: 'P-TIP-200', owner: 'LAB-BIO', box: 'W2-V2-R1-B2', qty: '-1' }]);
  expect((await change(top, { warehouseId: w1 })).data).toMatchObject({ warehouseCode: 'W1', path: 'W1 / V1' });
  expect(await get(inner.id)).toMatchObject({ warehouseId: w1, path: 'W1 / V1 / V2', boxes: 2 });
  const { list } = (await keeper.call(boxRoutes.listBoxes, { query: { containerId: inner.id } })).data;
  expect(list.map((box) => [box.code, box.warehouseId])).toEqual([
    ['W1-V2-R1-B1', w1],
    ['W1-V2-R1-B2', w1],
  ]);
  const stock = await world.services.db
    .selectFrom('wms_product_box')
    .where('id', '=', stockId!)
    .select('warehouse_id')
    .executeTakeFirstOrThrow();
  expect(stock.warehouse_id).toBe(w1);
});

test('[S5.31] refuses deleting a container in use, and names the use', async () => {
  const top = await made('U1');
  const inner = await made('U2', { parentId: top.id });
  await generate(inner.id, 1, 2);
  const remove = (id: string) => keeper.call(containerRoutes.deleteContainer, { params: { id } });
  expect((await remove(top.id)).error).toMatchObject({ code: 'IN_USE_BY', message: '正在被使用：1 个容器' });
  await post(world.services.db, [{ product: 'P-TIP-200', owner: 'LAB-BIO', box: 'W2-U2-R1-B2', qty: '1' }]);
  expect((await remove(inner.id)).error).toMatchObject({ code: 'IN_USE_BY', message: '正在被使用：1 个库位' });
  const { list } = (await keeper.call(boxRoutes.listBoxes, { query: { containerId: inner.id } })).data;
  expect(list).toHaveLength(2);
  const unused = await made('U3', { parentId: top.id });
  await generate(unused.id, 1, 2);
  expect((await remove(unused.id)).status).toBe(200);
});

test('the tree has every container once, with box counts of its subtree', async () => {
  const tree = (await keeper.call(containerRoutes.getTree, { query: { warehouseId: w1 } })).data;
  const byCode = new Map(tree.map((node) => [node.code, node]));
  expect(byCode.get('R1')).toMatchObject({ parentId: null, boxes: 48 });
  expect(byCode.get('C01')).toMatchObject({ parentId: byCode.get('R1')!.id, boxes: 24, type: 'CABINET' });
  const all = (await keeper.call(containerRoutes.getTree)).data;
  expect(new Set(all.map((node) => node.id)).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(tree.length);
});

test('the map of a container shows its own boxes with their fill level', async () => {
  const above = await made('V3');
  const { id } = await made('V4', { parentId: above.id });
  await generate(id, 2, 2, { maxVolumeL: '10', maxLines: 4 });
  await post(world.services.db, [{ product: 'P-TIP-200', owner: 'LAB-BIO', box: 'W2-V4-R2-B1', qty: '1' }]);
  const cells = (await keeper.call(containerRoutes.listCells, { params: { id } })).data;
  expect(cells.map((cell) => [cell.row, cell.col, cell.lines, cell.usedPercent])).toEqual([
    [1, 1, 0, 0],
    [1, 2, 0, 0],
    [2, 1, 1, 25],
    [2, 2, 0, 0],
  ]);
  expect((await keeper.call(containerRoutes.listCells, { params: { id: above.id } })).data).toEqual([]);
  expect((await other.call(containerRoutes.listCells, { params: { id } })).status).toBe(404);
});

test('filters, naturally sorts and exports containers', async () => {
  for (const code of ['S10', 'S9', 'S2']) await made(code, { type: 'SHELF', conditionsOffered: ['DRY'] });
  await made('F01-2');
  const found = (
    await keeper.call(containerRoutes.listContainers, { query: { type: ['SHELF'], condition: 'DRY', q: 's', sort: 'code' } })
  ).data;
  expect(found.list.map((row) => row.code)).toEqual(['S2', 'S9', 'S10']);
  const rows = await readRows(await keeper.call(containerRoutes.exportContainers, { query: { q: 'F0', sort: '-code' } }));
  expect(rows.map((row) => [row['容器编号'], row['存放条件'], row['类型']])).toEqual([
    ['F02', '冷冻 −20 ℃、避光', '冰箱'],
    ['F01-2', '', '柜'],
    ['F01', '冷藏 2–8 ℃、避光', '冰箱'],
  ]);
});

test('people of another warehouse cannot see or change it', async () => {
  const { id } = await made('MINE');
  const foreign = (
    await other.call(warehouseRoutes.createWarehouse, {
      body: { code: 'B1', name: '乙库', keeperIds: [other.id] },
    })
  ).data;
  expect((await other.call(containerRoutes.listContainers)).data.total).toBe(0);
  expect((await other.call(containerRoutes.getTree)).data).toEqual([]);
  expect(await readRows(await other.call(containerRoutes.exportContainers))).toEqual([]);
  const body = form('MINE', { warehouseId: foreign.id });
  const answers = [
    await other.call(containerRoutes.getContainer, { params: { id } }),
    await other.call(containerRoutes.updateContainer, { params: { id }, body: withDefaults(containerForm, { ...body, rev: 1 }) }),
    await other.call(containerRoutes.deleteContainer, { params: { id } }),
    await other.call(containerRoutes.generateBoxes, { params: { id }, body: { rows: 1, cols: 1 } }),
    await other.call(containerRoutes.createContainer, { body: form('NEW') }),
    await other.call(containerRoutes.createContainer, { body: { ...body, parentId: id } }),
    await keeper.call(containerRoutes.updateContainer, {
      params: { id },
      body: withDefaults(containerForm, { ...body, rev: 1 }),
    }),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
});

test('[F-3U8] shows English readers the English name of a container everywhere', async () => {
  const { id } = await made('EN-1', { name: '氧化剂柜', nameEn: 'Oxidiser cabinet', hazardAllowed: false });
  const { id: plain } = await made('EN-2', { name: '无英文名' });
  await generate(id, 1, 1);
  const [box] = (await keeper.call(containerRoutes.listCells, { params: { id } })).data;
  await post(world.services.db, [{ product: 'W-BEAKER-250', owner: 'LAB-BIO', box: box!.code, qty: '1' }]);
  const named = async (language: string) => {
    const headers = { 'accept-language': language };
    const tree = (await keeper.call(containerRoutes.getTree, { headers })).data;
    const own = (await keeper.call(boxRoutes.getBox, { params: { id: box!.id }, headers })).data;
    const stock = (await keeper.call(productBoxRoutes.listStock, { query: { boxId: box!.id }, headers })).data.list;
    const picture = (await keeper.call(pictureRoutes.getPicture, { query: { warehouseId: w2 }, headers })).data;
    const space = (await keeper.call(productBoxRoutes.listSpace, { query: { by: 'place', q: 'EN-1', size: 5 }, headers })).data
      .list;
    const inTree = (which: string) => tree.find((node) => node.id === which)?.name;
    const all = [inTree(id), own.containerName, stock[0]?.containerName, space[0]?.containerName];
    return [...new Set([...all, picture.containers.find((each) => each.id === id)?.name]), inTree(plain)];
  };
  expect(await named('en')).toEqual(['Oxidiser cabinet', '无英文名']);
  expect(await named('zh-CN')).toEqual(['氧化剂柜', '无英文名']);
  const refused = async (language: string) =>
    (await change({ id }, { maxVolumeL: '0.001' }, { 'accept-language': language })).error;
  expect((await refused('en')).message).toContain('EN-1 Oxidiser cabinet');
  expect((await refused('zh-CN')).message).toContain('EN-1 氧化剂柜');
  const found = (await keeper.call(containerRoutes.listContainers, { query: { q: 'oxidiser cab' } })).data.list;
  expect(found.map(({ code }) => code)).toContain('EN-1');
});
