import type { ReportSent } from '@kuwei/contract/sys/report-plan';
import type { StateLooks } from '../../ui/StateTag.tsx';

export const sentLooks: StateLooks<ReportSent['state']> = {
  WAITING: { label: 'result.sent.WAITING', tone: 'quiet', shape: 'ring' },
  RUNNING: { label: 'result.sent.RUNNING', tone: 'info', shape: 'half' },
  DONE: { label: 'result.sent.DONE', tone: 'success', shape: 'check' },
  EMPTY: { label: 'result.sent.EMPTY', tone: 'quiet', shape: 'bar' },
  FAILED: { label: 'result.sent.FAILED', tone: 'danger', shape: 'cross' },
};
