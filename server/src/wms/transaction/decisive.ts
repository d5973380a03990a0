// The facts that make a chain longer than that of an ordinary document.
import type { Model } from '../../bpm/model.ts';
import { levelsOf } from '../../bpm/walk.ts';
import type { WorkflowVars } from './review-kind.ts';

/** Facts of a document, and what they are where nothing is out of the ordinary. The others are limits of the site. */
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
 * Facts that alone make a chain longer than an ordinary document's.
 * @returns null where it is no longer; empty where only several facts together make it so
 */
export function decisiveVars(model: Model, vars: WorkflowVars): Fact[] | null {
  const ordinary = levelsOf(model, { ...vars, ...DEFAULT_FACTS });
  const isLonger = (facts: WorkflowVars): boolean => levelsOf(model, facts) > ordinary;
  if (!isLonger(vars)) return null;
  return (Object.keys(DEFAULT_FACTS) as Fact[]).filter((fact) => isLonger({ ...vars, ...DEFAULT_FACTS, [fact]: vars[fact] }));
}
