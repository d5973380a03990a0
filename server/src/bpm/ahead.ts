// What a chain holds before it has been walked: the tasks that come, and the facts that make it longer than others.
import { AppError } from '@kuwei/contract/error';
import { countTasks, nextTask, type Model, type WorkflowVars } from './model.ts';

/** Tasks from a node on, in their order. @throws AppError WORKFLOW where no flow can be taken */
export function tasksAhead(model: Model, from: string, vars: WorkflowVars): { id: string; name: string; roles: string[] }[] {
  const tasks: { id: string; name: string; roles: string[] }[] = [];
  for (let task = nextTask(model, from, vars); task; task = nextTask(model, task.id, vars)) tasks.push(task);
  return tasks;
}

/** Facts of a document, and what they are where nothing is out of the ordinary. The others are limits of the site. */
const ORDINARY = {
  controlled: false,
  toxic: false,
  expired: false,
  overQuota: false,
  crossWarehouse: false,
  value: 0,
  maxQty: 0,
  lines: 0,
} as const satisfies Partial<WorkflowVars>;
export type Fact = keyof typeof ORDINARY;

/**
 * Facts that alone make a chain longer than an ordinary document's.
 * @returns null where it is no longer; empty where only several facts together make it so
 */
export function decisiveVars(model: Model, vars: WorkflowVars): Fact[] | null {
  const ordinary = levelsOf(model, { ...vars, ...ORDINARY });
  if (ordinary === null) return [];
  const isLonger = (facts: WorkflowVars): boolean => (levelsOf(model, facts) ?? 0) > ordinary;
  if (!isLonger(vars)) return null;
  return (Object.keys(ORDINARY) as Fact[]).filter((fact) => isLonger({ ...vars, ...ORDINARY, [fact]: vars[fact] }));
}

/** @returns null where a chain knows no way for these facts, as no document has had them */
function levelsOf(model: Model, vars: WorkflowVars): number | null {
  try {
    return countTasks(model, vars);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
