// Computes the position of a request in its definition. No tokens are stored: definitions are acyclic, so completed steps and the
// document's variables determine which flows have been taken, are dead, or are still pending.
import { evaluateCondition, parseCondition, type Vars } from '@kuwei/contract/bpm/condition';
import { sortTopologically, type Flow, type Model, type Node } from './model.ts';

/** State of a flow. */
type Mark = 'taken' | 'pending' | 'dead';

export interface Place {
  id: string;
  /** Number of steps on the longest path to it, including itself. */
  level: number;
}

export interface Position {
  /** Completed steps. */
  passed: Place[];
  /** Reached steps that are not completed. */
  open: Place[];
  /** Reached ends. */
  ends: string[];
  /** Passed nodes other than steps and ends that send copies. */
  told: Place[];
  /** Flows taken. */
  flows: string[];
}

/**
 * Walks the definition from its start.
 * @param isDone whether a step is completed
 */
export function walkDefinition(model: Model, vars: Vars, isDone: (id: string) => boolean): Position {
  const arriving = new Map<string, { mark: Mark; level: number }[]>();
  const position: Position = { passed: [], open: [], ends: [], told: [], flows: [] };
  const send = (node: Node, level: number, markOf: (flow: Flow) => Mark): void => {
    for (const flow of node.flows) {
      const before = arriving.get(flow.to) ?? [];
      const mark = markOf(flow);
      if (mark === 'taken') position.flows.push(flow.id);
      before.push({ mark, level });
      arriving.set(flow.to, before);
    }
  };
  for (const id of sortTopologically(model) ?? []) {
    const node = model.nodes[id]!;
    const coming = arriving.get(id) ?? [];
    const level = Math.max(0, ...coming.filter(({ mark }) => mark === 'taken').map((each) => each.level));
    const mark = id === model.start ? 'taken' : markAt(node, coming);
    if (mark !== 'taken') {
      send(node, level, () => mark);
      continue;
    }
    if (node.copies.length > 0 && node.kind !== 'step' && node.kind !== 'end') position.told.push({ id, level });
    switch (node.kind) {
      case 'step': {
        const place = { id, level: level + 1 };
        const done = isDone(id);
        (done ? position.passed : position.open).push(place);
        send(node, place.level, () => (done ? 'taken' : 'pending'));
        break;
      }
      case 'exclusive':
      case 'inclusive': {
        const taken = chooseFlows(model, node, vars);
        send(node, level, (flow) => (taken.includes(flow) ? 'taken' : 'dead'));
        break;
      }
      case 'end':
        position.ends.push(id);
        break;
      default:
        send(node, level, () => 'taken');
    }
  }
  return position;
}

/**
 * State of a node by its incoming flows. A joining gateway waits while any is pending; other nodes activate with the first taken one.
 * A parallel gateway with a dead incoming flow would wait forever in BPMN: publication refuses such definitions, and here it does not wait.
 */
function markAt({ kind }: Node, coming: readonly { mark: Mark }[]): Mark {
  const has = (mark: Mark): boolean => coming.some((each) => each.mark === mark);
  if ((kind === 'parallel' || kind === 'inclusive') && has('pending')) return 'pending';
  return has('taken') ? 'taken' : has('pending') ? 'pending' : 'dead';
}

/** Outgoing flows taken at a gateway: the first whose condition holds (exclusive) or all of them (inclusive); else the default. */
export function chooseFlows({ variables }: Pick<Model, 'variables'>, { kind, flows }: Node, vars: Vars): Flow[] {
  if (flows.length === 1) return flows;
  const isTrue = ({ condition }: Flow): boolean =>
    condition !== null && evaluateCondition(parseCondition(condition, variables), vars);
  const holding = flows.filter((flow) => !flow.isDefault && isTrue(flow));
  const taken = kind === 'exclusive' ? holding.slice(0, 1) : holding;
  return taken.length > 0 ? taken : flows.filter((flow) => flow.isDefault);
}

/** All steps that these variables lead through, in order. */
export const stepsOf = (model: Model, vars: Vars): Place[] =>
  walkDefinition(model, vars, () => true).passed.toSorted((a, b) => a.level - b.level);

/** Number of levels that these variables lead through. */
export const levelsOf = (model: Model, vars: Vars): number => Math.max(0, ...stepsOf(model, vars).map(({ level }) => level));
