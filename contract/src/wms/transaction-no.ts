import { TRANSACTION_TYPES, type TransactionType } from './transaction-type.ts';

/** Prefixes of document numbers. */
export const NO_PREFIX: Readonly<Record<TransactionType, string>> = { INBOUND: 'IN', OUTBOUND: 'OUT', MOVE: 'MV', OPENING: 'OP' };
export const typeOfNo = (no: string): TransactionType | null =>
  TRANSACTION_TYPES.find((type) => no.startsWith(NO_PREFIX[type])) ?? null;
