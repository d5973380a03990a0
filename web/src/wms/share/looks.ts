import type { Share } from '@kuwei/contract/wms/share';
import type { StateLook, StateLooks } from '../../ui/StateTag.tsx';

const looks: StateLooks<Share['state']> = {
  SUBMITTED: { label: 'wms.share.state.SUBMITTED', tone: 'warning', shape: 'dot' },
  APPROVED: { label: 'wms.share.state.APPROVED', tone: 'success', shape: 'check' },
  REJECTED: { label: 'wms.share.state.REJECTED', tone: 'danger', shape: 'cross' },
  WITHDRAWN: { label: 'wms.share.state.WITHDRAWN', tone: 'quiet', shape: 'bar' },
};

const LATE: StateLook = { label: 'share.late', tone: 'danger', shape: 'triangle' };
const OUT: StateLook = { label: 'share.out', tone: 'info', shape: 'half' };

/** A loan that is out or overdue shows that instead of “agreed”. */
export const shareLook = ({ state, late, out }: Share): StateLook =>
  late ? LATE : out !== null && Number(out) > 0 ? OUT : looks[state];
