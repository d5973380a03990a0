// Overview for administrators: requests, statistics, tasks of leavers, delegations, and the diagram.
import { overviewRoutes as routes } from '@kuwei/contract/bpm/overview';
import { workRoutes } from '@kuwei/contract/bpm/work';
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { chainOf, HOUR, openApprovals, person, R1, R2, type Approvals } from '../../test/_approval.ts';
import { END, gateway, START, step } from '../../test/_bpmn.ts';
import type { Person } from '../../test/_world.ts';

let a: Approvals;
let cast: Approvals['cast'];
let admin: Approvals['admin'];
let staff: Person;
beforeAll(async () => {
  a = await openApprovals();
  ({ cast, admin } = a);
  staff = await a.world.as('staff', 'ROLE_STAFF');
});
beforeEach(() => a.clear());
afterAll(() => a.end());

const waiting = async (who: Person) => (await admin.call(routes.getWaiting, { params: { id: who.id } })).data;
const look = async (from: Person, to: Person, taskIds: string[]) =>
  (await admin.call(routes.lookAtMove, { body: { fromId: from.id, toId: to.id, taskIds } })).data;
const move = (from: Person, to: Person, taskIds: string[]) =>
  admin.call(routes.moveWaiting, { body: { fromId: from.id, toId: to.id, taskIds, note: '已调离' } });
const inbox = async (who: Person): Promise<string[]> =>
  (await who.call(msgInboxRoutes.listMine, { query: { size: 50 } })).data.list.map(({ title }) => title);

test('[S2.102] tasks of leavers are listed and reassigned one by one', async () => {
  await a.publish(chainOf(['safety', step('safety', '', person('supplier'))], ['second', step('second', R2)]));
  const [one, other] = [await a.deposit(), await a.deposit()];
  const shared = chainOf(['safety', step('safety', R1, person('supplier'))]);
  await a.publish(shared);
  const third = await a.deposit();
  const { person: found, tasks, total, definitions } = await waiting(a.supplier);
  expect(found).toMatchObject({ username: 'supplier', active: true });
  expect(total).toBe(3);
  expect(tasks.map(({ no, step: name, shared: isShared }) => [no, name, isShared])).toEqual([
    [one.no, 'safety', false],
    [other.no, 'safety', false],
    [third.no, 'safety', true],
  ]);
  expect(definitions).toEqual([expect.objectContaining({ version: expect.any(Number) })]);
  const ids = tasks.map(({ id }) => id);
  // Neither to the applicant, nor by administrators to themselves.
  expect((await look(a.supplier, cast.teacher, ids)).every(({ message }) => message !== null)).toBe(true);
  expect((await look(a.supplier, staff, ids)).map(({ message }) => message)).toEqual([null, null, null]);
  expect((await move(a.supplier, admin, ids)).error.code).toBe('ASK_ANOTHER');
  expect((await move(a.supplier, cast.teacher, ids)).data).toMatchObject({ done: 0, refused: [{}, {}, {}] });
  expect((await move(a.supplier, staff, ids)).data).toEqual({ done: 3, refused: [] });
  expect((await waiting(a.supplier)).tasks).toEqual([]);
  const { rows: recorded } = await sql<{ comment: string }>`
    select comment from wms_transaction_record where transaction_id = any(${[one.id, third.id]}::uuid[]) and action = 'transfer'`.execute(
    a.world.services.db,
  );
  expect(recorded.map(({ comment }) => comment)).toEqual(Array.from({ length: 2 }, () => '已调离（原审批人：赵国强）'));
  expect((await a.todo(staff, one)).map(({ step: name }) => name)).toEqual(['safety']);
  expect(await inbox(a.supplier)).toContain('您的 3 项审批已转交');
  expect((await inbox(staff)).join()).toContain(one.no);
  // Other candidates of a task keep it.
  expect(await a.todo(cast.reviewer, third)).toHaveLength(1);
  expect((await a.decide(staff, third)).status).toBe(200);
  await a.decide(staff, one);
  expect((await a.approve(cast.reviewer2, await a.now(one))).data.state).toBe('APPROVED');
  // Repeated, and by a user who is not an administrator.
  expect((await move(a.supplier, staff, ids)).data.refused).toHaveLength(3);
  expect((await cast.reviewer.call(routes.getWaiting, { params: { id: a.supplier.id } })).status).toBe(403);
});

test('[S2.102] reports for leavers the roles without other holders and the definitions that name them', async () => {
  await a.publish(chainOf(['only', step('only', 'kuwei:roles="ROLE_SUPPLIER"')]));
  const { db } = a.world.services;
  await sql`insert into wms_org_user (org_id, user_id, relation)
    select w.org_id, ${a.supplier.id}, 'MEMBER' from wms_warehouse w where w.id = ${a.places.w2} on conflict do nothing`.execute(
    db,
  );
  await a.deposit();
  expect((await waiting(a.supplier)).roles.map(({ code }) => code)).toEqual(['ROLE_SUPPLIER']);
  expect((await waiting(cast.reviewer)).roles).toEqual([]);
});

test('[S2.102] lists every request with its step, by workflow, state and day', async () => {
  await a.publish(chainOf(['first', step('first', R1)], ['second', step('second', R2)]));
  const document = await a.deposit();
  const list = async (query: object) => (await admin.call(routes.listRequests, { query })).data.list;
  const [row] = (await list({ key: ['wms-inbound'], state: ['RUNNING'], size: 200 })).filter(
    ({ bizId }) => bizId === document.id,
  );
  // The administrator may not open the document: only its number and step are shown.
  expect(row).toMatchObject({ no: document.no, step: 'first', state: 'RUNNING', title: '', applicant: '', link: null });
  await a.approve(cast.reviewer, document);
  await a.approve(cast.reviewer2, await a.now(document));
  expect((await list({ state: ['APPROVED'], q: document.no })).map(({ bizId }) => bizId)).toEqual([document.id]);
  expect(await list({ state: ['RUNNING'], q: document.no })).toEqual([]);
  expect(await list({ to: '2000-01-01' })).toEqual([]);
});

test('[S2.102] statistics show the duration of each step, returns, and slow approvers', async () => {
  await a.publish(chainOf(['slow', step('slow', R1)], ['quick', step('quick', '', person('supplier'))]));
  const { db } = a.world.services;
  const {
    rows: [definition],
  } = await sql<{ id: string }>`select id from bpm_definition where key = 'wms-inbound' and state = 'PUBLISHED'`.execute(db);
  const ago = (document: Pick<Transaction, 'id'>, hours: number) =>
    sql`update bpm_task set created_at = now() - make_interval(hours => ${hours}) where biz_id = ${document.id} and node_id = 'slow'`.execute(
      db,
    );
  for (const hours of [10, 20, 30]) {
    const document = await a.deposit();
    await ago(document, hours);
    await a.approve(cast.reviewer, document);
  }
  const returned = await a.deposit();
  const { params, rev } = await a.taskOf(cast.reviewer, returned);
  await cast.reviewer.call(workRoutes.returnTask, { params, body: { comment: '补材料', to: null, rev } });
  const today = new Date(Date.now() + 8 * HOUR).toISOString().slice(0, 10);
  const year = new Date(Date.now() - 300 * 24 * HOUR).toISOString().slice(0, 10);
  const query = { key: 'wms-inbound', from: year, to: today, definitionId: definition!.id };
  const { data } = await admin.call(routes.getFlowStatistics, { query });
  expect(data.requests).toMatchObject({ running: 3, returned: 1, approved: 0 });
  expect(data.steps.map(({ element, count, open, returned: back }) => [element, count, open, back])).toEqual([
    ['slow', 4, 0, 1],
    ['quick', 0, 3, 0],
  ]);
  expect(data.steps[0]!.p50).toBeCloseTo(15, 0);
  expect(data.steps[0]!.p90).toBeCloseTo(27, 0);
  const slow = data.people.find(({ id }) => id === cast.reviewer.id)!;
  expect(slow).toMatchObject({ count: 4, returned: 1, open: 0 });
  expect(data.people.find(({ id }) => id === a.supplier.id)).toMatchObject({ count: 0, p50: null, open: expect.any(Number) });
  expect(data.months).toHaveLength(1);
  const long = { ...query, from: '2020-01-01' };
  expect((await admin.call(routes.getFlowStatistics, { query: long })).error.code).toBe('STAT_PERIOD');
});

test('[S2.102] an administrator sees delegations and can end them; both users are notified', async () => {
  await a.colleagues(a.supplier, cast.reviewer);
  const id = await a.delegated(cast.reviewer, a.supplier, { keys: ['wms-inbound'] });
  const list = async (query: object = {}) => (await admin.call(routes.listAllDelegations, { query })).data.list;
  const [row] = (await list({ state: ['RUNNING'] })).filter((each) => each.id === id);
  expect(row).toMatchObject({ fromId: cast.reviewer.id, toId: a.supplier.id, workflows: ['入库审批'], reason: '出差' });
  expect((await list({ q: cast.reviewer.username })).map((each) => each.id)).toContain(id);
  const end = () => admin.call(routes.endAnyDelegation, { params: { id }, body: { reason: '提前返校' } });
  expect((await end()).status).toBe(200);
  expect((await end()).status).toBe(404);
  expect((await list({ state: ['ENDED'] })).map((each) => each.id)).toContain(id);
  for (const who of [cast.reviewer, a.supplier]) expect(await inbox(who)).toContain('委托已结束');
  expect((await cast.reviewer.call(routes.listAllDelegations)).status).toBe(403);
});

test('[S2.100] shows the position of a document in the diagram of its version, to its readers only', async () => {
  await a.publish({
    elements: [START, step('first', R1), gateway('g', 'exclusive', 'f4'), step('second', R2), step('other', R2), END],
    flows: [
      ['f1', 's', 'first'],
      ['f2', 'first', 'g'],
      ['f3', 'g', 'second', 'lines > 0'],
      ['f4', 'g', 'other'],
      ['f5', 'second', 'e'],
      ['f6', 'other', 'e'],
    ],
  });
  const document = await a.deposit();
  const params = { bizType: 'WMS_TRANSACTION', id: document.id };
  const seen = async (who: Person) => who.call(routes.getStanding, { params });
  expect((await seen(cast.teacher)).data.marks).toEqual([{ element: 'first', state: 'OPEN', people: ['郑建国', '周明'] }]);
  await a.approve(cast.reviewer, document);
  await a.publish(chainOf(['only', step('only', R1)]));
  const { data } = await seen(cast.reviewer2);
  expect(data.marks.map(({ element, state }) => [element, state])).toEqual([
    ['first', 'DONE'],
    ['second', 'OPEN'],
  ]);
  expect(data.flows).toEqual(['f1', 'f2', 'f3']);
  // Without a diagram, one is laid out.
  expect(data.xml).toContain('bpmndi:BPMNShape');
  expect(data.xml).toContain('id="second"');
  for (const who of [a.supplier, admin]) expect((await seen(who)).status).toBe(404);
  expect((await cast.teacher.call(routes.getStanding, { params: { ...params, id: a.places.w1 } })).status).toBe(404);
});
