// What a reviewer has to have looked at before a document is approved together with others. No zod here.

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
/** Why stock that was promised may not leave. */
export const STOCK_BLOCKS = ['HOLD', 'RECALLED', 'FROZEN'] as const;
export type StockBlock = (typeof STOCK_BLOCKS)[number];

/** Whether goods of a batch with this status are marked on every label and slip. */
export const isBatchBlock = (status: string | null): status is 'HOLD' | 'RECALLED' => status === 'HOLD' || status === 'RECALLED';

/**
 * `NOT_ASSESSED`: nobody has said whether the product is hazardous. `PERMIT`: the permit that a deposit goes by has ended or was revoked since. `EXPIRED`, `HOLD`, `RECALLED`: of a batch that is to come in or to leave. `FROZEN`: stock that was promised and may not
 * leave. `QUOTA`: the goods would take more room than their owner may have in the warehouse.
 */
export type TransactionRisk = (typeof TRANSACTION_RISKS)[number];
