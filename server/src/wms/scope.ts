// Which records a call may touch. The organisation comes from the session, never from the request.
import type { RuleAction } from '@kuwei/contract/auth/rule';
import { isRowSubject, type RowSubject } from '@kuwei/contract/auth/rule-words';
import { AppError } from '@kuwei/contract/error';
import { ORG_TYPE_OF, type OrgType } from '@kuwei/contract/org';
import { sql, type RawBuilder } from 'kysely';
import { isInEffect, type OwnOrg, type OwnRule } from '../session/sessions.ts';
import type { Caller } from '../context.ts';
import { NIL_ID } from '../db/id.ts';

/**
 * The caller's organisation under the active page role: the one chosen for the session if of that kind, else their only one of
 * that kind.
 * @throws AppError PAGE_ROLE without a page role that has organisations; ORG_NEEDED when one has to be chosen first
 */
export const ownerOrg = (caller: Caller): string => chosenOrg(caller).id;

/** @throws AppError as `ownerOrg`; the refusal of a caller whose roles don't allow the call */
function chosenOrg(caller: Caller): OwnOrg {
  if (caller.refusal !== undefined) throw new AppError(caller.refusal);
  const type = caller.pageRole === null ? undefined : ORG_TYPE_OF[caller.pageRole];
  if (!type) throw new AppError('PAGE_ROLE');
  const orgs = caller.orgs.filter((org) => org.type === type);
  const chosen = orgs.find((org) => org.id === caller.orgId);
  if (chosen) return chosen;
  if (orgs.length === 1 && type !== 'LAB') return orgs[0]!;
  throw new AppError('ORG_NEEDED');
}

/** Whether calls under the page role of one of the caller's organisations are for it now. */
export const isChosen = ({ orgs, orgId }: Caller, { id, type }: { id: string; type: OrgType }): boolean =>
  id === orgId || (type !== 'LAB' && !orgs.some((org) => org.type === type && org.id !== id));

/** Scope of a list or record: an owner's own goods, or everything in the warehouses of one organisation. */
export type Scope = { kind: 'owner'; orgId: string } | { kind: 'warehouse'; orgId: string; warehouseIds: readonly string[] };

/** The caller's own scope. All writes require it; data rules never extend it. */
export function scopeOf(caller: Caller): Scope {
  const { id: orgId, warehouseIds } = chosenOrg(caller);
  return caller.pageRole === 'ROLE_WAREHOUSE_ADMIN' ? { kind: 'warehouse', orgId, warehouseIds } : { kind: 'owner', orgId };
}

/** An organisation without records, for callers who have no scope. */
const NO_ORG: OwnOrg = { id: NIL_ID, type: 'WAREHOUSE', warehouseIds: [] };

/**
 * Reads a document that its reviewers may read under any role (decision 083): for a caller without scope, only what they are asked
 * to review.
 * @throws AppError as `scopeOf`, in place of NOT_FOUND, for a caller without scope
 */
export async function readAsReviewer<T>(caller: Caller, read: (caller: Caller) => Promise<T>): Promise<T> {
  const refused = scopeOrError(caller);
  if (!(refused instanceof AppError)) return read(caller);
  const { refusal: _, ...identity } = caller;
  const orgs = [...caller.orgs, NO_ORG];
  try {
    return await read({ ...identity, pageRole: 'ROLE_WAREHOUSE_ADMIN', effective: [], rules: [], orgs, orgId: NO_ORG.id });
  } catch (error) {
    throw error instanceof AppError && error.code === 'NOT_FOUND' ? refused : error;
  }
}

/** The scope of a caller, or why they have none. */
export function scopeOrError(caller: Caller): Scope | AppError {
  try {
    return scopeOf(caller);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Whether a row is visible by a data rule only, hence read-only. Moves are never in an owner's scope. */
export const isGuestRow = (scope: Scope, row: { ownerOrgId: string; warehouseId: string; type?: string }): boolean =>
  scope.kind === 'owner' ? row.ownerOrgId !== scope.orgId || row.type === 'MOVE' : !scope.warehouseIds.includes(row.warehouseId);

/** Ids opened by data rules for each kind of subject, or all. */
export type GrantedIds = Record<RowSubject, 'all' | readonly string[]>;

/** What the caller may read: their own scope, and what data rules open (decision 120). */
export interface ReadScope {
  own: Scope;
  /** null where no rule opens anything: queries are then the same as without rules. */
  opened: GrantedIds | null;
}

/** Cached by the rule list of a session, which stays the same object until reloaded. */
const openings = new WeakMap<readonly OwnRule[], Map<string, GrantedIds | null>>();

/** @param action on the rows */
export function readScopeOf(caller: Caller, action: RuleAction = 'SEE'): ReadScope {
  const own = scopeOf(caller);
  if (caller.rules.length === 0) return { own, opened: null };
  const known = openings.get(caller.rules) ?? new Map<string, GrantedIds | null>();
  openings.set(caller.rules, known);
  const key = [action, own.orgId, ...caller.effective.map(({ code }) => code)].join(' ');
  if (!known.has(key)) known.set(key, grantedIdsOf(rulesInEffect(caller, own.orgId), action));
  return { own, opened: known.get(key)! };
}

/** Null where the caller has no organisation yet. */
export function findReadScope(caller: Caller): ReadScope | null {
  try {
    return readScopeOf(caller);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** The read scope without data rules. */
export const ownReadScope = (caller: Caller): ReadScope => ({ own: scopeOf(caller), opened: null });

/**
 * The same for a call that a power opens to people whose page role has no organisations, who then see no rows.
 * @throws AppError ORG_NEEDED when one has to be chosen first
 */
export function ownReadScopeOrNone(caller: Caller): ReadScope {
  const own = scopeOrError(caller);
  if (own instanceof AppError && own.code !== 'PAGE_ROLE') throw own;
  return { own: own instanceof AppError ? { kind: 'warehouse', orgId: NO_ORG.id, warehouseIds: [] } : own, opened: null };
}

/** What the data rules of a user open. */
export function grantedIdsOf(rules: readonly OwnRule[], action: RuleAction): GrantedIds | null {
  const granted = rules.filter(({ subject, actions }) => isRowSubject(subject) && actions.includes(action));
  if (granted.length === 0) return null;
  const of = (subject: RowSubject): GrantedIds[RowSubject] => {
    const about = granted.filter((rule) => rule.subject === subject);
    return about.some(({ model }) => model === 'all') ? 'all' : [...new Set(about.flatMap(({ ids }) => ids))];
  };
  return {
    WMS_ORG: of('WMS_ORG'),
    WMS_WAREHOUSE: of('WMS_WAREHOUSE'),
    WMS_CONTAINER: of('WMS_CONTAINER'),
    CATEGORY: of('CATEGORY'),
  };
}

/** Data rules in effect for calls in the name of an organisation. */
export const rulesInEffect = ({ rules, effective }: Caller, orgId: string | null): OwnRule[] =>
  rules.filter((rule) => isInEffect(rule, effective, orgId));

/**
 * SQL condition of the own scope, over columns of a list. Warehouse ids are literals, so that the planner can estimate the scope
 * even in a generic plan.
 */
export function inScopeNamed(scope: Scope, columns: { owner: RawBuilder<unknown>; warehouse: RawBuilder<unknown> }) {
  if (scope.kind === 'owner') return sql<boolean>`${columns.owner} = ${scope.orgId}`;
  const [first, ...others] = scope.warehouseIds;
  if (first === undefined) return sql<boolean>`false`;
  return others.length === 0
    ? sql<boolean>`${columns.warehouse} = ${sql.lit(first)}`
    : sql<boolean>`${columns.warehouse} = any(${sql.lit(`{${scope.warehouseIds.join(',')}}`)}::uuid[])`;
}
