// Runs approval inside the transaction of the document's step, so that a decision and its effect are one commit.
// Lock order: the document (by its kind), then the instance. Tasks change only under the instance's lock.
import { AppError } from '@kuwei/contract/error';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../context.ts';
import { pipelined } from '../db/pipeline.ts';
import { newId } from '../db/id.ts';
import type { BothNames } from '../db/named.ts';
import type { Trx } from '../db/open.ts';
import { SYSTEM_ID } from '../session/system-user.ts';
import { buildTaskAssignments, type Subject } from './candidates.ts';
import type { Vars } from '@kuwei/contract/bpm/condition';
import {
  CourseFault,
  ended,
  computeNext,
  seated,
  computePosition,
  applyEvent,
  type Course,
  type Event,
  type Outcome,
} from './course.ts';
import type { Given, Kind } from './kind.ts';
import { findRunning, getRunningInstance, getDecidableTask, type Instance, type Task } from './instance.ts';
import type { Model } from './model.ts';
import { sendCopies, decidersOf, namesOf, skipUnstaffedStep, insertTasks, updateTaskStates } from './tasks.ts';
import { levelsOf, stepsOf, type Place } from './walk.ts';

/** State of a request after a step; the kind stores it in the document. */
export interface Progress {
  state: 'RUNNING' | Outcome;
  /** Level k of n of the waiting step; null at the end. */
  level: number | null;
  levels: number;
  /** The decision: level and name of its step, and the user it was made for, if that is not the actor. */
  decided: { level: number; names: BothNames; forUserId: string | null } | null;
}

export interface Beginning extends Subject {
  round: number;
  /** The applicants, including proxies. */
  barred: string[];
}

/**
 * Starts the published definition of a kind for a document.
 * @throws AppError WORKFLOW if none is published, or if it has no path to an end
 */
export async function start(context: WriteContext<Caller>, kind: Kind, beginning: Beginning, vars: Vars): Promise<Progress> {
  const { trx, caller } = context;
  const { bizId, round, orgId, applicantOrgId, ownerOrgId, barred } = beginning;
  const id = newId();
  const { rows } = await sql<{ model: Model }>`
    with definition as (
      select id, model from bpm_definition where key = ${kind.key} and state = 'PUBLISHED'
    ), begun as (
      insert into bpm_instance (id, definition_id, biz_type, biz_id, round, vars, state, started_by, org_id, applicant_org_id,
                                owner_org_id, barred)
        select ${id}, id, ${kind.bizType}, ${bizId}, ${round}, ${JSON.stringify(vars)}::jsonb, 'RUNNING', ${caller.userId},
               ${orgId}, ${applicantOrgId}, ${ownerOrgId}, ${barred}::uuid[]
          from definition
    ) select model from definition`.execute(trx);
  const definition = rows[0];
  if (!definition) throw new AppError('WORKFLOW', { params: { reason: kind.key } });
  const instance: Instance = { ...beginning, id, lap: 1, model: definition.model, vars, tasks: [] };
  return advance(context, kind, instance, { vars, seats: [], outcome: null }, null);
}

const courseOf = ({ vars, tasks }: Instance): Course => ({
  vars,
  seats: tasks.map(({ id, node, kind, state }) => ({ id, node, kind, state })),
  outcome: null,
});

const STATE = { APPROVE: 'APPROVED', RETURN: 'RETURNED', REJECT: 'REJECTED' } as const;

/**
 * Decides a task. The unique key of bpm_decision admits one decision per task under concurrency.
 * @param factsNow re-reads the variables before the final approval: the request continues if they now require further steps
 */
export async function decide(
  context: WriteContext<Caller>,
  kind: Kind,
  bizId: string,
  { taskId, decision, to, comment, automatic = false }: Given,
  factsNow: (() => Promise<Vars>) | null,
): Promise<Progress> {
  const { trx, caller } = context;
  const instance = await getRunningInstance(context, kind, bizId);
  const task = automatic
    ? instance.tasks.find(({ id, state }) => id === taskId && state === 'OPEN')
    : getDecidableTask(instance, taskId, caller);
  if (!task) throw new AppError('ILLEGAL_TRANSITION');
  const actors = automatic ? [] : [caller.userId, caller.proxyUserId, task.forUserId].filter((id) => id !== null);
  const event: Event =
    decision === 'RETURN'
      ? { type: 'return', seat: task.id, to }
      : { type: decision === 'APPROVE' ? 'approve' : 'reject', seat: task.id, settled: openSignTasks(instance, task, actors) };
  const course = applyToInstance(instance, event);
  const decided = trx
    .with('decided', (db) =>
      db
        .updateTable('bpm_task')
        .set({ state: STATE[decision], ended_at: sql<string>`clock_timestamp()` })
        .where('id', '=', task.id)
        .where('state', '=', 'OPEN')
        .returning('id'),
    )
    .with('barred', (db) =>
      db
        .updateTable('bpm_task')
        .set({ barred: sql`barred || ${actors}::uuid[]` })
        .where('instance_id', '=', instance.id)
        .where('state', '=', 'OPEN')
        .where('id', '<>', task.id),
    )
    .insertInto('bpm_decision')
    .values({
      task_id: task.id,
      biz_id: bizId,
      round: instance.round,
      lap: instance.lap,
      level: task.level,
      actor_id: automatic ? SYSTEM_ID : caller.userId,
      proxy_user_id: automatic ? null : caller.proxyUserId,
      for_user_id: automatic ? null : task.forUserId,
      automatic,
      decision,
      comment,
    });
  await sql`${pipelined} ${decided}`.execute(trx);
  const isSentBack = decision === 'RETURN' && to !== null;
  await updateTaskStates(trx, instance, course, task.id, isSentBack);
  return advance(context, kind, isSentBack ? { ...instance, lap: instance.lap + 1 } : instance, course, task, factsNow);
}

/** Open countersign tasks of these people at the step that they decide now: deciding settles them. */
const openSignTasks = ({ tasks }: Instance, { id, node }: Task, actors: readonly string[]): string[] =>
  tasks
    .filter((each) => each.kind === 'SIGN' && each.state === 'OPEN' && each.node === node && each.id !== id)
    .filter(({ only }) => only !== null && actors.includes(only))
    .map((each) => each.id);

/** Applies an event. @throws AppError ILLEGAL_TRANSITION, or INVALID if a step cannot be returned to */
export function applyToInstance(instance: Instance, event: Event): Course {
  try {
    return applyEvent(instance.model, courseOf(instance), event);
  } catch (error) {
    if (!(error instanceof CourseFault)) throw error;
    if (error.message === 'step') throw new AppError('INVALID', { faults: [{ path: 'to', key: 'rule.flow.notBefore' }] });
    throw new AppError('ILLEGAL_TRANSITION');
  }
}

/** Advances to the next steps that need people, and assigns them. */
async function advance(
  context: WriteContext<Caller>,
  kind: Kind,
  instance: Instance,
  begun: Course,
  decided: Task | null,
  factsNow: (() => Promise<Vars>) | null = null,
): Promise<Progress> {
  const { trx } = context;
  const { model } = instance;
  let course = begun;
  let facts = factsNow;
  const levels = (): number => Math.max(levelsOf(model, course.vars), ...instance.tasks.map(({ level }) => level), 0);
  const progress = (state: Progress['state'], level: number | null): Progress => ({
    state,
    level,
    levels: levels(),
    decided: decided && { level: decided.level, names: namesOf(model.nodes[decided.node]!), forUserId: decided.forUserId },
  });
  const copied = findCopiedNodes(instance);
  while (course.outcome === null) {
    for (const { id, level } of copied === null ? [] : computePosition(model, course).told) {
      if (copied!.has(id)) continue;
      copied!.add(id);
      await sendCopies(context, kind, instance, id, model.nodes[id]!, level);
    }
    const next = computeNext(model, course);
    if (next.type === 'nowhere') throw new AppError('WORKFLOW', { params: { reason: kind.key } });
    if (next.type === 'wait') break;
    if (next.type === 'ask') {
      for (const place of next.steps) course = await ask(context, kind, instance, course, place);
      continue;
    }
    if (facts) {
      const vars = await facts();
      facts = null;
      const later = { ...course, vars };
      if (computeNext(model, later).type === 'ask') {
        course = later;
        await sql`${pipelined} update bpm_instance set vars = ${JSON.stringify(vars)}::jsonb where id = ${instance.id}`.execute(
          trx,
        );
        continue;
      }
    }
    for (const id of next.ends) await sendCopies(context, kind, instance, id, model.nodes[id]!, 0);
    course = ended(course, 'APPROVED');
  }
  if (course.outcome === null) return progress('RUNNING', lowestLevel(instance, course));
  await endInstance(trx, instance, course.outcome);
  return progress(course.outcome, null);
}

/** Nodes that have already sent their copies; null if only steps and ends send any. */
function findCopiedNodes(instance: Instance): Set<string> | null {
  const { model, tasks } = instance;
  if (Object.values(model.nodes).every(({ kind, copies }) => copies.length === 0 || kind === 'step' || kind === 'end'))
    return null;
  return new Set(tasks.length === 0 ? [] : computePosition(model, courseOf(instance)).told.map(({ id }) => id));
}

/** Level of the first waiting step. */
function lowestLevel({ model }: Instance, { vars, seats }: Course): number {
  const open = new Set(seats.filter(({ state }) => state === 'OPEN').map(({ node }) => node));
  return Math.min(
    ...stepsOf(model, vars)
      .filter(({ id }) => open.has(id))
      .map(({ level }) => level),
  );
}

/** Creates the tasks of a step, or skips it if it has no candidates and allows that. */
async function ask(
  context: WriteContext<Caller>,
  kind: Kind,
  instance: Instance,
  course: Course,
  { id: nodeId, level }: Place,
): Promise<Course> {
  const { trx } = context;
  const node = instance.model.nodes[nodeId]!;
  const step = node.step!;
  const deciders = instance.tasks.length === 0 ? [] : await decidersOf(trx, instance.id);
  const barred = [...new Set([...instance.barred, ...deciders])];
  const assignments = await buildTaskAssignments(trx, kind, instance, step, barred);
  await sendCopies(context, kind, instance, nodeId, node, level);
  if (assignments.length === 0) return skipUnstaffedStep(trx, kind, instance, course, nodeId, level, step.nobody === 'APPROVE');
  const hours = step.limit?.hours ?? null;
  const ids = await insertTasks(trx, kind, instance, { nodeId, level, node, assignments, barred, hours });
  return seated(course, nodeId, ids);
}

/** Cancels the running instance of a withdrawn document. */
export async function cancel(context: WriteContext<Caller>, kind: Kind, bizId: string): Promise<void> {
  const { trx } = context;
  const instance = await findRunning(context, kind, bizId);
  if (!instance) return;
  const course = applyToInstance(instance, { type: 'withdraw' });
  await updateTaskStates(trx, instance, course, null);
  await endInstance(trx, instance, 'CANCELED');
}

const endInstance = (trx: Trx, { id }: Instance, state: Outcome | 'CANCELED'): Promise<unknown> =>
  sql`${pipelined} update bpm_instance set state = ${state}, ended_at = clock_timestamp() where id = ${id}`.execute(trx);
