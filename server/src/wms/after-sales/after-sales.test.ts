// After-sales cases from complaint to ledger: only the parties see them, concurrent decisions count once, and stock moves only
// through the documents of a decision.
import { proxyRoutes } from '@kuwei/contract/auth/proxy';
import { workRoutes } from '@kuwei/contract/bpm/work';
import { fileRoutes } from '@kuwei/contract/sys/fs';
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { caseForm, afterSalesRoutes as routes, type AfterSalesCase, type CaseForm } from '@kuwei/contract/wms/after-sales';
import { orgRoutes } from '@kuwei/contract/wms/org';
import { orgRecordRoutes } from '@kuwei/contract/wms/org-record';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { todoRoutes } from '@kuwei/contract/wms/todo';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { withDefaults } from '../../../test/_with-defaults.ts';
import { castOf, finished, lineOf, placesOf, type Cast, type Places } from '../../../test/_flow.ts';
import { completeDocuments, idOf, ledgerOfDocument, post } from '../../../test/_stock.ts';
import { findFaultsAfter } from '../../../test/_tampered.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { findStuck } from '../../bpm/stuck.ts';
import { kinds } from '../kinds.ts';
import { remindCases } from './scheduled.ts';
import { runs } from '../../../test/_runs.ts';

let world: World;
let cast: Cast;
let places: Places;
let manager: Person;
let stranger: Person;
beforeAll(async () => {
  world = await openWorld();
  cast = await castOf(world);
  places = await placesOf(world);
  manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  stranger = await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO');
});
afterAll(() => world.end());

const GOODS = 'P-TIP-200';
let made = 0;
async function newBox(type: 'SHARED' | 'QUARANTINE' = 'SHARED'): Promise<{ id: string; code: string; rev: number }> {
  const { container_id: containerId } = await world.services.db
    .selectFrom('wms_warehouse_box')
    .where('code', '=', 'W2-A-R1-B1')
    .selectAll()
    .executeTakeFirstOrThrow();
  return (await manager.call(boxRoutes.createBox, { body: { containerId, code: `AFS-${++made}`, type, mixPolicy: 'MIXED' } }))
    .data;
}
/** Stock of the teacher's group in a new box. */
async function createStock(qty = '10'): Promise<{ id: string; boxId: string; boxCode: string }> {
  const box = await newBox();
  const [id] = await post(world.services.db, [{ product: GOODS, owner: 'LAB-CATALYSIS', box: box.code, qty }]);
  return { id: id!, boxId: box.id, boxCode: box.code };
}
const stockOf = (id: string) =>
  world.services.db
    .selectFrom('wms_product_box')
    .where('id', '=', id)
    .select(['qty', 'reserved', 'frozen'])
    .executeTakeFirstOrThrow();

const form = (more: Partial<CaseForm>): CaseForm => ({
  kind: 'RETURN',
  transactionLineId: null,
  productBoxId: null,
  qty: '2',
  solution: 'RETURN_SUPPLIER',
  description: '外包装受潮',
  pictures: [],
  withSupplier: false,
  ...more,
});
const create = (more: Partial<CaseForm>, by: Person = cast.teacher) => by.call(routes.createCase, { body: form(more) });
const submit = ({ id, rev }: AfterSalesCase, by: Person = cast.teacher) =>
  by.call(routes.submitCase, { params: { id }, body: { rev } });
const submitted = async (more: Partial<CaseForm>, by: Person = cast.teacher): Promise<AfterSalesCase> =>
  (await submit((await create(more, by)).data, by)).data;
const get = async ({ id }: { id: string }, by: Person = manager) => (await by.call(routes.getCase, { params: { id } })).data;
type Given = {
  decision?: 'APPROVE' | 'RETURN' | 'REJECT';
  solution?: CaseForm['solution'];
  comment?: string | null;
  rev?: number;
};
const decide = async (filed: { id: string }, given: Given = {}, by: Person = manager) => {
  const rev = given.rev ?? (await get(filed, by)).rev;
  return by.call(routes.decideCase, {
    params: { id: filed.id },
    body: { decision: 'APPROVE', solution: null, comment: '同意', ...given, rev },
  });
};
const documentOf = async (id: string, by: Person): Promise<Transaction> =>
  (await by.call(transactionRoutes.getTransaction, { params: { id } })).data;
/** Executes a document as a storekeeper: boxes for incoming goods, the pickup code for outgoing ones. */
async function executeDocument(id: string, box: string | null = null): Promise<Transaction> {
  const { rev, lines } = await documentOf(id, cast.keeper);
  const body = {
    rev,
    lines: lines.map((line) => ({
      lineId: line.id,
      boxes:
        box === null
          ? line.boxes.map(({ productBoxId, qty }) => ({ productBoxId, boxId: null, qty }))
          : [{ productBoxId: null, boxId: box, qty: line.qtyReq }],
    })),
  };
  const document = (await cast.keeper.call(transactionRoutes.assignBoxes, { params: { id }, body })).data;
  return finished(cast, document);
}
const proof = async () => {
  await completeDocuments(world.services.db);
  return (await manager.call(productBoxRoutes.proveLedger)).data.faults;
};
const inboxOf = async (person: Person, filed: { id: string }): Promise<string[]> => {
  const { rows } = await sql<{ template: string }>`
    select m.template from sys_message m join sys_message_copy c on c.message_id = m.id
     where m.object_id = ${filed.id} and c.user_id = ${person.id} and c.ended_at is null order by m.created_at`.execute(
    world.services.db,
  );
  return rows.map(({ template }) => template);
};

test('[S1.14][S3.57][S4.84][S7.73] holds bad goods, disposes of them after the decision, and the ledger verifies', async () => {
  const stock = await createStock('10');
  const draft = (await create({ kind: 'SHORTAGE', solution: 'DISPOSE', productBoxId: stock.id, qty: '3' })).data;
  expect(draft).toMatchObject({
    state: 'DRAFT',
    place: 'IN_STORE',
    held: '0',
    isApplicant: true,
    side: 'OWNER',
    boxCode: stock.boxCode,
  });
  expect(draft.no).toMatch(/^AS\d{13}/);
  const filed = (await submit(draft)).data;
  expect(filed).toMatchObject({ state: 'SUBMITTED', held: '3', level: 1, late: false, step: '售后受理' });
  expect(await stockOf(stock.id)).toMatchObject({ qty: '10', reserved: '3' });
  expect(await inboxOf(manager, filed)).toEqual(['msg.afsReview']);

  const decided = (await decide(filed)).data;
  expect(decided).toMatchObject({
    state: 'PROCESSING',
    held: '0',
    documents: [{ as: 'DISPOSE', type: 'OUTBOUND', state: 'APPROVED' }],
  });
  expect(await stockOf(stock.id), 'nothing has left yet').toMatchObject({ qty: '10', reserved: '3' });
  const [document] = decided.documents;
  const done = await executeDocument(document!.id);
  expect(done.state).toBe('DONE');
  expect((await ledgerOfDocument(world.services.db, document!.id)).map(({ kind, qty_delta: qty }) => [kind, qty])).toEqual([
    ['DISPOSE', '-3'],
  ]);
  expect(await get(filed)).toMatchObject({ state: 'DONE' });
  expect(await stockOf(stock.id)).toMatchObject({ qty: '7', reserved: '0' });
  expect(await inboxOf(cast.teacher, filed)).toEqual(['msg.afsDone']);
  const timeline = (await cast.teacher.call(routes.listCaseRecords, { params: { id: filed.id } })).data;
  expect(timeline.map(({ action, to }) => [action, to])).toEqual([
    ['create', 'DRAFT'],
    ['submit', 'SUBMITTED'],
    ['decide', 'PROCESSING'],
    ['done', 'DONE'],
  ]);
  expect(await proof()).toEqual([]);
});

test('[S3.57] returns collected goods into quarantine, where they cannot be collected', async () => {
  const stock = await createStock('10');
  const collection = await collectStock(stock, '4');
  const line = collection.lines[0]!;
  const quarantine = await newBox('QUARANTINE');
  expect((await create({ transactionLineId: line.id, qty: '5', solution: 'TAKE_BACK' })).error.code).toBe('AFTER_SALES_QTY');
  const filed = await submitted({ transactionLineId: line.id, qty: '3', solution: 'TAKE_BACK' });
  expect(filed).toMatchObject({ place: 'COLLECTED', transactionNo: collection.no, held: '0' });
  const second = await create({ transactionLineId: line.id, qty: '2', solution: 'TAKE_BACK' });
  expect(second.error.code, 'what an earlier case is about is taken off').toBe('AFTER_SALES_QTY');

  const [document] = (await decide(filed)).data.documents;
  expect(document).toMatchObject({ as: 'BACK', type: 'INBOUND' });
  const suggested = (await cast.keeper.call(transactionRoutes.suggestBoxes, { params: { id: document!.id }, body: {} })).data;
  expect(suggested[0]!.boxes.map(({ boxCode }) => boxCode)).toEqual([quarantine.code]);
  expect((await executeDocument(document!.id, quarantine.id)).state).toBe('DONE');
  const back = await world.services.db
    .selectFrom('wms_product_box')
    .where('box_id', '=', quarantine.id)
    .select(['id', 'qty', 'frozen', 'rev'])
    .executeTakeFirstOrThrow();
  expect(back).toMatchObject({ qty: '3', frozen: true });
  const release = await cast.keeper.call(productBoxRoutes.freezeStock, {
    params: { id: back.id },
    body: { frozen: false, reason: null, rev: back.rev },
  });
  expect(release.error.code).toBe('BOX_QUARANTINE');
  const wanted = await cast.teacher.call(transactionRoutes.createTransaction, {
    body: {
      type: 'OUTBOUND',
      warehouseId: places.w2,
      purpose: '实验',
      planDate: '2099-12-31',
      lines: [lineOf(places.product(GOODS), '1', { unit: 'BOX', productBoxId: back.id })],
    },
  });
  const refused = await cast.teacher.call(transactionRoutes.submitTransaction, {
    params: { id: wanted.data.id },
    body: { rev: wanted.data.rev },
  });
  expect(['STOCK_FROZEN', 'INSUFFICIENT']).toContain(refused.error.code);
  const kept = await manager.call(boxRoutes.updateBox, {
    params: { id: quarantine.id },
    body: { ...(await boxForm(quarantine.id)), type: 'SHARED' },
  });
  expect(kept.error.code, 'a box with goods in dispute stays one').toBe('BOX_NOT_EMPTY');
  expect(await proof()).toEqual([]);
});

test('keeps ordinary goods out of quarantine', async () => {
  const quarantine = await newBox('QUARANTINE');
  await expect(
    post(world.services.db, [{ product: GOODS, owner: 'LAB-CATALYSIS', box: quarantine.code, qty: '1' }]),
  ).rejects.toThrow('dispute');
  await sql`delete from wms_transaction t where no like 'T-%' and not exists (select from wms_ledger l where l.transaction_id = t.id)`.execute(
    world.services.db,
  );
});

test('an exchange issues the bad goods, receives replacements, and ends with the later document', async () => {
  const stock = await createStock('10');
  const filed = await submitted({ kind: 'EXCHANGE', solution: 'REPLACE', productBoxId: stock.id, qty: '2' });
  const { documents } = (await decide(filed)).data;
  expect(documents.map(({ as, type }) => [as, type])).toEqual([
    ['LEAVE', 'OUTBOUND'],
    ['REPLACEMENT', 'INBOUND'],
  ]);
  await executeDocument(documents[0]!.id);
  expect((await get(filed)).state).toBe('PROCESSING');
  await executeDocument(documents[1]!.id, stock.boxId);
  expect((await get(filed)).state).toBe('DONE');
  expect(await stockOf(stock.id)).toMatchObject({ qty: '10', reserved: '0' });
  expect(await proof()).toEqual([]);
});

test('records one decision under concurrent requests', async () => {
  const stock = await createStock('10');
  const filed = await submitted({ productBoxId: stock.id });
  const { rev } = filed;
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      decide(filed, { rev, decision: at % 3 === 0 ? 'REJECT' : at % 3 === 1 ? 'RETURN' : 'APPROVE' }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const { state, documents } = await get(filed);
  expect(documents.length).toBe(state === 'PROCESSING' ? 1 : 0);
  const { reserved } = await stockOf(stock.id);
  expect(reserved).toBe(state === 'PROCESSING' ? '2' : '0');
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from bpm_decision where biz_id = ${filed.id}`.execute(
    world.services.db,
  );
  expect(rows[0]!.n).toBe(1);
});

test('goods are returned by a case or by a reversal, never by both', async () => {
  const reversal = ({ id, rev }: { id: string; rev: number }) =>
    cast.reviewer2.call(transactionRoutes.reverseTransaction, { params: { id }, body: { rev, comment: '领错' } });
  const handedOut = async () => {
    const stock = await createStock('10');
    const { id, lines } = await collectStock(stock, '4');
    return { stock, id, lineId: lines[0]!.id, rev: (await documentOf(id, manager)).rev };
  };
  const first = await handedOut();
  const filed = await submitted({ transactionLineId: first.lineId, qty: '3', solution: 'TAKE_BACK' });
  expect((await reversal(first)).error).toMatchObject({ code: 'CASE_STANDS', message: expect.stringContaining(filed.no) });
  const [back] = (await decide(filed)).data.documents;
  expect((await reversal(first)).error.code).toBe('CASE_STANDS');
  await executeDocument(back!.id, (await newBox('QUARANTINE')).id);
  expect((await get(filed)).state).toBe('DONE');
  expect((await reversal(first)).error.code).toBe('CASE_STANDS');

  const second = await handedOut();
  await decide(await submitted({ transactionLineId: second.lineId, qty: '3', solution: 'TAKE_BACK' }), { decision: 'REJECT' });
  expect((await reversal(second)).status, 'what was refused brings nothing back').toBe(200);

  for (let turn = 0; turn < 3; turn++) {
    const third = await handedOut();
    const draft = (await create({ transactionLineId: third.lineId, qty: '4', solution: 'TAKE_BACK' })).data;
    const [reversed, handedIn] = await Promise.all([reversal(third), submit(draft)]);
    expect([reversed.status, handedIn.status].filter((status) => status === 200)).toHaveLength(1);
  }
  expect(await proof()).toEqual([]);
});

test('rejects merging an organisation with open cases', async () => {
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const { id } = await world.services.db
    .selectFrom('wms_org')
    .where('code', '=', 'LAB-CATALYSIS')
    .select('id')
    .executeTakeFirstOrThrow();
  const openCases = async () => (await admin.call(orgRecordRoutes.getOwned, { params: { id } })).data.openCases;
  const before = await openCases();
  const filed = await submitted({ productBoxId: (await createStock('10')).id });
  expect(await openCases()).toBe(before + 1);
  await decide(filed, { decision: 'REJECT' });
  expect(await openCases()).toBe(before);
});

test('the second reviewer of controlled goods finds the case among the tasks, with its mark and a link that opens it', async () => {
  const box = await newBox();
  const entry = { product: 'C-ACETONE', owner: 'LAB-CATALYSIS', box: box.code, qty: '5', batch: 'AFS-A' };
  const [id] = await post(world.services.db, [entry]);
  const filed = await submitted({ productBoxId: id!, qty: '1' });
  const page = `/admin/wms/after-sales/audit-button?id=${filed.id}`;
  const linkIn = async (person: Person): Promise<(string | null)[]> => {
    const { list } = (await person.call(msgInboxRoutes.listMine, { query: { state: ['NEW'], q: filed.no } })).data;
    return list.map(({ link }) => link);
  };
  const reviewOf = async (person: Person) =>
    (await person.call(todoRoutes.listMyTodos)).data.find(({ kind, type }) => kind === 'REVIEW' && type === 'AFTER_SALES');
  const waiting = await reviewOf(cast.reviewer2);
  expect(waiting?.documents.map(({ no }) => no) ?? []).not.toContain(filed.no);
  expect((await decide(filed)).data).toMatchObject({ state: 'SUBMITTED', level: 2 });

  const { list } = (await cast.reviewer2.call(workRoutes.listTodo)).data;
  expect(list.find(({ bizId }) => bizId === filed.id)).toMatchObject({ marks: ['CONTROLLED'], link: page, level: 2, levels: 2 });
  expect(await linkIn(cast.reviewer2)).toEqual([page]);
  const todo = await reviewOf(cast.reviewer2);
  expect(todo).toMatchObject({ count: 1, link: page, chosen: true });
  expect(todo!.documents).toMatchObject([{ no: filed.no, ownerName: filed.ownerOrgName, link: page }]);
  expect((await decide(filed, {}, cast.reviewer2)).data.state).toBe('PROCESSING');
  expect(await reviewOf(cast.reviewer2)).toBeUndefined();
});

test('controlled goods need a second review, and reviewers cannot execute', async () => {
  const box = await newBox();
  const [id] = await post(world.services.db, [
    { product: 'C-ETHANOL', owner: 'LAB-CATALYSIS', box: box.code, qty: '5', batch: 'AFS-E' },
  ]);
  const filed = await submitted({ productBoxId: id!, qty: '1' });
  const first = (await decide(filed)).data;
  const flags = first.controlFlags;
  if (flags.length > 0) expect(first).toMatchObject({ state: 'SUBMITTED', level: 2 });
  else expect(first.state).toBe('PROCESSING');
  const { documents } = first.state === 'SUBMITTED' ? (await decide(filed, {}, cast.reviewer2)).data : first;
  const document = await documentOf(documents[0]!.id, manager);
  const own = await manager.call(transactionRoutes.assignBoxes, {
    params: { id: document.id },
    body: { rev: document.rev, lines: [] },
  });
  expect(own.error.code).toBe('KEEPER_REVIEWED');
});

test('[F-3L2a] rejects a review by a person who edited the case as proxy of its applicant', async () => {
  const stock = await createStock('10');
  const draft = (await create({ productBoxId: stock.id })).data;
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const actAs = async ({ id }: Person, role: string): Promise<Person> =>
    world.with((await admin.call(proxyRoutes.switchToUser, { body: { id, reason: '协助填写售后' } })).data.token, role);
  const asTeacher = await actAs(cast.teacher, 'ROLE_TEACHER');
  await asTeacher.call(orgRoutes.switchOrg, { body: { orgId: await idOf(world.services.db, 'wms_org', 'LAB-CATALYSIS') } });
  const changed = await asTeacher.call(routes.updateCase, {
    params: { id: draft.id },
    body: withDefaults(caseForm, { ...form({ productBoxId: stock.id, qty: '7' }), rev: draft.rev }),
  });
  expect(changed.data).toMatchObject({ qty: '7', state: 'DRAFT' });
  const filed = (await submit(changed.data)).data;
  const asManager = await actAs(manager, 'ROLE_WAREHOUSE_ADMIN');
  expect((await decide(filed, {}, asManager)).error.code).toBe('NOT_REVIEWER');
  expect((await asManager.call(workRoutes.listTodo)).data.list.map(({ bizId }) => bizId)).not.toContain(filed.id);
  expect((await decide(filed)).data.state).toBe('PROCESSING');
  const records = (await cast.teacher.call(routes.listCaseRecords, { params: { id: filed.id } })).data;
  expect(records.map(({ action, proxyName }) => [action, proxyName !== null])).toEqual([
    ['create', false],
    ['edit', true],
    ['submit', false],
    ['decide', false],
  ]);
});

test('[F-3U1] a case shows that its document was reversed', async () => {
  const stock = await createStock('10');
  const decided = (await decide(await submitted({ productBoxId: stock.id, solution: 'DISPOSE' }))).data;
  const { id, rev, state } = await executeDocument(decided.documents[0]!.id);
  expect(state).toBe('DONE');
  const documents = async () => (await get(decided)).documents.map((each) => [each.state, each.reversed]);
  expect(await documents()).toEqual([['DONE', false]]);
  const body = { rev, comment: '填错' };
  expect((await cast.reviewer2.call(transactionRoutes.reverseTransaction, { params: { id }, body })).status).toBe(200);
  expect(await documents()).toEqual([['DONE', true]]);
});

test('[F-3L2] the proof finds a case approved by its applicant, and one without an approval', async () => {
  const stock = await createStock('10');
  const decided = (await decide(await submitted({ productBoxId: stock.id, solution: 'DISPOSE' }))).data;
  const { no } = await executeDocument(decided.documents[0]!.id);
  await completeDocuments(world.services.db);
  const found = (statement: string) => findFaultsAfter(world.services, ['bpm_decision'], [statement]);
  const decision = `biz_id = '${decided.id}'`;
  const fault = (detail: string) => ({ check: 'DECIDED', subject: no, detail: expect.stringContaining(detail) as string });
  const teacher = `'${cast.teacher.id}'`;
  for (const column of ['actor_id', 'proxy_user_id', 'for_user_id'])
    expect(await found(`update bpm_decision set ${column} = ${teacher} where ${decision}`), column).toContainEqual(
      fault('had a hand in it'),
    );
  const asAnother = `update bpm_decision set proxy_user_id = '${cast.keeper.id}' where ${decision}`;
  expect(await found(asAnother)).toEqual([fault('lists no such decision at level 1')]);
  expect(await found(`delete from bpm_decision where ${decision}`)).toEqual([fault('0 approvals, needed are 1')]);
});

test('only the first reviewer may change the solution, and only to a valid one', async () => {
  const stock = await createStock('10');
  const filed = await submitted({ productBoxId: stock.id });
  expect((await decide(filed, { solution: 'TAKE_BACK' })).error.data?.fields?.[0]?.path).toBe('solution');
  const kept = (await decide(filed, { solution: 'KEEP' })).data;
  expect(kept).toMatchObject({ state: 'DONE', solution: 'KEEP', documents: [], held: '0' });
  expect(await stockOf(stock.id)).toMatchObject({ qty: '10', reserved: '0' });
});

test('a case opened by the warehouse needs the consent of the owner first', async () => {
  const stock = await createStock('10');
  const filed = await submitted({ kind: 'SHORTAGE', solution: 'DISPOSE', productBoxId: stock.id }, manager);
  expect(filed).toMatchObject({ side: 'WAREHOUSE', isApplicant: true, step: '货主确认' });
  expect((await decide(filed)).error.code).toBe('NOT_REVIEWER');
  expect(await inboxOf(cast.teacher, filed), 'the owner hears of it').not.toEqual([]);
  const leader = (
    await sql<{ username: string }>`select u.username from wms_org_user m join sys_user u on u.id = m.user_id
      join wms_org o on o.id = m.org_id where o.code = 'LAB-CATALYSIS' and m.relation = 'LEADER' limit 1`.execute(
      world.services.db,
    )
  ).rows[0]!.username;
  const owner = await world.as(leader, 'ROLE_TEACHER', 'LAB-CATALYSIS');
  expect((await decide(filed, {}, owner)).data).toMatchObject({ state: 'SUBMITTED', level: 2, step: '售后受理' });
  expect((await decide(filed)).error.code, 'applicants cannot decide their own case').toBe('NOT_REVIEWER');
  // A reviewer from one group is not a party when acting for another group.
  const elsewhere = await world.as(leader, 'ROLE_TEACHER', 'LAB-POLYMER');
  const params = { id: filed.id };
  expect((await elsewhere.call(routes.getCase, { params })).status).toBe(404);
  expect((await elsewhere.call(routes.listCaseMessages, { params })).status).toBe(404);
  expect((await elsewhere.call(routes.listCases, { query: { size: 200 } })).data.list.map(({ id }) => id)).not.toContain(
    filed.id,
  );
});

test('[S1.14] a case without an eligible leader is flagged at once, and an administrator is asked to assign a reviewer', async () => {
  const box = await newBox();
  const [id] = await post(world.services.db, [{ product: GOODS, owner: 'LAB-POLYMER', box: box.code, qty: '10' }]);
  const filed = await submitted({ kind: 'SHORTAGE', solution: 'DISPOSE', productBoxId: id! }, manager);
  expect(filed).toMatchObject({ state: 'SUBMITTED', step: '货主确认', nobody: true, held: '2' });
  const admin = await world.as('admin', 'ROLE_ADMIN');
  expect(await inboxOf(admin, filed)).toEqual(['msg.afsStuck']);
  const stuck = (await admin.call(workRoutes.listStuck, { query: { q: filed.no } })).data.list;
  expect(stuck).toMatchObject([{ bizId: filed.id, no: filed.no }]);
  // The clock finds nothing new and sends no second message.
  await findStuck(world.services, kinds);
  expect(await inboxOf(admin, filed)).toEqual(['msg.afsStuck']);
  const body = { userId: cast.teacher.id, note: '代为确认' };
  expect((await admin.call(workRoutes.reassignTask, { params: { id: stuck[0]!.taskId! }, body })).status).toBe(200);
  expect(await get(filed)).toMatchObject({ nobody: false });
  const member = await world.as('teacher', 'ROLE_TEACHER', 'LAB-POLYMER');
  // The applicant is the only one who works on cases, so the next step is unstaffed too and is reported again.
  expect((await decide(filed, {}, member)).data).toMatchObject({ step: '售后受理', nobody: true });
  expect(await inboxOf(admin, filed)).toEqual(['msg.afsStuck']);
});

test('stock names the case that holds it until the case ends', async () => {
  const stock = await createStock('10');
  const seen = async (by: Person = cast.keeper) =>
    (await by.call(productBoxRoutes.getStock, { params: { id: stock.id } })).data.cases;
  expect(await seen()).toEqual([]);
  const filed = await submitted({ kind: 'SHORTAGE', solution: 'DISPOSE', productBoxId: stock.id, qty: '3' });
  const { id, no } = filed;
  expect(await seen()).toEqual([{ id, no, state: 'SUBMITTED', held: '3' }]);
  const { data } = await cast.teacher.call(productBoxRoutes.listStock, { query: { boxId: stock.boxId } });
  expect(data.list.map(({ cases }) => cases.map((each) => each.no))).toEqual([[no]]);
  const { documents } = (await decide(filed)).data;
  expect(await seen(cast.teacher)).toEqual([{ id, no, state: 'PROCESSING', held: '0' }]);
  await executeDocument(documents[0]!.id);
  expect(await seen()).toEqual([]);
});

test('only parties see a case; suppliers see no boxes or documents, and drafts stay private', async () => {
  const supplier = await world.as('supplier', 'ROLE_SUPPLIER');
  const stock = await createStock('10');
  const { rows } = await sql<{ id: string }>`
    select m.org_id as id from wms_org_user m join wms_org o on o.id = m.org_id where m.user_id = ${supplier.id} and o.type = 'SUPPLIER' limit 1`.execute(
    world.services.db,
  );
  await sql`update wms_batch set supplier_org_id = ${rows[0]!.id} where id = (select batch_id from wms_product_box where id = ${stock.id})`.execute(
    world.services.db,
  );
  onTestFinished(async () => {
    await sql`update wms_batch set supplier_org_id = null where supplier_org_id = ${rows[0]!.id}`.execute(world.services.db);
  });
  const sees = async (by: Person, filed: { id: string }) => [
    (await by.call(routes.getCase, { params: { id: filed.id } })).status,
    (await by.call(routes.listCases, { query: { size: 200 } })).data.list.some(({ id }) => id === filed.id),
    (await by.call(routes.listCaseMessages, { params: { id: filed.id } })).status,
    (await by.call(routes.listCaseRecords, { params: { id: filed.id } })).status,
  ];
  const nothing = [404, false, 404, 404];
  const all = [200, true, 200, 200];
  const draft = (await create({ productBoxId: stock.id, withSupplier: true })).data;
  for (const by of [stranger, supplier, manager, cast.keeper]) expect(await sees(by, draft), by.username).toEqual(nothing);
  const filed = (await submit(draft)).data;
  expect(await sees(stranger, filed)).toEqual(nothing);
  for (const by of [supplier, manager, cast.keeper, cast.teacher]) expect(await sees(by, filed), by.username).toEqual(all);
  expect(await get(filed, supplier)).toMatchObject({ side: 'SUPPLIER', boxCode: null, productBoxId: null, documents: [] });
  const alone = await submitted({ productBoxId: stock.id, qty: '1' });
  expect(await sees(supplier, alone), 'who was not asked to be a party').toEqual(nothing);
  const foreign = await create({ productBoxId: stock.id }, stranger);
  expect(foreign.status, 'goods of others are not there').toBe(404);
});

test('parties exchange messages with pictures that only they can read', async () => {
  const stock = await createStock('10');
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
    .png()
    .toBuffer();
  const { data: own } = await cast.teacher.upload(fileRoutes.upload, photo, '破损.png');
  const noPicture = (await create({ kind: 'DAMAGE', solution: 'DISPOSE', productBoxId: stock.id })).data;
  expect((await submit(noPicture)).error.data?.fields?.[0]?.path, 'damage has to be shown').toBe('pictures');
  const stolen = await create({ productBoxId: (await createStock('1')).id, qty: '1', pictures: [own.id] }, manager);
  expect(stolen.status, 'a picture of somebody else').toBe(404);
  const filed = await submitted({ kind: 'DAMAGE', solution: 'DISPOSE', productBoxId: stock.id, pictures: [own.id] });
  expect((await manager.send('GET', `/sys/fs/${own.id}`)).status).toBe(200);
  expect((await stranger.send('GET', `/sys/fs/${own.id}`)).status).toBe(404);

  const { data: answer } = await manager.upload(fileRoutes.upload, photo, '核实.png');
  const message = await manager.call(routes.sayInCase, {
    params: { id: filed.id },
    body: { content: '已核实，请补充开箱照片', pictures: [answer.id] },
  });
  expect(message.data).toMatchObject({ side: 'WAREHOUSE', mine: true });
  expect((await cast.teacher.send('GET', `/sys/fs/${answer.id}`)).status).toBe(200);
  expect((await stranger.send('GET', `/sys/fs/${answer.id}`)).status).toBe(404);
  expect(await inboxOf(cast.teacher, filed)).toContain('msg.afsSaid');
  const read = (await cast.teacher.call(routes.listCaseMessages, { params: { id: filed.id } })).data;
  expect(read.map(({ content, mine }) => [content, mine])).toEqual([['已核实，请补充开箱照片', false]]);
  const outside = await stranger.call(routes.sayInCase, { params: { id: filed.id }, body: { content: '?' } });
  expect(outside.status).toBe(404);
});

test('withdrawn, returned, rejected and cancelled cases release their stock', async () => {
  const stock = await createStock('10');
  const filed = await submitted({ productBoxId: stock.id, qty: '4' });
  expect((await stockOf(stock.id)).reserved).toBe('4');
  const withdrawn = (await cast.teacher.call(routes.withdrawCase, { params: { id: filed.id }, body: { rev: filed.rev } })).data;
  expect(withdrawn).toMatchObject({ state: 'DRAFT', held: '0' });
  expect((await stockOf(stock.id)).reserved).toBe('0');
  expect((await manager.call(routes.getCase, { params: { id: filed.id } })).status, 'a draft again').toBe(404);
  const again = (await submit(withdrawn)).data;
  const noReason = await decide(again, { decision: 'RETURN', comment: null });
  expect(noReason.error.code).toBe('COMMENT_NEEDED');
  const returned = (await decide(again, { decision: 'RETURN', comment: '请补充照片' })).data;
  expect(returned).toMatchObject({ state: 'RETURNED', held: '0' });
  const changed = await cast.teacher.call(routes.updateCase, {
    params: { id: filed.id },
    body: withDefaults(caseForm, { ...form({ productBoxId: stock.id, qty: '3' }), rev: returned.rev }),
  });
  expect(changed.data).toMatchObject({ qty: '3', state: 'RETURNED' });
  const third = (await submit(changed.data)).data;
  expect((await decide(third, { decision: 'REJECT', comment: '不属于售后范围' })).data).toMatchObject({
    state: 'REJECTED',
    held: '0',
  });
  expect((await stockOf(stock.id)).reserved).toBe('0');
  expect((await submit(third)).error.code).toBe('ILLEGAL_TRANSITION');
  const other = await submitted({ productBoxId: stock.id, qty: '1' });
  const canceled = await cast.teacher.call(routes.cancelCase, {
    params: { id: other.id },
    body: { rev: other.rev, comment: '已自行解决' },
  });
  expect(canceled.data).toMatchObject({ state: 'CANCELED', held: '0' });
  expect(await stockOf(stock.id)).toMatchObject({ qty: '10', reserved: '0' });
  expect(
    (
      await cast.teacher.call(routes.updateCase, {
        params: { id: other.id },
        body: withDefaults(caseForm, { ...form({ productBoxId: stock.id }), rev: 1 }),
      })
    ).status,
  ).toBe(409);
  expect(await proof()).toEqual([]);
});

test('does not hold stock reserved meanwhile, and a cancelled document reopens the case', async () => {
  const stock = await createStock('5');
  const draft = (await create({ productBoxId: stock.id, qty: '4' })).data;
  await post(world.services.db, [{ product: GOODS, owner: 'LAB-CATALYSIS', box: stock.boxCode, qty: '-3' }]);
  const late = await submit(draft);
  expect(['AFTER_SALES_QTY', 'INSUFFICIENT']).toContain(late.error.code);
  const filed = await submitted({ productBoxId: stock.id, qty: '2' });
  const [document] = (await decide(filed)).data.documents;
  const open = await documentOf(document!.id, cast.keeper);
  const voided = await cast.keeper.call(transactionRoutes.voidTransaction, {
    params: { id: open.id },
    body: { rev: open.rev, comment: '供应商不收' },
  });
  expect(voided.data.state).toBe('CANCELED');
  expect(await get(filed)).toMatchObject({ state: 'RETURNED', held: '0' });
  expect(await stockOf(stock.id)).toMatchObject({ qty: '2', reserved: '0' });
  expect(await inboxOf(cast.teacher, filed)).toContain('msg.afsReturned');
});

test('reminds reviewers before the due date, and the parties daily after it', async () => {
  const stock = await createStock('3');
  const filed = await submitted({ productBoxId: stock.id, qty: '1' });
  const setDue = (days: number) =>
    sql`update wms_after_sales set due_at = now() + make_interval(hours => ${days * 24}) where id = ${filed.id}`.execute(
      world.services.db,
    );
  await setDue(0.5);
  await remindCases(world.services);
  expect(await inboxOf(manager, filed)).toEqual(['msg.afsSoon']);
  await setDue(-1);
  expect((await get(filed)).late).toBe(true);
  await remindCases(world.services);
  expect(await inboxOf(cast.teacher, filed)).toEqual(['msg.afsLate']);
  expect(await remindCases(world.services), 'once a day').toBe(0);
});

test('opens cases only for recent, finished documents', async () => {
  const stock = await createStock('10');
  const collection = await collectStock(stock, '2');
  const lineId = collection.lines[0]!.id;
  const origin = (await cast.teacher.call(routes.getCaseOrigin, { query: { transactionLineId: lineId } })).data;
  expect(origin).toMatchObject({ transactionNo: collection.no, most: '2', stocks: [] });
  expect((await stranger.call(routes.getCaseOrigin, { query: { transactionLineId: lineId } })).status).toBe(404);
  const ago = (interval: string) =>
    sql`update wms_transaction set finished_at = finished_at + ${interval}::interval where id = ${collection.id}`.execute(
      world.services.db,
    );
  await ago('-91 days');
  expect((await create({ transactionLineId: lineId, solution: 'TAKE_BACK' })).error.code).toBe('AFTER_SALES_OVER');
  await ago('91 days');
});

test('stock moves only through documents of decisions, for any sequence of actions', { tags: ['property'] }, async () => {
  const { db } = world.services;
  let seed = 20_261_124;
  const random = (n: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % n;
  };
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;
  const stocks = [await createStock('20'), await createStock('20'), await createStock('20')];
  const ids = stocks.map(({ id }) => id);
  const ledgerSize = async () =>
    (
      await db
        .selectFrom('wms_ledger')
        .where('product_box_id', 'in', ids)
        .select(sql<number>`count(*)::int`.as('n'))
        .executeTakeFirstOrThrow()
    ).n;
  const open: { id: string }[] = [];
  const turns = runs(25, 60);
  for (let turn = 0; turn < turns; turn++) {
    const before = await ledgerSize();
    const filed = open.length > 0 ? pick(open) : null;
    const now = filed === null ? null : await get(filed, cast.teacher);
    const step = random(6);
    if (now === null || step === 0) {
      const draft = await create({
        productBoxId: pick(ids),
        qty: String(1 + random(4)),
        solution: pick(['DISPOSE', 'RETURN_SUPPLIER', 'KEEP']),
      });
      if (draft.status === 200) open.push(draft.data);
    } else if (step === 1) await submit(now);
    else if (step === 2) await cast.teacher.call(routes.withdrawCase, { params: { id: now.id }, body: { rev: now.rev } });
    else if (step === 3)
      await cast.teacher.call(routes.cancelCase, { params: { id: now.id }, body: { rev: now.rev, comment: '不再需要' } });
    else if (step === 4 && now.state === 'SUBMITTED')
      await decide(now, { decision: pick(['APPROVE', 'APPROVE', 'RETURN', 'REJECT']) });
    else {
      const left = now.documents.find(({ state }) => state === 'APPROVED');
      if (left) {
        await executeDocument(left.id);
        expect(await ledgerSize()).toBe(before + 1);
        continue;
      }
    }
    expect(await ledgerSize(), `turn ${turn}, step ${step}`).toBe(before);
    const { rows } = await sql<{ bad: number }>`
      select count(*)::int as bad from wms_product_box s where s.id = any(${ids}::uuid[]) and s.reserved <>
        coalesce((select sum(held) from wms_after_sales c where c.product_box_id = s.id), 0)
        + coalesce((select sum(x.reserved) from wms_transaction_line_box x where x.product_box_id = s.id), 0)`.execute(db);
    expect(rows[0]!.bad, 'what is reserved is what cases and their documents hold').toBe(0);
  }
  expect(await proof()).toEqual([]);
});

const boxForm = async (id: string) => {
  const { containerId, code, row, col, type, ownerOrgId, mixPolicy, maxVolumeL, maxMassKg, maxLines, remark, rev } = (
    await manager.call(boxRoutes.getBox, { params: { id } })
  ).data;
  return { containerId, code, row, col, type, ownerOrgId, mixPolicy, maxVolumeL, maxMassKg, maxLines, remark, rev };
};

/** A finished collection of part of the stock. */
async function collectStock(stock: { id: string }, qty: string): Promise<Transaction> {
  const draft = (
    await cast.teacher.call(transactionRoutes.createTransaction, {
      body: {
        type: 'OUTBOUND',
        warehouseId: places.w2,
        purpose: '实验',
        planDate: '2099-12-31',
        lines: [lineOf(places.product(GOODS), qty, { unit: 'BOX', productBoxId: stock.id })],
      },
    })
  ).data;
  const sent = (
    await cast.teacher.call(transactionRoutes.submitTransaction, { params: { id: draft.id }, body: { rev: draft.rev } })
  ).data;
  await cast.reviewer.call(transactionRoutes.approveTransaction, {
    params: { id: sent.id },
    body: { rev: sent.rev, comment: null },
  });
  return executeDocument(sent.id);
}
