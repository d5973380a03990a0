// The steps of a case: submit, withdraw, cancel, decide.
import { AppError } from '@kuwei/contract/error';
import { caseRefusal, solutionsOf, type CaseState, type Solution } from '@kuwei/contract/wms/after-sales-state';
import { sql } from 'kysely';
import { cancel as cancelReview, decide, start } from '../../bpm/engine.ts';
import type { Given } from '../../bpm/kind.ts';
import type { Caller, WriteContext } from '../../context.ts';
import type { Trx } from '../../db/open.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import { post } from '../stock/posting.ts';
import { isPositive, negative, postedBy } from '../transaction/lines.ts';
import { executeSolution } from './carry-out.ts';
import { CASE_KIND, varsOf } from './kind.ts';
import { lockForAction, lockRow, updateState, record, type LockedCase } from './lock.ts';
import { notifyParties } from './messages.ts';
import { getCase, goodsPlace, actorIdsOf } from './queries.ts';
import { assertComplete } from './save.ts';

type Context = WriteContext<Caller>;

const DAY = 86_400_000;

export async function submitCase(context: Context, id: string, rev: number): Promise<void> {
  const { trx, caller, services } = context;
  const { row, seen } = await lockForAction(context, id, 'submit', rev);
  await assertComplete(context, id, seen);
  const round = row.round + 1;
  const barred = await barredUsersOf(trx, id, caller);
  const beginning = {
    bizId: id,
    round,
    orgId: row.warehouseOrgId,
    applicantOrgId: row.applicant_org_id,
    ownerOrgId: row.owner_org_id,
    barred,
  };
  const progress = await start(context, CASE_KIND, beginning, await varsOf(context, id));
  if (progress.state === 'REJECTED') throw new AppError('WORKFLOW_REFUSES');
  const days = services.settings.get('WMS_AFS_DECIDE_DAYS');
  const held = row.product_box_id !== null && row.qty !== null ? row.qty : '0';
  await updateState(context, row, {
    state: 'SUBMITTED',
    round,
    held,
    levels: progress.levels,
    submitted_at: row.submitted_at ?? new Date(),
    due_at: new Date(Date.now() + days * DAY),
    reminded_at: null,
    told_late_at: null,
  });
  await record(context, { ...row, round }, { action: 'submit', to: 'SUBMITTED', solution: row.solution });
  await notifyParties(context, id, 'msg.afsNew');
  if (isPositive(held)) await reserveStock(context, row, held);
  const submitted = { ...row, round, held, state: 'SUBMITTED' as const, rev: row.rev + 1 };
  if (progress.state === 'RUNNING') await CASE_KIND.notifyCandidates(context, id);
  else await executeSolution(context, submitted, row.solution, null);
}

/** Reserves stock for the case, or releases it. Frozen or held stock is allowed, since its defect is what the case is about. */
const reserveStock = ({ trx, caller }: Context, { id, product_box_id: productBoxId }: LockedCase, qty: string): Promise<void> =>
  post(trx, postedBy({ id }, caller), [{ productBoxId: productBoxId!, kind: 'OUT', qty: '0', reserved: qty, lineId: null }]);

/** Ends a case, or its round, without documents to execute. */
async function endCase(context: Context, row: LockedCase, state: CaseState): Promise<void> {
  await updateState(context, row, {
    state,
    held: '0',
    ended_at: state === 'REJECTED' || state === 'CANCELED' ? new Date() : null,
  });
  if (isPositive(row.held)) await reserveStock(context, row, negative(row.held));
}

export async function withdrawCase(context: Context, id: string, rev: number): Promise<void> {
  const { row } = await lockForAction(context, id, 'withdraw', rev);
  await cancelReview(context, CASE_KIND, id);
  await record(context, row, { action: 'withdraw', to: 'DRAFT' });
  await endCase(context, row, 'DRAFT');
}

export async function cancelCase(
  context: Context,
  id: string,
  { rev, comment }: { rev: number; comment: string },
): Promise<void> {
  const { row } = await lockForAction(context, id, 'cancel', rev);
  if (row.state === 'SUBMITTED') await cancelReview(context, CASE_KIND, id);
  await endCase(context, row, 'CANCELED');
  await record(context, row, { action: 'cancel', to: 'CANCELED', comment });
  if (row.round > 0) await notifyParties(context, id, 'msg.afsCanceled', comment);
}

/** Separation of duties: bars those who created, edited or submitted the case, themselves or by proxy. */
async function barredUsersOf(trx: Trx, id: string, caller: Caller): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct e as id from wms_after_sales_record r, unnest(array[r.actor_id, r.proxy_user_id]) e
     where r.after_sales_id = ${id} and r.action in ('create', 'edit', 'submit') and e is not null`.execute(trx);
  return [...new Set([...rows.map((row) => row.id), ...actorIdsOf(caller)])];
}

/**
 * Decides from the to-do list or from the case. Only the first reviewer may change the solution: later ones decide on what was
 * already approved.
 */
export async function decideCase(context: Context, id: string, given: Given & { solution?: Solution | null }): Promise<void> {
  const { trx } = context;
  const { decision, comment, rev } = given;
  const row = await lockRow(context, id);
  if (row.state !== 'SUBMITTED') throw new AppError('ILLEGAL_TRANSITION', { data: { from: row.state, action: 'decide' } });
  if (rev !== undefined && rev !== null) assertRevision(row.rev, rev);
  if (decision !== 'APPROVE' && !comment && !given.automatic) throw new AppError('COMMENT_NEEDED', { field: 'comment' });
  const solution = given.solution ?? row.solution;
  if (solution !== row.solution) await setSolution(trx, row, solution);
  const { state, decided, levels } = await decide(context, CASE_KIND, id, given, () => varsOf(context, id));
  const at = {
    action: 'decide',
    level: decided?.level ?? null,
    step: decided?.names ?? null,
    otherId: decided?.forUserId ?? null,
    comment,
    solution,
  };
  switch (state) {
    case 'RUNNING':
      await updateState(context, row, { levels });
      await record(context, row, { ...at, to: 'SUBMITTED' });
      return CASE_KIND.notifyCandidates(context, id);
    case 'APPROVED':
      return executeSolution(context, { ...row, levels }, solution, at);
    default: {
      await endCase(context, row, state);
      await record(context, row, { ...at, to: state });
      return notifyParties(context, id, state === 'REJECTED' ? 'msg.afsRejected' : 'msg.afsReturned', comment ?? '');
    }
  }
}

async function setSolution(trx: Trx, row: LockedCase, solution: Solution): Promise<void> {
  const { rows } = await sql<{ place: 'IN_STORE' | 'COLLECTED' | 'DELIVERED'; begun: boolean }>`
    select ${goodsPlace} as place, exists (select from bpm_decision d where d.biz_id = c.id and d.round = c.round) as begun
      from wms_after_sales c left join wms_transaction_line l on l.id = c.transaction_line_id
      left join wms_transaction t on t.id = l.transaction_id where c.id = ${row.id}`.execute(trx);
  const { place, begun } = rows[0]!;
  const key = begun ? 'rule.fixed' : 'rule.notOffered';
  if (begun || !solutionsOf(place, row.qty !== null).includes(solution))
    throw new AppError('INVALID', { faults: [{ path: 'solution', key }] });
  await sql`update wms_after_sales set solution = ${solution} where id = ${row.id}`.execute(trx);
}

/** Decides on behalf of a caller viewing the case; case-specific refusals come before those of the engine. */
export async function decideVisibleCase(
  context: Context,
  id: string,
  given: Given & { solution?: Solution | null },
): Promise<void> {
  const seen = await getCase(context.trx, id, context.caller, context.origin.locale, null);
  const refused = caseRefusal('decide', seen);
  if (refused) throw new AppError(refused, { data: { from: seen.state, action: 'decide' } });
  await decideCase(context, id, given);
}
