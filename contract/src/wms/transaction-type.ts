/** What a document is for. Apart from its states and steps, which the frame of the console does without. */
export const TRANSACTION_TYPES = ['INBOUND', 'OUTBOUND', 'MOVE'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];
