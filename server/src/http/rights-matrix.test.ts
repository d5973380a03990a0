// Every route × every built-in role × the own, another and a disabled organisation, derived from the routes: a route that lacks a
// right or scope check fails without being listed here.
import { readFileSync } from 'node:fs';
import { PAGE_ROLES, WMS_ROLES } from '@kuwei/contract/access';
import { ORG_TYPE_OF } from '@kuwei/contract/org';
import { pathOf, type Route, type Schema } from '@kuwei/contract/route';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { BUILT_IN_POWERS, BUILT_IN_ROLES, EXAMPLE_ROLES, isPowerOfAdministrators } from '../auth/role/built-in.ts';
import { newId } from '../db/id.ts';
import { allRoutes } from '../routes.ts';
import { zipEntries } from '../services/file/zip.ts';
import { zipText } from '../platform/workbook/zip.ts';
import { samplePdf } from '../seed/sample-pdf.ts';
import { fileRoutes } from '@kuwei/contract/sys/fs';
import { approved, castOf, deposited, draft, placesOf, saltLine, submitted, type Cast } from '../../test/_flow.ts';
import { holdingsOf, type Holdings } from '../../test/_holdings.ts';
import { untilNotified } from '../../test/_notified.ts';
import { sampleOf } from '../../test/_sample.ts';
import { openWorld, type Answer, type Person, type World } from '../../test/_world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  const roles = ALL_POWERS.map((power) => ({ power, code: `ROLE_OF_${power}` }));
  const { db } = world.services;
  await db
    .insertInto('sys_role')
    .values(roles.map(({ code }) => ({ code, name: code, name_en: code, sort: 900 })))
    .execute();
  await db
    .insertInto('sys_role_power')
    .values(roles.map(({ power, code }) => ({ role_code: code, power_code: power })))
    .execute();
});
afterAll(() => world.end());

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const nameOf = (route: Route): string => `${route.method} ${route.path}`;
const paramsOf = ({ path }: Route): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** The agreed rights, independent of the routes' own declarations. */
const agreed = new Map(
  readFileSync(new URL('rights.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(': ') as [string, string])
    .map(([call, needs]) => [call, needs.split(', ')]),
);
const needsOf = (route: Route): readonly string[] => agreed.get(nameOf(route)) ?? ['not in http/rights.txt'];

const ALL_POWERS = BUILT_IN_POWERS.map(([code]) => code);
/** Powers of the administrators, of each example role, and of a role for each single power. */
const POWERS_OF = new Map<string, readonly string[]>([
  ['ROLE_ADMIN', ALL_POWERS.filter(isPowerOfAdministrators)],
  ...EXAMPLE_ROLES.map(([code, , , powers]) => [code, powers] as const),
  ...ALL_POWERS.map((power) => [`ROLE_OF_${power}`, [power]] as const),
]);

/** Whether these roles may call a route; a page role only narrows them. */
function mayCall(route: Route, roles: readonly string[], pageRole: string | null): boolean {
  const needs = needsOf(route);
  if (needs[0] === 'open' || needs[0] === 'signed-in') return true;
  const counting = roles.filter((role) => {
    if (PAGE_ROLES.some((each) => each === role)) return role === pageRole;
    return role.startsWith('ROLE_WMS_') ? pageRole === 'ROLE_WAREHOUSE_ADMIN' : true;
  });
  const powers = roles.flatMap((role) => POWERS_OF.get(role) ?? []);
  return needs.some((code) => counting.includes(code) || powers.includes(code));
}

async function personWith(username: string, roles: readonly string[], orgId?: string): Promise<string> {
  const { db } = world.services;
  const id = newId();
  await db.insertInto('sys_user').values({ id, username, name: username }).execute();
  if (roles.length > 0)
    await db
      .insertInto('sys_role_grant')
      .values(roles.map((role_code) => ({ user_id: id, role_code })))
      .execute();
  if (orgId !== undefined) await db.insertInto('wms_org_member').values({ org_id: orgId, user_id: id }).execute();
  return id;
}

test('[S6.40][security 22] every route declares exactly the agreed needs', () => {
  const asked = allRoutes.map((route) => [nameOf(route), [route.needs, route.reviewers ? 'reviewers' : []].flat().toSorted()]);
  expect(asked, 'differs from http/rights.txt').toEqual(allRoutes.map((route) => [nameOf(route), needsOf(route).toSorted()]));
  expect(allRoutes.map(nameOf).toSorted(), 'differs from http/rights.txt').toEqual([...agreed.keys()].toSorted());
});

/** Routes that need a session. */
const closed = allRoutes.filter((route) => needsOf(route)[0] !== 'open');
/** One route for each distinct set of needs. */
const representatives = [...new Map(closed.map((route) => [needsOf(route).toSorted().join(), route])).values()];

/**
 * Calls the routes as a holder of each built-in role.
 * @param prefix of the usernames that are created
 * @returns a line for each response that differs from the agreement
 */
async function mismatches(prefix: string, routesFor: (roles: readonly string[]) => readonly Route[]): Promise<string[]> {
  const codes = BUILT_IN_ROLES.map(([code]) => code);
  const holders: [roles: string[], pageRole: string | null][] = [
    [[], null],
    ...codes.map((code): [string[], string | null] => [[code], PAGE_ROLES.some((role) => role === code) ? code : null]),
    ...codes
      .filter((code) => code.startsWith('ROLE_WMS_'))
      .map((code): [string[], string | null] => [['ROLE_WAREHOUSE_ADMIN', code], 'ROLE_WAREHOUSE_ADMIN']),
    ...[...POWERS_OF.keys()].filter((code) => code !== 'ROLE_ADMIN').map((code): [string[], string | null] => [[code], null]),
  ];
  const wrong: string[] = [];
  for (const [at, [roles, pageRole]] of holders.entries()) {
    await personWith(`${prefix}-${at}`, roles);
    const person = await world.as(`${prefix}-${at}`, pageRole);
    for (const route of routesFor(roles)) {
      const answer = await person.send(route.method, addressOf(route, UNKNOWN_ID));
      const may = mayCall(route, roles, pageRole);
      const refused = answer.status === 401 || (answer.status === 403 && NOT_YOURS.has(answer.error.code));
      // Callers with the right may still be asked to choose an organisation, or a role that has one.
      const mustChoose = answer.status === 403 && answer.error.code === 'PAGE_ROLE' && ORG_TYPE_OF[pageRole ?? ''] === undefined;
      if (may ? refused && !mustChoose : !refused)
        wrong.push(`${roles.join('+') || 'no role'}: ${nameOf(route)} ${answer.status}`);
    }
  }
  return wrong;
}

test('[S6.40][security 22] each distinct set of needs is open to exactly the agreed roles, and no closed route to an account without roles', async () => {
  expect(await mismatches('holder', (roles) => (roles.length === 0 ? closed : representatives))).toEqual([]);
});

test('[S1.18] every power of a subject opens a route, and no route names another', () => {
  const named = new Set(allRoutes.flatMap(({ needs }) => (typeof needs === 'string' ? [] : needs)));
  expect([...named].filter((code) => code.startsWith('POWER_')).toSorted()).toEqual(ALL_POWERS.toSorted());
});

test('[S6.40][security 22] every route is open to exactly the agreed roles', { tags: ['long'] }, async () => {
  expect(await mismatches('every', () => closed)).toEqual([]);
});
const NOT_YOURS = new Set(['FORBIDDEN', 'PAGE_ROLE']);

/** The URL of a route for this record. */
const addressOf = (route: Route, id: string): string =>
  pathOf(route, Object.fromEntries(paramsOf(route).map((name) => [name, String(paramOf(route, name, id))])));
const paramOf = ({ params }: Route, name: string, id: string): unknown => {
  const part = params?.shape[name];
  return !part || z.safeParse(part, id).success ? id : sampleOf(part, id, false);
};

/** Queries about a record: each parameter that can name one, separately. An export takes those of its list. */
function queriesOf({ path, query }: Route, id: string): string[] {
  if (!query) return [''];
  const must = sampleOf(query, id, false) as Record<string, unknown>;
  const whole = sampleOf(query, id, true) as Record<string, unknown>;
  const naming = path.endsWith('/export') ? [] : Object.entries(whole).filter(([, value]) => [value].flat().includes(id));
  const written = (values: Record<string, unknown>): string => {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(values)) search.set(name, [value].flat().join(','));
    return search.size > 0 ? `?${search.toString()}` : '';
  };
  return [must, ...naming.map(([name, value]) => ({ ...must, [name]: value }))].map(written);
}

/** The text of a response, including the contents of workbooks. */
function textOf({ raw }: Answer<unknown>): string {
  const inside = raw.subarray(0, 2).toString() === 'PK' ? (zipEntries(raw) ?? []) : [];
  return [raw.toString(), ...inside.map(({ name }) => zipText(raw, name))].join('\n');
}

// An organisation of each kind with records, and a second one of each kind; later the first one disabled.

interface Kind {
  pageRole: string;
  roles: readonly string[];
  own: Person;
  other: Person;
  ownId: string;
  holdings: Holdings;
}

/** Owners of goods, and the warehouse. */
const KINDS = [
  { pageRole: 'ROLE_TEACHER', type: 'LAB', roles: ['ROLE_TEACHER'] },
  { pageRole: 'ROLE_SUPPLIER', type: 'SUPPLIER', roles: ['ROLE_SUPPLIER'] },
  { pageRole: 'ROLE_STAFF', type: 'PURCHASE', roles: ['ROLE_STAFF'] },
  { pageRole: 'ROLE_WAREHOUSE_ADMIN', type: 'WAREHOUSE', roles: ['ROLE_WAREHOUSE_ADMIN', ...Object.values(WMS_ROLES)] },
] as const;
/** Tables shared by all organisations. */
const COMMON = new Set(['wms_product', 'wms_batch', 'sys_user', 'wms_ews']);

async function organisationOf(type: string, code: string): Promise<string> {
  const id = newId();
  await world.services.db
    .insertInto('wms_org')
    .values({ id, code, name: code, type: type as 'LAB' })
    .execute();
  return id;
}

/** Creates a draft with a file, a submitted and an approved deposit, goods in stock, and a pending collection. */
async function fill(person: Person, cast: Cast): Promise<void> {
  const places = await placesOf(world);
  const lines = [saltLine(places, '3', { batchNo: person.username.toUpperCase() })];
  const file = (await person.upload(fileRoutes.upload, samplePdf(['x']), 'x.pdf')).data.id;
  const form = { warehouseId: places.w2, lines, contact: `C-${person.username}`, remark: `R-${person.username}` };
  await draft(person, { type: 'INBOUND', ...form, attachments: [file] });
  await submitted(person, { type: 'INBOUND', ...form });
  await deposited({ ...cast, teacher: person }, form);
  await approved(cast, await submitted(person, { type: 'INBOUND', ...form }));
  await submitted(person, { type: 'OUTBOUND', ...form, lines: lines.map((line) => ({ ...line, qty: '1' })) });
}

async function kindsOf(cast: Cast): Promise<Kind[]> {
  const { db } = world.services;
  const kinds: Kind[] = [];
  for (const { pageRole, type, roles } of KINDS) {
    const isWarehouse = type === 'WAREHOUSE';
    const ownId = isWarehouse
      ? (await db.selectFrom('wms_org').where('code', '=', 'WAREHOUSE').select('id').executeTakeFirstOrThrow()).id
      : await organisationOf(type, `ORG-${type}`);
    const otherId = await organisationOf(type, `OTHER-${type}`);
    await personWith(`own-${type}`, roles, ownId);
    await personWith(`other-${type}`, roles, otherId);
    const own = await world.as(`own-${type}`, pageRole, isWarehouse ? 'WAREHOUSE' : `ORG-${type}`);
    const other = await world.as(`other-${type}`, pageRole, `OTHER-${type}`);
    if (!isWarehouse) await fill(own, cast);
    kinds.push({ pageRole, roles, own, other, ownId, holdings: null as unknown as Holdings });
  }
  for (const kind of kinds) kind.holdings = await loadHoldings(kind);
  return kinds;
}

/** The records of the organisation and of its person. */
const loadHoldings = ({ ownId, own }: Pick<Kind, 'ownId' | 'own'>, withPerson = true): Promise<Holdings> =>
  holdingsOf(world.services.db, { wms_org: [ownId], ...(withPerson && { sys_user: [own.id] }) }, COMMON);

interface Request {
  route: Route;
  path: string;
  body: unknown;
}

/** Every request about this record: with the required fields only, and with all fields. */
function requestsAbout(route: Route, id: string): Request[] {
  const path = addressOf(route, id);
  if (route.method === 'GET') return queriesOf(route, id).map((query) => ({ route, path: path + query, body: undefined }));
  if (route.body === undefined) return [{ route, path, body: undefined }];
  const bodies = [false, true].map((isWhole) => sampleOf(route.body as Schema, id, isWhole));
  // Without optional fields, both are the same.
  return [...new Map(bodies.map((body) => [JSON.stringify(body), body])).values()].map((body) => ({ route, path, body }));
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** The response without ids, which differ between calls. */
const summarizeReply = ({ status, raw }: Answer<unknown>): string => `${status} ${raw.toString().replaceAll(UUID, 'id')}`;

type Sample = Holdings['samples'][number];
/** The records and requests to try, by index. */
interface Scope {
  samples: (route: Route) => readonly Sample[];
  requests: (route: Route, sample: Sample) => [at: number, request: Request][];
}

/** Every record with every request. */
const everything = ({ samples }: Holdings): Scope => ({
  samples: () => samples,
  requests: (route, { id }) => [...requestsAbout(route, id).entries()],
});

const tableOf = ({ table }: Sample): string => table.split(' ')[0]!;
/** Whether a route is named after a table, so that its response may depend on the row's state. */
const isAbout = ({ path }: Route, table: string): boolean =>
  `${path}/`.includes(`/${table.replace(/^[a-z]+_/, '').replaceAll('_', '-')}/`);

const NOTHING: Sample = { table: 'nothing', id: UNKNOWN_ID };
const GOODS = new Set(['wms_transaction', 'wms_product_box']);

/**
 * One record of each table; in each of its states for routes named after the table. For ids of other tables, one body: with all
 * fields, or with the required ones if that is not accepted.
 * @param isAsked routes for which documents and goods are enough
 */
function distinct({ samples }: Holdings, isAsked: (route: Route) => boolean): Scope {
  const firsts = new Set(new Map(samples.toReversed().map((sample) => [tableOf(sample), sample])).values());
  return {
    samples: (route) => {
      const some = samples.filter((sample) => firsts.has(sample) || isAbout(route, tableOf(sample)));
      return isAsked(route) ? some.filter((sample) => GOODS.has(tableOf(sample))) : some;
    },
    requests: (route, sample) => {
      const requests = [...requestsAbout(route, sample.id).entries()];
      if (route.method === 'GET' || sample === NOTHING || isAbout(route, tableOf(sample))) return requests;
      const whole = requests.findLast(([, { body }]) => !route.body || z.safeParse(route.body as Schema, body).success);
      return [whole ?? requests[0]!];
    },
  };
}

/**
 * Requests records and a nonexistent one; the responses must be the same for people without access.
 * @param secrets texts that must not occur
 * @returns the differences and secrets found
 */
async function findLeaks(
  person: Person,
  routes: readonly Route[],
  records: Holdings,
  secrets: readonly string[],
  { samples, requests } = everything(records),
): Promise<string[]> {
  const leaks: string[] = [];
  const all = new Set([...records.ids.values()].flat());
  for (const route of routes) {
    const nothing: string[] = [];
    const asked = new Set<string>();
    for (const sample of [NOTHING, ...samples(route)]) {
      const { table, id } = sample;
      for (const [at, { path, body }] of requests(route, sample)) {
        const request = `${path} ${JSON.stringify(body)}`;
        if (asked.has(request)) continue;
        asked.add(request);
        const answer = await person.send(route.method, path, body);
        const what = `${person.username}: ${nameOf(route)} about ${table}`;
        if (answer.status >= 500) leaks.push(`${what} fails with ${answer.status}`);
        const text = textOf(answer);
        const shown =
          text.match(UUID)?.find((each) => each !== id && all.has(each)) ?? secrets.find((secret) => text.includes(secret));
        if (shown !== undefined) leaks.push(`${what} shows ${shown}`);
        if (id === UNKNOWN_ID) nothing[at] = summarizeReply(answer);
        else if (paramsOf(route).length > 0 && summarizeReply(answer) !== nothing[at])
          leaks.push(`${what} reveals ${summarizeReply(answer).slice(0, 120)}`);
      }
    }
  }
  return leaks;
}

/** Whether a route finds one of the records for its owner, so that refusing others is no general refusal. */
async function hasAccess(person: Person, route: Route, records: Holdings): Promise<boolean> {
  const answers = async (id: string): Promise<string[]> => {
    const some: string[] = [];
    for (const { path, body } of requestsAbout(route, id)) some.push(summarizeReply(await person.send(route.method, path, body)));
    return some;
  };
  const nothing = await answers(UNKNOWN_ID);
  for (const { id } of records.samples) if (String(await answers(id)) !== String(nothing)) return true;
  return false;
}

/** Routes about organisations open to a person of this kind; uploads are tested elsewhere. */
const routesOf = ({ pageRole, roles }: Kind): Route[] =>
  allRoutes.filter((route) => {
    if (route.body === 'file' || needsOf(route)[0] === 'open' || !mayCall(route, roles, pageRole)) return false;
    // Routes open to everyone are called under the first and the last role.
    return needsOf(route)[0] !== 'signed-in' || pageRole === 'ROLE_TEACHER' || pageRole === 'ROLE_WAREHOUSE_ADMIN';
  });

let filled: Promise<Kind[]> | null = null;
/** Shared by the tests below: those before the last one change nothing. */
const filledKinds = (): Promise<Kind[]> => (filled ??= castOf(world).then(kindsOf));

/** Requests the records of each organisation as a member of another one of its kind. */
async function expectNoLeaks(scopeOf: (kind: Kind) => Scope): Promise<void> {
  const kinds = await filledKinds();
  const owners = kinds.filter(({ pageRole }) => pageRole !== 'ROLE_WAREHOUSE_ADMIN');
  const marksOf = ({ own: { username } }: Kind): string[] => [username.toUpperCase(), `R-${username}`, `C-${username}`];
  for (const kind of kinds) {
    // Removes ids that an earlier test stored in their own settings, which would be found again.
    await sql`delete from sys_user_setting where user_id = ${kind.other.id}`.execute(world.services.db);
    const secrets = (owners.includes(kind) ? [kind] : owners).flatMap(marksOf);
    expect.soft(await findLeaks(kind.other, routesOf(kind), kind.holdings, secrets, scopeOf(kind))).toEqual([]);
    expect.soft((await loadHoldings(kind)).digest, `${kind.other.username} changed something`).toBe(kind.holdings.digest);
  }
}

test("[security 25, 27] an organisation's records are neither visible to another one nor changed by it", async () => {
  // Suppliers and purchasers try only documents and goods on routes that research groups have tried in full.
  const asked = new Set<Route>();
  await expectNoLeaks((kind) => {
    const before = new Set(kind.pageRole === 'ROLE_WAREHOUSE_ADMIN' ? [] : asked);
    for (const route of routesOf(kind)) asked.add(route);
    return distinct(kind.holdings, (route) => before.has(route));
  });
});

test(
  "[security 25, 27] no request makes an organisation's records visible to another one or changes them",
  { tags: ['long'] },
  () => expectNoLeaks(({ holdings }) => everything(holdings)),
);

test(
  '[security 25, 27] records of a disabled organisation are neither visible to its members nor changed by them',
  { tags: ['long'] },
  async () => {
    const { db } = world.services;
    const setValid = async ({ ownId, own }: Kind, valid: boolean): Promise<void> =>
      untilNotified(world, own, () => db.updateTable('wms_org').set({ valid }).where('id', '=', ownId).execute());
    for (const kind of await filledKinds()) {
      const { own } = kind;
      await setValid(kind, false);
      const before = await loadHoldings(kind, false);
      // Messages stay their recipient's, including document numbers.
      const disabled = routesOf(kind).filter((route) => !route.path.startsWith('/sys/msg-inbox/by-me'));
      expect.soft(await findLeaks(own, disabled, before, [])).toEqual([]);
      expect
        .soft((await loadHoldings(kind, false)).digest, `${own.username} changed something while disabled`)
        .toBe(before.digest);
      await setValid(kind, true);
    }
  },
);

test('owners reach the records that others are refused', { tags: ['long'] }, async () => {
  // Deletions last: other routes cannot find a deleted record.
  const ofOrgs = (await filledKinds())
    .flatMap((kind) => routesOf(kind).map((route) => ({ route, kind })))
    .filter(({ route }) => paramsOf(route).length > 0 && needsOf(route)[0] !== 'signed-in')
    .toSorted((a, b) => Number(a.route.method === 'DELETE') - Number(b.route.method === 'DELETE'));
  const reached = new Set<Route>();
  for (const { route, kind } of ofOrgs) {
    if (!reached.has(route) && (await hasAccess(kind.own, route, kind.holdings))) reached.add(route);
  }
  // The others are about goods, which are shared, and imports.
  expect(reached.size).toBeGreaterThan(38);
});
