import { LEDGER_CHECKS, productBoxRoutes } from '@kuwei/contract/wms/product-box';
import type { QueryOf } from '@kuwei/contract/route';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { completeDocuments, idOf, post, type Entry } from '../../../test/_stock.ts';
import { readRows } from '../../../test/_workbook.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { sealLedger } from './seal.ts';

let world: World;
let keeper: Person;
let teacher: Person;
beforeAll(async () => {
  world = await openWorld();
  keeper = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
});
afterAll(() => world.end());

const tips = (qty: string, more: Partial<Entry> = {}): Entry => ({
  product: 'P-TIP-200',
  owner: 'LAB-CATALYSIS',
  box: 'W2-A-R1-B1',
  qty,
  ...more,
});
type Query = Partial<QueryOf<(typeof productBoxRoutes)['listLedger']>>;
const list = async (person: Person, query: Query = {}) => (await person.call(productBoxRoutes.listLedger, { query })).data;
const prove = async () => {
  await completeDocuments(world.services.db);
  return (await keeper.call(productBoxRoutes.proveLedger)).data;
};
const seal = (options = {}) => sealLedger(world.services.db, world.services.sealer, options);
const count = async (): Promise<number> => (await prove()).ledgerRows;

test('[S3.54] records each movement as an entry with goods, place, owner, quantity, balance and user', async () => {
  const { db } = world.services;
  const [id] = (await post(db, [tips('10', { batch: 'L1' })])) as [string];
  await post(db, [tips('-4', { batch: 'L1' })], 'keeper2');
  await post(db, [tips('5', { owner: 'LAB-BIO' })]);
  const entries = await list(teacher);
  expect(entries).toMatchObject({ total: 2, exact: true });
  expect(entries.list[0]).toMatchObject({
    kind: 'OUT',
    productBoxId: id,
    productCode: 'P-TIP-200',
    batchNo: 'L1',
    boxCode: 'W2-A-R1-B1',
    ownerOrgName: '催化化学课题组',
    qtyDelta: '-4',
    qtyAfter: '6',
    actor1Name: '王秀兰',
    transactionNo: expect.stringMatching(/^T-/),
  });
  expect(entries.list[1]).toMatchObject({ kind: 'IN', qtyDelta: '10', qtyAfter: '10' });
  expect(entries.list[0]!.seq).toBeGreaterThan(entries.list[1]!.seq);
  expect((await list(keeper)).total).toBe(3);
});

const batchOf = async (no: string): Promise<string> =>
  (await world.services.db.selectFrom('wms_batch').where('batch_no', '=', no).select('id').executeTakeFirstOrThrow()).id;

test('filters and exports entries', async () => {
  const { db } = world.services;
  const between = new Date().toISOString();
  await post(db, [{ product: 'P-GLOVE-M', owner: 'LAB-BIO', box: 'W2-B-R1-B1', qty: '7' }]);
  const cases: [Query, number][] = [
    [{ kind: ['OUT'] }, 1],
    [{ productId: await idOf(db, 'wms_product', 'P-GLOVE-M') }, 1],
    [{ boxId: await idOf(db, 'wms_warehouse_box', 'W2-A-R1-B1') }, 3],
    [{ ownerOrgId: await idOf(db, 'wms_org', 'LAB-BIO') }, 2],
    [{ batchId: await batchOf('L1') }, 2],
    [{ from: between }, 1],
    [{ to: between }, 3],
    [{ q: '手套' }, 1],
    [{ sort: 'seq' }, 4],
  ];
  for (const [query, total] of cases) expect([query, (await list(keeper, query)).total]).toEqual([query, total]);
  const rows = await readRows(await keeper.call(productBoxRoutes.exportLedger, { query: { q: 'P-TIP', sort: 'seq' } }));
  expect(rows.map((row) => [row['类型'], row['变动数量'], row['变动后数量'], row['基本单位']])).toEqual([
    ['入库', '10', '10', '盒'],
    ['出库', '-4', '6', '盒'],
    ['入库', '5', '5', '盒'],
  ]);
});

test('the next page of a long list continues before the last entry seen', async () => {
  for (let n = 0; n < 12; n++) await post(world.services.db, [tips('1', { batch: 'PAGE' })]);
  const whole = (await list(teacher, { size: 200 })).list.map((entry) => entry.seq);
  const seen: number[] = [];
  for (let before: number | undefined; seen.length < whole.length; before = seen.at(-1)) {
    const page = await list(teacher, { size: 5, ...(before === undefined ? {} : { before }) });
    expect(page.total).toBe(whole.length);
    seen.push(...page.list.map((entry) => entry.seq));
  }
  expect(seen).toEqual(whole);
});

test('entries cannot be changed, deleted, or written outside the posting function', async () => {
  const { db } = world.services;
  const tries = [
    sql`update wms_ledger set qty_delta = 1`,
    sql`delete from wms_ledger`,
    sql`truncate wms_ledger cascade`,
    sql`insert into wms_ledger overriding system value select * from wms_ledger limit 1`,
    sql`update wms_product_box set qty = qty + 1`,
    sql`update wms_product_box set reserved = 1 where qty > 0`,
    sql`delete from wms_product_box`,
    sql`delete from wms_ledger_block`,
  ];
  await seal();
  for (const attempt of tries) await expect(attempt.execute(db)).rejects.toThrow(/append-only|wms_post|never deleted/);
});

test('the proof passes and reports its scope', async () => {
  const proof = await prove();
  expect(proof).toMatchObject({ ok: true, faults: [] });
  expect(proof.checks.map(({ check, faults }) => [check, faults])).toEqual(LEDGER_CHECKS.map((check) => [check, 0]));
  expect(proof.sealedRows).toBe(proof.ledgerRows);
  const admin = await world.as('admin', 'ROLE_ADMIN');
  expect((await admin.call(productBoxRoutes.proveLedger)).data.ok).toBe(true);
  expect((await teacher.call(productBoxRoutes.proveLedger)).status).toBe(403);
});

test('seals finished entries once, in chained blocks of limited size', async () => {
  const { db } = world.services;
  for (let n = 0; n < 7; n++) await post(db, [tips('1', { batch: 'SEAL' })]);
  expect(await seal({ blockRows: 3 })).toBe(7);
  expect(await seal({ blockRows: 3 })).toBe(0);
  const blocks = await db.selectFrom('wms_ledger_block').orderBy('no').selectAll().execute();
  expect(blocks.slice(-3).map((block) => block.row_count)).toEqual([3, 3, 1]);
  expect(blocks.map((block) => block.no)).toEqual(blocks.map((_, at) => at + 1));
  for (const [at, block] of blocks.slice(1).entries()) expect(block.first_seq).toBeGreaterThan(blocks[at]!.last_seq);
  expect(await prove()).toMatchObject({ ok: true, blocks: blocks.length });
});

test('[F-R6] filters entries by time, sealed or not, even if the clock went back', async () => {
  const { db } = world.services;
  const first = (await sql<{ seq: number }>`select max(seq) + 1 as seq from wms_ledger`.execute(db)).rows[0]!.seq;
  const minutes = [10, 11, 5, 6, 30, 31, 12, 40, 29];
  const begun = Date.now() - 3_600_000;
  const at = (minute: number): string => new Date(begun + minute * 60_000).toISOString();
  for (const _ of minutes) await post(db, [tips('1', { batch: 'BACK' })]);
  await sql`alter table wms_ledger disable trigger user`.execute(db);
  for (const [place, minute] of minutes.entries())
    await sql`update wms_ledger set at = ${at(minute)} where seq = ${first + place}`.execute(db);
  await sql`alter table wms_ledger enable trigger user`.execute(db);
  const compared = async () => {
    const { list: all } = (await keeper.call(productBoxRoutes.listLedger, { query: { size: 100 } })).data;
    const ours = all.filter(({ seq }) => seq >= first);
    expect(ours).toHaveLength(minutes.length);
    for (const minute of [4, 5, 7, 11, 12, 29, 35, 41])
      for (const sort of ['seq', '-seq'] as const) {
        const { list: to } = (await keeper.call(productBoxRoutes.listLedger, { query: { to: at(minute), sort, size: 100 } }))
          .data;
        const { list: from } = (await keeper.call(productBoxRoutes.listLedger, { query: { from: at(minute), sort, size: 100 } }))
          .data;
        const seqs = (list: typeof all) =>
          list
            .map(({ seq }) => seq)
            .filter((seq) => seq >= first)
            .toSorted((a, b) => b - a);
        expect(seqs(to)).toEqual(seqs(ours.filter((entry) => entry.at <= at(minute))));
        expect(seqs(from)).toEqual(seqs(ours.filter((entry) => entry.at >= at(minute))));
      }
  };
  await compared();
  await seal({ blockRows: 2 });
  await compared();
  expect((await prove()).ok).toBe(true);
  const moved = async (by: string): Promise<void> => {
    await sql`alter table wms_ledger_block disable trigger user`.execute(db);
    await sql`update wms_ledger_block set until_at = until_at + ${by}::interval where no = 1`.execute(db);
    await sql`alter table wms_ledger_block enable trigger user`.execute(db);
  };
  await moved('1 day');
  expect((await prove()).faults).toMatchObject([
    { check: 'SEALED', detail: 'says other moments than its entries' },
    { check: 'SEALED' },
  ]);
  await moved('-1 day');
});

test('concurrent sealing seals nothing twice', async () => {
  for (let n = 0; n < 20; n++) await post(world.services.db, [tips('1', { batch: 'MANY' })]);
  const sealed = await Promise.all(Array.from({ length: 6 }, () => seal({ blockRows: 4 })));
  const rest = await seal();
  expect(sealed.reduce((sum, rows) => sum + rows, 0) + rest).toBe(20);
  expect((await prove()).ok).toBe(true);
});

test('never skips an entry of an uncommitted posting', async () => {
  const { db } = world.services;
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let begun = (): void => {};
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  const slow = db.transaction().execute(async (trx) => {
    await post(trx, [tips('1', { batch: 'SLOW' })]);
    begun();
    await held;
  });
  await isBegun;
  await post(db, [tips('1', { batch: 'QUICK' })]);
  // The faster posting has the higher number: sealing it now would skip the slower one for good.
  expect(await seal({ patienceMs: 100 })).toBe(0);
  release();
  await slow;
  expect(await seal()).toBe(2);
  expect(await prove()).toMatchObject({ ok: true, sealedRows: await count() });
});

test('a long transaction in another database does not delay sealing', async () => {
  const other = await openWorld();
  try {
    await other.services.db.transaction().execute(async (trx) => {
      await post(trx, [tips('1', { batch: 'ELSEWHERE' })]);
      await post(world.services.db, [tips('1', { batch: 'HERE' })]);
      expect(await seal({ patienceMs: 100 })).toBe(1);
    });
  } finally {
    await other.end();
  }
});

test('sealing under load leaves no gap', async () => {
  const { db } = world.services;
  const posting = Promise.all(
    Array.from({ length: 4 }, async (_, lane) => {
      for (let n = 0; n < 10; n++) await post(db, [tips('1', { batch: `LOAD-${lane}` })]);
    }),
  );
  let sealed = 0;
  for (let n = 0; n < 5; n++) sealed += await seal({ blockRows: 7 });
  await posting;
  sealed += await seal();
  expect(sealed).toBe(40);
  const proof = await prove();
  expect(proof).toMatchObject({ ok: true, sealedRows: proof.ledgerRows });
});

/** Tampers as a database user could, then undoes it. */
async function tamper(how: string, undo: string): Promise<string[]> {
  const { db } = world.services;
  const off = sql`alter table wms_ledger disable trigger user; alter table wms_product_box disable trigger user;`;
  const on = sql`alter table wms_ledger enable trigger user; alter table wms_product_box enable trigger user;`;
  const run = async (statement: string): Promise<void> => {
    await db.transaction().execute(async (trx) => {
      for (const part of [...off.compile(trx).sql.split(';'), statement, ...on.compile(trx).sql.split(';')])
        if (part.trim() !== '') await sql.raw(part).execute(trx);
    });
  };
  await run(how);
  const { ok, faults } = await prove();
  await run(undo);
  expect(ok).toBe(faults.length === 0);
  return [...new Set(faults.map((fault) => fault.check))];
}

test('finds every kind of tampering', async () => {
  const { rows } = await sql<{ seq: number; id: string }>`
    select seq, product_box_id as id from wms_ledger where kind = 'OUT' order by seq limit 1`.execute(world.services.db);
  const { seq, id } = rows[0]!;
  const CHAIN = 'SEALED';
  expect(
    await tamper(
      `update wms_ledger set reason = 'x' where seq = ${seq}`,
      `update wms_ledger set reason = null where seq = ${seq}`,
    ),
  ).toEqual(['ENTRIES', CHAIN]);
  expect(
    await tamper(
      `update wms_ledger set actor1_id = (select id from sys_user where username = 'admin') where seq = ${seq}`,
      `update wms_ledger set actor1_id = (select id from sys_user where username = 'keeper2') where seq = ${seq}`,
    ),
  ).toEqual(['DECIDED', CHAIN]);
  expect(
    await tamper(
      `update wms_ledger set qty_delta = -3, qty_after = 7 where seq = ${seq}`,
      `update wms_ledger set qty_delta = -4, qty_after = 6 where seq = ${seq}`,
    ),
  ).toEqual(expect.arrayContaining(['REPLAY', CHAIN, 'OWNERS']));
  expect(
    await tamper(
      `update wms_product_box set qty = qty + 1 where id = '${id}'`,
      `update wms_product_box set qty = qty - 1 where id = '${id}'`,
    ),
  ).toEqual(['REPLAY', 'OWNERS']);
  expect(
    await tamper(
      `update wms_product_box set reserved = 1 where id = '${id}'`,
      `update wms_product_box set reserved = 0 where id = '${id}'`,
    ),
  ).toEqual(['RESERVED']);
  expect((await prove()).ok).toBe(true);
});

test('finds a disabled trigger', async () => {
  const { db } = world.services;
  await sql`alter table wms_ledger disable trigger wms_ledger_append_only`.execute(db);
  const { faults } = await prove();
  await sql`alter table wms_ledger enable trigger wms_ledger_append_only`.execute(db);
  expect(faults.map((fault) => fault.subject)).toEqual(['trigger wms_ledger.wms_ledger_append_only']);
});

test('finds an entry removed from a sealed block', async () => {
  const { db } = world.services;
  await post(db, [tips('1', { batch: 'GONE' })]);
  await seal();
  await sql`alter table wms_ledger disable trigger user`.execute(db);
  await sql`delete from wms_ledger where seq = (select max(seq) from wms_ledger)`.execute(db);
  await sql`alter table wms_ledger enable trigger user`.execute(db);
  const { faults } = await prove();
  expect(faults.find((fault) => fault.check === 'SEALED')?.detail).toBe('0 entries, sealed were 1');
});
