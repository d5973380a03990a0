import type { CaseState } from '@kuwei/contract/wms/after-sales-state';
import type { StateLooks } from '../../ui/StateTag.tsx';

export const caseLooks: StateLooks<CaseState> = {
  DRAFT: { label: 'wms.afs.state.DRAFT', tone: 'quiet', shape: 'ring' },
  SUBMITTED: { label: 'wms.afs.state.SUBMITTED', tone: 'info', shape: 'half' },
  PROCESSING: { label: 'wms.afs.state.PROCESSING', tone: 'info', shape: 'dot' },
  DONE: { label: 'wms.afs.state.DONE', tone: 'success', shape: 'check' },
  RETURNED: { label: 'wms.afs.state.RETURNED', tone: 'warning', shape: 'triangle' },
  REJECTED: { label: 'wms.afs.state.REJECTED', tone: 'danger', shape: 'cross' },
  CANCELED: { label: 'wms.afs.state.CANCELED', tone: 'quiet', shape: 'bar' },
};
