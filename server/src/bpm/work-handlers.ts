import type { workRoutes } from '@kuwei/contract/bpm/work';
import { AppError } from '@kuwei/contract/error';
import { sql } from 'kysely';
import type { Caller, ReadContext, WriteContext } from '../context.ts';
import type { Handlers } from '../http/register.ts';
import { effectivePersonalRoles } from '../platform/people.ts';
import { addSigner, delegate, endDelegation, findTask, reassign, remind, transfer } from './actions.ts';
import { canDecideTask, ownCandidateIdentity } from './task-candidates.ts';
import type { Decision, Given, Kinds } from './kind.ts';
import { countWork, listWork } from './lists.ts';
import { selectColleagues } from './people.ts';
import { getWork } from './position.ts';

/** @throws AppError NOT_FOUND unless the caller is a candidate */
async function assertCandidate({ trx, caller }: WriteContext<Caller>, id: string): Promise<void> {
  const asker = ownCandidateIdentity(caller);
  const { rows } = await sql<{ known: boolean }>`
    select true as known from bpm_task k where k.id = ${id} and (${canDecideTask(asker)}
      or exists (select from bpm_decision d where d.task_id = k.id and d.actor_id = ${caller.userId}))`.execute(trx);
  if (rows.length === 0) throw new AppError('NOT_FOUND');
}

/** Candidates decide with all their roles, whatever the page role. */
const withAllRoles = (context: WriteContext<Caller>): WriteContext<Caller> => ({
  ...context,
  caller: { ...context.caller, effective: effectivePersonalRoles(context.caller.roles) },
});

async function decideTask(
  kinds: Kinds,
  context: WriteContext<Caller>,
  taskId: string,
  decision: Decision,
  { to = null, ...given }: Pick<Given, 'comment' | 'rev' | 'seen'> & { to?: string | null },
): Promise<null> {
  const { kind, bizId } = await findTask(context.trx, kinds, taskId);
  await assertCandidate(context, taskId);
  await kind.decide(withAllRoles(context), bizId, { ...given, taskId, decision, to });
  return null;
}

const readerOf = ({ caller, origin: { locale }, services: { settings } }: ReadContext) => ({ caller, locale, settings });

/** @param kinds registered kinds */
export const workHandlers = (kinds: Kinds): Handlers<typeof workRoutes> => ({
  listTodo: ({ query }, context) => listWork(context.db, kinds, 'todo', query, readerOf(context)),
  listDone: ({ query }, context) => listWork(context.db, kinds, 'done', query, readerOf(context)),
  listApplied: ({ query }, context) => listWork(context.db, kinds, 'mine', query, readerOf(context)),
  listCopied: ({ query }, context) => listWork(context.db, kinds, 'copied', query, readerOf(context)),
  listStuck: ({ query }, context) => listWork(context.db, kinds, 'stuck', query, readerOf(context)),
  countWork: (_, { db, caller }) => countWork(db, caller),
  getWork: ({ params: { bizType, id } }, context) => getWork(context.db, bizType, id, readerOf(context)),
  listWorkflows: async (_, { origin }) => kinds.all.map(({ key, name }) => ({ key, name: name[origin.locale] })),
  selectColleagues: ({ query }, { db, caller, origin }) => selectColleagues(db, query, caller, origin.locale),
  readCopy: async ({ params: { id } }, { trx, caller }) => {
    const { rows } = await sql`
      update bpm_task set read_at = coalesce(read_at, now())
       where id = ${id} and kind = 'COPY' and candidate_ids && array[${caller.userId}::uuid] returning id`.execute(trx);
    if (rows.length === 0) throw new AppError('NOT_FOUND');
    return null;
  },
  approveTask: ({ params: { id }, body }, context) => decideTask(kinds, context, id, 'APPROVE', body),
  returnTask: ({ params: { id }, body }, context) => decideTask(kinds, context, id, 'RETURN', body),
  rejectTask: ({ params: { id }, body }, context) => decideTask(kinds, context, id, 'REJECT', body),
  transferTask: async ({ params: { id }, body }, context) => {
    await assertCandidate(context, id);
    await transfer(withAllRoles(context), await findTask(context.trx, kinds, id), body);
    return null;
  },
  reassignTask: async ({ params: { id }, body }, context) => {
    await reassign(context, await findTask(context.trx, kinds, id), body);
    return null;
  },
  signTask: async ({ params: { id }, body }, context) => {
    await assertCandidate(context, id);
    await addSigner(withAllRoles(context), await findTask(context.trx, kinds, id), body);
    return null;
  },
  remindTask: async ({ params: { id } }, context) => {
    await remind(context, await findTask(context.trx, kinds, id));
    return null;
  },
  listDelegations: async (_, { db, caller }) =>
    db
      .selectFrom('bpm_delegation as d')
      .innerJoin('sys_user as a', 'a.id', 'd.from_id')
      .innerJoin('sys_user as b', 'b.id', 'd.to_id')
      .where('d.revoked_at', 'is', null)
      .where('d.until_at', '>', sql<string>`now()`)
      .where((eb) => eb.or([eb('d.from_id', '=', caller.userId), eb('d.to_id', '=', caller.userId)]))
      .select([
        'd.id',
        'd.from_id as fromId',
        'a.name as fromName',
        'd.to_id as toId',
        'b.name as toName',
        'd.keys',
        'd.from_at as fromAt',
        'd.until_at as untilAt',
        'd.reason',
      ])
      .orderBy('d.from_at')
      .orderBy('d.id')
      .execute(),
  addDelegation: async ({ body }, context) => ({ id: await delegate(context, kinds, body) }),
  endDelegation: async ({ params: { id } }, context) => {
    await endDelegation(context, id);
    return null;
  },
});
