/** Document types, separate from their states and actions, which the console frame does not need. */
export const REQUEST_TYPES = ['INBOUND', 'OUTBOUND', 'MOVE'] as const;
/** Types that are requested and reviewed. */
export type RequestType = (typeof REQUEST_TYPES)[number];
/** Also opening stock, which is posted without a request. */
export const TRANSACTION_TYPES = [...REQUEST_TYPES, 'OPENING'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** The request type whose wording applies: opening stock reads as a deposit. */
export const requestOf = (type: TransactionType): RequestType => (type === 'OPENING' ? 'INBOUND' : type);
