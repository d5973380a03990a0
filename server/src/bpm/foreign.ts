// BPMN of other tools that the engine does not execute: elements without effect on the process are kept and listed, all others
// are refused.
import type { Fault } from '@kuwei/contract/error';
import { idOf, type Element, type Scope } from './element.ts';

/** Properties that are read. */
const READ = new Set([
  '$type',
  'id',
  'name',
  'nameEn',
  'documentation',
  'default',
  'sourceRef',
  'targetRef',
  'conditionExpression',
  'extensionElements',
  'flowElements',
  'roles',
  'quorum',
  'share',
  'count',
  'nobody',
]);
/** Properties without effect on the process. */
const IDLE = new Set([
  'incoming',
  'outgoing',
  'gatewayDirection',
  'isExecutable',
  'isClosed',
  'processType',
  'isImmediate',
  'auditing',
  'monitoring',
  'categoryValueRef',
  'lanes',
  'definitionalCollaborationRef',
]);
/** Properties without effect while they have their BPMN default. */
const IDLE_AS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['startQuantity', 1],
  ['completionQuantity', 1],
  ['isForCompensation', false],
  ['isInterrupting', true],
  ['parallelMultiple', false],
  ['triggeredByEvent', false],
  ['implementation', '##unspecified'],
]);
/** Properties without effect: data and annotations. */
const DATA = ['properties', 'ioSpecification', 'dataInputAssociations', 'dataOutputAssociations'] as const;
const DRAWN = new Set<string>(['artifacts', 'laneSets', ...DATA]);

const DRAWN_TYPES = new Set(['DataObject', 'DataObjectReference', 'DataStoreReference']);
const OURS = new Set(['kuwei:Candidate', 'kuwei:Copy', 'kuwei:Limit']);

export const typeOf = ({ $type }: Pick<Element, '$type'>): string => $type.replace(/^bpmn:/, '');

/** Graphical elements without effect on the process. */
export const isDrawn = (element: Element): boolean => DRAWN_TYPES.has(typeOf(element));

const isForeignAttribute = (name: string): boolean =>
  name.includes(':') && !name.startsWith('kuwei:') && !name.startsWith('xmlns:');
const isForeignExtension = ({ $type }: { $type: string }): boolean => !OURS.has($type);

/** Properties that might affect the process and are not supported. */
const unknownProperties = (element: Element): string[] =>
  Object.entries(element).flatMap(([name, value]) => {
    if (READ.has(name) || IDLE.has(name) || DRAWN.has(name)) return [];
    return IDLE_AS.has(name) && IDLE_AS.get(name) === value ? [] : [name];
  });

export function checkUnknownProperties(element: Element, faults: Fault[]): void {
  const id = idOf(element);
  for (const name of unknownProperties(element)) faults.push({ path: id, key: 'rule.flow.property', params: { name } });
  for (const name of Object.keys(element.$attrs ?? {}))
    if (isForeignAttribute(name)) faults.push({ path: id, key: 'rule.flow.attribute', params: { name } });
  for (const extension of element.extensionElements?.values ?? [])
    if (isForeignExtension(extension)) faults.push({ path: id, key: 'rule.flow.element', params: { type: extension.$type } });
}

const nameOf = ({ name, text, id }: Element): string => (name ?? text ?? '').trim().slice(0, 60) || idOf({ id });

/** All unsupported elements and properties, by name. */
export function findUnsupportedElements(definitions: Element, process: Element, scopes: readonly Scope[]): Fault[] {
  const notes: Fault[] = [];
  const note = (element: Element): void =>
    void notes.push({
      path: idOf(element),
      key: 'rule.flow.drawn',
      params: { type: typeOf(element), name: nameOf(element) },
    });
  const lanes = (set: Element): void => {
    for (const lane of set.lanes ?? []) {
      note(lane);
      if (lane.childLaneSet) lanes(lane.childLaneSet);
    }
  };
  for (const root of definitions.rootElements ?? []) {
    if (root === process) continue;
    if (root.$type !== 'bpmn:Collaboration') note(root);
    for (const element of [...(root.participants ?? []), ...(root.messageFlows ?? []), ...(root.artifacts ?? [])]) note(element);
  }
  for (const { owner, elements } of scopes) {
    for (const set of owner.laneSets ?? []) lanes(set);
    for (const element of [...(owner.artifacts ?? []), ...elements.filter(isDrawn)]) note(element);
    for (const element of [owner, ...elements]) {
      if (DATA.some((name) => Object.hasOwn(element, name)))
        notes.push({ path: idOf(element), key: 'rule.flow.data', params: { name: nameOf(element) } });
    }
  }
  return notes;
}
