// Faults in words: elements by their names as the designer shows them, never by their ids.
import type { Locale } from '@kuwei/contract/constants';
import type { Graph, GraphNode } from '@kuwei/contract/bpm/graph';
import type { Fault } from '@kuwei/contract/error';
import { phraseOrKey, say, t } from '../phrase.ts';
import { STEPS_BETWEEN } from './check.ts';

function nodeName(locale: Locale, { name, nameEn, kind, type }: GraphNode): string {
  const own = (locale === 'en' && nameEn) || name;
  if (own !== '') return own;
  return kind === 'other' ? typeName(locale, type) : say(locale, `design.kindName.${kind}`);
}

function typeName(locale: Locale, type: string): string {
  const key = `flow.type.${type.replace(/^bpmn:/, '')}`;
  const name = phraseOrKey(locale, key);
  return name === key ? type : name;
}

/** Names an element; a flow by both ends. Unknown ids are returned. */
function elementNames(graph: Graph | null, locale: Locale): (id: string) => string {
  const nodes = new Map(graph?.nodes.map((node) => [node.id, nodeName(locale, node)]));
  const flows = new Map(graph?.flows.map((flow) => [flow.id, flow]));
  return (id) => {
    const flow = flows.get(id);
    if (!flow) return nodes.get(id) ?? id;
    return t(locale, 'design.difference.way', { from: nodes.get(flow.from) ?? '', to: nodes.get(flow.to) ?? '' });
  };
}

/** Replaces ids and technical terms in the parameters of faults. */
export function nameElements(faults: readonly Fault[], graph: Graph | null, locale: Locale): Fault[] {
  const nameOf = elementNames(graph, locale);
  const words: Readonly<Record<string, (value: string) => string>> = {
    step: nameOf,
    steps: (value) => value.split(STEPS_BETWEEN).map(nameOf).join(STEPS_BETWEEN),
    type: (value) => typeName(locale, value),
    name: (value) => {
      const key = `flow.property.${value}`;
      const name = phraseOrKey(locale, key);
      return name === key ? value : name;
    },
  };
  return faults.map((fault) => {
    if (!fault.params) return fault;
    const params = Object.fromEntries(
      Object.entries(fault.params).map(([key, value]) => [
        key,
        typeof value === 'string' ? (words[key]?.(value) ?? value) : value,
      ]),
    );
    return { ...fault, params };
  });
}

/** Faults of flows with their place, for a message that stands alone. */
export function placeFaults(faults: readonly Fault[], graph: Graph | null, locale: Locale): Fault[] {
  const flows = new Set(graph?.flows.map(({ id }) => id));
  const nameOf = elementNames(graph, locale);
  return faults.map((fault) =>
    flows.has(fault.path)
      ? {
          path: fault.path,
          key: 'rule.flow.at',
          params: { place: nameOf(fault.path), message: say(locale, fault.key, fault.params) },
        }
      : fault,
  );
}
