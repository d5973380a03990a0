// Refuses batch facts for goods whose product is not tracked by batch: there is nowhere to store them.
import type { Fault } from '@kuwei/contract/error';

const FACTS = ['batchNo', 'madeOn', 'expiresOn'] as const;

/** A fault for each fact entered without a place to store it. @param before prefix of field paths */
export const untrackedBatchFaults = (
  line: { readonly [fact in (typeof FACTS)[number]]?: string | null },
  trackBatch: boolean,
  before = '',
): Fault[] =>
  trackBatch
    ? []
    : FACTS.filter((fact) => (line[fact] ?? '') !== '').map((fact) => ({ path: `${before}${fact}`, key: 'rule.notByBatch' }));
