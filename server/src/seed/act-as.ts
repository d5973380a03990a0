// Runs seed steps as demo users, through the same functions as API calls.
import { effectiveRoles, type RoleHeld } from '@kuwei/contract/access';
import { warehousesOf } from '../session/sessions.ts';
import type { Caller, Services, WriteContext } from '../context.ts';

export interface Actor {
  username: string;
  pageRole: string;
  /** Code of the chosen organisation. */
  org?: string;
}

export async function callerOf({ db }: Services, { username, pageRole, org }: Actor): Promise<Caller> {
  const user = await db.selectFrom('sys_user').where('username', '=', username).select(['id', 'name']).executeTakeFirstOrThrow();
  const codes = await db.selectFrom('sys_user_role').where('user_id', '=', user.id).select('role_code').execute();
  const orgs = await db
    .selectFrom('wms_org_user as m')
    .innerJoin('wms_org as o', 'o.id', 'm.org_id')
    .where('m.user_id', '=', user.id)
    .select(['o.id', 'o.type', 'o.code', warehousesOf('o').as('warehouseIds')])
    .execute();
  const roles: RoleHeld[] = codes.map((role) => ({ code: role.role_code, powers: [] }));
  return {
    userId: user.id,
    name: user.name,
    username,
    proxyUserId: null,
    apiToken: null,
    sessionId: '',
    orgId: orgs.find((each) => each.code === org)?.id ?? null,
    orgs,
    rules: [],
    roles,
    pageRole,
    effective: effectiveRoles(roles, pageRole),
  };
}

/** One step of one user, in one transaction. */
export function actAs<T>(services: Services, caller: Caller, work: (context: WriteContext<Caller>) => Promise<T>): Promise<T> {
  const origin = {
    locale: 'zh',
    ip: '127.0.0.1',
    deviceId: 'demo',
    browser: { shown: null, given: null },
    userAgent: 'demo',
    requestId: 'demo',
  } as const;
  return services.db
    .transaction()
    .execute((trx) => work({ caller, origin, services, trx, emit: () => {}, logChange: () => {}, afterCommit: () => {} }));
}
