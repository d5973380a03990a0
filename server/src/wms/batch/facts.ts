// What is said of a batch, where goods have none: their product is not tracked by batch, so it would be kept nowhere.
import type { Fault } from '@kuwei/contract/error';

const FACTS = ['batchNo', 'madeOn', 'expiresOn'] as const;

/** A fault for each fact that is entered and would be kept nowhere. @param before what stands before the name of a field */
export const keptNowhere = (
  line: { readonly [fact in (typeof FACTS)[number]]?: string | null },
  trackBatch: boolean,
  before = '',
): Fault[] =>
  trackBatch
    ? []
    : FACTS.filter((fact) => (line[fact] ?? '') !== '').map((fact) => ({ path: `${before}${fact}`, key: 'rule.notByBatch' }));
