// How the states of a document look, on every screen.
import { stateKey, type TransactionState } from '@kuwei/contract/wms/transaction-state';
import type { TransactionType } from '@kuwei/contract/wms/transaction-type';
import type { StateLook } from '../../ui/StateTag.tsx';

const looks: Readonly<Record<TransactionState, Omit<StateLook, 'label'>>> = {
  DRAFT: { tone: 'quiet', shape: 'ring' },
  SUBMITTED: { tone: 'warning', shape: 'dot' },
  REVIEW_2: { tone: 'warning', shape: 'half' },
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
}

/** How a document stands: one that was taken back is done no more. */
export const lookOf = ({ type, state, reversed = false }: Standing): StateLook =>
  reversed ? REVERSED : { label: stateKey(type, state), ...looks[state] };
