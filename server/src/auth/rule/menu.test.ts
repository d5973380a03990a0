// Rules for menu entries: what they show and what not, and how it is explained (decisions 119 and 120).
import type { PageRole } from '@kuwei/contract/access';
import { userRoutes } from '@kuwei/contract/auth/user';
import { ruleRoutes, type RuleForm } from '@kuwei/contract/auth/rule';
import { APP_ID } from '@kuwei/contract/constants';
import { menuTree, listGrantedItems, visibleMenu, type MenuNode } from '@kuwei/contract/menu';
import { opensScreen } from '@kuwei/contract/screens';
import { logRoutes } from '@kuwei/contract/sys/log';
import { menuForm, menuRoutes, type MenuForm } from '@kuwei/contract/sys/menu';
import type { VersionInfo } from '@kuwei/contract/sys/version';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { day } from '../../../test/_days.ts';
import { drainNotifications } from '../../../test/_notified.ts';
import { addOtherWarehouse, OTHER_MANAGER } from '../../../test/_other-warehouse.ts';
import { readRows } from '../../../test/_workbook.ts';
import { openWorld, worldAt, type Person, type World } from '../../../test/_world.ts';
import { applyDueGrants } from '../account/due-grants.ts';

let world: World;
let admin: Person;
let teacher: Person;
let staff: Person;
/** A rule manager who is no administrator. */
let keeper: Person;
/** Custom entries that require ROLE_ADMIN, by code. */
let own: Record<'guide' | 'inbox' | 'people' | 'head' | 'deep' | 'off', string>;

beforeAll(async () => {
  world = await openWorld();
  const { db } = world.services;
  await addOtherWarehouse(db);
  await sql`insert into sys_role (code, name, name_en, sort) values ('ROLE_RULES', '规则员', 'Rules', 200)`.execute(db);
  await sql`insert into sys_role_power values ('ROLE_RULES', 'POWER_RULE_MANAGE')`.execute(db);
  await sql`insert into sys_role (code, name, name_en, sort) values ('ROLE_GUIDE', '导览员', 'Guides', 201)`.execute(db);
  await sql`insert into sys_role_grant (user_id, role_code)
    select id, case username when 'teacher' then 'ROLE_GUIDE' else 'ROLE_RULES' end
      from sys_user where username in ('teacher', ${OTHER_MANAGER})`.execute(db);
  admin = await world.as('admin', 'ROLE_ADMIN');
  teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  staff = await world.as('staff', 'ROLE_STAFF');
  keeper = await world.as(OTHER_MANAGER, 'ROLE_WAREHOUSE_ADMIN');
  const add = async (code: string, more: Partial<MenuForm>): Promise<string> =>
    (
      await admin.call(menuRoutes.createMenuEntry, {
        body: menuForm.parse({
          code: `site.${code}`,
          name: `菜单${code}`,
          nameEn: `Entry ${code}`,
          role: ['ROLE_ADMIN'],
          ...more,
        }),
      })
    ).data.id;
  const guide = await add('guide', { url: 'https://guide.example.edu/' });
  const inbox = await add('inbox', { parentId: 'system', url: '/def/base/msg-inbox' });
  const people = await add('people', { parentId: 'system', url: '/mg/user/mg' });
  const head = await add('head', { url: null });
  const deep = await add('deep', { parentId: head, url: '/def/base/msg-inbox?state=NEW' });
  const off = await add('off', { parentId: head, url: 'https://off.example.edu/', show: false });
  own = { guide, inbox, people, head, deep, off };
});
afterAll(() => world.end());
beforeEach(() => sql`delete from sys_rule`.execute(world.services.db));

const form = (more: Partial<RuleForm> = {}): RuleForm => ({
  ownerType: 'USER',
  ownerIds: [teacher.id],
  relation: null,
  subjectType: 'MENU',
  subjectModel: 'select',
  subjectIds: [own.guide],
  conditions: [],
  actions: ['SEE'],
  fromDay: null,
  untilDay: null,
  note: null,
  ...more,
});
const give = (more: Partial<RuleForm> = {}, by = admin) => by.call(ruleRoutes.createRule, { body: form(more) });
const end = (id: string) => admin.call(ruleRoutes.batchRules, { params: { action: 'end' }, body: { ids: [id], untilDay: null } });
const idOf = async (from: string): Promise<string> =>
  (await sql<{ id: string }>`select id from ${sql.raw(from)} limit 1`.execute(world.services.db)).rows[0]!.id;
const delivered = async () =>
  menuTree((await world.app.inject({ url: `/api/basic/sys/version/${APP_ID}/pub` })).json<VersionInfo>().menus);

/** Codes of the entries that the console shows a person; those without a page in brackets. */
async function drawn(person: Person, pageRole: PageRole): Promise<string[]> {
  const [menu, { roles, menu: rules }] = [await delivered(), (await person.call(userRoutes.getPower)).data];
  const codes = (nodes: readonly MenuNode[]): string[] =>
    nodes.flatMap(({ code, url, subs }) => [url === null ? `(${code})` : code, ...codes(subs)]);
  return codes(visibleMenu(menu, { roles, opened: listGrantedItems(menu, rules), pageRole, opens: opensScreen }));
}
/** Entries that the teacher sees only by rules. */
async function opened(person = teacher, pageRole: PageRole = 'ROLE_TEACHER'): Promise<string[]> {
  const without = new Set(plain.get(person));
  return (await drawn(person, pageRole)).filter((code) => !without.has(code));
}
const plain = new Map<Person, string[]>();
beforeAll(async () => {
  plain.set(teacher, await drawn(teacher, 'ROLE_TEACHER'));
  plain.set(staff, await drawn(staff, 'ROLE_STAFF'));
});

test('[S1.18, S2.97] a rule shows an entry that its roles hide, below headings without a page, until it ends', async () => {
  expect(await opened()).toEqual([]);
  const { data } = await give({ subjectIds: [own.guide, own.inbox, own.deep] });
  expect(data.subjects.map(({ code, name }) => [code, name])).toEqual([
    ['site.deep', '菜单head / 菜单deep'],
    ['site.guide', '菜单guide'],
    ['site.inbox', '系统管理 / 菜单inbox'],
  ]);
  expect(await opened()).toEqual(['(system)', 'site.inbox', 'site.guide', '(site.head)', 'site.deep']);
  expect(await opened(staff, 'ROLE_STAFF')).toEqual([]);
  expect((await end(data.id)).data.done).toBe(1);
  expect(await opened()).toEqual([]);
});

test('[S1.18] a rule opens no page, nothing hidden or removed, and activates no page role', async () => {
  await give({ subjectIds: [own.people, own.off, 'warehouse.ledger', 'system.menu', 'system'] });
  expect(await opened()).toEqual([]);
  expect((await teacher.send('GET', '/auth/biz/user/account')).status).toBe(403);
  const gone = (
    await admin.call(menuRoutes.createMenuEntry, {
      body: menuForm.parse({
        code: 'site.gone',
        name: '去',
        nameEn: 'Gone',
        url: 'https://x.example.edu/',
        role: ['ROLE_ADMIN'],
      }),
    })
  ).data;
  const { data } = await give({ subjectIds: [gone.id] });
  expect(await opened()).toEqual(['site.gone']);
  expect((await admin.call(menuRoutes.deleteMenuEntry, { params: { id: gone.id } })).status).toBe(200);
  expect(await opened()).toEqual([]);
  const left = (await admin.call(ruleRoutes.getRule, { params: { id: data.id } })).data;
  expect([left.subjectIds, left.subjects]).toEqual([[gone.id], []]);
});

test('[S1.18] a rule for an entry with its subtree, and for the whole menu', async () => {
  const { data: tree } = await give({ subjectModel: 'tree', subjectIds: [own.head] });
  expect(await opened()).toEqual(['(site.head)', 'site.deep']);
  await end(tree.id);
  // A heading alone shows only its unrestricted entries, of which there are none.
  const { data: head } = await give({ subjectIds: [own.head] });
  expect(await opened()).toEqual([]);
  await end(head.id);
  await give({ subjectModel: 'all', subjectIds: [] });
  const all = await opened();
  expect(all).toEqual(expect.arrayContaining(['site.inbox', 'site.guide', 'site.deep']));
  for (const closed of ['site.people', 'site.off', 'system.menu', 'staff.stock']) expect(all).not.toContain(closed);
});

test('[S1.18] a rule of a role applies to its holders, one of an organisation to members with the relation', async () => {
  const roleId = await idOf(`sys_role where code = 'ROLE_GUIDE'`);
  const { data: ofRole } = await give({ ownerType: 'ROLE', ownerIds: [roleId] });
  expect([await opened(), await opened(staff, 'ROLE_STAFF')]).toEqual([['site.guide'], []]);
  const { db } = world.services;
  await sql`update sys_role set valid = false where id = ${roleId}`.execute(db);
  await expect.poll(() => opened()).toEqual([]);
  await sql`update sys_role set valid = true where id = ${roleId}`.execute(db);
  await expect.poll(() => opened()).toEqual(['site.guide']);
  await end(ofRole.id);
  // For whichever organisation they work: the menu exists before one is chosen.
  const polymer = await idOf(`wms_org where code = 'LAB-POLYMER'`);
  const { data: ofOrg } = await give({ ownerType: 'ORG', ownerIds: [polymer] });
  expect([await opened(), await opened(staff, 'ROLE_STAFF')]).toEqual([['site.guide'], []]);
  await sql`update wms_org set valid = false where id = ${polymer}`.execute(db);
  await expect.poll(() => opened()).toEqual([]);
  const { data: seen } = await admin.call(menuRoutes.previewMenu, { query: { userId: teacher.id } });
  expect(seen.find(({ id }) => id === own.guide)?.why).toBe('ROLE');
  await sql`update wms_org set valid = true where id = ${polymer}`.execute(db);
  await expect.poll(() => opened()).toEqual(['site.guide']);
  await end(ofOrg.id);
  // Leader of one, member of the other.
  const catalysis = await idOf(`wms_org where code = 'LAB-CATALYSIS'`);
  const { data: leaders } = await give({ ownerType: 'ORG', ownerIds: [catalysis], relation: 'LEADER' });
  const isLeader = (await opened()).length > 0;
  await end(leaders.id);
  await give({ ownerType: 'ORG', ownerIds: [polymer], relation: 'LEADER' });
  expect((await opened()).length > 0).toBe(!isLeader);
});

test('[S1.18] a rule starts and ends with its days, on every process', async () => {
  const { db } = world.services;
  const other = await worldAt(world.database.url);
  try {
    const there = await other.with(teacher.token, 'ROLE_TEACHER');
    const entries = async () => (await there.call(userRoutes.getPower)).data.menu.entries;
    const { data } = await give({ fromDay: day(3), untilDay: day(5) });
    expect([data.when, await opened(), await entries()]).toEqual(['LATER', [], []]);
    await sql`update sys_rule set from_day = current_date, begun = false`.execute(db);
    expect(await applyDueGrants(world.services)).toBeGreaterThan(0);
    await expect.poll(entries).toEqual([own.guide]);
    await sql`update sys_rule set from_day = current_date - 5, until_day = current_date - 1`.execute(db);
    expect(await applyDueGrants(world.services)).toBe(1);
    await expect.poll(entries).toEqual([]);
    const { rows } = await sql<{ title: string }>`
      select m.title from sys_message m join sys_message_copy c on c.message_id = m.id
       where m.template = 'msg.ruleEnded' and c.user_id = ${teacher.id}`.execute(db);
    expect(rows).toHaveLength(1);
    // A changed selection is published as well.
    const { data: next } = await give();
    await expect.poll(entries).toEqual([own.guide]);
    const body = { ...form({ subjectIds: [own.deep] }), rev: next.rev };
    expect((await admin.call(ruleRoutes.updateRule, { params: { id: next.id }, body })).status).toBe(200);
    await expect.poll(entries).toEqual([own.deep]);
  } finally {
    await other.end();
  }
});

test('[S1.18] an invalid menu rule is refused at its field', async () => {
  const refused: [Partial<RuleForm>, code: string, path: string][] = [
    [{ actions: ['SEE', 'EXPORT'] }, 'INVALID', 'actions'],
    [{ subjectModel: 'expr', conditions: [{ field: 'code', op: 'is', values: ['site.guide'] }] }, 'INVALID', 'subjectModel'],
    [{ subjectIds: [] }, 'INVALID', 'subjectIds'],
    [{ subjectIds: ['site.nothing'] }, 'NOT_FOUND', 'subjectIds'],
    [{ subjectIds: [own.guide, crypto.randomUUID()] }, 'NOT_FOUND', 'subjectIds'],
    [{ subjectType: 'WMS_ORG', subjectIds: ['teacher.stock'] }, 'NOT_FOUND', 'subjectIds'],
    [{ subjectType: 'CATEGORY', subjectIds: [own.guide] }, 'NOT_FOUND', 'subjectIds'],
  ];
  for (const [more, code, path] of refused) {
    const { error } = await give(more);
    expect([error.code, error.data?.fields?.[0]?.path]).toEqual([code, path]);
  }
  expect((await give({ actions: ['SEE', 'EXPORT'] })).error.data?.fields?.[0]?.message).toBe('菜单项只能查看，不能导出');
  expect((await give()).status).toBe(200);
  expect((await give()).error.code).toBe('RULE_TWICE');
  expect((await give({ subjectModel: 'tree' })).status).toBe(200);
});

test('[S6.27] only administrators create menu rules, and not for themselves', async () => {
  expect((await give({}, keeper)).error).toMatchObject({ code: 'BEYOND_RIGHTS', data: { fields: [{ path: 'subjectIds' }] } });
  expect((await give({ subjectModel: 'all', subjectIds: [] }, keeper)).error.code).toBe('BEYOND_RIGHTS');
  const { data } = await give();
  const ended = await keeper.call(ruleRoutes.batchRules, {
    params: { action: 'end' },
    body: { ids: [data.id], untilDay: null },
  });
  expect(ended.data).toMatchObject({ done: 0, refused: [{ id: data.id }] });
  expect((await give({ ownerIds: [admin.id] })).error.code).toBe('OWN_RIGHTS');
});

test('[S2.113] the menu preview applies the rules of a person or a role', async () => {
  const look = async (query: { userId?: string; roles?: string }) =>
    new Map(
      (
        (await admin.send('GET', `/sys/project/app/menu/preview?${new URLSearchParams(query).toString()}`)).data as {
          id: string;
        }[]
      ).map((each) => [each.id, each]),
    );
  await give({ subjectIds: [own.inbox, own.people, own.off] });
  await give({ ownerType: 'ROLE', ownerIds: [await idOf(`sys_role where code = 'ROLE_TEACHER'`)], subjectIds: [own.guide] });
  const person = await look({ userId: teacher.id });
  expect(person.get(own.inbox)).toMatchObject({ why: 'SEEN', by: 'RULE' });
  expect(person.get('system')).toMatchObject({ why: 'SEEN', by: 'BELOW' });
  expect(person.get('system.log')).toMatchObject({
    why: 'ROLE',
    by: null,
    needs: [{ code: 'ROLE_ADMIN' }, { code: 'POWER_SYS_LOG_VIEW' }],
  });
  expect(person.get(own.people)).toMatchObject({
    why: 'SCREEN',
    needs: [{ code: 'ROLE_ADMIN' }, { code: 'POWER_SYS_ACCOUNT_VIEW' }],
  });
  expect(person.get(own.guide)).toMatchObject({ why: 'SEEN', by: 'RULE' });
  expect(person.get('teacher.stock')).toMatchObject({ why: 'SEEN', by: 'ROLE' });
  const shown = [...person].filter(([, each]) => (each as unknown as { why: string }).why === 'SEEN').map(([id]) => id);
  expect(shown).toHaveLength((await drawn(teacher, 'ROLE_TEACHER')).length);
  const role = await look({ roles: 'ROLE_TEACHER' });
  expect([role.get(own.guide), role.get(own.inbox)]).toMatchObject([{ why: 'SEEN', by: 'RULE' }, { why: 'ABOVE' }]);
  expect((await look({ userId: staff.id })).get(own.guide)).toMatchObject({ why: 'ROLE' });
});

test('[S1.18] a sentence explains why a person sees an entry or not', async () => {
  const ask = async (subjectId: string, userId = teacher.id) =>
    (await admin.call(ruleRoutes.explainSight, { query: { userId, subjectType: 'MENU', subjectId } })).data;
  const kinds = ({ reasons, obstacles }: Awaited<ReturnType<typeof ask>>) => [
    reasons.map(({ kind }) => kind),
    obstacles.map(({ kind }) => kind),
  ];
  expect(await ask(own.guide)).toMatchObject({
    sees: 'NONE',
    subject: { code: 'site.guide', name: '菜单guide' },
    sentence: `教师一看不到菜单项“菜单guide”：没有它所需的角色或权限点（系统管理员）。`.replace(
      '教师一',
      (await ask(own.guide)).person.name,
    ),
  });
  expect(kinds(await ask('teacher.stock'))).toEqual([['ROLE'], []]);
  expect(kinds(await ask('approval'))).toEqual([['EVERYBODY'], []]);
  const { data } = await give({ subjectIds: [own.inbox, own.people, own.off] });
  const seen = await ask(own.inbox);
  expect(seen).toMatchObject({ sees: 'ALL', exports: false, reasons: [{ kind: 'RULE', id: data.id }] });
  expect(seen.sentence).toContain('能看到菜单项“系统管理 / 菜单inbox”：有授予本人的规则');
  expect(kinds(await ask('system'))).toEqual([['BELOW'], []]);
  expect([(await ask(own.people)).sees, kinds(await ask(own.people))]).toEqual(['NONE', [['RULE'], ['SCREEN']]]);
  expect(kinds(await ask(own.off))[1]).toContain('HIDDEN');
  await end(data.id);
  expect(kinds(await ask(own.inbox))).toEqual([[], ['ABOVE', 'OVER']]);
  await give({ fromDay: day(3), subjectModel: 'tree', subjectIds: ['system'] });
  expect(kinds(await ask(own.inbox))[1]).toContain('LATER');
  for (const [subjectType, subjectId] of [
    ['MENU', 'site.nothing'],
    ['WMS_ORG', 'teacher.stock'],
  ] as const) {
    const { error } = await admin.call(ruleRoutes.explainSight, { query: { userId: teacher.id, subjectType, subjectId } });
    expect(error.code).toBe('NOT_FOUND');
  }
});

test('[S2.41] entries are found by their path in either language, and rules by the entries that they open', async () => {
  const options = async (query: object, by = admin) =>
    (await by.call(ruleRoutes.listRuleSubjects, { query: { subjectType: 'MENU', ...query } })).data;
  const all = await options({ size: 200 });
  expect(all.list.slice(0, 2).map(({ id, name }) => [id, name])).toEqual([
    ['teacher', '课题组存放'],
    ['teacher.inbound', '课题组存放 / 存放申请'],
  ]);
  for (const q of ['库存列表', 'Stock', 'teacher.stock', 'kclb'])
    expect((await options({ q, size: 200 })).list.map(({ id }) => id)).toContain('teacher.stock');
  expect((await options({ ids: ['system', 'teacher.stock'] })).list.map(({ id }) => id)).toEqual(['teacher.stock', 'system']);
  expect((await options({ q: 'site.off' })).list).toMatchObject([{ hint: 'site.off · 已隐藏' }]);
  expect(await options({ size: 3, page: 2, sort: '-code' })).toMatchObject({ page: 2, size: 3, total: all.total, exact: true });
  const { data } = await give({ subjectModel: 'tree', subjectIds: ['system'] });
  await give({ ownerIds: [staff.id], subjectModel: 'all', subjectIds: [] });
  await give({ ownerIds: [staff.id] });
  const found = async (query: Record<string, string>): Promise<number> =>
    (await admin.call(ruleRoutes.listRules, { query: { subjectType: 'MENU', ...query } })).data.total;
  expect([await found({}), await found({ subjectId: own.guide }), await found({ subjectId: 'system.log' })]).toEqual([3, 2, 2]);
  const counts = new Map((await admin.call(menuRoutes.listMenu)).data.entries.map(({ id, rules }) => [id, rules]));
  expect([own.guide, 'system', 'system.log', 'teacher'].map((id) => counts.get(id))).toEqual([2, 2, 2, 1]);
  // Unrestricted entries need no rule, and hidden ones cannot be opened by one.
  expect([own.off, 'approval', 'other.login'].map((id) => counts.get(id))).toEqual([0, 0, 0]);
  await end(data.id);
  expect((await admin.call(menuRoutes.getMenuEntry, { params: { id: 'system' } })).data.rules).toBe(1);
  expect(await found({ subjectId: 'system', when: 'NOW' })).toBe(1);
  const rows = await readRows(await admin.call(ruleRoutes.exportRules, { query: { subjectType: 'MENU' } }));
  expect(rows.map((row) => [row['对象类型'], row['对象'], row['操作']])).toContainEqual(['菜单', '系统管理', '查看']);
  expect(rows).toHaveLength(3);
});

test("[S2.47] the log names a rule's entries by their path", async () => {
  const { data } = await give({ subjectIds: ['teacher.stock', own.inbox] });
  const { list } = (await admin.call(logRoutes.listLog, { query: { q: data.id } })).data;
  const { fields } = (await admin.call(logRoutes.getLog, { params: { id: list[0]!.id } })).data;
  const picked = fields.find(({ field }) => field === 'subjectIds')!.after;
  expect(picked.split('、').toSorted()).toEqual(['系统管理 / 菜单inbox', '课题组存放 / 库存列表']);
});

test('[S1.18] menu rules need no query per call, and change no stock list', async () => {
  await give();
  const { db } = world.services;
  // A late notification would clear the cache again.
  await drainNotifications(world);
  expect(await opened()).toEqual(['site.guide']);
  await sql`alter table sys_rule_entry rename to sys_rule_entry_gone`.execute(db);
  try {
    expect(await opened()).toEqual(['site.guide']);
    expect((await teacher.send('GET', '/wms/product-box')).status).toBe(200);
  } finally {
    await sql`alter table sys_rule_entry_gone rename to sys_rule_entry`.execute(db);
  }
});

test('[S2.113] the menu editor stays open to administrators without any rule', async () => {
  await give({ ownerType: 'USER', subjectModel: 'all', subjectIds: [] });
  const entry = (await admin.call(menuRoutes.getMenuEntry, { params: { id: 'system.menu' } })).data;
  const body = menuForm.parse(Object.fromEntries(Object.keys(menuForm.shape).map((field) => [field, entry[field as 'code']])));
  const { error } = await admin.call(menuRoutes.updateMenuEntry, {
    params: { id: 'system.menu' },
    body: { ...body, role: ['ROLE_TEACHER'], rev: entry.rev },
  });
  expect(error.data?.fields?.map(({ path }) => path)).toEqual(['role']);
});
