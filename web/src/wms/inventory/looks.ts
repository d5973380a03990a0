import type { Count, CountLine } from '@kuwei/contract/wms/inventory';
import type { StateLook, StateLooks } from '../../ui/StateTag.tsx';

const looks: StateLooks<Count['state']> = {
  DRAFT: { label: 'wms.count.state.DRAFT', tone: 'quiet', shape: 'ring' },
  COUNTING: { label: 'wms.count.state.COUNTING', tone: 'info', shape: 'half' },
  SUBMITTED: { label: 'wms.count.state.SUBMITTED', tone: 'warning', shape: 'dot' },
  APPROVED: { label: 'wms.count.state.APPROVED', tone: 'success', shape: 'check' },
  CANCELED: { label: 'wms.count.state.CANCELED', tone: 'quiet', shape: 'bar' },
};

/** How a count is shown; in review with its level. */
export const countLook = ({ state, level, levels }: Pick<Count, 'state' | 'level' | 'levels'>): StateLook =>
  state === 'SUBMITTED' && level !== null && (levels ?? 0) > 1 ? { ...looks[state], part: `${level}/${levels}` } : looks[state];

export const lineLooks: StateLooks<Exclude<CountLine['state'], 'COUNTED'>> = {
  OPEN: { label: 'count.notYet', tone: 'quiet', shape: 'ring' },
  HALF: { label: 'count.half', tone: 'info', shape: 'half' },
};
