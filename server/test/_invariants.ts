// Invariants, as queries that find violations.
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../src/db/open.ts';

const QUERIES: Record<string, ReturnType<typeof sql>> = {
  'stock is the replay of the ledger': sql`
    select s.id, s.qty, coalesce(l.sum, 0) as replayed
      from wms_product_box s
      left join (select product_box_id, sum(qty_delta) as sum from wms_ledger group by 1) l on l.product_box_id = s.id
     where s.qty <> coalesce(l.sum, 0)`,
  'every entry follows from the one before it': sql`
    select seq from (
      select seq, qty_delta, qty_after, coalesce(lag(qty_after) over (partition by product_box_id order by seq), 0) as before from wms_ledger) e
     where qty_after <> before + qty_delta`,
  'nothing is negative, and no more is promised than is there': sql`
    select id from wms_product_box where qty < 0 or reserved < 0 or reserved > qty`,
  'what is promised is what open documents hold': sql`
    select s.id, s.reserved, coalesce(r.sum, 0) as held
      from wms_product_box s
      left join (select product_box_id, sum(reserved) as sum from wms_transaction_line_box group by 1) r on r.product_box_id = s.id
     where s.reserved <> coalesce(r.sum, 0)`,
  'only documents on their way hold anything': sql`
    select t.no, t.state from wms_transaction t join wms_transaction_line l on l.transaction_id = t.id join wms_transaction_line_box x on x.line_id = l.id
     where x.reserved > 0 and t.state not in ('SUBMITTED', 'APPROVED', 'EXECUTING', 'PARTIAL')`,
  'each line has its entries, each once': sql`
    select l.id, l.qty_done, coalesce(e.sum, 0) as posted
      from wms_transaction_line l join wms_transaction t on t.id = l.transaction_id
      left join (select line_id, sum(abs(qty_delta)) filter (where kind <> 'MOVE_IN') as sum from wms_ledger group by 1) e on e.line_id = l.id
     where t.reverses_id is null and l.qty_done <> coalesce(e.sum, 0)`,
  'a move adds up to nothing': sql`
    select t.no from wms_transaction t join wms_ledger l on l.transaction_id = t.id where t.type = 'MOVE' group by t.no having sum(l.qty_delta) <> 0`,
  'what takes back names what it takes back, once': sql`
    select r.seq from wms_ledger r left join wms_ledger o on o.seq = r.reverses_seq
     where r.kind = 'REVERSAL' and (o.seq is null or r.qty_delta <> -o.qty_delta or r.product_box_id <> o.product_box_id)
     union all
    select max(seq) from wms_ledger where reverses_seq is not null group by reverses_seq having count(*) > 1`,
  'asked for, approved and done stand in order': sql`
    select id from wms_transaction_line where qty_done > coalesce(qty_appr, qty_req) or qty_appr > qty_req`,
  'one decision on a task, by somebody who did not apply, and who has not decided before': sql`
    select d.biz_id from bpm_decision d join wms_transaction t on t.id = d.biz_id
     where t.applicant_id in (d.actor_id, d.proxy_user_id, d.for_user_id)
     union all
    select biz_id from bpm_decision group by biz_id, task_id having count(*) > 1
     union all
    select d.biz_id from bpm_decision d join bpm_task k on k.id = d.task_id and k.state in ('APPROVED', 'REJECTED')
     where not d.automatic group by d.biz_id, d.round, d.actor_id having count(*) > 1`,
  'a document is in review while its approval runs, and approved when every level of it was': sql`
    select t.no from wms_transaction t join bpm_instance i on i.biz_id = t.id and i.round = t.round
     where (t.state = 'SUBMITTED') <> (i.state = 'RUNNING') and t.state <> 'DRAFT'
     union all
    select t.no from wms_transaction t
     where t.state in ('APPROVED', 'EXECUTING', 'PARTIAL', 'DONE') and t.reverses_id is null and t.levels <> (
       select count(distinct d.level) from bpm_decision d join bpm_task k on k.id = d.task_id and k.state = 'APPROVED'
        where d.biz_id = t.id and d.round = t.round)
     union all
    select k.id::text from bpm_task k join bpm_instance i on i.id = k.instance_id where k.state = 'OPEN' and i.state <> 'RUNNING'`,
  'nothing moves before the last decision': sql`
    select t.no from wms_ledger l join wms_transaction t on t.id = l.transaction_id
     where t.reverses_id is null and (l.at < t.approved_at or exists (
       select from bpm_instance i where i.biz_id = t.id and i.round = t.round and i.state <> 'APPROVED'))`,
  'the timeline has no edge that the state does not follow': sql`
    select transaction_id from (
      select transaction_id, from_state, lag(to_state) over (partition by transaction_id order by id) as before from wms_transaction_record) r
     where before is not null and from_state <> before
     union all
    select t.id from wms_transaction t join lateral (
      select to_state from wms_transaction_record r where r.transaction_id = t.id order by id desc limit 1) r on true
     where r.to_state <> t.state`,
  'every step of a document is in the log': sql`
    select r.id from wms_transaction_record r
     where not exists (select from sys_log g where g.entity = 'wms_transaction' and g.entity_id = r.transaction_id::text)`,
};

export async function expectInvariants(db: Db): Promise<void> {
  const broken: Record<string, unknown[]> = {};
  for (const [name, query] of Object.entries(QUERIES)) {
    const { rows } = await query.execute(db);
    if (rows.length > 0) broken[name] = rows.slice(0, 3);
  }
  expect(broken).toEqual({});
}
