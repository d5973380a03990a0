// Possible actions on the approval of documents, without locks: for dialogs and lists.
import type { Locale } from '@kuwei/contract/constants';
import type { Work } from '@kuwei/contract/bpm/work';
import { sql, type Kysely } from 'kysely';
import type { Caller } from '../context.ts';
import type { DB } from '../db/types.ts';
import type { Settings } from '../services/settings.ts';
import { isRemindable } from './actions.ts';
import {
  candidateIdentityOf,
  isApplicant,
  canDecideTask,
  ownCandidateIdentity,
  type CandidateIdentity,
} from './task-candidates.ts';
import type { Vars } from '@kuwei/contract/bpm/condition';
import { computeNext, computePosition, applyEvent, type Course, type Seat } from './course.ts';
import { reachableFrom, type Model } from './model.ts';

interface Task extends Seat {
  mine: boolean;
  late: boolean;
}

interface Running {
  bizId: string;
  isApplicant: boolean;
  model: Model;
  vars: Vars;
  tasks: Task[];
}

/** Running requests with all their tasks. */
async function loadRunning(
  db: Kysely<DB>,
  bizType: string,
  bizIds: readonly string[],
  caller: Caller,
  asker: CandidateIdentity,
  /** Age in hours at which a task is late. */
  remindHours: number,
): Promise<Running[]> {
  const { rows } = await sql<Running>`
    select i.biz_id as "bizId", ${isApplicant(caller)} as "isApplicant", d.model, i.vars,
           (select json_agg(json_build_object('id', k.id, 'node', k.node_id, 'kind', k.kind, 'state', k.state,
                     'mine', ${canDecideTask(asker)}, 'late', ${isRemindable(remindHours)}) order by k.level, k.created_at, k.seat)
              from bpm_task k where k.instance_id = i.id and k.kind <> 'COPY') as tasks
      from bpm_instance i join bpm_definition d on d.id = i.definition_id
     where i.biz_type = ${bizType} and i.biz_id = any(${bizIds}::uuid[]) and i.state = 'RUNNING'`.execute(db);
  return rows;
}

const courseOf = ({ vars, tasks }: Running): Course => ({ vars, seats: tasks, outcome: null });

/** Whether approving the task would end the request, by its current variables. */
function isLast(running: Running, task: Task): boolean {
  const approved = applyEvent(running.model, courseOf(running), { type: 'approve', seat: task.id });
  return approved.outcome === null && computeNext(running.model, approved).type === 'end';
}

/** Completed steps that precede this one. */
function listReturnSteps(running: Running, { node }: Task, locale: Locale): NonNullable<Work['task']>['backTo'] {
  const { model } = running;
  return computePosition(model, courseOf(running))
    .passed.filter(({ id }) => id !== node && reachableFrom(model, id).has(node))
    .map(({ id, level }) => ({ id, level, name: nameOf(model, id, locale) }));
}

const nameOf = ({ nodes }: Model, id: string, locale: Locale): string => {
  const { name, nameEn } = nodes[id]!;
  return (locale === 'en' ? nameEn : null) || name;
};

interface WorkOptions {
  caller: Caller;
  locale: Locale;
  settings: Settings;
}

export async function getWork(db: Kysely<DB>, bizType: string, bizId: string, asking: WorkOptions): Promise<Work> {
  const { caller, locale, settings } = asking;
  const [running] = await loadRunning(
    db,
    bizType,
    [bizId],
    caller,
    ownCandidateIdentity(caller),
    settings.get('BPM_REMIND_HOURS'),
  );
  if (!running) return { task: null, remind: null };
  const task = running.tasks.find(({ mine }) => mine);
  const open = running.tasks.filter(({ state }) => state === 'OPEN');
  return {
    task: task
      ? {
          id: task.id,
          step: nameOf(running.model, task.node, locale),
          backTo: listReturnSteps(running, task, locale),
          isLast: isLast(running, task),
        }
      : null,
    remind: running.isApplicant && open.length > 0 ? { taskId: open[0]!.id, ready: open.some(({ late }) => late) } : null,
  };
}

/** Those documents for which an approval of the caller would be final. */
export async function findLastApprovals(
  db: Kysely<DB>,
  bizType: string,
  bizIds: readonly string[],
  caller: Caller,
): Promise<ReadonlySet<string>> {
  const requests = await loadRunning(db, bizType, bizIds, caller, candidateIdentityOf(caller), 0);
  return new Set(
    requests.flatMap((running) => {
      const task = running.tasks.find(({ mine }) => mine);
      return task && isLast(running, task) ? [running.bizId] : [];
    }),
  );
}
