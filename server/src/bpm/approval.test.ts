// Approval as people meet it: definitions that a site publishes, and documents that follow them.
import { definitionRoutes } from '@kuwei/contract/bpm/definition';
import { workRoutes } from '@kuwei/contract/bpm/work';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { drawn, END, gateway, START, step, type Drawn } from '../../test/_bpmn.ts';
import { approved, assigned, finished, openScene, saltLine, submitted, type Cast, type Places } from '../../test/_flow.ts';
import { expectInvariants } from '../../test/_invariants.ts';
import type { Answer, Person, World } from '../../test/_world.ts';
import { kinds } from '../kinds.ts';
import { SYSTEM_ID } from '../sys/system-user.ts';
import { prove } from '../wms/ledger/prove.ts';
import { peopleOf } from './candidates.ts';
import { runLimits } from './limits.ts';

let world: World;
let cast: Cast;
let places: Places;
let admin: Person;
let manager: Person;
/** Leads the group of the applicant, and another one. */
let leader: Person;
let supplier: Person;
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
  admin = await world.as('admin', 'ROLE_ADMIN');
  manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  leader = await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO');
  supplier = await world.as('supplier', 'ROLE_SUPPLIER');
  await sql`insert into wms_org_user (org_id, user_id, relation) select id, ${leader.id}, 'LEADER' from wms_org where code = 'LAB-CATALYSIS'`.execute(
    world.services.db,
  );
  await sql`update wms_org_user set relation = 'MEMBER' where user_id <> ${leader.id} and relation = 'LEADER'`.execute(
    world.services.db,
  );
});
beforeEach(async () => {
  await sql`update bpm_delegation set revoked_at = now() where revoked_at is null`.execute(world.services.db);
});
afterAll(async () => {
  await expectInvariants(world.services.db);
  await world.end();
});

const R1 = 'kuwei:roles="ROLE_WMS_ADMIN_INBOUND_01"';
const R2 = 'kuwei:roles="ROLE_WMS_ADMIN_INBOUND_02"';
const person = (name: string): string => `<kuwei:candidate kind="PERSON" person="${name}"/>`;
const LEADER = '<kuwei:candidate kind="LEADER" of="OWNER"/>';

const publish = async (drawing: Drawn): Promise<{ id: string; version: number }> =>
  (await admin.call(definitionRoutes.publishDefinition, { body: { key: 'wms-inbound', xml: drawn(drawing) } })).data;

/** One step after the other. */
const chainOf = (...steps: readonly [id: string, element: string][]): Drawn => ({
  elements: [START, ...steps.map(([, element]) => element), END],
  flows: [['f', 's', steps[0]![0]], ...steps.map(([id], at) => [`f${at}`, id, steps[at + 1]?.[0] ?? 'e'] as const)],
});

const deposit = (): Promise<Transaction> =>
  submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [saltLine(places)] });
const now = async ({ id }: Pick<Transaction, 'id'>): Promise<Transaction> =>
  (await cast.teacher.call(transactionRoutes.getTransaction, { params: { id } })).data;
const approve = (who: Person, { id, rev }: Pick<Transaction, 'id' | 'rev'>): Promise<Answer<Transaction>> =>
  who.call(transactionRoutes.approveTransaction, { params: { id }, body: { rev } });

const todo = async (who: Person, { id }: Pick<Transaction, 'id'>) =>
  (await who.call(workRoutes.listTodo, { query: { size: 200 } })).data.list.filter(({ bizId }) => bizId === id);
/** Approves what waits for somebody in their list. */
async function decide(who: Person, document: Pick<Transaction, 'id'>, comment: string | null = null): Promise<Answer<null>> {
  const [task] = await todo(who, document);
  expect(task, `${who.username} has nothing to decide`).toBeDefined();
  return who.call(workRoutes.approveTask, { params: { id: task!.taskId! }, body: { comment } });
}
const openTasks = async ({ id }: Pick<Transaction, 'id'>) =>
  world.services.db
    .selectFrom('bpm_task')
    .where('biz_id', '=', id)
    .where('state', '=', 'OPEN')
    .select(['id', 'node_id', 'candidate_ids', 'due_at'])
    .orderBy('node_id')
    .orderBy('seat')
    .execute();

test('[S4.80][F-C4] four levels: in review all the time, at level k of n, at the step of that name', async () => {
  await publish(
    chainOf(
      ['group', step('group', 'kuwei:nameEn="Group"', LEADER)],
      ['first', step('first', R1)],
      ['second', step('second', R2)],
      ['last', step('last', '', person('manager'))],
    ),
  );
  const document = await deposit();
  expect(document).toMatchObject({ state: 'SUBMITTED', levels: 4, reviewLevel: 1, reviewStep: 'group', reviewers: [leader.id] });
  const english = await cast.teacher.call(transactionRoutes.getTransaction, {
    params: { id: document.id },
    headers: { 'accept-language': 'en' },
  });
  expect(english.data.reviewStep).toBe('Group');
  // Nobody who is not asked yet decides.
  expect((await approve(cast.reviewer, document)).error.code).toBe('NOT_REVIEWER');
  expect((await decide(leader, document)).status).toBe(200);
  expect(await now(document)).toMatchObject({ state: 'SUBMITTED', levels: 4, reviewLevel: 2, reviewStep: 'first' });
  const second = (await approve(cast.reviewer, await now(document))).data;
  expect(second).toMatchObject({ state: 'SUBMITTED', reviewLevel: 3, reviewStep: 'second' });
  const { levels } = (await cast.teacher.call(transactionRoutes.getChain, { params: { id: document.id } })).data;
  expect(levels.map(({ level, name, state, people }) => [level, name, state, people.map((each) => each.name)])).toEqual([
    [1, 'group', 'APPROVED', []],
    [2, 'first', 'APPROVED', []],
    [3, 'second', 'OPEN', ['吴静', '郑建国']],
    [4, 'last', 'AHEAD', ['郑建国']],
  ]);
  const third = (await approve(cast.reviewer2, second)).data;
  expect(third).toMatchObject({ state: 'SUBMITTED', reviewLevel: 4, approvedAt: null });
  const done = (await approve(manager, third)).data;
  expect(done).toMatchObject({ state: 'APPROVED', levels: 4, reviewLevel: null });
  const records = (await cast.teacher.call(transactionRoutes.listRecords, { params: { id: document.id } })).data;
  expect(records.filter(({ action }) => action === 'approve').map(({ level, step: name }) => [level, name])).toEqual([
    [1, 'group'],
    [2, 'first'],
    [3, 'second'],
    [4, 'last'],
  ]);
  await finished(cast, await assigned(cast, done, places.box('W2-A-R1-B1')));
  expect((await prove(world.services.db, world.services.sealer)).faults).toEqual([]);
});

test('branches side by side: each is asked at once, and the join waits for both', async () => {
  await publish({
    elements: [
      START,
      gateway('g', 'parallel'),
      step('first', R1),
      step('group', '', LEADER),
      gateway('j', 'parallel'),
      step('second', R2),
      END,
    ],
    flows: [
      ['f1', 's', 'g'],
      ['f2', 'g', 'first'],
      ['f3', 'g', 'group'],
      ['f4', 'first', 'j'],
      ['f5', 'group', 'j'],
      ['f6', 'j', 'second'],
      ['f7', 'second', 'e'],
    ],
  });
  const document = await deposit();
  expect(document).toMatchObject({ levels: 2, reviewLevel: 1, reviewStep: 'first、group' });
  const half = (await approve(cast.reviewer, document)).data;
  expect(half).toMatchObject({ state: 'SUBMITTED', reviewLevel: 1, reviewStep: 'group' });
  expect((await approve(cast.reviewer2, half)).error.code).toBe('NOT_REVIEWER');
  await decide(leader, document);
  expect((await approve(cast.reviewer2, await now(document))).data.state).toBe('APPROVED');
});

test('an expired batch needs a reason at the decision that is the last, whatever its level', async () => {
  await publish({
    elements: [
      START,
      gateway('g', 'parallel'),
      step('group', '', LEADER),
      step('first', R1),
      step('second', R2),
      gateway('j', 'parallel'),
      END,
    ],
    flows: [
      ['f1', 's', 'g'],
      ['f2', 'g', 'group'],
      ['f3', 'g', 'first'],
      ['f4', 'first', 'second'],
      ['f5', 'group', 'j'],
      ['f6', 'second', 'j'],
      ['f7', 'j', 'e'],
    ],
  });
  const lines = [saltLine(places, '1', { batchNo: 'OLD-LAST', expiresOn: '2020-01-01' })];
  const document = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines });
  await approve(cast.reviewer, document);
  expect((await approve(cast.reviewer2, await now(document))).data).toMatchObject({ reviewLevel: 1, levels: 2 });
  expect((await decide(leader, document)).error.code).toBe('EXPIRED_BATCH');
  expect((await now(document)).state).toBe('SUBMITTED');
  expect((await decide(leader, document, '急需')).status).toBe(200);
  expect((await now(document)).state).toBe('APPROVED');
});

test('two of the storekeepers, and of those who are asked one by one nobody for another', async () => {
  await publish(
    chainOf(['pair', step('pair', 'kuwei:quorum="COUNT" kuwei:count="2"', '<kuwei:candidate kind="GROUP" group="keepers"/>')]),
  );
  const document = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w1, lines: [saltLine(places)] });
  expect((await openTasks(document)).every(({ candidate_ids }) => candidate_ids.length === 1)).toBe(true);
  const [task] = await todo(cast.keeper, document);
  const other = await cast.keeper2.call(workRoutes.approveTask, { params: { id: task!.taskId! }, body: { comment: null } });
  expect(other.status).toBe(404);
  expect((await decide(cast.keeper, document)).status).toBe(200);
  expect((await now(document)).state).toBe('SUBMITTED');
  expect((await decide(cast.keeper2, document)).status).toBe(200);
  expect((await now(document)).state).toBe('APPROVED');
  expect(await openTasks(document)).toEqual([]);
});

test('people whom a form names, and who hold a role wherever they are, are found by what the kind of document says', async () => {
  const kind = { ...kinds.find('wms-inbound')!, people: async () => [leader.id, SYSTEM_ID] };
  const { db } = world.services;
  const org = await db.selectFrom('wms_org').where('code', '=', 'LAB-BIO').select('id').executeTakeFirstOrThrow();
  const subject = { bizId: org.id, orgId: org.id, applicantOrgId: org.id, ownerOrgId: org.id };
  // Nobody who cannot sign in.
  expect(await peopleOf(db, kind, subject, { kind: 'FIELD', field: 'buyer' })).toEqual([leader.id]);
  const holders = (at: 'HERE' | 'EVERYWHERE') =>
    peopleOf(db, kind, subject, { kind: 'ROLE', role: 'ROLE_WMS_ADMIN_INBOUND_01', at });
  expect(await holders('HERE')).toEqual([]);
  expect((await holders('EVERYWHERE')).toSorted()).toEqual([cast.reviewer.id, manager.id].toSorted());
});

test('[F-C4] of a hundred who click at once on one task, one decides', async () => {
  await publish(chainOf(['group', step('group', '', `${LEADER}${person('manager')}`)]));
  const document = await deposit();
  const [task] = await todo(leader, document);
  const params = { id: task!.taskId! };
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) => {
      const who = at % 2 === 0 ? leader : manager;
      return at % 3 === 0
        ? who.call(workRoutes.rejectTask, { params, body: { comment: 'x' } })
        : who.call(workRoutes.approveTask, { params, body: { comment: null } });
    }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404, 409]));
  const { rows } = await sql`select from bpm_decision where task_id = ${task!.taskId}`.execute(world.services.db);
  expect(rows).toHaveLength(1);
});

test('whoever applied is not asked, and decides nothing of it: neither by name, nor for somebody who is away', async () => {
  await publish(chainOf(['t', step('t', '', `${person('teacher')}${LEADER}`)]));
  const document = await deposit();
  const [task] = await openTasks(document);
  expect(task!.candidate_ids).toEqual([leader.id]);
  await delegated(leader, cast.teacher);
  expect(await todo(cast.teacher, document)).toEqual([]);
  const own = await cast.teacher.call(workRoutes.approveTask, { params: { id: task!.id }, body: { comment: null } });
  expect(own.status).toBe(404);
  await decide(leader, document);
});

const HOUR = 3_600_000;
const at = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();
const delegated = async (from: Person, to: Person, more: { keys?: string[]; fromAt?: string; untilAt?: string } = {}) =>
  (
    await from.call(workRoutes.addDelegation, {
      body: { toId: to.id, fromAt: at(-1), untilAt: at(24), reason: '出差', ...more },
    })
  ).data.id;

/** Makes somebody a colleague of another for this test. */
async function colleagues(one: Person, other: Person): Promise<void> {
  const { db } = world.services;
  const { rows } = await sql<{ orgId: string }>`
    insert into wms_org_user (org_id, user_id, relation) select org_id, ${one.id}, 'MEMBER' from wms_org_user where user_id = ${other.id}
    on conflict do nothing returning org_id as "orgId"`.execute(db);
  onTestFinished(async () => {
    await sql`delete from wms_org_user where user_id = ${one.id} and org_id = any(${rows.map(({ orgId }) => orgId)}::uuid[])`.execute(
      db,
    );
  });
}

test('one person decides for another at a time, for a year at most', async () => {
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
  // What is over stands in nobody's way, though a new one may begin before it ended.
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

test('a reason of which nothing is to be seen is none', async () => {
  await publish(chainOf(['t', step('t', R1)]));
  const document = await deposit();
  const [task] = await todo(cast.reviewer, document);
  for (const comment of ['\u200b', '\u2060\ufeff \u3164', '\u115f', '\u{e0001}']) {
    const answer = await cast.reviewer.call(workRoutes.rejectTask, { params: { id: task!.taskId! }, body: { comment } });
    expect([answer.status, comment]).toEqual([422, comment]);
    const params = { id: document.id };
    const onDocument = await cast.reviewer.call(transactionRoutes.rejectTransaction, {
      params,
      body: { rev: document.rev, comment },
    });
    expect([onDocument.status, onDocument.error.code, comment]).toEqual([422, 'INVALID', comment]);
  }
  expect((await now(document)).state).toBe('SUBMITTED');
  await decide(cast.reviewer, document, '可以');
});

test('the timeline says to whom a task went, who was asked besides, and for whom was decided', async () => {
  await colleagues(supplier, leader);
  await publish(chainOf(['first', step('first', '', person('manager'))], ['second', step('second', '', LEADER)]));
  const document = await deposit();
  const taskOf = async (who: Person) => ({ params: { id: (await todo(who, document))[0]!.taskId! } });
  const body = { userId: cast.reviewer2.id, note: '我出差' };
  expect((await manager.call(workRoutes.transferTask, { ...(await taskOf(manager)), body })).status).toBe(200);
  const besides = { userId: cast.reviewer.id, note: null };
  expect((await cast.reviewer2.call(workRoutes.signTask, { ...(await taskOf(cast.reviewer2)), body: besides })).status).toBe(200);
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

test('who is away has another decide for them, between its days and for its workflows; neither decides again', async () => {
  await publish(chainOf(['group', step('group', '', LEADER)], ['next', step('next', '', `${person('supplier')}${LEADER}`)]));
  const outside = { toId: supplier.id, fromAt: at(-1), untilAt: at(24), reason: null };
  expect((await leader.call(workRoutes.addDelegation, { body: outside })).error.code).toBe('ASK_ANOTHER');
  await colleagues(supplier, leader);
  await delegated(leader, supplier, { keys: ['wms-outbound'] });
  await delegated(leader, supplier, { fromAt: at(25), untilAt: at(26) });
  const ended = await delegated(leader, supplier, { keys: ['wms-inbound'] });
  await leader.call(workRoutes.endDelegation, { params: { id: ended } });
  const document = await deposit();
  expect(await todo(supplier, document)).toEqual([]);
  await delegated(leader, supplier, { keys: ['wms-inbound'] });
  expect((await todo(supplier, document)).map(({ step: name }) => name)).toEqual(['group']);
  expect((await now(document)).reviewers.toSorted()).toEqual([leader.id, supplier.id].toSorted());
  // It is theirs to decide, and not to give away.
  const [lent] = await todo(supplier, document);
  const on = { params: { id: lent!.taskId! }, body: { userId: manager.id, note: null } };
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
  // Both have spoken: the next step is for neither of them, and waits for a person whom the administrator names.
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

test('a task that is handed over is the other one’s, and not to who applied or has decided', async () => {
  await publish(chainOf(['first', step('first', R1)], ['group', step('group', '', LEADER)]));
  const document = await deposit();
  await approve(cast.reviewer, document);
  const [task] = await todo(leader, document);
  const hand = (to: Person, who = leader) =>
    who.call(workRoutes.transferTask, { params: { id: task!.taskId! }, body: { userId: to.id, note: '请代为审核' } });
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

test('who is asked besides and decides the step itself has answered both; somebody is left for the next level', async () => {
  await publish(chainOf(['first', step('first', R1)], ['second', step('second', R2)]));
  const document = await deposit();
  const [task] = await todo(cast.reviewer, document);
  const sign = (to: Person) =>
    cast.reviewer.call(workRoutes.signTask, { params: { id: task!.taskId! }, body: { userId: to.id, note: null } });
  expect((await sign(cast.reviewer)).error.code).toBe('ASK_ANOTHER');
  expect((await sign(manager)).status).toBe(200);
  // The second level asks these two alone.
  expect((await sign(cast.reviewer2)).error.code).toBe('LAST_REVIEWER');
  const pooled = { params: { id: task!.taskId! }, body: { comment: null } };
  expect((await manager.call(workRoutes.approveTask, pooled)).status).toBe(200);
  expect(await todo(manager, document)).toEqual([]);
  expect((await now(document)).reviewStep).toBe('second');
  await approve(cast.reviewer2, await now(document));
  expect((await now(document)).state).toBe('APPROVED');
});

test('who hands a task over is left for the next level', async () => {
  await publish(chainOf(['first', step('first', '', person('manager'))], ['second', step('second', R2)]));
  const document = await deposit();
  const [task] = await todo(manager, document);
  const on = { params: { id: task!.taskId! }, body: { userId: cast.reviewer2.id, note: null } };
  expect((await manager.call(workRoutes.transferTask, on)).status).toBe(200);
  await decide(cast.reviewer2, document);
  await decide(manager, document);
  expect((await now(document)).state).toBe('APPROVED');
});

test('who is asked in one branch moves nothing of the other, and asks nobody besides there', async () => {
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
  const [task] = await todo(leader, document);
  const ask = { params: { id: task!.taskId! }, body: { userId: supplier.id, note: '请代为审核' } };
  expect((await manager.call(workRoutes.transferTask, ask)).status).toBe(404);
  expect((await manager.call(workRoutes.signTask, ask)).status).toBe(404);
  expect((await openTasks(document)).map(({ candidate_ids: ids }) => ids)).toEqual([[leader.id], [manager.id]]);
  // What they have decided themselves is not to be moved, either.
  await decide(leader, document);
  expect((await leader.call(workRoutes.transferTask, ask)).error.code).toBe('ILLEGAL_TRANSITION');
  expect((await leader.call(workRoutes.signTask, ask)).error.code).toBe('ILLEGAL_TRANSITION');
  expect((await openTasks(document)).map(({ candidate_ids: ids }) => ids)).toEqual([[manager.id]]);
});

test('somebody who is asked besides has to approve as well', async () => {
  await publish(chainOf(['first', step('first', R1)]));
  const document = await deposit();
  const [task] = await todo(cast.reviewer, document);
  const params = { id: task!.taskId! };
  expect((await cast.reviewer.call(workRoutes.signTask, { params, body: { userId: leader.id, note: null } })).status).toBe(200);
  expect((await approve(cast.reviewer, await now(document))).data.state).toBe('SUBMITTED');
  await decide(leader, document);
  expect((await now(document)).state).toBe('APPROVED');
});

test('what is sent back to a step is decided from there on once more, by whoever may', async () => {
  await publish(chainOf(['first', step('first', R1)], ['group', step('group', '', LEADER)], ['second', step('second', R2)]));
  const document = await deposit();
  const first = (await approve(cast.reviewer, document)).data;
  await decide(leader, document);
  const back = (to: string | null, rev: number) =>
    cast.reviewer2.call(transactionRoutes.returnTransaction, {
      params: { id: document.id },
      body: { rev, comment: '请再核对', to },
    });
  expect(first.reviewLevel).toBe(2);
  const before = await now(document);
  expect((await back('second', before.rev)).error.code).toBe('INVALID');
  const sent = (await back('first', before.rev)).data;
  expect(sent).toMatchObject({ state: 'SUBMITTED', reviewLevel: 1, reviewStep: 'first', decidedBy: [], begun: true });
  const { levels } = (await cast.teacher.call(transactionRoutes.getChain, { params: { id: document.id } })).data;
  expect(levels.map(({ name, state }) => [name, state])).toEqual([
    ['first', 'OPEN'],
    ['group', 'AHEAD'],
    ['second', 'AHEAD'],
  ]);
  // What has been decided once cannot be taken back by the applicant as if nobody had seen it.
  const withdrawn = await cast.teacher.call(transactionRoutes.withdrawTransaction, {
    params: { id: sent.id },
    body: { rev: sent.rev },
  });
  expect(withdrawn.error.code).toBe('ILLEGAL_TRANSITION');
  const again = (await approve(cast.reviewer, sent)).data;
  await decide(leader, document);
  expect(again.reviewStep).toBe('group');
  const done = (await approve(cast.reviewer2, await now(document))).data;
  expect(done).toMatchObject({ state: 'APPROVED', levels: 3 });
  await finished(cast, await assigned(cast, done, places.box('W2-A-R1-B2')));
  expect((await prove(world.services.db, world.services.sealer)).faults).toEqual([]);
});

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

test('each has a list of what waits, what they have decided, and what they have applied for', async () => {
  await publish(chainOf(['first', step('first', R1)]));
  const document = await deposit();
  const of = async (route: (typeof workRoutes)['listDone' | 'listApplied'], who: Person) =>
    (await who.call(route)).data.list.find(({ bizId }) => bizId === document.id);
  expect(await todo(cast.reviewer, document)).toMatchObject([{ no: document.no, step: 'first', workflow: '入库审批', level: 1 }]);
  expect(await of(workRoutes.listApplied, cast.teacher)).toMatchObject({ state: 'RUNNING', step: 'first' });
  await approve(cast.reviewer, document);
  expect(await todo(cast.reviewer, document)).toEqual([]);
  expect(await of(workRoutes.listDone, cast.reviewer)).toMatchObject({ state: 'APPROVE', step: 'first' });
  expect(await of(workRoutes.listApplied, cast.teacher)).toMatchObject({ state: 'APPROVED', step: null });
  expect(await of(workRoutes.listApplied, leader)).toBeUndefined();
});

test('a time limit that fails keeps no other waiting', async () => {
  await publish(chainOf(['first', timed('APPROVE')]));
  const [bad, good] = [await deposit(), await deposit()];
  await sql`update bpm_task set due_at = now() - interval '1 hour', node_id = 'lost' where biz_id = ${bad.id}`.execute(
    world.services.db,
  );
  await expect(later(good)).rejects.toThrow();
  expect((await now(bad)).state).toBe('SUBMITTED');
  expect((await now(good)).state).toBe('APPROVED');
  await sql`update bpm_task set due_at = null, node_id = 'first' where biz_id = ${bad.id}`.execute(world.services.db);
});

/** Lets the time of a document's tasks be over, and the clock look. */
async function later({ id }: Pick<Transaction, 'id'>): Promise<void> {
  await sql`update bpm_task set due_at = now() where biz_id = ${id} and state = 'OPEN' and due_at is not null`.execute(
    world.services.db,
  );
  await runLimits(world.services, kinds);
}
const timed = (action: string, inside = ''): string =>
  step('first', R1, `<kuwei:limit hours="24" action="${action}">${inside}</kuwei:limit>`);

test.each([
  ['APPROVE', 'APPROVED'],
  ['REJECT', 'REJECTED'],
  ['RETURN', 'RETURNED'],
])('a step that nobody decides in time is decided by the clock where its definition says so: %s', async (action, state) => {
  await publish(chainOf(['first', timed(action)]));
  const document = await deposit();
  await runLimits(world.services, kinds);
  expect((await now(document)).state).toBe('SUBMITTED');
  // Two processes that look at the same time do it once.
  await sql`update bpm_task set due_at = now() where biz_id = ${document.id}`.execute(world.services.db);
  await Promise.all([runLimits(world.services, kinds), runLimits(world.services, kinds)]);
  expect((await now(document)).state).toBe(state);
  const records = (await cast.teacher.call(transactionRoutes.listRecords, { params: { id: document.id } })).data;
  expect(records.at(-1)).toMatchObject({ actorName: '系统', step: 'first' });
  expect(records.filter(({ actorName }) => actorName === '系统')).toHaveLength(1);
});

test('a time limit reminds again and again, or asks others besides', async () => {
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
  // Two processes that look at the same time do it once.
  await sql`update bpm_task set due_at = now() where id = ${again!.id}`.execute(world.services.db);
  await Promise.all([runLimits(world.services, kinds), runLimits(world.services, kinds)]);
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

test('the applicant reminds, and not all the time', async () => {
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

test('where nobody is found a step is passed, or the request refused, as its definition says', async () => {
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

test('[F-C4] what is wrong with a definition is said when it is published, element by element, and it is not', async () => {
  const xml = drawn(chainOf(['first', step('first', 'kuwei:roles="ROLE_NOBODY_KNOWS"')]));
  const before = (await admin.call(definitionRoutes.listDefinitions)).data;
  const refused = await admin.call(definitionRoutes.publishDefinition, { body: { key: 'wms-inbound', xml } });
  expect(refused.error).toMatchObject({
    code: 'INVALID',
    data: { fields: [{ path: 'xml.first', message: '“first”里的角色“ROLE_NOBODY_KNOWS”不存在' }] },
  });
  const looked = await admin.call(definitionRoutes.checkDefinition, { body: { key: 'wms-inbound', xml } });
  expect(looked.data).toEqual([{ element: 'first', message: '“first”里的角色“ROLE_NOBODY_KNOWS”不存在' }]);
  expect((await admin.call(definitionRoutes.listDefinitions)).data).toEqual(before);
  expect((await admin.call(definitionRoutes.publishDefinition, { body: { key: 'no-such', xml } })).status).toBe(404);
});

test('requests on their way keep the version they began with', async () => {
  const { id: older } = await publish(chainOf(['first', step('first', R1)], ['second', step('second', R2)]));
  const document = await deposit();
  const { id: newer, version } = await publish(chainOf(['only', step('only', R1)]));
  const rows = (await admin.call(definitionRoutes.listDefinitions)).data;
  expect(rows.find(({ id }) => id === newer)).toMatchObject({
    version,
    state: 'PUBLISHED',
    running: 0,
    publishedBy: '系统管理员',
  });
  expect(rows.find(({ id }) => id === older)).toMatchObject({ state: 'ARCHIVED', running: 1 });
  const next = (await approve(cast.reviewer, document)).data;
  expect(next).toMatchObject({ levels: 2, reviewStep: 'second' });
  expect((await deposit()).reviewStep).toBe('only');
  expect((await admin.call(definitionRoutes.getDefinition, { params: { id: newer } })).data.xml).toContain('id="only"');
  const { data: kindsOffered } = await admin.call(definitionRoutes.listDefinitionKinds);
  expect(kindsOffered.find(({ key }) => key === 'wms-inbound')).toMatchObject({
    groups: ['keepers'],
    variables: { value: 'number' },
  });
});
