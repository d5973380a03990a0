// Invariants of every route, present and future: closed unless declared open, no input makes the server fail or leaves a trace,
// and records of other groups are out of reach.
import { transactionForm } from '@kuwei/contract/wms/transaction-form';
import { withDefaults } from '../../test/_with-defaults.ts';
import { readFileSync } from 'node:fs';
import { isAllowed, effectiveRoles, PAGE_ROLES } from '@kuwei/contract/access';
import { ORG_HEADER, PAGE_ROLE_HEADER } from '@kuwei/contract/constants';
import { pathOf, type Route } from '@kuwei/contract/route';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRoutes } from '../routes.ts';
import { castOf, deposited, lineOf, placesOf, submitted } from '../../test/_flow.ts';
import { createCallerFinder, rolesOf } from '../../test/_everyone.ts';
import { runs } from '../../test/_runs.ts';
import { openWorld, type World } from '../../test/_world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.end());

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
/** Ends sessions, or works for anyone with the right secret: has its own tests. */
const SIGN = '/auth/auth/token';
const routes = allRoutes.filter((route) => !route.path.startsWith(SIGN));
const nameOf = (route: Route): string => `${route.method} ${route.path}`;

const addressOf = (route: Route, value: string): string =>
  pathOf(route, Object.fromEntries([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, value])));

/** Every write leaves a row there in its own commit. */
const written = async (): Promise<unknown> =>
  (
    await world.services.db
      .selectFrom('sys_log')
      // Refused calls are logged afterwards as well.
      .where('kind', 'not in', ['API', 'ERROR'])
      .select(({ fn }) => fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

test('[security 22] the rights of each route match the agreed table, line by line', () => {
  const table = readFileSync(new URL('rights.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const declared = allRoutes
    .map((route) => `${nameOf(route)}: ${[route.needs, route.reviewers ? 'reviewers' : []].flat().join(', ')}`)
    .toSorted();
  expect(declared, 'a call is new, gone, or open to others than before: change rights.txt knowingly').toEqual(table);
});

test('[S6.40][S7.53][security 22] every route that is not open refuses calls without a token', async () => {
  for (const route of allRoutes) {
    const response = await world.app.inject({ method: route.method, url: `/api${addressOf(route, UNKNOWN_ID)}` });
    if (route.needs === 'open') expect([401, 403], nameOf(route)).not.toContain(response.statusCode);
    else expect([response.statusCode, nameOf(route)]).toEqual([401, nameOf(route)]);
  }
});

/** Routes that require more than a session. */
const guarded = routes.filter((route) => typeof route.needs !== 'string');
/** One of them for each distinct set of needs. */
const representatives = [...new Map(guarded.map((route) => [[route.needs].flat().toSorted().join(), route])).values()];

/** Each person makes the calls under each of their page roles. */
async function expectRefusals(asked: readonly Route[]): Promise<void> {
  const names = ['teacher', 'supplier', 'staff', 'reviewer', 'keeper', 'manager', 'admin'];
  for (const name of names) {
    const held = await rolesOf(world, name);
    const active = PAGE_ROLES.filter((role) => held.some(({ code }) => code === role));
    for (const pageRole of [null, ...active]) {
      const person = await world.as(name, pageRole);
      const effective = effectiveRoles(held, pageRole);
      for (const route of asked) {
        const answer = await person.send(route.method, addressOf(route, UNKNOWN_ID));
        const what = `${name} as ${pageRole}: ${nameOf(route)}`;
        if (!isAllowed([route.needs].flat(), effective)) expect([answer.status, what]).toEqual([403, what]);
        // Callers with the right may still be asked to choose an organisation first.
        else if (answer.status === 403) expect([answer.error.code, what]).not.toEqual(['FORBIDDEN', what]);
      }
    }
  }
}

test('[S6.40] each person, under each page role, is refused undeclared calls, for each distinct set of needs', () =>
  expectRefusals(representatives));

test('[S6.40] each person, under each page role, is refused every undeclared call', { tags: ['long'] }, () =>
  expectRefusals(guarded),
);

test('[S6.40] a page role that the user does not hold opens nothing', async () => {
  const teacher = await world.as('teacher');
  for (const route of routes) {
    if (route.needs === 'open') continue;
    const { status } = await teacher.send(route.method, addressOf(route, UNKNOWN_ID), undefined, {
      [PAGE_ROLE_HEADER]: 'ROLE_ADMIN',
    });
    expect([status, nameOf(route)]).toEqual([403, nameOf(route)]);
  }
});

test('[F-A7][security 21] without a page role only calls open to every user succeed', async () => {
  const before = await written();
  for (const name of ['teacher', 'manager', 'admin']) {
    const person = await world.as(name);
    // The administrator, who has most rights, tries every call.
    for (const route of name === 'admin' ? guarded : representatives) {
      for (const header of [undefined, { [PAGE_ROLE_HEADER]: '' }]) {
        const answer = await person.send(route.method, addressOf(route, UNKNOWN_ID), undefined, header);
        expect([answer.status, name, nameOf(route)]).toEqual([403, name, nameOf(route)]);
      }
    }
    expect((await person.send('GET', '/auth/biz/user/by-me')).status).toBe(200);
  }
  expect(await written()).toBe(before);
});

test("a page that shows a group other than the session's writes nothing", async () => {
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const before = await written();
  for (const route of routes) {
    if (route.method === 'GET' || route.needs === 'open') continue;
    const { status } = await teacher.send(route.method, addressOf(route, UNKNOWN_ID), undefined, { [ORG_HEADER]: UNKNOWN_ID });
    expect([403, 409]).toContain(status);
  }
  expect(await written()).toBe(before);
});

const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
const hostile: [what: string, payload: string][] = [
  ['an unknown field', '{"zzUnknown":1}'],
  ['a list', '[1,2,3]'],
  ['a word', '"word"'],
  ['null', 'null'],
  ['no JSON', '{"a":'],
  ['a number beyond all', '{"rev":1e400,"qty":"NaN"}'],
  ['a NUL', '{"comment":"a\\u0000b"}'],
  ['a prototype', '{"__proto__":{"admin":true}}'],
  ['a constructor', '{"constructor":{"prototype":{"admin":true}}}'],
  ['10,000 levels', deep],
  ['5 MB', JSON.stringify({ name: 'x'.repeat(5 * 1024 * 1024) })],
];

test('bodies that no client sends are refused with a code, and change nothing', async () => {
  const people = await createCallerFinder(world);
  const before = await written();
  for (const route of routes.filter((each) => each.method !== 'GET' && typeof each.body === 'object')) {
    const { token, pageRole } = people(route);
    const takesNothing = z.safeParse(route.body as z.ZodMiniType, null).success;
    for (const [what, payload] of hostile) {
      if (takesNothing && what === 'null') continue;
      const { statusCode, body } = await world.app.inject({
        method: route.method,
        url: `/api${addressOf(route, UNKNOWN_ID)}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', [PAGE_ROLE_HEADER]: pageRole },
        payload,
      });
      const at = `${nameOf(route)}: ${what}: ${body.slice(0, 120)}`;
      expect([400, 404, 409, 413, 422], at).toContain(statusCode);
      expect((JSON.parse(body) as { code: string }).code, at).toMatch(/^[A-Z_0-9]+$/);
    }
  }
  expect(await written()).toBe(before);
});

test('arbitrary JSON never causes a server error', { tags: ['property'] }, async () => {
  const people = await createCallerFinder(world);
  for (const route of routes.filter((each) => each.method !== 'GET')) {
    const { person } = people(route);
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
        const { status } = await person.send(route.method, addressOf(route, UNKNOWN_ID), value);
        expect(status, `${nameOf(route)} ${JSON.stringify(value).slice(0, 200)}`).toBeLessThan(500);
      }),
      { numRuns: runs(4, 12) },
    );
  }
});

const QUERIES = [
  'page=NaN',
  'page=1e400',
  'size=100000',
  'page=-1',
  'sort=password',
  'sort=id;drop table wms_org',
  'q=%00',
  `q=${'%27'.repeat(100)}`,
  'q=1&q=2',
  'zzUnknown=1',
  'page[a]=1',
  'createdFrom=yesterday',
];
const IDS = ['x', "1' or '1'='1", '%00', '..%2f..%2fetc%2fpasswd', '%', 'a'.repeat(150), '-1', 'null'];

/**
 * Calls every route with odd parameters, and every list with odd queries.
 * @param share 1 tries all on each route, 3 every third in turn
 */
async function expectNoFaults(share: number): Promise<void> {
  const people = await createCallerFinder(world);
  const some = (odd: readonly string[], turn: number): string[] => odd.filter((_, at) => (at + turn) % share === 0);
  for (const [turn, route] of routes.entries()) {
    const { person } = people(route);
    for (const id of route.path.includes('{') ? some(IDS, turn) : []) {
      const path = route.path.replaceAll(/\{\w+\}/g, id);
      const { status } = await person.send(route.method, path);
      expect(status, `${route.method} ${path}`).toBeLessThan(500);
    }
    for (const query of route.method === 'GET' ? some(QUERIES, turn) : []) {
      const { status } = await person.send('GET', `${addressOf(route, UNKNOWN_ID)}?${query}`);
      expect(status, `${nameOf(route)}?${query}`).toBeLessThan(500);
    }
  }
}

test('odd parameters and queries never cause a server error, each route with a third of them', () => expectNoFaults(3));

test('odd parameters and queries never cause a server error on any route', { tags: ['long'] }, () => expectNoFaults(1));

test('no id of another group opens anything, with any call', async () => {
  const cast = await castOf(world);
  const places = await placesOf(world);
  const lines = [lineOf(places.product('W-BEAKER-250'), '2', { unit: 'PIECE' })];
  const done = await deposited(cast, { warehouseId: places.w2, lines });
  const open = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines });
  const stock = await world.services.db
    .selectFrom('wms_product_box')
    .where('owner_org_id', '=', done.ownerOrgId)
    .select('id')
    .executeTakeFirstOrThrow();
  const ids = [done.id, open.id, stock.id];
  const before = await written();
  for (const [name, pageRole, org] of [
    ['teacher2', 'ROLE_TEACHER', 'LAB-BIO'],
    ['supplier', 'ROLE_SUPPLIER', 'SUP-GUOYAO'],
  ] as const) {
    const person = await world.as(name, pageRole, org);
    const mayCall = routes.filter(
      (route) => /^\/wms\/(transaction|product-box)\b.*\{id\}/.test(route.path) && typeof route.needs === 'object',
    );
    expect(mayCall.length).toBeGreaterThan(10);
    for (const route of mayCall) {
      for (const id of ids) {
        const { status } = await person.send(route.method, pathOf(route, { id }), bodyFor(route));
        expect([403, 404], `${name}: ${nameOf(route)}`).toContain(status);
      }
    }
  }
  expect(await written()).toBe(before);
});

const BODIES = [
  { rev: 1 },
  { comment: 'x' },
  { rev: 1, comment: 'x' },
  { rev: 1, comment: 'x', lineId: UNKNOWN_ID },
  { rev: 1, frozen: true, reason: 'x' },
  { rev: 1, note: 'x', depositUntil: null },
  { rev: 1, lines: [] },
  { planned: [] },
  withDefaults(transactionForm, { rev: 1, type: 'INBOUND', warehouseId: UNKNOWN_ID, lines: [] }),
  { rev: 1, pickupCode: '000000' },
  { rev: 1, what: 'FINISH', password: 'x', boxes: [] },
];

/** A body that the route accepts, so that only ownership can refuse it. */
function bodyFor(route: Route): unknown {
  if (typeof route.body !== 'object') return undefined;
  const taken = BODIES.find((body) => z.safeParse(route.body as z.ZodMiniType, body).success);
  if (!taken) throw new Error(`${nameOf(route)}: add a body that it takes to BODIES`);
  return taken;
}
