// Checks that entries match the lines and boxes of their document. Parts of the statement in documents.ts, over its relations.
import { sql } from 'kysely';

/**
 * Boxes of each line match those of its entries. A move has two: the source stock row and the target box. Counts have no boxes.
 */
export const boxMismatches = sql`
  select 'LINES', t.no || ' / ' || l.line_no, format('%s of %s in its boxes, its entries say %s', coalesce(x.qty, 0), coalesce(x.place, e.place), coalesce(e.qty, 0))
    from (select e.line_id,
                 case when t.type = 'OUTBOUND' or t.type = 'MOVE' and (e.kind = 'MOVE_OUT' or e.kind = 'REVERSAL' and e.qty_delta > 0)
                      then e.product_box_id else e.box_id end as place, sum(abs(e.qty_delta)) as qty
            from entry e join document t on t.id = e.transaction_id join line l on l.id = e.line_id and l.transaction_id = e.transaction_id
           where t.type <> 'COUNT' group by 1, 2) e
    full join (select x.line_id, p.place, sum(x.qty_done) as qty
                 from box x join line l on l.id = x.line_id join document t on t.id = l.transaction_id join posted d on d.transaction_id = t.id
                cross join lateral (values (case when t.type in ('OUTBOUND', 'MOVE') then x.product_box_id end),
                                           (case when t.type <> 'OUTBOUND' then x.box_id end)) p (place)
                where p.place is not null and x.qty_done > 0 group by 1, 2) x
      on x.line_id = e.line_id and x.place = e.place
    join line l on l.id = coalesce(x.line_id, e.line_id) join document t on t.id = l.transaction_id
   where x.qty is distinct from e.qty
  union all
  select 'LINES', t.no || ' / ' || l.line_no, format('%s planned for a box of which %s were done', x.qty, x.qty_done)
    from box x join line l on l.id = x.line_id join document t on t.id = l.transaction_id join posted d on d.transaction_id = t.id
   where t.state = 'DONE' and x.qty <> x.qty_done`;

/**
 * Price, reason and batch of each entry match its line. Dates of a never-edited batch match the lines that brought it. Reasons of
 * counts are not compared, since their wording depends on the booking user's language.
 */
export const entryMismatches = sql`
  select 'ENTRIES', e.seq::text, format('price %s, its line says %s', coalesce(e.unit_price::text, 'none'), coalesce(l.unit_price::text, 'none'))
    from entry e join line l on l.id = e.line_id and l.transaction_id = e.transaction_id
   where e.unit_price is distinct from l.unit_price
  union all
  select 'ENTRIES', e.seq::text, 'of another reason than its document'
    from entry e left join timeline r on r.transaction_id = e.transaction_id and r.action = 'reverse' and r.from_state is null
   where e.kind <> 'COUNT_ADJ' and e.reason is distinct from case when e.kind = 'REVERSAL' then r.comment end
  union all
  select 'LINES', t.no || ' / ' || l.line_no, 'of another batch than its entries'
    from (select line_id, array_agg(distinct batch_id) as batches from entry where kind in ('IN', 'OPENING', 'REVERSAL') group by 1) e
    join line l on l.id = e.line_id join document t on t.id = l.transaction_id
   where t.type in ('INBOUND', 'OPENING') and l.batch_id <> all (e.batches)
  union all
  select distinct 'LINES', t.no || ' / ' || l.line_no, format('of a batch that expires on %s, says %s', b.expires_on, l.expires_on)
    from entry e join line l on l.id = e.line_id join document t on t.id = l.transaction_id join wms_batch b on b.id = e.batch_id
   where e.kind in ('IN', 'OPENING') and b.batch_no <> '-' and b.updated_by is null and l.expires_on <> b.expires_on`;
