import { proxyRoutes } from '@kuwei/contract/auth/proxy';
import { findRoutes } from '@kuwei/contract/sys/find';
import { transactionRoutes as routes } from '@kuwei/contract/wms/transaction';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  approved,
  assigned,
  castOf,
  deposited,
  draft,
  finished,
  lineOf,
  placesOf,
  saltLine,
  submit,
  submitted,
  type Places,
} from '../../../test/_flow.ts';
import { readRows } from '../../../test/_workbook.ts';
import type { TransactionQuery } from './list.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';

let world: World;
let places: Places;
let teacher: Person;
beforeAll(async () => {
  world = await openWorld();
  places = await placesOf(world);
  teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
});
afterAll(() => world.end());

const form = () => ({
  type: 'INBOUND' as const,
  warehouseId: places.w2,
  lines: [lineOf(places.product('W-BEAKER-250'), '1', { unit: 'PIECE' })],
});

test('document numbers continue correctly past 99,999', async () => {
  const nextNo = async () => (await draft(teacher, form())).no.slice(10);
  await sql`select setval('wms_inbound_no', 99998)`.execute(world.services.db);
  expect([await nextNo(), await nextNo(), await nextNo()]).toEqual(['99999', '100000', '100001']);
});

test('[S1.07] an export contains every document once, despite concurrent submissions', async () => {
  const { db } = world.services;
  const add = (name: string, count: number) =>
    sql`insert into wms_transaction (id, no, type, source, owner_org_id, warehouse_id, applicant_id, created_by)
      select gen_random_uuid(), ${name}::text || n, 'MOVE', 'ADMIN', (select id from wms_org where code = 'WAREHOUSE'), ${places.w2}::uuid,
             ${teacher.id}::uuid, ${teacher.id}::uuid from generate_series(1, ${count}::int) n`.execute(db);
  await add('EXPORT-', 4_000);
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const done = new AbortController();
  const adding = (async () => {
    for (let n = 0; !done.signal.aborted; n++) await add(`MEANWHILE-${n}-`, 1);
  })();
  const exported = await readRows(await manager.call(routes.exportTransactions, { query: { type: 'MOVE' } }));
  done.abort();
  await adding;
  const numbers = exported.map((row) => row['单号']!).filter((no) => no.startsWith('EXPORT-'));
  expect([numbers.length, new Set(numbers).size]).toEqual([4_000, 4_000]);
});

test('[F-R6] three characters match anywhere in a number or batch, two only at the start', async () => {
  const lines = [{ ...form().lines[0]!, batchNo: 'QZ-2207' }];
  const { no } = await draft(teacher, { ...form(), lines });
  const found = async (q: string): Promise<boolean> =>
    (await teacher.call(routes.listTransactions, { query: { type: 'INBOUND', q, size: 100 } })).data.list.some(
      (row) => row.no === no,
    );
  expect([await found(no.slice(-3)), await found('-22'), await found('220')]).toEqual([true, true, true]);
  expect([await found(no.slice(0, 2)), await found('qz'), await found('Q')]).toEqual([true, true, true]);
  expect([await found(no.slice(-2)), await found('07')]).toEqual([false, false]);
});

test("pending approvals exclude the caller's own applications, also those made while acting as another user", async () => {
  const { db } = world.services;
  const waiting = async (person: Person): Promise<string[]> =>
    (await person.call(routes.listTransactions, { query: { type: 'INBOUND', waiting: true } })).data.list.map(({ id }) => id);
  const reviewer = await world.as('reviewer', 'ROLE_WAREHOUSE_ADMIN');
  const admin = await world.as('admin', 'ROLE_ADMIN');
  const { token } = (await admin.call(proxyRoutes.switchToUser, { body: { id: reviewer.id, reason: '协助核对库存' } })).data;
  const acting = await world.with(token, 'ROLE_WAREHOUSE_ADMIN');
  const [own, written] = [await draft(teacher, form()), await draft(teacher, form())];
  // As the teacher, before submission.
  await db
    .insertInto('wms_transaction_record')
    .values({
      transaction_id: written.id,
      round: 1,
      actor_id: teacher.id,
      proxy_user_id: admin.id,
      action: 'edit',
      from_state: 'DRAFT',
      to_state: 'DRAFT',
    })
    .execute();
  for (const document of [own, written]) expect((await submit(teacher, document)).status).toBe(200);
  expect(await waiting(reviewer)).toEqual(expect.arrayContaining([own.id, written.id]));
  expect(await waiting(acting)).toContain(own.id);
  expect(await waiting(acting)).not.toContain(written.id);
});

test('[F-3U1] reversals are distinguished from receipts and issues in lists, details, search and exports', async () => {
  const cast = await castOf(world);
  const received = await deposited(cast, {
    warehouseId: places.w2,
    lines: [saltLine(places, '4', { batchNo: 'RV-1', unitPrice: '20.5' })],
  });
  const lines = [saltLine(places, '3', { batchNo: null, expiresOn: null })];
  const issued = await finished(
    cast,
    await assigned(
      cast,
      await approved(cast, await submitted(cast.teacher, { type: 'OUTBOUND', warehouseId: places.w2, lines })),
    ),
  );
  const reverse = async ({ id }: { id: string }) => {
    const { rev } = (await cast.teacher.call(routes.getTransaction, { params: { id } })).data;
    return (await cast.reviewer2.call(routes.reverseTransaction, { params: { id }, body: { rev, comment: '填错' } })).data;
  };
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  for (const [document, state] of [
    [issued, '冲销完成'],
    [received, '冲销完成'],
  ] as const) {
    const taken = await reverse(document);
    expect(taken).toMatchObject({ reversal: true, reversesNo: document.no, reversed: false });
    const before = document.lines[0]!.boxes.map(({ boxCode, sourceBoxCode, batchNo, qtyDone }) => [
      boxCode,
      sourceBoxCode,
      batchNo,
      qtyDone,
    ]);
    expect(
      taken.lines[0]!.boxes.map(({ boxCode, sourceBoxCode, batchNo, qtyDone }) => [boxCode, sourceBoxCode, batchNo, qtyDone]),
    ).toEqual(before);
    const query = { type: document.type, q: taken.no };
    const [row] = (await manager.call(routes.listTransactions, { query })).data.list;
    expect(row).toMatchObject({ reversal: true, reversesNo: document.no, value: document === received ? '-82' : null });
    const [cells] = await readRows(await manager.call(routes.exportTransactions, { query }));
    expect(cells).toMatchObject({ 单号: taken.no, 状态: state, 原单据: document.no });
    const { documents } = (await manager.call(findRoutes.find, { query: { q: taken.no } })).data;
    expect(documents).toMatchObject([{ code: taken.no, reversal: true }]);
  }
});

test("[F-3U1] reversals and reversed documents have their own filters and don't count as received", async () => {
  const cast = await castOf(world);
  const manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  const bring = () => deposited(cast, { warehouseId: places.w2, lines: [saltLine(places, '4', { batchNo: 'RV-2' })] });
  const [stays, original] = [await bring(), await bring()];
  const body = { rev: original.rev, comment: '填错' };
  const reversal = (await cast.reviewer2.call(routes.reverseTransaction, { params: { id: original.id }, body })).data;
  const names = new Map([
    [stays.no, 'stays'],
    [original.no, 'original'],
    [reversal.no, 'reversal'],
  ]);
  const found = async (...state: NonNullable<TransactionQuery['state']>): Promise<string[]> => {
    const query = { type: 'INBOUND' as const, state, size: 200 };
    const { list, total } = (await manager.call(routes.listTransactions, { query })).data;
    expect(total).toBe(list.length);
    const rows = await readRows(await manager.call(routes.exportTransactions, { query }));
    expect(rows.map((cells) => cells['单号'])).toEqual(list.map(({ no }) => no));
    return list.flatMap(({ no }) => names.get(no) ?? []).toSorted((a, b) => a.localeCompare(b));
  };
  expect(await found('DONE')).toEqual(['stays']);
  expect(await found('REVERSAL')).toEqual(['reversal']);
  expect(await found('REVERSED')).toEqual(['original']);
  expect(await found('REVERSAL', 'REVERSED')).toEqual(['original', 'reversal']);
  expect(await found('DONE', 'PARTIAL', 'REVERSED')).toEqual(['original', 'stays']);
  expect(await found('SUBMITTED', 'PARTIAL')).toEqual([]);

  const lines = async (id: string) => await readRows(await manager.call(routes.exportLines, { params: { id } }));
  expect(await lines(reversal.id)).toMatchObject([{ 数量: '-4', 备注: `冲销 ${original.no}` }]);
  expect(await lines(original.id)).toMatchObject([{ 数量: '4' }]);
});

test('[F-3U1] lists show the same value as the slip: that of what was done, once anything was', async () => {
  const cast = await castOf(world);
  const lines = [saltLine(places, '3', { batchNo: 'PART-1', unitPrice: '26' })];
  const sent = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines });
  const valueOf = async (): Promise<string | null> =>
    (await cast.teacher.call(routes.listTransactions, { query: { type: 'INBOUND', q: sent.no } })).data.list[0]!.value;
  expect(await valueOf()).toBe('78');
  const placed = await assigned(cast, await approved(cast, sent), places.box('W2-A-R1-B1'));
  const boxes = [{ id: placed.lines[0]!.boxes[0]!.id, qty: '1' }];
  const part = await cast.keeper.call(routes.finishTransaction, { params: { id: sent.id }, body: { rev: placed.rev, boxes } });
  expect(part.data.state).toBe('PARTIAL');
  expect(await valueOf()).toBe('26');
});

test('an export shows the level of a multi-level review, like the list', async () => {
  const cast = await castOf(world);
  const lines = [lineOf(places.product('C-NACN'), '1', { batchNo: 'LEVEL', expiresOn: '2099-01-01' })];
  const { id, no, rev } = await submitted(cast.teacher, { type: 'INBOUND', warehouseId: places.w1, lines });
  const stateOf = async () =>
    (await readRows(await cast.teacher.call(routes.exportTransactions, { query: { type: 'INBOUND', q: no } })))[0]!['状态'];
  expect(await stateOf()).toBe('待审核 1/2');
  await cast.reviewer.call(routes.approveTransaction, { params: { id }, body: { rev } });
  expect(await stateOf()).toBe('待审核 2/2');
});

test('[F-U23] a document with several lines of one product names it once, before the others', async () => {
  const cast = await castOf(world);
  const salts = ['A', 'B', 'C'].map((batchNo) => saltLine(places, '1', { batchNo: `ONCE-${batchNo}` }));
  const lines = [...salts, lineOf(places.product('C-ETHANOL'), '1', { batchNo: 'ONCE', expiresOn: '2099-01-01' })];
  const { no } = await draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w2, lines });
  const { data } = await cast.teacher.call(routes.listTransactions, { query: { type: 'INBOUND', q: no } });
  const names = data.list[0]!.summary.split('、');
  expect(names).toEqual([...new Set(names)]);
  expect(names).toHaveLength(2);
});

test('a document shows every control class among its lines, and unassessed products', async () => {
  const cast = await castOf(world);
  const { db } = world.services;
  const [toxic, precursor] = [places.product('C-NACN'), places.product('C-TOLUENE')];
  await sql`insert into wms_product (id, code, name, category_id, kind, base_unit, state, search)
    select gen_random_uuid(), 'LIST-UNASSESSED', '未评估试剂', category_id, 'CHEMICAL', base_unit, 'ACTIVE', 'list-unassessed'
      from wms_product where id = ${precursor}`.execute(db);
  const { rows } = await sql<{ id: string }>`select id from wms_product where code = 'LIST-UNASSESSED'`.execute(db);
  const marksOf = async (ids: readonly string[]) => {
    const lines = ids.map((id) => lineOf(id, '1', { batchNo: 'MARKS', expiresOn: '2099-01-01' }));
    const { no } = await draft(cast.teacher, { type: 'INBOUND', warehouseId: places.w1, lines });
    const { data } = await cast.teacher.call(routes.listTransactions, { query: { type: 'INBOUND', q: no } });
    const [cells] = await readRows(await cast.teacher.call(routes.exportTransactions, { query: { type: 'INBOUND', q: no } }));
    return [data.list[0]!.controlFlags, data.list[0]!.notAssessed, cells!['管控类别']];
  };
  expect(await marksOf([toxic, precursor, rows[0]!.id])).toEqual([['DRUG_PRECURSOR', 'TOXIC'], true, '易制毒、剧毒、未评估']);
  expect(await marksOf([places.product('C-NACL')])).toEqual([[], false, '']);
});
