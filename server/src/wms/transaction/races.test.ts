import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  approved,
  assigned,
  cosign,
  deposited,
  draft,
  lineOf,
  openScene,
  submit,
  submitted,
  type Cast,
  type Places,
} from '../../../test/_flow.ts';
import { expectInvariants } from '../../../test/_invariants.ts';
import type { Answer, World } from '../../../test/_world.ts';

let world: World;
let cast: Cast;
let places: Places;
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
});
afterAll(() => world.end());
afterEach(() => expectInvariants(world.services.db));

const times = (n: number): number[] => Array.from({ length: n }, (_, at) => at);
const outcomes = (answers: readonly Answer<unknown>[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const name = answer.status < 400 ? 'ok' : answer.error.code;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};
const ware = (code: string, qty: string) => lineOf(places.product(code), qty, { unit: code.startsWith('P-T') ? 'BOX' : 'PIECE' });

test('of thirty-two requests for the last unit, one succeeds', async () => {
  await deposited(cast, { warehouseId: places.w2, lines: [ware('W-BEAKER-250', '1')] });
  const drafts = await Promise.all(
    times(32).map(() => draft(cast.teacher, { type: 'OUTBOUND', warehouseId: places.w2, lines: [ware('W-BEAKER-250', '1')] })),
  );
  const answers = await Promise.all(drafts.map(({ id, rev }) => submit(cast.teacher, { id, rev })));
  expect(outcomes(answers)).toEqual({ ok: 1, INSUFFICIENT: 31 });
});

test('a hundred concurrent approvals make one decision', async () => {
  const { id, rev } = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [ware('W-CYL-100', '1')] });
  const answers = await Promise.all(
    times(100).map(() => cast.reviewer.call(routes.approveTransaction, { params: { id }, body: { rev } })),
  );
  expect(outcomes(answers)).toEqual({ ok: 1, ILLEGAL_TRANSITION: 99 });
});

test('two levels approved many times concurrently: one decision each, in order', async () => {
  const lines = [lineOf(places.product('C-KNO3'), '1', { batchNo: 'R', expiresOn: '2030-01-01' })];
  const { id } = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w1, lines });
  const rev = async (): Promise<number> => (await cast.reviewer.call(routes.getTransaction, { params: { id } })).data.rev;
  for (let round = 0; round < 2; round++) {
    const now = await rev();
    const both = times(20).flatMap(() => [cast.reviewer, cast.reviewer2]);
    await Promise.all(
      both.map((person) => person.call(routes.approveTransaction, { params: { id }, body: { rev: now, comment: 'ok' } })),
    );
  }
  const decisions = await world.services.db
    .selectFrom('bpm_decision')
    .where('biz_id', '=', id)
    .select(['level', 'actor_id'])
    .orderBy('level')
    .execute();
  expect(decisions).toEqual([
    { level: 1, actor_id: cast.reviewer.id },
    { level: 2, actor_id: cast.reviewer2.id },
  ]);
});

test('of concurrent approve, reject, return and withdraw, one succeeds', async () => {
  for (let round = 0; round < 10; round++) {
    const { id, rev } = await submitted(cast.teacher, {
      type: 'INBOUND',
      warehouseId: places.w2,
      lines: [ware('W-CYL-100', '1')],
    });
    const params = { id };
    const answers = await Promise.all([
      cast.reviewer.call(routes.approveTransaction, { params, body: { rev } }),
      cast.reviewer.call(routes.rejectTransaction, { params, body: { rev, comment: 'no' } }),
      cast.reviewer.call(routes.returnTransaction, { params, body: { rev, comment: 'fix' } }),
      cast.teacher.call(routes.withdrawTransaction, { params, body: { rev } }),
    ]);
    const counts = outcomes(answers);
    expect(counts['ok']).toBe(1);
    // A withdrawn document is a draft again, invisible to reviewers.
    const missed = answers[3].status === 200 ? ['ILLEGAL_TRANSITION', 'STALE', 'NOT_FOUND'] : ['ILLEGAL_TRANSITION', 'STALE'];
    expect(missed.reduce((sum, code) => sum + (counts[code] ?? 0), 0)).toBe(3);
  }
});

test('of concurrent finishes and a void, the goods are posted once or not at all', async () => {
  for (let round = 0; round < 6; round++) {
    const sent = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [ware('W-FLASK-500', '2')] });
    const { id, rev } = await assigned(cast, await approved(cast, sent), places.box('W2-A-R1-B2'));
    const params = { id };
    const answers = await Promise.all([
      ...times(4).map(() => cast.keeper.call(routes.finishTransaction, { params, body: { rev } })),
      cast.keeper2.call(routes.voidTransaction, { params, body: { rev, comment: 'x' } }),
    ]);
    expect(outcomes(answers)['ok']).toBe(1);
    const posted = await world.services.db.selectFrom('wms_ledger').where('transaction_id', '=', id).select('seq').execute();
    expect(posted.length).toBe(answers[4]!.status === 200 ? 0 : 1);
  }
});

test('long documents over the same stock in opposite orders all get a reply, without internal errors', async () => {
  const codes = ['W-BEAKER-250', 'W-FLASK-500', 'W-CYL-100', 'P-TIP-1000', 'P-TIP-200'];
  for (const code of codes) await deposited(cast, { warehouseId: places.w2, lines: [ware(code, '60')] });
  const drafts = await Promise.all(
    times(16).map((at) => {
      const order = at % 2 === 0 ? codes : codes.toReversed();
      const lines = [...order, ...order, ...order, ...order].map((code) => ware(code, '1'));
      return draft(cast.teacher, { type: 'OUTBOUND', warehouseId: places.w2, lines });
    }),
  );
  const answers = await Promise.all(drafts.map(({ id, rev }) => submit(cast.teacher, { id, rev })));
  const counts = outcomes(answers);
  // 60 of each, four per document: enough for fifteen documents.
  expect(counts).toEqual({ ok: 15, INSUFFICIENT: 1 });
});

/** Deposits of 6 litres each for a box of 10; of different batches, so that they don't wait for a common batch. */
const deposits = (count: number, name: string) =>
  Promise.all(
    times(count).map(async (at) => {
      const line = lineOf(places.product('C-HGCL2'), '20', { batchNo: `${name}-${at}`, expiresOn: '2031-01-01' });
      return approved(cast, await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w1, lines: [line] }));
    }),
  );

test('the room of a box is used once', async () => {
  const boxId = places.box('W1-S01-R1-B1');
  const answers = await Promise.all(
    (await deposits(6, 'ROOM')).map(({ id, rev, lines }) => {
      const body = { rev, lines: [{ lineId: lines[0]!.id, boxes: [{ productBoxId: null, boxId, qty: '20' }] }] };
      return cast.keeper.call(routes.assignBoxes, { params: { id }, body });
    }),
  );
  expect(outcomes(answers)).toEqual({ ok: 1, BOX_CAPACITY: 5 });
});

test('the room of a box reduced after assignment is used once', async () => {
  const box = places.box('W1-S01-R1-B2');
  const { db } = world.services;
  const limit = (max: string) =>
    db.updateTable('wms_warehouse_box').set({ max_volume_l: max, max_mass_kg: null }).where('id', '=', box).execute();
  await limit('100');
  const signed: { id: string; rev: number }[] = [];
  for (const document of await deposits(6, 'LESS')) {
    const { id, rev } = await assigned(cast, document, box);
    signed.push((await cosign(cast.keeper2, { id, rev })).data);
  }
  await limit('10');
  const answers = await Promise.all(
    signed.map(({ id, rev }) => cast.keeper.call(routes.finishTransaction, { params: { id }, body: { rev } })),
  );
  expect(outcomes(answers)).toEqual({ ok: 1, BOX_CAPACITY: 5 });
});
