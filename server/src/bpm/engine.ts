// Runs approval inside the transaction of the document's step: a decision and its effect are one commit. The document is locked
// first, by its kind; then the instance; its tasks change under that lock alone.
import { AppError } from '@kuwei/contract/error';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../context.ts';
import { ahead } from '../db/ahead.ts';
import { newId } from '../db/id.ts';
import type { BothNames } from '../db/named.ts';
import type { Trx } from '../db/open.ts';
import { SYSTEM_ID } from '../session/system-user.ts';
import { seatingOf, type Subject } from './candidates.ts';
import type { Vars } from '@kuwei/contract/bpm/condition';
import { CourseFault, ended, follow, seated, standingOf, take, type Course, type Event, type Outcome } from './course.ts';
import type { Given, Kind } from './kind.ts';
import { findRunning, running, taskFor, type Instance, type Task } from './instance.ts';
import type { Model } from './model.ts';
import { copy, decidersOf, namesOf, skipUnstaffedStep, seat, write } from './tasks.ts';
import { levelsOf, stepsOf, type Place } from './walk.ts';

/** Where a request stands after a step: the kind writes it down. */
export interface Progress {
  state: 'RUNNING' | Outcome;
  /** Of the step that waits, k of n; null at the end. */
  level: number | null;
  levels: number;
  /** What was decided: its level, what its step is called, and for whom, where that is not who has done it. */
  decided: { level: number; names: BothNames; forUserId: string | null } | null;
}

export interface Beginning extends Subject {
  round: number;
  /** Who applied, themselves or by proxy. */
  barred: string[];
}

/**
 * Starts the published definition of a kind for a document.
 * @throws AppError WORKFLOW when none is published, or it leads nowhere
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
  return goOn(context, kind, instance, { vars, seats: [], outcome: null }, null);
}

const courseOf = ({ vars, tasks }: Instance): Course => ({
  vars,
  seats: tasks.map(({ id, node, kind, state }) => ({ id, node, kind, state })),
  outcome: null,
});

const STATE = { APPROVE: 'APPROVED', RETURN: 'RETURNED', REJECT: 'REJECTED' } as const;

/**
 * Decides a task. The key of bpm_decision lets one decision through, whoever else tries.
 * @param factsNow asked where an approval would be the last: the request goes on where facts have changed meanwhile so that more
 *   has to be decided
 */
export async function decide(
  context: WriteContext<Caller>,
  kind: Kind,
  bizId: string,
  { taskId, decision, to, comment, automatic = false }: Given,
  factsNow: (() => Promise<Vars>) | null,
): Promise<Progress> {
  const { trx, caller } = context;
  const instance = await running(context, kind, bizId);
  const task = automatic
    ? instance.tasks.find(({ id, state }) => id === taskId && state === 'OPEN')
    : taskFor(instance, taskId, caller);
  if (!task) throw new AppError('ILLEGAL_TRANSITION');
  const actors = automatic ? [] : [caller.userId, caller.proxyUserId, task.forUserId].filter((id) => id !== null);
  const event: Event =
    decision === 'RETURN'
      ? { type: 'return', seat: task.id, to }
      : { type: decision === 'APPROVE' ? 'approve' : 'reject', seat: task.id, settled: askedBesides(instance, task, actors) };
  const course = taken(instance, event);
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
  await sql`${ahead} ${decided}`.execute(trx);
  const isSentBack = decision === 'RETURN' && to !== null;
  await write(trx, instance, course, task.id, isSentBack);
  return goOn(context, kind, isSentBack ? { ...instance, lap: instance.lap + 1 } : instance, course, task, factsNow);
}

/** Open tasks by which these people were asked besides at the step that they decide now: they have said what they think. */
const askedBesides = ({ tasks }: Instance, { id, node }: Task, actors: readonly string[]): string[] =>
  tasks
    .filter((each) => each.kind === 'SIGN' && each.state === 'OPEN' && each.node === node && each.id !== id)
    .filter(({ only }) => only !== null && actors.includes(only))
    .map((each) => each.id);

/** @throws AppError ILLEGAL_TRANSITION, or INVALID where a step cannot be returned to */
export function taken(instance: Instance, event: Event): Course {
  try {
    return take(instance.model, courseOf(instance), event);
  } catch (error) {
    if (!(error instanceof CourseFault)) throw error;
    if (error.message === 'step') throw new AppError('INVALID', { faults: [{ path: 'to', key: 'rule.flow.notBefore' }] });
    throw new AppError('ILLEGAL_TRANSITION');
  }
}

/** Finds people for what comes next, as far as it goes by itself. */
async function goOn(
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
  const told = toldBefore(instance);
  while (course.outcome === null) {
    for (const { id, level } of told === null ? [] : standingOf(model, course).told) {
      if (told!.has(id)) continue;
      told!.add(id);
      await copy(context, kind, instance, id, model.nodes[id]!, level);
    }
    const next = follow(model, course);
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
      if (follow(model, later).type === 'ask') {
        course = later;
        await sql`${ahead} update bpm_instance set vars = ${JSON.stringify(vars)}::jsonb where id = ${instance.id}`.execute(trx);
        continue;
      }
    }
    for (const id of next.ends) await copy(context, kind, instance, id, model.nodes[id]!, 0);
    course = ended(course, 'APPROVED');
  }
  if (course.outcome === null) return progress('RUNNING', lowest(instance, course));
  await endInstance(trx, instance, course.outcome);
  return progress(course.outcome, null);
}

/** What has told people before, so that it need not be looked for; null where nothing does but steps and ends. */
function toldBefore(instance: Instance): Set<string> | null {
  const { model, tasks } = instance;
  if (Object.values(model.nodes).every(({ kind, copies }) => copies.length === 0 || kind === 'step' || kind === 'end'))
    return null;
  return new Set(tasks.length === 0 ? [] : standingOf(model, courseOf(instance)).told.map(({ id }) => id));
}

/** Level of the first step that waits. */
function lowest({ model }: Instance, { vars, seats }: Course): number {
  const open = new Set(seats.filter(({ state }) => state === 'OPEN').map(({ node }) => node));
  return Math.min(
    ...stepsOf(model, vars)
      .filter(({ id }) => open.has(id))
      .map(({ level }) => level),
  );
}

/** Makes the tasks of a step that was reached, or passes it where nobody is found and it says so. */
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
  const seating = await seatingOf(trx, kind, instance, step, barred);
  await copy(context, kind, instance, nodeId, node, level);
  if (seating.length === 0) return skipUnstaffedStep(trx, kind, instance, course, nodeId, level, step.nobody === 'APPROVE');
  const hours = step.limit?.hours ?? null;
  const ids = await seat(trx, kind, instance, { nodeId, level, node, seating, barred, hours });
  return seated(course, nodeId, ids);
}

/** Ends what is open for a document that was taken back. */
export async function cancel(context: WriteContext<Caller>, kind: Kind, bizId: string): Promise<void> {
  const { trx } = context;
  const instance = await findRunning(context, kind, bizId);
  if (!instance) return;
  const course = taken(instance, { type: 'withdraw' });
  await write(trx, instance, course, null);
  await endInstance(trx, instance, 'CANCELED');
}

const endInstance = (trx: Trx, { id }: Instance, state: Outcome | 'CANCELED'): Promise<unknown> =>
  sql`${ahead} update bpm_instance set state = ${state}, ended_at = clock_timestamp() where id = ${id}`.execute(trx);
