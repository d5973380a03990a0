// Reads a definition from BPMN 2.0 XML. What it cannot read, or does not know, is a fault: nothing is left out in silence.
import { CANDIDATE_KINDS, kuweiModdle, LED, LIMIT_ACTIONS, NOBODY, QUORUMS, ROLE_PLACES } from '@kuwei/contract/bpm/extension';
import type { Fault } from '@kuwei/contract/error';
import type { Warning } from 'bpmn-moddle';
import type { Candidate, Flow, Limit, Model, Node, Step } from './model.ts';

const XML_MAX = 1024 * 1024;
const NODES_MAX = 2_000;
/** Of what the parser does not know: whoever reads a hundred of them has seen what is wrong. */
const WARNINGS_MAX = 100;
const HOURS_MAX = 24 * 366;

const KINDS: Readonly<Record<string, Node['kind']>> = {
  'bpmn:StartEvent': 'start',
  'bpmn:UserTask': 'step',
  'bpmn:ExclusiveGateway': 'exclusive',
  'bpmn:InclusiveGateway': 'inclusive',
  'bpmn:ParallelGateway': 'parallel',
  'bpmn:EndEvent': 'end',
};

/** Properties of BPMN that are read, or that say nothing about the course of a request. Any other is a fault. */
const KNOWN = new Set([
  '$type',
  'id',
  'name',
  'nameEn',
  'documentation',
  'incoming',
  'outgoing',
  'gatewayDirection',
  'default',
  'sourceRef',
  'targetRef',
  'conditionExpression',
  'extensionElements',
  'roles',
  'quorum',
  'share',
  'count',
  'nobody',
]);

interface Extension {
  $type: string;
  kind?: string;
  role?: string;
  at?: string;
  of?: string;
  person?: string;
  group?: string;
  field?: string;
  hours?: number;
  action?: string;
  candidates?: Extension[];
}

interface Element {
  $type: string;
  $attrs?: Record<string, string>;
  id: string;
  name?: string;
  nameEn?: string;
  default?: Element;
  sourceRef?: Element;
  targetRef?: Element;
  conditionExpression?: { body?: string; language?: string };
  flowElements?: Element[];
  rootElements?: Element[];
  extensionElements?: { values?: Extension[] };
  roles?: string;
  quorum?: string;
  share?: number;
  count?: number;
  nobody?: string;
}

export interface Read {
  /** Null where nothing could be made of it. */
  model: Omit<Model, 'variables'> | null;
  name: string;
  nameEn: string | null;
  faults: Fault[];
}

/** @param xml of one process: start and end events, user tasks, gateways and the flows between them */
export async function readDefinition(xml: string): Promise<Read> {
  const refused = (...faults: Fault[]): Read => ({ model: null, name: '', nameEn: null, faults });
  if (xml.length > XML_MAX) return refused(fault('', 'rule.flow.tooLong'));
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) return refused(fault('', 'rule.flow.doctype'));
  const { BpmnModdle } = await import('bpmn-moddle');
  const moddle = new BpmnModdle({ kuwei: kuweiModdle });
  const parsed = await moddle.fromXML(xml).catch((error: Error) => error);
  if (parsed instanceof Error)
    return refused(fault('', 'rule.flow.unreadable', { reason: parsed.message.split('\n')[0]!.slice(0, 100) }));
  const faults = parsed.warnings.slice(0, WARNINGS_MAX).map(faultOf);
  const processes = (parsed.rootElement as Element).rootElements?.filter(({ $type }) => $type === 'bpmn:Process') ?? [];
  const [process] = processes;
  if (!process || processes.length > 1) return refused(...faults, fault('', 'rule.flow.oneProcess'));
  const elements = process.flowElements ?? [];
  if (elements.length > NODES_MAX) return refused(...faults, fault('', 'rule.flow.tooMany', { max: NODES_MAX }));
  const model = modelOf(elements, faults);
  return { model: faults.length === 0 ? model : null, name: process.name ?? '', nameEn: process.nameEn ?? null, faults };
}

const fault = (path: string, key: Fault['key'], params?: Fault['params']): Fault => ({
  path,
  key,
  ...(params ? { params } : {}),
});

/** What moddle could not make sense of, in our words. */
function faultOf({ message, element, property, value }: Warning): Fault {
  const named = /<([^>]*)>/.exec(message)?.[1] ?? '';
  if (message.startsWith('unresolved reference'))
    return fault(element?.id ?? '', 'rule.flow.reference', {
      property: property?.replace(/^\w+:/, '') ?? '',
      id: value ?? named,
    });
  if (message.startsWith('unknown attribute')) return fault('', 'rule.flow.attribute', { name: named });
  if (message.includes('duplicate ID')) return fault(/ID <([^>]*)>/.exec(message)![1]!, 'rule.flow.twice');
  return fault('', 'rule.flow.unreadable', { reason: message.split('\n')[0]!.slice(0, 100) });
}

function modelOf(elements: readonly Element[], faults: Fault[]): Read['model'] {
  const nodes: Record<string, Node> = {};
  for (const element of elements) {
    refuseUnknown(element, faults);
    if (element.$type === 'bpmn:SequenceFlow') continue;
    const kind = KINDS[element.$type];
    if (!kind) {
      faults.push(fault(element.id, 'rule.flow.element', { type: element.$type.replace(/^\w+:/, '') }));
      continue;
    }
    const { name = '', nameEn = null } = element;
    const own = element.extensionElements?.values ?? [];
    const copies = own.filter(({ $type }) => $type === 'kuwei:Copy').map((each) => candidateOf(element.id, each, faults));
    const step = kind === 'step' ? stepOf(element, own, faults) : null;
    nodes[element.id] = { kind, name, nameEn, step, copies, flows: [] };
  }
  for (const element of elements) if (element.$type === 'bpmn:SequenceFlow') addFlow(element, nodes, elements, faults);
  const starts = Object.keys(nodes).filter((id) => nodes[id]!.kind === 'start');
  if (starts.length !== 1) faults.push(fault(starts[1] ?? '', 'rule.flow.oneStart', { count: starts.length }));
  return starts.length === 1 ? { start: starts[0]!, nodes } : null;
}

function refuseUnknown(element: Element, faults: Fault[]): void {
  for (const name of Object.keys(element)) {
    if (!KNOWN.has(name)) faults.push(fault(element.id, 'rule.flow.property', { name }));
  }
  for (const name of Object.keys(element.$attrs ?? {})) {
    if (name.includes(':') && !name.startsWith('kuwei:')) faults.push(fault(element.id, 'rule.flow.attribute', { name }));
  }
  for (const { $type } of element.extensionElements?.values ?? []) {
    const isOurs = $type === 'kuwei:Candidate' || $type === 'kuwei:Copy' || $type === 'kuwei:Limit';
    if (!isOurs) faults.push(fault(element.id, 'rule.flow.element', { type: $type }));
  }
}

/** Where a flow leads is said by the flow itself; what its ends say of it is a picture of that, and may be left out. */
function addFlow(flow: Element, nodes: Record<string, Node>, elements: readonly Element[], faults: Fault[]): void {
  const { id, sourceRef, targetRef, conditionExpression: condition } = flow;
  const source = sourceRef && nodes[sourceRef.id];
  if (!source || !targetRef || !nodes[targetRef.id]) {
    // A reference to what is not there at all has been named already.
    if ((!sourceRef || !targetRef) && faults.some(({ path }) => path === id)) return;
    faults.push(fault(id, 'rule.flow.ends'));
    return;
  }
  if (condition?.language !== undefined) faults.push(fault(id, 'rule.flow.language'));
  const owner = elements.find((element) => element.id === sourceRef.id)!;
  const isDefault = owner.default?.id === id;
  const made: Flow = { id, to: targetRef.id, condition: condition?.body?.trim() || null, isDefault };
  source.flows.push(made);
}

const isOneOf = <const V extends readonly string[]>(values: V, value: string | undefined): value is V[number] =>
  value !== undefined && values.includes(value);

function stepOf(element: Element, own: readonly Extension[], faults: Fault[]): Step {
  const { id, roles = '', quorum = 'ONE', share = 0, count = 0, nobody = 'WAIT' } = element;
  const wrong = (name: string, values: readonly string[]): void =>
    void faults.push(fault(id, 'rule.flow.choice', { name, values: values.join(' ') }));
  if (!isOneOf(QUORUMS, quorum)) wrong('quorum', QUORUMS);
  if (!isOneOf(NOBODY, nobody)) wrong('nobody', NOBODY);
  if (quorum === 'SHARE' && !(share >= 1 && share <= 100)) faults.push(fault(id, 'rule.flow.share'));
  if (quorum === 'COUNT' && !(count >= 1 && count <= 100)) faults.push(fault(id, 'rule.flow.count'));
  const listed = roles.split(',').map((role) => role.trim());
  const limits = own.filter(({ $type }) => $type === 'kuwei:Limit');
  if (limits.length > 1) faults.push(fault(id, 'rule.flow.oneLimit'));
  return {
    candidates: [
      ...listed.filter(Boolean).map((role): Candidate => ({ kind: 'ROLE', role, at: 'HERE' })),
      ...own.filter(({ $type }) => $type === 'kuwei:Candidate').map((each) => candidateOf(id, each, faults)),
    ],
    quorum: quorum as Step['quorum'],
    amount: quorum === 'SHARE' ? share : quorum === 'COUNT' ? count : 0,
    nobody: nobody as Step['nobody'],
    limit: limits[0] ? limitOf(id, limits[0], faults) : null,
  };
}

function limitOf(id: string, { hours = 0, action, candidates = [] }: Extension, faults: Fault[]): Limit {
  if (!(hours >= 1 && hours <= HOURS_MAX)) faults.push(fault(id, 'rule.flow.hours', { max: HOURS_MAX }));
  if (!isOneOf(LIMIT_ACTIONS, action))
    faults.push(fault(id, 'rule.flow.choice', { name: 'action', values: LIMIT_ACTIONS.join(' ') }));
  if ((action === 'ESCALATE') !== candidates.length > 0) faults.push(fault(id, 'rule.flow.escalation'));
  return { hours, action: action as Limit['action'], candidates: candidates.map((each) => candidateOf(id, each, faults)) };
}

function candidateOf(id: string, given: Extension, faults: Fault[]): Candidate {
  const { kind, role = '', at = 'HERE', of, person = '', group = '', field = '' } = given;
  const choice = (name: string, values: readonly string[]): void =>
    void faults.push(fault(id, 'rule.flow.choice', { name, values: values.join(' ') }));
  const needs = (name: string, value: string): void =>
    void (value === '' && faults.push(fault(id, 'rule.flow.missing', { name })));
  switch (kind) {
    case 'ROLE':
      needs('role', role);
      if (!isOneOf(ROLE_PLACES, at)) choice('at', ROLE_PLACES);
      return { kind, role, at: at as 'HERE' };
    case 'LEADER':
      if (!isOneOf(LED, of)) choice('of', LED);
      return { kind, of: of as 'OWNER' };
    case 'PERSON':
      needs('person', person);
      return { kind, person };
    case 'GROUP':
      needs('group', group);
      return { kind, group };
    case 'FIELD':
      needs('field', field);
      return { kind, field };
    default:
      choice('kind', CANDIDATE_KINDS);
      return { kind: 'PERSON', person: '' };
  }
}
