// Which boxes are suggested, and why no more.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { post } from '../../../test/_stock.ts';
import { openTrial, type Trial } from '../../../test/_trial-places.ts';
import { openSuggestions } from './fit.ts';

let world: Trial['world'];
let id: Trial['id'];
let remember: Trial['remember'];
let container: Trial['container'];
let box: Trial['box'];
let store: Trial['store'];
let suggest: Trial['suggest'];
beforeAll(async () => {
  ({ world, id, remember, container, box, store, suggest } = await openTrial());
});
afterAll(() => world.end());

const brief = ({ boxes, short }: Awaited<ReturnType<typeof suggest>>) => [
  boxes.map((each) => `${each.boxCode} ${each.qty}`),
  short,
];

test('suggests as few boxes as possible, preferring those with the same product', async () => {
  await store({ product: 'P-TIP-200', box: 'W2-A-R2-B1', qty: '10' }, { product: 'W-BEAKER-250', box: 'W2-B-R1-B3', qty: '50' });
  await post(world.services.db, [{ product: 'P-TIP-200', owner: 'LAB-BIO', box: 'W2-B-R1-B1', qty: '10' }]);
  const found = await suggest('P-TIP-200', '70');
  expect(brief(found)).toEqual([['W2-A-R2-B1 56', 'W2-B-R1-B1 14'], '0']);
  expect(found.boxes.map((each) => each.reason)).toEqual(['已有本组织的同一产品', '已有同一产品']);
  // Without existing stock: the fullest box that still takes everything, else the next by code.
  expect(brief(await suggest('W-FLASK-500', '10'))).toEqual([['W2-B-R1-B3 10'], '0']);
  expect(brief(await suggest('W-FLASK-500', '11'))[0]).not.toContain('W2-B-R1-B3 11');
});

test('prefers one box for everything to topping up several, and keeps a batch together', async () => {
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
  // It takes two boxes: one of them tops up existing stock.
  expect(brief(await of('12'))).toEqual([['N3 4', 'N4 8'], '0']);
  expect(brief(await of('20'))).toEqual([['N4 10', 'N5 10'], '0']);
  expect(brief(await of('40'))).toEqual([['N4 10', 'N5 10', 'N3 4', 'N1 3', 'N2 3'], '10']);
  // The same batch ranks before a tighter fit with another.
  await store({ ...beaker, box: 'N4', qty: '1', batch: 'B-7' });
  const { id: batchId } = await db.selectFrom('wms_batch').select('id').where('batch_no', '=', 'B-7').executeTakeFirstOrThrow();
  const together = await of('2', { batchId });
  expect(brief(together)).toEqual([['N4 2'], '0']);
  expect(together.boxes[0]!.reason).toBe('已有本组织的同一批次');
  expect(brief(await of('2'))).toEqual([['N1 2'], '0']);
});

test('splits over several boxes in whole units, and reports the rest', async () => {
  expect(brief(await suggest('C-ETHANOL', '120', { warehouse: 'W1' }))).toEqual([
    ['W1-C01-R1-B1 50', 'W1-C01-R1-B2 50', 'W1-C01-R1-B3 20'],
    '0',
  ]);
  // 24 boxes of C02 and as many of C01, which takes 500 L in total: 833 bottles and 24 × 50.
  const much = await suggest('C-ETHANOL', '5000', { warehouse: 'W1' });
  expect(much.short).toBe(String(5000 - 833 - 24 * 50));
  expect(much.boxes.every((each) => !each.qty.includes('.'))).toBe(true);
  expect(await suggest('C-NAH', '1')).toEqual({ boxes: [], short: '1' });
});

test('reports for the rest how many boxes refuse it by reason', async () => {
  const { db } = world.services;
  const suggestions = await openSuggestions(db, id('W1'), [id('C-ETHANOL')], [], 'zh');
  const ethanol = { productId: id('C-ETHANOL'), ownerOrgId: id('LAB-CATALYSIS') };
  // Every box that accepts it takes a single bottle.
  const before = suggestions.refused({ ...ethanol, qty: '1' });
  expect(before.find(({ reason }) => reason === 'BOX_CAPACITY')).toBeUndefined();
  const { short } = await suggestions.boxesFor({ ...ethanol, qty: '5000' });
  const full = suggestions.refused({ ...ethanol, qty: short });
  const { total } = await db
    .selectFrom('wms_warehouse_box')
    .where('warehouse_id', '=', id('W1'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  expect(full.reduce((sum, { count }) => sum + count, 0)).toBe(total);
  expect(full.find(({ reason }) => reason === 'BOX_CAPACITY')!.count).toBe(48);
  expect(full.map(({ count }) => count)).toEqual(full.map(({ count }) => count).toSorted((a, b) => b - a));
});

test('counts earlier lines of the document', async () => {
  expect(brief(await suggest('C-ETHANOL', '60', { warehouse: 'W1', before: ['C-ACETONE', '50'] }))).toEqual([
    ['W1-C01-R1-B2 50', 'W1-C01-R1-B3 10'],
    '0',
  ]);
});
