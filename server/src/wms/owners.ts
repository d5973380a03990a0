// Messages to all members of organisations, with a link into their own section.
import type { RolePrefix } from '@kuwei/contract/constants';
import type { OrgType } from '@kuwei/contract/org';
import { sql } from 'kysely';
import type { Caller, WriteContext } from '../context.ts';
import type { Template } from '../platform/msg-inbox/messages.ts';
import { notify, type Notice, type Params } from '../platform/msg-inbox/notify.ts';

/** Sections of their pages. */
export const SECTION: Partial<Record<OrgType, RolePrefix>> = { LAB: 'teacher', SUPPLIER: 'supplier', PURCHASE: 'staff' };

/**
 * Notifies organisations; members of several get one message.
 * @param notice `page`: path below the section with a query, `wms/product-box/list?…`; the owner is appended
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
