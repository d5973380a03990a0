// The containers of a warehouse are cached by version; past or rolled-back versions are never used.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../../test/_world.ts';
import type { Db, Trx } from '../../db/open.ts';
import { cachedLayouts, layoutColumns, loadLayout, type LayoutRow } from './layout.ts';

let world: World;
let warehouseId: string;
let containerId: string;
beforeAll(async () => {
  world = await openWorld();
  const { rows } = await sql<{ id: string; warehouse: string }>`
    select c.id, c.warehouse_id as warehouse from wms_container c where c.deleted_at is null order by c.code limit 1`.execute(
    world.services.db,
  );
  ({ id: containerId, warehouse: warehouseId } = rows[0]!);
});
afterAll(() => world.end());

const nameOf = async (db: Db | Trx): Promise<string> => {
  const { tree } = await loadLayout(db, [warehouseId], []);
  return tree.rows.get(containerId)!.name;
};
const rename = (db: Db | Trx, name: string) => sql`update wms_container set name = ${name} where id = ${containerId}`.execute(db);

test('does not reload a cached layout', async () => {
  const { db } = world.services;
  await nameOf(db);
  const { rows } = await sql<LayoutRow>`
    select ${layoutColumns(sql`select ${warehouseId}::uuid`, [], cachedLayouts())}`.execute(db);
  expect(rows[0]!.places).toEqual([{ version: expect.any(String) as string, containers: null }]);
});

test('sees a change at once, and never a rolled-back one', async () => {
  const { db } = world.services;
  const before = await nameOf(db);
  await expect(
    db.transaction().execute(async (trx) => {
      await rename(trx, 'Rolled back');
      expect(await nameOf(trx)).toBe('Rolled back');
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await nameOf(db)).toBe(before);
  await rename(db, 'Renamed');
  expect(await nameOf(db)).toBe('Renamed');
  await rename(db, before);
  expect(await nameOf(db)).toBe(before);
});

test('reads a warehouse without a version every time', async () => {
  const { db } = world.services;
  await sql`delete from wms_layout where warehouse_id = ${warehouseId}`.execute(db);
  const before = await nameOf(db);
  await sql`alter table wms_container disable trigger user`.execute(db);
  await rename(db, 'Not versioned');
  await sql`alter table wms_container enable trigger user`.execute(db);
  expect(await nameOf(db)).toBe('Not versioned');
  await rename(db, before);
  expect(await nameOf(db)).toBe(before);
});
