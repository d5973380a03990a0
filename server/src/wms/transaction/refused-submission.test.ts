// What a draft may contain but a submission may not.
import { transactionForm } from '@kuwei/contract/wms/transaction-form';
import * as z from 'zod/mini';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  approved,
  assigned,
  deposited,
  draft,
  lineOf,
  openScene,
  saltForm,
  saltLine,
  submit,
  submitted,
  type Cast,
  type Places,
} from '../../../test/_flow.ts';
import type { World } from '../../../test/_world.ts';

let world: World;
let cast: Cast;
let places: Places;
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
});
afterAll(() => world.end());

const line = (qty = '1', more = {}) => saltLine(places, qty, more);
const form = (more: Record<string, unknown> = {}) => saltForm(places, more);

test('accepts unfinished drafts, rejects unfinished submissions', async () => {
  const empty = await draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [] });
  const none = await submit(cast.teacher, empty);
  expect(none.error.code).toBe('LINES_NEEDED');
  for (const [more, field] of [
    [{ batchNo: null }, 'lines.0.batchNo'],
    [{ expiresOn: null }, 'lines.0.expiresOn'],
  ] as const) {
    const made = await draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [line('1', more)] });
    const refused = await submit(cast.teacher, made);
    expect(refused.error.data?.fields?.[0]?.path).toBe(field);
  }
});

test('batch data of a product without batches can be drafted but not submitted; documents already approved are still executed', async () => {
  const facts = { batchNo: 'LOST-1', madeOn: '2026-01-01', expiresOn: '2030-01-01' };
  const beaker = (more = {}) => lineOf(places.product('W-BEAKER-250'), '1', { unit: 'PIECE', ...more });
  const made = await draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [line(), beaker(facts)] });
  expect(made.lines[1]).toMatchObject(facts);
  const fields = (words: string) => Object.keys(facts).map((fact) => ({ path: `lines.1.${fact}`, message: words }));
  const send = (language: string) =>
    cast.teacher.call(routes.submitTransaction, {
      params: { id: made.id },
      body: { rev: made.rev },
      headers: { 'accept-language': language },
    });
  for (const [language, words] of [
    ['zh', '产品不按批次管理，不能填写'],
    ['en', 'Leave empty: the product is not tracked by batch'],
  ] as const)
    expect((await send(language)).error, language).toMatchObject({ code: 'INVALID', data: { fields: fields(words) } });

  const old = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [beaker()] });
  await world.services.db
    .updateTable('wms_transaction_line')
    .set({ batch_no: 'OLD-1' })
    .where('transaction_id', '=', old.id)
    .execute();
  const planned = await assigned(cast, await approved(cast, old), places.box('W2-A-R1-B3'));
  const done = await cast.keeper.call(routes.finishTransaction, { params: { id: old.id }, body: { rev: planned.rev } });
  expect(done.data.state).toBe('DONE');
});

test('[F-U8] a collection of an unknown batch is refused at its batch field', async () => {
  await deposited(cast, { warehouseId: places.w2, lines: [line('5', { batchNo: 'KNOWN-1' })] });
  const lines = [line('1', { batchNo: 'A202601', expiresOn: null })];
  const refused = await submit(cast.teacher, await draft(cast.teacher, { type: 'OUTBOUND', warehouseId: places.w2, lines }));
  expect(refused.error).toMatchObject({
    code: 'INSUFFICIENT',
    data: { fields: [{ path: 'lines.0.productBoxId', message: '没有批号 A202601 的库存' }] },
  });
});

test('[S5.30] a planned day in the past is refused at its field until the draft is changed', async () => {
  const send = (document: Transaction) => submit(cast.teacher, document);
  const { db } = world.services;
  const { rows } = await sql<{
    today: string;
    yesterday: string;
  }>`select current_date as today, current_date - 1 as yesterday`.execute(db);
  const { today, yesterday } = rows[0]!;
  const late = await draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, planDate: yesterday, lines: [line()] });
  expect(late.planDate).toBe(yesterday);
  expect(await send(late)).toMatchObject({ status: 422, error: { code: 'PLAN_DATE', data: { fields: [{ path: 'planDate' }] } } });
  const body = { ...z.parse(transactionForm, form({ planDate: today })), rev: late.rev };
  const fixed = await cast.teacher.send('PUT', `/wms/transaction/${late.id}`, body);
  expect((await send(fixed.data as Transaction)).data.state).toBe('SUBMITTED');

  const kept = await draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, depositUntil: today, lines: [line()] });
  await db.updateTable('wms_transaction').set({ deposit_until: yesterday }).where('id', '=', kept.id).execute();
  expect(await send(kept)).toMatchObject({ status: 422, error: { code: 'DEPOSIT_UNTIL' } });
});

test('[S5.30] a deposit that ends before its planned day is refused at its field', async () => {
  const days = { planDate: '2099-01-02', depositUntil: '2099-01-01' };
  const made = await draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, ...days, lines: [line()] });
  expect(await submit(cast.teacher, made)).toMatchObject({
    status: 422,
    error: { code: 'INVALID', data: { fields: [{ path: 'depositUntil', message: '不能早于计划日期' }] } },
  });
  const body = { ...z.parse(transactionForm, form({ ...days, depositUntil: days.planDate })), rev: made.rev };
  const fixed = await cast.teacher.send('PUT', `/wms/transaction/${made.id}`, body);
  expect((await submit(cast.teacher, fixed.data as Transaction)).data.state).toBe('SUBMITTED');
});

test('one batch has one expiry date', async () => {
  await deposited(cast, { warehouseId: places.w2, lines: [line('1', { batchNo: 'ONE', expiresOn: '2031-05-05' })] });
  const made = await draft(cast.teacher, {
    type: 'INBOUND',
    warehouseId: places.w2,
    lines: [line('1', { batchNo: 'ONE', expiresOn: '2031-06-06' })],
  });
  const refused = await submit(cast.teacher, made);
  expect(refused).toMatchObject({
    status: 409,
    error: { code: 'BATCH_CONFLICT', data: { fields: [{ path: 'lines.0.expiresOn' }] } },
  });
});

test('of two deposits of a new batch with different expiry dates, the second is refused when posted', async () => {
  const both = ['2031-05-05', '2031-06-06'].map(async (expiresOn) => {
    const lines = [line('1', { batchNo: 'TWO', expiresOn })];
    return assigned(
      cast,
      await approved(cast, await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines })),
    );
  });
  const [first, second] = await Promise.all(both);
  const finish = ({ id, rev }: Transaction) => cast.keeper.call(routes.finishTransaction, { params: { id }, body: { rev } });
  expect((await finish(first!)).status).toBe(200);
  expect(await finish(second!)).toMatchObject({
    status: 409,
    error: { code: 'BATCH_CONFLICT', data: { fields: [{ path: 'lines.0.expiresOn' }] } },
  });
});
