/** What a document is for. Apart from its states and steps, which the frame of the console does without. */
export const REQUEST_TYPES = ['INBOUND', 'OUTBOUND', 'MOVE'] as const;
/** Of documents that somebody draws up and others decide about. */
export type RequestType = (typeof REQUEST_TYPES)[number];
/** Besides those what lay there before the first of them. */
export const TRANSACTION_TYPES = [...REQUEST_TYPES, 'OPENING'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** What a document is spoken of as where steps are that opening stock never comes to: goods that come in. */
export const requestOf = (type: TransactionType): RequestType => (type === 'OPENING' ? 'INBOUND' : type);
