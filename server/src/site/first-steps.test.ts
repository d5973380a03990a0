import { firstStepsRoutes as routes } from '@kuwei/contract/sys/first-steps';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '../../test/_world.ts';

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.as('admin', 'ROLE_ADMIN');
});
afterAll(() => world.end());

test('the guide derives finished steps from data, and can be closed and reopened', async () => {
  const { data } = await admin.call(routes.getFirstSteps);
  expect(data.steps.filter(({ done }) => !done).map(({ code }) => code)).toEqual(['SITE', 'OPENING', 'DEPOSIT']);
  expect(data).toMatchObject({ open: true, closed: false });
  const closed = await admin.call(routes.setFirstSteps, { body: { closed: true, skipped: ['OPENING'] } });
  expect(closed.data).toMatchObject({ open: false, closed: true });
  expect(closed.data.steps.find(({ code }) => code === 'OPENING')).toMatchObject({ skipped: true, done: false });
  const keeper = await world.as('keeper', 'ROLE_WAREHOUSE_ADMIN');
  expect((await keeper.call(routes.getFirstSteps)).status).toBe(403);
});

test('[F-3N7] counts draft products instead of asking for products again', async () => {
  const waiting = async () =>
    (await admin.call(routes.getFirstSteps)).data.steps.find(({ code }) => code === 'PRODUCTS')!.waiting;
  const before = await waiting();
  await sql`update wms_product set state = 'DRAFT' where code = 'P-TIP-200'`.execute(world.services.db);
  expect(await waiting()).toBe(before + 1);
});
