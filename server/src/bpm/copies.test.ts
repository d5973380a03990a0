// Recipients of copies.
import { workRoutes } from '@kuwei/contract/bpm/work';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { R1, chainOf, openApprovals, type Approvals } from '../../test/_approval.ts';
import { START, step } from '../../test/_bpmn.ts';
import { approved } from '../../test/_flow.ts';
import type { Person } from '../../test/_world.ts';

let a: Approvals;
let world: Approvals['world'];
let cast: Approvals['cast'];
let leader: Approvals['leader'];
let supplier: Approvals['supplier'];
let publish: Approvals['publish'];
let deposit: Approvals['deposit'];
let todo: Approvals['todo'];
beforeAll(async () => {
  a = await openApprovals();
  ({ world, cast, leader, supplier, publish, deposit, todo } = a);
});
beforeEach(() => a.clear());
afterAll(() => a.end());

test('recipients see copies in their list and have no task', async () => {
  const copyToLeader = '<kuwei:copy kind="LEADER" of="OWNER"/>';
  await publish({
    ...chainOf(['first', step('first', R1, copyToLeader)]),
    elements: [
      START,
      step('first', R1, copyToLeader),
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

test('a copy reveals only what its recipient may read: in its row, its message and by searching', async () => {
  const copyTo = (name: string): string => `<kuwei:copy kind="PERSON" person="${name}"/>`;
  await publish(chainOf(['first', step('first', R1, copyTo('supplier') + copyTo('keeper2') + copyTo('teacher'))]));
  const document = await deposit();
  const copies = async (who: Person, q?: string) =>
    (await who.call(workRoutes.listCopied, { query: { size: 200, ...(q === undefined ? {} : { q }) } })).data.list.filter(
      ({ bizId }) => bizId === document.id,
    );
  const nothing = { title: '', lines: 0, qty: null, unit: null, value: null, applicant: '', group: '', place: '', marks: [] };
  expect(await copies(supplier)).toMatchObject([{ ...nothing, no: document.no, step: 'first', state: 'RUNNING', link: null }]);
  // Found by its number only, and by nothing else that is hidden.
  expect(await copies(supplier, document.no)).toHaveLength(1);
  for (const q of ['氯化钠', document.applicantName, document.ownerOrgName]) expect(await copies(supplier, q)).toEqual([]);
  for (const who of [cast.keeper2, cast.teacher]) {
    expect(await copies(who)).toMatchObject([{ title: '氯化钠', lines: 1, group: document.ownerOrgName }]);
    expect(await copies(who, '氯化钠')).toHaveLength(1);
  }
  const messagesTo = async (who: Person) =>
    (
      await sql<{ params: object }>`select m.params from sys_message m join sys_message_copy c on c.message_id = m.id
        where m.object_id = ${document.id} and c.user_id = ${who.id}`.execute(world.services.db)
    ).rows.map(({ params }) => JSON.stringify(params));
  expect((await messagesTo(supplier)).join()).not.toMatch(/氯化钠|陈思远|催化/);
  expect((await messagesTo(supplier)).join()).toContain(document.no);
  expect((await messagesTo(cast.keeper2)).join()).toContain('氯化钠');
});
