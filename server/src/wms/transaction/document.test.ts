import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approved, assigned, castOf, finished, lineOf, placesOf, submitted } from '../../../test/_flow.ts';
import { openWorld, type World } from '../../../test/_world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

test('[S3.52] a document says what it is, whose, why, when, of which lines in which boxes, who decided, and its version', async () => {
  const cast = await castOf(world);
  const places = await placesOf(world);
  const line = lineOf(places.product('C-NACL'), '3', {
    batchNo: 'B-352',
    expiresOn: '2099-12-31',
    unitPrice: '12.5',
    remark: '轻放',
  });
  const sent = await submitted(cast.teacher, {
    type: 'INBOUND',
    warehouseId: places.w2,
    purpose: '合成实验',
    planDate: '2099-01-02',
    lines: [line],
  });
  expect(sent).toMatchObject({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    no: expect.stringMatching(/^IN\d{8}\d{5,}$/),
    type: 'INBOUND',
    source: 'LAB',
    ownerOrgName: '催化化学课题组',
    applicantId: cast.teacher.id,
    warehouseId: places.w2,
    purpose: '合成实验',
    planDate: '2099-01-02',
    state: 'SUBMITTED',
    lines: [
      { product: { code: 'C-NACL' }, qty: '3', unit: 'BOTTLE', batchNo: 'B-352', expiresOn: '2099-12-31', unitPrice: '12.5' },
    ],
  });
  const done = await finished(cast, await assigned(cast, await approved(cast, sent), places.box('W2-A-R1-B1')));
  expect(done.lines[0]!.boxes).toMatchObject([{ boxCode: 'W2-A-R1-B1', qty: '3', qtyDone: '3' }]);
  expect(done.rev).toBeGreaterThan(sent.rev);
  const times = [done.createdAt, done.submittedAt!, done.approvedAt!, done.finishedAt!].map((at) => Date.parse(at));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const records = (await cast.reviewer.call(routes.listRecords, { params: { id: sent.id } })).data;
  expect(records.map((each) => each.action)).toEqual(['create', 'submit', 'approve', 'assign', 'finish']);
  const stale = await cast.keeper.call(routes.voidTransaction, {
    params: { id: sent.id },
    body: { rev: sent.rev, comment: 'x' },
  });
  expect(stale.status).toBe(409);
});
