// Why goods do not fit into a box.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTrial, type Goods, type Trial } from '../../../test/_trial-places.ts';

let world: Trial['world'];
let id: Trial['id'];
let remember: Trial['remember'];
let container: Trial['container'];
let box: Trial['box'];
let store: Trial['store'];
let refusal: Trial['refusal'];
let codeOf: Trial['codeOf'];
let suggest: Trial['suggest'];
beforeAll(async () => {
  ({ world, id, remember, container, box, store, refusal, codeOf, suggest } = await openTrial());
});
afterAll(() => world.end());

test('accepts goods that fit', async () => {
  expect(await refusal(['C-ETHANOL', 'C1', '5'])).toBeNull();
  expect(await refusal()).toBeNull();
});

test('a place for other storage groups refuses, and names alternatives', async () => {
  const refused = await refusal(['C-ETHANOL', 'W1-C05-R1-B1', '5']);
  expect(refused).toMatchObject({
    code: 'BOX_CONDITION',
    params: { code: 'W1-C05-R1-B1', missing: '存放 L 组物品（C05 氧化剂柜 仅限 E、C、G 组）' },
    data: { boxCode: 'W1-C05-R1-B1', product: { code: 'C-ETHANOL', storageGroup: 'L' }, allowedGroups: ['E', 'C', 'G'] },
  });
  expect(refused!.data!['alternatives']).toHaveLength(5);
  expect(refused!.data!['alternatives']).toContainEqual({ boxId: id('W1-C01-R1-B1'), boxCode: 'W1-C01-R1-B1' });
});

test('names conditions that no container of the chain offers', async () => {
  expect(await refusal(['B-BSA', 'C1', '1'])).toMatchObject({
    code: 'BOX_CONDITION',
    params: { code: 'C1', missing: '冷藏 2–8 ℃' },
    data: { missing: ['FRIDGE2_8'], alternatives: [] },
  });
});

test('a place for harmless goods accepts them', async () => {
  await container('H', 'R', { type: 'CABINET', hazard_allowed: false });
  await box('H1', 'H');
  expect(await refusal(['C-ETHANOL', 'H1', '1'])).toMatchObject({ code: 'BOX_CONDITION', data: { place: 'H 柜H' } });
  expect(await codeOf(['C-NACL', 'H1', '1'])).toBeNull();
});

test('segregates incompatible groups within shared walls, and names the pair', async () => {
  await store({ product: 'C-ETHANOL', box: 'C1', qty: '2' }, { product: 'C-ETHANOL', box: 'S1', qty: '2' });
  const refused = await refusal(['C-KMNO4', 'C2', '1']);
  expect(refused).toMatchObject({
    code: 'BOX_INCOMPATIBLE',
    params: { product: '高锰酸钾', group: 'E', place: 'C 柜C', other: '无水乙醇', otherGroup: 'L' },
    data: { boxCode: 'C2', other: { code: 'C-ETHANOL', storageGroup: 'L' } },
  });
  // A shelf has no walls: goods are segregated per shelf, independent of the cabinet beside it.
  expect(await codeOf(['C-KMNO4', 'S2', '1'])).toBe('BOX_INCOMPATIBLE');
  await container('S3', 'R', { type: 'SHELF' });
  await box('S3-1', 'S3');
  expect(await codeOf(['C-KMNO4', 'S3-1', '1'])).toBeNull();
  // Goods without a group are compatible with everything, and lines of one document are checked against each other.
  expect(await codeOf(['W-BEAKER-250', 'C2', '1'])).toBeNull();
  expect(await codeOf(['C-KMNO4', 'S3-1', '1'], ['C-ETHANOL', 'S3-1', '1'])).toBe('BOX_INCOMPATIBLE');
  expect((await refusal(['C-KMNO4', 'C2', '1']))!.data!['alternatives']).toEqual([{ boxId: id('S3-1'), boxCode: 'S3-1' }]);
  // Goods leaving in the same step no longer count.
  expect(await codeOf(['C-ETHANOL', 'C1', '-2'], ['C-KMNO4', 'C2', '1'])).toBeNull();
  expect(await codeOf(['C-ETHANOL', 'C1', '-1'], ['C-KMNO4', 'C2', '1'])).toBe('BOX_INCOMPATIBLE');
});

test('inner walls segregate by themselves', async () => {
  await container('C-IN', 'C', { type: 'CABINET' });
  await box('C-IN-1', 'C-IN');
  expect(await codeOf(['C-KMNO4', 'C-IN-1', '1'])).toBeNull();
});

test('checks sums over all lines, in boxes and every container above', async () => {
  expect(await refusal(['C-ETHANOL', 'W1-C01-R1-B1', '30'])).toBeNull();
  const crowded = await refusal(['C-ETHANOL', 'W1-C01-R1-B1', '30'], ['C-ACETONE', 'W1-C01-R1-B1', '30', 'LAB-BIO']);
  expect(crowded).toMatchObject({
    code: 'BOX_CAPACITY',
    params: { place: 'W1-C01-R1-B1', limit: '体积 18 + 18 > 30 L' },
    data: { kind: 'volume', used: '18', more: '18', max: '30' },
  });
  await container('R-LIMIT', null, { type: 'ROOM', conditions_offered: ['VENTED'], max_volume_l: '30', max_mass_kg: '31' });
  await container('C-LIMIT', 'R-LIMIT', { type: 'CABINET' });
  await box('L1', 'C-LIMIT');
  await box('L2', 'C-LIMIT');
  await store({ product: 'C-ETHANOL', box: 'L1', qty: '40' });
  expect(await codeOf(['C-ETHANOL', 'L2', '10'])).toBeNull();
  expect(await refusal(['C-ETHANOL', 'L2', '11'])).toMatchObject({
    code: 'BOX_CAPACITY',
    params: { place: 'R-LIMIT 柜R-LIMIT', limit: '体积 24 + 6.6 > 30 L' },
  });
  // A move inside does not need room twice.
  expect(await codeOf(['C-ETHANOL', 'L1', '-40'], ['C-ETHANOL', 'L2', '50'])).toBeNull();
  expect(await codeOf(['C-ETHANOL', 'L1', '10'], ['C-ETHANOL', 'L2', '1'])).toBe('BOX_CAPACITY');
});

test('limits mass and lines as well', async () => {
  await box('M1', 'S', { max_mass_kg: '3', max_lines: 1 });
  expect(await refusal(['W-BEAKER-250', 'M1', '8'])).toMatchObject({
    code: 'BOX_CAPACITY',
    params: { limit: '质量 0 + 3.2 > 3 kg' },
  });
  await store({ product: 'W-BEAKER-250', box: 'M1', qty: '2' });
  expect(await codeOf(['W-BEAKER-250', 'M1', '2'])).toBeNull();
  const other = await refusal(['W-BEAKER-250', 'M1', '2', 'LAB-BIO']);
  expect(other).toMatchObject({ code: 'BOX_CAPACITY', params: { limit: '品项 1 + 1 > 1' } });
  expect(await codeOf(['W-BEAKER-250', 'M1', '-2'], ['W-CYL-100', 'M1', '2'])).toBeNull();
});

test('a product of zero size fits into a full box', async () => {
  await box('FULL', 'S', { max_volume_l: '1' });
  await store({ product: 'W-BEAKER-250', box: 'FULL', qty: '1' });
  await sql`update wms_product set unit_volume_l = 0, unit_mass_kg = 0 where code = 'W-CYL-100'`.execute(world.services.db);
  expect(await codeOf(['W-CYL-100', 'FULL', '1000'])).toBeNull();
  expect(await codeOf(['W-BEAKER-250', 'FULL', '1'])).toBe('BOX_CAPACITY');
});

test('[F-3U26] does not guess how much of an unmeasured product fits: never into full or shared boxes', async () => {
  const { db } = world.services;
  await db
    .insertInto('wms_warehouse')
    .values({ id: remember('U'), org_id: id('WAREHOUSE'), code: 'U', name: '未量仓库' })
    .execute();
  const own = { warehouse_id: id('U') };
  await container('U1', null, { type: 'SHELF', ...own });
  for (const code of ['U-10', 'U-2', 'U-1']) await box(code, 'U1', { ...own, max_volume_l: '5' });
  await sql`update wms_product set unit_volume_l = null where code = 'W-FLASK-500'`.execute(db);
  await store({ product: 'W-BEAKER-250', box: 'U-1', qty: '4' });
  const { boxes } = await suggest('W-FLASK-500', '500', { warehouse: 'U' });
  expect(boxes.map(({ boxCode, qty, reason }) => [boxCode, qty, reason])).toEqual([['U-2', '500', '空库位']]);
  await store({ product: 'W-BEAKER-250', box: 'U-2', qty: '1' }, { product: 'W-BEAKER-250', box: 'U-10', qty: '1' });
  expect(await suggest('W-FLASK-500', '1', { warehouse: 'U' })).toEqual({ boxes: [], short: '1' });
  // Manually, while there is any room.
  expect(await codeOf(['W-FLASK-500', 'U-1', '1'])).toBeNull();
  const { unit_volume_l: volume } = await db
    .selectFrom('wms_product')
    .where('code', '=', 'W-BEAKER-250')
    .select('unit_volume_l')
    .executeTakeFirstOrThrow();
  await sql`update wms_warehouse_box set max_volume_l = ${volume}::numeric * 4 where id = ${id('U-1')}`.execute(db);
  expect(await refusal(['W-FLASK-500', 'U-1', '1'])).toMatchObject({
    code: 'BOX_CAPACITY',
    params: { limit: expect.stringMatching(/^体积 [\d.]+ L 已满，产品没有填写体积$/) },
    data: { kind: 'volume' },
  });
});

test('an exclusive box accepts its owner only', async () => {
  await box('X1', 'S', { type: 'EXCLUSIVE', owner_org_id: id('LAB-BIO') });
  expect(await refusal(['W-BEAKER-250', 'X1', '1'])).toMatchObject({ code: 'BOX_OWNER', params: { code: 'X1' } });
  expect(await codeOf(['W-BEAKER-250', 'X1', '1', 'LAB-BIO'])).toBeNull();
});

test('enforces each mix policy', async () => {
  const cases = [
    ['EMPTY', null, 'BOX_MIX', 'BOX_MIX'],
    ['SAME_PRODUCT', null, 'BOX_MIX', null],
    ['SAME_OWNER', null, null, 'BOX_MIX'],
    ['MIXED', null, null, null],
  ] as const;
  for (const [policy, sameLine, otherProduct, otherOwner] of cases) {
    const code = `MIX-${policy}`;
    await box(code, 'S', { mix_policy: policy });
    expect(await codeOf(['W-BEAKER-250', code, '1'])).toBeNull();
    await store({ product: 'W-BEAKER-250', box: code, qty: '1' });
    expect([
      policy,
      await codeOf(['W-BEAKER-250', code, '1']),
      await codeOf(['W-FLASK-500', code, '1']),
      await codeOf(['W-BEAKER-250', code, '1', 'LAB-BIO']),
    ]).toEqual([policy, sameLine, otherProduct, otherOwner]);
  }
});

test('refuses locked, counted and retired boxes, and closed warehouses', async () => {
  await box('Q1', 'S', { state: 'LOCKED', lock_reason: 'SAFETY' });
  await box('Q2', 'S', { state: 'LOCKED', lock_reason: 'COUNT' });
  await box('Q3', 'S', { state: 'RETIRED' });
  const codes = [];
  for (const code of ['Q1', 'Q2', 'Q3']) codes.push(await codeOf(['W-BEAKER-250', code, '1']));
  expect(codes).toEqual(['BOX_LOCKED', 'BOX_IN_COUNT', 'BOX_RETIRED']);
  await sql`update wms_warehouse set state = 'CLOSED' where code = 'W2'`.execute(world.services.db);
  const closed = await codeOf(['W-BEAKER-250', 'W2-A-R1-B1', '1']);
  await sql`update wms_warehouse set state = 'ACTIVE' where code = 'W2'`.execute(world.services.db);
  expect(closed).toBe('BOX_LOCKED');
});

test('highly toxic goods need a warehouse with two storekeepers', async () => {
  await sql`insert into wms_warehouse_keeper select ${id('T')}, id from sys_user where username = 'keeper'`.execute(
    world.services.db,
  );
  expect(await codeOf(['C-NACN', 'S3-1', '1'])).toBe('KEEPERS_NEEDED');
  await sql`insert into wms_warehouse_keeper select ${id('T')}, id from sys_user where username = 'keeper2'`.execute(
    world.services.db,
  );
  expect(await codeOf(['C-NACN', 'S3-1', '1'])).toBeNull();
  await sql`update sys_user set state = 'DISABLED' where username = 'keeper2'`.execute(world.services.db);
  expect(await codeOf(['C-NACN', 'S3-1', '1']), 'one of whom cannot sign in').toBe('KEEPERS_NEEDED');
  await sql`update sys_user set state = 'ACTIVE' where username = 'keeper2'`.execute(world.services.db);
});

test('never refuses its own suggestions', async () => {
  for (const product of ['C-ETHANOL', 'C-KMNO4', 'C-NAOH', 'B-BSA', 'C-NACN', 'E-HOTPLATE', 'P-TIP-1000']) {
    for (const warehouse of ['W1', 'W2', 'T']) {
      const { boxes } = await suggest(product, '333', { warehouse });
      expect(await codeOf(...boxes.map((each): Goods => [product, each.boxCode, each.qty]))).toBeNull();
    }
  }
});
