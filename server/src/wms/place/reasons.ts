// Counts boxes that refuse goods by reason.
import type { BoxReason, BoxRefusals } from '@kuwei/contract/wms/box-reason';
import type { Fault } from './rules.ts';

export const reasonOf = (fault: Fault): BoxReason =>
  fault.code === 'BOX_CONDITION' && fault.missing.kind !== 'conditions' ? 'BOX_GROUP' : fault.code;

/** Frequency of each reason, most frequent first; null counts as none. */
export function countReasons(reasons: Iterable<BoxReason | null>): BoxRefusals {
  const counts = new Map<BoxReason, number>();
  for (const reason of reasons) if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => ({ reason, count })).toSorted((a, b) => b.count - a.count);
}
