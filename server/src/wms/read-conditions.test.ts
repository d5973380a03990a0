// What lists return under data rules, for every filter and order, compared with checking each row by itself (decision 120).
import { effectiveRoles } from '@kuwei/contract/access';
import { RULE_ACTIONS, ruleRoutes } from '@kuwei/contract/auth/rule';
import type { RuleSubject } from '@kuwei/contract/auth/rule-words';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { containerRoutes } from '@kuwei/contract/wms/container';
import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import { day } from '../../test/_days.ts';
import { rolesOf } from '../../test/_everyone.ts';
import { addOtherWarehouse, OTHER_MANAGER } from '../../test/_other-warehouse.ts';
import { listRoutes, questionsOf, type Samples } from '../../test/_list-queries.ts';
import { loadAllRows, expectedIds, type AllRows, type ListViewer, type Query, type Rules } from '../../test/_expected-lists.ts';
import { post, type Entry } from '../../test/_stock.ts';
import { openWorld, type Person, type World } from '../../test/_world.ts';

const DOCUMENTS = 480;
const OWNERS = ['LAB-CATALYSIS', 'LAB-BIO', 'SUP-BOLIN'];
const PRODUCTS = ['W-BEAKER-250', 'C-ETHANOL', 'P-TUBE-50'];
const BOXES = ['OUTBOX1', 'OUTBOX2'];

let world: World;
let admin: Person;
/** Boxes in four containers of the organisation's own warehouses. */
let own: string[];
let all: AllRows;
/** Before some of the goods were issued. */
let beforeIssue: string;
beforeAll(async () => {
  world = await openWorld();
  const { db } = world.services;
  admin = await world.as('admin', 'ROLE_ADMIN');
  await addOtherWarehouse(db);
  const other = await world.as(OTHER_MANAGER, 'ROLE_WAREHOUSE_ADMIN');
  const warehouse = (
    await other.call(warehouseRoutes.createWarehouse, { body: { code: 'OUTW', name: '外库', keeperIds: [other.id] } })
  ).data;
  for (const [n, code] of BOXES.entries()) {
    const container = (
      await other.call(containerRoutes.createContainer, {
        body: { warehouseId: warehouse.id, type: 'SHELF', code: `OUTC${n}`, name: '外库货架' },
      })
    ).data;
    await other.call(boxRoutes.createBox, { body: { containerId: container.id, code, type: 'SHARED', mixPolicy: 'MIXED' } });
  }
  own = (
    await sql<{ code: string }>`
      select min(b.code) as code from wms_warehouse_box b join wms_warehouse w on w.id = b.warehouse_id where w.code in ('W1', 'W2') group by b.container_id
       order by 1 limit 4`.execute(db)
  ).rows.map(({ code }) => code);
  await fillGoods();
  await fillDocuments();
  all = await loadAllRows(db);
});
afterAll(() => world.end());

async function fillGoods(): Promise<void> {
  const { db } = world.services;
  const made = [...BOXES, ...own].flatMap((box, b) =>
    OWNERS.flatMap((owner, o) =>
      PRODUCTS.filter((_, p) => (b + o + p) % 4 !== 3).map((product, p): Entry => {
        const n = b * 9 + o * 3 + p;
        return {
          product,
          owner,
          box,
          qty: String(5 + n),
          batch: `SEEN-${n % 5}`,
          ...(n % 4 === 0 ? { depositUntil: '2020-01-01' } : {}),
        };
      }),
    ),
  );
  await post(db, made);
  beforeIssue = (await sql<{ at: string }>`select clock_timestamp() as at`.execute(db)).rows[0]!.at;
  // Some are issued fully, some partly.
  await post(
    db,
    made.filter((_, n) => n % 3 === 0).map((entry, n) => ({ ...entry, qty: n % 2 === 0 ? `-${entry.qty}` : '-1' })),
  );
  await sql`update wms_batch set expires_on = current_date + 30 where batch_no = 'SEEN-1'`.execute(db);
  await sql`update wms_product_box set frozen = true, frozen_reason = 'x' where id in (select id from wms_product_box order by id offset 3 limit 4)`.execute(
    db,
  );
}

/** Documents of every type, state, owner and warehouse, including drafts and deleted ones. */
async function fillDocuments(): Promise<void> {
  const { db } = world.services;
  await sql`
    with n as (select n, n % 60 as m, hashint4(n) & 65535 as x from generate_series(1, ${DOCUMENTS}) n),
    place as (select id, org_id, row_number() over (order by code) - 1 as n from wms_warehouse),
    owner as (select id, row_number() over (order by code) - 1 as n from wms_org where code = any(${OWNERS}::text[])),
    made as (
      insert into wms_transaction (id, no, type, source, owner_org_id, applicant_id, created_by, warehouse_id, target_warehouse_id, state, round, levels,
                                   controlled, submitted_at, created_at, updated_at, plan_date, deleted_at, pickup_salt)
      select gen_random_uuid(), 'SEEN' || lpad(n.n::text, 5, '0'), k.type, 'LAB', case when k.type = 'MOVE' then w.org_id else o.id end, u.id, u.id, w.id,
             case when k.type = 'MOVE' and x % 3 = 0 then v.id end, s.state, 1, 1, x % 7 = 0,
             case when s.state <> 'DRAFT' then now() - n.n * interval '7 hours' + interval '1 hour' end,
             now() - n.n * interval '7 hours', now() - x * interval '1 minute',
             case when x % 4 > 0 then current_date - 10 + x % 20 end, case when x % 13 = 0 then now() end, '\\x00'
        from n
        cross join lateral (select (array['INBOUND', 'OUTBOUND', 'MOVE'])[1 + n.n % 3] as type) k
        cross join lateral (select (array['DRAFT', 'SUBMITTED', 'APPROVED', 'EXECUTING', 'DONE', 'REJECTED', 'CANCELED'])[1 + x % 7] as state) s
        join place w on w.n = (x / 7) % 3 join place v on v.n = (x / 7 + 1) % 3 join owner o on o.n = (x / 21) % 3
        join sys_user u on u.username = case when x % 5 = 0 then 'teacher' else 'teacher2' end
      returning id, no)
    insert into wms_transaction_line (id, transaction_id, line_no, product_id, batch_no, unit, unit_factor, qty, qty_req)
    select gen_random_uuid(), m.id, l, p.id, 'SEEN-' || l, 'PIECE', 1, 1, 1
      from made m cross join generate_series(1, 2) l
      join (select id, row_number() over (order by code) - 1 as n from wms_product where code = any(${PRODUCTS}::text[])) p
        on p.n = (hashtext(m.no) & 65535) % 2 + l - 1`.execute(db);
}

/** Columns behind some sort orders. */
const SORTED: Record<string, { table: string; columns: Record<string, string> }> = {
  listTransactions: {
    table: 'wms_transaction',
    columns: {
      no: 'no',
      createdAt: 'created_at',
      submittedAt: 'submitted_at',
      updatedAt: 'updated_at',
      planDate: 'plan_date',
      state: 'state',
    },
  },
  listStock: { table: 'wms_product_box', columns: { qty: 'qty', lastMoveAt: 'last_move_at', firstInAt: 'first_in_at' } },
};

/** Sorts these rows; null where the order depends on other tables. */
async function inOrder(list: string, rows: readonly string[], { sort, asOf }: Query): Promise<string[] | null> {
  const sorted = SORTED[list];
  const column = sorted?.columns[sort!.replace('-', '')];
  if (column === undefined || asOf !== undefined) return null;
  const way = sql.raw(sort!.startsWith('-') ? 'desc' : 'asc');
  const found = await sql<{ id: string }>`
    select id from ${sql.table(sorted!.table)} where id = any(${[...rows]}::uuid[]) order by ${sql.ref(column)} ${way} nulls last, id ${way}`.execute(
    world.services.db,
  );
  return found.rows.map(({ id }) => id);
}

/** Every filter, with a value that matches visible rows and one that does not. */
function samples(): Samples {
  const { ids, goods, entries } = all;
  const [first] = goods;
  const flags = Object.fromEntries(
    ['mine', 'controlled', 'overdue', 'depositOverdue', 'frozen', 'available', 'withEmpty'].map((flag): [string, boolean[]] => [
      flag,
      [true, false],
    ]),
  );
  const orgs = OWNERS.map((code) => ids[code]!);
  return {
    ...flags,
    waiting: [false],
    q: ['SEEN001', 'SEEN-2', 'beaker', '没有这样的'],
    'listSpace.q': ['没有这样的'],
    warehouseId: [ids['W1']!, ids['W2']!, ids['OUTW']!],
    ownerOrgId: orgs,
    productId: PRODUCTS.slice(0, 2).map((code) => ids[code]!),
    categoryId: [first!.category],
    containerId: goods
      .filter(({ box }) => box === ids['OUTBOX1'])
      .map(({ container }) => container)
      .slice(0, 1),
    boxId: [ids['OUTBOX1']!, ids[own[0]!]!],
    batchId: [first!.batch],
    productBoxId: [first!.id],
    transactionId: [entries[0]!.document!],
    controlFlag: ['TOXIC'],
    expiresBefore: [day(60)],
    from: [day(-40)],
    to: [day(-40)],
    'listLedger.from': [beforeIssue],
    'listLedger.to': [beforeIssue],
    'listLedger.before': [1_000_000],
    asOf: [beforeIssue, new Date(Date.now() + 1_000).toISOString()],
  };
}

/** Rule sets: one kind of subject, several, own records, and everything. */
const RULES: [name: string, rules: (of: AllRows) => Rules][] = [
  ['none', () => ({})],
  ['an owner', ({ ids }) => ({ WMS_ORG: [ids['LAB-BIO']!] })],
  ['a warehouse', ({ ids }) => ({ WMS_WAREHOUSE: [ids['OUTW']!] })],
  ['what is their own', ({ ids }) => ({ WMS_ORG: [ids['LAB-CATALYSIS']!], WMS_WAREHOUSE: [ids['W1']!, ids['W2']!] })],
  ['a container', ({ ids, goods }) => ({ WMS_CONTAINER: [goods.find(({ box }) => box === ids['OUTBOX1'])!.container] })],
  ['a category', ({ goods }) => ({ CATEGORY: [goods[0]!.category] })],
  ['an owner and warehouses', ({ ids }) => ({ WMS_ORG: [ids['SUP-BOLIN']!], WMS_WAREHOUSE: [ids['OUTW']!, ids['W2']!] })],
  [
    'every kind',
    ({ ids, goods }) => ({
      WMS_ORG: [ids['LAB-BIO']!],
      WMS_WAREHOUSE: [ids['W1']!],
      WMS_CONTAINER: [goods.find(({ box }) => box === ids['OUTBOX2'])!.container],
      CATEGORY: [goods[0]!.category],
    }),
  ],
  ['all owners', () => ({ WMS_ORG: 'all' })],
  ['all warehouses', () => ({ WMS_WAREHOUSE: 'all' })],
  ['all containers', () => ({ WMS_CONTAINER: 'all' })],
];

async function given(owner: Person, rules: Rules): Promise<string[]> {
  const made: string[] = [];
  for (const [subjectType, subjects] of Object.entries(rules) as [RuleSubject, 'all' | string[]][]) {
    const { data } = await admin.call(ruleRoutes.createRule, {
      body: {
        ownerType: 'USER',
        ownerIds: [owner.id],
        relation: null,
        subjectType,
        subjectModel: subjects === 'all' ? 'all' : 'select',
        subjectIds: subjects === 'all' ? [] : subjects,
        conditions: [],
        actions: [...RULE_ACTIONS],
        fromDay: null,
        untilDay: null,
        note: null,
      },
    });
    made.push(data.id);
  }
  return made;
}

const CASES = RULES.map(([name, rules], at) => [name, rules, at] as const);
test.each(CASES)('[S1.18] every filter and order returns exactly the rows visible by themselves: rules for %s', (_, rules, at) =>
  compare(rules, at, 53),
);
test.each(CASES)(
  '[S1.18] more filters and orders return exactly the rows visible by themselves: rules for %s',
  { tags: ['long'] },
  (_, rules, at) => compare(rules, at, 19),
);

/** @param every compares every nth question per rule set, at a different offset for each */
async function compare(rules: (of: AllRows) => Rules, at: number, every: number): Promise<void> {
  for (const [username, role, org] of [
    ['teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS'],
    ['manager', 'ROLE_WAREHOUSE_ADMIN', undefined],
  ] as const) {
    const before = await world.as(username, role, org);
    const made = await given(before, rules(all));
    const person = await world.as(username, role, org);
    const viewer: ListViewer = {
      me: person.id,
      org: all.ids[org ?? 'WAREHOUSE']!,
      houses: org === undefined ? [all.ids['W1']!, all.ids['W2']!] : null,
      rules: rules(all),
    };
    const roles = effectiveRoles(await rolesOf(world, username), role);
    const questions = questionsOf(
      [{ as: username, person, roles }],
      samples(),
      listRoutes.filter(([name]) => name in expectedIds),
    );
    let found = 0;
    for (const [n, { name }] of questions.entries()) {
      if ((n + at * 7) % every !== 0) continue;
      const list = name.split(' ')[0]!;
      const route = listRoutes.find(([each]) => each === list)![1];
      const query: Query = Object.fromEntries(new URLSearchParams(name.slice(name.indexOf('?') + 1)));
      const [page, size] = n % 3 === 0 ? [2, 5] : [1, 100];
      const search = new URLSearchParams({ ...query, page: String(page), size: String(size) });
      const answer = await person.send(route.method, `${route.path}?${search.toString()}`);
      expect(answer.status, name).toBe(200);
      const { list: rows, total, exact } = answer.data as { list: Record<string, string>[]; total: number; exact: boolean };
      const shown = rows.map(({ id, seq, key, lines }) => (list === 'listSpace' ? `${key} ${lines}` : String(id ?? seq)));
      const meant = expectedIds[list]!(all, viewer, query);
      found += meant.length;
      const ordered = await inOrder(list, meant, query);
      if (ordered !== null) expect(shown, name).toEqual(ordered.slice((page - 1) * size, page * size));
      else if (page === 1 && meant.length <= size) expect(shown.toSorted(), name).toEqual(meant.toSorted());
      else
        expect(
          shown.filter((id) => !meant.includes(id)),
          name,
        ).toEqual([]);
      expect(rows.length, name).toEqual(Math.max(0, Math.min(size, meant.length - (page - 1) * size)));
      if (exact) expect(total, name).toEqual(meant.length);
      else expect(total > 100 && total <= meant.length, name).toBe(true);
    }
    expect(found).toBeGreaterThan(0);
    if (made.length > 0)
      expect(
        (await admin.call(ruleRoutes.batchRules, { params: { action: 'end' }, body: { ids: made, untilDay: null } })).data.done,
      ).toBe(made.length);
  }
}
