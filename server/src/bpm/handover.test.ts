// Transferred tasks, countersigners and delegates.
import { workRoutes } from '@kuwei/contract/bpm/work';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { R1, R2, LEADER, person, chainOf, at, openApprovals, type Approvals } from '../../test/_approval.ts';
import { END, gateway, START, step } from '../../test/_bpmn.ts';
import type { Person } from '../../test/_world.ts';

let a: Approvals;
let world: Approvals['world'];
let cast: Approvals['cast'];
let admin: Approvals['admin'];
let manager: Approvals['manager'];
let leader: Approvals['leader'];
let supplier: Approvals['supplier'];
let publish: Approvals['publish'];
let deposit: Approvals['deposit'];
let now: Approvals['now'];
let approve: Approvals['approve'];
let todo: Approvals['todo'];
let taskOf: Approvals['taskOf'];
let decide: Approvals['decide'];
let openTasks: Approvals['openTasks'];
let delegated: Approvals['delegated'];
let colleagues: Approvals['colleagues'];
beforeAll(async () => {
  a = await openApprovals();
  ({
    world,
    cast,
    admin,
    manager,
    leader,
    supplier,
    publish,
    deposit,
    now,
    approve,
    todo,
    taskOf,
    decide,
    openTasks,
    delegated,
    colleagues,
  } = a);
});
beforeEach(() => a.clear());
afterAll(() => a.end());

test('one delegate at a time, for a year at most', async () => {
  await colleagues(supplier, leader);
  await colleagues(manager, leader);
  const refused = async (to: Person, more: { keys?: string[]; fromAt?: string; untilAt?: string }) => {
    const body = { toId: to.id, fromAt: at(-1), untilAt: at(24), reason: null, ...more };
    return (await leader.call(workRoutes.addDelegation, { body })).error.data?.fields;
  };
  await delegated(leader, supplier, { keys: ['wms-inbound'] });
  const twice = [{ path: 'fromAt', message: '这段时间的同类审批已经委托他人' }];
  expect(await refused(supplier, { keys: ['wms-inbound', 'wms-move'] })).toMatchObject(twice);
  expect(await refused(manager, { fromAt: at(23), untilAt: at(48) })).toMatchObject(twice);
  await delegated(leader, manager, { keys: ['wms-outbound'] });
  await delegated(leader, manager, { fromAt: at(24), untilAt: at(48) });
  // An ended delegation does not block a new one, even if their periods overlap.
  await sql`update bpm_delegation set until_at = now() where from_id = ${leader.id} and to_id = ${supplier.id} and revoked_at is null`.execute(
    world.services.db,
  );
  await delegated(leader, supplier, { keys: ['wms-inbound'], untilAt: at(20) });
  const long = { fromAt: at(100), untilAt: at(100 + 367 * 24) };
  expect(await refused(manager, long)).toMatchObject([{ path: 'untilAt', message: '最长可委托一年' }]);
  const fromAt = at(100);
  await Promise.allSettled([1, 2, 3, 4].map(() => delegated(leader, manager, { fromAt, untilAt: at(120) })));
  const { rows } = await sql`
    select from bpm_delegation where from_id = ${leader.id} and from_at = ${fromAt}`.execute(world.services.db);
  expect(rows).toHaveLength(1);
});

test('the timeline shows transfers, countersigners and on whose behalf a delegate decided', async () => {
  await colleagues(supplier, leader);
  await publish(chainOf(['first', step('first', '', person('manager'))], ['second', step('second', '', LEADER)]));
  const document = await deposit();
  const given = await taskOf(manager, document);
  const body = { userId: cast.reviewer2.id, note: '我出差', rev: given.rev };
  expect((await manager.call(workRoutes.transferTask, { params: given.params, body })).status).toBe(200);
  const { params, rev } = await taskOf(cast.reviewer2, document);
  const countersigner = { userId: cast.reviewer.id, note: null, rev };
  expect((await cast.reviewer2.call(workRoutes.signTask, { params, body: countersigner })).status).toBe(200);
  await decide(cast.reviewer, document);
  await decide(cast.reviewer2, document);
  await delegated(leader, supplier, { keys: ['wms-inbound'] });
  await decide(supplier, document);
  const { rows } = await sql<{ id: string; name: string }>`select id, name from sys_user`.execute(world.services.db);
  const nameOf = ({ id }: Pick<Person, 'id'>): string => rows.find((each) => each.id === id)!.name;
  const records = (await cast.teacher.call(transactionRoutes.listRecords, { params: { id: document.id } })).data;
  expect(records.slice(-5).map(({ action, actorName, otherName, comment }) => [action, actorName, otherName, comment])).toEqual([
    ['transfer', nameOf(manager), nameOf(cast.reviewer2), '我出差'],
    ['sign', nameOf(cast.reviewer2), nameOf(cast.reviewer), null],
    ['approve', nameOf(cast.reviewer), null, null],
    ['approve', nameOf(cast.reviewer2), null, null],
    ['approve', nameOf(supplier), nameOf(leader), null],
  ]);
});

test('a delegate decides within the period and workflows of the delegation; neither person decides again', async () => {
  await publish(chainOf(['group', step('group', '', LEADER)], ['next', step('next', '', `${person('supplier')}${LEADER}`)]));
  const outside = { toId: supplier.id, fromAt: at(-1), untilAt: at(24), reason: null };
  expect((await leader.call(workRoutes.addDelegation, { body: outside })).error.code).toBe('ASK_ANOTHER');
  await colleagues(supplier, leader);
  await delegated(leader, supplier, { keys: ['wms-outbound'] });
  await delegated(leader, supplier, { fromAt: at(25), untilAt: at(26) });
  const ended = await delegated(leader, supplier, { keys: ['wms-inbound'] });
  await leader.call(workRoutes.endDelegation, { params: { id: ended } });
  const document = await deposit();
  expect(await getMentions(supplier, document), 'for another workflow, or another time').toEqual([false, false, 404]);
  await delegated(leader, supplier, { keys: ['wms-inbound'] });
  expect((await todo(supplier, document)).map(({ step: name }) => name)).toEqual(['group']);
  expect((await now(document)).reviewers.toSorted()).toEqual([leader.id, supplier.id].toSorted());
  // Delegation ends when they no longer share an organisation.
  const { rows: places } = await sql<{ org: string; relation: string }>`
    delete from wms_org_member a using wms_org_member b
     where a.user_id = ${supplier.id} and b.user_id = ${leader.id} and a.org_id = b.org_id returning a.org_id as org, a.relation`.execute(
    world.services.db,
  );
  invalidateSessions();
  expect(await todo(supplier, document)).toEqual([]);
  expect((await now(document)).reviewers).toEqual([leader.id]);
  for (const { org, relation } of places)
    await sql`insert into wms_org_member (org_id, user_id, relation) values (${org}, ${supplier.id}, ${relation})`.execute(
      world.services.db,
    );
  invalidateSessions();
  // Delegates may decide but not transfer.
  const { params, rev } = await taskOf(supplier, document);
  const on = { params, body: { userId: manager.id, note: null, rev } };
  expect((await supplier.call(workRoutes.transferTask, on)).error.code).toBe('DELEGATED');
  expect((await decide(supplier, document)).status).toBe(200);
  const [level] = (await cast.teacher.call(transactionRoutes.getChain, { params: { id: document.id } })).data.levels;
  const [done] = (await supplier.call(workRoutes.listDone, { query: { q: document.no } })).data.list;
  const { name } = await world.services.db
    .selectFrom('sys_user')
    .where('id', '=', leader.id)
    .select('name')
    .executeTakeFirstOrThrow();
  expect([level!.decidedFor, done!.forName]).toEqual([name, name]);
  const decision = await world.services.db
    .selectFrom('bpm_decision')
    .where('biz_id', '=', document.id)
    .select(['actor_id', 'for_user_id'])
    .executeTakeFirstOrThrow();
  expect(decision).toEqual({ actor_id: supplier.id, for_user_id: leader.id });
  // Both have decided: the next step excludes them and waits for a person assigned by the administrator.
  const [open] = await openTasks(document);
  expect([open!.node_id, open!.candidate_ids]).toEqual(['next', []]);
  for (const who of [supplier, leader]) expect(await todo(who, document)).toEqual([]);
  const named = { params: { id: open!.id }, body: { userId: manager.id, note: '无人可办' } };
  expect((await manager.call(workRoutes.reassignTask, named)).status).toBe(403);
  const self = { ...named, body: { ...named.body, userId: admin.id } };
  expect((await admin.call(workRoutes.reassignTask, self)).error.code).toBe('ASK_ANOTHER');
  expect((await admin.call(workRoutes.reassignTask, named)).status).toBe(200);
  await decide(manager, document);
  expect((await now(document)).state).toBe('APPROVED');
  const away = (await leader.call(workRoutes.listDelegations)).data;
  expect(away.map(({ toName, keys }) => [toName, keys]).length).toBe(3);
});

/** Whether a person has it in their list, is named at the document, and may approve. */
async function getMentions(who: Person, document: Transaction): Promise<[todo: boolean, named: boolean, status: number]> {
  const listed = (await todo(who, document)).length > 0;
  const { reviewers, rev } = await now(document);
  const [task] = await openTasks(document);
  const body = { comment: null, rev, seen: [] };
  const { status } = await who.call(workRoutes.approveTask, { params: { id: task!.id }, body });
  return [listed, reviewers.includes(who.id), status];
}

const PRESENT = { state: 'ACTIVE', deleted_at: null } as const;
const GONE = [
  { state: 'DISABLED', deleted_at: null },
  { state: 'ACTIVE', deleted_at: new Date() },
] as const;
/** The account can sign in again after the test. */
async function setAccount({ id }: Person, values: (typeof GONE)[number] | typeof PRESENT): Promise<void> {
  const set = (to: typeof values) => world.services.db.updateTable('sys_user').set(to).where('id', '=', id).execute();
  await set(values);
  onTestFinished(async () => void (await set(PRESENT)));
}

test('[F-3L6] a delegate of the applicant cannot decide the request', async () => {
  await publish(chainOf(['any', step('any', '', '<kuwei:candidate kind="ROLE" role="ROLE_TEACHER" at="EVERYWHERE"/>')]));
  await colleagues(supplier, cast.teacher);
  await colleagues(manager, leader);
  await delegated(cast.teacher, supplier);
  await delegated(leader, manager);
  const document = await deposit();
  expect(await getMentions(supplier, document)).toEqual([false, false, 404]);
  expect(await getMentions(manager, document), 'for a teacher who has not applied').toEqual([true, true, 200]);
});

test('[F-3L6] the delegate of a disabled or deleted account cannot decide', async () => {
  await publish(chainOf(['group', step('group', '', LEADER)]));
  await colleagues(supplier, leader);
  await delegated(leader, supplier);
  const document = await deposit();
  for (const gone of GONE) {
    await setAccount(leader, gone);
    expect(await getMentions(supplier, document), JSON.stringify(gone)).toEqual([false, false, 404]);
    await setAccount(leader, PRESENT);
  }
  expect(await getMentions(supplier, document)).toEqual([true, true, 200]);
});

test('[F-3L6] users who cannot sign in are not asked', async () => {
  await publish(chainOf(['named', step('named', '', `${person('supplier')}${LEADER}`)]));
  for (const gone of GONE) {
    await setAccount(supplier, gone);
    const [task] = await openTasks(await deposit());
    expect(task!.candidate_ids, JSON.stringify(gone)).toEqual([leader.id]);
    await setAccount(supplier, PRESENT);
  }
});

test('a transferred task belongs to the new assignee; applicants and previous deciders are refused', async () => {
  await publish(chainOf(['first', step('first', R1)], ['group', step('group', '', LEADER)]));
  const document = await deposit();
  await approve(cast.reviewer, document);
  const { params, rev } = await taskOf(leader, document);
  const hand = (to: Person, who = leader) =>
    who.call(workRoutes.transferTask, { params, body: { userId: to.id, note: '请代为审核', rev } });
  for (const to of [cast.teacher, cast.reviewer, leader]) expect((await hand(to)).error.code).toBe('ASK_ANOTHER');
  expect((await hand(manager, supplier)).status).toBe(404);
  expect((await hand(supplier)).error.code).toBe('ASK_ANOTHER');
  await colleagues(supplier, leader);
  expect((await hand(supplier)).status).toBe(200);
  expect(await todo(leader, document)).toEqual([]);
  expect((await hand(manager)).status).toBe(404);
  const inbox = await world.services.db
    .selectFrom('sys_message as m')
    .innerJoin('sys_message_copy as c', 'c.message_id', 'm.id')
    .where('m.object_id', '=', document.id)
    .where('c.user_id', '=', supplier.id)
    .where('c.ended_at', 'is', null)
    .select('m.template')
    .execute();
  expect(inbox).toEqual([{ template: 'msg.toReview' }]);
  await decide(supplier, document);
  expect((await now(document)).state).toBe('APPROVED');
});

test('a countersigner who decides the step settles both tasks; the next level must keep a candidate', async () => {
  await publish(chainOf(['first', step('first', R1)], ['second', step('second', R2)]));
  const document = await deposit();
  const { params, rev, seen } = await taskOf(cast.reviewer, document);
  const sign = (to: Person) => cast.reviewer.call(workRoutes.signTask, { params, body: { userId: to.id, note: null, rev } });
  expect((await sign(cast.reviewer)).error.code).toBe('ASK_ANOTHER');
  expect((await sign(manager)).status).toBe(200);
  // The second level has only these two candidates.
  expect((await sign(cast.reviewer2)).error.code).toBe('LAST_REVIEWER');
  const pooled = { params, body: { comment: null, rev, seen } };
  expect((await manager.call(workRoutes.approveTask, pooled)).status).toBe(200);
  expect(await todo(manager, document)).toEqual([]);
  expect((await now(document)).reviewStep).toBe('second');
  await approve(cast.reviewer2, await now(document));
  expect((await now(document)).state).toBe('APPROVED');
});

test('a user who transfers a task remains available for the next level', async () => {
  await publish(chainOf(['first', step('first', '', person('manager'))], ['second', step('second', R2)]));
  const document = await deposit();
  const { params, rev } = await taskOf(manager, document);
  const on = { params, body: { userId: cast.reviewer2.id, note: null, rev } };
  expect((await manager.call(workRoutes.transferTask, on)).status).toBe(200);
  await decide(cast.reviewer2, document);
  await decide(manager, document);
  expect((await now(document)).state).toBe('APPROVED');
});

test('a candidate of one branch can neither transfer tasks of the other nor add countersigners there', async () => {
  await publish({
    elements: [
      START,
      gateway('fork', 'parallel'),
      step('one', '', LEADER),
      step('two', '', person('manager')),
      gateway('join', 'parallel'),
      END,
    ],
    flows: [
      ['f1', 's', 'fork'],
      ['f2', 'fork', 'one'],
      ['f3', 'fork', 'two'],
      ['f4', 'one', 'join'],
      ['f5', 'two', 'join'],
      ['f6', 'join', 'e'],
    ],
  });
  const document = await deposit();
  const { params, rev } = await taskOf(leader, document);
  const ask = { params, body: { userId: supplier.id, note: '请代为审核', rev } };
  expect((await manager.call(workRoutes.transferTask, ask)).status).toBe(404);
  expect((await manager.call(workRoutes.signTask, ask)).status).toBe(404);
  expect((await openTasks(document)).map(({ candidate_ids: ids }) => ids)).toEqual([[leader.id], [manager.id]]);
  // Their own decided tasks cannot be transferred either.
  await decide(leader, document);
  expect((await leader.call(workRoutes.transferTask, ask)).error.code).toBe('ILLEGAL_TRANSITION');
  expect((await leader.call(workRoutes.signTask, ask)).error.code).toBe('ILLEGAL_TRANSITION');
  expect((await openTasks(document)).map(({ candidate_ids: ids }) => ids)).toEqual([[manager.id]]);
});

test("a countersigner's rejection does not end a step where one approval suffices: the requester is notified and decides", async () => {
  await publish(chainOf(['first', step('first', R1)], ['second', step('second', R2)]));
  const document = await deposit();
  const asked = async (countersigner: Person) => {
    const { params, rev } = await taskOf(cast.reviewer, document);
    const body = { userId: countersigner.id, note: null, rev };
    expect((await cast.reviewer.call(workRoutes.signTask, { params, body })).status).toBe(200);
    return taskOf(countersigner, document);
  };
  const reject = async (who: Person, comment: string) => {
    const { params, rev } = await taskOf(who, document);
    return who.call(workRoutes.rejectTask, { params, body: { comment, rev } });
  };
  const { name } = await world.services.db
    .selectFrom('sys_user')
    .where('id', '=', leader.id)
    .select('name')
    .executeTakeFirstOrThrow();
  await asked(leader);
  expect((await reject(leader, '标签不全')).status).toBe(200);
  expect(await now(document)).toMatchObject({ state: 'SUBMITTED', reviewStep: 'first' });
  const [row] = await todo(cast.reviewer, document);
  expect(row!.opinions).toEqual([{ name, decision: 'REJECT', comment: '标签不全' }]);
  // The requester has approved already: the last answer completes the step.
  await asked(supplier);
  await approve(cast.reviewer, await now(document));
  expect((await now(document)).reviewStep).toBe('first');
  expect((await reject(supplier, '数量偏多')).status).toBe(200);
  expect(await now(document)).toMatchObject({ state: 'SUBMITTED', reviewStep: 'second' });
  const { rows } = await sql<{ template: string }>`
    select m.template from sys_message m join sys_message_copy c on c.message_id = m.id
     where m.object_id = ${document.id} and c.user_id = ${cast.reviewer2.id} and c.ended_at is null`.execute(world.services.db);
  expect(rows).toEqual([{ template: 'msg.toReview' }]);
  await approve(cast.reviewer2, await now(document));
  expect((await now(document)).state).toBe('APPROVED');
});

test("a countersigner's rejection as the last answer approves the request, and notifies", async () => {
  await publish(chainOf(['first', step('first', R1)]));
  const document = await deposit();
  const { params, rev } = await taskOf(cast.reviewer, document);
  await cast.reviewer.call(workRoutes.signTask, { params, body: { userId: leader.id, note: null, rev } });
  await approve(cast.reviewer, await now(document));
  const { params: countersigner, rev: later } = await taskOf(leader, document);
  const no = { params: countersigner, body: { comment: '不急', rev: later } };
  expect((await leader.call(workRoutes.rejectTask, no)).status).toBe(200);
  const done = await now(document);
  expect(done).toMatchObject({ state: 'APPROVED', approvedAt: expect.any(String) as string });
  const { rows } = await sql<{ template: string }>`
    select distinct template from sys_message where object_id = ${document.id}`.execute(world.services.db);
  expect(rows.map(({ template }) => template)).toEqual(expect.arrayContaining(['msg.approved', 'msg.toExecute']));
});

test('the step waits for its countersigner', async () => {
  await publish(chainOf(['first', step('first', R1)]));
  const document = await deposit();
  const { params, rev } = await taskOf(cast.reviewer, document);
  const countersigner = { userId: leader.id, note: null, rev };
  expect((await cast.reviewer.call(workRoutes.signTask, { params, body: countersigner })).status).toBe(200);
  expect((await approve(cast.reviewer, await now(document))).data.state).toBe('SUBMITTED');
  await decide(leader, document);
  expect((await now(document)).state).toBe('APPROVED');
});

/** Takes effect at once: the notification of the database comes a moment later. */
const invalidateSessions = (): void => world.services.bus.publish([{ to: 'all', bc: 'sys', fc: 'rights', ec: 'change', d: {} }]);
