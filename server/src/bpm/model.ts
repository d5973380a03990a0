// A definition as it is stored and executed: read.ts compiles it from XML on publication.
import type { Variables } from '@kuwei/contract/bpm/condition';
import type { Candidate, Graph, Step } from '@kuwei/contract/bpm/graph';

export interface Flow {
  id: string;
  to: string;
  /** Taken if it holds; null: unconditional, or the default. */
  condition: string | null;
  /** Taken if no other flow is. */
  isDefault: boolean;
}

export interface Node {
  /** `tell` sends copies and passes on. */
  kind: 'start' | 'step' | 'tell' | 'exclusive' | 'inclusive' | 'parallel' | 'end';
  name: string;
  nameEn: string | null;
  step: Step | null;
  /** Recipients of copies: when a step begins or an end is reached; for other nodes, when they are passed. */
  copies: Candidate[];
  /** Outgoing flows in document order. */
  flows: Flow[];
}

export interface Model {
  start: string;
  nodes: Record<string, Node>;
  /** Variables of its conditions as declared at publication. */
  variables: Variables;
}

/** Maximum of sequential steps of one request. */
export const LEVELS_MAX = 20;

/**
 * The executable graph: a group becomes its elements between its start and a join of its ends, so that what follows the group waits
 * for everything inside it.
 * @param graph without `other` elements, each group with one start
 */
export function modelOf({ nodes, flows }: Graph): Omit<Model, 'variables'> {
  const startIn = (parent: string | null): string =>
    nodes.find((node) => node.kind === 'start' && node.parent === parent)?.id ?? '';
  const into = new Map(nodes.filter(({ kind }) => kind === 'group').map(({ id }) => [id, startIn(id)]));
  const walked = nodes.map(({ id, kind, parent, name, nameEn, step, copies }): [string, Node] => {
    const made = { name, nameEn, step, copies, flows: [] };
    if (parent !== null && kind === 'start') return [id, { ...made, kind: 'exclusive' }];
    if (parent !== null && kind === 'end')
      return [id, { ...made, kind: 'inclusive', flows: [{ id: `${id}-out`, to: parent, condition: null, isDefault: false }] }];
    return [id, { ...made, kind: kind === 'group' ? 'inclusive' : (kind as Node['kind']) }];
  });
  const byId = new Map(walked);
  for (const { id, from, to, condition, isDefault } of flows)
    byId.get(from)?.flows.push({ id, to: into.get(to) ?? to, condition, isDefault });
  return { start: startIn(null), nodes: Object.fromEntries(walked) };
}

/** Topological order of the nodes; null if there is a cycle. */
export function sortTopologically({ nodes }: Pick<Model, 'nodes'>): string[] | null {
  const waits = new Map(Object.keys(nodes).map((id) => [id, 0]));
  const targets = (id: string): string[] => nodes[id]!.flows.map(({ to }) => to);
  for (const id of waits.keys()) for (const to of targets(id)) waits.set(to, waits.get(to)! + 1);
  // Depth first: one branch is followed to its end before the next.
  const ready = [...waits].filter(([, count]) => count === 0).map(([id]) => id);
  const order: string[] = [];
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    order.push(id);
    for (const to of targets(id).toReversed()) {
      waits.set(to, waits.get(to)! - 1);
      if (waits.get(to) === 0) ready.push(to);
    }
  }
  return order.length === waits.size ? order : null;
}

/** A node and everything reachable from it. */
export function reachableFrom({ nodes }: Pick<Model, 'nodes'>, id: string): Set<string> {
  const found = new Set([id]);
  for (const each of found) for (const { to } of nodes[each]!.flows) found.add(to);
  return found;
}
