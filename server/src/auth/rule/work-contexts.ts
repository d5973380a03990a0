// The combinations of page role and organisation in which a user can work, and the stock lists each may open.
import { isAllowed, effectiveRoles, type RoleHeld } from '@kuwei/contract/access';
import type { VisibilityList } from '@kuwei/contract/auth/rule';
import { isRowSubject } from '@kuwei/contract/auth/rule-words';
import type { Locale } from '@kuwei/contract/constants';
import { ORG_TYPE_OF, type OrgType } from '@kuwei/contract/org';
import { productBoxRoutes } from '@kuwei/contract/wms/product-box';
import { transactionRoutes } from '@kuwei/contract/wms/transaction';
import { sql, type Kysely } from 'kysely';
import { named } from '../../db/named.ts';
import type { DB } from '../../db/types.ts';
import { isInEffect, orgsNow, rolesNow, rulesNow, type OwnOrg, type OwnRule } from '../../session/sessions.ts';

const LISTS: Readonly<Record<VisibilityList, readonly string[]>> = {
  STOCK: productBoxRoutes.listStock.needs,
  DOCUMENTS: transactionRoutes.listTransactions.needs,
};

export interface WorkContext {
  org: { id: string; name: string; type: OrgType };
  /** Roles that count under this page role. */
  effective: readonly RoleHeld[];
  /** The requested lists that may be opened. */
  lists: readonly VisibilityList[];
  /** Rules that apply here and open rows. */
  rules: readonly OwnRule[];
}

/** @param asked lists that can contain the subject in question */
export async function loadWorkContexts(
  db: Kysely<DB>,
  userId: string,
  asked: readonly VisibilityList[],
  locale: Locale,
): Promise<WorkContext[]> {
  const { rows } = await sql<{ roles: RoleHeld[]; orgs: OwnOrg[]; rules: OwnRule[]; names: Record<string, string> }>`
    select ${rolesNow} as roles, ${orgsNow} as orgs, ${rulesNow} as rules, coalesce((
             select json_object_agg(o.id, ${named(locale, 'o')}) from wms_org_user m join wms_org o on o.id = m.org_id
              where m.user_id = u.id), '{}') as names
      from sys_user u where u.id = ${userId}`.execute(db);
  const [held] = rows;
  if (!held) return [];
  return held.roles.flatMap(({ code }) => {
    const effective = effectiveRoles(held.roles, code);
    const lists = asked.filter((list) => isAllowed(LISTS[list], effective));
    return held.orgs
      .filter(({ type }) => type === ORG_TYPE_OF[code])
      .map(({ id, type }) => ({
        org: { id, type, name: held.names[id] ?? '' },
        effective,
        lists,
        rules: held.rules.filter((rule) => isRowSubject(rule.subject) && isInEffect(rule, effective, id)),
      }));
  });
}
