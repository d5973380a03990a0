// Verifies the chain of sealed blocks by rehashing every entry, some blocks at a time.
import { sql } from 'kysely';
import type { Trx } from '../../db/open.ts';
import { findFaults, type CheckFault } from './fault.ts';
import type { ProvedState } from './proved-state.ts';
import { microseconds } from './seal.ts';

/** Entries hashed per part. */
const PART_ENTRIES = 400_000;

/** Blocks after `after` up to `to`; 0: from the first, null: to the last. */
export interface Blocks {
  after: number;
  to: number | null;
}

export async function blocksAfter(trx: Trx, after: number): Promise<Blocks[]> {
  const { rows } = await sql<{ no: number }>`
    select max(no) as no from wms_ledger_block where no > ${after} group by last_seq / ${PART_ENTRIES} order by 1`.execute(trx);
  const cuts = rows.slice(0, -1).map(({ no }) => no);
  return [after, ...cuts].map((from, at) => ({ after: from, to: cuts[at] ?? null }));
}

/**
 * Sealing takes a minute. An unsealed entry older than this, relative to the newest entry, is being kept from sealing and could
 * be changed unnoticed. Not relative to now: a restored backup keeps its timestamps.
 */
const UNSEALED_MAX = sql`interval '10 minutes'`;

/** The first entry that is overdue for sealing. */
export const findUnsealedFaults = (trx: Trx): Promise<CheckFault[]> =>
  findFaults(trx, sql``, [
    sql`
      select 'SEALED' as "check", min(seq)::text as subject, format('%s entries wait to be sealed, the first since %s', count(*), min(at)) as detail
        from wms_ledger
       where seq > coalesce((select max(last_seq) from wms_ledger_block), 0) and at < (select max(at) from wms_ledger) - ${UNSEALED_MAX}
      having count(*) > 0`,
  ]);

/** @param known up to where it was verified before */
export const findChainFaults = (trx: Trx, { after, to }: Blocks, known: ProvedState | null): Promise<CheckFault[]> =>
  findFaults(trx, sql``, [
    sql`
      select 'SEALED' as "check", no::text as subject,
             case when before_no <> no - 1 then 'a block is missing before it'
                  when rows <> row_count then format('%s entries, sealed were %s', rows, row_count)
                  when digest <> hash then 'an entry was changed after it had been sealed'
                       || ${known === null ? sql`''` : sql`case when no <= ${known.no} then format(', and proved (%s)', ${known.provedAt}::text) else '' end`}
                  else 'says other moments than its entries' end as detail
        from (select b.*, r.rows, sha256(b.before || coalesce(r.digests, ''::bytea)) as digest,
                     (b.until_at, b.behind) is distinct from
                       (greatest(b.before_until, r.last_at), greatest(b.before_behind, ${microseconds(sql`b.before_until - r.first_at`)})) as mistimed
                from (select no, row_count, last_seq, hash, until_at, behind, lag(until_at) over by_no as before_until,
                             coalesce(lag(behind) over by_no, 0) as before_behind, coalesce(lag(no) over by_no, 0) as before_no,
                             coalesce(lag(last_seq) over by_no, 0) as after_seq, coalesce(lag(hash) over by_no, ''::bytea) as before
                        from wms_ledger_block where no >= ${after}${to === null ? sql`` : sql` and no <= ${to}`}
                      window by_no as (order by no)) b
               cross join lateral (select count(*)::int as rows, min(l.at) as first_at, max(l.at) as last_at, string_agg(wms_ledger_digest(l), ''::bytea order by l.seq) as digests
                                     from wms_ledger l where l.seq > b.after_seq and l.seq <= b.last_seq) r
               where b.no > ${after}) c
       where before_no <> no - 1 or rows <> row_count or digest <> hash or mistimed`,
  ]);
