// The running approval of a document as stored, and the caller's part in it.
import { AppError } from '@kuwei/contract/error';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../context.ts';
import { candidateIdentityOf, canDecideTask, principalOf } from './task-candidates.ts';
import type { Subject } from './candidates.ts';
import type { Vars } from '@kuwei/contract/bpm/condition';
import type { Seat } from './course.ts';
import type { Kind } from './kind.ts';
import type { Model } from './model.ts';

export interface Task extends Seat {
  level: number;
  /** The caller may decide it, or may no longer because of an earlier decision. */
  mine: boolean;
  barred: boolean;
  forUserId: string | null;
  /** The only candidate, if asked by name. */
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

/** Locks and reads the running instance of a document with its tasks, which change only under the document's lock. */
export async function findRunning(
  { trx, caller }: WriteContext<Caller>,
  { bizType }: Pick<Kind, 'bizType'>,
  bizId: string,
): Promise<Instance | null> {
  const asker = candidateIdentityOf(caller);
  const { rows } = await sql<Instance>`
    with i as materialized (
      select i.*, d.model from bpm_instance i join bpm_definition d on d.id = i.definition_id
       where i.biz_type = ${bizType} and i.biz_id = ${bizId} and i.state = 'RUNNING' for update of i)
    select i.id, i.biz_id as "bizId", i.round, i.lap, i.model, i.vars, i.barred, i.org_id as "orgId",
           i.applicant_org_id as "applicantOrgId", i.owner_org_id as "ownerOrgId", coalesce((
             select json_agg(json_build_object('id', k.id, 'node', k.node_id, 'kind', k.kind, 'state', k.state, 'level', k.level,
                      'mine', ${canDecideTask(asker)}, 'barred', k.barred && ${asker.selves},
                      'forUserId', case when k.state = 'OPEN' then ${principalOf(asker)} end,
                      'only', case when cardinality(k.candidate_ids) = 1 and k.candidate_roles || k.candidate_roles_everywhere = '{}'
                        then k.candidate_ids[1] end) order by k.level, k.created_at, k.seat)
               from bpm_task k where k.instance_id = i.id and k.kind <> 'COPY'), '[]') as tasks
      from i`.execute(trx);
  return rows[0] ?? null;
}

/** @throws AppError ILLEGAL_TRANSITION if none is running */
export async function getRunningInstance(
  context: WriteContext<Caller>,
  kind: Pick<Kind, 'bizType'>,
  bizId: string,
): Promise<Instance> {
  const instance = await findRunning(context, kind, bizId);
  if (!instance) throw new AppError('ILLEGAL_TRANSITION');
  return instance;
}

/** The caller's task to decide. @throws AppError NOT_REVIEWER, OWN_APPLICATION, SAME_REVIEWER, ILLEGAL_TRANSITION */
export function getDecidableTask(instance: Instance, taskId: string | null, { userId, proxyUserId }: Caller): Task {
  const selves = [userId, proxyUserId].filter((id) => id !== null);
  if (instance.barred.some((id) => selves.includes(id))) throw new AppError('OWN_APPLICATION');
  const open = instance.tasks.filter(({ id, state }) => state === 'OPEN' && (taskId === null || id === taskId));
  if (open.length === 0) throw new AppError('ILLEGAL_TRANSITION');
  const mine = open.find((task) => task.mine && task.forUserId === null) ?? open.find((task) => task.mine);
  if (!mine) throw new AppError(open.some(({ barred }) => barred) ? 'SAME_REVIEWER' : 'NOT_REVIEWER');
  // Nobody decides twice at a step: a delegate who also has a task of their own decides that one.
  const hasOwn = instance.tasks.some(
    ({ state, node, kind, only }) =>
      state === 'OPEN' && node === mine.node && kind === 'DECIDE' && only !== null && selves.includes(only),
  );
  if (mine.forUserId !== null && hasOwn) throw new AppError('SAME_REVIEWER');
  return mine;
}
