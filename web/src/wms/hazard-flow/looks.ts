import type { FlowMonthState, FlowReportState } from '@kuwei/contract/wms/hazard-flow';
import type { StateLooks } from '../../ui/StateTag.tsx';

export const monthLooks: StateLooks<FlowMonthState> = {
  RUNNING: { label: 'wms.flow.state.RUNNING', tone: 'info', shape: 'half' },
  OPEN: { label: 'wms.flow.state.OPEN', tone: 'warning', shape: 'ring' },
  SIGNING: { label: 'wms.flow.state.SIGNING', tone: 'warning', shape: 'half' },
  CLOSED: { label: 'wms.flow.state.CLOSED', tone: 'success', shape: 'lock' },
};

export const reportLooks: StateLooks<FlowReportState> = {
  DUE: { label: 'wms.flow.reportState.DUE', tone: 'warning', shape: 'ring' },
  OVERDUE: { label: 'wms.flow.reportState.OVERDUE', tone: 'danger', shape: 'triangle' },
  REPORTED: { label: 'wms.flow.reportState.REPORTED', tone: 'success', shape: 'check' },
};
