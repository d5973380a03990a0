// Makes of another tool's diagram one that can be published: steps of its tasks, gateways that are carried out of those that are not, and
// nothing of events in between. Who decides, and what conditions ask, people have to say.
import { BLANK_STEP, type Graph, type GraphKind, type GraphNode } from './graph.ts';

const GATEWAYS: Readonly<Record<string, GraphKind>> = { EventBasedGateway: 'exclusive', ComplexGateway: 'inclusive' };
const WORK = /Task$|^CallActivity$|^Task$/;

export interface Adapted {
  graph: Graph;
  /** What became a step, or another gateway; what went. */
  turned: GraphNode[];
  dropped: GraphNode[];
}

export function adapted(graph: Graph): Adapted {
  const others = graph.nodes.filter(({ kind }) => kind === 'other');
  const becomes = ({ type }: GraphNode): GraphKind | null => GATEWAYS[type] ?? (WORK.test(type) ? 'step' : null);
  const dropped = others.filter((node) => becomes(node) === null);
  const nodes = graph.nodes.flatMap((node): GraphNode[] => {
    if (node.kind !== 'other') return [node];
    const kind = becomes(node);
    return kind === null ? [] : [{ ...node, kind, step: kind === 'step' ? BLANK_STEP : null }];
  });
  let flows = [...graph.flows];
  for (const { id } of dropped) {
    const coming = flows.filter(({ to }) => to === id);
    const [leaving] = flows.filter(({ from }) => from === id);
    // What came to it goes on to what followed it.
    const bridged = leaving ? coming.map((flow) => ({ ...flow, to: leaving.to })) : [];
    flows = [...flows.filter(({ from, to }) => from !== id && to !== id), ...bridged];
  }
  return { graph: { ...graph, nodes, flows }, turned: others.filter((node) => becomes(node) !== null), dropped };
}
