import { containerRoutes } from '@kuwei/contract/wms/container';
import { pictureRoutes, type Picture } from '@kuwei/contract/wms/picture';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idOf, post } from '../../../test/_stock.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let keeper: Person;
let teacher: Person;
let w1: string;
beforeAll(async () => {
  world = await openWorld();
  const { db } = world.services;
  keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  w1 = await idOf(db, 'wms_warehouse', 'W1');
  await sql`update wms_warehouse_box set max_lines = 4, max_volume_l = null, max_mass_kg = null where code = 'W1-C01-R1-B1'`.execute(
    db,
  );
  await post(db, [
    { product: 'C-ETHANOL', owner: 'LAB-CATALYSIS', box: 'W1-C01-R1-B1', qty: '2', batch: 'E1', expiresOn: '2031-12-31' },
    { product: 'C-ACETONE', owner: 'LAB-BIO', box: 'W1-C01-R1-B1', qty: '1', batch: 'SECRET-7', expiresOn: '2030-01-31' },
    { product: 'C-ACETONE', owner: 'LAB-BIO', box: 'W1-C01-R1-B2', qty: '1', batch: 'SECRET-7' },
    { product: 'C-ETHANOL', owner: 'LAB-CATALYSIS', box: 'W1-C02-R1-B1', qty: '1', batch: 'E1' },
  ]);
});
afterAll(() => world.end());

const look = async (person: Person, warehouseId?: string): Promise<Picture> =>
  (await person.call(pictureRoutes.getPicture, { query: { ...(warehouseId !== undefined && { warehouseId }) } })).data;

/** One box of a map, with its container and owner by name. */
function boxOf({ boxes, containers, owners }: Picture, code: string) {
  const at = boxes.code.indexOf(code);
  if (at < 0) return null;
  const owner = boxes.owner[at]!;
  return {
    container: containers[boxes.container[at]!]!.code,
    row: boxes.row[at],
    col: boxes.col[at],
    lines: boxes.lines[at],
    used: boxes.used[at],
    owner: owners[owner] ?? owner,
    expiresOn: boxes.expiresOn[at],
    danger: boxes.danger[at],
    groups: boxes.groups[at],
  };
}
const find = async (person: Person, q: string): Promise<string[]> => {
  const { ids } = (await person.call(pictureRoutes.findInPicture, { query: { warehouseId: w1, q } })).data;
  const rows = await world.services.db
    .selectFrom('wms_warehouse_box')
    .where('id', 'in', [...ids, w1])
    .select('code')
    .execute();
  return rows.map(({ code }) => code).toSorted();
};

test('storekeepers see every box with owner, fill level, hazards and expiry', async () => {
  const picture = await look(keeper, w1);
  expect(picture).toMatchObject({ warehouseId: w1, whole: true, more: false });
  expect(picture.warehouses.map(({ code }) => code)).toContain('W2');
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from wms_warehouse_box where warehouse_id = ${w1} and state <> 'RETIRED'`.execute(
    world.services.db,
  );
  const lengths = new Set(Object.values(picture.boxes).map((column) => column.length));
  expect([...lengths]).toEqual([rows[0]!.count]);
  expect(boxOf(picture, 'W1-C01-R1-B1')).toEqual({
    container: 'C01',
    row: 1,
    col: 1,
    lines: 2,
    used: 50,
    owner: -1,
    expiresOn: '2030-01-31',
    danger: 'CONTROLLED',
    groups: 'L',
  });
  expect(boxOf(picture, 'W1-C02-R1-B1')).toMatchObject({ owner: '催化化学课题组', lines: 1 });
  expect(boxOf(picture, 'W1-C01-R2-B1')).toMatchObject({ owner: -2, lines: 0, danger: 'NONE', groups: '', expiresOn: null });
});

test('a mistyped product volume shows a full box and does not break the map', async () => {
  const { db } = world.services;
  const { rows } = await sql<{ id: string; container: string; volume: string | null }>`
    select b.id, b.container_id as container, p.unit_volume_l as volume from wms_warehouse_box b, wms_product p
     where b.code = 'W1-C02-R1-B1' and p.code = 'C-ETHANOL'`.execute(db);
  const [{ id, container, volume }] = rows as [(typeof rows)[0]];
  await sql`update wms_warehouse_box set max_volume_l = 60 where id = ${id}`.execute(db);
  await sql`update wms_product set unit_volume_l = 999999999999 where code = 'C-ETHANOL'`.execute(db);
  expect(boxOf(await look(keeper, w1), 'W1-C02-R1-B1')!.used).toBe(1_000_000);
  const cells = (await keeper.call(containerRoutes.listCells, { params: { id: container } })).data;
  expect(cells.find((cell) => cell.id === id)!.usedPercent).toBe(1_000_000);
  await sql`update wms_product set unit_volume_l = ${volume} where code = 'C-ETHANOL'`.execute(db);
  await sql`update wms_warehouse_box set max_volume_l = null where id = ${id}`.execute(db);
});

test('owners see the boxes of their own goods and nothing else in them', async () => {
  const picture = await look(teacher, w1);
  expect(picture).toMatchObject({ whole: false });
  expect(picture.boxes.code.toSorted()).toEqual(['W1-C01-R1-B1', 'W1-C02-R1-B1']);
  expect(boxOf(picture, 'W1-C01-R1-B1')).toMatchObject({
    lines: 1,
    used: null,
    owner: '催化化学课题组',
    expiresOn: '2031-12-31',
  });
  const inside = new Set(picture.boxes.container);
  expect(picture.containers.filter((_, at) => inside.has(at)).map(({ code }) => code)).toEqual(['C01', 'C02']);
  expect(picture.owners).toEqual(['催化化学课题组']);
});

test('falls back to the first visible warehouse for an invisible one', async () => {
  const { db } = world.services;
  const w2 = await idOf(db, 'wms_warehouse', 'W2');
  const picture = await look(teacher, w2);
  expect(picture.warehouses.map(({ id }) => id)).toEqual([w1]);
  expect(picture.warehouseId).toBe(w1);
  expect((await teacher.call(pictureRoutes.findInPicture, { query: { warehouseId: w2, q: 'W2' } })).data.ids).toEqual([]);
});

test('finds boxes by code, product, CAS number and batch; owners only those of their goods', async () => {
  expect(await find(keeper, 'secret-7')).toEqual(['W1-C01-R1-B1', 'W1-C01-R1-B2']);
  expect(await find(keeper, '67-64-1')).toEqual(['W1-C01-R1-B1', 'W1-C01-R1-B2']);
  expect(await find(keeper, '乙醇')).toEqual(['W1-C01-R1-B1', 'W1-C02-R1-B1']);
  expect(await find(keeper, 'c02-r1-b1')).toEqual(['W1-C02-R1-B1']);
  expect(await find(teacher, '乙醇')).toEqual(['W1-C01-R1-B1', 'W1-C02-R1-B1']);
  expect(await find(teacher, 'secret-7')).toEqual([]);
  expect(await find(teacher, 'C01-R1-B2')).toEqual([]);
});
