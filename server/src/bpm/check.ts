// Validates that a definition can be executed: no request may get stuck, reach a step twice, or lack candidates.
import type { Fault } from '@kuwei/contract/error';
import { listReferences, ConditionFault, parseCondition, type Variables } from '@kuwei/contract/bpm/condition';
import { canHold } from '@kuwei/contract/bpm/condition-limits';
import type { Candidate } from '@kuwei/contract/bpm/graph';
import { reachableFrom, sortTopologically, LEVELS_MAX, type Model, type Node } from './model.ts';

/** What the document kind and the site offer to definitions. */
export interface DefinitionOptions {
  variables: Variables;
  /** Groups of people, and form fields that name a person. */
  groups: readonly string[];
  fields: readonly string[];
  /** Options of variables of type `set`. */
  codes: Readonly<Record<string, ReadonlySet<string>>>;
  /** Variables of type `set` that hold one code. */
  single?: readonly string[];
  /** Known role codes and user names. */
  roles: ReadonlySet<string>;
  people: ReadonlySet<string>;
}

/** Maximum length of an element's name, which is shown in lists, messages and the timeline. */
const NAME_MAX = 100;

type Graph = Pick<Model, 'start' | 'nodes'>;

/** All faults, each with the id of its element; `params.step` and `params.steps` are ids as well, which `nameElements` replaces. */
export function checkModel(model: Graph, offered: DefinitionOptions): Fault[] {
  const entered = new Set(Object.values(model.nodes).flatMap(({ flows }) => flows.map(({ to }) => to)));
  const nodeContext: NodeContext = { reached: reachableFrom(model, model.start), entered, offered };
  const faults = Object.entries(model.nodes).flatMap(([id, node]) => checkNode(id, node, nodeContext));
  const order = sortTopologically(model);
  if (order === null) faults.push({ path: '', key: 'rule.flow.circle', params: { steps: findCycle(model) } });
  // Paths are checked only in a structurally valid graph.
  if (faults.length > 0 || order === null) return faults;
  return [...checkHasStep(model), ...checkLevels(model, order), ...checkPaths(model, order)];
}

/** Checks of a single node. */
interface NodeContext {
  reached: ReadonlySet<string>;
  /** Nodes that flows lead to. */
  entered: ReadonlySet<string>;
  offered: DefinitionOptions;
}

function checkNode(id: string, node: Node, { reached, entered, offered }: NodeContext): Fault[] {
  const { kind, flows, step, copies } = node;
  const faults: Fault[] = [];
  const add = (key: Fault['key'], params: Fault['params'] = {}, path = id): void =>
    void faults.push({ path, key, params: { step: id, ...params } });
  if (!reached.has(id)) add('rule.flow.unreached');
  if (kind === 'start' && entered.has(id)) add('rule.flow.intoStart');
  if (kind === 'end' && flows.length > 0) add('rule.flow.afterEnd');
  if (kind !== 'end' && flows.length === 0) add('rule.flow.deadEnd');
  const isTask = kind === 'step' || kind === 'tell';
  if ((kind === 'start' || isTask) && flows.length > 1) add('rule.flow.oneWayOut');
  if (isTask && node.name.trim() === '') add('rule.flow.unnamed');
  if (kind === 'tell' && copies.length === 0) add('rule.flow.tellsNobody');
  if (step && step.candidates.length === 0) add('rule.flow.asksNobody');
  const named = new Set(step?.candidates.map((each) => (each.kind === 'PERSON' ? each.person : null)));
  if (step?.quorum === 'COUNT' && !named.has(null) && named.size < step.amount)
    add('rule.flow.tooFew', { wanted: step.amount, people: named.size });
  if (node.name.length > NAME_MAX || (node.nameEn?.length ?? 0) > NAME_MAX) add('rule.flow.longName', { max: NAME_MAX });
  for (const candidate of [...(step?.candidates ?? []), ...(step?.limit?.candidates ?? []), ...copies]) {
    const wrong = checkCandidate(candidate, offered);
    if (wrong) add(wrong.key, wrong.params);
  }
  const chooses = (kind === 'exclusive' || kind === 'inclusive') && flows.length > 1;
  if (chooses && flows.filter(({ isDefault }) => isDefault).length !== 1) add('rule.flow.noDefault');
  for (const { id: flowId, condition, isDefault } of flows) {
    if (condition === null) {
      if (chooses && !isDefault) add('rule.flow.noCondition', {}, flowId);
      continue;
    }
    if (!chooses || isDefault) add('rule.flow.idleCondition', {}, flowId);
    const wrong = checkCondition(condition, offered);
    if (wrong) add(wrong.key, wrong.params, flowId);
  }
  return faults;
}

type FaultDetail = Pick<Fault, 'key' | 'params'>;

function checkCandidate(candidate: Candidate, { roles, people, groups, fields }: DefinitionOptions): FaultDetail | null {
  const unless = (known: boolean, key: Fault['key'], name: string): FaultDetail | null =>
    known ? null : { key, params: { name } };
  switch (candidate.kind) {
    case 'ROLE':
      return unless(roles.has(candidate.role), 'rule.flow.role', candidate.role);
    case 'PERSON':
      return unless(people.has(candidate.person), 'rule.flow.person', candidate.person);
    case 'GROUP':
      return unless(groups.includes(candidate.group), 'rule.flow.group', candidate.group);
    case 'FIELD':
      return unless(fields.includes(candidate.field), 'rule.flow.field', candidate.field);
    default:
      return null;
  }
}

function checkCondition(condition: string, { variables, codes, single = [] }: DefinitionOptions): FaultDetail | null {
  try {
    const parsed = parseCondition(condition, variables);
    const asked = listReferences(parsed).codes.find(({ name, text }) => codes[name]?.has(text) !== true);
    if (asked) return { key: 'rule.flow.condition.code', params: { part: asked.text } };
    return canHold([parsed], single) ? null : { key: 'rule.flow.condition.never', params: {} };
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error;
    return { key: `rule.flow.condition.${error.kind}`, params: { part: error.part } };
  }
}

/** Between the elements of a cycle. */
export const STEPS_BETWEEN = ' → ';
/** Maximum of elements listed for a cycle. */
const NAMED_MAX = 10;

/** Repeatedly removes nodes without incoming or outgoing flows: cycles remain. */
function findCycle({ nodes }: Graph): string {
  const left = new Set(Object.keys(nodes));
  for (let before = 0; before !== left.size;) {
    before = left.size;
    const entered = new Set([...left].flatMap((id) => nodes[id]!.flows.map(({ to }) => to)));
    for (const id of left) if (!entered.has(id) || !nodes[id]!.flows.some(({ to }) => left.has(to))) left.delete(id);
  }
  const ids = [...left];
  return [...ids.slice(0, NAMED_MAX), ...(ids.length > NAMED_MAX ? ['…'] : [])].join(STEPS_BETWEEN);
}

/** Without any step, every request would be approved at once without a decision. */
const checkHasStep = ({ nodes }: Graph): Fault[] =>
  Object.values(nodes).some(({ kind }) => kind === 'step') ? [] : [{ path: '', key: 'rule.flow.noStep' }];

function checkLevels(model: Graph, order: readonly string[]): Fault[] {
  const levels = new Map<string, number>();
  for (const id of order) {
    const { kind, flows } = model.nodes[id]!;
    const level = (levels.get(id) ?? 0) + (kind === 'step' ? 1 : 0);
    for (const { to } of flows) levels.set(to, Math.max(levels.get(to) ?? 0, level));
  }
  const most = Math.max(0, ...levels.values());
  return most > LEVELS_MAX ? [{ path: '', key: 'rule.flow.levels', params: { levels: most, max: LEVELS_MAX } }] : [];
}

/** Maximum of paths kept at a time and in all; a definition with more is refused. */
const WAYS_MAX = 5_000;
const LOOKS_MAX = 200_000;

/**
 * Enumerates every path that a request can take, whatever its conditions: node by node, all sets of taken flows.
 * Finds joins that lack a flow and steps that two branches reach.
 */
function checkPaths(model: Graph, order: readonly string[]): Fault[] {
  const coming = new Map<string, string[]>(order.map((id) => [id, []]));
  for (const { flows } of Object.values(model.nodes)) for (const flow of flows) coming.get(flow.to)!.push(flow.id);
  const faults = new Map<string, Fault>();
  const addFault = (id: string, key: Fault['key']): void => void faults.set(id, { path: id, key, params: { step: id } });
  let courses = new Map<string, ReadonlySet<string>>([['', new Set<string>()]]);
  let looks = 0;
  for (const id of order) {
    const node = model.nodes[id]!;
    const next = new Map<string, ReadonlySet<string>>();
    for (const marks of courses.values()) {
      const arrived = coming.get(id)!.filter((flow) => marks.has(flow));
      if (node.kind === 'parallel' && arrived.length > 0 && arrived.length < coming.get(id)!.length)
        addFault(id, 'rule.flow.stuck');
      const joins = node.kind === 'parallel' || node.kind === 'inclusive' || node.kind === 'end';
      if (!joins && arrived.length > 1) addFault(id, 'rule.flow.meets');
      const left = new Set([...marks].filter((flow) => !arrived.includes(flow)));
      const isActive = arrived.length > 0 || id === model.start;
      for (const taken of isActive ? listOutgoingPaths(node) : [[]]) {
        const course = new Set([...left, ...taken]);
        next.set([...course].toSorted().join(' '), course);
        if (next.size > WAYS_MAX || ++looks > LOOKS_MAX)
          return [{ path: '', key: 'rule.flow.tooManyWays', params: { max: WAYS_MAX } }];
      }
    }
    courses = next;
  }
  return [...faults.values()];
}

function* listOutgoingPaths({ kind, flows }: Node): Generator<string[]> {
  const ids = flows.map(({ id }) => id);
  if (kind === 'exclusive' && ids.length > 1) for (const id of ids) yield [id];
  else if (kind === 'inclusive' && ids.length > 1) {
    // The default flow is taken alone or not at all.
    const own = flows.filter(({ isDefault }) => !isDefault).map(({ id }) => id);
    yield flows.filter(({ isDefault }) => isDefault).map(({ id }) => id);
    for (let some = 1; some < 2 ** Math.min(own.length, 16); some++) yield own.filter((_, at) => (some >> at) & 1);
  } else yield ids;
}
