// Why a document is decided at more levels than others. No zod here.

/**
 * `TOXIC`, `CONTROLLED`, `NOT_ASSESSED`, `EXPIRED`: of its products. `QUOTA`: the deposit passes its owner's quota. `VALUE`,
 * `QTY`: it passes a limit of the site. `CROSS_WAREHOUSE`: goods change the warehouse. `OTHER`: several facts together.
 */
export const CHAIN_REASONS = [
  'TOXIC',
  'CONTROLLED',
  'NOT_ASSESSED',
  'EXPIRED',
  'QUOTA',
  'VALUE',
  'QTY',
  'CROSS_WAREHOUSE',
  'OTHER',
] as const;
export type ChainReasonCode = (typeof CHAIN_REASONS)[number];
