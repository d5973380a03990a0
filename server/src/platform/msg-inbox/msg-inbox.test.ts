import { everyInboxRoutes, msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approved, castOf, lineOf, placesOf, submitted } from '../../../test/_flow.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

const routes = { ...msgInboxRoutes, ...everyInboxRoutes };
let world: World;
let admin: Person;
let teacher: Person;
let supplier: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.as('admin', 'ROLE_ADMIN');
  teacher = await world.as('teacher', 'ROLE_TEACHER');
  supplier = await world.as('supplier', 'ROLE_SUPPLIER');
});
afterAll(() => world.end());

const send = async (title: string, person = teacher) =>
  (await admin.call(routes.send, { body: { title, content: '内容', userId: person.id } })).data;
const unread = async (person = teacher): Promise<number> =>
  (await person.call(routes.countMine, { query: { state: ['NEW'] } })).data;

test('[S7.30, S4.01, S3.22, S3.25] a message starts as NEW, with sender, recipient and time', async () => {
  const made = await send('第一条');
  expect(made).toMatchObject({
    state: 'NEW',
    title: '第一条',
    content: '内容',
    senderName: '系统管理员',
    recipientId: teacher.id,
    deleted: null,
  });
  expect(Date.parse(made.sent!)).toBeGreaterThan(Date.now() - 60_000);
});

test('[S4.02, S4.04, S4.05, S4.06, S4.07, S3.23, S3.24] read, deleted, restored, cleared: the unread count is updated', async () => {
  const { id } = await send('一生');
  const params = { id };
  const before = await unread();
  expect((await teacher.call(routes.notifyMine, { params })).data.state).toBe('READ');
  expect(await unread()).toBe(before - 1);
  expect((await teacher.call(routes.deleteMine, { params })).data.state).toBe('DELETED');
  const listed = (await teacher.call(routes.listMine)).data.list.map((message) => message.id);
  expect(listed).not.toContain(id);
  expect(
    (await teacher.call(routes.listMine, { query: { state: ['DELETED'] } })).data.list.map((message) => message.id),
  ).toContain(id);
  expect((await teacher.call(routes.notifyMine, { params })).data).toMatchObject({ state: 'READ', deleted: null });
  expect(await unread()).toBe(before - 1);
  await teacher.call(routes.deleteMine, { params });
  expect((await teacher.call(routes.clearMine, { params })).status).toBe(200);
  expect((await teacher.call(routes.getMine, { params })).status).toBe(404);
  expect(
    (await teacher.call(routes.listMine, { query: { state: ['DELETED'] } })).data.list.map((message) => message.id),
  ).not.toContain(id);
});

test('[S4.08] steps are idempotent, and messages of others are not found', async () => {
  const { id } = await send('两次');
  const params = { id };
  for (const route of [routes.notifyMine, routes.notifyMine, routes.deleteMine, routes.deleteMine] as const) {
    expect((await teacher.call(route, { params })).status).toBe(200);
  }
  for (const route of [routes.getMine, routes.notifyMine, routes.deleteMine, routes.clearMine] as const) {
    expect((await supplier.call(route, { params })).error.code).toBe('NOT_FOUND');
  }
});

test('[F-P3][S4.06] clears only messages in the recycle bin', async () => {
  const params = { id: (await send('不在回收站')).id };
  for (const read of [false, true]) {
    if (read) await teacher.call(routes.notifyMine, { params });
    expect((await teacher.call(routes.clearMine, { params })).error.code).toBe('ILLEGAL_TRANSITION');
    expect((await admin.call(routes.clear, { params })).error.code).toBe('ILLEGAL_TRANSITION');
  }
  await teacher.call(routes.deleteMine, { params });
  expect((await teacher.call(routes.clearMine, { params })).status).toBe(200);
});

test('[S7.31, S3.26] each of several recipients has a copy', async () => {
  const sent = await admin.call(routes.sendBatch, { body: { title: '通知', content: '', userIds: [teacher.id, supplier.id] } });
  expect(sent.data).toBe(2);
  const own = async (person: Person) =>
    (await person.call(routes.listMine)).data.list.find((message) => message.title === '通知');
  await teacher.call(routes.deleteMine, { params: { id: (await own(teacher))!.id } });
  expect(await own(teacher)).toBeUndefined();
  expect((await own(supplier))?.state).toBe('NEW');
});

test('[S7.38, S7.39, S7.40, S4.03] marks all as read, deletes all, and clears only the bin', async () => {
  await send('甲', supplier);
  await send('乙', supplier);
  expect(await unread(supplier)).toBeGreaterThan(1);
  await supplier.call(routes.notifyAllMine, { body: null });
  expect(await unread(supplier)).toBe(0);
  await send('丙', supplier);
  await supplier.call(routes.deleteAllMine, { body: { state: 'READ' } });
  const left = (await supplier.call(routes.listMine)).data.list;
  expect(left.map((message) => message.title)).toEqual(['丙']);
  await supplier.call(routes.clearAllMine, { body: null });
  expect((await supplier.call(routes.countMine, { query: { state: ['NEW', 'READ', 'DELETED'] } })).data).toBe(1);
});

test('[S7.24, S7.25, S7.26, S7.27, S7.28, S7.29, S7.32, S7.33, S7.34, S7.35, S7.36, S7.37] users see their own messages, administrators all', async () => {
  const { id } = await send('管理');
  const params = { id };
  expect((await admin.call(routes.list, { query: { q: '管理' } })).data.list.map((message) => message.id)).toContain(id);
  expect((await admin.call(routes.list, { query: { q: '%_%' } })).data.list).toEqual([]);
  expect((await admin.call(routes.count, { query: { q: '管理' } })).data).toBeGreaterThan(0);
  expect((await admin.call(routes.get, { params })).data.title).toBe('管理');
  expect((await admin.call(routes.notify, { params })).data.state).toBe('READ');
  expect((await admin.call(routes.delete, { params })).data.state).toBe('DELETED');
  expect((await admin.call(routes.clear, { params })).status).toBe(200);
  expect((await admin.call(routes.get, { params })).status).toBe(404);
  for (const route of [routes.list, routes.count] as const) expect((await teacher.call(route)).error.code).toBe('FORBIDDEN');
  expect((await teacher.call(routes.listMine)).data.list.every((message) => message.recipientId === teacher.id)).toBe(true);
  for (const path of ['', '/count', '/by-me', '/by-me/count', `/${id}`, `/by-me/${id}`]) {
    expect((await world.app.inject({ url: `/api/sys/msg-inbox${path}` })).json()).toMatchObject({ code: 'UNAUTHORIZED' });
  }
});

test('message texts are plain text, and links stay inside the console', async () => {
  const made = await send('<img src=x onerror=alert(1)> {{7*7}}');
  expect(made.title).toBe('<img src=x onerror=alert(1)> {{7*7}}');
  for (const link of ['//evil.example', 'https://evil.example', 'javascript:alert(1)', '/\\evil', 'x']) {
    expect((await admin.send('POST', '/sys/msg-inbox/send', { title: 'x', content: '', userId: teacher.id, link })).status).toBe(
      422,
    );
  }
});

test('[S3.27] each step of a document notifies those concerned, in their language, with a link', async () => {
  const cast = await castOf(world);
  const places = await placesOf(world);
  const before = {
    reviewer: await unread(cast.reviewer),
    keeper: await unread(cast.keeper),
    teacher: await unread(cast.teacher),
  };
  const line = lineOf(places.product('C-NACL'), '1', { batchNo: 'B', expiresOn: '2099-01-01' });
  const document = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [line] });
  expect(await unread(cast.reviewer)).toBe(before.reviewer + 1);
  expect(await unread(cast.keeper)).toBe(before.keeper);
  const [toReview] = (await cast.reviewer.call(routes.listMine, { headers: { 'accept-language': 'en' } })).data.list;
  expect(toReview).toMatchObject({
    id: expect.any(String),
    kind: 'TODO',
    content: expect.any(String),
    senderId: cast.teacher.id,
    recipientId: cast.reviewer.id,
    createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
    title: `Review needed: ${document.no}`,
    link: `/admin/wms/transaction/inbound/edit?id=${document.id}`,
    bc: 'wms',
    fc: 'transaction',
    objectId: document.id,
  });
  await approved(cast, document);
  expect(await unread(cast.keeper)).toBe(before.keeper + 1);
  expect(await unread(cast.teacher)).toBe(before.teacher + 1);
  const [message] = (await cast.teacher.call(routes.listMine)).data.list;
  expect(message).toMatchObject({
    title: `已批准：${document.no}`,
    link: `/teacher/wms/transaction/inbound/edit?id=${document.id}`,
  });
});
