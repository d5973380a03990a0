// Managing definitions: drafts, versions, files, refusals, and what new requests follow.
import { definitionRoutes as routes, type DefinitionRow } from '@kuwei/contract/bpm/definition';
import { workRoutes } from '@kuwei/contract/bpm/work';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chainOf, openApprovals, person, R1, type Approvals } from '../../test/_approval.ts';
import { drawn, END, gateway, START, step } from '../../test/_bpmn.ts';
import { saltLine, submitted } from '../../test/_flow.ts';
import { published } from '../../test/_published.ts';
import { kinds } from '../wms/kinds.ts';

let a: Approvals;
let world: Approvals['world'];
let cast: Approvals['cast'];
let places: Approvals['places'];
let admin: Approvals['admin'];
beforeAll(async () => {
  a = await openApprovals();
  ({ world, cast, places, admin } = a);
});
afterAll(() => a.end());

const KEY = 'wms-inbound';
const ONE = drawn(chainOf(['first', step('first', R1)]));
const TWO = drawn(chainOf(['first', step('first', R1)], ['last', step('last', '', person('manager'))]));

const rows = async (key = KEY): Promise<DefinitionRow[]> =>
  (await admin.call(routes.listDefinitions)).data.filter((row) => row.key === key);
const row = async (id: string): Promise<DefinitionRow | undefined> => (await rows()).find((each) => each.id === id);
const inForce = async (): Promise<string> => (await rows()).find(({ state }) => state === 'PUBLISHED')!.id;
const draft = async (xml: string | null = ONE): Promise<string> =>
  (await admin.call(routes.createDefinition, { body: { key: KEY, xml } })).data.id;
const publish = async (id: string, more: { rev?: number; note?: string; over?: string | null; confirmed?: string[] } = {}) =>
  admin.call(routes.publishDefinition, {
    params: { id },
    body: { rev: 1, note: '增加一级', over: await inForce(), ...more },
  });

test('[S1.23][S2.101] a draft is edited with a version check, published with a note, and immutable afterwards', async () => {
  const id = await draft();
  expect(await row(id)).toMatchObject({
    version: null,
    state: 'DRAFT',
    rev: 1,
    note: '从文件导入',
    name: '流程',
    shipped: false,
  });
  const named = await admin.call(routes.createDefinition, { body: { key: KEY, xml: ONE, file: '入库 2026.bpmn' } });
  expect((await row(named.data.id))!.note).toBe('从文件“入库 2026.bpmn”导入');
  const saved = await admin.call(routes.saveDefinition, { params: { id }, body: { xml: TWO, rev: 1 } });
  expect(saved.data).toEqual({ id, rev: 2 });
  const late = await admin.call(routes.saveDefinition, { params: { id }, body: { xml: ONE, rev: 1 } });
  expect(late.error).toMatchObject({ code: 'STALE', data: { rev: 2 } });
  expect((await publish(id, { rev: 1 })).error.code).toBe('STALE');
  expect((await publish(id, { rev: 2, note: ' ' })).error.code).toBe('INVALID');
  const before = await inForce();
  const { version } = (await publish(id, { rev: 2 })).data;
  expect(await row(id)).toMatchObject({ version, state: 'PUBLISHED', note: '增加一级', publishedBy: '系统管理员', used: false });
  expect((await row(before))!.state).toBe('ARCHIVED');
  expect((await a.deposit()).levels).toBe(2);
  expect((await row(id))!).toMatchObject({ used: true, running: 1 });
  for (const answer of [
    await admin.call(routes.saveDefinition, { params: { id }, body: { xml: ONE, rev: 3 } }),
    await publish(id, { rev: 3 }),
  ])
    expect(answer.error.code).toBe('FLOW_PUBLISHED');
  const { rows: logged } = await sql<{ change: unknown }>`
    select change from sys_log where entity = 'bpm_definition' and entity_id = ${id} order by id`.execute(world.services.db);
  expect(logged.map(({ change }) => change)).toMatchObject([
    { action: 'draft', key: KEY },
    { action: 'save', key: KEY },
    { action: 'publish', key: KEY, version, note: '增加一级' },
  ]);
});

test('[S1.23] publishing names the version in force as seen, also concurrently', async () => {
  const [one, other] = [await draft(ONE), await draft(TWO)];
  const over = await inForce();
  const answers = await Promise.all([publish(one, { over }), publish(other, { over })]);
  expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409)!;
  const { version } = answers.find(({ status }) => status === 200)!.data;
  expect(refused.error).toMatchObject({
    code: 'FLOW_NEWER',
    message: expect.stringContaining(`第 ${version} 版刚由系统管理员发布`),
  });
  expect((await rows()).filter(({ state }) => state === 'PUBLISHED')).toHaveLength(1);
  const left = refused === answers[0] ? one : other;
  expect((await publish(left)).data.version).toBe(version + 1);
});

test('[security 43] an unreadable file is not stored; other faults only prevent publishing', async () => {
  const entity = ONE.replace('<bpmn:definitions', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><bpmn:definitions');
  const many = drawn({
    elements: [START, ...Array.from({ length: 5_000 }, (_, at) => step(`t${at}`)), END],
    flows: [],
  });
  const before = await rows();
  for (const [xml, message] of [
    [entity, '流程文件不能含有文档类型声明'],
    [many, '流程的元素超过 500 个'],
    ['<bpmn:definitions', '流程文件从第 1 行起读不懂'],
  ] as const) {
    const { error } = await admin.call(routes.createDefinition, { body: { key: KEY, xml } });
    expect(error).toMatchObject({ code: 'INVALID', data: { fields: [{ path: 'xml' }] } });
    expect(JSON.stringify(error)).toContain(message);
  }
  expect(await rows()).toEqual(before);
  // A script and a cycle are stored as drawn, and reported.
  const scripted = ONE.replace(
    '<bpmn:endEvent',
    '<bpmn:scriptTask id="sc" name="清理"><bpmn:script>x</bpmn:script></bpmn:scriptTask><bpmn:sequenceFlow id="fb" sourceRef="first" targetRef="s"/><bpmn:endEvent',
  );
  const id = await draft(scripted);
  const { data } = await admin.call(routes.getDefinition, { params: { id } });
  expect(data.xml).toBe(scripted);
  expect(data.graph!.nodes.find((node) => node.id === 'sc')).toMatchObject({ kind: 'other', type: 'ScriptTask', name: '清理' });
  const { faults } = (await admin.call(routes.checkDefinition, { body: { key: KEY, xml: scripted } })).data;
  expect(faults).toContainEqual({ element: 'sc', message: '不支持 脚本任务 这种元素' });
  const { error } = await publish(id);
  expect(error).toMatchObject({
    code: 'INVALID',
    data: { fields: expect.arrayContaining([expect.objectContaining({ path: 'xml.sc' })]) },
  });
  expect((await row(id))!.state).toBe('DRAFT');
});

test('faults name elements as the screen does, also where the publication is refused', async () => {
  const xml = drawn({
    elements: [
      START,
      step('first', R1).replace('name="first"', 'name="初审"'),
      gateway('g', 'exclusive', 'f4'),
      step('last', R1),
      END,
    ],
    flows: [
      ['f1', 's', 'first'],
      ['f2', 'first', 'g'],
      ['f3', 'g', 'last', 'value > 100000 and value < 50'],
      ['f4', 'g', 'e'],
      ['f5', 'g', 'e', "warehouse has 'W1'"],
      ['f6', 'last', 'e'],
    ],
  });
  const { faults } = (await admin.call(routes.checkDefinition, { body: { key: KEY, xml } })).data;
  expect(faults).toEqual([
    { element: 'f3', message: expect.stringContaining('没有单据能符合这个条件') },
    { element: 'f5', message: '条件里的 W1 不是可选的值' },
  ]);
  const { error } = await publish(await draft(xml));
  expect(error).toMatchObject({
    code: 'INVALID',
    data: {
      fields: expect.arrayContaining([
        { path: 'xml.f3', message: expect.stringMatching(/^从“条件”到“last”的路：没有单据能符合这个条件/) },
      ]),
    },
  });
  const open = xml.replace('default="f4"', '');
  const named = (await admin.call(routes.checkDefinition, { body: { key: KEY, xml: open } })).data.faults;
  expect(named).toContainEqual({ element: 'g', message: '“条件”要有一条“其他情况”的路，条件都不符合时走它' });
});

test('a step without deciders today is named with its places, and publishing it needs a confirmation', async () => {
  const warnings = async (xml: string) => (await admin.call(routes.checkDefinition, { body: { key: KEY, xml } })).data.warnings;
  const idle = drawn(chainOf(['first', step('first', R1)], ['last', step('last', 'kuwei:roles="ROLE_SYSTEM"')]));
  expect(await warnings(idle)).toContainEqual({ element: 'last', message: '“last”现在没有人能审批（所有仓库）' });
  const id = await draft(idle);
  const all = [...new Set((await warnings(idle)).map(({ element }) => element))];
  for (const confirmed of [undefined, all.filter((element) => element !== 'last')])
    expect((await publish(id, confirmed ? { confirmed } : {})).error).toMatchObject({
      code: 'FLOW_UNMANNED',
      message: expect.stringContaining('“last”现在没有人能审批'),
    });
  expect((await publish(id, { confirmed: all })).status).toBe(200);
  // It approves by itself without candidates, or its candidates depend on the document.
  for (const last of [
    step('last', 'kuwei:roles="ROLE_SYSTEM" kuwei:nobody="APPROVE"'),
    step('last', '', '<kuwei:candidate kind="LEADER" of="OWNER"/>'),
  ])
    expect((await warnings(drawn(chainOf(['last', last])))).map(({ element }) => element)).not.toContain('last');
  const few = drawn(
    chainOf(['last', step('last', 'kuwei:roles="ROLE_WMS_ADMIN_INBOUND_01" kuwei:quorum="COUNT" kuwei:count="90"')]),
  );
  expect(await warnings(few)).toContainEqual({
    element: 'last',
    message: expect.stringContaining('“last”需要 90 人同意，现在人数不够'),
  });
});

test('a step whose only reviewer decides another step of the same request is named, in sequence and in parallel', async () => {
  const warnings = async (xml: string) =>
    (await admin.call(routes.checkDefinition, { body: { key: KEY, xml } })).data.warnings.map(({ element }) => element);
  const [one, other] = [step('one', '', person('manager')), step('two', '', person('manager'))];
  const twice = drawn(chainOf(['one', one], ['two', other]));
  const { data } = await admin.call(routes.checkDefinition, { body: { key: KEY, xml: twice } });
  expect(data.warnings).toEqual([
    {
      element: 'two',
      message: '能审批“two”的人都要先审批“one”，同一张单据不能审批两步，现在没有别人（所有仓库）',
    },
  ]);
  const forked = (kind: string, second = other) =>
    drawn({
      elements: [START, gateway('g', kind, kind === 'parallel' ? undefined : 'f3'), one, second, gateway('j', kind), END],
      flows: [
        ['f1', 's', 'g'],
        kind === 'parallel' ? ['f2', 'g', 'one'] : ['f2', 'g', 'one', 'controlled'],
        ['f3', 'g', 'two'],
        ['f4', 'one', 'j'],
        ['f5', 'two', 'j'],
        ['f6', 'j', 'e'],
      ],
    });
  expect(await warnings(forked('parallel'))).toEqual(['two']);
  // Only one of the branches is taken.
  expect(await warnings(forked('exclusive'))).toEqual([]);
  expect(await warnings(forked('parallel', step('two', '', person('manager') + person('supplier'))))).toEqual([]);
});

test('[S1.23] versions in force or used cannot be deleted; drafts and unused ones can', async () => {
  const remove = (id: string) => admin.call(routes.deleteDefinition, { params: { id } });
  const idle = (await published(admin, KEY, ONE)).data.id;
  expect((await remove(idle)).error.code).toBe('FLOW_IN_FORCE');
  const followed = (await published(admin, KEY, TWO)).data.id;
  expect((await remove(idle)).status).toBe(200);
  const document = await a.deposit();
  await published(admin, KEY, ONE);
  expect((await remove(followed)).error).toMatchObject({
    code: 'FLOW_USED',
    message: '1 张单据按这一版审批，其中 1 张还在审批，不能删除',
  });
  expect((await a.now(document)).state).toBe('SUBMITTED');
  expect((await remove(await draft())).status).toBe(200);
  expect((await remove(idle)).status).toBe(404);
});

test('[S1.23] a draft starts from a version, a draft, or the shipped definition', async () => {
  const made = async (from: string | null) => (await admin.call(routes.createDefinition, { body: { key: KEY, from } })).data.id;
  const shipped = await made(null);
  expect(await row(shipped)).toMatchObject({ note: '从自带流程新建', shipped: true, name: '入库审批' });
  const { id: version } = (await published(admin, KEY, TWO)).data;
  const copy = await made(version);
  expect((await row(copy))!.note).toMatch(/^从第 \d+ 版新建$/);
  expect((await row(await made(copy)))!.note).toBe('从草稿复制');
  expect((await admin.call(routes.getDefinition, { params: { id: copy } })).data.xml).toBe(TWO);
  // Not from another workflow.
  expect((await admin.call(routes.createDefinition, { body: { key: 'wms-move', from: version } })).status).toBe(404);
  const { data } = await admin.call(routes.getShippedDefinition, { params: { key: KEY } });
  expect(data.xml).toBe(kinds.find(KEY)!.shipped);
  expect(data.graph!.nodes.map(({ id }) => id)).toEqual(['start', 'review1', 'choice', 'review2', 'end']);
});

test('[S1.23] previews the candidates for a warehouse, a group and an applicant', async () => {
  const ask = async (sample: object) =>
    (
      await admin.call(routes.findAsked, {
        body: {
          key: KEY,
          sample: { placeId: places.w2, ...sample },
          candidates: [
            { kind: 'ROLE', role: 'ROLE_WMS_ADMIN_INBOUND_01', at: 'HERE' },
            { kind: 'LEADER', of: 'APPLICANT' },
            { kind: 'PERSON', person: 'supplier' },
            { kind: 'GROUP', group: 'keepers' },
            { kind: 'ROLE', role: 'ROLE_OF_NOBODY', at: 'EVERYWHERE' },
          ],
        },
      })
    ).data.map(({ people, count }) => [people.map(({ name }) => name).join(' '), count]);
  const { rows: orgs } = await sql<{ id: string }>`select id from wms_org where code = 'LAB-CATALYSIS'`.execute(
    world.services.db,
  );
  expect(await ask({ applicantOrgId: orgs[0]!.id })).toEqual([
    ['郑建国 周明', 2],
    ['林晓雨', 1],
    ['赵国强', 1],
    ['李保平 郑建国', 2],
    ['', 0],
  ]);
  // Applicants cannot decide.
  expect((await ask({ applicantOrgId: orgs[0]!.id, applicantId: cast.reviewer.id }))[0]).toEqual(['郑建国', 1]);
});

test('[S1.23] supports a parallel check for a storage group, a third level for highly toxic goods, and copies', async () => {
  const copied = async (who: Approvals['admin'], id: string) =>
    (await who.call(workRoutes.listCopied)).data.list.filter(({ bizId }) => bizId === id).map(({ step: name }) => name);
  await a.publish({
    elements: [
      START,
      gateway('split', 'inclusive', 'f2'),
      step('first', R1),
      step('safety', '', person('supplier')),
      gateway('join', 'inclusive'),
      '<bpmn:sendTask id="tell" name="告知采购"><bpmn:extensionElements><kuwei:copy kind="PERSON" person="staff"/></bpmn:extensionElements></bpmn:sendTask>',
      gateway('toxic', 'exclusive', 'f8'),
      step('third', '', person('manager')),
      END,
    ],
    flows: [
      ['f1', 's', 'first'],
      ['f0', 'first', 'split'],
      ['f2', 'split', 'join'],
      ['f3', 'split', 'safety', "storageGroups has 'L'"],
      ['f4', 'safety', 'join'],
      ['f5', 'join', 'tell'],
      ['f6', 'tell', 'toxic'],
      ['f7', 'toxic', 'third', 'toxic'],
      ['f8', 'toxic', 'e'],
      ['f9', 'third', 'e'],
    ],
  });
  const plain = await a.deposit();
  const staff = await world.as('staff', 'ROLE_STAFF');
  expect(await copied(staff, plain.id)).toEqual([]);
  expect((await a.approve(cast.reviewer, plain)).data.state).toBe('APPROVED');
  expect(await copied(staff, plain.id)).toEqual(['告知采购']);
  const { db } = world.services;
  await sql`update wms_product set storage_group = 'L' where id = ${saltLine(places).productId}`.execute(db);
  const grouped = await a.deposit();
  const vars = async (id: string) =>
    (await sql<{ vars: object }>`select vars from bpm_instance where biz_id = ${id}`.execute(db)).rows[0]!.vars;
  expect(await vars(grouped.id)).toMatchObject({
    storageGroups: ['L'],
    warehouse: [places.w2],
    ownerType: ['LAB'],
    controlFlags: [],
  });
  expect((await a.approve(cast.reviewer, grouped)).data).toMatchObject({ state: 'SUBMITTED', reviewStep: 'safety' });
  expect(await copied(staff, grouped.id)).toEqual([]);
  await a.decide(a.supplier, grouped);
  expect((await a.now(grouped)).state).toBe('APPROVED');
  expect(await copied(staff, grouped.id)).toEqual(['告知采购']);
  await sql`update wms_product set storage_group = 'L', control_flags = '{TOXIC}' where id = ${saltLine(places).productId}`.execute(
    db,
  );
  const toxic = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines: [saltLine(places)] });
  expect(toxic.levels).toBe(3);
  await sql`update wms_product set storage_group = null, control_flags = '{}' where id = ${saltLine(places).productId}`.execute(
    db,
  );
});

test('[S1.23] a dry run shows the path of a document, its candidates, and where it would get stuck', async () => {
  const xml = drawn({
    elements: [
      START,
      gateway('g', 'parallel'),
      step('first', R1),
      step('safety', 'kuwei:quorum="ALL"', person('supplier') + person('staff')),
      gateway('j', 'parallel'),
      '<bpmn:sendTask id="tell" name="告知"><bpmn:extensionElements><kuwei:copy kind="PERSON" person="teacher2"/></bpmn:extensionElements></bpmn:sendTask>',
      gateway('x', 'exclusive', 'f8'),
      step('third', 'kuwei:roles="ROLE_WMS_ADMIN_INBOUND_01"'),
      step('nobody', 'kuwei:roles="ROLE_SYSTEM" kuwei:nobody="APPROVE"'),
      END,
    ],
    flows: [
      ['f1', 's', 'g'],
      ['f2', 'g', 'first'],
      ['f3', 'g', 'safety'],
      ['f4', 'first', 'j'],
      ['f5', 'safety', 'j'],
      ['f6', 'j', 'tell'],
      ['f6b', 'tell', 'x'],
      ['f7', 'x', 'third', "storageGroups has 'L' and value > 100"],
      ['f8', 'x', 'nobody'],
      ['f9', 'third', 'nobody'],
      ['f10', 'nobody', 'e'],
    ],
  });
  const sample = { placeId: places.w2, applicantId: cast.teacher.id, applicantOrgId: null, ownerOrgId: null };
  const run = async (facts: object[], more = {}) =>
    (await admin.call(routes.tryDefinition, { body: { key: KEY, xml, sample: { ...sample, ...more }, facts: facts as never } }))
      .data;
  const plain = await run([{ name: 'value', number: 500 }]);
  expect(plain.rows.map((row) => [row.element, row.outcome, row.level, row.asked, row.needed, row.by])).toEqual([
    ['first', 'APPROVED', 1, 1, 1, ['郑建国']],
    ['safety', 'APPROVED', 1, 2, 2, expect.arrayContaining(['赵国强'])],
    ['tell', 'TOLD', 1, 0, 0, []],
    ['nobody', 'PASSED', 2, 0, 1, []],
    ['e', 'TOLD', 0, 0, 0, []],
  ]);
  expect(plain).toMatchObject({ outcome: 'APPROVED', levels: 2 });
  expect(plain.flows).toEqual(expect.arrayContaining(['f1', 'f6b', 'f8', 'f10']));
  expect(plain.flows).not.toContain('f7');
  // Two candidates: one decides first, the other later; if one of them applied, there is none left.
  const grouped = [
    { name: 'value', number: 500 },
    { name: 'storageGroups', codes: ['L'] },
  ];
  expect((await run(grouped)).rows.find(({ element }) => element === 'third')).toMatchObject({ outcome: 'APPROVED' });
  const stuck = await run(grouped, { applicantId: cast.reviewer.id });
  expect(stuck.outcome).toBe('STUCK');
  expect(stuck.rows.at(-1)).toMatchObject({
    element: 'third',
    outcome: 'STUCK',
    count: 0,
    // The applicant, and the one who has decided the first step.
    excluded: expect.arrayContaining([
      { name: '周明', step: null },
      { name: '郑建国', step: 'first' },
    ]),
  });
});

test('[S1.23] before publishing, shows which recent documents would have taken another path', async () => {
  await published(admin, KEY, ONE);
  const document = await a.deposit();
  const { data } = await admin.call(routes.lookAtPast, { body: { key: KEY, xml: TWO } });
  expect(data.changed.find(({ bizId }) => bizId === document.id)).toMatchObject({
    no: document.no,
    before: ['first'],
    after: ['first', 'last'],
  });
  const parallel = drawn({
    elements: [
      START,
      gateway('g', 'parallel'),
      step('first', R1),
      step('safety', '', person('supplier')),
      gateway('j', 'parallel'),
      END,
    ],
    flows: [
      ['f1', 's', 'g'],
      ['f2', 'g', 'first'],
      ['f3', 'g', 'safety'],
      ['f4', 'first', 'j'],
      ['f5', 'safety', 'j'],
      ['f6', 'j', 'e'],
    ],
  });
  const others = (await admin.call(routes.lookAtPast, { body: { key: KEY, xml: parallel } })).data;
  expect(others.changed.find(({ bizId }) => bizId === document.id)!.after).toEqual(['first、safety（同时）']);
  const same = (await admin.call(routes.lookAtPast, { body: { key: KEY, xml: ONE } })).data;
  expect(same.changed.map(({ bizId }) => bizId)).not.toContain(document.id);
  expect(same.looked).toBe(data.looked);
});

test('[S1.23] only authorised users draft or publish', async () => {
  const id = await draft();
  for (const who of [cast.teacher, cast.reviewer, a.manager]) {
    expect((await who.call(routes.createDefinition, { body: { key: KEY } })).status).toBe(403);
    const body = { rev: 1, note: 'x', over: null };
    expect((await who.call(routes.publishDefinition, { params: { id }, body })).status).toBe(403);
    expect((await who.call(routes.listDefinitions)).status).toBe(403);
  }
});

test('[S6.25] a workflow that adds its publisher as approver must be published by another person', async () => {
  const asking = (more: string, inside = '') => drawn(chainOf(['first', step('first', more, inside)]));
  const roleOf = (role: string) => `kuwei:roles="${role}"`;
  await published(admin, KEY, ONE);
  for (const xml of [asking(R1, person('admin')), asking(roleOf('ROLE_ADMIN'))]) {
    const { error } = await publish(await draft(xml));
    expect(error).toMatchObject({ code: 'FLOW_OWN', message: expect.stringContaining('first') });
  }
  // Other changes are allowed if they are approvers already.
  await sql`update bpm_definition set model = replace(model::text, 'ROLE_WMS_ADMIN_INBOUND_01', 'ROLE_ADMIN')::jsonb
     where key = ${KEY} and state = 'PUBLISHED'`.execute(world.services.db);
  const again = await draft(asking(roleOf('ROLE_ADMIN')));
  expect((await publish(again, { confirmed: ['first'] })).status).toBe(200);
  expect((await publish(await draft())).status).toBe(200);
});
