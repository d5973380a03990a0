// Permits: who enters, checks and sees them, and how they limit deposits.
import { fileRoutes } from '@kuwei/contract/sys/fs';
import { logRoutes } from '@kuwei/contract/sys/log';
import { permitForm, permitRoutes as routes, type Permit, type PermitForm } from '@kuwei/contract/wms/permit';
import { warningRoutes } from '@kuwei/contract/wms/ews-product';
import { productRoutes } from '@kuwei/contract/wms/product';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configure } from '../../../test/_configure.ts';
import { day } from '../../../test/_days.ts';
import { withDefaults } from '../../../test/_with-defaults.ts';
import { assigned, approved, draft, finished, lineOf, openScene, submit, submitted, type Scene } from '../../../test/_flow.ts';
import { randomOf } from '../../../test/_history.ts';
import { addOtherWarehouse, OTHER_MANAGER } from '../../../test/_other-warehouse.ts';
import { idOf } from '../../../test/_stock.ts';
import { readRows } from '../../../test/_workbook.ts';
import type { Answer, Person, World } from '../../../test/_world.ts';
import { evaluateWarnings } from '../ews-product/scheduled.ts';
import { newId } from '../../db/id.ts';
import { runs } from '../../../test/_runs.ts';

let scene: Scene;
let world: World;
let manager: Person;
let teacher: Person;
/** A member of another group. */
let stranger: Person;
let group: string;
let w1: string;
beforeAll(async () => {
  scene = await openScene();
  ({ world } = scene);
  ({ teacher } = scene.cast);
  await sql`delete from wms_permit`.execute(world.services.db);
  await addOtherWarehouse(world.services.db);
  manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  stranger = await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO');
  group = await idOf(world.services.db, 'wms_org', 'LAB-CATALYSIS');
  ({ w1 } = scene.places);
});
afterAll(() => world.end());

let made = 0;
/** A new product for each test: a controlled bottle of half a kilogram. */
async function product(more: { flags?: string; mass?: string | null; unit?: string; units?: string } = {}): Promise<string> {
  const { flags = '{DRUG_PRECURSOR}', mass = '0.5', unit = 'BOTTLE', units = '[]' } = more;
  const id = newId();
  const code = `PERMIT-${++made}`;
  await sql`insert into wms_product (id, code, name, category_id, kind, base_unit, units, state, search, track_batch, track_expiry, storage_group, un_no, h_codes,
        sds_file_id, conditions_required, control_flags, unit_mass_kg, unit_volume_l)
    select ${id}, ${code}, ${`管控品 ${code}`}, category_id, kind, ${unit}, ${units}::jsonb, 'ACTIVE', lower(${code}), false, false, storage_group, un_no, h_codes,
           sds_file_id, conditions_required, ${flags}::text[], ${mass}::numeric, 0.01
      from wms_product where code = 'C-ACETONE'`.execute(world.services.db);
  return id;
}

const form = (more: Partial<PermitForm> = {}): PermitForm => ({
  code: null,
  orgId: group,
  warehouseId: w1,
  kind: 'FILING',
  number: `GA-${++made}`,
  controlClass: 'DRUG_PRECURSOR',
  productIds: [],
  amount: '10',
  unit: 'BOTTLE',
  validFrom: day(-10),
  validUntil: day(100),
  authority: '市公安局',
  fileId: null,
  note: null,
  ...more,
});
const entered = async (more: Partial<PermitForm> = {}, by = manager): Promise<Permit> =>
  (await by.call(routes.createPermit, { body: form(more) })).data;
const get = async ({ id }: { id: string }, by = manager): Promise<Permit> =>
  (await by.call(routes.getPermit, { params: { id } })).data;
const leftOf = async (permit: { id: string }): Promise<string | null> => (await get(permit)).left;

const line = (productId: string, qty: string) => lineOf(productId, qty);
const deposit = (productId: string, qty: string, more: object = {}) =>
  draft(teacher, { type: 'INBOUND', warehouseId: w1, lines: [line(productId, qty)], ...more });
const sent = async (productId: string, qty: string): Promise<Answer<Transaction>> =>
  submit(teacher, await deposit(productId, qty));
/** Runs while the site does not require permits of this class. */
async function withoutPermitRule<T>(work: () => Promise<T>): Promise<T> {
  await configure(world, { WMS_PERMIT_DRUG: false });
  try {
    return await work();
  } finally {
    await configure(world, { WMS_PERMIT_DRUG: true });
  }
}
const refusal = (answer: Answer<unknown>) => {
  const { error } = answer;
  return [error.code, (error.data as { permits?: { cause: string }[] }).permits?.map(({ cause }) => cause)];
};
const putAway = async (document: Transaction) => assigned(scene.cast, await approved(scene.cast, document));
const finish = (document: Transaction, qty?: string) =>
  scene.cast.keeper.call(transactionRoutes.finishTransaction, {
    params: { id: document.id },
    body: { rev: document.rev, ...(qty !== undefined && { boxes: [{ id: document.lines[0]!.boxes[0]!.id, qty }] }) },
  });
const reverse = (document: Transaction) =>
  scene.cast.reviewer2.call(transactionRoutes.reverseTransaction, {
    params: { id: document.id },
    body: { rev: document.rev, comment: '录入有误' },
  });

test('a permit entered by its owner counts once the warehouse has checked it, and members cannot check their own', async () => {
  const goods = await product();
  const pending = await entered({ productIds: [goods] }, teacher);
  expect(pending).toMatchObject({ state: 'PENDING', mayEdit: true, mayCheck: false, code: expect.stringMatching(/^PM\d{12,}$/) });
  expect(refusal(await sent(goods, '1'))).toEqual(['PERMIT_NEEDED', ['ENDED']]);
  const inbox = async (by: Person) =>
    (await by.call(msgInboxRoutes.listMine, { query: { state: ['NEW'] } })).data.list.map(({ title }) => title);
  expect(await inbox(manager)).toContain(`许可待核验：${pending.number}`);
  const check = (by: Person, rev = pending.rev) => by.call(routes.checkPermit, { params: { id: pending.id }, body: { rev } });
  expect((await check(teacher)).status).toBe(403);
  // A member of the group who also works in the warehouse.
  await sql`insert into wms_org_user (org_id, user_id, relation) values (${group}, ${manager.id}, 'MEMBER')`.execute(
    world.services.db,
  );
  const own = [
    await check(await world.as('manager', 'ROLE_WAREHOUSE_ADMIN')),
    await manager.call(routes.createPermit, { body: form() }),
  ];
  await sql`delete from wms_org_user where org_id = ${group} and user_id = ${manager.id}`.execute(world.services.db);
  expect(own.map(({ error }) => error.code)).toEqual(['PERMIT_OWN', 'PERMIT_OWN']);
  const checked = (await check(manager)).data;
  expect(checked).toMatchObject({ state: 'VALID', checkedBy: '郑建国', mayCheck: false, mayRevoke: true });
  expect((await check(manager, checked.rev)).error.code).toBe('ILLEGAL_TRANSITION');
  expect(await inbox(manager)).not.toContain(`许可待核验：${pending.number}`);
  expect(await inbox(teacher)).toContain(`许可已核验：${pending.number}`);
  expect((await sent(goods, '1')).status).toBe(200);
  // From here on its owner can only read it.
  const change = await teacher.call(routes.updatePermit, {
    params: { id: checked.id },
    body: { ...withDefaults(permitForm, { ...form({ productIds: [goods], amount: '99' }), rev: checked.rev }) },
  });
  expect(change.error.code).toBe('PERMIT_FIXED');
  expect((await teacher.call(routes.deletePermit, { params: { id: checked.id } })).error.code).toBe('PERMIT_FIXED');
});

test('only its owner and its warehouse see it in lists, files and workbooks', async () => {
  const file = (await teacher.upload(fileRoutes.upload, Buffer.from('%PDF-1.4\n%%EOF'), '备案.pdf')).data;
  const permit = await entered({ fileId: file.id, productIds: [await product()] }, teacher);
  const other = await world.as(OTHER_MANAGER, 'ROLE_WAREHOUSE_ADMIN');
  const sees = async (by: Person) => {
    const { list } = (await by.call(routes.listPermits, { query: { q: permit.number } })).data;
    const one = await by.call(routes.getPermit, { params: { id: permit.id } });
    const uses = await by.call(routes.listPermitUses, { params: { id: permit.id } });
    const rows = await readRows(await by.call(routes.exportPermits, { query: { q: permit.number } }));
    const paper = await by.call(fileRoutes.makeTicket, { params: { file: file.id } });
    return [list.length, one.status, uses.status, rows.length, paper.status];
  };
  for (const by of [teacher, manager, scene.cast.keeper, scene.cast.reviewer])
    expect(await sees(by)).toEqual([1, 200, 200, 1, 200]);
  for (const by of [stranger, other]) expect(await sees(by)).toEqual([0, 404, 404, 0, 404]);
  const body = { rev: permit.rev };
  expect((await other.call(routes.checkPermit, { params: { id: permit.id }, body })).status).toBe(404);
  expect((await stranger.call(routes.createPermit, { body: form() })).error).toMatchObject({ code: 'NOT_FOUND' });
  expect((await other.call(routes.createPermit, { body: form() })).error).toMatchObject({ code: 'NOT_FOUND' });
  // A permit of another owner cannot be chosen for a deposit.
  const goods = await product();
  const foreign = await stranger.call(transactionRoutes.createTransaction, {
    body: { type: 'INBOUND', warehouseId: w1, lines: [line(goods, '1')], permitIds: [permit.id] },
  });
  expect([foreign.error.code, foreign.error.data!.fields![0]!.path]).toEqual(['NOT_FOUND', 'permitIds']);
});

test('reports form errors at their fields, and fixes fields that deposits depend on', async () => {
  const goods = await product();
  const wrong = async (more: Partial<PermitForm>) => {
    const { error } = await manager.call(routes.createPermit, { body: form(more) });
    return [error.code, error.data?.fields?.map(({ path }) => path)];
  };
  expect(await wrong({ validUntil: day(-20) })).toEqual(['INVALID', ['validUntil']]);
  expect(await wrong({ unit: null })).toEqual(['INVALID', ['unit']]);
  expect(await wrong({ kind: 'NONE', unit: 'HUNDREDWEIGHT' })).toEqual(['INVALID', ['kind', 'unit']]);
  expect(await wrong({ productIds: [scene.places.product('C-NACL')] })).toEqual(['INVALID', ['productIds']]);
  expect(await wrong({ controlClass: 'TOXIC', productIds: [goods] })).toEqual(['INVALID', ['productIds']]);
  const permit = await entered({ code: 'pm-own-1', productIds: [goods] });
  expect(permit.code).toBe('PM-OWN-1');
  expect(await wrong({ code: 'PM-OWN-1' })).toEqual(['CODE_TAKEN', ['code']]);
  expect((await sent(goods, '4')).status).toBe(200);
  const change = async (more: Partial<PermitForm>) => {
    const { id, rev, number } = await get(permit);
    const answer = await manager.call(routes.updatePermit, {
      params: { id },
      body: withDefaults(permitForm, { ...form({ productIds: [goods], number, ...more }), rev }),
    });
    return answer.status === 200 ? answer.data.left : [answer.error.code, answer.error.data?.fields?.[0]?.path];
  };
  expect(await change({ amount: '3.5' })).toEqual(['PERMIT_BELOW', 'amount']);
  expect(await change({ amount: null, unit: null })).toEqual(['PERMIT_FIXED', 'unit']);
  expect(await change({ unit: 'KG' })).toEqual(['PERMIT_FIXED', 'unit']);
  expect(await change({ warehouseId: scene.places.w2 })).toEqual(['PERMIT_FIXED', 'warehouseId']);
  expect(await change({ amount: '4' })).toBe('0');
  expect((await manager.call(routes.deletePermit, { params: { id: permit.id } })).error.code).toBe('IN_USE_BY');
  expect((await manager.call(productRoutes.deleteProduct, { params: { id: goods } })).error.code).toBe('PRODUCT_IN_USE');
  const { list } = (await (await world.as('admin', 'ROLE_ADMIN')).call(logRoutes.listLog, { query: { entity: 'wms_permit' } }))
    .data;
  expect(list.some(({ recordName }) => recordName === 'PM-OWN-1')).toBe(true);
});

test('refuses a controlled deposit without a permit, beyond its rest, outside its dates, or under a kind that covers no deposits', async () => {
  const goods = await product();
  expect(refusal(await sent(goods, '1'))).toEqual(['PERMIT_NEEDED', ['NONE']]);
  await entered({ productIds: [goods], kind: 'TRANSPORT' });
  await entered({ productIds: [goods], validFrom: day(1) });
  await entered({ productIds: [goods], validFrom: day(-100), validUntil: day(-1) });
  expect(refusal(await sent(goods, '1'))).toEqual(['PERMIT_NEEDED', ['ENDED']]);
  const permit = await entered({ productIds: [goods], validUntil: day(0) });
  const beyond = await sent(goods, '11');
  expect(refusal(beyond)).toEqual(['PERMIT_NEEDED', ['USED']]);
  expect(beyond.error.message).toContain('剩余 10 瓶，需要 11 瓶');
  expect(beyond.error.data!.fields![0]!.path).toBe('lines.0.productId');
  expect((await sent(goods, '7')).status).toBe(200);
  expect([refusal(await sent(goods, '4')), await leftOf(permit)]).toEqual([['PERMIT_NEEDED', ['USED']], '3']);
  // A permit is for one warehouse.
  const elsewhere = await draft(teacher, { type: 'INBOUND', warehouseId: scene.places.w2, lines: [line(goods, '1')] });
  expect(refusal(await submit(teacher, elsewhere))).toEqual(['PERMIT_NEEDED', ['NONE']]);
  // Uncontrolled goods need none, nor do classes for which the site requires none.
  const plain = { type: 'INBOUND' as const, warehouseId: scene.places.w2, lines: [line(scene.places.product('C-NACL'), '1')] };
  expect(
    (
      await submit(
        teacher,
        await draft(teacher, { ...plain, lines: [{ ...plain.lines[0]!, batchNo: 'B', expiresOn: '2030-01-01' }] }),
      )
    ).status,
  ).toBe(200);
  expect((await withoutPermitRule(() => sent(goods, '11'))).status).toBe(200);
});

test('an ended deposit releases what it did not bring, and a reversal all of it', async () => {
  const goods = await product();
  const permit = await entered({ productIds: [goods] });
  const ends = {
    withdraw: (document: Transaction) =>
      teacher.call(transactionRoutes.withdrawTransaction, { params: { id: document.id }, body: { rev: document.rev } }),
    cancel: (document: Transaction) =>
      teacher.call(transactionRoutes.cancelTransaction, {
        params: { id: document.id },
        body: { rev: document.rev, comment: '不需要' },
      }),
    return: (document: Transaction) =>
      scene.cast.reviewer.call(transactionRoutes.returnTransaction, {
        params: { id: document.id },
        body: { rev: document.rev, comment: '请补充' },
      }),
    reject: (document: Transaction) =>
      scene.cast.reviewer.call(transactionRoutes.rejectTransaction, {
        params: { id: document.id },
        body: { rev: document.rev, comment: '不同意' },
      }),
  };
  for (const [name, end] of Object.entries(ends)) {
    const document = (await sent(goods, '6')).data;
    expect([name, await leftOf(permit)]).toEqual([name, '4']);
    expect((await end(document)).status, name).toBe(200);
    expect([name, await leftOf(permit)]).toEqual([name, '10']);
  }
  // Partly approved, partly stored, the rest cancelled; then reversed.
  const document = (await sent(goods, '6')).data;
  const cut = await scene.cast.reviewer.call(transactionRoutes.approveTransaction, {
    params: { id: document.id },
    body: { rev: document.rev, comment: '减量', lines: [{ lineId: document.lines[0]!.id, qtyAppr: '5', reason: '减量' }] },
  });
  const second = await scene.cast.reviewer2.call(transactionRoutes.approveTransaction, {
    params: { id: document.id },
    body: { rev: cut.data.rev, comment: '同意' },
  });
  expect(await leftOf(permit)).toBe('5');
  const partly = (await finish(await assigned(scene.cast, second.data), '2')).data;
  expect([partly.state, await get(permit)]).toMatchObject(['PARTIAL', { left: '5', coming: '5', taken: '5' }]);
  const short = (
    await scene.cast.keeper.call(transactionRoutes.closeShortTransaction, {
      params: { id: document.id },
      body: { rev: partly.rev, comment: '货未到' },
    })
  ).data;
  expect(await get(permit)).toMatchObject({ left: '8', coming: '0', taken: '2', uses: 1 });
  const { list } = (await teacher.call(routes.listPermitUses, { params: { id: permit.id } })).data;
  expect(list[0]).toMatchObject({ documentNo: document.no, qty: '2', amount: '2', reversed: false });
  expect((await reverse(short)).status).toBe(200);
  expect(await get(permit)).toMatchObject({ left: '10', uses: 0 });
  expect((await teacher.call(routes.listPermitUses, { params: { id: permit.id } })).data.list[0]).toMatchObject({
    qty: '0',
    reversed: true,
  });
});

test('rechecks permits at putaway: a revoked or expired one is replaced, or nothing is stored', async () => {
  const goods = await product();
  const permit = await entered({ productIds: [goods] });
  const document = await putAway((await sent(goods, '4')).data);
  const end = (one: Permit) =>
    sql`update wms_permit set valid_until = current_date - 1 where id = ${one.id}`.execute(world.services.db);
  await end(permit);
  const refused = await finish(document);
  expect(refusal(refused)).toEqual(['PERMIT_NEEDED', ['ENDED']]);
  const needs = async (by: Person) => (await by.call(routes.getDocumentPermits, { params: { id: document.id } })).data;
  const seen = (await scene.cast.keeper.call(transactionRoutes.getTransaction, { params: { id: document.id } })).data;
  expect(seen.lines[0]!.risks).toContain('PERMIT');
  expect(await needs(scene.cast.reviewer)).toMatchObject([{ cause: 'ENDED', permits: [{ number: permit.number }] }]);
  expect((await stranger.call(routes.getDocumentPermits, { params: { id: document.id } })).status).toBe(404);
  const next = await entered({ productIds: [goods], amount: '4' });
  const partly = await finish(document, '1');
  expect(partly.data.state).toBe('PARTIAL');
  expect([await leftOf(permit), await leftOf(next)]).toEqual(['10', '0']);
  // Part of it was stored under this one, so the rest cannot use another.
  await end(next);
  await entered({ productIds: [goods] });
  expect(refusal(await finish(partly.data))).toEqual(['PERMIT_NEEDED', ['ENDED']]);
  // Submitted before permits were required: the storekeeper is refused until there is one.
  const before = await product();
  const older = await withoutPermitRule(async () => putAway((await sent(before, '2')).data));
  expect(refusal(await finish(older))).toEqual(['PERMIT_NEEDED', ['NONE']]);
  const late = await entered({ productIds: [before] });
  expect([(await finish(older)).data.state, await leftOf(late)]).toEqual(['DONE', '8']);
  const revoked = (
    await manager.call(routes.revokePermit, { params: { id: late.id }, body: { rev: (await get(late)).rev, reason: '证件遗失' } })
  ).data;
  expect(revoked).toMatchObject({ state: 'REVOKED', reason: '证件遗失', mayEdit: false, mayRevoke: false });
  expect(refusal(await sent(before, '1'))).toEqual(['PERMIT_NEEDED', ['ENDED']]);
});

test('converts amounts by units and mass of the product; unknown conversions refuse the deposit', async () => {
  const byMass = await product({ mass: '0.5' });
  const byUnit = await product({ mass: null, units: '[{"unit":"CARTON","factor":"3","isPack":true,"gtin":null}]' });
  const grams = await product({ mass: null, unit: 'G' });
  const unknown = await product({ mass: null });
  const kilos = await entered({ productIds: [byMass, grams, unknown], unit: 'KG', amount: '2' });
  const cartons = await entered({ productIds: [byUnit], unit: 'CARTON', amount: '2' });
  expect(refusal(await sent(unknown, '1'))).toEqual(['PERMIT_NEEDED', ['UNKNOWN']]);
  expect((await sent(byMass, '3')).status).toBe(200);
  expect(await leftOf(kilos)).toBe('0.5');
  const weighed = await draft(teacher, { type: 'INBOUND', warehouseId: w1, lines: [lineOf(grams, '500', { unit: 'G' })] });
  expect((await submit(teacher, weighed)).status).toBe(200);
  expect(await leftOf(kilos)).toBe('0');
  // Thirds add up to a whole.
  for (const qty of ['2', '2', '2']) expect((await sent(byUnit, qty)).status).toBe(200);
  expect([await leftOf(cartons), refusal(await sent(byUnit, '1'))]).toEqual(['0', ['PERMIT_NEEDED', ['USED']]]);
  // A new unit mass does not change what was counted.
  await sql`update wms_product set unit_mass_kg = 5 where id = ${byMass}`.execute(world.services.db);
  expect(await leftOf(kilos)).toBe('0');
  // Without an amount, only its dates limit deposits.
  await entered({ productIds: [unknown], amount: null, unit: null });
  expect((await sent(unknown, '1000')).status).toBe(200);
});

test('uses the permit that expires first unless others are chosen; goods under two controls need two', async () => {
  const goods = await product({ flags: '{EXPLOSIVE_PRECURSOR,DRUG_PRECURSOR}' });
  const drug = await entered({ productIds: [goods] });
  expect(refusal(await sent(goods, '1'))).toEqual(['PERMIT_NEEDED', ['NONE']]);
  const whole = await entered({ controlClass: 'EXPLOSIVE_PRECURSOR', amount: null, unit: null, validUntil: day(1) });
  const [late, soon] = [
    await entered({ controlClass: 'EXPLOSIVE_PRECURSOR', productIds: [goods], validUntil: day(90) }),
    await entered({ controlClass: 'EXPLOSIVE_PRECURSOR', productIds: [goods], validUntil: day(30) }),
  ];
  expect((await sent(goods, '6')).status).toBe(200);
  const lefts = async () => [await leftOf(drug), await leftOf(soon), await leftOf(late), (await get(whole)).uses];
  expect(await lefts()).toEqual(['4', '4', '10', 0]);
  // Too little is left of the first for a whole line.
  const chosen = { permitIds: [late.id, drug.id] };
  expect((await submit(teacher, await deposit(goods, '3', chosen))).status).toBe(200);
  expect(await lefts()).toEqual(['1', '4', '7', 0]);
  const ask = async (qty: string, more: object = {}) =>
    (await teacher.call(routes.askPermits, { body: { warehouseId: w1, lines: [{ productId: goods, qty }], ...more } })).data;
  expect(await ask('2')).toMatchObject([
    { controlClass: 'DRUG_PRECURSOR', qty: '2', cause: 'USED', permits: [{ id: drug.id, left: '1', leftQty: '1' }] },
    {
      controlClass: 'EXPLOSIVE_PRECURSOR',
      cause: null,
      permits: [{ id: soon.id }, { id: late.id }, { id: whole.id, left: null }],
    },
  ]);
  expect(await ask('1', { permitIds: [whole.id] })).toMatchObject([{ cause: 'ENDED', permits: [] }, { cause: null }]);
  const saved = await deposit(goods, '1', { permitIds: [whole.id] });
  expect(saved.permitIds).toEqual([whole.id]);
  expect((await manager.call(routes.deletePermit, { params: { id: whole.id } })).status).toBe(200);
});

test('returns, moves, counts and opening stock need no permit', async () => {
  const goods = await product();
  const permit = await entered({ productIds: [goods] });
  const document = (await finish(await putAway((await sent(goods, '5')).data))).data;
  expect([document.state, await leftOf(permit)]).toEqual(['DONE', '5']);
  const collect = await submitted(teacher, { type: 'OUTBOUND', warehouseId: w1, lines: [line(goods, '2')] });
  const out = await finished(scene.cast, await assigned(scene.cast, await approved(scene.cast, collect)));
  expect(out.state).toBe('DONE');
  await manager.call(routes.revokePermit, { params: { id: permit.id }, body: { rev: (await get(permit)).rev, reason: '到期' } });
  // Reversing a collection brings its goods back.
  expect((await reverse(out)).status).toBe(200);
  const { rows } = await sql<{ id: string; qty: string }>`
    select id, trim_scale(qty)::text as qty from wms_product_box where product_id = ${goods} and qty > 0`.execute(
    world.services.db,
  );
  expect(rows.map(({ qty }) => qty)).toEqual(['5']);
});

test('concurrent deposits never exceed the rest of a permit, on submission and on putaway', async () => {
  const goods = await product();
  const permit = await entered({ productIds: [goods], amount: '10' });
  const drafts = await Promise.all(['4', '4', '4', '4'].map((qty) => deposit(goods, qty)));
  const answers = await Promise.all(drafts.map((each) => submit(teacher, each)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(await leftOf(permit)).toBe('2');
  // Submitted before permits were required, put away concurrently.
  const other = await product();
  const older = await withoutPermitRule(() =>
    Promise.all(['3', '3', '3'].map(async (qty) => putAway((await sent(other, qty)).data))),
  );
  const last = await entered({ productIds: [other], amount: '7' });
  const stored = await Promise.all(older.map((each) => finish(each)));
  expect(stored.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(await leftOf(last)).toBe('1');
});

test(
  'permits are never exceeded under concurrent deposits, approvals, putaways, withdrawals and reversals',
  { tags: ['property'] },
  async () => {
    const { db } = world.services;
    const random = randomOf(20_261_124);
    const among = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
    const goods = [await product(), await product({ flags: '{EXPLOSIVE_PRECURSOR,DRUG_PRECURSOR}' })];
    for (const controlClass of ['DRUG_PRECURSOR', 'EXPLOSIVE_PRECURSOR'] as const)
      for (const amount of ['6', '9'])
        await entered({ controlClass, productIds: controlClass === 'DRUG_PRECURSOR' ? goods : [goods[1]!], amount });
    const over = async () =>
      (
        await sql<{ code: string }>`
        select m.code from wms_permit m join wms_permit_use u on u.permit_id = m.id join wms_transaction_line l on l.id = u.line_id
          join wms_transaction t on t.id = l.transaction_id
         where m.product_ids && ${goods}::uuid[] and t.state not in ('DRAFT', 'RETURNED', 'CANCELED', 'REJECTED')
           and not exists (select from wms_transaction v where v.reverses_id = t.id)
         group by m.id having sum(case t.state when 'DONE' then l.qty_done else coalesce(l.qty_appr, l.qty_req) end) > m.amount`.execute(
          db,
        )
      ).rows;
    const documents: string[] = [];
    const look = async (id: string) => (await scene.cast.keeper.call(transactionRoutes.getTransaction, { params: { id } })).data;
    const step = async (): Promise<unknown> => {
      const id = documents.length > 3 && random() < 0.7 ? among(documents) : undefined;
      if (id === undefined) {
        const made = await deposit(among(goods), String(1 + Math.floor(random() * 4)));
        const answer = await submit(teacher, made);
        if (answer.status === 200) documents.push(made.id);
        return answer;
      }
      const document = await look(id);
      const { rev, state, reviewLevel } = document;
      const params = { id };
      const comment = '说明';
      if (state === 'SUBMITTED') {
        if (random() < 0.2) return teacher.call(transactionRoutes.cancelTransaction, { params, body: { rev, comment } });
        const by = reviewLevel === 2 ? scene.cast.reviewer2 : scene.cast.reviewer;
        if (random() < 0.2) return by.call(transactionRoutes.returnTransaction, { params, body: { rev, comment } });
        return by.call(transactionRoutes.approveTransaction, { params, body: { rev, comment } });
      }
      if (state === 'RETURNED') return submit(teacher, document);
      if (state === 'APPROVED') return assigned(scene.cast, document).catch(() => null);
      if (state === 'EXECUTING' || state === 'PARTIAL')
        return random() < 0.3 && state === 'PARTIAL'
          ? scene.cast.keeper.call(transactionRoutes.closeShortTransaction, { params, body: { rev, comment } })
          : finish(document, random() < 0.5 ? '1' : undefined).catch(() => null);
      return state === 'DONE' && !document.reversal ? reverse(document) : null;
    };
    const rounds = runs(12, 25);
    for (let round = 0; round < rounds; round++) {
      await Promise.all(Array.from({ length: 4 }, () => step().catch(() => null)));
      expect(await over()).toEqual([]);
    }
    expect(documents.length).toBeGreaterThan(rounds / 3);
  },
);

test('warns owner and warehouse of an expiring or nearly used-up permit until it is renewed', async () => {
  const goods = await product();
  const [first, second] = [day(20), day(5)];
  const permit = await entered({ productIds: [goods], validUntil: first });
  const warned = async (by: Person) => {
    await evaluateWarnings(world.services);
    const { list } = (await by.call(warningRoutes.listWarnings, { query: { q: permit.number } })).data;
    return list.map(({ kind, severity, value, day: until }) => [kind, severity, value ?? until]);
  };
  const renew = async (until: string) => {
    const { id, rev, number } = await get(permit);
    const body = withDefaults(permitForm, { ...form({ productIds: [goods], number, validUntil: until }), rev });
    return (await manager.call(routes.updatePermit, { params: { id }, body })).data;
  };
  expect(await warned(teacher)).toEqual([['PERMIT_ENDS', 'NOTICE', first]]);
  expect(await warned(stranger)).toEqual([]);
  await renew(second);
  expect(await warned(manager)).toEqual([['PERMIT_ENDS', 'SERIOUS', second]]);
  await renew(day(100));
  expect(await warned(manager)).toEqual([]);
  const document = (await sent(goods, '8')).data;
  expect(await warned(teacher)).toEqual([['PERMIT_USED', 'NOTICE', '80']]);
  expect((await sent(goods, '2')).status).toBe(200);
  expect(await warned(manager)).toEqual([['PERMIT_USED', 'SERIOUS', '100']]);
  // Once it expires, goods on their way need another permit.
  const over = day(-1);
  await sql`update wms_permit set valid_until = ${over} where id = ${permit.id}`.execute(world.services.db);
  expect(await warned(teacher)).toEqual([['PERMIT_ENDS', 'URGENT', over]]);
  for (const { id, rev } of [
    document,
    (
      await teacher.call(transactionRoutes.listTransactions, {
        query: { type: 'INBOUND', productId: goods, state: ['SUBMITTED'] },
      })
    ).data.list.find((each) => each.id !== document.id)!,
  ])
    await teacher.call(transactionRoutes.cancelTransaction, { params: { id }, body: { rev, comment: '不需要' } });
  expect(await warned(teacher)).toEqual([]);
});

test('a paper is entered once for the same goods, whatever the spelling of its number, by form and file', async () => {
  const [goods, others] = [await product(), await product()];
  const permit = await entered({ number: 'GA 2026-07（3）', productIds: [goods] });
  const again = async (more: Partial<PermitForm>) => {
    const answer = await manager.call(routes.createPermit, {
      body: form({ number: 'ga2026-07(3)', productIds: [goods], ...more }),
    });
    return answer.status === 200 ? answer.data.code : [answer.error.code, answer.error.data?.fields?.[0]?.path];
  };
  const refused = ['PERMIT_TWICE', 'number'];
  expect(await again({})).toEqual(refused);
  expect(await again({ productIds: [] })).toEqual(refused);
  expect(await again({ productIds: [others, goods] })).toEqual(refused);
  // Other goods on it, and the following year, get entries of their own.
  const other = await again({ productIds: [others] });
  expect(other).toMatch(/^PM/);
  expect(await again({ validFrom: day(101), validUntil: day(200) })).toMatch(/^PM/);
  const { rev } = await get(permit);
  const body = withDefaults(permitForm, { ...form({ number: permit.number, productIds: [goods, others] }), rev });
  expect((await manager.call(routes.updatePermit, { params: { id: permit.id }, body })).error.code).toBe('PERMIT_TWICE');
  expect(
    (await manager.call(routes.updatePermit, { params: { id: permit.id }, body: { ...body, productIds: [goods] } })).status,
  ).toBe(200);
});

test('exports and imports permits: numbers new ones, and keeps fields that deposits depend on', async () => {
  const goods = await product();
  const { code } = await findProductRow(goods);
  expect((await manager.call(routes.getPermitTemplate)).status).toBe(200);
  const csv = (lines: readonly string[]) =>
    Buffer.from(
      ['登记号,所属组织,存放仓库,类型,证件编号,管控类别,许可的产品,许可数量,单位,有效期自,有效期至', ...lines].join('\n'),
    );
  const file = csv([
    `,LAB-CATALYSIS,W1,购买备案证明,X-1,易制毒,${code},5,千克,2026-01-01,2099-12-31`,
    `,LAB-CATALYSIS,W1,购买备案证明,X-2,剧毒,${code},5,千克,2026-01-01,2099-12-31`,
    `,催化化学课题组,W9,PURCHASE,X-3,易制毒,,,,2026-01-01,2025-12-31`,
  ]);
  const dry = (await manager.upload(routes.importPermits, file, 'permits.csv', { query: { dryRun: true, partial: true } })).data;
  expect([dry.created, dry.refused, dry.errors.map(({ row, column }) => `${row} ${column}`).toSorted()]).toEqual([
    1,
    2,
    ['3 许可的产品', '4 存放仓库', '4 有效期至'],
  ]);
  const written = (await manager.upload(routes.importPermits, file, 'permits.csv', { query: { dryRun: false, partial: true } }))
    .data;
  expect([written.created, written.written]).toEqual([1, true]);
  const [permit] = (await manager.call(routes.listPermits, { query: { q: 'X-1' } })).data.list;
  expect(permit).toMatchObject({ state: 'VALID', amount: '5', unit: 'KG', left: '5', productIds: [goods] });
  // The same file again has no entry codes: the paper number identifies them.
  const twice = (await manager.upload(routes.importPermits, file, 'permits.csv', { query: { dryRun: true, partial: true } }))
    .data;
  expect([twice.created, twice.errors.find(({ row }) => row === 2)?.column]).toEqual([0, '证件编号']);
  const again = csv([`${permit!.code},LAB-CATALYSIS,W1,购买备案证明,X-1,易制毒,${code},7,千克,2026-01-01,2099-12-31`]);
  const second = (await manager.upload(routes.importPermits, again, 'permits.csv', { query: { dryRun: false } })).data;
  expect([second.updated, (await get(permit!)).amount]).toEqual([1, '7']);
  expect((await teacher.upload(routes.importPermits, again, 'permits.csv', { query: {} })).status).toBe(403);
});

test('[F-3B14] reads a permit amount with its unit, and refuses it beside another unit', async () => {
  const { code } = await findProductRow(await product());
  const row = (number: string, amount: string, unit: string): string =>
    `,LAB-CATALYSIS,W1,购买备案证明,${number},易制毒,${code},${amount},${unit},2026-01-01,2099-12-31`;
  const head = '登记号,所属组织,存放仓库,类型,证件编号,管控类别,许可的产品,许可数量,单位,有效期自,有效期至';
  const rows = [row('U-1', '12 千克', ''), row('U-2', '12千克', '千克'), row('U-3', '12 kg', '升')];
  const file = Buffer.from([head, ...rows].join('\n'));
  const looked = (await manager.upload(routes.importPermits, file, 'permits.csv', { query: { dryRun: true } })).data;
  expect(looked.errors.map(({ row: at, column }) => `${at} ${column}`)).toEqual(['4 许可数量']);
  for (const { fields } of looked.changes)
    expect(fields.map(({ after }) => after)).toEqual(expect.arrayContaining(['12', '千克']));
});

const findProductRow = (id: string) =>
  world.services.db.selectFrom('wms_product').where('id', '=', id).select('code').executeTakeFirstOrThrow();

test('refuses a file uploaded by another person', async () => {
  const { id: fileId } = (await stranger.upload(fileRoutes.upload, Buffer.from('%PDF-1.4\n%%EOF'), '他组.pdf')).data;
  const attached = await teacher.call(routes.createPermit, { body: form({ fileId }) });
  expect([attached.status, attached.error.data?.fields?.[0]?.path]).toEqual([404, 'fileId']);
  const { id, rev } = (await teacher.call(routes.createPermit, { body: form() })).data;
  const later = await teacher.call(routes.updatePermit, {
    params: { id },
    body: withDefaults(permitForm, { ...form({ fileId }), rev }),
  });
  expect([later.status, later.error.data?.fields?.[0]?.path]).toEqual([404, 'fileId']);
  const ticket = (by: Person) => by.call(fileRoutes.makeTicket, { params: { file: fileId } });
  expect([(await ticket(stranger)).status, (await ticket(teacher)).status]).toEqual([200, 404]);
});

test('rejects a second revocation', async () => {
  const { id, rev } = (await manager.call(routes.createPermit, { body: form() })).data;
  const stop = (at: number) => manager.call(routes.revokePermit, { params: { id }, body: { reason: '吊销', rev: at } });
  const { data } = await stop(rev);
  expect((await stop(data.rev)).error.code).toBe('ILLEGAL_TRANSITION');
});
