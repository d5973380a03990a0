import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../../test/_world.ts';
import { findRefusal, suggestBoxes } from './fit.ts';

let world: World;
const ids = new Map<string, string>();
const id = (code: string): string => ids.get(code)!;
beforeAll(async () => {
  world = await openWorld();
  const { db } = world.services;
  for (const table of ['wms_product', 'wms_org', 'wms_warehouse_box', 'wms_warehouse'] as const) {
    for (const row of await db.selectFrom(table).select(['id', 'code']).execute()) ids.set(row.code, row.id);
  }
});
afterAll(() => world.end());

const refusal = (...incoming: [product: string, box: string, qty: string, owner?: string][]) =>
  findRefusal(
    world.services.db,
    incoming.map(([product, box, qty, owner = 'LAB-CATALYSIS']) => ({
      productId: id(product),
      boxId: id(box),
      ownerOrgId: id(owner),
      qty,
    })),
    'zh',
  );

test('goods that fit are not refused', async () => {
  expect(await refusal(['C-ETHANOL', 'W1-C01-R1-B1', '5'])).toBeNull();
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

test('the sums over all lines are taken together', async () => {
  expect(await refusal(['C-ETHANOL', 'W1-C01-R1-B1', '30'])).toBeNull();
  const refused = await refusal(['C-ETHANOL', 'W1-C01-R1-B1', '30'], ['C-ACETONE', 'W1-C01-R1-B1', '30', 'LAB-BIO']);
  expect(refused).toMatchObject({ code: 'BOX_CAPACITY', params: { place: 'W1-C01-R1-B1', limit: '体积 18 + 18 > 30 L' } });
});

test('a suggestion splits over several boxes and counts what earlier lines have taken', async () => {
  const wanted = { warehouseId: id('W1'), productId: id('C-ETHANOL'), ownerOrgId: id('LAB-CATALYSIS'), qty: '120' };
  const { boxes, short } = await suggestBoxes(world.services.db, wanted, 'zh');
  expect(boxes.map((box) => [box.boxCode, box.qty])).toEqual([
    ['W1-C01-R1-B1', '50'],
    ['W1-C01-R1-B2', '50'],
    ['W1-C01-R1-B3', '20'],
  ]);
  expect(short).toBe('0');
});
