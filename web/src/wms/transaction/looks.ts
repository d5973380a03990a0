// How the states of a document look, on every screen.
import type { TransactionState } from '@kuwei/contract/wms/transaction-state';
import type { StateLook, StateLooks } from '../../ui/StateTag.tsx';

export const transactionLooks: StateLooks<TransactionState> = {
  DRAFT: { label: 'wms.state.DRAFT', tone: 'quiet', shape: 'ring' },
  SUBMITTED: { label: 'wms.state.SUBMITTED', tone: 'warning', shape: 'dot' },
  REVIEW_2: { label: 'wms.state.REVIEW_2', tone: 'warning', shape: 'half' },
  APPROVED: { label: 'wms.state.APPROVED', tone: 'info', shape: 'dot' },
  EXECUTING: { label: 'wms.state.EXECUTING', tone: 'info', shape: 'half' },
  PARTIAL: { label: 'wms.state.PARTIAL', tone: 'info', shape: 'half' },
  DONE: { label: 'wms.state.DONE', tone: 'success', shape: 'check' },
  RETURNED: { label: 'wms.state.RETURNED', tone: 'warning', shape: 'triangle' },
  REJECTED: { label: 'wms.state.REJECTED', tone: 'danger', shape: 'cross' },
  CANCELED: { label: 'wms.state.CANCELED', tone: 'quiet', shape: 'bar' },
};

const REVERSED: StateLook = { label: 'wms.state.REVERSED', tone: 'danger', shape: 'bar' };

/** How a document stands: one that was taken back is done no more. */
export const lookOf = ({ state, reversed }: { state: TransactionState; reversed: boolean }): StateLook =>
  reversed ? REVERSED : transactionLooks[state];
