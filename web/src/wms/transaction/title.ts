import type { TransactionState } from '@kuwei/contract/wms/transaction-state';
import type { TransactionType } from '@kuwei/contract/wms/transaction-type';

/** What a document is called: a request until goods were posted, from then on the note of what was received or issued. */
export const titleOf = ({ type, state }: { type: TransactionType; state: TransactionState }) =>
  state === 'PARTIAL' || state === 'DONE' ? (`work.note.${type}` as const) : (`work.request.${type}` as const);
