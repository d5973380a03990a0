// The one way to change stock: every quantity and every reservation goes through wms_post() in the database
// (migrations/0005-stock.sql), inside the transaction of the document's step.
import type { LEDGER_KINDS } from '@kuwei/contract/wms/product-box';
import { sql } from 'kysely';
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

export interface Posted {
  productBoxId: string;
  /** Ledger number; null for a reservation. */
  seq: number | null;
  qtyAfter: string | null;
}

/**
 * Posts movements, all or nothing, and answers them in their order.
 * @throws AppError (by the database's refusal) INSUFFICIENT, STOCK_FROZEN, BOX_LOCKED, BOX_IN_COUNT, BOX_RETIRED
 */
export async function post(trx: Trx, by: PostedBy, entries: readonly Entry[]): Promise<Posted[]> {
  if (entries.length === 0) return [];
  const numbered = JSON.stringify(entries.map((entry, n) => ({ n, ...entry })));
  const { rows } = await sql<Posted>`
    select product_box_id as "productBoxId", seq, qty_after as "qtyAfter"
      from wms_post(${by.transactionId}, ${by.actorId}, ${by.secondId}, ${by.proxyUserId}, ${numbered}::jsonb)
     order by n`.execute(trx);
  return rows;
}
