// Rows of approval tasks: created for candidates, for skipped steps and for copies, and updated by decisions.
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../context.ts';
import { pipelined } from '../db/pipeline.ts';
import { newId } from '../db/id.ts';
import type { BothNames } from '../db/named.ts';
import type { Trx } from '../db/open.ts';
import { insertOf } from '../db/rows.ts';
import { SYSTEM_ID } from '../session/system-user.ts';
import { everyoneOf, type TaskAssignment } from './candidates.ts';
import { ended, seated, type Course } from './course.ts';
import type { Instance } from './instance.ts';
import type { Kind } from './kind.ts';
import type { Node } from './model.ts';

/** Stores state changes of existing tasks. @param decidedId already stored */
export async function updateTaskStates(
  trx: Trx,
  instance: Instance,
  course: Course,
  decidedId: string | null,
  isSentBack = false,
): Promise<void> {
  const before = new Map(instance.tasks.map((task) => [task.id, task.state]));
  const changed = course.seats.filter(({ id, state }) => id !== decidedId && before.has(id) && before.get(id) !== state);
  if (changed.length > 0)
    await sql`${pipelined}
      update bpm_task k set state = c.state, ended_at = coalesce(k.ended_at, clock_timestamp())
        from jsonb_to_recordset(${JSON.stringify(changed.map(({ id, state }) => ({ id, state })))}::jsonb) c(id uuid, state text)
       where k.id = c.id`.execute(trx);
  if (!isSentBack) return;
  await sql`${pipelined} update bpm_instance set lap = ${instance.lap + 1} where id = ${instance.id}`.execute(trx);
  // Who made a decision that no longer counts may be asked again.
  const barred = [...instance.barred, ...(await decidersOf(trx, instance.id))];
  await sql`${pipelined} update bpm_task set barred = ${barred}::uuid[] where instance_id = ${instance.id} and state = 'OPEN'`.execute(
    trx,
  );
}

export const namesOf = ({ name, nameEn }: Node): BothNames => ({ zh: name, en: nameEn || name });

/** People whose decisions still count. */
export async function decidersOf(trx: Trx, instanceId: string): Promise<string[]> {
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
  assignments: readonly TaskAssignment[];
  barred: readonly string[];
  /** Time limit; null for none. */
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
  sql`${pipelined} ${insertOf('bpm_task', rows)}`.execute(trx);

export async function insertTasks(trx: Trx, kind: Kind, instance: Instance, seats: Seats): Promise<string[]> {
  const due = seats.hours === null ? null : new Date(Date.now() + seats.hours * 3_600_000);
  const rows = seats.assignments.map(({ roles, everywhere, ids }, at) => ({
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

/** Decides a step without candidates automatically, as its definition says. */
export async function skipUnstaffedStep(
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
  await updateTaskStates(trx, instance, refused, null);
  return refused;
}

/** Sends copies for a node, as its definition says. */
export async function sendCopies(
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
      // Negative, because the step's own seats count from 1.
      seat: -(known.length + at + 1),
      kind: 'COPY' as const,
      state: 'TOLD' as const,
      candidate_ids: [id],
    })),
  );
  await kind.notify(context, instance.bizId, to, 'COPIED', namesOf(node));
}
