import type { Batch } from '@kuwei/contract/wms/batch';
import type { StateLooks } from '../../ui/StateTag.tsx';

export const batchLooks: StateLooks<Batch['status']> = {
  OK: { label: 'wms.batch.status.OK', tone: 'success', shape: 'dot' },
  HOLD: { label: 'wms.batch.status.HOLD', tone: 'warning', shape: 'lock' },
  RECALLED: { label: 'wms.batch.status.RECALLED', tone: 'danger', shape: 'triangle' },
  EXPIRED: { label: 'wms.batch.status.EXPIRED', tone: 'danger', shape: 'cross' },
  DISPOSED: { label: 'wms.batch.status.DISPOSED', tone: 'quiet', shape: 'bar' },
};
