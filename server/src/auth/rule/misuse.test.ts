// Attempts to gain rights by rules, mistakes, and races.
import { RULES_MAX, ruleRoutes, type Rule, type RuleForm } from '@kuwei/contract/auth/rule';
import { RULE_RECORDS } from '@kuwei/contract/auth/rule-words';
import { orgRecordRoutes } from '@kuwei/contract/wms/org-record';
import { roleForm, roleRoutes } from '@kuwei/contract/auth/role';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { day } from '../../../test/_days.ts';
import { addOtherWarehouse, OTHER_MANAGER, OTHER_ORG } from '../../../test/_other-warehouse.ts';
import { post } from '../../../test/_stock.ts';
import { readRows } from '../../../test/_workbook.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let admin: Person;
/** Member of two groups, leader of one. */
let teacher: Person;
let polymer: Person;
/** A rule manager in the other warehouse who is no administrator. */
let keeper: Person;
let org: (code: string) => string;

beforeAll(async () => {
  world = await openWorld();
  const { db } = world.services;
  await addOtherWarehouse(db);
  await post(db, [{ product: 'W-BEAKER-250', owner: 'LAB-BIO', box: 'W2-A-R1-B1', qty: '4', batch: 'THEIRS' }]);
  await sql`insert into sys_role (code, name, name_en, sort) values ('ROLE_RULES', '规则员', 'Rules', 200), ('ROLE_GUEST', '访客', 'Guest', 201)`.execute(
    db,
  );
  await sql`insert into sys_role (code, name, name_en, sort) values ('ROLE_OFFICE', '办公室', 'Office', 202)`.execute(db);
  await sql`insert into sys_role_power values ('ROLE_RULES', 'POWER_RULE_MANAGE'), ('ROLE_RULES', 'POWER_ROLE_MANAGE'),
    ('ROLE_OFFICE', 'POWER_ROLE_MANAGE')`.execute(db);
  await sql`insert into sys_role_grant (user_id, role_code) select id, 'ROLE_OFFICE' from sys_user where username = 'staff'`.execute(
    db,
  );
  await sql`insert into sys_role_grant (user_id, role_code) select id, 'ROLE_RULES' from sys_user where username = ${OTHER_MANAGER}`.execute(
    db,
  );
  await sql`insert into wms_warehouse (id, org_id, code, name)
    select gen_random_uuid(), id, 'WB', '另一仓库' from wms_org where code = ${OTHER_ORG}`.execute(db);
  await sql`insert into wms_container (id, warehouse_id, type, code, name)
    select gen_random_uuid(), id, 'SHELF', 'WB-S1', '货架' from wms_warehouse where code = 'WB'`.execute(db);
  const orgs = new Map((await db.selectFrom('wms_org').select(['id', 'code']).execute()).map((row) => [row.code, row.id]));
  org = (code) => orgs.get(code)!;
  admin = await world.as('admin', 'ROLE_ADMIN');
  teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  polymer = await world.as('teacher', 'ROLE_TEACHER', 'LAB-POLYMER');
  keeper = await world.as(OTHER_MANAGER, 'ROLE_WAREHOUSE_ADMIN');
});
afterAll(() => world.end());
beforeEach(() => sql`delete from sys_rule`.execute(world.services.db));

const form = (more: Partial<RuleForm> = {}): RuleForm => ({
  ownerType: 'USER',
  ownerIds: [teacher.id],
  relation: null,
  subjectType: 'WMS_ORG',
  subjectModel: 'select',
  subjectIds: [org('LAB-BIO')],
  conditions: [],
  actions: ['SEE', 'EXPORT'],
  fromDay: null,
  untilDay: null,
  note: null,
  ...more,
});
const give = (more: Partial<RuleForm> = {}, by = admin) => by.call(ruleRoutes.createRule, { body: form(more) });
const change = (rule: Rule, more: Partial<RuleForm>, by = admin) => {
  const {
    ownerType,
    ownerIds,
    relation,
    subjectType,
    subjectModel,
    subjectIds,
    conditions,
    actions,
    fromDay,
    untilDay,
    note,
    rev,
  } = { ...rule, ...more };
  const body = {
    ownerType,
    ownerIds,
    relation,
    subjectType,
    subjectModel,
    subjectIds,
    conditions,
    actions,
    fromDay,
    untilDay,
    note,
  };
  return by.call(ruleRoutes.updateRule, { params: { id: rule.id }, body: { ...body, rev } });
};
const batch = (action: 'end' | 'renew', ids: string[], untilDay: string | null = null, by = admin) =>
  by.call(ruleRoutes.batchRules, { params: { action }, body: { ids, untilDay } });
const now = async ({ id }: Rule): Promise<Rule> => (await admin.call(ruleRoutes.getRule, { params: { id } })).data;
const count = async (): Promise<number> =>
  Number((await sql<{ n: string }>`select count(*) as n from sys_rule`.execute(world.services.db)).rows[0]!.n);
/** Whether goods of the other group are in their list; false without a list. */
const sees = async (person = teacher): Promise<boolean> =>
  (await person.send('GET', '/wms/product-box?q=THEIRS')).raw.toString().includes('THEIRS');
const idOf = async (from: string): Promise<string> =>
  (await sql<{ id: string }>`select id from ${sql.raw(from)} order by code limit 1`.execute(world.services.db)).rows[0]!.id;

/** Error code and field of a refusal. */
const refusal = ({ error }: Awaited<ReturnType<typeof give>>) => [error.code, error.data?.fields?.[0]?.path];

test('an id in upper case is the same id: it does not let users grant themselves a rule', async () => {
  const own = await give({ ownerIds: [admin.id.toUpperCase()] });
  expect([own.status, own.error.code]).toEqual([403, 'OWN_RIGHTS']);
  const other = await give({ ownerIds: [teacher.id.toUpperCase(), teacher.id], subjectIds: [org('LAB-BIO').toUpperCase()] });
  expect([other.status, other.data.ownerIds, other.data.subjectIds]).toEqual([200, [teacher.id], [org('LAB-BIO')]]);
});

test('[S1.18, S6.27] users cannot grant more by a rule than they have', async () => {
  const { db } = world.services;
  const own = await idOf(`wms_warehouse where code = 'WB'`);
  const shelf = await idOf(`wms_container where code = 'WB-S1'`);
  const warehouse = { subjectType: 'WMS_WAREHOUSE', subjectIds: [own] } satisfies Partial<RuleForm>;
  const beyond: Partial<RuleForm>[] = [
    { subjectIds: [org(OTHER_ORG), org('LAB-BIO')] },
    { subjectType: 'WMS_WAREHOUSE', subjectIds: [await idOf(`wms_warehouse where code = 'W1'`)] },
    { subjectType: 'WMS_WAREHOUSE', subjectModel: 'all', subjectIds: [] },
    {
      subjectType: 'WMS_WAREHOUSE',
      subjectModel: 'expr',
      subjectIds: [],
      conditions: [{ field: 'code', op: 'is', values: ['WB'] }],
    },
    {
      subjectType: 'WMS_CONTAINER',
      subjectModel: 'tree',
      subjectIds: [shelf, await idOf(`wms_container where code <> 'WB-S1'`)],
    },
    { subjectType: 'CATEGORY', subjectIds: [await idOf('wms_category')] },
  ];
  for (const more of beyond) expect(refusal(await give(more, keeper))).toEqual(['BEYOND_RIGHTS', 'subjectIds']);
  // Membership in a group without a page for it shows nothing, so there is nothing to pass on.
  await sql`insert into wms_org_member (org_id, user_id, relation) values (${org('LAB-BIO')}, ${keeper.id}, 'MEMBER')`.execute(
    db,
  );
  expect(refusal(await give({}, keeper))).toEqual(['BEYOND_RIGHTS', 'subjectIds']);
  await sql`delete from wms_org_member where org_id = ${org('LAB-BIO')} and user_id = ${keeper.id}`.execute(db);
  expect(await count()).toBe(0);

  const { data } = await give({ subjectType: 'WMS_CONTAINER', subjectModel: 'tree', subjectIds: [shelf] }, keeper);
  expect(data.when).toBe('NOW');
  // A change may neither widen their rule beyond their rights nor touch rules beyond them.
  expect(refusal(await change(data, { subjectModel: 'all', subjectIds: [] }, keeper))).toEqual(['BEYOND_RIGHTS', 'subjectIds']);
  const { data: others } = await give();
  expect(refusal(await change(others, { subjectIds: [org(OTHER_ORG)] }, keeper))).toEqual(['BEYOND_RIGHTS', 'subjectIds']);
  expect((await batch('renew', [others.id], day(900), keeper)).data.refused).toMatchObject([{ id: others.id }]);
  expect(await now(others)).toMatchObject({ subjectIds: [org('LAB-BIO')], untilDay: null, rev: 1 });

  // An organisation out of use gives no rights.
  expect((await give(warehouse, keeper)).status).toBe(200);
  await sql`update wms_org set valid = false where code = ${OTHER_ORG}`.execute(db);
  expect(refusal(await give({ ...warehouse, ownerIds: [admin.id] }, keeper))).toEqual(['BEYOND_RIGHTS', 'subjectIds']);
  await sql`update wms_org set valid = true where code = ${OTHER_ORG}`.execute(db);
});

test('[S1.18, S6.27] users cannot widen their own sight by a rule, in any way', async () => {
  const { db } = world.services;
  const own = { subjectIds: [org(OTHER_ORG)] };
  // Together with others, by a role, or by a group that starts tomorrow.
  await sql`insert into sys_role_grant (user_id, role_code, from_day, begun) values (${keeper.id}, 'ROLE_GUEST', current_date + 1, false)`.execute(
    db,
  );
  await sql`insert into wms_org_member (org_id, user_id, relation, from_day, begun)
    values (${org('LAB-BIO')}, ${keeper.id}, 'STUDENT', current_date + 1, false)`.execute(db);
  const ways: Partial<RuleForm>[] = [
    { ...own, ownerIds: [teacher.id, keeper.id] },
    { ...own, ownerType: 'ROLE', ownerIds: [await idOf(`sys_role where code = 'ROLE_GUEST'`)] },
    { ...own, ownerType: 'ROLE', ownerIds: [await idOf(`sys_role where code = 'ROLE_RULES'`)] },
    { ...own, ownerType: 'ORG', ownerIds: [org('LAB-BIO')] },
    { ...own, ownerType: 'ORG', ownerIds: [org('LAB-BIO')], relation: 'LEADER' },
  ];
  for (const more of ways) expect((await give(more, keeper)).error.code).toBe('OWN_RIGHTS');
  expect(await count()).toBe(0);
  await sql`delete from sys_role_grant where role_code = 'ROLE_GUEST'`.execute(db);
  await sql`delete from wms_org_member where org_id = ${org('LAB-BIO')} and user_id = ${keeper.id}`.execute(db);

  // A rule that another user granted them cannot be extended, widened, transferred or ended by them.
  const { data } = await give({ ownerIds: [keeper.id], subjectIds: [org(OTHER_ORG)], actions: ['SEE'], untilDay: day(1) });
  expect((await change(data, { actions: ['SEE', 'EXPORT'] }, keeper)).error.code).toBe('OWN_RIGHTS');
  expect((await change(data, { untilDay: null }, keeper)).error.code).toBe('OWN_RIGHTS');
  for (const action of ['renew', 'end'] as const)
    expect((await batch(action, [data.id], action === 'renew' ? day(90) : null, keeper)).data).toMatchObject({
      done: 0,
      refused: [{ id: data.id }],
    });
  // A rule cannot change its owner: otherwise a rule for another user could be turned into their own.
  const { data: theirs } = await give({ subjectIds: [org(OTHER_ORG)] }, keeper);
  expect(refusal(await change(theirs, { ownerIds: [keeper.id] }, keeper))).toEqual(['INVALID', 'ownerIds']);
  expect(refusal(await change(theirs, { ownerType: 'ORG', ownerIds: [org('LAB-BIO')] }, admin))).toEqual([
    'INVALID',
    'ownerType',
  ]);
  expect(refusal(await change(theirs, { subjectType: 'WMS_WAREHOUSE' }, admin))).toEqual(['INVALID', 'subjectType']);
  expect(await now(data)).toMatchObject({ actions: ['SEE'], untilDay: day(1), rev: 1 });
  // Administrators are no exception.
  expect((await give({ ownerIds: [admin.id] })).error.code).toBe('OWN_RIGHTS');
});

test('[S1.18] inverted and past days are refused at the last day', async () => {
  for (const more of [{ fromDay: day(5), untilDay: day(4) }, { untilDay: day(-2) }, { fromDay: day(-5), untilDay: day(-2) }])
    expect(refusal(await give(more))).toEqual(['INVALID', 'untilDay']);
  expect((await admin.send('POST', '/auth/power/rule', { ...form(), untilDay: '2026-02-30' })).status).toBe(422);
  expect(await count()).toBe(0);
  const { data } = await give({ fromDay: day(5), untilDay: day(9) });
  expect(refusal(await change(data, { untilDay: day(4) }))).toEqual(['INVALID', 'untilDay']);
  expect(refusal(await change(data, { untilDay: day(-2) }))).toEqual(['INVALID', 'untilDay']);
  const renew = async (until: string) => (await batch('renew', [data.id], until)).data;
  expect(await renew(day(4))).toMatchObject({ done: 0, refused: [{ id: data.id, message: '不能早于起始日' }] });
  expect(await renew(day(-2))).toMatchObject({ done: 0, refused: [{ id: data.id, message: '不能早于今天' }] });
  expect(await now(data)).toMatchObject({ when: 'LATER', untilDay: day(9), rev: 1 });
});

test('[S1.18] an ended rule takes effect again only by a new last day', async () => {
  const { db } = world.services;
  const { data } = await give();
  await batch('end', [data.id]);
  const noted = (await change(await now(data), { note: '备查' })).data;
  expect(noted).toMatchObject({ when: 'OVER', note: '备查' });
  expect(await sees()).toBe(false);
  // A rule past its last day is ineffective before the job has run, and may still get a note.
  await sql`update sys_rule set ended_at = null, ended_by = null, from_day = current_date - 5, until_day = current_date - 1`.execute(
    db,
  );
  await expect.poll(() => sees()).toBe(false);
  const over = await now(data);
  expect(over.when).toBe('OVER');
  expect((await change(over, { note: '仍然备查' })).data).toMatchObject({ when: 'OVER', note: '仍然备查' });
  expect(await sees()).toBe(false);
  expect((await batch('renew', [data.id], over.untilDay)).data).toMatchObject({ done: 0, refused: [{ id: data.id }] });
  expect((await change(await now(data), { untilDay: day(3) })).data.when).toBe('NOW');
  expect(await sees()).toBe(true);
});

test('[S1.18] a rule for missing records is refused; records deleted later are opened no more', async () => {
  const { db } = world.services;
  const gone = await idOf(`wms_category`);
  const unknownId = crypto.randomUUID();
  for (const subjectType of RULE_RECORDS)
    for (const subjectIds of [[unknownId], subjectType === 'CATEGORY' ? [gone, unknownId] : [gone]])
      expect(refusal(await give({ subjectType, subjectIds }))).toEqual(['NOT_FOUND', 'subjectIds']);
  // Roles that cannot be granted would open nothing.
  for (const code of ['ROLE_SYSTEM', 'ROLE_LOGIN', 'ROLE_OPEN'])
    expect(refusal(await give({ ownerType: 'ROLE', ownerIds: [await idOf(`sys_role where code = '${code}'`)] }))).toEqual([
      'NOT_FOUND',
      'ownerIds',
    ]);
  expect((await admin.send('POST', '/auth/power/rule', { ...form(), subjectType: 'PERSON' })).status).toBe(422);
  expect((await admin.send('POST', '/auth/power/rule', { ...form(), where: 'true' })).status).toBe(400);
  expect(await count()).toBe(0);

  const shelf = await idOf(`wms_container where code = 'WB-S1'`);
  const { data } = await give({ subjectType: 'WMS_CONTAINER', subjectIds: [shelf] });
  await sql`update wms_container set deleted_at = now() where id = ${shelf}`.execute(db);
  expect((await now(data)).subjects).toEqual([]);
  expect(refusal(await change(await now(data), { note: 'x' }))).toEqual(['NOT_FOUND', 'subjectIds']);
  const asked = { userId: teacher.id, subjectType: 'WMS_CONTAINER', subjectId: shelf } as const;
  expect((await admin.call(ruleRoutes.explainSight, { query: asked })).error.code).toBe('NOT_FOUND');
  expect((await batch('end', [data.id])).data.done).toBe(1);
  await sql`update wms_container set deleted_at = null where id = ${shelf}`.execute(db);
});

test('[S1.18] of two identical concurrent changes, one succeeds and the other is refused', async () => {
  const codes = (answers: Awaited<ReturnType<typeof give>>[]): string[] =>
    answers.map((answer) => (answer.status === 200 ? 'done' : answer.error.code)).toSorted();
  expect(codes(await Promise.all([give(), give(), give({ note: '也是' })]))).toEqual(['RULE_TWICE', 'RULE_TWICE', 'done']);
  expect(await count()).toBe(1);
  const { data } = await give({ subjectIds: [org('LAB-POLYMER')], ownerIds: [keeper.id] });
  expect(codes(await Promise.all([change(data, { note: '一' }), change(data, { note: '二' })]))).toEqual(['STALE', 'done']);
  // Ended and renewed concurrently, either may win, and sight follows the rule.
  const [rule] = (await admin.call(ruleRoutes.listRules, { query: { ownerId: teacher.id } })).data.list;
  await Promise.all([batch('end', [rule!.id]), batch('renew', [rule!.id], day(9))]);
  expect(await sees()).toBe((await now(rule!)).when === 'NOW');
  // Renewing and creating identical rules concurrently yields only one.
  await batch('end', [rule!.id]);
  const [renewed, given] = await Promise.all([batch('renew', [rule!.id], day(5)), give()]);
  expect([renewed.data.done, given.status]).toEqual(renewed.data.done === 1 ? [1, 409] : [0, 200]);
});

test('[S1.18] a rule of a disabled organisation or role opens nothing until it is enabled again', async () => {
  const { db } = world.services;
  const ask = async () =>
    (
      await admin.call(ruleRoutes.explainSight, {
        query: { userId: teacher.id, subjectType: 'WMS_ORG', subjectId: org('LAB-BIO') },
      })
    ).data;
  await give({ ownerType: 'ORG', ownerIds: [org('LAB-POLYMER')] });
  expect(await sees(polymer)).toBe(true);
  await sql`update wms_org set valid = false where code = 'LAB-POLYMER'`.execute(db);
  await expect.poll(() => sees(polymer)).toBe(false);
  expect(await sees()).toBe(false);
  expect(await ask()).toMatchObject({ sees: 'NONE', obstacles: [{ kind: 'ORG_OFF' }] });
  expect(refusal(await give({ ownerType: 'ORG', ownerIds: [org('LAB-POLYMER')], relation: 'LEADER' }))).toEqual([
    'INVALID',
    'ownerIds',
  ]);
  await sql`update wms_org set valid = true where code = 'LAB-POLYMER'`.execute(db);
  await expect.poll(() => sees(polymer)).toBe(true);
  await sql`delete from sys_rule`.execute(db);

  await sql`insert into sys_role_grant (user_id, role_code) values (${teacher.id}, 'ROLE_GUEST')`.execute(db);
  await give({ ownerType: 'ROLE', ownerIds: [await idOf(`sys_role where code = 'ROLE_GUEST'`)] });
  await expect.poll(() => sees()).toBe(true);
  await sql`update sys_role set valid = false where code = 'ROLE_GUEST'`.execute(db);
  await expect.poll(() => sees()).toBe(false);
  expect(await ask()).toMatchObject({ sees: 'NONE', obstacles: [{ kind: 'ROLE_OFF' }] });
  // Stock of a disabled owner stays visible.
  await sql`update wms_org set valid = false where code = 'LAB-BIO'`.execute(db);
  const { data } = await give();
  expect(await sees()).toBe(true);
  await sql`update wms_org set valid = true where code = 'LAB-BIO'`.execute(db);
  const [row] = (await teacher.call(productBoxRoutes.listStock, { query: { q: 'THEIRS' } })).data.list;
  expect(row!.ownerOrgName).toBe('分子生物学课题组');
  await batch('end', [data.id]);
});

test('an owner has a maximum of rules in force, as every session holds them', async () => {
  await sql`insert into sys_rule (id, owner_type, user_id, subject_type, subject_model, actions, same_as)
    select gen_random_uuid(), 'USER', ${teacher.id}, 'WMS_ORG', 'select', '{SEE}', 'rule ' || n from generate_series(1, ${RULES_MAX - 1}::int) n`.execute(
    world.services.db,
  );
  const last = await give();
  expect(last.status).toBe(200);
  const other = { subjectIds: [org('SUP-GUOYAO')] };
  expect((await give(other)).error).toMatchObject({
    code: 'GIVEN_MAX',
    message: expect.stringContaining('最多有 100 个数据规则'),
  });
  await admin.call(ruleRoutes.batchRules, { params: { action: 'end' }, body: { ids: [last.data.id], untilDay: null } });
  expect((await give(other)).status).toBe(200);
  // Nor can one be renewed beyond it.
  const renewed = await admin.call(ruleRoutes.batchRules, {
    params: { action: 'renew' },
    body: { ids: [last.data.id], untilDay: null },
  });
  expect(renewed.data).toMatchObject({ done: 0, refused: [{ id: last.data.id }] });
});

test("[S6.27] granting a role grants its data rules, so these must be within the grantor's rights", async () => {
  const { db } = world.services;
  const roleIds = new Map(
    (await db.selectFrom('sys_role').select(['id', 'code']).execute()).map(({ id, code }) => [code, id] as const),
  );
  const guest = roleIds.get('ROLE_GUEST')!;
  await sql`update sys_role set valid = true where code = 'ROLE_GUEST'`.execute(db);
  await sql`delete from sys_role_grant where role_code = 'ROLE_GUEST'`.execute(db);
  await sql`insert into sys_role_grant (user_id, role_code) select id, 'ROLE_GUEST' from sys_user where username = 'staff'`.execute(
    db,
  );
  const office = await world.as('staff', 'ROLE_STAFF');
  const people = (action: 'addRolePeople' | 'removeRolePeople', by: Person) =>
    by.call(roleRoutes[action], { params: { id: guest }, body: { userIds: [teacher.id] } });
  const change = async (more: object, by: Person) => {
    const { code, name, nameEn, sort, valid, remark, powers, rev } = (
      await admin.call(roleRoutes.getRole, { params: { id: guest } })
    ).data;
    const body = { code, name, nameEn, sort, valid, remark, powers, rev, ...more };
    return by.call(roleRoutes.updateRole, { params: { id: guest }, body });
  };
  const ofGuest = { ownerType: 'ROLE', ownerIds: [guest] } satisfies Partial<RuleForm>;

  const all = (await give({ ...ofGuest, subjectModel: 'all', subjectIds: [], fromDay: day(9) })).data;
  for (const by of [office, keeper]) {
    expect((await people('addRolePeople', by)).error.code, 'not even future ones').toBe('BEYOND_RIGHTS');
    expect((await change({ name: '来宾' }, by)).error.code, 'workbooks give roles by name').toBe('BEYOND_RIGHTS');
  }
  await sql`delete from sys_role_grant where role_code = 'ROLE_GUEST'`.execute(db);
  expect((await change({ valid: false }, office)).error.code).toBe('BEYOND_RIGHTS');
  expect((await people('addRolePeople', admin)).status).toBe(200);
  expect((await people('removeRolePeople', office)).error.code).toBe('BEYOND_RIGHTS');
  await batch('end', [all.id]);
  expect((await people('removeRolePeople', office)).status, 'ended rules do not count').toBe(200);

  const own = [await idOf(`wms_warehouse where code = 'WB'`)];
  expect((await give({ ...ofGuest, subjectType: 'WMS_WAREHOUSE', subjectIds: own })).status).toBe(200);
  expect((await people('addRolePeople', office)).error.code, 'without the power over rules').toBe('BEYOND_RIGHTS');
  expect((await people('addRolePeople', keeper)).status, 'a rule within their rights').toBe(200);
  expect((await people('removeRolePeople', keeper)).status).toBe(200);
});

test("[F-3A2][F-3A9] role managers see a role's rules, and what these open if they may read rules", async () => {
  const { db } = world.services;
  const guest = (await sql<{ id: string }>`select id from sys_role where code = 'ROLE_GUEST'`.execute(db)).rows[0]!.id;
  const office = await world.as('staff', 'ROLE_STAFF');
  const ofGuest = { ownerType: 'ROLE', ownerIds: [guest] } satisfies Partial<RuleForm>;
  const own = await idOf(`wms_warehouse where code = 'WB'`);
  const all = (await give({ ...ofGuest, subjectModel: 'all', subjectIds: [], untilDay: day(9) })).data;
  const theirs = (await give({ ...ofGuest, subjectType: 'WMS_WAREHOUSE', subjectIds: [own], actions: ['SEE'] })).data;
  await batch('end', [(await give({ ...ofGuest, subjectType: 'CATEGORY', subjectModel: 'all', subjectIds: [] })).data.id]);
  const opens = async (by: Person) => (await by.call(roleRoutes.lookAtRole, { params: { id: guest } })).data.rules;
  const [whole, part] = [
    { id: all.id, kind: '组织', exports: true, fromDay: null, untilDay: day(9) },
    { id: theirs.id, kind: '仓库', exports: false, fromDay: null, untilDay: null },
  ];
  expect(await opens(admin)).toEqual([
    { ...whole, what: '全部' },
    { ...part, what: '另一仓库' },
  ]);
  expect(await opens(keeper)).toEqual([
    { ...whole, what: null },
    { ...part, what: '另一仓库' },
  ]);
  expect((await opens(office)).map(({ what }) => what)).toEqual([null, null]);
});

test('[F-3A9] rule managers read only rules that they could grant or that concern them, and may ask about nothing else', async () => {
  const own = await idOf(`wms_warehouse where code = 'WB'`);
  const theirs = (await give({ subjectType: 'WMS_WAREHOUSE', subjectIds: [own] })).data;
  const mine = (await give({ ownerIds: [keeper.id], subjectIds: [org('LAB-BIO')] })).data;
  const foreign = (await give()).data;
  const read = async (by: Person) => (await by.call(ruleRoutes.listRules, {})).data.list.map(({ id }) => id).toSorted();
  expect(await read(admin)).toEqual([theirs.id, mine.id, foreign.id].toSorted());
  expect(await read(keeper)).toEqual([theirs.id, mine.id].toSorted());
  const rows = await readRows(await keeper.call(ruleRoutes.exportRules, {}));
  expect(rows).toHaveLength(2);
  expect((await keeper.call(ruleRoutes.getRule, { params: { id: theirs.id } })).status).toBe(200);
  expect((await keeper.call(ruleRoutes.getRule, { params: { id: foreign.id } })).error.code).toBe('NOT_FOUND');
  const byQuery = await keeper.call(ruleRoutes.batchRules, {
    params: { action: 'end' },
    body: { all: { query: { ownerId: teacher.id }, expected: 1 }, untilDay: null },
  });
  expect(byQuery.data).toMatchObject({ done: 1, refused: [] });
  expect((await now(foreign)).when).toBe('NOW');
  const explain = (subjectType: RuleForm['subjectType'], subjectId: string, by = keeper) =>
    by.call(ruleRoutes.explainSight, { query: { userId: teacher.id, subjectType, subjectId } });
  expect((await explain('WMS_WAREHOUSE', own)).status).toBe(200);
  expect((await explain('WMS_ORG', org('LAB-BIO'))).error).toMatchObject({ code: 'BEYOND_RIGHTS' });
  expect((await explain('MENU', 'power.role')).error).toMatchObject({ code: 'BEYOND_RIGHTS' });
  expect((await explain('WMS_ORG', org('LAB-BIO'), admin)).status).toBe(200);
});

test('[F-3A9] leaders are notified of a rule that opens their organisation, once for all its owners', async () => {
  const { db } = world.services;
  const { rows: leaders } = await sql<{ id: string }>`
    select m.user_id as id from wms_org_user m join sys_user u on u.id = m.user_id and u.state = 'ACTIVE' and u.deleted_at is null
     where m.org_id = ${org('LAB-BIO')} and m.relation = 'LEADER'`.execute(db);
  expect(leaders.length).toBeGreaterThan(0);
  const findNotices = async () =>
    (
      await sql<{ id: string; owner: string; day: string }>`
        select c.user_id as id, m.params -> 'owner' ->> 'zh' as owner, m.params -> 'days' ->> 'zh' as day
          from sys_message m join sys_message_copy c on c.message_id = m.id where m.template = 'msg.ruleGiven' order by m.created_at, c.user_id`.execute(
        db,
      )
    ).rows;
  const forget = () => sql`delete from sys_message where template = 'msg.ruleGiven'`.execute(db);
  await forget();
  const ids = leaders.map(({ id }) => id).toSorted();
  const { data: rule } = await give({ ownerIds: [teacher.id, keeper.id] });
  const first = await findNotices();
  expect(first.map(({ id }) => id).toSorted()).toEqual(ids);
  expect(first[0]).toMatchObject({ owner: expect.stringContaining('、'), day: '长期有效' });
  await forget();
  expect((await change(rule, { note: '只改备注' })).status).toBe(200);
  expect(await findNotices()).toEqual([]);
  await change(await now(rule), { untilDay: day(5) });
  expect(await findNotices(), 'a shorter rule opens nothing').toEqual([]);
  expect((await batch('renew', [rule.id], day(9))).data.done).toBe(1);
  expect((await findNotices()).map(({ id }) => id).toSorted()).toEqual(ids);
});

test('[S6.27][F-3N4] a rule ends no later than the right to grant it', async () => {
  const own = [await idOf(`wms_warehouse where code = 'WB'`)];
  const form = { subjectType: 'WMS_WAREHOUSE', subjectIds: own } as const;
  const { db } = world.services;
  for (const ending of ['sys_role_grant', 'wms_org_member'] as const) {
    await sql`update ${sql.table(ending)} set until_day = ${day(9)}::date where user_id = ${keeper.id}`.execute(db);
    expect((await give(form, keeper)).error, ending).toMatchObject({
      code: 'BEYOND_DAYS',
      message: expect.stringContaining(day(9)),
    });
    const { data: rule, status } = await give({ ...form, untilDay: day(9) }, keeper);
    expect(status, ending).toBe(200);
    expect((await batch('renew', [rule.id], null, keeper)).data.refused).toMatchObject([{ id: rule.id }]);
    expect((await change(rule, { untilDay: day(10) }, keeper)).error.code).toBe('BEYOND_DAYS');
    expect((await change(rule, { note: '短一些', untilDay: day(5) }, keeper)).status).toBe(200);
    await batch('end', [rule.id]);
    await sql`update ${sql.table(ending)} set until_day = null where user_id = ${keeper.id}`.execute(db);
  }
});

test('[S1.18] owners of rules cannot be deleted, as rules explain past sight', async () => {
  const role = (
    await admin.call(roleRoutes.createRole, { body: roleForm.parse({ code: 'ROLE_PAST', name: '从前', nameEn: 'Past' }) })
  ).data;
  const past = (await admin.call(orgRecordRoutes.createOrg, { body: { code: 'LAB-PAST', name: '从前组', type: 'LAB' } })).data;
  const ended = [
    (await give({ ownerType: 'ROLE', ownerIds: [role.id] })).data,
    (await give({ ownerType: 'ORG', ownerIds: [past.id] })).data,
  ];
  await batch(
    'end',
    ended.map(({ id }) => id),
  );
  for (const { error } of [
    await admin.call(roleRoutes.deleteRole, { params: { id: role.id } }),
    await admin.call(orgRecordRoutes.deleteOrg, { params: { id: past.id } }),
  ])
    expect([error.code, error.message]).toEqual(['IN_USE_BY', expect.stringContaining('1 条数据规则')]);
  expect(await count()).toBe(2);
});
