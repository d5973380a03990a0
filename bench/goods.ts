// A large warehouse for the benchmark: consistent stock and ledger, written in seconds by bypassing triggers.
import type { Client } from 'pg';

export interface Size {
  stock: number;
  ledger: number;
}

export interface Goods {
  /** Warehouse with three quarters of the stock. */
  bigWarehouseId: string;
  /** Product with SELECTIVE stock rows. */
  rareProductId: string;
  /** Sample of products that have stock rows. */
  productIds: string[];
  /** Sample of stock rows to read one by one. */
  stockIds: string[];
}

export const SELECTIVE = 500;
const PRODUCTS = 2_000;
/** Ledger entries per document. */
const ENTRIES = 10;
const SAMPLE = 1_000;

/**
 * Fills the database deterministically from row numbers, so that runs are comparable.
 * @param client outside a transaction
 * @param past whether to bypass triggers and foreign keys, which check rows one by one; needs a privileged role. The result must
 * still be consistent: prove it afterwards.
 */
export async function fillWarehouse(client: Client, size: Size, past: boolean): Promise<Goods> {
  await client.query("set kuwei.posting = 'on'");
  if (past) await client.query('set session_replication_role = replica');
  await client.query('begin');
  const indexes = past ? await dropIndexes(client) : [];
  for (const statement of statements(size)) await client.query(statement);
  for (const index of indexes) await client.query(index);
  await client.query('commit');
  if (past) await client.query('reset session_replication_role');
  await client.query('reset kuwei.posting');
  await client.query('vacuum (analyze)');
  if (past) await client.query('checkpoint');
  const { rows } = await client.query<{ big: string; rare: string; products: string[]; ids: string[] }>(
    `select (select id from wms_warehouse where code = 'BENCH-A') as big, (select id from wms_product where code = 'BENCH-0') as rare,
            array(select id from wms_product where code like 'BENCH-%' and code <> 'BENCH-0' order by code limit $1) as products,
            array(select id from wms_product_box where warehouse_id in (select id from wms_warehouse where code like 'BENCH-%')
                   order by id limit $1) as ids`,
    [SAMPLE],
  );
  const { big, rare, products, ids } = rows[0]!;
  return { bigWarehouseId: big, rareProductId: rare, productIds: products, stockIds: ids };
}

/** Tables with a row per entry or document. */
const LONG = [
  'wms_ledger',
  'wms_transaction',
  'wms_transaction_line',
  'wms_transaction_record',
  'bpm_instance',
  'bpm_task',
  'bpm_decision',
];

/** Dropped, since rebuilding at the end takes a fraction of the time. @returns statements that rebuild them; primary keys stay */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made from pg_index i
      where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
    [LONG],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ made }) => made);
}

const statements = ({ stock, ledger }: Size): string[] => {
  const turns = ledger / stock;
  const documents = ledger / ENTRIES;
  return [
    `create temp table bench_org on commit drop as
       select (row_number() over (order by code) - 1)::int as n, id from wms_org where type <> 'WAREHOUSE'`,
    `insert into wms_warehouse (id, org_id, code, name)
       select gen_random_uuid(), (select id from wms_org where type = 'WAREHOUSE' limit 1), 'BENCH-' || x, '基准仓库 ' || x
         from unnest(array['A', 'B']) x`,
    `insert into wms_container (id, warehouse_id, type, code, name, rows, cols)
       select gen_random_uuid(), id, 'SHELF', 'S' || r, '货架 ' || r, 1, 40
         from wms_warehouse, generate_series(1, 50) r where code like 'BENCH-%'`,
    `insert into wms_warehouse_box (id, container_id, warehouse_id, code, row_no, col_no, qr_token)
       select gen_random_uuid(), c.id, c.warehouse_id, format('%s-%s-B%s', w.code, c.code, n), 1, n, gen_random_uuid()::text
         from wms_warehouse w join wms_container c on c.warehouse_id = w.id, generate_series(1, 40) n
        where w.code like 'BENCH-%'`,
    `create temp table bench_box on commit drop as
       select right(w.code, 1) as warehouse, ((substr(c.code, 2)::int - 1) * 40 + b.col_no - 1) as n, b.id, b.warehouse_id
         from wms_warehouse_box b join wms_container c on c.id = b.container_id join wms_warehouse w on w.id = b.warehouse_id
        where w.code like 'BENCH-%'`,
    `insert into wms_product (id, code, name, name_en, category_id, kind, spec, base_unit, cas, search, state, unit_volume_l, price)
       select gen_random_uuid(), 'BENCH-' || n, '基准试剂 ' || n, 'Bench reagent ' || n,
              (select id from wms_category order by code limit 1), 'CONSUMABLE', '500 mL', 'PIECE', null,
              lower('BENCH-' || n || ' 基准试剂 ' || n || ' bench reagent ' || n || ' jizhunshiji jzsj'), 'ACTIVE', 0.5, 10 + n % 90
         from generate_series(0, ${PRODUCTS - 1}) n`,
    `insert into wms_batch (id, product_id, batch_no, made_on, expires_on)
       select gen_random_uuid(), p.id, format('B%s-%s', substr(p.code, 7), k), date '2025-01-01' + k, date '2027-01-01' + substr(p.code, 7)::int + k
         from wms_product p, generate_series(0, 1) k where p.code like 'BENCH-%'`,
    `create temp table bench_batch on commit drop as
       select substr(p.code, 7)::int as product, right(b.batch_no, 1)::int as k, b.id, b.product_id
         from wms_batch b join wms_product p on p.id = b.product_id where p.code like 'BENCH-%'`,
    `create temp table bench_base on commit drop as
       select coalesce(max(seq), 0) as seq, now() - interval '2 years' as since from wms_ledger`,
    // Stock row i: product, number m of earlier rows of that product, and the resulting place.
    `create temp table bench_stock on commit drop as
       select i, ${idOf('i', `since + ${moment(numberOf('1', stock).replaceAll('s.i', 'i'), ledger)}`)} as id, t.product_id, t.id as batch_id, o.id as owner_org_id, b.id as box_id, b.warehouse_id,
              10 + i % 7 as up, 5 + i % 3 as down
         from (select i, case when i < ${SELECTIVE} then 0 else 1 + (i - ${SELECTIVE}) % ${PRODUCTS - 1} end as product,
                      case when i < ${SELECTIVE} then i else (i - ${SELECTIVE}) / ${PRODUCTS - 1} end as m
                 from generate_series(0, ${stock - 1}) i) g
         join bench_batch t on t.product = g.product and t.k = m % 2
         join bench_org o on o.n = ${ownerOf(`i::bigint * 7919 % ${stock} / ${ENTRIES}`)}
        cross join bench_base
         join bench_box b on b.warehouse = case when m % 4 = 3 then 'B' else 'A' end and b.n = (m * 37 + g.product * 7) % 2000`,
    `insert into wms_product_box (id, product_id, batch_id, owner_org_id, box_id, warehouse_id, qty, first_in_at, last_move_at, ledger_seq)
       select s.id, s.product_id, s.batch_id, s.owner_org_id, s.box_id, s.warehouse_id, ${qtyAfter(String(turns))},
              since + ${moment(numberOf('1', stock), ledger)}, since + ${moment(numberOf(String(turns), stock), ledger)},
              base.seq + ${numberOf(String(turns), stock)}
         from bench_stock s, bench_base base order by s.i`,
    `insert into wms_transaction (id, no, type, source, owner_org_id, applicant_id, warehouse_id, state, round, levels, submitted_at,
                                  approved_at, finished_at, created_at, created_by, updated_at, pickup_salt)
       select ${idOf('d.n', 'at')}, 'BENCH' || lpad(d.n::text, ${numberLength(documents)}, '0'), case d.n % 2 when 0 then 'INBOUND' else 'OUTBOUND' end,
              'LAB', o.id, u.id, w.id, 'DONE', 1, 1, at, at, at, at, u.id, at, '\\x00'
         from (select n, now() - interval '2 years' + n * interval '2 years' / ${documents} as at from generate_series(0, ${documents - 1}) n) d
         join bench_org o on o.n = ${ownerOf(`d.n % ${stock / ENTRIES}`)}
        cross join (select id from sys_user where username = 'teacher') u
        cross join (select id from wms_warehouse where code = 'BENCH-A') w
        order by d.n`,
    `create temp table bench_document on commit drop as
       select row_number() over (order by no) - 1 as n, id, type, submitted_at as at from wms_transaction where no like 'BENCH%'`,
    `analyze bench_document`,
    // Each was approved by one person, and finished.
    `insert into bpm_instance (id, definition_id, biz_type, biz_id, round, vars, state, started_by, started_at, ended_at, org_id)
       select ${idOf('d.n', 'd.at', 'a')}, f.id, 'WMS_TRANSACTION', d.id, 1, '{}', 'APPROVED', u.id, d.at, d.at, w.org_id
         from bench_document d
         join bpm_definition f on f.key = 'wms-' || lower(d.type) and f.state = 'PUBLISHED'
        cross join (select id from sys_user where username = 'teacher') u
        cross join (select org_id from wms_warehouse where code = 'BENCH-A') w
        order by d.n`,
    `analyze bpm_instance`,
    `insert into bpm_task (id, instance_id, key, biz_type, biz_id, round, level, node_id, name, candidate_roles, org_id, state, created_at, ended_at, barred)
       select ${idOf('d.n', 'd.at', 'b')}, i.id, 'wms-' || lower(d.type), i.biz_type, i.biz_id, 1, 1, 'review1', '初审', array['ROLE_WMS_ADMIN_' || d.type || '_01'], i.org_id,
              'APPROVED', d.at, d.at, array[i.started_by]
         from bench_document d join bpm_instance i on i.biz_id = d.id order by d.n`,
    `analyze bpm_task`,
    `insert into bpm_decision (task_id, biz_id, round, level, actor_id, decision, at)
       select k.id, k.biz_id, 1, 1, u.id, 'APPROVE', d.at
         from bench_document d join bpm_task k on k.biz_id = d.id cross join (select id from sys_user where username = 'reviewer') u order by d.n`,
    `insert into wms_transaction_record (transaction_id, round, at, actor_id, action, to_state)
       select d.id, 1, d.at, u.id, s.action, s.state
         from bench_document d
        cross join (values ('teacher', 'submit', 'SUBMITTED'), ('keeper', 'finish', 'DONE')) s(username, action, state)
         join sys_user u on u.username = s.username order by d.n, s.action desc`,
    `analyze bench_stock`,
    `create temp table bench_entry on commit drop as
       select e.number, k, d.id as document, ${idOf('e.number', 'd.at', '9')} as line_id, case when k % 2 = 1 then up else -down end as delta, ${qtyAfter('k')} as after, s.*
         from bench_stock s
        cross join lateral (select k, ${numberOf('k', stock)} as number from generate_series(1, ${turns}) k) e
         join bench_document d on d.n = (e.number - 1) / ${ENTRIES}
        order by e.number`,
    `insert into wms_transaction_line (id, transaction_id, line_no, product_id, product_box_id, batch_no, unit, unit_factor, qty, qty_req, qty_appr, qty_done)
       select line_id, document, (number - 1) % ${ENTRIES} + 1, e.product_id, case when delta < 0 then e.id end,
              case when delta > 0 then t.batch_no end, 'PIECE', 1, abs(delta), abs(delta), abs(delta), abs(delta)
         from bench_entry e join wms_batch t on t.id = e.batch_id order by e.number`,
    `insert into wms_ledger (seq, at, kind, transaction_id, line_id, product_box_id, product_id, batch_id, owner_org_id, box_id, warehouse_id,
                             qty_delta, qty_after, unit_price, actor1_id)
       overriding system value
       select base.seq + e.number, since + ${moment('e.number', ledger)}, case when delta > 0 then 'IN' else 'OUT' end, document, line_id, e.id,
              product_id, batch_id, owner_org_id, box_id, warehouse_id, delta, after, 10, (select id from sys_user where username = 'keeper')
         from bench_entry e
        cross join bench_base base
        order by e.number`,
    `select setval('wms_ledger_seq_seq', (select max(seq) from wms_ledger))`,
  ];
};

/** A version 7 id like the product's: rows created in sequence are adjacent in every index. */
export const idOf = (n: string, at: string, kind = '8'): string =>
  `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7000' || '${kind}' || lpad(to_hex(${n}), 15, '0'))::uuid`;

/** Goods of a document have one owner; stock rows moved by one document are adjacent. */
const ownerOf = (group: string): string => `(${group}) % (select count(*) from bench_org)`;

/** Quantity of a stock row after its k-th movement: alternately in and out. */
const qtyAfter = (k: string): string => `((${k} + 1) / 2 * up - ${k} / 2 * down)`;

/** Sequence number of the k-th movement of stock row `s.i`: rows take turns in a shuffled order. */
const numberOf = (k: string, stock: number): string => `((${k} - 1)::bigint * ${stock} + s.i::bigint * 7919 % ${stock} + 1)`;

/** At least six digits, so that numbers are the same in smaller warehouses. */
const numberLength = (documents: number): number => Math.max(6, String(documents - 1).length);

const moment = (number: string, ledger: number): string => `${number} * interval '2 years' / ${ledger}`;
