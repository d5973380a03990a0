// How the states of a document look, on every screen.
import { stateKey, type TransactionState } from '@kuwei/contract/wms/transaction-state';
import type { TransactionType } from '@kuwei/contract/wms/transaction-type';
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

const REVERSED: StateLook = { label: 'wms.state.REVERSED', tone: 'danger', shape: 'bar' };

interface Standing {
  type: TransactionType;
  state: TransactionState;
  reversed?: boolean;
  /** Of the review that waits: level k of n. */
  reviewLevel?: number | null;
  levels?: number;
}

/** How a document stands: one that was taken back is done no more; one in review says its level where there are several. */
export function lookOf({ type, state, reversed = false, reviewLevel = null, levels = 0 }: Standing): StateLook {
  if (reversed) return REVERSED;
  const look = { label: stateKey(type, state), ...looks[state] };
  if (reviewLevel === null || levels < 2) return look;
  return { ...look, shape: reviewLevel > 1 ? 'half' : look.shape, part: `${reviewLevel}/${levels}` };
}
