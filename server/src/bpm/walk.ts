// Where a request stands. There are no tokens to keep: a definition has no circles, so the steps that are done and the facts of
// the document say which flows have been taken, which never will be, and which may still come.
import { holds, parseCondition, type Vars } from '@kuwei/contract/bpm/condition';
import { inOrder, type Flow, type Model, type Node } from './model.ts';

/** Of a flow: something has come along it, may still come, or never will. */
type Mark = 'taken' | 'pending' | 'dead';

export interface Place {
  id: string;
  /** How many steps there are on the longest way to it, itself among them. */
  level: number;
}

export interface Standing {
  /** Steps that are done and count. */
  passed: Place[];
  /** Steps that have been reached and are not done. */
  open: Place[];
  /** Ends that have been reached. */
  ends: string[];
  /** What is passed without a decision, and tells people of it. */
  told: Place[];
  /** Flows that were taken. */
  flows: string[];
}

/**
 * Follows the definition from its start.
 * @param isDone whether a step is; one that is done lets pass
 */
export function stand(model: Model, vars: Vars, isDone: (id: string) => boolean): Standing {
  const arriving = new Map<string, { mark: Mark; level: number }[]>();
  const standing: Standing = { passed: [], open: [], ends: [], told: [], flows: [] };
  const send = (node: Node, level: number, markOf: (flow: Flow) => Mark): void => {
    for (const flow of node.flows) {
      const before = arriving.get(flow.to) ?? [];
      const mark = markOf(flow);
      if (mark === 'taken') standing.flows.push(flow.id);
      before.push({ mark, level });
      arriving.set(flow.to, before);
    }
  };
  for (const id of inOrder(model) ?? []) {
    const node = model.nodes[id]!;
    const coming = arriving.get(id) ?? [];
    const level = Math.max(0, ...coming.filter(({ mark }) => mark === 'taken').map((each) => each.level));
    const mark = id === model.start ? 'taken' : markAt(node, coming);
    if (mark !== 'taken') {
      send(node, level, () => mark);
      continue;
    }
    if (node.copies.length > 0 && node.kind !== 'step' && node.kind !== 'end') standing.told.push({ id, level });
    switch (node.kind) {
      case 'step': {
        const place = { id, level: level + 1 };
        const done = isDone(id);
        (done ? standing.passed : standing.open).push(place);
        send(node, place.level, () => (done ? 'taken' : 'pending'));
        break;
      }
      case 'exclusive':
      case 'inclusive': {
        const taken = chosen(model, node, vars);
        send(node, level, (flow) => (taken.includes(flow) ? 'taken' : 'dead'));
        break;
      }
      case 'end':
        standing.ends.push(id);
        break;
      default:
        send(node, level, () => 'taken');
    }
  }
  return standing;
}

/**
 * What a node makes of what comes to it. A joining gateway waits while anything may still come; everything else begins with the
 * first. A parallel gateway that lacks what never comes would wait for ever: publication refuses it, and it does not wait here.
 */
function markAt({ kind }: Node, coming: readonly { mark: Mark }[]): Mark {
  const has = (mark: Mark): boolean => coming.some((each) => each.mark === mark);
  if ((kind === 'parallel' || kind === 'inclusive') && has('pending')) return 'pending';
  return has('taken') ? 'taken' : has('pending') ? 'pending' : 'dead';
}

/** Flows that are taken out of a gateway: of an exclusive one the first that holds, of an inclusive one all; else the default. */
export function chosen({ variables }: Pick<Model, 'variables'>, { kind, flows }: Node, vars: Vars): Flow[] {
  if (flows.length === 1) return flows;
  const isTrue = ({ condition }: Flow): boolean => condition !== null && holds(parseCondition(condition, variables), vars);
  const holding = flows.filter((flow) => !flow.isDefault && isTrue(flow));
  const taken = kind === 'exclusive' ? holding.slice(0, 1) : holding;
  return taken.length > 0 ? taken : flows.filter((flow) => flow.isDefault);
}

/** All steps that these facts ask for, in the order in which they come. */
export const stepsOf = (model: Model, vars: Vars): Place[] =>
  stand(model, vars, () => true).passed.toSorted((a, b) => a.level - b.level);

/** How many levels these facts ask for. */
export const levelsOf = (model: Model, vars: Vars): number => Math.max(0, ...stepsOf(model, vars).map(({ level }) => level));
