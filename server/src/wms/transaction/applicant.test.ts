// Validation for applicants, before any review.
import { transactionForm } from '@kuwei/contract/wms/transaction-form';
import { withDefaults } from '../../../test/_with-defaults.ts';
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

test('[F-U7] collecting highly toxic goods requires a purpose and a date', async () => {
  const toxic = (qty: string) => lineOf(places.product('C-NACN'), qty, { batchNo: 'U7', expiresOn: '2099-01-01' });
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

test('[F-U4] a draft keeps unfinished lines in place, but cannot be submitted with them', async () => {
  const blank = { code: '', unit: 'BOTTLE', batchNo: '', madeOn: '', expiresOn: '', unitPrice: '', remark: '', stock: null };
  const productId = places.product('C-NACL');
  const unfinished = [
    { ...blank, at: 0, productId: null, code: '硅胶', qty: '3 桶' },
    { ...blank, at: 2, productId, qty: '' },
  ];
  const lines = [lineOf(productId, '1', { batchNo: 'B1', expiresOn: '2030-01-01' })];
  const kept = await draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w1, lines, unfinished });
  const params = { id: kept.id };
  const read = (await cast.teacher.call(routes.getTransaction, { params })).data;
  expect(read.lines).toHaveLength(1);
  expect(read.unfinished).toMatchObject([
    { at: 0, code: '硅胶', qty: '3 桶', product: null },
    { at: 2, qty: '', product: { code: 'C-NACL' } },
  ]);
  const refused = await submit(cast.teacher, read);
  expect(refused).toMatchObject({ status: 422, error: { code: 'INVALID' } });
  expect(refused.error.data?.fields?.map(({ path }) => path)).toEqual(['unfinished.0', 'unfinished.1']);
  const form = withDefaults(transactionForm, { type: 'INBOUND', warehouseId: places.w1, lines, rev: read.rev });
  const whole = (await cast.teacher.call(routes.updateTransaction, { params, body: form })).data;
  expect(whole.unfinished).toEqual([]);
  expect((await submit(cast.teacher, whole)).data.state).toBe('SUBMITTED');
});
