// Attacks over the socket: filling it up, slowing it down, or receiving events without a right to.
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SOCKET_PATH } from '@kuwei/contract/constants';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { closeLines, Line, lineOfPerson, listenWorld } from '../../test/_socket.ts';
import { openWorld, type World } from '../../test/_world.ts';
import { GUESTS_MAX, GUESTS_PER_ADDRESS, SOCKETS_PER_DEVICE } from './socket-connections.ts';

let world: World;
let origin: string;
beforeAll(async () => {
  // Trusts one proxy for the client's address.
  world = await openWorld({ TRUST_PROXY: '127.0.0.1' });
  origin = await listenWorld(world);
});
afterAll(async () => {
  closeLines();
  await world.end();
});

const isOpen = ({ socket }: Line): boolean => socket.readyState === WebSocket.OPEN;

/** Guests from an address, in order of arrival. */
async function openGuestLines(ip: string, count: number): Promise<Line[]> {
  const guests: Line[] = [];
  while (guests.length < count) {
    const some = Array.from({ length: Math.min(50, count - guests.length) }, () => new Line(origin, { 'x-forwarded-for': ip }));
    await Promise.all(some.map((line) => line.ready()));
    // After joining, they are not closed for silence.
    await Promise.all(some.map((line) => line.ask('_JOIN', { deviceId: randomUUID(), deviceType: 'USER' })));
    guests.push(...some);
  }
  return guests;
}

test('[security 50] a device holds at most five connections, and another one once one ends', async () => {
  const join = { deviceId: randomUUID(), deviceType: 'USER' };
  const lines: Line[] = [];
  const codes: (number | undefined)[] = [];
  for (let n = 0; n < 6; n++) {
    const line = new Line(origin);
    await line.ready();
    codes.push((await line.ask('_JOIN', join)).c);
    lines.push(line);
  }
  expect(SOCKETS_PER_DEVICE).toBe(5);
  expect(codes).toEqual([200, 200, 200, 200, 200, 429]);
  lines[0]!.socket.close();
  await lines[0]!.closed;
  await vi.waitFor(async () => expect(await lines[5]!.ask('_JOIN', join)).toMatchObject({ c: 200 }), 20_000);
  for (const line of lines) line.socket.terminate();
});

/** Closed with 1013, or terminated if the handshake takes longer than a second, as for a client too busy to read it. */
const DROPPED = [1013, 1006];

test('[security 50] guests displace the oldest guest, and never signed-in users', async () => {
  const signedIn = await lineOfPerson(origin, await world.as('teacher'));
  const [first, ...one] = await openGuestLines('2001:db8:1:1::1', GUESTS_PER_ADDRESS);
  expect(isOpen(first!)).toBe(true);
  // Another address of the same connection counts as the same.
  const next = await openGuestLines('2001:db8:1:1:ffff::2', 1);
  expect(DROPPED).toContain(await first!.closed);
  expect([...one, ...next].filter(isOpen)).toHaveLength(GUESTS_PER_ADDRESS);

  const others = await openGuestLines('203.0.113.7', GUESTS_MAX - GUESTS_PER_ADDRESS);
  expect([...one, ...next, ...others].filter((line) => !isOpen(line)).length, 'other tests may have left some').toBeLessThan(10);
  const late = await openGuestLines('203.0.113.8', 20);
  expect(DROPPED).toContain(await one[0]!.closed);
  expect(late.filter(isOpen)).toHaveLength(20);
  expect(await signedIn.ask('_PING', null)).toMatchObject({ c: 200 });
  await lineOfPerson(origin, await world.as('supplier'));
  for (const line of [...one, ...next, ...others, ...late]) line.socket.terminate();
});

test('[security 50] one person cannot take all connections with invented devices', async () => {
  const person = await world.as('keeper2');
  for (let n = 0; n < 50; n++) await lineOfPerson(origin, person);
  const more = new Line(origin);
  await more.ready();
  expect(await more.ask('USER_LOGIN', { token: person.token, deviceId: randomUUID() })).toMatchObject({ c: 429 });
  await lineOfPerson(origin, await world.as('keeper'));
});

test('[security 49] a connection is closed after a few invalid tokens', async () => {
  const line = new Line(origin);
  await line.ready();
  const tries = Array.from({ length: 5 }, (_, n) => line.ask('USER_LOGIN', { token: `${n}`.repeat(43), deviceId: 'd' }));
  await Promise.allSettled(tries);
  expect(await line.closed).toBe(1008);
});

/** A connection that ignores being closed: it goes on sending and obeys nothing. */
async function openUnreadLine(path: string = SOCKET_PATH): Promise<{ head: string; tcp: Socket; say: (text: string) => void }> {
  const { hostname, port } = new URL(`http://${origin}`);
  const tcp = connect(Number(port), hostname);
  tcp.on('error', () => {});
  tcp.write(
    `GET ${path} HTTP/1.1\r\nHost: ${origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  );
  const [head] = (await once(tcp, 'data')) as [Buffer];
  const say = (text: string): void => {
    const size = Buffer.alloc(2);
    size.writeUInt16BE(text.length);
    // A text frame, masked with zeros.
    if (tcp.writable) tcp.write(Buffer.concat([Buffer.from([0x81, 0xfe]), size, Buffer.alloc(4), Buffer.from(text)]));
  };
  return { head: head.toString(), tcp, say };
}

test(
  '[security 49, security 50] a client that ignores the close is terminated, and causes no more database queries',
  { tags: ['alone'] },
  async () => {
    const { head, tcp, say } = await openUnreadLine();
    expect(head).toContain('101 Switching Protocols');
    const find = vi.spyOn(world.services.sessions, 'find');
    const begun = Date.now();
    const login = { token: 'x'.repeat(40), deviceId: randomUUID() };
    const talking = setInterval(() => say(JSON.stringify({ id: '1', t: 'USER_LOGIN', d: JSON.stringify(login).padEnd(120) })), 5);
    // A client still writing may see a connection reset, on which once() of events would throw.
    await new Promise((done) => tcp.once('close', done));
    clearInterval(talking);
    expect(Date.now() - begun).toBeLessThan(5_000);
    expect(find.mock.calls.length).toBeGreaterThan(0);
    expect(find.mock.calls.length).toBeLessThanOrEqual(5);
    find.mockRestore();
  },
);

test('[security 48] the socket exists at its own address and at no other', async () => {
  for (const path of ['/', '/api/health', '/api/wms/product', '/ws', '/ws/msg/more', '/nothing?access_token=secret']) {
    const { head, tcp } = await openUnreadLine(path);
    expect([path, head.split('\r\n')[0]]).toEqual([path, 'HTTP/1.1 404 Not Found']);
    tcp.destroy();
  }
});

test('[security 49] a connection ends with its token and with its session', async () => {
  const { db } = world.services;
  const [ending, ended, going] = [await world.as('staff'), await world.as('staff'), await world.as('staff')];
  const lines = await Promise.all([ending, ended, going].map((person) => lineOfPerson(origin, person)));
  await sql`update sys_token set expires_at = now() where token_hash = sha256(${ending.token}::bytea)`.execute(db);
  await sql`update sys_session set ended_at = now() where id =
    (select session_id from sys_token where token_hash = sha256(${ended.token}::bytea))`.execute(db);
  const ping = setInterval(() => lines[2]!.socket.ping(), 1_000);
  expect(await Promise.all([lines[0]!.closed, lines[1]!.closed])).toEqual([1008, 1008]);
  clearInterval(ping);
  expect(await lines[2]!.ask('_PING', null)).toMatchObject({ c: 200 });
});

test('[security 5] users who must change their password receive nothing before', async () => {
  const reviewer = await world.as('reviewer');
  const line = await lineOfPerson(origin, reviewer);
  const must = (must_change_password: boolean) =>
    world.services.db.updateTable('sys_user').set({ must_change_password }).where('id', '=', reviewer.id).execute();
  await must(true);
  expect(await line.closed).toBe(1008);
  const again = new Line(origin);
  await again.ready();
  const login = () => again.ask('USER_LOGIN', { token: reviewer.token, deviceId: 'd' });
  expect(await login()).toMatchObject({ c: 403 });
  await must(false);
  await vi.waitFor(async () => expect(await login()).toMatchObject({ c: 200 }), 20_000);
});

/** Bytes retained after a garbage collection. */
function held(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('[security 50] a client that does not read is dropped, and costs little until then', { tags: ['alone'] }, async () => {
  const teacher = await world.as('teacher2');
  const [slow, quick] = [await lineOfPerson(origin, teacher), await lineOfPerson(origin, teacher)];
  slow.socket.pause();
  const event = { to: [teacher.id], bc: 'wms', fc: 'transaction', ec: 'change', d: { text: 'x'.repeat(50_000) } };
  const before = held();
  for (let n = 0; n < 1_000; n++) {
    quick.frames.length = 0;
    // In this process alone: an event of this size does not fit into a NOTIFY, and would wait in the queue for other processes.
    world.services.bus.publishLocally(event);
    // Only as fast as the reading client keeps up: on a busy machine even that one falls behind.
    await quick.next(() => true);
  }
  quick.frames.length = 0;
  expect(held() - before).toBeLessThan(20_000_000);
  slow.socket.resume();
  expect(DROPPED).toContain(await slow.closed);
  expect(slow.frames.length).toBeLessThan(500);
  expect(await quick.ask('_PING', null)).toMatchObject({ c: 200 });
});

test('[security 48] an upgrade from another site, or from a browser without an origin, is refused', async () => {
  expect(await new Line(origin, { origin: 'https://evil.example' }).closed).toBe(-1);
  expect(await new Line(origin, { origin: 'null' }).closed).toBe(-1);
  expect(await new Line(origin, { 'sec-fetch-mode': 'websocket' }).closed).toBe(-1);
  expect(await new Line(origin, { origin: `http://${origin}.evil.example`, 'sec-fetch-mode': 'websocket' }).closed).toBe(-1);
  const same = new Line(origin, { origin: `http://${origin}` });
  await same.ready();
});

test('[security 49, 50] a client that floods, sends malformed messages or is silent at first is closed', async () => {
  const silent = new Line(origin);
  const broken = new Line(origin);
  await broken.ready();
  broken.socket.send('{"t":"USER_LOGIN"');
  expect(await broken.closed).toBe(1008);
  const flood = new Line(origin);
  await flood.ready();
  for (let n = 0; n < 60; n++) flood.socket.send(JSON.stringify({ id: String(n), t: '_PING', d: 'null' }));
  expect(await flood.closed).toBe(1008);
  const large = new Line(origin);
  await large.ready();
  large.socket.send('x'.repeat(100_000));
  expect(await large.closed).toBe(1009);
  expect(await silent.closed).toBe(1008);
});
