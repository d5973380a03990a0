// Describes differences of two definitions: added, removed and changed elements.
import type { ChangedPart, Difference } from '@kuwei/contract/bpm/difference';
import type { Graph, GraphFlow, GraphNode } from '@kuwei/contract/bpm/graph';
import { t } from '../../phrase/phrases.ts';
import type { DesignFormatters } from './words.ts';

export interface DescribedDifference {
  /** Id of the element in the diagram. */
  id: string;
  change: Difference['change'];
  what: string;
  parts: string[];
}

export function describeDifference(
  difference: Difference,
  words: DesignFormatters,
  before: Graph,
  after: Graph,
): DescribedDifference {
  const nameIn = (graph: Graph, id: string): string => {
    const node = graph.nodes.find((each) => each.id === id);
    return node ? words.nameOf(node) || t(`design.kindName.${node.kind}`) : id;
  };
  const was = (part: ChangedPart, old: string, now: string): string =>
    t('design.difference.was', { part: t(`design.difference.part.${part}`), before: old || nothing(), after: now || nothing() });
  if ('way' in difference) {
    const { way, change } = difference;
    const graph = change === 'REMOVED' ? before : after;
    const what = words.nameOf(way) || t('design.difference.way', { from: nameIn(graph, way.from), to: nameIn(graph, way.to) });
    const parts =
      'parts' in difference
        ? difference.parts.map((part) => was(part, ofWay(difference.wayBefore, part, words), ofWay(way, part, words)))
        : [];
    return { id: way.id, change, what, parts };
  }
  const { node, change } = difference;
  const what = `${t(`design.kindName.${node.kind}`)} · ${words.nameOf(node) || node.id}`;
  const parts =
    'parts' in difference
      ? difference.parts.map((part) => was(part, ofNode(difference.before, part, words), ofNode(node, part, words)))
      : change === 'ADDED'
        ? describeNewNode(node, words, after)
        : [];
  return { id: node.id, change, what, parts };
}

/** Details of an added element: candidates, and conditions of its flows. */
function describeNewNode(node: GraphNode, words: DesignFormatters, { flows }: Graph): string[] {
  const { step, copies } = node;
  const part = (name: ChangedPart, value: string): string =>
    t('design.difference.is', { part: t(`design.difference.part.${name}`), value });
  return [
    ...(step ? [part('candidates', words.candidates(step.candidates) || nothing())] : []),
    ...(step && step.quorum !== 'ONE' ? [part('quorum', words.quorum(step))] : []),
    ...(step?.limit ? [part('limit', words.limit(step.limit))] : []),
    ...(copies.length > 0 ? [part('copies', words.candidates(copies))] : []),
    ...flows.flatMap(({ from, condition }) =>
      from === node.id && condition !== null ? [part('condition', words.condition(condition))] : [],
    ),
  ];
}

const GATEWAYS: ReadonlySet<string> = new Set(['exclusive', 'inclusive', 'parallel']);

/** A joining gateway is not mentioned: it belongs to the splitting one. */
export function isJoin({ nodes, flows }: Graph, id: string): boolean {
  const node = nodes.find((each) => each.id === id);
  return node?.name === '' && GATEWAYS.has(node.kind) && flows.filter(({ from }) => from === id).length === 1;
}

const nothing = (): string => t('design.difference.nothing');

function ofWay(way: GraphFlow, part: ChangedPart, words: DesignFormatters): string {
  if (part === 'condition') return way.condition === null ? '' : words.condition(way.condition);
  if (part === 'isDefault') return way.isDefault ? t('design.condition.yes') : t('design.condition.no');
  return (part === 'nameEn' ? way.nameEn : way.name) ?? '';
}

function ofNode(node: GraphNode, part: ChangedPart, words: DesignFormatters): string {
  const { step, copies } = node;
  switch (part) {
    case 'kind':
      return t(`design.kindName.${node.kind}`);
    case 'candidates':
      return words.candidates(step?.candidates ?? []);
    case 'quorum':
      return step ? words.quorum(step) : '';
    case 'nobody':
      return step ? t(`design.nobody.${step.nobody}`) : '';
    case 'limit':
      return step?.limit ? words.limit(step.limit) : '';
    case 'copies':
      return words.candidates(copies);
    case 'nameEn':
      return node.nameEn ?? '';
    case 'about':
      return node.about ?? '';
    case 'place':
      return node.parent ?? '';
    default:
      return node.name;
  }
}
