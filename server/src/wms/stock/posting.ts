// The only way to change stock: every quantity and reservation goes through wms_post() in the database
// (migrations/0007-stock.sql), inside the transaction of the document's step.
import type { LEDGER_KINDS } from '@kuwei/contract/wms/product-box';
import { sql, type RawBuilder } from 'kysely';
import { pipelined } from '../../db/pipeline.ts';
import type { Trx } from '../../db/open.ts';

/** An existing stock row, or the key under which it is found or created. */
type Place =
  | { productBoxId: string }
  | { productBoxId?: undefined; productId: string; batchId: string; ownerOrgId: string; boxId: string };

/** One movement. Quantities are signed decimal texts in the base unit. */
export type Entry = Place & {
  kind: (typeof LEDGER_KINDS)[number];
  /** Change of stock; 0 for a pure reservation, which adds no ledger row. */
  qty: string;
  /** Change of the reserved quantity. */
  reserved?: string;
  lineId: string | null;
  unitPrice?: string | null;
  reason?: string | null;
  /** Ledger row reversed by this one. */
  reversesSeq?: number;
  depositUntil?: string | null;
};

export interface PostedBy {
  transactionId: string;
  actorId: string;
  /** Second storekeeper. */
  secondId: string | null;
  proxyUserId: string | null;
}

/**
 * Posts movements, all or none. Pipelined: a refusal surfaces at the next awaited statement.
 * @throws AppError INSUFFICIENT, STOCK_FROZEN, BOX_LOCKED, BOX_IN_COUNT, BOX_RETIRED, from the database's refusal
 */
export const post = (trx: Trx, by: PostedBy, entries: readonly Entry[]): Promise<void> => send(trx, pipelined, by, entries);

/** The same, awaited, for callers that add details to a refusal. */
export const postAwaited = (trx: Trx, by: PostedBy, entries: readonly Entry[]): Promise<void> => send(trx, sql``, by, entries);

async function send(trx: Trx, how: RawBuilder<unknown>, by: PostedBy, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const numbered = JSON.stringify(entries.map((entry, n) => ({ n, ...entry })));
  await sql`${how}
    select from wms_post(${by.transactionId}, ${by.actorId}, ${by.secondId}, ${by.proxyUserId}, ${numbered}::jsonb)`.execute(trx);
}
