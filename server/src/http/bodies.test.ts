// Unfinished bodies affect only their sender.
import { readdirSync } from 'node:fs';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { pathOf } from '@kuwei/contract/route';
import { userRoutes } from '@kuwei/contract/auth/user';
import { tokenRoutes } from '@kuwei/contract/auth/token';
import { fileRoutes } from '@kuwei/contract/sys/fs';
import { afterEach, afterAll, beforeAll, expect, test, vi } from 'vitest';
import { configure } from '../../test/_configure.ts';
import { openWorld, type Person, type World } from '../../test/_world.ts';
import { samplePdf } from '../seed/sample-pdf.ts';
import { BODIES_PER_PERSON, GUEST_BODIES_PER_ADDRESS, STILL_MS, UPLOADS_PER_PERSON, UPLOADS_WAITING } from './bodies.ts';

let world: World;
let port: number;
let teacher: Person;
let other: Person;
beforeAll(async () => {
  world = await openWorld({ UNATTACHED_MAX_MB: '3', TRUST_PROXY: '127.0.0.1' });
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  port = (world.app.server.address() as AddressInfo).port;
  [teacher, other] = [await world.as('teacher', 'ROLE_TEACHER'), await world.as('keeper', 'ROLE_WAREHOUSE_ADMIN')];
});
const sockets: Socket[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(received).toEqual([]);
});
afterAll(() => world.end());

/** Files being received. */
const received = (): string[] => readdirSync(world.services.files.incoming);

/** A request whose body is not finished. */
class Sent {
  readonly socket: Socket;
  answer = '';

  constructor(line: string, headers: Record<string, string | number>, body: string) {
    const head = Object.entries({ Host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    this.socket = connect(port, '127.0.0.1', () => this.socket.write(`${line} HTTP/1.1\r\n${head.join('')}\r\n${body}`));
    this.socket.on('data', (chunk: Buffer) => (this.answer += chunk.toString()));
    this.socket.on('error', () => {});
    sockets.push(this.socket);
  }

  get status(): number {
    return Number(this.answer.slice(9, 12));
  }

  get code(): string {
    return /"code":"(\w+)"/.exec(this.answer)?.[1] ?? '';
  }
}

const LENGTH = 400_000;
const FILE_HEAD = '--b\r\nContent-Disposition: form-data; name="file"; filename="x.pdf"\r\n\r\n%PDF-';
const upload = (who: Person, length: Record<string, string | number> = { 'Content-Length': LENGTH }, body = FILE_HEAD): Sent =>
  new Sent(
    'POST /api/sys/fs',
    { Authorization: `Bearer ${who.token}`, 'Content-Type': 'multipart/form-data; boundary=b', ...length },
    body,
  );
const SETTING = JSON.stringify({ value: 'dark' });
/** A setting without its last byte. */
const setting = (who: Person): Sent =>
  new Sent(
    `PUT /api${pathOf(userRoutes.saveSetting, { key: 'theme' })}`,
    { Authorization: `Bearer ${who.token}`, 'Content-Type': 'application/json', 'Content-Length': SETTING.length },
    SETTING.slice(0, -1),
  );
const signIn = (ip: string): Sent =>
  new Sent(
    `POST /api${tokenRoutes.login.path}`,
    { 'X-Forwarded-For': ip, 'Content-Type': 'application/json', 'Content-Length': 100 },
    '{',
  );
const answered = (all: readonly Sent[]): Sent[] => all.filter(({ status }) => status > 0);

test('[F-A2] a person has four uploads in progress and eight queued; more are refused, and others are served', async () => {
  const beyond = 8;
  const send = (length: number): Sent[] => Array.from({ length }, () => upload(teacher, { 'Content-Length': 1_000 }));
  const underWay = send(UPLOADS_PER_PERSON);
  await expect.poll(received).toHaveLength(UPLOADS_PER_PERSON);
  const later = send(UPLOADS_WAITING + beyond);
  await expect.poll(() => answered(later).length).toBe(beyond);
  for (const each of answered(later)) expect([each.status, each.code]).toEqual([429, 'TOO_MANY_UPLOADS']);
  expect(answered(underWay)).toEqual([]);
  expect(received()).toHaveLength(UPLOADS_PER_PERSON);
  expect((await other.upload(fileRoutes.upload, samplePdf(['x']), 'x.pdf')).status).toBe(200);
  expect((await teacher.call(userRoutes.getMe)).status).toBe(200);

  // A queued upload starts when one ends.
  const before = received();
  underWay[0]!.socket.destroy();
  await expect.poll(() => received().filter((name) => !before.includes(name)).length).toBe(1);
  await expect.poll(received).toHaveLength(UPLOADS_PER_PERSON);
});

test('[F-A2] eight bodies of a person are read at once; the next wait unread and are refused in the end', async () => {
  const slow = Array.from({ length: BODIES_PER_PERSON }, () => setting(teacher));
  // Once a later call of the same person is answered or waits, each of them has its place.
  const refused = Array.from({ length: 194 }, () => setting(teacher));
  await expect.poll(() => answered([...slow, ...refused]).length).toBe(2);
  for (const each of answered([...slow, ...refused])) expect([each.status, each.code]).toEqual([429, 'TOO_MANY_AT_ONCE']);
  expect((await other.call(userRoutes.saveSetting, { params: { key: 'theme' }, body: { value: 'dark' } })).status).toBe(200);
  for (const each of [...slow, ...refused]) each.socket.write('}');
  await expect.poll(() => answered([...slow, ...refused]).length).toBe(BODIES_PER_PERSON + 194);
  expect([...slow, ...refused].filter(({ status }) => status === 200)).toHaveLength(200);
});

test('[F-A2] a stalled body is cut off, a slow one is not', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const [still, file, guest, slow] = [setting(teacher), upload(teacher), signIn('203.0.113.1'), upload(other)];
  await expect.poll(received).toHaveLength(2);
  const all = [still, file, guest];
  await expect
    .poll(async () => {
      slow.socket.write('x'.repeat(100));
      // What was written is read in the next turn at the latest.
      for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
      vi.advanceTimersByTime(STILL_MS);
      return answered(all).length;
    })
    .toBe(3);
  for (const each of all) {
    expect([each.status, each.code]).toEqual([408, 'TOO_SLOW']);
    await expect.poll(() => each.socket.readableEnded || each.socket.destroyed).toBe(true);
  }
  expect([slow.status, slow.socket.destroyed]).toEqual([0, false]);
  await expect.poll(received).toHaveLength(1);
});

test('[F-A2] guests behind one address have a limited number of bodies in progress: the oldest is cut off, none is refused', async () => {
  const ip = '203.0.113.9';
  const entered = vi.fn<() => void>();
  world.app.server.on('request', entered);
  const first = signIn(ip);
  await expect.poll(() => entered.mock.calls.length).toBe(1);
  const all = Array.from({ length: GUEST_BODIES_PER_ADDRESS }, () => signIn(ip));
  await expect.poll(() => first.status || entered.mock.calls.length).toBe(408);
  world.app.server.off('request', entered);
  expect(answered(all)).toHaveLength(0);
  const payload = { username: 'nobody', password: 'x' };
  const url = `/api${tokenRoutes.login.path}`;
  expect(
    (await world.app.inject({ method: 'POST', url, remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': ip }, payload }))
      .statusCode,
  ).toBe(401);
});

test('[F-A2] a body sent to an unknown address is not waited for', async () => {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': 100 };
  const nowhere = new Sent('POST /api/nowhere', headers, '{');
  const wrong = new Sent('DELETE /api/sys/fs', { ...headers, 'X-Forwarded-For': '203.0.113.9' }, '{');
  await expect.poll(() => [nowhere.status, wrong.status]).toEqual([404, 405]);
});

test('[F-3A1] the rests of refused bodies of one sender are received one at a time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const refused = (ip: string): Sent =>
    new Sent('POST /api/nowhere', { 'X-Forwarded-For': ip, 'Content-Type': 'application/json', 'Content-Length': 100 }, '{');
  const first = refused('203.0.113.10');
  await expect.poll(() => first.status).toBe(404);
  const next = refused('203.0.113.10');
  const elsewhere = refused('203.0.113.11');
  await expect.poll(() => elsewhere.status).toBe(404);
  expect((await teacher.call(userRoutes.getMe)).status).toBe(200);
  expect(next.status).toBe(0);
  first.socket.destroy();
  await expect.poll(() => next.status).toBe(404);
});

test('[F-A2] the quota is checked before a file is received, and files in transit count', async () => {
  const all = ['4000000', '2000000', '2000000'].map((length) => upload(teacher, { 'Content-Length': length }));
  await expect.poll(() => answered(all).length).toBe(2);
  for (const each of answered(all)) expect([each.status, each.code]).toEqual([409, 'FILE_QUOTA']);
  expect(all[0]!.status).toBe(409);
  // A body of unknown length counts as it arrives.
  const piece = `${(500_000).toString(16)}\r\n${'x'.repeat(500_000)}\r\n`;
  const open = upload(teacher, { 'Transfer-Encoding': 'chunked' }, `${FILE_HEAD.length.toString(16)}\r\n${FILE_HEAD}\r\n`);
  await expect.poll(received).toHaveLength(2);
  for (let n = 0; n < 3; n++) open.socket.write(piece);
  await expect.poll(() => [open.status, open.code]).toEqual([409, 'FILE_QUOTA']);
  await expect.poll(received).toHaveLength(1);
  // Nothing of it counts once it is over.
  for (const { socket } of all) socket.destroy();
  await expect.poll(received).toEqual([]);
  await expect.poll(async () => (await teacher.upload(fileRoutes.upload, samplePdf(['x']), 'x.pdf')).status).toBe(200);
});

test('[F-A2] a file without enough disk space is refused before and while it arrives', async () => {
  const file = upload(teacher, { 'Content-Length': 2_900_000 });
  await expect.poll(received).toHaveLength(1);
  try {
    await configure(world, { SYS_MIN_FREE_MB: 1_000_000_000 });
    const [late, import_] = [upload(other), upload(other)];
    await expect.poll(() => [late.code, import_.code]).toEqual(['NO_ROOM', 'NO_ROOM']);
    file.socket.write('x'.repeat(2_000_000));
    await expect.poll(() => [file.status, file.code]).toEqual([507, 'NO_ROOM']);
  } finally {
    await configure(world, { SYS_MIN_FREE_MB: 200 });
  }
});
