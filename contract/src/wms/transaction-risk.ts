// Risks that a reviewer must have seen before a bulk approval. No zod here.

export const TRANSACTION_RISKS = [
  'TOXIC',
  'CONTROLLED',
  'NOT_ASSESSED',
  'PERMIT',
  'EXPIRED',
  'HOLD',
  'RECALLED',
  'FROZEN',
  'QUOTA',
] as const;
/** Why reserved stock may not leave. */
export const STOCK_BLOCKS = ['HOLD', 'RECALLED', 'FROZEN'] as const;
export type StockBlock = (typeof STOCK_BLOCKS)[number];

/** Whether this batch status is marked on labels and slips. */
export const isBatchBlock = (status: string | null): status is 'HOLD' | 'RECALLED' => status === 'HOLD' || status === 'RECALLED';

/**
 * `NOT_ASSESSED`: the product has no hazard assessment. `PERMIT`: the permit of a deposit has expired or was revoked since.
 * `EXPIRED`, `HOLD`, `RECALLED`: status of a batch. `FROZEN`: reserved stock that may not leave. `QUOTA`: the goods exceed the
 * owner's quota in the warehouse.
 */
export type TransactionRisk = (typeof TRANSACTION_RISKS)[number];
