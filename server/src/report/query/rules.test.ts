// Reports opened by rules: to whom, until when, and why.
import { ruleRoutes, type RuleForm } from '@kuwei/contract/auth/rule';
import { ownReportRoutes, reportRoutes } from '@kuwei/contract/sys/report';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportForm } from '../../../test/_report.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let admin: Person;
let teacher: Person;
/** The same person in another group. */
let polymer: Person;
let staff: Person;
let report: { id: string; rev: number };
let org: (code: string) => string;

const shared = { ...reportForm('T-OPENED'), category: 'HAZARD', roles: ['ROLE_SUPPLIER'] };

beforeAll(async () => {
  world = await openWorld();
  const { db } = world.services;
  const orgs = new Map((await db.selectFrom('wms_org').select(['id', 'code']).execute()).map(({ id, code }) => [code, id]));
  org = (code) => orgs.get(code)!;
  admin = await world.as('admin', 'ROLE_ADMIN');
  teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  polymer = await world.as('teacher', 'ROLE_TEACHER', 'LAB-POLYMER');
  staff = await world.as('staff', 'ROLE_STAFF');
  report = (await admin.call(reportRoutes.createReport, { body: shared })).data;
});
afterAll(() => world.end());

const form = (more: Partial<RuleForm>): RuleForm => ({
  ownerType: 'USER',
  ownerIds: [teacher.id],
  relation: null,
  subjectType: 'REPORT',
  subjectModel: 'select',
  subjectIds: [report.id],
  conditions: [],
  actions: ['SEE', 'EXPORT'],
  fromDay: null,
  untilDay: null,
  note: null,
  ...more,
});

async function given(more: Partial<RuleForm>, work: (id: string) => Promise<void>): Promise<void> {
  const { id } = (await admin.call(ruleRoutes.createRule, { body: form(more) })).data;
  try {
    await work(id);
  } finally {
    await admin.call(ruleRoutes.batchRules, { params: { action: 'end' }, body: { ids: [id], untilDay: null } });
  }
}

const params = () => ({ id: report.id });
const runs = async (person: Person): Promise<boolean> =>
  (await person.call(ownReportRoutes.runReport, { params: params(), body: { values: {} } })).status === 200;
const roleId = async (code: string): Promise<string> =>
  (await sql<{ id: string }>`select id from sys_role where code = ${code}`.execute(world.services.db)).rows[0]!.id;

async function become(state: 'DRAFT' | 'PUBLISHED'): Promise<void> {
  const body = { ...shared, state, rev: report.rev };
  report = (await admin.call(reportRoutes.updateReport, { params: params(), body })).data;
}

test('[S1.18, S2.46] a rule opens a report to a person, to a role while it is active, and to an organisation while working for it', async () => {
  expect([await runs(teacher), await runs(staff)]).toEqual([false, false]);
  await given({}, async () => {
    expect([await runs(teacher), await runs(polymer), await runs(staff)]).toEqual([true, true, false]);
  });
  await given({ ownerType: 'ROLE', ownerIds: [await roleId('ROLE_TEACHER')] }, async () => {
    expect([await runs(teacher), await runs(staff)]).toEqual([true, false]);
    expect(await runs(await world.as('teacher', null))).toBe(false);
  });
  await given({ ownerType: 'ORG', ownerIds: [org('LAB-POLYMER')] }, async () => {
    expect([await runs(teacher), await runs(polymer)]).toEqual([false, true]);
  });
  await given({ ownerType: 'ORG', ownerIds: [org('LAB-POLYMER')], relation: 'STUDENT' }, async () => {
    expect(await runs(polymer)).toBe(false);
  });
  expect([await runs(teacher), await runs(polymer)]).toEqual([false, false]);
});

test('[S1.18, S2.46] without the export right a report runs on screen only; a draft does not run', async () => {
  await given({ actions: ['SEE'] }, async () => {
    expect((await teacher.call(ownReportRoutes.getOwnReport, { params: params() })).data.exports).toBe(false);
    expect((await teacher.call(ownReportRoutes.exportReport, { params: params() })).status).toBe(404);
    expect(await runs(teacher)).toBe(true);
    await become('DRAFT');
    expect(await runs(teacher)).toBe(false);
    expect((await teacher.call(ownReportRoutes.listOwnReports)).data.list.map(({ id }) => id)).not.toContain(report.id);
    await become('PUBLISHED');
  });
});

test('[S1.18] a report is opened when it meets a condition, and closed when it no longer does', async () => {
  const conditions: RuleForm['conditions'] = [{ field: 'category', op: 'is', values: ['COUNT'] }];
  const sort = (category: string) =>
    sql`update sys_report set category = ${category} where id = ${report.id}`.execute(world.services.db);
  await given({ subjectModel: 'expr', subjectIds: [], conditions }, async () => {
    expect(await runs(teacher)).toBe(false);
    await sort('COUNT');
    await expect.poll(() => runs(teacher)).toBe(true);
    await sort('HAZARD');
    await expect.poll(() => runs(teacher)).toBe(false);
  });
});

test('[S1.18] a sentence explains why a person may or may not run a report', async () => {
  const why = async (userId: string) =>
    (await admin.call(ruleRoutes.explainSight, { query: { userId, subjectType: 'REPORT', subjectId: report.id } })).data;
  const supplier = await world.as('supplier', 'ROLE_SUPPLIER');
  expect(await why(supplier.id)).toMatchObject({ sees: 'ALL', exports: true, reasons: [{ kind: 'ROLE' }] });
  expect((await why(admin.id)).sentence).toContain('系统管理员');
  const { person, sentence } = await why(staff.id);
  expect(sentence).toBe(`${person.name}不能运行“报表 T-OPENED”：角色无权运行，也没有规则授予。`);
  await given({ actions: ['SEE'] }, async (id) => {
    expect(await why(teacher.id)).toMatchObject({ sees: 'ALL', exports: false, reasons: [{ kind: 'RULE', id }] });
    await become('DRAFT');
    const draft = await why(teacher.id);
    expect([draft.sees, draft.obstacles[0]?.kind]).toEqual(['NONE', 'DRAFT']);
    await become('PUBLISHED');
  });
});

test('[S6.27] only administrators open reports by rules', async () => {
  const { db } = world.services;
  await sql`insert into sys_role (code, name, name_en, sort) values ('ROLE_RULES', '规则员', 'Rules', 200)`.execute(db);
  await sql`insert into sys_role_power values ('ROLE_RULES', 'POWER_RULE_MANAGE')`.execute(db);
  await sql`insert into sys_role_grant (user_id, role_code) select id, 'ROLE_RULES' from sys_user where username = 'manager'`.execute(
    db,
  );
  const keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const refused = await keeper.call(ruleRoutes.createRule, { body: form({}) });
  expect(refused.error).toMatchObject({ code: 'BEYOND_RIGHTS', data: { fields: [{ path: 'subjectIds' }] } });
});
