import { warehouseRoutes, type WarehouseForm, warehouseForm } from '@kuwei/contract/wms/warehouse';
import { containerRoutes } from '@kuwei/contract/wms/container';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { sql } from 'kysely';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDefaults } from '../../../test/_with-defaults.ts';
import { lineOf, placesOf, submitted } from '../../../test/_flow.ts';
import { addOtherWarehouse, OTHER_MANAGER } from '../../../test/_other-warehouse.ts';
import { post } from '../../../test/_stock.ts';
import { newId } from '../../db/id.ts';
import { fillSearchColumns } from '../../seed/search-columns.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { readRows } from '../../../test/_workbook.ts';

let world: World;
let keeper: Person;
let other: Person;
let keeperIds: string[];
beforeAll(async () => {
  world = await openWorld();
  await addOtherWarehouse(world.services.db);
  keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  other = await world.as(OTHER_MANAGER, 'ROLE_WAREHOUSE_ADMIN');
  keeperIds = (await keeper.call(warehouseRoutes.selectKeepers)).data.map((each) => each.id);
});
afterAll(() => world.end());

const form = (code: string, more: Partial<WarehouseForm> = {}) => ({ code, name: `仓库 ${code}`, keeperIds, ...more });
const create = (code: string, more: Partial<WarehouseForm> = {}) =>
  keeper.call(warehouseRoutes.createWarehouse, { body: form(code, more) });
const find = async (code: string) =>
  (await keeper.call(warehouseRoutes.listWarehouses, { query: { q: code } })).data.list.find((row) => row.code === code)!;

test('[S3.51] a warehouse is created, read, changed, closed, opened and deleted', async () => {
  const made = (
    await create('T1', { campus: '东校区', address: '实验路 1 号', openingHours: '周一至周五 8:30–17:00', remark: '备注' })
  ).data;
  expect(made).toMatchObject({
    code: 'T1',
    campus: '东校区',
    openingHours: '周一至周五 8:30–17:00',
    state: 'ACTIVE',
    containers: 0,
    boxes: 0,
    rev: 1,
    updatedBy: '郑建国',
  });
  expect(made.keepers.map((each) => each.id).toSorted()).toEqual(keeperIds.toSorted());
  const params = { id: made.id };
  const changed = await keeper.call(warehouseRoutes.updateWarehouse, {
    params,
    body: withDefaults(warehouseForm, { ...form('T1', { name: '新名' }), rev: 1 }),
  });
  expect(changed.data).toMatchObject({ name: '新名', campus: null, rev: 2 });
  const log = await world.services.db
    .selectFrom('sys_log')
    .where('entity', '=', 'wms_warehouse')
    .where('entity_id', '=', made.id)
    .orderBy('id', 'desc')
    .select('change')
    .executeTakeFirstOrThrow();
  // Exactly the differences.
  expect(log.change).toEqual({
    name: ['仓库 T1', '新名'],
    campus: ['东校区', null],
    address: ['实验路 1 号', null],
    openingHours: ['周一至周五 8:30–17:00', null],
    remark: ['备注', null],
  });
  const stale = await keeper.call(warehouseRoutes.updateWarehouse, {
    params,
    body: withDefaults(warehouseForm, { ...form('T1'), rev: 1 }),
  });
  expect(stale.error).toMatchObject({ code: 'STALE', data: { rev: 2 } });
  const closed = await keeper.call(warehouseRoutes.setWarehouseState, { params, body: { state: 'CLOSED', rev: 2 } });
  expect(closed.data.state).toBe('CLOSED');
  const options = (await keeper.call(warehouseRoutes.selectWarehouses)).data;
  expect(options.map((each) => each.code)).toEqual(['W1', 'W2']);
  await keeper.call(warehouseRoutes.setWarehouseState, { params, body: { state: 'ACTIVE', rev: 3 } });
  expect((await keeper.call(warehouseRoutes.deleteWarehouse, { params })).status).toBe(200);
  expect((await keeper.call(warehouseRoutes.getWarehouse, { params })).status).toBe(404);
});

test('[S5.31] warehouse codes are required and unique; deletion frees them', async () => {
  expect((await create('')).error).toMatchObject({ code: 'INVALID', data: { fields: [{ path: 'code' }] } });
  expect((await create('W1')).error).toMatchObject({ code: 'CODE_TAKEN', data: { fields: [{ path: 'code' }] } });
  const { id } = (await create('T-AGAIN')).data;
  await keeper.call(warehouseRoutes.deleteWarehouse, { params: { id } });
  expect((await create('t-again')).data.code).toBe('T-AGAIN');
});

test('storekeepers are members of the organisation with the permission', async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER');
  for (const id of [teacher.id, other.id])
    expect((await create('T-KEEPER', { keeperIds: [id] })).error.data?.fields?.[0]?.path).toBe('keeperIds');
  expect((await create('T-KEEPER', { keeperIds: [] })).error.data?.fields).toEqual([
    { path: 'keeperIds', message: '该字段不能为空' },
  ]);
  expect((await other.call(warehouseRoutes.selectKeepers)).data.map((each) => each.username).toSorted()).toEqual([
    'keeper-b',
    OTHER_MANAGER,
  ]);
});

test('lists a warehouse without any storekeeper left', async () => {
  const { id } = (await create('T-NOBODY')).data;
  await world.services.db.deleteFrom('wms_warehouse_keeper').where('warehouse_id', '=', id).execute();
  expect(await find('T-NOBODY')).toMatchObject({ id, keeperIds: [], keepers: [] });
});

test('[F-3N5] marks storekeepers who can no longer act, keeps them, and finds warehouses without others', async () => {
  const { db } = world.services;
  const [leaver] = (await keeper.call(warehouseRoutes.selectKeepers)).data.filter(({ username }) => username === 'keeper2');
  const { id, code, name, nameEn, campus, address, openingHours, phone, remark } = (
    await create('T-LEAVES', { keeperIds: [leaver!.id] })
  ).data;
  const without = async () =>
    (await keeper.call(warehouseRoutes.listWarehouses, { query: { without: 'KEEPER', q: 'T-LEAVES' } })).data.total;
  const isActive = async () => (await find('T-LEAVES')).keepers.map((each) => each.isActive);
  expect([await isActive(), await without()]).toEqual([[true], 0]);
  const gone = [
    [sql`update sys_user set state = 'DISABLED'`, sql`update sys_user set state = 'ACTIVE'`],
    [sql`update sys_user set deleted_at = now()`, sql`update sys_user set deleted_at = null`],
    [sql`update sys_user set until_day = current_date - 1`, sql`update sys_user set until_day = null`],
  ] as const;
  for (const [goes, comes] of gone) {
    await sql`${goes} where id = ${leaver!.id}`.execute(db);
    expect([await isActive(), await without()]).toEqual([[false], 1]);
    await sql`${comes} where id = ${leaver!.id}`.execute(db);
  }
  await sql`delete from sys_role_grant where user_id = ${leaver!.id} and role_code = 'ROLE_WMS_ADMIN_PBOX'`.execute(db);
  expect([await isActive(), await without()]).toEqual([[false], 1]);
  const { rev } = await find('T-LEAVES');
  const body = { code, name, nameEn, campus, openingHours, phone, remark, rev };
  const save = (more: object) =>
    keeper.call(warehouseRoutes.updateWarehouse, {
      params: { id },
      body: { ...body, address, keeperIds: [leaver!.id], ...more },
    });
  expect((await save({ address: '东门' })).status).toBe(200);
  const [sheet] = (await readRows(await keeper.call(warehouseRoutes.exportWarehouses, { query: { q: 'T-LEAVES' } }))).slice(-1);
  expect(JSON.stringify(sheet)).toContain('已无法操作');
  // Its own export can be imported again; they cannot be added to another warehouse.
  const take = async (code: string, address: string) => {
    const rows = [
      ['仓库编号', '仓库名称', '地址', '保管员'],
      [code, `仓库 ${code}`, address, 'keeper2'],
    ];
    const file = Buffer.from(await writeXlsx({ sheets: [{ name: 'Sheet', rows }] }));
    return (await keeper.upload(warehouseRoutes.importWarehouses, file, 'w.xlsx', { query: { dryRun: false } })).data;
  };
  expect(await take('T-LEAVES', '西门')).toMatchObject({ updated: 1, refused: 0, written: true });
  expect(await take('T-OTHER', '西门')).toMatchObject({ refused: 1, written: false, errors: [{ column: '保管员' }] });
  await sql`insert into sys_role_grant (user_id, role_code, begun) values (${leaver!.id}, 'ROLE_WMS_ADMIN_PBOX', true)`.execute(
    db,
  );
});

test('a warehouse with highly toxic goods keeps two storekeepers', async () => {
  const { id, code, name, nameEn, campus, address, openingHours, phone, remark, rev } = await find('W1');
  const body = { code, name, nameEn, campus, address, openingHours, phone, remark, rev };
  const [first, second] = keeperIds as [string, string];
  const alone = { params: { id }, body: { ...body, keeperIds: [first, first] } };
  await post(world.services.db, [{ product: 'C-NACN', owner: 'LAB-CATALYSIS', box: 'W1-S01-R1-B1', qty: '1' }]);
  expect((await keeper.call(warehouseRoutes.updateWarehouse, alone)).error).toMatchObject({
    code: 'KEEPERS_NEEDED',
    data: { fields: [{ path: 'keeperIds' }] },
  });
  const two = await keeper.call(warehouseRoutes.updateWarehouse, {
    params: { id },
    body: { ...body, keeperIds: [first, second] },
  });
  expect(two.data.keepers).toHaveLength(2);
  await post(world.services.db, [{ product: 'C-NACN', owner: 'LAB-CATALYSIS', box: 'W1-S01-R1-B1', qty: '-1' }]);
  const one = await keeper.call(warehouseRoutes.updateWarehouse, {
    params: { id },
    body: { ...body, keeperIds: [first], rev: two.data.rev },
  });
  expect(one.data.keepers).toHaveLength(1);
});

test('[S5.31] refuses closing or deleting a warehouse in use, and names the use', async () => {
  const { id, rev } = await find('W2');
  await post(world.services.db, [{ product: 'P-TIP-200', owner: 'LAB-BIO', box: 'W2-A-R1-B1', qty: '3' }]);
  const closing = await keeper.call(warehouseRoutes.setWarehouseState, { params: { id }, body: { state: 'CLOSED', rev } });
  expect(closing.error).toMatchObject({ code: 'IN_USE_BY', message: '正在被使用：1 个库位有库存' });
  const deleting = await keeper.call(warehouseRoutes.deleteWarehouse, { params: { id } });
  expect(deleting.error).toMatchObject({ code: 'IN_USE_BY', message: '正在被使用：6 个容器' });
  expect(await find('W2')).toMatchObject({ occupiedBoxes: 1, containers: 6, boxes: 136, state: 'ACTIVE' });
});

test('[S5.31] refuses deleting a warehouse with documents, and closing it with open ones', async () => {
  const { id, rev } = (await create('T-NAMED', { phone: '62758888' })).data;
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const lines = [lineOf((await placesOf(world)).product('W-BEAKER-250'), '1', { unit: 'PIECE' })];
  const sent = await submitted(teacher, { type: 'INBOUND', warehouseId: id, lines });
  expect(sent.warehousePhone).toBe('62758888');
  const params = { id };
  const closing = await keeper.call(warehouseRoutes.setWarehouseState, { params, body: { state: 'CLOSED', rev } });
  expect(closing.error).toMatchObject({ code: 'IN_USE_BY', message: '正在被使用：1 张未完成的单据' });
  const deleting = await keeper.call(warehouseRoutes.deleteWarehouse, { params });
  expect(deleting.error).toMatchObject({ code: 'IN_USE_BY', message: '正在被使用：1 张单据' });
});

test('people of another warehouse cannot see or change it', async () => {
  const { id, rev } = await find('W1');
  const params = { id };
  expect((await other.call(warehouseRoutes.listWarehouses)).data).toMatchObject({ list: [], total: 0 });
  expect((await other.call(warehouseRoutes.selectWarehouses)).data).toEqual([]);
  expect(await readRows(await other.call(warehouseRoutes.exportWarehouses))).toHaveLength(0);
  const theirs = withDefaults(warehouseForm, { ...form('W1', { keeperIds: [other.id] }), rev });
  const answers = [
    await other.call(warehouseRoutes.getWarehouse, { params }),
    await other.call(warehouseRoutes.updateWarehouse, { params, body: theirs }),
    await other.call(warehouseRoutes.setWarehouseState, { params, body: { state: 'CLOSED', rev } }),
    await other.call(warehouseRoutes.deleteWarehouse, { params }),
    await other.call(containerRoutes.getTree, { query: { warehouseId: id } }),
  ];
  expect(answers.slice(0, 4).map((answer) => answer.status)).toEqual([404, 404, 404, 404]);
  expect(answers[4]!.data).toEqual([]);
});

test('depositors choose from all open warehouses, and only managers write them', async () => {
  const teacher = await world.as('teacher2', 'ROLE_TEACHER');
  const options = (await teacher.call(warehouseRoutes.selectWarehouses)).data;
  expect(options.map((each) => each.code)).toEqual(expect.arrayContaining(['W1', 'W2']));
  expect((await teacher.call(warehouseRoutes.listWarehouses)).error.code).toBe('FORBIDDEN');
  const reviewer = await world.as('reviewer', 'ROLE_WAREHOUSE_ADMIN');
  expect((await reviewer.call(warehouseRoutes.createWarehouse, { body: form('T-NO') })).error.code).toBe('FORBIDDEN');
});

test('finds a warehouse by name, pinyin and address, also if stored without a search text', async () => {
  await create('T-PY', { name: '危险废物暂存间', nameEn: 'Waste room', campus: '西校区' });
  await sql`insert into wms_warehouse (id, org_id, code, name)
    select gen_random_uuid(), org_id, 'T-PAST', '旁路仓' from wms_warehouse where code = 'T-PY'`.execute(world.services.db);
  for (const q of ['wxfw', 'zancunjian', '暂存', 'waste', 'xixiaoqu', 't-py']) expect(await codes(q)).toEqual(['T-PY']);
  expect(await codes('旁路')).toEqual(['T-PAST']);
  await fillSearchColumns(world.services.db);
  expect(await codes('plc')).toEqual(['T-PAST']);
});
const codes = async (q: string): Promise<string[]> =>
  (await keeper.call(warehouseRoutes.listWarehouses, { query: { q } })).data.list.map(({ code }) => code);

test('exports the filtered list', async () => {
  const rows = await readRows(await keeper.call(warehouseRoutes.exportWarehouses, { query: { q: '化学品' } }));
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ 仓库编号: 'W1', 仓库名称: '化学品仓库', 状态: '启用', 库位数: '94' });
});

test('signed-in members see the contents of a new warehouse at once, and others do not', async () => {
  const colleague = await world.as('keeper', 'ROLE_WAREHOUSE_ADMIN');
  const seenBy = async (person: Person, warehouseId: string) =>
    (await person.call(productBoxRoutes.listStock, { query: { warehouseId } })).data.list.map((row) => row.boxCode);
  const made = (await create('T-SEEN')).data;
  for (const person of [colleague, other]) expect(await seenBy(person, made.id)).toEqual([]);
  const { id } = (await create('T-SEEN-2')).data;
  const { db } = world.services;
  const shelf = newId();
  await db
    .insertInto('wms_container')
    .values({ id: shelf, warehouse_id: id, type: 'SHELF', code: 'S', name: 'S', rows: 1, cols: 1 })
    .execute();
  await db
    .insertInto('wms_warehouse_box')
    .values({ id: newId(), container_id: shelf, warehouse_id: id, code: 'T-SEEN-BOX', row_no: 1, col_no: 1, qr_token: newId() })
    .execute();
  await post(db, [{ product: 'W-BEAKER-250', owner: 'LAB-CATALYSIS', box: 'T-SEEN-BOX', qty: '3' }]);
  expect(await seenBy(colleague, id)).toEqual(['T-SEEN-BOX']);
  expect(await seenBy(keeper, id)).toEqual(['T-SEEN-BOX']);
  expect(await seenBy(other, id)).toEqual([]);
});

test('keeps fields without a column; imports, exports and undoes the others', async () => {
  const { id } = (await create('T-PHONE', { phone: '010-62751234' })).data;
  const phone = async () => (await keeper.call(warehouseRoutes.getWarehouse, { params: { id } })).data.phone;
  const take = async (heading: string, text: string) => {
    const rows = [
      ['仓库编号', heading],
      ['T-PHONE', text],
    ];
    const file = Buffer.from(await writeXlsx({ sheets: [{ name: 'Sheet', rows }] }));
    return (await keeper.upload(warehouseRoutes.importWarehouses, file, 'w.xlsx', { query: { dryRun: false } })).data;
  };
  expect(await take('地址', '西门')).toMatchObject({ updated: 1, written: true });
  expect(await phone()).toBe('010-62751234');
  const { importId } = await take('联系电话', '62759999');
  expect(await phone()).toBe('62759999');
  const params = { import: importId! };
  await keeper.call(warehouseRoutes.undoWarehouseImport, { params, body: { expected: 1 } });
  expect(await phone()).toBe('010-62751234');
  const rows = await readRows(await keeper.call(warehouseRoutes.exportWarehouses, { query: { q: 'T-PHONE' } }));
  expect(rows[0]).toMatchObject({ 联系电话: '010-62751234' });
});
