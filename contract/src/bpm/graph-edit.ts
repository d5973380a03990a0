// Edits of a graph that has no outline: each element and flow by itself, as the full diagram shows them.
import type { Graph, GraphFlow, GraphNode } from './graph.ts';
import { createNode, newElementId, type NodeKind } from './outline-edit.ts';

const isGateway = ({ kind }: GraphNode): boolean => kind === 'exclusive' || kind === 'inclusive' || kind === 'parallel';

export const outgoing = ({ flows }: Graph, id: string): GraphFlow[] => flows.filter(({ from }) => from === id);

/** Conditions have an effect only where a gateway has several flows to choose from. */
export const choosesFlows = (graph: Graph, { id, kind }: GraphNode): boolean =>
  (kind === 'exclusive' || kind === 'inclusive') && outgoing(graph, id).length > 1;

/** A flow that is left alone loses its condition. */
function clearIdleConditions(graph: Graph): Graph {
  const choosing = new Set(graph.nodes.filter((node) => choosesFlows(graph, node)).map(({ id }) => id));
  const flows = graph.flows.map((flow) => (choosing.has(flow.from) ? flow : { ...flow, condition: null, isDefault: false }));
  return { ...graph, flows };
}

const flowBetween = (from: string, to: string): GraphFlow => ({
  id: newElementId('flow'),
  name: '',
  nameEn: null,
  condition: null,
  isDefault: false,
  from,
  to,
});

/** Removes an element with its content; what led to it leads to its only successor. */
export function removeNode(graph: Graph, id: string): Graph {
  const removed = new Set([id]);
  for (const each of removed) for (const node of graph.nodes) if (node.parent === each) removed.add(node.id);
  const successors = outgoing(graph, id);
  const next = successors.length === 1 ? successors[0]!.to : null;
  const flows = graph.flows.flatMap((flow): GraphFlow[] => {
    if (removed.has(flow.from)) return [];
    if (!removed.has(flow.to)) return [flow];
    if (flow.to !== id || next === null || flow.from === next) return [];
    return graph.flows.some(({ from, to }) => from === flow.from && to === next) ? [] : [{ ...flow, to: next }];
  });
  return clearIdleConditions({ ...graph, nodes: graph.nodes.filter((node) => !removed.has(node.id)), flows });
}

export const removeFlow = (graph: Graph, id: string): Graph =>
  clearIdleConditions({ ...graph, flows: graph.flows.filter((flow) => flow.id !== id) });

/** Elements that a flow from this one may lead to: in the same group, not yet its successor, and not leading back to it. */
export function targetsOf(graph: Graph, id: string): GraphNode[] {
  const node = graph.nodes.find((each) => each.id === id);
  if (!node || node.kind === 'end') return [];
  const next = new Set(outgoing(graph, id).map(({ to }) => to));
  const leadsBack = (start: string): boolean => {
    const found = new Set([start]);
    for (const each of found) for (const { to } of outgoing(graph, each)) found.add(to);
    return found.has(id);
  };
  return graph.nodes.filter(
    (each) => each.parent === node.parent && each.kind !== 'start' && !next.has(each.id) && !leadsBack(each.id),
  );
}

/** Only gateways lead to several elements. */
export const mayConnect = (graph: Graph, node: GraphNode): boolean =>
  node.kind !== 'end' && (isGateway(node) || outgoing(graph, node.id).length === 0);

export const connectNodes = (graph: Graph, from: string, to: string): Graph => ({
  ...graph,
  flows: [...graph.flows, flowBetween(from, to)],
});

export const updateNode = (graph: Graph, id: string, change: (node: GraphNode) => GraphNode): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => (node.id === id ? change(node) : node)),
});

/** A gateway has one default flow, which has no condition. */
export function updateFlow(graph: Graph, id: string, patch: Partial<GraphFlow>): Graph {
  const flow = graph.flows.find((each) => each.id === id);
  const flows = graph.flows.map((each) => {
    if (each.id === id) return { ...each, ...patch, ...(patch.isDefault === true && { condition: null }) };
    return patch.isDefault === true && each.from === flow?.from ? { ...each, isDefault: false } : each;
  });
  return { ...graph, flows };
}

/** @returns the graph and the new element: before the only successor of `after`, as a branch of a gateway, or unconnected (null) */
export function addNode(graph: Graph, kind: NodeKind, after: string | null): { graph: Graph; node: GraphNode } {
  const before = graph.nodes.find(({ id }) => id === after);
  const node: GraphNode = { ...createNode(kind, graph.nodes), parent: before?.parent ?? null };
  const nodes = [...graph.nodes, node];
  if (!before) return { graph: { ...graph, nodes }, node };
  const isInserted = !isGateway(before) && kind !== 'end';
  const flows = graph.flows.map((flow) => (isInserted && flow.from === before.id ? { ...flow, from: node.id } : flow));
  return { graph: { ...graph, nodes, flows: [...flows, flowBetween(before.id, node.id)] }, node };
}
