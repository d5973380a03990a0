// Separation of duties: reviewers don't execute. This includes delegates, added candidates, proxies, and those they decided for.
import { workRoutes } from '@kuwei/contract/bpm/work';
import { todoRoutes } from '@kuwei/contract/wms/todo';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { chainOf, openApprovals, person, R1, type Approvals } from '../../../test/_approval.ts';
import { step } from '../../../test/_bpmn.ts';
import { assigned, cosign, finished, lineOf, submitted } from '../../../test/_flow.ts';
import type { Person } from '../../../test/_world.ts';

let a: Approvals;
beforeAll(async () => {
  a = await openApprovals();
});
beforeEach(() => a.clear());
afterAll(() => a.end());

const passTask = async (how: 'transferTask' | 'signTask', from: Person, to: Person, document: Transaction) => {
  const { params, rev } = await a.taskOf(from, document);
  const answer = await from.call(workRoutes[how], { params, body: { userId: to.id, note: null, rev } });
  expect(answer.status).toBe(200);
};

/** Ways in which a storekeeper can have decided. */
const WAYS: Record<string, (document: Transaction) => Promise<void>> = {
  'handed over': async (document) => {
    await passTask('transferTask', a.cast.reviewer, a.cast.keeper, document);
    await a.decide(a.cast.keeper, document);
  },
  'added as reviewer': async (document) => {
    await passTask('signTask', a.cast.reviewer, a.cast.keeper, document);
    await a.approve(a.cast.reviewer, document);
    await a.decide(a.cast.keeper, document);
  },
  delegated: async (document) => {
    await a.delegated(a.cast.reviewer, a.cast.keeper);
    await a.decide(a.cast.keeper, document);
  },
};

test.each(Object.keys(WAYS))('a storekeeper to whom a review came does not put the goods away: %s', async (way) => {
  await a.publish(chainOf(['first', step('first', R1)]));
  const document = await a.deposit();
  await WAYS[way]!(document);
  const now = await a.now(document);
  expect(now).toMatchObject({ state: 'APPROVED', decidedBy: expect.arrayContaining([a.cast.keeper.id]) as string[] });
  const lines = now.lines.map(({ id, qtyReq }) => ({
    lineId: id,
    boxes: [{ boxId: a.places.box('W2-A-R1-B1'), productBoxId: null, qty: qtyReq }],
  }));
  const params = { id: now.id };
  const own = await a.cast.keeper.call(routes.assignBoxes, { params, body: { rev: now.rev, lines } });
  expect([own.status, own.error.code]).toEqual([403, 'KEEPER_REVIEWED']);
  const placed = await assigned({ ...a.cast, keeper: a.cast.keeper2 }, now, a.places.box('W2-A-R1-B1'));
  const finish = await a.cast.keeper.call(routes.finishTransaction, { params, body: { rev: placed.rev } });
  expect(finish.error.code).toBe('KEEPER_REVIEWED');
  expect((await finished({ ...a.cast, keeper: a.cast.keeper2 }, placed)).state).toBe('DONE');
});

test("a reviewer who was represented by a storekeeper can't execute either", async () => {
  await a.publish(chainOf(['first', step('first', '', person('keeper'))]));
  await a.delegated(a.cast.keeper, a.cast.reviewer);
  const document = await a.deposit();
  await a.decide(a.cast.reviewer, document);
  const placed = await assigned({ ...a.cast, keeper: a.cast.keeper2 }, await a.now(document), a.places.box('W2-A-R1-B2'));
  const body = { rev: placed.rev };
  const finish = await a.cast.keeper.call(routes.finishTransaction, { params: { id: placed.id }, body });
  expect(finish.error.code).toBe('KEEPER_REVIEWED');
});

test('neither of the two storekeepers for highly toxic goods may have reviewed them', async () => {
  await a.publish(chainOf(['first', step('first', R1)]));
  const lines = [lineOf(a.places.product('C-NACN'), '2', { batchNo: 'EYES', expiresOn: '2099-01-01' })];
  const document = await submitted(a.cast.teacher, { type: 'INBOUND', warehouseId: a.places.w1, lines });
  await passTask('transferTask', a.cast.reviewer, a.cast.keeper, document);
  await a.decide(a.cast.keeper, document);
  const placed = await assigned({ ...a.cast, keeper: a.cast.keeper2 }, await a.now(document));
  expect((await cosign(a.cast.keeper, placed)).error.code).toBe('KEEPER_REVIEWED');
  const signed = (await cosign(a.manager, placed)).data;
  expect(signed).toMatchObject({ cosignedBy: a.manager.id });
  const done = await a.cast.keeper2.call(routes.finishTransaction, { params: { id: placed.id }, body: { rev: signed.rev } });
  expect(done.data.state).toBe('DONE');
});

test('a document does not wait for a storekeeper who has reviewed it, and they get no message', async () => {
  await a.publish(chainOf(['first', step('first', R1)]));
  const document = await a.deposit();
  const waiting = async (who: Person): Promise<number> => {
    const { data } = await who.call(todoRoutes.listMyTodos);
    return data.filter(({ kind }) => kind === 'PUTAWAY').reduce((sum, { count }) => sum + count, 0);
  };
  const keepers = [a.cast.keeper, a.cast.keeper2];
  const before = await Promise.all(keepers.map(waiting));
  await WAYS['handed over']!(document);
  expect(await Promise.all(keepers.map(waiting))).toEqual([before[0], before[1]! + 1]);
  const { rows } = await sql<{ id: string }>`
    select c.user_id as id from sys_message m join sys_message_copy c on c.message_id = m.id
     where m.object_id = ${document.id} and m.template = 'msg.toExecute' and c.ended_at is null`.execute(a.world.services.db);
  const recipients = rows.map(({ id }) => id);
  expect(recipients).toContain(a.cast.keeper2.id);
  expect(recipients).not.toContain(a.cast.keeper.id);
});
