// Checks stock against the ledger, a range of stock rows at a time: sorts their entries once for all checks.
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../db/open.ts';
import { findFaults, type CheckFault } from './fault.ts';
import type { ProvedState } from './proved-state.ts';
import type { RangeCondition } from './range.ts';

export interface Replay {
  which: RangeCondition;
  /** The proved balances to begin with; null: from the first entry. */
  from: ProvedState | null;
  /** Moments of the monthly balances to check, timestamptz[] in order. */
  moments: string | null;
  /** The earlier proved state to compare with the entries of that time. */
  known: ProvedState | null;
}

export const findStockFaults = (trx: Trx, replay: Replay): Promise<CheckFault[]> =>
  findFaults(trx, parts(replay), [
    stock(replay.known),
    ...(replay.moments === null ? [] : [balances(replay.which, replay.moments)]),
    ...(replay.known === null ? [] : [orphans(replay.which)]),
  ]);

const NO_PROVED_STOCK = sql`(select null::uuid as product_box_id, null::numeric as qty, null::bigint as ledger_seq where false)`;
const PROVED = sql`wms_ledger_proved_stock`;

/** Newest first, so that each entry knows its successor. */
const parts = ({ which, from, moments, known }: Replay): RawBuilder<unknown> => sql`
  stock as materialized (
    select s.id, s.product_id, s.batch_id, s.owner_org_id, s.box_id, s.qty, s.ledger_seq, coalesce(b.qty, 0) as start, b.ledger_seq as start_seq
      from wms_product_box s left join ${from === null ? NO_PROVED_STOCK : PROVED} b on b.product_box_id = s.id where ${which(sql`s.id`)}),
  entry as (
    select product_box_id, seq, qty_delta, qty_after, misnamed, coalesce(lead(qty_after) over newest_first, start) as before
           ${moments === null ? sql`` : sql`, at, bucket, min(bucket) over (newest_first rows between unbounded preceding and 1 preceding) as next_bucket`}
      from (select l.product_box_id, l.seq, l.qty_delta, l.qty_after, s.start,
                   (l.product_id, l.batch_id, l.owner_org_id, l.box_id) <> (s.product_id, s.batch_id, s.owner_org_id, s.box_id) as misnamed
                   ${moments === null ? sql`` : sql`, l.at, width_bucket(l.at, ${moments}::timestamptz[]) as bucket`}
              from wms_ledger l join stock s on s.id = l.product_box_id
             where ${which(sql`l.product_box_id`)}${from === null ? sql`` : sql` and l.seq > ${from.lastSeq}`}) l
    window newest_first as (partition by product_box_id order by seq desc)),
  total as materialized (
    select product_box_id, sum(qty_delta) as qty, max(seq) as seq, min(seq) filter (where qty_after <> before + qty_delta) as broken,
           min(seq) filter (where misnamed) as misnamed
           ${known === null ? sql`` : sql`, sum(qty_delta) filter (where seq <= ${known.lastSeq}) as proved_qty, max(seq) filter (where seq <= ${known.lastSeq}) as proved_seq`}
      from entry group by 1),`;

/** The first wrong entry of each stock row. */
const stock = (known: ProvedState | null): RawBuilder<unknown> => sql`
  select f."check", f.subject, f.detail
    from (select s.id, s.qty, s.ledger_seq, start + coalesce(t.qty, 0) as replayed, coalesce(t.seq, s.start_seq, 0) as last, t.broken, t.misnamed,
                 ${known === null ? sql`false as unproved, null as proved, null as then_made` : sql`(p.qty, p.ledger_seq) is distinct from (t.proved_qty, t.proved_seq) as unproved, p.qty as proved, t.proved_qty as then_made`}
            from stock s left join total t on t.product_box_id = s.id
            ${known === null ? sql`` : sql`left join ${PROVED} p on p.product_box_id = s.id`}) x
   cross join lateral (values
     ('REPLAY', qty <> replayed, id::text, format('stock %s, ledger %s', qty, replayed)),
     ('LAST', ledger_seq <> last, id::text, format('says %s, is %s', ledger_seq, last)),
     ('SEQUENCE', broken is not null, broken::text,
      (select format('%s do not follow with %s from the entry before', qty_after, qty_delta) from wms_ledger where seq = broken)),
     ('NAMES', misnamed is not null, misnamed::text, id::text),
     ('PROVED', unproved, id::text, format('held %s when it was proved (%s), the entries of then make %s', coalesce(proved::text, 'nothing'),
                                           ${known?.provedAt ?? null}::text, coalesce(then_made::text, 'nothing')))) f ("check", wrong, subject, detail)
   where f.wrong and (qty <> replayed or ledger_seq <> last or broken is not null or misnamed is not null or unproved)`;

/** Proved stock rows that no longer exist. */
const orphans = (which: RangeCondition): RawBuilder<unknown> => sql`
  select 'PROVED', product_box_id::text, format('held %s when it was proved, and is not there', qty) from ${PROVED} p
   where ${which(sql`product_box_id`)} and not exists (select from stock s where s.id = p.product_box_id)`;

/** An entry determines the balances from its own time to that of the next entry. */
const balances = (which: RangeCondition, moments: string): RawBuilder<unknown> => sql`
  select 'BALANCES', coalesce(g.product_box_id, b.product_box_id)::text,
         format('balance of %s: %s, ledger %s', coalesce(g.at, b.at), coalesce(b.qty::text, 'none'), coalesce(g.qty_after::text, 'none'))
    from (select (${moments}::timestamptz[])[place] as at, product_box_id, qty_after, moved_at, seq
            from (select product_box_id, qty_after, at as moved_at, seq, bucket,
                         coalesce(next_bucket, cardinality(${moments}::timestamptz[])) as until from entry) e
           cross join lateral generate_series(bucket + 1, until) place
           where bucket < until) g
    full join (select * from wms_stock_balance where ${which(sql`product_box_id`)}) b on b.at = g.at and b.product_box_id = g.product_box_id
   where (g.qty_after, g.moved_at, g.seq) is distinct from (b.qty, b.moved_at, b.ledger_seq)`;
