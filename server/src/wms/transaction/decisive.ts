// Facts that make a review chain longer than an ordinary document's.
import type { Model } from '../../bpm/model.ts';
import { levelsOf } from '../../bpm/walk.ts';
import type { WorkflowVars } from './review-kind.ts';

/** Facts of a document, with their ordinary values. The other variables are site limits. */
const DEFAULT_FACTS = {
  controlled: false,
  toxic: false,
  expired: false,
  overQuota: false,
  crossWarehouse: false,
  value: 0,
  maxQty: 0,
  lines: 0,
  storageGroups: [],
  controlFlags: [],
  ownerType: [],
  warehouse: [],
} as const satisfies Partial<WorkflowVars>;
export type Fact = keyof typeof DEFAULT_FACTS;

/**
 * Facts that each lengthen the chain on their own.
 * @returns null if the chain is not longer; empty if only several facts together lengthen it
 */
export function decisiveVars(model: Model, vars: WorkflowVars): Fact[] | null {
  const ordinary = levelsOf(model, { ...vars, ...DEFAULT_FACTS });
  const isLonger = (facts: WorkflowVars): boolean => levelsOf(model, facts) > ordinary;
  if (!isLonger(vars)) return null;
  return (Object.keys(DEFAULT_FACTS) as Fact[]).filter((fact) => isLonger({ ...vars, ...DEFAULT_FACTS, [fact]: vars[fact] }));
}
