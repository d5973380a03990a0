// What applicants meet before anybody else looks at their document.
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deposited, draft, lineOf, openScene, submit, type Cast, type Places } from '../../../test/_flow.ts';
import type { World } from '../../../test/_world.ts';

let world: World;
let cast: Cast;
let places: Places;
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
});
afterAll(() => world.end());

test('[F-U7] highly toxic goods are collected with purpose and date, or not at all', async () => {
  const toxic = (qty: string) => lineOf(places.product('C-NACN'), qty, { batchNo: 'U7', expiresOn: '2029-01-01' });
  await deposited(cast, { warehouseId: places.w1, lines: [toxic('2')] });
  const lines = [{ ...toxic('1'), batchNo: 'U7', expiresOn: null }];
  const without = { type: 'OUTBOUND' as const, warehouseId: places.w1, lines };
  const bare = await draft(cast.teacher, { ...without, purpose: ' ', planDate: null });
  const refused = await submit(cast.teacher, bare);
  expect(refused).toMatchObject({ status: 422, error: { code: 'INVALID' } });
  expect(refused.error.data?.fields?.map(({ path }) => path)).toEqual(['purpose', 'planDate']);
  expect((await cast.teacher.call(routes.getTransaction, { params: { id: bare.id } })).data.state).toBe('DRAFT');
  const undated = await draft(cast.teacher, { ...without, purpose: '氰化反应', planDate: null });
  expect((await submit(cast.teacher, undated)).error.data?.fields?.map(({ path }) => path)).toEqual(['planDate']);
  const whole = await draft(cast.teacher, { ...without, purpose: '氰化反应', planDate: '2099-12-31' });
  expect((await submit(cast.teacher, whole)).data).toMatchObject({ state: 'SUBMITTED', purpose: '氰化反应' });
});
