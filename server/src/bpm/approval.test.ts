// Approval end to end: published definitions, and documents that follow them.
import { definitionRoutes } from '@kuwei/contract/bpm/definition';
import { workRoutes } from '@kuwei/contract/bpm/work';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { R1, R2, LEADER, person, chainOf, openApprovals, type Approvals } from '../../test/_approval.ts';
import { drawn, END, gateway, START, step } from '../../test/_bpmn.ts';
import { assigned, finished, saltLine, submitted } from '../../test/_flow.ts';
import { published } from '../../test/_published.ts';
import type { Person } from '../../test/_world.ts';
import { kinds } from '../wms/kinds.ts';
import { SYSTEM_ID } from '../session/system-user.ts';
import { prove } from '../wms/ledger/prove.ts';
import { peopleOf } from './candidates.ts';

let a: Approvals;
let world: Approvals['world'];
let cast: Approvals['cast'];
let places: Approvals['places'];
let admin: Approvals['admin'];
let manager: Approvals['manager'];
let leader: Approvals['leader'];
let publish: Approvals['publish'];
let deposit: Approvals['deposit'];
let now: Approvals['now'];
let approve: Approvals['approve'];
let todo: Approvals['todo'];
let taskOf: Approvals['taskOf'];
let decide: Approvals['decide'];
let openTasks: Approvals['openTasks'];
let delegated: Approvals['delegated'];
beforeAll(async () => {
  a = await openApprovals();
  ({ world, cast, places, admin, manager, leader, publish, deposit, now, approve, todo, taskOf, decide, openTasks, delegated } =
    a);
});
beforeEach(() => a.clear());
afterAll(() => a.end());

test('[S4.80][F-C4] a four-level request stays in review and shows level k of n and the name of its step', async () => {
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
  // Candidates of later steps cannot decide yet.
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

test('parallel branches are asked at once, and the join waits for both', async () => {
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

test('an expired batch needs a reason at the final decision, whatever its level', async () => {
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

test('needs two of the storekeepers; sequential candidates cannot decide for each other', async () => {
  await publish(
    chainOf(['pair', step('pair', 'kuwei:quorum="COUNT" kuwei:count="2"', '<kuwei:candidate kind="GROUP" group="keepers"/>')]),
  );
  const document = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w1, lines: [saltLine(places)] });
  expect((await openTasks(document)).every(({ candidate_ids }) => candidate_ids.length === 1)).toBe(true);
  const { params, ...looked } = await taskOf(cast.keeper, document);
  const other = await cast.keeper2.call(workRoutes.approveTask, { params, body: { comment: null, ...looked } });
  expect(other.status).toBe(404);
  expect((await decide(cast.keeper, document)).status).toBe(200);
  expect((await now(document)).state).toBe('SUBMITTED');
  expect((await decide(cast.keeper2, document)).status).toBe(200);
  expect((await now(document)).state).toBe('APPROVED');
  expect(await openTasks(document)).toEqual([]);
});

test('resolves people named in form fields and holders of a role in any organisation', async () => {
  const kind = { ...kinds.find('wms-inbound')!, people: async () => [leader.id, SYSTEM_ID] };
  const { db } = world.services;
  const org = await db.selectFrom('wms_org').where('code', '=', 'LAB-BIO').select('id').executeTakeFirstOrThrow();
  const subject = { bizId: org.id, orgId: org.id, applicantOrgId: org.id, ownerOrgId: org.id };
  // Users who cannot sign in are excluded.
  expect(await peopleOf(db, kind, subject, { kind: 'FIELD', field: 'buyer' })).toEqual([leader.id]);
  const holders = (at: 'HERE' | 'EVERYWHERE') =>
    peopleOf(db, kind, subject, { kind: 'ROLE', role: 'ROLE_WMS_ADMIN_INBOUND_01', at });
  expect(await holders('HERE')).toEqual([]);
  expect((await holders('EVERYWHERE')).toSorted()).toEqual([cast.reviewer.id, manager.id].toSorted());
});

test('[F-C4] of a hundred concurrent clicks on a task, one decides', async () => {
  await publish(chainOf(['group', step('group', '', `${LEADER}${person('manager')}`)]));
  const document = await deposit();
  const { params, rev, seen } = await taskOf(leader, document);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) => {
      const who = at % 2 === 0 ? leader : manager;
      return at % 3 === 0
        ? who.call(workRoutes.rejectTask, { params, body: { comment: 'x', rev } })
        : who.call(workRoutes.approveTask, { params, body: { comment: null, rev, seen } });
    }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  // Late requests do not find the task any more.
  for (const { status } of answers) expect([200, 404, 409]).toContain(status);
  const { rows } = await sql`select from bpm_decision where task_id = ${params.id}`.execute(world.services.db);
  expect(rows).toHaveLength(1);
});

test('the applicant cannot decide, neither by name nor as a delegate', async () => {
  await publish(chainOf(['t', step('t', '', `${person('teacher')}${LEADER}`)]));
  const document = await deposit();
  const [task] = await openTasks(document);
  expect(task!.candidate_ids).toEqual([leader.id]);
  await delegated(leader, cast.teacher);
  expect(await todo(cast.teacher, document)).toEqual([]);
  const body = { comment: null, rev: document.rev, seen: [] };
  const own = await cast.teacher.call(workRoutes.approveTask, { params: { id: task!.id }, body });
  expect(own.status).toBe(404);
  await decide(leader, document);
});

test('a reason of invisible characters counts as empty', async () => {
  await publish(chainOf(['t', step('t', R1)]));
  const document = await deposit();
  const { params: task, rev } = await taskOf(cast.reviewer, document);
  for (const comment of ['\u200b', '\u2060\ufeff \u3164', '\u115f', '\u{e0001}']) {
    const answer = await cast.reviewer.call(workRoutes.rejectTask, { params: task, body: { comment, rev } });
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

test('a request sent back to a step is decided again from there, by any eligible user', async () => {
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
  // A request that has decisions cannot be withdrawn silently.
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

test('lists pending tasks, own decisions and own requests', async () => {
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

test('[F-C4] a faulty definition is not published, and each fault is reported at its element', async () => {
  const xml = drawn(chainOf(['first', step('first', 'kuwei:roles="ROLE_NOBODY_KNOWS"')]));
  const before = (await admin.call(definitionRoutes.listDefinitions)).data;
  const refused = await published(admin, 'wms-inbound', xml);
  expect(refused.error).toMatchObject({
    code: 'INVALID',
    data: { fields: [{ path: 'xml.first', message: '“first”里的角色“ROLE_NOBODY_KNOWS”不存在' }] },
  });
  const looked = await admin.call(definitionRoutes.checkDefinition, { body: { key: 'wms-inbound', xml } });
  expect(looked.data.faults).toEqual([{ element: 'first', message: '“first”里的角色“ROLE_NOBODY_KNOWS”不存在' }]);
  expect((await admin.call(definitionRoutes.listDefinitions)).data).toEqual(before);
  expect((await published(admin, 'no-such', xml)).status).toBe(404);
});

test('running requests keep their version of the definition', async () => {
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
  const inbound = kindsOffered.kinds.find(({ key }) => key === 'wms-inbound')!;
  expect(inbound.groups).toEqual([{ code: 'keepers', name: '仓库的保管员' }]);
  expect(inbound.facts).toContainEqual({ name: 'value', type: 'number', label: '金额（元）', codes: [] });
  expect(inbound.facts.find(({ name }) => name === 'warehouse')!.codes).toContainEqual({
    code: places.w1,
    name: inbound.places.find(({ id }) => id === places.w1)!.name,
  });
  // Everything that a kind offers has a label.
  for (const { facts, groups } of kindsOffered.kinds)
    for (const text of [...facts.map(({ label }) => label), ...groups.map(({ name }) => name)])
      expect(text).not.toMatch(/^flow\./);
});
