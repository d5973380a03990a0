// Notifications about a count; none contains an amount.
import { COUNT_KEEPERS } from '@kuwei/contract/wms/inventory-state';
import { sql } from 'kysely';
import type { BothNames } from '../../db/named.ts';
import type { Trx } from '../../db/open.ts';
import { anyOf } from '../../db/rows.ts';
import type { NotificationReason } from '../../bpm/kind.ts';
import type { Caller, WriteContext } from '../../context.ts';
import { bothNames } from '../../db/named.ts';
import { notify } from '../../platform/msg-inbox/notify.ts';
import { holders } from '../../platform/people.ts';
import { APPROVALS } from '../transaction/links.ts';
import { blindUsersOf, type LockedCount } from './lock.ts';

type Context = WriteContext<Caller>;
type Template =
  | 'msg.toCount'
  | 'msg.countSoon'
  | 'msg.countWhole'
  | 'msg.countLate'
  | 'msg.countBack'
  | 'msg.countBooked'
  | 'msg.countReview'
  | 'msg.countCopied'
  | 'msg.countStuck';

const countLink = (id: string): string => `/admin/wms/inventory/count?id=${id}`;
const reviewLink = (id: string): string => `/admin/wms/inventory/audit-button?id=${id}`;
const pageLink = (id: string): string => `/admin/wms/inventory/edit?id=${id}`;

async function send(
  context: Context,
  id: string,
  template: Template,
  to: readonly string[],
  link: string,
  more: { step?: BothNames; comment?: string } = {},
): Promise<void> {
  const others = to.filter((each) => each !== context.caller.userId);
  if (others.length === 0) return;
  const { rows } = await sql<{ no: string; place: BothNames }>`
    select c.no, ${bothNames('w')} as place from wms_inventory c join wms_warehouse w on w.id = c.warehouse_id where c.id = ${id}`.execute(
    context.trx,
  );
  const { no, place } = rows[0]!;
  const { step = { zh: '', en: '' }, comment = '' } = more;
  await notify(context, {
    to: others,
    template,
    params: { no, place, step, comment },
    senderId: context.caller.userId,
    about: { bc: 'wms', fc: 'inventory', objectId: id },
    link,
  });
}

/** Notifies the counters. */
export const notifyCounters = (
  context: Context,
  { id }: { id: string },
  template: 'msg.toCount' | 'msg.countSoon',
  to: readonly string[],
): Promise<void> => send(context, id, template, to, countLink(id));

/** Notifies the user who opened the count. */
export const notifyOpener = (
  context: Context,
  { id, created_by: opener }: { id: string; created_by: string },
  template: 'msg.countLate' | 'msg.countBooked',
): Promise<void> => send(context, id, template, [opener], pageLink(id));

/** Notifies the opener if not blind, else the other managers of counts who are not. */
export async function notifyNonBlind(
  context: Context,
  count: Pick<LockedCount, 'id' | 'created_by' | 'warehouseOrgId' | 'blind' | 'assignees' | 'named'>,
  template: 'msg.countWhole' | 'msg.countBack',
  comment = '',
): Promise<void> {
  const blind = blindUsersOf(count);
  const to = blind.includes(count.created_by) ? await keepersOf(context.trx, count.warehouseOrgId, blind) : [count.created_by];
  await send(context, count.id, template, to, pageLink(count.id), { comment });
}

async function keepersOf(trx: Trx, orgId: string, blind: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from sys_user u where u.id in (${holders(sql`${COUNT_KEEPERS}::text[]`, sql`${orgId}::uuid`)}) and u.state = 'ACTIVE'
       and u.deleted_at is null and u.id <> all(${[...blind]}::uuid[]) order by u.id`.execute(trx);
  return rows.map(({ id }) => id);
}

const REVIEW_TEMPLATES = {
  ASKED: 'msg.countReview',
  REMINDED: 'msg.countReview',
  COPIED: 'msg.countCopied',
  STUCK: 'msg.countStuck',
} as const satisfies Record<NotificationReason, Template>;

/** Notifies reviewers with a link to the count; to their approvals where they have no page of it, or nothing to decide. */
export async function notifyReviewers(
  context: Context,
  id: string,
  to: readonly string[],
  why: NotificationReason,
  step: BothNames,
): Promise<void> {
  if (why === 'STUCK') return send(context, id, REVIEW_TEMPLATES[why], to, `${APPROVALS}?list=stuck`, { step });
  if (why === 'COPIED') return send(context, id, REVIEW_TEMPLATES[why], to, `${APPROVALS}?list=copied`, { step });
  const keepers = await findWarehousePeople(context.trx, to);
  await send(context, id, REVIEW_TEMPLATES[why], keepers, reviewLink(id), { step });
  const others = to.filter((each) => !keepers.includes(each));
  await send(context, id, REVIEW_TEMPLATES[why], others, APPROVALS, { step });
}

/** Those among `ids` who can open the section of the warehouse. */
async function findWarehousePeople(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select h.user_id as id from sys_user_role h where h.user_id = ${anyOf(ids)} and h.role_code = 'ROLE_WAREHOUSE_ADMIN'`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}
