// Locks a request for a step and re-checks it. It is the first lock of a decision (decision 048).
import { AppError } from '@kuwei/contract/error';
import { EVENTS } from '@kuwei/contract/event';
import type { ShareState } from '@kuwei/contract/wms/share';
import { sql, type Selectable, type Updateable } from 'kysely';
import { recheckAuthorization } from '../../session/recheck.ts';
import type { Caller, WriteContext } from '../../context.ts';
import type { BothNames } from '../../db/named.ts';
import type { WmsShareRequest } from '../../db/types.ts';
import { closeCopies } from '../../platform/msg-inbox/notify.ts';

type Context = WriteContext<Caller>;

export interface LockedShare extends Selectable<WmsShareRequest> {
  warehouseOrgId: string;
  /** Of the requested product. */
  controlFlags: string[];
  group: string | null;
  assessed: boolean;
}

/** @throws AppError NOT_FOUND */
export async function lockRow({ trx, caller }: Pick<Context, 'trx' | 'caller'>, id: string): Promise<LockedShare> {
  await sql`select from wms_share_request where id = ${id} for update`.execute(trx);
  await recheckAuthorization(trx, caller);
  const { rows } = await sql<LockedShare>`
    select r.*, w.org_id as "warehouseOrgId", p.control_flags as "controlFlags", p.separation_group as "group", p.hazard <> 'UNKNOWN' as assessed
      from wms_share_request r join wms_warehouse w on w.id = r.warehouse_id join wms_product p on p.id = r.product_id where r.id = ${id}`.execute(
    trx,
  );
  const [row] = rows;
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** Sets the state of a request and increments its version. */
export const updateState = (
  { trx, caller }: Context,
  { id, rev }: Pick<LockedShare, 'id' | 'rev'>,
  values: Updateable<WmsShareRequest>,
): Promise<unknown> =>
  trx
    .updateTable('wms_share_request')
    .set({ ...values, rev: rev + 1, updated_at: sql<string>`clock_timestamp()`, updated_by: caller.userId })
    .where('id', '=', id)
    .execute();

export interface Entry {
  action: string;
  from: ShareState | null;
  to: ShareState;
  level?: number | null;
  step?: BothNames | null;
  comment?: string | null;
  otherId?: string | null;
}

/** Records a step in the timeline and the log, and notifies both sides. */
export async function record(
  context: Context,
  share: Pick<LockedShare, 'id' | 'org_id' | 'owner_org_id'>,
  { action, from, to, level = null, step = null, comment = null, otherId = null }: Entry,
): Promise<void> {
  const { trx, caller, logChange } = context;
  await trx
    .insertInto('wms_share_record')
    .values({
      share_request_id: share.id,
      actor_id: caller.userId,
      proxy_user_id: caller.proxyUserId,
      action,
      to_state: to,
      level,
      step: step?.zh ?? null,
      step_en: step?.en ?? null,
      comment,
      other_id: otherId,
    })
    .execute();
  if (from !== null && to !== from) await closeReviewMessages(context, share.id);
  logChange({ entity: 'wms_share_request', id: share.id, change: { action, from, to } });
  await notifyChanged(context, share);
}

/** The event carries only an id: clients that may see the request reload it. */
export async function notifyChanged(
  { trx, emit }: Context,
  { id, org_id, owner_org_id }: Pick<LockedShare, 'id' | 'org_id' | 'owner_org_id'>,
): Promise<void> {
  const people = await trx
    .selectFrom('wms_org_user')
    .where('org_id', 'in', [org_id, owner_org_id])
    .select('user_id')
    .distinct()
    .execute();
  emit({ to: people.map(({ user_id }) => user_id), ...EVENTS.share, d: { id } });
}

async function closeReviewMessages({ trx, emit }: Context, id: string): Promise<void> {
  const to = await closeCopies(trx, sql`m.object_id = ${id} and m.template in ('msg.shareAsked', 'msg.shareStuck')`);
  if (to.length > 0) emit({ to, ...EVENTS.message, d: {} });
}
