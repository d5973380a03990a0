// Position of a document in its workflow diagram: passed steps, and open steps with their candidates.
import { bpmnOf } from '@kuwei/contract/bpm/bpmn';
import type { RequestProgress } from '@kuwei/contract/bpm/overview';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import { sql, type Kysely } from 'kysely';
import type { Caller } from '../context.ts';
import { named } from '../db/named.ts';
import type { DB } from '../db/types.ts';
import {
  listCandidatePeople,
  selectDelegates,
  canDecideTask,
  ownCandidateIdentity,
  type TaskCandidates,
} from './task-candidates.ts';
import type { Vars } from '@kuwei/contract/bpm/condition';
import { computePosition, type Seat } from './course.ts';
import type { Kinds } from './kind.ts';
import type { Model } from './model.ts';
import { readDefinition } from './read.ts';

interface Task extends Seat, Omit<TaskCandidates, 'key' | 'orgId'> {
  orgId: string;
  mine: boolean;
}

interface Found {
  key: string;
  name: string;
  version: number;
  xml: string;
  model: Model;
  vars: Vars;
  tasks: Task[] | null;
}

/** Maximum of people listed at an open step. */
const NAMED_MAX = 5;

/** @throws AppError NOT_FOUND if it was never submitted or the caller may not open it */
export async function getPositionDiagram(
  db: Kysely<DB>,
  kinds: Kinds,
  { bizType, id }: { bizType: string; id: string },
  caller: Caller,
  locale: Locale,
): Promise<RequestProgress> {
  const { rows } = await sql<Found>`
    select d.key, ${named(locale, 'd')} as name, d.version, d.xml, d.model, i.vars, (
             select json_agg(json_build_object('id', k.id, 'node', k.node_id, 'kind', k.kind, 'state', k.state, 'orgId', k.org_id,
                      'roles', k.candidate_roles, 'everywhere', k.candidate_roles_everywhere, 'barred', k.barred,
                      'ids', case when k.state = 'OPEN' then k.candidate_ids || ${selectDelegates} else '{}' end, 'mine', ${canDecideTask(ownCandidateIdentity(caller))})
                      order by k.level, k.created_at, k.seat)
               from bpm_task k where k.instance_id = i.id and k.kind <> 'COPY') as tasks
      from bpm_instance i join bpm_definition d on d.id = i.definition_id
     where i.biz_type = ${bizType} and i.biz_id = ${id} order by i.round desc limit 1`.execute(db);
  const [found] = rows;
  const kind = found && kinds.find(found.key);
  if (!kind) throw new AppError('NOT_FOUND');
  const tasks = found.tasks ?? [];
  const documents = await kind.describe(db, [id], { caller, isAsked: tasks.some(({ mine }) => mine), locale });
  if ((documents.get(id)?.link ?? null) === null) throw new AppError('NOT_FOUND');
  const { passed, flows } = computePosition(found.model, { vars: found.vars, seats: tasks, outcome: null });
  const open = tasks.filter(({ state }) => state === 'OPEN');
  const people = await listCandidatePeople(
    db,
    open.map(({ node, ...asked }) => ({ ...asked, key: node })),
  );
  return {
    name: found.name,
    version: found.version,
    xml: await layOutXml(found.xml),
    flows,
    marks: [
      ...passed.map((place) => ({ element: place.id, state: 'DONE' as const, people: [] })),
      ...[...new Set(open.map(({ node }) => node))].map((node) => ({
        element: node,
        state: 'OPEN' as const,
        people: (people.get(node) ?? []).slice(0, NAMED_MAX).map(({ name }) => name),
      })),
    ],
  };
}

/** Lays out a definition without a diagram. */
async function layOutXml(xml: string): Promise<string> {
  if (/<(\w+:)?BPMNShape\b/.test(xml)) return xml;
  const { graph } = await readDefinition(xml);
  return graph === null ? xml : bpmnOf(graph);
}
