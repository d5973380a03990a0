import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { post, type Entry } from '../../../test/_stock.ts';
import { openWorld, type World } from '../../../test/_world.ts';
import { newId } from '../../db/id.ts';
import { findRefusal, lockPlaces, refusedBoxes, suggestBoxes } from './fit.ts';

let world: World;
const ids = new Map<string, string>();
const id = (code: string): string => ids.get(code)!;
beforeAll(async () => {
  world = await openWorld();
  const { db } = world.services;
  for (const table of ['wms_product', 'wms_org', 'wms_warehouse_box', 'wms_warehouse'] as const) {
    for (const row of await db.selectFrom(table).select(['id', 'code']).execute()) ids.set(row.code, row.id);
  }
  // A warehouse of its own: a room R that offers everything, its cabinet C, and a shelf S without walls.
  await db
    .insertInto('wms_warehouse')
    .values({ id: remember('T'), org_id: id('WAREHOUSE'), code: 'T', name: '试验仓库' })
    .execute();
  const conditions_offered = ['VENTED', 'DRY', 'DARK', 'LOCKED'];
  await container('R', null, { type: 'ROOM', conditions_offered });
  await container('C', 'R', { type: 'CABINET' });
  await container('S', 'R', { type: 'SHELF' });
  for (const code of ['C1', 'C2', 'S1', 'S2']) await box(code, code[0]!);
});
afterAll(() => world.end());

function remember(code: string): string {
  ids.set(code, newId());
  return id(code);
}

async function container(
  code: string,
  parent: string | null,
  more: Record<string, unknown> & { type: 'ROOM' | 'CABINET' | 'SHELF' },
) {
  const place = { warehouse_id: id('T'), parent_id: parent === null ? null : id(parent), code, name: `柜${code}` };
  await world.services.db
    .insertInto('wms_container')
    .values({ id: remember(code), ...place, ...more })
    .execute();
}

async function box(code: string, inContainer: string, more: Record<string, unknown> = {}) {
  const place = { container_id: id(inContainer), warehouse_id: id('T'), code, qr_token: code };
  await world.services.db
    .insertInto('wms_warehouse_box')
    .values({ id: remember(code), ...place, ...more })
    .execute();
}

type Goods = [product: string, box: string, qty: string, owner?: string];
const incoming = (goods: Goods[]) =>
  goods.map(([product, code, qty, owner = 'LAB-CATALYSIS']) => ({
    productId: id(product),
    boxId: id(code),
    ownerOrgId: id(owner),
    qty,
  }));
const refusal = (...goods: Goods[]) => findRefusal(world.services.db, incoming(goods), 'zh');
const codeOf = async (...goods: Goods[]) => (await refusal(...goods))?.code ?? null;
const store = (...entries: Omit<Entry, 'owner'>[]) =>
  post(
    world.services.db,
    entries.map((entry) => ({ owner: 'LAB-CATALYSIS', ...entry })),
  );

test('goods that fit are not refused', async () => {
  expect(await refusal(['C-ETHANOL', 'C1', '5'])).toBeNull();
  expect(await refusal()).toBeNull();
});

test('a place that takes other storage groups only refuses, and names places that would do', async () => {
  const refused = await refusal(['C-ETHANOL', 'W1-C05-R1-B1', '5']);
  expect(refused).toMatchObject({
    code: 'BOX_CONDITION',
    params: { code: 'W1-C05-R1-B1', missing: '存放 L 组物品（C05 氧化剂柜 仅限 E、C、G 组）' },
    data: { boxCode: 'W1-C05-R1-B1', product: { code: 'C-ETHANOL', storageGroup: 'L' }, allowedGroups: ['E', 'C', 'G'] },
  });
  expect(refused!.data!['alternatives']).toHaveLength(5);
  expect(refused!.data!['alternatives']).toContainEqual({ boxId: id('W1-C01-R1-B1'), boxCode: 'W1-C01-R1-B1' });
});

test('conditions that neither the container nor any above it offers are named', async () => {
  expect(await refusal(['B-BSA', 'C1', '1'])).toMatchObject({
    code: 'BOX_CONDITION',
    params: { code: 'C1', missing: '冷藏 2–8 ℃' },
    data: { missing: ['FRIDGE2_8'], alternatives: [] },
  });
});

test('a place without hazardous goods takes harmless ones', async () => {
  await container('H', 'R', { type: 'CABINET', hazard_allowed: false });
  await box('H1', 'H');
  expect(await refusal(['C-ETHANOL', 'H1', '1'])).toMatchObject({ code: 'BOX_CONDITION', data: { place: 'H 柜H' } });
  expect(await codeOf(['C-NACL', 'H1', '1'])).toBeNull();
});

test('groups that must not meet are kept apart by the walls around them, and the pair is named', async () => {
  await store({ product: 'C-ETHANOL', box: 'C1', qty: '2' }, { product: 'C-ETHANOL', box: 'S1', qty: '2' });
  const refused = await refusal(['C-KMNO4', 'C2', '1']);
  expect(refused).toMatchObject({
    code: 'BOX_INCOMPATIBLE',
    params: { product: '高锰酸钾', group: 'E', place: 'C 柜C', other: '无水乙醇', otherGroup: 'L' },
    data: { boxCode: 'C2', other: { code: 'C-ETHANOL', storageGroup: 'L' } },
  });
  // A shelf has no walls: each shelf keeps its own goods apart, the cabinet beside it does not matter.
  expect(await codeOf(['C-KMNO4', 'S2', '1'])).toBe('BOX_INCOMPATIBLE');
  await container('S3', 'R', { type: 'SHELF' });
  await box('S3-1', 'S3');
  expect(await codeOf(['C-KMNO4', 'S3-1', '1'])).toBeNull();
  // Goods without a group get along with everything, and two lines of one document are checked against each other.
  expect(await codeOf(['W-BEAKER-250', 'C2', '1'])).toBeNull();
  expect(await codeOf(['C-KMNO4', 'S3-1', '1'], ['C-ETHANOL', 'S3-1', '1'])).toBe('BOX_INCOMPATIBLE');
  expect((await refusal(['C-KMNO4', 'C2', '1']))!.data!['alternatives']).toEqual([{ boxId: id('S3-1'), boxCode: 'S3-1' }]);
  // What leaves in the same step no longer stands in the way.
  expect(await codeOf(['C-ETHANOL', 'C1', '-2'], ['C-KMNO4', 'C2', '1'])).toBeNull();
  expect(await codeOf(['C-ETHANOL', 'C1', '-1'], ['C-KMNO4', 'C2', '1'])).toBe('BOX_INCOMPATIBLE');
});

test('walls within walls keep apart by themselves', async () => {
  await container('C-IN', 'C', { type: 'CABINET' });
  await box('C-IN-1', 'C-IN');
  expect(await codeOf(['C-KMNO4', 'C-IN-1', '1'])).toBeNull();
});

test('the sums over all lines are taken together, in boxes and in every container above', async () => {
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
  // Moving inside does not need room twice.
  expect(await codeOf(['C-ETHANOL', 'L1', '-40'], ['C-ETHANOL', 'L2', '50'])).toBeNull();
  expect(await codeOf(['C-ETHANOL', 'L1', '10'], ['C-ETHANOL', 'L2', '1'])).toBe('BOX_CAPACITY');
});

test('mass and lines have limits as well', async () => {
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

test('a product that takes no room fits where nothing else does', async () => {
  await box('FULL', 'S', { max_volume_l: '1' });
  await store({ product: 'W-BEAKER-250', box: 'FULL', qty: '1' });
  await sql`update wms_product set unit_volume_l = null, unit_mass_kg = null where code = 'W-CYL-100'`.execute(world.services.db);
  expect(await codeOf(['W-CYL-100', 'FULL', '1000'])).toBeNull();
  expect(await codeOf(['W-BEAKER-250', 'FULL', '1'])).toBe('BOX_CAPACITY');
});

test('a box is for its owner only, when it is exclusive', async () => {
  await box('X1', 'S', { type: 'EXCLUSIVE', owner_org_id: id('LAB-BIO') });
  expect(await refusal(['W-BEAKER-250', 'X1', '1'])).toMatchObject({ code: 'BOX_OWNER', params: { code: 'X1' } });
  expect(await codeOf(['W-BEAKER-250', 'X1', '1', 'LAB-BIO'])).toBeNull();
});

test('each mix policy lets in what it says', async () => {
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

test('a box that is locked, being counted or retired takes nothing, nor one in a closed warehouse', async () => {
  await box('Q1', 'S', { state: 'LOCKED', lock_reason: 'SAFETY' });
  await box('Q2', 'S', { state: 'LOCKED', lock_reason: 'COUNT' });
  await box('Q3', 'S', { state: 'RETIRED' });
  const codes = [];
  for (const code of ['Q1', 'Q2', 'Q3']) codes.push(await codeOf(['W-BEAKER-250', code, '1']));
  expect(codes).toEqual(['BOX_LOCKED', 'BOX_IN_COUNT', 'BOX_RETIRED']);
  await sql`update wms_warehouse set state = 'CLOSED' where code = 'W2'`.execute(world.services.db);
  expect(await codeOf(['W-BEAKER-250', 'W2-A-R1-B1', '1'])).toBe('BOX_LOCKED');
  await sql`update wms_warehouse set state = 'ACTIVE' where code = 'W2'`.execute(world.services.db);
});

test('highly toxic goods go where two keepers are', async () => {
  await sql`insert into wms_warehouse_keeper select ${id('T')}, id from sys_user where username = 'keeper'`.execute(
    world.services.db,
  );
  expect(await codeOf(['C-NACN', 'S3-1', '1'])).toBe('KEEPERS_NEEDED');
  await sql`insert into wms_warehouse_keeper select ${id('T')}, id from sys_user where username = 'keeper2'`.execute(
    world.services.db,
  );
  expect(await codeOf(['C-NACN', 'S3-1', '1'])).toBeNull();
});

const suggest = (
  product: string,
  qty: string,
  more: { owner?: string; warehouse?: string; taken?: Goods[]; batchId?: string } = {},
) =>
  suggestBoxes(
    world.services.db,
    {
      warehouseId: id(more.warehouse ?? 'W2'),
      productId: id(product),
      ownerOrgId: id(more.owner ?? 'LAB-CATALYSIS'),
      qty,
      taken: incoming(more.taken ?? []),
      batchId: more.batchId ?? null,
    },
    'zh',
  );
const brief = ({ boxes, short }: Awaited<ReturnType<typeof suggest>>) => [
  boxes.map((each) => `${each.boxCode} ${each.qty}`),
  short,
];

test('[S2.149] a suggestion takes no more boxes than it must, and of those the ones where the product lies already', async () => {
  await store({ product: 'P-TIP-200', box: 'W2-A-R2-B1', qty: '10' }, { product: 'W-BEAKER-250', box: 'W2-B-R1-B3', qty: '50' });
  await post(world.services.db, [{ product: 'P-TIP-200', owner: 'LAB-BIO', box: 'W2-B-R1-B1', qty: '10' }]);
  const found = await suggest('P-TIP-200', '70');
  expect(brief(found)).toEqual([['W2-A-R2-B1 56', 'W2-B-R1-B1 14'], '0']);
  expect(found.boxes.map((each) => each.reason)).toEqual(['已有本单位的同一产品', '已有同一产品']);
  // Where it lies nowhere yet: the box that is fullest and still takes all of it, else the next in order of codes.
  expect(brief(await suggest('W-FLASK-500', '10'))).toEqual([['W2-B-R1-B3 10'], '0']);
  expect(brief(await suggest('W-FLASK-500', '11'))[0]).not.toContain('W2-B-R1-B3 11');
});

test('[S2.149] one box for all comes before topping up several, and the same batch lies together', async () => {
  const { db } = world.services;
  const warehouse = { id: remember('T2'), org_id: id('WAREHOUSE'), code: 'T2', name: '试验仓库二' };
  await db.insertInto('wms_warehouse').values(warehouse).execute();
  const own = { warehouse_id: id('T2') };
  await container('N', null, { type: 'SHELF', ...own });
  for (const code of ['N1', 'N2', 'N3', 'N4', 'N5']) await box(code, 'N', { ...own, max_mass_kg: '4' });
  // A beaker weighs 0.4 kg: ten fill a box.
  const beaker = { product: 'W-BEAKER-250' };
  await store({ ...beaker, box: 'N1', qty: '7' }, { ...beaker, box: 'N2', qty: '7' }, { ...beaker, box: 'N3', qty: '6' });
  const of = (qty: string, more = {}) => suggest('W-BEAKER-250', qty, { warehouse: 'T2', ...more });
  expect(brief(await of('5'))).toEqual([['N4 5'], '0']);
  expect(brief(await of('4'))).toEqual([['N3 4'], '0']);
  // Two boxes there must be: one of them tops up what lies there already.
  expect(brief(await of('12'))).toEqual([['N3 4', 'N4 8'], '0']);
  expect(brief(await of('20'))).toEqual([['N4 10', 'N5 10'], '0']);
  expect(brief(await of('40'))).toEqual([['N4 10', 'N5 10', 'N3 4', 'N1 3', 'N2 3'], '10']);
  // The same batch comes before a tighter fit beside another one.
  await store({ ...beaker, box: 'N4', qty: '1', batch: 'B-7' });
  const { id: batchId } = await db.selectFrom('wms_batch').select('id').where('batch_no', '=', 'B-7').executeTakeFirstOrThrow();
  const together = await of('2', { batchId });
  expect(brief(together)).toEqual([['N4 2'], '0']);
  expect(together.boxes[0]!.reason).toBe('已有本单位的同一批次');
  expect(brief(await of('2'))).toEqual([['N1 2'], '0']);
});

test('a suggestion splits over several boxes, in whole units, and says what is left', async () => {
  expect(brief(await suggest('C-ETHANOL', '120', { warehouse: 'W1' }))).toEqual([
    ['W1-C01-R1-B1 50', 'W1-C01-R1-B2 50', 'W1-C01-R1-B3 20'],
    '0',
  ]);
  // 24 boxes of C02 and as many of C01, which takes 500 L in all: 833 bottles and 24 × 50.
  const much = await suggest('C-ETHANOL', '5000', { warehouse: 'W1' });
  expect(much.short).toBe(String(5000 - 833 - 24 * 50));
  expect(much.boxes.every((each) => !each.qty.includes('.'))).toBe(true);
  expect(await suggest('C-NAH', '1')).toEqual({ boxes: [], short: '1' });
});

test('[S2.149] what is left over says how many boxes keep it out for which reason, once what fits is in them', async () => {
  const { db } = world.services;
  const found = await suggest('C-ETHANOL', '5000', { warehouse: 'W1' });
  const ethanol = { productId: id('C-ETHANOL'), ownerOrgId: id('LAB-CATALYSIS'), qty: found.short };
  const taken = found.boxes.map(({ boxId, qty }) => ({ ...ethanol, boxId, qty }));
  const [full] = await refusedBoxes(db, id('W1'), [ethanol], taken);
  const { total } = await db
    .selectFrom('wms_warehouse_box')
    .where('warehouse_id', '=', id('W1'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  expect(full!.reduce((sum, { count }) => sum + count, 0)).toBe(total);
  expect(full!.find(({ reason }) => reason === 'BOX_CAPACITY')!.count).toBe(48);
  expect(full!.map(({ count }) => count)).toEqual(full!.map(({ count }) => count).toSorted((a, b) => b - a));
  // One bottle would still go into every box of before.
  const [before] = await refusedBoxes(db, id('W1'), [{ ...ethanol, qty: '1' }], []);
  expect(before!.find(({ reason }) => reason === 'BOX_CAPACITY')).toBeUndefined();
});

test('a suggestion counts what earlier lines of the document have taken', async () => {
  const taken: Goods[] = [['C-ACETONE', 'W1-C01-R1-B1', '50']];
  expect(brief(await suggest('C-ETHANOL', '60', { warehouse: 'W1', taken }))).toEqual([
    ['W1-C01-R1-B2 50', 'W1-C01-R1-B3 10'],
    '0',
  ]);
});

test('what is suggested is never refused', async () => {
  for (const product of ['C-ETHANOL', 'C-KMNO4', 'C-NAOH', 'B-BSA', 'C-NACN', 'E-HOTPLATE', 'P-TIP-1000']) {
    for (const warehouse of ['W1', 'W2', 'T']) {
      const { boxes } = await suggest(product, '333', { warehouse });
      expect(await codeOf(...boxes.map((each): Goods => [product, each.boxCode, each.qty]))).toBeNull();
    }
  }
});

test('of two deposits at once for the last room in a cabinet, one finds it taken', async () => {
  await container('R-RACE', null, { type: 'ROOM', conditions_offered: ['VENTED'], max_volume_l: '6' });
  await container('C-RACE', 'R-RACE', { type: 'SHELF' });
  const codes = ['RACE-1', 'RACE-2', 'RACE-3', 'RACE-4'];
  for (const code of codes) await box(code, 'C-RACE');
  const deposit = (code: string): Promise<string> =>
    world.services.db.transaction().execute(async (trx) => {
      await lockPlaces(trx, [id(code)]);
      const refused = await findRefusal(trx, incoming([['W-BEAKER-250', code, '4']]), 'zh');
      if (refused) return refused.code;
      await post(trx, [{ product: 'W-BEAKER-250', owner: 'LAB-BIO', box: code, qty: '4' }]);
      return 'done';
    });
  const results = await Promise.all(codes.map(deposit));
  expect(results.toSorted()).toEqual(['BOX_CAPACITY', 'BOX_CAPACITY', 'BOX_CAPACITY', 'done']);
});

test('of two enemies arriving at once in one cabinet, one is refused', async () => {
  for (const code of ['P', 'Q', 'V', 'W']) {
    await container(`CAB-${code}`, 'R', { type: 'CABINET' });
    await box(`CAB-${code}-1`, `CAB-${code}`);
    await box(`CAB-${code}-2`, `CAB-${code}`);
    const arrive = (product: string, place: string): Promise<string> =>
      world.services.db.transaction().execute(async (trx) => {
        await lockPlaces(trx, [id(place)]);
        const refused = await findRefusal(trx, incoming([[product, place, '1']]), 'zh');
        if (refused) return refused.code;
        await post(trx, [{ product, owner: 'LAB-BIO', box: place, qty: '1' }]);
        return 'done';
      });
    const results = await Promise.all([arrive('C-ETHANOL', `CAB-${code}-1`), arrive('C-KMNO4', `CAB-${code}-2`)]);
    expect(results.toSorted()).toEqual(['BOX_INCOMPATIBLE', 'done']);
  }
});
