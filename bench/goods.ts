// A large warehouse for the benchmark: stock and a ledger that add up, written past the triggers in seconds.
import type { Client } from 'pg';

export interface Size {
  stock: number;
  ledger: number;
}

export interface Goods {
  /** Holds three quarters of the stock. */
  bigWarehouseId: string;
  /** Product with SELECTIVE stock rows. */
  rareProductId: string;
  /** Some stock rows to get one by one. */
  stockIds: string[];
}

export const SELECTIVE = 500;
const PRODUCTS = 2_000;
/** Ledger entries of a document. */
const ENTRIES = 10;
const SAMPLE = 1_000;

/**
 * Fills the database. Every row follows from its number alone, so that two runs work on the same goods.
 * @param client outside a transaction
 * @param past whether to go past triggers and foreign keys, which look at a million rows one by one; takes a role that may.
 *   What was written still has to add up: prove it afterwards.
 */
export async function fillWarehouse(client: Client, size: Size, past: boolean): Promise<Goods> {
  await client.query("set kuwei.posting = 'on'");
  if (past) await client.query('set session_replication_role = replica');
  await client.query('begin');
  for (const statement of statements(size)) await client.query(statement);
  await client.query('commit');
  if (past) await client.query('reset session_replication_role');
  await client.query('reset kuwei.posting');
  await client.query('vacuum (analyze)');
  if (past) await client.query('checkpoint');
  const { rows } = await client.query<{ big: string; rare: string; ids: string[] }>(
    `select (select id from wms_warehouse where code = 'BENCH-A') as big, (select id from wms_product where code = 'BENCH-0') as rare,
            array(select id from wms_product_box where warehouse_id in (select id from wms_warehouse where code like 'BENCH-%')
                   order by id limit $1) as ids`,
    [SAMPLE],
  );
  const { big, rare, ids } = rows[0]!;
  return { bigWarehouseId: big, rareProductId: rare, stockIds: ids };
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
    // Stock row i: product, how often the product came before (m), and where that puts it.
    `create temp table bench_stock on commit drop as
       select i, gen_random_uuid() as id, t.product_id, t.id as batch_id, o.id as owner_org_id, b.id as box_id, b.warehouse_id,
              10 + i % 7 as up, 5 + i % 3 as down
         from (select i, case when i < ${SELECTIVE} then 0 else 1 + (i - ${SELECTIVE}) % ${PRODUCTS - 1} end as product,
                      case when i < ${SELECTIVE} then i else (i - ${SELECTIVE}) / ${PRODUCTS - 1} end as m
                 from generate_series(0, ${stock - 1}) i) g
         join bench_batch t on t.product = g.product and t.k = m % 2
         join bench_org o on o.n = (m / 2 + g.product) % (select count(*) from bench_org)
         join bench_box b on b.warehouse = case when m % 4 = 3 then 'B' else 'A' end and b.n = (m * 37 + g.product * 7) % 2000`,
    `create temp table bench_base on commit drop as
       select coalesce(max(seq), 0) as seq, now() - interval '2 years' as since from wms_ledger`,
    `insert into wms_product_box (id, product_id, batch_id, owner_org_id, box_id, warehouse_id, qty, first_in_at, last_move_at, ledger_seq)
       select s.id, s.product_id, s.batch_id, s.owner_org_id, s.box_id, s.warehouse_id, ${after(String(turns))},
              since + ${moment(numberOf('1', stock), ledger)}, since + ${moment(numberOf(String(turns), stock), ledger)},
              base.seq + ${numberOf(String(turns), stock)}
         from bench_stock s, bench_base base order by s.i`,
    `insert into wms_transaction (id, no, type, source, owner_org_id, applicant_id, warehouse_id, state, round, submitted_at, approved_at,
                                  finished_at, created_at, created_by)
       select gen_random_uuid(), 'BENCH' || lpad(d.n::text, 6, '0'), case d.n % 2 when 0 then 'INBOUND' else 'OUTBOUND' end, 'LAB', o.id,
              u.id, w.id, 'DONE', 1, at, at, at, at, u.id
         from (select n, now() - interval '2 years' + n * interval '2 years' / ${documents} as at from generate_series(0, ${documents - 1}) n) d
         join bench_org o on o.n = d.n % (select count(*) from bench_org)
        cross join (select id from sys_user where username = 'teacher') u
        cross join (select id from wms_warehouse where code = 'BENCH-A') w`,
    `create temp table bench_document on commit drop as
       select row_number() over (order by no) - 1 as n, id from wms_transaction where no like 'BENCH%'`,
    `analyze bench_stock; analyze bench_document`,
    `insert into wms_ledger (seq, at, kind, transaction_id, product_box_id, product_id, batch_id, owner_org_id, box_id, warehouse_id,
                             qty_delta, qty_after, unit_price, actor1_id)
       overriding system value
       select base.seq + e.number, since + ${moment('e.number', ledger)}, case when k % 2 = 1 then 'IN' else 'OUT' end, d.id, s.id, s.product_id,
              s.batch_id, s.owner_org_id, s.box_id, s.warehouse_id, case when k % 2 = 1 then up else -down end, ${after('k')}, 10,
              (select id from sys_user where username = 'keeper')
         from bench_stock s
        cross join lateral (select k, ${numberOf('k', stock)} as number from generate_series(1, ${turns}) k) e
         join bench_document d on d.n = (e.number - 1) / ${ENTRIES}
        cross join bench_base base
        order by e.number`,
    `select setval('wms_ledger_seq_seq', (select max(seq) from wms_ledger))`,
  ];
};

/** Quantity of a stock row after its k-th movement: in, out, in, out. */
const after = (k: string): string => `((${k} + 1) / 2 * up - ${k} / 2 * down)`;

/** Number of the k-th movement of stock row `s.i`: the rows take turns, in a mixed order. */
const numberOf = (k: string, stock: number): string => `((${k} - 1)::bigint * ${stock} + s.i::bigint * 7919 % ${stock} + 1)`;

const moment = (number: string, ledger: number): string => `${number} * interval '2 years' / ${ledger}`;
