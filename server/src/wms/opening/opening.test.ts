import { randomUUID } from 'node:crypto';
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { AppError } from '@kuwei/contract/error';
import { openingForm, openingRoutes as routes } from '@kuwei/contract/wms/opening';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import type { ImportReply } from '@kuwei/contract/workbook/workbook';
import { writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { expectInvariants } from '../../../test/_invariants.ts';
import { stockOfProduct } from '../../../test/_stock.ts';
import { findFaultsAfter } from '../../../test/_tampered.ts';
import { notifyInterrupted } from '../../platform/import/runs.ts';
import { createValidator } from './validate.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let manager: Person;
beforeAll(async () => {
  world = await openWorld();
  manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
});
afterAll(() => world.end());

/** Number prefix of a test, so its rows do not repeat those of earlier tests. */
let series = 0;
/** Documents of earlier tests. */
let known: Set<string>;
beforeEach(async () => {
  series++;
  const { rows } = await sql<{ id: string }>`select id from wms_transaction`.execute(world.services.db);
  known = new Set(rows.map(({ id }) => id));
});
/** Removes triggers that tests create. */
afterEach(() => sql`drop function if exists planted() cascade`.execute(world.services.db));

type Row = Record<string, string | number | null>;
const tips = (ref: string, more: Row = {}): Row => ({
  登记号: ref && `${series}-${ref}`,
  仓库: 'W2',
  库位: 'W2-A-R1-B1',
  产品编号: 'P-GLOVE-M',
  课题组: 'LAB-CATALYSIS',
  数量: 5,
  单位: '盒',
  ...more,
});
const ethanol = (ref: string, more: Row = {}): Row => ({
  ...tips(ref),
  仓库: '化学品仓库',
  库位: 'W1-C01-R1-B1',
  产品编号: '64-17-5',
  单位: '瓶',
  批号: 'L1',
  有效期: '2099-08-31',
  ...more,
});

async function send(
  rows: readonly Row[],
  { dryRun = false, partial = false, columns = '', as = manager, key = randomUUID() } = {},
) {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const sheet = { name: 'Sheet', rows: [keys, ...rows.map((row) => keys.map((key) => row[key] ?? null))] };
  const content = Buffer.from(await writeXlsx({ sheets: [sheet] }));
  return as.upload(routes.importOpening, content, 'opening.xlsx', {
    query: { dryRun, partial, ...(columns && { columns }) },
    key,
  });
}
const imported = async (...args: Parameters<typeof send>): Promise<ImportReply> => (await send(...args)).data;
const errorsOf = ({ errors }: ImportReply) => errors.map(({ row, message }) => `${row} ${message}`);
const documents = async (person = manager) =>
  (await person.call(transactionRoutes.listTransactions, { query: { type: 'OPENING', sort: 'no' } })).data.list.filter(
    ({ id }) => !known.has(id),
  );
const proof = async () => (await manager.call(productBoxRoutes.proveLedger)).data;

test('reads the product by its plain heading, and reports a missing box with its warehouse', async () => {
  const { 产品编号: product, ...rest } = tips('1');
  for (const heading of ['产品', '产品（编号或 CAS）', 'Product'])
    expect(await imported([{ ...rest, [heading]: product! }], { dryRun: true }), heading).toMatchObject({
      created: 1,
      refused: 0,
    });
  expect(errorsOf(await imported([ethanol('1', { 库位: 'W1-NONE' })], { dryRun: true }))).toEqual([
    '2 仓库 W1 中没有库位“W1-NONE”',
  ]);
});

test('[S3.54] posts opening stock once under its own kind, however often it is imported', async () => {
  const rows = [tips('1'), tips('2', { 库位: 'W2-A-R1-B2', 课题组: 'LAB-BIO', 数量: 2, 单位: '箱' }), ethanol('3')];
  expect(await imported(rows, { dryRun: true })).toMatchObject({ created: 3, refused: 0, written: false });
  expect(await documents()).toEqual([]);
  expect(await imported(rows)).toMatchObject({ created: 3, unchanged: 0, refused: 0, missing: 0, written: true });

  const made = await documents();
  expect(made.map(({ no, ownerOrgName, state }) => [no.slice(0, 2), ownerOrgName, state])).toEqual([
    ['OP', '催化化学课题组', 'DONE'],
    ['OP', expect.any(String), 'DONE'],
    ['OP', '催化化学课题组', 'DONE'],
  ]);
  const entries = (await manager.call(productBoxRoutes.listLedger, { query: { kind: ['OPENING'] } })).data.list;
  expect(entries.every(({ transactionType }) => transactionType === 'OPENING')).toBe(true);
  expect(entries.map(({ qtyDelta }) => qtyDelta).toSorted((a, b) => a.localeCompare(b))).toEqual(['20', '5', '5']);
  expect((await manager.call(productBoxRoutes.listLedger, { query: { kind: ['IN'] } })).data.list).toEqual([]);

  expect(await imported(rows)).toMatchObject({ created: 0, unchanged: 3, written: false });
  const [first, ...others] = rows as [Row, ...Row[]];
  const changed = await imported([{ ...first, 数量: 6 }, others[0]!], { dryRun: true });
  expect(changed).toMatchObject({ created: 0, updated: 0, unchanged: 1, refused: 1, missing: 1 });
  expect(errorsOf(changed)[0]).toContain('台账不能改写');
  expect(await documents()).toHaveLength(3);
  expect((await proof()).faults).toEqual([]);
  await expectInvariants(world.services.db);
});

test('[S3.54] owners see only their own opening stock, and posting requires the permission', async () => {
  await imported([tips('1'), tips('2', { 课题组: 'LAB-BIO' })]);
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  expect((await documents(teacher)).map(({ ownerOrgName }) => ownerOrgName)).toEqual(['催化化学课题组']);
  for (const person of [teacher, await world.as('keeper', 'ROLE_WAREHOUSE_ADMIN'), await world.as('admin', 'ROLE_ADMIN')])
    expect((await send([tips('3')], { as: person })).status).toBe(403);
});

test('reports an unknown warehouse once, at its cell', async () => {
  const bad = await imported([tips('1', { 仓库: 'W99' }), tips('2', { 仓库: null }), tips('3')], { dryRun: true });
  expect(bad.errors.map(({ row, column }) => [row, column])).toEqual([
    [2, '仓库'],
    [3, '仓库'],
  ]);
  expect(bad).toMatchObject({ created: 1, refused: 2 });
});

test('[S3.39] opening stock follows the rules of deposits, and every bad row has its reason', async () => {
  const rows = [
    tips('1'),
    tips('2', { 库位: 'W2-Z-R9-B9' }),
    tips('3', { 仓库: 'W1' }),
    tips('4', { 产品编号: 'P-NONE' }),
    tips('5', { 课题组: '没有这个组' }),
    tips('6', { 数量: -1 }),
    tips('7', { 单位: '吨' }),
    tips('8', { 数量: 1000 }),
    ethanol('9', { 库位: 'W1-C03-R1-B1' }),
    ethanol('10', { 批号: null }),
    ethanol('11'),
    ethanol('12', { 有效期: '2098-01-01' }),
    tips('1', { 数量: 6 }),
    tips('', { 数量: 1 }),
    tips('15', { 数量: 1.5 }),
    tips('17', { 批号: 'LOST-1' }),
    ethanol('16', { 产品编号: 'C-NACN', 库位: 'W1-S01-R1-B1' }),
  ];
  const looked = await imported(rows, { dryRun: true });
  expect(looked).toMatchObject({ created: 2, refused: 15, written: false });
  expect(looked.workbook).not.toBeNull();
  const written = await imported(rows, { partial: true });
  expect(written).toMatchObject({ created: 2, refused: 15, written: true });
  const reasons = new Map(errorsOf(written).map((text) => [Number(text.split(' ')[0]), text]));
  expect([...reasons.keys()].toSorted((a, b) => a - b)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 18]);
  expect(reasons.get(17)).toContain('不按批次管理');
  expect(reasons.get(18)).toContain('两名保管员');
  expect(await imported(rows, { partial: true })).toMatchObject({ created: 0, unchanged: 2, refused: 15 });
  expect((await proof()).faults).toEqual([]);
});

test('validates later rows without the refused ones', async () => {
  const batch = (ref: string, more: Row = {}): Row => ethanol(ref, { 批号: 'Y1', 有效期: '2099-01-01', ...more });
  const bad = batch('1', { 数量: 'abc', 有效期: '2090-01-01' });
  const looked = await imported([bad, batch('2'), batch('3'), batch('4')], { dryRun: true });
  expect(errorsOf(looked).map((text) => text.split(' ')[0])).toEqual(['2']);
  expect(looked).toMatchObject({ created: 3, refused: 1 });
  // The same for a row refused only by validation, here for its box.
  const elsewhere = batch('1', { 库位: 'W1-C03-R1-B1', 有效期: '2090-01-01' });
  expect(await imported([elsewhere, batch('2')], { dryRun: true })).toMatchObject({ created: 1, refused: 1 });
  // Of two rows valid by themselves, the second names the row it contradicts.
  const clash = await imported([batch('1', { 有效期: '2090-01-01' }), batch('2')], { dryRun: true });
  expect(errorsOf(clash)).toEqual(['3 第 2 行已写批次 Y1 的有效期为 2090-01-01']);
  // A conflict with stored data is reported as such.
  await imported([batch('1')]);
  expect(errorsOf(await imported([batch('2', { 有效期: '2090-01-01' })], { dryRun: true }))).toEqual([
    '2 批次 Y1 已登记有效期 2099-01-01',
  ]);
});

test('a refused row takes no capacity from later ones', async () => {
  await sql`update wms_warehouse_box set max_volume_l = 20 where code = 'W2-A-R2-B1'`.execute(world.services.db);
  const lots = { 库位: 'W2-A-R2-B1', 数量: 6 };
  const alone = await imported([tips('1', lots)], { dryRun: true });
  const twice = await imported([tips('1', lots), tips('2', lots)], { dryRun: true });
  expect([alone.refused, twice.refused]).toEqual([0, 1]);
  expect(await imported([tips('1', { ...lots, 单价: 'x' }), tips('2', lots)], { dryRun: true })).toMatchObject({
    created: 1,
    refused: 1,
  });
});

test('[F-3B15] reports targets that exist but accept no stock as such, not as missing', async () => {
  const { db } = world.services;
  await sql`update wms_product set state = 'DRAFT' where code = 'P-GLOVE-M'`.execute(db);
  await sql`update wms_product set state = 'DRAFT' where cas = '67-64-1'`.execute(db);
  await sql`update wms_product set state = 'DISABLED' where cas = '64-17-5'`.execute(db);
  await sql`update wms_org set valid = false where code = 'LAB-BIO'`.execute(db);
  onTestFinished(async () => {
    await sql`update wms_warehouse set state = 'ACTIVE' where code = 'W2'`.execute(db);
    await sql`update wms_org set valid = true where code = 'LAB-BIO'`.execute(db);
    await sql`update wms_product set state = 'ACTIVE' where code = 'P-GLOVE-M' or cas in ('67-64-1', '64-17-5')`.execute(db);
  });
  const { rows } = await sql<{ code: string }>`select code from wms_org where type = 'WAREHOUSE' limit 1`.execute(db);
  const looked = await imported(
    [
      tips('1'),
      tips('2', { 产品编号: '67-64-1' }),
      ethanol('3'),
      tips('4', { 产品编号: 'P-TIP-200', 课题组: 'LAB-BIO' }),
      tips('5', { 产品编号: 'P-TIP-200', 课题组: rows[0]!.code }),
      tips('6', { 产品编号: 'P-NONE' }),
    ],
    { dryRun: true },
  );
  expect(errorsOf(looked).filter((text) => /草稿|停用|仓库部门|P-NONE/.test(text))).toEqual([
    '2 产品“P-GLOVE-M”是草稿，启用后再导入',
    '3 产品“67-64-1”是草稿，启用后再导入',
    '4 产品“64-17-5”已停用',
    '5 组织“LAB-BIO”已停用或已并入其他组织',
    `6 “${rows[0]!.code}”是仓库部门，不拥有物品`,
    '7 找不到“P-NONE”',
  ]);
  await sql`update wms_warehouse set state = 'CLOSED' where code = 'W2'`.execute(db);
  expect(errorsOf(await imported([tips('1', { 产品编号: 'P-TIP-200' })], { dryRun: true }))).toEqual(['2 仓库“W2”已关闭']);
});

test('[S3.54] posts the same opening stock once under concurrent imports', async () => {
  const rows = Array.from({ length: 30 }, (_, at) =>
    tips(`R${at}`, { 库位: `W2-B-R${(at % 5) + 1}-B${((at + 1) % 10) + 1}`, 数量: 1 }),
  );
  const held = async () => (await stockOfProduct(world.services.db, 'P-GLOVE-M')).reduce((sum, { qty }) => sum + Number(qty), 0);
  const before = await held();
  const answers = await Promise.all([send(rows), send(rows), send(rows)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await held()).toBe(before + 30);
  expect(await documents()).toHaveLength(1);
  await expectInvariants(world.services.db);
});

test('asks to resend a file that went stale during import, not to reload a form', async () => {
  await sql`create function planted() returns trigger language plpgsql as $$
    begin update wms_org set valid = false where code = 'LAB-CATALYSIS'; return null; end $$`.execute(world.services.db);
  await sql`create trigger planted after insert on sys_import_run for each row execute function planted()`.execute(
    world.services.db,
  );
  const answer = await send([tips('1')]);
  await sql`update wms_org set valid = true where code = 'LAB-CATALYSIS'`.execute(world.services.db);
  expect(errorsOf(answer.data)).toEqual(['2 导入期间已被他人写入或修改，请再次导入此文件']);
});

test.each([
  [
    'the warehouse is closed',
    `update wms_warehouse set state = 'CLOSED' where code = 'W2'`,
    '导入期间已被他人写入或修改，请再次导入此文件',
  ],
  ['the product is disabled', `update wms_product set state = 'DISABLED' where code = 'P-GLOVE-M'`, '未启用'],
])('[F-3L6] posts nothing where %s during the import', async (_, change, text) => {
  const { db } = world.services;
  onTestFinished(async () => {
    await sql`update wms_warehouse set state = 'ACTIVE' where code = 'W2'`.execute(db);
    await sql`update wms_product set state = 'ACTIVE' where code = 'P-GLOVE-M'`.execute(db);
  });
  await sql`create function planted() returns trigger language plpgsql as $$ begin ${sql.raw(change)}; return null; end $$`.execute(
    db,
  );
  await sql`create trigger planted after insert on sys_import_run for each row execute function planted()`.execute(db);
  expect(errorsOf((await send([tips('1')])).data)).toEqual([expect.stringContaining(text)]);
  expect(await documents()).toEqual([]);
});

test('[F-3L6] a document of opening stock is controlled if any of its goods are', async () => {
  await imported([ethanol('1', { 库位: 'W1-C01-R1-B2', 产品编号: '67-64-1' }), tips('2')]);
  const made = await Promise.all(
    (await documents()).map(async ({ id }) => (await manager.call(transactionRoutes.getTransaction, { params: { id } })).data),
  );
  const controlled = (name: string) =>
    made.filter(({ warehouseName }) => warehouseName.includes(name)).map((each) => each.controlled);
  expect([made.length, controlled('化学品')]).toEqual([2, [true]]);
  expect(made.map((each) => each.controlled)).toContain(false);
});

test('[S3.54] a killed process leaves whole documents, and the same file resumes from there', async () => {
  const rows = Array.from({ length: 250 }, (_, at) =>
    tips(`R${at}`, { 库位: `W2-B-R${(at % 5) + 1}-B${(at % 10) + 1}`, 数量: 1 }),
  );
  // The third document fails, as if the process were killed there.
  await sql`create function planted() returns trigger language plpgsql as $$
    begin if (select count(*) from wms_transaction) >= ${sql.lit(known.size + 2)} then raise exception 'gone'; end if; return new; end $$`.execute(
    world.services.db,
  );
  await sql`create trigger planted before insert on wms_transaction for each row execute function planted()`.execute(
    world.services.db,
  );
  const key = randomUUID();
  expect((await send(rows, { key })).status).toBe(500);
  expect(await documents()).toHaveLength(2);
  await sql`drop function planted() cascade`.execute(world.services.db);
  expect(await notifyInterrupted(world.services), 'it may still be at work').toBe(0);
  await sql`update sys_import_run set seen_at = now() - interval '2 minutes'`.execute(world.services.db);
  expect([await notifyInterrupted(world.services), await notifyInterrupted(world.services)]).toEqual([1, 0]);
  const { list } = (await manager.call(msgInboxRoutes.listMine)).data;
  expect(list[0]).toMatchObject({ title: '导入中断：opening.xlsx', content: expect.stringContaining('250 行中已写入 200 行') });
  // The same call, repeated by a client that got no response.
  expect((await send(rows, { key })).data).toMatchObject({ created: 50, unchanged: 200, refused: 0, written: true });
  const { data: messages } = await manager.call(msgInboxRoutes.listMine);
  expect(messages.list.filter(({ title }) => title.startsWith('导入中断'))).toEqual([]);
  expect(await documents()).toHaveLength(3);
  expect((await proof()).faults).toEqual([]);
  // A finished run was not interrupted.
  await sql`update sys_import_run set seen_at = now() - interval '2 minutes'`.execute(world.services.db);
  expect(await notifyInterrupted(world.services)).toBe(0);
});

test('a session revoked mid-import gets its progress in the answer and the inbox, and resumes from there', async () => {
  const rows = Array.from({ length: 250 }, (_, at) =>
    tips(`R${at}`, { 库位: `W2-B-R${(at % 5) + 1}-B${((at + 2) % 10) + 1}`, 数量: 1 }),
  );
  // The session is revoked with the second document.
  await sql`create function planted() returns trigger language plpgsql as $$
    begin
      if (select count(*) from wms_transaction) = ${sql.lit(known.size + 1)} then update sys_session set ended_at = now() where user_id = new.applicant_id; end if;
      return new;
    end $$`.execute(world.services.db);
  await sql`create trigger planted before insert on wms_transaction for each row execute function planted()`.execute(
    world.services.db,
  );
  const { status, error } = await send(rows);
  expect([status, error.code]).toEqual([409, 'IMPORT_CUT']);
  expect(error.message).toContain('250 行中已写入 200 行');
  expect(await notifyInterrupted(world.services), 'already notified').toBe(0);
  manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const { list } = (await manager.call(msgInboxRoutes.listMine)).data;
  expect(list[0]).toMatchObject({ title: '导入中断：opening.xlsx', content: expect.stringContaining('250 行中已写入 200 行') });
  expect(await imported(rows)).toMatchObject({ created: 50, unchanged: 200, refused: 0 });
  await expectInvariants(world.services.db);
});

test('[S3.54] accepts rows by API, and again once their document is reversed', async () => {
  const row = {
    ref: 'A1',
    warehouse: 'W2',
    box: 'w2-a-r1-b1',
    product: 'P-TIP-200',
    owner: 'LAB-CATALYSIS',
    qty: '5',
    unit: 'BOX',
  };
  const post = async (qty: string) =>
    (await manager.call(routes.postOpening, { query: { dryRun: false }, body: { rows: [{ ...row, qty }] } })).data;
  expect(await post('5')).toMatchObject({ created: 1, written: true });
  const { rows: open } = await sql`select from sys_import_run`.execute(world.services.db);
  expect(open).toEqual([]);
  expect(await post('5')).toMatchObject({ created: 0, unchanged: 1, written: false });
  // As copied from a dialog or web page, with invisible characters.
  for (const ref of ['\u202aA1\u202c', 'A\u00ad1', 'A1\u200e', 'Ａ１\u3000']) {
    const rows = [{ ...row, ref }];
    expect([ref, (await manager.call(routes.postOpening, { query: { dryRun: false }, body: { rows } })).data]).toMatchObject([
      ref,
      { created: 0, unchanged: 1, written: false },
    ]);
  }
  expect(await post('4')).toMatchObject({ refused: 1, written: false });
  const [document] = await documents();
  const reviewer = await world.as('reviewer2', 'ROLE_WAREHOUSE_ADMIN');
  const { data } = await reviewer.call(transactionRoutes.getTransaction, { params: { id: document!.id } });
  expect(data).toMatchObject({ type: 'OPENING', state: 'DONE', remark: 'API' });
  const reversed = await reviewer.call(transactionRoutes.reverseTransaction, {
    params: { id: document!.id },
    body: { rev: data.rev, comment: '数量有误' },
  });
  expect(reversed.status).toBe(200);
  expect(await post('4')).toMatchObject({ created: 1, written: true });
  expect((await stockOfProduct(world.services.db, 'P-TIP-200')).map(({ qty }) => qty)).toEqual(['4']);
  expect((await proof()).faults).toEqual([]);
});

test('[S3.53][F-3L3] only opening documents post opening stock, and the proof finds any other', async () => {
  await imported([tips('1')]);
  const { db } = world.services;
  const posting = (type: string, kind: string) =>
    sql`select wms_post(t.id, t.applicant_id, null, null, jsonb_build_array(jsonb_build_object('n', 0, 'productBoxId', l.product_box_id, 'qty', 1,
          'kind', ${kind}::text, 'lineId', l.line_id))) from wms_transaction t, (select * from wms_ledger limit 1) l where t.type = ${type}`.execute(
      db,
    );
  const without = await findFaultsAfter(world.services, [], [`delete from wms_opening_row`]);
  expect(without.map(({ check, detail }) => [check, detail])).toContainEqual([
    'LINES',
    'no row of the opening stock is known by it',
  ]);
  await sql`update wms_transaction set type = 'INBOUND'`.execute(db);
  await expect(posting('INBOUND', 'OPENING')).rejects.toThrow(/its own documents/);
  expect((await proof()).faults.map(({ check }) => check)).toContain('DOCUMENTS');
});

test('[F-3B5] batch numbers ignore letter case and width', async () => {
  const both = [ethanol('1', { 批号: 'ct-op' }), ethanol('2', { 批号: 'CT-OP' })];
  const other = ethanol('3', { 批号: 'Ct-Op', 有效期: '2098-08-31' });
  expect(errorsOf(await imported([...both, other], { dryRun: true }))).toEqual([expect.stringMatching(/^4 .*CT-OP|^4 .*Ct-Op/)]);
  await imported(both);
  const { rows } = await sql<{ no: string }>`select batch_no as no from wms_batch where lower(batch_no) = 'ct-op'`.execute(
    world.services.db,
  );
  expect(rows).toEqual([{ no: 'ct-op' }]);
  expect(errorsOf(await imported([other], { dryRun: true }))).toHaveLength(1);
});

test('[F-3B5] row numbers ignore letter case and width', async () => {
  const row = (ref: string) => ethanol(ref, { 批号: 'CT-REF' });
  expect(errorsOf(await imported([row('ct-é1'), row('CT-É1')], { dryRun: true }))).toEqual([expect.stringContaining('2')]);
  await imported([row('ct-é1')]);
  expect(await imported([row('CT-É1')])).toMatchObject({ created: 0, unchanged: 1 });
});

/** In a box that no other test uses. */
const unusedBoxRow = (ref: string, more: Row = {}): Row => tips(ref, { 库位: 'W2-A-R2-B3', 数量: 1, ...more });

test('[F-3B14] reads an amount with its unit as a paste does, and refuses it beside another unit', async () => {
  const { 单位: _, ...bare } = unusedBoxRow('1');
  const looked = await imported(
    [unusedBoxRow('1', { 数量: '5盒' }), unusedBoxRow('2', { 数量: '1 箱', 单位: null }), unusedBoxRow('3', { 数量: '1 箱' })],
    { dryRun: true },
  );
  expect(errorsOf(looked)).toEqual(['4 数量里写的是“箱”，与单位一栏不同']);
  const shown = looked.changes.map(({ fields }) =>
    fields.filter(({ column }) => /数量|单位/.test(column)).map(({ after }) => after),
  );
  expect(shown).toEqual([
    ['5', '盒'],
    ['1', '箱'],
  ]);
  // There may be no unit column at all.
  expect(await imported([{ ...bare, 数量: '5 盒' }], { dryRun: true })).toMatchObject({ created: 1, refused: 0 });
});

test('[F-3B18] skips and counts rows without data: empty, repeated, headings, groups, footers', async () => {
  const keys = Object.keys(unusedBoxRow('1'));
  const again = Object.fromEntries(keys.map((key) => [key, key]));
  const only = (key: string, text: string): Row => ({ ...Object.fromEntries(keys.map((each) => [each, null])), [key]: text });
  const rows = [
    unusedBoxRow('1'),
    unusedBoxRow('2', { 数量: 0 }),
    unusedBoxRow('3', { 数量: '0 盒' }),
    again,
    only('产品编号', '耗材'),
    unusedBoxRow('1'),
    unusedBoxRow('4'),
  ];
  const looked = await imported([...rows, only('登记号', '注：以上为 11 月盘点结果')], { dryRun: true });
  expect(looked).toMatchObject({ created: 2, refused: 0 });
  expect(looked.summary).toEqual([
    '略过 3 行重复的标题、分组名和说明。',
    '略过 1 行，导入的各列与前面某一行完全相同。',
    '略过 2 行数量为 0 的内容。',
  ]);
  // Another amount under the same number is not a repeat.
  expect(errorsOf(await imported([unusedBoxRow('1'), unusedBoxRow('1', { 数量: 6 })], { dryRun: true }))).toEqual([
    '3 与第 2 行重复',
  ]);
  // A column of row numbers is ignored silently; any other column is asked about.
  const numbered = (...numbers: string[]) =>
    imported(
      numbers.map((序号, at) => unusedBoxRow(`${at + 1}`, { 序号 })),
      { dryRun: true },
    );
  expect(await numbered('1', '2', '4')).toMatchObject({ created: 3, columns: [] });
  expect((await numbered('4', '1')).columns).toMatchObject([{ heading: '序号' }]);
  // An ignored column does not make rows distinct: the list repeats them per shop.
  const shops = ['一店', '二店', '三店'].map((shop) => unusedBoxRow('1', { 门店: shop }));
  expect(await imported(shops, { dryRun: true, columns: '7.' })).toMatchObject({
    created: 1,
    refused: 0,
    summary: ['略过 2 行，导入的各列与前面某一行完全相同。'],
  });
});

test('[F-3B12][F-3B13] warns of expired goods and future dates, and reads words for none as no date', async () => {
  const rows = [
    ethanol('1', { 批号: 'X1', 有效期: '2020-01-31' }),
    ethanol('2', { 批号: 'X2', 生产日期: '2098-01-31' }),
    unusedBoxRow('3', { 有效期: '长期', 生产日期: '—', 单价: 'N/A' }),
    unusedBoxRow('4', { 有效期: '永久' }),
    ethanol('5', { 批号: 'X3', 有效期: '9999-12-31' }),
  ];
  const looked = await imported(rows, { dryRun: true });
  expect(looked).toMatchObject({ created: 4, refused: 1, summary: ['其中 1 行已过有效期。'] });
  expect(looked.notes.map(({ row, message }) => [row, message])).toEqual([
    [2, '已过有效期'],
    [3, '生产日期在今天之后'],
  ]);
  expect(errorsOf(looked)).toEqual(['6 请填写 1900 到 2999 年之间的日期']);
});

test('[F-3B17] refuses a price in another currency', async () => {
  const rows = ['$12.50', '€ 12,50', 'USD 3', '12.5 美元'].map((price, at) => unusedBoxRow(String(at), { 单价: price }));
  const looked = await imported([...rows, unusedBoxRow('9', { 单价: '¥12.50' })], { dryRun: true });
  expect(errorsOf(looked)).toEqual(rows.map((_, at) => `${at + 2} 只能是人民币，请换算后填写`));
});

test('[F-3L1] refuses a row whose product or box was deleted since its lookup, without failing', async () => {
  const { db } = world.services;
  const { rows } = await sql<{ productId: string; boxId: string; warehouseId: string; ownerOrgId: string }>`
    select p.id as "productId", b.id as "boxId", b.warehouse_id as "warehouseId", o.id as "ownerOrgId"
      from wms_product p, wms_warehouse_box b, wms_org o
     where p.code = 'P-GLOVE-M' and b.code = 'W2-A-R2-B2' and o.code = 'LAB-CATALYSIS'`.execute(db);
  const form = openingForm.parse({ ref: 'G1', qty: '1', unit: 'BOX', ...rows[0]! });
  const gone = randomUUID();
  const about = { boxIds: [form.boxId, gone], productIds: [form.productId, gone] };
  const judge = await createValidator(db, about, 'zh');
  const faults = await judge.faults([form, { ...form, productId: gone }, { ...form, boxId: gone }]);
  expect(faults.map((each) => each.map(({ code, field }) => [code, field]))).toEqual([
    [],
    [['NOT_FOUND', 'productId']],
    [['NOT_FOUND', 'boxId']],
  ]);
  expect(() => judge.prepared({ ...form, productId: gone })).toThrow(AppError);
});
