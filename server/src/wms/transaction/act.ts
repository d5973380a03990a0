// The only way a document changes state: lock it, check the state table, run the step, write state, timeline and log, notify.
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import {
  FINAL_STATES,
  transactionRefusal,
  transactionActions,
  type TransactionAction,
  type TransactionState,
} from '@kuwei/contract/wms/transaction-state';
import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { pipelined } from '../../db/pipeline.ts';
import type { BothNames } from '../../db/named.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import type { WmsTransaction, WmsTransactionRecord } from '../../db/types.ts';
import { scopeOf } from '../scope.ts';
import { advanceCase } from '../after-sales/advance.ts';
import { notifyChanged } from '../share/lock.ts';
import { recheckAfterWait } from '../../session/recheck.ts';
import { actorOf, goodsOrgOf, lock, type Locked } from './document.ts';
import { notifyStep } from './messages.ts';

export interface Step {
  to: TransactionState;
  /** Review level and name of the step. */
  level?: number | null;
  step?: BothNames | null;
  comment?: string | null;
  /** Other person concerned besides the actor. */
  otherId?: string | null;
  /** What changed, for the timeline. */
  diff?: unknown;
  set?: Updateable<WmsTransaction>;
  /** Additional CTEs by name, written in the same statement. */
  also?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Acquires contended locks; runs last, since others wait for them until the commit. */
  last?: () => Promise<void>;
}

/**
 * `caller`: under the active page role; `asked`: a candidate of the review task, regardless of scope; `clock`: the scheduler;
 * `owner`: an owner who agreed to give goods to the applicant.
 */
export type ActingAs = 'caller' | 'asked' | 'clock' | 'owner';

/**
 * Takes an action on a document.
 * @param rev version that the user saw; STALE if it has changed
 * @param step performs the action and returns the new state
 * @throws AppError NOT_FOUND outside the caller's scope, the refusal of the state table, or that of the step
 */
export async function performAction(
  context: WriteContext<Caller>,
  id: string,
  action: TransactionAction,
  rev: number | null,
  step: (document: Locked) => Promise<Step>,
  by: ActingAs = 'caller',
): Promise<void> {
  const { trx, caller, emit } = context;
  const stillMay = recheckAfterWait(context);
  const document = await lock(trx, id, by === 'caller' ? scopeOf(caller) : null);
  // Check the state before the version, so that a second click reports the document's new state rather than STALE.
  const isPossible = (transactionActions[action].from as readonly TransactionState[]).includes(document.state);
  const refused =
    by === 'clock' || by === 'owner'
      ? isPossible
        ? null
        : 'ILLEGAL_TRANSITION'
      : transactionRefusal(action, document.facts, actorOf(caller));
  if (refused) throw new AppError(refused, { data: { from: document.state, action } });
  if (rev !== null) assertRevision(document.rev, rev);

  const {
    to,
    level = null,
    step: reviewed = null,
    comment = null,
    otherId = null,
    diff,
    set,
    also = {},
    last,
  } = await step(document);
  await stillMay();
  const entry = { action, from: document.state, to, level, step: reviewed, comment, otherId, diff };
  const moved = trx
    .updateTable('wms_transaction')
    .set({ ...set, state: to, rev: document.rev + 1, updated_at: sql<string>`clock_timestamp()`, updated_by: caller.userId })
    .where('id', '=', id);
  const recorded = trx
    .insertInto('wms_transaction_record')
    .values(recordOf(context, { id, round: set?.round ?? document.round }, entry));
  const parts = Object.entries({ ...also, moved }).map(([name, part]) => sql`${sql.ref(name)} as (${part})`);
  await sql`${pipelined} with ${sql.join(parts)} ${recorded}`.execute(trx);
  const audience = await notifyStep(context, document, action, to, comment);
  emit({ to: audience, ...EVENTS.transaction, d: { id, type: document.type, state: to } });
  if (document.share_request_id !== null) await notifyShared(context, document);
  await last?.();
  if (document.after_sales_id !== null && FINAL_STATES.includes(to)) await advanceCase(context, document.after_sales_id, comment);
}

/** The owner of shared goods sees the request and the stock, but not the document. */
async function notifyShared(context: WriteContext<Caller>, document: Locked): Promise<void> {
  const { share_request_id: id, owner_org_id: asker } = document;
  await notifyChanged(context, { id: id!, org_id: asker, owner_org_id: goodsOrgOf(document) });
}

interface Entry {
  action: string;
  from: TransactionState | null;
  to: TransactionState;
  level?: number | null;
  step?: BothNames | null;
  comment?: string | null;
  otherId?: string | null;
  diff?: unknown;
}

/** Adds a step to timeline and log. */
export async function record(
  context: WriteContext<Caller>,
  document: { id: string; round: number },
  entry: Entry,
): Promise<void> {
  await context.trx
    .insertInto('wms_transaction_record')
    .values(recordOf(context, document, entry))
    .execute();
}

/** Timeline row; its contents are logged as well. */
function recordOf(
  { caller, origin, logChange }: WriteContext<Caller>,
  document: { id: string; round: number },
  { action, from, to, level = null, step = null, comment = null, otherId = null, diff }: Entry,
): Insertable<WmsTransactionRecord> {
  logChange({ entity: 'wms_transaction', id: document.id, change: { action, from, to } });
  return {
    transaction_id: document.id,
    round: document.round,
    actor_id: caller.userId,
    proxy_user_id: caller.proxyUserId,
    page_role: caller.pageRole,
    action,
    from_state: from,
    to_state: to,
    level,
    step: step?.zh ?? null,
    step_en: step?.en ?? null,
    comment,
    other_id: otherId,
    diff: diff === undefined ? null : JSON.stringify(diff),
    ip: origin.ip,
  };
}
