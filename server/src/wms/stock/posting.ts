// The one way to change stock: every quantity and every reservation goes through wms_post() in the database
// (migrations/0007-stock.sql), inside the transaction of the document's step.
import type { LEDGER_KINDS } from '@kuwei/contract/wms/product-box';
import { sql, type RawBuilder } from 'kysely';
import { pipelined } from '../../db/pipeline.ts';
import type { Trx } from '../../db/open.ts';

/** Either an existing stock row, or the key under which it is found or made. */
type Place =
  | { productBoxId: string }
  | { productBoxId?: undefined; productId: string; batchId: string; ownerOrgId: string; boxId: string };

/** One movement. Quantities are decimal texts in the base unit, with a sign. */
export type Entry = Place & {
  kind: (typeof LEDGER_KINDS)[number];
  /** Change of the stock; 0 for a reservation alone, which leaves no ledger row. */
  qty: string;
  /** Change of what is promised. */
  reserved?: string;
  lineId: string | null;
  unitPrice?: string | null;
  reason?: string | null;
  /** Ledger row that this one takes back. */
  reversesSeq?: number;
  depositUntil?: string | null;
};

export interface PostedBy {
  transactionId: string;
  actorId: string;
  /** Second keeper. */
  secondId: string | null;
  proxyUserId: string | null;
}

/**
 * Posts movements, all or nothing. It goes ahead: what is waited for next is refused where they are.
 * @throws AppError (by the database's refusal) INSUFFICIENT, STOCK_FROZEN, BOX_LOCKED, BOX_IN_COUNT, BOX_RETIRED
 */
export const post = (trx: Trx, by: PostedBy, entries: readonly Entry[]): Promise<void> => send(trx, pipelined, by, entries);

/** The same, waited for by who has more to say of a refusal. */
export const postAwaited = (trx: Trx, by: PostedBy, entries: readonly Entry[]): Promise<void> => send(trx, sql``, by, entries);

async function send(trx: Trx, how: RawBuilder<unknown>, by: PostedBy, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const numbered = JSON.stringify(entries.map((entry, n) => ({ n, ...entry })));
  await sql`${how}
    select from wms_post(${by.transactionId}, ${by.actorId}, ${by.secondId}, ${by.proxyUserId}, ${numbered}::jsonb)`.execute(trx);
}
