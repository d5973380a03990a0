// Tasks of people who have left or cannot decide: listed, and reassigned one transaction each.
import type { overviewRoutes, Waiting } from '@kuwei/contract/bpm/overview';
import { WAITING_MAX } from '@kuwei/contract/bpm/overview';
import type { Locale } from '@kuwei/contract/constants';
import { AppError } from '@kuwei/contract/error';
import type { BodyOf } from '@kuwei/contract/route';
import { sql, type Kysely } from 'kysely';
import { recheckAuthorization } from '../session/recheck.ts';
import type { Caller, OwnContext, WriteContext } from '../context.ts';
import { named, type BothNames } from '../db/named.ts';
import type { DB } from '../db/types.ts';
import { t } from '../phrase.ts';
import { forEach } from '../platform/batch.ts';
import { notify } from '../platform/msg-inbox/notify.ts';
import { filterActive, holders } from '../platform/people.ts';
import { findTask, reassign } from './actions.ts';
import type { Kinds } from './kind.ts';

type Routes = typeof overviewRoutes;
type Move = BodyOf<Routes['moveWaiting']>;

interface Task {
  id: string;
  key: string;
  bizId: string;
  step: string;
  since: string;
  overdue: boolean;
  shared: boolean;
}

/** Other people are candidates as well. */
const isShared = sql<boolean>`(cardinality(k.candidate_ids) > 1 or k.candidate_roles || k.candidate_roles_everywhere <> '{}')`;

/** @throws AppError NOT_FOUND */
export async function listOpenTasksOf(
  db: Kysely<DB>,
  kinds: Kinds,
  userId: string,
  caller: Caller,
  locale: Locale,
): Promise<Waiting> {
  const { rows: people } = await sql<Waiting['person']>`
    select u.id, u.name, u.username, u.state = 'ACTIVE' and u.deleted_at is null as active from sys_user u where u.id = ${userId}`.execute(
    db,
  );
  const [person] = people;
  if (!person) throw new AppError('NOT_FOUND');
  const asked = sql`k.state = 'OPEN' and k.candidate_ids && array[${userId}::uuid]`;
  const { rows: tasks } = await sql<Task & { total: number }>`
    select k.id, k.key, k.biz_id as "bizId", ${named(locale, 'k')} as step, k.created_at as since, coalesce(k.due_at < now(), false) as overdue,
           ${isShared} as shared, (count(*) over ())::int as total
      from bpm_task k where ${asked} order by k.created_at, k.id limit ${WAITING_MAX}`.execute(db);
  const numbers = await loadNumbers(db, kinds, tasks, caller, locale);
  const { rows: roles } = await sql<Waiting['roles'][number]>`
    select distinct r.code, ${named(locale, 'r')} as name
      from (select distinct k.org_id, unnest(k.candidate_roles) as code, true as here from bpm_task k where k.state = 'OPEN'
            union select distinct null::uuid, unnest(k.candidate_roles_everywhere), false from bpm_task k where k.state = 'OPEN') a
      join sys_role r on r.code = a.code
     where exists (select from sys_user_role h where h.user_id = ${userId} and h.role_code = a.code)
       and (not a.here or exists (select from wms_org_user m where m.user_id = ${userId} and m.org_id = a.org_id))
       and not exists (
         select from sys_user u where u.id <> ${userId} and u.state = 'ACTIVE' and u.deleted_at is null
            and u.id = any(array(${holders(sql`array[a.code]`, sql`a.org_id`)} union select h.user_id from sys_user_role h where not a.here and h.role_code = a.code)))
     order by 2`.execute(db);
  const { rows: definitions } = await sql<Waiting['definitions'][number]>`
    select d.id, ${named(locale, 'd')} as name, d.version from bpm_definition d
     where d.state = 'PUBLISHED' and jsonb_path_exists(d.model, '$.**.person ? (@ == $name)', ${JSON.stringify({ name: person.username })}::jsonb)
        or d.state = 'DRAFT' and d.xml like ${`%person="${person.username.replace(/[\\%_]/g, '\\$&')}"%`}
     order by d.key, d.version desc nulls first`.execute(db);
  const { rows: away } = await sql<{ n: number }>`
    select count(*)::int as n from bpm_delegation where (from_id = ${userId} or to_id = ${userId}) and revoked_at is null and until_at > now()`.execute(
    db,
  );
  return {
    person,
    tasks: tasks.map(({ total: _total, bizId, ...task }) => ({
      ...task,
      workflow: kinds.find(task.key)?.name[locale] ?? task.key,
      no: numbers.get(`${task.key} ${bizId}`) ?? '',
    })),
    total: tasks[0]?.total ?? 0,
    roles,
    definitions,
    delegations: away[0]!.n,
  };
}

/** Names of documents, one query per kind. */
async function loadNumbers(
  db: Kysely<DB>,
  kinds: Kinds,
  tasks: readonly Pick<Task, 'key' | 'bizId'>[],
  caller: Caller,
  locale: Locale,
): Promise<Map<string, string>> {
  const numbers = new Map<string, string>();
  for (const [key, own] of Map.groupBy(tasks, (task) => task.key)) {
    const ids = [...new Set(own.map(({ bizId }) => bizId))];
    const found = await kinds.find(key)?.describe(db, ids, { caller, isAsked: false, locale });
    for (const [bizId, { no }] of found ?? []) numbers.set(`${key} ${bizId}`, no);
  }
  return numbers;
}

/** Why each of these tasks cannot be reassigned to somebody: the checks of the reassignment itself, without its locks. */
export async function checkMove(
  db: Kysely<DB>,
  { fromId, toId, taskIds }: BodyOf<Routes['lookAtMove']>,
  { userId }: Caller,
  locale: Locale,
): Promise<{ id: string; message: string | null }[]> {
  const [active] = await filterActive(db, [toId]);
  const { rows } = await sql<{ id: string; open: boolean; taken: boolean }>`
    select k.id, k.state = 'OPEN' and k.candidate_ids && array[${fromId}::uuid] as open,
           ${toId}::uuid = any(i.barred || k.barred)
           or exists (select from bpm_task s join bpm_decision d on d.task_id = s.id
                       where s.instance_id = k.instance_id and s.state in ('APPROVED', 'REJECTED')
                         and ${toId}::uuid in (d.actor_id, d.proxy_user_id, d.for_user_id))
           or ${toId}::uuid = any(k.candidate_ids)
           or exists (select from bpm_task s where s.instance_id = k.instance_id and s.node_id = k.node_id and s.state = 'OPEN'
                         and ${toId}::uuid = any(s.candidate_ids) and cardinality(s.candidate_ids) = 1) as taken
      from bpm_task k join bpm_instance i on i.id = k.instance_id where k.id = any(${taskIds}::uuid[])`.execute(db);
  const never = active === undefined || toId === fromId || toId === userId;
  return taskIds.map((id) => {
    const row = rows.find((each) => each.id === id);
    if (row?.open !== true) return { id, message: t(locale, 'error.ILLEGAL_TRANSITION') };
    return { id, message: never || row.taken ? t(locale, 'error.ASK_ANOTHER') : null };
  });
}

/** Notifies both people; each document records who was asked before. @throws AppError ASK_ANOTHER if no task can be reassigned */
export async function moveTasks(context: OwnContext<Caller>, kinds: Kinds, move: Move) {
  const { fromId, toId, taskIds, note } = move;
  const { caller, db } = context;
  const [active] = await filterActive(db, [toId]);
  if (active === undefined || toId === fromId || toId === caller.userId) throw new AppError('ASK_ANOTHER', { field: 'toId' });
  const records = taskIds.map((id) => ({ id, label: id }));
  const { notes: _, ...result } = await forEach(context, { records, gone: [] }, (inside, { id }) =>
    moveTask(inside, kinds, id, move),
  );
  if (result.done > 0)
    await context.part('told', async (inside) => {
      const { rows } = await sql<{ id: string; name: string }>`
        select id, name from sys_user where id = any(${[fromId, toId]}::uuid[])`.execute(inside.trx);
      const nameOf = (id: string): string => rows.find((row) => row.id === id)?.name ?? '';
      const params = { count: result.done, from: nameOf(fromId), to: nameOf(toId), reason: note };
      await notify(inside, { to: await filterActive(inside.trx, [fromId]), template: 'msg.workTaken', params });
      inside.logChange({ entity: 'bpm_task', id: fromId, change: { action: 'move', to: toId, note, done: result.done } });
    });
  return result;
}

async function moveTask(
  context: WriteContext<Caller>,
  kinds: Kinds,
  id: string,
  { fromId, toId, note: reason }: Move,
): Promise<void> {
  const { trx } = context;
  const found = await findTask(trx, kinds, id);
  await found.kind.lock(trx, found.bizId);
  await recheckAuthorization(trx, context.caller);
  const { rows } = await sql<{ asked: boolean; shared: boolean; taken: boolean; level: number; step: BothNames; from: string }>`
    select k.state = 'OPEN' and k.candidate_ids && array[${fromId}::uuid] as asked, ${isShared} as shared,
           ${toId}::uuid = any(i.barred || k.barred || k.candidate_ids)
           or exists (select from bpm_task s join bpm_decision d on d.task_id = s.id
                       where s.instance_id = k.instance_id and s.state in ('APPROVED', 'REJECTED')
                         and ${toId}::uuid in (d.actor_id, d.proxy_user_id, d.for_user_id)) as taken,
           k.level, json_build_object('zh', k.name, 'en', coalesce(k.name_en, k.name)) as step,
           (select u.name from sys_user u where u.id = ${fromId}) as from
      from bpm_task k join bpm_instance i on i.id = k.instance_id where k.id = ${id}`.execute(trx);
  const row = rows[0]!;
  if (!row.asked) throw new AppError('ILLEGAL_TRANSITION');
  // The administrator is recorded as the one who acts: the note says whose task it was.
  const note = t(context.origin.locale, 'flow.movedFrom', { note: reason, name: row.from });
  if (!row.shared) return reassign(context, found, { userId: toId, note });
  if (row.taken) throw new AppError('ASK_ANOTHER');
  // One of several candidates is replaced; the others keep the task.
  await sql`update bpm_task set candidate_ids = array_replace(candidate_ids, ${fromId}::uuid, ${toId}::uuid) where id = ${id}`.execute(
    trx,
  );
  context.logChange({ entity: 'bpm_task', id, change: { action: 'transfer', to: toId, note } });
  await found.kind.recordHandover(context, found.bizId, { action: 'transfer', toId, note, level: row.level, step: row.step });
  await found.kind.notify(context, found.bizId, [toId], 'ASKED', row.step);
}
