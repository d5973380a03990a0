// Progress and delay of a count.
import type { Count } from '@kuwei/contract/wms/inventory';

/** 100 only when everything is counted. */
export const percentOf = ({ counted, lines }: Pick<Count, 'counted' | 'lines'>): number =>
  lines === 0 ? 0 : Math.floor((counted / lines) * 100);

export const isOverdue = ({ state, deadline }: Pick<Count, 'state' | 'deadline'>): boolean =>
  state === 'COUNTING' && deadline !== null && Date.parse(deadline) < Date.now();
