// The proved state, from which the next proof continues: a block, the balance of every stock row after it, and a signature with
// the key kept outside the database. Without a valid signature it is ignored.
import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../db/open.ts';
import type { CheckFault } from './fault.ts';
import type { Sealer } from '../../services/sealer.ts';

export interface ProvedState {
  /** The last proved block, its last entry, its hash in hex. */
  no: number;
  lastSeq: number;
  hash: string;
  /** Digest of the balances after it, in hex. */
  balances: string;
  provedAt: string;
  /** Time of the last full proof. */
  fullAt: string;
}

export interface VerifiedState {
  /** Null where nothing was proved, or its signature is invalid. */
  proved: ProvedState | null;
  /** `PROVED` */
  faults: CheckFault[];
}

const textOf = ({ no, lastSeq, hash, balances, provedAt, fullAt }: ProvedState): string =>
  ['kuwei ledger proof', no, lastSeq, hash, balances, provedAt, fullAt].join(' ');

interface StoredState extends ProvedState {
  signature: Buffer;
  key: string;
  found: string;
  block: string | null;
}

/** The last proved state with a valid signature. @param sealer null where there is no key */
export async function loadVerifiedState(trx: Trx, sealer: Sealer | null): Promise<VerifiedState> {
  const { rows } = await sql<StoredState>`
    select p.block_no as no, p.last_seq as "lastSeq", encode(p.block_hash, 'hex') as hash, encode(p.balances, 'hex') as balances,
           p.proved_at as "provedAt", p.full_at as "fullAt", p.signature, p.key_id as key,
           (${digestOf(sql`select product_box_id as id, qty, ledger_seq as seq from wms_ledger_proved_stock`)}) as found,
           (select encode(hash, 'hex') from wms_ledger_block b where b.no = p.block_no and b.last_seq = p.last_seq) as block
      from wms_ledger_proved p`.execute(trx);
  const kept = rows[0];
  if (!kept) return { proved: null, faults: [] };
  const { signature, key, found, block, ...proved } = kept;
  const wrong = [
    [sealer === null || key !== sealer.keyId, `signed with the key ${key}, which is not the one in use here`],
    [
      sealer?.keyId === key && !sealer.isSignedText(textOf(proved), signature),
      'what the proof would go on from is not what was signed',
    ],
    [found !== proved.balances, 'the balances that the proof would go on from are not those that were signed'],
    [block !== proved.hash, 'the block up to which was proved is not the one that was proved'],
  ] as const;
  const faults = wrong.flatMap(([isFaulty, detail]) =>
    isFaulty ? [{ check: 'PROVED' as const, subject: String(proved.no), detail }] : [],
  );
  return { proved: faults.length === 0 ? proved : null, faults };
}

/** Digest of rows `id`, `qty`, `seq`, in hex. */
const digestOf = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select encode(sha256(coalesce(string_agg(sha256(convert_to(concat_ws('|', id, qty, seq), 'UTF8')), ''::bytea order by id), ''::bytea)), 'hex')
    from (${rows}) s`;

/** Balance of every stock row after an entry, from its last entry: correct where stock and ledger agree. */
const stockAfter = (seq: number): RawBuilder<unknown> => sql`
  select s.id, case when s.ledger_seq <= ${seq} then s.qty else l.qty_after end as qty,
         case when s.ledger_seq <= ${seq} then s.ledger_seq else l.seq end as seq
    from wms_product_box s
    left join lateral (select qty_after, seq from wms_ledger l
                        where s.ledger_seq > ${seq} and l.product_box_id = s.id and l.seq <= ${seq}
                        order by l.seq desc limit 1) l on true
   where s.ledger_seq > 0 and (s.ledger_seq <= ${seq} or l.seq is not null)`;

/** The state for the next proof, once all checks hold; null where nothing is sealed. @param fullAt null: now */
export async function buildNextState(trx: Trx, fullAt: string | null): Promise<ProvedState | null> {
  const { rows } = await sql<ProvedState>`
    select no, last_seq as "lastSeq", encode(hash, 'hex') as hash, date_trunc('milliseconds', now()) as "provedAt",
           coalesce(${fullAt}::timestamptz, date_trunc('milliseconds', now())) as "fullAt"
      from wms_ledger_block order by no desc limit 1`.execute(trx);
  const newest = rows[0];
  if (!newest) return null;
  const { rows: digests } = await sql<{ encode: string }>`${digestOf(stockAfter(newest.lastSeq))}`.execute(trx);
  return { ...newest, balances: digests[0]!.encode };
}

/** Arbitrary advisory-lock id. */
const LOCK = 7_318_014;

/**
 * Stores the proved state, unless its balances have changed since.
 * @returns whether it was stored; false while another process does so
 */
export const saveProvedState = (db: Db, sealer: Sealer, proved: ProvedState): Promise<boolean> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const { rows } = await sql<{ taken: boolean; balances: string }>`
        select pg_try_advisory_xact_lock(${LOCK}::bigint) as taken, (${digestOf(stockAfter(proved.lastSeq))}) as balances`.execute(
        trx,
      );
      const { taken, balances } = rows[0]!;
      if (!taken || balances !== proved.balances) return false;
      await sql`
        with held as materialized (${stockAfter(proved.lastSeq)}),
        gone as (delete from wms_ledger_proved_stock where product_box_id not in (select id from held))
        insert into wms_ledger_proved_stock as p (product_box_id, qty, ledger_seq) select id, qty, seq from held
        on conflict (product_box_id) do update set qty = excluded.qty, ledger_seq = excluded.ledger_seq
         where (p.qty, p.ledger_seq) is distinct from (excluded.qty, excluded.ledger_seq)`.execute(trx);
      const row = {
        block_no: proved.no,
        last_seq: proved.lastSeq,
        block_hash: Buffer.from(proved.hash, 'hex'),
        balances: Buffer.from(proved.balances, 'hex'),
        proved_at: proved.provedAt,
        full_at: proved.fullAt,
        signature: sealer.signText(textOf(proved)),
        key_id: sealer.keyId,
      };
      await trx
        .insertInto('wms_ledger_proved')
        .values(row)
        .onConflict((conflict) => conflict.column('one').doUpdateSet(row))
        .execute();
      return true;
    });
