// Messages to organisations: everyone who belongs to them gets one, with the address of a page in their own section.
import type { RolePrefix } from '@kuwei/contract/constants';
import type { OrgType } from '@kuwei/contract/org';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../context.ts';
import type { Template } from '../platform/msg-inbox/messages.ts';
import { notify, type Notice, type Params } from '../platform/msg-inbox/notify.ts';

/** Where their pages are. */
export const SECTION: Partial<Record<OrgType, RolePrefix>> = { LAB: 'teacher', SUPPLIER: 'supplier', PURCHASE: 'staff' };

/**
 * A person who belongs to several of them gets one message.
 * @param notice `page`: address below the section with a query, `wms/product-box/list?…`; it is told whose goods they are
 */
export async function notifyOrgs(
  context: WriteContext<Caller>,
  orgIds: readonly string[],
  { page, ...notice }: { template: Template; params: Params; about: NonNullable<Notice['about']>; page: string },
): Promise<void> {
  const { rows } = await sql<{ type: OrgType; orgs: string; userIds: string[] }>`
    select type, orgs, array_agg(id) as "userIds"
      from (select u.id, o.type, string_agg(o.id::text, ',' order by o.id) as orgs
              from wms_org o join wms_org_user m on m.org_id = o.id join sys_user u on u.id = m.user_id
             where o.id = any(${[...orgIds]}::uuid[]) and u.state = 'ACTIVE' and u.deleted_at is null
             group by 1, 2) people
     group by 1, 2`.execute(context.trx);
  for (const { type, orgs, userIds } of rows) {
    const section = SECTION[type];
    const link = section === undefined ? null : `/${section}/${page}&org=${orgs}`;
    await notify(context, { ...notice, to: userIds, senderId: context.caller.userId, link });
  }
}
