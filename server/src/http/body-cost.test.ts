// @module-tag alone
// No request delays others noticeably, whatever its head or body holds. Measured in CPU time of the main thread, which the load
// of the machine does not affect.
import { BODY_MAX_BYTES, CREDENTIALS_MAX_BYTES, pathOf, type Route, type Schema } from '@kuwei/contract/route';
import { PAGE_ROLE_HEADER } from '@kuwei/contract/constants';
import type * as z from 'zod/mini';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCallerFinder } from '../../test/_everyone.ts';
import { measureSlowdown } from '../../test/_pace.ts';
import { openWorld, type Person, type World } from '../../test/_world.ts';
import { allRoutes } from '../routes.ts';

const MOST_MS = 50;
/** Other work of the thread may disturb one try, but not all of them. */
const TRIES = 4;
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

let world: World;
let other: Person;
beforeAll(async () => {
  world = await openWorld();
  other = await world.as('teacher2', 'ROLE_TEACHER');
});
afterAll(() => world.end());

const writes = allRoutes.filter((route) => route.method !== 'GET');
const limitOf = (route: Route): number => route.bodyMax ?? BODY_MAX_BYTES;
const addressOf = (route: Route): string =>
  `/api${pathOf(route, Object.fromEntries([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, UNKNOWN_ID])))}`;

/** A part of a body: a list, or the scalar fields of an object. */
interface Part {
  path: string[];
  /** The maximum length of a list. */
  max?: number;
  names?: string[];
}

/** @throws Error for a list without a maximum */
function partsOf(schema: Schema, path: string[] = []): Part[] {
  const one = schema as z.core.$ZodTypes;
  const { def } = one._zod;
  switch (def.type) {
    case 'nullable':
    case 'optional':
    case 'default':
      return partsOf(def.innerType, path);
    case 'object': {
      const inside = Object.entries(def.shape).map(([name, field]) => ({ name, parts: partsOf(field, [...path, name]) }));
      const names = inside.filter(({ parts }) => parts.length === 0).map(({ name }) => name);
      return [{ path, names }, ...inside.flatMap(({ parts }) => parts)];
    }
    case 'array': {
      const max = def.checks?.map((check) => (check._zod.def as { maximum?: number }).maximum).find(Boolean);
      if (max === undefined) throw new Error(`${path.join('.')} takes a list without end`);
      return [{ path, max }, ...partsOf(def.element, [...path, '[]'])];
    }
    default:
      return [];
  }
}

const cut = (length: number, unit: string): string => unit.repeat(Math.max(1, Math.floor(length / unit.length)));
/** A list with as many elements as fit. */
const listOf = (length: number, element: string): string => `[${cut(length, `${element},`)}${element}]`;

/** Nests a JSON text at a path of the body. */
const at = (path: readonly string[], text: string): string =>
  path.reduceRight((inside, name) => (name === '[]' ? `[${inside}]` : `{${JSON.stringify(name)}:${inside}}`), text);

/** The most expensive bodies that fit into `limit` bytes. */
function bodiesFor(route: Route, limit: number): [what: string, payload: string][] {
  const room = limit - 200;
  const names = Array.from({ length: Math.floor(room / 12) }, (_, n) => `"z${n}":1`).join(',');
  const anywhere: [string, string][] = [
    ['wide', `{${names.slice(0, names.lastIndexOf(',', room))}}`],
    ['deep', cut(room, '[')],
    ['deep names', cut(room, '{"a":')],
    ['long', JSON.stringify('x'.repeat(room))],
    ['escaped', `"${cut(room, String.raw`\u4e2d`)}"`],
    ['a list of nothing', listOf(room, '{}')],
    ['too long', JSON.stringify('x'.repeat(limit + 1))],
  ];
  if (typeof route.body !== 'object') return anywhere;
  const parts = partsOf(route.body).flatMap(({ path, max = 1, names }): [string, string][] => {
    const name = path.join('.');
    if (names) {
      const text = JSON.stringify('a'.repeat(Math.floor(room / (names.length + 1)) - 64));
      return [[`${name}: long texts`, at(path, `{${names.map((field) => `${JSON.stringify(field)}:${text}`).join(',')}}`)]];
    }
    return [
      [`${name}: too many`, at(path, listOf(room, '{}'))],
      [`${name}: as many as it takes`, at(path, listOf(Math.min(room, (max - 1) * 3), '{}'))],
      [`${name}: lists`, at(path, listOf(room, '[]'))],
    ];
  });
  return [...anywhere, ...parts];
}

interface Cost {
  status: number;
  size: number;
  ms: number;
}

/** CPU time of this thread while it handles a request beside another one. */
async function costOf(route: Route, payload: string, headers: Record<string, string>): Promise<Cost> {
  const began = process.threadCpuUsage();
  const [answer, beside] = await Promise.all([
    world.app.inject({
      method: route.method,
      url: addressOf(route),
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    }),
    other.send('GET', '/auth/biz/user/by-me'),
  ]);
  const { user, system } = process.threadCpuUsage(began);
  expect(beside.status).toBe(200);
  return { status: answer.statusCode, size: answer.rawPayload.length, ms: (user + system) / 1_000 };
}

async function expectCheap(route: Route, what: string, payload: string, headers: Record<string, string>): Promise<Cost> {
  let best: Cost | undefined;
  for (let tries = 0; tries < TRIES && (best === undefined || best.ms > MOST_MS); tries++)
    best = await costOf(route, payload, headers);
  const where = `${route.method} ${route.path}: ${what}, ${payload.length} bytes`;
  // Measure the pace only where it matters: it takes ten times as long.
  const ms = best!.ms > MOST_MS ? best!.ms / measureSlowdown() : best!.ms;
  expect(ms, where).toBeLessThan(MOST_MS);
  expect(best!.size, where).toBeLessThan(32 * 1024);
  expect(best!.status, where).toBeGreaterThanOrEqual(400);
  expect(best!.status, where).toBeLessThan(500);
  return best!;
}

test('[F-A2] no body sent to any route delays others', { timeout: 600_000 }, async () => {
  const people = await createCallerFinder(world);
  for (const route of writes) {
    const { token, pageRole } = people(route);
    const headers = { authorization: `Bearer ${token}`, [PAGE_ROLE_HEADER]: pageRole };
    for (const [what, payload] of bodiesFor(route, limitOf(route))) await expectCheap(route, what, payload, headers);
  }
});

/** The most expensive heads that fit; they are read before authentication. */
const ROOM = 15_000;
const heads: [what: string, url: string, headers: Record<string, string>][] = [
  ['repeated names', `/?${cut(ROOM, 'a&')}`, {}],
  ['names', `/?${Array.from({ length: ROOM / 6 }, (_, n) => n.toString(36)).join('&')}`, {}],
  ['separators', `/?${cut(ROOM, '&')}`, {}],
  ['a long value', `/?a=${cut(ROOM, '%e4%b8%ad')}`, {}],
  ['as many names as it takes', `/?${cut(600, 'a&')}`, {}],
  ['steps of a path', cut(ROOM, '/a'), {}],
  ['steps upwards', cut(ROOM, '/..'), {}],
  ['escapes in a path', `/${cut(ROOM, '%61')}`, {}],
  ['a path below the calls', `/api${cut(ROOM, '/wms')}`, {}],
  ['cookies', '/', { cookie: cut(ROOM, 'a=b; ') }],
  ['cookies of one name', '/', { cookie: cut(ROOM, '__Host-kuwei_device=%61; ') }],
  ['a cookie of escapes', '/', { cookie: `kuwei_device=${cut(ROOM, '%61')}` }],
  ['languages', '/', { 'accept-language': cut(ROOM, 'x,') }],
  ['spaces between languages', '/', { 'accept-language': cut(ROOM, ' ') }],
  ['encodings', '/', { 'accept-encoding': cut(ROOM, 'gzip;q=0.') }],
  ['lists of encodings', '/', { 'accept-encoding': cut(ROOM, 'a,') }],
  ['tags', '/', { 'if-none-match': cut(ROOM, '"a",') }],
  ['proxies', '/', { 'x-forwarded-for': cut(ROOM, '127.0.0.1,') }],
  ['hosts', '/', { 'x-forwarded-host': cut(ROOM, 'a,'), 'x-forwarded-proto': cut(100, 'http,') }],
  ['a token', '/', { authorization: `Bearer ${cut(ROOM, '-')}` }],
  ['spaces before a token', '/', { authorization: `Bearer${cut(ROOM, ' ')}` }],
  ['a type', '/', { 'content-type': `application/json;${cut(ROOM, 'a="b";')}` }],
  ['a type of spaces', '/', { 'content-type': `application/json${cut(ROOM, ' ')};` }],
  ['a boundary', '/', { 'content-type': `multipart/form-data; boundary=${cut(ROOM, '-')}` }],
  ['ranges', '/', { range: `bytes=${cut(ROOM, '0-1,')}` }],
  // More would cost the client, which runs in the same thread.
  ['headers', '/', Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`x-${n.toString(36)}`, '1']))],
];
const BESIDE = ['/', '/nowhere', '/api/nowhere', '/api/health/live', '/api/auth/biz/user/by-me', '/api/auth/auth/token/login'];
/** CPU time of one measurement: the thread clock has a resolution of some milliseconds. */
const LONG_ENOUGH_MS = 40;
const MOST_TIMES_PLAIN = 15;

test('[F-3A1] no head costs much more than a plain request, at any address', async () => {
  // Trusts one proxy, so that the header listing proxies is parsed.
  const behind = await openWorld({ TRUST_PROXY: '1' });
  const method = (address: string): 'GET' | 'POST' => (address.endsWith('/login') ? 'POST' : 'GET');
  const once = async (address: string, url = '', headers: Record<string, string> = {}): Promise<void> => {
    const rest = url.startsWith('/?') ? url.slice(1) : url === '/' ? '' : url;
    const { statusCode } = await behind.app.inject({
      method: method(address),
      url: (address + rest).replace(/^\/\//, '/'),
      headers,
    });
    expect(statusCode, address).toBeLessThan(500);
  };
  /** CPU milliseconds for one request: the minimum of some measurements. */
  const cost = async (send: () => Promise<void>, enough = 0): Promise<number> => {
    let best = Infinity;
    for (let tries = 0; tries < TRIES && best > enough; tries++) {
      const began = process.threadCpuUsage();
      let used = 0;
      let times = 0;
      for (; used < LONG_ENOUGH_MS; times++) {
        await send();
        const { user, system } = process.threadCpuUsage(began);
        used = (user + system) / 1_000;
      }
      best = Math.min(best, used / times);
    }
    return best;
  };
  try {
    for (const address of BESIDE) {
      const plain = await cost(() => once(address));
      for (const [what, url, headers] of heads) {
        const most = plain * MOST_TIMES_PLAIN;
        const ms = await cost(() => once(address, url, headers), most);
        expect(ms / plain, `${address}: ${what}`).toBeLessThan(MOST_TIMES_PLAIN);
      }
    }
  } finally {
    await behind.end();
  }
});

test('[F-A2] unauthenticated requests are refused before the body is read', async () => {
  const long = JSON.stringify('x'.repeat(8 * 1024 * 1024));
  for (const route of writes) {
    const { status } = await expectCheap(route, 'without a token', long, {});
    expect([status, route.path]).toEqual([route.needs === 'open' ? 413 : 401, route.path]);
  }
});

test('[F-A2] credentials have a small body limit, and only documents, workflows, dictionaries and organisations with members a large one', () => {
  const large = writes.filter((route) => limitOf(route) > 128 * 1024).map(({ path }) => path);
  for (const path of large)
    expect(path).toMatch(
      /^\/(wms\/transaction|wms\/opening$|wms\/permit\/need$|wms\/warehouse-box\/select$|sys\/bpm\/definition|auth\/dic\/dic|sys\/project\/app\/menu\/import|wms\/org(\/\{id\})?$)/,
    );
  const signIn = writes.filter(
    ({ path, needs }) => path.startsWith('/auth/auth/token') && needs === 'open' && !path.includes('sso'),
  );
  expect(signIn.length).toBeGreaterThan(3);
  for (const route of signIn) expect([route.path, limitOf(route)]).toEqual([route.path, CREDENTIALS_MAX_BYTES]);
});
