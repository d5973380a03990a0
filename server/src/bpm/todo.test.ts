// Work lists of approval, and what candidates may see and do.
import { accountForm, accountRoutes } from '@kuwei/contract/auth/account';
import { workRoutes } from '@kuwei/contract/bpm/work';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { at, chainOf, seenState, person, R1, R2 } from '../../test/_approval.ts';
import { drawn, END, gateway, START, step, type Drawn } from '../../test/_bpmn.ts';
import { lineOf, openScene, saltLine, submitted, type Cast, type Places } from '../../test/_flow.ts';
import { expectInvariants } from '../../test/_invariants.ts';
import { published } from '../../test/_published.ts';
import type { Person, World } from '../../test/_world.ts';
import { kinds } from '../wms/kinds.ts';
import { applyDueLimits } from './limits.ts';

let world: World;
let cast: Cast;
let places: Places;
let admin: Person;
/** A member of an uninvolved group. */
let stranger: Person;
let supplier: Person;
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
  admin = await world.as('admin', 'ROLE_ADMIN');
  stranger = await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO');
  supplier = await world.as('supplier', 'ROLE_SUPPLIER');
});
beforeEach(async () => {
  await sql`update bpm_delegation set revoked_at = now() where revoked_at is null`.execute(world.services.db);
});
afterAll(async () => {
  await expectInvariants(world.services.db);
  await world.end();
});

const publish = (drawing: Drawn) => published(admin, 'wms-inbound', drawn(drawing));
const deposit = (lines = [saltLine(places)]): Promise<Transaction> =>
  submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines });
const delegate = (from: Person, to: Person) =>
  from.call(workRoutes.addDelegation, { body: { toId: to.id, fromAt: at(-1), untilAt: at(24), reason: null } });
const findRow = async (who: Person, { id }: Pick<Transaction, 'id'>) =>
  (await who.call(workRoutes.listTodo, { query: { size: 200 } })).data.list.find(({ bizId }) => bizId === id);
const work = async (who: Person, { id }: Pick<Transaction, 'id'>) =>
  (await who.call(workRoutes.getWork, { params: { bizType: 'WMS_TRANSACTION', id } })).data;

test('[S2.67] a row shows goods, amount, hazards, age, group, level and the other candidates', async () => {
  await publish(chainOf(['first', step('first', `kuwei:nameEn="First look" ${R1}`)], ['second', step('second', R2)]));
  const toxic = await deposit([
    saltLine(places, '3', { unitPrice: '2.5', expiresOn: '2020-01-01', batchNo: 'OLD-TODO' }),
    lineOf(places.product('C-NACN'), '2', { batchNo: 'X1', expiresOn: '2099-01-01' }),
    saltLine(places, '1', { unitPrice: '4', batchNo: 'NEW-TODO', expiresOn: '2099-01-01' }),
  ]);
  const plain = await deposit([saltLine(places, '4', { unitPrice: '2.5' })]);
  expect(await findRow(cast.reviewer, toxic)).toMatchObject({
    key: 'wms-inbound',
    workflow: '入库审批',
    no: toxic.no,
    title: '氯化钠、氰化钠',
    lines: 3,
    qty: null,
    value: '11.5',
    applicant: toxic.applicantName,
    group: toxic.ownerOrgName,
    place: toxic.warehouseName,
    step: 'first',
    level: 1,
    levels: 2,
    overdue: false,
    link: `/admin/wms/transaction/inbound/edit?id=${toxic.id}`,
  });
  expect(new Set((await findRow(cast.reviewer, toxic))!.marks)).toEqual(new Set(['TOXIC', 'EXPIRED']));
  const row = await findRow(cast.reviewer, plain);
  expect(row).toMatchObject({ lines: 1, qty: '4', unit: 'BOTTLE', value: '10', marks: [], title: '氯化钠' });
  expect(row!.others).toEqual(['郑建国']);
  const english = await cast.reviewer.call(workRoutes.listTodo, {
    query: { size: 200 },
    headers: { 'accept-language': 'en' },
  });
  expect(english.data.list.find(({ bizId }) => bizId === plain.id)).toMatchObject({
    workflow: 'Inbound approval',
    step: 'First look',
  });
  await sql`update bpm_task set due_at = now() - interval '1 hour' where biz_id = ${plain.id}`.execute(world.services.db);
  expect(await findRow(cast.reviewer, plain)).toMatchObject({ overdue: true });
  const late = (await cast.reviewer.call(workRoutes.listTodo, { query: { overdue: true } })).data.list;
  expect(late.map(({ no }) => no)).toEqual([plain.no]);
  await sql`update bpm_task set due_at = null where biz_id = ${plain.id}`.execute(world.services.db);
});

test('[S2.67] lists are paged by key, searched and filtered, with exact counts', async () => {
  await publish(chainOf(['only', step('only', '', person('supplier'))]));
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1) made.push((await deposit()).no);
  const page = async (after?: string) =>
    (await supplier.call(workRoutes.listTodo, { query: { size: 2, ...(after === undefined ? {} : { after }) } })).data;
  const seen: string[] = [];
  let last: string | undefined;
  for (let rest = await page(); rest.list.length > 0; rest = await page(last)) {
    expect(rest.total).toBe(5);
    seen.push(...rest.list.map(({ no }) => no));
    last = rest.list.at(-1)!.id;
  }
  expect(seen).toEqual(made);
  const newest = (await supplier.call(workRoutes.listTodo, { query: { sort: '-at', size: 1 } })).data.list;
  expect(newest[0]!.no).toBe(made.at(-1));
  const found = async (query: object) => (await supplier.call(workRoutes.listTodo, { query })).data.list.map(({ no }) => no);
  expect(await found({ q: made[2] })).toEqual([made[2]]);
  expect(await found({ q: '氯化钠', size: 3 })).toHaveLength(3);
  expect(await found({ key: ['wms-outbound'] })).toEqual([]);
  expect(await found({ key: ['wms-outbound', 'wms-inbound'] })).toHaveLength(5);
  expect((await supplier.call(workRoutes.countWork)).data).toEqual({ todo: 5, overdue: 0, mine: 0, copied: 0, stuck: 0 });
  const [first] = (await supplier.call(workRoutes.listTodo, { query: { q: made[0]! } })).data.list;
  await supplier.call(workRoutes.rejectTask, { params: { id: first!.taskId! }, body: { comment: '不收', rev: first!.rev } });
  expect((await supplier.call(workRoutes.countWork)).data.todo).toBe(4);
  const decided = (await supplier.call(workRoutes.listDone, { query: { decision: ['REJECT'] } })).data.list;
  expect(decided).toMatchObject([{ no: made[0], state: 'REJECT', comment: '不收' }]);
  const running = (await cast.teacher.call(workRoutes.listApplied, { query: { state: ['REJECTED'], q: made[0]! } })).data;
  expect(running.list.map(({ no, state }) => [no, state])).toEqual([[made[0], 'REJECTED']]);
});

test('paging after a row of another list equals paging from the start', async () => {
  const LISTS = ['listTodo', 'listDone', 'listApplied', 'listCopied'] as const;
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const asking = (name: string) =>
    publish(chainOf(['only', step('only', '', `${person(name)}<kuwei:copy kind="PERSON" person="${name}"/>`)]));
  const rows = async (route: (typeof LISTS)[number], who: Person, query: object) =>
    (await who.call(workRoutes[route], { query })).data.list.map(({ id }) => id);
  const createDeposits = async (name: string, applicant: Person, decider: Person) => {
    await asking(name);
    const documents: Transaction[] = [];
    for (let count = 0; count < 2; count += 1)
      documents.push(await submitted(applicant, { type: 'INBOUND', warehouseId: places.w2, lines: [saltLine(places)] }));
    const [decided, open] = documents;
    const [id] = await rows('listTodo', decider, { q: decided!.no });
    const reject = { params: { id: id! }, body: { comment: '不收', rev: decided!.rev } };
    expect((await decider.call(workRoutes.rejectTask, reject)).status).toBe(200);
    return { decided: decided!, open: open! };
  };
  const { open: oldest } = await createDeposits('manager', stranger, manager);
  const foreign = await createDeposits('supplier', cast.teacher, supplier);
  await createDeposits('manager', stranger, manager);
  const cursors = {
    listTodo: await rows('listTodo', supplier, { q: foreign.open.no }),
    listDone: await rows('listDone', supplier, { q: foreign.decided.no }),
    listApplied: await rows('listApplied', cast.teacher, { q: foreign.open.no }),
    listCopied: await rows('listCopied', supplier, { q: foreign.open.no }),
  };
  const others = { listTodo: manager, listDone: manager, listApplied: stranger, listCopied: manager };
  for (const route of LISTS) {
    for (const sort of ['at', '-at'] as const) {
      expect(await rows(route, others[route], { sort })).not.toEqual([]);
      for (const [after] of Object.values(cursors)) expect(await rows(route, others[route], { sort, after })).toEqual([]);
    }
  }
  // Paging continues after the last row of the page was decided.
  const [first, ...rest] = await rows('listTodo', manager, {});
  const reject = { params: { id: first! }, body: { comment: '不收', rev: oldest.rev } };
  expect((await manager.call(workRoutes.rejectTask, reject)).status).toBe(200);
  expect(await rows('listTodo', manager, { after: first })).toEqual(rest);
});

test('[S2.67] candidates may read the document while they are asked, and nothing else', async () => {
  await publish(chainOf(['named', step('named', '', person('supplier'))]));
  const document = await deposit();
  await publish(chainOf(['first', step('first', R1)]));
  const other = await deposit();
  const look = (who: Person, id: string) => who.call(transactionRoutes.getTransaction, { params: { id } });
  const params = { id: document.id };
  expect((await look(supplier, document.id)).data.no).toBe(document.no);
  expect((await supplier.call(transactionRoutes.listRecords, { params })).status).toBe(200);
  expect((await supplier.call(transactionRoutes.getChain, { params })).status).toBe(200);
  expect((await findRow(supplier, document))!.link).toBe(`/supplier/wms/transaction/inbound/edit?id=${document.id}`);
  // No one else, no other document, no list of documents, and read-only.
  expect((await look(stranger, document.id)).status).toBe(404);
  expect((await look(supplier, other.id)).status).toBe(404);
  const listed = (await supplier.call(transactionRoutes.listTransactions, { query: { type: 'INBOUND', size: 200 } })).data;
  expect(listed.list.map(({ id }) => id)).not.toContain(document.id);
  const end = { params, body: { rev: document.rev, comment: '越权' } };
  expect((await supplier.call(transactionRoutes.withdrawTransaction, end)).status).toBe(404);
  expect((await supplier.call(transactionRoutes.cancelTransaction, end)).status).toBe(404);
  const [task] = (await supplier.call(workRoutes.listTodo, { query: { q: document.no } })).data.list;
  const body = { comment: null, ...seenState(task!) };
  expect((await supplier.call(workRoutes.approveTask, { params: { id: task!.taskId! }, body })).status).toBe(200);
  expect((await look(supplier, document.id)).status).toBe(404);
  expect((await supplier.call(transactionRoutes.getChain, { params })).status).toBe(404);
  const [done] = (await supplier.call(workRoutes.listDone, { query: { q: document.no } })).data.list;
  expect(done).toMatchObject({ no: document.no, link: null });
});

test('[S2.67] a task can be decided from the list under any page role', async () => {
  await publish(chainOf(['first', step('first', R1)]));
  const document = await deposit();
  const bare = await world.as('reviewer');
  const row = await findRow(bare, document);
  const body = { comment: null, ...seenState(row!) };
  expect((await bare.call(workRoutes.approveTask, { params: { id: row!.taskId! }, body })).status).toBe(200);
});

test('[S2.67] tasks of delegates are marked, and delegates get automatic reminders', async () => {
  await publish(chainOf(['named', step('named', '', `${person('supplier')}<kuwei:limit hours="24" action="REMIND"/>`)]));
  await sql`insert into wms_org_user (org_id, user_id, relation) select org_id, ${stranger.id}, 'MEMBER' from wms_org_user
    where user_id = ${supplier.id} on conflict do nothing`.execute(world.services.db);
  onTestFinished(async () => {
    await sql`delete from wms_org_user m where m.user_id = ${stranger.id} and m.org_id in (
      select org_id from wms_org_user where user_id = ${supplier.id})`.execute(world.services.db);
  });
  await delegate(supplier, stranger);
  const document = await deposit();
  const name = async (username: string) =>
    (await world.services.db.selectFrom('sys_user').where('username', '=', username).select('name').executeTakeFirstOrThrow())
      .name;
  expect(await findRow(stranger, document)).toMatchObject({ forName: await name('supplier'), others: [await name('supplier')] });
  expect(await findRow(supplier, document)).toMatchObject({ forName: null, others: [await name('teacher2')] });
  const own = (await stranger.call(workRoutes.listTodo, { query: { delegated: true, size: 200 } })).data.list;
  expect(own.map(({ no }) => no)).toContain(document.no);
  expect((await stranger.call(transactionRoutes.getTransaction, { params: { id: document.id } })).status).toBe(200);
  await sql`update bpm_task set due_at = now() where biz_id = ${document.id}`.execute(world.services.db);
  await applyDueLimits(world.services, kinds);
  const { rows } = await sql<{ userId: string }>`
    select c.user_id as "userId" from sys_message m join sys_message_copy c on c.message_id = m.id
     where m.object_id = ${document.id} and m.template = 'msg.reviewWaits'`.execute(world.services.db);
  expect(rows.map(({ userId }) => userId).toSorted()).toEqual([supplier.id, stranger.id].toSorted());
});

test('[S2.67] a dialog shows the possible actions: steps to return to, whether it is the final decision, reminders', async () => {
  await publish(chainOf(['first', step('first', R1)], ['second', step('second', R2)]));
  const document = await deposit();
  expect(await work(cast.reviewer, document)).toMatchObject({ task: { step: 'first', backTo: [], isLast: false }, remind: null });
  expect(await work(cast.teacher, document)).toMatchObject({ task: null, remind: { ready: false } });
  expect(await work(stranger, document)).toEqual({ task: null, remind: null });
  await cast.reviewer.call(transactionRoutes.approveTransaction, { params: { id: document.id }, body: { rev: document.rev } });
  const { task } = await work(cast.reviewer2, document);
  expect(task).toMatchObject({ step: 'second', isLast: true, backTo: [{ id: 'first', name: 'first', level: 1 }] });
  const back = { params: { id: task!.id }, body: { comment: '请再核对', to: 'first', rev: document.rev + 1 } };
  expect((await cast.reviewer2.call(workRoutes.returnTask, back)).status).toBe(200);
  expect(await findRow(cast.reviewer, document)).toMatchObject({ step: 'first', level: 1 });
});

test('an applicant reminds all candidates of parallel steps', async () => {
  await publish({
    elements: [START, gateway('g', 'parallel'), step('a', R1), step('b', '', person('supplier')), gateway('j', 'parallel'), END],
    flows: [
      ['f1', 's', 'g'],
      ['f2', 'g', 'a'],
      ['f3', 'g', 'b'],
      ['f4', 'a', 'j'],
      ['f5', 'b', 'j'],
      ['f6', 'j', 'e'],
    ],
  });
  const document = await deposit();
  await sql`update bpm_task set created_at = now() - interval '5 hours' where biz_id = ${document.id}`.execute(world.services.db);
  const { remind } = await work(cast.teacher, document);
  expect(remind!.ready).toBe(true);
  expect((await cast.teacher.call(workRoutes.remindTask, { params: { id: remind!.taskId } })).status).toBe(200);
  expect((await work(cast.teacher, document)).remind).toMatchObject({ ready: false });
  const { rows } = await sql<{ userId: string }>`
    select c.user_id as "userId" from sys_message m join sys_message_copy c on c.message_id = m.id
     where m.object_id = ${document.id} and m.template = 'msg.reviewWaits'`.execute(world.services.db);
  expect(rows.map(({ userId }) => userId)).toContain(supplier.id);
  expect(rows.map(({ userId }) => userId)).toContain(cast.reviewer.id);
});

test('asks the reason for expired goods only where the decision is final, also in a lower branch', async () => {
  await publish({
    elements: [
      START,
      gateway('g', 'parallel'),
      step('low', '', person('manager')),
      step('first', R1),
      step('second', R2),
      gateway('j', 'parallel'),
      END,
    ],
    flows: [
      ['f1', 's', 'g'],
      ['f2', 'g', 'low'],
      ['f3', 'g', 'first'],
      ['f4', 'first', 'second'],
      ['f5', 'low', 'j'],
      ['f6', 'second', 'j'],
      ['f7', 'j', 'e'],
    ],
  });
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const document = await deposit([saltLine(places, '1', { batchNo: 'OLD-SHEET', expiresOn: '2020-01-01' })]);
  const sheet = async (who: Person) =>
    (await who.call(transactionRoutes.listReviewSheets, { query: { ids: [document.id] } })).data[0]!.needsReason;
  expect(await sheet(cast.reviewer)).toBe(false);
  const approve = async (who: Person) => {
    const { rev } = (await who.call(transactionRoutes.getTransaction, { params: { id: document.id } })).data;
    return who.call(transactionRoutes.approveTransaction, { params: { id: document.id }, body: { rev, comment: null } });
  };
  expect((await approve(cast.reviewer)).status).toBe(200);
  expect((await approve(cast.reviewer2)).status).toBe(200);
  expect(await sheet(manager)).toBe(true);
  expect((await work(manager, document)).task!.isLast).toBe(true);
  expect((await approve(manager)).error.code).toBe('EXPIRED_BATCH');
});

test('offers colleagues by part of their name, others by their exact username', async () => {
  await publish(chainOf(['first', step('first', R1)]));
  const document = await deposit();
  const { task } = await work(cast.reviewer, document);
  const names = async (who: Person, query: object) =>
    (await who.call(workRoutes.selectColleagues, { query })).data.list.map(({ username }) => username);
  expect(await names(supplier, {})).not.toContain('teacher');
  expect(await names(supplier, { q: 'teach' })).toEqual([]);
  expect(await names(supplier, { q: 'Teacher' })).toEqual(['teacher']);
  const offered = await names(cast.reviewer, { taskId: task!.id, size: 200 });
  expect(offered).toContain('keeper');
  // Neither the applicant nor the user themselves.
  for (const username of ['teacher', 'reviewer']) expect(offered).not.toContain(username);
});

test('[F-3A9] an account without roles finds no one by username, and searches are rate-limited', async () => {
  const { data: account } = await admin.call(accountRoutes.createAccount, {
    body: accountForm.parse({ username: 'roleless', name: '无角色', roles: [], orgs: [] }),
  });
  const search = (who: Person, q: string) => who.call(workRoutes.selectColleagues, { query: { q } });
  const names = async (who: Person, q: string) => (await search(who, q)).data.list.map(({ username }) => username);
  const roleless = await world.as('roleless', null);
  expect(roleless.id).toBe(account.id);
  expect(await names(roleless, 'teacher')).toEqual([]);
  // As candidates, they may choose anyone.
  await publish(chainOf(['first', step('first', R1)]));
  const document = await deposit();
  const { task } = await work(cast.reviewer, document);
  const { db } = world.services;
  await sql`update bpm_task set candidate_ids = candidate_ids || ${roleless.id}::uuid where id = ${task!.id}`.execute(db);
  expect(await names(roleless, 'keeper2')).toEqual(['keeper2']);

  for (let n = 0; n < 30; n++) expect((await search(stranger, `made-up-${n}`)).status).toBe(200);
  const begun = performance.now();
  const [first, second] = await Promise.all([search(stranger, 'made-up-31'), search(stranger, 'made-up-32')]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(performance.now() - begun, 'the second has waited for the first').toBeGreaterThan(900);
  expect(await names(supplier, 'teacher'), 'another person searches as before').toEqual(['teacher']);
});

test('[S2.67] a decision names the version seen, and is refused if stale', async () => {
  await publish(chainOf(['first', step('first', R1)]));
  const document = await deposit([saltLine(places, '1', { batchNo: 'OLD-SEEN', expiresOn: '2020-01-01' })]);
  const row = await findRow(cast.reviewer, document);
  const { rev } = document;
  const params = { id: row!.taskId! };
  const decide = (looked: { rev: number; seen: string[] }) =>
    cast.reviewer.call(workRoutes.approveTask, { params, body: { comment: '急需', ...looked } });
  // The version is required for deciding, transferring and countersigning.
  const onward = { userId: cast.keeper.id, note: null };
  const send = (way: string, body: object) => cast.reviewer.send('PUT', `/sys/bpm/task/${params.id}/${way}`, body);
  const blind = [
    await send('approve', { comment: '急需', rev }),
    await send('approve', { comment: '急需', seen: [] }),
    await send('return', { comment: 'x' }),
    await send('reject', { comment: 'x' }),
    await send('transfer', onward),
    await send('sign', onward),
  ];
  expect(blind.map(({ error }) => error.code)).toEqual(blind.map(() => 'INVALID'));
  const old = { ...onward, rev: rev + 1 };
  expect((await cast.reviewer.call(workRoutes.transferTask, { params, body: old })).error.code).toBe('STALE');
  expect((await cast.reviewer.call(workRoutes.signTask, { params, body: old })).error.code).toBe('STALE');
  expect((await decide({ rev: rev + 1, seen: row!.marks })).error.code).toBe('STALE');
  const unseen = (await decide({ rev, seen: [] })).error;
  expect(unseen).toMatchObject({ code: 'RISK_UNSEEN', data: { risks: ['EXPIRED'] } });
  expect((await decide({ rev, seen: row!.marks })).status).toBe(200);
});
