// A definition as nested steps, if its branches open and close properly. The designer edits the outline; a graph without one is
// shown as a diagram only.
import type { Graph, GraphFlow, GraphNode } from './graph.ts';

/** A sequence of items. */
export interface Line {
  items: Item[];
  /** Its end event; null: it continues with what follows the branch or block. */
  end: GraphNode | null;
}

/** A branch: the flow that leaves its gateway. */
export type BranchFlow = Pick<GraphFlow, 'id' | 'name' | 'nameEn' | 'condition' | 'isDefault'>;
export interface Branch {
  way: BranchFlow;
  line: Line;
}

export type Item =
  /** Includes unsupported elements and gateways with one outgoing flow. */
  | { kind: 'one'; node: GraphNode }
  /** `join`: where its branches meet; null if they lead directly to the successor. */
  | { kind: 'choice'; node: GraphNode; join: GraphNode | null; branches: Branch[] }
  | { kind: 'group'; node: GraphNode; start: GraphNode; line: Line };

export interface Outline extends Pick<Graph, 'id' | 'name' | 'nameEn' | 'about'> {
  start: GraphNode;
  line: Line;
  /** Flows of the original graph, so that unchanged ones keep ids and names. */
  flows: readonly GraphFlow[];
}

/** Why a graph has no outline, and at which element. */
export class OutlineFault extends Error {
  readonly kind: 'start' | 'circle' | 'loose' | 'crossing';
  readonly element: string;
  constructor(kind: OutlineFault['kind'], element: string) {
    super(`${kind}: ${element}`);
    this.kind = kind;
    this.element = element;
  }
}

const isGateway = ({ kind }: GraphNode): boolean => kind === 'exclusive' || kind === 'inclusive' || kind === 'parallel';

/** Nodes of one group, or of the top level. */
class Scope {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly out = new Map<string, GraphFlow[]>();
  /** Topological index of each node. */
  readonly place = new Map<string, number>();
  readonly start: GraphNode;
  readonly #reach = new Map<string, ReadonlySet<string>>();

  constructor(graph: Graph, parent: string | null) {
    this.nodes = new Map(graph.nodes.filter((node) => node.parent === parent).map((node) => [node.id, node]));
    for (const id of this.nodes.keys()) this.out.set(id, []);
    for (const flow of graph.flows) this.out.get(flow.from)?.push(flow);
    const starts = [...this.nodes.values()].filter(({ kind }) => kind === 'start');
    if (starts.length !== 1) throw new OutlineFault('start', starts[1]?.id ?? parent ?? '');
    this.start = starts[0]!;
    this.#order();
  }

  #order(): void {
    const waits = new Map([...this.nodes.keys()].map((id) => [id, 0]));
    for (const flows of this.out.values()) for (const { to } of flows) waits.set(to, (waits.get(to) ?? 0) + 1);
    const ready = [...waits].filter(([, count]) => count === 0).map(([id]) => id);
    for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
      this.place.set(id, this.place.size);
      for (const { to } of this.out.get(id) ?? []) {
        const left = waits.get(to)! - 1;
        waits.set(to, left);
        if (left === 0) ready.push(to);
      }
    }
    const circle = [...this.nodes.keys()].find((id) => !this.place.has(id));
    if (circle !== undefined) throw new OutlineFault('circle', circle);
  }

  /** A node and everything reachable from it. */
  reach(id: string): ReadonlySet<string> {
    const known = this.#reach.get(id);
    if (known) return known;
    const found = new Set([id]);
    for (const each of found) for (const { to } of this.out.get(each) ?? []) found.add(to);
    this.#reach.set(id, found);
    return found;
  }

  /** The first node that more than one of these reaches. */
  meet(ids: readonly string[]): string | null {
    const counts = new Map<string, number>();
    for (const id of ids) for (const each of this.reach(id)) counts.set(each, (counts.get(each) ?? 0) + 1);
    const shared = [...counts].filter(([, count]) => count > 1).map(([id]) => id);
    return shared.toSorted((a, b) => this.place.get(a)! - this.place.get(b)!)[0] ?? null;
  }
}

/** @throws OutlineFault where branches cross, lead back or lead nowhere */
export function outlineOf(graph: Graph): Outline {
  const { id, name, nameEn, about, flows } = graph;
  const scope = new Scope(graph, null);
  const made = { id, name, nameEn, about, start: scope.start, line: lineOf(graph, scope), flows };
  assertLossless(graph, made);
  return made;
}

function lineOf(graph: Graph, scope: Scope): Line {
  const seen = new Set([scope.start.id]);
  const [first, ...more] = scope.out.get(scope.start.id)!;
  if (first === undefined || more.length > 0) throw new OutlineFault('loose', scope.start.id);
  const line = follow(first.to, null);
  const missed = [...scope.nodes.keys()].find((id) => !seen.has(id));
  if (missed !== undefined) throw new OutlineFault('loose', missed);
  return line;

  function follow(begin: string, stop: string | null): Line {
    const items: Item[] = [];
    for (let at = begin; at !== stop;) {
      const node = scope.nodes.get(at);
      if (node === undefined || seen.has(at)) throw new OutlineFault('crossing', at);
      seen.add(at);
      const ways = scope.out.get(at)!;
      if (node.kind === 'end') {
        if (ways.length > 0) throw new OutlineFault('loose', at);
        return { items, end: node };
      }
      const [way] = ways;
      if (way === undefined || (ways.length > 1 && !isGateway(node))) throw new OutlineFault('loose', at);
      if (ways.length === 1) {
        items.push(node.kind === 'group' ? groupOf(node) : { kind: 'one', node });
        at = way.to;
        continue;
      }
      const meeting = scope.meet(ways.map(({ to }) => to));
      // Beyond the end of this line, branches meet at its end.
      const isInside = meeting !== null && (stop === null || scope.place.get(meeting)! < scope.place.get(stop)!);
      const until = isInside ? meeting : stop;
      const branches = ways.map(({ to, ...own }): Branch => {
        const leads = until !== null && scope.reach(to).has(until);
        return { way: wayOf(own), line: follow(to, leads ? until : null) };
      });
      const join = isInside ? scope.nodes.get(meeting)! : null;
      if (join && isGateway(join) && scope.out.get(join.id)!.length === 1) {
        seen.add(join.id);
        items.push({ kind: 'choice', node, join, branches });
        at = scope.out.get(join.id)![0]!.to;
      } else {
        items.push({ kind: 'choice', node, join: null, branches });
        if (until === null || !branches.some(({ line: inside }) => isOpen(inside))) return { items, end: null };
        at = until;
      }
    }
    return { items, end: null };
  }

  function groupOf(node: GraphNode): Item {
    const inside = new Scope(graph, node.id);
    return { kind: 'group', node, start: inside.start, line: lineOf(graph, inside) };
  }
}

const wayOf = ({ id, name, nameEn, condition, isDefault }: BranchFlow): BranchFlow => ({
  id,
  name,
  nameEn,
  condition,
  isDefault,
});

/** Whether a line continues: it has no end event. */
export function isOpen({ items, end }: Line): boolean {
  if (end !== null) return false;
  const last = items.at(-1);
  return last?.kind !== 'choice' || last.branches.some(({ line }) => isOpen(line));
}

/** An open flow: its source node, and the branch if that is a gateway. */
interface Tail {
  from: string;
  way: BranchFlow | null;
}

/** Converts an outline to a graph. */
export function graphOf({ id, name, nameEn, about, start, line, flows: before }: Outline): Graph {
  const nodes: GraphNode[] = [];
  const flows: GraphFlow[] = [];
  const known = new Map(before.map((flow) => [`${flow.from} ${flow.to}`, flow]));
  const taken = new Set<string>();
  const idOf = (wanted: string): string => {
    let free = wanted;
    for (let count = 2; taken.has(free); count++) free = `${wanted}_${count}`;
    taken.add(free);
    return free;
  };
  const connect = (tails: readonly Tail[], to: string): void => {
    for (const { from, way } of tails) {
      const same = known.get(`${from} ${to}`);
      const plain = { id: same?.id ?? `flow_${from}_${to}`, name: '', nameEn: null, condition: null, isDefault: false };
      const made = way ?? (same ? { ...plain, name: same.name, nameEn: same.nameEn } : plain);
      flows.push({ ...made, id: idOf(made.id), from, to });
    }
  };
  /** @returns the open flows */
  const connectLine = ({ items, end }: Line, from: readonly Tail[], parent: string | null): Tail[] => {
    let tails = [...from];
    const put = (node: GraphNode): void => {
      nodes.push({ ...node, parent });
      connect(tails, node.id);
    };
    for (const item of items) {
      put(item.node);
      if (item.kind === 'choice') {
        tails = item.branches.flatMap(({ way, line: inside }) => connectLine(inside, [{ from: item.node.id, way }], parent));
        if (item.join && tails.length > 0) {
          put(item.join);
          tails = [{ from: item.join.id, way: null }];
        }
        continue;
      }
      if (item.kind === 'group') {
        nodes.push({ ...item.start, parent: item.node.id });
        connectLine(item.line, [{ from: item.start.id, way: null }], item.node.id);
      }
      tails = [{ from: item.node.id, way: null }];
    }
    if (end === null) return tails;
    put(end);
    return [];
  };
  nodes.push({ ...start, parent: null });
  connectLine(line, [{ from: start.id, way: null }], null);
  return { id, name, nameEn, about, nodes, flows };
}

/** Rejects an outline that loses anything of the graph. @throws OutlineFault */
function assertLossless(graph: Graph, outline: Outline): void {
  const written = graphOf(outline);
  const said = ({ id, from, to, condition, isDefault }: GraphFlow): string =>
    JSON.stringify([id, from, to, condition, isDefault]);
  const flows = new Set(written.flows.map(said));
  const lost = graph.flows.find((flow) => !flows.has(said(flow)));
  if (lost || written.nodes.length !== graph.nodes.length) throw new OutlineFault('crossing', lost?.to ?? '');
}
