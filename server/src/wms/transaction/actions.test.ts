// Every action in every state.
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { TRANSACTION_STATES, transactionActions } from '@kuwei/contract/wms/transaction-state';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  approved,
  assigned,
  cosign,
  draft,
  finished,
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

test('[S4.85] in every state, each action not in the table is 409 and changes nothing', async () => {
  const sent = () => submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [line('1', { batchNo: 'T' })] });
  const box = places.box('W2-A-R4-B4');
  const made: Record<string, () => Promise<{ id: string; rev: number }>> = {
    DRAFT: () => draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [line()] }),
    SUBMITTED: sent,
    APPROVED: async () => approved(cast, await sent()),
    EXECUTING: async () => assigned(cast, await approved(cast, await sent()), box),
    PARTIAL: async () => {
      const lines = [line('2', { batchNo: 'T' })];
      const document = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines });
      const { id, rev, lines: placed } = await assigned(cast, await approved(cast, document), box);
      const boxes = [{ id: placed[0]!.boxes[0]!.id, qty: '1' }];
      return (await cast.keeper.call(routes.finishTransaction, { params: { id }, body: { rev, boxes } })).data;
    },
    DONE: async () => finished(cast, await assigned(cast, await approved(cast, await sent()), box)),
    RETURNED: async () => {
      const document = await sent();
      return (
        await cast.reviewer.call(routes.returnTransaction, {
          params: { id: document.id },
          body: { rev: document.rev, comment: 'x' },
        })
      ).data;
    },
    REJECTED: async () => {
      const document = await sent();
      return (
        await cast.reviewer.call(routes.rejectTransaction, {
          params: { id: document.id },
          body: { rev: document.rev, comment: 'x' },
        })
      ).data;
    },
    CANCELED: async () => {
      const document = await sent();
      const body = { rev: document.rev, comment: 'x' };
      return (await cast.teacher.call(routes.cancelTransaction, { params: { id: document.id }, body })).data;
    },
  };
  const comment = 'x';
  const act: Record<string, (id: string, rev: number) => Promise<{ status: number; error: { code: string } }>> = {
    edit: (id, rev) =>
      cast.teacher.call(routes.updateTransaction, { params: { id }, body: { ...(form() as never as object), rev } as never }),
    delete: (id) => cast.teacher.call(routes.deleteTransaction, { params: { id } }),
    submit: (id, rev) => submit(cast.teacher, { id, rev }),
    withdraw: (id, rev) => cast.teacher.call(routes.withdrawTransaction, { params: { id }, body: { rev } }),
    cancel: (id, rev) => cast.teacher.call(routes.cancelTransaction, { params: { id }, body: { rev, comment } }),
    approve: (id, rev) => cast.reviewer.call(routes.approveTransaction, { params: { id }, body: { rev } }),
    return: (id, rev) => cast.reviewer.call(routes.returnTransaction, { params: { id }, body: { rev, comment } }),
    reject: (id, rev) => cast.reviewer.call(routes.rejectTransaction, { params: { id }, body: { rev, comment } }),
    assign: (id, rev) => cast.keeper.call(routes.assignBoxes, { params: { id }, body: { rev, lines: [] } }),
    cosign: (id, rev) => cosign(cast.keeper, { id, rev }),
    finish: (id, rev) => cast.keeper.call(routes.finishTransaction, { params: { id }, body: { rev } }),
    cut: (id, rev) => cast.keeper.call(routes.cutLine, { params: { id }, body: { rev, comment, lineId: id } }),
    closeShort: (id, rev) => cast.keeper.call(routes.closeShortTransaction, { params: { id }, body: { rev, comment } }),
    void: (id, rev) => cast.keeper.call(routes.voidTransaction, { params: { id }, body: { rev, comment } }),
    askReversal: (id, rev) => cast.reviewer2.call(routes.askReversal, { params: { id }, body: { rev, comment } }),
    reverse: (id, rev) => cast.reviewer2.call(routes.reverseTransaction, { params: { id }, body: { rev, comment } }),
  };
  for (const [state, make] of Object.entries(made)) {
    const document = await make();
    for (const [action, { from }] of Object.entries(transactionActions)) {
      if ((from as readonly string[]).includes(state)) continue;
      const answer = await act[action]!(document.id, document.rev);
      // Drafts are invisible to the warehouse.
      const expected =
        state === 'DRAFT' && !['edit', 'delete', 'submit', 'withdraw', 'cancel'].includes(action)
          ? 'NOT_FOUND'
          : 'ILLEGAL_TRANSITION';
      expect(`${state} ${action} ${answer.error.code}`).toBe(`${state} ${action} ${expected}`);
    }
    const after = await world.services.db
      .selectFrom('wms_transaction')
      .where('id', '=', document.id)
      .select(['state', 'rev'])
      .executeTakeFirstOrThrow();
    expect(after).toEqual({ state, rev: document.rev });
  }
  expect(Object.keys(made).toSorted()).toEqual(TRANSACTION_STATES.toSorted());
});
