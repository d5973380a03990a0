// Why a document needs additional review levels. No zod here.

/**
 * `TOXIC`, `CONTROLLED`, `NOT_ASSESSED`, `EXPIRED`: properties of its products. `QUOTA`: the deposit exceeds its owner's quota.
 * `VALUE`, `QTY`: a limit of the site is exceeded. `CROSS_WAREHOUSE`: goods change the warehouse. `OTHER`: a combination of
 * facts.
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
