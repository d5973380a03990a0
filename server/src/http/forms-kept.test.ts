// @module-tag long
// Every field of every form is stored or refused: for all forms whose record can be read back, derived from the routes.
import { isDeepStrictEqual } from 'node:util';
import type { Route } from '@kuwei/contract/route';
import type * as z from 'zod/mini';
import { safeParse } from 'zod/mini';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRoutes } from '../routes.ts';
import { deposited, openScene, saltLine } from '../../test/_flow.ts';
import type { Person, World } from '../../test/_world.ts';

type Fields = Record<string, unknown>;
interface Def {
  shape?: Record<string, z.ZodMiniType>;
  entries?: Record<string, unknown>;
  innerType?: z.ZodMiniType;
  in?: z.ZodMiniType;
}
const defOf = (schema: unknown): Def => (schema as { _zod: { def: Def } })._zod.def;
const formOf = (route: Route): Record<string, z.ZodMiniType> =>
  'body' in route && route.body ? (defOf(route.body).shape ?? {}) : {};

let world: World;
let people: Person[];
beforeAll(async () => {
  const scene = await openScene();
  ({ world } = scene);
  const { cast, places } = scene;
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  people = [admin, manager, cast.teacher];
  const make = async (person: Person, path: string, body: Fields): Promise<Fields> =>
    (await person.send('POST', path, body)).data as Fields;
  const done = await deposited(cast, { warehouseId: places.w2, lines: [saltLine(places, '5')] }, places.box('W2-A-R1-B1'));
  const { goodsOrgId, ownerOrgId } = done as unknown as { goodsOrgId: string | null; ownerOrgId: string };
  const orgId = goodsOrgId ?? ownerOrgId;
  const productId = places.product('C-NACL');
  await make(manager, '/wms/ews-limit', {
    orgId,
    warehouseId: places.w2,
    productId,
    categoryId: null,
    minQty: '1',
    maxQty: null,
    expiryDays: 10,
  });
  await make(manager, '/wms/org-product', {
    orgId,
    productId,
    visibleTo: 'CAMPUS',
    shareMode: 'GIVE',
    price: null,
    maxQty: null,
    fromDay: null,
    untilDay: null,
    note: null,
  });
  await make(cast.teacher, '/wms/after-sales', {
    kind: 'COMPLAINT',
    productBoxId: ((await cast.teacher.send('GET', '/wms/product-box')).data as { list: Fields[] }).list[0]!['id'],
    solution: 'KEEP',
    description: '受潮',
  });
  await make(manager, '/wms/inventory', {
    warehouseId: places.w2,
    type: 'SPOT',
    scope: 'BOX',
    boxIds: [places.box('W2-A-R1-B1')],
    freeze: false,
    assignees: [cast.keeper.id],
  });
  await make(admin, '/auth/power/rule', {
    ownerType: 'USER',
    ownerIds: [cast.teacher.id],
    relation: null,
    subjectType: 'WMS_WAREHOUSE',
    subjectModel: 'select',
    subjectIds: [places.w1],
    conditions: [],
    actions: ['SEE'],
    fromDay: null,
    untilDay: '2099-01-01',
    note: null,
  });
  await make(admin, '/sys/msg-inbox/template', {
    code: 'NEW-8',
    name: '通知',
    kind: 'NOTICE',
    title: '标题',
    content: '内容',
    link: null,
    valid: true,
  });
});
afterAll(() => world.end());

/** Forms whose record can be read at the same address. */
const forms = allRoutes.filter(
  (route) =>
    route.method === 'PUT' &&
    route.path.endsWith('/{id}') &&
    'rev' in formOf(route) &&
    allRoutes.some(({ method, path }) => method === 'GET' && path === route.path),
);

/** Queries of lists other than the default one. */
const LISTS: Readonly<Record<string, string>> = { '/sys/project/app/menu': '', '/sys/bpm/definition': '' };
/** Forms whose fields another test covers: which one. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  '/wms/transaction': '[F-3B7] every field of a document stands in it afterwards, or is refused there',
  '/sys/bpm/definition': 'a workflow is one file, kept as it was drawn',
  '/sys/config': 'a setting is one value of its own kind',
};
const RECORDS = 20;

/** Values that one field or another accepts. */
const CANDIDATES = ['改过的字', 'NEW-9', '7', '7.5', 7, '2031-05-06', true, false, 'new@example.com', '13900001111', [], null];

/** The choices of a schema. */
function* choicesOf(schema: z.ZodMiniType): Generator<unknown> {
  const { entries, innerType, in: read } = defOf(schema);
  if (entries) yield* Object.values(entries);
  if (innerType) yield* choicesOf(innerType);
  if (read) yield* choicesOf(read);
}

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);
/** Equal apart from case, number format and kind of empty value. */
const isSame = (kept: unknown, typed: unknown): boolean =>
  isDeepStrictEqual(kept, typed) ||
  (isEmpty(kept) && isEmpty(typed)) ||
  (typeof typed === 'string' && String(kept).toLowerCase() === typed.toLowerCase());

interface Found {
  person: Person;
  address: string;
  record: Fields;
  others: readonly Fields[];
}

const partOf = (record: Fields, shape: object): Fields =>
  Object.fromEntries(Object.keys(shape).flatMap((field) => (record[field] === undefined ? [] : [[field, record[field]]])));

/** A record of the form that some person may save unchanged. */
async function findRecord(base: string, shape: object): Promise<Found | null> {
  for (const person of people) {
    const list = await person.send('GET', `${base}${LISTS[base] ?? '?size=100'}`);
    if (list.status !== 200) continue;
    const reply = list.data as Fields[] | { list?: Fields[]; entries?: Fields[] };
    const rows = Array.isArray(reply) ? reply : (reply.list ?? reply.entries ?? []);
    const others: Fields[] = [];
    for (const { id } of rows.slice(0, RECORDS)) {
      const read = await person.send('GET', `${base}/${String(id)}`);
      if (read.status === 200) others.push(read.data as Fields);
    }
    // From the end: the first people are those who make the calls.
    for (const record of others.toReversed()) {
      const address = `${base}/${String(record['id'])}`;
      const { status } = await person.send('PUT', address, partOf(record, shape));
      if (status === 200) return { person, address, record, others };
    }
  }
  return null;
}

test('every field of every form is stored in the record or refused', { timeout: 600_000 }, async () => {
  const lost: unknown[] = [];
  const untried: string[] = [];
  for (const route of forms) {
    const base = route.path.replace('/{id}', '');
    if (base in ELSEWHERE) continue;
    const shape = formOf(route);
    const found = await findRecord(base, shape);
    if (found === null) {
      untried.push(base);
      continue;
    }
    const { person, address, record, others } = found;
    const read = async (): Promise<Fields> => (await person.send('GET', address)).data as Fields;
    const save = async (fields: Fields): Promise<number> => {
      const { rev } = await read();
      return (await person.send('PUT', address, { ...partOf(record, shape), ...fields, rev })).status;
    };
    let tried = 0;
    const fields = Object.entries(shape).filter(([field]) => field !== 'rev');
    for (const [field, schema] of fields) {
      const values = [...choicesOf(schema), ...CANDIDATES, ...others.map((other) => other[field])].filter(
        (value) => value !== undefined && safeParse(schema, value).success && !isDeepStrictEqual(value, record[field]),
      );
      if (values.length > 0) tried++;
      for (const value of values) {
        if ((await save({ [field]: value })) !== 200) continue;
        const kept = (await read())[field];
        if (!isSame(kept, value)) lost.push([base, field, value, kept]);
        expect(await save({})).toBe(200);
        break;
      }
    }
    // No other record to choose for the remaining fields.
    if (tried * 2 < fields.length) untried.push(`${base}: ${tried} of ${fields.length}`);
  }
  expect(lost).toEqual([]);
  expect(untried).toEqual([]);
});
