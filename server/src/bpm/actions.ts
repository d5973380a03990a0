// Actions on tasks other than deciding: transfer, add a countersigner, remind, delegate. All run under the document's lock.
import { AppError } from '@kuwei/contract/error';
import { sql, type RawBuilder } from 'kysely';
import type { Caller, WriteContext } from '../context.ts';
import { recheckAfterWait } from '../session/recheck.ts';
import { newId } from '../db/id.ts';
import type { BothNames } from '../db/named.ts';
import type { Trx } from '../db/open.ts';
import { assertRevision } from '../db/refuse-conflict.ts';
import { filterActive, orgsOf } from '../platform/people.ts';
import { listCandidatePeople, selectDelegates, isApplicant } from './task-candidates.ts';
import { applyToInstance } from './engine.ts';
import { getRunningInstance, getDecidableTask, type Instance } from './instance.ts';
import { updateTaskStates } from './tasks.ts';
import type { DecidableKind, Kinds, TaskAction } from './kind.ts';
import { peopleOfReview, reviewOf } from './review.ts';

interface Found {
  id: string;
  kind: DecidableKind;
  bizId: string;
  state: string;
}

/** A task with its document's kind. @throws AppError NOT_FOUND */
export async function findTask(trx: Trx, kinds: Kinds, id: string): Promise<Found> {
  const row = await trx
    .selectFrom('bpm_task as k')
    .innerJoin('bpm_instance as i', 'i.id', 'k.instance_id')
    .innerJoin('bpm_definition as d', 'd.id', 'i.definition_id')
    .where('k.id', '=', id)
    .where('k.kind', '<>', 'COPY')
    .select(['k.biz_id', 'k.state', 'd.key'])
    .executeTakeFirst();
  const kind = row && kinds.find(row.key);
  if (!kind) throw new AppError('NOT_FOUND');
  return { id, kind, bizId: row.biz_id, state: row.state };
}

/** Locks the document, then its instance. @param rev version seen by the user; null for an administrator who reassigns others' tasks */
async function lockOwnTask(
  context: WriteContext<Caller>,
  { id, kind, bizId }: Found,
  rev: number | null,
): Promise<{ instance: Instance; task: Instance['tasks'][number] }> {
  const recheck = recheckAfterWait(context);
  const now = await kind.lock(context.trx, bizId);
  const instance = await getRunningInstance(context, kind, bizId);
  await recheck();
  if (rev === null) {
    const task = instance.tasks.find((each) => each.id === id && each.state === 'OPEN');
    if (!task) throw new AppError('ILLEGAL_TRANSITION');
    return { instance, task };
  }
  // Checked before the version, so that a second click reports the task's new state.
  const task = getDecidableTask(instance, id, context.caller);
  assertRevision(now, rev);
  return { instance, task };
}

/** @throws AppError ASK_ANOTHER for a user who cannot sign in, has applied, has decided, or already has a task at this step */
async function assertAvailable(trx: Trx, instance: Instance, node: string, userId: string): Promise<void> {
  const { rows } = await sql<{ taken: boolean }>`
    select ${userId}::uuid = any(${instance.barred}::uuid[])
        or exists (select from bpm_task k join bpm_decision d on d.task_id = k.id
                    where k.instance_id = ${instance.id} and k.state in ('APPROVED', 'REJECTED')
                      and ${userId}::uuid in (d.actor_id, d.proxy_user_id, d.for_user_id))
        or exists (select from bpm_task k where k.instance_id = ${instance.id} and k.node_id = ${node} and k.state = 'OPEN'
                      and ${userId}::uuid = any(k.candidate_ids) and cardinality(k.candidate_ids) = 1) as taken`.execute(trx);
  const [active] = await filterActive(trx, [userId]);
  if (active === undefined || rows[0]!.taken) throw new AppError('ASK_ANOTHER', { field: 'userId' });
}

/** Tasks stay within the organisation whose people decide. @throws AppError ASK_ANOTHER */
async function assertIsColleague(
  { trx, caller }: WriteContext<Caller>,
  userId: string,
  field: string,
  orgId?: string,
): Promise<void> {
  const orgs = [...caller.orgs.map(({ id }) => id), ...(orgId === undefined ? [] : [orgId])];
  const { rows } = await sql`select where ${orgsOf(sql`${userId}::uuid`)} && ${orgs}::uuid[]`.execute(trx);
  if (rows.length === 0) throw new AppError('ASK_ANOTHER', { field });
}

/**
 * Who decides this step cannot decide a later one, so each later step must keep a candidate.
 * @param givenAway task that is transferred: its former assignee becomes available
 * @throws AppError LAST_REVIEWER
 */
async function assertOtherApproversRemain(
  { trx }: WriteContext<Caller>,
  { kind, bizId }: Found,
  instance: Instance,
  userId: string,
  givenAway: string | null,
): Promise<void> {
  const review = await reviewOf(trx, kind.bizType, bizId, instance.round);
  if (!review) return;
  const people = await peopleOfReview(trx, kind, review);
  const unavailable = new Set([
    userId,
    ...instance.tasks.flatMap(({ id, state, only }) => (state === 'OPEN' && only !== null && id !== givenAway ? [only] : [])),
  ]);
  const losesLastApprover = ({ key, state }: { key: string; state: string }): boolean => {
    const left = people.get(key) ?? [];
    return state === 'AHEAD' && left.some(({ id }) => id === userId) && left.every(({ id }) => unavailable.has(id));
  };
  if (review.steps.some(losesLastApprover)) throw new AppError('LAST_REVIEWER', { field: 'userId' });
}

interface TaskHandover {
  userId: string;
  note: string | null;
}
/** With the document version seen by the user. */
type CheckedHandover = TaskHandover & { rev: number };

/** Adds a task for one person, beside another task or in its place. */
async function addTask(
  { trx, caller }: WriteContext<Caller>,
  instance: Instance,
  originId: string,
  kind: 'DECIDE' | 'SIGN',
  { userId, note }: TaskHandover,
): Promise<{ id: string; level: number; step: BothNames }> {
  const id = newId();
  const { rows } = await sql<{ level: number; step: BothNames }>`
    insert into bpm_task (id, instance_id, key, biz_type, biz_id, round, lap, level, node_id, name, name_en, org_id, kind, seat,
                          candidate_ids, barred, origin_id, asked_by, note, due_at)
    select ${id}, k.instance_id, k.key, k.biz_type, k.biz_id, k.round, ${instance.lap}, k.level, k.node_id, k.name, k.name_en, k.org_id,
           ${kind}, (select max(s.seat) + 1 from bpm_task s where s.instance_id = k.instance_id and s.node_id = k.node_id),
           array[${userId}::uuid], k.barred, k.id, ${caller.userId}, ${note}, k.due_at
      from bpm_task k where k.id = ${originId}
    returning level, json_build_object('zh', name, 'en', coalesce(name_en, name)) as step`.execute(trx);
  return { id, ...rows[0]! };
}

/** Transfers a task to somebody else. */
export async function transfer(context: WriteContext<Caller>, found: Found, { rev, ...onward }: CheckedHandover): Promise<void> {
  if (context.caller.proxyUserId !== null) throw new AppError('WHILE_ACTING');
  const { instance, task } = await lockOwnTask(context, found, rev);
  // A delegate decides on the delegator's behalf and may not pass that on.
  if (task.forUserId !== null) throw new AppError('DELEGATED');
  await assertIsColleague(context, onward.userId, 'userId', instance.orgId);
  await assertOtherApproversRemain(context, found, instance, onward.userId, task.id);
  await moveTask(context, found, { instance, task }, onward);
}

/** Transfers another person's task (administrators). */
export async function reassign(context: WriteContext<Caller>, found: Found, onward: TaskHandover): Promise<void> {
  if (onward.userId === context.caller.userId) throw new AppError('ASK_ANOTHER', { field: 'userId' });
  await moveTask(context, found, await lockOwnTask(context, found, null), onward);
}

async function moveTask(
  context: WriteContext<Caller>,
  found: Found,
  { instance, task }: Awaited<ReturnType<typeof lockOwnTask>>,
  onward: TaskHandover,
): Promise<void> {
  await assertAvailable(context.trx, instance, task.node, onward.userId);
  const kind = task.kind === 'SIGN' ? 'SIGN' : 'DECIDE';
  const added = await addTask(context, instance, task.id, kind, onward);
  await updateTaskStates(
    context.trx,
    instance,
    applyToInstance(instance, { type: 'transfer', seat: task.id, into: added.id }),
    null,
  );
  await passedOn(context, found, 'transfer', onward, added);
  await found.kind.notify(context, found.bizId, [onward.userId], 'ASKED', added.step);
}

/** Adds a countersigner: the step waits for them as well. */
export async function addSigner(context: WriteContext<Caller>, found: Found, { rev, ...onward }: CheckedHandover): Promise<void> {
  if (onward.userId === context.caller.userId) throw new AppError('ASK_ANOTHER', { field: 'userId' });
  const { instance, task } = await lockOwnTask(context, found, rev);
  await assertOtherApproversRemain(context, found, instance, onward.userId, null);
  await assertAvailable(context.trx, instance, task.node, onward.userId);
  const added = await addTask(context, instance, task.id, 'SIGN', onward);
  await passedOn(context, found, 'sign', onward, added);
  await found.kind.notify(context, found.bizId, [onward.userId], 'ASKED', added.step);
}

async function passedOn(
  context: WriteContext<Caller>,
  { id, kind, bizId }: Found,
  action: TaskAction['action'],
  { userId, note }: TaskHandover,
  { level, step }: Pick<TaskAction, 'level' | 'step'>,
): Promise<void> {
  context.logChange({ entity: 'bpm_task', id, change: { action, to: userId, note } });
  await kind.recordHandover(context, bizId, { action, toId: userId, note, level, step });
}

/** Whether the task `k` was neither created nor reminded of within these hours. */
export const isRemindable = (hours: number): RawBuilder<boolean> =>
  sql<boolean>`coalesce(k.reminded_at, k.created_at) <= now() - make_interval(hours => ${hours})`;

/** Reminds all who have not decided. @throws AppError NOT_FOUND for anyone but the applicant, REMINDED if that was done recently */
export async function remind(context: WriteContext<Caller>, found: Found): Promise<void> {
  const { rows: theirs } = await sql`
    select from bpm_task k join bpm_instance i on i.id = k.instance_id where k.id = ${found.id} and ${isApplicant(context.caller)}`.execute(
    context.trx,
  );
  if (theirs.length === 0) throw new AppError('NOT_FOUND');
  const recheck = recheckAfterWait(context);
  await found.kind.lock(context.trx, found.bizId);
  await recheck();
  const { rows } = await sql<{ id: string }>`
    select k.id from bpm_task k join bpm_task o on o.instance_id = k.instance_id
     where o.id = ${found.id} and k.state = 'OPEN' order by k.level, k.id`.execute(context.trx);
  const hours = context.services.settings.get('BPM_REMIND_HOURS');
  let reminded = 0;
  for (const { id } of rows) if (await remindAgain(context, { ...found, id }, hours)) reminded += 1;
  if (rows.length === 0) throw new AppError('ILLEGAL_TRANSITION');
  if (reminded === 0) throw new AppError('REMINDED');
}

/** @returns false if the task is not open or was reminded of within these hours */
export async function remindAgain(context: WriteContext<Caller>, { id, kind, bizId }: Found, hours: number): Promise<boolean> {
  const { trx, logChange } = context;
  const { rows } = await sql<{
    orgId: string;
    step: BothNames;
    roles: string[];
    everywhere: string[];
    ids: string[];
    barred: string[];
  }>`
    update bpm_task k set reminded_at = now()
     where k.id = ${id} and k.state = 'OPEN' and ${isRemindable(hours)}
    returning k.org_id as "orgId", json_build_object('zh', k.name, 'en', coalesce(k.name_en, k.name)) as step, k.candidate_roles as roles,
              k.candidate_roles_everywhere as everywhere, k.candidate_ids || ${selectDelegates} as ids, k.barred`.execute(trx);
  const [task] = rows;
  if (!task) return false;
  const people = (await listCandidatePeople(trx, [{ key: id, ...task }])).get(id) ?? [];
  logChange({ entity: 'bpm_task', id, change: { action: 'remind', to: people.length } });
  await kind.notify(
    context,
    bizId,
    people.map((each) => each.id),
    'REMINDED',
    task.step,
  );
  return true;
}

export interface Absence {
  toId: string;
  keys: string[];
  fromAt: string;
  untilAt: string;
  reason: string | null;
}

/** One year, leap years included: anything longer is a change of roles. */
const DELEGATED_MAX_MS = 366 * 86_400_000;

/** At most one delegate at a time. @throws AppError INVALID if the period overlaps another delegation of the caller */
async function assertNoOverlap({ trx, caller }: WriteContext<Caller>, { keys, fromAt, untilAt }: Absence): Promise<void> {
  // Serialises concurrent delegations, so that the second sees the first.
  const recheck = recheckAfterWait({ trx, caller });
  await sql`select from sys_user where id = ${caller.userId} for no key update`.execute(trx);
  await recheck();
  const { rows } = await sql`
    select from bpm_delegation
     where from_id = ${caller.userId} and revoked_at is null and from_at < ${untilAt} and until_at > greatest(${fromAt}::timestamptz, now())
       and (keys = '{}' or ${keys}::text[] = '{}' or keys && ${keys}::text[]) limit 1`.execute(trx);
  if (rows.length > 0) throw new AppError('INVALID', { faults: [{ path: 'fromAt', key: 'rule.delegated' }] });
}

/** Delegates the caller's decisions for a period. @throws AppError INVALID, ASK_ANOTHER */
export async function delegate(context: WriteContext<Caller>, kinds: Kinds, absence: Absence): Promise<string> {
  const { trx, caller, logChange } = context;
  const { toId, keys, fromAt, untilAt, reason } = absence;
  if (Date.parse(untilAt) <= Math.max(Date.now(), Date.parse(fromAt)))
    throw new AppError('INVALID', { faults: [{ path: 'untilAt', key: 'rule.future' }] });
  if (Date.parse(untilAt) - Date.parse(fromAt) > DELEGATED_MAX_MS)
    throw new AppError('INVALID', { faults: [{ path: 'untilAt', key: 'rule.delegatedMax' }] });
  const unknown = keys.findIndex((key) => kinds.find(key) === undefined);
  if (unknown >= 0) throw new AppError('INVALID', { faults: [{ path: `keys.${unknown}`, key: 'rule.format' }] });
  const [active] = await filterActive(trx, [toId]);
  if (active === undefined || toId === caller.userId) throw new AppError('ASK_ANOTHER', { field: 'toId' });
  await assertIsColleague(context, toId, 'toId');
  await assertNoOverlap(context, absence);
  const id = newId();
  await trx
    .insertInto('bpm_delegation')
    .values({
      id,
      from_id: caller.userId,
      to_id: toId,
      keys,
      from_at: fromAt,
      until_at: untilAt,
      reason,
      created_by: caller.userId,
    })
    .execute();
  logChange({ entity: 'bpm_delegation', id, change: { to: toId, keys, fromAt, untilAt } });
  return id;
}

/** @throws AppError NOT_FOUND if it is another user's, or already ended */
export async function endDelegation({ trx, caller, logChange }: WriteContext<Caller>, id: string): Promise<void> {
  const ended = await trx
    .updateTable('bpm_delegation')
    .set({ revoked_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('from_id', '=', caller.userId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!ended) throw new AppError('NOT_FOUND');
  logChange({ entity: 'bpm_delegation', id, change: { action: 'end' } });
}
