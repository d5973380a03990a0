// Runs approval chains inside the transaction of the document's step: a decision and its effect are one commit.
import { AppError } from '@kuwei/contract/error';
import { sql } from 'kysely';
import type { Caller } from '../context.ts';
import { newId } from '../db/id.ts';
import type { Trx } from '../db/open.ts';
import { countTasks, nextTask, type Model, type WorkflowVars } from './model.ts';

export interface Task {
  id: string;
  instanceId: string;
  level: number;
  name: string;
  roles: string[];
}

export interface Document {
  bizType: string;
  bizId: string;
  round: number;
  /** Organisation of the warehouse whose people review. */
  warehouseOrgId: string;
}

/**
 * Starts the published definition of a key for a document.
 * @returns the first task, or null where none is needed, and how many there will be
 * @throws AppError WORKFLOW when no definition is published, or it asks for more levels than the document has
 */
export async function startInstance(
  trx: Trx,
  key: string,
  document: Document,
  vars: WorkflowVars,
  startedBy: string,
  levelsMax: number,
): Promise<{ task: Task | null; levels: number }> {
  const definition = await trx
    .selectFrom('bpm_definition')
    .where('key', '=', key)
    .where('state', '=', 'PUBLISHED')
    .select(['id', 'model'])
    .executeTakeFirst();
  if (!definition) throw new AppError('WORKFLOW', { params: { reason: key } });
  const model = definition.model as Model;
  const levels = countTasks(model, vars);
  if (levels > levelsMax) throw new AppError('WORKFLOW', { params: { reason: `${key}: ${levels} > ${levelsMax}` } });
  const instanceId = newId();
  const first = nextTask(model, model.start, vars);
  const instance = {
    id: instanceId,
    definition_id: definition.id,
    biz_type: document.bizType,
    biz_id: document.bizId,
    round: document.round,
    vars: JSON.stringify(vars),
    state: first ? 'RUNNING' : 'APPROVED',
    started_by: startedBy,
    ended_at: first ? null : new Date(),
  } as const;
  if (!first) {
    await trx.insertInto('bpm_instance').values(instance).execute();
    return { task: null, levels };
  }
  const task = taskOf(instanceId, document, 1, first);
  await trx
    .with('instance', (db) => db.insertInto('bpm_instance').values(instance))
    .insertInto('bpm_task')
    .values(task)
    .execute();
  return { task: asTask(task), levels };
}

const taskOf = (instanceId: string, document: Document, level: number, node: { id: string; name: string; roles: string[] }) => ({
  id: newId(),
  instance_id: instanceId,
  biz_type: document.bizType,
  biz_id: document.bizId,
  round: document.round,
  level,
  node_id: node.id,
  name: node.name,
  candidate_roles: node.roles,
  warehouse_org_id: document.warehouseOrgId,
});

const asTask = ({ id, instance_id, level, name, candidate_roles }: ReturnType<typeof taskOf>): Task => ({
  id,
  instanceId: instance_id,
  level,
  name,
  roles: candidate_roles,
});

const STATE = { APPROVE: 'APPROVED', RETURN: 'RETURNED', REJECT: 'REJECTED' } as const;

/**
 * Decides the open task of a document. The key of bpm_decision lets one decision through, whoever else tries.
 * @param factsNow asked where an approval would end the chain: it goes on where the facts have made it longer meanwhile
 * @returns the next task after an approval; null when the chain has ended
 */
export async function decide(
  trx: Trx,
  document: Document,
  taskId: string,
  decision: keyof typeof STATE,
  caller: Caller,
  comment: string | null,
  factsNow: (() => Promise<WorkflowVars>) | null,
): Promise<Task | null> {
  const task = await trx
    .updateTable('bpm_task')
    .set({ state: STATE[decision], ended_at: sql<string>`clock_timestamp()` })
    .where('id', '=', taskId)
    .where('state', '=', 'OPEN')
    .returning(['instance_id', 'level', 'node_id'])
    .executeTakeFirst();
  if (!task) throw new AppError('ILLEGAL_TRANSITION');
  await trx
    .insertInto('bpm_decision')
    .values({
      task_id: taskId,
      biz_id: document.bizId,
      round: document.round,
      level: task.level,
      actor_id: caller.userId,
      proxy_user_id: caller.proxyUserId,
      decision,
      comment,
    })
    .execute();
  const next = decision === 'APPROVE' ? await nextOf(trx, task.instance_id, task.node_id, factsNow) : null;
  if (next) {
    const opened = taskOf(task.instance_id, document, task.level + 1, next);
    await trx.insertInto('bpm_task').values(opened).execute();
    return asTask(opened);
  }
  await endInstance(trx, task.instance_id, STATE[decision]);
  return null;
}

async function nextOf(trx: Trx, instanceId: string, nodeId: string, factsNow: (() => Promise<WorkflowVars>) | null) {
  const { model, vars } = await trx
    .selectFrom('bpm_instance as i')
    .innerJoin('bpm_definition as d', 'd.id', 'i.definition_id')
    .where('i.id', '=', instanceId)
    .select(['d.model', 'i.vars'])
    .executeTakeFirstOrThrow();
  const next = nextTask(model as Model, nodeId, vars as WorkflowVars);
  if (next || !factsNow) return next;
  const now = await factsNow();
  const added = nextTask(model as Model, nodeId, now);
  if (added)
    await trx
      .updateTable('bpm_instance')
      .set({ vars: JSON.stringify(now) })
      .where('id', '=', instanceId)
      .execute();
  return added;
}

async function endInstance(trx: Trx, id: string, state: 'APPROVED' | 'RETURNED' | 'REJECTED' | 'CANCELED'): Promise<void> {
  await trx
    .updateTable('bpm_instance')
    .set({ state, ended_at: sql<string>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

/** Ends what is open for a document that was taken back. */
export async function cancelInstance(trx: Trx, document: Pick<Document, 'bizType' | 'bizId' | 'round'>): Promise<void> {
  await trx
    .updateTable('bpm_task')
    .set({ state: 'CANCELED', ended_at: sql<string>`clock_timestamp()` })
    .where('biz_type', '=', document.bizType)
    .where('biz_id', '=', document.bizId)
    .where('state', '=', 'OPEN')
    .execute();
  await trx
    .updateTable('bpm_instance')
    .set({ state: 'CANCELED', ended_at: sql<string>`clock_timestamp()` })
    .where('biz_type', '=', document.bizType)
    .where('biz_id', '=', document.bizId)
    .where('state', '=', 'RUNNING')
    .execute();
}
