// Locks a count for a step and re-checks it. It is the first lock of each step (decision 048).
import { AppError } from '@kuwei/contract/error';
import { countRefusal, type CountAction, type CountState } from '@kuwei/contract/wms/inventory-state';
import type { Count } from '@kuwei/contract/wms/inventory';
import { EVENTS } from '@kuwei/contract/event';
import { sql, type Selectable, type Updateable } from 'kysely';
import { recheckAuthorization } from '../../session/recheck.ts';
import type { Caller, WriteContext } from '../../context.ts';
import type { Trx } from '../../db/open.ts';
import type { BothNames } from '../../db/named.ts';
import { assertRevision } from '../../db/refuse-conflict.ts';
import type { WmsInventory } from '../../db/types.ts';
import { templatesOf } from '../../platform/msg-inbox/messages.ts';
import { closeCopies } from '../../platform/msg-inbox/notify.ts';
import { getCount } from './queries.ts';

type Context = WriteContext<Caller>;

export interface LockedCount extends Selectable<WmsInventory> {
  warehouseOrgId: string;
}

/** Locks the row, regardless of visibility. @throws AppError NOT_FOUND */
export async function lockRow({ trx }: { trx: Trx }, id: string): Promise<LockedCount> {
  await sql`select from wms_inventory where id = ${id} for update`.execute(trx);
  const { rows } = await sql<LockedCount>`
    select c.*, w.org_id as "warehouseOrgId" from wms_inventory c join wms_warehouse w on w.id = c.warehouse_id where c.id = ${id}`.execute(
    trx,
  );
  const [row] = rows;
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/**
 * Locks a count for a step of the caller.
 * @param rev version that the caller saw; null where the step checks the versions of lines
 * @throws AppError NOT_FOUND if not visible, ILLEGAL_TRANSITION, FORBIDDEN, NOT_REVIEWER, COUNT_BLIND, STALE
 */
export async function lockForAction(context: Context, id: string, action: CountAction, rev: number | null): Promise<LockedCount> {
  const { trx, caller, origin } = context;
  const row = await lockRow(context, id);
  await recheckAuthorization(trx, caller);
  const seen = await getCount(trx, id, caller, origin.locale, null);
  assertActionAllowed(action, seen);
  if (rev !== null) assertRevision(row.rev, rev);
  return row;
}

/** @throws AppError ILLEGAL_TRANSITION, FORBIDDEN, NOT_REVIEWER, COUNT_BLIND */
export function assertActionAllowed(
  action: CountAction,
  facts: Pick<Count, 'state' | 'keeps' | 'counts' | 'reviews' | 'isBlind'>,
): void {
  const refused = countRefusal(action, facts);
  if (refused) throw new AppError(refused, { data: { from: facts.state, action } });
}

/** Sets the state of a count and increments its version. */
export const updateState = (
  { trx, caller }: Context,
  { id, rev }: Pick<LockedCount, 'id' | 'rev'>,
  values: Updateable<WmsInventory>,
): Promise<unknown> =>
  trx
    .updateTable('wms_inventory')
    .set({ ...values, rev: rev + 1, updated_at: sql<string>`clock_timestamp()`, updated_by: caller.userId })
    .where('id', '=', id)
    .execute();

interface Entry {
  action: string;
  to: CountState;
  level?: number | null;
  step?: BothNames | null;
  comment?: string | null;
  otherId?: string | null;
  lines?: number | null;
  /** Users to leave out of the event. */
  quiet?: readonly string[];
  /** Fields of an edit for the log, before and after. */
  fields?: Record<string, unknown>;
}

/** Records a step in the timeline and the log, and notifies open pages. */
export async function record(
  context: Context,
  count: Pick<LockedCount, 'id' | 'round' | 'state' | 'warehouseOrgId'>,
  { action, to, level = null, step = null, comment = null, otherId = null, lines = null, quiet = [], fields }: Entry,
): Promise<void> {
  const { trx, caller, logChange } = context;
  await trx
    .insertInto('wms_inventory_record')
    .values({
      inventory_id: count.id,
      round: count.round,
      actor_id: caller.userId,
      proxy_user_id: caller.proxyUserId,
      action,
      from_state: count.state,
      to_state: to,
      level,
      step: step?.zh ?? null,
      step_en: step?.en ?? null,
      comment,
      other_id: otherId,
      lines,
    })
    .execute();
  if (to !== count.state) await endMessages(context, count.id);
  logChange({ entity: 'wms_inventory', id: count.id, change: fields ?? { action, from: count.state, to } });
  await notifyChanged(context, count, to, quiet);
}

/**
 * The event carries only the state: clients that may see the count reload it.
 * @param quiet users for whom nothing visible changes: the event itself would reveal a change
 */
export async function notifyChanged(
  { trx, emit }: Context,
  { id, warehouseOrgId }: Pick<LockedCount, 'id' | 'warehouseOrgId'>,
  state: CountState,
  quiet: readonly string[] = [],
): Promise<void> {
  const to = (await peopleOf(trx, warehouseOrgId)).filter((each) => !quiet.includes(each));
  emit({ to, ...EVENTS.count, d: { id, state } });
}

/** Boxes were locked or unlocked: pages that show them or their stock reload. */
export async function notifyBoxesChanged({ trx, emit }: Context, warehouseOrgId: string): Promise<void> {
  emit({ to: await peopleOf(trx, warehouseOrgId), ...EVENTS.boxes, d: {} });
}

const peopleOf = async (trx: Trx, orgId: string): Promise<string[]> =>
  (await trx.selectFrom('wms_org_user').where('org_id', '=', orgId).select('user_id').execute()).map(({ user_id }) => user_id);

/** Users from whom book quantities are hidden. */
export const blindUsersOf = ({ blind, assignees, named }: Pick<LockedCount, 'blind' | 'assignees' | 'named'>): string[] =>
  blind ? [...new Set([...assignees, ...named])] : [];

/** Closes the messages of the previous state. */
async function endMessages({ trx, emit }: Context, id: string): Promise<void> {
  const to = await closeCopies(trx, sql`m.object_id = ${id} and m.template = any(${TEMPLATES}::text[])`);
  if (to.length > 0) emit({ to, ...EVENTS.message, d: {} });
}
const TEMPLATES = templatesOf('count');
