// Input that no well-behaved client sends, written to the socket byte by byte.
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../test/_world.ts';

let world: World;
let port: number;
beforeAll(async () => {
  world = await openWorld();
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = world.app.server.address() as AddressInfo);
});
afterAll(() => world.end());

/** Everything received until the server closes the connection. */
const exchange = (sent: string): Promise<string> =>
  new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(sent));
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });

const POST = 'POST /api/auth/auth/token/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
const SMUGGLED = 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n';
const wrong: [what: string, sent: string][] = [
  ['a length and chunks', `${POST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
  ['chunks and a length', `${POST}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${SMUGGLED}`],
  ['two lengths', `${POST}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}${SMUGGLED}`],
  ['the same length twice', `${POST}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}${SMUGGLED}`],
  ['a length that is none', `${POST}Content-Length: +2\r\n\r\n{}${SMUGGLED}`],
  ['an unknown encoding', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
  ['lines that end with LF alone', `GET /api/health HTTP/1.1\nHost: x\n\n${SMUGGLED}`],
  ['a header that ends with LF alone', `GET /api/health HTTP/1.1\r\nHost: x\nX-A: b\r\n\r\n${SMUGGLED}`],
  ['a space before the colon', `GET /api/health HTTP/1.1\r\nHost: x\r\nContent-Length : 0\r\n\r\n${SMUGGLED}`],
  ['two hosts', `GET /api/health HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n${SMUGGLED}`],
  ['no host', `GET /api/health HTTP/1.1\r\n\r\n${SMUGGLED}`],
  ['no HTTP', 'hello\r\n\r\n'],
];

test('[security 63] an ambiguous request is answered 400 and closed, and nothing after it is read', async () => {
  for (const [what, sent] of wrong) {
    const answer = await exchange(sent);
    expect([what, answer.slice(0, 12)]).toEqual([what, 'HTTP/1.1 400']);
    expect([what, answer.match(/HTTP\/1\.1 /g)]).toEqual([what, ['HTTP/1.1 ']]);
    expect([what, answer.toLowerCase()]).toEqual([what, expect.stringContaining('connection: close')]);
  }
});

test('[security 58, security 60] malformed HTTP gets a regular error response, too', async () => {
  const answer = await exchange('hello\r\n\r\n');
  const [head, body] = answer.split('\r\n\r\n') as [string, string];
  for (const header of [
    'x-content-type-options: nosniff',
    "content-security-policy: default-src 'self'",
    'cache-control: no-store',
  ])
    expect(head).toContain(header);
  expect(JSON.parse(Buffer.from(body, 'latin1').toString())).toMatchObject({
    errorCode: expect.any(String),
    code: 'VALIDATION',
    message: expect.stringMatching(/./),
    data: { requestId: expect.any(String) },
  });
});

test('[security 63] headers and addresses have limits, and TRACE is refused', async () => {
  const long = await exchange(`GET /api/health HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`);
  expect(long.slice(0, 12)).toBe('HTTP/1.1 431');
  const far = await exchange(`GET /api/health?${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(far.slice(0, 12)).toMatch(/^HTTP\/1\.1 4(14|31)$/);
  const trace = await exchange('TRACE /api/wms/product HTTP/1.1\r\nHost: x\r\nCookie: secret=1\r\nConnection: close\r\n\r\n');
  expect(trace.slice(0, 12)).toBe('HTTP/1.1 405');
  expect(trace).not.toContain('secret');
});

const many = (count: number, part: (n: number) => string, between: string): string =>
  Array.from({ length: count }, (_, n) => part(n)).join(between);
/** A request line and headers with too many parts of one kind. */
const tooMany: [what: string, query: string, headers: string][] = [
  ['repeated names', `?${many(301, () => 'a', '&')}`, ''],
  ['names', `?${many(301, (n) => `n${n}=1`, '&')}`, ''],
  ['separators', `?${'&'.repeat(300)}`, ''],
  ['headers', '', many(100, (n) => `X-${n}: 1\r\n`, '')],
  ['headers of one name', '', many(101, () => 'Accept-Language: zh\r\n', '')],
  ['cookies', '', `Cookie: ${many(201, (n) => `c${n}=1`, '; ')}\r\n`],
  ['cookies in several headers', '', `Cookie: ${many(101, (n) => `c${n}=1`, '; ')}\r\n`.repeat(2)],
  ['languages', '', `Accept-Language: ${many(101, () => 'zh', ',')}\r\n`],
  ['encodings', '', `Accept-Encoding: ${many(101, () => 'gzip', ',')}\r\n`],
  ['proxies', '', `X-Forwarded-For: ${many(101, () => '::1', ',')}\r\n`],
];
const LINE = 'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';

test('[F-3A1] too many parameters, cookies, headers or list elements are refused by count, at every address', async () => {
  const ask = (address: string, headers: string): Promise<string> =>
    exchange(`GET ${address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`);
  for (const address of ['/', '/nowhere', '/api/nowhere', '/api/health/live', '/api/auth/biz/user/by-me']) {
    for (const [what, query, headers] of tooMany) {
      const answer = await ask(address + query, headers);
      expect([address, what, answer.slice(0, 12)]).toEqual([address, what, 'HTTP/1.1 400']);
      expect([address, what, answer]).toEqual([address, what, expect.stringContaining('"code":"VALIDATION"')]);
      expect([address, what, answer]).toEqual([address, what, expect.stringContaining('x-content-type-options: nosniff')]);
    }
  }
  expect((await ask(`/${'a/'.repeat(1_000)}`, '')).slice(0, 12)).toBe('HTTP/1.1 400');
  for (const [what, query, headers] of tooMany.filter(([, query]) => query !== '')) {
    const answer = await exchange(`GET /ws/msg${query} HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\n${LINE}${headers}\r\n`);
    expect([what, answer.slice(0, 12)]).toEqual([what, 'HTTP/1.1 400']);
  }
});

test('[F-3A1] as many as the largest legitimate request has are accepted', async () => {
  const query = `?${many(300, () => 'a', '&')}`;
  const headers = [
    many(90, (n) => `X-${n}: 1\r\n`, ''),
    `Cookie: ${many(200, (n) => `c${n}=1`, '; ')}\r\n`,
    `Accept-Language: ${many(100, () => 'zh', ',')}\r\n`,
    `Referer: http://x/?${many(150, () => 'a', ',')}\r\n`,
  ].join('');
  const answer = await exchange(`GET /api/health/live${query} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`);
  expect(answer.slice(0, 12)).toBe('HTTP/1.1 200');
});

test("[F-A8] TRACE is refused at every address, and Node's own responses carry our headers", async () => {
  for (const address of ['/', '/nowhere', '/api/nowhere', '/api/health'])
    expect(await exchange(`TRACE ${address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 405/);
  const unmet = await exchange(`${POST}Expect: tea\r\nContent-Length: 2\r\n\r\n{}`);
  expect(unmet).toMatch(/^HTTP\/1\.1 417/);
  for (const answer of [unmet, await exchange('GET /api/health HTTP/1.1\r\n\r\n')])
    for (const header of ['x-content-type-options: nosniff', 'permissions-policy: camera=(self)'])
      expect(answer.toLowerCase()).toContain(header);
});
