// Each shipped report matches an independent computation from the tables, for every reader.
import { decimalOf } from '@kuwei/contract/decimal';
import { ownReportRoutes, reportRoutes, type ReportCell, type ReportForm } from '@kuwei/contract/sys/report';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { day } from '../../../test/_days.ts';
import { lineOf, placesOf, submitted } from '../../../test/_flow.ts';
import { makeHistory } from '../../../test/_history.ts';
import { averageBefore, rawLedger, rounded, type Raw } from '../../../test/_raw-ledger.ts';
import { post } from '../../../test/_stock.ts';
import { openWorld, type Person, type World } from '../../../test/_world.ts';
import { newId } from '../../db/id.ts';
import { foldLedger } from '../../wms/statistics/fold.ts';
import { SHIPPED, seedReports } from './seed.ts';

/** Sorts rows for comparison. */
const inOrder = (rows: readonly unknown[][]): string[] => rows.map((row) => JSON.stringify(row)).toSorted();

let world: World;
let manager: Person;
let admin: Person;
let raw: Raw[];
let today: string;

const BOXES = ['W2-A-R1-B1', 'W2-A-R1-B2', 'W1-C01-R1-B1'];

beforeAll(async () => {
  world = await openWorld();
  manager = await world.as('manager', 'ROLE_WAREHOUSE_ADMIN');
  admin = await world.as('admin', 'ROLE_ADMIN');
  const { db } = world.services;
  await makeHistory(db, {
    seed: 20_261_124,
    products: ['W-BEAKER-250', 'P-TIP-200', 'C-ETHANOL', 'C-NACN'],
    orgs: ['LAB-BIO', 'LAB-POLYMER'],
    boxes: BOXES,
    postings: 60,
    days: 150,
  });
  // Some batches expired before disposal, some will expire soon, some stay too long.
  await sql`update wms_batch b set expires_on = current_date + case p.code when 'C-ETHANOL' then -160 when 'P-TIP-200' then 20 when 'C-NACN' then 75 end
              from wms_product p where p.id = b.product_id and b.batch_no like 'HIST-%' and p.code <> 'W-BEAKER-250'`.execute(db);
  await sql`update wms_product_box set last_move_at = now() - interval '200 days' where id in (select id from wms_product_box where qty > 0 order by id limit 4)`.execute(
    db,
  );
  const [bio, polymer, box] = ['LAB-BIO', 'LAB-POLYMER', BOXES[0]!];
  // Ensures some of each, whatever the history contains.
  await post(db, [
    { product: 'P-TIP-200', owner: bio, box, qty: '3', batch: 'LATE', depositUntil: '2026-01-31' },
    { product: 'P-TIP-200', owner: polymer, box, qty: '4', batch: 'SOON', expiresOn: day(20) },
    { product: 'C-ETHANOL', owner: polymer, box, qty: '5', batch: 'PAST', expiresOn: day(-160) },
    { product: 'C-NACN', owner: bio, box: BOXES[2]!, qty: '6', batch: 'CN' },
  ]);
  await post(db, [
    { product: 'C-ETHANOL', owner: polymer, box, qty: '-2', batch: 'PAST', kind: 'DISPOSE' },
    { product: 'C-NACN', owner: bio, box: BOXES[2]!, qty: '-1', batch: 'CN' },
  ]);
  // Part of the ledger is folded, as in a running installation.
  await foldLedger({ db });
  await makeReviews();
  await makeCount();
  raw = await rawLedger(db);
  today = (await sql<{ day: string }>`select to_char(current_date, 'YYYY-MM-DD') as day`.execute(db)).rows[0]!.day;
});
afterAll(() => world.end());

/** Creates one waiting, one approved and one returned document, dated in the past. */
async function makeReviews(): Promise<void> {
  const { db } = world.services;
  const places = await placesOf(world);
  const teacher = await world.as('teacher', 'ROLE_TEACHER', 'LAB-CATALYSIS');
  const reviewer = await world.as('reviewer', 'ROLE_WAREHOUSE_ADMIN');
  for (const step of ['approve', 'return', 'wait', 'approve'] as const) {
    const { id, rev } = await submitted(teacher, {
      type: 'INBOUND',
      warehouseId: places.w2,
      lines: [lineOf(places.product('W-BEAKER-250'), '1', { unit: 'PIECE' })],
    });
    if (step !== 'wait') {
      const answer = await reviewer.send('PUT', `/wms/transaction/${id}/${step}`, { rev, comment: '看过了' });
      expect(answer.status, JSON.stringify(answer.raw.toString())).toBe(200);
    }
  }
  await sql`update bpm_task set created_at = created_at - (level * 7 + length(id::text) % 5 + extract(epoch from now())::int % 3) * interval '1 hour'`.execute(
    db,
  );
  await sql`update wms_transaction set submitted_at = submitted_at - interval '5 days' where state = 'SUBMITTED'`.execute(db);
}

/** An approved count with one correct line and two differences. */
async function makeCount(): Promise<void> {
  const { db } = world.services;
  const count = newId();
  await sql`insert into wms_inventory (id, no, warehouse_id, type, scope, state, published_at, ended_at, created_by)
    select ${count}, 'CNT-TEST', w.id, 'SPOT', 'BOX', 'APPROVED', now(), now(), u.id
      from wms_warehouse w, sys_user u where w.code = 'W2' and u.username = 'manager'`.execute(db);
  await sql`insert into wms_inventory_line (id, inventory_id, line_no, box_id, product_id, owner_org_id, batch_no, qty_book, ledger_seq, qty_then,
      qty_count, state, counter_id, counted_at, reason)
    select gen_random_uuid(), ${count}, row_number() over (order by s.id), s.box_id, s.product_id, s.owner_org_id, s.id::text, s.qty, s.ledger_seq, s.qty,
           s.qty + (row_number() over (order by s.id) - 1), 'COUNTED', u.id, now(), 'MISSING'
      from (select s.* from wms_product_box s join wms_warehouse w on w.id = s.warehouse_id where w.code = 'W2' and s.qty > 0 order by s.id limit 3) s,
           sys_user u where u.username = 'keeper'`.execute(db);
}

/** Rows by column names; quantities and sums without trailing zeros. */
async function runReport(
  code: string,
  values: Record<string, string> = {},
  person = manager,
): Promise<Record<string, ReportCell>[]> {
  const { list } = (await person.call(ownReportRoutes.listOwnReports, { query: { q: code, size: 50 } })).data;
  const { id } = list.find((report) => report.code === code)!;
  const { columns, rows, more } = (await person.call(ownReportRoutes.runReport, { params: { id }, body: { values } })).data;
  expect(more).toBe(false);
  return rows.map((row) => Object.fromEntries(columns.map(({ name }, at) => [name, row[at]!])));
}

const plain = async <T extends object>(text: ReturnType<typeof sql<T>>): Promise<T[]> =>
  (await text.execute(world.services.db)).rows;

interface Held {
  id: string;
  owner: string;
  ownerId: string;
  product: string;
  productId: string;
  warehouse: string;
  qty: string;
  still: number;
  left: number | null;
  until: string | null;
}
/** Stock from its table. */
const held = (): Promise<Held[]> =>
  plain(sql<Held>`
    select s.id, o.code as owner, o.id as "ownerId", p.code as product, p.id as "productId", w.code as warehouse, s.qty::text as qty,
           current_date - s.last_move_at::date as still, a.expires_on - current_date as left, s.deposit_until as until
      from wms_product_box s join wms_org o on o.id = s.owner_org_id join wms_product p on p.id = s.product_id
      join wms_warehouse w on w.id = s.warehouse_id join wms_batch a on a.id = s.batch_id where s.qty > 0`);

const FOREVER = '9999';
/** The stock's value in cents; null if unknown. */
function worthOf(stock: Held): bigint | null {
  const of = raw.find(({ owner, product }) => owner === stock.ownerId && product === stock.productId);
  const price = of ? averageBefore(raw, of, FOREVER) : null;
  return price === null ? null : rounded(BigInt(Math.round(Number(stock.qty) * 1e6)) * price, 10_000_000_000n);
}
const cents = (value: ReportCell): bigint | null => (value === null ? null : BigInt(Math.round(Number(value) * 100)));
const sumOf = (all: readonly (bigint | null)[]): bigint | null =>
  all.every((each) => each === null) ? null : all.reduce<bigint>((sum, each) => sum + (each ?? 0n), 0n);
const codes = (rows: readonly Record<string, ReportCell>[], ...names: string[]): string[] =>
  rows.map((row) => names.map((name) => String(row[name])).join(' ')).toSorted();

test('stock value by owner', async () => {
  const stock = await held();
  const expected = [...Map.groupBy(stock, ({ owner }) => owner)].map(([owner, some]) => ({
    owner,
    records: some.length,
    unpriced: some.filter((each) => worthOf(each) === null).length,
    value: sumOf(some.map(worthOf)),
  }));
  const rows = await runReport('STOCK_VALUE');
  expect(
    rows
      .map((row) => ({
        owner: row['owner_code'],
        records: row['records'],
        unpriced: row['unpriced'],
        value: cents(row['value']!),
      }))
      .toSorted((a, b) => (a.owner! < b.owner! ? -1 : 1)),
  ).toEqual(expected.toSorted((a, b) => (a.owner < b.owner ? -1 : 1)));
  expect(rows.some(({ value }) => value !== null)).toBe(true);
});

test('goods without movement, stock about to expire, overdue deposits', async () => {
  const stock = await held();
  const key = (of: Held[]): string[] =>
    of.map(({ product, qty }) => `${product} ${decimalOf(BigInt(Math.round(Number(qty) * 1e6)))}`).toSorted();
  const idle = await runReport('STOCK_IDLE', { days: '180' });
  expect(codes(idle, 'product_code', 'qty')).toEqual(key(stock.filter(({ still }) => still >= 180)));
  expect(idle.length).toBeGreaterThanOrEqual(4);
  const expiring = await runReport('STOCK_EXPIRING', { days: '60' });
  expect(codes(expiring, 'product_code', 'qty')).toEqual(key(stock.filter(({ left }) => left !== null && left <= 60)));
  expect(new Set(expiring.map(({ part }) => part))).toEqual(new Set(['< 0', '0–30']));
  const overdue = await runReport('DEPOSITS_OVERDUE');
  expect(codes(overdue, 'product_code', 'qty')).toEqual(key(stock.filter(({ until }) => until !== null && until < today)));
  expect(overdue.length).toBeGreaterThan(0);
});

test('hazardous goods by warehouse and storage group', async () => {
  const expected = await plain(sql<{
    warehouse: string;
    group: string | null;
    products: number;
    records: number;
    mass: string | null;
  }>`
    select w.code as warehouse, p.storage_group as "group", count(distinct p.id)::int as products, count(*)::int as records, sum(s.qty * p.unit_mass_kg) as mass
      from wms_product_box s join wms_product p on p.id = s.product_id join wms_warehouse w on w.id = s.warehouse_id
     where s.qty > 0 and p.hazard in ('HAZARDOUS', 'UNKNOWN') group by 1, 2`);
  const rows = await runReport('HAZARD_BY_GROUP');
  expect(inOrder(rows.map((row) => [row['warehouse_code'], row['products'], row['records'], row['mass_kg']]))).toEqual(
    inOrder(expected.map((row) => [row.warehouse, row.products, row.records, row.mass])),
  );
  expect(rows.length).toBeGreaterThan(0);
});

const PERIOD = { from: day(-365), to: day(0) };
const nameOf = async (table: 'wms_org' | 'wms_product'): Promise<Map<string, string>> =>
  new Map(
    (await plain(sql<{ id: string; code: string }>`select id, code from ${sql.table(table)}`)).map(({ id, code }) => [id, code]),
  );
const OWN = (row: Raw): boolean => row.day >= PERIOD.from && row.day <= PERIOD.to;

test('controlled goods in and out by month', async () => {
  const products = await nameOf('wms_product');
  const mine = raw.filter(
    (row) => OWN(row) && row.classes.length > 0 && ['IN', 'OPENING', 'OUT', 'DISPOSE', 'COUNT_ADJ'].includes(row.flow),
  );
  const total = (rows: readonly Raw[], ...flows: string[]): bigint =>
    rows.filter(({ flow }) => flows.includes(flow)).reduce((sum, { qty }) => sum + qty, 0n);
  const expected = [...Map.groupBy(mine, (row) => `${row.day.slice(0, 7)} ${products.get(row.product)!} ${row.owner}`)].map(
    ([key, rows]) =>
      [
        key.slice(0, key.lastIndexOf(' ')),
        decimalOf(total(rows, 'IN', 'OPENING')),
        decimalOf(-total(rows, 'OUT', 'DISPOSE')),
        decimalOf(total(rows, 'COUNT_ADJ')),
      ].join(' '),
  );
  const rows = await runReport('CONTROLLED_FLOW', PERIOD);
  expect(codes(rows, 'month', 'product_code', 'qty_in', 'qty_out', 'adjusted')).toEqual(expected.toSorted());
  expect(rows.length).toBeGreaterThan(0);
});

test('top collectors, and disposal of expired goods', async () => {
  const orgs = await nameOf('wms_org');
  const byOwner = (rows: readonly Raw[]) =>
    [...Map.groupBy(rows, ({ owner }) => orgs.get(owner)!)].map(([owner, some]) => {
      const value = sumOf(some.map((row) => row.value));
      return `${owner} ${some.length} ${value === null ? null : -value}`;
    });
  const of = (rows: readonly Record<string, ReportCell>[]) =>
    rows.map((row) => `${row['owner_code'] as string} ${row['entries'] as number} ${cents(row['value']!)}`);
  const top = await runReport('TOP_CONSUMERS', { ...PERIOD, top: '50' });
  expect(of(top).toSorted()).toEqual(byOwner(raw.filter((row) => OWN(row) && row.flow === 'OUT')).toSorted());
  const expired = new Map(
    (
      await plain(
        sql<{
          seq: number;
        }>`select l.seq from wms_ledger l join wms_batch b on b.id = l.batch_id where b.expires_on < l.at::date`,
      )
    ).map(({ seq }) => [seq, true]),
  );
  const waste = await runReport('EXPIRY_WASTE', PERIOD);
  expect(of(waste).toSorted()).toEqual(
    byOwner(raw.filter((row) => OWN(row) && row.flow === 'DISPOSE' && expired.has(row.seq))).toSorted(),
  );
  expect(waste.length).toBeGreaterThan(0);
});

test('lead times of reviewers, and waiting documents', async () => {
  const decisions = await plain(sql<{ reviewer: string; hours: number; ok: boolean }>`
    select u.name as reviewer, round((extract(epoch from d.at - k.created_at) / 3600)::numeric, 2)::float as hours, d.decision = 'APPROVE' as ok
      from bpm_decision d join bpm_task k on k.id = d.task_id join sys_user u on u.id = d.actor_id`);
  const at = (hours: readonly number[], share: number): number => {
    const sorted = hours.toSorted((a, b) => a - b);
    const place = (sorted.length - 1) * share;
    const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
    return Number((low + (high - low) * (place - Math.floor(place))).toFixed(2));
  };
  const expected = [...Map.groupBy(decisions, ({ reviewer }) => reviewer)].map(([reviewer, some]) => [
    reviewer,
    some.length,
    at(
      some.map(({ hours }) => hours),
      0.5,
    ),
    at(
      some.map(({ hours }) => hours),
      0.9,
    ),
    some.filter(({ ok }) => !ok).length,
  ]);
  const rows = await runReport('REVIEW_TIMES', PERIOD);
  expect(
    inOrder(
      rows.map((row) => [
        row['reviewer_name'],
        row['decisions'],
        Number(row['median_hours']),
        Number(row['p90_hours']),
        row['not_approved'],
      ]),
    ),
  ).toEqual(inOrder(expected));
  expect(rows.length).toBeGreaterThan(0);

  const waiting = await plain(sql<{ no: string }>`
    select no from wms_transaction where deleted_at is null and submitted_at::date <= current_date - 3 and state in ('SUBMITTED', 'APPROVED', 'EXECUTING', 'PARTIAL')`);
  expect(codes(await runReport('DOCUMENTS_WAITING', { days: '3' }), 'no')).toEqual(waiting.map(({ no }) => no).toSorted());
  expect(waiting.length).toBeGreaterThan(0);
});

test('quota use, count differences, people and their roles', async () => {
  await sql`insert into wms_org_quota (org_id, warehouse_id, max_boxes, max_volume_l)
    select o.id, w.id, 2, 100 from wms_org o, wms_warehouse w where o.code = 'LAB-BIO' and w.code = 'W2' on conflict do nothing`.execute(
    world.services.db,
  );
  const boxes = new Set((await held()).filter(({ owner, warehouse }) => owner === 'LAB-BIO' && warehouse === 'W2'));
  const used = await plain(sql<{
    n: number;
  }>`select count(distinct box_id)::int as n from wms_product_box s join wms_org o on o.id = s.owner_org_id
    join wms_warehouse w on w.id = s.warehouse_id where s.qty > 0 and o.code = 'LAB-BIO' and w.code = 'W2'`);
  const quotas = await runReport('QUOTA_USE');
  expect(quotas.find((row) => row['org_code'] === 'LAB-BIO')).toMatchObject({
    boxes: used[0]!.n,
    boxes_percent: String(used[0]!.n * 50),
  });
  expect(boxes.size).toBeGreaterThan(0);

  const differences = await runReport('COUNT_DIFFERENCES', PERIOD);
  expect(differences.map(({ difference, reason }) => [difference, reason])).toEqual(
    expect.arrayContaining([
      ['1', expect.stringMatching(/\p{Script=Han}/u)],
      ['2', expect.anything()],
    ]),
  );
  expect(differences.length).toBe(2);

  const roles = await plain(sql<{
    key: string;
  }>`select u.username || ' ' || r.role_code as key from sys_user_role r join sys_user u on u.id = r.user_id
    where u.deleted_at is null and u.state = 'ACTIVE'`);
  expect(codes(await runReport('USERS_ROLES', { all: 'false' }, admin), 'username', 'role_code')).toEqual(
    roles.map(({ key }) => key).toSorted(),
  );
});

test('every shipped report runs in both languages, for everyone who may run it', async () => {
  const teacher = await world.as('teacher2', 'ROLE_TEACHER', 'LAB-BIO');
  const { list } = (await teacher.call(ownReportRoutes.listOwnReports, { query: { size: 50 } })).data;
  expect(list.map(({ code }) => code).toSorted()).toEqual(
    SHIPPED.filter(({ roles }) => roles.includes('ROLE_TEACHER'))
      .map(({ code }) => code)
      .toSorted(),
  );
  for (const { id } of list) {
    const run = await teacher.call(ownReportRoutes.runReport, {
      params: { id },
      body: { values: {} },
      headers: { 'accept-language': 'en' },
    });
    for (const { label } of run.data.columns) expect(label).not.toMatch(/[\p{Script=Han}_]/u);
  }
});

test("an upgrade keeps a site's changes to a shipped report and updates the rest; the report can be restored", async () => {
  const { db } = world.services;
  const [{ id }] = (await plain(sql<{ id: string }>`select id from sys_report where code = 'STOCK_IDLE'`)) as [{ id: string }];
  const before = (await admin.call(reportRoutes.getReport, { params: { id } })).data;
  const { id: _id, shipped: _s, changed: _c, createdAt: _a, updatedAt: _u, updatedBy: _b, ...form } = before;
  const changed = (
    await admin.call(reportRoutes.updateReport, {
      params: { id },
      body: { ...(form satisfies ReportForm & { rev: number }), name: '睡着的货' },
    })
  ).data;
  expect(changed).toMatchObject({ name: '睡着的货', shipped: true, changed: true });
  // The next version has another text and another limit.
  await sql`update sys_report set shipped = shipped || '{"description":"以前的说明","name":"以前的名称"}', description = '以前的说明' where id = ${id}`.execute(
    db,
  );
  await db.transaction().execute(seedReports);
  const upgraded = (await admin.call(reportRoutes.getReport, { params: { id } })).data;
  expect(upgraded).toMatchObject({ name: '睡着的货', description: before.description });
  expect((await admin.call(reportRoutes.deleteReport, { params: { id } })).error.code).toBe('REPORT_SHIPPED');
  const back = (await admin.call(reportRoutes.restoreReport, { params: { id }, body: { rev: upgraded.rev } })).data;
  expect(back).toMatchObject({ name: before.name, changed: false });
});
