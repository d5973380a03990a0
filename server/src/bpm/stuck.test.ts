// Steps without candidates: found, shown to administrators, and reassigned.
import { workRoutes } from '@kuwei/contract/bpm/work';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { chainOf, openApprovals, person, R2, type Approvals } from '../../test/_approval.ts';
import { step } from '../../test/_bpmn.ts';
import { kinds } from '../wms/kinds.ts';
import { findStuck } from './stuck.ts';

let a: Approvals;
beforeAll(async () => {
  a = await openApprovals();
});
beforeEach(() => a.clear());
afterAll(() => a.end());

/** None of them can sign in until the test ends. */
async function gone(...usernames: string[]): Promise<void> {
  const { db } = a.world.services;
  const set = (state: string) => sql`update sys_user set state = ${state} where username = any(${usernames}::text[])`.execute(db);
  await set('DISABLED');
  onTestFinished(async () => void (await set('ACTIVE')));
}
const stuck = async ({ id }: Pick<Transaction, 'id'>) =>
  (await a.admin.call(workRoutes.listStuck, { query: { size: 200 } })).data.list.find(({ bizId }) => bizId === id);
const warnings = async ({ id }: Pick<Transaction, 'id'>) => {
  const { rows } = await sql<{ to: string; params: object }>`
    select c.user_id as to, m.params from sys_message m join sys_message_copy c on c.message_id = m.id
     where m.object_id = ${id} and m.template = 'msg.reviewStuck'`.execute(a.world.services.db);
  return rows;
};

test('[S2.67] a step whose candidates have left or whose role is empty is shown to the administrator, who assigns somebody', async () => {
  const look = () => findStuck(a.world.services, kinds);
  await a.publish(chainOf(['named', step('named', '', person('supplier'))]));
  const named = await a.deposit();
  await a.publish(chainOf(['role', step('role', R2)]));
  const role = await a.deposit();
  await look();
  expect([await stuck(named), await stuck(role)]).toEqual([undefined, undefined]);
  await gone('supplier', 'reviewer2', 'manager');
  // Two concurrent runs find each once.
  await Promise.all([look(), look()]);
  await look();
  for (const document of [named, role]) {
    // The administrator may not open the document: only its number and step are shown.
    expect(await stuck(document)).toMatchObject({ no: document.no, title: '', applicant: '', others: [], link: null });
    const sent = await warnings(document);
    expect(sent.map(({ to }) => to)).toEqual([a.admin.id]);
    expect(JSON.stringify(sent[0]!.params)).not.toMatch(/氯化钠|陈思远/);
  }
  expect((await a.admin.call(workRoutes.countWork)).data.stuck).toBe(2);
  expect((await a.cast.reviewer.call(workRoutes.countWork)).data.stuck).toBe(0);
  expect((await a.cast.reviewer.call(workRoutes.listStuck)).status).toBe(403);
  // People of the deciding organisation are offered.
  const { taskId } = (await stuck(role))!;
  const people = (await a.admin.call(workRoutes.selectColleagues, { query: { taskId: taskId!, size: 200 } })).data.list;
  const usernames = people.map(({ username }) => username);
  expect(usernames).toContain('reviewer');
  for (const username of ['reviewer2', 'teacher']) expect(usernames).not.toContain(username);
  const body = { userId: a.cast.reviewer.id, note: '复审员离职' };
  expect((await a.admin.call(workRoutes.reassignTask, { params: { id: taskId! }, body })).status).toBe(200);
  expect(await stuck(role)).toBeUndefined();
  await a.decide(a.cast.reviewer, role);
  expect((await a.now(role)).state).toBe('APPROVED');
});

test('a step with a candidate again is no longer shown', async () => {
  await a.publish(chainOf(['named', step('named', '', person('supplier'))]));
  const document = await a.deposit();
  const { db } = a.world.services;
  await gone('supplier');
  await findStuck(a.world.services, kinds);
  expect(await stuck(document)).toBeDefined();
  await sql`update sys_user set state = 'ACTIVE' where username = 'supplier'`.execute(db);
  await findStuck(a.world.services, kinds);
  expect(await stuck(document)).toBeUndefined();
  expect(await warnings(document)).toHaveLength(1);
});
