// People who are told of a request, and not asked.
import { workRoutes } from '@kuwei/contract/bpm/work';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { R1, chainOf, openApprovals, type Approvals } from '../../test/_approval.ts';
import { START, step } from '../../test/_bpmn.ts';
import { approved } from '../../test/_flow.ts';
import type { Person } from '../../test/_world.ts';

let a: Approvals;
let cast: Approvals['cast'];
let leader: Approvals['leader'];
let supplier: Approvals['supplier'];
let publish: Approvals['publish'];
let deposit: Approvals['deposit'];
let todo: Approvals['todo'];
beforeAll(async () => {
  a = await openApprovals();
  ({ cast, leader, supplier, publish, deposit, todo } = a);
});
beforeEach(() => a.clear());
afterAll(() => a.end());

test('people who are told see it in their list, and are not asked', async () => {
  const told = '<kuwei:copy kind="LEADER" of="OWNER"/>';
  await publish({
    ...chainOf(['first', step('first', R1, told)]),
    elements: [
      START,
      step('first', R1, told),
      '<bpmn:endEvent id="e" name="批准"><bpmn:extensionElements><kuwei:copy kind="PERSON" person="supplier"/></bpmn:extensionElements></bpmn:endEvent>',
    ],
  });
  const document = await deposit();
  const copied = async (who: Person) =>
    (await who.call(workRoutes.listCopied)).data.list.filter(({ bizId }) => bizId === document.id);
  expect((await copied(leader)).map(({ step: name, no, readAt }) => [name, no, readAt])).toEqual([['first', document.no, null]]);
  expect(await todo(leader, document)).toEqual([]);
  expect(await copied(supplier)).toEqual([]);
  await approved(cast, document);
  const [copy] = await copied(supplier);
  expect(copy).toMatchObject({ step: '批准', state: 'APPROVED' });
  expect((await leader.call(workRoutes.readCopy, { params: { id: copy!.taskId! } })).status).toBe(404);
  await supplier.call(workRoutes.readCopy, { params: { id: copy!.taskId! } });
  expect((await copied(supplier))[0]!.readAt).not.toBeNull();
});
