import { productBoxRoutes, type ProductBox } from '@kuwei/contract/wms/product-box';
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import type { QueryOf } from '@kuwei/contract/route';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { addOtherWarehouse, OTHER_MANAGER } from '../../../test/_other-warehouse.ts';
import { idOf, post, type Entry } from '../../../test/_stock.ts';
import { readRows } from '../../../test/_workbook.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let keeper: Person;
let teacher: Person;
let stockIds: string[];
const entries: Entry[] = [
  { product: 'C-ETHANOL', owner: 'LAB-CATALYSIS', box: 'W1-C01-R1-B1', qty: '20', batch: 'E1', expiresOn: '2026-12-31' },
  { product: 'C-ETHANOL', owner: 'LAB-CATALYSIS', box: 'W1-C01-R1-B2', qty: '5', batch: 'E2', expiresOn: '2026-10-31' },
  { product: 'P-TIP-200', owner: 'LAB-CATALYSIS', box: 'W2-A-R1-B10', qty: '12.5', depositUntil: '2020-01-01' },
  { product: 'P-TIP-200', owner: 'LAB-CATALYSIS', box: 'W2-A-R1-B2', qty: '3' },
  { product: 'C-ETHANOL', owner: 'LAB-BIO', box: 'W1-C01-R1-B1', qty: '7', batch: 'E1' },
  { product: 'C-ACETONE', owner: 'SUP-GUOYAO', box: 'W1-C02-R1-B1', qty: '9' },
];
beforeAll(async () => {
  world = await openWorld();
  const { db } = world.services;
  await addOtherWarehouse(db);
  keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  stockIds = [];
  for (const entry of entries) stockIds.push(...(await post(db, [entry])));
});
afterAll(() => world.end());

type Query = Partial<QueryOf<(typeof productBoxRoutes)['listStock']>>;
const list = async (person: Person, query: Query = {}) => (await person.call(productBoxRoutes.listStock, { query })).data;
const brief = ({ list: rows }: { list: ProductBox[] }) => rows.map((row) => `${row.productCode} ${row.boxCode} ${row.qty}`);
const get = async (id: string) => (await keeper.call(productBoxRoutes.getStock, { params: { id } })).data;

test('[S1.08, S3.53] owners see their own stock, the warehouse everything in it', async () => {
  expect(brief(await list(teacher))).toEqual([
    'P-TIP-200 W2-A-R1-B2 3',
    'P-TIP-200 W2-A-R1-B10 12.5',
    'C-ETHANOL W1-C01-R1-B2 5',
    'C-ETHANOL W1-C01-R1-B1 20',
  ]);
  expect((await list(keeper)).total).toBe(6);
  const supplier = await world.as('supplier', 'ROLE_SUPPLIER');
  expect(brief(await list(supplier))).toEqual(['C-ACETONE W1-C02-R1-B1 9']);
  const staff = await world.as('staff', 'ROLE_STAFF');
  expect(await list(staff)).toMatchObject({ list: [], total: 0 });
  expect((await list(teacher)).list.at(-1)).toMatchObject({
    productName: '无水乙醇',
    pictograms: ['GHS02', 'GHS07'],
    batchNo: 'E1',
    batchStatus: 'OK',
    expiresOn: '2026-12-31',
    ownerOrgName: '催化化学课题组',
    warehouseName: '化学品仓库',
    reserved: '0',
    available: '20',
    frozen: false,
    rev: 1,
  });
});

test('marks goods of a disabled organisation', async () => {
  const { db } = world.services;
  const setValid = (valid: boolean) => db.updateTable('wms_org').set({ valid }).where('code', '=', 'SUP-GUOYAO').execute();
  await setValid(false);
  onTestFinished(async () => void (await setValid(true)));
  const { list: rows } = await list(keeper);
  expect(rows.filter(({ ownerValid }) => !ownerValid).map(({ productCode }) => productCode)).toEqual(['C-ACETONE']);
  const sheet = await readRows(await keeper.call(productBoxRoutes.exportStock));
  expect(sheet.map((row) => String(row['所属组织'])).filter((owner) => owner.includes('停用'))).toHaveLength(1);
});

test('the group chosen for the session decides whose stock is visible', async () => {
  const other = await world.as('teacher', 'ROLE_TEACHER', 'LAB-POLYMER');
  expect((await list(other)).total).toBe(0);
  const unassigned = await world.as('teacher', 'ROLE_TEACHER');
  expect((await unassigned.call(productBoxRoutes.listStock)).error.code).toBe('ORG_NEEDED');
});

test('stock of another organisation cannot be listed, read, chosen, changed or exported', async () => {
  const bio = await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO');
  const stranger = await world.as(OTHER_MANAGER, 'ROLE_WAREHOUSE_ADMIN');
  const catalysis = await idOf(world.services.db, 'wms_org', 'LAB-CATALYSIS');
  expect(await list(bio, { ownerOrgId: catalysis })).toMatchObject({ list: [], total: 0 });
  const id = stockIds[0]!;
  for (const person of [bio, stranger]) {
    const answers = [
      await person.call(productBoxRoutes.getStock, { params: { id } }),
      await person.call(productBoxRoutes.noteStock, { params: { id }, body: { note: 'x', depositUntil: null, rev: 1 } }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([404, 404]);
    const rows = await readRows(await person.call(productBoxRoutes.exportStock));
    expect(rows.filter((row) => row['所属组织'] === '催化化学课题组')).toEqual([]);
    const { list: options } = (await person.call(productBoxRoutes.selectStock)).data;
    expect(options.filter((row) => row.ownerOrgId === catalysis)).toEqual([]);
    const { list: entriesSeen } = (await person.call(productBoxRoutes.listLedger)).data;
    expect(entriesSeen.filter((entry) => entry.ownerOrgName === '催化化学课题组')).toEqual([]);
    const { list: space } = (await person.call(productBoxRoutes.listSpace)).data;
    expect(space.filter((row) => row.ownerOrgId === catalysis)).toEqual([]);
  }
  expect((await list(stranger)).total).toBe(0);
  expect((await stranger.call(productBoxRoutes.listLedger)).data.total).toBe(0);
  expect(await readRows(await stranger.call(productBoxRoutes.exportLedger))).toEqual([]);
  expect(await readRows(await stranger.call(productBoxRoutes.exportSpace))).toEqual([]);
  const freeze = { params: { id }, body: { frozen: true, reason: 'x', rev: 1 } };
  expect((await stranger.call(productBoxRoutes.freezeStock, freeze)).status).toBe(404);
  expect((await teacher.call(productBoxRoutes.freezeStock, freeze)).status).toBe(403);
});

test('filters stock', async () => {
  const { db } = world.services;
  const cases: [Query, string[]][] = [
    [{ productId: await idOf(db, 'wms_product', 'C-ACETONE') }, ['C-ACETONE W1-C02-R1-B1 9']],
    [{ warehouseId: await idOf(db, 'wms_warehouse', 'W2') }, ['P-TIP-200 W2-A-R1-B2 3', 'P-TIP-200 W2-A-R1-B10 12.5']],
    [{ boxId: await idOf(db, 'wms_warehouse_box', 'W1-C01-R1-B1') }, ['C-ETHANOL W1-C01-R1-B1 7', 'C-ETHANOL W1-C01-R1-B1 20']],
    [{ ownerOrgId: await idOf(db, 'wms_org', 'LAB-BIO') }, ['C-ETHANOL W1-C01-R1-B1 7']],
    [{ expiresBefore: '2026-12-01' }, ['C-ETHANOL W1-C01-R1-B2 5']],
    [{ depositOverdue: true }, ['P-TIP-200 W2-A-R1-B10 12.5']],
    [{ controlFlag: 'DRUG_PRECURSOR' }, ['C-ACETONE W1-C02-R1-B1 9']],
    [{ controlFlag: 'NONE', boxId: await idOf(db, 'wms_warehouse_box', 'W1-C01-R1-B2') }, ['C-ETHANOL W1-C01-R1-B2 5']],
    [{ q: '吸头' }, ['P-TIP-200 W2-A-R1-B2 3', 'P-TIP-200 W2-A-R1-B10 12.5']],
    [{ q: 'e2' }, ['C-ETHANOL W1-C01-R1-B2 5']],
    [{ q: 'w1-c02' }, ['C-ACETONE W1-C02-R1-B1 9']],
    [{ q: 'bingtong' }, ['C-ACETONE W1-C02-R1-B1 9']],
    [{ q: '%' }, []],
    [{ frozen: true }, []],
  ];
  for (const [query, expected] of cases) expect([query, brief(await list(keeper, query))]).toEqual([query, expected]);
  expect((await list(keeper, { depositOverdue: false })).total).toBe(5);
  const solvents = await db.selectFrom('wms_category').where('code', '=', 'REAGENT').select('id').executeTakeFirstOrThrow();
  expect((await list(keeper, { categoryId: solvents.id })).total).toBe(4);
  const { rows } = await sql<{
    id: string;
  }>`select id from wms_container where code = 'R1' and warehouse_id = (select id from wms_warehouse where code = 'W1')`.execute(
    db,
  );
  expect((await list(keeper, { containerId: rows[0]!.id })).total).toBe(4);
});

test('sorts stock by every column, and pages', async () => {
  const order = async (sort: Query['sort']) => brief(await list(teacher, { sort })).map((row) => row.split(' ')[1]);
  expect(await order('box')).toEqual(['W1-C01-R1-B1', 'W1-C01-R1-B2', 'W2-A-R1-B2', 'W2-A-R1-B10']);
  expect(await order('expiresOn')).toEqual(['W1-C01-R1-B2', 'W1-C01-R1-B1', expect.anything(), expect.anything()]);
  expect(await order('-expiresOn')).toEqual(['W1-C01-R1-B1', 'W1-C01-R1-B2', expect.anything(), expect.anything()]);
  expect(await order('qty')).toEqual(['W2-A-R1-B2', 'W1-C01-R1-B2', 'W2-A-R1-B10', 'W1-C01-R1-B1']);
  expect((await order('product')).slice(0, 2)).toEqual(expect.arrayContaining(['W1-C01-R1-B1', 'W1-C01-R1-B2']));
  for (const sort of ['owner', 'firstInAt', 'lastMoveAt', '-product'] as const) expect(await order(sort)).toHaveLength(4);
  const second = await list(teacher, { sort: 'box', page: 2, size: 3 });
  expect(second).toMatchObject({ total: 4, page: 2, size: 3 });
  expect(brief(second)).toEqual(['P-TIP-200 W2-A-R1-B10 12.5']);
  expect((await teacher.send('GET', '/wms/product-box?page=10000&size=200')).status).toBe(422);
});

test('[S3.54] shows stock as of a moment', async () => {
  const { db } = world.services;
  const [id] = (await post(db, [{ product: 'P-TUBE-50', owner: 'LAB-CATALYSIS', box: 'W2-B-R1-B1', qty: '10' }])) as [string];
  const before = new Date(Date.now() - 60_000).toISOString();
  const afterIn = await now();
  await post(db, [{ product: 'P-TUBE-50', owner: 'LAB-CATALYSIS', box: 'W2-B-R1-B1', qty: '-4' }]);
  const afterOut = await now();
  await post(db, [{ product: 'P-TUBE-50', owner: 'LAB-CATALYSIS', box: 'W2-B-R1-B1', qty: '-6' }]);
  const asOf = async (moment: string, more: Query = {}) =>
    (await list(teacher, { q: 'P-TUBE-50', asOf: moment, ...more })).list.map((row) => [
      row.id,
      row.qty,
      row.reserved,
      row.available,
    ]);
  expect(await asOf(before)).toEqual([]);
  expect(await asOf(afterIn)).toEqual([[id, '10', null, null]]);
  expect(await asOf(afterOut)).toEqual([[id, '6', null, null]]);
  expect(await asOf(await now())).toEqual([]);
  expect(await asOf(await now(), { withEmpty: true, sort: '-lastMoveAt' })).toEqual([[id, '0', null, null]]);
  expect(brief(await list(teacher, { asOf: afterIn, sort: '-qty' })).slice(0, 3)).toEqual([
    'C-ETHANOL W1-C01-R1-B1 20',
    'P-TIP-200 W2-A-R1-B10 12.5',
    'P-TUBE-50 W2-B-R1-B1 10',
  ]);
  const unknowable = await teacher.call(productBoxRoutes.listStock, { query: { asOf: afterIn, available: true } });
  expect(unknowable.error).toMatchObject({ code: 'INVALID', data: { fields: [{ path: 'asOf' }] } });
  const exported = await teacher.call(productBoxRoutes.exportStock, { query: { asOf: afterIn, available: true } });
  expect(exported.status).toBe(422);
  expect((await teacher.send('GET', '/wms/product-box?asOf=yesterday')).status).toBe(422);
});
async function now(): Promise<string> {
  const { rows } = await sql<{
    at: string;
  }>`select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`.execute(world.services.db);
  return rows[0]!.at;
}

test('keeps empty rows, shown on request', async () => {
  expect((await list(teacher, { q: 'P-TUBE-50' })).total).toBe(0);
  expect(brief(await list(teacher, { q: 'P-TUBE-50', withEmpty: true }))).toEqual(['P-TUBE-50 W2-B-R1-B1 0']);
});

test('owners and storekeepers edit note and storage end date; quantities cannot be edited', async () => {
  const params = { id: stockIds[3]! };
  const noted = await teacher.call(productBoxRoutes.noteStock, {
    params,
    body: { note: '下周领取', depositUntil: '2099-01-01', rev: 1 },
  });
  expect(noted.data).toMatchObject({ note: '下周领取', depositUntil: '2099-01-01', rev: 2 });
  const stale = await keeper.call(productBoxRoutes.noteStock, { params, body: { note: null, depositUntil: null, rev: 1 } });
  expect(stale.error.code).toBe('STALE');
  const past = await keeper.call(productBoxRoutes.noteStock, {
    params,
    body: { note: null, depositUntil: '2020-01-01', rev: 2 },
  });
  expect(past.error).toMatchObject({ code: 'DEPOSIT_UNTIL', data: { fields: [{ path: 'depositUntil' }] } });
  const cleared = await keeper.call(productBoxRoutes.noteStock, { params, body: { note: null, depositUntil: null, rev: 2 } });
  expect(cleared.data).toMatchObject({ note: null, depositUntil: null });
  const path = `/wms/product-box/${params.id}`;
  expect((await keeper.send('PUT', path, { note: null, depositUntil: null, rev: 3, qty: '99' })).status).toBe(400);
  for (const [method, address] of [
    ['POST', '/wms/product-box'],
    ['DELETE', path],
    ['PUT', '/wms/product-box'],
    ['DELETE', '/wms/ledger'],
  ] as const)
    expect([method, address, (await keeper.send(method, address, {})).status]).toEqual([method, address, 405]);
  expect((await get(params.id)).qty).toBe('3');
});

test('frozen stock cannot be requested, and its owner sees the reason', async () => {
  const id = stockIds[1]!;
  const set = async (frozen: boolean, reason: string | null) =>
    keeper.call(productBoxRoutes.freezeStock, { params: { id }, body: { frozen, reason, rev: (await get(id)).rev } });
  expect((await set(true, null)).error).toMatchObject({ code: 'COMMENT_NEEDED', data: { fields: [{ path: 'reason' }] } });
  expect((await set(true, '包装破损')).data).toMatchObject({ frozen: true, frozenReason: '包装破损', qty: '5', available: '0' });
  expect((await set(true, '再次')).error.code).toBe('ILLEGAL_TRANSITION');
  expect(brief(await list(keeper, { frozen: true }))).toEqual(['C-ETHANOL W1-C01-R1-B2 5']);
  expect(brief(await list(keeper, { available: false }))).toEqual(['C-ETHANOL W1-C01-R1-B2 5']);
  const out: Entry = { ...entries[1]!, qty: '-1' };
  await expect(post(world.services.db, [out])).rejects.toMatchObject({ code: 'KW001' });
  const { list: messages } = (await teacher.call(msgInboxRoutes.listMine)).data;
  expect(messages[0]).toMatchObject({
    title: '库存已冻结：无水乙醇',
    kind: 'WARN',
    link: expect.stringMatching(/^\/teacher\/wms\/product-box\/list\?/),
  });
  expect((await set(false, null)).data).toMatchObject({ frozen: false, frozenReason: null, available: '5' });
  await post(world.services.db, [out]);
  expect(brief(await list(keeper, { available: false }))).toEqual([]);
});

test('the picker offers what expires first, and only available stock', async () => {
  const productId = await idOf(world.services.db, 'wms_product', 'C-ETHANOL');
  const options = async () =>
    (await teacher.call(productBoxRoutes.selectStock, { query: { productId } })).data.list.map((row) => row.batchNo);
  expect(await options()).toEqual(['E2', 'E1']);
  await post(world.services.db, [{ ...entries[0]!, qty: '0', reserved: '20' }]);
  expect(await options()).toEqual(['E2']);
  expect(await get(stockIds[0]!)).toMatchObject({ qty: '20', reserved: '20', available: '0' });
  await post(world.services.db, [{ ...entries[0]!, qty: '0', reserved: '-20' }]);
  await sql`update wms_batch set status = 'HOLD' where batch_no = 'E2'`.execute(world.services.db);
  expect(await options()).toEqual(['E1']);
  expect((await get(stockIds[1]!)).available).toBe('0');
  await sql`update wms_batch set status = 'OK' where batch_no = 'E2'`.execute(world.services.db);
  const byName = (await keeper.call(productBoxRoutes.selectStock, { query: { sort: '-product', q: 'C-' } })).data;
  expect(new Set(byName.list.map((row) => row.productCode))).toEqual(new Set(['C-ETHANOL', 'C-ACETONE']));
});

test('exports the filtered list', async () => {
  const rows = await readRows(await teacher.call(productBoxRoutes.exportStock, { query: { sort: 'box' } }));
  expect(rows.map((row) => [row['库位'], row['数量'], row['基本单位']])).toEqual([
    ['W1-C01-R1-B1', '20', '瓶'],
    ['W1-C01-R1-B2', '4', '瓶'],
    ['W2-A-R1-B2', '3', '盒'],
    ['W2-A-R1-B10', '12.5', '盒'],
  ]);
  expect(rows.map((row) => row['批次状态'])).toEqual([expect.anything(), '过期', '正常', '正常']);
});
