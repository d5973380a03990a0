// What the engine walks: nodes and flows, read from BPMN 2.0 XML once, when a definition is published.
import { AppError } from '@kuwei/contract/error';
import { parseCondition, type Vars } from './condition.ts';

/** Variables that documents hand to their workflow. */
export const VARIABLES = [
  'controlled',
  'toxic',
  'expired',
  'overQuota',
  'crossWarehouse',
  'value',
  'valueLimit',
  'maxQty',
  'qtyLimit',
  'lines',
] as const;
export type WorkflowVars = Record<(typeof VARIABLES)[number], boolean | number>;

interface Flow {
  to: string;
  /** Taken when it holds; null: always, or where no other flow is taken. */
  condition: string | null;
}
interface Node {
  kind: 'start' | 'task' | 'gateway' | 'end';
  name: string;
  /** Roles that may decide a task. */
  roles: string[];
  flows: Flow[];
}
export interface Model {
  start: string;
  nodes: Record<string, Node>;
}

const XML_MAX = 1024 * 1024;
const NODES_MAX = 2_000;
const STEPS_MAX = 1_000;
const KINDS: Record<string, Node['kind']> = {
  'bpmn:StartEvent': 'start',
  'bpmn:UserTask': 'task',
  'bpmn:ExclusiveGateway': 'gateway',
  'bpmn:EndEvent': 'end',
};

interface Element {
  $type: string;
  id: string;
  name?: string;
  $attrs?: Record<string, string>;
  outgoing?: Element[];
  targetRef?: Element;
  conditionExpression?: { body?: string };
  flowElements?: Element[];
  rootElements?: Element[];
}

const refuse = (reason: string): AppError => new AppError('WORKFLOW', { params: { reason } });

/**
 * Reads one process of start events, user tasks, exclusive gateways, end events and flows between them. A task names its
 * roles in the attribute `kuwei:roles`. Anything that could run code, or that the engine does not know, is refused.
 * @throws AppError WORKFLOW
 */
export async function readModel(xml: string): Promise<Model> {
  if (xml.length > XML_MAX) throw refuse('> 1 MB');
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw refuse('DTD');
  const { BpmnModdle } = await import('bpmn-moddle');
  const moddle = new BpmnModdle();
  const { rootElement } = (await moddle.fromXML(xml).catch((error: Error) => {
    throw refuse(error.message.slice(0, 100));
  })) as { rootElement: Element };
  const process = rootElement.rootElements?.find((element) => element.$type === 'bpmn:Process');
  const elements = process?.flowElements ?? [];
  if (elements.length === 0 || elements.length > NODES_MAX) throw refuse('process');

  const nodes: Record<string, Node> = {};
  for (const element of elements) {
    if (element.$type === 'bpmn:SequenceFlow') continue;
    const kind = KINDS[element.$type];
    if (!kind) throw refuse(`${element.$type} ${element.id}`);
    const roles = (element.$attrs?.['kuwei:roles'] ?? '')
      .split(',')
      .map((role) => role.trim())
      .filter(Boolean);
    if (kind === 'task' && roles.length === 0) throw refuse(`${element.id}: kuwei:roles`);
    const flows = (element.outgoing ?? []).map((flow) => ({
      to: flow.targetRef!.id,
      condition: flow.conditionExpression?.body?.trim() || null,
    }));
    for (const { condition } of flows) if (condition !== null) parseCondition(condition, VARIABLES);
    nodes[element.id] = { kind, name: element.name ?? '', roles, flows };
  }
  const start = Object.keys(nodes).find((id) => nodes[id]!.kind === 'start');
  if (start === undefined) throw refuse('start');
  return { start, nodes };
}

/**
 * The next task from a node on; null at an end.
 * @throws AppError WORKFLOW when no flow can be taken, or the walk goes round in circles
 */
export function nextTask({ nodes }: Model, from: string, vars: Vars): { id: string; name: string; roles: string[] } | null {
  let at = from;
  for (let step = 0; step < STEPS_MAX; step++) {
    const { flows } = nodes[at]!;
    const flow =
      flows.find(({ condition }) => condition !== null && parseCondition(condition, VARIABLES)(vars)) ??
      flows.find(({ condition }) => condition === null);
    if (!flow) throw refuse(at);
    const node = nodes[flow.to]!;
    if (node.kind === 'end') return null;
    if (node.kind === 'task') return { id: flow.to, name: node.name, roles: node.roles };
    at = flow.to;
  }
  throw refuse(at);
}

/** How many tasks lie ahead under these variables. */
export function countTasks(model: Model, vars: Vars): number {
  let count = 0;
  for (let task = nextTask(model, model.start, vars); task; task = nextTask(model, task.id, vars)) {
    if (++count > STEPS_MAX) throw refuse(task.id);
  }
  return count;
}
