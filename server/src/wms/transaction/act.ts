// The one way a document changes state: lock it, ask the table, do the step, write state, timeline and log, tell people.
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import {
  refusal,
  type TransactionAction,
  type TransactionFacts,
  type TransactionState,
} from '@kuwei/contract/wms/transaction-state';
import { sql, type Selectable, type Updateable } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import type { Trx } from '../../db/open.ts';
import { mustBeRev } from '../../db/stale.ts';
import type { WmsTransaction } from '../../db/types.ts';
import { scopeOf, type Scope } from '../scope.ts';
import { tell } from './messages.ts';

export const BIZ_TYPE = 'WMS_TRANSACTION';

export interface OpenTask {
  id: string;
  level: number;
  roles: string[];
}

/** A document under lock, with what decides about it. */
export interface Locked extends Selectable<WmsTransaction> {
  facts: TransactionFacts;
  task: OpenTask | null;
  warehouseOrgId: string;
}

export interface Step {
  to: TransactionState;
  /** Review level of the step. */
  level?: number | null;
  comment?: string | null;
  /** What changed, for the timeline. */
  diff?: unknown;
  set?: Updateable<WmsTransaction>;
}

/**
 * Takes an action on a document.
 * @param rev version that the person looked at; STALE when it is no longer that
 * @param step does what the action does, and says where the document stands then
 * @throws AppError NOT_FOUND outside the caller's scope, the refusal of the state table, or what the step refuses
 */
export async function act(
  context: WriteContext<Caller>,
  id: string,
  action: TransactionAction,
  rev: number | null,
  step: (document: Locked) => Promise<Step>,
): Promise<void> {
  const { trx, caller, emit, logChange } = context;
  const document = await lock(trx, id, scopeOf(caller));
  // The state comes first: a second click on the same button is told what has become of the document.
  const refused = refusal(action, document.facts, actorOf(caller));
  if (refused) throw new AppError(refused, { data: { from: document.state, action } });
  if (rev !== null) mustBeRev(document.rev, rev);

  const { to, level = null, comment = null, diff, set } = await step(document);
  await trx
    .updateTable('wms_transaction')
    .set({ ...set, state: to, rev: document.rev + 1, updated_at: sql<string>`clock_timestamp()`, updated_by: caller.userId })
    .where('id', '=', id)
    .execute();
  await record(context, { id, round: set?.round ?? document.round }, { action, from: document.state, to, level, comment, diff });
  logChange({ entity: 'wms_transaction', id, change: { action, from: document.state, to } });
  const audience = await tell(context, document, action, to, { comment, level });
  emit({ to: audience, ...EVENTS.transaction, d: { id, type: document.type, state: to } });
}

export async function record(
  { trx, caller, origin }: WriteContext<Caller>,
  document: { id: string; round: number },
  entry: {
    action: string;
    from: TransactionState | null;
    to: TransactionState;
    level?: number | null;
    comment?: string | null;
    diff?: unknown;
  },
): Promise<void> {
  await trx
    .insertInto('wms_transaction_record')
    .values({
      transaction_id: document.id,
      round: document.round,
      actor_id: caller.userId,
      proxy_user_id: caller.proxyUserId,
      page_role: caller.pageRole,
      action: entry.action,
      from_state: entry.from,
      to_state: entry.to,
      level: entry.level ?? null,
      comment: entry.comment ?? null,
      diff: entry.diff === undefined ? null : JSON.stringify(entry.diff),
      ip: origin.ip,
    })
    .execute();
}

export const actorOf = (caller: Caller): { userId: string; proxyUserId: string | null; codes: string[] } => ({
  userId: caller.userId,
  proxyUserId: caller.proxyUserId,
  codes: caller.effective.map((role) => role.code),
});

/**
 * Which documents a scope shows: an owner's own; of a warehouse everything that was ever submitted, and its own moves.
 * The document goes by `t`, its warehouse by `w`.
 */
export const visible = (scope: Scope) =>
  scope.kind === 'owner'
    ? sql<boolean>`t.deleted_at is null and t.owner_org_id = ${scope.orgId}::uuid and t.type <> 'MOVE'`
    : sql<boolean>`t.deleted_at is null and w.org_id = ${scope.orgId}::uuid and (t.submitted_at is not null or t.type = 'MOVE')`;

/** Locks the row, then reads what other rows say about it, so that nothing of it can be older than the lock. */
async function lock(trx: Trx, id: string, scope: Scope): Promise<Locked> {
  const row = await trx
    .selectFrom('wms_transaction as t')
    .innerJoin('wms_warehouse as w', 'w.id', 't.warehouse_id')
    .where('t.id', '=', id)
    .where(visible(scope))
    .selectAll('t')
    .select('w.org_id as warehouseOrgId')
    .forUpdate('t')
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  const { rows } = await sql<{ task: OpenTask | null; decidedBy: string[]; posted: boolean; reversed: boolean }>`
    select (select json_build_object('id', k.id, 'level', k.level, 'roles', k.candidate_roles)
              from bpm_task k where k.biz_type = ${BIZ_TYPE} and k.biz_id = ${id} and k.state = 'OPEN') as task,
           array(select unnest(array[d.actor_id, d.proxy_user_id]) from bpm_decision d where d.biz_id = ${id} and d.round = ${row.round}) as "decidedBy",
           exists (select from wms_transaction_line l where l.transaction_id = ${id} and l.qty_done > 0) as posted,
           exists (select from wms_transaction r where r.reverses_id = ${id}) as reversed`.execute(trx);
  const { task, decidedBy, posted, reversed } = rows[0]!;
  return {
    ...row,
    task,
    facts: {
      type: row.type,
      state: row.state,
      applicantId: row.applicant_id,
      applicantProxyId: row.applicant_proxy_id,
      reviewRoles: task?.roles ?? [],
      decidedBy: decidedBy.filter((each) => each !== null),
      toxic: row.toxic,
      cosignedBy: row.cosigned_rev === row.rev ? row.cosigned_by : null,
      posted,
      reversal: row.reverses_id !== null,
      reversed,
    },
  };
}
