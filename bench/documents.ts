// Creates documents in bulk, in the state in which the write benchmark begins.
import type { Client } from 'pg';
import { idOf } from './goods.ts';

export interface Document {
  id: string;
  lineId: string;
  /** Target box of a deposit. */
  boxId: string;
}

/** Without statistics the planner would treat the tables as empty. */
const analyze = (client: Client): Promise<unknown> =>
  client.query('analyze wms_transaction, wms_transaction_line, wms_transaction_line_box');

/** Adjacent ids, like those of documents created in sequence. */
const IDS = `made.at, ${idOf('n', 'made.at', '8')} as id, ${idOf('n', 'made.at', '9')} as line_id`;

/** Deposits of one beaker by the teacher's group: drafts, or assigned to a box and ready to finish. */
export async function makeDeposits(client: Client, count: number, state: 'DRAFT' | 'EXECUTING'): Promise<Document[]> {
  const { rows } = await client.query<Document>(
    `with ${HEAD}, boxes as (
       select array_agg(b.id order by b.id) as ids from wms_warehouse_box b
         join wms_warehouse w on w.id = b.warehouse_id where w.code = 'BENCH-B'
     ), wanted as (
       select ${IDS}, ids[1 + floor(random() * cardinality(ids))::int] as box_id
         from boxes, generate_series(1, $1) n, (select clock_timestamp() as at) made
     ), documents as (
       insert into wms_transaction (id, no, type, source, owner_org_id, applicant_id, created_by, warehouse_id, state, round, levels, submitted_at, approved_at)
         select wanted.id, 'BI' || nextval('wms_inbound_no'), 'INBOUND', 'LAB', owner_id, applicant_id, applicant_id, warehouse_id, $2,
                round, round, x.at, x.at
           from wanted, head, (select case $2 when 'DRAFT' then 0 else 1 end as round, case $2 when 'DRAFT' then null else now() end as at) x
     ), lines as (
       insert into wms_transaction_line (id, transaction_id, line_no, product_id, unit, unit_factor, qty, qty_req, qty_appr)
         select line_id, wanted.id, 1, product_id, 'PIECE', 1, 1, 1, case $2 when 'DRAFT' then null else 1 end from wanted, head
     ), places as (
       insert into wms_transaction_line_box (id, line_id, box_id, qty)
         select gen_random_uuid(), line_id, box_id, 1 from wanted where $2 = 'EXECUTING'
     )
     select id, line_id as "lineId", box_id as "boxId" from wanted`,
    [count, state],
  );
  await analyze(client);
  return rows;
}

/** Drafts that each request one piece of the same stock row, by users of the crowd (people.ts) in turn. */
export async function makeRequests(client: Client, count: number, stockId: string, people: number): Promise<Document[]> {
  const { rows } = await client.query<Document>(
    `with ${HEAD}, stock as (
       select s.product_id, s.box_id, s.warehouse_id from wms_product_box s where s.id = $2
     ), wanted as (
       select ${IDS}, n, u.id as applicant_id
         from generate_series(0, $1::int - 1) n join sys_user u on u.username = 'crowd' || n % $3,
              (select clock_timestamp() as at) made
     ), documents as (
       insert into wms_transaction (id, no, type, source, owner_org_id, applicant_id, created_by, warehouse_id, state)
         select wanted.id, 'BO' || nextval('wms_outbound_no'), 'OUTBOUND', 'LAB', owner_id, wanted.applicant_id, wanted.applicant_id,
                stock.warehouse_id, 'DRAFT'
           from wanted, head, stock
     ), lines as (
       insert into wms_transaction_line (id, transaction_id, line_no, product_id, product_box_id, unit, unit_factor, qty, qty_req)
         select line_id, wanted.id, 1, product_id, $2, 'PIECE', 1, 1, 1 from wanted, stock
     )
     select wanted.id, line_id as "lineId", box_id as "boxId" from wanted, stock order by n`,
    [count, stockId, people],
  );
  await analyze(client);
  return rows;
}

/** A stock row of the teacher's group, large enough for a thousand requests. */
export async function makeHotStock(client: Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `with ${HEAD}, batch as (
       insert into wms_batch (id, product_id, batch_no) select gen_random_uuid(), product_id, 'HOT' from head returning id
     )
     select p.product_box_id as id
       from head, batch,
            lateral (select id from wms_warehouse_box where warehouse_id = head.warehouse_id order by code limit 1) box,
            lateral wms_post(gen_random_uuid(), head.keeper_id, null, null, jsonb_build_array(jsonb_build_object('n', 0,
              'productId', head.product_id, 'batchId', batch.id, 'ownerOrgId', head.owner_id, 'boxId', box.id,
              'qty', '1000000', 'kind', 'IN'))) p`,
  );
  return rows[0]!.id;
}

const HEAD = `head as (
  select (select id from wms_org where code = 'LAB-CATALYSIS') as owner_id, (select id from sys_user where username = 'teacher') as applicant_id,
         (select id from sys_user where username = 'keeper') as keeper_id, (select id from wms_warehouse where code = 'BENCH-B') as warehouse_id,
         (select id from wms_product where code = 'W-BEAKER-250') as product_id)`;
