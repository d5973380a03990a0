// Time limits, enforced by a job: overdue tasks are reminded of, escalated to others, or decided, as the definition says.
import type { Limit } from '@kuwei/contract/bpm/graph';
import { AppError } from '@kuwei/contract/error';
import { sql } from 'kysely';
import type { Caller, Services, WriteContext } from '../context.ts';
import type { BothNames } from '../db/named.ts';
import { runAsSystem } from '../platform/clock.ts';
import { findTask, remindAgain } from './actions.ts';
import { listCandidatePeople } from './task-candidates.ts';
import { everyoneOf, type Subject } from './candidates.ts';
import type { DecidableKind, Kinds } from './kind.ts';

const ACTION = 'workflow time limit';

/** Batch size; the rest follows a minute later. */
const MOST = 200;

/**
 * Processes due tasks, each in its own transaction, so that a failure does not hold up the others.
 * @returns number of due tasks
 * @throws the first failure, after all were tried
 */
export async function applyDueLimits(services: Services, kinds: Kinds): Promise<number> {
  const due = await services.db
    .selectFrom('bpm_task')
    .where('state', '=', 'OPEN')
    .where('due_at', '<=', sql<string>`now()`)
    .orderBy('due_at')
    .select('id')
    .limit(MOST)
    .execute();
  const failures: unknown[] = [];
  for (const { id } of due) {
    await applyLimit(services, kinds, id).catch((error: unknown) => {
      services.log.error({ err: error, task: id }, 'a time limit failed');
      failures.push(error);
    });
  }
  if (failures.length > 0) throw failures[0];
  return due.length;
}

async function applyLimit(services: Services, kinds: Kinds, id: string): Promise<void> {
  try {
    await runAsSystem(services, ACTION, (context) => applyLimitAction(context, kinds, id));
  } catch (error) {
    // A task that cannot be decided automatically keeps waiting.
    if (!(error instanceof AppError)) throw error;
    services.log.warn({ code: error.code, task: id }, 'a time limit was refused, and reminds instead');
    await runAsSystem(services, ACTION, async (context) => {
      const found = await findTask(context.trx, kinds, id);
      await found.kind.lock(context.trx, found.bizId);
      await postponeLimit(context, id, null);
      await remindAgain(context, found, 0);
    });
  }
}

/** Another process or a person may have been faster: re-checked under the document's lock. */
async function applyLimitAction(context: WriteContext<Caller>, kinds: Kinds, id: string): Promise<void> {
  const { trx, logChange } = context;
  const found = await findTask(trx, kinds, id);
  const { kind, bizId } = found;
  await kind.lock(trx, bizId);
  const { rows } = await sql<{ limit: Limit; due: boolean } & Subject>`
    select d.model -> 'nodes' -> k.node_id -> 'step' -> 'limit' as limit, k.state = 'OPEN' and k.due_at <= now() as due,
           i.biz_id as "bizId", i.org_id as "orgId", i.applicant_org_id as "applicantOrgId", i.owner_org_id as "ownerOrgId"
      from bpm_task k join bpm_instance i on i.id = k.instance_id join bpm_definition d on d.id = i.definition_id
     where k.id = ${id}`.execute(trx);
  const [row] = rows;
  if (!row?.due) return;
  const { limit, due: _, ...subject } = row;
  logChange({ entity: 'bpm_task', id, change: { action: 'limit', by: limit.action } });
  switch (limit.action) {
    case 'REMIND':
      await postponeLimit(context, id, limit.hours);
      await remindAgain(context, found, 0);
      break;
    case 'ESCALATE':
      await postponeLimit(context, id, null);
      await escalateTask(context, id, kind, subject, limit);
      break;
    default:
      await kind.decide(context, bizId, { taskId: id, decision: limit.action, to: null, comment: null, automatic: true });
  }
}

const postponeLimit = async ({ trx }: WriteContext<Caller>, id: string, hours: number | null): Promise<void> => {
  await sql`update bpm_task set due_at = now() + make_interval(hours => ${hours}::int) where id = ${id}`.execute(trx);
};

/** Escalates: adds candidates, any of whom may decide. */
async function escalateTask(
  context: WriteContext<Caller>,
  id: string,
  kind: DecidableKind,
  subject: Subject,
  { candidates }: Limit,
): Promise<void> {
  const { trx } = context;
  const people = await everyoneOf(trx, kind, subject, candidates);
  const { rows } = await sql<{ step: BothNames; barred: string[] }>`
    update bpm_task set candidate_ids = array(select distinct e from unnest(candidate_ids || ${people}::uuid[]) e)
     where id = ${id} returning json_build_object('zh', name, 'en', coalesce(name_en, name)) as step, barred`.execute(trx);
  const { step, barred } = rows[0]!;
  const asked =
    (await listCandidatePeople(trx, [{ key: id, orgId: subject.orgId, roles: [], everywhere: [], ids: people, barred }])).get(
      id,
    ) ?? [];
  await kind.notify(
    context,
    subject.bizId,
    asked.map((each) => each.id),
    'ASKED',
    step,
  );
}
