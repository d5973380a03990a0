// Open documents affected by blocked or retired goods: the cost of notifying, and listing them beforehand.
import { OPEN_DOCUMENTS_NAMED } from '@kuwei/contract/wms/open-documents';
import { productRoutes } from '@kuwei/contract/wms/product';
import { msgInboxRoutes as inbox } from '@kuwei/contract/sys/msg-inbox';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOtherWarehouse, OTHER_MANAGER } from '../../../test/_other-warehouse.ts';
import { approved, assigned, finished, openScene, saltLine, submitted, type Scene } from '../../../test/_flow.ts';

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

test('[F-R6] deactivating a product takes the same number of statements for many open documents as for one', async () => {
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

test('[F-3B16] counts open documents that need a box or product, and names the visible ones', async () => {
  const { world, cast, places } = scene;
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  await addOtherWarehouse(world.services.db);
  const other = await world.as(OTHER_MANAGER, 'ROLE_WAREHOUSE_ADMIN');
  const [box, free] = [places.box('W2-A-R2-B4'), places.box('W2-A-R2-B3')];
  const [salt, tubes] = [places.product('C-NACL'), places.product('P-TUBE-50')];
  const ofBoxes = async (person: typeof manager, body: object) =>
    (await person.call(boxRoutes.findDocumentsOfBoxes, { body })).data;
  const ofProducts = async (person: typeof manager, body: object) =>
    (await person.call(productRoutes.findDocumentsOfProducts, { body })).data;
  const none = { count: 0, documents: [], stock: { count: 0, named: [] } };
  expect(await ofBoxes(manager, { ids: [box] })).toEqual(none);
  const deposit = () => submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [saltLine(places)] });
  const ready = await assigned(cast, await approved(cast, await deposit()), box);
  const named = { id: ready.id, no: ready.no, type: 'INBOUND' };
  expect(await ofBoxes(manager, { ids: [free, box] })).toMatchObject({ count: 1, documents: [named] });
  expect(await ofBoxes(manager, { all: { query: { q: 'W2-A-R2-B4' }, expected: 1 } })).toMatchObject({ count: 1 });
  expect(await ofBoxes(other, { ids: [box] }), 'a box of another department').toEqual(none);

  const before = (await ofProducts(manager, { ids: [salt, tubes] })).count;
  for (let more = 0; more < OPEN_DOCUMENTS_NAMED; more++) await deposit();
  const found = await ofProducts(manager, { ids: [salt, tubes] });
  expect(found.count).toBe(before + OPEN_DOCUMENTS_NAMED);
  expect(found.documents).toHaveLength(OPEN_DOCUMENTS_NAMED);
  expect(await ofProducts(other, { ids: [salt] }), 'documents of another department are counted alone').toEqual({
    ...none,
    count: found.count,
  });
  await finished(cast, ready);
  const kept = { count: 1, named: [{ id: box, name: 'W2-A-R2-B4', qty: null, unit: null }] };
  const left = { count: 0, documents: [], stock: kept };
  expect(await ofBoxes(manager, { ids: [box] }), 'nothing more is to come, and goods are there').toEqual(left);
  const { rows } = await sql<{ qty: string; unit: string }>`
    select trim_scale(sum(s.qty))::text as qty, min(p.base_unit) as unit from wms_product_box s join wms_product p on p.id = s.product_id
      join wms_warehouse w on w.id = s.warehouse_id where p.id = ${salt} and w.code in ('W1', 'W2')`.execute(world.services.db);
  expect((await ofProducts(manager, { ids: [salt] })).stock).toEqual({
    count: 1,
    named: [{ id: salt, name: '氯化钠', ...rows[0]! }],
  });
  expect((await ofProducts(other, { ids: [salt] })).stock.count, 'stock of another department').toBe(0);
  expect((await ofProducts(manager, { ids: [salt] })).count).toBe(found.count - 1);
});
