// Differences between two definitions by element, for texts and for colours in the diagram.
import type { Graph, GraphFlow, GraphNode } from './graph.ts';

export type ChangedPart =
  | 'kind'
  | 'name'
  | 'nameEn'
  | 'about'
  | 'candidates'
  | 'quorum'
  | 'nobody'
  | 'limit'
  | 'copies'
  | 'condition'
  | 'isDefault'
  | 'place';

export type Difference =
  | { change: 'ADDED' | 'REMOVED'; node: GraphNode }
  | { change: 'CHANGED'; before: GraphNode; node: GraphNode; parts: ChangedPart[] }
  | { change: 'CHANGED'; way: GraphFlow; wayBefore: GraphFlow; parts: ChangedPart[] }
  | { change: 'ADDED' | 'REMOVED'; way: GraphFlow };

const isDifferent = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);

function partsOf(before: GraphNode, after: GraphNode): ChangedPart[] {
  const [one, other] = [before.step, after.step];
  const parts: [ChangedPart, boolean][] = [
    ['kind', before.kind !== after.kind],
    ['name', before.name !== after.name],
    ['nameEn', before.nameEn !== after.nameEn],
    ['about', before.about !== after.about],
    ['candidates', isDifferent(one?.candidates ?? [], other?.candidates ?? [])],
    ['quorum', one?.quorum !== other?.quorum || one?.amount !== other?.amount],
    ['nobody', one?.nobody !== other?.nobody],
    ['limit', isDifferent(one?.limit ?? null, other?.limit ?? null)],
    ['copies', isDifferent(before.copies, after.copies)],
    ['place', before.parent !== after.parent],
  ];
  return parts.filter(([, is]) => is).map(([part]) => part);
}

function wayParts(before: GraphFlow, after: GraphFlow): ChangedPart[] {
  const parts: [ChangedPart, boolean][] = [
    ['name', before.name !== after.name],
    ['nameEn', before.nameEn !== after.nameEn],
    ['condition', before.condition !== after.condition],
    ['isDefault', before.isDefault !== after.isDefault],
  ];
  return parts.filter(([, is]) => is).map(([part]) => part);
}

/** Whether a path leads from one node to another through these nodes only. */
function hasPath({ flows }: Graph, from: string, to: string, over: ReadonlySet<string>): boolean {
  const found = new Set([from]);
  for (const each of found)
    for (const flow of flows)
      if (flow.from === each) {
        if (flow.to === to) return true;
        if (over.has(flow.to)) found.add(flow.to);
      }
  return false;
}

/** Elements are matched by id. Consequences of an inserted or removed element are not reported. */
export function differencesOf(before: Graph, after: Graph): Difference[] {
  const [old, now] = [before, after].map(({ nodes }) => new Map(nodes.map((node) => [node.id, node]))) as [
    Map<string, GraphNode>,
    Map<string, GraphNode>,
  ];
  const added = after.nodes.filter(({ id }) => !old.has(id));
  const removed = before.nodes.filter(({ id }) => !now.has(id));
  const changed = after.nodes.flatMap((node): Difference[] => {
    const was = old.get(node.id);
    const parts = was ? partsOf(was, node) : [];
    return was && parts.length > 0 ? [{ change: 'CHANGED', before: was, node, parts }] : [];
  });
  const pairs = after.flows.flatMap((way) => {
    const was =
      before.flows.find(({ id, from }) => id === way.id && from === way.from) ??
      before.flows.find(({ from, to }) => from === way.from && to === way.to);
    return was ? [{ way, was }] : [];
  });
  const [kept, matched] = [new Set(pairs.map(({ was }) => was)), new Set(pairs.map(({ way }) => way))];
  const [addedIds, removedIds] = [added, removed].map((nodes) => new Set(nodes.map(({ id }) => id))) as [
    Set<string>,
    Set<string>,
  ];
  const isBetween = (known: ReadonlyMap<string, GraphNode>, { from, to }: GraphFlow): boolean => known.has(from) && known.has(to);
  return [
    ...added.map((node): Difference => ({ change: 'ADDED', node })),
    ...removed.map((node): Difference => ({ change: 'REMOVED', node })),
    ...changed,
    ...pairs.flatMap(({ way, was }): Difference[] => {
      const parts = wayParts(was, way);
      return parts.length > 0 ? [{ change: 'CHANGED', way, wayBefore: was, parts }] : [];
    }),
    ...after.flows
      .filter((way) => !matched.has(way) && isBetween(old, way) && !hasPath(before, way.from, way.to, removedIds))
      .map((way): Difference => ({ change: 'ADDED', way })),
    ...before.flows
      .filter((way) => !kept.has(way) && isBetween(now, way) && !hasPath(after, way.from, way.to, addedIds))
      .map((way): Difference => ({ change: 'REMOVED', way })),
  ];
}
