// The flow register: it matches the ledger, months of highly toxic goods are closed by two people, and movements are reported in
// time.
import { decimalOf, micros } from '@kuwei/contract/decimal';
import { proxyRoutes } from '@kuwei/contract/auth/proxy';
import { CONTROL_FLAGS } from '@kuwei/contract/wms/hazard';
import { logRoutes } from '@kuwei/contract/sys/log';
import { msgInboxRoutes } from '@kuwei/contract/sys/msg-inbox';
import { flowRoutes as routes, type FlowRegister, type FlowRow, type HazardFlowClass } from '@kuwei/contract/wms/hazard-flow';
import { warningRoutes } from '@kuwei/contract/wms/ews-product';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configure, updateSetting } from '../../../test/_configure.ts';
import {
  approved,
  assigned,
  cosign,
  deposited,
  draft,
  finished,
  lineOf,
  openScene,
  submit,
  type Scene,
} from '../../../test/_flow.ts';
import { makeHistory } from '../../../test/_history.ts';
import { addOtherWarehouse, OTHER_MANAGER } from '../../../test/_other-warehouse.ts';
import { rawLedger, type Raw } from '../../../test/_raw-ledger.ts';
import { post } from '../../../test/_stock.ts';
import { readRows } from '../../../test/_workbook.ts';
import type { Person, World } from '../../../test/_world.ts';
import { evaluateWarnings } from '../ews-product/scheduled.ts';

let scene: Scene;
let world: World;
let manager: Person;
let keeper: Person;
let keeper2: Person;
let teacher: Person;
beforeAll(async () => {
  scene = await openScene();
  ({ world } = scene);
  ({ teacher, keeper, keeper2 } = scene.cast);
  await addOtherWarehouse(world.services.db);
  manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
});
afterAll(() => world.end());

/** A month such as `2026-11`, `months` before the current one in warehouse time. */
async function monthAgo(months: number): Promise<string> {
  const { rows } = await sql<{ month: string }>`
    select to_char(date_trunc('month', current_date) - ${months} * interval '1 month', 'YYYY-MM') as month`.execute(
    world.services.db,
  );
  return rows[0]!.month;
}

/** Moves new entries to the middle of a past month. */
async function toMonth(month: string, since: number): Promise<void> {
  await world.services.db.transaction().execute(async (trx) => {
    await sql`alter table wms_ledger disable trigger wms_ledger_append_only`.execute(trx);
    await sql`update wms_ledger set at = ${`${month}-10`}::date + interval '10 hours' + (seq - ${since}) * interval '1 second' where seq > ${since}`.execute(
      trx,
    );
    await sql`alter table wms_ledger enable trigger wms_ledger_append_only`.execute(trx);
  });
}
const lastSeq = async (): Promise<number> =>
  Number(
    (await sql<{ seq: string }>`select coalesce(max(seq), 0) as seq from wms_ledger`.execute(world.services.db)).rows[0]!.seq,
  );

interface Which {
  warehouseId: string;
  controlClass: HazardFlowClass;
  month: string;
}
const register = async (which: Which, by: Person = manager): Promise<FlowRegister> =>
  (await by.call(routes.getFlowRegister, { query: which })).data;
const rowsOf = async (which: Which, by: Person = manager): Promise<FlowRow[]> =>
  (await by.call(routes.listFlow, { query: { ...which, size: 200 } })).data.list;
const close = (which: Which, by: Person = manager) => by.call(routes.closeFlow, { body: which });
const sign = ({ closing }: FlowRegister, by: Person) =>
  by.call(routes.signFlow, { params: { id: closing!.id }, body: { rev: closing!.rev } });
const reopen = ({ closing }: FlowRegister, by: Person = manager) =>
  by.call(routes.reopenFlow, { params: { id: closing!.id }, body: { rev: closing!.rev, reason: '录入有误' } });
const codeOf = async (answer: Promise<{ status: number; error: { code: string } }>): Promise<string | number> => {
  const reply = await answer;
  return reply.status === 200 ? 200 : reply.error.code;
};

interface Sums {
  opening: bigint;
  in: bigint;
  out: bigint;
  closing: bigint;
  entries: number;
}

/** The register recomputed entry by entry from the raw ledger. */
function independent(raw: readonly Raw[], { warehouseId, controlClass, month }: Which): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  const bySeq = new Map(raw.map((each) => [each.seq, each]));
  for (const entry of raw) {
    if (entry.warehouse !== warehouseId || !entry.classes.includes(controlClass) || entry.day.slice(0, 7) > month) continue;
    const sum = sums.get(entry.product) ?? { opening: 0n, in: 0n, out: 0n, closing: 0n, entries: 0 };
    sums.set(entry.product, sum);
    sum.closing += entry.qty;
    if (entry.day.slice(0, 7) < month) {
      sum.opening += entry.qty;
      continue;
    }
    const kind = entry.kind === 'REVERSAL' ? bySeq.get(entry.reverses!)!.kind : entry.kind;
    const isMove = kind.startsWith('MOVE');
    if (isMove && raw.every((each) => each.document !== entry.document || each.warehouse === warehouseId)) continue;
    const isIn = ['IN', 'MOVE_IN', 'OPENING'].includes(kind) || (kind === 'COUNT_ADJ' && entry.qty > 0n);
    if (isIn) sum.in += entry.qty;
    else sum.out -= entry.qty;
    sum.entries++;
  }
  for (const [id, { opening, closing, entries }] of sums) if (opening === 0n && closing === 0n && entries === 0) sums.delete(id);
  return sums;
}

test('balances match the raw ledger by product and by entry, on random histories of all postings', async () => {
  const { db } = world.services;
  await makeHistory(db, {
    seed: 4_711,
    products: ['C-NACN', 'C-ACETONE', 'C-ETHANOL', 'W-BEAKER-250'],
    orgs: ['LAB-BIO', 'LAB-POLYMER'],
    boxes: ['W2-A-R1-B1', 'W2-A-R1-B2', 'W1-C01-R1-B1'],
    postings: 120,
    days: 100,
  });
  const raw = await rawLedger(db);
  const { w1, w2 } = scene.places;
  let seen = 0;
  for (const warehouseId of [w1, w2])
    for (const controlClass of CONTROL_FLAGS)
      for (let ago = 0; ago < 5; ago++) {
        const which = { warehouseId, controlClass, month: await monthAgo(ago) };
        const month = await register(which);
        const sums = independent(raw, which);
        const text = (sum: Sums) => [sum.opening, sum.in, sum.out, sum.closing].map(decimalOf);
        expect(new Map(month.products.map((p) => [p.id, [[p.opening, p.in, p.out, p.closing], p.entries, p.balanced]]))).toEqual(
          new Map([...sums].map(([id, sum]) => [id, [text(sum), sum.entries, true]])),
        );
        const balances = new Map(month.products.map((p) => [p.id, micros(p.opening)]));
        const rows = await rowsOf(which);
        expect(rows).toHaveLength(month.entries);
        for (const { productId, in: came, out, balance } of rows) {
          balances.set(productId, balances.get(productId)! + micros(came ?? '0') - micros(out ?? '0'));
          expect(balance).toBe(decimalOf(balances.get(productId)!));
        }
        expect([...balances].map(([id, left]) => [id, decimalOf(left)])).toEqual(month.products.map((p) => [p.id, p.closing]));
        seen += rows.length;
      }
  expect(seen).toBeGreaterThan(60);
});

test('lists permit, purpose and both storekeepers; reversals count negative; groups see their own, other warehouses nothing', async () => {
  const { w1, product } = scene.places;
  const which = { warehouseId: w1, controlClass: 'TOXIC', month: await monthAgo(0) } as const;
  const before = await register(which);
  const group = await register(which, teacher);
  const line = lineOf(product('C-NACN'), '4', { batchNo: 'FLOW', expiresOn: '2099-01-01' });
  const deposit = await deposited(scene.cast, { warehouseId: w1, lines: [line] });
  const stock = (
    await sql<{ id: string }>`
      select s.id from wms_product_box s join wms_batch t on t.id = s.batch_id where t.batch_no = 'FLOW' and s.qty > 0`.execute(
      world.services.db,
    )
  ).rows[0]!.id;
  const request = await draft(teacher, {
    type: 'OUTBOUND',
    warehouseId: w1,
    lines: [{ ...line, productBoxId: stock, qty: '1' }],
  });
  const collected = await finished(
    scene.cast,
    await assigned(scene.cast, await approved(scene.cast, (await submit(teacher, request)).data)),
  );
  const ours = async (by = manager) => (await rowsOf(which, by)).filter(({ batchNo }) => batchNo === 'FLOW');
  const [came, went] = await ours();
  expect(came).toMatchObject({
    in: '4',
    out: null,
    transactionNo: deposit.no,
    permitNumber: 'T',
    ownerOrgName: '催化化学课题组',
    keeperName: expect.any(String),
    secondKeeperName: expect.any(String),
  });
  expect(came!.keeperName).not.toBe(came!.secondKeeperName);
  expect(went).toMatchObject({ in: null, out: '1', transactionNo: collected.no, purpose: '课题实验', flow: 'OUT' });
  expect(micros(went!.balance)).toBe(micros(came!.balance) - micros('1'));

  const reverse = async ({ id, rev }: { id: string; rev: number }) => {
    const body = { rev, comment: '退回' };
    const asked = await scene.cast.reviewer2.call(transactionRoutes.askReversal, { params: { id }, body });
    const confirmed = await cosign(keeper2, asked.data);
    const answer = await scene.cast.reviewer2.call(transactionRoutes.reverseTransaction, {
      params: { id },
      body: { ...body, rev: confirmed.data.rev },
    });
    expect(answer.status).toBe(200);
  };
  await reverse(collected);
  const [, , back] = await ours();
  expect(back).toMatchObject({ kind: 'REVERSAL', flow: 'OUT', out: '-1', balance: came!.balance });
  // The paper names the people of the reversed document, who reversed it, and storekeepers where recorded.
  expect(back).toMatchObject({
    personName: went!.personName,
    purpose: went!.purpose,
    keeperName: '王秀兰',
    secondKeeperName: null,
    reversedByName: '吴静',
    reason: '退回',
  });
  expect(went!.reversedByName).toBeNull();

  const after = (await register(which)).products.find(({ code }) => code === 'C-NACN')!;
  const was = before.products.find(({ code }) => code === 'C-NACN');
  expect(micros(after.closing) - micros(was?.closing ?? '0')).toBe(micros('4'));
  const own = await register(which, teacher);
  expect(own).toMatchObject({ whole: false, closing: null, due: 0, dueSeq: 0, cannotClose: 'RUNNING' });
  expect(own.entries - group.entries).toBe(3);
  expect(new Set((await rowsOf(which, teacher)).map(({ ownerOrgName }) => ownerOrgName))).toEqual(new Set(['催化化学课题组']));
  expect((await ours(teacher)).every(({ dueOn, reportId }) => dueOn === null && reportId === null)).toBe(true);
  const bio = await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO');
  expect(await ours(bio)).toEqual([]);
  const other = await world.as(OTHER_MANAGER, 'ROLE_WAREHOUSE_ADMIN');
  for (const route of [routes.getFlowRegister, routes.listFlow, routes.exportFlowRegister] as const)
    expect((await other.call(route, { query: which })).status).toBe(404);
  expect((await other.call(routes.listFlowMonths, { query: { warehouseId: w1, controlClass: 'TOXIC' } })).status).toBe(404);
  expect((await other.call(routes.listFlowDue, { query: { warehouseId: w1, controlClass: 'TOXIC' } })).status).toBe(404);
  expect((await teacher.call(routes.listFlowDue, { query: { warehouseId: w1, controlClass: 'TOXIC' } })).status).toBe(403);
  expect((await close({ ...which, month: await monthAgo(1) }, teacher)).status).toBe(403);
  const sheet = await readRows(await manager.call(routes.exportFlowRegister, { query: which }));
  const line1 = sheet.find((row) => row['单号'] === deposit.no)!;
  expect([line1['许可编号'], String(line1['收入']), line1['批号']]).toEqual(['T', '4', 'FLOW']);
  const line3 = sheet.find((row) => row['批号'] === 'FLOW' && String(row['发出']) === '-1')!;
  expect([line3['类型'], line3['原因']]).toEqual(['出库（冲销）', '退回']);

  // The reversal of a deposit names the permit of the deposit.
  await reverse(deposit);
  expect((await ours()).at(-1)).toMatchObject({ kind: 'REVERSAL', flow: 'IN', in: '-4', permitNumber: 'T' });
});

test('closes a month after its end, in order and once under concurrency; another person signs; reopening needs a reason', async () => {
  const { w2 } = scene.places;
  const { db } = world.services;
  const toxic = (month: string): Which => ({ warehouseId: w2, controlClass: 'TOXIC', month });
  // The previous month can be closed only an hour after its end, which may be in the future.
  const [now, before, last, older] = [await monthAgo(0), await monthAgo(1), await monthAgo(2), await monthAgo(3)];
  expect(await codeOf(close(toxic(now)))).toBe('FLOW_RUNNING');
  expect(await codeOf(close({ ...toxic(older), warehouseId: (await otherWarehouse()).id }))).toBe('NOT_FOUND');
  const answers = await Promise.all([close(toxic(older), keeper), close(toxic(older), manager)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.find(({ status }) => status === 409)!.error.code).toBe('FLOW_CLOSED');
  const isKeepers = answers[0].status === 200;
  const [closer, another] = isKeepers ? [keeper, manager] : [manager, keeper];
  const closed = answers.find(({ status }) => status === 200)!.data;
  expect(closed).toMatchObject({ state: 'SIGNING', maySign: false, closing: { differs: false, signedBy: null } });

  const waits = async (by: Person) =>
    (await by.call(msgInboxRoutes.listMine, { query: { state: ['NEW'] } })).data.list.filter(({ title }) =>
      title.startsWith('流向登记待签字'),
    ).length;
  expect([await waits(closer), await waits(another), await waits(keeper2)]).toEqual([0, 1, 1]);
  expect(await codeOf(sign(closed, closer))).toBe('FLOW_SAME');
  expect((await register(toxic(older), another)).maySign).toBe(true);
  const signed = (await sign(closed, another)).data;
  expect(signed).toMatchObject({ state: 'CLOSED', maySign: false });
  expect([await waits(another), await waits(keeper2)]).toEqual([0, 0]);
  expect(await codeOf(sign(signed, keeper2))).toBe('FLOW_SIGNED');

  // Then the next month.
  const next = (await close(toxic(last), keeper2)).data;
  expect(next.closing!.hash).not.toBe(signed.closing!.hash);
  expect(await codeOf(reopen(signed))).toBe('FLOW_LATER');
  expect((await reopen(next, keeper2)).status).toBe(403);
  const opened = (await reopen(next)).data;
  expect(opened).toMatchObject({ state: 'OPEN', closing: null, reopened: [{ reason: '录入有误' }] });
  expect(await codeOf(reopen(next))).toBe('FLOW_REOPENED');
  const months = (await manager.call(routes.listFlowMonths, { query: { warehouseId: w2, controlClass: 'TOXIC' } })).data;
  expect(months.slice(0, 4).map(({ month, state, differs }) => [month, state, differs])).toEqual([
    [now, 'RUNNING', false],
    [before, 'OPEN', false],
    [last, 'OPEN', false],
    [older, 'CLOSED', false],
  ]);
  // Neither a proxy nor the person behind the proxy counts as another person.
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const { token } = (await admin.call(proxyRoutes.switchToUser, { body: { id: keeper2.id, reason: '协助月末结账' } })).data;
  const again = (await close(toxic(last), await world.with(token, 'ROLE_WAREHOUSE_ADMIN'))).data;
  expect(await codeOf(sign(again, keeper2))).toBe('FLOW_SAME');
  expect(await codeOf(sign(again, keeper))).toBe(200);
  expect(await codeOf(close(toxic(await monthAgo(4))))).toBe('FLOW_ORDER');

  const log = (await admin.call(logRoutes.listLog, { query: { entity: 'wms_flow_close' } })).data.list;
  expect(log.map(({ action }) => action.replace(/\{id\}/, ':id'))).toEqual([
    'PUT /wms/hazard-flow/:id/sign',
    'PUT /wms/hazard-flow/close',
    'PUT /wms/hazard-flow/:id/reopen',
    'PUT /wms/hazard-flow/close',
    'PUT /wms/hazard-flow/:id/sign',
    'PUT /wms/hazard-flow/close',
  ]);

  // Later movements, and products added to the class, do not change it.
  await post(db, [{ product: 'C-NACN', owner: 'LAB-BIO', box: 'W2-A-R1-B1', qty: '2', batch: 'LATE' }]);
  const ethanol = (flags: string) =>
    sql`update wms_product set control_flags = ${flags}::text[] where code = 'C-ETHANOL'`.execute(db);
  await ethanol('{TOXIC}');
  const still = await register(toxic(older));
  await ethanol('{DRUG_PRECURSOR}');
  expect(still).toMatchObject({ closing: { differs: false } });
});

const otherWarehouse = async (): Promise<{ id: string }> => {
  const { rows } = await sql<{ id: string }>`
    insert into wms_warehouse (id, code, name, org_id)
    select gen_random_uuid(), 'WB-' || left(gen_random_uuid()::text, 4), '别人的仓库', id from wms_org where code = 'WAREHOUSE-B' returning id`.execute(
    world.services.db,
  );
  return rows[0]!;
};

test('a closed month that no longer matches the ledger shows it and cannot be signed', async () => {
  const { db } = world.services;
  const { w1 } = scene.places;
  const month = await monthAgo(2);
  const which = { warehouseId: w1, controlClass: 'TOXIC', month } as const;
  const since = await lastSeq();
  await post(db, [{ product: 'C-NACN', owner: 'LAB-BIO', box: 'W1-C01-R1-B1', qty: '7', batch: 'DRIFT' }]);
  await toMonth(month, since);
  const closed = (await close(which, keeper)).data;
  expect(closed.closing).toMatchObject({ differs: false });
  const product = closed.products.find(({ code }) => code === 'C-NACN')!;

  const forge = async (what: ReturnType<typeof sql>) =>
    db.transaction().execute(async (trx) => {
      await sql`alter table wms_ledger disable trigger wms_ledger_append_only`.execute(trx);
      await what.execute(trx);
      await sql`alter table wms_ledger enable trigger wms_ledger_append_only`.execute(trx);
    });
  // The figures are unchanged, an entry is not.
  await forge(sql`update wms_ledger set reason = '改' where seq > ${since}`);
  expect((await register(which)).closing).toMatchObject({ differs: true });
  expect(await codeOf(sign(closed, keeper2))).toBe('FLOW_DIFFERS');
  await forge(sql`update wms_ledger set reason = null where seq > ${since}`);
  expect((await register(which)).closing).toMatchObject({ differs: false });
  // An entry too many.
  await forge(sql`update wms_ledger set at = at + interval '40 days' where seq > ${since}`);
  const wrong = await register(which);
  expect(wrong.closing!.differs).toBe(true);
  const { opening, in: came, out, closing, entries } = product;
  expect(wrong.products.find(({ code }) => code === 'C-NACN')?.kept).toEqual({ opening, in: came, out, closing, entries });
  const months = (await manager.call(routes.listFlowMonths, { query: { warehouseId: w1, controlClass: 'TOXIC' } })).data;
  expect(months.find((each) => each.month === month)).toMatchObject({ differs: true });
  // A stored record forged to match the ledger.
  await forge(sql`update wms_ledger set at = at - interval '40 days' where seq > ${since}`);
  await sql`update wms_flow_close set hash = repeat('0', 64) where id = ${closed.closing!.id}`.execute(db);
  expect((await register(which)).closing).toMatchObject({ differs: true });
});

test('warns of movements to report before and after the deadline, until reported, and again after a withdrawal', async () => {
  const { w1 } = scene.places;
  const { db } = world.services;
  const admin = await world.as('admin', 'ROLE_ADMIN');
  expect((await updateSetting(admin, 'WMS_FLOW_REPORT_FROM', '2026-13-01')).status).toBe(422);
  // Ignores movements of other tests.
  const since = await lastSeq();
  const { rows } = await sql<{ today: string }>`select current_date::text as today`.execute(db);
  await sql`insert into wms_flow_report (id, warehouse_id, control_class, number, filed_on, entries, created_by)
    select gen_random_uuid(), ${w1}, 'EXPLOSIVE_PRECURSOR', 'BEFORE', current_date, 1, id from sys_user where username = 'manager'`.execute(
    db,
  );
  await sql`insert into wms_flow_reported (seq, control_class, report_id)
    select l.seq, 'EXPLOSIVE_PRECURSOR', r.id from wms_ledger l join wms_product p on p.id = l.product_id and 'EXPLOSIVE_PRECURSOR' = any(p.control_flags),
           wms_flow_report r where r.number = 'BEFORE'`.execute(db);
  await configure(world, { WMS_FLOW_DAYS_TOXIC: 0, WMS_FLOW_DAYS_DRUG: 0, WMS_FLOW_DAYS_EXPLOSIVE: 3 });
  const goods = { product: 'C-KMNO4', owner: 'LAB-BIO', box: 'W1-C01-R1-B1', batch: 'REPORT' };
  await post(db, [{ ...goods, qty: '5' }]);
  await post(db, [{ ...goods, qty: '-2' }]);
  const which = { warehouseId: w1, controlClass: 'EXPLOSIVE_PRECURSOR' } as const;
  const due = async (state?: 'DUE' | 'OVERDUE' | 'REPORTED') =>
    (await manager.call(routes.listFlowDue, { query: { ...which, ...(state && { state: [state] }) } })).data.list;
  const warned = async () => {
    await evaluateWarnings(world.services);
    const { list } = (await manager.call(warningRoutes.listWarnings, { query: { kind: ['FLOW_REPORT'] } })).data;
    return list.map(({ severity, value, controlClass, warehouseId, day }) => ({
      severity,
      value,
      controlClass,
      warehouseId,
      day,
    }));
  };
  const day = (days: number) => new Date(Date.parse(rows[0]!.today) + days * 86_400_000).toISOString().slice(0, 10);
  const back = (days: number) =>
    db.transaction().execute(async (trx) => {
      await sql`alter table wms_ledger disable trigger wms_ledger_append_only`.execute(trx);
      await sql`update wms_ledger set at = at - ${days} * interval '1 day' where seq > ${since}`.execute(trx);
      await sql`alter table wms_ledger enable trigger wms_ledger_append_only`.execute(trx);
    });
  expect((await due()).map(({ in: came, out, dueOn }) => [came, out, dueOn])).toEqual([
    ['5', null, day(3)],
    [null, '2', day(3)],
  ]);
  expect(await warned()).toEqual([]);
  await back(2);
  expect(await warned()).toEqual([{ ...which, severity: 'SERIOUS', value: '2', day: day(1) }]);
  await back(2);
  expect(await warned()).toEqual([{ ...which, severity: 'URGENT', value: '2', day: day(-1) }]);
  const inbox = async () =>
    (await manager.call(msgInboxRoutes.listMine, { query: { state: ['NEW'] } })).data.list.filter(({ title }) =>
      title.includes('流向待报送'),
    ).length;
  expect(await inbox()).toBe(1);
  expect(await due('OVERDUE')).toHaveLength(2);
  expect(await due('DUE')).toEqual([]);

  const { dueSeq, due: count, overdue } = await register({ ...which, month: await monthAgo(0) });
  expect([count, overdue]).toEqual([2, 2]);
  const report = (more: object = {}, by = manager) =>
    by.call(routes.reportFlow, {
      body: { ...which, untilSeq: dueSeq, entries: count, number: '报〔2026〕1号', filedOn: rows[0]!.today, note: null, ...more },
    });
  expect((await report({}, keeper)).status).toBe(403);
  expect((await report({}, await world.as(OTHER_MANAGER, 'ROLE_WAREHOUSE_ADMIN'))).status).toBe(404);
  expect((await report({ filedOn: day(2) })).error.code).toBe('INVALID');
  // Another movement happened meanwhile.
  await post(db, [{ ...goods, qty: '1' }]);
  expect((await report({ untilSeq: dueSeq + 1 })).error.code).toBe('FLOW_CHANGED');
  const answers = await Promise.all([report(), report()]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.find(({ status }) => status !== 200)!.error.code).toBe('FLOW_CHANGED');
  const filed = answers.find(({ status }) => status === 200)!.data;
  expect(filed.entries).toBe(2);
  expect((await due('REPORTED')).map(({ reportNumber }) => reportNumber).filter((number) => number !== 'BEFORE')).toEqual([
    '报〔2026〕1号',
    '报〔2026〕1号',
  ]);
  expect(await due()).toHaveLength(1);
  expect(await warned()).toEqual([]);
  expect(await inbox()).toBe(0);
  const sheet = await readRows(await manager.call(routes.exportFlowDue, { query: which }));
  expect(sheet.map((row) => [String(row['收入']), String(row['报送截止']).slice(0, 4)])).toEqual([['1', day(3).slice(0, 4)]]);

  const withdraw = () =>
    manager.call(routes.withdrawFlowReport, { params: { id: filed.id }, body: { rev: filed.rev, reason: '编号有误' } });
  expect((await withdraw()).status).toBe(200);
  expect((await withdraw()).error.code).toBe('FLOW_WITHDRAWN');
  expect(await due()).toHaveLength(3);
  // Movements before the first reporting day are not reported.
  await configure(world, { WMS_FLOW_REPORT_FROM: rows[0]!.today });
  expect(await due()).toHaveLength(1);
  await configure(world, { WMS_FLOW_REPORT_FROM: '', WMS_FLOW_DAYS_EXPLOSIVE: 0 });
  expect(await due()).toEqual([]);
});

test('movements made under control stay in the register and due after the control is lifted', async () => {
  const { w1 } = scene.places;
  const { db } = world.services;
  await configure(world, { WMS_FLOW_REPORT_FROM: '', WMS_FLOW_DAYS_EXPLOSIVE: 3, WMS_FLOW_DAYS_DRUG: 0, WMS_FLOW_DAYS_TOXIC: 0 });
  const of = { warehouseId: w1, controlClass: 'EXPLOSIVE_PRECURSOR' } as const;
  const which = { ...of, month: await monthAgo(0) };
  const goods = { product: 'C-KMNO4', owner: 'LAB-BIO', box: 'W1-C01-R1-B1', batch: 'LIFTED' };
  await post(db, [{ ...goods, qty: '5' }]);
  await post(db, [{ ...goods, qty: '-5' }]);
  const readAll = async () => ({
    rows: (await rowsOf(which)).filter(({ batchNo }) => batchNo === 'LIFTED').map(({ in: came, out }) => [came, out]),
    figures: (await register(which)).products.filter(({ code }) => code === goods.product),
    due: (await manager.call(routes.listFlowDue, { query: { ...of, q: goods.product } })).data.list.filter(
      ({ batchNo }) => batchNo === 'LIFTED',
    ).length,
    months: (await manager.call(routes.listFlowMonths, { query: of })).data.filter(({ entries }) => entries > 0),
  });
  const before = await readAll();
  expect([before.rows, before.due]).toEqual([
    [
      ['5', null],
      [null, '5'],
    ],
    2,
  ]);
  const mark = (flags: string[]) =>
    sql`update wms_product set control_flags = ${flags}::text[] where code = ${goods.product}`.execute(db);
  await mark([]);
  expect(await readAll()).toEqual(before);
  // Later movements of the month are listed, to keep balances complete, but not reported.
  await post(db, [{ ...goods, qty: '1' }]);
  const after = await readAll();
  expect([after.rows.length, after.figures[0]!.balanced, after.due]).toEqual([3, true, 2]);
  const next = { ...which, month: await monthAgo(-1) };
  const nextOf = async () => (await register(next)).products.filter(({ code }) => code === goods.product);
  expect(await nextOf()).toEqual([]);
  await mark(['EXPLOSIVE_PRECURSOR']);
  expect((await nextOf()).map(({ opening }) => opening)).toEqual([(await readAll()).figures[0]!.closing]);
  expect((await readAll()).due).toBe(3);
});

test('the register names no storekeeper for a reversal that needed none', async () => {
  const { w1, product } = scene.places;
  const line = lineOf(product('C-ETHANOL'), '1', { batchNo: 'UNCONFIRMED', expiresOn: '2099-01-01' });
  const { id, rev } = await deposited(scene.cast, { warehouseId: w1, lines: [line] });
  const body = { rev, comment: '录错' };
  expect((await scene.cast.reviewer2.call(transactionRoutes.reverseTransaction, { params: { id }, body })).status).toBe(200);
  const rows = await rowsOf({ warehouseId: w1, controlClass: 'DRUG_PRECURSOR', month: await monthAgo(0) }, manager);
  const people = rows
    .filter(({ batchNo }) => batchNo === 'UNCONFIRMED')
    .map(({ keeperName, reversedByName }) => [keeperName, reversedByName]);
  expect(people).toEqual([
    ['李保平', null],
    [null, '吴静'],
  ]);
});
