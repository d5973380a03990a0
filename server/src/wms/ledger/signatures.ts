// Checks that the newest block is signed by this installation and descends from the block anchored outside the database. From
// there the chain covers every sealed entry.
import { sql } from 'kysely';
import type { Trx } from '../../db/open.ts';
import type { Fault } from './fault.ts';
import { blockOf, isUnconfirmedRestore } from './seal.ts';
import { UnreadableNote, type Head, type Sealer } from '../../services/sealer.ts';

/** @param sealer null where the data folder holds no key */
export async function signatureFaults(trx: Trx, sealer: Sealer | null): Promise<Fault[]> {
  const { note } = readAnchor(sealer);
  const signedFrom = note?.signedFrom ?? null;
  const { rows } = await sql<{ no: number; hash: Buffer; signature: Buffer | null; key: string | null; first: number | null }>`
    select no, hash, signature, key_id as key, (select min(no) from wms_ledger_block where signature is not null) as first
      from wms_ledger_block order by no desc limit 1`.execute(trx);
  const newest = rows[0];
  if (!newest) return [];
  const subject = String(newest.no);
  if (newest.signature === null) {
    const isOld = newest.first === null && (signedFrom === null || newest.no < signedFrom);
    return isOld ? [] : [{ subject, detail: 'the newest block is not signed' }];
  }
  if (newest.key !== sealer?.keyId)
    return [{ subject, detail: `signed with the key ${newest.key}, which is not the one in use here` }];
  return sealer.isSigned(newest.no, newest.hash, newest.signature)
    ? []
    : [{ subject, detail: 'the signature is not that of this installation: the chain was computed by somebody else' }];
}

export async function anchorFaults(trx: Trx, sealer: Sealer | null): Promise<Fault[]> {
  const { note: noted, unreadable } = readAnchor(sealer);
  if (unreadable !== null) return [{ subject: 'ledger-head.json', detail: unreadable }];
  if (!noted || (await isUnconfirmedRestore(trx, noted))) return [];
  const block = await blockOf(trx, noted.no);
  const subject = String(noted.no);
  if (!block) return [{ subject, detail: `the ledger ends before this block, which was sealed up to entry ${noted.lastSeq}` }];
  return block.hash === noted.hash ? [] : [{ subject, detail: 'this block is not the one that was sealed' }];
}

function readAnchor(sealer: Sealer | null): { note: Head | null; unreadable: string | null } {
  try {
    return { note: sealer?.head() ?? null, unreadable: null };
  } catch (error) {
    if (error instanceof UnreadableNote) return { note: null, unreadable: error.message };
    throw error;
  }
}
