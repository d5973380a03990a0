// Time limits, reminders, and steps without candidates.
import { workRoutes } from '@kuwei/contract/bpm/work';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { R1, LEADER, person, chainOf, HOUR, openApprovals, type Approvals } from '../../test/_approval.ts';
import { step } from '../../test/_bpmn.ts';
import { assigned, finished, saltLine } from '../../test/_flow.ts';
import type { Person } from '../../test/_world.ts';
import { kinds } from '../wms/kinds.ts';
import { prove } from '../wms/ledger/prove.ts';
import { applyDueLimits } from './limits.ts';

let a: Approvals;
let world: Approvals['world'];
let cast: Approvals['cast'];
let places: Approvals['places'];
let leader: Approvals['leader'];
let publish: Approvals['publish'];
let deposit: Approvals['deposit'];
let now: Approvals['now'];
let approve: Approvals['approve'];
let todo: Approvals['todo'];
let decide: Approvals['decide'];
let openTasks: Approvals['openTasks'];
let later: Approvals['later'];
beforeAll(async () => {
  a = await openApprovals();
  ({ world, cast, places, leader, publish, deposit, now, approve, todo, decide, openTasks, later } = a);
});
beforeEach(() => a.clear());
afterAll(() => a.end());

const timed = (action: string, inside = ''): string =>
  step('first', R1, `<kuwei:limit hours="24" action="${action}">${inside}</kuwei:limit>`);

test('a failing time limit does not block others', async () => {
  await publish(chainOf(['first', timed('APPROVE')]));
  const [bad, good] = [await deposit(), await deposit()];
  await sql`update bpm_task set due_at = now() - interval '1 hour', node_id = 'lost' where biz_id = ${bad.id}`.execute(
    world.services.db,
  );
  try {
    await expect(later(good)).rejects.toThrow();
    expect((await now(bad)).state).toBe('SUBMITTED');
    expect((await now(good)).state).toBe('APPROVED');
  } finally {
    await sql`update bpm_task set due_at = null, node_id = 'first' where biz_id = ${bad.id}`.execute(world.services.db);
  }
});

test.each([
  ['APPROVE', 'APPROVED'],
  ['REJECT', 'REJECTED'],
  ['RETURN', 'RETURNED'],
])('an overdue step is decided automatically as its definition says: %s', async (action, state) => {
  await publish(chainOf(['first', timed(action)]));
  const document = await deposit();
  await applyDueLimits(world.services, kinds);
  expect((await now(document)).state).toBe('SUBMITTED');
  // Two concurrent runs process it once.
  await sql`update bpm_task set due_at = now() where biz_id = ${document.id}`.execute(world.services.db);
  await Promise.all([applyDueLimits(world.services, kinds), applyDueLimits(world.services, kinds)]);
  expect((await now(document)).state).toBe(state);
  const records = (await cast.teacher.call(transactionRoutes.listRecords, { params: { id: document.id } })).data;
  expect(records.at(-1)).toMatchObject({ actorName: '系统', step: 'first' });
  expect(records.filter(({ actorName }) => actorName === '系统')).toHaveLength(1);
});

test('a time limit reminds repeatedly, or adds candidates', async () => {
  await publish(chainOf(['first', timed('REMIND')]));
  const first = await deposit();
  await later(first);
  const reminded = await world.services.db
    .selectFrom('sys_message')
    .where('object_id', '=', first.id)
    .where('template', '=', 'msg.reviewWaits')
    .select('id')
    .execute();
  expect(reminded).toHaveLength(1);
  const [again] = await openTasks(first);
  // Two concurrent runs process it once.
  await sql`update bpm_task set due_at = now() where id = ${again!.id}`.execute(world.services.db);
  await Promise.all([applyDueLimits(world.services, kinds), applyDueLimits(world.services, kinds)]);
  const { rows: done } = await sql<{ count: number }>`select count(*)::int as count from sys_log
    where entity = 'bpm_task' and entity_id = ${again!.id} and change ->> 'action' = 'limit'`.execute(world.services.db);
  expect(done).toEqual([{ count: 2 }]);
  const [later24] = await openTasks(first);
  for (const { due_at: due } of [again!, later24!]) expect(Date.parse(due!)).toBeGreaterThan(Date.now() + 23 * HOUR);

  await publish(chainOf(['first', timed('ESCALATE', LEADER)]));
  const second = await deposit();
  expect(await todo(leader, second)).toEqual([]);
  await later(second);
  expect(await todo(leader, second)).toHaveLength(1);
  expect(await todo(cast.reviewer, second)).toHaveLength(1);
  await decide(leader, second);
  expect((await now(second)).state).toBe('APPROVED');
});

test('the applicant can remind, but not too often', async () => {
  await publish(chainOf(['first', step('first', R1)]));
  const document = await deposit();
  const [task] = await openTasks(document);
  const remind = (who: Person) => who.call(workRoutes.remindTask, { params: { id: task!.id } });
  expect((await remind(cast.teacher)).error.code).toBe('REMINDED');
  await sql`update bpm_task set created_at = now() - interval '5 hours' where id = ${task!.id}`.execute(world.services.db);
  expect((await remind(leader)).status).toBe(404);
  expect((await remind(cast.teacher)).status).toBe(200);
  expect((await remind(cast.teacher)).error.code).toBe('REMINDED');
});

test('a step without candidates is skipped or rejects the request, as its definition says', async () => {
  const asks = (nobody: string): string => step('group', `kuwei:nobody="${nobody}"`, person('teacher'));
  await publish(chainOf(['group', asks('APPROVE')], ['first', step('first', R1)]));
  const document = await deposit();
  expect(document).toMatchObject({ levels: 2, reviewLevel: 2, reviewStep: 'first' });
  const done = (await approve(cast.reviewer, document)).data;
  await finished(cast, await assigned(cast, done, places.box('W2-A-R1-B3')));
  expect((await prove(world.services.db, world.services.sealer)).faults).toEqual([]);

  await publish(chainOf(['group', asks('REJECT')]));
  const { id, rev } = await cast.teacher
    .call(transactionRoutes.createTransaction, {
      body: { type: 'INBOUND', warehouseId: places.w2, lines: [saltLine(places)] },
    })
    .then(({ data }) => data);
  const refused = await cast.teacher.call(transactionRoutes.submitTransaction, { params: { id }, body: { rev } });
  expect(refused.error.code).toBe('WORKFLOW_REFUSES');
});
