// Revoked rights apply at once: to the next call, to open sockets, to running responses.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SOCKET_PATH } from '@kuwei/contract/constants';
import { fileRoutes } from '@kuwei/contract/sys/fs';
import { productRoutes } from '@kuwei/contract/wms/product';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { draft, lineOf, placesOf, submitted } from '../../test/_flow.ts';
import { untilNotified } from '../../test/_notified.ts';
import { openWorld, type Person, type World } from '../../test/_world.ts';
import { samplePdf } from '../seed/sample-pdf.ts';

let world: World;
let address: string;
beforeAll(async () => {
  world = await openWorld();
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  address = `127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
});
afterAll(() => world.end());

const disable = (person: Person): Promise<void> =>
  untilNotified(world, person, () =>
    world.services.db.updateTable('sys_user').set({ state: 'DISABLED' }).where('id', '=', person.id).execute(),
  );
const leaveGroups = (person: Person): Promise<void> =>
  untilNotified(world, person, () => world.services.db.deleteFrom('wms_org_user').where('user_id', '=', person.id).execute());
const form = async () => {
  const places = await placesOf(world);
  const lines = [lineOf(places.product('W-BEAKER-250'), '1', { unit: 'PIECE' })];
  return { type: 'INBOUND' as const, warehouseId: places.w2, lines };
};

/** A socket signed in as this person, with its frames. */
async function socketOf(person: Person): Promise<{ socket: WebSocket; heard: string[] }> {
  const socket = new WebSocket(`ws://${address}${SOCKET_PATH}`);
  const heard: string[] = [];
  await once(socket, 'open');
  socket.on('message', (data) => heard.push((data as Buffer).toString()));
  socket.send(JSON.stringify({ id: 'in', t: 'USER_LOGIN', d: JSON.stringify({ token: person.token, deviceId: person.id }) }));
  await expect.poll(() => heard.some((frame) => frame.includes('"c":200'))).toBe(true);
  return { socket, heard };
}

test('[security 14] a revoked role applies from the next call', async () => {
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const list = () => manager.call(productRoutes.listProducts, { query: { size: 1 } });
  expect((await list()).status).toBe(200);
  await untilNotified(world, manager, () =>
    world.services.db.deleteFrom('sys_user_role').where('user_id', '=', manager.id).execute(),
  );
  expect((await list()).error.code).toBe('PAGE_ROLE');
  const bare = await world.with(manager.token);
  expect((await bare.call(productRoutes.deleteProduct, { params: { id: crypto.randomUUID() } })).error.code).toBe('FORBIDDEN');
});

test('[security 14] a left group is invisible from the next call, and its documents are pushed to no open socket', async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-POLYMER');
  const keeper = await world.as('keeper', 'ROLE_WAREHOUSE_ADMIN');
  const mine = await draft(teacher, await form());
  const params = { id: mine.id };
  const { socket, heard } = await socketOf(keeper);
  const sent = await submitted(teacher, await form());
  await expect.poll(() => heard.some((frame) => frame.includes(sent.id))).toBe(true);
  const read = () => keeper.call(transactionRoutes.getTransaction, { params: { id: sent.id } });
  expect((await read()).status).toBe(200);

  await leaveGroups(keeper);
  // It was the session's organisation: another must be chosen first.
  expect((await read()).error.code).toBe('ORG_NEEDED');
  const later = await submitted(teacher, await form());
  socket.send(JSON.stringify({ id: 'ping', t: '_PING', d: 'null' }));
  await expect.poll(() => heard.some((frame) => frame.includes('"ping"'))).toBe(true);
  expect(heard.some((frame) => frame.includes(later.id))).toBe(false);
  socket.close();

  expect((await teacher.call(transactionRoutes.getTransaction, { params })).status).toBe(200);
  await leaveGroups(teacher);
  expect((await teacher.call(transactionRoutes.getTransaction, { params })).error.code).toBe('ORG_NEEDED');
  expect((await teacher.call(transactionRoutes.createTransaction, { body: await form() })).error.code).toBe('ORG_NEEDED');
});

/** Messages about a document, including ones that the person can no longer read. */
const countMessagesAbout = async (person: { id: string }, objectId: string): Promise<number> => {
  const { rows } = await sql`select c.id from sys_message_copy c join sys_message m on m.id = c.message_id
    where c.user_id = ${person.id} and m.object_id = ${objectId}`.execute(world.services.db);
  return rows.length;
};

test('[security 27] a former member hears nothing more of a group and reads none of its files; other members do', async () => {
  const { db } = world.services;
  const labOf = await db.selectFrom('wms_org').where('code', '=', 'LAB-BIO').select('id').executeTakeFirstOrThrow();
  const join = (person: Person) =>
    db
      .insertInto('wms_org_user')
      .values({ org_id: labOf.id, user_id: person.id, relation: 'MEMBER' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const leaver = await world.as('staff');
  const colleague = await world.as('teacher2');
  await db
    .insertInto('sys_user_role')
    .values({ user_id: leaver.id, role_code: 'ROLE_TEACHER' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await Promise.all([join(leaver), join(colleague)]);
  const teacher = await world.as('staff', 'ROLE_TEACHER', 'LAB-BIO');
  const attached = (await teacher.upload(fileRoutes.upload, samplePdf(['x']), 'x.pdf')).data.id;
  const unattached = (await teacher.upload(fileRoutes.upload, samplePdf(['y']), 'y.pdf')).data.id;
  const [one, two] = [
    await submitted(teacher, { ...(await form()), attachments: [attached] }),
    await submitted(teacher, await form()),
  ];
  const review = await world.as('reviewer', 'ROLE_WAREHOUSE_ADMIN');
  const giveBack = ({ id, rev }: { id: string; rev: number }) =>
    review.call(transactionRoutes.returnTransaction, { params: { id }, body: { rev, comment: '请补充资料' } });
  const status = async (id: string) => (await leaver.send('GET', `/sys/fs/${id}`)).status;

  expect((await giveBack(two)).status).toBe(200);
  expect([await countMessagesAbout(leaver, two.id), await countMessagesAbout(colleague, two.id)]).toEqual([1, 0]);
  expect([await status(attached), await status(unattached)]).toEqual([200, 200]);
  await leaveGroups(leaver);
  expect((await giveBack(one)).status).toBe(200);
  expect([await countMessagesAbout(leaver, one.id), await countMessagesAbout(colleague, one.id)]).toEqual([0, 1]);
  expect([await status(attached), await status(unattached)]).toEqual([404, 200]);
});

test('[security 14] sockets of a disabled account are closed within five seconds', { tags: ['alone'] }, async () => {
  const reviewer = await world.as('reviewer', 'ROLE_WAREHOUSE_ADMIN');
  const { socket } = await socketOf(reviewer);
  const closed = once(socket, 'close');
  const begun = Date.now();
  await disable(reviewer);
  await closed;
  expect(Date.now() - begun).toBeLessThan(5_000);
});

test('[security 14] a running response is cut off when the account is disabled', async () => {
  const supplier = await world.as('supplier', 'ROLE_SUPPLIER');
  const content = Buffer.concat([samplePdf(['x']), Buffer.alloc(19_000_000)]);
  const { id } = (await supplier.upload(fileRoutes.upload, content, 'big.pdf')).data;
  const headers = { authorization: `Bearer ${supplier.token}` };
  const fetchIt = async (meanwhile: () => Promise<void>): Promise<{ bytes: number; whole: boolean }> => {
    // A separate connection: a reused one buffers more.
    const request = get(`http://${address}/api/sys/fs/${id}`, { headers, agent: false });
    const [reply] = (await once(request, 'response')) as [IncomingMessage];
    reply.pause();
    await meanwhile();
    let bytes = 0;
    reply.on('data', (chunk: Buffer) => (bytes += chunk.length));
    reply.on('error', () => {});
    reply.resume();
    await new Promise((resolve) => reply.once('close', resolve));
    return { bytes, whole: reply.complete };
  };
  const wait = () => new Promise<void>((resolve) => setTimeout(resolve, 1_100));
  expect(await fetchIt(wait)).toEqual({ bytes: content.length, whole: true });
  const cut = await fetchIt(async () => {
    await disable(supplier);
    await wait();
  });
  expect(cut.whole).toBe(false);
  expect(cut.bytes).toBeLessThan(content.length);
});
