// Parses a definition from BPMN 2.0 XML. Anything unsupported is a fault and purely graphical elements are listed: nothing is
// ignored silently.
import { XML_MAX } from '@kuwei/contract/bpm/definition';
import { kuweiModdle } from '@kuwei/contract/bpm/extension';
import type { Graph, GraphFlow, GraphKind, GraphNode } from '@kuwei/contract/bpm/graph';
import type { Fault } from '@kuwei/contract/error';
import type { Warning } from 'bpmn-moddle';
import { idOf, type Element, type Scope } from './element.ts';
import { checkXmlLimits } from './xml-limits.ts';
import { findUnsupportedElements, isDrawn, checkUnknownProperties, typeOf } from './foreign.ts';
import { modelOf, type Model } from './model.ts';
import { copiesOf, stepOf } from './read-step.ts';

/** Maximum of faults reported by the parser, of other faults, and of graphical elements. */
const FAULTS_SHOWN_MAX = 100;

const KINDS: Readonly<Record<string, GraphKind>> = {
  'bpmn:StartEvent': 'start',
  'bpmn:UserTask': 'step',
  'bpmn:SendTask': 'tell',
  'bpmn:ExclusiveGateway': 'exclusive',
  'bpmn:InclusiveGateway': 'inclusive',
  'bpmn:ParallelGateway': 'parallel',
  'bpmn:SubProcess': 'group',
  'bpmn:EndEvent': 'end',
};

export interface Read {
  /** As far as it could be parsed; null if not at all. */
  graph: Graph | null;
  /** Null if there is any fault. */
  model: Omit<Model, 'variables'> | null;
  faults: Fault[];
  /** Graphical elements without effect on the process. */
  notes: Fault[];
}

const fault = (path: string, key: Fault['key'], params?: Fault['params']): Fault => ({
  path,
  key,
  ...(params ? { params } : {}),
});

interface Parsed {
  definitions: Element;
  warnings: Warning[];
}

/** The elements of a file, or why it is refused. */
async function parse(xml: string): Promise<Parsed | Fault> {
  if (xml.length > XML_MAX) return fault('', 'rule.flow.tooLong');
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) return fault('', 'rule.flow.doctype');
  const excess = checkXmlLimits(xml);
  if (excess) return excess;
  const { BpmnModdle } = await import('bpmn-moddle');
  const moddle = new BpmnModdle({ kuwei: kuweiModdle });
  const parsed = await moddle.fromXML(xml).catch((error: Error) => error);
  if (parsed instanceof Error) return unreadable(parsed.message);
  return { definitions: parsed.rootElement as Element, warnings: parsed.warnings };
}

/** Twice the parser's own limit, so that later faults are reported as well. */
const limitFaults = (faults: readonly Fault[]): Fault[] => faults.slice(0, 2 * FAULTS_SHOWN_MAX);

/** @param xml one process: start and end events, user tasks, gateways, groups and sequence flows */
export async function readDefinition(xml: string): Promise<Read> {
  const refused = (...faults: Fault[]): Read => ({ graph: null, model: null, faults, notes: [] });
  const parsed = await parse(xml);
  if ('key' in parsed) return refused(parsed);
  const { definitions, warnings } = parsed;
  const faults = warnings.slice(0, FAULTS_SHOWN_MAX).map(toFault);
  const processes = definitions.rootElements?.filter(({ $type }) => $type === 'bpmn:Process') ?? [];
  const [process] = processes;
  if (!process || processes.length > 1) return refused(...faults, fault('', 'rule.flow.oneProcess'));
  const scopes = scopesIn(process);
  checkUnknownProperties(process, faults);
  const graph = buildGraph(process, scopes, faults);
  const notes = findUnsupportedElements(definitions, process, scopes);
  return { graph, model: faults.length === 0 ? modelOf(graph) : null, faults: limitFaults(faults), notes: limitFaults(notes) };
}

/** Parse errors of moddle in the product's own words. */
function toFault({ message, element, property, value }: Warning): Fault {
  const named = /<([^>]*)>/.exec(message)?.[1] ?? '';
  if (message.startsWith('unresolved reference'))
    return fault(element?.id ?? '', 'rule.flow.reference', {
      property: property?.replace(/^\w+:/, '') ?? '',
      id: value ?? named,
    });
  if (message.startsWith('unknown attribute')) return fault('', 'rule.flow.attribute', { name: named });
  if (message.includes('duplicate ID')) return fault(/ID <([^>]*)>/.exec(message)![1]!, 'rule.flow.twice');
  return unreadable(message);
}

/** The parser's own words are English and technical: only the line is passed on. */
function unreadable(message: string): Fault {
  const line = /line: (\d+)/.exec(message)?.[1];
  return line === undefined
    ? fault('', 'rule.flow.unreadable')
    : fault('', 'rule.flow.unreadableFrom', { line: Number(line) + 1 });
}

/** The process and its groups. */
function scopesIn(process: Element): Scope[] {
  const scopes: Scope[] = [{ owner: process, id: null, elements: process.flowElements ?? [] }];
  for (const { elements } of scopes)
    for (const element of elements)
      if (KINDS[element.$type] === 'group' || element.flowElements)
        scopes.push({ owner: element, id: idOf(element), elements: element.flowElements ?? [] });
  return scopes;
}

function buildGraph(process: Element, scopes: readonly Scope[], faults: Fault[]): Graph {
  const nodes: GraphNode[] = [];
  const flows: GraphFlow[] = [];
  for (const { elements, id: parent } of scopes) {
    const drawn = elements.filter((element) => !isDrawn(element));
    for (const element of drawn) {
      if (KINDS[element.$type] || element.$type === 'bpmn:SequenceFlow') checkUnknownProperties(element, faults);
      if (element.id === undefined) faults.push(fault('', 'rule.flow.missing', { name: 'id' }));
      else if (element.$type !== 'bpmn:SequenceFlow') nodes.push(parseNode(element, parent, faults));
    }
    const inside = new Set(nodes.filter((node) => node.parent === parent).map(({ id }) => id));
    for (const element of drawn)
      if (element.$type === 'bpmn:SequenceFlow' && element.id !== undefined) addFlow(element, inside, flows, faults);
    const starts = nodes.filter((node) => node.kind === 'start' && node.parent === parent);
    if (starts.length !== 1) faults.push(fault(starts[1]?.id ?? parent ?? '', 'rule.flow.oneStart', { count: starts.length }));
  }
  for (const { id, kind } of nodes)
    if (kind === 'group' && flows.filter(({ from }) => from === id).length > 1)
      faults.push(fault(id, 'rule.flow.oneWayOut', { step: id }));
  return { ...namesOf(process), id: process.id ?? 'process', about: aboutOf(process), nodes, flows };
}

const namesOf = ({ id, name = '', nameEn }: Element) => ({ id: idOf({ id }), name, nameEn: nameEn ?? null });

const aboutOf = ({ documentation = [] }: Element): string | null =>
  documentation
    .map(({ text = '' }) => text.trim())
    .filter(Boolean)
    .join('\n') || null;

function parseNode(element: Element, parent: string | null, faults: Fault[]): GraphNode {
  const kind = KINDS[element.$type] ?? 'other';
  const type = typeOf(element);
  if (type === 'Task') faults.push(fault(idOf(element), 'rule.flow.plainTask', { step: idOf(element) }));
  else if (kind === 'other') faults.push(fault(idOf(element), 'rule.flow.element', { type }));
  return {
    ...namesOf(element),
    kind,
    type,
    parent,
    about: aboutOf(element),
    step: kind === 'step' ? stepOf(element, faults) : null,
    copies: kind === 'other' ? [] : copiesOf(element, faults),
  };
}

/** A flow's own source and target count; the references in its ends repeat them and may be missing. */
function addFlow(flow: Element, inside: ReadonlySet<string>, flows: GraphFlow[], faults: Fault[]): void {
  const { sourceRef, targetRef, conditionExpression: condition } = flow;
  const id = idOf(flow);
  if (!sourceRef || !targetRef || !inside.has(idOf(sourceRef)) || !inside.has(idOf(targetRef))) {
    // Dangling references have been reported already.
    if ((!sourceRef || !targetRef) && faults.some(({ path }) => path === id)) return;
    faults.push(fault(id, 'rule.flow.ends'));
    return;
  }
  if (condition?.language !== undefined) faults.push(fault(id, 'rule.flow.language'));
  flows.push({
    ...namesOf(flow),
    from: idOf(sourceRef),
    to: idOf(targetRef),
    condition: condition?.body?.trim() || null,
    isDefault: sourceRef.default?.id === id,
  });
}
