// The approval of a document for display: decisions made, current candidates, and the steps to come.
import { sql, type Kysely } from 'kysely';
import type { BothNames } from '../db/named.ts';
import type { DB } from '../db/types.ts';
import { listCandidatePeople, selectDelegates, type TaskCandidates } from './task-candidates.ts';
import { peopleOf, type Subject } from './candidates.ts';
import type { Vars } from '@kuwei/contract/bpm/condition';
import type { Kind } from './kind.ts';
import type { Model } from './model.ts';
import { stepsOf } from './walk.ts';

/** A task, or a step that has not been reached. */
interface ReviewStep {
  key: string;
  level: number;
  node: string;
  names: BothNames;
  roles: string[];
  /** `AHEAD`: preceding steps are still open. */
  state: 'OPEN' | 'APPROVED' | 'RETURNED' | 'REJECTED' | 'CANCELED' | 'AHEAD';
  decidedBy: string | null;
  /** The user it was decided for, if by a delegate. */
  decidedFor: string | null;
  decidedAt: string | null;
}

interface Task extends ReviewStep {
  everywhere: string[];
  ids: string[];
  barred: string[];
}

export interface Review extends Subject {
  model: Model;
  vars: Vars;
  barred: string[];
  steps: ReviewStep[];
  open: Task[];
}

/** @returns null if the document was not submitted in this round */
export async function reviewOf(db: Kysely<DB>, bizType: string, bizId: string, round: number): Promise<Review | null> {
  const row = await db
    .selectFrom('bpm_instance as i')
    .innerJoin('bpm_definition as d', 'd.id', 'i.definition_id')
    .where('i.biz_type', '=', bizType)
    .where('i.biz_id', '=', bizId)
    .where('i.round', '=', round)
    .select(['i.id', 'i.vars', 'i.state', 'i.barred', 'i.org_id', 'i.applicant_org_id', 'i.owner_org_id', 'd.model'])
    .executeTakeFirst();
  if (!row) return null;
  // Undone decisions and transferred tasks are shown in the timeline only.
  const { rows: tasks } = await sql<Task>`
    select k.id as key, k.level, k.node_id as node, json_build_object('zh', k.name, 'en', coalesce(k.name_en, k.name)) as names,
           k.candidate_roles || k.candidate_roles_everywhere as roles, k.state, u.name as "decidedBy", f.name as "decidedFor",
           d.at as "decidedAt",
           k.candidate_roles_everywhere as everywhere, k.barred,
           case when k.state = 'OPEN' then k.candidate_ids || ${selectDelegates} else k.candidate_ids end as ids
      from bpm_task k
      left join bpm_decision d on d.task_id = k.id
      left join sys_user u on u.id = d.actor_id
      left join sys_user f on f.id = d.for_user_id
     where k.instance_id = ${row.id} and k.kind <> 'COPY'
       and (k.state in ('OPEN', 'APPROVED', 'REJECTED') or k.state in ('CANCELED', 'RETURNED') and k.state = ${row.state})
     order by k.level, k.created_at, k.seat`.execute(db);
  const model = row.model as Model;
  const vars = row.vars as Vars;
  const reached = new Set(tasks.map(({ node }) => node));
  // A returned step is repeated with the same needs.
  const isOpen = row.state === 'RUNNING' || row.state === 'RETURNED';
  const ahead = isOpen ? stepsOf(model, vars).filter(({ id }) => !reached.has(id)) : [];
  return {
    bizId,
    orgId: row.org_id!,
    applicantOrgId: row.applicant_org_id!,
    ownerOrgId: row.owner_org_id!,
    model,
    vars,
    barred: row.barred,
    open: tasks.filter(({ state }) => state === 'OPEN'),
    steps: [
      ...tasks,
      ...ahead.map(({ id, level }): ReviewStep => {
        const { name, nameEn, step } = model.nodes[id]!;
        const roles = step!.candidates.flatMap((each) => (each.kind === 'ROLE' ? [each.role] : []));
        const names = { zh: name, en: nameEn || name };
        return { key: id, level, node: id, names, roles, state: 'AHEAD', decidedBy: null, decidedFor: null, decidedAt: null };
      }),
    ],
  };
}

/** Who may make the open decisions, by key; excludes applicants and those whose decisions count. */
export async function peopleOfReview(
  db: Kysely<DB>,
  kind: Kind,
  review: Review,
): Promise<Map<string, { id: string; name: string }[]>> {
  const asked: TaskCandidates[] = review.open.map(({ key, roles, everywhere, ids, barred }) => ({
    key,
    orgId: review.orgId,
    roles: roles.filter((role) => !everywhere.includes(role)),
    everywhere,
    ids,
    barred,
  }));
  const ahead = review.steps.filter(({ state }) => state === 'AHEAD');
  const barred = ahead.length === 0 ? [] : [...review.barred, ...(await listDeciders(db, kind.bizType, review.bizId))];
  for (const { key, node } of ahead) {
    const { candidates } = review.model.nodes[node]!.step!;
    const ids: string[] = [];
    for (const each of candidates) if (each.kind !== 'ROLE') ids.push(...(await peopleOf(db, kind, review, each)));
    const rolesAt = (at: 'HERE' | 'EVERYWHERE') =>
      candidates.flatMap((each) => (each.kind === 'ROLE' && each.at === at ? [each.role] : []));
    asked.push({ key, orgId: review.orgId, roles: rolesAt('HERE'), everywhere: rolesAt('EVERYWHERE'), ids, barred });
  }
  return listCandidatePeople(db, asked);
}

/** Users whose decisions count in the running request. */
async function listDeciders(db: Kysely<DB>, bizType: string, bizId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct e as id
      from bpm_instance i join bpm_task k on k.instance_id = i.id join bpm_decision d on d.task_id = k.id,
           unnest(array[d.actor_id, d.proxy_user_id, d.for_user_id]) e
     where i.biz_type = ${bizType} and i.biz_id = ${bizId} and i.state = 'RUNNING' and k.state in ('APPROVED', 'REJECTED')
       and not d.automatic and e is not null`.execute(db);
  return rows.map(({ id }) => id);
}
