// Makes another tool's diagram publishable: tasks become steps, unsupported gateways supported ones, intermediate events are
// dropped. Reviewers and conditions have to be added by hand.
import { BLANK_STEP, type Graph, type GraphKind, type GraphNode } from './graph.ts';

const GATEWAYS: Readonly<Record<string, GraphKind>> = { EventBasedGateway: 'exclusive', ComplexGateway: 'inclusive' };
const WORK = /Task$|^CallActivity$|^Task$/;

export interface AdaptedGraph {
  graph: Graph;
  /** What became a step or another gateway; what was dropped. */
  turned: GraphNode[];
  dropped: GraphNode[];
}

export function adaptGraph(graph: Graph): AdaptedGraph {
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
    // Incoming flows continue to the successor.
    const bridged = leaving ? coming.map((flow) => ({ ...flow, to: leaving.to })) : [];
    flows = [...flows.filter(({ from, to }) => from !== id && to !== id), ...bridged];
  }
  return { graph: { ...graph, nodes, flows }, turned: others.filter((node) => becomes(node) !== null), dropped };
}
