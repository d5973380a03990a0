import type { DocumentStatusFacts } from '@kuwei/contract/wms/transaction-state';

/** What a document is called: a request until goods were posted, from then on the note of what was received, issued or taken back. */
export const titleOf = ({ type, state, reversal }: Pick<DocumentStatusFacts, 'type' | 'state' | 'reversal'>) =>
  reversal
    ? (`work.reversal.${type}` as const)
    : state === 'PARTIAL' || state === 'DONE'
      ? (`work.note.${type}` as const)
      : (`work.request.${type}` as const);
