import { categoryRoutes } from '@kuwei/contract/wms/category';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deadlocksOf } from '../../../test/_deadlocks.ts';
import { openWorld } from '../../../test/_world.ts';

test('of two categories moved below each other concurrently one stays, without a deadlock', async () => {
  const world = await openWorld();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(world.services.db);
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const create = async (code: string) =>
    (await manager.call(categoryRoutes.createCategory, { body: { code, name: code, nameEn: null, parentId: null, sort: 0 } }))
      .data;
  for (let round = 0; round < 8; round++) {
    const [one, other] = [await create(`CROSS-${round}-1`), await create(`CROSS-${round}-2`)];
    const below = (child: typeof one, parent: typeof one) =>
      manager.call(categoryRoutes.updateCategory, {
        params: { id: child.id },
        body: { code: child.code, name: child.name, nameEn: null, sort: 0, parentId: parent.id, rev: child.rev },
      });
    const answers = await Promise.all([below(one, other), below(other, one)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 422)!.error.code).toBe('CYCLE');
  }
  await world.end();
  expect(await deadlocksOf(rows[0]!.name)).toBe(0);
});
