import type { DocumentStatusFacts } from '@kuwei/contract/wms/transaction-state';

/** The title of a document: a request until goods are posted, then a receipt, issue note or reversal. */
export const titleOf = ({ type, state, reversal }: Pick<DocumentStatusFacts, 'type' | 'state' | 'reversal'>) =>
  reversal
    ? (`work.reversal.${type}` as const)
    : state === 'PARTIAL' || state === 'DONE'
      ? (`work.note.${type}` as const)
      : (`work.request.${type}` as const);
