import {
  reviewPart,
  documentStatusKey,
  type DocumentStatusFacts,
  type TransactionState,
} from '@kuwei/contract/wms/transaction-state';
import type { StateLook } from '../../ui/StateTag.tsx';

const looks: Readonly<Record<TransactionState, Omit<StateLook, 'label'>>> = {
  DRAFT: { tone: 'quiet', shape: 'ring' },
  SUBMITTED: { tone: 'warning', shape: 'dot' },
  APPROVED: { tone: 'info', shape: 'dot' },
  EXECUTING: { tone: 'info', shape: 'half' },
  PARTIAL: { tone: 'info', shape: 'half' },
  DONE: { tone: 'success', shape: 'check' },
  RETURNED: { tone: 'warning', shape: 'triangle' },
  REJECTED: { tone: 'danger', shape: 'cross' },
  CANCELED: { tone: 'quiet', shape: 'bar' },
};

const TAKEN_BACK: Omit<StateLook, 'label'> = { tone: 'danger', shape: 'bar' };

interface Reviewed extends DocumentStatusFacts {
  /** Level k of n of the pending review. */
  reviewLevel?: number | null;
  levels?: number;
}

/** How the state of a document is shown: a reversed one no longer counts as done; one in review shows its level if there are several. */
export function lookOf({ reviewLevel = null, levels = 0, ...standing }: Reviewed): StateLook {
  const isTakenBack = standing.reversal || standing.reversed;
  const look = { label: documentStatusKey(standing), ...(isTakenBack ? TAKEN_BACK : looks[standing.state]) };
  const part = reviewPart({ reviewLevel, levels });
  return part === null ? look : { ...look, shape: (reviewLevel ?? 1) > 1 ? 'half' : look.shape, part };
}
