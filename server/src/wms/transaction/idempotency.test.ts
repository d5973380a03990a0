// Repeated writes, and writes to a version that has changed.
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  approved,
  assigned,
  draft,
  openScene,
  saltForm,
  saltLine,
  submitted,
  type Cast,
  type Places,
} from '../../../test/_flow.ts';
import type { Person, World } from '../../../test/_world.ts';

let world: World;
let cast: Cast;
let places: Places;
let other: Person;
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
  other = await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO');
});
afterAll(() => world.end());

const line = (qty = '1', more = {}) => saltLine(places, qty, more);
const form = (more: Record<string, unknown> = {}) => saltForm(places, more);
const count = async (): Promise<number> =>
  (
    await world.services.db
      .selectFrom('wms_transaction')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

test('a stale version is refused, but the state is checked first', async () => {
  const made = await draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [line()] });
  const stale = await cast.teacher.call(routes.submitTransaction, { params: { id: made.id }, body: { rev: 7 } });
  expect(stale).toMatchObject({ status: 409, error: { code: 'STALE' } });
  const sent = await cast.teacher.call(routes.submitTransaction, { params: { id: made.id }, body: { rev: 1 } });
  const again = await cast.teacher.call(routes.submitTransaction, { params: { id: made.id }, body: { rev: 1 } });
  expect(sent.status).toBe(200);
  expect(again).toMatchObject({
    status: 409,
    error: { code: 'ILLEGAL_TRANSITION', data: { from: 'SUBMITTED', action: 'submit' } },
  });
});

test('a write sent twice with one idempotency key happens once, with the same reply', async () => {
  const key = crypto.randomUUID();
  const before = await count();
  const body = form() as never;
  const answers = await Promise.all([1, 2, 3, 4].map(() => cast.teacher.call(routes.createTransaction, { body, key })));
  expect(new Set(answers.map((answer) => answer.data.id)).size).toBe(1);
  expect(await count()).toBe(before + 1);
  const mismatch = await cast.teacher.call(routes.createTransaction, { body: form({ remark: 'other' }) as never, key });
  expect(mismatch).toMatchObject({ status: 409, error: { code: 'IDEMPOTENCY_MISMATCH' } });
  const mine = await other.call(routes.createTransaction, { body: form() as never, key });
  expect(mine.data.id).not.toBe(answers[0]!.data.id);
});

test('a finish sent twice with one idempotency key posts once, with the same reply', async () => {
  const sent = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [line('2', { batchNo: 'KEY' })] });
  const placed = await assigned(cast, await approved(cast, sent), places.box('W2-A-R3-B3'));
  const call = () =>
    cast.keeper.call(routes.finishTransaction, { params: { id: placed.id }, body: { rev: placed.rev }, key: 'finish-once' });
  const [one, two] = await Promise.all([call(), call()]);
  expect(one.data).toEqual(two.data);
  const rows = await world.services.db.selectFrom('wms_ledger').where('transaction_id', '=', placed.id).select('seq').execute();
  expect(rows).toHaveLength(1);
});

test('bulk approval applies to the version that was shown, and refuses a changed one', async () => {
  const [same, changed] = await Promise.all(
    [1, 2].map(() => submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [line()] })),
  );
  const params = { id: changed!.id };
  const returned = await cast.reviewer.call(routes.returnTransaction, { params, body: { rev: changed!.rev, comment: '改' } });
  await cast.teacher.call(routes.submitTransaction, { params, body: { rev: returned.data.rev } });
  const documents = [same!, changed!].map(({ id, rev }) => ({ id, rev }));
  const reply = (await cast.reviewer.call(routes.approveBatch, { body: { documents, comment: null } })).data;
  expect(reply).toMatchObject({ done: 1, refused: [{ id: changed!.id }] });
  expect((await cast.teacher.call(routes.getTransaction, { params })).data.state).toBe('SUBMITTED');
});

test('bulk approval repeated with the same key returns earlier results and retries only what was refused', async () => {
  const [same, changed] = await Promise.all(
    [1, 2].map(() => submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [line()] })),
  );
  const documents = [same!, { ...changed!, rev: changed!.rev - 1 }].map(({ id, rev }) => ({ id, rev }));
  const send = () => cast.reviewer.call(routes.approveBatch, { body: { documents, comment: null }, key: 'approve-both' });
  const first = (await send()).data;
  expect(first).toMatchObject({ done: 1, refused: [{ id: changed!.id }] });
  expect((await send()).data).toEqual(first);
  const records = (await cast.reviewer.call(routes.listRecords, { params: { id: same!.id } })).data;
  expect(records.filter(({ action }) => action === 'approve')).toHaveLength(1);
});

test("[F-K2] a call repeated after an upgrade gets the earlier version's reply", async () => {
  const key = crypto.randomUUID();
  const body = form({}) as Parameters<typeof draft>[1];
  const first = await cast.teacher.call(routes.createTransaction, { body, key });
  await sql`update sys_idempotency set reply = (reply::jsonb - 'purpose')::text where key = ${key}`.execute(world.services.db);
  const { purpose: _, ...before } = first.data;
  const again = await cast.teacher.call(routes.createTransaction, { body, key });
  expect(again).toMatchObject({ status: 200, data: before });
});
