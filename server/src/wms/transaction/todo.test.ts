// To-dos are derived from documents, regardless of messages.
import { proxyRoutes } from '@kuwei/contract/auth/proxy';
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { TODO_SHOWN, todoRoutes, type Todo } from '@kuwei/contract/wms/todo';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  approved,
  assigned,
  cosign,
  deposited,
  finished,
  lineOf,
  openScene,
  saltLine,
  submit,
  submitted,
  type Cast,
  type Places,
} from '../../../test/_flow.ts';
import type { Person, World } from '../../../test/_world.ts';

let world: World;
let cast: Cast;
let places: Places;
beforeAll(async () => {
  ({ world, cast, places } = await openScene());
});
afterAll(() => world.end());

const todos = async (person: Person): Promise<Todo[]> => (await person.call(todoRoutes.listMyTodos)).data;
/** Number of to-dos of a kind, and the documents. */
const getTodo = async (person: Person, kind: Todo['kind'], type: Todo['type'] = 'INBOUND') => {
  const todo = (await todos(person)).find((each) => each.kind === kind && each.type === type);
  return { count: todo?.count ?? 0, link: todo?.link, ids: todo?.documents.map(({ id }) => id) ?? [] };
};
const count = async (...of: Parameters<typeof getTodo>): Promise<number> => (await getTodo(...of)).count;
const salt = (qty = '1') => ({ warehouseId: places.w2, lines: [saltLine(places, qty)] });
const deposit = () => submitted(cast.teacher, { type: 'INBOUND', ...salt() });
const putAway = (document: Transaction) => assigned(cast, document, places.box('W2-A-R1-B1'));

test('[F-W14] each step of a document moves the to-do from one person to the next, with a link to act', async () => {
  expect([await count(cast.reviewer, 'REVIEW'), await count(cast.keeper, 'PUTAWAY')]).toEqual([0, 0]);
  const document = await deposit();
  const address = `inbound/edit?id=${document.id}`;
  // Reading, deleting and clearing messages does not affect to-dos.
  await cast.reviewer.call(msgInboxRoutes.deleteAllMine, { body: null });
  await cast.reviewer.call(msgInboxRoutes.clearAllMine, { body: null });
  expect(await getTodo(cast.reviewer, 'REVIEW')).toEqual({
    count: 1,
    link: `/admin/wms/transaction/${address}`,
    ids: [document.id],
  });
  expect(await todos(cast.teacher)).toEqual([]);

  const back = (
    await cast.reviewer.call(routes.returnTransaction, {
      params: { id: document.id },
      body: { rev: document.rev, comment: '改' },
    })
  ).data;
  expect(await count(cast.reviewer, 'REVIEW')).toBe(0);
  expect(await getTodo(cast.teacher, 'RETURNED')).toEqual({
    count: 1,
    link: `/teacher/wms/transaction/${address}`,
    ids: [document.id],
  });

  const again = await approved(cast, (await submit(cast.teacher, back)).data);
  expect(await count(cast.teacher, 'RETURNED')).toBe(0);
  const work = { count: 1, link: `/admin/wms/transaction/inbound/editbox?id=${document.id}`, ids: [document.id] };
  expect([await getTodo(cast.keeper, 'PUTAWAY'), await getTodo(cast.keeper2, 'PUTAWAY')]).toEqual([work, work]);
  await finished(cast, await putAway(again));
  expect([await todos(cast.teacher), await todos(cast.keeper), await todos(cast.reviewer)]).toEqual([[], [], []]);
});

test('[F-W14] counts to-dos and names the oldest, behind one link to their list', async () => {
  const made: Transaction[] = [];
  for (let n = 0; n < TODO_SHOWN + 2; n++) made.push(await deposit());
  expect(await getTodo(cast.reviewer, 'REVIEW')).toEqual({
    count: TODO_SHOWN + 2,
    link: '/def/base/bpm/todo?key=wms-inbound',
    ids: made.slice(0, TODO_SHOWN).map(({ id }) => id),
  });
  const listed = (await cast.reviewer.call(routes.listTransactions, { query: { type: 'INBOUND', waiting: true } })).data;
  expect(listed.total).toBe(TODO_SHOWN + 2);
  for (const { id, rev } of made)
    await cast.teacher.call(routes.withdrawTransaction, { params: { id }, body: { rev, comment: null } });
  expect(await count(cast.reviewer, 'REVIEW')).toBe(0);
});

test('[F-W14, F-U6] outbound goods are a to-do to pick, then to collect; highly toxic ones wait for a second storekeeper', async () => {
  await deposited(cast, salt('2'), places.box('W2-A-R1-B1'));
  const line = lineOf(places.product('C-NACL'), '1');
  const ready = await approved(cast, await submitted(cast.teacher, { type: 'OUTBOUND', warehouseId: places.w2, lines: [line] }));
  expect([await count(cast.keeper, 'PICK', 'OUTBOUND'), await count(cast.teacher, 'COLLECT', 'OUTBOUND')]).toEqual([1, 0]);
  const planned = await assigned(cast, ready);
  expect([await count(cast.keeper, 'PICK', 'OUTBOUND'), await count(cast.teacher, 'COLLECT', 'OUTBOUND')]).toEqual([1, 1]);
  await finished(cast, planned);
  expect([await count(cast.keeper, 'PICK', 'OUTBOUND'), await count(cast.teacher, 'COLLECT', 'OUTBOUND')]).toEqual([0, 0]);

  const toxic = lineOf(places.product('C-NACN'), '1', { batchNo: 'T', expiresOn: '2030-01-01' });
  const document = await assigned(
    cast,
    await approved(cast, await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w1, lines: [toxic] })),
  );
  expect([await count(cast.keeper, 'COSIGN'), await count(cast.keeper2, 'COSIGN')]).toEqual([0, 1]);
  await cosign(cast.keeper2, document);
  expect(await count(cast.keeper2, 'COSIGN')).toBe(0);
});

test("[F-W14] lost roles and groups leave no to-dos; a user acting as another doesn't review their own application", async () => {
  const { db } = world.services;
  await deposit();
  expect(await count(cast.reviewer, 'REVIEW')).toBe(1);
  await db.deleteFrom('wms_org_user').where('user_id', '=', cast.reviewer.id).execute();
  expect(await todos(cast.reviewer)).toEqual([]);
  const admin = await world.as('admin', 'ROLE_ADMIN');
  expect(await todos(admin)).toEqual([]);
  const { token } = (await admin.call(proxyRoutes.switchToUser, { body: { id: cast.teacher.id, reason: '协助核对库存' } })).data;
  const acting = await world.with(token, 'ROLE_TEACHER');
  expect((await todos(acting)).map(({ kind }) => kind)).toEqual((await todos(cast.teacher)).map(({ kind }) => kind));
});

test('[F-W14] names the group of to-dos outside the selected group', async () => {
  const other = await world.as('teacher', 'ROLE_TEACHER', 'LAB-POLYMER');
  const document = await deposit();
  const { rev, id } = document;
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  await manager.call(routes.returnTransaction, { params: { id }, body: { rev, comment: '改' } });
  const [chosen] = await todos(cast.teacher);
  const [elsewhere] = await todos(other);
  expect([chosen?.chosen, elsewhere?.chosen]).toEqual([true, false]);
  expect(elsewhere?.org).toEqual(chosen?.org);
});
