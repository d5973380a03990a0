import { EVENTS } from '@kuwei/contract/event';
import { msgInboxRoutes as inbox } from '@kuwei/contract/sys/msg-inbox';
import { msgSenderRoutes as routes, placeholdersOf } from '@kuwei/contract/sys/msg-sender';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { castOf, lineOf, placesOf, submitted } from '../../../test/_flow.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import type { BusEvent } from '../../bus.ts';
import { sendDue } from './send.ts';

let world: World;
let admin: Person;
let teacher: Person;
let supplier: Person;
let lab: string;
const heard: BusEvent[] = [];
beforeAll(async () => {
  world = await openWorld();
  admin = await world.as('admin', 'ROLE_ADMIN');
  teacher = await world.as('teacher', 'ROLE_TEACHER');
  supplier = await world.as('supplier', 'ROLE_SUPPLIER');
  const { db, bus } = world.services;
  lab = (await db.selectFrom('wms_org').where('code', '=', 'LAB-BIO').select('id').executeTakeFirstOrThrow()).id;
  bus.subscribe((event) => heard.push(event));
});
afterAll(() => world.end());

const text = { title: '停电通知', content: '周六停电。\n请提前取货。' };
const unread = async (person: Person): Promise<number> =>
  (await person.call(inbox.countMine, { query: { state: ['NEW'] } })).data;
const own = async (person: Person) =>
  (await person.call(inbox.listMine, { query: { size: 50, state: ['NEW', 'READ', 'DELETED'] } })).data.list.filter(
    ({ title, sent }) => title.startsWith('停电') && sent !== null,
  );
const events = (kind: { ec: string }): BusEvent[] => heard.filter(({ fc, ec }) => fc === EVENTS.message.fc && ec === kind.ec);
const minutes = (n: number): string => new Date(Date.now() + n * 60_000).toISOString();

test('[S2.112, S4.01] sends one copy per person, however often addressed by name, role or organisation', async () => {
  const before = [await unread(teacher), await unread(supplier)];
  const receivers = { userIds: [teacher.id, supplier.id], roles: ['ROLE_TEACHER'], orgIds: [lab] };
  const counted = (await admin.call(routes.countReceivers, { body: receivers })).data;
  expect(counted).toEqual({ count: 3, names: ['陈思远', '林晓雨', '赵国强'] });
  heard.length = 0;
  const sent = (await admin.call(routes.sendText, { body: { ...text, ...receivers } })).data;
  expect(sent).toMatchObject({ state: 'SENT', recipients: 3, read: 0, senderName: '系统管理员', everyone: false, sendAt: null });
  expect(sent.roles).toEqual([{ id: 'ROLE_TEACHER', name: '教师（课题组）' }]);
  expect(sent.orgs.map(({ name }) => name)).toEqual(['分子生物学课题组']);
  expect([await unread(teacher), await unread(supplier)]).toEqual(before.map((n) => n + 1));
  expect(events(EVENTS.message).flatMap(({ to }) => to)).toHaveLength(3);

  const [copy] = await own(teacher);
  expect(copy).toMatchObject({ ...text, state: 'NEW', senderName: '系统管理员' });
  await teacher.call(inbox.notifyMine, { params: { id: copy!.id } });
  expect((await admin.call(routes.getSending, { params: { id: sent.id } })).data).toMatchObject({ read: 1, recipients: 3 });
  const receipts = (query: object) => admin.call(routes.listReceipts, { params: { id: sent.id }, query });
  expect((await receipts({ read: true })).data.list).toMatchObject([{ username: 'teacher', recalled: false }]);
  expect((await receipts({ read: false })).data.list.map(({ name }) => name)).toEqual(['林晓雨', '赵国强']);
  expect((await receipts({ q: '赵' })).data.total).toBe(1);
});

test('finds recipients by name, number and code', async () => {
  const names = async (route: typeof routes.selectPeople | typeof routes.selectReceiverOrgs, q: string) =>
    (await admin.call(route, { query: { q } })).data.list.map(({ name }) => name);
  expect(await names(routes.selectPeople, '陈')).toEqual(['陈思远']);
  expect(await names(routes.selectPeople, 'teacher2')).toEqual(['林晓雨']);
  expect(await names(routes.selectReceiverOrgs, 'lab-bio')).toEqual(['分子生物学课题组']);
  expect((await teacher.call(routes.selectPeople)).error.code).toBe('FORBIDDEN');
});

test('everyone means all who can sign in; refuses a message without recipients', async () => {
  const { db } = world.services;
  const active = (
    await db.selectFrom('sys_user').where('state', '=', 'ACTIVE').where('deleted_at', 'is', null).select('id').execute()
  ).length;
  const count = async () => (await admin.call(routes.countReceivers, { body: { everyone: true } })).data.count;
  expect(await count()).toBe(active);
  await db.updateTable('sys_user').set({ state: 'DISABLED' }).where('username', '=', 'staff').execute();
  expect(await count()).toBe(active - 1);
  const empty = await admin.call(routes.sendText, { body: { ...text, roles: ['ROLE_STAFF'] } });
  expect(empty.error).toMatchObject({ code: 'INVALID', data: { fields: [{ path: 'userIds' }] } });
  await db.updateTable('sys_user').set({ state: 'ACTIVE' }).where('username', '=', 'staff').execute();
  for (const body of [text, { ...text, roles: ["'; drop table sys_user"] }, { ...text, userIds: ['x'] }])
    expect((await admin.send('POST', routes.sendText.path, body)).status).toBe(422);
});

test('[S3.25, A22] sends a scheduled message at its time, to recipients as of then', async () => {
  const body = { ...text, title: '停电：计划', roles: ['ROLE_SUPPLIER'], sendAt: minutes(30) };
  const planned = (await admin.call(routes.sendText, { body })).data;
  expect(planned).toMatchObject({ state: 'PLANNED', recipients: 0, sentAt: null, sendAt: body.sendAt });
  const before = [await unread(supplier), await unread(teacher)];
  await sendDue(world.services);
  expect(await unread(supplier)).toBe(before[0]);

  await world.services.db
    .updateTable('sys_message')
    .set({ send_at: minutes(-1) })
    .where('id', '=', planned.id)
    .execute();
  await sql`insert into sys_user_role (user_id, role_code) values (${teacher.id}, 'ROLE_SUPPLIER')`.execute(world.services.db);
  heard.length = 0;
  // Two concurrent processes send it once.
  const counts = await Promise.all([sendDue(world.services), sendDue(world.services)]);
  expect(counts[0] + counts[1]).toBe(1);
  await sql`delete from sys_user_role where user_id = ${teacher.id} and role_code = 'ROLE_SUPPLIER'`.execute(world.services.db);
  expect([await unread(supplier), await unread(teacher)]).toEqual(before.map((n) => n + 1));
  expect(
    events(EVENTS.message)
      .flatMap(({ to }) => to)
      .toSorted(),
  ).toEqual([supplier.id, teacher.id].toSorted());
  const sent = (await admin.call(routes.getSending, { params: { id: planned.id } })).data;
  expect(sent).toMatchObject({ state: 'SENT', recipients: 2 });
  expect(sent.sentAt).not.toBeNull();
});

test('[S3.25] refuses a past time at its field; the current minute means now', async () => {
  const body = { ...text, title: '停电：过去', userIds: [teacher.id] };
  const before = await unread(teacher);
  for (const sendAt of ['2020-01-01T00:00:00.000Z', minutes(-5), minutes(-1)]) {
    const past = await admin.call(routes.sendText, { body: { ...body, sendAt } });
    expect(past.error).toMatchObject({ code: 'INVALID', data: { fields: [{ path: 'sendAt', message: '不能早于现在' }] } });
  }
  expect(await unread(teacher)).toBe(before);
  const now = await admin.call(routes.sendText, { body: { ...body, sendAt: minutes(-0.5) } });
  expect(now.data.state).toBe('SENT');
  expect(await unread(teacher)).toBe(before + 1);
});

test('[S4.07] recall removes unread copies, and updates unread counts', async () => {
  const body = { ...text, title: '停电：召回', userIds: [teacher.id, supplier.id] };
  const sent = (await admin.call(routes.sendText, { body })).data;
  const params = { id: sent.id };
  const findCopy = async (person: Person) => (await own(person)).find(({ title }) => title === body.title);
  await teacher.call(inbox.notifyMine, { params: { id: (await findCopy(teacher))!.id } });
  const copy = (await findCopy(supplier))!;
  const before = await unread(supplier);
  heard.length = 0;
  expect((await admin.call(routes.recall, { params })).data).toMatchObject({ state: 'RECALLED', recipients: 2, read: 1 });
  expect(await unread(supplier)).toBe(before - 1);
  expect(events(EVENTS.message).flatMap(({ to }) => to)).toEqual([supplier.id]);
  expect(await findCopy(supplier)).toBeUndefined();
  for (const route of [inbox.getMine, inbox.notifyMine, inbox.deleteMine, inbox.clearMine] as const)
    expect((await supplier.call(route, { params: { id: copy.id } })).error.code).toBe('NOT_FOUND');
  expect((await findCopy(teacher))?.state).toBe('READ');
  expect((await admin.call(routes.recall, { params })).error.code).toBe('ILLEGAL_TRANSITION');
  const receipts = (await admin.call(routes.listReceipts, { params })).data.list;
  expect(receipts.map(({ username, recalled }) => [username, recalled])).toEqual([
    ['teacher', false],
    ['supplier', true],
  ]);
});

test('a recalled scheduled message is never sent', async () => {
  const body = { ...text, title: '停电：取消', userIds: [supplier.id], sendAt: minutes(10) };
  const { id } = (await admin.call(routes.sendText, { body })).data;
  expect((await admin.call(routes.recall, { params: { id } })).data.state).toBe('RECALLED');
  await world.services.db
    .updateTable('sys_message')
    .set({ send_at: minutes(-1) })
    .where('id', '=', id)
    .execute();
  const before = await unread(supplier);
  expect(await sendDue(world.services)).toBe(0);
  expect(await unread(supplier)).toBe(before);
});

const form = {
  code: 'POWER-CUT',
  name: '停电',
  kind: 'WARN' as const,
  title: '停电：{place}',
  content: '{place} 将于 {time} 停电。{{7*7}} {place}',
  link: null,
};

test('templates fill all parameters once, as text', async () => {
  expect(placeholdersOf(form.title, form.content)).toEqual(['place', 'time']);
  const made = (await admin.call(routes.createTemplate, { body: form })).data;
  expect(made).toMatchObject({ ...form, rev: 1, valid: true, params: ['place', 'time'], updatedBy: '系统管理员' });
  expect((await admin.call(routes.createTemplate, { body: form })).error).toMatchObject({
    code: 'CODE_TAKEN',
    data: { fields: [{ path: 'code' }] },
  });
  const params = { id: made.id };
  const values = (place: string) => [
    { name: 'place', value: place },
    { name: 'time', value: '20:00' },
  ];
  const send = (given: { name: string; value: string }[]) =>
    admin.call(routes.sendTemplate, { params, body: { params: given, userIds: [supplier.id] } });
  const sent = (await send(values('{time}楼'))).data;
  expect(sent).toMatchObject({
    title: '停电：{time}楼',
    content: '{time}楼 将于 20:00 停电。{{7*7}} {time}楼',
    kind: 'WARN',
    templateName: '停电',
  });
  expect((await send(values('东区').slice(0, 1))).error).toMatchObject({ data: { fields: [{ path: 'params.1.value' }] } });

  const changed = (await admin.call(routes.updateTemplate, { params, body: { ...form, name: '停电了', valid: false, rev: 1 } }))
    .data;
  expect(changed).toMatchObject({ name: '停电了', rev: 2, valid: false });
  expect((await admin.call(routes.updateTemplate, { params, body: { ...form, valid: true, rev: 1 } })).error.code).toBe('STALE');
  expect((await send(values('东区'))).error.code).toBe('CONFLICT');
  expect((await admin.call(routes.listTemplates, { query: { q: 'power', valid: false } })).data.list).toEqual([changed]);
  expect((await admin.call(routes.getTemplate, { params })).data).toEqual(changed);
  await admin.call(routes.deleteTemplate, { params });
  expect((await admin.call(routes.getTemplate, { params })).error.code).toBe('NOT_FOUND');
  // Sent messages do not change.
  expect((await admin.call(routes.getSending, { params: { id: sent.id } })).data).toMatchObject({
    title: sent.title,
    templateName: null,
  });
});

test('lists messages sent by people, newest first, without those of the product', async () => {
  const list = async (query: object) => (await admin.call(routes.listSendings, { query })).data.list;
  const all = await list({});
  expect(all.length).toBeGreaterThan(3);
  expect(all.map(({ createdAt }) => createdAt)).toEqual(
    all
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .reverse(),
  );
  expect((await list({ state: ['RECALLED'] })).every(({ state }) => state === 'RECALLED')).toBe(true);
  expect((await list({ q: '召回' })).map(({ title }) => title)).toEqual(['停电：召回']);
  const cast = await castOf(world);
  const places = await placesOf(world);
  const line = lineOf(places.product('C-NACL'), '1', { batchNo: 'B', expiresOn: '2099-01-01' });
  const document = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [line] });
  const message = await world.services.db
    .selectFrom('sys_message')
    .where('object_id', '=', document.id)
    .select('id')
    .executeTakeFirstOrThrow();
  expect(await list({})).toHaveLength(all.length);
  const params = { id: message.id };
  for (const route of [routes.getSending, routes.listReceipts, routes.recall] as const)
    expect((await admin.call(route, { params })).error.code).toBe('NOT_FOUND');
  for (const route of [routes.listSendings, routes.listTemplates] as const)
    expect((await teacher.call(route)).error.code).toBe('FORBIDDEN');
});

test('sends a message once per idempotency key', async () => {
  const body = { ...text, title: '停电：一次', userIds: [supplier.id] };
  const before = await unread(supplier);
  const [one, two] = [
    await admin.call(routes.sendText, { body, key: 'once-only' }),
    await admin.call(routes.sendText, { body, key: 'once-only' }),
  ];
  expect(two.data.id).toBe(one.data.id);
  expect(await unread(supplier)).toBe(before + 1);
});
