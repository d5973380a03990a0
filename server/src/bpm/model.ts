// A definition as it is stored and walked: what read.ts makes of the XML once, when it is published.
import type { LIMIT_ACTIONS, NOBODY, QUORUMS } from '@kuwei/contract/bpm/extension';
import type { Variables } from './condition.ts';

/** Whom a step asks. */
export type Candidate =
  | { kind: 'ROLE'; role: string; at: 'HERE' | 'EVERYWHERE' }
  | { kind: 'LEADER'; of: 'APPLICANT' | 'OWNER' }
  | { kind: 'PERSON'; person: string }
  | { kind: 'GROUP'; group: string }
  | { kind: 'FIELD'; field: string };

export interface Limit {
  hours: number;
  action: (typeof LIMIT_ACTIONS)[number];
  /** Whom an escalation asks besides. */
  candidates: Candidate[];
}

/** What of a user task decides who is asked, and how many of them have to approve. */
export interface Step {
  candidates: Candidate[];
  quorum: (typeof QUORUMS)[number];
  /** Percent for SHARE, people for COUNT. */
  amount: number;
  nobody: (typeof NOBODY)[number];
  limit: Limit | null;
}

export interface Flow {
  id: string;
  to: string;
  /** Taken when it holds; null: always, or as the default. */
  condition: string | null;
  /** Taken where no other is. */
  isDefault: boolean;
}

const NODE_KINDS = ['start', 'step', 'exclusive', 'inclusive', 'parallel', 'end'] as const;
export interface Node {
  kind: (typeof NODE_KINDS)[number];
  name: string;
  nameEn: string | null;
  step: Step | null;
  /** Told when a step begins, or an end has come. */
  copies: Candidate[];
  /** Leaving it, in the order of the definition. */
  flows: Flow[];
}

export interface Model {
  start: string;
  nodes: Record<string, Node>;
  /** What its conditions may ask about, as it was when it was published. */
  variables: Variables;
}

/** Steps that one request may have to pass, one after the other. */
export const LEVELS_MAX = 20;

/** Ids of the nodes, each after all that lead to it; null where some lead in a circle. */
export function inOrder({ nodes }: Pick<Model, 'nodes'>): string[] | null {
  const waits = new Map(Object.keys(nodes).map((id) => [id, 0]));
  const targets = (id: string): string[] => nodes[id]!.flows.map(({ to }) => to);
  for (const id of waits.keys()) for (const to of targets(id)) waits.set(to, waits.get(to)! + 1);
  // The last found goes on first: one branch is followed to its end before the next.
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

/** A node and all that it leads to. */
export function fromHere({ nodes }: Pick<Model, 'nodes'>, id: string): Set<string> {
  const found = new Set([id]);
  for (const each of found) for (const { to } of nodes[each]!.flows) found.add(to);
  return found;
}
