// Compares explanations with actual lists: every person, every way of working, every subject.
import { PAGE_ROLES } from '@kuwei/contract/access';
import { ruleRoutes, type VisibilityList } from '@kuwei/contract/auth/rule';
import { RULE_ROWS, type RowSubject } from '@kuwei/contract/auth/rule-words';
import { ORG_TYPE_OF } from '@kuwei/contract/org';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { TRANSACTION_TYPES } from '@kuwei/contract/wms/transaction-type';
import { warehouseRoutes } from '@kuwei/contract/wms/warehouse';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { castOf, lineOf, placesOf, submitted } from '../../../test/_flow.ts';
import { addOtherWarehouse, OTHER_MANAGER } from '../../../test/_other-warehouse.ts';
import { post } from '../../../test/_stock.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let admin: Person;
interface Somebody {
  id: string;
  username: string;
  ways: Person[];
}
let people: Somebody[];
interface Thing {
  type: RowSubject;
  id: string;
  name: string;
}
let things: Thing[];

beforeAll(async () => {
  world = await openWorld();
  const { db } = world.services;
  await addOtherWarehouse(db);
  admin = await world.as('admin', 'ROLE_ADMIN');
  const other = await world.as(OTHER_MANAGER, 'ROLE_WAREHOUSE_ADMIN');
  await other.call(warehouseRoutes.createWarehouse, { body: { code: 'OUTW', name: '外库', keeperIds: [other.id] } });
  const [places, { teacher }] = [await placesOf(world), await castOf(world)];
  const goods = { product: 'W-BEAKER-250', qty: '5', batch: 'SEEN' };
  await post(db, [
    { ...goods, owner: 'LAB-BIO', box: 'W2-A-R1-B1' },
    { ...goods, owner: 'LAB-POLYMER', box: 'W2-A-R1-B1' },
    { ...goods, owner: 'LAB-CATALYSIS', box: 'W2-A-R1-B2' },
  ]);
  await submitted(teacher, {
    type: 'INBOUND',
    warehouseId: places.w2,
    lines: [lineOf(places.product('W-BEAKER-250'), '1', { unit: 'PIECE' })],
  });
  const { rows } = await sql<{ id: string; username: string; roles: string[]; orgs: { code: string; type: string }[] }>`
    select u.id, u.username, array(select role_code from sys_user_role r where r.user_id = u.id order by 1) as roles,
           (select coalesce(json_agg(json_build_object('code', o.code, 'type', o.type) order by o.code), '[]') from wms_org_user m
              join wms_org o on o.id = m.org_id where m.user_id = u.id) as orgs
      from sys_user u where u.state = 'ACTIVE' and u.username <> '$system' order by u.username`.execute(db);
  people = await Promise.all(
    rows.map(async ({ id, username, roles, orgs }) => ({
      id,
      username,
      ways: await Promise.all(
        PAGE_ROLES.filter((role) => roles.includes(role)).flatMap((role) =>
          orgs.filter(({ type }) => type === ORG_TYPE_OF[role]).map(({ code }) => world.as(username, role, code)),
        ),
      ),
    })),
  );
  const named = async (type: RowSubject, from: string): Promise<Thing[]> =>
    (await sql<Thing>`select ${type}::text as type, id, code as name from ${sql.raw(from)} order by code`.execute(db)).rows;
  things = [
    ...(await named('WMS_ORG', `wms_org where type = 'LAB'`)),
    ...(await named('WMS_WAREHOUSE', 'wms_warehouse')),
    ...(await named(
      'WMS_CONTAINER',
      `wms_container where id = (select container_id from wms_warehouse_box where code = 'W2-A-R1-B1')`,
    )),
    ...(await named('CATEGORY', `wms_category where id = (select category_id from wms_product where code = 'W-BEAKER-250')`)),
  ];
});
afterAll(() => world.end());

const FILTER = {
  WMS_ORG: 'ownerOrgId',
  WMS_WAREHOUSE: 'warehouseId',
  WMS_CONTAINER: 'containerId',
  CATEGORY: 'categoryId',
} as const satisfies Record<RowSubject, string>;

interface Read {
  status: number;
  data: { list: { id: string; state?: string }[] };
}

/** Ids of the rows of a list that a person can read in any way; null if they cannot open it. */
async function rowsOf({ ways }: Somebody, list: VisibilityList, { type, id }: Thing): Promise<Set<string> | null> {
  const query = { [FILTER[type]]: id, size: 200 };
  const asked = ways.flatMap((way): Promise<Read>[] =>
    list === 'STOCK'
      ? [way.call(productBoxRoutes.listStock, { query })]
      : TRANSACTION_TYPES.map((kind) => way.call(transactionRoutes.listTransactions, { query: { ...query, type: kind } })),
  );
  const answers = (await Promise.all(asked)).filter(({ status }) => status !== 403);
  if (answers.length === 0) return null;
  // Drafts are visible to their owner only.
  return new Set(answers.flatMap(({ data }) => data.list.filter(({ state }) => state !== 'DRAFT').map((row) => row.id)));
}

async function compare(): Promise<Record<'ALL' | 'PART' | 'NONE', number>> {
  const met = { ALL: 0, PART: 0, NONE: 0 };
  for (const thing of things) {
    const asked = await Promise.all(
      people.map(async (person) => {
        const query = { userId: person.id, subjectType: thing.type, subjectId: thing.id };
        const { lists } = (await admin.call(ruleRoutes.explainSight, { query })).data;
        return Promise.all(
          lists.map(async ({ list, sees }) => ({ person, list, sees, rows: await rowsOf(person, list, thing) })),
        );
      }),
    );
    const all = asked.flat();
    for (const { person, list, sees, rows } of all) {
      met[sees]++;
      const every = new Set(all.filter((one) => one.list === list).flatMap((one) => [...(one.rows ?? [])]));
      const about = `${person.username} ${list} of ${thing.type} ${thing.name}: ${sees}`;
      if (sees === 'NONE') expect([...(rows ?? [])], about).toEqual([]);
      else expect(rows, about).not.toBeNull();
      if (sees === 'ALL') expect(rows!.size, about).toBe(every.size);
    }
  }
  return met;
}

test("[F-3N2] explanations agree with everyone's lists, with rules and without", async () => {
  const { db } = world.services;
  expect(new Set(things.map(({ type }) => type))).toEqual(new Set(RULE_ROWS));
  const without = await compare();
  for (const each of ['ALL', 'PART', 'NONE'] as const) expect(without[each], each).toBeGreaterThan(5);

  const idOf = (type: RowSubject, code?: string): string =>
    things.find((thing) => thing.type === type && (code === undefined || thing.name === code))!.id;
  const userId = (username: string): string => people.find((person) => person.username === username)!.id;
  const orgId = (code: string) => sql`(select id from wms_org where code = ${code})`;
  const give = async (owner: { user?: string; role?: string; org?: string }, type: RowSubject, id: string) => {
    const kind = owner.user ? 'USER' : owner.role ? 'ROLE' : 'ORG';
    const { rows } = await sql<{ id: string }>`
      insert into sys_rule (id, owner_type, user_id, role_code, org_id, subject_type, subject_model, actions, same_as)
      values (gen_random_uuid(), ${kind}, ${owner.user ?? null}, ${owner.role ?? null},
              ${owner.org ? orgId(owner.org) : null}, ${type}, 'select', '{SEE}', gen_random_uuid()::text) returning id`.execute(
      db,
    );
    await sql`insert into sys_rule_subject (rule_id, subject_id) values (${rows[0]!.id}, ${id})`.execute(db);
  };
  await give({ user: userId('teacher') }, 'WMS_WAREHOUSE', idOf('WMS_WAREHOUSE', 'W2'));
  await give({ user: userId('reviewer') }, 'WMS_ORG', idOf('WMS_ORG', 'LAB-POLYMER'));
  await give({ user: userId('admin') }, 'WMS_ORG', idOf('WMS_ORG', 'LAB-POLYMER'));
  await give({ role: 'ROLE_SUPPLIER' }, 'CATEGORY', idOf('CATEGORY'));
  await give({ org: 'LAB-BIO' }, 'WMS_CONTAINER', idOf('WMS_CONTAINER'));
  const withRules = await compare();
  expect(withRules.ALL).toBeGreaterThan(without.ALL);
});
