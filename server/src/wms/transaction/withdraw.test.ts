// Withdrawing a request, and cancelling it.
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { sum } from '@kuwei/contract/decimal';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  approved,
  deposited,
  draft,
  lineOf,
  openScene,
  saltLine,
  submit,
  submitted,
  type Cast,
  type Places,
} from '../../../test/_flow.ts';
import { expectInvariants } from '../../../test/_invariants.ts';
import { stockOfProduct } from '../../../test/_stock.ts';
import type { World } from '../../../test/_world.ts';

let world: World;
let cast: Cast;
let places: Places;
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
});
afterAll(() => world.end());
afterEach(() => expectInvariants(world.services.db));

type Version = { id: string; rev: number };
const withdraw = ({ id, rev }: Version) => cast.teacher.call(routes.withdrawTransaction, { params: { id }, body: { rev } });
const cancel = ({ id, rev }: Version, comment: string | null = null) =>
  cast.teacher.call(routes.cancelTransaction, { params: { id }, body: { rev, comment } });
const salts = () => submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [saltLine(places)] });
const beakers = () =>
  submitted(cast.teacher, {
    type: 'OUTBOUND',
    warehouseId: places.w2,
    lines: [lineOf(places.product('W-BEAKER-250'), '5', { unit: 'PIECE' })],
  });
const reserved = async () => sum((await stockOfProduct(world.services.db, 'W-BEAKER-250')).map((row) => row.reserved));

test('[F-U2] a withdrawn request is a draft with its number, lines, dates and history, and can be submitted again', async () => {
  const form = {
    type: 'INBOUND' as const,
    warehouseId: places.w2,
    lines: [saltLine(places)],
    planDate: '2099-01-02',
    depositUntil: '2099-12-31',
  };
  const sent = await submitted(cast.teacher, form);
  const back = (await withdraw(sent)).data;
  expect(back).toMatchObject({
    state: 'DRAFT',
    no: sent.no,
    planDate: '2099-01-02',
    depositUntil: '2099-12-31',
    submittedAt: null,
    reviewRoles: [],
  });
  expect(back.lines).toMatchObject([{ qty: '1', batchNo: 'B1' }]);
  // Invisible to the warehouse until it is submitted again.
  expect((await cast.reviewer.call(routes.getTransaction, { params: { id: sent.id } })).status).toBe(404);
  const again = (await submit(cast.teacher, back)).data;
  expect(again).toMatchObject({ state: 'SUBMITTED', no: sent.no, round: 2 });
  expect((await approved(cast, again)).state).toBe('APPROVED');
  const records = (await cast.teacher.call(routes.listRecords, { params: { id: sent.id } })).data;
  expect(records.map(({ action }) => action)).toEqual(['create', 'submit', 'withdraw', 'submit', 'approve']);
});

test("[F-U2] a reviewed request can't be withdrawn, and one that others have seen can't be deleted", async () => {
  const lines = [lineOf(places.product('C-KNO3'), '1', { batchNo: 'K', expiresOn: '2030-01-01' })];
  const sent = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w1, lines });
  const half = (await cast.reviewer.call(routes.approveTransaction, { params: { id: sent.id }, body: { rev: sent.rev } })).data;
  expect((await withdraw(half)).error.code).toBe('ILLEGAL_TRANSITION');
  expect((await cancel(half, '不再需要')).data.state).toBe('CANCELED');
  const back = (await withdraw(await salts())).data;
  expect((await cast.teacher.call(routes.deleteTransaction, { params: { id: back.id } })).error.code).toBe('ILLEGAL_TRANSITION');
});

test('[F-U2] cancelling a submitted request needs a reason, and releases reserved stock', async () => {
  await deposited(cast, { warehouseId: places.w2, lines: [lineOf(places.product('W-BEAKER-250'), '20', { unit: 'PIECE' })] });
  const sent = await beakers();
  expect(await reserved()).toBe('5');
  expect((await cancel(sent)).error.code).toBe('COMMENT_NEEDED');
  expect(await reserved()).toBe('5');
  expect((await cancel(sent, '重复')).data.state).toBe('CANCELED');
  expect(await reserved()).toBe('0');
  expect((await withdraw(await beakers())).data.state).toBe('DRAFT');
  expect(await reserved()).toBe('0');
  const unsent = await draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [] });
  expect((await cancel(unsent)).data.state).toBe('CANCELED');
});

test('[F-J1] a colleague of the same group can see a request, but not withdraw, cancel or submit it', async () => {
  const { db } = world.services;
  await sql`insert into wms_org_user (org_id, user_id) select o.id, u.id from wms_org o, sys_user u
             where o.code = 'LAB-CATALYSIS' and u.username = 'teacher2'`.execute(db);
  const colleague = await world.as('teacher2', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const { id, rev } = await salts();
  expect((await colleague.call(routes.getTransaction, { params: { id } })).status).toBe(200);
  const params = { id };
  const answers = [
    await colleague.call(routes.withdrawTransaction, { params, body: { rev } }),
    await colleague.call(routes.cancelTransaction, { params, body: { rev, comment: 'x' } }),
  ];
  expect(answers.map(({ error }) => error.code)).toEqual(['FORBIDDEN', 'FORBIDDEN']);
  expect((await withdraw({ id, rev })).data.state).toBe('DRAFT');
});

test('[F-U2] of concurrent withdraw and approve, one succeeds', async () => {
  for (let round = 0; round < 6; round++) {
    const sent = await salts();
    const [taken, passed] = await Promise.all([
      withdraw(sent),
      cast.reviewer.call(routes.approveTransaction, { params: { id: sent.id }, body: { rev: sent.rev } }),
    ]);
    expect([taken.status, passed.status].filter((status) => status === 200)).toHaveLength(1);
    const { data } = await cast.teacher.call(routes.getTransaction, { params: { id: sent.id } });
    expect(data.state).toBe(taken.status === 200 ? 'DRAFT' : 'APPROVED');
  }
});
