import { accountForm, accountRoutes, ORGS_MAX } from '@kuwei/contract/auth/account';
import {
  MEMBERS_MAX,
  orgForm,
  orgRecordRoutes as routes,
  type Member,
  type OrgForm,
  type OrgRecord,
} from '@kuwei/contract/wms/org-record';
import { orgRoutes } from '@kuwei/contract/wms/org';
import { quotaRoutes } from '@kuwei/contract/wms/org-quota';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lineOf, placesOf } from '../../../test/_flow.ts';
import { post } from '../../../test/_stock.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.as('admin', 'ROLE_ADMIN');
});
afterAll(() => world.end());

const always = { fromDay: null, untilDay: null };
const member = (userId: string, relation: Member['relation'] = 'MEMBER', span: object = always): Member => ({
  userId,
  relation,
  ...always,
  ...span,
});
const form = (code: string, more: Partial<OrgForm> = {}): OrgForm =>
  orgForm.parse({ code, name: `组织 ${code}`, type: 'LAB', members: [], quotas: [], ...more });
const create = (code: string, more: Partial<OrgForm> = {}) => admin.call(routes.createOrg, { body: form(code, more) });
const made = async (code: string, more: Partial<OrgForm> = {}): Promise<OrgRecord> => (await create(code, more)).data;
const list = async (query: object) => (await admin.call(routes.listOrgs, { query })).data.list;
const listCodes = async (query: object): Promise<string[]> => (await list(query)).map(({ code }) => code).toSorted();
const named = async (code: string): Promise<OrgRecord> => {
  const row = (await list({ q: code })).find((each) => each.code === code)!;
  return (await admin.call(routes.getOrg, { params: { id: row.id } })).data;
};
const FIELDS = Object.keys(orgForm.shape) as (keyof OrgForm)[];
const formOf = (org: OrgRecord) => Object.fromEntries(FIELDS.map((field) => [field, org[field]])) as unknown as OrgForm;
const change = (org: OrgRecord, more: Partial<OrgForm>) =>
  admin.call(routes.updateOrg, { params: { id: org.id }, body: { ...formOf(org), ...more, rev: org.rev } });
const setState = (org: OrgRecord, state: OrgRecord['state']) =>
  admin.call(routes.setOrgState, { params: { id: org.id }, body: { state, rev: org.rev } });
const merge = (from: OrgRecord, into: { id: string }) =>
  admin.call(routes.mergeOrg, { params: { id: from.id }, body: { intoId: into.id, rev: from.rev } });
const findId = async (username: string): Promise<string> =>
  (await world.services.db.selectFrom('sys_user').where('username', '=', username).select('id').executeTakeFirstOrThrow()).id;

test('[S2.38] an organisation is created, found, changed with people and quotas, and deleted', async () => {
  const [supplier, staff] = [await findId('supplier'), await findId('staff')];
  const warehouse = (await admin.call(routes.selectQuotaWarehouses)).data.find(({ code }) => code === 'W1')!;
  const org = await made('LAB-OPTICS', {
    name: '光学课题组',
    nameEn: 'Optics Group',
    contact: '陈雨',
    phone: '010-62751234',
    members: [member(staff), member(supplier, 'LEADER', { untilDay: '2099-08-31' })],
    quotas: [{ warehouseId: warehouse.id, maxBoxes: 5, maxVolumeL: '20.5' }],
  });
  expect(org).toMatchObject({
    code: 'LAB-OPTICS',
    state: 'ACTIVE',
    rev: 1,
    updatedBy: '系统管理员',
    codeFixed: false,
    typeFixed: true,
  });
  expect(org.people.map(({ username, when }) => [username, when])).toEqual([
    ['supplier', 'NOW'],
    ['staff', 'NOW'],
  ]);
  expect(org.quotas).toEqual([{ warehouseId: warehouse.id, maxBoxes: 5, maxVolumeL: '20.5' }]);
  expect(org.places).toEqual([{ id: warehouse.id, name: warehouse.name, boxes: 0, volumeL: '0' }]);
  for (const q of ['optics', '光学', 'guangxue', 'gxktz', '陈雨', '62751234'])
    expect(await listCodes({ q }), q).toEqual(['LAB-OPTICS']);
  for (const [filter, is] of [
    [{ type: 'LAB' }, true],
    [{ type: 'SUPPLIER' }, false],
    [{ state: 'DISABLED' }, false],
    [{ leaderId: supplier }, true],
    [{ leaderId: staff }, false],
    [{ without: 'LEADER' }, false],
    [{ without: 'MEMBER' }, false],
    [{ owns: true }, false],
    [{ owns: false }, true],
  ] as const)
    expect((await listCodes({ q: 'optics', ...filter })).length === 1, JSON.stringify(filter)).toBe(is);
  const [row] = await list({ q: 'optics' });
  expect(row).toMatchObject({ memberCount: 2, ownsGoods: false, leaders: [{ id: supplier }] });

  // [F-3N5] A leader who cannot sign in does not count.
  await sql`update sys_user set state = 'DISABLED' where id = ${supplier}`.execute(world.services.db);
  expect((await list({ q: 'optics', without: 'LEADER' }))[0]).toMatchObject({ leaders: [{ id: supplier, isActive: false }] });
  await sql`update sys_user set state = 'ACTIVE' where id = ${supplier}`.execute(world.services.db);

  const changed = await change(org, { name: '应用光学课题组', members: [member(staff, 'LEADER')], quotas: [] });
  expect(changed.data).toMatchObject({ name: '应用光学课题组', rev: 2, members: [member(staff, 'LEADER')], quotas: [] });
  expect((await change(org, { name: '旧' })).error.code).toBe('STALE');
  const log = await sql<{ change: object }>`select change from sys_log where entity = 'wms_org' and entity_id = ${org.id}
    order by id desc limit 1`.execute(world.services.db);
  expect(Object.keys(log.rows[0]!.change).toSorted()).toEqual(['members', 'name', 'quotas']);

  const params = { id: org.id };
  expect((await admin.call(routes.deleteOrg, { params })).error).toMatchObject({
    code: 'IN_USE_BY',
    message: expect.stringContaining('1 名成员'),
  });
  await change(changed.data, { members: [] });
  expect((await admin.call(routes.deleteOrg, { params })).status).toBe(200);
  expect((await admin.call(routes.getOrg, { params })).status).toBe(404);
});

test('[S5.34] refuses taken, unknown, duplicate and reversed values at their field', async () => {
  const staff = await findId('staff');
  const account = accountForm.parse({ username: 'gone.one', name: '走', roles: [], orgs: [] });
  const gone = (await admin.call(accountRoutes.createAccount, { body: account })).data.id;
  await admin.call(accountRoutes.deleteAccount, { params: { id: gone } });
  const w1 = (await admin.call(routes.selectQuotaWarehouses)).data[0]!.id;
  await made('LAB-ONE', { name: '一号课题组', nameEn: 'Group One' });
  const quota = { warehouseId: w1, maxBoxes: 1, maxVolumeL: null };
  const refusals: [Partial<OrgForm>, string, string][] = [
    [{ name: ' 一号课题组 ' }, 'name', '已有这个名称'],
    [{ nameEn: 'GROUP one' }, 'nameEn', '已有这个名称'],
    [{ phone: 'x' }, 'phone', '电话格式'],
    [{ members: [member(crypto.randomUUID())] }, 'members.0.userId', '不能选择'],
    [{ members: [member(gone)] }, 'members.0.userId', '不能选择'],
    [{ members: [member(staff), member(staff)] }, 'members.1.userId', '重复'],
    [{ members: [member(staff, 'MEMBER', { fromDay: '2026-05-02', untilDay: '2026-05-01' })] }, 'members.0.untilDay', '不能早于'],
    [{ quotas: [{ ...quota, warehouseId: crypto.randomUUID() }] }, 'quotas.0.warehouseId', '不能选择'],
    [{ quotas: [quota, quota] }, 'quotas.1.warehouseId', '重复'],
    [{ quotas: [{ ...quota, maxBoxes: null }] }, 'quotas.0.maxBoxes', '请填写库位上限或体积上限，或删除该行'],
    [{ type: 'WAREHOUSE', quotas: [quota] }, 'quotas', '留空'],
  ];
  for (const [more, path, message] of refusals) {
    const { status, error } = await admin.call(routes.createOrg, { body: { ...form('LAB-NEW'), ...more } });
    expect([status, error.data?.fields?.[0]], path).toMatchObject([422, { path, message: expect.stringContaining(message) }]);
  }
  expect((await create('lab-one', { name: '别的' })).error).toMatchObject({
    code: 'CODE_TAKEN',
    data: { fields: [{ path: 'code' }] },
  });
  expect((await create('SUP-ONE', { type: 'SUPPLIER', name: '一号课题组' })).status).toBe(200);
  expect(await listCodes({ q: 'LAB-NEW' })).toEqual([]);
});

test('[S5.34] users cannot change their own memberships', async () => {
  const me = await findId('admin');
  expect((await create('LAB-MINE', { members: [member(me)] })).error.code).toBe('OWN_RIGHTS');
  const org = await made('LAB-MINE');
  expect((await change(org, { members: [member(me)] })).error.code).toBe('OWN_RIGHTS');
  await world.services.db.insertInto('wms_org_member').values({ org_id: org.id, user_id: me }).execute();
  const now = await named('LAB-MINE');
  expect((await change(now, { members: [] })).error.code).toBe('OWN_RIGHTS');
  expect((await change(now, { members: [member(me, 'LEADER')] })).error.code).toBe('OWN_RIGHTS');
  expect((await setState(now, 'DISABLED')).error.code).toBe('OWN_RIGHTS');
  expect((await merge(now, await named('LAB-BIO'))).error.code).toBe('OWN_RIGHTS');
  expect((await change(now, { remark: '可以' })).status).toBe(200);
});

test('fixes the code once goods reference it, and the type once anything belongs to it', async () => {
  const { db } = world.services;
  const known = await named('LAB-POLYMER');
  await db.deleteFrom('wms_permit').where('org_id', '=', known.id).execute();
  const lab = await named('LAB-POLYMER');
  expect(lab).toMatchObject({ codeFixed: false, typeFixed: true });
  expect((await change(lab, { type: 'SUPPLIER' })).error.data?.fields?.[0]?.path).toBe('type');
  const renamed = (await change(lab, { code: 'LAB-POLYMERS' })).data;
  const box = await db.selectFrom('wms_warehouse_box').select('code').orderBy('code').executeTakeFirstOrThrow();
  await post(db, [{ product: 'C-NACL', owner: 'LAB-POLYMERS', box: box.code, qty: '1' }]);
  expect((await change(renamed, { code: 'LAB-X' })).error.data?.fields?.[0]).toMatchObject({
    path: 'code',
    message: expect.stringContaining('不能再改'),
  });
  expect(await named('LAB-POLYMERS')).toMatchObject({ codeFixed: true, typeFixed: true, ownsGoods: true });
  expect(await listCodes({ owns: true })).toEqual(['LAB-POLYMERS']);
  const error = (await admin.call(routes.deleteOrg, { params: { id: lab.id } })).error;
  expect(error.code).toBe('IN_USE_BY');
});

test('concurrent changes of people and organisations are not overwritten', async () => {
  const staff = await findId('staff');
  const org = await made('LAB-TWO', { members: [member(staff)] });
  const account = (await admin.call(accountRoutes.getAccount, { params: { id: staff } })).data;
  const { id: _, ...changes } = { id: 0, roles: account.roles };
  const body = {
    username: account.username,
    name: account.name,
    staffNo: account.staffNo,
    identity: account.identity,
    email: account.email,
    phone: account.phone,
    untilDay: account.untilDay,
    remark: account.remark,
    ...changes,
    orgs: [],
    rev: account.rev,
  };
  const written = await admin.call(accountRoutes.updateAccount, { params: { id: staff }, body });
  expect(written.status).toBe(200);
  expect((await change(org, { name: '旧表单' })).error.code).toBe('STALE');
  const now = await named('LAB-TWO');
  expect(now).toMatchObject({ members: [], rev: 2 });
  await change(now, { members: [member(staff)] });
  expect(
    (await admin.call(accountRoutes.updateAccount, { params: { id: staff }, body: { ...body, rev: written.data.rev } })).error
      .code,
  ).toBe('STALE');

  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const w1 = (await admin.call(routes.selectQuotaWarehouses)).data[0]!.id;
  const before = await named('LAB-TWO');
  await manager.call(quotaRoutes.setQuota, { body: { orgId: before.id, warehouseId: w1, maxBoxes: 3, maxVolumeL: null } });
  expect((await change(before, { quotas: [] })).error.code).toBe('STALE');
  expect((await named('LAB-TWO')).quotas).toEqual([{ warehouseId: w1, maxBoxes: 3, maxVolumeL: null }]);
});

test('a disabled organisation keeps its goods, cannot apply or be chosen, and its members lose access at once', async () => {
  const places = await placesOf(world);
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const draft = {
    type: 'INBOUND' as const,
    warehouseId: places.w2,
    lines: [lineOf(places.product('C-NACL'), '1', { batchNo: 'B1', expiresOn: '2030-01-01' })],
  };
  const { id } = (await teacher.call(transactionRoutes.createTransaction, { body: draft })).data;
  const { db } = world.services;
  const box = await db.selectFrom('wms_warehouse_box').select(['id', 'code']).orderBy('code').executeTakeFirstOrThrow();
  await post(db, [{ product: 'C-NACL', owner: 'LAB-CATALYSIS', box: box.code, qty: '2' }]);
  await sql`update wms_product set price = 12.5 where code = 'C-NACL'`.execute(db);

  const org = await named('LAB-CATALYSIS');
  const off = (await setState(org, 'DISABLED')).data;
  expect(off).toMatchObject({ state: 'DISABLED', ownsGoods: true });
  const next = await teacher.call(transactionRoutes.createTransaction, { body: draft });
  expect(next.error.code).toBe('ORG_NEEDED');
  expect((await teacher.call(orgRoutes.listMyOrgs)).data.map(({ code }) => code)).not.toContain('LAB-CATALYSIS');
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  expect((await manager.call(orgRoutes.selectOrgs, { query: { q: 'CATALYSIS' } })).data.list).toEqual([]);
  // Existing filters still show its name.
  expect((await manager.call(orgRoutes.getOrgOption, { params: { id: org.id } })).data.code).toBe('LAB-CATALYSIS');
  // Also by pinyin initials, as everywhere.
  expect((await manager.call(orgRoutes.selectOrgs, { query: { q: 'fzsw' } })).data.list.map(({ code }) => code)).toEqual([
    'LAB-BIO',
  ]);
  const bio = await named('LAB-BIO');
  expect((await manager.call(orgRoutes.selectOrgs, { query: { ids: [bio.id] } })).data.list.map(({ id }) => id)).toEqual([
    bio.id,
  ]);
  // The organisation to be merged is not offered as target.
  const others = { type: ['LAB' as const], except: bio.id };
  const offered = (await manager.call(orgRoutes.selectOrgs, { query: others })).data.list.map(({ code }) => code);
  expect(offered.length).toBeGreaterThan(0);
  expect(offered).not.toContain('LAB-BIO');
  const owned = (await admin.call(routes.getOwned, { params: { id: org.id } })).data;
  expect(owned).toMatchObject({
    stockRows: 1,
    boxes: 1,
    value: '25',
    unpriced: 0,
    openDocuments: 1,
    documents: [{ id, state: 'DRAFT' }],
  });
  const rows = await list({ state: 'DISABLED' });
  expect(rows).toMatchObject([{ code: 'LAB-CATALYSIS', ownsGoods: true }]);
  // Members can be removed but not added.
  expect((await change(off, { members: [...off.members, member(await findId('staff'))] })).error.data?.fields?.[0]?.path).toMatch(
    /^members\.\d+\.userId$/,
  );

  const on = (await setState(off, 'ACTIVE')).data;
  expect(on.state).toBe('ACTIVE');
  expect((await teacher.call(orgRoutes.listMyOrgs)).data.map(({ code }) => code)).toContain('LAB-CATALYSIS');
  expect((await setState(await named('WAREHOUSE'), 'DISABLED')).error).toMatchObject({
    code: 'IN_USE_BY',
    message: expect.stringContaining('启用中的仓库'),
  });
});

test('merging moves people and quotas, and the merged organisation names its target', async () => {
  const [staff, supplier, teacher2] = [await findId('staff'), await findId('supplier'), await findId('teacher2')];
  const w = (await admin.call(routes.selectQuotaWarehouses)).data.map(({ id }) => id);
  const from = await made('LAB-OLD', {
    name: '旧组',
    members: [member(staff, 'LEADER'), member(supplier, 'STUDENT'), member(teacher2)],
    quotas: [
      { warehouseId: w[0]!, maxBoxes: 2, maxVolumeL: null },
      { warehouseId: w[1]!, maxBoxes: 4, maxVolumeL: '5' },
    ],
  });
  const into = await made('LAB-NEW', {
    name: '新组',
    members: [member(supplier, 'LEADER'), member(teacher2, 'STUDENT', { untilDay: '2020-01-01' })],
    quotas: [{ warehouseId: w[0]!, maxBoxes: 3, maxVolumeL: '10' }],
  });
  const look = await admin.call(routes.lookAtMerge, { params: { id: from.id }, query: { intoId: into.id } });
  expect(look.data).toEqual({ moved: 1, both: 2, quotas: 2, added: 1, refusal: null });
  await world.services.db.updateTable('sys_session').set({ org_id: from.id }).where('user_id', '=', staff).execute();
  expect((await admin.call(routes.mergeOrg, { params: { id: from.id }, body: { intoId: into.id, rev: 7 } })).error.code).toBe(
    'STALE',
  );
  const gone = (await merge(from, into)).data;
  expect(gone).toMatchObject({ state: 'DISABLED', mergedInto: { id: into.id, name: '新组' }, members: [], quotas: [], rev: 2 });
  const now = await named('LAB-NEW');
  expect(new Map(now.members.map((each) => [each.userId, each.relation]))).toEqual(
    new Map([
      [staff, 'LEADER'],
      [supplier, 'LEADER'],
      [teacher2, 'MEMBER'],
    ]),
  );
  expect(new Map(now.quotas.map((each) => [each.warehouseId, [each.maxBoxes, each.maxVolumeL]]))).toEqual(
    new Map([
      [w[0], [5, null]],
      [w[1], [4, '5']],
    ]),
  );
  expect(now.rev).toBe(2);
  expect((await setState(gone, 'ACTIVE')).error).toMatchObject({ code: 'ORG_MERGED', message: expect.stringContaining('新组') });
  expect((await merge(gone, await named('LAB-BIO'))).error.code).toBe('ORG_MERGED');
  for (const [a, b] of [
    [now, now],
    [now, gone],
    [now, await named('SUP-BOLIN')],
  ] as const)
    expect((await merge(a, b)).error.data?.fields?.[0]?.path).toBe('intoId');
  expect(
    (await admin.call(routes.mergeOrg, { params: { id: now.id }, body: { intoId: crypto.randomUUID(), rev: now.rev } })).status,
  ).toBe(404);
});

test('merging two maximal quotas gives the maximum, in preview and merge alike', async () => {
  const [first, second] = (await admin.call(routes.selectQuotaWarehouses)).data.map(({ id }) => id);
  const most = { warehouseId: first!, maxBoxes: 1_000_000, maxVolumeL: '999999999999.999999' };
  const open = { warehouseId: second!, maxBoxes: null, maxVolumeL: '7' };
  const from = await made('LAB-VAST', { quotas: [most, { ...open, maxBoxes: 3, maxVolumeL: '1' }] });
  const into = await made('LAB-WIDE', { quotas: [most, open] });
  const look = await admin.call(routes.lookAtMerge, { params: { id: from.id }, query: { intoId: into.id } });
  expect(look.data).toMatchObject({ quotas: 2, added: 2, refusal: null });
  expect((await merge(from, into)).status).toBe(200);
  const merged = await named('LAB-WIDE');
  expect(merged.quotas).toEqual([most, { ...open, maxVolumeL: '8' }]);
  expect((await change(merged, { name: '宽组' })).status).toBe(200);
});

test('refuses merging an owner with what it owns, including concurrent boxes and documents', async () => {
  // Starts with organisations that own nothing.
  await world.end();
  world = await openWorld();
  admin = await world.as('admin', 'ROLE_ADMIN');
  const { db } = world.services;
  const places = await placesOf(world);
  const into = await named('LAB-BIO');
  const box = await db.selectFrom('wms_warehouse_box').select(['id', 'code']).orderBy('code').executeTakeFirstOrThrow();
  await post(db, [{ product: 'C-NACL', owner: 'LAB-CATALYSIS', box: box.code, qty: '2' }]);
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const body = { type: 'INBOUND' as const, warehouseId: places.w2, lines: [lineOf(places.product('C-NACL'), '1')] };
  await teacher.call(transactionRoutes.createTransaction, { body });
  const from = await named('LAB-CATALYSIS');
  const refused = await merge(from, into);
  expect(refused.error).toMatchObject({
    code: 'ORG_STILL_OWNS',
    message: '还有 1 个库位有库存、1 张未完成的单据，处理完才能合并',
  });
  const look = await admin.call(routes.lookAtMerge, { params: { id: from.id }, query: { intoId: into.id } });
  expect(look.data.refusal).toBe(refused.error.message);

  // A concurrent draft either blocks the merge or is refused after it.
  const polymer = await named('LAB-POLYMER');
  const other = await world.as('teacher2', 'ROLE_TEACHER', 'LAB-POLYMER');
  const [merged, drafted] = await Promise.all([merge(polymer, into), other.call(transactionRoutes.createTransaction, { body })]);
  expect([merged.status === 200, drafted.status === 200].filter(Boolean)).toHaveLength(1);
});

test('a merge exceeds neither the maximum of organisations per person nor of people per organisation', async () => {
  const { db } = world.services;
  const people = Array.from({ length: 2_002 }, (_, at) => ({ id: crypto.randomUUID(), username: `m${at}`, name: `人员${at}` }));
  await db.insertInto('sys_user').values(people).execute();
  const [full, small] = [await made('FULL'), await made('SMALL', { members: people.slice(2_000).map(({ id }) => member(id)) })];
  const there = people
    .slice(0, MEMBERS_MAX - 1)
    .map(({ id }) => ({ user_id: id, org_id: full.id, relation: 'MEMBER' as const, begun: true }));
  await db.insertInto('wms_org_member').values(there).execute();
  const count = async () => (await named('FULL')).members.length;
  expect(await count()).toBe(MEMBERS_MAX - 1);
  const look = await admin.call(routes.lookAtMerge, { params: { id: small.id }, query: { intoId: full.id } });
  expect(look.data.refusal).toBe('“组织 FULL”最多有 2000 个成员');
  const refused = await merge(await named('SMALL'), await named('FULL'));
  expect(refused.error).toMatchObject({ code: 'GIVEN_MAX', message: '“组织 FULL”最多有 2000 个成员' });
  expect(await named('SMALL')).toMatchObject({ state: 'ACTIVE', rev: small.rev });
  const account = (username: string) =>
    accountForm.parse({ username, name: username, roles: [], orgs: [{ orgId: full.id, relation: 'MEMBER', ...always }] });
  expect((await admin.call(accountRoutes.createAccount, { body: account('last') })).status).toBe(200);
  expect((await admin.call(accountRoutes.createAccount, { body: account('beyond') })).error.code).toBe('GIVEN_MAX');
  expect(await count()).toBe(MEMBERS_MAX);
  const kept = await named('FULL');
  expect((await change(kept, { members: kept.members.slice(1), name: '满' })).status).toBe(200);

  const person = people[2_001]!.id;
  await sql`with o as (insert into wms_org (id, code, name, type, search)
      select gen_random_uuid(), 'MANY-' || n, 'Many ' || n, 'LAB', 'many' from generate_series(1, ${ORGS_MAX - 1}::int) n returning id)
    insert into wms_org_member (user_id, org_id, relation, begun) select ${person}, id, 'MEMBER', true from o`.execute(db);
  expect((await create('ONE-MORE', { members: [member(person)] })).error).toMatchObject({
    code: 'GIVEN_MAX',
    message: '“人员2001”最多有 200 个组织',
  });
  expect(await list({ q: 'ONE-MORE' })).toEqual([]);
});

test('of two concurrent merges in opposite directions, one succeeds', async () => {
  const [one, other] = [await made('LAB-A', { members: [member(await findId('staff'))] }), await made('LAB-B')];
  const answers = await Promise.all([merge(one, other), merge(other, one)]);
  expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '409']);
  const refused = answers.find(({ status }) => status === 409)!;
  expect(refused.error.code).toBe('STALE');
  const states = (await list({ q: 'LAB-' })).filter(({ code }) => /^LAB-[AB]$/.test(code)).map(({ state }) => state);
  expect(states.toSorted()).toEqual(['ACTIVE', 'DISABLED']);
});

test('a disabled organisation cannot reclaim names that another has taken', async () => {
  const first = await made('LAB-F', { name: '同名组' });
  const off = (await setState(first, 'DISABLED')).data;
  await made('LAB-G', { name: '同名组' });
  expect((await setState(off, 'ACTIVE')).error.data?.fields?.[0]?.path).toBe('name');
  const answers = await Promise.all([create('LAB-H', { name: '抢名' }), create('LAB-I', { name: '抢名' })]);
  expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '422']);
});
