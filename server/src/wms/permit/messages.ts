// Notifications about permits: to permit staff of one to check, to its owner of the result.
import { WMS_ROLES } from '@kuwei/contract/access';
import { EVENTS } from '@kuwei/contract/event';
import type { Permit } from '@kuwei/contract/wms/permit';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../../context.ts';
import { bothNames, type BothNames } from '../../db/named.ts';
import { closeCopies, notify } from '../../platform/msg-inbox/notify.ts';
import { findHolders } from '../../platform/people.ts';
import { notifyOrgs } from '../owners.ts';

type Context = WriteContext<Caller>;

const messageTarget = (objectId: string) => ({ bc: 'wms', fc: 'permit', objectId });
const causeOf = (id: string): string => `permit:${id}`;

export async function notifyKeepers(context: Context, { id, number, warehouseId, orgId }: Permit): Promise<void> {
  const { rows } = await sql<{ keeperOrgId: string; org: BothNames }>`
    select w.org_id as "keeperOrgId", (select ${bothNames('o')} from wms_org o where o.id = ${orgId}) as org
      from wms_warehouse w where w.id = ${warehouseId}`.execute(context.trx);
  const { keeperOrgId, org } = rows[0]!;
  await notify(context, {
    template: 'msg.permitToCheck',
    params: { org, number },
    to: await findHolders(context.trx, WMS_ROLES.control, keeperOrgId),
    senderId: context.caller.userId,
    about: messageTarget(id),
    cause: causeOf(id),
    link: `/admin/wms/permit?show=${id}`,
  });
}

/** Closes the message that asks to check it. */
export async function closeCheckMessage({ trx, emit }: Context, id: string): Promise<void> {
  const to = await closeCopies(trx, sql`m.cause = ${causeOf(id)}`);
  if (to.length > 0) emit({ to, ...EVENTS.message, d: {} });
}

export const notifyOwner = (
  context: Context,
  { id, orgId, number, reason }: Permit,
  template: 'msg.permitChecked' | 'msg.permitRevoked',
): Promise<void> =>
  notifyOrgs(context, [orgId], {
    template,
    params: { number, reason: reason ?? '' },
    about: messageTarget(id),
    page: `wms/permit?show=${id}`,
  });
