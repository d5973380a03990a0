// Data rules: who may grant which, what is refused, when they end, and explanations of sight.
import { userRoutes } from '@kuwei/contract/auth/user';
import { ruleRoutes, type RuleForm } from '@kuwei/contract/auth/rule';
import { fileRoutes } from '@kuwei/contract/sys/fs';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { day } from '../../../test/_days.ts';
import { draft, lineOf, placesOf, submitted } from '../../../test/_flow.ts';
import { addOtherWarehouse, OTHER_MANAGER, OTHER_ORG } from '../../../test/_other-warehouse.ts';
import { post } from '../../../test/_stock.ts';
import { readRows } from '../../../test/_workbook.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { samplePdf } from '../../seed/sample-pdf.ts';
import { applyDueGrants } from '../account/due-grants.ts';

let world: World;
let admin: Person;
let teacher: Person;
/** A rule manager in the warehouse who is no administrator. */
let keeper: Person;
let org: (code: string) => string;
beforeAll(async () => {
  world = await openWorld();
  const { db } = world.services;
  await addOtherWarehouse(db);
  await post(db, [{ product: 'W-BEAKER-250', owner: 'LAB-BIO', box: 'W2-A-R1-B1', qty: '4', batch: 'THEIRS' }]);
  await sql`insert into sys_role (code, name, name_en, sort) values ('ROLE_RULES', '规则员', 'Rules', 200)`.execute(db);
  await sql`insert into sys_role_power values ('ROLE_RULES', 'POWER_RULE_MANAGE')`.execute(db);
  await sql`insert into sys_role_grant (user_id, role_code) select id, 'ROLE_RULES' from sys_user where username = ${OTHER_MANAGER}`.execute(
    db,
  );
  const orgs = new Map((await db.selectFrom('wms_org').select(['id', 'code']).execute()).map((row) => [row.code, row.id]));
  org = (code) => orgs.get(code)!;
  admin = await world.as('admin', 'ROLE_ADMIN');
  teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
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
const sees = async (person = teacher): Promise<boolean> =>
  (await person.call(productBoxRoutes.listStock, { query: { q: 'THEIRS' } })).data.list.length > 0;
const roleId = async (code: string): Promise<string> =>
  (await sql<{ id: string }>`select id from sys_role where code = ${code}`.execute(world.services.db)).rows[0]!.id;
const batch = (action: 'end' | 'renew', ids: string[], untilDay: string | null = null, by = admin) =>
  by.call(ruleRoutes.batchRules, { params: { action }, body: { ids, untilDay } });

test('[S6.27] a rule is created, changed, exported and ended, and each is logged', async () => {
  const { data } = await give({ note: '合作项目' });
  expect(data).toMatchObject({
    ownerCode: 'teacher',
    subjects: [{ code: 'LAB-BIO', name: '分子生物学课题组' }],
    when: 'NOW',
    rev: 1,
  });
  expect(await sees()).toBe(true);
  const params = { id: data.id };
  const body = { ...form({ actions: ['SEE'], untilDay: day(30) }), rev: 1 };
  const changed = (await admin.call(ruleRoutes.updateRule, { params, body })).data;
  expect(changed).toMatchObject({ actions: ['SEE'], untilDay: day(30), note: null, rev: 2 });
  expect((await admin.call(ruleRoutes.updateRule, { params, body })).error.code).toBe('STALE');
  const [row] = await readRows(await admin.call(ruleRoutes.exportRules, {}));
  expect(row).toMatchObject({ 被授权方编码: 'teacher', 对象: '分子生物学课题组', 操作: '查看', 状态: '有效' });
  expect((await batch('end', [data.id])).data).toEqual({ done: 1, refused: [], notes: [] });
  expect(await sees()).toBe(false);
  expect((await batch('end', [data.id])).data).toEqual({ done: 0, refused: [], notes: [] });
  const { rows } = await sql<{ change: object }>`
    select change from sys_log where entity = 'sys_rule' and entity_id = ${data.id} order by id`.execute(world.services.db);
  expect(rows.map(({ change }) => Object.keys(change).toSorted())).toEqual([
    expect.arrayContaining(['ownerType', 'subjectIds']),
    ['actions', 'note', 'untilDay'],
    ['finished'],
  ]);
});

test('[S1.18] a rule of a role applies while the role does, one of an organisation to members with the relation who work for it', async () => {
  const polymer = await world.as('teacher', 'ROLE_TEACHER', 'LAB-POLYMER');
  const { data: ofRole } = await give({ ownerType: 'ROLE', ownerIds: [await roleId('ROLE_TEACHER')] });
  expect([await sees(), await sees(polymer)]).toEqual([true, true]);
  // It does not apply while another role is active.
  expect(await sees(await world.as('staff', 'ROLE_STAFF'))).toBe(false);
  await batch('end', [ofRole.id]);
  expect(await sees()).toBe(false);
  const { data: ofOrg } = await give({ ownerType: 'ORG', ownerIds: [org('LAB-POLYMER')] });
  expect([await sees(), await sees(polymer)]).toEqual([false, true]);
  await batch('end', [ofOrg.id]);
  // Leader of one, member of the other.
  await give({ ownerType: 'ORG', ownerIds: [org('LAB-POLYMER')], relation: 'LEADER' });
  await give({ ownerType: 'ORG', ownerIds: [org('LAB-CATALYSIS')], relation: 'LEADER' });
  expect([await sees(), await sees(polymer)]).toEqual([true, false]);
});

test('[S1.18] many owners are granted a rule at once, all or none', async () => {
  const teacher2 = await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO');
  const subject = { subjectIds: [org('LAB-POLYMER')] };
  await give({ ...subject, ownerIds: [teacher.id, teacher2.id] });
  const list = async () => (await admin.call(ruleRoutes.listRules, {})).data;
  expect((await list()).total).toBe(2);
  const keeperId = (await world.as('keeper', 'ROLE_WAREHOUSE_ADMIN')).id;
  expect((await give({ ...subject, ownerIds: [keeperId, teacher2.id] })).error.code).toBe('RULE_TWICE');
  expect((await list()).total).toBe(2);
});

test('[S1.18] an invalid rule is refused at its field, and nothing is written', async () => {
  const unknownId = crypto.randomUUID();
  const container = (await sql<{ id: string }>`select id from wms_container limit 1`.execute(world.services.db)).rows[0]!.id;
  await sql`update sys_user set state = 'DISABLED' where username = 'supplier'`.execute(world.services.db);
  const supplier = (await sql<{ id: string }>`select id from sys_user where username = 'supplier'`.execute(world.services.db))
    .rows[0]!.id;
  const refused: [Partial<RuleForm>, code: string, path: string][] = [
    [{ subjectIds: [unknownId] }, 'NOT_FOUND', 'subjectIds'],
    [{ subjectIds: [container] }, 'NOT_FOUND', 'subjectIds'],
    [{ subjectIds: [] }, 'INVALID', 'subjectIds'],
    [{ ownerIds: [unknownId] }, 'NOT_FOUND', 'ownerIds'],
    [{ ownerIds: [supplier] }, 'INVALID', 'ownerIds'],
    [{ ownerType: 'ORG' }, 'NOT_FOUND', 'ownerIds'],
    [{ relation: 'LEADER' }, 'INVALID', 'relation'],
    [{ fromDay: day(2), untilDay: day(1) }, 'INVALID', 'untilDay'],
    [{ subjectType: 'REPORT' }, 'NOT_FOUND', 'subjectIds'],
    [{ subjectType: 'REPORT', subjectModel: 'tree' }, 'INVALID', 'subjectModel'],
    [
      { subjectType: 'REPORT', subjectModel: 'expr', conditions: [{ field: 'type', op: 'is', values: ['x'] }] },
      'INVALID',
      'conditions',
    ],
    [{ subjectType: 'MENU', subjectModel: 'all', subjectIds: [] }, 'INVALID', 'actions'],
    [{ subjectModel: 'tree' }, 'INVALID', 'subjectModel'],
    [{ subjectModel: 'expr' }, 'INVALID', 'conditions'],
    [{ subjectModel: 'expr', conditions: [{ field: 'campus', op: 'is', values: ['x'] }] }, 'INVALID', 'conditions'],
    [{ actions: ['EXPORT'] }, 'INVALID', 'actions'],
  ];
  for (const [more, code, path] of refused) {
    const { error } = await give(more);
    expect([error.code, error.data?.fields?.[0]?.path]).toEqual([code, path]);
  }
  const ten = Array.from({ length: 10_000 }, () => crypto.randomUUID());
  expect((await admin.send('POST', '/auth/power/rule', form({ subjectIds: ten.slice(0, 300) }))).status).toBe(422);
  expect((await admin.send('POST', '/auth/power/rule', form({ subjectIds: ten }))).status).toBeGreaterThanOrEqual(400);
  // SQL in a value is plain text.
  const { data } = await give({
    subjectModel: 'expr',
    subjectIds: [],
    conditions: [{ field: 'name', op: 'contains', values: ["') or true --"] }],
  });
  expect(await sees()).toBe(false);
  await batch('end', [data.id]);
  expect((await give()).status).toBe(200);
  expect((await give()).error).toMatchObject({ code: 'RULE_TWICE', data: { fields: [{ path: 'subjectIds' }] } });
  // A different selection, or another owner, makes a different rule.
  expect((await give({ subjectIds: [org('LAB-BIO'), org('LAB-POLYMER')] })).status).toBe(200);
  await sql`update sys_user set state = 'ACTIVE' where username = 'supplier'`.execute(world.services.db);
});

test('[S6.27] users cannot grant what they lack, nor touch rules that concern themselves', async () => {
  expect((await give({ ownerIds: [admin.id] })).error.code).toBe('OWN_RIGHTS');
  expect((await give({ ownerType: 'ROLE', ownerIds: [await roleId('ROLE_ADMIN')] })).error.code).toBe('OWN_RIGHTS');
  // A rule manager may grant their own organisation and the contents of its warehouses.
  expect((await give({}, keeper)).error).toMatchObject({ code: 'BEYOND_RIGHTS' });
  expect((await give({ subjectModel: 'all', subjectIds: [] }, keeper)).error.code).toBe('BEYOND_RIGHTS');
  expect((await give({ ownerIds: [keeper.id], subjectIds: [org(OTHER_ORG)] }, keeper)).error.code).toBe('OWN_RIGHTS');
  expect((await give({ ownerType: 'ORG', ownerIds: [org(OTHER_ORG)], subjectIds: [org(OTHER_ORG)] }, keeper)).error.code).toBe(
    'OWN_RIGHTS',
  );
  const { data } = await give({ subjectIds: [org(OTHER_ORG)] }, keeper);
  // Nor end rules that they could not grant.
  const { data: theirs } = await give();
  const answer = (await batch('end', [theirs.id, data.id], null, keeper)).data;
  expect(answer).toMatchObject({ done: 1, refused: [{ id: theirs.id }] });
  expect(await sees()).toBe(true);
  // Seeing something by a rule is no right to pass it on.
  await give({ ownerIds: [keeper.id] });
  expect((await give({ subjectIds: [org('LAB-BIO')] }, keeper)).error.code).toBe('BEYOND_RIGHTS');
  for (const person of [teacher, await world.as('manager', 'ROLE_WAREHOUSE_ADMIN')])
    expect((await give({}, person)).error.code).toBe('FORBIDDEN');
});

test('[S1.18] a rule starts and ends with its days; the job ends it and notifies both sides', async () => {
  const { db } = world.services;
  const { data } = await give({ fromDay: day(3), untilDay: day(5) });
  expect(data.when).toBe('LATER');
  expect(await sees()).toBe(false);
  await sql`update sys_rule set from_day = current_date`.execute(db);
  await expect.poll(() => sees()).toBe(true);
  await sql`update sys_rule set from_day = current_date - 5, begun = true, until_day = current_date - 1`.execute(db);
  await expect.poll(() => sees()).toBe(false);
  expect(await applyDueGrants(world.services)).toBe(1);
  expect((await admin.call(ruleRoutes.getRule, { params: { id: data.id } })).data).toMatchObject({ when: 'OVER' });
  const notices = await sql<{ user_id: string }>`
    select c.user_id from sys_message m join sys_message_copy c on c.message_id = m.id where m.template = 'msg.ruleEnded'`.execute(
    db,
  );
  expect(notices.rows.map(({ user_id }) => user_id).toSorted()).toEqual([teacher.id, admin.id].toSorted());
  // Renewed, it applies again, unless an identical one exists.
  expect((await batch('renew', [data.id], day(-1))).data.refused).toHaveLength(1);
  expect((await batch('renew', [data.id], day(9))).data.done).toBe(1);
  expect(await sees()).toBe(true);
  await batch('end', [data.id]);
  await give();
  expect((await batch('renew', [data.id], day(9))).data.refused).toMatchObject([{ id: data.id }]);
});

test('[F-3N3] users with wider sight by a rule are notified of it, and see the owner of each row of stock, history and documents', async () => {
  const places = await placesOf(world);
  const owner = await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO');
  await post(world.services.db, [
    { product: 'W-BEAKER-250', owner: 'LAB-CATALYSIS', box: 'W2-A-R1-B1', qty: '2', batch: 'OURS' },
  ]);
  for (const by of [owner, teacher])
    await submitted(by, {
      type: 'INBOUND',
      warehouseId: places.w2,
      lines: [lineOf(places.product('W-BEAKER-250'), '1', { unit: 'PIECE' })],
    });
  const seesOthers = async (): Promise<boolean> => (await teacher.call(userRoutes.getPower)).data.seesOthers;
  const shown = async () => {
    const stock = (await teacher.call(productBoxRoutes.listStock, { query: { size: 100 } })).data.list;
    const documents = (await teacher.call(transactionRoutes.listTransactions, { query: { type: 'INBOUND', size: 100 } })).data
      .list;
    const entries = (await teacher.call(productBoxRoutes.listLedger, { query: { size: 100 } })).data.list;
    for (const { guest, ownerOrgId } of [...stock, ...documents]) expect(guest).toBe(ownerOrgId !== org('LAB-CATALYSIS'));
    for (const { id, guest } of stock)
      expect((await teacher.call(productBoxRoutes.getStock, { params: { id } })).data.guest).toBe(guest);
    return [stock, documents, entries].map((rows) => new Set(rows.map(({ ownerOrgId }) => ownerOrgId)).size);
  };
  expect(await seesOthers()).toBe(false);
  expect(await shown()).toEqual([1, 1, 1]);
  await give();
  expect(await seesOthers()).toBe(true);
  expect(await shown()).toEqual([2, 2, 2]);
  // Rules about reports or the menu show no rows of others.
  await sql`delete from sys_rule`.execute(world.services.db);
  await give({ subjectType: 'REPORT', subjectModel: 'all', subjectIds: [] });
  expect(await seesOthers()).toBe(false);
});

test('[S1.18] a rule permits reading only, and private data of the owner stay hidden', async () => {
  const places = await placesOf(world);
  const owner = await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO');
  const pdf = (await owner.upload(fileRoutes.upload, samplePdf(['x']), 'x.pdf')).data;
  const document = await submitted(owner, {
    type: 'INBOUND',
    warehouseId: places.w2,
    attachments: [pdf.id],
    lines: [lineOf(places.product('W-BEAKER-250'), '1', { unit: 'PIECE' })],
  });
  const params = { id: document.id };
  expect((await teacher.send('POST', `/sys/fs/${pdf.id}/ticket`)).status).toBe(404);
  await give();
  expect((await teacher.send('POST', `/sys/fs/${pdf.id}/ticket`)).status).toBe(200);
  const seen = (await teacher.call(transactionRoutes.getTransaction, { params })).data;
  expect(seen.guest).toBe(true);
  expect((await owner.call(transactionRoutes.getTransaction, { params })).data.guest).toBe(false);
  const body = { rev: seen.rev, comment: '不是我的' };
  expect((await teacher.call(transactionRoutes.cancelTransaction, { params, body })).status).toBe(404);
  expect((await teacher.call(transactionRoutes.getPickupCode, { params })).status).toBe(404);
  const [row] = (await teacher.call(productBoxRoutes.listStock, { query: { q: 'THEIRS' } })).data.list;
  const note = { note: '不是我的', depositUntil: null, rev: row!.rev };
  expect((await teacher.call(productBoxRoutes.noteStock, { params: { id: row!.id }, body: note })).status).toBe(404);
  // Drafts are visible to their owner only.
  const secret = await draft(owner, {
    type: 'INBOUND',
    warehouseId: places.w2,
    lines: [lineOf(places.product('W-BEAKER-250'), '1', { unit: 'PIECE' })],
  });
  expect((await teacher.call(transactionRoutes.getTransaction, { params: { id: secret.id } })).status).toBe(404);
});

test('[S1.18] a sentence explains why a person sees something or not', async () => {
  const ask = async (more: Partial<{ userId: string; subjectType: 'WMS_ORG' | 'WMS_WAREHOUSE'; subjectId: string }> = {}) =>
    (
      await admin.call(ruleRoutes.explainSight, {
        query: { userId: teacher.id, subjectType: 'WMS_ORG', subjectId: org('LAB-BIO'), ...more },
      })
    ).data;
  expect(await ask()).toMatchObject({
    sees: 'NONE',
    reasons: [],
    obstacles: [],
    sentence: expect.stringContaining('没有规则') as string,
  });
  expect(await ask({ subjectId: org('LAB-CATALYSIS') })).toMatchObject({ sees: 'ALL', reasons: [{ kind: 'MEMBER' }] });
  const { data } = await give({ actions: ['SEE'] });
  expect(await ask()).toMatchObject({ sees: 'ALL', exports: false, reasons: [{ kind: 'RULE', id: data.id, ownerType: 'USER' }] });
  await batch('end', [data.id]);
  expect(await ask()).toMatchObject({ sees: 'NONE', obstacles: [{ kind: 'OVER', id: data.id }] });
  await give({ ownerType: 'ORG', ownerIds: [org('LAB-CATALYSIS')], relation: 'STUDENT' });
  const relation = await ask();
  expect(relation.obstacles.map(({ kind }) => kind)).toEqual(['OVER', 'RELATION']);
  await give({ ownerType: 'ROLE', ownerIds: [await roleId('ROLE_TEACHER')], fromDay: day(3) });
  expect((await ask()).obstacles.map(({ kind }) => kind)).toContain('LATER');
  // Without a page that shows goods, no rule shows anything.
  const adminId = admin.id;
  await sql`insert into sys_rule (id, owner_type, user_id, subject_type, subject_model, actions, same_as)
    values (gen_random_uuid(), 'USER', ${adminId}, 'WMS_ORG', 'all', '{SEE}', 'x')`.execute(world.services.db);
  expect(await ask({ userId: adminId })).toMatchObject({ sees: 'NONE', obstacles: [{ kind: 'NO_PAGE' }] });
  const missing = await admin.call(ruleRoutes.explainSight, {
    query: { userId: teacher.id, subjectType: 'WMS_WAREHOUSE', subjectId: org('LAB-BIO') },
  });
  expect(missing.error.code).toBe('NOT_FOUND');
});

test('[S1.18] for every kind of subject the sight, its memberships or rules, and what is not in force are explained', async () => {
  const { db } = world.services;
  const id = async (from: string) => (await sql<{ id: string }>`select id from ${sql.raw(from)}`.execute(db)).rows[0]!.id;
  const [warehouse, shelf, category] = await Promise.all([
    id(`wms_warehouse where code = 'W2'`),
    id(`wms_container where deleted_at is null and warehouse_id = (select id from wms_warehouse where code = 'W2') limit 1`),
    id(`wms_category order by code limit 1`),
  ]);
  const things = { WMS_ORG: org('LAB-BIO'), WMS_WAREHOUSE: warehouse, WMS_CONTAINER: shelf, CATEGORY: category } as const;
  type Thing = keyof typeof things;
  const ask = async (subjectType: Thing, userId = teacher.id) =>
    (await admin.call(ruleRoutes.explainSight, { query: { userId, subjectType, subjectId: things[subjectType] } })).data;
  const kinds = async (subjectType: Thing, userId = teacher.id) => {
    const { reasons, obstacles } = await ask(subjectType, userId);
    return [...reasons, ...obstacles].map(({ kind }) => kind);
  };
  const manager = await id(`sys_user where username = 'manager'`);
  for (const [type, not, own] of [
    ['WMS_ORG', '的货物和单据：不是它的成员，也没有规则授予。', false],
    ['WMS_WAREHOUSE', '其余的看不到：不在管理它的组织任职，也没有规则授予。', true],
    ['WMS_CONTAINER', '其余的看不到：不在管理它的组织任职，也没有规则授予。', true],
    ['CATEGORY', '其余的看不到：没有规则授予。', true],
  ] as const) {
    const { sees: seen, sentence } = await ask(type);
    expect(
      [seen, sentence.includes(not), sentence.includes('属于“催化化学课题组、高分子材料课题组”的')],
      `${type} ${sentence}`,
    ).toEqual([own ? 'PART' : 'NONE', true, own]);
    const { data } = await give({ subjectType: type, subjectIds: [things[type]], actions: ['SEE'] });
    expect(await ask(type), type).toMatchObject({
      sees: 'ALL',
      exports: false,
      reasons: [{ kind: 'RULE', id: data.id, ownerType: 'USER' }],
      sentence: expect.stringContaining('但不能导出：有授予本人的规则。') as string,
    });
    await batch('end', [data.id]);
    expect(await kinds(type), type).toEqual(['OVER']);
    await sql`delete from sys_rule`.execute(db);
  }
  // Warehouse staff see there what is not open to them elsewhere.
  const atWork = await ask('WMS_ORG', manager);
  expect(atWork).toMatchObject({ sees: 'PART', reasons: [], obstacles: [] });
  expect(atWork.sentence).toContain('的货物和单据的一部分：存放在“校仓储中心”的仓库里或已向那里提交的；其余的看不到');
  expect(await kinds('WMS_WAREHOUSE', manager)).toEqual(['WORKS']);
  expect(await kinds('WMS_CONTAINER', manager)).toEqual(['WORKS']);

  // A membership that does not count, with the organisation and the required role.
  const other = await id(`sys_user where username = 'staff'`);
  const place = (more: string) =>
    sql`insert into wms_org_member (org_id, user_id, relation, from_day, until_day) values (${org('LAB-BIO')}, ${other}, 'MEMBER', ${sql.raw(more)})
      on conflict (org_id, user_id) do update set from_day = excluded.from_day, until_day = excluded.until_day`.execute(db);
  await place(`current_date + 3, null`);
  expect((await ask('WMS_ORG', other)).obstacles).toMatchObject([{ kind: 'MEMBER_LATER', id: org('LAB-BIO'), day: day(3) }]);
  await place(`null, current_date - 1`);
  expect(await kinds('WMS_ORG', other)).toEqual(['MEMBER_OVER']);
  await place(`null, null`);
  const lacking = await ask('WMS_ORG', other);
  expect(lacking).toMatchObject({ sees: 'NONE', obstacles: [{ kind: 'MEMBER_ROLE', of: [{ code: 'ROLE_TEACHER' }] }] });
  expect(lacking.sentence).toContain('但没有为它办理的角色（教师');
  // They have the role, but not now.
  const held = (more: string) =>
    sql`insert into sys_role_grant (user_id, role_code, from_day, until_day) values (${other}, 'ROLE_TEACHER', ${sql.raw(more)})
      on conflict (user_id, role_code) do update set from_day = excluded.from_day, until_day = excluded.until_day`.execute(db);
  await held(`current_date + 3, null`);
  const later = await ask('WMS_ORG', other);
  expect(later.obstacles).toMatchObject([{ kind: 'MEMBER_ROLE_LATER', day: day(3), of: [{ code: 'ROLE_TEACHER' }] }]);
  expect(later.sentence).toContain(`从 ${day(3)} 起才有效`);
  await held(`null, current_date - 1`);
  expect(await kinds('WMS_ORG', other)).toEqual(['MEMBER_ROLE_OVER']);
  await sql`delete from sys_role_grant where user_id = ${other} and role_code = 'ROLE_TEACHER'`.execute(db);
  // The same for rules through such a membership or role.
  await give({ ownerType: 'ORG', ownerIds: [org('LAB-BIO')], subjectType: 'CATEGORY', subjectIds: [category] });
  expect(await kinds('CATEGORY', other)).toEqual(['IN_ROLE']);
  await place(`current_date + 3, null`);
  expect(await kinds('CATEGORY', other)).toEqual(['IN_LATER']);
  await place(`null, current_date - 1`);
  expect(await kinds('CATEGORY', other)).toEqual(['IN_OVER']);
  await sql`delete from wms_org_member where org_id = ${org('LAB-BIO')} and user_id = ${other}`.execute(db);
  await sql`delete from sys_rule`.execute(db);
  await give({
    ownerType: 'ROLE',
    ownerIds: [await roleId('ROLE_WMS_ADMIN_PBOX')],
    subjectType: 'CATEGORY',
    subjectIds: [category],
  });
  const role = (more: string) =>
    sql`insert into sys_role_grant (user_id, role_code, from_day, until_day) values (${other}, 'ROLE_WMS_ADMIN_PBOX', ${sql.raw(more)})
      on conflict (user_id, role_code) do update set from_day = excluded.from_day, until_day = excluded.until_day`.execute(db);
  await role(`current_date + 3, null`);
  expect(await kinds('CATEGORY', other)).toEqual(['HOLDS_LATER']);
  await role(`null, current_date - 1`);
  expect(await kinds('CATEGORY', other)).toEqual(['HOLDS_OVER']);
  await role(`null, null`);
  expect(await kinds('CATEGORY', other)).toEqual(['HOLDS_BELOW']);
  await sql`delete from sys_role_grant where user_id = ${other} and role_code = 'ROLE_WMS_ADMIN_PBOX'`.execute(db);
});

test('[S1.18] rules are found by owner, subject, model, state and last day', async () => {
  await give({ untilDay: day(5), note: '到期' });
  await give({ ownerType: 'ORG', ownerIds: [org('LAB-POLYMER')], subjectType: 'CATEGORY', subjectModel: 'all', subjectIds: [] });
  const found = async (query: Record<string, string | number>): Promise<number> =>
    (await admin.call(ruleRoutes.listRules, { query })).data.total;
  expect(await found({})).toBe(2);
  expect(await found({ ownerType: 'USER' })).toBe(1);
  expect(await found({ ownerId: teacher.id })).toBe(1);
  expect(await found({ subjectType: 'CATEGORY' })).toBe(1);
  expect(await found({ subjectId: org('LAB-BIO') })).toBe(1);
  expect(await found({ model: 'select' })).toBe(1);
  expect(await found({ when: 'NOW' })).toBe(2);
  expect(await found({ when: 'OVER' })).toBe(0);
  expect(await found({ endsWithin: 7 })).toBe(1);
  expect(await found({ q: '高分子' })).toBe(1);
  expect(await found({ q: '到期' })).toBe(1);
  for (const ownerType of ['USER', 'ROLE', 'ORG'] as const)
    expect((await admin.call(ruleRoutes.listRuleOwners, { query: { ownerType, sort: 'code' } })).data.total).toBeGreaterThan(2);
  for (const subjectType of ['WMS_ORG', 'WMS_WAREHOUSE', 'WMS_CONTAINER', 'CATEGORY'] as const)
    expect((await admin.call(ruleRoutes.listRuleSubjects, { query: { subjectType } })).data.total).toBeGreaterThan(0);
  // Names are resolved by ids only, however many others there are.
  const owners = await admin.call(ruleRoutes.listRuleOwners, { query: { ids: [teacher.id], size: 1 } });
  expect(owners.data.list.map(({ id }) => id)).toEqual([teacher.id]);
  const picks = await admin.call(ruleRoutes.listRuleSubjects, { query: { ids: [org('LAB-BIO'), 'no id'] } });
  expect(picks.data).toMatchObject({ total: 1, list: [{ code: 'LAB-BIO' }] });
  const initials = await admin.call(ruleRoutes.listRuleSubjects, { query: { subjectType: 'WMS_ORG', q: 'fzsw' } });
  expect(initials.data.list.map(({ code }) => code)).toEqual(['LAB-BIO']);
});

test('[S1.18] a container moved below one with a rule is opened with it', async () => {
  const { db } = world.services;
  const manager = await world.as(OTHER_MANAGER, 'ROLE_WAREHOUSE_ADMIN');
  const { rows } = await sql<{ id: string; warehouse_id: string }>`
    select c.id, c.warehouse_id from wms_container c join wms_warehouse w on w.id = c.warehouse_id where w.code = 'W1' order by c.code limit 1`.execute(
    db,
  );
  const [top] = rows;
  await give({ ownerIds: [manager.id], subjectType: 'WMS_CONTAINER', subjectModel: 'tree', subjectIds: [top!.id] });
  const codes = async (): Promise<string[]> =>
    ((await manager.send('GET', '/wms/container?size=200')).data as { list: { code: string }[] }).list.map(({ code }) => code);
  const before = await codes();
  expect(before.length).toBeGreaterThan(0);
  await sql`insert into wms_container (id, warehouse_id, parent_id, type, code, name)
    values (gen_random_uuid(), ${top!.warehouse_id}, ${top!.id}, 'CABINET', 'LATER-BELOW', '后来的')`.execute(db);
  await expect.poll(codes).toContain('LATER-BELOW');
});
