// What it costs to tell of trouble that many documents have.
import { productRoutes } from '@kuwei/contract/wms/product';
import { msgInboxRoutes as inbox } from '@kuwei/contract/sys/msg-inbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScene, saltLine, submitted, type Scene } from '../../../test/_flow.ts';

let scene: Scene;
let asked = 0;
beforeAll(async () => {
  scene = await openScene();
  scene.world.services.db = scene.world.services.db.withPlugin({
    transformQuery: ({ node }) => {
      asked++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
});
afterAll(() => scene.world.end());

test('[F-R6] a product that many open documents name is switched off by as many statements as one of a single document', async () => {
  const { world, cast, places } = scene;
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const params = { id: places.product('C-NACL') };
  const deposit = () => submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [saltLine(places)] });
  let { rev } = (await manager.call(productRoutes.getProduct, { params })).data;
  const set = async (state: 'ACTIVE' | 'DISABLED'): Promise<number> => {
    asked = 0;
    ({ rev } = (await manager.call(productRoutes.setProductState, { params, body: { state, rev } })).data);
    return asked;
  };
  const first = await deposit();
  const [off, on] = [await set('DISABLED'), await set('ACTIVE')];
  const documents = [first];
  while (documents.length < 12) documents.push(await deposit());
  expect(await set('DISABLED')).toBe(off);
  const { list } = (await cast.reviewer.call(inbox.listMine, { query: { size: 100 } })).data;
  const warned = list.filter(({ title }) => title.includes('停用')).map(({ objectId }) => objectId);
  expect(warned).toHaveLength(documents.length);
  expect(new Set(warned)).toEqual(new Set(documents.map(({ id }) => id)));
  expect(await set('ACTIVE')).toBe(on);
});
