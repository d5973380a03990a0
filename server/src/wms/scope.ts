// Whose records a call may touch. The organisation comes from the session, never from the request.
import { AppError } from '@kuwei/contract/error';
import { ORG_TYPE_OF, type OrgType } from '@kuwei/contract/org';
import { sql, type RawBuilder } from 'kysely';
import type { OwnOrg } from '../auth/session/sessions.ts';
import type { Caller } from '../context.ts';

/**
 * The organisation the caller works for under the active page role: the one chosen for the session when it is of that
 * kind, else the only one of that kind there is.
 * @throws AppError PAGE_ROLE without a page role that has organisations; ORG_NEEDED when one has to be chosen first
 */
export const ownerOrg = (caller: Caller): string => chosenOrg(caller).id;

/** @throws AppError as `ownerOrg` */
function chosenOrg(caller: Caller): OwnOrg {
  const type = caller.pageRole === null ? undefined : ORG_TYPE_OF[caller.pageRole];
  if (!type) throw new AppError('PAGE_ROLE');
  const orgs = caller.orgs.filter((org) => org.type === type);
  const chosen = orgs.find((org) => org.id === caller.orgId);
  if (chosen) return chosen;
  if (orgs.length === 1 && type !== 'LAB') return orgs[0]!;
  throw new AppError('ORG_NEEDED');
}

/** Whether calls under the page role of an organisation of the caller's are for that one now. */
export const isChosen = ({ orgs, orgId }: Caller, { id, type }: { id: string; type: OrgType }): boolean =>
  id === orgId || (type !== 'LAB' && !orgs.some((org) => org.type === type && org.id !== id));

/** What a list or a record is narrowed to: an owner's own goods, or everything in the warehouses of one organisation. */
export type Scope = { kind: 'owner'; orgId: string } | { kind: 'warehouse'; orgId: string; warehouseIds: readonly string[] };

export function scopeOf(caller: Caller): Scope {
  const { id: orgId, warehouseIds } = chosenOrg(caller);
  return caller.pageRole === 'ROLE_WAREHOUSE_ADMIN' ? { kind: 'warehouse', orgId, warehouseIds } : { kind: 'owner', orgId };
}

/** SQL condition of a scope, over an owner column and a warehouse column. */
export function inScope(scope: Scope, columns: { owner: string; warehouse: string }) {
  return scope.kind === 'owner'
    ? sql<boolean>`${sql.ref(columns.owner)} = ${scope.orgId}::uuid`
    : sql<boolean>`${sql.ref(columns.warehouse)} in (select id from wms_warehouse where org_id = ${scope.orgId}::uuid)`;
}

/**
 * The same over columns of a list. With the warehouses as constants the planner knows whether the scope is most of the table or
 * next to nothing.
 */
export function inScopeNamed(scope: Scope, columns: { owner: RawBuilder<unknown>; warehouse: RawBuilder<unknown> }) {
  if (scope.kind === 'owner') return sql<boolean>`${columns.owner} = ${scope.orgId}`;
  const [first, ...others] = scope.warehouseIds;
  if (first === undefined) return sql<boolean>`false`;
  return others.length === 0
    ? sql<boolean>`${columns.warehouse} = ${first}`
    : sql<boolean>`${columns.warehouse} = any(${scope.warehouseIds}::uuid[])`;
}
