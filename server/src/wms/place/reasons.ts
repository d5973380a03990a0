// Boxes that cannot take goods, counted by what keeps the goods out.
import type { BoxReason, BoxRefusals } from '@kuwei/contract/wms/box-reason';
import type { Fault } from './rules.ts';

/** How often each reason occurs, the most frequent first. */
export function reasonsOf(faults: Iterable<Fault | null>): BoxRefusals {
  const counts = new Map<BoxReason, number>();
  for (const fault of faults) {
    if (fault === null) continue;
    const reason = fault.code === 'BOX_CONDITION' && fault.missing.kind !== 'conditions' ? 'BOX_GROUP' : fault.code;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].map(([reason, count]) => ({ reason, count })).toSorted((a, b) => b.count - a.count);
}
