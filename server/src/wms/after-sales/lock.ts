// Locks a case for a step and re-checks it. The case is the first lock of each step (decision 048), except when one of its
// documents ends: then the document is locked first and the case last.
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import type { AfterSalesCase } from '@kuwei/contract/wms/after-sales';
import { caseRefusal, type CaseAction, type CaseState } from '@kuwei/contract/wms/after-sales-state';
import { sql, type Selectable, type Updateable } from 'kysely';
import { recheckAuthorization } from '../../session/recheck.ts';
import type { Caller, WriteContext } from '../../context.ts';
import type { BothNames } from '../../db/named.ts';
import type { Trx } from '../../db/open.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import type { WmsAfterSales } from '../../db/types.ts';
import { templatesOf } from '../../platform/msg-inbox/messages.ts';
import { closeCopies } from '../../platform/msg-inbox/notify.ts';
import { getCase } from './queries.ts';

type Context = WriteContext<Caller>;

export interface LockedCase extends Selectable<WmsAfterSales> {
  warehouseOrgId: string;
}

/** Locks the row, regardless of visibility. @throws AppError NOT_FOUND */
export async function lockRow({ trx }: { trx: Trx }, id: string): Promise<LockedCase> {
  await sql`select from wms_after_sales where id = ${id} for update`.execute(trx);
  const { rows } = await sql<LockedCase>`
    select c.*, w.org_id as "warehouseOrgId" from wms_after_sales c join wms_warehouse w on w.id = c.warehouse_id where c.id = ${id}`.execute(
    trx,
  );
  const [row] = rows;
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

export interface LockedCaseView {
  row: LockedCase;
  /** The case as visible to the caller. */
  seen: AfterSalesCase;
}

/**
 * Locks a case for a step of the caller.
 * @param rev version that the caller saw; null where the step has none
 * @throws AppError NOT_FOUND if not visible, ILLEGAL_TRANSITION, FORBIDDEN, NOT_REVIEWER, STALE
 */
export async function lockForAction(
  context: Context,
  id: string,
  action: CaseAction,
  rev: number | null,
): Promise<LockedCaseView> {
  const { trx, caller, origin } = context;
  const row = await lockRow(context, id);
  await recheckAuthorization(trx, caller);
  const seen = await getCase(trx, id, caller, origin.locale, null);
  const refused = caseRefusal(action, seen);
  if (refused) throw new AppError(refused, { data: { from: seen.state, action } });
  if (rev !== null) assertRevision(row.rev, rev);
  return { row, seen };
}

/** Sets the state of a case and increments its version. */
export const updateState = (
  { trx, caller }: Context,
  { id, rev }: Pick<LockedCase, 'id' | 'rev'>,
  values: Updateable<WmsAfterSales>,
): Promise<unknown> =>
  trx
    .updateTable('wms_after_sales')
    .set({ ...values, rev: rev + 1, updated_at: sql<string>`clock_timestamp()`, updated_by: caller.userId })
    .where('id', '=', id)
    .execute();

interface Entry {
  action: string;
  to: CaseState;
  level?: number | null;
  step?: BothNames | null;
  comment?: string | null;
  otherId?: string | null;
  solution?: string | null;
  /** Fields of an edit for the log, before and after. */
  fields?: Record<string, unknown>;
}

/** Records a step in the timeline and the log, and notifies open pages. */
export async function record(
  context: Context,
  row: Pick<LockedCase, 'id' | 'round' | 'state'>,
  { action, to, level = null, step = null, comment = null, otherId = null, solution = null, fields }: Entry,
): Promise<void> {
  const { trx, caller, logChange } = context;
  await trx
    .insertInto('wms_after_sales_record')
    .values({
      after_sales_id: row.id,
      round: row.round,
      actor_id: caller.userId,
      proxy_user_id: caller.proxyUserId,
      action,
      from_state: action === 'create' ? null : row.state,
      to_state: to,
      level,
      step: step?.zh ?? null,
      step_en: step?.en ?? null,
      comment,
      other_id: otherId,
      solution,
    })
    .execute();
  if (to !== row.state || action === 'decide') await endMessages(context, row.id);
  logChange({ entity: 'wms_after_sales', id: row.id, change: fields ?? { action, from: row.state, to } });
  await notifyChanged(context, row.id, to);
}

/** The event carries only the state: clients that may see the case reload it. */
export async function notifyChanged({ trx, emit }: Context, id: string, state: CaseState): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select m.user_id as id from wms_after_sales c join wms_warehouse w on w.id = c.warehouse_id
      join wms_org_user m on m.org_id = c.applicant_org_id
        or c.state <> 'DRAFT' and m.org_id in (c.owner_org_id, w.org_id, c.supplier_org_id)
     where c.id = ${id}
    union select unnest(sys_rule_watchers(c.owner_org_id, c.warehouse_id)) from wms_after_sales c where c.id = ${id} and c.state <> 'DRAFT'
    union select d.actor_id from bpm_decision d where d.biz_id = ${id}`.execute(trx);
  emit({ to: rows.map((row) => row.id), ...EVENTS.afterSales, d: { id, state } });
}

/** Closes the messages of the previous state. */
async function endMessages({ trx, emit }: Context, id: string): Promise<void> {
  const to = await closeCopies(trx, sql`m.object_id = ${id} and m.template = any(${TEMPLATES}::text[])`);
  if (to.length > 0) emit({ to, ...EVENTS.message, d: {} });
}
const TEMPLATES = templatesOf('afs');
