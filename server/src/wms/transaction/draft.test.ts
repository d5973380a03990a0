import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draft, lineOf, placesOf } from '../../../test/_flow.ts';
import { openWorld, type World } from '../../../test/_world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

test('the hundred thousandth document of a type has a number of its own, and so has the next', async () => {
  const { w2, product } = await placesOf(world);
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const line = lineOf(product('W-BEAKER-250'), '1', { unit: 'PIECE' });
  const nextNo = async () => (await draft(teacher, { type: 'INBOUND', warehouseId: w2, lines: [line] })).no.slice(10);
  await sql`select setval('wms_inbound_no', 99998)`.execute(world.services.db);
  expect([await nextNo(), await nextNo(), await nextNo()]).toEqual(['99999', '100000', '100001']);
});
