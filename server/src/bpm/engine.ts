// Runs approval inside the transaction of the document's step: a decision and its effect are one commit. The document is locked
// first, by its kind; then the instance; its tasks change under that lock alone.
import { AppError } from '@kuwei/contract/error';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../context.ts';
import { ahead } from '../db/ahead.ts';
import { newId } from '../db/id.ts';
import type { BothNames } from '../db/named.ts';
import type { Trx } from '../db/open.ts';
import { insertOf } from '../db/rows.ts';
import { SYSTEM_ID } from '../sys/system-user.ts';
import { askerOf, mayDecide, onBehalfOf } from './asked.ts';
import { everyoneOf, seatingOf, type Seating, type Subject } from './candidates.ts';
import type { Vars } from './condition.ts';
import { CourseFault, ended, follow, seated, take, type Course, type Event, type Outcome, type Seat } from './course.ts';
import type { Given, Kind } from './kind.ts';
import type { Model, Node } from './model.ts';
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

interface Task extends Seat {
  level: number;
  /** The caller may decide it, or has lost that by an earlier decision. */
  mine: boolean;
  barred: boolean;
  forUserId: string | null;
  /** Who alone is asked, by name. */
  only: string | null;
}

export interface Instance extends Subject {
  id: string;
  round: number;
  lap: number;
  model: Model;
  vars: Vars;
  barred: string[];
  tasks: Task[];
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

/** Locks the instance that runs for a document, and reads it with its tasks: they change under the lock of the document alone. */
async function findRunning(
  { trx, caller }: WriteContext<Caller>,
  { bizType }: Pick<Kind, 'bizType'>,
  bizId: string,
): Promise<Instance | null> {
  const asker = askerOf(caller);
  const { rows } = await sql<Instance>`
    with i as materialized (
      select i.*, d.model from bpm_instance i join bpm_definition d on d.id = i.definition_id
       where i.biz_type = ${bizType} and i.biz_id = ${bizId} and i.state = 'RUNNING' for update of i)
    select i.id, i.biz_id as "bizId", i.round, i.lap, i.model, i.vars, i.barred, i.org_id as "orgId",
           i.applicant_org_id as "applicantOrgId", i.owner_org_id as "ownerOrgId", coalesce((
             select json_agg(json_build_object('id', k.id, 'node', k.node_id, 'kind', k.kind, 'state', k.state, 'level', k.level,
                      'mine', ${mayDecide(asker)}, 'barred', k.barred && ${asker.selves},
                      'forUserId', case when k.state = 'OPEN' then ${onBehalfOf(asker)} end,
                      'only', case when cardinality(k.candidate_ids) = 1 and k.candidate_roles || k.candidate_roles_everywhere = '{}'
                        then k.candidate_ids[1] end) order by k.level, k.created_at, k.seat)
               from bpm_task k where k.instance_id = i.id and k.kind <> 'COPY'), '[]') as tasks
      from i`.execute(trx);
  return rows[0] ?? null;
}

/** @throws AppError ILLEGAL_TRANSITION where none runs */
export async function running(context: WriteContext<Caller>, kind: Pick<Kind, 'bizType'>, bizId: string): Promise<Instance> {
  const instance = await findRunning(context, kind, bizId);
  if (!instance) throw new AppError('ILLEGAL_TRANSITION');
  return instance;
}

const courseOf = ({ vars, tasks }: Instance): Course => ({
  vars,
  seats: tasks.map(({ id, node, kind, state }) => ({ id, node, kind, state })),
  outcome: null,
});

/** The task that somebody decides. @throws AppError NOT_REVIEWER, OWN_APPLICATION, SAME_REVIEWER, ILLEGAL_TRANSITION */
export function taskFor(instance: Instance, taskId: string | null, { userId, proxyUserId }: Caller): Task {
  const selves = [userId, proxyUserId].filter((id) => id !== null);
  if (instance.barred.some((id) => selves.includes(id))) throw new AppError('OWN_APPLICATION');
  const open = instance.tasks.filter(({ id, state }) => state === 'OPEN' && (taskId === null || id === taskId));
  if (open.length === 0) throw new AppError('ILLEGAL_TRANSITION');
  const mine = open.find((task) => task.mine && task.forUserId === null) ?? open.find((task) => task.mine);
  if (!mine) throw new AppError(open.some(({ barred }) => barred) ? 'SAME_REVIEWER' : 'NOT_REVIEWER');
  // Nobody decides twice at a step: whoever decided for another there could not give their own decision any more.
  const hasOwn = instance.tasks.some(
    ({ state, node, kind, only }) =>
      state === 'OPEN' && node === mine.node && kind === 'DECIDE' && only !== null && selves.includes(only),
  );
  if (mine.forUserId !== null && hasOwn) throw new AppError('SAME_REVIEWER');
  return mine;
}

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

/** Writes what a step has made of tasks that were there before. @param decidedId is written already */
export async function write(
  trx: Trx,
  instance: Instance,
  course: Course,
  decidedId: string | null,
  isSentBack = false,
): Promise<void> {
  const before = new Map(instance.tasks.map((task) => [task.id, task.state]));
  const changed = course.seats.filter(({ id, state }) => id !== decidedId && before.has(id) && before.get(id) !== state);
  if (changed.length > 0)
    await sql`${ahead}
      update bpm_task k set state = c.state, ended_at = coalesce(k.ended_at, clock_timestamp())
        from jsonb_to_recordset(${JSON.stringify(changed.map(({ id, state }) => ({ id, state })))}::jsonb) c(id uuid, state text)
       where k.id = c.id`.execute(trx);
  if (!isSentBack) return;
  await sql`${ahead} update bpm_instance set lap = ${instance.lap + 1} where id = ${instance.id}`.execute(trx);
  // Whoever has decided what does not count any more may be asked again.
  const barred = [...instance.barred, ...(await decidersOf(trx, instance.id))];
  await sql`${ahead} update bpm_task set barred = ${barred}::uuid[] where instance_id = ${instance.id} and state = 'OPEN'`.execute(
    trx,
  );
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
  while (course.outcome === null) {
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

/** Level of the first step that waits. */
function lowest({ model }: Instance, { vars, seats }: Course): number {
  const open = new Set(seats.filter(({ state }) => state === 'OPEN').map(({ node }) => node));
  return Math.min(
    ...stepsOf(model, vars)
      .filter(({ id }) => open.has(id))
      .map(({ level }) => level),
  );
}

const namesOf = ({ name, nameEn }: Node): BothNames => ({ zh: name, en: nameEn || name });

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
  if (seating.length === 0) return passOver(trx, kind, instance, course, nodeId, level, step.nobody === 'APPROVE');
  const hours = step.limit?.hours ?? null;
  const ids = await seat(trx, kind, instance, { nodeId, level, node, seating, barred, hours });
  return seated(course, nodeId, ids);
}

/** Who has decided what still counts. */
async function decidersOf(trx: Trx, instanceId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct e as id from bpm_decision d join bpm_task k on k.id = d.task_id, unnest(array[d.actor_id, d.proxy_user_id, d.for_user_id]) e
     where k.instance_id = ${instanceId} and k.state in ('APPROVED', 'REJECTED') and not d.automatic and e is not null`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

interface Seats {
  nodeId: string;
  node: Pick<Node, 'name' | 'nameEn'>;
  level: number;
  seating: readonly Seating[];
  barred: readonly string[];
  /** Until its time is over; null: without. */
  hours: number | null;
}

const taskRow = (kind: Kind, instance: Instance, { nodeId, node, level }: Pick<Seats, 'nodeId' | 'node' | 'level'>) => ({
  id: newId(),
  instance_id: instance.id,
  key: kind.key,
  biz_type: kind.bizType,
  biz_id: instance.bizId,
  round: instance.round,
  lap: instance.lap,
  level,
  node_id: nodeId,
  name: node.name,
  name_en: node.nameEn,
  org_id: instance.orgId,
});

const makeTasks = (trx: Trx, rows: Parameters<typeof insertOf<'bpm_task'>>[1]): Promise<unknown> =>
  sql`${ahead} ${insertOf('bpm_task', rows)}`.execute(trx);

async function seat(trx: Trx, kind: Kind, instance: Instance, seats: Seats): Promise<string[]> {
  const due = seats.hours === null ? null : new Date(Date.now() + seats.hours * 3_600_000);
  const rows = seats.seating.map(({ roles, everywhere, ids }, at) => ({
    ...taskRow(kind, instance, seats),
    seat: at + 1,
    candidate_roles: roles,
    candidate_roles_everywhere: everywhere,
    candidate_ids: ids,
    barred: [...seats.barred],
    due_at: due?.toISOString() ?? null,
  }));
  await makeTasks(trx, rows);
  return rows.map(({ id }) => id);
}

/** A step for which nobody was found is decided by what its definition says, in nobody's name. */
async function passOver(
  trx: Trx,
  kind: Kind,
  instance: Instance,
  course: Course,
  nodeId: string,
  level: number,
  isApproved: boolean,
): Promise<Course> {
  const node = instance.model.nodes[nodeId]!;
  const row = taskRow(kind, instance, { nodeId, node, level });
  const state = isApproved ? ('APPROVED' as const) : ('REJECTED' as const);
  await makeTasks(trx, [{ ...row, kind: 'NOBODY' as const, state, ended_at: new Date().toISOString() }]);
  await trx
    .insertInto('bpm_decision')
    .values({
      task_id: row.id,
      biz_id: instance.bizId,
      round: instance.round,
      lap: instance.lap,
      level,
      actor_id: SYSTEM_ID,
      automatic: true,
      decision: isApproved ? 'APPROVE' : 'REJECT',
    })
    .execute();
  if (isApproved) return seated(course, nodeId, [row.id], 'NOBODY');
  const refused = ended(course, 'REJECTED');
  await write(trx, instance, refused, null);
  return refused;
}

/** Tells those who are to know of a step or an end. */
async function copy(
  context: WriteContext<Caller>,
  kind: Kind,
  instance: Instance,
  nodeId: string,
  node: Node,
  level: number,
): Promise<void> {
  if (node.copies.length === 0) return;
  const { trx } = context;
  const people = await everyoneOf(trx, kind, instance, node.copies);
  const { rows: known } = await sql<{ id: string }>`
    select unnest(candidate_ids) as id from bpm_task
     where instance_id = ${instance.id} and kind = 'COPY' and node_id = ${nodeId}`.execute(trx);
  const to = people.filter((id) => !known.some((each) => each.id === id));
  if (to.length === 0) return;
  await makeTasks(
    trx,
    to.map((id, at) => ({
      ...taskRow(kind, instance, { nodeId, node, level }),
      // Beside the seats of the step itself, which begin with 1.
      seat: -(known.length + at + 1),
      kind: 'COPY' as const,
      state: 'TOLD' as const,
      candidate_ids: [id],
    })),
  );
  await kind.tell(context, instance.bizId, to, 'COPIED', namesOf(node));
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
