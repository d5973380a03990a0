import type { Warning } from '@kuwei/contract/wms/ews-product';
import type { StateLooks } from '../../ui/StateTag.tsx';

export const severityLooks: StateLooks<Warning['severity']> = {
  URGENT: { label: 'wms.warning.severity.URGENT', tone: 'danger', shape: 'triangle' },
  SERIOUS: { label: 'wms.warning.severity.SERIOUS', tone: 'warning', shape: 'half' },
  NOTICE: { label: 'wms.warning.severity.NOTICE', tone: 'info', shape: 'dot' },
};

export const warningLooks: StateLooks<Warning['state']> = {
  OPEN: { label: 'wms.warning.state.OPEN', tone: 'warning', shape: 'ring' },
  ACKED: { label: 'wms.warning.state.ACKED', tone: 'info', shape: 'half' },
  SNOOZED: { label: 'wms.warning.state.SNOOZED', tone: 'quiet', shape: 'bar' },
  IGNORED: { label: 'wms.warning.state.IGNORED', tone: 'quiet', shape: 'cross' },
  RESOLVED: { label: 'wms.warning.state.RESOLVED', tone: 'success', shape: 'check' },
};
